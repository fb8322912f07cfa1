//! The lookup argument: sorts inputs and tables so that the order proves that every input is in the table.

use crate::{check::Violation, columns::Columns, convert::F, key::Key, products, quotient::Challenges};
use ark_ff::{AdditiveGroup, PrimeField};
use rayon::prelude::*;

/// The columns of a lookup, and the same in permuted order, without blinding rows.
#[derive(Debug)]
pub struct Permuted {
    input: Vec<F>,
    table: Vec<F>,
    pub permuted_input: Vec<F>,
    pub permuted_table: Vec<F>,
}

/// Compresses the expressions of lookup `which` with the challenge theta, and permutes the results.
pub fn permute(
    key: &Key<'_>,
    which: usize,
    columns: Columns<'_>,
    challenges: &Challenges<'_>,
) -> Result<Permuted, Violation> {
    let argument = &key.cs().lookups()[which];
    let [input, table] = [argument.input_expressions(), argument.table_expressions()].map(|expressions| {
        columns.evaluate(key.domain.n, challenges, |writer, places| {
            writer.compressed(expressions, places)
        })
    });
    let usable = key.usable_rows();
    let (permuted_input, permuted_table) =
        order(&input[..usable], &table[..usable]).map_err(|row| Violation::Lookup {
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

/// Sorts the inputs in ascending order. Beside the first of equal inputs goes the equal entry of the table; beside the
/// others go the remaining entries in ascending order. The error is the first row of an input that is not in the table.
fn order(input: &[F], table: &[F]) -> Result<(Vec<F>, Vec<F>), usize> {
    let sorted = |values: &[F]| {
        let mut keys: Vec<Keyed> = values
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
    // The positions of inputs that are equal to the one before.
    let mut repeated = Vec::with_capacity(input.len());
    let mut rest = tables.iter().peekable();
    for (i, (value, row)) in inputs.iter().enumerate() {
        permuted_input.push(input[*row as usize]);
        if i > 0 && inputs[i - 1].0 == *value {
            repeated.push(i);
            continue;
        }
        // Entries below this value are left over: they are not in the inputs, or they are duplicates.
        while let Some((_, row)) = rest.next_if(|(entry, _)| entry < value) {
            left.push(*row);
        }
        let Some((_, found)) = rest.next_if(|(entry, _)| entry == value) else {
            return Err(first_missing(&inputs, &tables));
        };
        permuted_table[i] = table[*found as usize];
    }
    left.extend(rest.map(|(_, row)| *row));
    for (place, row) in repeated.into_iter().zip(left) {
        permuted_table[place] = table[row as usize];
    }
    Ok((permuted_input, permuted_table))
}

/// An element as an integer, highest limb first, and its row.
type Keyed = ([u64; 4], u32);

/// The first row of an input that is not in the table. Both lists are sorted, and there is such an input.
fn first_missing(inputs: &[Keyed], tables: &[Keyed]) -> usize {
    let is_missing = |value: &[u64; 4]| tables.binary_search_by_key(value, |(entry, _)| *entry).is_err();
    let rows = inputs
        .iter()
        .filter(|(value, _)| is_missing(value))
        .map(|(_, row)| *row as usize);
    rows.min().unwrap_or(0)
}

impl Permuted {
    /// The grand product of a lookup without its blinding rows. Its factors are `(a + beta) (s + gamma) / ((a' + beta)
    /// (s' + gamma))`.
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
