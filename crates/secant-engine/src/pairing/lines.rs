//! The steps of a Miller loop on the twist, with the coefficients of their lines.
//!
//! Homogeneous projective coordinates; Costello, Lange, Naehrig (eprint 2009/615) and Aranha et al.
//! (eprint 2013/722), in the scaling of arkworks.

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

    /// Doubles; `b` is the coefficient of the twist and `half` the inverse of two (BLS12 and BN).
    #[inline]
    pub fn double_halved(&mut self, b: &F, half: &F::BasePrimeField) -> Line<F> {
        let a = (self.x * self.y).mul_by_base_prime_field(half);
        let yy = self.y.square();
        let zz = self.z.square();
        let e = *b * (zz.double() + zz);
        let f = e.double() + e;
        let g = (yy + f).mul_by_base_prime_field(half);
        let h = (self.y + self.z).square() - (yy + zz);
        let xx = self.x.square();
        let ee = e.square();
        self.x = a * (yy - f);
        self.y = g.square() - (ee.double() + ee);
        self.z = yy * h;
        Line {
            free: e - yy,
            cx: xx.double() + xx,
            cy: -h,
        }
    }

    /// Doubles without halving: all coordinates are four times those of [`Self::double_halved`] (BW6).
    #[inline]
    pub fn double(&mut self, b: &F) -> Line<F> {
        let a = self.x * self.y;
        let yy = self.y.square();
        let zz = self.z.square();
        let e = *b * (zz.double() + zz);
        let f = e.double() + e;
        let g = yy + f;
        let h = (self.y + self.z).square() - (yy + zz);
        let xx = self.x.square();
        let ee4 = e.double().square();
        self.x = a.double() * (yy - f);
        self.y = g.square() - (ee4.double() + ee4);
        self.z = yy.double().double() * h;
        Line {
            free: e - yy,
            cx: xx.double() + xx,
            cy: -h,
        }
    }

    /// Adds the affine point `(qx, qy)`.
    #[inline]
    pub fn add(&mut self, qx: &F, qy: &F) -> Line<F> {
        let theta = self.y - *qy * self.z;
        let lambda = self.x - *qx * self.z;
        let c = theta.square();
        let d = lambda.square();
        let e = lambda * d;
        let f = self.z * c;
        let g = self.x * d;
        let h = e + f - g.double();
        self.x = lambda * h;
        self.y = theta * (g - h) - e * self.y;
        self.z *= &e;
        Line {
            free: theta * qx - lambda * qy,
            cx: -theta,
            cy: lambda,
        }
    }
}
