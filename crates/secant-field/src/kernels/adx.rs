//! Kernels for x86-64 with `mulx`, `adcx` and `adox`, chosen at run time.
//!
//! A row adds `a b_i` to the accumulator in two carry chains that run side by side, the low halves through `CF` and the
//! high halves through `OF`. A second row of the same form adds the multiple of the modulus that clears the lowest
//! limb. Registers are renamed instead of shifted. Single products take rows in pairs, so that the multiple for the
//! second row is known before the sums of the first.
//!
//! Bounds, except in `special` and `full`, for `m < 2^(64 N - 1)`: before each row the accumulator is below `2 m`
//! (`(T + 1) m` for sums of `T` products). So `N + 1` registers hold every intermediate value, and the carry out of the
//! top one is always zero.
#![allow(
    unsafe_code,
    reason = "inline assembly; the token proves that the CPU has the instructions"
)]

#[macro_use]
mod steps;
mod full;
pub mod special;
mod twelve;
mod wide;

use crate::kernels::Modulus;
use core::arch::asm;
use core::sync::atomic::{AtomicU8, Ordering};

/// Proof that the CPU has BMI2 and ADX, and that the back end in use is one with these.
#[derive(Clone, Copy, Debug)]
pub struct Adx(());

const UNKNOWN: u8 = 0;
const ABSENT: u8 = 1;
const PRESENT: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);

impl Adx {
    /// The token, if the CPU has the instructions.
    ///
    /// The answer is cached; asking costs a load and a branch that is always predicted.
    #[inline(always)]
    pub fn new() -> Option<Self> {
        match STATE.load(Ordering::Relaxed) {
            PRESENT => Some(Self(())),
            ABSENT => None,
            _ => Self::detect(),
        }
    }

    #[cold]
    fn detect() -> Option<Self> {
        let present = matches!(
            crate::backend::best(),
            crate::backend::Backend::Adx | crate::backend::Backend::Ifma
        );
        STATE.store(if present { PRESENT } else { ABSENT }, Ordering::Relaxed);
        present.then_some(Self(()))
    }
}

macro_rules! row4 {
    ($a:literal, $o0:literal, $o1:literal, $o2:literal, $o3:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            "xor {lo:e}, {lo:e}\n",
            step!($a, $o0, $t0, $t1),
            step!($a, $o1, $t1, $t2),
            step!($a, $o2, $t2, $t3),
            step!($a, $o3, $t3, $t4),
            close!($t4)
        )
    };
}

macro_rules! reduce4 {
    ($t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            "mov rdx, [{m} + 32]\n",
            "imul rdx, {",
            $t0,
            "}\n",
            row4!("m", 0, 8, 16, 24, $t0, $t1, $t2, $t3, $t4)
        )
    };
}

/// The first row of a product, `t = a b_0`. The caller adds the last carry to the top limb.
macro_rules! first {
    ($t0:literal, $t1:literal $(, $offset:literal, $add:literal, $t:literal, $next:literal)*) => {
        concat!(
            "mov rdx, [{b}]\n",
            "mulx {", $t1, "}, {", $t0, "}, [{a}]\n",
            $("mulx {", $next, "}, {lo}, [{a} + ", $offset, "]\n", $add, " {", $t, "}, {lo}\n",)*
        )
    };
}

/// The factors of the modulus for this row and the next one at once, the first in `rdx` and the second on the stack.
/// They come from `-m^-1 mod 2^128` and the lowest limbs of both rows, so the next row need not wait for the sums of
/// this one. `$b` is the offset of the limb of `b` in the next row; `$inv` and `$inv1` are the offsets of the limbs of
/// the inverse.
macro_rules! multiples {
    ($b:literal, $inv:literal, $inv1:literal, $t0:literal, $t1:literal) => {
        concat!(
            "mov rdx, {",
            $t0,
            "}\n",
            "mulx {hi}, {lo}, [{m} + ",
            $inv,
            "]\n",
            "imul rdx, [{m} + ",
            $inv1,
            "]\n",
            "add {hi}, rdx\n",
            "mov rdx, [{b} + ",
            $b,
            "]\n",
            "imul rdx, [{a}]\n",
            "add rdx, {",
            $t1,
            "}\n",
            "imul rdx, [{m} + ",
            $inv,
            "]\n",
            "add {hi}, rdx\n",
            "push {hi}\n",
            "mov rdx, {lo}\n",
        )
    };
}

