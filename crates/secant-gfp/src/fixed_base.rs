//! One point with many scalars.

use crate::{Affine, Coordinates, Curve, ElementOf, Jacobian, ScalarOf};
use alloc::vec::Vec;
use secant_field::{modular::Modular, recode::window};

/// Affine coordinates; the point at infinity has none.
type Entry<C> = Option<(ElementOf<C>, ElementOf<C>)>;

/// Multiples of a point, as of a generator, so that a multiplication takes no doublings: for windows of `w` bits all
/// `d 2^(w i) P`, `(2^w - 1) ceil(bits / w)` points in affine coordinates.
#[derive(Clone, Debug)]
pub struct FixedBase<C: Curve> {
    /// Windows one after the other; points at infinity have no coordinates.
    windows: Vec<Vec<Entry<C>>>,
    width: u32,
}

impl<C: Curve> FixedBase<C> {
    /// The table of a point, with windows of 1 to 8 bits (others are taken as the next of these).
    pub fn new(curve: &C, point: &Affine<C>, width: u32) -> Self {
        let width = width.clamp(1, 8);
        let mut base = Jacobian::from_affine(point, curve);
        let windows = (0..curve.scalars().bits().div_ceil(width as usize))
            .map(|_| {
                let mut multiple = Jacobian::identity(curve);
                let mut multiples = Vec::with_capacity((1 << width) - 1);
                for _ in 1..1 << width {
                    multiple = multiple.add(&base, curve);
                    multiples.push(multiple);
                }
                base = multiple.add(&base, curve);
                normalize(curve, &multiples)
            })
            .collect();
        Self { windows, width }
    }

    /// `k P`.
    pub fn mul(&self, curve: &C, k: &ScalarOf<C>) -> Jacobian<C> {
        let limbs = curve.scalars().to_limbs(k);
        let mut sum = Jacobian::identity(curve);
        for (i, entries) in self.windows.iter().enumerate() {
            let digit = window(limbs.as_ref(), i * self.width as usize, self.width) as usize;
            if let Some((x, y)) = digit.checked_sub(1).and_then(|entry| entries[entry]) {
                sum = sum.add_affine(&x, &y, curve);
            }
        }
        sum
    }
}

/// Affine coordinates with one inversion.
fn normalize<C: Curve>(curve: &C, points: &[Jacobian<C>]) -> Vec<Entry<C>> {
    let f = curve.field();
    let mut product = f.one();
    let products: Vec<_> = points
        .iter()
        .map(|p| {
            let before = product;
            if !p.is_identity(curve) {
                product = f.mul(&product, p.z());
            }
            before
        })
        .collect();
    // A product of what is not zero.
    let mut inverse = f.inverse(&product).unwrap_or(f.one());
    let mut entries: Vec<_> = points
        .iter()
        .zip(&products)
        .rev()
        .map(|(p, before)| {
            if p.is_identity(curve) {
                return None;
            }
            let z_inverse = f.mul(&inverse, before);
            inverse = f.mul(&inverse, p.z());
            let square = f.square(&z_inverse);
            Some((f.mul(&p.0[0], &square), f.mul(&p.0[1], &f.mul(&square, &z_inverse))))
        })
        .collect();
    entries.reverse();
    entries
}
