//! Montgomery products of integers whose length is known only at run time.
//!
//! Integers are slices of blocks of four limbs. Loops count blocks, and products of blocks are straight-line code. A
//! loop over limbs would keep the carry flag in memory, and its exits would be mispredicted. A square modulo 2048 bits
//! takes 760 ns with blocks, 1090 with pairs of rows of limbs, and 1260 with columns.
//!
//! A block is a digit in base `B = 2^256`, and the algorithms are the usual ones on digits. The product of two blocks
//! depends on the target: `wide` uses products of 64-bit limbs, `narrow` of 32-bit limbs. Tests have both.

#[cfg(any(test, target_arch = "wasm32"))]
mod narrow;
#[cfg(any(test, not(target_arch = "wasm32")))]
mod wide;

#[cfg(any(test, target_arch = "wasm32"))]
use narrow::Narrow;
#[cfg(any(test, not(target_arch = "wasm32")))]
use wide::Wide;

/// Four limbs, a digit in base `B = 2^256`.
pub type Block = [u64; 4];

/// The two operations on digits that all others are made of.
trait Digits {
    /// `a b + t + w` as low and high digit; it is at most `(B - 1)^2 + 2 (B - 1) = B^2 - 1`.
    fn mac(t: &Block, w: &Block, a: &Block, b: &Block) -> (Block, Block);

    /// `q` with `q m = -t mod B`, and `(t + q m) / B`, for `inv = -m^-1 mod 2^64`.
    fn cancel(t: &Block, m: &Block, inv: u64) -> (Block, Block);
}

/// `t += a b + carry` for one digit `b`. Uses as many digits of `t` as `a` has, and returns the digit above them.
#[inline(always)]
fn add_digit<D: Digits>(t: &mut [Block], a: &[Block], b: &Block, carry: Block) -> Block {
    let mut carry = carry;
    for (t, a) in t.iter_mut().zip(a) {
        (*t, carry) = D::mac(t, &carry, a, b);
    }
    carry
}

/// `t = a b`, in twice the digits.
#[inline(always)]
fn product<D: Digits>(t: &mut [Block], a: &[Block], b: &[Block]) {
    t.fill([0; 4]);
    for (i, digit) in b.iter().enumerate() {
        t[i + a.len()] = add_digit::<D>(&mut t[i..], a, digit, [0; 4]);
    }
}

/// `t = a^2`, in twice the digits. Products of different digits are computed once and doubled, and squares of digits
/// are added.
#[inline(always)]
fn product_of_equals<D: Digits>(t: &mut [Block], a: &[Block]) {
    t.fill([0; 4]);
    for (i, digit) in a.iter().enumerate() {
        t[i + a.len()] = add_digit::<D>(&mut t[2 * i + 1..], &a[i + 1..], digit, [0; 4]);
    }
    let (mut carry, mut shifted_out) = (false, 0);
    for (t, a) in t.as_chunks_mut::<2>().0.iter_mut().zip(a) {
        let (low, high) = D::mac(&[0; 4], &[0; 4], a, a);
        for (t, s) in t.as_flattened_mut().iter_mut().zip(low.into_iter().chain(high)) {
            let doubled = *t << 1 | shifted_out;
            shifted_out = *t >> 63;
            (*t, carry) = doubled.carrying_add(s, carry);
        }
    }
}

/// `out = t R^-1 mod m` for `t < m R`; `t` is overwritten.
#[inline(always)]
fn reduce_digits<D: Digits>(out: &mut [Block], t: &mut [Block], m: &[Block], inv: u64) {
    let n = m.len();
    let mut over = false;
    for i in 0..n {
        let t = &mut t[i..=i + n];
        let (q, carry) = D::cancel(&t[0], &m[0], inv);
        let carry = add_digit::<D>(&mut t[1..n], &m[1..], &q, carry);
        for (t, carry) in t[n].iter_mut().zip(carry) {
            (*t, over) = t.carrying_add(carry, over);
        }
    }
    // (t + q m) / R < (m R + R m) / R = 2 m.
    out.copy_from_slice(&t[n..2 * n]);
    subtract_modulus(out, m, over);
}

/// `a -= m` if `a`, with a further bit `over` above it, is not below `m`.
pub fn subtract_modulus(a: &mut [Block], m: &[Block], over: bool) {
    if over || !less(a, m) {
        sub_assign(a, m);
    }
}

/// Whether `a < b`, for slices of the same length.
pub fn less(a: &[Block], b: &[Block]) -> bool {
    a.as_flattened().iter().rev().lt(b.as_flattened().iter().rev())
}

