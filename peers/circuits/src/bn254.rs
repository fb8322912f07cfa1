//! Points of BN254: as integers, which is how a statement has them, and as halo2-ecc takes them.

use crate::statement::{element, integer};
use halo2_axiom::halo2curves::{
    CurveAffine, CurveAffineExt,
    bn256::{Fq2, Fr, G1Affine, G2Affine},
    ff::Field,
    group::{Group, prime::PrimeCurveAffine},
};
use num_bigint::BigUint;
use rand::RngCore;

/// The coordinates of a point of G1.
pub type G1 = (BigUint, BigUint);

/// The coordinates of a point of G2; each is `c0 + c1 u` with `u^2 = -1`.
pub type G2 = ((BigUint, BigUint), (BigUint, BigUint));

/// The coordinates of a point that is not the identity.
pub trait Point: Clone {
    /// The point.
    type Affine: CurveAffineExt;

    /// What a report calls the group.
    const GROUP: &str;

    /// Those of a point.
    fn of(point: Self::Affine) -> Self;

    /// Their point.
    fn affine(&self) -> Self::Affine;

    /// Those of some points that nobody chose.
    fn random(size: usize, mut rng: impl RngCore) -> Vec<Self> {
        let curve = |_| <Self::Affine as PrimeCurveAffine>::Curve::random(&mut rng);
        (0..size).map(curve).map(|point| Self::of(point.into())).collect()
    }
}

impl Point for G1 {
    type Affine = G1Affine;
    const GROUP: &str = "G1";

    fn of(point: G1Affine) -> Self {
        (integer(&point.x), integer(&point.y))
    }

    fn affine(&self) -> G1Affine {
        Option::from(G1Affine::from_xy(element(&self.0), element(&self.1))).expect("a point of the curve")
    }
}

impl Point for G2 {
    type Affine = G2Affine;
    const GROUP: &str = "G2";

    fn of(point: G2Affine) -> Self {
        let coordinate = |x: Fq2| (integer(&x.c0), integer(&x.c1));
        (coordinate(point.x), coordinate(point.y))
    }

    fn affine(&self) -> G2Affine {
        let coordinate = |(c0, c1): &(BigUint, BigUint)| Fq2 {
            c0: element(c0),
            c1: element(c1),
        };
        Option::from(G2Affine::from_xy(coordinate(&self.0), coordinate(&self.1))).expect("a point of the curve")
    }
}

/// Points of G1 with scalars, and the sum of their multiples.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The points.
    pub points: Vec<G1>,
    /// As many scalars, below the order.
    pub scalars: Vec<BigUint>,
    /// The sum of the points' multiples.
    pub sum: G1,
}

impl Terms {
    /// Some that nobody chose.
    pub fn random(size: usize, mut rng: impl RngCore) -> Self {
        let points = G1::random(size, &mut rng);
        let scalars: Vec<_> = (0..size).map(|_| Fr::random(&mut rng)).collect();
        let sum: halo2_axiom::halo2curves::bn256::G1 = points.iter().zip(&scalars).map(|(p, s)| p.affine() * s).sum();
        Self {
            points,
            scalars: scalars.iter().map(integer).collect(),
            sum: G1::of(sum.into()),
        }
    }

    /// Points with their scalars.
    pub fn pairs(&self) -> Vec<(G1, BigUint)> {
        self.points.iter().cloned().zip(self.scalars.iter().cloned()).collect()
    }
}
