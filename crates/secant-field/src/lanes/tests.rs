//! Compares lanes with arbitrary-precision integers, on every back end of this CPU.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use super::*;
use ark_ff::{BigInteger, PrimeField};
use num_bigint::BigUint;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::vec::Vec;

fn on_every_back_end(test: impl WithLanes<Output = ()> + Copy) {
    test.run(Portable);
    #[cfg(target_arch = "x86_64")]
    match Ifma::new() {
        Some(token) => test.run(token),
        None => std::eprintln!("skipped: this CPU has no AVX-512 IFMA"),
    }
}

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
    let modulus = BigUint::from_bytes_le(&ark_bls12_381::Fq::MODULUS.to_bytes_le());
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

fn int<F: PrimeField>(x: &F) -> BigUint {
    BigUint::from_bytes_le(&x.into_bigint().to_bytes_le())
}

fn modulus<F: PrimeField>() -> BigUint {
    BigUint::from_bytes_le(&F::MODULUS.to_bytes_le())
}

/// Boundary values, then random ones, in groups of eight.
fn samples<F: PrimeField>() -> Vec<[F; 8]> {
    let mut rng = StdRng::seed_from_u64(7);
    let half = F::from_bigint({
        let mut x = F::MODULUS;
        x.div2();
        x
    })
    .unwrap();
    let edge = [
        F::ZERO,
        F::ONE,
        -F::ONE,
        -F::from(2u8),
        half,
        half + F::ONE,
        F::from(u64::MAX),
        F::GENERATOR,
    ];
    let mut all = std::vec![edge];
    for _ in 0..12 {
        all.push(core::array::from_fn(|_| edge[rng.gen_range(0..8)]));
        all.push(core::array::from_fn(|_| F::rand(&mut rng)));
    }
    all
}

fn map<F: PrimeField>(a: &[F; 8], b: &[F; 8], f: impl Fn(BigUint, BigUint) -> BigUint) -> [F; 8] {
    core::array::from_fn(|i| F::from(f(int(&a[i]), int(&b[i]))))
}

/// Stores results in a function that is not inlined: a test stores so many that it would be slow to compile.
trait Stored: LaneElement {
    fn stored(&self) -> [Self::Scalar; 8];
}

impl<E: LaneElement> Stored for E {
    #[inline(never)]
    fn stored(&self) -> [E::Scalar; 8] {
        self.token().run(
            #[inline(always)]
            || self.store(),
        )
    }
}

/// As [`Stored`], for loose elements, compiled without the instructions of lanes.
trait LooseStored: LooseElement {
    fn stored(&self) -> [Self::Scalar; 8];
}

impl<E: LooseElement> LooseStored for E {
    #[inline(never)]
    fn stored(&self) -> [E::Scalar; 8] {
        self.store()
    }
}

#[derive(Clone, Copy)]
struct Arithmetic<F>(core::marker::PhantomData<F>);

