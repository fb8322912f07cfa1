//! The interface of a curve model that algorithms over eight points use.

use crate::{
    ring::{Ring, RingField},
    threads,
};
use alloc::vec::Vec;
use ark_ec::CurveConfig;
use secant_field::lanes::Token;

/// Elements of the base field of the curve `C` on the lanes of `T`.
pub type RingOf<C, T> = <<C as CurveConfig>::BaseField as RingField>::Ring<T>;
/// One such element, packed for memory.
pub type PackedOf<C> = <<C as CurveConfig>::BaseField as RingField>::Packed;

/// Points of a curve in lanes. Methods that compute are functions of their own, compiled for the CPU's instructions.
///
/// Additions may fail for points outside the prime-order subgroup. A failed addition gives a value that every further
/// addition keeps, and that [`Self::store`] detects.
pub trait LaneCurve: Copy + Send + Sync {
    /// The back end.
    type Token: Token;
    /// A single affine point.
    type Affine: Copy + Sync;
    /// Eight points.
    type Points: Copy;
    /// Eight points that are cheap to add: affine ones.
    type Addends: Copy;
    /// One point in memory.
    type Packed: Copy + Default + Send + Sync;
    /// One affine point in memory.
    type PackedAffine: Copy + Default + Send + Sync;
    /// A single point.
    type Sum: Sum;

    /// The back end's token.
    fn token(&self) -> Self::Token;
    /// Packs affine points for memory.
    fn pack_affine(&self, points: [&Self::Affine; 8]) -> [Self::PackedAffine; 8];
    /// Eight identities.
    fn identity(&self) -> Self::Points;
    /// `p + q`.
    fn add(&self, p: &Self::Points, q: &Self::Points) -> Self::Points;
    /// `p + q` in the lanes of `mask`, `p` in the others.
    fn add_some(&self, p: &Self::Points, q: &Self::Points, mask: u8) -> Self::Points;
    /// `p + q` in the lanes of `mask`, `p` in the others.
    fn add_affine_some(&self, p: &Self::Points, q: &Self::Addends, mask: u8) -> Self::Points;
    /// `-p`.
    fn negate(&self, p: &Self::Points) -> Self::Points;
    /// The lanes that hold the identity, and the lanes where an addition failed, as bits.
    fn identities(&self, p: &Self::Points) -> (u8, u8);
    /// Eight affine points; an identity that has no affine coordinates gives an unspecified point.
    fn load(&self, points: [&Self::Affine; 8]) -> Self::Addends;
    /// `2 p`.
    fn double(&self, p: &Self::Points) -> Self::Points;
    /// Affine points as `Points`.
    fn lift(&self, p: &Self::Addends) -> Self::Points;
    /// Eight affine points from memory, negated in the lanes of `negative`.
    fn unpack_affine(&self, rows: [&Self::PackedAffine; 8], negative: u8) -> Self::Addends;
    /// Eight points from memory, negated in the lanes of `negative`.
    fn unpack(&self, rows: [&Self::Packed; 8], negative: u8) -> Self::Points;
    /// Packs points for memory.
    fn pack(&self, p: &Self::Points) -> [Self::Packed; 8];
    /// The single points; `None` if an addition failed.
    fn store(&self, p: &Self::Points) -> Option<[Self::Sum; 8]>;
}

/// A single point that can be added up.
pub trait Sum: Copy + Send + Sync {
    /// The identity.
    fn identity() -> Self;
    /// `2 self`.
    #[must_use]
    fn doubled(&self) -> Self;
    /// `self + b`.
    #[must_use]
    fn plus(&self, b: &Self) -> Self;

    /// `sum 2^(b_0 + ... + b_(i - 1)) p_i` of pairs `p_i, b_i`.
    fn horner(parts: impl DoubleEndedIterator<Item = (Self, usize)>) -> Self {
        let mut parts = parts.rev();
        let Some((mut acc, _)) = parts.next() else {
            return Self::identity();
        };
        for (part, bits) in parts {
            for _ in 0..bits {
                acc = acc.doubled();
            }
            acc = acc.plus(&part);
        }
        acc
    }
}

/// Packs points as lanes read them, padded to a multiple of eight.
pub fn pack_all<C: LaneCurve>(curve: &C, points: &[C::Affine]) -> Vec<C::PackedAffine> {
    pack_and_find(curve, points, |_| false).0
}

/// [`pack_all`], and the indices of the points for which `which` holds, in order. On one thread this is one pass over
/// the points.
pub fn pack_and_find<C: LaneCurve>(
    curve: &C,
    points: &[C::Affine],
    which: impl Fn(&C::Affine) -> bool + Sync,
) -> (Vec<C::PackedAffine>, Vec<usize>) {
    // Chunks that are worth a task of their own.
    const CHUNK: usize = 1024;
    let pack = |eight: &[C::Affine]| {
        let at = |i: usize| eight.get(i).unwrap_or(&eight[0]);
        curve.pack_affine(core::array::from_fn(at))
    };
    let mut noted = Vec::new();
    if threads::count() < 2 {
        // This writes memory only once.
        let packed = points.chunks(8).enumerate().map(|(i, eight)| {
            noted.extend((0..eight.len()).filter(|l| which(&eight[*l])).map(|l| 8 * i + l));
            pack(eight)
        });
        let packed: Vec<_> = packed.collect();
        return (packed.into_flattened(), noted);
    }
    let mut packed = alloc::vec![C::PackedAffine::default(); points.len().next_multiple_of(8)];
    let chunk = |i: usize| &points[CHUNK * i..points.len().min(CHUNK * (i + 1))];
    threads::for_each_chunk(&mut packed, CHUNK, |i, packed| {
        for (eight, packed) in chunk(i).chunks(8).zip(packed.chunks_mut(8)) {
            packed.copy_from_slice(&pack(eight));
        }
    });
    for of_chunk in threads::map(points.len().div_ceil(CHUNK), |i| {
        let points = chunk(i).iter().enumerate().filter(|(_, point)| which(point));
        points.map(|(l, _)| CHUNK * i + l).collect::<Vec<_>>()
    }) {
        noted.extend(of_chunk);
    }
    (packed, noted)
}

/// A test whether an index is not in a sorted list of indices: those of identities, of which there are few or none.
pub fn is_absent_from(indices: &[usize]) -> impl Fn(usize) -> bool + Sync {
    move |i| indices.is_empty() || indices.binary_search(&i).is_err()
}

/// One field of eight rows, to be unpacked: `rows!(all, x)`.
macro_rules! rows {
    ($rows:ident, $field:ident) => {{
        let [a, b, c, d, e, f, g, h] = $rows;
        [
            &a.$field, &b.$field, &c.$field, &d.$field, &e.$field, &f.$field, &g.$field, &h.$field,
        ]
    }};
}
pub(crate) use rows;

/// `y`, negated in the lanes of `mask`.
#[inline(always)]
pub fn negate_some<R: Ring>(y: &R, mask: u8) -> R {
    y.blend(&R::combine(2, [(-1, y)]), mask)
}
