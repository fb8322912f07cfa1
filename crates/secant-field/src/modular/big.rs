//! Arithmetic modulo any odd number of up to 8192 bits whose length is known only at run time.
//!
//! ```
//! use secant_field::modular::BigModulus;
//!
//! let m = BigModulus::from_limbs(&[1_000_003])?;
//! let two = m.reduce(&[2]);
//! assert_eq!(m.to_limbs(&m.pow(&two, &[20])), [48_573]); // 2^20 - 1_000_003
//! assert_eq!(m.inverse(&two), Some(m.reduce(&[500_002])));
//! # Ok::<(), secant_field::modular::ModulusError>(())
//! ```
//!
//! # Elements and their modulus
//! A [`BigElement`] does not know its modulus. It belongs to the [`BigModulus`] that made it: pass it only to methods
//! of that modulus. An element of another modulus of the same length gives a meaningless result. An element of a
//! modulus of another length makes methods panic, as they state. No integer given as bytes or limbs can make any method
//! panic.
//!
//! # Cost
//! Memory use is a small multiple of the size of the modulus. [`BigModulus::sqrt`] takes bounded time for composite
//! moduli too.

mod inverse;
mod power;
mod sqrt;

use super::ModulusError;
use crate::{
    constants::neg_inv64,
    kernels::slices::{self, Block},
};
use ark_std::{boxed::Box, vec, vec::Vec};
use core::fmt;

/// Bits of the longest modulus.
pub const MAX_BITS: usize = 8192;

/// An odd modulus of at most [`MAX_BITS`] bits, with the constants that its arithmetic needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigModulus {
    /// Whole blocks, so that products need no extra code for a partial block.
    m: Box<[Block]>,
    bits: usize,
    /// `-m^-1 mod 2^64`.
    inv: u64,
    /// `R mod m`, for `R = 2^(256 n)` and `n` blocks.
    one: Box<[Block]>,
    /// `R^2 mod m`.
    r2: Box<[Block]>,
}

/// An integer modulo the [`BigModulus`] that made it, reduced and in Montgomery form.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BigElement(Box<[Block]>);

impl BigElement {
    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.0.as_flattened().iter().all(|&limb| limb == 0)
    }
}

impl fmt::Debug for BigElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BigElement(Montgomery form, {:x?})", self.0.as_flattened())
    }
}

/// Integers as limbs, least significant first.
trait Limbs {
    fn len(&self) -> usize;
    fn limb(&self, i: usize) -> u64;
}

impl Limbs for &[u64] {
    fn len(&self) -> usize {
        <[u64]>::len(self)
    }

    fn limb(&self, i: usize) -> u64 {
        self[i]
    }
}

/// An integer as bytes, most significant first.
struct BigEndian<'a>(&'a [u8]);

impl Limbs for BigEndian<'_> {
    fn len(&self) -> usize {
        self.0.len().div_ceil(8)
    }

    fn limb(&self, i: usize) -> u64 {
        let end = self.0.len() - 8 * i;
        let bytes = &self.0[end.saturating_sub(8)..end];
        bytes.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte))
    }
}

/// An integer as bytes, least significant first.
struct LittleEndian<'a>(&'a [u8]);

impl Limbs for LittleEndian<'_> {
    fn len(&self) -> usize {
        self.0.len().div_ceil(8)
    }

    fn limb(&self, i: usize) -> u64 {
        let bytes = &self.0[8 * i..self.0.len().min(8 * i + 8)];
        bytes.iter().rev().fold(0, |limb, &byte| limb << 8 | u64::from(byte))
    }
}

/// `a` without leading zeros.
fn significant(a: &[u64]) -> &[u64] {
    &a[..a.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)]
}

impl BigModulus {
    /// From limbs, the least significant first; leading zeros are allowed.
    ///
    /// # Errors
    /// [`ModulusError`] for zero, one, even integers, and integers of more than [`MAX_BITS`] bits.
    pub fn from_limbs(m: &[u64]) -> Result<Self, ModulusError> {
        Self::new(m)
    }

