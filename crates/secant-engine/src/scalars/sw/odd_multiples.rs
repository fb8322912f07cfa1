//! Tables of odd multiples of a point, without an inversion.

use crate::curves::sw::{Coefficient, Jacobian};
use secant_field::context::FieldContext;

/// The odd multiples `P, 3 P, 5 P, ...`, in memory that the caller chooses.
#[derive(Clone, Copy, Debug)]
pub struct OddMultiples<E, S> {
    /// `(x, y)` is on the curve scaled by the `z` of `2 P`. In place of its `z`, a point has the ratio of that to the
    /// `z` of the point before.
    points: S,
    /// The `z` of the last point, on the curve itself.
    z: E,
}

impl<E: Copy + PartialEq, S: AsRef<[Jacobian<E>]> + AsMut<[Jacobian<E>]>> OddMultiples<E, S> {
    /// As many multiples of `(x, y)` as `memory` holds, at least one. `None` where the additions meet equal or opposite
    /// points: the order of the point is two, or odd and below twice their number.
    ///
    /// On the curve scaled by the `z` of `2 P`, the point `2 P` is affine. So every step is a mixed addition whose
    /// ratio of `z` is known. The ratios bring all multiples to the last one's `z`.
    pub fn new<F: FieldContext<Element = E>>(
        f: &F,
        a: &impl Coefficient<F>,
        x: &E,
        y: &E,
        mut memory: S,
    ) -> Option<Self> {
        let p = Jacobian::from_affine(f, x, y);
        let points = memory.as_mut();
        meter!("odd multiples", Jacobian<E>, points.len());
        let twice = p.double(f, a);
        if twice.is_identity(f) {
            return None;
        }
        let (first, others) = points.split_first_mut()?;
        *first = p;
        if others.is_empty() {
            return Some(Self { points: memory, z: p.z });
        }
        let zz = f.square(&twice.z);
        let mut last = Jacobian::from_affine(f, &f.mul(x, &zz), &f.mul(&f.mul(y, &zz), &twice.z));
        *first = last;
        for point in others {
            let (next, ratio) = last.add_affine_with_ratio(f, &twice.x, &twice.y)?;
            *point = Jacobian::new(next.x, next.y, ratio);
            last = next;
        }
        let z = f.mul(&twice.z, &last.z);
        Some(Self { points: memory, z })
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.points.as_ref().len()
    }

    /// The multiples are affine points of the curve scaled by this.
    pub fn z(&self) -> &E {
        &self.z
    }

    /// The multiples as affine points of the curve scaled by `scale` times [`Self::z`].
    pub fn scaled_by<F: FieldContext<Element = E>, T: AsMut<[(E, E)]>>(&self, f: &F, scale: &E, mut table: T) -> T {
        let points = self.points.as_ref();
        meter!("to a common z", Jacobian<E>, points.len());
        let (mut scale, one) = (*scale, f.one());
        for (i, (entry, p)) in table.as_mut().iter_mut().zip(points).enumerate().rev() {
            *entry = (p.x, p.y);
            if scale != one {
                let square = f.square(&scale);
                *entry = (f.mul(&p.x, &square), f.mul(&p.y, &f.mul(&square, &scale)));
            }
            if i > 0 {
                scale = f.mul(&scale, &p.z);
            }
        }
        table
    }
}
