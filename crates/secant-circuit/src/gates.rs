//! Gates on cells with ranges: the interface between what is computed and how it is laid out.

use crate::Fr;
use halo2_axiom::plonk::Expression;
use std::{
    fmt::Debug,
    ops::{Add, Mul, Neg},
};

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

/// What polynomials are evaluated in: values, or expressions of cells.
pub(crate) trait Value: Clone + Add<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    fn of(value: Fr) -> Self;
}

impl Value for Fr {
    fn of(value: Fr) -> Self {
        value
    }
}

impl Value for Expression<Fr> {
    fn of(value: Fr) -> Self {
        Self::Constant(value)
    }
}

/// `sum c_i x^i`.
pub(crate) fn horner<V: Value>(coefficients: impl DoubleEndedIterator<Item = V>, x: &V) -> V {
    coefficients
        .rev()
        .reduce(|sum, c| sum * x.clone() + c)
        .unwrap_or_else(|| V::of(Fr::zero()))
}

/// The challenges of a proof.
#[derive(Clone, Debug)]
pub struct Challenges<V> {
    /// What the weights of relations are made of, known after the first phase.
    pub weights: Vec<V>,
    /// The place of `2^limb_bits` in polynomials, known after the second phase.
    pub point: V,
}

/// The cells of a gate.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    /// Those that come from elsewhere, or are determined by the constraints.
    pub operands: &'a [Expression<Fr>],
    /// Those of the second phase.
    pub late: &'a [Expression<Fr>],
    /// Those that are checked to be in a range.
    pub limbs: &'a [Expression<Fr>],
}

/// A gate over a number of operands, which have no range of their own, and limbs, which are checked to have so many bits.
///
/// A builder places many instances of one gate in the same columns, whose constraints stand once in the circuit.
pub trait Gate: Debug + Send + Sync {
    /// Unique in a circuit.
    fn name(&self) -> &str;

    /// How many cells come from elsewhere, or are determined by the constraints.
    fn operands(&self) -> usize;

    /// How many cells are of the second phase.
    fn late(&self) -> usize {
        0
    }

    /// The range of each cell that is checked to be in one.
    fn limbs(&self) -> &[Range];

    /// What has to be zero, each with a name. The degree is at most 4.
    fn constraints(&self, cells: &Cells<'_>, challenges: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)>;
}
