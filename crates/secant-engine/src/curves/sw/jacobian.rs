//! Jacobian coordinates `(X / Z^2, Y / Z^3)` on a curve with any `a`. The kind of `a` is a type.
//!
//! Formulas: Explicit-Formulas Database, "Jacobian coordinates" (`dbl-2009-l`, `dbl-2007-bl`,
//! `madd-2007-bl`). They do not involve `b`, so they also hold on the isomorphic curves that
//! multiplication moves its table to.

use ark_ff::Field;

/// How to double, which depends on the coefficient `a` alone.
pub trait CoeffA<F>: Copy {
    /// Doubles a point that is not the identity.
    fn double(&self, p: &Jacobian<F>) -> Jacobian<F>;
}

/// Uses the method that is inlined: `Field::square` is one more call.
#[inline(always)]
pub(crate) fn square<F: Field>(mut x: F) -> F {
    x.square_in_place();
    x
}

/// `a = 0`.
#[derive(Clone, Copy)]
pub struct ZeroA;

/// `a = -3`.
#[derive(Clone, Copy)]
pub struct MinusThreeA;

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
    #[inline(always)]
    fn double(&self, p: &Jacobian<F>) -> Jacobian<F> {
        if const { size_of::<F>() > size_of::<F::BasePrimeField>() } {
            return double_by_squares(p);
        }
        // dbl-2009-l, with D = 4 X Y^2 and 8 Y^4 = 2 Y^2 4 Y^2 as products, which takes fewer additions.
        let y2 = p.y.double();
        let z = y2 * p.z;
        let b = p.y * y2;
        let c = b.double();
        let a = square(p.x);
        let d = p.x * c;
        let e = a.double() + a;
        let x = square(e) - d.double();
        Jacobian {
            x,
            y: e * (d - x) - b * c,
            z,
        }
    }
}

/// dbl-2009-l: for `a = 0` and extension fields, where a square costs two thirds of a product.
#[inline]
fn double_by_squares<F: Field>(p: &Jacobian<F>) -> Jacobian<F> {
    let a = square(p.x);
    let b = square(p.y);
    let c = square(b);
    let d = (square(p.x + b) - a - c).double();
    let e = a.double() + a;
    let x = square(e) - d.double();
    Jacobian {
        x,
        y: e * (d - x) - c.double().double().double(),
        z: (p.y * p.z).double(),
    }
}

impl<F: Field> CoeffA<F> for MinusThreeA {
    #[inline(always)]
    fn double(&self, p: &Jacobian<F>) -> Jacobian<F> {
        // As for a = 0, with 3 X^2 + a Z^4 = 3 (X - Z^2) (X + Z^2) of dbl-2001-b.
        let y2 = p.y.double();
        let z = y2 * p.z;
        let b = p.y * y2;
        let c = b.double();
        let zz = square(p.z);
        let a = (p.x - zz) * (p.x + zz);
        let d = p.x * c;
        let e = a.double() + a;
        let x = square(e) - d.double();
        Jacobian {
            x,
            y: e * (d - x) - b * c,
            z,
        }
    }
}

impl<F: Field> CoeffA<F> for AnyA<F> {
    #[inline]
    fn double(&self, p: &Jacobian<F>) -> Jacobian<F> {
        // dbl-2007-bl with Z3 = 2 Y Z
        let xx = square(p.x);
        let yy = square(p.y);
        let yyyy = square(yy);
        let zz = square(p.z);
        let s = (p.x * yy).double().double();
        let m = xx.double() + xx + self.0 * square(zz);
        let x = square(m) - s.double();
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
    #[inline(always)]
    pub fn double(&self, a: &impl CoeffA<F>) -> Self {
        meter!("double", Self);
        // Z3 = 2 Y Z, so the identity and points of order two need no case of their own.
        a.double(self)
    }

    /// Adds the affine point `(x, y)`, which is not the identity.
    #[inline(always)]
    pub fn add_affine(&self, x: &F, y: &F, a: &impl CoeffA<F>) -> Self {
        meter!("mixed add", Self);
        if self.is_identity() {
            return Self::new(*x, *y, F::ONE);
        }
        let (h, r) = self.differences(x, y);
        if h.is_zero() {
            return if r.is_zero() {
                self.double_exceptional(a)
            } else {
                Self::identity()
            };
        }
        self.add_distinct(h, r).0
    }

    /// [`Jacobian::double`] within an addition, where it hardly ever happens.
    #[cold]
    #[inline(never)]
    fn double_exceptional(&self, a: &impl CoeffA<F>) -> Self {
        a.double(self)
    }

    /// Adds `(x, y)` and gives the ratio of the new to the old `z`; `None` for equal or opposite points
    /// and for the identity.
    pub fn add_affine_with_ratio(&self, x: &F, y: &F) -> Option<(Self, F)> {
        meter!("mixed add", Self);
        let (h, r) = self.differences(x, y);
        (!self.is_identity() && !h.is_zero()).then(|| self.add_distinct(h, r))
    }

    /// `(x Z^2 - X, y Z^3 - Y)`.
    #[inline(always)]
    fn differences(&self, x: &F, y: &F) -> (F, F) {
        let zz = square(self.z);
        let u2 = *x * zz;
        let s2 = *y * self.z * zz;
        (u2 - self.x, s2 - self.y)
    }

    /// The addition itself, for `h != 0`: 8 products, 3 of them squares. `Z3 = Z h`.
    #[inline(always)]
    fn add_distinct(&self, h: F, r: F) -> (Self, F) {
        let hh = square(h);
        let hhh = h * hh;
        let v = self.x * hh;
        let x = square(r) - hhh - v.double();
        let y = r * (v - x) - self.y * hhh;
        (Self::new(x, y, self.z * h), h)
    }
}
