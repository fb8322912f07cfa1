//! Compile-time derivation of every constant of a prime field from its modulus and generator.
//!
//! Almost all of these functions run only in `const` evaluation, and none is tuned for run time. They are written for
//! the compiler's interpreter of constants, which runs in every build of a program that uses a field. It takes
//! microseconds for a step of a loop, and as long for a call.

use ark_ff::BigInt;

/// `-m^-1 mod 2^64` for odd `m`, given the lowest limb of `m`.
pub const fn neg_inv64(m0: u64) -> u64 {
    // Newton's iteration doubles the number of correct bits, which is five at first.
    let mut x = m0.wrapping_mul(3) ^ 2;
    let mut i = 0;
    while i < 4 {
        x = x.wrapping_mul(2u64.wrapping_sub(m0.wrapping_mul(x)));
        i += 1;
    }
    x.wrapping_neg()
}

/// `-m^-1 mod 2^128` for odd `m`, given its two lowest limbs.
pub const fn neg_inv128(m: [u64; 2]) -> [u64; 2] {
    let m = m[0] as u128 | (m[1] as u128) << 64;
    // As above, from 64 correct bits.
    let x = neg_inv64(m as u64).wrapping_neg() as u128;
    let x = x.wrapping_mul(2u128.wrapping_sub(m.wrapping_mul(x))).wrapping_neg();
    [x as u64, (x >> 64) as u64]
}

/// `a + b + carry` and the carry.
pub const fn adc(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let t = a as u128 + b as u128 + carry as u128;
    (t as u64, t >> 64 != 0)
}

/// `a - b - borrow` and the borrow.
pub const fn sbb(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (x, b1) = a.overflowing_sub(b);
    let (x, b2) = x.overflowing_sub(borrow as u64);
    (x, b1 | b2)
}

/// Whether `a >= b`.
pub const fn geq<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    let mut i = N;
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] > b[i];
        }
    }
    true
}

/// `a - b mod 2^(64 N)`.
pub const fn sub<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let mut r = [0; N];
    // The top bit of t is the borrow for the next limb.
    let mut t = 0u128;
    let mut i = 0;
    while i < N {
        t = (a[i] as u128).wrapping_sub(b[i] as u128).wrapping_sub(t >> 127);
        r[i] = t as u64;
        i += 1;
    }
    r
}

/// `a + b mod m` for `a, b < m`, for any `m < 2^(64 N)`.
pub const fn add_mod<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N]) -> [u64; N] {
    let mut r = [0; N];
    let mut t = 0u128;
    let mut i = 0;
    while i < N {
        t = a[i] as u128 + b[i] as u128 + (t >> 64);
        r[i] = t as u64;
        i += 1;
    }
    if t >> 64 != 0 || geq(&r, m) { sub(&r, m) } else { r }
}

/// `2^k mod m` for odd `m > 1`.
pub const fn pow2_mod<const N: usize>(k: usize, m: &[u64; N]) -> [u64; N] {
    // The largest power of two below the modulus needs no reduction.
    let top = num_bits(m) as usize - 1;
    let mut i = if k < top { k } else { top };
    let mut r = [0; N];
    r[i / 64] = 1 << (i % 64);
    while i < k {
        r = add_mod(&r, &r, m);
        i += 1;
    }
    r
}

/// Montgomery product `a b R^-1 mod m` for `a, b < m`, for any odd `m < 2^(64 N)`.
pub const fn mont_mul<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    let mut r = [0u64; N];
    let mut top = 0;
    let mut i = 0;
    while i < N {
        // r = (r + a b[i] + m k) / 2^64, with a separate carry for each product.
        let y = b[i] as u128;
        let t = a[0] as u128 * y + r[0] as u128;
        let k = (t as u64).wrapping_mul(inv) as u128;
        let mut carry = t >> 64;
        let mut carry_m = (m[0] as u128 * k + (t as u64) as u128) >> 64;
        let mut j = 1;
        while j < N {
            let t = a[j] as u128 * y + r[j] as u128 + carry;
            carry = t >> 64;
            let t = m[j] as u128 * k + (t as u64) as u128 + carry_m;
            carry_m = t >> 64;
            r[j - 1] = t as u64;
            j += 1;
        }
        top += carry + carry_m;
        r[N - 1] = top as u64;
        top >>= 64;
        i += 1;
    }
    if top != 0 || geq(&r, m) { sub(&r, m) } else { r }
}

