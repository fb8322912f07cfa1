//! Eight lanes in plain Rust. Every lane algorithm is tested on them where the CPU has nothing better.

use super::{Token, Vector};

/// The token of the portable lanes; every CPU can run them.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// Eight integers in an array.
#[derive(Clone, Copy, Debug)]
pub struct PortableVector([u64; 8]);

const MASK: u64 = (1 << 52) - 1;

fn product(a: u64, b: u64) -> u128 {
    u128::from(a & MASK) * u128::from(b & MASK)
}

impl PortableVector {
    #[inline(always)]
    fn zip(self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], b.0[i])))
    }

    fn mask(self, f: impl Fn(u64) -> bool) -> u8 {
        (0..8).fold(0, |m, i| m | (u8::from(f(self.0[i])) << i))
    }
}

impl Token for Portable {
    type Vector = PortableVector;
    const SHARES_KERNELS: bool = true;

    #[inline(never)]
    fn run<R, F: FnOnce() -> R>(self, f: F) -> R {
        f()
    }

    // Without this, and without shared kernels, the lanes in plain Rust would be more than half of the code of an
    // engine with all curves.
    #[inline(never)]
    fn part<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline(always)]
    fn splat(self, x: u64) -> PortableVector {
        PortableVector([x; 8])
    }

    #[inline(always)]
    fn load(self, x: &[u64; 8]) -> PortableVector {
        PortableVector(*x)
    }

    #[inline(always)]
    fn load_part(self, x: &[u64]) -> PortableVector {
        PortableVector(core::array::from_fn(|i| x.get(i).copied().unwrap_or(0)))
    }

    #[inline(always)]
    fn columns4(self, rows: [&[u64; 4]; 8]) -> [PortableVector; 4] {
        core::array::from_fn(|j| PortableVector(rows.map(|row| row[j])))
    }

    #[inline(always)]
    fn columns2(self, rows: [&[u64; 2]; 8]) -> [PortableVector; 2] {
        core::array::from_fn(|j| PortableVector(rows.map(|row| row[j])))
    }

    #[cfg(feature = "plain-lanes")]
    fn count(self, halves: usize, squares: usize) {
        super::Counts {
            halves: halves as u64,
            squares: squares as u64,
        }
        .add();
    }
}

impl Vector for PortableVector {
    type Token = Portable;

    fn token(self) -> Portable {
        Portable
    }

    fn store(self) -> [u64; 8] {
        self.0
    }

    fn add(self, b: Self) -> Self {
        self.zip(b, u64::wrapping_add)
    }

    fn sub(self, b: Self) -> Self {
        self.zip(b, u64::wrapping_sub)
    }

    fn mul_low64(self, b: Self) -> Self {
        self.zip(b, u64::wrapping_mul)
    }

    fn or(self, b: Self) -> Self {
        self.zip(b, |a, b| a | b)
    }

    fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| a & b)
    }

    fn shr<const K: u32>(self) -> Self {
        Self(self.0.map(|a| a >> K))
    }

    fn shr_by(self, k: u32) -> Self {
        Self(self.0.map(|a| a >> k))
    }

    fn shl_by(self, k: u32) -> Self {
        Self(self.0.map(|a| a << k))
    }

    fn sar<const K: u32>(self) -> Self {
        Self(self.0.map(|a| (a.cast_signed() >> K).cast_unsigned()))
    }

    fn madd_lo(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |a, b| product(a, b) as u64 & MASK))
    }

    fn madd_hi(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |a, b| (product(a, b) >> 52) as u64))
    }

    fn permute(self, index: &[u64; 8]) -> Self {
        Self(index.map(|i| self.0[i as usize % 8]))
    }

    fn permute2(self, other: Self, index: &[u64; 8]) -> Self {
        Self(index.map(|i| {
            if i & 8 == 0 {
                self.0[i as usize % 8]
            } else {
                other.0[i as usize % 8]
            }
        }))
    }

    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        core::array::from_fn(|i| Self(rows.map(|row| row.0[i])))
    }

    fn rows4(columns: [Self; 4]) -> [[u64; 4]; 8] {
        core::array::from_fn(|i| columns.map(|column| column.0[i]))
    }

    fn blend(self, b: Self, mask: u8) -> Self {
        Self(core::array::from_fn(|i| {
            if (mask >> i) & 1 == 0 { self.0[i] } else { b.0[i] }
        }))
    }

    fn negative(self) -> u8 {
        self.mask(|a| a.cast_signed() < 0)
    }

    fn zero(self) -> u8 {
        self.mask(|a| a == 0)
    }
}
