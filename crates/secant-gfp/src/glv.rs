//! Splits scalars into halves with an endomorphism.

use crate::{Curve, ElementOf, LimbsOf, ScalarOf};
use educe::Educe;
use secant_field::{constants, modular::Modular};

/// The endomorphism `(x, y) -> (beta x, y)` of a curve `y^2 = x^3 + b` of prime order, which multiplies points by
/// `lambda`.
///
/// Gallant, Lambert and Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms" (2001).
/// Let `(a_i, b_i)` be short vectors of the lattice of `a + b lambda = 0 mod n`. Then `(k, 0)` becomes `(k, 0) - c_1
/// (a_1, b_1) - c_2 (a_2, b_2)`, where the `c_i` are close to the coordinates of `(k, 0)` in this basis. The result is
/// exact for any `c_i`; it is only short for good ones.
#[derive(Educe)]
#[educe(Clone, Debug)]
pub struct Glv<C: Curve> {
    /// A cube root of one in the base field.
    pub beta: ElementOf<C>,
    /// The eigenvalue of the endomorphism.
    pub lambda: ScalarOf<C>,
    /// `-b_1` and `-b_2`.
    pub minus_b: [ScalarOf<C>; 2],
    /// `round(2^SHIFT b_2 / n)` and `round(-2^SHIFT b_1 / n)`.
    pub quotients: [LimbsOf<C>; 2],
    /// The images of the odd multiples of the generator: first coordinates times `beta`.
    pub generator_table: &'static [(ElementOf<C>, ElementOf<C>)],
}

/// The exponent of the power of two in [`Glv::quotients`].
pub const SHIFT: usize = 384;

impl<C: Curve> Glv<C> {
    /// `k = k_1 + k_2 lambda` with `k_i` of half the bits. Each is returned as its absolute value and its sign, `true`
    /// if negative.
    pub fn split(&self, curve: &C, k: &ScalarOf<C>) -> [(LimbsOf<C>, bool); 2] {
        meter!("halves", ScalarOf<C>);
        let n = curve.scalars();
        let limbs = n.to_limbs(k);
        let mut second = n.zero();
        for (quotient, minus_b) in self.quotients.iter().zip(&self.minus_b) {
            let c = multiply_high(limbs.as_ref(), quotient.as_ref());
            second = n.add(&second, &n.mul(&n.reduce(c.as_ref()), minus_b));
        }
        let first = n.sub(k, &n.mul(&second, &self.lambda));
        [first, second].map(|half| {
            // Takes the shorter of the two representatives.
            let (positive, negative) = (n.to_limbs(&half), n.to_limbs(&n.neg(&half)));
            if is_below(negative.as_ref(), positive.as_ref()) {
                (negative, true)
            } else {
                (positive, false)
            }
        })
    }
}

/// `round(2^SHIFT b / n)` as a `const fn`, for a quotient that fits the limbs of `n`.
pub(crate) const fn quotient<const N: usize>(b: &[u64; N], n: &[u64; N]) -> [u64; N] {
    // Long division, one bit at a time. It computes one more bit, which rounds the quotient.
    let (mut rest, mut quotient) = ([0; N], [0; N]);
    let mut i = 64 * N + SHIFT + 1;
    while i > 0 {
        i -= 1;
        let bit = if i > SHIFT {
            (b[(i - SHIFT - 1) / 64] >> ((i - SHIFT - 1) % 64)) & 1
        } else {
            0
        };
        let over = rest[N - 1] >> 63 != 0;
        rest = shift_in(&rest, bit);
        let take = over || constants::geq(&rest, n);
        if take {
            rest = constants::sub(&rest, n);
        }
        if i > 0 {
            quotient = shift_in(&quotient, take as u64);
        } else if take {
            let mut one = [0; N];
            one[0] = 1;
            // The sum does not reach n: the quotient is far below it.
            quotient = constants::add_mod(&quotient, &one, n);
        }
    }
    quotient
}

/// `2 a + bit`.
const fn shift_in<const N: usize>(a: &[u64; N], bit: u64) -> [u64; N] {
    let (mut r, mut carry, mut i) = ([0; N], bit, 0);
    while i < N {
        r[i] = a[i] << 1 | carry;
        carry = a[i] >> 63;
        i += 1;
    }
    r
}

fn is_below(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// `round(a b / 2^SHIFT)` for `a b < 2^(SHIFT + 128)`.
fn multiply_high(a: &[u64], b: &[u64]) -> [u64; 2] {
    const FIRST: usize = SHIFT / 64 - 1;
    let mut product = [0u64; FIRST + 3];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (limb, &y) in product[i..].iter_mut().zip(b.iter().chain(&[0])) {
            (*limb, carry) = x.carrying_mul_add(y, *limb, carry);
        }
    }
    let round = product[FIRST] >> 63;
    let (low, carry) = product[FIRST + 1].overflowing_add(round);
    [low, product[FIRST + 2] + u64::from(carry)]
}
