//! halo2curves.

use crate::exchange::{Arguments, shown, split};
use crate::run::{Column, Library};
use halo2curves::ff::{Field, PrimeField};
use halo2curves::ff_ext::quadratic::QuadExtField;
use halo2curves::group::Curve;
use halo2curves::msm::msm_best;
use halo2curves::pairing::MillerLoopResult;
use halo2curves::{CurveAffine, bls12381, bn256, pasta, secp256k1, secp256r1};

const READ: &str = "the arguments are points of the curve and scalars";

/// A coordinate of a point.
pub trait Coordinate {
    /// Reads it.
    fn read(bytes: &[u8]) -> Self;
}

fn prime<F: PrimeField>(bytes: &[u8]) -> F {
    let mut repr = F::Repr::default();
    repr.as_mut()
        .iter_mut()
        .zip(bytes.iter().rev())
        .for_each(|(r, b)| *r = *b);
    Option::from(F::from_repr(repr)).expect(READ)
}

macro_rules! prime_coordinates {
    ($($field:ty)*) => {$(
        impl Coordinate for $field {
            fn read(bytes: &[u8]) -> Self {
                prime(bytes)
            }
        }
    )*};
}

prime_coordinates!(bls12381::Fq bn256::Fq pasta::Fp secp256k1::Fp secp256r1::Fp);

impl<F: Field + Coordinate> Coordinate for QuadExtField<F> {
    fn read(bytes: &[u8]) -> Self {
        let [c0, c1] = split(bytes).map(F::read);
        Self::new(c0, c1)
    }
}

fn point<C: CurveAffine<Base: Coordinate>>(bytes: &[u8]) -> C {
    let [x, y] = split(bytes).map(C::Base::read);
    Option::from(C::from_xy(x, y)).expect(READ)
}

/// Random arguments have no result at infinity, so a point has coordinates.
fn encode<C: CurveAffine>(p: C::CurveExt) -> Vec<u8> {
    shown(&p.to_affine().coordinates().map(|c| (*c.x(), *c.y())))
}

macro_rules! pairing {
    ($name:ident, $curve:ident, $factor:expr) => {
        /// A product of pairings.
        pub fn $name(arguments: &Arguments) -> Column {
            let p: Vec<$curve::G1Affine> = arguments.points.iter().map(|p| point(p)).collect();
            let q: Vec<$curve::G2Affine> = arguments.g2.iter().map(|p| point(p)).collect();
            let compute = move || {
                let pairs: Vec<_> = p.iter().zip(&q).collect();
                $curve::multi_miller_loop(&pairs).final_exponentiation()
            };
            Column::new(Library::Halo2curves, compute, |f| shown(&(f * $factor)))
        }
    };
}

pairing!(bls12_381_pairing, bls12381, bls12381::Fr::ONE);
pairing!(bn254_pairing, bn256, bn254_factor());

/// arkworks' final exponentiation is that of Fuentes-Castaneda, Knapp and Rodriguez-Henriquez (Faster hashing to G2),
/// whose exponent has this factor beside the one of halo2curves.
fn bn254_factor() -> bn256::Fr {
    let [one, two, three, six] = [1, 2, 3, 6].map(bn256::Fr::from);
    let u = bn256::Fr::from(bn256::BN_X);
    two * u * (six * u * u + three * u + one)
}

/// A product of powers of pairings on bls12_381, one by one.
pub fn exponentiate(arguments: &Arguments) -> Column {
    let pairs = arguments.points.iter().zip(&arguments.g2);
    let elements: Vec<bls12381::Gt> = pairs
        .map(|(p, q)| bls12381::multi_miller_loop(&[(&point(p), &point(q))]).final_exponentiation())
        .collect();
    let scalars: Vec<bls12381::Fr> = arguments.scalars.iter().map(|s| prime(s)).collect();
    let compute = move || elements.iter().zip(&scalars).map(|(g, s)| g * s).sum::<bls12381::Gt>();
    Column::new(Library::Halo2curves, compute, |f| shown(&f))
}

/// A multi-scalar multiplication.
pub fn msm<C: CurveAffine<Base: Coordinate>>(arguments: &Arguments) -> Column {
    let points: Vec<C> = arguments.points.iter().map(|p| point(p)).collect();
    let scalars: Vec<C::ScalarExt> = arguments.scalars.iter().map(|s| prime(s)).collect();
    Column::new(Library::Halo2curves, move || msm_best(&scalars, &points), encode::<C>)
}

/// A multiplication of one point.
pub fn multiply<C: CurveAffine<Base: Coordinate>>(arguments: &Arguments) -> Column {
    let p: C = point(&arguments.points[0]);
    let s: C::ScalarExt = prime(&arguments.scalars[0]);
    Column::new(Library::Halo2curves, move || p * s, encode::<C>)
}
