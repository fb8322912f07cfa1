//! Scalars as signed digits.

use alloc::vec::Vec;

/// Number of significant bits of a little-endian integer.
pub fn bits(scalar: &[u64]) -> usize {
    scalar
        .iter()
        .rposition(|&limb| limb != 0)
        .map_or(0, |i| 64 * i + 64 - scalar[i].leading_zeros() as usize)
}

/// The width-`w` non-adjacent form of a little-endian integer, lowest digit first.
///
/// Digits are zero or odd with absolute value below `2^(w-1)`; of any `w` neighbours at most one is not
/// zero. `w` is from 2 to 8.
pub fn wnaf(scalar: &[u64], w: u32) -> Vec<i8> {
    debug_assert!((2..=8).contains(&w));
    let mut digits = alloc::vec![0i8; bits(scalar) + 1];
    write_wnaf(scalar, w, &mut digits);
    digits
}

/// Writes [`wnaf`] to `digits`, and returns how many digits are in use. `digits` must be zeros, at least one more than
/// the integer has bits. `w` is at most the number of bits of a digit.
pub fn write_wnaf<D: TryFrom<i64> + Copy>(scalar: &[u64], w: u32, digits: &mut [D]) -> usize {
    let n = bits(scalar);
    let (mut pos, mut carry, mut used) = (0, 0u64, 0);
    while pos < n || (pos == n && carry == 1) {
        if bit(scalar, pos) == carry {
            // The bit and the carry cancel (0 + 0, or 1 + 1 with the carry moving on).
            pos += 1;
            continue;
        }
        let window = window(scalar, pos, w) + carry;
        carry = (window >> (w - 1)) & 1;
        if let Ok(digit) = D::try_from(window as i64 - ((carry as i64) << w)) {
            digits[pos] = digit;
        }
        used = pos + 1;
        pos += w as usize;
    }
    used
}

fn bit(scalar: &[u64], pos: usize) -> u64 {
    scalar.get(pos / 64).map_or(0, |limb| (limb >> (pos % 64)) & 1)
}

/// `width <= 32` bits of a little-endian integer from bit `pos` on; bits beyond its end are zero.
#[inline]
pub fn window(scalar: &[u64], pos: usize, width: u32) -> u64 {
    let (limb, shift) = (pos / 64, pos % 64);
    let mut x = scalar.get(limb).map_or(0, |l| l >> shift);
    if shift + width as usize > 64 {
        x |= scalar.get(limb + 1).map_or(0, |l| l << (64 - shift));
    }
    x & ((1 << width) - 1)
}

/// Number of signed digits of width `c` that represent every integer of `bits` bits.
pub fn signed_windows(bits: usize, c: u32) -> usize {
    // One bit more, for the carry of the top digit.
    (bits + 1).div_ceil(c as usize)
}

/// A signed digit in the form that indexes tables of multiples and buckets: the place of the multiple `|digit|`, and
/// the sign.
///
/// It is stored in one word: `2 digit` for a non-negative digit, and the complement of `2 digit`, which is
/// `2 |digit| - 1`, for a negative one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit(u32);

impl Digit {
    /// Zero.
    pub const ZERO: Self = Self::new(0);

    /// A digit of absolute value below `2^30`.
    #[inline(always)]
    pub const fn new(digit: i32) -> Self {
        debug_assert!(digit.unsigned_abs() < 1 << 30);
        let twice = digit << 1;
        Self((twice ^ (twice >> 31)) as u32)
    }

    /// The positive digit with this place.
    ///
    /// # Panics
    /// If the place is not below `2^31 - 1`.
    #[inline(always)]
    pub const fn of_place(place: usize) -> Self {
        assert!(place < Self::ZERO.place(), "no digit has such a place");
        Self(((place as u32) << 1) + 2)
    }

    /// The digit from its [`Self::word`].
    #[inline(always)]
    pub const fn from_word(word: u32) -> Self {
        Self(word)
    }

    /// The digit as one word; zero for zero.
    #[inline(always)]
    pub const fn word(self) -> u32 {
        self.0
    }

    /// The digit as an integer.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        let magnitude = ((self.0 + 1) >> 1) as i32;
        if self.is_negative() { -magnitude } else { magnitude }
    }

    /// Whether the digit is zero.
    #[inline(always)]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether the digit is negative.
    #[inline(always)]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// `|digit| - 1`; for zero `2^31 - 1`, which is the place of no digit.
    #[inline(always)]
    pub const fn place(self) -> usize {
        (self.0.wrapping_sub(1) >> 1) as usize
    }

    /// The entry for a point that this digit, which must not be zero, adds: twice the point's index, plus one if the
    /// point is to be negated.
    #[inline(always)]
    pub const fn entry(self, index: u32) -> u32 {
        index << 1 | self.0 & 1
    }
}

