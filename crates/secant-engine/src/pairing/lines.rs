//! The steps of a Miller loop on the twist, with the coefficients of their lines.
//!
//! Homogeneous projective coordinates; Costello, Lange, Naehrig (eprint 2009/615) and Aranha et al.
//! (eprint 2013/722), in the scaling of arkworks.

use crate::pairing::lazy::LazyRing;
use ark_ff::Field;

/// The kind of a sextic twist: `y^2 = x^3 + b xi` or `y^2 = x^3 + b / xi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// Multiplicative.
    M,
    /// Divisive.
    D,
}

/// A line: `cx` is to be multiplied by the `x` of the first argument, `cy` by its `y`.
#[derive(Clone, Copy, Debug)]
pub struct Line<F> {
    /// The coefficient without a factor.
    pub free: F,
    /// The coefficient of `x`.
    pub cx: F,
    /// The coefficient of `y`.
    pub cy: F,
}

/// A point of the twist in homogeneous projective coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Homogeneous<F> {
    /// `X`, with `x = X / Z`.
    pub x: F,
    /// `Y`, with `y = Y / Z`.
    pub y: F,
    /// `Z`.
    pub z: F,
}

impl<F: Field> Homogeneous<F> {
    /// From affine coordinates.
    pub fn new(x: F, y: F) -> Self {
        Self { x, y, z: F::ONE }
    }
}

#[inline(always)]
fn product<F: LazyRing>(a: &F, b: &F) -> F {
    let mut r = F::ZERO;
    LazyRing::product(&mut r, a, b);
    r
}

#[inline(always)]
fn square<F: LazyRing>(a: &F) -> F {
    let mut r = F::ZERO;
    F::squared(&mut r, a);
    r
}

/// `a b - c d`, with one reduction.
#[inline(always)]
fn difference<F: LazyRing>(a: &F, b: &F, c: &F, d: &F) -> F {
    let mut r = F::ZERO;
    let (mut x, mut y) = (F::Wide::default(), F::Wide::default());
    F::mul_wide(&mut x, a, b);
    F::mul_wide(&mut y, c, d);
    F::sub_wide(&mut x, &y);
    F::reduce(&mut r, &mut x);
    r
}

impl<F: LazyRing> Homogeneous<F> {
    /// [`Self::double_halved`] with `K = 2`, [`Self::double`] with `K = 1`.
    #[inline]
    pub fn double_by<const K: i64>(&mut self, b: &F) -> Line<F> {
        const { assert!(K == 1 || K == 2) };
        if K == 2 { self.double_halved(b) } else { self.double(b) }
    }

    /// Doubles; `b` is the coefficient of the twist (BLS12 and BN).
    #[inline]
    pub fn double_halved(&mut self, b: &F) -> Line<F> {
        meter!("double, with line", Self);
        let mut a = product(&self.x, &self.y);
        a.halve();
        let yy = square(&self.y);
        let zz = square(&self.z);
        let e = product(b, &(zz.double() + zz));
        let f = e.double() + e;
        let mut g = yy + f;
        g.halve();
        let h = square(&(self.y + self.z)) - yy - zz;
        let xx = square(&self.x);
        let ee = square(&e);
        self.x = product(&a, &(yy - f));
        self.y = square(&g) - (ee.double() + ee);
        self.z = product(&yy, &h);
        Line {
            free: e - yy,
            cx: xx.double() + xx,
            cy: -h,
        }
    }

    /// Doubles without halving. All coordinates are four times those of [`Self::double_halved`] (BW6).
    #[inline]
    pub fn double(&mut self, b: &F) -> Line<F> {
        meter!("double, with line", Self);
        let a = product(&self.x, &self.y);
        let yy = square(&self.y);
        let zz = square(&self.z);
        let e = product(b, &(zz.double() + zz));
        let f = e.double() + e;
        let g = yy + f;
        let h = square(&(self.y + self.z)) - yy - zz;
        let xx = square(&self.x);
        let ee4 = square(&e.double());
        self.x = product(&a.double(), &(yy - f));
        self.y = square(&g) - (ee4.double() + ee4);
        self.z = product(&yy.double().double(), &h);
        Line {
            free: e - yy,
            cx: xx.double() + xx,
            cy: -h,
        }
    }

    /// Adds the affine point `(qx, qy)`.
    #[inline]
    pub fn add(&mut self, qx: &F, qy: &F) -> Line<F> {
        meter!("add, with line", Self);
        let theta = self.y - product(qy, &self.z);
        let lambda = self.x - product(qx, &self.z);
        let c = square(&theta);
        let d = square(&lambda);
        let e = product(&lambda, &d);
        let f = product(&self.z, &c);
        let g = product(&self.x, &d);
        let h = e + f - g.double();
        self.x = product(&lambda, &h);
        self.y = difference(&theta, &(g - h), &e, &self.y);
        self.z = product(&self.z, &e);
        Line {
            free: difference(&theta, qx, &lambda, qy),
            cx: -theta,
            cy: lambda,
        }
    }
}