/// The second row of a pair of rows of a single product, and the reductions of both; `$b` is the offset of the second
/// row's limb of `b`.
macro_rules! two4 {
    ($b:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            multiples!($b, 32, 40, $t0, $t1),
            row4!("m", 0, 8, 16, 24, $t0, $t1, $t2, $t3, $t4),
            "mov rdx, [{b} + ",
            $b,
            "]\n",
            row4!("a", 0, 8, 16, 24, $t1, $t2, $t3, $t4, $t0),
            "pop rdx\n",
            row4!("m", 0, 8, 16, 24, $t1, $t2, $t3, $t4, $t0)
        )
    };
}

/// A row of a single product.
macro_rules! row_of_b4 {
    ($b:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            "mov rdx, [{b} + ",
            $b,
            "]\n",
            row4!("a", 0, 8, 16, 24, $t0, $t1, $t2, $t3, $t4)
        )
    };
}

macro_rules! zero4 {
    () => {
        "xor {t0:e}, {t0:e}\n xor {t1:e}, {t1:e}\n xor {t2:e}, {t2:e}\n xor {t3:e}, {t3:e}\n xor {t4:e}, {t4:e}\n"
    };
}

/// A row of each of two products, and their reduction; `$b` and `$c` are the offsets of the limbs of the two `b`.
macro_rules! sop4 {
    ($b:literal, $c:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            "mov rdx, [{b} + ",
            $b,
            "]\n",
            row4!("a", 0, 8, 16, 24, $t0, $t1, $t2, $t3, $t4),
            "mov rdx, [{b} + ",
            $c,
            "]\n",
            row4!("a", 32, 40, 48, 56, $t0, $t1, $t2, $t3, $t4),
            reduce4!($t0, $t1, $t2, $t3, $t4)
        )
    };
}

/// One limb of the final subtraction: `$free = $t - m_i`.
macro_rules! subtract {
    ($op:literal, $offset:literal, $free:literal, $t:literal) => {
        concat!(
            "mov ",
            $free,
            ", {",
            $t,
            "}\n",
            $op,
            " ",
            $free,
            ", [{m} + ",
            $offset,
            "]\n"
        )
    };
}

macro_rules! keep {
    ($free:literal, $t:literal) => {
        concat!("cmovc ", $free, ", {", $t, "}\n")
    };
}

macro_rules! asm4 {
    ($modulus:ident, $a:ident, $b:ident, $($rows:expr),*) => {{
        let (mut r0, mut r1, mut r2, mut r3): (u64, u64, u64, u64);
        // SAFETY: reads N limbs behind `a` and `b` (2 N for sums) and N + 2 behind `m`, as the types of the
        // callers' arguments guarantee; the token says that the CPU has the instructions.
        unsafe {
            asm!(
                $($rows,)*
                // After four renamings the value starts at t4.
                subtract!("sub", 0, "{a}", "t4"),
                subtract!("sbb", 8, "{b}", "t0"),
                subtract!("sbb", 16, "{lo}", "t1"),
                subtract!("sbb", 24, "{hi}", "t2"),
                keep!("{a}", "t4"), keep!("{b}", "t0"), keep!("{lo}", "t1"), keep!("{hi}", "t2"),
                m = in(reg) $modulus,
                a = inout(reg) $a => r0,
                b = inout(reg) $b => r1,
                lo = out(reg) r2,
                hi = out(reg) r3,
                t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, t4 = out(reg) _,
                out("rdx") _,
            );
        }
        [r0, r1, r2, r3]
    }};
}

