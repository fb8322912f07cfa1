//! Laws of elements that are made, stored and moved.

use super::*;

#[test]
fn stored_elements_are_those_loaded() {
    on_every_field::<Loaded>();
}

struct Loaded;

impl Law for Loaded {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], _: &[F; 8]) {
        assert_eq!(load(token, a).stored(), *a);
        // The Montgomery form of memory, whose elements have another value.
        token.run(
            #[inline(always)]
            || {
                let own = F::Lanes::<T>::load_own(token, a.each_ref());
                assert_eq!(own.store_own(), *a);
                let shift = F::from(1u64 << <F::Lanes<T> as LaneData>::OWN);
                assert_eq!(own.stored().map(|x| x * shift), *a);
            },
        );
    }
}

#[test]
fn unpacked_elements_are_those_packed() {
    on_every_field::<Packed>();
}

struct Packed;

impl Law for Packed {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], _: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let x = load(token, a);
                let packed = x.pack();
                assert_eq!(
                    F::Lanes::<T>::unpack(token, from_fn(|i| &packed[i ^ 5])).stored(),
                    from_fn(|i| a[i ^ 5])
                );
                let (mut plain, mut negated) = (x, x);
                for part in 0..F::Lanes::<T>::PARTS {
                    plain.unpack_part(packed.each_ref(), part, None);
                    negated.unpack_part(packed.each_ref(), part, Some(MASK));
                }
                assert_eq!(plain.stored(), *a);
                assert_eq!(negated.reduce().stored(), signed(a));
            },
        );
    }
}

#[test]
fn zeros_are_found() {
    on_every_field::<Zeros>();
}

struct Zeros;

impl Law for Zeros {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], _: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let x = load(token, a);
                let zeros = (0..8).fold(0, |m, i| m | (u8::from(a[i].is_zero()) << i));
                assert_eq!(x.is_zero(), zeros);
                assert_eq!(x.sub(&x).reduce().is_zero(), 255);
                // Minus zero is twice the modulus, and the limbs of its difference to zero cancel only after carries.
                let zero = F::Lanes::<T>::zero(token);
                let nothing = F::Lanes::<T>::combine_reduced(2, [(1, &zero), (-1, &zero.neg())]);
                assert_eq!(nothing.is_zero(), 255);
                assert_eq!(x.add(&x.neg()).reduce().is_zero(), 255);
            },
        );
    }
}

#[test]
fn integers_are_written_with_another_added() {
    on_every_field::<IntegersPlus>();
}

struct IntegersPlus;

impl Law for IntegersPlus {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], _: &[F; 8]) {
        let limbs = <F::Lanes<T> as LaneElement>::LIMBS;
        let bits = F::MODULUS_BIT_SIZE as usize;
        let mut add = std::vec![(1u64 << 52) - 1; bits.div_ceil(52)];
        add[bits / 52] &= (1 << (bits % 52)) - 1;
        add.resize(limbs, 0);
        let (mut out, stride, keep) = (std::vec![0; 9 * limbs], 9, 0b0101_1110);
        token.run(
            #[inline(always)]
            || F::Lanes::<T>::write_canonical_plus(token, a.each_ref(), keep, &add, &mut out, stride),
        );
        let value = |limbs: &mut dyn DoubleEndedIterator<Item = u64>| {
            limbs.rev().fold(BigUint::ZERO, |value, limb| {
                assert!(limb >> 52 == 0);
                (value << 52u32) + limb
            })
        };
        for (i, a) in a.iter().enumerate() {
            let sum = value(&mut out.iter().skip(i).step_by(stride).copied());
            let kept = if (keep >> i) & 1 == 1 { int(a) } else { BigUint::ZERO };
            assert_eq!(sum, kept + value(&mut add.iter().copied()));
        }
    }
}

#[test]
fn elements_move_between_lanes() {
    on_every_field::<Moved>();
}

struct Moved;

impl Law for Moved {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        let (x, y) = (load(token, a), load(token, b));
        let index = [7, 0, 0, 3, 2, 5, 6, 1];
        assert_eq!(x.permute(&index).stored(), index.map(|i| a[i as usize]));
        let index = [15, 0, 8, 3, 2, 13, 6, 9];
        assert_eq!(
            x.permute2(&y, &index).stored(),
            index.map(|i| if i < 8 { a[i as usize] } else { b[i as usize - 8] })
        );
        let mask = 0b1010_0110;
        assert_eq!(
            x.blend(&y, mask).stored(),
            from_fn(|i| if (mask >> i) & 1 == 1 { b[i] } else { a[i] })
        );
        assert_eq!(F::Lanes::<T>::splat(token, &a[3]).stored(), [a[3]; 8]);
        assert_eq!(F::Lanes::<T>::one(token).stored(), [F::ONE; 8]);
        assert_eq!(F::Lanes::<T>::zero(token).stored(), [F::ZERO; 8]);
    }
}
