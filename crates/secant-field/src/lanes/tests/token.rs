//! Laws of tokens and of biases.

use super::*;

#[test]
fn entries_name_what_is_picked() {
    #[derive(Clone, Copy)]
    struct Pick;
    impl WithLanes for Pick {
        type Output = ();

        fn run<T: Token>(self, token: T) {
            // Items of a size that is no power of two.
            let all: Vec<[u64; 3]> = (0..100).map(|i| [i, i + 1, i + 2]).collect();
            let entries = [198, 199, 0, 1, 87, 86, 86, 131];
            let (picked, odd) = token.run(
                #[inline(always)]
                || {
                    for entry in entries {
                        token.prefetch(&all, entry);
                        token.prefetch_l2(&all, entry);
                    }
                    token.pick(&all, &entries)
                },
            );
            assert_eq!(picked.map(|x| x[0]), entries.map(|entry| u64::from(entry >> 1)));
            assert_eq!(odd, 0b1001_1010);
            // An index beyond the end may be prefetched, but not picked.
            for length in [0, 99] {
                let some = &all[..length];
                token.prefetch(some, u32::MAX);
                token.prefetch_l2(some, u32::MAX);
                let pick = std::panic::AssertUnwindSafe(|| token.pick(some, &entries).1);
                assert!(std::panic::catch_unwind(pick).is_err());
            }
        }
    }
    on_every_back_end(Pick);
}

#[test]
fn biases_are_those_of_multiples() {
    let mut bias = Bias::TWO;
    let mut multiple = 2;
    let modulus = modulus::<ark_bls12_381::Fq>();
    let multiples = &<ark_bls12_381::Fq as params::LaneParams<8>>::RADIX.multiples;
    for (less, [one, two]) in [0, 3, 7, 15, 31, 63, 127, 255, 511].into_iter().zip(multiples) {
        assert_eq!(bias.get(), multiple);
        for (limbs, count) in [(one, 1), (two, 2u64)] {
            let value = limbs
                .iter()
                .rev()
                .fold(BigUint::ZERO, |value, &limb| (value << 52u32) + limb);
            assert_eq!(value, &modulus * (count * multiple));
        }
        assert_eq!([Bias::new(less), Bias::new(multiple)], [bias; 2]);
        (bias, multiple) = (bias.next(), 2 * multiple + 2);
    }
    assert_eq!(multiple, 2046, "1022 was the last");
}
