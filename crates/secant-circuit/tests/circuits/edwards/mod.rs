//! Twisted Edwards curves, compared with arkworks and the vectors of RFC 8032.

mod law;
mod multiples;
mod others;
mod soundness;
mod statements;

use crate::common::values::parts;
use ark_ec::{
    AffineRepr, CurveGroup,
    twisted_edwards::{Affine, TECurveConfig},
};
use ark_ff::{One, PrimeField, Zero};
use num_bigint::BigUint;
use rand::{RngCore, rngs::StdRng};
use secant_circuit::{
    Builder, Goal,
    curve::{
        Coordinates, Scalar,
        edwards::{Order, Parameters, Point, PrimeOrder, TwistedEdwards},
    },
};

type Jubjub = ark_ed_on_bls12_381::JubjubConfig;

type Bandersnatch = ark_ed_on_bls12_381_bandersnatch::BandersnatchConfig;

/// A curve of arkworks, whose results circuits must reproduce.
trait Oracle: TECurveConfig<BaseField: PrimeField> {
    const NAME: &'static str;

    fn parameters() -> Parameters;

    /// A point of each small order that divides the number of points, as far as it is affine.
    fn torsion() -> Vec<Affine<Self>>;
}

impl Oracle for Jubjub {
    const NAME: &'static str = "jubjub";

    fn parameters() -> Parameters {
        Parameters::jubjub()
    }

    fn torsion() -> Vec<Affine<Self>> {
        let candidates = (2u64..).map(point_of::<Self>);
        let mut points = candidates
            .flatten()
            .map(|p| p.mul_bigint(order::<Self>()).into_affine());
        let of_order_8 = points.find(|p| !multiple(p, 4).is_zero()).unwrap();
        (0..8).map(|k| multiple(&of_order_8, k)).collect()
    }
}

impl Oracle for Bandersnatch {
    const NAME: &'static str = "bandersnatch";

    fn parameters() -> Parameters {
        Parameters::bandersnatch()
    }

    fn torsion() -> Vec<Affine<Self>> {
        let minus_one = -Self::BaseField::one();
        vec![Affine::zero(), Affine::new_unchecked(Zero::zero(), minus_one)]
    }
}

fn order<C: Oracle>() -> <C::ScalarField as PrimeField>::BigInt {
    C::ScalarField::MODULUS
}

/// A point of any order with this second coordinate.
fn point_of<C: Oracle>(y: u64) -> Option<Affine<C>> {
    Affine::get_point_from_y_unchecked(y.into(), true)
}

fn multiple<C: Oracle>(p: &Affine<C>, k: u64) -> Affine<C> {
    p.mul_bigint([k]).into_affine()
}

fn times<C: Oracle>(p: &Affine<C>, k: &BigUint) -> Affine<C> {
    p.mul_bigint(k.to_u64_digits()).into_affine()
}

fn coordinates<C: Oracle>(p: &Affine<C>) -> Coordinates {
    (p.x.into_bigint().into(), p.y.into_bigint().into())
}

fn curve<C: Oracle>(b: &Builder) -> TwistedEdwards {
    TwistedEdwards::new(C::NAME, C::parameters(), b.shape()).unwrap()
}

fn in_subgroup<C: Oracle>(b: &mut Builder, curve: &TwistedEdwards, p: &Affine<C>) -> Point<PrimeOrder> {
    curve.witness_in_subgroup(b, &coordinates(p)).unwrap()
}

fn any<C: Oracle>(b: &mut Builder, curve: &TwistedEdwards, p: &Affine<C>) -> Point {
    curve.witness(b, &coordinates(p)).unwrap()
}

#[track_caller]
fn assert_is<C: Oracle, O: Order>(
    curve: &TwistedEdwards,
    point: &Point<O>,
    expected: impl CurveGroup<Affine = Affine<C>>,
) {
    assert_eq!(point.coordinates(curve), coordinates(&expected.into_affine()));
}

fn element(b: &mut Builder, curve: &TwistedEdwards, k: &BigUint) -> Scalar {
    Scalar::element(&curve.scalars().unwrap().witness(b, k))
}

fn random(rng: &mut StdRng) -> BigUint {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    BigUint::from_bytes_le(&bytes)
}

fn mock(b: Builder) {
    b.finish(&Goal::Rows(14)).unwrap().mock().unwrap();
}

/// Scalars at the ends of their range.
fn special(n: &BigUint) -> Vec<BigUint> {
    let small = [0u32, 1, 2, 7, 8].map(BigUint::from);
    small
        .into_iter()
        .chain([n - 1u32, n.clone(), n + 1u32, n * 2u32, n + 9u32])
        .collect()
}
