//! The contract between Polkadot runtimes and their nodes: the host functions of
//! [RFC-0163](https://github.com/polkadot-fellows/RFCs/pull/163) as `sp-crypto-ec-utils` 0.24 implements them, and more
//! in the same style.
//!
//! Functions are imports of the module `env`. A buffer is passed as one [`FatPointer`]. A Miller loop, a multi-scalar
//! multiplication and a multiplication take two inputs and the buffer for the result. A final exponentiation takes one
//! buffer for both. All return an `i32`: zero, or an [`Error`].
//!
//! Elements are encoded as arkworks' `CanonicalSerialize` does without compression. Integers are little endian.
//! Extension fields have the constant coefficient first. Points are `x` and `y`, and those of short Weierstrass curves
//! have two flags in the last byte; only BLS12-381 uses Zcash's encoding instead. A list is preceded by its length as a
//! `u64`. The integer of a multiplication is a list of 64-bit limbs, lowest first. Bytes after an encoding in its
//! buffer are ignored.

use secant_curve::{GroupId, PairingId};

/// The import module of all functions.
pub const MODULE: &str = "env";

/// A buffer of the guest: its address in the lower 32 bits, its length in bytes in the upper 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FatPointer(pub u64);

impl FatPointer {
    /// The pointer to `len` bytes at `address`.
    pub const fn new(address: u32, len: u32) -> Self {
        Self((len as u64) << 32 | address as u64)
    }

    /// The address.
    pub const fn address(self) -> u32 {
        self.0 as u32
    }

    /// The length in bytes.
    pub const fn len(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Whether the buffer has no bytes.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// What a function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The product of the Miller loops over a list of `G1` points and a list of `G2` points.
    MultiMillerLoop(PairingId),
    /// The final exponentiation of an element of the target field, in place.
    FinalExponentiation(PairingId),
    /// Multi-scalar multiplication of a list of points by a list of scalars.
    Msm(GroupId),
    /// Multiplication of a point by an integer.
    Mul(GroupId),
}

/// Where else a function is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// In RFC-0163 and in `sp-crypto-ec-utils`.
    Rfc0163,
    /// Only in `sp-crypto-ec-utils`.
    EcUtils,
    /// In drafts of RFC-0163.
    Draft,
    /// Only in secant.
    Secant,
}

