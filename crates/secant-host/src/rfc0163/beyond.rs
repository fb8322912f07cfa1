//! Where secant would compute something else than upstream, or do more work for the same.

use super::{
    Failure, Violation,
    decode::{list, write},
};
use ark_bw6_761::{BW6_761, G1Affine, G2Affine};
use ark_ec::{
    AffineRepr, CurveConfig,
    bw6::BW6Config,
    pairing::Pairing,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, BitIteratorBE, PrimeField, Zero};
use ark_serialize::CanonicalSerialize;
use num_bigint::BigUint;
use secant_curve::HostedGroup;

/// The most pairs whose Miller loops upstream multiplies on BW6-761.
pub const BW6_PAIRS: usize = 4;

/// Upstream's own Miller loop, for more than [`BW6_PAIRS`] pairs: what it gives then is no product of Miller loops
/// (factors that all pairs share are taken once for every four of them), but nodes have to agree on it.
pub fn bw6_miller_loop(p: &[u8], q: &[u8], out: &mut [u8]) -> Result<(), Failure> {
    let (p, _) = list::<G1Affine>(p, G1Affine::identity().uncompressed_size())?;
    let (q, _) = list::<G2Affine>(q, G2Affine::identity().uncompressed_size())?;
    // Of what `bw6_point_is_refused` lets through nothing is known to panic: a second line.
    let f = std::panic::catch_unwind(|| BW6_761::multi_miller_loop(p, q).0);
    write(&f.map_err(|_| Failure::Trap(Violation::SmallOrder))?, out)
}

/// Whether upstream panics on a point of BW6-761's second group: on its way from `q` to `[u] q` an addition meets equal or
/// opposite points, which its formulas have no case for, and which leave no denominator to invert. Only points of small
/// order do that, all of them outside the subgroup.
pub fn bw6_point_is_refused<C: SWCurveConfig>(q: &Affine<C>) -> bool {
    if q.is_zero() {
        return false;
    }
    let base = q.into_group();
    let mut multiple = base;
    BitIteratorBE::new(<ark_bw6_761::Config as BW6Config>::ATE_LOOP_COUNT_1)
        .skip(1)
        .any(|bit| {
            multiple.double_in_place();
            let meets = multiple.is_zero() || bit && (multiple == base || multiple == -base);
            if bit {
                multiple += q;
            }
            meets
        })
}

/// The number of points of a group's curve.
fn order<G: HostedGroup>() -> BigUint {
    let cofactor = <<G::Affine as AffineRepr>::Config as CurveConfig>::COFACTOR;
    from_limbs(cofactor) * from_limbs(G::ScalarField::MODULUS.as_ref())
}

fn from_limbs(limbs: &[u64]) -> BigUint {
    BigUint::from_bytes_le(&limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>())
}

/// Limbs of the number of points of a group's curve.
pub fn order_limbs<G: HostedGroup>() -> usize {
    order::<G>().to_u64_digits().len()
}

/// An integer with the same multiples of all points of the curve, no longer than the number of points: the time that
/// a multiplication takes has a bound.
pub fn reduce<G: HostedGroup>(integer: Vec<u64>) -> Vec<u64> {
    // Longer than any scalar that runtimes have, so that these do not pay for the modulus.
    if integer.len() <= 2 * (G::ScalarField::MODULUS.as_ref().len()) {
        return integer;
    }
    let order = order::<G>();
    (from_limbs(&integer) % order).to_u64_digits()
}
