//! The form of single elements in memory.

use super::{
    Token, Vector,
    loose::{columns, rows},
    radix52::MASK,
};

/// One element of `L` limbs of 52 bits in memory.
pub trait PackedLimbs<const L: usize>: Copy + Default + Send + Sync + 'static {
    /// How many bits it holds.
    const BITS: u32;
    /// The number of parts of [`Self::unpack_part`].
    const PARTS: usize;

    /// The limbs of eight elements.
    fn unpack<V: Vector>(token: V::Token, rows: [&Self; 8]) -> [V; L];
    /// Sets some limbs of eight elements, limb `j` to `f(j, limb)`. All parts, in order, set all limbs.
    fn unpack_part<V: Vector>(limbs: &mut [V; L], rows: [&Self; 8], part: usize, f: impl Fn(usize, V) -> V);
    /// Packs eight elements with carried limbs.
    fn pack<V: Vector>(limbs: [V; L]) -> [Self; 8];
}

/// Limbs as they are, in `W` cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Lines<const W: usize>([[u64; 8]; W]);

/// Words of 64 bits in half a cache line, so that both coordinates of a point lie in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub struct HalfLine([u64; 4]);

impl<const W: usize> Default for Lines<W> {
    fn default() -> Self {
        Self([[0; 8]; W])
    }
}

impl HalfLine {
    /// Words `2 part` and `2 part + 1`.
    #[inline(always)]
    fn two(&self, part: usize) -> &[u64; 2] {
        let (pairs, _) = self.0.as_chunks();
        &pairs[part]
    }
}

impl<const W: usize, const L: usize> PackedLimbs<L> for Lines<W> {
    const BITS: u32 = 52 * L as u32;
    const PARTS: usize = W;

    #[inline(always)]
    fn unpack<V: Vector>(token: V::Token, rows: [&Self; 8]) -> [V; L] {
        let mut limbs = [token.splat(0); L];
        for part in 0..W {
            Self::unpack_part(
                &mut limbs,
                rows,
                part,
                #[inline(always)]
                |_, limb| limb,
            );
        }
        limbs
    }

    #[inline(always)]
    fn unpack_part<V: Vector>(limbs: &mut [V; L], rows: [&Self; 8], part: usize, f: impl Fn(usize, V) -> V) {
        let token = limbs[0].token();
        let mut block = [token.splat(0); 8];
        for (lane, row) in block.iter_mut().zip(rows) {
            *lane = token.load(&row.0[part]);
        }
        for (i, limb) in V::transpose(block).into_iter().enumerate() {
            let j = 8 * part + i;
            // Padding follows the last limb.
            if j < L {
                limbs[j] = f(j, limb);
            }
        }
    }

    #[inline(always)]
    fn pack<V: Vector>(limbs: [V; L]) -> [Self; 8] {
        let zero = limbs[0].token().splat(0);
        let mut rows = [Self::default(); 8];
        for w in 0..W {
            let mut block = [zero; 8];
            for j in 0..8 {
                if 8 * w + j < L {
                    block[j] = limbs[8 * w + j];
                }
            }
            let block = V::transpose(block);
            for (row, lanes) in rows.iter_mut().zip(block) {
                row.0[w] = lanes.store();
            }
        }
        rows
    }
}

impl PackedLimbs<5> for HalfLine {
    const BITS: u32 = 256;
    const PARTS: usize = 2;

    #[inline(always)]
    fn unpack<V: Vector>(token: V::Token, rows: [&Self; 8]) -> [V; 5] {
        let [a, b, c, d, e, f, g, h] = rows;
        columns::<V, 4, 5>(token, [&a.0, &b.0, &c.0, &d.0, &e.0, &f.0, &g.0, &h.0])
    }

    #[inline(always)]
    fn unpack_part<V: Vector>(limbs: &mut [V; 5], rows: [&Self; 8], part: usize, f: impl Fn(usize, V) -> V) {
        let token = limbs[0].token();
        let mask = token.splat(MASK);
        let [a, b, c, d, e, g, h, i] = rows;
        let [low, high] = token.columns2([
            a.two(part),
            b.two(part),
            c.two(part),
            d.two(part),
            e.two(part),
            g.two(part),
            h.two(part),
            i.two(part),
        ]);
        if part == 0 {
            limbs[0] = f(0, low.and(mask));
            limbs[1] = f(1, low.shr::<52>().or(high.shl_by(12)).and(mask));
            // The rest of the limb is in the other words.
            limbs[2] = high.shr::<40>();
        } else {
            limbs[2] = f(2, limbs[2].or(low.shl_by(24)).and(mask));
            limbs[3] = f(3, low.shr::<28>().or(high.shl_by(36)).and(mask));
            limbs[4] = f(4, high.shr::<16>());
        }
    }

    #[inline(always)]
    fn pack<V: Vector>(limbs: [V; 5]) -> [Self; 8] {
        rows::<V, 4, 5>(limbs).map(Self)
    }
}
