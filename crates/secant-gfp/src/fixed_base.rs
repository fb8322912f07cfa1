//! Multiplication of one point by many scalars.

use crate::{Affine, Coordinates, Curve, ElementOf, Jacobian, ScalarOf};
use alloc::vec::Vec;
use secant_field::{context::FieldContext, modular::Modular, recode::window};

/// Affine coordinates; `None` for the point at infinity.
type Entry<C> = Option<(ElementOf<C>, ElementOf<C>)>;

/// A table of multiples of a point, such as a generator, with which a multiplication takes no doublings. For windows of
/// `w` bits it holds all `d 2^(w i) P`: `(2^w - 1) ceil(bits / w)` points in affine coordinates.
#[derive(Clone, Debug)]
pub struct FixedBase<C: Curve> {
    /// The windows in order, from the lowest.
    windows: Vec<Vec<Entry<C>>>,
    width: u32,
}

impl<C: Curve> FixedBase<C> {
    /// The table of a point. The width of windows is 1 to 8 bits; other values are clamped to this range.
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

/// Converts to affine coordinates with one inversion.
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
    // The product has only nonzero factors.
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
            Some((f.mul(&p.0.x, &square), f.mul(&p.0.y, &f.mul(&square, &z_inverse))))
        })
        .collect();
    entries.reverse();
    entries
}
