//! The algorithms of secant, each written once and generic over the curve.
//!
//! Everything here takes the arkworks curve traits, so it runs on secant's own curves and on any other
//! arkworks curve alike. Formulas of Weierstrass curves ([`curves::sw`]) also take fields that are values, for curves
//! whose parameters come at run time. Results are exact: multiplications and multi-scalar multiplications give the true
//! integer multiple for every point of the curve, inside the prime-order subgroup or not, and Miller loops
//! give the very element that arkworks gives.
//!
//! Each operation is a module. All of them build on points ([`curves`]), whose coordinates may be in lanes. The traits
//! [`Group`] and [`LaneGroup`] are there too: through them an operation takes the code of a group's model.
//!
//! | module | what |
//! |---|---|
//! | [`curves`] | points of both models of curves, single and eight at a time |
//! | [`scalars`] | multiplication of points: single, each of many, in the subgroup, fixed bases; membership |
//! | [`msm`] | multi-scalar multiplication |
//! | [`pairing`] | the BLS12, BN and BW6 families, and their target groups |
//! | [`hash_to_curve`] | the simplified SWU map of field elements to curves |
//! | [`ntt`] | number-theoretic transforms, evaluation domains |
//! | [`roots`] | square roots of many elements |
//! | [`recode`] | scalars as signed digits |
//! | [`batch`] | inversion and normalisation of many elements with one inversion |
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

/// Expands to nothing. See `secant_field`: its feature may be on for another crate.
#[cfg(not(feature = "meter"))]
macro_rules! meter {
    ($($of:tt)*) => {};
}

#[macro_use]
pub mod pairing;

pub mod batch;
pub mod curves;
pub mod hash_to_curve;
pub mod msm;
pub mod ntt;
pub mod roots;
pub mod scalars;

mod gt;
mod ring;
mod scratch;
mod threads;

pub use secant_field::recode;

pub use curves::{ExceptionalAddition, Group, LaneGroup};
pub use msm::{FixedBaseMsm, msm_of_width_on_lanes, msm_on_lanes};
pub use scalars::{
    Annihilator, EndomorphismRing, FixedBase, Halves, Signed, are_annihilated_on_lanes, mul_each_on_lanes,
};

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
    #[doc = include_str!("../../../docs/algorithms/ntt.md")]
    pub mod transforms {}
}
