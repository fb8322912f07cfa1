//! Where secant's own functions would give another result than upstream, or do more work for the same result.

use super::{
    Failure, Violation,
    decode::{list, write},
};
use ark_bw6_761::{BW6_761, G1Affine, G2Affine};
use ark_ec::{
    AffineRepr, CurveConfig,
    pairing::Pairing,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, BitIteratorBE, PrimeField, Zero};
use ark_serialize::CanonicalSerialize;
use num_bigint::BigUint;
use secant_curve::HostedGroup;

/// Upstream's own Miller loop, for more than [`BW6_PAIRS`](secant_abi::rfc0163::BW6_PAIRS) pairs. Its result is then
/// not a product of Miller loops, but all nodes must agree on it.
pub fn bw6_miller_loop(p: &[u8], q: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let (p, _) = list::<G1Affine>(p, G1Affine::identity().uncompressed_size())?;
    let (q, _) = list::<G2Affine>(q, G2Affine::identity().uncompressed_size())?;
    // No input that `bw6_point_is_refused` accepts is known to panic. This is a second line of defence.
    let f = std::panic::catch_unwind(|| BW6_761::multi_miller_loop(p, q).0);
    write(&f.map_err(|_| Failure::Trap(Violation::SmallOrder))?, out)
}

/// Whether upstream panics on a point of BW6-761's second group. On its way from `q` to `[u] q`, an addition then meets
/// equal or opposite points. Its formulas do not cover that case, and the denominator to invert is zero. This happens
/// for points of the orders 3, 13 and 39, all of them outside the subgroup, and for no others (a test computes the
/// list).
pub fn bw6_point_is_refused<C: SWCurveConfig>(q: &Affine<C>) -> bool {
    if q.is_zero() {
        return false;
    }
    let mut multiple = q.into_group();
    for bit in BitIteratorBE::without_leading_zeros([BW6_SMALL_ORDERS]).skip(1) {
        multiple.double_in_place();
        if bit {
            multiple += q;
        }
    }
    multiple.is_zero()
}

/// The orders of all points on which upstream's Miller loop on BW6-761 panics divide this number.
const BW6_SMALL_ORDERS: u64 = 39;

/// The number of points of a group's curve.
fn order<G: HostedGroup>() -> BigUint {
    let cofactor = <<G::Affine as AffineRepr>::Config as CurveConfig>::COFACTOR;
    from_limbs(cofactor) * from_limbs(G::ScalarField::MODULUS.as_ref())
}

fn from_limbs(limbs: &[u64]) -> BigUint {
    BigUint::from_bytes_le(&limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>())
}

/// The number of limbs of that number of points.
pub fn order_limbs<G: HostedGroup>() -> usize {
    order::<G>().to_u64_digits().len()
}

/// An integer with the same multiples of all points of the curve, no longer than the number of points. This bounds the
/// time of a multiplication.
pub fn reduce<G: HostedGroup>(integer: Vec<u64>) -> Vec<u64> {
    // Longer than any scalar of the runtimes, so that they do not pay for the reduction.
    if integer.len() <= 2 * (G::ScalarField::MODULUS.as_ref().len()) {
        return integer;
    }
    let order = order::<G>();
    (from_limbs(&integer) % order).to_u64_digits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_ec::bw6::BW6Config;

    fn gcd(a: BigUint, b: BigUint) -> BigUint {
        if b == BigUint::ZERO { a } else { gcd(b.clone(), a % b) }
    }

    /// An addition of `q` to `[k] q` fails if the order divides `k`, `k + 1` or `k - 1`, a doubling if it divides
    /// `2 k`.
    #[test]
    fn small_orders_are_all_that_miller_loops_of_bw6_meet() {
        type Loop = ark_bw6_761::Config;
        let order = order::<secant_curve::bw6_761::G2Projective<secant_curve::Native>>();
        let (one, u) = (BigUint::from(1u8), from_limbs(Loop::ATE_LOOP_COUNT_1));
        let met = |k: BigUint| gcd(order.clone(), k);
        let mut first = vec![];
        let mut k = one.clone();
        for bit in BitIteratorBE::new(Loop::ATE_LOOP_COUNT_1).skip(1) {
            k *= 2u8;
            first.push(met(k.clone()));
            if bit {
                first.extend([met(&k + &one), met(&k - &one)]);
                k += 1u8;
            }
        }
        assert_eq!(k, u);
        assert!(
            first
                .iter()
                .all(|met| (BigUint::from(BW6_SMALL_ORDERS) % met) == BigUint::ZERO)
        );
        assert!(first.contains(&BigUint::from(BW6_SMALL_ORDERS)));
        // The second loop inverts no denominators, and meets no other orders.
        let mut second = vec![];
        let mut k = one.clone();
        for digit in Loop::ATE_LOOP_COUNT_2.iter().rev().skip(1) {
            k *= 2u8;
            second.push(met(&k * &u));
            if *digit != 0 {
                second.extend([met((&k + &one) * &u), met((&k - &one) * &u)]);
            }
            k = if *digit < 0 { k - &one } else { k + *digit as u8 };
        }
        assert_eq!(k, &u * &u - &u - &one);
        assert!(
            second
                .iter()
                .all(|met| (BigUint::from(BW6_SMALL_ORDERS) % met) == BigUint::ZERO)
        );
    }
}
