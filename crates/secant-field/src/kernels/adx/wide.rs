//! Products without reduction, and reduction alone.
//!
//! These functions are not inlined, and their operands are passed by pointers. A product in a tower needs dozens of
//! them; inlined, they would fill the instruction cache.

use super::Adx;
use crate::kernels::{Modulus, wide};
use core::arch::asm;

/// The first row of a product: `t = a b_0`. Its lowest limb is final and goes to memory.
macro_rules! first_row {
    ([$t0:literal $t1:literal $($t:literal)*] $($offset:literal)*) => {
        concat!(
            "mov rdx, [{b}]\n",
            "mulx {", $t1, "}, {", $t0, "}, [{a}]\n",
            "mov [{o}], {", $t0, "}\n",
            first_steps!("add", [$t1 $($t)*] $($offset)*)
        )
    };
}

/// A further row: `t += a b_i`. Its lowest limb is final and goes to memory; its register becomes the top one of the
/// next row.
macro_rules! row_of_product {
    ($i:literal, [$t0:literal $($t:literal)*] $top:literal, $($offset:literal)*) => {
        concat!(
            "mov rdx, [{b} + ", $i, "]\n",
            row_to_new_top!("a", [$t0 $($t)*] $top, $($offset)*),
            "mov [{o} + ", $i, "], {", $t0, "}\n"
        )
    };
}

/// The multiples for two rows of a reduction at once, `t += (k0 + 2^64 k1) m`. Both come from the two lowest limbs and
/// `-m^-1 mod 2^128`, so the second row need not wait for the sums of the first.
macro_rules! multiples {
    ($inv:literal, $inv_high:literal, $t0:literal, $t1:literal) => {
        concat!(
            "mov rdx, {",
            $t0,
            "}\n",
            "mulx {hi}, {lo}, [{m} + ",
            $inv,
            "]\n",
            "mov {k}, {",
            $t1,
            "}\n",
            "imul {k}, [{m} + ",
            $inv,
            "]\n",
            "imul rdx, [{m} + ",
            $inv_high,
            "]\n",
            "add {k}, {hi}\n",
            "add {k}, rdx\n",
            "mov rdx, {lo}\n"
        )
    };
}

/// Two rows of a reduction. `$keep_low` and `$keep_high` can store the multiples before they are overwritten.
macro_rules! reduce_two {
    ($keep_low:expr, $keep_high:expr, $inv:literal $inv_high:literal,
     [$t0:literal $t1:literal $($t:literal)*] $top:literal, $($offset:literal)*) => {
        concat!(
            multiples!($inv, $inv_high, $t0, $t1),
            $keep_low,
            row_to_new_top!("m", [$t0 $t1 $($t)*] $top, $($offset)*),
            "mov rdx, {k}\n",
            $keep_high,
            row_to_new_top!("m", [$t1 $($t)* $top] $t0, $($offset)*)
        )
    };
}

impl Adx {
    /// `a b`, for any four limbs.
    #[inline(never)]
    pub fn mul_wide4(self, out: &mut [u64; 8], a: &[u64; 4], b: &[u64; 4]) {
        // SAFETY: reads four limbs behind `a` and `b` and writes the eight of `out`; the token says that the CPU has
        // the instructions.
        unsafe {
            asm!(
                first_row!(["t0" "t1" "t2" "t3" "t4"] 8 16 24),
                row_of_product!(8, ["t1" "t2" "t3" "t4"] "t0", 0 8 16 24),
                row_of_product!(16, ["t2" "t3" "t4" "t0"] "t1", 0 8 16 24),
                row_of_product!(24, ["t3" "t4" "t0" "t1"] "t2", 0 8 16 24),
                "mov [{o} + 32], {t4}", "mov [{o} + 40], {t0}", "mov [{o} + 48], {t1}", "mov [{o} + 56], {t2}",
                a = in(reg) a,
                b = in(reg) b,
                o = in(reg) out,
                lo = out(reg) _,
                hi = out(reg) _,
                t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, t4 = out(reg) _,
                out("rdx") _,
                options(nostack),
            );
        }
    }

