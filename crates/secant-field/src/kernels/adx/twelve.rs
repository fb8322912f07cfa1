//! Products and squares of twelve limbs.
//!
//! Twelve limbs of a sum, the limb above them, the multiplier and the halves of a product take fifteen registers, all
//! that there are beside the stack pointer. So what is read in every row lies on the stack: the multiplicand, the
//! modulus and its inverse, the pointers. `rbx` and `rbp`, which cannot be operands, are saved there too.
//!
//! The registers of the sum are a ring: the row of a limb makes the thirteenth the top limb, the row of the modulus
//! that follows clears the lowest limb, whose register is then free, and the next row starts one register further.
//!
//! These are functions of their own, as in [`wide`](super::wide).

use super::Adx;
use crate::kernels::Modulus;
use core::arch::asm;

/// What the rows read, from the stack pointer on: the multiplicand, which comes after this, the modulus (96), its inverse
/// (192), zero (200), minus one (208), the pointers to the multipliers (216) and to the result (224).
macro_rules! save {
    () => {
        concat!(
            "push rbx\n push rbp\n push rdi\n push rsi\n push -1\n push 0\n",
            push!("rdx", 96 88 80 72 64 56 48 40 32 24 16 8 0)
        )
    };
}

macro_rules! push {
    ($base:literal, $($offset:literal)*) => {
        concat!($("push qword ptr [", $base, " + ", $offset, "]\n",)*)
    };
}

/// `t += rdx` times the limbs on the stack from the first offset to the last; `$high` is free.
// The high half first: 2 % faster on Zen 5 than last.
macro_rules! row {
    ($high:literal, [$tj:literal $tk:literal $($t:literal)*] $offset:literal $($rest:literal)*) => {
        concat!(
            "mulx ", $high, ", rax, [rsp + ", $offset, "]\n",
            "adox ", $tk, ", ", $high, "\n",
            "adcx ", $tj, ", rax\n",
            row!($high, [$tk $($t)*] $($rest)*)
        )
    };
    ($high:literal, [$($t:literal)*]) => { "" };
}

/// The first row, from its second limb on: nothing is there to be added to.
macro_rules! first_row {
    ([$tj:literal $tk:literal $($t:literal)*] $offset:literal $($rest:literal)*) => {
        concat!(
            "mulx ", $tk, ", rax, [rsp + ", $offset, "]\n",
            "adc ", $tj, ", rax\n",
            first_row!([$tk $($t)*] $($rest)*)
        )
    };
    ([$top:literal]) => { concat!("adc ", $top, ", 0\n") };
}

/// The last step of a row, with a new top limb.
macro_rules! top {
    ($source:literal, $tj:literal, $top:literal) => {
        concat!(
            "mulx ",
            $top,
            ", rax, ",
            $source,
            "\n",
            "adox ",
            $top,
            ", [rsp + 200]\n",
            "adcx ",
            $tj,
            ", rax\n",
            "adcx ",
            $top,
            ", [rsp + 200]\n"
        )
    };
}

/// `(t + k m) / 2^64` for the `k` that makes it exact; its lowest limb is in `$t1`, and `$t0` is free.
macro_rules! reduce {
    ($t0:literal $t1:literal $($t:literal)*) => {
        concat!(
            "mov rdx, [rsp + 192]\n",
            "imul rdx, ", $t0, "\n",
            // The lowest limb becomes zero, and carries unless it was zero: as if -1 were added. So only the high half of
            // the first product is needed, and that in the lowest limb's place.
            "xor eax, eax\n",
            "adcx ", $t0, ", [rsp + 208]\n",
            "mulx ", $t0, ", ", $t0, ", [rsp + 96]\n",
            "adox ", $t1, ", ", $t0, "\n",
            row!($t0, [$t1 $($t)*] 104 112 120 128 136 144 152 160 168 176 184),
            reduce!(@close $($t)*)
        )
    };
    (@close $top:literal) => { concat!("adcx ", $top, ", [rsp + 200]\n") };
    (@close $t:literal $($rest:literal)+) => { reduce!(@close $($rest)+) };
}

/// The multiplier at an offset, and no carries.
macro_rules! multiplier {
    ($offset:literal) => {
        concat!("mov rax, [rsp + 216]\n mov rdx, [rax + ", $offset, "]\n xor eax, eax\n")
    };
}

/// The rows of a product for the multipliers at the given offsets, each with its reduction.
macro_rules! product_rows {
    ([$t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal $t6:literal $t7:literal $t8:literal $t9:literal
      $t10:literal $t11:literal $t12:literal] $offset:literal $($rest:literal)*) => {
        concat!(
            multiplier!($offset),
            row!($t12, [$t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11] 0 8 16 24 32 40 48 56 64 72 80),
            top!("[rsp + 88]", $t11, $t12),
            reduce!($t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11 $t12),
            product_rows!([$t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11 $t12 $t0] $($rest)*)
        )
    };
    ([$($t:literal)*]) => { "" };
}

/// The rows of a square but for the first and the last one, each with its reduction: `a_i` times itself and the limbs of
/// `2 a` above. As many limbs of the sum are left alone as there are `+`.
macro_rules! square_rows {
    ([$t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal $t6:literal $t7:literal $t8:literal $t9:literal
      $t10:literal $t11:literal $t12:literal] [$($skip:tt)*] $offset:literal $($rest:literal)*) => {
        concat!(
            above!($offset),
            multiplier!($offset),
            square_row!($t12, [$($skip)*] [$t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11] $($rest)*),
            top!("[rsp + 88]", $t11, $t12),
            reduce!($t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11 $t12),
            square_rows!([$t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $t10 $t11 $t12 $t0] [$($skip)* +] $($rest)*)
        )
    };
    ([$($t:literal)*] [$($skip:tt)*]) => { "" };
}

