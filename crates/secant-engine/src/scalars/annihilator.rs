//! Splits scalars into two halves by an element of the ring of an endomorphism that annihilates the points.
//!
//! Let `alpha = a0 + a1 phi` map the points to the identity. Then a scalar `k` may be replaced by `k - c alpha` for any
//! `c` in `Z[phi]`. With `c` close to `k / alpha`, the two parts have half the bits of the norm of `alpha`.

use crate::recode::bits;
use ark_ff::BigInt;

/// A signed integer of up to 191 bits.
#[derive(Clone, Copy, Debug)]
pub struct Signed {
    /// Whether it is negative.
    pub negative: bool,
    /// The absolute value, little endian.
    pub limbs: [u64; 3],
}

impl Signed {
    /// A positive integer.
    pub const fn positive(integer: BigInt<3>) -> Self {
        Self {
            negative: false,
            limbs: integer.0,
        }
    }

    /// The negative of an integer.
    pub const fn negative(integer: BigInt<3>) -> Self {
        Self {
            negative: true,
            limbs: integer.0,
        }
    }

    /// The value of a polynomial at `x`, from its coefficients, lowest first.
    ///
    /// # Panics
    /// If it has more than 191 bits. In a constant this is a compile-time error.
    pub const fn polynomial(x: u64, x_is_negative: bool, coefficients: &[i64]) -> Self {
        let (negative, [l0, l1, l2, l3]) = signed(polynomial(x, x_is_negative, coefficients));
        assert!(l3 == 0 && l2 >> 63 == 0, "the value is too large");
        Self {
            negative,
            limbs: [l0, l1, l2],
        }
    }

    /// Modulo `2^256`.
    const fn wrapping(&self) -> [u64; 4] {
        let l = self.limbs;
        let x = [l[0], l[1], l[2], 0];
        if self.negative { sub([0; 4], x) } else { x }
    }
}

/// `k1` and `k2` of `k1 + k2 phi`, each as a sign (true if negative) and an absolute value.
pub type Halves = ((bool, [u64; 4]), (bool, [u64; 4]));

/// The limbs of a scalar, if it pays to multiply by two halves: if it has more bits than a half has, and at most 256.
pub(crate) fn worth_halving(scalar: &[u64]) -> Option<&[u64]> {
    let length = bits(scalar);
    (129..=256).contains(&length).then(|| &scalar[..length.div_ceil(64)])
}

/// The ring of an endomorphism `phi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndomorphismRing {
    /// `phi^2 + phi + 1 = 0`.
    Eisenstein,
    /// `phi^2 + 2 = 0`.
    SqrtMinusTwo,
}

/// Reduces scalars by an `alpha = a0 + a1 phi`.
#[derive(Clone, Copy, Debug)]
pub struct Annihilator {
    ring: EndomorphismRing,
    a0: [u64; 4],
    a1: [u64; 4],
    /// `2^384 / n` times the coefficients of the conjugate of `alpha`, for the norm `n`, rounded down, with their
    /// signs. The second coefficient is negated.
    g0: (bool, [u64; 5]),
    g1: (bool, [u64; 5]),
}

impl Annihilator {
    /// From the coefficients of `alpha`.
    pub const fn new(ring: EndomorphismRing, a0: Signed, a1: Signed) -> Self {
        let (w0, w1) = (a0.wrapping(), a1.wrapping());
        // The conjugate is c0 - a1 phi, and n = a0 c0 + phi conj(phi) a1^2.
        let c0 = signed(match ring {
            EndomorphismRing::Eisenstein => sub(w0, w1),
            EndomorphismRing::SqrtMinusTwo => w0,
        });
        let cross = mul_wide(c0.1, signed(w0).1);
        let square = mul_wide(signed(w1).1, signed(w1).1);
        let square = match ring {
            EndomorphismRing::Eisenstein => square,
            EndomorphismRing::SqrtMinusTwo => add(square, square),
        };
        let n = if c0.0 == a0.negative {
            add(square, cross)
        } else {
            sub(square, cross)
        };
        Self {
            ring,
            a0: w0,
            a1: w1,
            g0: (c0.0, quotient(384, c0.1, n)),
            g1: (a1.negative, quotient(384, signed(w1).1, n)),
        }
    }