impl<F: LaneField> WithLanes for Arithmetic<F> {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        let p = modulus::<F>();
        let all = samples::<F>();
        let load = |x: &[F; 8]| F::Lanes::<T>::load(token, x.each_ref());
        let mask = 0b0110_1001;
        for a in &all {
            let signs: [F; 8] = core::array::from_fn(|i| if (mask >> i) & 1 == 1 { -a[i] } else { a[i] });
            token.run(
                #[inline(always)]
                || {
                    let x = load(a);
                    assert_eq!(x.stored(), *a);
                    assert_eq!(x.negate_loose(mask).reduce().stored(), signs);
                    let own = F::Lanes::<T>::load_own(token, core::array::from_fn(|i| &a[i]));
                    assert_eq!(own.store_own(), *a);
                    let shift = F::from(1u64 << <F::Lanes<T> as LaneElement>::OWN);
                    assert_eq!(own.stored().map(|x| x * shift), *a);
                    // Integers plus another integer, limb by limb.
                    let limbs = <F::Lanes<T> as LaneElement>::LIMBS;
                    let bits = F::MODULUS_BIT_SIZE as usize;
                    let mut add = vec![(1u64 << 52) - 1; bits.div_ceil(52)];
                    add[bits / 52] &= (1 << (bits % 52)) - 1;
                    add.resize(limbs, 0);
                    let (mut out, stride, keep) = (vec![0; 9 * limbs], 9, 0b0101_1110);
                    F::Lanes::<T>::write_canonical_plus(token, a.each_ref(), keep, &add, &mut out, stride);
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
                    let packed = x.pack();
                    assert_eq!(
                        F::Lanes::<T>::unpack(token, core::array::from_fn(|i| &packed[i ^ 5])).stored(),
                        core::array::from_fn(|i| a[i ^ 5])
                    );
                    let (mut plain, mut negated) = (x, x);
                    for part in 0..F::Lanes::<T>::PARTS {
                        plain.unpack_part(packed.each_ref(), part, None);
                        negated.unpack_part(packed.each_ref(), part, Some(0b0110_1001));
                    }
                    assert_eq!(plain.stored(), *a);
                    assert_eq!(negated.reduce().stored(), x.negate_loose(0b0110_1001).reduce().stored());
                    let zeros = (0..8).fold(0, |m, i| m | (u8::from(a[i].is_zero()) << i));
                    assert_eq!(x.is_zero(), zeros);
                    assert_eq!(x.sub(&x).reduce().is_zero(), 255);
                    assert_eq!(x.neg().stored(), a.map(|a| -a));
                    assert_eq!(x.neg().reduce().stored(), a.map(|a| -a));
                    // Minus zero is twice the modulus, and the limbs of its difference to zero cancel only after
                    // carries.
                    let (minus, zero) = (x.neg(), F::Lanes::<T>::zero(token));
                    let nothing = F::Lanes::<T>::combine_reduced(2, [(1, &zero), (-1, &zero.neg())]);
                    assert_eq!(nothing.is_zero(), 255);
                    assert_eq!(x.add(&minus).reduce().is_zero(), 255);
                    assert_eq!(x.square().stored(), map(a, a, |a, b| a * b));
                    assert_eq!(minus.reduce().square().stored(), map(a, a, |a, b| a * b));
                },
            );
            for b in &all {
                token.run(
                    #[inline(always)]
                    || {
                        let (x, y) = (load(a), load(b));
                        assert_eq!(x.mul(&y).stored(), map(a, b, |a, b| a * b));
                        assert_eq!(x.add(&y).stored(), map(a, b, |a, b| a + b));
                        assert_eq!(x.sub(&y).stored(), map(a, b, |a, b| a + &p - b));
                        // Unreduced inputs, at the bound that every field has room for.
                        let (s, d) = (x.add(&y), x.sub(&y));
                        let (s, d) = (s.reduce(), d.reduce());
                        assert_eq!(
                            F::Lanes::<T>::dot(&[(&s, &d), (&x, &y), (&s, &x)]).stored(),
                            map(a, b, |a, b| {
                                let s = &a + &b;
                                &s * (&p + &a - &b) + &a * &b + &s * &a
                            })
                        );
                        assert_eq!(
                            F::Lanes::<T>::combine(2, [(2, &x), (-1, &y), (3, &y), (-1, &x)])
                                .reduce()
                                .stored(),
                            map(a, b, |a, b| &a + &b * 2u8)
                        );
                        let mut r = x;
                        r.set_dot(&[(&x, &y), (&y, &y)]);
                        assert_eq!(r.stored(), map(a, b, |a, b| &a * &b + &b * &b));
                        r.set_dot_minus(&[(&x, &y)], Bias::TWO, [&x.negate_loose(mask), &y]);
                        let expected = core::array::from_fn(|i| a[i] * b[i] - signs[i] - b[i]);
                        assert_eq!(r.reduce().stored(), expected);
                        let mut t = x;
                        LaneElement::set_squares_minus(
                            [&mut r, &mut t],
                            [&y, &x],
                            [Bias::TWO; 2],
                            [[&x, &x], [&y, &x]],
                        );
                        let expected = core::array::from_fn(|i| b[i].square() - a[i].double());
                        assert_eq!(r.reduce().stored(), expected);
                        let expected = core::array::from_fn(|i| a[i].square() - b[i] - a[i]);
                        assert_eq!(t.reduce().stored(), expected);
                        LaneElement::set_products([&mut r, &mut t], [[&x, &y], [&y, &y]], [Bias::TWO; 2], [[]; 2]);
                        assert_eq!(r.stored(), map(a, b, |a, b| a * b));
                        assert_eq!(t.stored(), map(b, b, |a, b| a * b));
                        LaneElement::set_products([&mut r, &mut t], [[&x, &y], [&y, &y]], [Bias::TWO; 2], [[&x], [&y]]);
                        assert_eq!(r.reduce().stored(), core::array::from_fn(|i| a[i] * b[i] - a[i]));
                        assert_eq!(t.reduce().stored(), core::array::from_fn(|i| b[i].square() - b[i]));
                        let (mut u, mut v) = (x, x);
                        let differences = [
                            Difference {
                                to: &mut t,
                                of: [&x, &y],
                                bias: Bias::TWO,
                            },
                            Difference {
                                to: &mut u,
                                of: [&y, &x],
                                bias: Bias::TWO,
                            },
                        ];
                        let mut parts = 0;
                        LaneElement::set_products_interleaved([&mut r], [[&s, &d]], differences, |i, n| {
                            assert!(i == parts && i < n);
                            parts += 1;
                        });
                        assert!(parts > 0);
                        let expected = core::array::from_fn(|i| (a[i] + b[i]) * (a[i] - b[i]));
                        assert_eq!(r.stored(), expected);
                        assert_eq!(t.stored(), map(a, b, |a, b| a + &p - b));
                        assert_eq!(u.stored(), map(b, a, |a, b| a + &p - b));
                        // Results that only products may use.
                        LaneElement::set_products_interleaved([&mut r, &mut v], [[&x, &t], [&y, &u]], [], |_, _| ());
                        let ab = map(a, b, |a, b| &a * (&a + &p - b));
                        assert_eq!(r.stored(), ab);
                        assert_eq!(v.stored(), map(b, a, |a, b| &a * (&a + &p - b)));
                        let factor = r;
                        LaneElement::set_factors([&mut r, &mut v], [[&t, &factor], [&factor, &u]]);
                        assert_eq!(r.stored(), core::array::from_fn(|i| ab[i] * (a[i] - b[i])));
                        assert_eq!(v.stored(), core::array::from_fn(|i| ab[i] * (b[i] - a[i])));
                        assert_eq!(r.blend(&t, mask).blend(&x, 1).stored()[0], a[0]);
                        let fifth = r;
                        LaneElement::set_products(
                            [&mut r, &mut v],
                            [[&t, &factor], [&fifth, &u]],
                            [Bias::TWO; 2],
                            [[&x], [&y]],
                        );
                        assert_eq!(
                            r.reduce().stored(),
                            core::array::from_fn(|i| ab[i] * (a[i] - b[i]) - a[i])
                        );
                        let expected = core::array::from_fn(|i| b[i] + ab[i] * (a[i] - b[i]).square());
                        assert_eq!(v.reduce().stored().map(|v| -v), expected);
                        // In tight fields the square of a difference is beyond the capacity.
                        let root = if F::Lanes::<T>::TIGHT { y } else { t };
                        LaneElement::set_squares_minus(
                            [&mut r, &mut v],
                            [&factor, &root],
                            [Bias::TWO; 2],
                            [[&x], [&y]],
                        );
                        assert_eq!(r.reduce().stored(), core::array::from_fn(|i| ab[i].square() - a[i]));
                        let root = |i: usize| if F::Lanes::<T>::TIGHT { b[i] } else { a[i] - b[i] };
                        let expected = core::array::from_fn(|i| root(i).square() - b[i]);
                        assert_eq!(v.reduce().stored(), expected);
                        // A bias for each square.
                        let big = F::Lanes::<T>::combine(2, [(3, &y)]);
                        LaneElement::set_squares_minus(
                            [&mut r, &mut t],
                            [&y, &x],
                            [Bias::TWO, Bias::new(6)],
                            [[&x, &x], [&big, &x]],
                        );
                        let expected = core::array::from_fn(|i| b[i].square() - a[i].double());
                        assert_eq!(r.reduce().stored(), expected);
                        let expected = core::array::from_fn(|i| a[i].square() - b[i].double() - b[i] - a[i]);
                        assert_eq!(t.reduce().stored(), expected);
                        let (c, d) = ([1, -1, 2, 0, -2, 3, 0, 1], [-1, 1, 0, -2, 2, 0, 0, 3]);
                        let int = |c: i64| F::from(c);
                        assert_eq!(
                            F::Lanes::<T>::combine_lanes(2, [(&c, &x), (&d, &y)]).reduce().stored(),
                            core::array::from_fn(|i| int(c[i]) * a[i] + int(d[i]) * b[i])
                        );
                    },
                );
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Moves;

impl WithLanes for Moves {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        type F = ark_bls12_381::Fq;
        type E<T> = <F as LaneField>::Lanes<T>;
        let a: [F; 8] = core::array::from_fn(|i| F::from(i as u64 + 1));
        let b: [F; 8] = core::array::from_fn(|i| F::from(i as u64 + 101));
        let (x, y): (E<T>, E<T>) = (
            LaneElement::load(token, a.each_ref()),
            LaneElement::load(token, b.each_ref()),
        );
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
            core::array::from_fn(|i| if (mask >> i) & 1 == 1 { b[i] } else { a[i] })
        );
        assert_eq!(E::<T>::splat(token, &a[3]).stored(), [a[3]; 8]);
        assert_eq!(E::<T>::one(token).stored(), [F::from(1); 8]);
        assert_eq!(E::<T>::zero(token).stored(), [F::from(0); 8]);
    }
}

#[test]
fn elements_move_between_lanes() {
    on_every_back_end(Moves);
}

#[derive(Clone, Copy)]
struct Transforms<F>(core::marker::PhantomData<F>);

impl<F: LaneField> WithLanes for Transforms<F> {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        let load = |x: &[F; 8]| F::Loose::<T>::load(token, x.each_ref());
        let p = modulus::<F>();
        let all = samples::<F>();
        for a in &all {
            let x = load(a);
            assert_eq!(x.stored(), *a);
            assert_eq!(x.reduce().stored(), *a);
            for b in &all {
                token.run(
                    #[inline(always)]
                    || {
                        let (x, y) = (load(a), load(b));
                        // Sums and differences at the bounds of products.
                        let [s, d] = F::Loose::<T>::butterfly_one(1, &x, &y);
                        assert_eq!(s.stored(), map(a, b, |a, b| a + b));
                        assert_eq!(d.stored(), map(a, b, |a, b| a + &p - b));
                        let w = b[3].factor();
                        let times = int(&b[3]);
                        assert_eq!(d.mul(&w).stored(), map(a, b, |a, b| (a + &p - b) * &times));
                        let [s, d] = F::Loose::<T>::butterfly(&s, &d, &w);
                        assert_eq!(s.stored(), map(a, b, |a, b| &a + &b + (&a + &p - &b) * &times));
                        assert_eq!(d.stored(), map(a, b, |a, b| &a + &b + (&p + &b - &a) * &times));
                        let both = F::Loose::<T>::butterflies([&x, &d], [&s, &y], [&w, &a[0].factor()]);
                        let one = [
                            F::Loose::<T>::butterfly(&x, &s, &w),
                            F::Loose::<T>::butterfly(&d, &y, &a[0].factor()),
                        ];
                        assert_eq!(both.map(|b| b.map(|x| x.stored())), one.map(|b| b.map(|x| x.stored())));
                        // Eight factors in lanes.
                        let (lanes, step) = (
                            F::Lanes::<T>::load(token, a.each_ref()),
                            F::Lanes::<T>::load(token, b.each_ref()),
                        );
                        assert_eq!(y.scale(&lanes).stored(), map(a, b, |a, b| a * b));
                        let next = F::Loose::<T>::advance(&lanes, &F::Loose::<T>::factors(&step));
                        assert_eq!(next.stored(), map(a, b, |a, b| a * b));
                        assert_eq!(x.scale(&next).stored(), map(a, b, |a, b| &a * &a * b));
                    },
                );
            }
        }
        let rows: [[F; 8]; 8] = core::array::from_fn(|i| all[i]);
        let columns = F::Loose::<T>::transpose(&rows.each_ref().map(load));
        assert_eq!(
            columns.map(|c| c.stored()),
            core::array::from_fn(|i| rows.map(|row| row[i]))
        );
        assert_eq!(F::Loose::<T>::zero(token).stored(), [F::ZERO; 8]);
    }
}
#[derive(Clone, Copy)]
struct WideSums<F>(core::marker::PhantomData<F>);

