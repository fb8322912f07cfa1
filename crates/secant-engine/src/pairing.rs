//! Pairings of the BLS12, BN and BW6 families.
//!
//! Miller loops take affine points and compute their lines on the way: nothing is prepared or stored. The
//! result is the element that arkworks 0.6 gives, not just one in the same class: line functions are
//! scaled as there.

pub mod bls12;
pub mod bn;
pub mod bw6;
mod lines;

use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{CyclotomicMultSubgroup, PrimeField};
pub use lines::Twist;

/// A pairing-friendly curve as the engine needs it.
pub trait PairingParams: 'static + Sized + Send + Sync {
    /// The base field of the first group.
    type Fp: PrimeField;
    /// The scalar field of both groups.
    type Fr: PrimeField;
    /// The first group.
    type G1: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
    /// The second group.
    type G2: SWCurveConfig<ScalarField = Self::Fr>;
    /// The field that holds the target group.
    type Target: CyclotomicMultSubgroup;

    /// The product of the Miller loops of all pairs, over the shorter slice; pairs with an identity count as one.
    fn multi_miller_loop(ps: &[Affine<Self::G1>], qs: &[Affine<Self::G2>]) -> Self::Target;

    /// The final exponentiation; `None` for zero.
    fn final_exponentiation(f: &Self::Target) -> Option<Self::Target>;
}

/// The bits of a little-endian integer below its top bit, highest first.
fn bits_below_top(x: &[u64]) -> impl Iterator<Item = bool> + '_ {
    (0..crate::recode::bits(x).saturating_sub(1))
        .rev()
        .map(|i| (x[i / 64] >> (i % 64)) & 1 == 1)
}