    /// `(k1, k2)` with `k P = k1 P + k2 phi(P)` for all points that `alpha` annihilates, each as a sign and an absolute
    /// value; `k` has up to 384 bits.
    ///
    /// For a `k` of the order's length, `c` is the closest to `k / alpha` by coordinates, so both parts have at most half
    /// the bits of the norm. For a longer `k` the coordinates of `c` may be off by one.
    pub fn decompose(&self, k: &[u64]) -> Halves {
        // c is k conj(alpha) / n, rounded. Rounding errors do no harm, since any c gives an exact result.
        debug_assert!(k.len() <= 6);
        let c0 = apply_sign(self.g0.0, mul_high(k, &self.g0.1));
        let c1 = apply_sign(!self.g1.0, mul_high(k, &self.g1.1));
        // (c0 + c1 phi) (a0 + a1 phi) = c0 a0 + (c0 a1 + c1 a0) phi + c1 a1 phi^2, modulo 2^256. The parts of k that
        // are left are below 2^193 in absolute value, so the sign survives.
        let low = core::array::from_fn(|i| k.get(i).copied().unwrap_or(0));
        let k1 = sub(low, mul_low(c0, self.a0));
        let k2 = sub([0; 4], add(mul_low(c0, self.a1), mul_low(c1, self.a0)));
        let c1a1 = mul_low(c1, self.a1);
        let (k1, k2) = match self.ring {
            EndomorphismRing::Eisenstein => (add(k1, c1a1), add(k2, c1a1)),
            EndomorphismRing::SqrtMinusTwo => (add(k1, add(c1a1, c1a1)), k2),
        };
        (signed(k1), signed(k2))
    }
}

const fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let t = a as u128 + b as u128 + carry as u128;
    (t as u64, (t >> 64) as u64)
}

const fn add<const N: usize>(a: [u64; N], b: [u64; N]) -> [u64; N] {
    let (mut r, mut carry, mut i) = ([0; N], 0, 0);
    while i < N {
        (r[i], carry) = adc(a[i], b[i], carry);
        i += 1;
    }
    r
}

const fn sub<const N: usize>(a: [u64; N], b: [u64; N]) -> [u64; N] {
    // a + ~b + 1
    let (mut r, mut carry, mut i) = ([0; N], 1, 0);
    while i < N {
        (r[i], carry) = adc(a[i], !b[i], carry);
        i += 1;
    }
    r
}

/// Sign and absolute value of a two's complement number.
const fn signed(x: [u64; 4]) -> (bool, [u64; 4]) {
    if x[3] >> 63 == 1 {
        (true, sub([0; 4], x))
    } else {
        (false, x)
    }
}

const fn apply_sign(negative: bool, x: [u64; 4]) -> [u64; 4] {
    if negative { sub([0; 4], x) } else { x }
}

/// The value of a polynomial at `x`, from its coefficients, lowest first, modulo `2^256`.
pub(crate) const fn polynomial(x: u64, x_is_negative: bool, coefficients: &[i64]) -> [u64; 4] {
    let x = apply_sign(x_is_negative, [x, 0, 0, 0]);
    let mut value = [0; 4];
    let mut i = coefficients.len();
    while i > 0 {
        i -= 1;
        let c = apply_sign(coefficients[i] < 0, [coefficients[i].unsigned_abs(), 0, 0, 0]);
        value = add(mul_low(value, x), c);
    }
    value
}

pub(crate) const fn mul_wide(a: [u64; 4], b: [u64; 4]) -> [u64; 8] {
    let (mut r, mut i) = ([0u64; 8], 0);
    while i < 4 {
        let (mut carry, mut j) = (0u128, 0);
        while j < 4 {
            let t = a[i] as u128 * b[j] as u128 + r[i + j] as u128 + carry;
            r[i + j] = t as u64;
            carry = t >> 64;
            j += 1;
        }
        r[i + 4] = carry as u64;
        i += 1;
    }
    r
}

const fn mul_low(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let r = mul_wide(a, b);
    [r[0], r[1], r[2], r[3]]
}

/// `k g / 2^384`, rounded; below `2^192` for the constants of [`Annihilator`] and scalars below the group's order.
fn mul_high(k: &[u64], g: &[u64; 5]) -> [u64; 4] {
    let mut r = [0u64; 11];
    for (i, &x) in k.iter().take(6).enumerate() {
        let mut carry = 0u128;
        for (j, &y) in g.iter().enumerate() {
            let t = u128::from(x) * u128::from(y) + u128::from(r[i + j]) + carry;
            r[i + j] = t as u64;
            carry = t >> 64;
        }
        r[i + 5] = carry as u64;
    }
    let (mut rounded, mut carry) = ([r[6], r[7], r[8], 0], r[5] >> 63);
    for limb in &mut rounded {
        (*limb, carry) = adc(*limb, carry, 0);
    }
    rounded
}

/// `2^shift x / n`, rounded down, for a `shift` that is a multiple of 64. It shifts and subtracts, since it runs in
/// constants only.
pub(crate) const fn quotient(shift: usize, x: [u64; 4], n: [u64; 8]) -> [u64; 5] {
    let (mut q, mut rem) = ([0u64; 5], [0u64; 8]);
    let mut i = shift + 256;
    while i > 0 {
        i -= 1;
        let bit = if i >= shift {
            (x[(i - shift) / 64] >> (i % 64)) & 1
        } else {
            0
        };
        rem = add(rem, rem);
        rem[0] |= bit;
        let difference = sub(rem, n);
        // Both are far below 2^511, so the top bit is the borrow.
        if difference[7] >> 63 == 0 {
            rem = difference;
            assert!(i < 320, "the endomorphism's constants are out of proportion");
            q[i / 64] |= 1 << (i % 64);
        }
    }
    q
}
