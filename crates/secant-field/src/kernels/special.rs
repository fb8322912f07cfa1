//! Moduli whose form makes reductions cheap: those of secp256k1, secp256r1 and secp521r1.
//!
//! A product is computed in full, and then its low half `t` is reduced: with `k = -t / m mod R` the result is
//! `high + (t + k m) / R`, below `2 m`. The Montgomery form is the same as for any modulus; the special form only saves
//! products.

use super::portable;

/// The form of a modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No form that helps.
    Other,
    /// `2^(64 N) - c` with `c < 2^64`, as for secp256k1.
    Complement,
    /// `2^256 - 2^224 + 2^192 + 2^96 - 1`, which is secp256r1's.
    P256,
    /// `2^521 - 1`, which is secp521r1's.
    P521,
}

/// Limbs of secp521r1's modulus.
const P521_LIMBS: usize = 9;
/// Its top limb.
const P521_TOP: u64 = (1 << 9) - 1;

/// secp256r1's modulus.
pub const P256: [u64; 4] = [u64::MAX, u32::MAX as u64, 0, 0xffff_ffff_0000_0001];

impl Form {
    /// The form of a modulus.
    pub const fn of<const N: usize>(m: &[u64; N]) -> Self {
        let (mut complement, mut p256, mut p521) = (true, N == P256.len(), N == P521_LIMBS);
        let mut i = 0;
        while i < N {
            complement &= i == 0 || m[i] == u64::MAX;
            p256 = p256 && m[i] == P256[i];
            p521 = p521 && m[i] == if i + 1 < N { u64::MAX } else { P521_TOP };
            i += 1;
        }
        if complement {
            Self::Complement
        } else if p256 {
            Self::P256
        } else if p521 {
            Self::P521
        } else {
            Self::Other
        }
    }
}

/// The constants of a reduction modulo `2^(64 N) - c`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Complement {
    /// `c`.
    pub c: u64,
    /// `c^-1 mod 2^128`, which is `-m^-1`.
    pub inv: [u64; 2],
}

impl Complement {
    /// The constants of a modulus of this form.
    pub const fn new<const N: usize>(m: &[u64; N]) -> Self {
        Self {
            c: m[0].wrapping_neg(),
            inv: crate::constants::neg_inv128([m[0], m[1]]),
        }
    }
}

/// `(low + 2^(64 N) high) R^-1` modulo `2^(64 N) - c`, for a product of two elements.
///
/// `low + k m = low - k c + k R`, and the low half of `k c` is `low`. So the result is `high + k - h`, where `h < c` is
/// the high half of `k c`. The limbs of `k` are computed one by one.
#[inline(always)]
pub fn reduce_complement<const N: usize>([low, high]: [[u64; N]; 2], m: &Complement) -> [u64; N] {
    let (mut k, mut h) = ([0; N], 0);
    for i in 0..N {
        let (rest, borrow) = low[i].overflowing_sub(h);
        k[i] = rest.wrapping_mul(m.inv[0]);
        // k[i] < 2^64, so the high half is below c, and the borrow fits.
        h = mul_high(k[i], m.c) + u64::from(borrow);
    }
    // Adding c gives a carry if the result is at least m, and then m is already subtracted. Otherwise c is subtracted
    // again.
    let (mut sum, mut carry) = ([0; N], false);
    for i in 0..N {
        (sum[i], carry) = high[i].carrying_add(k[i], carry);
    }
    let (mut over, mut add) = (carry, m.c - h);
    for limb in &mut sum {
        let carry;
        (*limb, carry) = limb.overflowing_add(add);
        add = u64::from(carry);
    }
    over |= add != 0;
    let mut take = u64::from(over).wrapping_sub(1) & m.c;
    for limb in &mut sum {
        let borrow;
        (*limb, borrow) = limb.overflowing_sub(take);
        take = u64::from(borrow);
    }
    sum
}

/// The high half of `a b`.
#[inline(always)]
fn mul_high(a: u64, b: u64) -> u64 {
    if cfg!(all(target_arch = "wasm32", not(wide_arithmetic))) {
        mul_high_in_digits(a, b)
    } else {
        ((u128::from(a) * u128::from(b)) >> 64) as u64
    }
}

/// [`mul_high`] with products of 64 bits, since longer products are function calls in WASM. See `wasm.rs` for why the
/// sums fit.
#[inline(always)]
fn mul_high_in_digits(a: u64, b: u64) -> u64 {
    const MASK: u64 = u32::MAX as u64;
    let (a0, a1, b0, b1) = (a & MASK, a >> 32, b & MASK, b >> 32);
    let t = a1 * b0 + ((a0 * b0) >> 32);
    let u = a0 * b1 + (t & MASK);
    a1 * b1 + (t >> 32) + (u >> 32)
}

