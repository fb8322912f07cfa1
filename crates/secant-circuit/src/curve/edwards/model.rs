//! The Weierstrass form of a twisted Edwards curve, and arithmetic outside of circuits.
//!
//! With `u = (1 + y) / (1 - y)` the curve is `(4 / (a - d)) v^2 = u^3 + A u^2 + u` for `v = u / x` and
//! `A = 2 (a + d) / (a - d)` (Bernstein, Birkner, Joye, Lange and Peters, "Twisted Edwards curves", 2008, theorem 3.2).
//! Here the coordinates are `X = alpha u + beta` and `Y = alpha v` with `alpha = (a - d) / 4`, `beta = (a + d) / 6`, so
//! that `Y^2 = X^3 + a' X + b'`, and
//!
//! ```text
//! (X - beta) (1 - y) = alpha (1 + y),    Y x = X - beta
//! ```
//!
//! The only affine points without such coordinates are the identity `(0, 1)`, and `(0, -1)`, which has order two.

use super::{super::Coordinates, Parameters, TwistedEdwards};
use crate::foreign::Field;
use num_bigint::{BigInt, BigUint};
use secant_gfp as gfp;

/// The constants of the maps between the two forms.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub alpha: BigUint,
    pub beta: BigUint,
}

impl Model {
    /// `None` if the curve is singular, or the coefficients are not below the modulus.
    pub fn new(p: &Parameters, field: &Field) -> Option<Self> {
        if p.a >= p.modulus || p.d >= p.modulus || p.a == p.d || [&p.a, &p.d].contains(&&BigUint::ZERO) {
            return None;
        }
        let [a, d] = [&p.a, &p.d].map(|x| BigInt::from(x.clone()));
        Some(Self {
            alpha: field.divide(&(&a - &d), &4.into())?,
            beta: field.divide(&(a + d), &6.into())?,
        })
    }

    /// The parameters of the Weierstrass form; `None` if the generator has no coordinates there.
    pub fn weierstrass(
        &self,
        p: &Parameters,
        field: &Field,
        cofactor: &BigUint,
    ) -> Option<Result<super::super::Parameters, gfp::CurveError>> {
        let [alpha, beta] = [&self.alpha, &self.beta].map(|x| BigInt::from(x.clone()));
        // Y^2 = Z^3 + 3 beta Z^2 + alpha^2 Z for Z = X - beta.
        let square = &alpha * &alpha;
        let beta_squared = &beta * &beta;
        let a = field.reduce(&(&square - &beta_squared * 3));
        let b = field.reduce(&(&beta * (beta_squared * 2 - square)));
        let (x, y) = self.enter(field, &p.generator)?;
        let parameters = gfp::Parameters {
            p: &p.modulus.to_bytes_be(),
            a: &a.to_bytes_be(),
            b: &b.to_bytes_be(),
            x: &x.to_bytes_be(),
            y: &y.to_bytes_be(),
            n: &p.order.to_bytes_be(),
            h: &cofactor.to_bytes_be(),
        };
        Some(super::super::Parameters::validated(&parameters))
    }

    /// The Weierstrass coordinates of an affine point; `None` for points with `x = 0`.
    pub fn enter(&self, field: &Field, (x, y): &Coordinates) -> Option<Coordinates> {
        let [x, y] = [x, y].map(|c| BigInt::from(c.clone()));
        let above: BigInt = (&y + 1) * BigInt::from(self.alpha.clone());
        let difference = BigInt::from(field.divide(&above, &(1 - y))?);
        let second = field.divide(&difference, &x)?;
        Some((field.reduce(&(difference + BigInt::from(self.beta.clone()))), second))
    }

    /// The coordinates of a point given in Weierstrass form. `None` for points that are at infinity here, and for the
    /// point of order two.
    pub fn leave(&self, field: &Field, (x, y): &Coordinates) -> Option<Coordinates> {
        let difference = BigInt::from(x.clone()) - BigInt::from(self.beta.clone());
        let alpha = BigInt::from(self.alpha.clone());
        let second = field.divide(&(&difference - &alpha), &(&difference + alpha))?;
        Some((field.divide(&difference, &y.clone().into())?, second))
    }
}

impl TwistedEdwards {
    /// Whether these are coordinates, below the modulus, of a point of the curve.
    pub fn contains(&self, (x, y): &Coordinates) -> bool {
        let Parameters { modulus, a, d, .. } = &self.parameters;
        let (xx, yy) = (x * x % modulus, y * y % modulus);
        x < modulus && y < modulus && (a * &xx + &yy) % modulus == (d * xx * yy + 1u32) % modulus
    }

    /// `P + Q`; `None` where a denominator of the law is zero. It never is for points of the generator's order, or on a
    /// complete curve.
    pub fn sum_of(&self, p: &Coordinates, q: &Coordinates) -> Option<Coordinates> {
        let field = self.field();
        let [x1, y1, x2, y2] = [&p.0, &p.1, &q.0, &q.1].map(|c| BigInt::from(c.clone()));
        let [a, d] = [&self.parameters.a, &self.parameters.d].map(|c| BigInt::from(c.clone()));
        let e = BigInt::from(field.reduce(&(d * &x1 * &x2 * &y1 * &y2)));
        let x = field.divide(&(&x1 * &y2 + &y1 * &x2), &(1 + &e))?;
        let y = field.divide(&(y1 * y2 - a * x1 * x2), &(1 - e))?;
        Some((x, y))
    }

    /// `k P` for any point and any integer; `None` if an intermediate sum is ([`Self::sum_of`]).
    pub fn multiple(&self, k: &BigUint, p: &Coordinates) -> Option<Coordinates> {
        let mut sum = (BigUint::ZERO, 1u32.into());
        for i in (0..k.bits()).rev() {
            sum = self.sum_of(&sum, &sum)?;
            if k.bit(i) {
                sum = self.sum_of(&sum, p)?;
            }
        }
        Some(sum)
    }

    /// `k P` for a point of the generator's order or the identity, and an integer below that order.
    pub(super) fn multiple_in_subgroup(&self, k: &BigUint, p: &Coordinates) -> Option<Coordinates> {
        let identity = (BigUint::ZERO, 1u32.into());
        if *p == identity || *k == BigUint::ZERO {
            return Some(identity);
        }
        let p = self.model.enter(self.field(), p)?;
        let multiple = self.weierstrass.parameters.multiple_of(&p, k)?;
        self.model.leave(self.field(), &multiple)
    }

    /// Whether a point of the curve is a multiple of the generator.
    pub fn is_in_subgroup(&self, p: &Coordinates) -> bool {
        if !self.contains(p) {
            return false;
        }
        if *p == (BigUint::ZERO, 1u32.into()) {
            return true;
        }
        let p = self.model.enter(self.field(), p);
        p.is_some_and(|p| self.weierstrass.parameters.is_in_subgroup(&p))
    }

    /// `-P`.
    pub(super) fn opposite(&self, (x, y): &Coordinates) -> Coordinates {
        (self.field().reduce(&-BigInt::from(x.clone())), y.clone())
    }
}
