//! Weights of relations, from challenges.

use super::super::{SLACK, Soundness};
use crate::{
    Fr, Gate, Range,
    gates::{Cells, Challenges, Value, horner},
    integer::{self, NATIVE_MODULUS},
};
use halo2_axiom::plonk::Expression;
use num_bigint::BigUint;

/// The bits of a weight. For each try of a prover, one set of weights misses a false relation with a probability of
/// `2^-104`.
pub const WEIGHT_BITS: usize = 2 * DIGIT_BITS;
/// The largest number of bits of a digit of a challenge.
const DIGIT_BITS: usize = 52;

/// How relations are weighted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighing {
    /// How many weights a relation has, each in a sum of its own.
    pub sets: usize,
    /// A weight is two digits of this many bits. Fewer bits than in [`WEIGHT_BITS`] are for tests only, which count the
    /// forgeries that pass.
    pub digit_bits: usize,
}

impl From<Soundness> for Weighing {
    fn from(soundness: Soundness) -> Self {
        Self {
            sets: soundness.sets(),
            digit_bits: DIGIT_BITS,
        }
    }
}

impl Weighing {
    /// The bits of a weight.
    pub fn weight_bits(self) -> usize {
        2 * self.digit_bits
    }
}

/// Two weights are the lowest digits of a challenge, which is an integer below `r`.
///
/// The highest digit must be less than that of `r`, so that no other integer represents the challenge. For one
/// challenge in `2^45` there is no proof. Among the others, each pair of weights occurs equally often.
#[derive(Debug)]
pub(crate) struct Weights {
    /// The bits of each digit but the highest, lowest first.
    widths: Vec<usize>,
    /// The ranges of all digits, and of the difference between the largest allowed highest digit and the highest digit.
    limbs: Vec<Range>,
    /// The highest digit of `r`, minus one.
    most: BigUint,
}

/// The cells of [`Weights`].
pub(crate) struct WeightCells {
    /// The challenge and the weights.
    pub late: [Fr; 3],
    pub limbs: Vec<Fr>,
}

impl Weights {
    pub fn new(weighing: Weighing) -> Self {
        let mut widths = vec![weighing.digit_bits; 4];
        let mut top = NATIVE_MODULUS.magnitude() >> (4 * weighing.digit_bits);
        while top.bits() as usize > DIGIT_BITS {
            widths.push(DIGIT_BITS);
            top >>= DIGIT_BITS;
        }
        let bits = top.bits() as usize;
        let high = Range {
            bits,
            most: bits + SLACK,
        };
        let low = widths.iter().map(|&bits| Range::exact(bits));
        Self {
            limbs: low.chain([high; 2]).collect(),
            widths,
            most: top - 1u32,
        }
    }

    /// Computes all cells from a challenge.
    pub fn cells(&self, challenge: Fr) -> WeightCells {
        let mut left = integer::to_integer(&challenge);
        let mut limbs = Vec::new();
        for &bits in &self.widths {
            limbs.push(&left & ((BigUint::from(1u32) << bits) - 1u32));
            left >>= bits;
        }
        let rest = if left > self.most {
            BigUint::ZERO
        } else {
            &self.most - &left
        };
        limbs.extend([left, rest]);
        let weight = |i: usize| integer::natural_to_field(&(&limbs[i] + (&limbs[i + 1] << self.widths[i])));
        WeightCells {
            late: [challenge, weight(0), weight(2)],
            limbs: limbs.iter().map(integer::natural_to_field).collect(),
        }
    }
}

impl Gate for Weights {
    fn name(&self) -> &str {
        "weights"
    }

    fn operands(&self) -> usize {
        0
    }

    fn late(&self) -> usize {
        3
    }

    fn limbs(&self) -> &[Range] {
        &self.limbs
    }

    fn constraints(&self, cells: &Cells<'_>, _: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)> {
        let limbs = cells.limbs;
        let base = |bits: usize| Expression::Constant(integer::field_power_of_two(bits));
        let of = |limbs: &[Expression<Fr>]| horner(limbs.iter().cloned(), &base(self.widths[0]));
        let (low, high) = limbs.split_at(self.widths.len());
        let digits = low.iter().zip(&self.widths).rev();
        let sum = digits.fold(high[0].clone(), |sum, (digit, &bits)| sum * base(bits) + digit.clone());
        let most = Expression::of(integer::natural_to_field(&self.most));
        let all = [
            ("digits of a challenge", sum - cells.late[0].clone()),
            ("first weight", of(&limbs[..2]) - cells.late[1].clone()),
            ("second weight", of(&limbs[2..4]) - cells.late[2].clone()),
            ("a challenge below r", high[0].clone() + high[1].clone() - most),
        ];
        all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// The challenges from which weights are made, as cells.
#[derive(Debug)]
pub(crate) struct ChallengeCells(pub usize);

impl Gate for ChallengeCells {
    fn name(&self) -> &str {
        "challenges"
    }

    fn operands(&self) -> usize {
        0
    }

    fn late(&self) -> usize {
        self.0
    }

    fn limbs(&self) -> &[Range] {
        &[]
    }

    fn constraints(&self, cells: &Cells<'_>, challenges: &Challenges<Expression<Fr>>) -> Vec<(String, Expression<Fr>)> {
        let cells = cells.late.iter().zip(&challenges.weights);
        cells
            .map(|(cell, challenge)| ("a challenge".to_owned(), cell.clone() - challenge.clone()))
            .collect()
    }
}
