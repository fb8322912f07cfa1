//! Eight lanes of a 512-bit register, with the multiply-add of AVX-512 IFMA.
#![allow(
    unsafe_code,
    reason = "intrinsics of instruction sets; the token proves that the CPU has them"
)]

use super::{Token, Vector};
use core::arch::x86_64::*;

/// Proof that the CPU has AVX-512 with IFMA.
#[derive(Clone, Copy, Debug)]
pub struct Ifma(());

/// A 512-bit register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct IfmaVector(__m512i);

impl Ifma {
    /// The token, if the CPU has the instructions.
    ///
    /// This asks the CPU at every call; [`super::with_lanes`] remembers the answer.
    pub fn new() -> Option<Self> {
        crate::backend::Backend::Ifma.is_available().then_some(Self(()))
    }

    /// The token, for use after [`Self::new`] has given one.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    pub(super) const unsafe fn assume() -> Self {
        Self(())
    }
}

#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma,bmi2,adx")]
#[inline(never)]
fn run<R, F: FnOnce() -> R>(f: F) -> R {
    f()
}

/// Empty assembly that the compiler moves nothing past. Left alone, it orders several products so that each waits for
/// its own results.
#[target_feature(enable = "avx512f")]
#[inline]
fn pin(mut x: __m512i) -> __m512i {
    // SAFETY: there are no instructions.
    unsafe { core::arch::asm!("/* {0} */", inout(zmm_reg) x, options(nostack, preserves_flags)) };
    x
}

macro_rules! intrinsic {
    ($e:expr) => {
        // SAFETY: this runs for a token, which proves that the CPU has AVX-512F, DQ, VL and IFMA; rows are 32 bytes.
        unsafe { $e }
    };
}

/// Two rows in the halves of a register.
#[inline(always)]
fn pair(a: &[u64; 4], b: &[u64; 4]) -> __m512i {
    intrinsic!({
        let low = _mm512_castsi256_si512(_mm256_loadu_si256(a.as_ptr().cast()));
        _mm512_inserti64x4::<1>(low, _mm256_loadu_si256(b.as_ptr().cast()))
    })
}

/// The halves of a register as rows `i` and `i + 2`.
#[inline(always)]
fn put(rows: &mut [[u64; 4]; 8], i: usize, x: __m512i) {
    intrinsic!({
        _mm256_storeu_si256(rows[i].as_mut_ptr().cast(), _mm512_castsi512_si256(x));
        _mm256_storeu_si256(rows[i + 2].as_mut_ptr().cast(), _mm512_extracti64x4_epi64::<1>(x));
    });
}

impl Token for Ifma {
    type Vector = IfmaVector;

    #[inline(always)]
    fn run<R, F: FnOnce() -> R>(self, f: F) -> R {
        // SAFETY: the token proves that the CPU has these features.
        unsafe { run(f) }
    }

