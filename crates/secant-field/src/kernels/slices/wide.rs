//! Operations on digits by products of 64-bit limbs.

use super::{Block, Digits};
use seq_macro::seq;

/// The operations.
pub struct Wide;

/// `r[i..i + 5] = r[i..i + 4] + a b + w` for limbs `b` and `w`, at most
/// `B - 1 + (B - 1) (2^64 - 1) + 2^64 - 1 < 2^64 B`.
///
/// The low halves and the high halves of the products are a carry chain each.
macro_rules! add_row {
    ($r:ident, $i:expr, $a:expr, $b:expr, $w:expr) => {
        let (lo0, hi0) = $a[0].carrying_mul($b, $w);
        seq!(J in 1..4 { let (lo~J, hi~J) = $a[J].carrying_mul($b, 0); });
        let carry = false;
        seq!(J in 0..4 { let (x, carry) = $r[$i + J].carrying_add(lo~J, carry); $r[$i + J] = x; });
        let above = carry as u64;
        let carry = false;
        seq!(J in 0..3 { let (x, carry) = $r[$i + J + 1].carrying_add(hi~J, carry); $r[$i + J + 1] = x; });
        $r[$i + 4] = above + hi3 + carry as u64;
    };
}

impl Digits for Wide {
    #[inline(always)]
    fn mac(t: &Block, w: &Block, a: &Block, b: &Block) -> (Block, Block) {
        let mut r = [t[0], t[1], t[2], t[3], 0, 0, 0, 0];
        seq!(I in 0..4 { add_row!(r, I, a, b[I], w[I]); });
        halves(&r)
    }

    #[inline(always)]
    fn cancel(t: &Block, m: &Block, inv: u64) -> (Block, Block) {
        let mut r = [t[0], t[1], t[2], t[3], 0, 0, 0, 0];
        let mut q = [0; 4];
        seq!(I in 0..4 {
            q[I] = r[I].wrapping_mul(inv);
            add_row!(r, I, m, q[I], 0);
        });
        (q, halves(&r).1)
    }
}

#[inline(always)]
fn halves(r: &[u64; 8]) -> (Block, Block) {
    ([r[0], r[1], r[2], r[3]], [r[4], r[5], r[6], r[7]])
}
