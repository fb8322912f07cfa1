//! Many double multiplications on eight lanes, by the engine.

use crate::{Affine, Curve, ElementOf, Jacobian, ScalarOf, double_mul};
use alloc::vec::Vec;
use ark_ec::short_weierstrass::{Affine as ArkAffine, Projective, SWCurveConfig};
use secant_engine::{FixedBase, Group, LaneGroup, curves::sw};
use secant_field::{context::FieldContext, lanes::LaneField};

/// With fewer terms, each is computed by itself.
const FEWEST: usize = 8;

/// The number of terms for which the generator's table is built (at most 1.5 MiB for fields of four limbs).
pub const COUNT: usize = 16384;

/// Multiplies each point of a curve by its scalar; `None` without lanes.
pub type MulEach<K> = fn(&[ArkAffine<K>], &[<K as ark_ec::CurveConfig>::ScalarField]) -> Option<Vec<Projective<K>>>;

/// `k G + l p` for each `(k, l, p)`, with an arkworks configuration of the same curve.
pub fn double_mul_each<C, K>(
    curve: &C,
    terms: &[(ScalarOf<C>, ScalarOf<C>, Affine<C>)],
    generator: impl FnOnce() -> &'static FixedBase<Projective<K>>,
    mul_each: MulEach<K>,
) -> Vec<Jacobian<C>>
where
    C: Curve<Scalars: FieldContext<Element: LaneField>>,
    K: SWCurveConfig<BaseField = ElementOf<C>, ScalarField = ScalarOf<C>>,
    Projective<K>: LaneGroup<Affine = ArkAffine<K>, ScalarField = ScalarOf<C>> + Group,
{
    meter!("double multiplications", sw::Jacobian<ElementOf<C>>, terms.len());
    let singles = || terms.iter().map(|(k, l, p)| double_mul(curve, k, l, p)).collect();
    if terms.len() < FEWEST || !has_lanes() {
        return singles();
    }
    let points: Vec<_> = terms
        .iter()
        .map(|(.., p)| match p {
            Affine::Infinity => ArkAffine::identity(),
            Affine::Point { x, y } => ArkAffine::new_unchecked(*x, *y),
        })
        .collect();
    let (k, l): (Vec<_>, Vec<_>) = terms.iter().map(|(k, l, _)| (*k, *l)).unzip();
    let (Some(of_points), Ok(of_generator)) = (mul_each(&points, &l), generator().mul_each(&k)) else {
        return singles();
    };
    // Both are Jacobian, with Z = 0 for infinity.
    let sums = of_points.iter().zip(&of_generator).map(|(p, q)| *p + q);
    sums.map(|sum| Jacobian(sw::Jacobian::new(sum.x, sum.y, sum.z)))
        .collect()
}

/// [`Curve::double_mul_each`] computed on the isomorphic curve `to`.
pub fn through_isomorphism<C, D>(curve: &C, to: &D, terms: &[(ScalarOf<C>, ScalarOf<C>, Affine<C>)]) -> Vec<Jacobian<C>>
where
    C: Curve,
    D: Curve<Field = C::Field, Scalars = C::Scalars>,
{
    let Some(map) = curve.isomorphism() else {
        return terms.iter().map(|(k, l, p)| double_mul(curve, k, l, p)).collect();
    };
    let f = curve.field();
    let mapped: Vec<_> = terms
        .iter()
        .map(|(k, l, p)| {
            let p = p.xy().map_or(Affine::Infinity, |(x, y)| Affine::Point {
                x: f.mul(x, &map.u2),
                y: f.mul(y, &map.u3),
            });
            (*k, *l, p)
        })
        .collect();
    // (X / (u Z)^2, Y / (u Z)^3) is the point on this curve.
    let sums = to.double_mul_each(&mapped).into_iter();
    sums.map(|Jacobian(sum)| {
        let z = f.mul(&sum.z, &map.u);
        Jacobian(sw::Jacobian { z, ..sum })
    })
    .collect()
}

/// Whether the CPU has lanes, or lanes are forced.
fn has_lanes() -> bool {
    secant_field::lanes::with_lanes(HasLanes).is_some()
}

struct HasLanes;

impl secant_field::lanes::WithLanes for HasLanes {
    type Output = ();

    fn run<T: secant_field::lanes::Token>(self, _: T) {}
}
