//! The host functions of Polkadot runtimes, computed by secant's engine. Names, encodings and return codes are those of
//! `sp-crypto-ec-utils` 0.24. [`secant_abi::rfc0163`] has the contract, and `docs/polkadot.md` lists the differences
//! from upstream.
//!
//! [`Call`] is a function with its inputs. [`Call::fuel`] says what it costs, and [`Call::execute`] validates and
//! computes. `add_to_linker` (with the feature `wasmtime`) links the functions for a guest of wasmtime.
//! `secant-substrate` offers them to Substrate's executor.
//!
//! ```
//! use secant_abi::rfc0163::{Error, Function};
//! use secant_host::rfc0163::{Call, Failure};
//!
//! // The sum of no multiples is the identity of Bandersnatch, (0, 1).
//! let empty = 0u64.to_le_bytes();
//! let mut sum = [0xff; 64];
//! Call::new(Function::BandersnatchMsm, &empty, &empty).execute(&mut sum)?;
//! assert_eq!(sum[..33], [[0; 32].as_slice(), &[1]].concat());
//! let none = Call::new(Function::BandersnatchMsm, &empty, &[]);
//! assert_eq!(none.execute(&mut sum), Err(Failure::Code(Error::Decode)));
//! # Ok::<(), Failure>(())
//! ```

mod beyond;
mod decode;
mod fuel;
#[cfg(feature = "wasmtime")]
mod linker;
mod operations;

#[cfg(feature = "wasmtime")]
pub use linker::add_to_linker;

use secant_abi::rfc0163::{Error, Function, Operation};
use std::fmt::{Display, Formatter};

/// The size of the longest result in bytes.
pub const LONGEST_RESULT: usize = 576;

/// Why a call returned no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The guest receives the error code and continues.
    Code(Error),
    /// The guest must stop. Upstream's function panics here, and its executor turns the panic into a trap.
    Trap(Violation),
}

/// The reasons for which upstream's functions panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// The lists of a Miller loop differ in length.
    UnequalPairs,
    /// The final exponentiation of zero on BW6-761.
    ZeroMillerLoop,
    /// A Miller loop on BW6-761 has a point of so small an order that the loop reaches the identity.
    SmallOrder,
}

impl Violation {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::UnequalPairs, Self::ZeroMillerLoop, Self::SmallOrder];
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::UnequalPairs => "the lists of a Miller loop differ in length",
            Self::ZeroMillerLoop => "zero has no final exponentiation",
            Self::SmallOrder => "a point of a Miller loop has too small an order",
        })
    }
}

impl std::error::Error for Violation {}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(error) => Display::fmt(error, f),
            Self::Trap(violation) => Display::fmt(violation, f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Code(error)
    }
}

/// A function and its inputs, all unchecked.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    function: Function,
    a: &'a [u8],
    b: &'a [u8],
}

impl<'a> Call<'a> {
    /// A call with the inputs `a` and `b`; a final exponentiation has no `b`.
    pub const fn new(function: Function, a: &'a [u8], b: &'a [u8]) -> Self {
        Self { function, a, b }
    }

    /// What the call costs in units of WASM fuel. It depends only on the lengths of the inputs.
    pub fn fuel(&self) -> u64 {
        fuel::of(self.function, self.a.len(), self.b.len())
    }

    /// Validates, computes and writes the result to the beginning of `out`. On failure `out` is unchanged.
    ///
    /// # Errors
    /// [`Failure`], with upstream's precedence: input that does not decode comes first, then lists of different
    /// lengths, then points off their curve, and a buffer that is too short last.
    pub fn execute(&self, out: &mut [u8]) -> Result<(), Failure> {
        match self.function.operation() {
            Operation::MultiMillerLoop(id) => (operations::on_pairing(id).multi_miller_loop)(self.a, self.b, out),
            Operation::FinalExponentiation(id) => (operations::on_pairing(id).final_exponentiation)(self.a, out),
            Operation::Msm(id) => (operations::on_group(id).msm)(self.a, self.b, out),
            Operation::Mul(id) => (operations::on_group(id).mul)(self.a, self.b, out),
        }
    }
}

/// Replaces the element at the beginning of `in_out` by its final exponentiation.
///
/// # Errors
/// As [`Call::execute`].
pub fn final_exponentiation(function: Function, in_out: &mut [u8]) -> Result<(), Failure> {
    let input = in_out.to_vec();
    Call::new(function, &input, &[]).execute(in_out)
}
