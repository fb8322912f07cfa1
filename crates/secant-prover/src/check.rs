//! Finds the constraints that a witness violates.

use crate::{columns::Columns, convert::F, key::Key, lookup, quotient::Challenges};
use ark_ff::AdditiveGroup;
use halo2_axiom::plonk::{Any, Column};
use std::{collections::HashMap, fmt};

/// A constraint that a witness violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A polynomial of a gate is not zero.
    Gate {
        /// The gate's name.
        gate: String,
        /// The constraint's name, or its index.
        constraint: String,
        /// The first row that violates it.
        row: usize,
        /// The number of rows that violate it.
        rows: usize,
        /// Whether `row` is one of the last rows, which hold random values. A gate must be switched off there.
        blinding: bool,
    },
    /// An input is not in its table.
    Lookup {
        /// The lookup's name.
        name: String,
        /// The first row whose input is missing.
        row: usize,
    },
    /// Two cells that must be equal are not.
    Copy {
        /// One of the two cells.
        cell: Cell,
        /// The next cell of the same cycle.
        other: Cell,
    },
}

/// A cell of the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its column.
    pub column: Column<Any>,
    /// Its row.
    pub row: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.column.column_type() {
            Any::Advice(_) => "advice",
            Any::Fixed => "fixed",
            Any::Instance => "instance",
        };
        write!(f, "{kind} column {} at row {}", self.column.index(), self.row)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gate {
                gate,
                constraint,
                row,
                rows,
                blinding,
            } => {
                let kind = if *blinding { "blinding row" } else { "row" };
                write!(
                    f,
                    "gate \"{gate}\", constraint {constraint} is violated at {kind} {row}"
                )?;
                match rows {
                    1 => Ok(()),
                    _ => write!(f, " and {} more", rows - 1),
                }
            }
            Self::Lookup { name, row } => write!(f, "lookup \"{name}\": the input at row {row} is not in the table"),
            Self::Copy { cell, other } => write!(f, "{cell} must equal {other}"),
        }
    }
}

/// The greatest number of copy violations that are reported.
const COPIES: usize = 16;

/// The constraints that the columns of one circuit violate.
pub fn violations(key: &Key<'_>, columns: Columns<'_>, challenges: &Challenges<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for gate in key.cs().gates() {
        for (i, polynomial) in gate.polynomials().iter().enumerate() {
            let values = columns.evaluate(key.domain.n, challenges, |writer, places| {
                writer.expression(polynomial, places)
            });
            let mut rows = (0..key.domain.n).filter(|row| values[*row] != F::ZERO);
            let Some(row) = rows.next() else { continue };
            let name = gate.constraint_name(i);
            found.push(Violation::Gate {
                gate: gate.name().to_owned(),
                constraint: if name.is_empty() {
                    i.to_string()
                } else {
                    format!("\"{name}\"")
                },
                row,
                rows: 1 + rows.count(),
                blinding: row >= key.usable_rows(),
            });
        }
    }
    for which in 0..key.cs().lookups().len() {
        found.extend(lookup::permute(key, which, columns, challenges).err());
    }
    found.extend(copies(key, columns).take(COPIES));
    found
}

/// The cells that differ from the next cell of their cycle.
fn copies<'a>(key: &'a Key<'_>, columns: Columns<'a>) -> impl Iterator<Item = Violation> + 'a {
    // In the permutation's columns a cell is named `delta^j w^i`.
    let (deltas, powers) = (key.deltas(), key.domain.powers());
    let mut moved = HashMap::new();
    for (j, sigma) in key.sigma.iter().enumerate() {
        for (i, power) in powers.iter().enumerate() {
            let own = deltas[j] * power;
            if sigma.at(i) != own {
                moved.insert(own, (j, i));
            }
        }
    }
    let value = move |(j, i): (usize, usize)| columns.get(&key.permuted[j]).at(i);
    let cell = |(j, row): (usize, usize)| Cell {
        column: key.permuted[j],
        row,
    };
    let sigma = key.sigma.iter().enumerate();
    sigma.flat_map(move |(j, sigma)| {
        let wrong = (0..sigma.len()).filter_map(|i| {
            let other = *moved.get(&sigma.at(i))?;
            (value((j, i)) != value(other)).then(|| Violation::Copy {
                cell: cell((j, i)),
                other: cell(other),
            })
        });
        wrong.collect::<Vec<_>>()
    })
}
