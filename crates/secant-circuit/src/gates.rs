//! Gates on cells with ranges: the interface between what is computed and how it is laid out.

use crate::Fr;
use halo2_axiom::plonk::Expression;
use std::fmt::Debug;

/// A gate over a number of operands, which have no range of their own, and limbs, which are checked to have so many bits.
///
/// A builder places many instances of one gate in the same columns, whose constraints stand once in the circuit.
pub trait Gate: Debug + Send + Sync {
    /// Unique in a circuit.
    fn name(&self) -> &str;

    /// How many cells come from elsewhere, or are determined by the constraints.
    fn operands(&self) -> usize;

    /// The bits of each cell that is checked to have no more.
    fn limbs(&self) -> &[usize];

    /// What has to be zero, each with a name. `cells` are the operands, then the limbs. The degree is at most 4.
    fn constraints(&self, cells: &[Expression<Fr>]) -> Vec<(String, Expression<Fr>)>;
}