/// Writes digit `i` of the signed radix-`2^c` form of several integers. `-2^(c-1) <= digit < 2^(c-1)`, except for the
/// top digit, which the extra bit of [`signed_windows`] keeps non-negative.
///
/// Adding `2^(c-1)` at every position before the plain windows are read makes each digit independent of the others. The
/// caller adds [`window_offset`] once per scalar.
///
/// `limb(l)` gives limb `l`, of `BITS` bits, of all integers: one integer for each digit. It must exist for every bit
/// of the window; a window has up to 30 bits. Digits are written as words ([`Digit::word`]).
#[inline(always)]
pub fn signed_digits<'a, const BITS: u32>(
    limb: impl Fn(usize) -> &'a [u64],
    i: usize,
    c: u32,
    windows: usize,
    digits: &mut [u32],
) {
    debug_assert!((1..=30).contains(&c));
    let (at, shift) = (i * c as usize / BITS as usize, i as u32 * c % BITS);
    let mask = (1 << c) - 1;
    let offset = if i + 1 == windows { 0 } else { 1 << (c - 1) };
    debug_assert_eq!(limb(at).len(), digits.len());
    if shift + c <= BITS {
        for (digit, low) in digits.iter_mut().zip(limb(at)) {
            *digit = Digit::new(((low >> shift) as i32 & mask) - offset).word();
        }
    } else {
        for ((digit, low), high) in digits.iter_mut().zip(limb(at)).zip(limb(at + 1)) {
            *digit = Digit::new(((low >> shift | high << (BITS - shift)) as i32 & mask) - offset).word();
        }
    }
}

/// `sum 2^(c-1) 2^(c i)` over all windows but the last, in limbs of `BITS` bits, modulo `2^(BITS limbs)`.
pub fn window_offset<const BITS: u32>(limbs: usize, c: u32, windows: usize) -> Vec<u64> {
    let mut offset = alloc::vec![0; limbs];
    for i in 0..windows.saturating_sub(1) {
        let bit = i * c as usize + c as usize - 1;
        if let Some(limb) = offset.get_mut(bit / BITS as usize) {
            *limb |= 1 << (bit % BITS as usize);
        }
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<[u64; 3]> {
        let mut v = alloc::vec![
            [0; 3],
            [1, 0, 0],
            [u64::MAX; 3],
            [0, 0, 1 << 63],
            [u64::MAX, 0, 0],
            [5, 1 << 63, 0]
        ];
        let mut x = 0x9e3779b97f4a7c15u64;
        for _ in 0..200 {
            let mut next = || {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                x
            };
            v.push([next(), next(), next()]);
        }
        v
    }

    /// Horner's rule over signed digits, modulo 2^256.
    fn evaluate(digits: impl DoubleEndedIterator<Item = i64>, shift: u32) -> [u64; 4] {
        let mut acc = [0u64; 4];
        for d in digits.rev() {
            for _ in 0..shift {
                let mut carry = 0;
                for limb in &mut acc {
                    (*limb, carry) = ((*limb << 1) | carry, *limb >> 63);
                }
            }
            let ext = if d < 0 { u64::MAX } else { 0 };
            let mut carry = false;
            for (i, limb) in acc.iter_mut().enumerate() {
                (*limb, carry) = limb.carrying_add(if i == 0 { d as u64 } else { ext }, carry);
            }
        }
        acc
    }

    #[test]
    fn wnaf_represents_the_scalar_and_is_sparse() {
        for s in samples() {
            for w in 2..=8 {
                let d = wnaf(&s, w);
                assert_eq!(evaluate(d.iter().map(|&x| x.into()), 1), [s[0], s[1], s[2], 0]);
                for (i, &x) in d.iter().enumerate() {
                    assert!(x == 0 || (x % 2 != 0 && i32::from(x).abs() < 1 << (w - 1)));
                    if x != 0 {
                        assert!(d[i + 1..].iter().take(w as usize - 1).all(|&y| y == 0));
                    }
                }
            }
        }
    }

    /// Adds a [`window_offset`] to a scalar whose top limb is free.
    fn offset_scalar(scalar: &mut [u64], offset: &[u64]) {
        let mut carry = false;
        for (limb, add) in scalar.iter_mut().zip(offset) {
            (*limb, carry) = limb.carrying_add(*add, carry);
        }
    }

    #[test]
    fn signed_digits_represent_the_scalar() {
        for s in samples() {
            for c in 2..=20 {
                let n = signed_windows(192, c);
                let mut offset = [s[0], s[1], s[2], 0];
                offset_scalar(&mut offset, &window_offset::<64>(4, c, n));
                let digit = |i| {
                    let mut digit = [0];
                    signed_digits::<64>(|limb| &offset[limb..=limb], i, c, n, &mut digit);
                    i64::from(Digit::from_word(digit[0]).value())
                };
                let digits: Vec<i64> = (0..n).map(digit).collect();
                assert_eq!(evaluate(digits.iter().copied(), c), [s[0], s[1], s[2], 0]);
                for &d in &digits {
                    assert!(d.abs() <= 1 << (c - 1));
                }
            }
        }
    }

    #[test]
    fn digits_have_their_place_and_sign() {
        let most = (1 << 30) - 1;
        for magnitude in (1..1000).chain((1..30).map(|bit| 1 << bit)).chain([most - 1, most]) {
            for value in [magnitude, -magnitude] {
                let digit = Digit::new(value);
                assert_eq!(digit.value(), value);
                assert_eq!(digit.place(), magnitude as usize - 1);
                assert_eq!((digit.is_zero(), digit.is_negative()), (false, value < 0));
                assert_eq!(digit.entry(77), 2 * 77 + u32::from(value < 0));
            }
            assert_eq!(Digit::of_place(magnitude as usize - 1), Digit::new(magnitude));
        }
        assert!(Digit::ZERO.is_zero() && Digit::ZERO.value() == 0);
        assert_eq!(Digit::ZERO.place(), (1 << 31) - 1);
    }
}
