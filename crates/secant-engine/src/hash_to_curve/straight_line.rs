//! The simplified SWU map as a straight-line program.

use crate::hash_to_curve::{SswuParams, element::Element, field::MapField};
use ark_ff::Field;

/// The constants of the map, each copied to as many elements as it takes.
pub struct Constants<E: Element> {
    a: E,
    b: E,
    z: E,
    one: E,
    root: <E::Field as MapField>::Prime,
}

/// Points of `E'` with coordinates `x / d` and `y`.
pub struct Fractions<E> {
    pub x: E,
    pub d: E,
    pub y: E,
}

impl<E: Element> Constants<E> {
    /// The constants of the curve `C`, for as many elements as `like` has.
    #[inline(always)]
    pub fn new<C: SswuParams<BaseField = E::Field>>(like: &E) -> Self {
        Self {
            a: like.constant(&C::A),
            b: like.constant(&C::B),
            z: like.constant(&C::Z),
            one: like.constant(&E::Field::ONE),
            root: C::ROOT,
        }
    }

    /// The map: RFC 9380, section F.2.
    #[inline(always)]
    pub fn map(&self, u: &E) -> Fractions<E> {
        let Self { a, b, z, one, .. } = self;
        let zu2 = z.mul(&u.square());
        let t = zu2.square().add(&zu2);
        let n = b.mul(&t.add(one));
        let minus_t = t.sub(&t).sub(&t);
        let d = a.mul(&minus_t.select(z, t.zeros()));
        // g(n / d) = (n^3 + A n d^2 + B d^3) / d^3.
        let d2 = d.square();
        let d3 = d2.mul(&d);
        let g = n.square().add(&a.mul(&d2));
        let g = E::dot(&[(&g, &n), (b, &d3)]);
        let (square, root) = E::Field::sqrt_ratio(&g, &d3, z, &self.root);
        let x = zu2.mul(&n).select(&n, square);
        let y = zu2.mul(u).mul(&root).select(&root, square);
        let minus_y = y.sub(&y).sub(&y);
        let y = y.select(&minus_y, u.signs() ^ y.signs());
        Fractions { x, d, y }
    }
}