/// `a - b` and `b`.
struct Small;

impl Combination<2, 2> for Small {
    fn apply<S: Summand>([a, b]: [S; 2]) -> [S; 2] {
        [a.minus(b), b]
    }
}

/// `a + 9 b - 5 (a - 2 b) = -4 a + 19 b` and `-7 a - b`.
struct Large;

impl Combination<2, 2> for Large {
    fn apply<S: Summand>([a, b]: [S; 2]) -> [S; 2] {
        let difference = a.minus(b).minus(b);
        [a.plus(b.times(9)).plus(difference.times(-5)), a.times(-7).minus(b)]
    }
}

impl<F: LaneField> WithLanes for WideSums<F> {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        type Of<F, T> = <F as LaneField>::Lanes<T>;
        let all = samples::<F>();
        let zero = Of::<F, T>::zero(token);
        let mut products = [Of::<F, T>::wide_zero(token); 2];
        let [mut s, mut t] = products;
        for a in &all {
            for b in &all {
                token.run(
                    #[inline(always)]
                    || {
                        // Values up to 2 p.
                        let (x, y) = (
                            Of::<F, T>::load(token, a.each_ref()).neg().reduce(),
                            Of::<F, T>::load(token, b.each_ref()).neg(),
                        );
                        let [ab, bb] = [map(a, b, |a, b| a * b), map(b, b, |a, b| a * b)];
                        Of::<F, T>::set_wide_product(&mut products[0], &x, &y);
                        Of::<F, T>::set_wide_product(&mut products[1], &y, &y);
                        let (mut u, mut v, mut w) = (zero, zero, zero);
                        Of::<F, T>::combine_wide::<Small, 2, 2>(token, [&mut s, &mut t], products.each_ref());
                        LaneElement::set_reduced([&mut u], [&s], None);
                        LaneElement::set_reduced([&mut v, &mut w], [&s, &t], Some([&x, &y]));
                        assert_eq!(u.stored(), core::array::from_fn(|i| ab[i] - bb[i]));
                        assert_eq!(v.stored(), core::array::from_fn(|i| ab[i] - bb[i] - a[i]));
                        assert_eq!(w.stored(), core::array::from_fn(|i| bb[i] - b[i]));
                        if Of::<F, T>::CAPACITY < 1 << 16 {
                            return;
                        }
                        Of::<F, T>::combine_wide::<Large, 2, 2>(token, [&mut s, &mut t], products.each_ref());
                        LaneElement::set_reduced([&mut u, &mut v], [&s, &t], None);
                        let int = |c: i64| F::from(c);
                        assert_eq!(u.stored(), core::array::from_fn(|i| int(-4) * ab[i] + int(19) * bb[i]));
                        assert_eq!(v.stored(), core::array::from_fn(|i| int(-7) * ab[i] - bb[i]));
                        let large = Of::<F, T>::combine(2, [(7, &x), (8, &y)]);
                        LaneElement::set_reduced([&mut w], [&t], Some([&large]));
                        let expected = core::array::from_fn(|i| int(-7) * (ab[i] + a[i]) - bb[i] - int(8) * b[i]);
                        assert_eq!(w.stored(), expected);
                    },
                );
            }
        }
    }
}

