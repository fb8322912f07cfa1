//! Products of four limbs for the moduli of [`special`](crate::kernels::special), which leave no spare bit.
//!
//! The product of eight limbs comes first, in `t0` to `t7`, and then the reduction of its low half. So no register has
//! to hold a carry above the top limb, and squares need only ten products.

use super::Adx;
use crate::kernels::special::Complement;
use core::arch::asm;

/// `t0..t7 = a b`, with the limbs of `b` in `rdx`, `t5`, `t6` and `t7`.
macro_rules! product {
    () => {
        concat!(
            "mulx {t1}, {t0}, [{a}]\n",
            "mulx {t2}, {lo}, [{a} + 8]\n add {t1}, {lo}\n",
            "mulx {t3}, {lo}, [{a} + 16]\n adc {t2}, {lo}\n",
            "mulx {t4}, {lo}, [{a} + 24]\n adc {t3}, {lo}\n",
            "adc {t4}, 0\n",
            "mov rdx, {t5}\n",
            row_to_new_top!("a", ["t1" "t2" "t3" "t4"] "t5", 0 8 16 24),
            "mov rdx, {t6}\n",
            row_to_new_top!("a", ["t2" "t3" "t4" "t5"] "t6", 0 8 16 24),
            "mov rdx, {t7}\n",
            row_to_new_top!("a", ["t3" "t4" "t5" "t6"] "t7", 0 8 16 24),
        )
    };
}

/// `t0..t7 = a^2`: the products of different limbs, doubled while the squares are added.
macro_rules! square {
    () => {
        concat!(
            "mov rdx, [{a}]\n",
            "mulx {t2}, {t1}, [{a} + 8]\n",
            "mulx {t3}, {lo}, [{a} + 16]\n add {t2}, {lo}\n",
            "mulx {t4}, {lo}, [{a} + 24]\n adc {t3}, {lo}\n",
            "adc {t4}, 0\n",
            "mov rdx, [{a} + 8]\n",
            "xor {t5:e}, {t5:e}\n",
            step!("a", 16, "t3", "t4"),
            step!("a", 24, "t4", "t5"),
            "mov rdx, [{a} + 16]\n",
            "mulx {t6}, {lo}, [{a} + 24]\n adcx {t5}, {lo}\n",
            // The sum has seven limbs, so neither chain carries out.
            "mov {lo:e}, 0\n adox {t6}, {lo}\n adcx {t6}, {lo}\n",
            "xor {t7:e}, {t7:e}\n",
            "mov rdx, [{a}]\n",
            "mulx {hi}, {t0}, rdx\n",
            "adcx {t1}, {t1}\n adox {t1}, {hi}\n",
            "mov rdx, [{a} + 8]\n",
            "mulx {hi}, {lo}, rdx\n",
            "adcx {t2}, {t2}\n adox {t2}, {lo}\n adcx {t3}, {t3}\n adox {t3}, {hi}\n",
            "mov rdx, [{a} + 16]\n",
            "mulx {hi}, {lo}, rdx\n",
            "adcx {t4}, {t4}\n adox {t4}, {lo}\n adcx {t5}, {t5}\n adox {t5}, {hi}\n",
            "mov rdx, [{a} + 24]\n",
            "mulx {hi}, {lo}, rdx\n",
            "adcx {t6}, {t6}\n adox {t6}, {lo}\n adcx {t7}, {t7}\n adox {t7}, {hi}\n",
        )
    };
}

/// Computes two limbs of `k` at once from `c^-1 mod 2^128`: `$k = t0 inv0`, and the next one in `hi` and `$k1`. `rdx`
/// becomes the limb above `k c`, without an incoming borrow; before, it holds `t0`.
macro_rules! two_multiples {
    ($t1:literal, $k:literal, $k1:literal) => {
        concat!(
            "mulx {hi}, {",
            $k,
            "}, [{m} + 8]\n",
            "imul rdx, [{m} + 16]\n",
            "add {hi}, rdx\n",
            "mov {lo}, {",
            $t1,
            "}\n",
            "imul {lo}, [{m} + 8]\n",
            "add {hi}, {lo}\n",
            "mov rdx, {hi}\n",
            "mov {",
            $k1,
            "}, {hi}\n",
            // The second limb of k c is t1. It is below the product's low half if the first limb carried.
            "mulx rdx, {lo}, [{m}]\n",
            "cmp {",
            $t1,
            "}, {lo}\n",
            "adc rdx, 0\n",
        )
    };
}

