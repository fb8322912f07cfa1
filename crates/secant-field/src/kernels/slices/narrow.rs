//! Operations on digits by products of 32-bit limbs, for wasm32. A product, a 32-bit limb and a carry fit 64 bits.

use super::{Block, Digits};

/// The operations.
pub struct Narrow;

const MASK: u64 = u32::MAX as u64;

#[inline(always)]
fn split(a: &Block) -> [u64; 8] {
    core::array::from_fn(|i| a[i / 2] >> (32 * (i % 2)) & MASK)
}

#[inline(always)]
fn join(r: &[u64; 8]) -> Block {
    core::array::from_fn(|i| r[2 * i] | r[2 * i + 1] << 32)
}

impl Digits for Narrow {
    #[inline(always)]
    fn mac(t: &Block, w: &Block, a: &Block, b: &Block) -> (Block, Block) {
        let (mut r, w, a, b) = (split(t), split(w), split(a), split(b));
        let mut low = [0; 8];
        for i in 0..8 {
            let x = r[0] + a[0] * b[i] + w[i];
            low[i] = x & MASK;
            let mut carry = x >> 32;
            for j in 1..8 {
                let x = r[j] + a[j] * b[i] + carry;
                r[j - 1] = x & MASK;
                carry = x >> 32;
            }
            r[7] = carry;
        }
        (join(&low), join(&r))
    }

    #[inline(always)]
    fn cancel(t: &Block, m: &Block, inv: u64) -> (Block, Block) {
        let (mut r, m) = (split(t), split(m));
        let mut q = [0; 8];
        for digit in &mut q {
            let k = r[0].wrapping_mul(inv) & MASK;
            *digit = k;
            let mut carry = (r[0] + k * m[0]) >> 32;
            for j in 1..8 {
                let x = r[j] + k * m[j] + carry;
                r[j - 1] = x & MASK;
                carry = x >> 32;
            }
            r[7] = carry;
        }
        (join(&q), join(&r))
    }
}
