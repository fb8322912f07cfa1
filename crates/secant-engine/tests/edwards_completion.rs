//! Twisted Edwards curves of every kind over a field so small that all points, and all pairs of them, can be
//! tried. The oracle is arkworks' short Weierstrass form of the same curve, whose points at infinity on the
//! Edwards form are points as any other.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_bls12_381::Fr;
use ark_ec::{
    AffineRepr, CurveConfig, CurveGroup,
    scalar_mul::double_and_add_affine,
    short_weierstrass::{self as sw, SWCurveConfig},
    twisted_edwards::{self as te, MontCurveConfig, TECurveConfig},
};
use ark_ff::{BigInt, Field, Fp64, MontBackend, MontConfig, PrimeField, UniformRand, Zero};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_engine::{ExceptionalAddition, Group};
use std::collections::HashMap;

#[derive(MontConfig)]
#[modulus = "61"]
#[generator = "2"]
struct FqConfig;
type Fq = Fp64<MontBackend<FqConfig, 1>>;

const fn fq(x: i64) -> Fq {
    Fq::new(BigInt([x.rem_euclid(61) as u64]))
}

/// `A x^2 + y^2 = 1 + D x^2 y^2` and, with `s = A + D` and `c = A - D`,
/// `y^2 = x^3 + (81 c^2 - 108 s^2) x + (432 s^3 - 486 s c^2)`.
#[derive(Clone, Copy)]
struct Toy<const A: i64, const D: i64>;

/// Scalars are plain integers here; a long field has room for all window widths.
impl<const A: i64, const D: i64> CurveConfig for Toy<A, D> {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = &[1];
    const COFACTOR_INV: Fr = Fr::ONE;
}

impl<const A: i64, const D: i64> TECurveConfig for Toy<A, D> {
    const COEFF_A: Fq = fq(A);
    const COEFF_D: Fq = fq(D);
    const GENERATOR: te::Affine<Self> = te::Affine::new_unchecked(fq(0), fq(1));
    type MontCurveConfig = Self;
}

/// Not used.
impl<const A: i64, const D: i64> MontCurveConfig for Toy<A, D> {
    const COEFF_A: Fq = fq(0);
    const COEFF_B: Fq = fq(0);
    type TECurveConfig = Self;
}

impl<const A: i64, const D: i64> SWCurveConfig for Toy<A, D> {
    const COEFF_A: Fq = fq(81 * (A - D) * (A - D) - 108 * (A + D) * (A + D));
    const COEFF_B: Fq = fq(432 * (A + D) * (A + D) * (A + D) - 486 * (A + D) * (A - D) * (A - D));
    const GENERATOR: sw::Affine<Self> = sw::Affine::identity();
    type ZeroFlag = bool;
}

type Edwards<const A: i64, const D: i64> = te::Projective<Toy<A, D>>;
type Point<const A: i64, const D: i64> = te::Affine<Toy<A, D>>;
type Truth<const A: i64, const D: i64> = sw::Projective<Toy<A, D>>;

fn to_weierstrass<const A: i64, const D: i64>(p: &Point<A, D>) -> sw::Affine<Toy<A, D>> {
    if p.is_zero() {
        return sw::Affine::identity();
    }
    let u = (fq(1) + p.y) / (fq(1) - p.y);
    // The point (0, -1) of order two is that with u = v = 0.
    let v = p.x.inverse().map_or(fq(0), |x| u * x);
    let q = sw::Affine::new_unchecked(fq(9 * (A - D)) * u + fq(6 * (A + D)), fq(54 * (A - D)) * v);
    assert!(q.is_on_curve());
    q
}

/// All affine points, and which they are on the other form.
struct Curve<const A: i64, const D: i64> {
    points: Vec<Point<A, D>>,
    edwards: HashMap<sw::Affine<Toy<A, D>>, Point<A, D>>,
}

impl<const A: i64, const D: i64> Curve<A, D> {
    fn new() -> Self {
        let all = (0..61).flat_map(|x| (0..61).map(move |y| te::Affine::new_unchecked(fq(x), fq(y))));
        let points: Vec<_> = all.filter(Point::<A, D>::is_on_curve).collect();
        let edwards: HashMap<_, _> = points.iter().map(|p| (to_weierstrass(p), *p)).collect();
        assert_eq!(edwards.len(), points.len());
        Self { points, edwards }
    }

    #[track_caller]
    fn check(&self, tested: Result<Edwards<A, D>, ExceptionalAddition>, truth: Truth<A, D>) {
        let expected = self.edwards.get(&truth.into_affine()).ok_or(ExceptionalAddition);
        assert_eq!(tested.map(|p| p.into_affine()).as_ref(), expected.as_ref().copied());
    }

    fn any(&self, rng: &mut StdRng) -> Point<A, D> {
        self.points[rng.gen_range(0..self.points.len())]
    }

    fn multiplications(&self, rng: &mut StdRng) {
        for p in &self.points {
            let q = to_weierstrass(p);
            let mut truth = Truth::zero();
            for k in 0..150u64 {
                self.check(Edwards::scalar_mul(p, &[k]), truth);
                truth += q;
            }
            for limbs in [1, 2, 3, 4, 5] {
                let scalar: Vec<u64> = (0..limbs).map(|_| rng.r#gen()).collect();
                let truth: Truth<A, D> = double_and_add_affine(&q, &scalar);
                self.check(Edwards::scalar_mul(p, &scalar), truth);
            }
        }
    }

    fn sums_of_pairs(&self) {
        for p in &self.points {
            for q in &self.points {
                for s in [1u8, 2, 3] {
                    self.check_sum(&[*p, *q], &[Fr::from(1u8), Fr::from(s)]);
                }
            }
        }
    }

    fn check_sum(&self, bases: &[Point<A, D>], scalars: &[Fr]) {
        let terms = bases.iter().zip(scalars);
        let truth: Truth<A, D> = terms
            .map(|(p, s)| double_and_add_affine(&to_weierstrass(p), s.into_bigint()))
            .sum();
        self.check(Edwards::multi_scalar_mul(bases, scalars), truth);
    }

    fn sums(&self, rng: &mut StdRng) {
        for n in (0..50).chain([100, 300]) {
            let bases: Vec<_> = (0..n).map(|_| self.any(rng)).collect();
            for bits in [3, 60, 120, 255] {
                let scalars: Vec<_> = (0..n)
                    .map(|_| Fr::from(Fr::rand(rng).into_bigint() >> (255 - bits)))
                    .collect();
                self.check_sum(&bases, &scalars);
            }
        }
    }
}

/// The whole suite for a curve with this many points, so many of which are at infinity.
fn check<const A: i64, const D: i64>(order: usize, at_infinity: usize) {
    let curve = Curve::<A, D>::new();
    assert_eq!(curve.points.len() + at_infinity, order);
    let mut rng = StdRng::seed_from_u64(1);
    curve.multiplications(&mut rng);
    curve.sums_of_pairs();
    curve.sums(&mut rng);
}

#[test]
fn a_square_d_not() {
    check::<1, 2>(72, 0);
}

/// The kind of Bandersnatch: two points at infinity, of order two.
#[test]
fn neither_is_a_square() {
    check::<2, 10>(60, 2);
}

/// Two points at infinity, of order four.
#[test]
fn d_square_a_not() {
    check::<2, 14>(72, 2);
}

#[test]
fn both_are_squares() {
    check::<1, 19>(72, 4);
}
