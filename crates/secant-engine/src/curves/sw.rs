//! Short Weierstrass curves `y^2 = x^3 + a x + b`.

pub(crate) mod coefficient;
pub(crate) mod complete;
pub(crate) mod jacobian;
pub(crate) mod lane_group;
pub(crate) mod normalize;
pub(crate) mod projective;

pub use coefficient::{AnyA, Coefficient, KnownA, MinusThreeA, ZeroA, triple};
pub use complete::Xyz;
pub use jacobian::Jacobian;

use ark_ec::short_weierstrass::SWCurveConfig;
use core::marker::PhantomData;
use secant_field::known::{Constant, Same, Zero};

/// The coefficient `a` of a curve.
struct CoefficientA<C>(PhantomData<C>);

impl<C: SWCurveConfig> Constant<C::BaseField> for CoefficientA<C> {
    const VALUE: C::BaseField = C::COEFF_A;
}

/// Whether `a = 0`, for `if const { .. }`: formulas for other curves are then not compiled.
pub(crate) const fn has_zero_a<C: SWCurveConfig>() -> bool {
    Same::<CoefficientA<C>, Zero, C::BaseField>::IS
}
