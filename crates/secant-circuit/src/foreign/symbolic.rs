//! Polynomials of degree 2 in the cells of a gate, in the form that takes the fewest products: each factor once.

use super::plan::Ring;
use crate::{Fr, integer};
use halo2_axiom::plonk::Expression;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// A sum of cells, by their numbers, with integer factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Form {
    terms: BTreeMap<usize, BigInt>,
    constant: BigInt,
}

/// A sum of products of linear forms, and a linear form.
#[derive(Clone, Debug, Default)]
pub struct Symbolic {
    /// The second factor for each first one.
    products: BTreeMap<Form, Form>,
    linear: Form,
}

impl Form {
    fn add(&mut self, other: Self) {
        for (cell, factor) in other.terms {
            *self.terms.entry(cell).or_default() += factor;
        }
        self.terms.retain(|_, factor| *factor != BigInt::ZERO);
        self.constant += other.constant;
    }

    fn times(&self, factor: &BigInt) -> Self {
        Self {
            terms: self.terms.iter().map(|(&cell, f)| (cell, f * factor)).collect(),
            constant: &self.constant * factor,
        }
    }

    fn expression(&self, cells: &[Expression<Fr>]) -> Option<Expression<Fr>> {
        let constant = integer::to_field(&self.constant);
        let terms = self
            .terms
            .iter()
            .map(|(&cell, factor)| scaled(cells[cell].clone(), factor));
        let constant = (constant != Fr::zero()).then_some(Expression::Constant(constant));
        terms.chain(constant).reduce(|sum, term| sum + term)
    }
}

fn scaled(expression: Expression<Fr>, factor: &BigInt) -> Expression<Fr> {
    if *factor == BigInt::from(1) {
        expression
    } else if *factor == BigInt::from(-1) {
        -expression
    } else {
        expression * integer::to_field(factor)
    }
}

impl Symbolic {
    /// A cell.
    pub fn cell(number: usize) -> Self {
        Self {
            products: BTreeMap::new(),
            linear: Form {
                terms: [(number, BigInt::from(1))].into(),
                constant: BigInt::ZERO,
            },
        }
    }

    /// As an expression of the cells.
    pub fn expression(&self, cells: &[Expression<Fr>]) -> Expression<Fr> {
        let products = self.products.iter().filter_map(|(a, b)| {
            let (a, b) = (a.expression(cells)?, b.expression(cells)?);
            Some(a * b)
        });
        products
            .chain(self.linear.expression(cells))
            .reduce(|sum, term| sum + term)
            .unwrap_or_else(|| Expression::Constant(Fr::zero()))
    }
}

impl Ring for Symbolic {
    fn constant(value: &BigInt) -> Self {
        Self {
            products: BTreeMap::new(),
            linear: Form {
                terms: BTreeMap::new(),
                constant: value.clone(),
            },
        }
    }

    fn sum(mut self, other: Self) -> Self {
        for (a, b) in other.products {
            self.products.entry(a).or_default().add(b);
        }
        self.linear.add(other.linear);
        self
    }

    fn product(&self, other: &Self) -> Self {
        debug_assert!(self.products.is_empty() && other.products.is_empty(), "degree 2");
        Self {
            products: [(self.linear.clone(), other.linear.clone())].into(),
            linear: Form::default(),
        }
    }

    fn times(&self, factor: &BigInt) -> Self {
        Self {
            products: self
                .products
                .iter()
                .map(|(a, b)| (a.clone(), b.times(factor)))
                .collect(),
            linear: self.linear.times(factor),
        }
    }
}
