//! How surely the relations of foreign fields hold.

use super::batch::WEIGHT_BITS;
use crate::Error;
use std::fmt;

/// How many sets of weights check the relations of foreign fields, named by the bits of security that they give.
///
/// For each try of a prover, a false relation goes unnoticed with a probability of `2^-bits`. A try needs new
/// commitments of the first phase: about an addition of points and a hash. Whatever is chosen here, the curve of the
/// proofs, BN254, is broken by fewer operations than `2^128`: `docs/circuits.md`, "Security level", adds up everything.
///
/// Files contain the number of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "u32", into = "u32")]
#[non_exhaustive]
pub enum Soundness {
    /// One set of weights.
    #[default]
    Bits104,
    /// Two sets of weights with challenges of their own, which both check the relations. Circuits have more cells of
    /// the second phase for this, but not of the first.
    Bits208,
}

impl Soundness {
    /// All variants, fewest bits first.
    pub const ALL: [Self; 2] = [Self::Bits104, Self::Bits208];

    /// A false relation goes unnoticed in one of `2^bits` tries.
    pub fn bits(self) -> u32 {
        (self.sets() * WEIGHT_BITS) as u32
    }

    /// How many sets of weights there are.
    pub fn sets(self) -> usize {
        match self {
            Self::Bits104 => 1,
            Self::Bits208 => 2,
        }
    }
}

impl TryFrom<u32> for Soundness {
    type Error = Error;

    fn try_from(bits: u32) -> Result<Self, Error> {
        let mut all = Self::ALL.into_iter();
        all.find(|soundness| soundness.bits() == bits)
            .ok_or_else(|| Error::Unsupported(format!("soundness is 104 or 208 bits, not {bits}")))
    }
}

impl From<Soundness> for u32 {
    fn from(soundness: Soundness) -> Self {
        soundness.bits()
    }
}

impl fmt::Display for Soundness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bits", self.bits())
    }
}