/// The reduction of `special::reduce_complement`; the result is in `t4..t7`.
macro_rules! reduce_complement {
    () => {
        concat!(
            "mov rdx, {t0}\n",
            two_multiples!("t1", "a", "t0"),
            "sub {t2}, rdx\n",
            "mov rdx, {t2}\n",
            "sbb {t3}, 0\n",
            "sbb {t1}, {t1}\n",
            two_multiples!("t3", "t2", "hi"),
            "sub rdx, {t1}\n",
            "add {t4}, {a}\n adc {t5}, {t0}\n adc {t6}, {t2}\n adc {t7}, {hi}\n",
            "sbb {a}, {a}\n",
            "sub {t4}, rdx\n sbb {t5}, 0\n sbb {t6}, 0\n sbb {t7}, 0\n",
            "adc {a}, 0\n",
            // Now a is minus the limb above the value. After adding c, the value is at least m if that limb or the
            // carry is not zero. At most one of them is not zero.
            "mov {lo}, [{m}]\n add {lo}, {t4}\n",
            "mov {t1}, {t5}\n adc {t1}, 0\n",
            "mov {t2}, {t6}\n adc {t2}, 0\n",
            "mov {t3}, {t7}\n adc {t3}, 0\n",
            "adc {a}, 0\n",
            "cmovnz {t4}, {lo}\n cmovnz {t5}, {t1}\n cmovnz {t6}, {t2}\n cmovnz {t7}, {t3}\n",
        )
    };
}

/// One limb of `special::reduce_p256`; the register of the limb that is cleared becomes the top one.
macro_rules! p256_row {
    ($t0:literal, $t1:literal, $t2:literal, $t3:literal) => {
        concat!(
            "mov rdx, {",
            $t0,
            "}\n",
            "mov {a}, {",
            $t0,
            "}\n",
            "mulx {hi}, {lo}, [{m} + 24]\n",
            "shl {a}, 32\n",
            "shr {",
            $t0,
            "}, 32\n",
            "add {",
            $t1,
            "}, {a}\n",
            "adc {",
            $t2,
            "}, {",
            $t0,
            "}\n",
            "adc {",
            $t3,
            "}, {lo}\n",
            "mov {",
            $t0,
            "}, {hi}\n",
            "adc {",
            $t0,
            "}, 0\n",
        )
    };
}

/// The reduction of `special::reduce_p256`; the result is in `t4..t7`.
macro_rules! reduce_p256 {
    () => {
        concat!(
            p256_row!("t0", "t1", "t2", "t3"),
            p256_row!("t1", "t2", "t3", "t0"),
            p256_row!("t2", "t3", "t0", "t1"),
            p256_row!("t3", "t0", "t1", "t2"),
            "add {t4}, {t0}\n adc {t5}, {t1}\n adc {t6}, {t2}\n adc {t7}, {t3}\n",
            "sbb {a}, {a}\n",
            "mov {t0}, {t4}\n sub {t0}, [{m}]\n",
            "mov {t1}, {t5}\n sbb {t1}, [{m} + 8]\n",
            "mov {t2}, {t6}\n sbb {t2}, 0\n",
            "mov {t3}, {t7}\n sbb {t3}, [{m} + 24]\n",
            // A borrow without a carry: the value is below m.
            "adc {a}, 0\n",
            "cmovz {t4}, {t0}\n cmovz {t5}, {t1}\n cmovz {t6}, {t2}\n cmovz {t7}, {t3}\n",
        )
    };
}

macro_rules! reduced {
    ($product:expr, $reduce:expr, $m:ident, $a:ident, $r:ident, $($operands:tt)*) => {{
        let mut $r = [0u64; 4];
        // SAFETY: reads four limbs behind `a`, and behind `m` the constants of the reduction, as the types of the
        // callers' arguments guarantee; the token says that the CPU has the instructions.
        unsafe {
            asm!(
                $product,
                $reduce,
                m = in(reg) $m,
                a = inout(reg) $a => _,
                lo = out(reg) _,
                hi = out(reg) _,
                t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _,
                t4 = out(reg) $r[0],
                $($operands)*
                options(pure, readonly, nostack),
            );
        }
        $r
    }};
}

macro_rules! reduced_product {
    ($reduce:expr, $m:ident, $a:ident, $b:ident) => {
        reduced!(product!(), $reduce, $m, $a, r,
            inout("rdx") $b[0] => _, t5 = inout(reg) $b[1] => r[1], t6 = inout(reg) $b[2] => r[2], t7 = inout(reg) $b[3] => r[3],)
    };
}

macro_rules! reduced_square {
    ($reduce:expr, $m:ident, $a:ident) => {
        reduced!(square!(), $reduce, $m, $a, r,
            out("rdx") _, t5 = out(reg) r[1], t6 = out(reg) r[2], t7 = out(reg) r[3],)
    };
}

