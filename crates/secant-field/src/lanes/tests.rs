//! Compares lanes with arbitrary-precision integers, on every back end of this CPU.
//!
//! Each test is a law. It holds for every field and every back end; a failure names both.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod data;
mod loose;
mod products;
mod sums;
mod token;
mod wide;

use super::*;
use ark_ff::{BigInteger, PrimeField};
use core::{any::type_name, array::from_fn, marker::PhantomData};
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

/// What holds for eight elements `a` and eight elements `b` of any field.
trait Law {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]);
}

/// Checks a law for all pairs of samples of every field.
fn on_every_field<L: Law>() {
    on_field::<L, ark_bn254::Fq>();
    on_field::<L, ark_bls12_381::Fr>();
    on_field::<L, ark_bls12_381::Fq>();
    on_field::<L, ark_bls12_377::Fq>();
    on_field::<L, ark_bw6_761::Fq>();
    on_field::<L, ark_secp256k1::Fq>();
    on_field::<L, crate::Prime<Synthetic, 6>>();
}

/// `2^380 + 2^311 + 1177`: unlike the moduli in use it has bit 311 = 52 * 6 - 1 set, just below the limbs that
/// the quotient of a reduction is estimated from.
struct Synthetic;

impl crate::PrimeParams<6> for Synthetic {
    const MODULUS: ark_ff::BigInt<6> = ark_ff::BigInt([0x499, 0, 0, 0, 1 << 55, 1 << 60]);
    const GENERATOR: i64 = 3;
}

fn on_field<L: Law, F: LaneField>() {
    struct OnPairs<L, F>(PhantomData<(L, F)>);

    impl<L, F> Clone for OnPairs<L, F> {
        fn clone(&self) -> Self {
            *self
        }
    }

    impl<L, F> Copy for OnPairs<L, F> {}

    impl<L: Law, F: LaneField> WithLanes for OnPairs<L, F> {
        type Output = ();

        fn run<T: Token>(self, token: T) {
            let _case = Case {
                field: type_name::<F>(),
                back_end: type_name::<T>(),
            };
            let all = samples::<F>();
            for a in &all {
                for b in &all {
                    L::check(token, a, b);
                }
            }
        }
    }
    on_every_back_end(OnPairs::<L, F>(PhantomData));
}

/// Says where a law failed.
struct Case {
    field: &'static str,
    back_end: &'static str,
}

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::eprintln!("in the field {}, on the back end {}", self.field, self.back_end);
        }
    }
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
        all.push(from_fn(|_| edge[rng.gen_range(0..8)]));
        all.push(from_fn(|_| F::rand(&mut rng)));
    }
    all
}

fn int<F: PrimeField>(x: &F) -> BigUint {
    BigUint::from_bytes_le(&x.into_bigint().to_bytes_le())
}

fn modulus<F: PrimeField>() -> BigUint {
    BigUint::from_bytes_le(&F::MODULUS.to_bytes_le())
}

/// `f(a, b)` on integers, lane by lane.
fn map<F: PrimeField>(a: &[F; 8], b: &[F; 8], f: impl Fn(BigUint, BigUint) -> BigUint) -> [F; 8] {
    from_fn(|i| F::from(f(int(&a[i]), int(&b[i]))))
}

/// `a b` on integers, lane by lane.
fn product<F: PrimeField>(a: &[F; 8], b: &[F; 8]) -> [F; 8] {
    map(a, b, |a, b| a * b)
}

/// `a - b` on integers, lane by lane.
fn difference<F: PrimeField>(a: &[F; 8], b: &[F; 8]) -> [F; 8] {
    map(a, b, |a, b| a + modulus::<F>() - b)
}

/// Eight elements in lanes.
fn load<F: LaneField, T: Token>(token: T, x: &[F; 8]) -> F::Lanes<T> {
    F::Lanes::<T>::load(token, x.each_ref())
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

/// The lanes whose sign is changed in tests.
const MASK: u8 = 0b0110_1001;

/// `-x` in the lanes of [`MASK`], `x` in the others.
fn signed<F: PrimeField>(x: &[F; 8]) -> [F; 8] {
    from_fn(|i| if (MASK >> i) & 1 == 1 { -x[i] } else { x[i] })
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