/// `a += b`, and the carry.
pub fn add_assign(a: &mut [Block], b: &[Block]) -> bool {
    let mut carry = false;
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        (*a, carry) = a.carrying_add(*b, carry);
    }
    carry
}

/// `a -= b`, and the borrow.
pub fn sub_assign(a: &mut [Block], b: &[Block]) -> bool {
    let mut borrow = false;
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        (*a, borrow) = a.borrowing_sub(*b, borrow);
    }
    borrow
}

/// The operations on digits of the target.
#[cfg(target_arch = "wasm32")]
type Best = Narrow;
#[cfg(not(target_arch = "wasm32"))]
type Best = Wide;

/// `out = a b R^-1 mod m` for `a, b < m`, `inv = -m^-1 mod 2^64` and `R = 2^(256 n)` for the `n` blocks of `m`.
///
/// All slices have the length of `m`, except `t`, which is scratch memory of twice that length.
pub fn mul(out: &mut [Block], a: &[Block], b: &[Block], m: &[Block], inv: u64, t: &mut [Block]) {
    mul_by::<Best>(out, a, b, m, inv, t);
}

/// `out = a^2 R^-1 mod m`, as [`mul`].
pub fn square(out: &mut [Block], a: &[Block], m: &[Block], inv: u64, t: &mut [Block]) {
    square_by::<Best>(out, a, m, inv, t);
}

/// `out = a R^-1 mod m`, as [`mul`]: converts out of Montgomery form.
pub fn reduce(out: &mut [Block], a: &[Block], m: &[Block], inv: u64, t: &mut [Block]) {
    reduce_by::<Best>(out, a, m, inv, t);
}

#[inline(always)]
fn mul_by<D: Digits>(out: &mut [Block], a: &[Block], b: &[Block], m: &[Block], inv: u64, t: &mut [Block]) {
    product::<D>(t, a, b);
    reduce_digits::<D>(out, t, m, inv);
}

#[inline(always)]
fn square_by<D: Digits>(out: &mut [Block], a: &[Block], m: &[Block], inv: u64, t: &mut [Block]) {
    product_of_equals::<D>(t, a);
    reduce_digits::<D>(out, t, m, inv);
}

#[inline(always)]
fn reduce_by<D: Digits>(out: &mut [Block], a: &[Block], m: &[Block], inv: u64, t: &mut [Block]) {
    t[..a.len()].copy_from_slice(a);
    t[a.len()..].fill([0; 4]);
    reduce_digits::<D>(out, t, m, inv);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::neg_inv64;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// Values of `n` blocks, with all bits set, none, a few, or random ones.
    fn values(n: usize, rng: &mut StdRng) -> Vec<Vec<Block>> {
        let mut values = std::vec![std::vec![[u64::MAX; 4]; n], std::vec![[0; 4]; n]];
        values.push((0..n).map(|i| [1, 0, 0, (i as u64) << 63]).collect());
        for _ in 0..6 {
            values.push((0..n).map(|_| core::array::from_fn(|_| rng.r#gen())).collect());
            values.push(
                (0..n)
                    .map(|_| core::array::from_fn(|_| if rng.r#gen() { u64::MAX } else { 0 }))
                    .collect(),
            );
        }
        values
    }

    #[test]
    fn the_wasm_kernels_agree_with_the_wide_ones() {
        let mut rng = StdRng::seed_from_u64(0);
        for n in [1, 2, 3, 8, 32] {
            let values = values(n, &mut rng);
            for m in &values {
                let mut m = m.clone();
                m[0][0] |= 1;
                m[n - 1][3] |= 1 << 62;
                let inv = neg_inv64(m[0][0]);
                let mut t = std::vec![[0; 4]; 2 * n];
                let mut out = [(); 6].map(|()| std::vec![[0; 4]; n]);
                let reduced: Vec<_> = values.iter().filter(|a| less(a, &m)).collect();
                for a in &reduced {
                    square(&mut out[0], a, &m, inv, &mut t);
                    square_by::<Narrow>(&mut out[1], a, &m, inv, &mut t);
                    mul(&mut out[2], a, a, &m, inv, &mut t);
                    reduce(&mut out[3], a, &m, inv, &mut t);
                    reduce_by::<Narrow>(&mut out[4], a, &m, inv, &mut t);
                    assert!(less(&out[0], &m) && out[0] == out[1] && out[0] == out[2] && out[3] == out[4]);
                    for b in &reduced {
                        mul(&mut out[0], a, b, &m, inv, &mut t);
                        mul_by::<Narrow>(&mut out[1], a, b, &m, inv, &mut t);
                        assert!(less(&out[0], &m) && out[0] == out[1]);
                    }
                }
            }
        }
    }
}
