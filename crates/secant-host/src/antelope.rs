//! The functions that Antelope nodes offer to contracts, computed by secant's engine. Names, encodings and return codes
//! are those of [Spring](https://github.com/AntelopeIO/spring). `docs/antelope.md` lists them in a table.
//!
//! Each host function is a function on byte slices here. It checks all lengths and elements itself and writes its
//! result only on success. `add_to_linker` (with the feature `wasmtime`) links them for a guest: it reads the guest's
//! memory, charges fuel and turns errors into [`FAILURE`].
//!
//! ```
//! use secant_host::antelope::{Error, alt_bn128_add, sha256};
//!
//! // (1, 2), the generator of the first group of alt_bn128, twice.
//! let mut g = [0; 64];
//! (g[31], g[63]) = (1, 2);
//! let mut twice = [0; 64];
//! alt_bn128_add(&g, &g, &mut twice)?;
//! assert_eq!(twice[..4], [0x03, 0x06, 0x44, 0xe7]);
//! assert_eq!(alt_bn128_add(&g, &g[1..], &mut twice), Err(Error::BadLength));
//! assert_eq!(sha256(b"abc")[..4], [0xba, 0x78, 0x16, 0xbf]);
//! # Ok::<(), Error>(())
//! ```

mod blake2;
mod bls12_381;
mod bn254;
mod encoding;
#[cfg(feature = "wasmtime")]
mod fuel;
mod hash;
#[cfg(feature = "wasmtime")]
mod linker;
#[cfg(feature = "wasmtime")]
mod memory;
mod mod_exp;
mod recover;
#[cfg(feature = "wasmtime")]
mod weights;

pub use blake2::blake2_f;
pub use bls12_381::{
    bls_fp_exp, bls_fp_mod, bls_fp_mul, bls_g1_add, bls_g1_map, bls_g1_weighted_sum, bls_g2_add, bls_g2_map,
    bls_g2_weighted_sum, bls_pairing,
};
pub use bn254::{alt_bn128_add, alt_bn128_mul, alt_bn128_pair};
pub use hash::{ripemd160, sha1, sha3, sha256, sha512};
#[cfg(feature = "wasmtime")]
pub use linker::add_to_linker;
#[cfg(feature = "wasmtime")]
pub use memory::Violation;
pub use mod_exp::{mod_exp, mod_exp_is_allowed};
pub use recover::k1_recover;

use std::fmt::{Display, Formatter};

/// The import module of the functions.
pub const MODULE: &str = "env";

/// The return value of a function that has written its result.
pub const SUCCESS: i32 = 0;

/// The return value in place of an [`Error`].
pub const FAILURE: i32 = -1;

/// Why a function returned no result. A contract sees only [`FAILURE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// An input or the buffer for the result has the wrong length.
    BadLength,
    /// A coordinate is not below the modulus.
    NotCanonical,
    /// A point is not on its curve.
    NotOnCurve,
    /// A point is not in the prime-order subgroup.
    NotInSubgroup,
    /// The recovery byte, `r` or `s` of a signature is out of range, or the signature has no public key.
    BadSignature,
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::BadLength => "a buffer has the wrong length",
            Self::NotCanonical => "a coordinate is not below the modulus",
            Self::NotOnCurve => "a point is not on its curve",
            Self::NotInSubgroup => "a point is not in the subgroup",
            Self::BadSignature => "no key belongs to the signature",
        })
    }
}

impl std::error::Error for Error {}