/// Slices are cast to their own type, and to no other.
#[test]
fn casts() {
    type F = ark_bn254::Fr;
    let mut x = [F::from(1u8), F::from(2u8)];
    assert_eq!(
        F::cast(&mut x[..]).map(|x| x.to_vec()),
        Some(std::vec![1u8.into(), 2u8.into()])
    );
    assert!(ark_bls12_381::Fr::cast(&mut x[..]).is_none());
    assert!(F::cast(&mut [ark_bn254::Fq::from(1u8)][..]).is_none());
    assert!(F::cast(&mut [&x[0]][..]).is_none());
    assert!(F::cast(&mut [x[0].0][..]).is_none());
}

macro_rules! arithmetic {
    ($($name:ident: $field:ty),*) => {$(
        #[test]
        fn $name() {
            on_every_back_end(Arithmetic::<$field>(core::marker::PhantomData));
            on_every_back_end(WideSums::<$field>(core::marker::PhantomData));
            on_every_back_end(Transforms::<$field>(core::marker::PhantomData));
        }
    )*};
}

arithmetic! {
    bn254_fq: ark_bn254::Fq,
    bls12_381_fr: ark_bls12_381::Fr,
    bls12_381_fq: ark_bls12_381::Fq,
    bls12_377_fq: ark_bls12_377::Fq,
    bw6_761_fq: ark_bw6_761::Fq,
    secp256k1_fq: ark_secp256k1::Fq
}

/// `2^380 + 2^311 + 1177`: unlike the moduli in use it has bit 311 = 52 * 6 - 1 set, just below the limbs that
/// the quotient of a reduction is estimated from.
struct Synthetic;

impl crate::PrimeParams<6> for Synthetic {
    const MODULUS: ark_ff::BigInt<6> = ark_ff::BigInt([0x499, 0, 0, 0, 1 << 55, 1 << 60]);
    const GENERATOR: i64 = 3;
}

#[test]
fn synthetic() {
    on_every_back_end(Arithmetic::<crate::Prime<Synthetic, 6>>(core::marker::PhantomData));
    on_every_back_end(WideSums::<crate::Prime<Synthetic, 6>>(core::marker::PhantomData));
    on_every_back_end(Transforms::<crate::Prime<Synthetic, 6>>(core::marker::PhantomData));
}