/// Calls `$callback! { $args (Variant, name, "import name", Operation, Id, Origin), ... }` with all functions.
#[macro_export]
macro_rules! for_each_rfc0163_function {
    ($($callback:ident)::+ $(, $args:tt)?) => {
        $($callback)::+! {
            $($args)?
            (Bls12_381MultiMillerLoop, bls12_381_multi_miller_loop, "ext_host_calls_bls12_381_multi_miller_loop_version_1", MultiMillerLoop, Bls12_381, Rfc0163),
            (Bls12_381FinalExponentiation, bls12_381_final_exponentiation, "ext_host_calls_bls12_381_final_exponentiation_version_1", FinalExponentiation, Bls12_381, Rfc0163),
            (Bls12_381MsmG1, bls12_381_msm_g1, "ext_host_calls_bls12_381_msm_g1_version_1", Msm, Bls12_381G1, Rfc0163),
            (Bls12_381MsmG2, bls12_381_msm_g2, "ext_host_calls_bls12_381_msm_g2_version_1", Msm, Bls12_381G2, Rfc0163),
            (Bls12_381MulG1, bls12_381_mul_g1, "ext_host_calls_bls12_381_mul_g1_version_1", Mul, Bls12_381G1, Rfc0163),
            (Bls12_381MulG2, bls12_381_mul_g2, "ext_host_calls_bls12_381_mul_g2_version_1", Mul, Bls12_381G2, Rfc0163),
            (BandersnatchMsm, ed_on_bls12_381_bandersnatch_msm, "ext_host_calls_ed_on_bls12_381_bandersnatch_msm_version_1", Msm, BandersnatchTe, Rfc0163),
            (BandersnatchMul, ed_on_bls12_381_bandersnatch_mul, "ext_host_calls_ed_on_bls12_381_bandersnatch_mul_version_1", Mul, BandersnatchTe, Rfc0163),
            (PallasMsm, pallas_msm, "ext_host_calls_pallas_msm_version_1", Msm, Pallas, Rfc0163),
            (PallasMul, pallas_mul, "ext_host_calls_pallas_mul_version_1", Mul, Pallas, Rfc0163),
            (VestaMsm, vesta_msm, "ext_host_calls_vesta_msm_version_1", Msm, Vesta, Rfc0163),
            (VestaMul, vesta_mul, "ext_host_calls_vesta_mul_version_1", Mul, Vesta, Rfc0163),
            (Bls12_377MultiMillerLoop, bls12_377_multi_miller_loop, "ext_host_calls_bls12_377_multi_miller_loop_version_1", MultiMillerLoop, Bls12_377, EcUtils),
            (Bls12_377FinalExponentiation, bls12_377_final_exponentiation, "ext_host_calls_bls12_377_final_exponentiation_version_1", FinalExponentiation, Bls12_377, EcUtils),
            (Bls12_377MsmG1, bls12_377_msm_g1, "ext_host_calls_bls12_377_msm_g1_version_1", Msm, Bls12_377G1, EcUtils),
            (Bls12_377MsmG2, bls12_377_msm_g2, "ext_host_calls_bls12_377_msm_g2_version_1", Msm, Bls12_377G2, EcUtils),
            (Bls12_377MulG1, bls12_377_mul_g1, "ext_host_calls_bls12_377_mul_g1_version_1", Mul, Bls12_377G1, EcUtils),
            (Bls12_377MulG2, bls12_377_mul_g2, "ext_host_calls_bls12_377_mul_g2_version_1", Mul, Bls12_377G2, EcUtils),
            (Bw6_761MultiMillerLoop, bw6_761_multi_miller_loop, "ext_host_calls_bw6_761_multi_miller_loop_version_1", MultiMillerLoop, Bw6_761, EcUtils),
            (Bw6_761FinalExponentiation, bw6_761_final_exponentiation, "ext_host_calls_bw6_761_final_exponentiation_version_1", FinalExponentiation, Bw6_761, EcUtils),
            (Bw6_761MsmG1, bw6_761_msm_g1, "ext_host_calls_bw6_761_msm_g1_version_1", Msm, Bw6_761G1, EcUtils),
            (Bw6_761MsmG2, bw6_761_msm_g2, "ext_host_calls_bw6_761_msm_g2_version_1", Msm, Bw6_761G2, EcUtils),
            (Bw6_761MulG1, bw6_761_mul_g1, "ext_host_calls_bw6_761_mul_g1_version_1", Mul, Bw6_761G1, EcUtils),
            (Bw6_761MulG2, bw6_761_mul_g2, "ext_host_calls_bw6_761_mul_g2_version_1", Mul, Bw6_761G2, EcUtils),
            (EdOnBls12_377Msm, ed_on_bls12_377_msm, "ext_host_calls_ed_on_bls12_377_msm_version_1", Msm, EdOnBls12_377, EcUtils),
            (EdOnBls12_377Mul, ed_on_bls12_377_mul, "ext_host_calls_ed_on_bls12_377_mul_version_1", Mul, EdOnBls12_377, EcUtils),
            (BandersnatchMsmSw, ed_on_bls12_381_bandersnatch_msm_sw, "ext_host_calls_ed_on_bls12_381_bandersnatch_msm_sw_version_1", Msm, BandersnatchSw, Draft),
            (BandersnatchMulSw, ed_on_bls12_381_bandersnatch_mul_sw, "ext_host_calls_ed_on_bls12_381_bandersnatch_mul_sw_version_1", Mul, BandersnatchSw, Draft),
            (Bn254MultiMillerLoop, bn254_multi_miller_loop, "ext_host_calls_bn254_multi_miller_loop_version_1", MultiMillerLoop, Bn254, Secant),
            (Bn254FinalExponentiation, bn254_final_exponentiation, "ext_host_calls_bn254_final_exponentiation_version_1", FinalExponentiation, Bn254, Secant),
            (Bn254MsmG1, bn254_msm_g1, "ext_host_calls_bn254_msm_g1_version_1", Msm, Bn254G1, Secant),
            (Bn254MsmG2, bn254_msm_g2, "ext_host_calls_bn254_msm_g2_version_1", Msm, Bn254G2, Secant),
            (Bn254MulG1, bn254_mul_g1, "ext_host_calls_bn254_mul_g1_version_1", Mul, Bn254G1, Secant),
            (Bn254MulG2, bn254_mul_g2, "ext_host_calls_bn254_mul_g2_version_1", Mul, Bn254G2, Secant),
        }
    };
}

macro_rules! define_functions {
    ($(($variant:ident, $name:ident, $import:literal, $operation:ident, $id:ident, $origin:ident),)*) => {
        /// A host function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum Function { $($variant),* }

        impl Function {
            /// All functions.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in the interface of the runtime, without prefix and version.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($name)),* }
            }

            /// The name of the import.
            pub const fn import(self) -> &'static str {
                match self { $(Self::$variant => $import),* }
            }

            /// What the function computes.
            pub const fn operation(self) -> Operation {
                // A name is that of a group or of a pairing.
                use secant_curve::{GroupId::*, PairingId::*};
                match self { $(Self::$variant => Operation::$operation($id)),* }
            }

            /// Where else the function is defined.
            pub const fn origin(self) -> Origin {
                match self { $(Self::$variant => Origin::$origin),* }
            }
        }
    };
}

