//! The operations that lane algorithms need from a CPU.

use core::fmt::Debug;

/// Proof that the CPU can run one kind of [`Vector`]. Only a fallible constructor makes it.
pub trait Token: Copy + Debug + Send + Sync + 'static {
    /// The vectors that the token gives access to.
    type Vector: Vector<Token = Self>;

    /// Whether kernels are functions that all callers share. If a vector operation takes many instructions, inlined
    /// kernels would make algorithms large.
    const SHARES_KERNELS: bool = false;

    /// Runs `f` in a function compiled for the CPU's instructions, never inlined into its caller.
    ///
    /// Code between this and the vectors' methods must be inlined (`#[inline(always)]` on functions, or
    /// closures used once), else it is compiled without those instructions: still right, but slow.
    fn run<R, F: FnOnce() -> R>(self, f: F) -> R;

    /// Runs a part of an algorithm inlined. Lanes whose vector operations take many instructions run it in a separate
    /// function, to keep algorithms small.
    fn part<R>(self, f: impl FnOnce() -> R) -> R;

    /// `x` in all eight lanes.
    fn splat(self, x: u64) -> Self::Vector;

    /// The eight integers of `x`, lane 0 first.
    fn load(self, x: &[u64; 8]) -> Self::Vector;

    /// The first integers of `x`, up to eight, then zeros.
    fn load_part(self, x: &[u64]) -> Self::Vector;

    /// Vector `j` of the result holds integer `j` of every row.
    fn columns4(self, rows: [&[u64; 4]; 8]) -> [Self::Vector; 4];

    /// Vector `j` of the result holds integer `j` of every row.
    fn columns2(self, rows: [&[u64; 2]; 8]) -> [Self::Vector; 2];

    /// The items of `all` that eight entries refer to, and a mask of the odd entries. An entry is twice an index, plus
    /// one if the item is to be negated.
    ///
    /// # Panics
    /// If an index is not below the length of `all`.
    #[inline(always)]
    fn pick<'a, D>(self, all: &'a [D], entries: &[u32; 8]) -> ([&'a D; 8], u8) {
        let odd = (0..8).fold(0, |odd, i| odd | (((entries[i] & 1) as u8) << i));
        (entries.map(|entry| &all[(entry >> 1) as usize]), odd)
    }

    /// Prefetches the item that an entry refers to, as in [`Self::pick`].
    #[inline(always)]
    fn prefetch<D>(self, all: &[D], entry: u32) {
        let _ = (all, entry);
    }

    /// [`Self::prefetch`] for use much later: to the second-level cache, which holds more.
    #[inline(always)]
    fn prefetch_l2<D>(self, all: &[D], entry: u32) {
        let _ = (all, entry);
    }

    /// Counts halves of products and squares, as in `Counts`, if this kind of lanes counts its work.
    #[inline(always)]
    fn count(self, halves: usize, squares: usize) {
        let _ = (halves, squares);
    }
}

/// Eight unsigned integers of 64 bits side by side; arithmetic is modulo `2^64` in every lane.
pub trait Vector: Copy + Debug + Send + Sync + 'static {
    /// The proof that these instructions can run.
    type Token: Token<Vector = Self>;

    /// The proof, from a value that could only be made with it.
    fn token(self) -> Self::Token;

    /// The lanes, lane 0 first.
    fn store(self) -> [u64; 8];

    /// `self + b`.
    #[must_use]
    fn add(self, b: Self) -> Self;

    /// `self - b`.
    #[must_use]
    fn sub(self, b: Self) -> Self;

    /// The low 64 bits of the product. This is slow, and meant for small factors.
    #[must_use]
    fn mul_low64(self, b: Self) -> Self;

    /// Bitwise or.
    #[must_use]
    fn or(self, b: Self) -> Self;

    /// Bitwise and.
    #[must_use]
    fn and(self, b: Self) -> Self;

    /// `self >> K`, filled with zeros.
    #[must_use]
    fn shr<const K: u32>(self) -> Self;

    /// `self >> k` for `k < 64`, filled with zeros.
    #[must_use]
    fn shr_by(self, k: u32) -> Self;

    /// `self << k` for `k < 64`.
    #[must_use]
    fn shl_by(self, k: u32) -> Self;

    /// `self >> K`, filled with the sign.
    #[must_use]
    fn sar<const K: u32>(self) -> Self;

    /// `self +` the low 52 bits of the 104-bit product of the low 52 bits of `a` and `b`.
    #[must_use]
    fn madd_lo(self, a: Self, b: Self) -> Self;

    /// `self +` the high 52 bits of the 104-bit product of the low 52 bits of `a` and `b`.
    #[must_use]
    fn madd_hi(self, a: Self, b: Self) -> Self;

    /// Lane `i` of the result is lane `index[i] mod 8` of `self`.
    #[must_use]
    fn permute(self, index: &[u64; 8]) -> Self;

    /// Lane `i` of the result is lane `index[i] mod 16` of the sixteen lanes of `self` and then `other`.
    #[must_use]
    fn permute2(self, other: Self, index: &[u64; 8]) -> Self;

    /// Row `i` of the result holds lane `i` of every row.
    #[must_use]
    fn transpose(rows: [Self; 8]) -> [Self; 8];

    /// Row `i` of the result holds lane `i` of every vector: the inverse of [`Token::columns4`].
    #[must_use]
    fn rows4(columns: [Self; 4]) -> [[u64; 4]; 8];

    /// Lane `i` of the result is that of `b` where bit `i` of `mask` is set, else that of `self`.
    #[must_use]
    fn blend(self, b: Self, mask: u8) -> Self;

    /// The same vector. The compiler neither computes it later nor uses it earlier than here.
    #[must_use]
    #[inline(always)]
    fn pin(self) -> Self {
        self
    }

    /// A mask of the lanes that are negative as signed integers.
    fn negative(self) -> u8;

    /// A mask of the lanes that are zero.
    fn zero(self) -> u8;
}
