//! Many double multiplications on eight lanes, by the engine.

use crate::{
    Affine, Curve, Jacobian,
    curve::{Term, double_mul_one_by_one},
    named::{NamedCurve, NamedField},
};
use alloc::vec::Vec;
use ark_ec::{
    CurveConfig,
    short_weierstrass::{Affine as ArkAffine, Projective, SWCurveConfig},
};
use ark_ff::Field;
use core::marker::PhantomData;
use secant_curve::{Compiled, Hosted, parameters::SwParams};
use secant_engine::{FixedBase, Group, LaneGroup, curves::sw, mul_each_on_lanes};
use secant_field::{context::FieldContext, lanes::are_available};
use std::sync::OnceLock;

/// With fewer terms, each is computed by itself.
const FEWEST: usize = 8;

/// The number of terms for which the generator's table is built (at most 1.5 MiB for fields of four limbs).
const COUNT: usize = 16384;

/// The configuration of a curve with lanes, for arkworks and the engine.
pub struct Config<C>(PhantomData<fn() -> C>);

impl<C: NamedCurve> CurveConfig for Config<C> {
    type BaseField = C::BaseField;
    type ScalarField = C::ScalarField;
    const COFACTOR: &'static [u64] = &[1];
    const COFACTOR_INV: C::ScalarField = C::ScalarField::ONE;
}

impl<C: NamedCurve> SWCurveConfig for Config<C> {
    const COEFF_A: C::BaseField = C::A;
    const COEFF_B: C::BaseField = *C::B;
    const GENERATOR: ArkAffine<Self> = ArkAffine::new_unchecked(C::GENERATOR.0, C::GENERATOR.1);
    // (0, 0) is not on the curve since b is not zero.
    type ZeroFlag = ();
}

/// A curve on which the engine multiplies many points at once.
pub trait OnLanes: SWCurveConfig {
    /// The generator, prepared for many multiplications.
    type Prepared: Send + Sync;

    /// Prepares the generator.
    fn prepare() -> Self::Prepared;
    /// The multiples of the generator.
    fn mul_each_of_prepared(generator: &Self::Prepared, k: &[Self::ScalarField]) -> Option<Vec<Projective<Self>>>;
    /// The multiple of each point; `None` without lanes.
    fn mul_each(points: &[ArkAffine<Self>], k: &[Self::ScalarField]) -> Option<Vec<Projective<Self>>>;
}

impl<C: NamedCurve> OnLanes for Config<C>
where
    Projective<Self>: LaneGroup<Affine = ArkAffine<Self>, ScalarField = C::ScalarField> + Group,
{
    type Prepared = FixedBase<Projective<Self>>;

    fn prepare() -> Self::Prepared {
        FixedBase::new(&Self::GENERATOR, COUNT)
    }

    fn mul_each_of_prepared(generator: &Self::Prepared, k: &[C::ScalarField]) -> Option<Vec<Projective<Self>>> {
        generator.mul_each(k).ok()
    }

    fn mul_each(points: &[ArkAffine<Self>], k: &[C::ScalarField]) -> Option<Vec<Projective<Self>>> {
        mul_each_on_lanes(points, k)?.ok()
    }
}

/// The curves of `secant-curve` bring their functions, which may be compiled there.
impl<P: SwParams> OnLanes for Hosted<P>
where
    Projective<Self>: Compiled<Affine = ArkAffine<Self>, ScalarField = P::ScalarField>,
{
    type Prepared = FixedBase<Projective<Self>>;

    fn prepare() -> Self::Prepared {
        Compiled::prepare_base(&<Self as SWCurveConfig>::GENERATOR, COUNT)
    }

    fn mul_each_of_prepared(generator: &Self::Prepared, k: &[P::ScalarField]) -> Option<Vec<Projective<Self>>> {
        Compiled::mul_each_of_prepared(generator, k).ok()
    }

    fn mul_each(points: &[ArkAffine<Self>], k: &[P::ScalarField]) -> Option<Vec<Projective<Self>>> {
        Compiled::mul_each(points, k).ok()
    }
}

/// The generator of a curve, prepared for many multiplications when it is first used.
pub struct Generator<K: OnLanes>(OnceLock<K::Prepared>);

impl<K: OnLanes<BaseField: NamedField, ScalarField: NamedField>> Generator<K> {
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// `k G + l p` for each `(k, l, p)`.
    pub fn double_mul_each<C>(&self, terms: &[Term<C>]) -> Vec<Jacobian<C>>
    where
        C: NamedCurve<BaseField = K::BaseField, ScalarField = K::ScalarField>,
    {
        meter!("double multiplications", sw::Jacobian<C::BaseField>, terms.len());
        let sums = if terms.len() < FEWEST || !are_available() {
            None
        } else {
            self.sums::<C>(terms)
        };
        sums.map_or_else(
            || double_mul_one_by_one(&C::default(), terms),
            // Both are Jacobian, with Z = 0 for infinity.
            |sums| {
                sums.iter()
                    .map(|sum| Jacobian(sw::Jacobian::new(sum.x, sum.y, sum.z)))
                    .collect()
            },
        )
    }

    /// [`Self::double_mul_each`] on lanes.
    fn sums<C>(&self, terms: &[Term<C>]) -> Option<Vec<Projective<K>>>
    where
        C: NamedCurve<BaseField = K::BaseField, ScalarField = K::ScalarField>,
    {
        let points: Vec<_> = terms
            .iter()
            .map(|(.., p)| match p {
                Affine::Infinity => ArkAffine::identity(),
                Affine::Point { x, y } => ArkAffine::new_unchecked(*x, *y),
            })
            .collect();
        let (k, l): (Vec<_>, Vec<_>) = terms.iter().map(|(k, l, _)| (*k, *l)).unzip();
        let of_points = K::mul_each(&points, &l)?;
        let of_generator = K::mul_each_of_prepared(self.0.get_or_init(K::prepare), &k)?;
        Some(of_points.iter().zip(&of_generator).map(|(p, q)| *p + q).collect())
    }
}

/// [`Curve::double_mul_each`] computed on the isomorphic curve `to`.
pub fn through_isomorphism<C, D>(curve: &C, to: &D, terms: &[Term<C>]) -> Vec<Jacobian<C>>
where
    C: Curve,
    D: Curve<Field = C::Field, Scalars = C::Scalars>,
{
    let Some(map) = curve.isomorphism() else {
        return double_mul_one_by_one(curve, terms);
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