for_each_rfc0163_function!(define_functions);

impl Function {
    /// The function of an operation, if there is one.
    pub const fn of(operation: Operation) -> Option<Self> {
        let mut i = 0;
        while i < Self::ALL.len() {
            if Self::ALL[i].operation().is(operation) {
                return Some(Self::ALL[i]);
            }
            i += 1;
        }
        None
    }
}

impl Operation {
    /// Equality for constants.
    const fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::MultiMillerLoop(a), Self::MultiMillerLoop(b)) => a as u32 == b as u32,
            (Self::FinalExponentiation(a), Self::FinalExponentiation(b)) => a as u32 == b as u32,
            (Self::Msm(a), Self::Msm(b)) => a as u32 == b as u32,
            (Self::Mul(a), Self::Mul(b)) => a as u32 == b as u32,
            _ => false,
        }
    }
}

/// The import through which a node offers all functions of the contract [`secant`](crate), in addition to those of
/// RFC-0163:
///
/// ```text
/// fn(function: u32, curve: u32, a: u64, b: u64, out: u64) -> u32
/// ```
///
/// `function` is the number of a [`Function`](crate::Function), and buffers are [`FatPointer`]s. All else is as in that
/// contract: `out` has the length of the result and is written only on success. A buffer that reaches past the memory
/// gives [`Error::OutOfBounds`](crate::Error::OutOfBounds), where the functions of RFC-0163 trap. A function that the
/// node does not know gives [`Error::UnknownFunction`](crate::Error::UnknownFunction), so that a guest can fall back to
/// its own code.
pub const FUSED_IMPORT: &str = "ext_secant_call_version_1";

/// The most pairs for which upstream computes a product of Miller loops on BW6-761. For more pairs its result is not
/// such a product: factors shared by all pairs are multiplied in once for every four pairs.
pub const BW6_PAIRS: usize = 4;

/// Whether upstream's multi-scalar multiplication takes a scalar for the negative of an integer below `2^64`, and so
/// multiplies points outside the subgroup by that integer. `scalar` and `modulus` are limbs, lowest first.
pub fn is_small_negative(scalar: &[u64], modulus: &[u64]) -> bool {
    let mut borrow = false;
    let mut negative = modulus.iter().zip(scalar).map(|(&m, &s)| {
        let (difference, first) = m.overflowing_sub(s);
        let (difference, second) = difference.overflowing_sub(borrow.into());
        borrow = first | second;
        difference
    });
    negative.next();
    scalar.iter().skip(1).any(|&limb| limb != 0) && negative.all(|limb| limb == 0)
}

/// Why a function returned no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Error {
    /// The buffer for the result is too short.
    Encode = 1,
    /// An input is too short, or holds an element that is not canonical, or a point that is not on its curve.
    Decode = 2,
    /// The lists of a multi-scalar multiplication differ in length.
    LengthMismatch = 3,
    /// The result is a point at infinity of an incomplete Edwards curve, which has no affine form. This happens only if
    /// a point is outside the subgroup.
    DegeneratePoint = 4,
    /// Any other error, such as the final exponentiation of zero.
    Unknown = 255,
}

impl Error {
    /// The error with a nonzero number. Unknown numbers give [`Error::Unknown`].
    pub const fn from_u32(code: u32) -> Self {
        match code {
            1 => Self::Encode,
            2 => Self::Decode,
            3 => Self::LengthMismatch,
            4 => Self::DegeneratePoint,
            _ => Self::Unknown,
        }
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Encode => "the buffer of the result is too short",
            Self::Decode => "an input does not decode",
            Self::LengthMismatch => "the two lists differ in length",
            Self::DegeneratePoint => "the result is a point at infinity of an incomplete Edwards curve",
            Self::Unknown => "there is no result",
        })
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::is_small_negative;

    #[test]
    fn negatives_of_one_limb() {
        let modulus = [3, 7, 9];
        assert!(is_small_negative(&[2, 7, 9], &modulus));
        // The modulus minus `2^64 - 1`, and the modulus minus `2^64`.
        assert!(is_small_negative(&[4, 6, 9], &modulus));
        assert!(!is_small_negative(&[3, 6, 9], &modulus));
        assert!(!is_small_negative(&[2, 7, 8], &modulus));
        // A scalar of one limb.
        assert!(!is_small_negative(&[0, 0, 0], &modulus));
        assert!(!is_small_negative(&[1, 0], &[3, 0]));
        // The subtraction borrows across a limb of zeros.
        assert!(is_small_negative(&[u64::MAX, u64::MAX, 8], &[3, 0, 9]));
        assert!(!is_small_negative(&[3, u64::MAX, 8], &[3, 0, 9]));
    }
}
