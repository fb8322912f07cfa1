//! Gates on cells with ranges: the interface between what a circuit computes and how it is laid out.

use crate::Fr;
use halo2_axiom::plonk::Expression;
use std::{
    fmt::Debug,
    ops::{Add, Mul, Neg},
};

/// A range of integers. It must accept all integers of `bits` bits, and may accept integers of up to `most` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// All integers of this many bits are in the range.
    pub bits: usize,
    /// No integer in the range has more bits than this.
    pub most: usize,
}

impl Range {
    /// The range of all integers of this many bits, and no others.
    pub fn exact(bits: usize) -> Self {
        Self { bits, most: bits }
    }
}

/// The values that polynomials are evaluated in: field elements, or expressions of cells.
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
    /// The challenges from which the weights of relations are made, known after the first phase.
    pub weights: Vec<V>,
    /// The point in place of `2^limb_bits` at which polynomials are evaluated, known after the second phase.
    pub point: V,
}

/// The cells of a gate.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    /// The cells that come from elsewhere, or that the constraints determine.
    pub operands: &'a [Expression<Fr>],
    /// The cells of the second phase.
    pub late: &'a [Expression<Fr>],
    /// The cells that are range-checked.
    pub limbs: &'a [Expression<Fr>],
}

/// A gate over operands, which have no range of their own, and limbs, which are range-checked.
///
/// A builder places many instances of a gate in the same columns. The circuit has its constraints only once.
pub trait Gate: Debug + Send + Sync {
    /// The name, unique in a circuit.
    fn name(&self) -> &str;

    /// The number of cells that come from elsewhere, or that the constraints determine.
    fn operands(&self) -> usize;

    /// The number of cells of the second phase.
    fn late(&self) -> usize {
        0
    }

    /// The range of each range-checked cell.
    fn limbs(&self) -> &[Range];

    /// The expressions that have to be zero, each with a name. Their degree is at most 4.
    fn constraints(&self, cells: &Cells<'_>, challenges: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)>;
}