    /// From bytes, the most significant first; leading zeros are allowed.
    ///
    /// # Errors
    /// As [`from_limbs`](Self::from_limbs).
    pub fn from_be_bytes(m: &[u8]) -> Result<Self, ModulusError> {
        Self::new(BigEndian(m))
    }

    /// From bytes, the least significant first; leading zeros are allowed.
    ///
    /// # Errors
    /// As [`from_limbs`](Self::from_limbs).
    pub fn from_le_bytes(m: &[u8]) -> Result<Self, ModulusError> {
        Self::new(LittleEndian(m))
    }

    fn new(m: impl Limbs) -> Result<Self, ModulusError> {
        let len = (0..m.len()).rev().find(|&i| m.limb(i) != 0).map_or(0, |top| top + 1);
        if len == 0 {
            return Err(ModulusError::Zero);
        }
        let bits = 64 * len - m.limb(len - 1).leading_zeros() as usize;
        if bits == 1 {
            return Err(ModulusError::One);
        }
        if m.limb(0).is_multiple_of(2) {
            return Err(ModulusError::Even);
        }
        if bits > MAX_BITS {
            return Err(ModulusError::TooLong { bits, most: MAX_BITS });
        }
        let blocks = len.div_ceil(4);
        let mut limbs = zeros(blocks);
        for (i, limb) in limbs.as_flattened_mut().iter_mut().take(len).enumerate() {
            *limb = m.limb(i);
        }
        let shift = Shift::new(&limbs.as_flattened()[..len], bits);
        let mut power = zeros(blocks);
        // 2^(64 (len - 1)) is below the modulus; 4 blocks - (len - 1) shifts by one limb lead from there to R.
        power.as_flattened_mut()[len - 1] = 1;
        for _ in len - 1..4 * blocks {
            shift.append(&mut power, 0);
        }
        let one = power.clone();
        for _ in 0..4 * blocks {
            shift.append(&mut power, 0);
        }
        Ok(Self {
            inv: neg_inv64(limbs[0][0]),
            m: limbs,
            bits,
            one,
            r2: power,
        })
    }

    /// Bits of the modulus.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The number of bytes that hold the modulus and every integer below it.
    pub fn byte_len(&self) -> usize {
        self.bits.div_ceil(8)
    }

    /// The modulus, the least significant limb first, without leading zeros.
    pub fn limbs(&self) -> &[u64] {
        &self.m.as_flattened()[..self.bits.div_ceil(64)]
    }

    /// Zero.
    pub fn zero(&self) -> BigElement {
        BigElement(zeros(self.m.len()))
    }

    /// One.
    pub fn one(&self) -> BigElement {
        BigElement(self.one.clone())
    }

    /// The residue of an integer of any length, the least significant limb first.
    pub fn reduce(&self, a: &[u64]) -> BigElement {
        self.to_montgomery(&self.residue(a))
    }

    /// The residue of an integer of any length, the most significant byte first.
    pub fn reduce_be_bytes(&self, a: &[u8]) -> BigElement {
        self.to_montgomery(&self.residue(BigEndian(a)))
    }

    /// The residue of an integer of any length, the least significant byte first.
    pub fn reduce_le_bytes(&self, a: &[u8]) -> BigElement {
        self.to_montgomery(&self.residue(LittleEndian(a)))
    }

    /// The element of an integer in limbs, the least significant first; `None` if it is not below the modulus.
    pub fn element(&self, a: &[u64]) -> Option<BigElement> {
        self.canonical(a)
    }

    /// The element of an integer in bytes, the most significant first; `None` if it is not below the modulus.
    pub fn element_be_bytes(&self, a: &[u8]) -> Option<BigElement> {
        self.canonical(BigEndian(a))
    }

