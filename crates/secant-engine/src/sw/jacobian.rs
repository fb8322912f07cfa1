//! Jacobian coordinates `(X / Z^2, Y / Z^3)` on a curve with any `a`, told apart by type.
//!
//! Formulas: Explicit-Formulas Database, "Jacobian coordinates" (`dbl-2009-l`, `dbl-2007-bl`,
//! `madd-2007-bl`). They do not involve `b`, so they also hold on the isomorphic curves that
//! multiplication moves its table to.

use ark_ff::Field;

/// How to double: depends on the coefficient `a` alone.
pub trait CoeffA<F>: Copy {
    /// Doubles a point that is not the identity.
    fn double(&self, p: &Jacobian<F>) -> Jacobian<F>;
}

/// `a = 0`.
#[derive(Clone, Copy)]
pub struct ZeroA;

/// Any `a`.
#[derive(Clone, Copy)]
pub struct AnyA<F>(pub F);

/// A point; the identity has `z = 0`.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian<F> {
    pub x: F,
    pub y: F,
    pub z: F,
}

impl<F: Field> CoeffA<F> for ZeroA {
    #[inline]
    fn double(&self, p: &Jacobian<F>) -> Jacobian<F> {
        // dbl-2009-l
        let a = p.x.square();
        let b = p.y.square();
        let c = b.square();
        // D = 4 X B: one product against one square and three additions.
        let d = if F::extension_degree() == 1 {
            (p.x * b).double().double()
        } else {
            ((p.x + b).square() - a - c).double()
        };
        let e = a.double() + a;
        let x = e.square() - d.double();
        Jacobian {
            x,
            y: e * (d - x) - c.double().double().double(),
            z: (p.y * p.z).double(),
        }
    }
}

impl<F: Field> CoeffA<F> for AnyA<F> {
    #[inline]
    fn double(&self, p: &Jacobian<F>) -> Jacobian<F> {
        // dbl-2007-bl with Z3 = 2 Y Z
        let xx = p.x.square();
        let yy = p.y.square();
        let yyyy = yy.square();
        let zz = p.z.square();
        let s = (p.x * yy).double().double();
        let m = xx.double() + xx + self.0 * zz.square();
        let x = m.square() - s.double();
        Jacobian {
            x,
            y: m * (s - x) - yyyy.double().double().double(),
            z: (p.y * p.z).double(),
        }
    }
}

impl<F: Field> Jacobian<F> {
    pub const fn new(x: F, y: F, z: F) -> Self {
        Self { x, y, z }
    }

    pub fn identity() -> Self {
        Self::new(F::ONE, F::ONE, F::ZERO)
    }

    pub fn is_identity(&self) -> bool {
        self.z.is_zero()
    }

    /// Doubles any point.
    #[inline]
    pub fn double(&self, a: &impl CoeffA<F>) -> Self {
        // Z3 = 2 Y Z, so the identity and points of order two need no case of their own.
        a.double(self)
    }

    /// Adds the affine point `(x, y)`, which is not the identity.
    #[inline]
    pub fn add_affine(&self, x: &F, y: &F, a: &impl CoeffA<F>) -> Self {
        if self.is_identity() {
            return Self::new(*x, *y, F::ONE);
        }
        let (h, r) = self.differences(x, y);
        if h.is_zero() {
            return if r.is_zero() { self.double(a) } else { Self::identity() };
        }
        self.add_distinct(h, r).0
    }

    /// Adds `(x, y)` and gives the ratio of the new to the old `z`; `None` for equal or opposite points
    /// and for the identity.
    pub fn add_affine_with_ratio(&self, x: &F, y: &F) -> Option<(Self, F)> {
        let (h, r) = self.differences(x, y);
        (!self.is_identity() && !h.is_zero()).then(|| self.add_distinct(h, r))
    }

    /// `(x Z^2 - X, y Z^3 - Y)`.
    #[inline(always)]
    fn differences(&self, x: &F, y: &F) -> (F, F) {
        let zz = self.z.square();
        let u2 = *x * zz;
        let s2 = *y * self.z * zz;
        (u2 - self.x, s2 - self.y)
    }

    /// The addition proper, for `h != 0`: 8 products of which 3 squares; `Z3 = Z h`.
    #[inline(always)]
    fn add_distinct(&self, h: F, r: F) -> (Self, F) {
        let hh = h.square();
        let hhh = h * hh;
        let v = self.x * hh;
        let x = r.square() - hhh - v.double();
        let y = r * (v - x) - self.y * hhh;
        (Self::new(x, y, self.z * h), h)
    }
}