    /// `a b`, for any six limbs.
    #[inline(never)]
    pub fn mul_wide6(self, out: &mut [u64; 12], a: &[u64; 6], b: &[u64; 6]) {
        // SAFETY: reads six limbs behind `a` and `b` and writes the twelve of `out`; the token says that the CPU has
        // the instructions.
        unsafe {
            asm!(
                first_row!(["t0" "t1" "t2" "t3" "t4" "t5" "t6"] 8 16 24 32 40),
                row_of_product!(8, ["t1" "t2" "t3" "t4" "t5" "t6"] "t0", 0 8 16 24 32 40),
                row_of_product!(16, ["t2" "t3" "t4" "t5" "t6" "t0"] "t1", 0 8 16 24 32 40),
                row_of_product!(24, ["t3" "t4" "t5" "t6" "t0" "t1"] "t2", 0 8 16 24 32 40),
                row_of_product!(32, ["t4" "t5" "t6" "t0" "t1" "t2"] "t3", 0 8 16 24 32 40),
                row_of_product!(40, ["t5" "t6" "t0" "t1" "t2" "t3"] "t4", 0 8 16 24 32 40),
                "mov [{o} + 48], {t6}", "mov [{o} + 56], {t0}", "mov [{o} + 64], {t1}",
                "mov [{o} + 72], {t2}", "mov [{o} + 80], {t3}", "mov [{o} + 88], {t4}",
                a = in(reg) a,
                b = in(reg) b,
                o = in(reg) out,
                lo = out(reg) _,
                hi = out(reg) _,
                t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, t4 = out(reg) _, t5 = out(reg) _,
                t6 = out(reg) _,
                out("rdx") _,
                options(nostack),
            );
        }
    }

    /// `out = a b + c + out`, for any operands of six limbs and `out` of twelve. Returns the carry out of the twelve
    /// limbs.
    #[inline(never)]
    fn add_product6(self, out: &mut [u64; 12], a: &[u64; 6], b: &[u64; 6], c: &[u64; 6]) -> u64 {
        let carry: u64;
        // SAFETY: reads six limbs behind `a`, `b` and `c` and reads and writes the twelve of `out`; the token says
        // that the CPU has the instructions.
        unsafe {
            asm!(
                // Reads c before its pointer's register is reused.
                "mov {t0}, [{c}]", "mov {t1}, [{c} + 8]", "mov {t2}, [{c} + 16]", "mov {t3}, [{c} + 24]",
                "mov {t4}, [{c} + 32]", "mov {t5}, [{c} + 40]",
                "add {t0}, [{o}]", "adc {t1}, [{o} + 8]", "adc {t2}, [{o} + 16]", "adc {t3}, [{o} + 24]",
                "adc {t4}, [{o} + 32]", "adc {t5}, [{o} + 40]",
                // This carry stands for 2^(64 6). It is kept on the stack, since all registers are in use.
                "setc {c:l}", "movzx {c:e}, {c:l}", "push {c}",
                row_of_product!(0, ["t0" "t1" "t2" "t3" "t4" "t5"] "c", 0 8 16 24 32 40),
                row_of_product!(8, ["t1" "t2" "t3" "t4" "t5" "c"] "t0", 0 8 16 24 32 40),
                row_of_product!(16, ["t2" "t3" "t4" "t5" "c" "t0"] "t1", 0 8 16 24 32 40),
                row_of_product!(24, ["t3" "t4" "t5" "c" "t0" "t1"] "t2", 0 8 16 24 32 40),
                row_of_product!(32, ["t4" "t5" "c" "t0" "t1" "t2"] "t3", 0 8 16 24 32 40),
                row_of_product!(40, ["t5" "c" "t0" "t1" "t2" "t3"] "t4", 0 8 16 24 32 40),
                "pop {lo}",
                "add {c}, {lo}", "adc {t0}, 0", "adc {t1}, 0", "adc {t2}, 0", "adc {t3}, 0", "adc {t4}, 0",
                "setc {lo:l}", "movzx {lo:e}, {lo:l}",
                "add {c}, [{o} + 48]", "adc {t0}, [{o} + 56]", "adc {t1}, [{o} + 64]",
                "adc {t2}, [{o} + 72]", "adc {t3}, [{o} + 80]", "adc {t4}, [{o} + 88]",
                "adc {lo}, 0",
                "mov [{o} + 48], {c}", "mov [{o} + 56], {t0}", "mov [{o} + 64], {t1}",
                "mov [{o} + 72], {t2}", "mov [{o} + 80], {t3}", "mov [{o} + 88], {t4}",
                a = in(reg) a,
                b = in(reg) b,
                o = in(reg) out,
                c = inout(reg) c => _,
                lo = out(reg) carry,
                hi = out(reg) _,
                t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, t4 = out(reg) _, t5 = out(reg) _,
                out("rdx") _,
            );
        }
        carry
    }

