//! Arithmetic modulo odd numbers, which need not be known at compile time.
//!
//! Code that works over any kind of modulus uses the trait [`Modular`], whose operations are those of a
//! [`FieldContext`]. [`Fixed`] is the field of a [`PrimeParams`], known at compile time; its values have no size.
//! [`Modulus`] is any odd modulus of up to [`MAX_LIMBS`] limbs, known at run time; it needs no heap. [`BigModulus`] is
//! an odd modulus of up to [`MAX_BITS`] bits whose length, too, is known only at run time; it lies on the heap.
//!
//! ```
//! use ark_ff::BigInt;
//! use secant_field::modular::{FieldContext, Modular, Modulus};
//!
//! let m = Modulus::<1>::new([97]).expect("an odd number");
//! let (a, b) = (m.reduce(&[95]), m.reduce(&[5]));
//! assert_eq!(m.to_limbs(&m.mul(&a, &b)), [87]);
//! assert_eq!(m.inverse(&b).map(|b| m.to_limbs(&b)), Some([39]));
//! ```

mod big;
mod error;
mod fixed;
mod jacobi;
mod primality;
mod runtime;

pub use crate::{context::FieldContext, kernels::MAX_LIMBS};
pub use big::{BigElement, BigModulus, MAX_BITS};
pub use error::ModulusError;
pub use fixed::Fixed;
pub use runtime::{Modulus, Residue};

use crate::recode::{bits, window};
use core::fmt::Debug;

#[cfg(doc)]
use crate::PrimeParams;

/// A little-endian integer of a fixed number of limbs of 64 bits.
pub trait Limbs: AsRef<[u64]> + AsMut<[u64]> + Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The number of limbs.
    const COUNT: usize;
    /// The integer zero.
    const ZERO: Self;
}

impl<const N: usize> Limbs for [u64; N] {
    const COUNT: usize = N;
    const ZERO: Self = [0; N];
}

/// The integers modulo an odd number.
pub trait Modular: FieldContext {
    /// An integer in plain form.
    type Limbs: Limbs;

    /// The modulus.
    fn modulus(&self) -> &Self::Limbs;
    /// A square root modulo a prime; `None` if there is none. It may be either of the two roots.
    ///
    /// For other moduli the result is a square root or `None`, after bounded time.
    fn sqrt(&self, a: &Self::Element) -> Option<Self::Element>;
    /// The element of an integer below the modulus; `None` for others.
    fn element(&self, a: &Self::Limbs) -> Option<Self::Element>;
    /// The integer below the modulus.
    fn to_limbs(&self, a: &Self::Element) -> Self::Limbs;
    /// The element of a little-endian integer of any length, reduced.
    fn reduce(&self, a: &[u64]) -> Self::Element;

    /// The number of significant bits of the modulus.
    fn bits(&self) -> usize {
        bits(self.modulus().as_ref())
    }

    /// The number of bytes of the modulus, and of an encoded element.
    fn byte_len(&self) -> usize {
        self.bits().div_ceil(8)
    }

    /// `a^e` for a little-endian exponent.
    fn pow(&self, a: &Self::Element, e: &[u64]) -> Self::Element {
        const WIDTH: usize = 4;
        let windows = bits(e).div_ceil(WIDTH);
        let mut powers = [self.one(); 1 << WIDTH];
        for i in 1..if windows > 1 {
            powers.len()
        } else {
            1 + window(e, 0, WIDTH as u32) as usize
        } {
            powers[i] = self.mul(&powers[i - 1], a);
        }
        let mut power = self.one();
        for i in (0..windows).rev() {
            if i + 1 < windows {
                for _ in 0..WIDTH {
                    power = self.square(&power);
                }
            }
            power = self.mul(&power, &powers[window(e, WIDTH * i, WIDTH as u32) as usize]);
        }
        power
    }

    /// The element of a big-endian integer; `None` if it is not below the modulus. Leading zeros are allowed.
    fn element_be_bytes(&self, bytes: &[u8]) -> Option<Self::Element> {
        let mut limbs = Self::Limbs::ZERO;
        for (i, &byte) in bytes.iter().rev().enumerate() {
            match limbs.as_mut().get_mut(i / 8) {
                Some(limb) => *limb |= u64::from(byte) << (8 * (i % 8)),
                None if byte == 0 => {}
                None => return None,
            }
        }
        self.element(&limbs)
    }

    /// Writes the integer to all of `out`, big-endian. `out` must have at least [`Modular::byte_len`] bytes.
    fn write_bytes(&self, a: &Self::Element, out: &mut [u8]) {
        let limbs = self.to_limbs(a);
        for (i, byte) in out.iter_mut().rev().enumerate() {
            *byte = limbs
                .as_ref()
                .get(i / 8)
                .map_or(0, |limb| (limb >> (8 * (i % 8))) as u8);
        }
    }

    /// Whether the integer below the modulus is odd.
    fn is_odd(&self, a: &Self::Element) -> bool {
        self.to_limbs(a).as_ref()[0] & 1 == 1
    }
}

/// The element of a little-endian integer of any length, by Horner's rule in base `R = 2^(64 N)`. `r` is the element of
/// `R`, and `enter` makes an element from any `N` limbs.
fn reduce_chunks<M: Modular<Limbs = [u64; N]>, const N: usize>(
    m: &M,
    a: &[u64],
    r: &M::Element,
    enter: impl Fn(&[u64; N]) -> M::Element,
) -> M::Element {
    let mut sum = m.zero();
    for chunk in a.chunks(N).rev() {
        let mut limbs = [0; N];
        limbs[..chunk.len()].copy_from_slice(chunk);
        sum = m.add(&m.mul(&sum, r), &enter(&limbs));
    }
    sum
}

/// The candidates for `t` that [`Modular::sqrt`] tries until `t^2 - a` is not a square. Each has 256 bits, which the
/// finalizer of SplitMix64 makes from a counter. Modulo a prime, half of all integers are suitable. The candidates do
/// not depend on the modulus, and they are too long for anyone to choose a prime for which many of them fail. For the
/// candidates `1, 2, 3, ...` such a prime can be chosen.
fn cipolla_candidates() -> impl Iterator<Item = [u64; 4]> {
    (0..64u64).map(|i| {
        core::array::from_fn(|j| {
            let x = (4 * i + j as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ x >> 31
        })
    })
}