macro_rules! row6 {
    ($a:literal, $o0:literal, $o1:literal, $o2:literal, $o3:literal, $o4:literal, $o5:literal,
     $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal, $t6:literal) => {
        concat!(
            "xor {lo:e}, {lo:e}\n",
            step!($a, $o0, $t0, $t1),
            step!($a, $o1, $t1, $t2),
            step!($a, $o2, $t2, $t3),
            step!($a, $o3, $t3, $t4),
            step!($a, $o4, $t4, $t5),
            step!($a, $o5, $t5, $t6),
            close!($t6)
        )
    };
}

macro_rules! reduce6 {
    ($t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal, $t6:literal) => {
        concat!(
            "mov rdx, [{m} + 48]\n",
            "imul rdx, {",
            $t0,
            "}\n",
            row6!("m", 0, 8, 16, 24, 32, 40, $t0, $t1, $t2, $t3, $t4, $t5, $t6)
        )
    };
}

macro_rules! two6 {
    ($b:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal, $t6:literal) => {
        concat!(
            multiples!($b, 48, 56, $t0, $t1),
            row6!("m", 0, 8, 16, 24, 32, 40, $t0, $t1, $t2, $t3, $t4, $t5, $t6),
            "mov rdx, [{b} + ",
            $b,
            "]\n",
            row6!("a", 0, 8, 16, 24, 32, 40, $t1, $t2, $t3, $t4, $t5, $t6, $t0),
            "pop rdx\n",
            row6!("m", 0, 8, 16, 24, 32, 40, $t1, $t2, $t3, $t4, $t5, $t6, $t0)
        )
    };
}

macro_rules! row_of_b6 {
    ($b:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal, $t6:literal) => {
        concat!(
            "mov rdx, [{b} + ",
            $b,
            "]\n",
            row6!("a", 0, 8, 16, 24, 32, 40, $t0, $t1, $t2, $t3, $t4, $t5, $t6)
        )
    };
}

macro_rules! zero6 {
    () => {
        concat!(zero4!(), "xor {t5:e}, {t5:e}\n xor {t6:e}, {t6:e}\n")
    };
}

macro_rules! sop6 {
    ($b:literal, $c:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal, $t5:literal, $t6:literal) => {
        concat!(
            "mov rdx, [{b} + ",
            $b,
            "]\n",
            row6!("a", 0, 8, 16, 24, 32, 40, $t0, $t1, $t2, $t3, $t4, $t5, $t6),
            "mov rdx, [{b} + ",
            $c,
            "]\n",
            row6!("a", 48, 56, 64, 72, 80, 88, $t0, $t1, $t2, $t3, $t4, $t5, $t6),
            reduce6!($t0, $t1, $t2, $t3, $t4, $t5, $t6)
        )
    };
}

