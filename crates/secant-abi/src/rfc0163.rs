//! The contract of Polkadot runtimes and their nodes: the host functions of
//! [RFC-0163](https://github.com/polkadot-fellows/RFCs/pull/163) as `sp-crypto-ec-utils` 0.24 has them, and more in the
//! same style.
//!
//! Functions are imports of the module `env`. A buffer is one [`FatPointer`]. A Miller loop, a sum of multiples and a
//! multiple take two inputs and the buffer of the result; a final exponentiation has one buffer for both. All return an
//! `i32`: zero, or an [`Error`].
//!
//! Elements are encoded as arkworks' `CanonicalSerialize` does without compression: integers little endian, extension
//! fields with the constant coefficient first, points as `x` and `y`, those of short Weierstrass curves with two flags in
//! the last byte, but for BLS12-381, whose points have Zcash's encoding. A list is preceded by its length as a `u64`. The
//! integer of a multiple is a list of 64-bit limbs, lowest first. What follows an encoding in its buffer is ignored.

use secant_curve::{GroupId, PairingId};

/// The import module of all functions.
pub const MODULE: &str = "env";

/// A buffer of the guest: its address in the lower 32 bits, its length in bytes in the upper.
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
    /// The product of the Miller loops of a list of `G1` points with a list of `G2` points.
    MultiMillerLoop(PairingId),
    /// The final exponentiation of an element of the target field, in place.
    FinalExponentiation(PairingId),
    /// The sum of the multiples of a list of points by a list of scalars.
    Msm(GroupId),
    /// The multiple of a point by an integer.
    Mul(GroupId),
}

/// Who else has a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// RFC-0163, and `sp-crypto-ec-utils`.
    Rfc0163,
    /// `sp-crypto-ec-utils` alone.
    EcUtils,
    /// Drafts of RFC-0163 had it.
    Draft,
    /// Nobody.
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

            /// The name in the interface of the runtime, without prefix and version.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($name)),* }
            }

            /// The name of the import.
            pub const fn import(self) -> &'static str {
                match self { $(Self::$variant => $import),* }
            }

            /// What it computes.
            pub const fn operation(self) -> Operation {
                match self { $(Self::$variant => operation!($operation $id)),* }
            }

            /// Who else has it.
            pub const fn origin(self) -> Origin {
                match self { $(Self::$variant => Origin::$origin),* }
            }
        }
    };
}

macro_rules! operation {
    (MultiMillerLoop $id:ident) => {
        Operation::MultiMillerLoop(PairingId::$id)
    };
    (FinalExponentiation $id:ident) => {
        Operation::FinalExponentiation(PairingId::$id)
    };
    (Msm $id:ident) => {
        Operation::Msm(GroupId::$id)
    };
    (Mul $id:ident) => {
        Operation::Mul(GroupId::$id)
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

/// The import by which a node gives all functions of the contract [`secant`](crate), beside those of RFC-0163:
///
/// ```text
/// fn(function: u32, curve: u32, a: u64, b: u64, out: u64) -> u32
/// ```
///
/// `function` is the number of a [`Function`](crate::Function), buffers are [`FatPointer`]s, and all else is as in that
/// contract: `out` has the length of the result and is written on success only, and a buffer that reaches past the memory
/// is [`Error::OutOfBounds`](crate::Error::OutOfBounds), where the functions of RFC-0163 are a trap. A function that the
/// node does not know is [`Error::UnknownFunction`](crate::Error::UnknownFunction), so that a guest can do without.
pub const FUSED_IMPORT: &str = "ext_secant_call_version_1";

/// The most pairs whose Miller loops upstream multiplies on BW6-761. What it gives for more is no product of Miller loops:
/// factors that all pairs share are taken once for every four of them.
pub const BW6_PAIRS: usize = 4;

/// Whether upstream's sums take a scalar for the negative of an integer below `2^64`, and so multiply points outside the
/// subgroup by that integer; the limbs of the scalar and of its modulus, lowest first.
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

/// Why a function has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Error {
    /// The buffer of the result is too short.
    Encode = 1,
    /// An input is too short, or has an element that is not canonical, or a point that is not on its curve.
    Decode = 2,
    /// The lists of a sum differ in length.
    LengthMismatch = 3,
    /// The result is a point at infinity of an incomplete Edwards curve, which has no affine form: a point is outside
    /// the subgroup.
    DegeneratePoint = 4,
    /// Anything else: zero has no final exponentiation.
    Unknown = 255,
}

impl Error {
    /// The error of a number other than zero; numbers that are not known give [`Error::Unknown`].
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
        // Less `2^64 - 1`, and less `2^64`.
        assert!(is_small_negative(&[4, 6, 9], &modulus));
        assert!(!is_small_negative(&[3, 6, 9], &modulus));
        assert!(!is_small_negative(&[2, 7, 8], &modulus));
        // Of one limb itself.
        assert!(!is_small_negative(&[0, 0, 0], &modulus));
        assert!(!is_small_negative(&[1, 0], &[3, 0]));
        // Borrowed over a limb of zeros.
        assert!(is_small_negative(&[u64::MAX, u64::MAX, 8], &[3, 0, 9]));
        assert!(!is_small_negative(&[3, u64::MAX, 8], &[3, 0, 9]));
    }
}
