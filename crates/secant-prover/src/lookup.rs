//! The lookup argument: inputs and tables in an order that shows that one holds the other.

use crate::{Error, check::Violation, columns::Columns, convert::F, key::Key, products, quotient::Challenges};
use ark_ff::{AdditiveGroup, PrimeField};
use rayon::prelude::*;

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
    let [input, table] = [argument.input_expressions(), argument.table_expressions()].map(|expressions| {
        columns.evaluate(key.domain.n, challenges, |writer, places| {
            writer.compressed(expressions, places)
        })
    });
    let usable = key.usable_rows();
    let (permuted_input, permuted_table) = order(&input[..usable], &table[..usable]).map_err(|row| {
        Error::Unsatisfied(vec![Violation::Lookup {
            name: argument.name().to_owned(),
            row,
        }])
    })?;
    Ok(Permuted {
        input,
        table,
        permuted_input,
        permuted_table,
    })
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
