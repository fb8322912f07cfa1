//! Short Weierstrass curves `y^2 = x^3 + a x + b`.

mod affine;
mod degree_two;
mod endomorphism;
mod interleaved;
mod jacobian;
mod lanes;
mod membership;
mod msm;
mod mul;
mod subgroup;

pub use degree_two::{DegreeTwoEndomorphism, mul_with_degree_two};
pub use endomorphism::{Endomorphism, mul_with_endomorphism};
pub use lanes::{are_in_subgroup_on_lanes, mul_each_in_subgroup_on_lanes, mul_each_with_endomorphism_on_lanes};
pub use membership::{Map, Membership, is_in_subgroup};
pub use msm::msm;
pub use mul::mul;
pub use subgroup::{Lattice, Psi, Quarters, SubgroupMul, mul_in_subgroup};

use ark_ec::short_weierstrass::SWCurveConfig;
use core::marker::PhantomData;
use secant_field::known::{Constant, Same, Zero};

/// The coefficient `a` of a curve.
struct CoefficientA<C>(PhantomData<C>);

impl<C: SWCurveConfig> Constant<C::BaseField> for CoefficientA<C> {
    const VALUE: C::BaseField = C::COEFF_A;
}

/// Whether `a = 0`, for `if const { .. }`: formulas for other curves are then not compiled.
const fn has_zero_a<C: SWCurveConfig>() -> bool {
    Same::<CoefficientA<C>, Zero, C::BaseField>::IS
}
