//! The error for an integer that cannot be a modulus.

use core::fmt;

/// Why an integer cannot be a modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModulusError {
    /// It is zero.
    Zero,
    /// It is one: modulo one there is only zero.
    One,
    /// It is even.
    Even,
    /// It has too many bits.
    TooLong {
        /// How many bits it has.
        bits: usize,
        /// How many bits are allowed.
        most: usize,
    },
}

impl fmt::Display for ModulusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("the modulus is zero"),
            Self::One => f.write_str("the modulus is one"),
            Self::Even => f.write_str("the modulus is even"),
            Self::TooLong { bits, most } => write!(f, "the modulus has {bits} bits where at most {most} are supported"),
        }
    }
}

impl core::error::Error for ModulusError {}