    /// `t R^-1 mod m`, for `|t| < m R` and `m < 2^255`.
    ///
    /// The low half becomes a value up to `m`, and the high half is at least `-m` and below `m`. So their sum, minus
    /// `m` if `t >= 0`, is at least `-m` and below `m`.
    #[inline(never)]
    pub fn reduce_wide4(self, out: &mut [u64; 4], t: &[u64; 8], m: &'static Modulus<4>) {
        let (r0, r1, r2, r3): (u64, u64, u64, u64);
        // SAFETY: reads eight limbs behind `t` and the constants behind `m`, which is `repr(C)`; the token says
        // that the CPU has the instructions.
        unsafe {
            asm!(
                "mov {t0}, [{t}]", "mov {t1}, [{t} + 8]", "mov {t2}, [{t} + 16]", "mov {t3}, [{t} + 24]",
                reduce_two!("", "", 32 40, ["t0" "t1" "t2" "t3"] "t4", 0 8 16 24),
                reduce_two!("", "", 32 40, ["t2" "t3" "t4" "t0"] "t1", 0 8 16 24),
                // After four renamings the value starts at t4. Zeros follow the constants.
                "lea {k}, [{m} + 48]",
                "cmp qword ptr [{t} + 56], 0",
                "cmovge {k}, {m}",
                "add {t4}, [{t} + 32]", "adc {t0}, [{t} + 40]", "adc {t1}, [{t} + 48]", "adc {t2}, [{t} + 56]",
                "sub {t4}, [{k}]", "sbb {t0}, [{k} + 8]", "sbb {t1}, [{k} + 16]", "sbb {t2}, [{k} + 24]",
                "mov {lo}, {t4}", "mov {hi}, {t0}", "mov {t3}, {t1}", "mov {k}, {t2}",
                "add {t4}, [{m}]", "adc {t0}, [{m} + 8]", "adc {t1}, [{m} + 16]", "adc {t2}, [{m} + 24]",
                "test {k}, {k}",
                "cmovns {t4}, {lo}", "cmovns {t0}, {hi}", "cmovns {t1}, {t3}", "cmovns {t2}, {k}",
                t = in(reg) t,
                m = in(reg) m,
                k = out(reg) _,
                lo = out(reg) _,
                hi = out(reg) _,
                t0 = out(reg) r1, t1 = out(reg) r2, t2 = out(reg) r3, t3 = out(reg) _, t4 = out(reg) r0,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        *out = [r0, r1, r2, r3];
    }

    /// `t R^-1 mod m`, for `|t| < m R` and `m < 2^383`; see [`Self::reduce_wide4`].
    #[inline(never)]
    pub fn reduce_wide6(self, out: &mut [u64; 6], t: &[u64; 12], m: &'static Modulus<6>) {
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: reads twelve limbs behind `t` and the constants behind `m`, which is `repr(C)`; the token says
        // that the CPU has the instructions.
        unsafe {
            asm!(
                "mov {t0}, [{t}]", "mov {t1}, [{t} + 8]", "mov {t2}, [{t} + 16]", "mov {t3}, [{t} + 24]",
                "mov {t4}, [{t} + 32]", "mov {t5}, [{t} + 40]",
                reduce_two!("", "", 48 56, ["t0" "t1" "t2" "t3" "t4" "t5"] "t6", 0 8 16 24 32 40),
                reduce_two!("", "", 48 56, ["t2" "t3" "t4" "t5" "t6" "t0"] "t1", 0 8 16 24 32 40),
                reduce_two!("", "", 48 56, ["t4" "t5" "t6" "t0" "t1" "t2"] "t3", 0 8 16 24 32 40),
                // After six renamings the value starts at t6. Zeros follow the constants.
                "lea {k}, [{m} + 64]",
                "cmp qword ptr [{t} + 88], 0",
                "cmovge {k}, {m}",
                "add {t6}, [{t} + 48]", "adc {t0}, [{t} + 56]", "adc {t1}, [{t} + 64]", "adc {t2}, [{t} + 72]",
                "adc {t3}, [{t} + 80]", "adc {t4}, [{t} + 88]",
                "sub {t6}, [{k}]", "sbb {t0}, [{k} + 8]", "sbb {t1}, [{k} + 16]", "sbb {t2}, [{k} + 24]",
                "sbb {t3}, [{k} + 32]", "sbb {t4}, [{k} + 40]",
                "mov {lo}, {t6}", "mov {hi}, {t0}", "mov {t5}, {t1}", "mov rdx, {t2}", "mov {t}, {t3}", "mov {k}, {t4}",
                "add {t6}, [{m}]", "adc {t0}, [{m} + 8]", "adc {t1}, [{m} + 16]", "adc {t2}, [{m} + 24]",
                "adc {t3}, [{m} + 32]", "adc {t4}, [{m} + 40]",
                "test {k}, {k}",
                "cmovns {t6}, {lo}", "cmovns {t0}, {hi}", "cmovns {t1}, {t5}", "cmovns {t2}, rdx",
                "cmovns {t3}, {t}", "cmovns {t4}, {k}",
                t = inout(reg) t => _,
                m = in(reg) m,
                k = out(reg) _,
                lo = out(reg) _,
                hi = out(reg) _,
                t0 = out(reg) r1, t1 = out(reg) r2, t2 = out(reg) r3, t3 = out(reg) r4, t4 = out(reg) r5,
                t5 = out(reg) _, t6 = out(reg) r0,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        *out = [r0, r1, r2, r3, r4, r5];
    }

    /// Writes to `k` the factor for which adding `k m` clears the six limbs of `t`, and to `out` `(t + k m) / 2^384`,
    /// for any odd `m` of six limbs.
    #[inline(never)]
    fn reduce_block6(self, k: &mut [u64; 6], out: &mut [u64; 6], t: &[u64; 6], m: &'static Modulus<6>) {
        let (r0, r1, r2, r3, r4, r5): (u64, u64, u64, u64, u64, u64);
        // SAFETY: reads six limbs behind `t` and the constants behind `m`, which is `repr(C)`, and writes the six of
        // `k`; the token says that the CPU has the instructions.
        unsafe {
            asm!(
                "mov {t1}, [{t0} + 8]", "mov {t2}, [{t0} + 16]", "mov {t3}, [{t0} + 24]", "mov {t4}, [{t0} + 32]",
                "mov {t5}, [{t0} + 40]", "mov {t0}, [{t0}]",
                reduce_two!("mov [{o}], rdx\n", "mov [{o} + 8], rdx\n", 48 56, ["t0" "t1" "t2" "t3" "t4" "t5"] "t6", 0 8 16 24 32 40),
                reduce_two!("mov [{o} + 16], rdx\n", "mov [{o} + 24], rdx\n", 48 56, ["t2" "t3" "t4" "t5" "t6" "t0"] "t1", 0 8 16 24 32 40),
                reduce_two!("mov [{o} + 32], rdx\n", "mov [{o} + 40], rdx\n", 48 56, ["t4" "t5" "t6" "t0" "t1" "t2"] "t3", 0 8 16 24 32 40),
                o = in(reg) k,
                m = in(reg) m,
                k = out(reg) _,
                lo = out(reg) _,
                hi = out(reg) _,
                t0 = inout(reg) t => r1, t1 = out(reg) r2, t2 = out(reg) r3, t3 = out(reg) r4, t4 = out(reg) r5,
                t5 = out(reg) _, t6 = out(reg) r0,
                out("rdx") _,
                options(nostack),
            );
        }
        *out = [r0, r1, r2, r3, r4, r5];
    }

    /// `a b`, for any twelve limbs: four products of halves.
    pub fn mul_wide12(self, out: &mut [u64; 24], a: &[u64; 12], b: &[u64; 12]) {
        let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
        let (low, high) = split(out);
        self.mul_wide6(low, a0, b0);
        self.mul_wide6(high, a1, b1);
        let middle = at(out, 6);
        let carry = self.add_product6(middle, a0, b1, &[0; 6]) + self.add_product6(middle, a1, b0, &[0; 6]);
        propagate(out, 18, carry);
    }

    /// `t R^-1 mod m`, for `|t| < m R` and `m < 2^767`, in two blocks of six limbs; `m_low` are the constants of the
    /// low half of `m`.
    pub fn reduce_wide12(
        self,
        out: &mut [u64; 12],
        t: &[u64; 24],
        m: &'static Modulus<12>,
        m_low: &'static Modulus<6>,
    ) {
        let [_, m_high] = halves(&m.m);
        let mut t = *t;
        for block in [0, 6] {
            let (mut k, mut r) = ([0; 6], [0; 6]);
            let low = at(&mut t, block).first_chunk().unwrap_or(&[0; 6]);
            self.reduce_block6(&mut k, &mut r, low, m_low);
            let carry = self.add_product6(at(&mut t, block + 6), &k, m_high, &r);
            // A carry out of the top belongs to two's complement and is dropped.
            propagate(&mut t, block + 18, carry);
        }
        wide::into_range(out, at(&mut t, 12), &m.m);
    }
}

/// Twelve limbs as two times six.
fn halves(a: &[u64; 12]) -> [&[u64; 6]; 2] {
    match (a.first_chunk(), a.last_chunk()) {
        (Some(low), Some(high)) => [low, high],
        _ => unreachable!("twelve limbs"),
    }
}

fn split(a: &mut [u64; 24]) -> (&mut [u64; 12], &mut [u64; 12]) {
    match a.split_first_chunk_mut() {
        Some((low, high)) => (low, high.first_chunk_mut().unwrap_or_else(|| unreachable!("24 limbs"))),
        None => unreachable!("24 limbs"),
    }
}

/// The twelve limbs from limb `i` on.
fn at(a: &mut [u64; 24], i: usize) -> &mut [u64; 12] {
    a[i..]
        .first_chunk_mut()
        .unwrap_or_else(|| unreachable!("no such limbs"))
}

/// Adds a carry at limb `from`.
fn propagate(a: &mut [u64; 24], from: usize, carry: u64) {
    let mut carry = carry;
    for limb in &mut a[from..] {
        let over;
        (*limb, over) = limb.overflowing_add(carry);
        carry = u64::from(over);
        if carry == 0 {
            break;
        }
    }
}