    /// The element of an integer in bytes, the least significant first; `None` if it is not below the modulus.
    pub fn element_le_bytes(&self, a: &[u8]) -> Option<BigElement> {
        self.canonical(LittleEndian(a))
    }

    fn canonical(&self, a: impl Limbs) -> Option<BigElement> {
        let mut limbs = zeros(self.m.len());
        for i in 0..a.len() {
            match limbs.as_flattened_mut().get_mut(i) {
                Some(limb) => *limb = a.limb(i),
                None if a.limb(i) != 0 => return None,
                None => {}
            }
        }
        slices::less(&limbs, &self.m).then(|| self.to_montgomery(&limbs))
    }

    /// `a mod m`, not in Montgomery form.
    fn residue(&self, a: impl Limbs) -> Box<[Block]> {
        let mut r = zeros(self.m.len());
        // An integer with one limb less than the modulus is below it.
        let start = a.len().min(self.limbs().len() - 1);
        let rest = a.len() - start;
        for (i, limb) in r.as_flattened_mut().iter_mut().take(start).enumerate() {
            *limb = a.limb(rest + i);
        }
        let shift = Shift::new(self.limbs(), self.bits);
        for i in (0..rest).rev() {
            shift.append(&mut r, a.limb(i));
        }
        r
    }

    fn to_montgomery(&self, a: &[Block]) -> BigElement {
        let mut out = self.zero();
        slices::mul(&mut out.0, a, &self.r2, &self.m, self.inv, &mut self.scratch());
        out
    }

    fn out_of_montgomery(&self, a: &BigElement) -> Box<[Block]> {
        self.check(a);
        let mut out = zeros(self.m.len());
        slices::reduce(&mut out, &a.0, &self.m, self.inv, &mut self.scratch());
        out
    }

    /// The integer below the modulus, in as many limbs as the modulus has, the least significant first.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn to_limbs(&self, a: &BigElement) -> Vec<u64> {
        self.out_of_montgomery(a).as_flattened()[..self.limbs().len()].to_vec()
    }

    /// The integer below the modulus, in [`byte_len`](Self::byte_len) bytes, the most significant first.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn to_be_bytes(&self, a: &BigElement) -> Vec<u8> {
        let mut bytes = self.to_le_bytes(a);
        bytes.reverse();
        bytes
    }

    /// The integer below the modulus, in [`byte_len`](Self::byte_len) bytes, the least significant first.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn to_le_bytes(&self, a: &BigElement) -> Vec<u8> {
        let limbs = self.out_of_montgomery(a);
        let bytes = limbs.as_flattened().iter().flat_map(|limb| limb.to_le_bytes());
        bytes.take(self.byte_len()).collect()
    }

    /// `a + b`.
    ///
    /// # Panics
    /// If `a` or `b` belongs to a modulus of another length.
    pub fn add(&self, a: &BigElement, b: &BigElement) -> BigElement {
        self.check(a);
        self.check(b);
        let mut out = a.clone();
        let over = slices::add_assign(&mut out.0, &b.0);
        slices::subtract_modulus(&mut out.0, &self.m, over);
        out
    }

    /// `a - b`.
    ///
    /// # Panics
    /// If `a` or `b` belongs to a modulus of another length.
    pub fn sub(&self, a: &BigElement, b: &BigElement) -> BigElement {
        self.check(a);
        self.check(b);
        let mut out = a.clone();
        if slices::sub_assign(&mut out.0, &b.0) {
            slices::add_assign(&mut out.0, &self.m);
        }
        out
    }

    /// `-a`.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn neg(&self, a: &BigElement) -> BigElement {
        self.sub(&self.zero(), a)
    }

    /// `a b`.
    ///
    /// # Panics
    /// If `a` or `b` belongs to a modulus of another length.
    pub fn mul(&self, a: &BigElement, b: &BigElement) -> BigElement {
        self.check(a);
        self.check(b);
        let mut out = self.zero();
        slices::mul(&mut out.0, &a.0, &b.0, &self.m, self.inv, &mut self.scratch());
        out
    }

    /// `a^2`.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn square(&self, a: &BigElement) -> BigElement {
        self.check(a);
        let mut out = self.zero();
        slices::square(&mut out.0, &a.0, &self.m, self.inv, &mut self.scratch());
        out
    }

    /// Scratch memory for products.
    fn scratch(&self) -> Vec<Block> {
        vec![[0; 4]; 2 * self.m.len()]
    }

    fn check(&self, a: &BigElement) {
        assert_eq!(
            a.0.len(),
            self.m.len(),
            "the element belongs to a modulus of another length"
        );
    }
}