    #[inline(always)]
    fn part<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline(always)]
    fn splat(self, x: u64) -> IfmaVector {
        // SAFETY: the token proves that the CPU has AVX-512F.
        IfmaVector(unsafe { _mm512_set1_epi64(x.cast_signed()) })
    }

    #[inline(always)]
    fn load(self, x: &[u64; 8]) -> IfmaVector {
        // SAFETY: the token proves that the CPU has AVX-512F, and `x` is 64 readable bytes.
        IfmaVector(unsafe { _mm512_loadu_si512(x.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load_part(self, x: &[u64]) -> IfmaVector {
        let mask = ((1u32 << x.len().min(8)) - 1) as u8;
        // SAFETY: the token proves that the CPU has AVX-512F; lanes that the mask leaves out are not read.
        IfmaVector(unsafe { _mm512_maskz_loadu_epi64(mask, x.as_ptr().cast()) })
    }

    #[inline(always)]
    fn columns4(self, r: [&[u64; 4]; 8]) -> [IfmaVector; 4] {
        let z = [pair(r[0], r[2]), pair(r[1], r[3]), pair(r[4], r[6]), pair(r[5], r[7])];
        // First limbs 0 and 2, and limbs 1 and 3, of two rows alternately; then the same limb of all rows together.
        intrinsic!({
            let (a, b) = (_mm512_unpacklo_epi64(z[0], z[1]), _mm512_unpacklo_epi64(z[2], z[3]));
            let (c, d) = (_mm512_unpackhi_epi64(z[0], z[1]), _mm512_unpackhi_epi64(z[2], z[3]));
            [
                IfmaVector(_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b)),
                IfmaVector(_mm512_shuffle_i64x2::<0b10_00_10_00>(c, d)),
                IfmaVector(_mm512_shuffle_i64x2::<0b11_01_11_01>(a, b)),
                IfmaVector(_mm512_shuffle_i64x2::<0b11_01_11_01>(c, d)),
            ]
        })
    }

    #[inline(always)]
    fn columns2(self, rows: [&[u64; 2]; 8]) -> [IfmaVector; 2] {
        let [a, b, c, d, e, f, g, h] = rows;
        intrinsic!({
            let load = |row: &[u64; 2]| _mm_loadu_si128(row.as_ptr().cast());
            // Loads that fill two lanes each replace shuffles, of which a CPU can run fewer at once.
            let every_second = |a, b, c, d| {
                let x = _mm512_broadcast_i64x2(load(a));
                let x = _mm512_mask_broadcast_i64x2(x, 0b0000_1100, load(b));
                let x = _mm512_mask_broadcast_i64x2(x, 0b0011_0000, load(c));
                _mm512_mask_broadcast_i64x2(x, 0b1100_0000, load(d))
            };
            let (even, odd) = (every_second(a, c, e, g), every_second(b, d, f, h));
            [
                IfmaVector(_mm512_unpacklo_epi64(even, odd)),
                IfmaVector(_mm512_unpackhi_epi64(even, odd)),
            ]
        })
    }

    #[inline(always)]
    fn pick<'a, D>(self, all: &'a [D], entries: &[u32; 8]) -> ([&'a D; 8], u8) {
        let (below, odd) = intrinsic!({
            let entries = _mm256_loadu_si256(entries.as_ptr().cast());
            let indices = _mm512_cvtepu32_epi64(_mm256_srli_epi32::<1>(entries));
            let below = _mm512_cmplt_epu64_mask(indices, _mm512_set1_epi64(all.len() as i64));
            (below, _mm256_test_epi32_mask(entries, _mm256_set1_epi32(1)))
        });
        assert!(below == u8::MAX, "an entry names what there is not");
        // SAFETY: all indices are below the length, and a reference can be read from. Each entry is loaded on its own:
        // the compiler would otherwise extract it from the vector, by two instructions. Nor are addresses computed in a
        // vector and stored: reading them back at once waits for the store (measured: an MSM of 65536 points takes 1.03
        // times as long).
        let at = |i: usize| unsafe { all.get_unchecked((core::ptr::read_volatile(&entries[i]) >> 1) as usize) };
        ([at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)], odd)
    }

    #[inline(always)]
    fn prefetch<D>(self, all: &[D], entry: u32) {
        prefetch::<_MM_HINT_T0, D>(all, entry);
    }

    #[inline(always)]
    fn prefetch_l2<D>(self, all: &[D], entry: u32) {
        prefetch::<_MM_HINT_T1, D>(all, entry);
    }
}

/// Prefetches the cache lines of the item that an entry refers to.
#[inline(always)]
fn prefetch<const HINT: i32, D>(all: &[D], entry: u32) {
    const LINE: usize = 64;
    let first = all.as_ptr().wrapping_add((entry >> 1) as usize).cast::<i8>();
    for line in 0..size_of::<D>().div_ceil(LINE) {
        // SAFETY: a prefetch of any address is harmless, and every x86-64 CPU has it.
        unsafe { _mm_prefetch::<HINT>(first.wrapping_add(LINE * line)) };
    }
}

impl Vector for IfmaVector {
    type Token = Ifma;

    #[inline(always)]
    fn token(self) -> Ifma {
        Ifma(())
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut r = [0; 8];
        // SAFETY: as for all methods; `r` is 64 writable bytes.
        unsafe { _mm512_storeu_si512(r.as_mut_ptr().cast(), self.0) };
        r
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(intrinsic!(_mm512_add_epi64(self.0, b.0)))
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(intrinsic!(_mm512_sub_epi64(self.0, b.0)))
    }

    #[inline(always)]
    fn mul_low64(self, b: Self) -> Self {
        Self(intrinsic!(_mm512_mullo_epi64(self.0, b.0)))
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(intrinsic!(_mm512_or_si512(self.0, b.0)))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(intrinsic!(_mm512_and_si512(self.0, b.0)))
    }

    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        Self(intrinsic!(_mm512_srli_epi64::<K>(self.0)))
    }

    #[inline(always)]
    fn shr_by(self, k: u32) -> Self {
        Self(intrinsic!(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(i64::from(k)))))
    }

    #[inline(always)]
    fn shl_by(self, k: u32) -> Self {
        Self(intrinsic!(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(i64::from(k)))))
    }

    #[inline(always)]
    fn sar<const K: u32>(self) -> Self {
        Self(intrinsic!(_mm512_srai_epi64::<K>(self.0)))
    }

    #[inline(always)]
    fn madd_lo(self, a: Self, b: Self) -> Self {
        Self(intrinsic!(_mm512_madd52lo_epu64(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn madd_hi(self, a: Self, b: Self) -> Self {
        Self(intrinsic!(_mm512_madd52hi_epu64(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn permute(self, index: &[u64; 8]) -> Self {
        let index = Ifma(()).load(index);
        Self(intrinsic!(_mm512_permutexvar_epi64(index.0, self.0)))
    }

    #[inline(always)]
    fn permute2(self, other: Self, index: &[u64; 8]) -> Self {
        let index = Ifma(()).load(index);
        Self(intrinsic!(_mm512_permutex2var_epi64(self.0, index.0, other.0)))
    }

    #[inline(always)]
    fn transpose(r: [Self; 8]) -> [Self; 8] {
        // Pairs of lanes, then pairs of pairs, then halves.
        let low = |a: Self, b: Self| intrinsic!(_mm512_unpacklo_epi64(a.0, b.0));
        let high = |a: Self, b: Self| intrinsic!(_mm512_unpackhi_epi64(a.0, b.0));
        let a = [
            low(r[0], r[1]),
            high(r[0], r[1]),
            low(r[2], r[3]),
            high(r[2], r[3]),
            low(r[4], r[5]),
            high(r[4], r[5]),
            low(r[6], r[7]),
            high(r[6], r[7]),
        ];
        let even = |a, b| intrinsic!(_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b));
        let odd = |a, b| intrinsic!(_mm512_shuffle_i64x2::<0b11_01_11_01>(a, b));
        // Blocks of two lanes: b[k] holds blocks 0, 2 of rows 0 to 3, and so on.
        let b = [
            even(a[0], a[2]),
            even(a[1], a[3]),
            odd(a[0], a[2]),
            odd(a[1], a[3]),
            even(a[4], a[6]),
            even(a[5], a[7]),
            odd(a[4], a[6]),
            odd(a[5], a[7]),
        ];
        [
            Self(even(b[0], b[4])),
            Self(even(b[1], b[5])),
            Self(even(b[2], b[6])),
            Self(even(b[3], b[7])),
            Self(odd(b[0], b[4])),
            Self(odd(b[1], b[5])),
            Self(odd(b[2], b[6])),
            Self(odd(b[3], b[7])),
        ]
    }

    #[inline(always)]
    fn rows4(c: [Self; 4]) -> [[u64; 4]; 8] {
        let mut rows = [[0; 4]; 8];
        intrinsic!({
            // Limbs 0 and 1, then 2 and 3, of even rows; then of odd ones.
            let (a, b) = (
                _mm512_unpacklo_epi64(c[0].0, c[1].0),
                _mm512_unpacklo_epi64(c[2].0, c[3].0),
            );
            let (d, e) = (
                _mm512_unpackhi_epi64(c[0].0, c[1].0),
                _mm512_unpackhi_epi64(c[2].0, c[3].0),
            );
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            put(&mut rows, 0, _mm512_permutex2var_epi64(a, first, b));
            put(&mut rows, 1, _mm512_permutex2var_epi64(d, first, e));
            put(&mut rows, 4, _mm512_permutex2var_epi64(a, second, b));
            put(&mut rows, 5, _mm512_permutex2var_epi64(d, second, e));
        });
        rows
    }

    #[inline(always)]
    fn blend(self, b: Self, mask: u8) -> Self {
        Self(intrinsic!(_mm512_mask_blend_epi64(mask, self.0, b.0)))
    }

    #[inline(always)]
    fn pin(self) -> Self {
        // SAFETY: as for all methods.
        Self(unsafe { pin(self.0) })
    }

    #[inline(always)]
    fn negative(self) -> u8 {
        intrinsic!(_mm512_movepi64_mask(self.0))
    }

    #[inline(always)]
    fn zero(self) -> u8 {
        intrinsic!(_mm512_testn_epi64_mask(self.0, self.0))
    }
}
