//! Jacobian coordinates `(X / Z^2, Y / Z^3)` with formulas that may fail, but not silently. `Z = 0` is the identity or
//! a failed addition, and every further step keeps it.

use crate::{
    hash_to_curve::{
        element::{Eights, Element},
        straight_line::Fractions,
    },
    ring::Ring,
};

/// One point or several.
#[derive(Clone, Copy)]
pub struct Jacobian<E> {
    pub x: E,
    pub y: E,
    pub z: E,
}

impl<E: Element> From<Fractions<E>> for Jacobian<E> {
    #[inline(always)]
    fn from(p: Fractions<E>) -> Self {
        Self {
            x: p.x.mul(&p.d),
            y: p.y.mul(&p.d.square().mul(&p.d)),
            z: p.d,
        }
    }
}

impl<E: Element> Jacobian<E> {
    /// `self + q`. It is right where the x-coordinates differ and neither point is the identity; elsewhere `Z = 0`.
    ///
    /// Cohen, Miyaji, Ono, "Efficient elliptic curve exponentiation using mixed coordinates", section 2.
    #[inline(always)]
    pub fn add(&self, q: &Self) -> Self {
        let (z1z1, z2z2) = (self.z.square(), q.z.square());
        let (u1, u2) = (self.x.mul(&z2z2), q.x.mul(&z1z1));
        let s1 = self.y.mul(&q.z.mul(&z2z2));
        let s2 = q.y.mul(&self.z.mul(&z1z1));
        let (h, r) = (u2.sub(&u1), s2.sub(&s1));
        let hh = h.square();
        let hhh = h.mul(&hh);
        let v = u1.mul(&hh);
        let x = r.square().sub(&hhh).sub(&v).sub(&v);
        Self {
            x,
            y: r.mul(&v.sub(&x)).sub(&s1.mul(&hhh)),
            z: self.z.mul(&q.z).mul(&h),
        }
    }
}

impl<R: Ring> Jacobian<Eights<R, 1>> {
    /// `2 self` on a curve with `a = 0` over a field with headroom.
    ///
    /// With all coordinates below `18 p`, those of the result are below `18 p`, `2 p` and `2 p`.
    #[inline(always)]
    pub fn double(&self) -> Self {
        debug_assert!(!R::TIGHT);
        let ([x], [y], [z]) = (self.x.0, self.y.0, self.z.0);
        let yy = y.square(18);
        let xyy = R::dot(2, &[(&x, &yy)]);
        let slope = R::combine(2, [(3, &x.square(18))]);
        let x3 = R::combine(2, [(1, &slope.square(6)), (-8, &xyy)]);
        let rest = R::combine(18, [(4, &xyy), (-1, &x3)]);
        let minus = R::combine(2, [(-8, &yy)]);
        let y3 = R::dot(26, &[(&slope, &rest), (&yy, &minus)]);
        let z3 = R::dot(36, &[(&z, &R::combine(18, [(2, &y)]))]);
        Self {
            x: Eights([x3]),
            y: Eights([y3]),
            z: Eights([z3]),
        }
    }

    /// The point with all coordinates below `2 p`.
    #[inline(always)]
    pub fn reduced(&self) -> Self {
        Self {
            x: Eights([self.x.0[0].reduce()]),
            ..*self
        }
    }
}