macro_rules! square_row {
    ($high:literal, [+ $($skip:tt)*] [$t0:literal $($t:literal)*] $($offset:literal)*) => {
        square_row!($high, [$($skip)*] [$($t)*] $($offset)*)
    };
    ($high:literal, [] [$tj:literal $tk:literal $($t:literal)*] $($offset:literal)*) => {
        concat!(
            "mulx ", $high, ", rax, rdx\n",
            "adox ", $tk, ", ", $high, "\n",
            "adcx ", $tj, ", rax\n",
            row!($high, [$tk $($t)*] $($offset)*)
        )
    };
}

/// Takes the bit that came from the limb at the offset, whose row it is, out of the limb of `2 a` above it. No later row
/// reads that limb.
macro_rules! above {
    ($offset:literal) => {
        concat!("and qword ptr [rsp + 8 + ", $offset, "], -2\n")
    };
}

/// Twice the limbs behind `rsi`, which have room, onto the stack in the multiplicand's place.
macro_rules! push_double {
    ($($offset:literal)*) => {
        concat!(
            "lea rsp, [rsp - 96]\n xor eax, eax\n",
            $("mov rax, [rsi + ", $offset, "]\n adc rax, rax\n mov [rsp + ", $offset, "], rax\n",)*
        )
    };
}

/// Writes the value, which is below `2 m`, less the modulus where it is not below that, and restores the stack.
macro_rules! result {
    ($top:literal, $($offset:literal $t:literal)*) => {
        concat!(
            // Decided by the top limb but where it is at least that of the modulus: with s spare bits in at most about
            // one of 2^(s + 2) random products.
            "cmp ", $top, ", [rsp + 184]\n",
            "jb 2f\n",
            $("mov [rsp + ", $offset, "], ", $t, "\n",)*
            "xor eax, eax\n",
            $("sbb ", $t, ", [rsp + 96 + ", $offset, "]\n",)*
            $("cmovc ", $t, ", [rsp + ", $offset, "]\n",)*
            "2:\n",
            "mov rdx, [rsp + 224]\n",
            $("mov [rdx + ", $offset, "], ", $t, "\n",)*
            "lea rsp, [rsp + 232]\n pop rbp\n pop rbx\n"
        )
    };
}

macro_rules! asm12 {
    ($a:ident, $b:expr, $m:ident, $multiplicand:expr, $($rows:expr),*) => {
        // SAFETY: reads and writes twelve limbs behind `a`, reads twelve behind `b` and thirteen behind `m`, which is
        // `repr(C)`, and leaves the stack and the saved registers as they were; the token says that the CPU has the
        // instructions.
        unsafe {
            asm!(
                save!(),
                $multiplicand,
                "mov rdx, [rsi]\n xor eax, eax\n",
                $($rows,)*
                // After twelve renamings the value starts at the thirteenth register.
                result!(
                    "rcx", 0 "rdi" 8 "r8" 16 "r9" 24 "r10" 32 "r11" 40 "r12" 48 "r13" 56 "r14" 64 "r15" 72 "rbx" 80 "rbp"
                    88 "rcx"
                ),
                inout("rdi") $a => _,
                inout("rsi") $b => _,
                inout("rdx") $m => _,
                out("rax") _, out("rcx") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _,
                out("r13") _, out("r14") _, out("r15") _,
            );
        }
    };
}

impl Adx {
    /// Montgomery product `a = a b R^-1 mod m`, for `a, b < m < 2^767`.
    #[inline(never)]
    pub fn mul12(self, a: &mut [u64; 12], b: &[u64; 12], m: &'static Modulus<12>) {
        asm12!(
            a,
            b,
            m,
            push!("rdi", 88 80 72 64 56 48 40 32 24 16 8 0),
            "mulx r9, r8, [rsp]",
            first_row!(["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "rcx" "rsi" "rdi"] 8 16 24 32 40 48 56 64 72 80 88),
            reduce!("r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "rcx" "rsi" "rdi"),
            product_rows!(
                ["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "rcx" "rsi" "rdi" "r8"] 8 16 24 32 40 48 56 64 72 80 88
            )
        );
    }

    /// Montgomery square `a = a^2 R^-1 mod m`, for `a < m < 2^766`.
    ///
    /// A row adds less than `2^64 2 a`, that of the modulus less than `2^64 m`, and those before have left less than
    /// `2 a + m < 2^768`: the sum fits in thirteen limbs.
    #[inline(never)]
    pub fn square12(self, a: &mut [u64; 12], m: &'static Modulus<12>) {
        let a = a.as_mut_ptr();
        asm12!(
            a,
            a,
            m,
            push_double!(0 8 16 24 32 40 48 56 64 72 80 88),
            above!(0),
            "xor eax, eax",
            "mulx r9, r8, rdx",
            first_row!(["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "rcx" "rsi" "rdi"] 8 16 24 32 40 48 56 64 72 80 88),
            reduce!("r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "rcx" "rsi" "rdi"),
            square_rows!(
                ["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "rcx" "rsi" "rdi" "r8"] [+] 8 16 24 32 40 48 56 64 72 80
            ),
            multiplier!(88),
            top!("rdx", "rbp", "rcx"),
            reduce!("rsi" "rdi" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "rcx")
        );
    }
}