macro_rules! asm6 {
    ($modulus:ident, $a:ident, $b:ident, $($rows:expr),*) => {{
        let (mut r0, mut r1, mut r2, mut r3, mut r4, mut r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: reads N limbs behind `a` and `b` (2 N for sums) and N + 2 behind `m`, as the types of the
        // callers' arguments guarantee; the token says that the CPU has the instructions.
        unsafe {
            asm!(
                $($rows,)*
                // After six renamings the value starts at t6; t5 is zero and free.
                subtract!("sub", 0, "{a}", "t6"),
                subtract!("sbb", 8, "{b}", "t0"),
                subtract!("sbb", 16, "{lo}", "t1"),
                subtract!("sbb", 24, "{hi}", "t2"),
                subtract!("sbb", 32, "rdx", "t3"),
                subtract!("sbb", 40, "{t5}", "t4"),
                keep!("{a}", "t6"), keep!("{b}", "t0"), keep!("{lo}", "t1"), keep!("{hi}", "t2"), keep!("rdx", "t3"), keep!("{t5}", "t4"),
                m = in(reg) $modulus,
                a = inout(reg) $a => r0,
                b = inout(reg) $b => r1,
                lo = out(reg) r2,
                hi = out(reg) r3,
                out("rdx") r4,
                t5 = out(reg) r5,
                t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, t4 = out(reg) _, t6 = out(reg) _,
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

impl Adx {
    /// Montgomery product of four limbs, for `a, b < m < 2^255`.
    #[inline(always)]
    pub fn mul4(self, a: &[u64; 4], b: &[u64; 4], m: &'static Modulus<4>) -> [u64; 4] {
        asm4!(
            m,
            a,
            b,
            first!(
                "t0", "t1", 8, "add", "t1", "t2", 16, "adc", "t2", "t3", 24, "adc", "t3", "t4"
            ),
            "adc {t4}, 0",
            two4!(8, "t0", "t1", "t2", "t3", "t4"),
            row_of_b4!(16, "t2", "t3", "t4", "t0", "t1"),
            two4!(24, "t2", "t3", "t4", "t0", "t1")
        )
    }

    /// `a0 b0 + a1 b1` with one Montgomery reduction, for four limbs and `3 m < 2^256`.
    #[inline(always)]
    pub fn sum_of_two_products4(self, a: &[[u64; 4]; 2], b: &[[u64; 4]; 2], m: &'static Modulus<4>) -> [u64; 4] {
        asm4!(
            m,
            a,
            b,
            zero4!(),
            sop4!(0, 32, "t0", "t1", "t2", "t3", "t4"),
            sop4!(8, 40, "t1", "t2", "t3", "t4", "t0"),
            sop4!(16, 48, "t2", "t3", "t4", "t0", "t1"),
            sop4!(24, 56, "t3", "t4", "t0", "t1", "t2")
        )
    }

    /// Montgomery product of six limbs, for `a, b < m < 2^383`.
    #[inline(always)]
    pub fn mul6(self, a: &[u64; 6], b: &[u64; 6], m: &'static Modulus<6>) -> [u64; 6] {
        asm6!(
            m,
            a,
            b,
            first!(
                "t0", "t1", 8, "add", "t1", "t2", 16, "adc", "t2", "t3", 24, "adc", "t3", "t4", 32, "adc", "t4", "t5",
                40, "adc", "t5", "t6"
            ),
            "adc {t6}, 0",
            two6!(8, "t0", "t1", "t2", "t3", "t4", "t5", "t6"),
            row_of_b6!(16, "t2", "t3", "t4", "t5", "t6", "t0", "t1"),
            two6!(24, "t2", "t3", "t4", "t5", "t6", "t0", "t1"),
            row_of_b6!(32, "t4", "t5", "t6", "t0", "t1", "t2", "t3"),
            two6!(40, "t4", "t5", "t6", "t0", "t1", "t2", "t3")
        )
    }

    /// `a0 b0 + a1 b1` with one Montgomery reduction, for six limbs and `3 m < 2^384`.
    #[inline(always)]
    pub fn sum_of_two_products6(self, a: &[[u64; 6]; 2], b: &[[u64; 6]; 2], m: &'static Modulus<6>) -> [u64; 6] {
        asm6!(
            m,
            a,
            b,
            zero6!(),
            sop6!(0, 48, "t0", "t1", "t2", "t3", "t4", "t5", "t6"),
            sop6!(8, 56, "t1", "t2", "t3", "t4", "t5", "t6", "t0"),
            sop6!(16, 64, "t2", "t3", "t4", "t5", "t6", "t0", "t1"),
            sop6!(24, 72, "t3", "t4", "t5", "t6", "t0", "t1", "t2"),
            sop6!(32, 80, "t4", "t5", "t6", "t0", "t1", "t2", "t3"),
            sop6!(40, 88, "t5", "t6", "t0", "t1", "t2", "t3", "t4")
        )
    }
}