/// `(low + 2^256 high) R^-1` modulo [`P256`], for a product of two elements.
///
/// `-m^-1 mod 2^64` is one, so the lowest limb `k` is itself the factor of the modulus that clears it:
/// `k m = -k + 2^96 k + 2^192 k (2^64 - 2^32 + 1)`.
#[inline(always)]
pub fn reduce_p256<const N: usize>([low, high]: [[u64; N]; 2], m: &[u64; N]) -> [u64; N] {
    let (mut t0, mut t1, mut t2, mut t3) = (low[0], low[1 % N], low[2 % N], low[3 % N]);
    for _ in 0..4 {
        let k = t0;
        // k (2^64 - 2^32 + 1) without a product.
        let (x, borrow) = k.overflowing_sub(k << 32);
        let y = k - (k >> 32) - u64::from(borrow);
        let carry;
        (t0, carry) = t1.overflowing_add(k << 32);
        let carry2;
        (t1, carry2) = t2.carrying_add(k >> 32, carry);
        let carry3;
        (t2, carry3) = t3.carrying_add(x, carry2);
        // Each row leaves less than 2^256, the last at most m.
        t3 = y + u64::from(carry3);
    }
    let t = [t0, t1, t2, t3];
    let (mut sum, mut carry) = ([0; N], false);
    for i in 0..N {
        (sum[i], carry) = high[i].carrying_add(t[i % 4], carry);
    }
    portable::subtract_modulus(sum, m, carry)
}

/// `(low + 2^576 high) R^-1` modulo `2^521 - 1`, for a product of two elements.
///
/// Modulo `2^521 - 1`, `2^-576` is `2^-55`: a rotation. The lowest 55 bits go to the top, where `high < 2^466` leaves
/// room for them. The result is then added to the 521 bits above the lowest 55.
#[inline(always)]
pub fn reduce_p521<const N: usize>([low, high]: [[u64; N]; 2]) -> [u64; N] {
    let (mut sum, mut carry) = ([0; N], false);
    let rotated = low[0] & ((1 << 55) - 1);
    for i in 0..N {
        let above = if i + 1 < N { low[i + 1] << 9 } else { 0 };
        let other = high[i]
            | match i {
                7 => rotated << 18,
                8 => rotated >> 46,
                _ => 0,
            };
        (sum[i], carry) = (low[i] >> 55 | above).carrying_add(other, carry);
    }
    // The sum is below 2 m + 1 < 2^522. After adding one, the bit 2^521 shows whether the sum is at least m.
    let over = {
        let mut carry = true;
        for limb in &sum[..N - 1] {
            carry &= *limb == u64::MAX;
        }
        (sum[N - 1] + u64::from(carry)) >> 9 != 0
    };
    let mut carry = u64::from(over);
    for limb in &mut sum {
        let next;
        (*limb, next) = limb.overflowing_add(carry);
        carry = u64::from(next);
    }
    sum[N - 1] &= P521_TOP;
    sum
}

/// `a b` in two halves.
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [[u64; N]; 2] {
    let mut t = [[0; N]; 2];
    for i in 0..N {
        let mut carry = 0;
        for (limb, &x) in t.as_flattened_mut()[i..].iter_mut().zip(a) {
            (*limb, carry) = x.carrying_mul_add(b[i], *limb, carry);
        }
        t[1][i] = carry;
    }
    t
}

/// `a^2` in two halves. Products of different limbs are computed once, and doubled while the squares are added.
#[inline(always)]
pub fn square_wide<const N: usize>(a: &[u64; N]) -> [[u64; N]; 2] {
    let mut t = [[0; N]; 2];
    for i in 0..N {
        let mut carry = 0;
        for (limb, &x) in t.as_flattened_mut()[2 * i + 1..].iter_mut().zip(&a[i + 1..]) {
            (*limb, carry) = a[i].carrying_mul_add(x, *limb, carry);
        }
        t[1][i] = carry;
    }
    let (mut carry, mut top) = (false, 0);
    for i in 0..N {
        let square = a[i].carrying_mul(a[i], 0);
        let (low, high) = (t.as_flattened()[2 * i], t.as_flattened()[2 * i + 1]);
        let flat = t.as_flattened_mut();
        (flat[2 * i], carry) = (low << 1 | top).carrying_add(square.0, carry);
        (flat[2 * i + 1], carry) = (high << 1 | low >> 63).carrying_add(square.1, carry);
        top = high >> 63;
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_halves_agree() {
        let values = [
            0,
            1,
            977,
            u64::from(u32::MAX),
            1 << 32,
            (1 << 32) + 977,
            u64::MAX - 1,
            u64::MAX,
            0x0123_4567_89ab_cdef,
        ];
        for a in values {
            for b in values {
                assert_eq!(mul_high_in_digits(a, b), mul_high(a, b), "{a} {b}");
            }
        }
    }
}
