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

/// A row after both carries are cleared.
macro_rules! cleared_row {
    ($base:literal, [$($t:literal)*] $($offset:literal)*) => {
        concat!("xor {lo:e}, {lo:e}\n", row!($base, [$($t)*] $($offset)*))
    };
}

/// The first row of a product, `t = a b_0`.
macro_rules! first_row {
    ([$t0:literal $t1:literal $($t:literal)*] $($offset:literal)*) => {
        concat!(
            "mov rdx, [{b}]\n",
            "mulx {", $t1, "}, {", $t0, "}, [{a}]\n",
            first_steps!("add", [$t1 $($t)*] $($offset)*)
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
macro_rules! two {
    ($b:literal, $inv:literal $inv1:literal, [$t0:literal $t1:literal $($t:literal)*] $($offset:literal)*) => {
        concat!(
            multiples!($b, $inv, $inv1, $t0, $t1),
            cleared_row!("m", [$t0 $t1 $($t)*] $($offset)*),
            row_of_b!($b, [$t1 $($t)* $t0] $($offset)*),
            "pop rdx\n",
            cleared_row!("m", [$t1 $($t)* $t0] $($offset)*)
        )
    };
}

/// A row of a product; `$b` is the offset of its limb of `b`.
macro_rules! row_of_b {
    ($b:literal, [$($t:literal)*] $($offset:literal)*) => {
        concat!("mov rdx, [{b} + ", $b, "]\n", cleared_row!("a", [$($t)*] $($offset)*))
    };
}

/// Clears registers.
macro_rules! zero {
    ($($t:literal)*) => { concat!($("xor {", $t, ":e}, {", $t, ":e}\n",)*) };
}

/// A row of each of two products, and their reduction; `$b` and `$c` are the offsets of the limbs of the two `b`, and
/// `$inv` that of the inverse.
macro_rules! sop {
    ($b:literal, $c:literal, $inv:literal, [$t0:literal $($t:literal)*] [$($first:literal)*] $($second:literal)*) => {
        concat!(
            row_of_b!($b, [$t0 $($t)*] $($first)*),
            row_of_b!($c, [$t0 $($t)*] $($second)*),
            "mov rdx, [{m} + ", $inv, "]\n",
            "imul rdx, {", $t0, "}\n",
            cleared_row!("m", [$t0 $($t)*] $($first)*)
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
            first_row!(["t0" "t1" "t2" "t3" "t4"] 8 16 24),
            two!(8, 32 40, ["t0" "t1" "t2" "t3" "t4"] 0 8 16 24),
            row_of_b!(16, ["t2" "t3" "t4" "t0" "t1"] 0 8 16 24),
            two!(24, 32 40, ["t2" "t3" "t4" "t0" "t1"] 0 8 16 24)
        )
    }

    /// `a0 b0 + a1 b1` with one Montgomery reduction, for four limbs and `3 m < 2^256`.
    #[inline(always)]
    pub fn sum_of_two_products4(self, a: &[[u64; 4]; 2], b: &[[u64; 4]; 2], m: &'static Modulus<4>) -> [u64; 4] {
        asm4!(
            m,
            a,
            b,
            zero!("t0" "t1" "t2" "t3" "t4"),
            sop!(0, 32, 32, ["t0" "t1" "t2" "t3" "t4"] [0 8 16 24] 32 40 48 56),
            sop!(8, 40, 32, ["t1" "t2" "t3" "t4" "t0"] [0 8 16 24] 32 40 48 56),
            sop!(16, 48, 32, ["t2" "t3" "t4" "t0" "t1"] [0 8 16 24] 32 40 48 56),
            sop!(24, 56, 32, ["t3" "t4" "t0" "t1" "t2"] [0 8 16 24] 32 40 48 56)
        )
    }

    /// Montgomery product of six limbs, for `a, b < m < 2^383`.
    #[inline(always)]
    pub fn mul6(self, a: &[u64; 6], b: &[u64; 6], m: &'static Modulus<6>) -> [u64; 6] {
        asm6!(
            m,
            a,
            b,
            first_row!(["t0" "t1" "t2" "t3" "t4" "t5" "t6"] 8 16 24 32 40),
            two!(8, 48 56, ["t0" "t1" "t2" "t3" "t4" "t5" "t6"] 0 8 16 24 32 40),
            row_of_b!(16, ["t2" "t3" "t4" "t5" "t6" "t0" "t1"] 0 8 16 24 32 40),
            two!(24, 48 56, ["t2" "t3" "t4" "t5" "t6" "t0" "t1"] 0 8 16 24 32 40),
            row_of_b!(32, ["t4" "t5" "t6" "t0" "t1" "t2" "t3"] 0 8 16 24 32 40),
            two!(40, 48 56, ["t4" "t5" "t6" "t0" "t1" "t2" "t3"] 0 8 16 24 32 40)
        )
    }

    /// `a0 b0 + a1 b1` with one Montgomery reduction, for six limbs and `3 m < 2^384`.
    #[inline(always)]
    pub fn sum_of_two_products6(self, a: &[[u64; 6]; 2], b: &[[u64; 6]; 2], m: &'static Modulus<6>) -> [u64; 6] {
        asm6!(
            m,
            a,
            b,
            zero!("t0" "t1" "t2" "t3" "t4" "t5" "t6"),
            sop!(0, 48, 48, ["t0" "t1" "t2" "t3" "t4" "t5" "t6"] [0 8 16 24 32 40] 48 56 64 72 80 88),
            sop!(8, 56, 48, ["t1" "t2" "t3" "t4" "t5" "t6" "t0"] [0 8 16 24 32 40] 48 56 64 72 80 88),
            sop!(16, 64, 48, ["t2" "t3" "t4" "t5" "t6" "t0" "t1"] [0 8 16 24 32 40] 48 56 64 72 80 88),
            sop!(24, 72, 48, ["t3" "t4" "t5" "t6" "t0" "t1" "t2"] [0 8 16 24 32 40] 48 56 64 72 80 88),
            sop!(32, 80, 48, ["t4" "t5" "t6" "t0" "t1" "t2" "t3"] [0 8 16 24 32 40] 48 56 64 72 80 88),
            sop!(40, 88, 48, ["t5" "t6" "t0" "t1" "t2" "t3" "t4"] [0 8 16 24 32 40] 48 56 64 72 80 88)
        )
    }
}
