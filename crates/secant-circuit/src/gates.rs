//! Gates on cells with ranges: the interface between what is computed and how it is laid out.

use crate::Fr;
use halo2_axiom::plonk::Expression;
use std::fmt::Debug;

/// A range of integers: all of so many bits have to be in it, and what is in it has at most so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// The bits of all integers in the range.
    pub bits: usize,
    /// The bits that none in the range exceeds.
    pub most: usize,
}

impl Range {
    /// All integers of so many bits, and no others.
    pub fn exact(bits: usize) -> Self {
        Self { bits, most: bits }
    }
}

/// A gate over a number of operands, which have no range of their own, and limbs, which are checked to have so many bits.
///
/// A builder places many instances of one gate in the same columns, whose constraints stand once in the circuit.
pub trait Gate: Debug + Send + Sync {
    /// Unique in a circuit.
    fn name(&self) -> &str;

    /// How many cells come from elsewhere, or are determined by the constraints.
    fn operands(&self) -> usize;

    /// The range of each cell that is checked to be in one.
    fn limbs(&self) -> &[Range];

    /// What has to be zero, each with a name. `cells` are the operands, then the limbs. The degree is at most 4.
    fn constraints(&self, cells: &[Expression<Fr>]) -> Vec<(String, Expression<Fr>)>;
}
