//! Points whose order is a small prime.

use ark_ec::{AffineRepr, CurveConfig};
use ark_ff::PrimeField;
use rand::{Rng, rngs::StdRng};

/// Points that are tried before a curve is taken to have none of the order: all but one in the order lead to one.
const TRIES: usize = 40;

/// `limbs / divisor` if nothing remains.
fn quotient(limbs: &[u64], divisor: u64) -> Option<Vec<u64>> {
    let mut quotient = limbs.to_vec();
    let remainder = quotient.iter_mut().rev().fold(0, |high, limb| {
        let value = (high << 64) | u128::from(*limb);
        *limb = (value / u128::from(divisor)) as u64;
        value % u128::from(divisor)
    });
    (remainder == 0).then_some(quotient)
}

/// Any point of the curve.
fn any<P: AffineRepr>(rng: &mut StdRng) -> P {
    loop {
        let bytes: [u8; 256] = std::array::from_fn(|_| rng.r#gen());
        if let Some(p) = P::from_random_bytes(&bytes) {
            return p;
        }
    }
}

/// A point of prime order, if the cofactor has the prime. `mul` gives integer multiples, or nothing where the curve's form has
/// no place for them.
pub fn point_of_order<P: AffineRepr>(prime: u64, rng: &mut StdRng, mul: impl Fn(&P, &[u64]) -> Option<P>) -> Option<P> {
    let mut cofactor = quotient(<P::Config as CurveConfig>::COFACTOR, prime)?;
    while let Some(rest) = quotient(&cofactor, prime) {
        cofactor = rest;
    }
    (0..TRIES).find_map(|_| {
        let mut p = mul(&mul(&any(rng), P::ScalarField::MODULUS.as_ref())?, &cofactor)?;
        while !p.is_zero() {
            let next = mul(&p, &[prime])?;
            if next.is_zero() {
                return Some(p);
            }
            p = next;
        }
        None
    })
}
