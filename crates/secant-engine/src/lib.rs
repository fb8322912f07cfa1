//! The algorithms of secant, each written once and generic over the curve.
//!
//! Everything here takes the arkworks curve traits, so it runs on secant's own curves and on any other
//! arkworks curve alike. Results are exact: multiplications and multi-scalar multiplications give the true
//! integer multiple for every point of the curve, inside the prime-order subgroup or not, and Miller loops
//! give the very element that arkworks gives.
//!
//! | module | what |
//! |---|---|
//! | [`batch`] | inversion and normalisation of many elements with one inversion |
//! | [`ntt`] | number-theoretic transforms, evaluation domains |
//! | [`recode`] | scalars as signed digits |
//! | [`roots`] | square roots of many elements |
//! | [`sswu`] | the simplified SWU map of field elements to curves |
//! | [`sw`] | short Weierstrass curves: multiplication, MSM |
//! | [`te`] | twisted Edwards curves: multiplication, MSM |
//! | [`pairing`] | the BLS12, BN and BW6 families |
//!
//! All of it runs in variable time.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "meter")]
#[macro_use(meter)]
extern crate secant_field;
#[cfg(feature = "std")]
extern crate std;

/// Nothing: see `secant_field`, whose feature may be on for another crate.
#[cfg(not(feature = "meter"))]
macro_rules! meter {
    ($($of:tt)*) => {};
}

pub mod batch;
pub mod ntt;
pub mod pairing;
pub mod roots;
pub mod sswu;
pub mod sw;
pub mod te;

mod annihilator;
mod group;
mod kept;
mod lanes;
mod pippenger;
mod threads;

pub use secant_field::recode;

pub use annihilator::{Annihilator, EndomorphismRing, Halves, Signed};
pub use group::{ExceptionalAddition, Group};
pub use lanes::fixed::{FixedBase, FixedBaseMsm};
pub use lanes::group::{LaneGroup, are_annihilated_on_lanes, msm_of_width_on_lanes, msm_on_lanes, mul_each_on_lanes};

/// How the algorithms work, and why they are right.
#[cfg(doc)]
pub mod guide {
    #[doc = include_str!("../../../docs/algorithms/msm.md")]
    pub mod msm {}
    #[doc = include_str!("../../../docs/algorithms/multiplication.md")]
    pub mod multiplication {}
    #[doc = include_str!("../../../docs/algorithms/pairings.md")]
    pub mod pairings {}
    #[doc = include_str!("../../../docs/algorithms/gt-multiexp.md")]
    pub mod gt_multi_exponentiation {}
}