fn zeros(blocks: usize) -> Box<[Block]> {
    vec![[0; 4]; blocks].into_boxed_slice()
}

/// Long division by the modulus, one limb at a time.
struct Shift<'a> {
    m: &'a [u64],
    bits: usize,
    /// `floor(2^128 / (d + 1)) - 2^64` for the top 64 bits `d` of the modulus, `2^63 <= d < 2^64`.
    reciprocal: u64,
}

impl<'a> Shift<'a> {
    fn new(m: &'a [u64], bits: usize) -> Self {
        let d = top_bits(m, bits);
        Self {
            m,
            bits,
            // 2^128 - 1 in place of 2^128 gives the same quotient, except for d + 1 = 2^64, where the quotient is 2^64.
            reciprocal: if d == u64::MAX {
                0
            } else {
                (u128::MAX / (u128::from(d) + 1)) as u64
            },
        }
    }

    /// `x = x 2^64 + limb mod m` for `x < m`.
    fn append(&self, x: &mut [Block], limb: u64) {
        let m = self.m;
        let x = &mut x.as_flattened_mut()[..m.len()];
        if let ([m], [x]) = (m, &mut *x) {
            *x = ((u128::from(*x) << 64 | u128::from(limb)) % u128::from(*m)) as u64;
            return;
        }
        // Let x = (h + e) 2^s and m = (d + e') 2^s with 0 <= e, e' < 1. The quotient (x 2^64 + limb) / m exceeds h 2^64
        // / (d + 1) by less than 2^64 (h + d + 1) / (d (d + 1)) + 1 <= 2^65 / d + 1 <= 5. Rounding the reciprocal and
        // its product loses less than 2 more, so less than 7 m remains.
        let h = top_bits(x, self.bits);
        let q = h.wrapping_add(((u128::from(h) * u128::from(self.reciprocal)) >> 64) as u64);
        let mut top = x[x.len() - 1];
        x.copy_within(..x.len() - 1, 1);
        x[0] = limb;
        let mut borrow = 0;
        for (x, &m) in x.iter_mut().zip(m) {
            let t = u128::from(m) * u128::from(q) + u128::from(borrow);
            let under;
            (*x, under) = x.overflowing_sub(t as u64);
            borrow = (t >> 64) as u64 + u64::from(under);
        }
        top = top.wrapping_sub(borrow);
        while top != 0 || !x.iter().rev().lt(m.iter().rev()) {
            let mut borrow = false;
            for (x, &m) in x.iter_mut().zip(m) {
                (*x, borrow) = x.borrowing_sub(m, borrow);
            }
            top = top.wrapping_sub(borrow.into());
        }
    }
}

/// `floor(a / 2^(bits - 64))`, which must be below `2^64`.
fn top_bits(a: &[u64], bits: usize) -> u64 {
    let Some(shift) = bits.checked_sub(64) else {
        return a[0] << (64 - bits);
    };
    let (limb, bit) = (shift / 64, shift % 64);
    let low = a[limb] >> bit;
    match a.get(limb + 1) {
        Some(high) if bit > 0 => low | high << (64 - bit),
        _ => low,
    }
}