/// `base^exp` in Montgomery form; `one` is `R mod m`.
pub const fn mont_pow<const N: usize>(
    base: &[u64; N],
    exp: &[u64],
    one: &[u64; N],
    m: &[u64; N],
    inv: u64,
) -> [u64; N] {
    let mut r = *one;
    let mut i = exp.len() * 64;
    let mut started = false;
    while i > 0 {
        i -= 1;
        if started {
            r = mont_mul(&r, &r, m, inv);
        }
        if (exp[i / 64] >> (i % 64)) & 1 == 1 {
            r = if started { mont_mul(&r, base, m, inv) } else { *base };
            started = true;
        }
    }
    r
}

/// `(a - 1) / d`, where `d` must divide `a - 1`.
///
/// # Panics
/// If `d` does not divide `a - 1`: in a constant, a compile-time error.
pub const fn minus_one_div<const N: usize>(a: &[u64; N], d: u64) -> [u64; N] {
    let mut one = [0; N];
    one[0] = 1;
    let (q, r) = div_small(&sub(a, &one), d);
    assert!(r == 0, "the divisor does not divide a - 1");
    q
}

/// Quotient and remainder of `a / d`.
pub const fn div_small<const N: usize>(a: &[u64; N], d: u64) -> ([u64; N], u64) {
    let mut q = [0; N];
    let mut rem = 0u128;
    let mut i = N;
    while i > 0 {
        i -= 1;
        let cur = (rem << 64) | a[i] as u128;
        q[i] = (cur / d as u128) as u64;
        rem = cur % d as u128;
    }
    (q, rem as u64)
}

/// The largest `s` such that `2^s` divides `m - 1`, for odd `m > 1`.
pub const fn two_adicity<const N: usize>(m: &[u64; N]) -> u32 {
    let mut s = 0;
    let mut i = 0;
    while i < N {
        let limb = if i == 0 { m[0] - 1 } else { m[i] };
        if limb != 0 {
            return s + limb.trailing_zeros();
        }
        s += 64;
        i += 1;
    }
    s
}

/// `a >> k`.
pub const fn shr<const N: usize>(a: &[u64; N], k: u32) -> [u64; N] {
    let (limbs, bits) = ((k / 64) as usize, k % 64);
    let mut r = [0; N];
    let mut i = 0;
    while i + limbs < N {
        r[i] = a[i + limbs] >> bits;
        if bits > 0 && i + limbs + 1 < N {
            r[i] |= a[i + limbs + 1] << (64 - bits);
        }
        i += 1;
    }
    r
}

/// The number of significant bits of `a`.
pub const fn num_bits<const N: usize>(a: &[u64; N]) -> u32 {
    let mut i = N;
    while i > 0 {
        i -= 1;
        if a[i] != 0 {
            return 64 * i as u32 + 64 - a[i].leading_zeros();
        }
    }
    0
}

/// `(m + add) >> shift`, exact for `m + add` up to `2^(64 N + 1)`.
pub const fn add_shr<const N: usize>(m: &[u64; N], add: u64, shift: u32) -> BigInt<N> {
    let mut r = [0; N];
    let mut carry = add;
    let mut i = 0;
    while i < N {
        let (x, c) = m[i].overflowing_add(carry);
        r[i] = x;
        carry = c as u64;
        i += 1;
    }
    let mut r = shr(&r, shift);
    if shift > 0 {
        r[N - 1] |= carry << (64 - shift);
    }
    BigInt(r)
}
