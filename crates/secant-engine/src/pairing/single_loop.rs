//! The steps of a Miller loop on single field elements.

use crate::pairing::{
    lazy::LazyRing,
    lines::{Homogeneous, Line, Twist},
    single::Single,
    target::{MillerLoop, Sextic},
};
use alloc::vec::Vec;
use ark_ff::Field;
use core::marker::PhantomData;

type Coefficient<F> = <F as Sextic>::Coefficient;
type Base<F> = <Coefficient<F> as Field>::BasePrimeField;

/// The state of a Miller loop over the target field `F`. With `K = 2` a doubling step halves
/// ([`Homogeneous::double_halved`]), with `K = 1` it does not.
pub struct ScalarLoop<F: Sextic<Coefficient: LazyRing>, const K: i64> {
    twist: Twist,
    b: Coefficient<F>,
    first: Vec<(Base<F>, Base<F>)>,
    points: Vec<Homogeneous<Coefficient<F>>>,
    field: PhantomData<F>,
}

impl<F: Sextic<Coefficient: LazyRing>, const K: i64> ScalarLoop<F, K> {
    /// Starts with pairs of affine points, the second on `y^2 = x^3 + b`.
    pub fn new(
        twist: Twist,
        b: &Coefficient<F>,
        pairs: impl Iterator<Item = ((Base<F>, Base<F>), (Coefficient<F>, Coefficient<F>))>,
    ) -> Self {
        let (first, points) = pairs.map(|(p, (x, y))| (p, Homogeneous::new(x, y))).unzip();
        Self {
            twist,
            b: *b,
            first,
            points,
            field: PhantomData,
        }
    }
}

impl<F: Sextic<Coefficient: LazyRing>, const K: i64> MillerLoop<Coefficient<F>> for ScalarLoop<F, K> {
    type Target = Single<F>;
    type Addends = Vec<(Coefficient<F>, Coefficient<F>)>;

    fn one(&self) -> Single<F> {
        Single::load(&F::ONE)
    }

    fn addends(&self, points: &[(Coefficient<F>, Coefficient<F>)]) -> Self::Addends {
        points.to_vec()
    }

    fn restart(&mut self, points: &[(Coefficient<F>, Coefficient<F>)]) {
        self.points = points.iter().map(|(x, y)| Homogeneous::new(*x, *y)).collect();
    }

    fn points(&self) -> Vec<Homogeneous<Coefficient<F>>> {
        self.points.clone()
    }

    fn double(&mut self, f: &mut Single<F>) {
        meter!("doubling step", F, self.points.len());
        for (p, r) in self.first.iter().zip(&mut self.points) {
            f.mul_by_line(&at(r.double_by::<K>(&self.b), p), self.twist);
        }
    }

    fn negate(&mut self) {
        for r in &mut self.points {
            r.y = -r.y;
        }
    }

    fn add(&mut self, f: &mut Single<F>, addends: &Self::Addends) {
        meter!("addition step", F, self.points.len());
        for ((p, r), (x, y)) in self.first.iter().zip(&mut self.points).zip(addends) {
            f.mul_by_line(&at(r.add(x, y), p), self.twist);
        }
    }
}

/// The line with its coefficients multiplied by the coordinates of the first argument.
#[inline]
pub(crate) fn at<C: LazyRing>(mut line: Line<C>, (x, y): &(C::BasePrimeField, C::BasePrimeField)) -> Line<C> {
    line.cx.scale(x);
    line.cy.scale(y);
    line
}
