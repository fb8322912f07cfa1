//! Products of eight limbs for moduli that use all bits. Sums of rows have a limb and a bit more than the modulus, so
//! no carry can be ignored.
//!
//! As for twelve limbs, the registers of the sum form a ring, and the row of the modulus clears the lowest one. The
//! carry out of both rows, at most one bit, becomes the next top limb: the sum is below `2 m` before each pair of rows,
//! and after it. The pointer to the multiplier lies on the stack, since a register is needed for the carry of the first
//! row. `rbx` and `rbp`, which cannot be operands, are saved on the stack too.
//!
//! This function is not inlined, for the reason given in [`wide`](super::wide).

use super::Adx;
use crate::kernels::Modulus;
use core::arch::asm;

/// `t += rdx` times the limbs behind a pointer. The carries out of the top are in CF and OF, and `rax` is zero.
macro_rules! row {
    ($pointer:literal, [$tj:literal $tk:literal $($t:literal)*] $offset:literal $($rest:literal)*) => {
        concat!(
            "mulx rbp, rax, [", $pointer, " + ", $offset, "]\n",
            "adcx ", $tj, ", rax\n",
            "adox ", $tk, ", rbp\n",
            row!($pointer, [$tk $($t)*] $($rest)*)
        )
    };
    ($pointer:literal, [$top:literal]) => { concat!("mov eax, 0\n adcx ", $top, ", rax\n") };
}

/// The first row, from its second limb on. There is no sum to add to yet.
macro_rules! first_row {
    ([$tj:literal $tk:literal $($t:literal)*] $offset:literal $($rest:literal)*) => {
        concat!(
            "mulx ", $tk, ", rax, [rdi + ", $offset, "]\n",
            "adc ", $tj, ", rax\n",
            first_row!([$tk $($t)*] $($rest)*)
        )
    };
    ([$top:literal]) => { concat!("adc ", $top, ", 0\n") };
}

/// Adds the multiple of the modulus that clears the lowest limb. The register of this limb then takes the carries of
/// this row and of the one before.
macro_rules! reduce {
    ([$t0:literal $($t:literal)*] $($offset:literal)*) => {
        concat!(
            "mov rdx, [rcx + 64]\n imul rdx, ", $t0, "\n xor eax, eax\n",
            row!("rcx", [$t0 $($t)*] $($offset)*),
            "adcx ", $t0, ", rsi\n adox ", $t0, ", rax\n"
        )
    };
}

/// The rows for the other limbs of the multiplier, each with its reduction, and the result.
macro_rules! rows {
    ([$t0:literal $($t:literal)*] [$($offset:literal)*] $b:literal $($rest:literal)*) => {
        concat!(
            "mov rax, [rsp]\n mov rdx, [rax + ", $b, "]\n xor eax, eax\n",
            row!("rdi", [$t0 $($t)*] $($offset)*),
            "mov esi, 0\n adcx rsi, rsi\n adox rsi, rax\n",
            reduce!([$t0 $($t)*] $($offset)*),
            rows!([$($t)* $t0] [$($offset)*] $($rest)*)
        )
    };
    ([$($t:literal)*] [$($offset:literal)*]) => { result!([] [$($t)*] $($offset)*) };
}

/// Writes the value, which is below `2 m`, minus the modulus if the value is not below it.
macro_rules! result {
    ([$($t:literal $at:literal)*] [$next:literal $($others:literal)+] $offset:literal $($rest:literal)*) => {
        result!([$($t $at)* $next $offset] [$($others)+] $($rest)*)
    };
    ([$($t:literal $at:literal)*] [$top:literal]) => {
        concat!(
            "lea rsp, [rsp - 64]\n",
            $("mov [rsp + ", $at, "], ", $t, "\n",)*
            "xor eax, eax\n",
            $("sbb ", $t, ", [rcx + ", $at, "]\n",)*
            "sbb ", $top, ", 0\n",
            $("cmovc ", $t, ", [rsp + ", $at, "]\n",)*
            "lea rsp, [rsp + 64]\n mov rdx, [rsp + 8]\n",
            $("mov [rdx + ", $at, "], ", $t, "\n",)*
        )
    };
}

impl Adx {
    /// Montgomery product `a b R^-1 mod m` of eight limbs, for any odd `m` and `a, b < m`.
    // With fewer limbs the compiler's code for the portable product is as fast or faster, since it needs no call.
    #[inline(never)]
    pub fn mul_full8(self, product: &mut [u64; 8], a: &[u64; 8], b: &[u64; 8], m: &'static Modulus<8>) {
        debug_assert!(
            [a, b].iter().all(|x| x.iter().rev().lt(m.m.iter().rev())),
            "not reduced"
        );
        // SAFETY: reads eight limbs behind `a` and `b` and nine behind `m`, which is `repr(C)`, writes eight behind
        // `product`, and leaves the stack and the saved registers as they were; the token says that the CPU has the
        // instructions.
        unsafe {
            asm!(
                "push rbx\n push rbp\n push rdx\n push rsi\n",
                "mov rdx, [rsi]\n xor esi, esi\n",
                "mulx r9, r8, [rdi]",
                first_row!(["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx"] 8 16 24 32 40 48 56),
                reduce!(["r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx"] 0 8 16 24 32 40 48 56),
                rows!(
                    ["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "r8"] [0 8 16 24 32 40 48 56] 8 16 24 32 40 48 56
                ),
                "pop rsi\n pop rdx\n pop rbp\n pop rbx\n",
                inout("rdi") a => _,
                inout("rsi") b => _,
                inout("rdx") &raw mut *product => _,
                inout("rcx") m => _,
                out("rax") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _,
                out("r14") _, out("r15") _,
            );
        }
    }
}
