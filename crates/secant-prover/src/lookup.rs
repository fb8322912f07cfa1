//! The lookup argument: inputs and tables in an order that shows that one holds the other.

use crate::{
    Error,
    convert::F,
    domain::{linear_combination, values},
    graph::{Places, Scalar, Writer},
    key::Key,
    permutation::Columns,
    products,
    quotient::Challenges,
    rows::{self, Inputs},
};
use ark_ff::{AdditiveGroup, Field, PrimeField};
use halo2_axiom::plonk::Expression;
use rayon::prelude::*;
use std::borrow::Cow;

/// A lookup's columns, and the same in the order of the argument, without blinding rows.
#[derive(Debug)]
pub struct Permuted {
    input: Vec<F>,
    table: Vec<F>,
    pub permuted_input: Vec<F>,
    pub permuted_table: Vec<F>,
}

/// Compresses the expressions of lookup `which` with the challenge, and puts what comes into order.
pub fn permute(
    key: &Key<'_>,
    which: usize,
    columns: Columns<'_>,
    challenges: &Challenges<'_>,
) -> Result<Permuted, Error> {
    let argument = &key.cs().lookups()[which];
    let [input, table] = [argument.input_expressions(), argument.table_expressions()]
        .map(|expressions| compress(key, expressions, columns, challenges));
    let usable = key.usable_rows();
    let (permuted_input, permuted_table) = order(&input[..usable], &table[..usable]).map_err(|row| Error::Lookup {
        name: argument.name().to_owned(),
        row,
    })?;
    Ok(Permuted {
        input,
        table,
        permuted_input,
        permuted_table,
    })
}

/// `sum expressions[i] theta^(m - 1 - i)` in every row.
fn compress(
    key: &Key<'_>,
    expressions: &[Expression<crate::convert::Fr>],
    columns: Columns<'_>,
    challenges: &Challenges<'_>,
) -> Vec<F> {
    let (fixed, advice) = (columns.fixed.len(), columns.advice.len());
    let places = Places {
        fixed: 0,
        advice: fixed as u32,
        instance: (fixed + advice) as u32,
    };
    let all: Vec<&[F]> = [columns.fixed, columns.advice, columns.instance]
        .into_iter()
        .flatten()
        .map(Vec::as_slice)
        .collect();
    let mut writer = Writer::default();
    let theta = writer.scalar(Scalar::Theta);
    let terms: Vec<_> = expressions.iter().map(|e| writer.expression(e, &places)).collect();
    let sum = writer.compress(&terms, theta);
    let scale = rows::scale();
    let unscale = writer.scalar(Scalar::Value(scale.inverse().unwrap_or(F::ONE)));
    let sum = writer.mul(sum, unscale);
    let program = writer.finish(sum);
    // Expressions have products: columns are read with their scale.
    let mut scaled: Vec<Cow<'_, [F]>> = all.iter().map(|_| Cow::Borrowed(&[][..])).collect();
    for column in program.columns() {
        scaled[column] = Cow::Owned(linear_combination(&[all[column]], &[scale]));
    }
    let scaled: Vec<&[F]> = scaled.iter().map(|column| &**column).collect();
    let scalars = values(&program, |scalar| challenges.value(scalar));
    let inputs = Inputs {
        columns: &scaled,
        scalars: &scalars,
    };
    rows::evaluate(&program, inputs, key.domain.n)
}

/// The inputs in ascending order, and the table's values so that every first of equal inputs stands beside its value, with
/// the rest of the table in ascending order beside the others; the row of an input that the table does not have.
fn order(input: &[F], table: &[F]) -> Result<(Vec<F>, Vec<F>), usize> {
    let sorted = |values: &[F]| {
        let mut keys: Vec<([u64; 4], u32)> = values
            .par_iter()
            .with_min_len(1 << 10)
            .enumerate()
            .map(|(row, x)| {
                let mut key = x.into_bigint().0;
                key.reverse();
                (key, row as u32)
            })
            .collect();
        keys.par_sort_unstable();
        keys
    };
    let (inputs, tables) = rayon::join(|| sorted(input), || sorted(table));
    let mut permuted_input = Vec::with_capacity(input.len());
    let mut permuted_table = vec![F::ZERO; input.len()];
    let mut left = Vec::with_capacity(input.len());
    // The places of inputs that are not the first of their value.
    let mut repeated = Vec::with_capacity(input.len());
    let mut tables = tables.iter().peekable();
    for (i, (value, row)) in inputs.iter().enumerate() {
        permuted_input.push(input[*row as usize]);
        if i > 0 && inputs[i - 1].0 == *value {
            repeated.push(i);
            continue;
        }
        // What is less than this value, or was there already, is left over.
        let found = loop {
            let Some((entry, row)) = tables.next() else {
                return Err(first_of(&inputs, i));
            };
            if entry == value {
                break *row;
            }
            if entry > value {
                return Err(first_of(&inputs, i));
            }
            left.push(*row);
        };
        permuted_table[i] = table[found as usize];
    }
    left.extend(tables.map(|(_, row)| *row));
    for (place, row) in repeated.into_iter().zip(left) {
        permuted_table[place] = table[row as usize];
    }
    Ok((permuted_input, permuted_table))
}

/// The first row of the inputs that equal input `i` of the sorted ones.
fn first_of(inputs: &[([u64; 4], u32)], i: usize) -> usize {
    inputs[i].1 as usize
}

impl Permuted {
    /// The product of a lookup without its blinding rows: the factors are
    /// `(a + beta) (s + gamma) / ((a' + beta) (s' + gamma))`.
    pub fn product(&self, usable: usize, challenges: &Challenges<'_>) -> Vec<F> {
        let sides = [
            [&self.input[..usable], &self.table[..usable]],
            [&self.permuted_input[..usable], &self.permuted_table[..usable]],
        ];
        let [numerators, denominators] = sides.map(|[a, s]| {
            a.par_iter()
                .zip(s)
                .with_min_len(1 << 12)
                .map(|(a, s)| (*a + challenges.beta) * (*s + challenges.gamma))
                .collect::<Vec<_>>()
        });
        products::running(&numerators, denominators, usable + 1)
    }
}