/// The limbs in four registers, by loads of one limb each: the compiler would load two at once, but the CPU cannot
/// forward such a load from the two stores that the limbs have just come from.
#[inline(always)]
pub fn scalars(a: &[u64; 4]) -> [u64; 4] {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    // SAFETY: no instruction.
    unsafe {
        asm!(
            "/* {0} {1} {2} {3} */",
            inout(reg) a0, inout(reg) a1, inout(reg) a2, inout(reg) a3,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    [a0, a1, a2, a3]
}

/// `a + b mod m` for `a, b < m` and a modulus without a spare bit. Every x86-64 CPU can do this.
#[inline(always)]
pub fn add(a: &[u64; 4], b: &[u64; 4], m: &[u64; 4]) -> [u64; 4] {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    // SAFETY: reads the limbs of m.
    unsafe {
        asm!(
            "add {a0}, {b0}\n adc {a1}, {b1}\n adc {a2}, {b2}\n adc {a3}, {b3}",
            "sbb {k}, {k}",
            "mov {b0}, {a0}\n sub {b0}, [{m}]",
            "mov {b1}, {a1}\n sbb {b1}, [{m} + 8]",
            "mov {b2}, {a2}\n sbb {b2}, [{m} + 16]",
            "mov {b3}, {a3}\n sbb {b3}, [{m} + 24]",
            // A borrow without a carry: the sum is below m.
            "adc {k}, 0",
            "cmovz {a0}, {b0}\n cmovz {a1}, {b1}\n cmovz {a2}, {b2}\n cmovz {a3}, {b3}",
            a0 = inout(reg) a0, a1 = inout(reg) a1, a2 = inout(reg) a2, a3 = inout(reg) a3,
            b0 = inout(reg) b[0] => _, b1 = inout(reg) b[1] => _, b2 = inout(reg) b[2] => _, b3 = inout(reg) b[3] => _,
            k = out(reg) _,
            m = in(reg) m,
            options(pure, readonly, nostack),
        );
    }
    [a0, a1, a2, a3]
}

/// `a - b mod m` for `a, b < m`. Every x86-64 CPU can do this.
#[inline(always)]
pub fn sub(a: &[u64; 4], b: &[u64; 4], m: &[u64; 4]) -> [u64; 4] {
    let [mut a0, mut a1, mut a2, mut a3] = *a;
    // SAFETY: reads the limbs of m.
    unsafe {
        asm!(
            "sub {a0}, {b0}\n sbb {a1}, {b1}\n sbb {a2}, {b2}\n sbb {a3}, {b3}",
            "sbb {k}, {k}",
            "mov {b0}, [{m}]\n and {b0}, {k}",
            "mov {b1}, [{m} + 8]\n and {b1}, {k}",
            "mov {b2}, [{m} + 16]\n and {b2}, {k}",
            "and {k}, [{m} + 24]",
            "add {a0}, {b0}\n adc {a1}, {b1}\n adc {a2}, {b2}\n adc {a3}, {k}",
            a0 = inout(reg) a0, a1 = inout(reg) a1, a2 = inout(reg) a2, a3 = inout(reg) a3,
            b0 = inout(reg) b[0] => _, b1 = inout(reg) b[1] => _, b2 = inout(reg) b[2] => _, b3 = in(reg) b[3],
            k = out(reg) _,
            m = in(reg) m,
            options(pure, readonly, nostack),
        );
    }
    [a0, a1, a2, a3]
}

impl Adx {
    /// Montgomery product for `m = 2^256 - c` and `a, b < m`.
    #[inline(always)]
    pub fn mul_complement(self, a: &[u64; 4], b: &[u64; 4], m: &'static Complement) -> [u64; 4] {
        let a = &scalars(a);
        reduced_product!(reduce_complement!(), m, a, b)
    }

    /// Montgomery square for `m = 2^256 - c` and `a < m`.
    #[inline(always)]
    pub fn square_complement(self, a: &[u64; 4], m: &'static Complement) -> [u64; 4] {
        let a = &scalars(a);
        reduced_square!(reduce_complement!(), m, a)
    }

    /// Montgomery product for secp256r1's modulus and `a, b < m`.
    #[inline(always)]
    pub fn mul_p256(self, a: &[u64; 4], b: &[u64; 4], m: &'static [u64; 4]) -> [u64; 4] {
        let a = &scalars(a);
        reduced_product!(reduce_p256!(), m, a, b)
    }

    /// Montgomery square for secp256r1's modulus and `a < m`.
    #[inline(always)]
    pub fn square_p256(self, a: &[u64; 4], m: &'static [u64; 4]) -> [u64; 4] {
        let a = &scalars(a);
        reduced_square!(reduce_p256!(), m, a)
    }
}
