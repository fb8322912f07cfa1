//! Products and squares of twelve limbs.
//!
//! Twelve limbs of a sum, the limb above them, the multiplier and the halves of a product take fifteen registers: all
//! except the stack pointer. So the values that every row reads lie on the stack: the multiplicand, the modulus, its
//! inverse, and the pointers. `rbx` and `rbp`, which cannot be operands, are saved there too.
//!
//! The registers of the sum form a ring. The row of a limb makes the thirteenth register the top limb. The row of the
//! modulus that follows clears the lowest limb, which frees its register. The next row starts one register further.
//!
//! These functions are not inlined, for the reason given in [`wide`](super::wide).

use super::Adx;
use crate::kernels::Modulus;
use core::arch::asm;

/// Writes to the stack what the rows read. The offsets from the stack pointer will be: the multiplicand (0), which is
/// pushed after this, the modulus (96), its inverse (192), zero (200), minus one (208), and the pointers to the
/// multipliers (216) and to the result (224).
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

/// `t += rdx` times the limbs on the stack from the first offset to the last; `$high` is a free register.
// Adding the high half first is 2 % faster on Zen 5 than adding it last.
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

/// The first row, from its second limb on. There is no sum to add to yet.
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

/// `(t + k m) / 2^64` for the `k` that makes it exact; the lowest limb of the result is in `$t1`, and `$t0` is free.
macro_rules! reduce {
    ($t0:literal $t1:literal $($t:literal)*) => {
        concat!(
            "mov rdx, [rsp + 192]\n",
            "imul rdx, ", $t0, "\n",
            // The lowest limb becomes zero, and carries unless it was zero, as if -1 were added to it. So only the high
            // half of the first product is needed, and it can take the place of the lowest limb.
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

/// Loads the multiplier at an offset, and clears the carries.
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

/// The rows of a square except the first and the last, each with its reduction: `a_i` times itself and times the limbs
/// of `2 a` above it. A row skips one limb of the sum for each `+`.
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

/// For the row of the limb at the offset: clears the bit that doubling shifted from this limb into the limb of `2 a`
/// above it. No later row reads that bit.
macro_rules! above {
    ($offset:literal) => {
        concat!("and qword ptr [rsp + 8 + ", $offset, "], -2\n")
    };
}

/// Writes twice the limbs behind `rsi` to the stack, in the multiplicand's place. The doubled value must fit the limbs.
macro_rules! push_double {
    ($($offset:literal)*) => {
        concat!(
            "lea rsp, [rsp - 96]\n xor eax, eax\n",
            $("mov rax, [rsi + ", $offset, "]\n adc rax, rax\n mov [rsp + ", $offset, "], rax\n",)*
        )
    };
}

/// Writes the value, which is below `2 m`, minus the modulus if the value is not below it, and restores the stack.
macro_rules! result {
    ($top:literal, $($offset:literal $t:literal)*) => {
        concat!(
            // The subtraction is skipped if the top limb is below that of the modulus. With s spare bits it is tried
            // for at most about one of 2^(s + 2) random products.
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
    /// A row of the square adds less than `2^64 2 a`, a row of the modulus less than `2^64 m`, and the rows before have
    /// left less than `2 a + m < 2^768`. So the sum fits in thirteen limbs.
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
