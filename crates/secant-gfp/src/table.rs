//! Tables of odd multiples of points.

use crate::{
    ElementOf,
    coefficient::Coefficient,
    coordinates::jacobian::{JacobianXyz, add},
};
use secant_field::modular::Modular;

/// Affine points, none of them infinity.
pub type Entries<'a, C> = &'a [(ElementOf<C>, ElementOf<C>)];

/// The width of wNAF digits that tables of points other than the generator serve: odd digits below `2^(WIDTH - 1)`.
pub const WIDTH: u32 = 5;
/// The number of entries of such a table.
pub const LEN: usize = 1 << (WIDTH - 2);

/// `P, 3 P, 5 P, ...` in affine coordinates with one inversion, for a point `P = (x, y)`. `None` if one of them is at
/// infinity, which can happen if the order of the point is small.
pub fn odd_multiples<F: Modular, A: Coefficient<F>, const K: usize>(
    f: &F,
    a: &A,
    x: &F::Element,
    y: &F::Element,
) -> Option<[(F::Element, F::Element); K]> {
    meter!("odd multiples", JacobianXyz<F>, K);
    let first = [*x, *y, f.one()];
    let twice = a.double(f, &first);
    let mut points = [first; K];
    for i in 1..K {
        points[i] = add(f, a, &points[i - 1], &twice);
    }
    normalize(f, &points)
}

/// Converts to affine coordinates with one inversion; `None` if one of the points is infinity.
pub fn normalize<F: Modular, const K: usize>(
    f: &F,
    points: &[JacobianXyz<F>; K],
) -> Option<[(F::Element, F::Element); K]> {
    let mut products = [f.one(); K];
    for i in 1..K {
        products[i] = f.mul(&products[i - 1], &points[i - 1][2]);
    }
    let mut inverse = f.inverse(&f.mul(&products[K - 1], &points[K - 1][2]))?;
    let mut entries = [(f.zero(), f.zero()); K];
    for i in (0..K).rev() {
        let [x, y, z] = &points[i];
        let z_inverse = f.mul(&inverse, &products[i]);
        inverse = f.mul(&inverse, z);
        let square = f.square(&z_inverse);
        entries[i] = (f.mul(x, &square), f.mul(y, &f.mul(&square, &z_inverse)));
    }
    Some(entries)
}
