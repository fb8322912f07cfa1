//! What changed from one report to another, and how much of it is noise. `docs/compare.md` explains the method.

mod notes;
mod render;
mod verdict;

pub(crate) use render::words;
pub use verdict::{Change, Undecided, Verdict};

use crate::measure::Measured;
use crate::report::Report;
use crate::statistics::{Difference, adjusted};
use rand::{SeedableRng, rngs::StdRng};
use serde::Serialize;
use std::collections::HashMap;

/// What counts as a change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Options {
    /// Changes by less than this factor, either way, do not count.
    pub least: f64,
    /// The largest share of false positives among the reported changes (the false discovery rate).
    pub level: f64,
    /// The seed for the resamples that intervals are computed from.
    pub seed: u64,
}

impl Options {
    /// The factor that an interval must exclude, either way, for the verdict "within noise".
    pub fn large(&self) -> f64 {
        self.least.max(1.1)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            least: 1.03,
            level: 0.05,
            seed: 0,
        }
    }
}

/// A report with a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name for readers: that of its file or its revision.
    pub name: String,
    /// The report.
    pub report: Report,
}

/// A comparison of a base with other reports.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    schema: u32,
    /// The options that it was made with.
    pub options: Options,
    /// The name of the base.
    pub base: String,
    /// The number of cells that could be tested. Probabilities are adjusted for it.
    pub tests: usize,
    /// The reports that are compared with the base.
    pub heads: Vec<HeadComparison>,
}

/// A report compared with the base.
#[derive(Clone, Debug, Serialize)]
pub struct HeadComparison {
    /// Its name.
    pub name: String,
    /// Whether the two programs took turns.
    pub paired: bool,
    /// Notes for the reader, one sentence each.
    pub notes: Vec<String>,
    /// Every row and column of either report.
    pub cells: Vec<Cell>,
}

/// A column of a row, in both reports.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// The row.
    pub row: String,
    /// The column.
    pub column: String,
    /// The median in the base, in nanoseconds.
    pub base_ns: Option<u64>,
    /// The median in the other report.
    pub head_ns: Option<u64>,
    /// The change, if both have samples.
    pub change: Option<Change>,
    /// The verdict on the change.
    pub verdict: Verdict,
}

impl Cell {
    /// The ratio of the times: from the samples if both have them, else from the medians.
    pub fn ratio(&self) -> Option<f64> {
        match (&self.change, self.base_ns, self.head_ns) {
            (Some(change), ..) => Some(change.ratio),
            (None, Some(base), Some(head)) => Some(head as f64 / base.max(1) as f64),
            _ => None,
        }
    }
}

impl Comparison {
    const SCHEMA: u32 = 1;

    /// Compares reports with the base. The tests of all their cells form one family.
    pub fn new(base: &Named, heads: &[Named], options: Options) -> Self {
        let mut rng = StdRng::seed_from_u64(options.seed);
        let mut heads: Vec<HeadComparison> = heads
            .iter()
            .map(|head| {
                let paired = base.report.turns.is_some() && base.report.turns == head.report.turns;
                let cells = cells(&base.report, &head.report, paired, options, &mut rng);
                HeadComparison {
                    name: head.name.clone(),
                    paired,
                    notes: notes::notes(&base.report, &head.report, paired, &cells),
                    cells,
                }
            })
            .collect();
        let mut changes: Vec<&mut Change> = heads
            .iter_mut()
            .flat_map(|head| &mut head.cells)
            .filter_map(|cell| cell.change.as_mut())
            .collect();
        let probabilities: Vec<f64> = changes.iter().map(|change| change.probability).collect();
        for (change, adjusted) in changes.iter_mut().zip(adjusted(&probabilities)) {
            change.adjusted = adjusted;
        }
        for head in &mut heads {
            for cell in &mut head.cells {
                if let Some(change) = &cell.change {
                    cell.verdict = change.verdict(options);
                }
            }
            head.notes.extend(notes::too_noisy(&head.cells));
        }
        Self {
            schema: Self::SCHEMA,
            options,
            base: base.name.clone(),
            tests: probabilities.len(),
            heads,
        }
    }

    /// The cells that are certainly slower, and by more than this factor.
    pub fn slower_than(&self, factor: f64) -> Vec<&Cell> {
        let cells = self.heads.iter().flat_map(|head| &head.cells);
        cells
            .filter(|cell| cell.verdict == Verdict::Worse && cell.ratio().is_some_and(|ratio| ratio > factor))
            .collect()
    }

    /// A page with the changes in a chart and all cells in a table, and the facts of the reports that were compared.
    pub fn html(&self, base: &Named, heads: &[Named]) -> String {
        crate::html::comparison(self, base, heads)
    }

    /// The comparison in JSON, ending with a newline.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        crate::json::to_json(self)
    }
}

/// Every row and column of two reports: those of the base in order, then those that only the other has.
fn cells(base: &Report, head: &Report, paired: bool, options: Options, rng: &mut StdRng) -> Vec<Cell> {
    let rows_of = |report: &'_ Report| {
        let named = report.rows.iter().enumerate();
        named.map(|(i, row)| (row.name.clone(), i)).collect::<HashMap<_, _>>()
    };
    let (in_base, in_head) = (rows_of(base), rows_of(head));
    let mut cells = Vec::new();
    for row in &base.rows {
        let other = in_head.get(&row.name).map(|&i| &head.rows[i]);
        for (column, measured) in &row.columns {
            let beside = other.and_then(|other| other.columns.get(column));
            cells.push(cell(&row.name, column, Some(measured), beside, paired, options, rng));
        }
        for (column, measured) in other.iter().flat_map(|other| &other.columns) {
            if !row.columns.contains_key(column) {
                cells.push(cell(&row.name, column, None, Some(measured), paired, options, rng));
            }
        }
    }
    for row in head.rows.iter().filter(|row| !in_base.contains_key(&row.name)) {
        for (column, measured) in &row.columns {
            cells.push(cell(&row.name, column, None, Some(measured), paired, options, rng));
        }
    }
    cells
}

fn cell(
    row: &str,
    column: &str,
    base: Option<&Measured>,
    head: Option<&Measured>,
    paired: bool,
    options: Options,
    rng: &mut StdRng,
) -> Cell {
    let (change, verdict) = match (base, head) {
        (Some(base), Some(head)) => match change(base, head, paired, options, rng) {
            // Its verdict needs the probabilities of all cells, and is set later.
            Ok(change) => (Some(change), Verdict::Undecided(Undecided::Noisy)),
            Err(why) => (None, Verdict::Undecided(why)),
        },
        (Some(_), None) => (None, Verdict::Vanished),
        (None, _) => (None, Verdict::Appeared),
    };
    Cell {
        row: row.to_owned(),
        column: column.to_owned(),
        base_ns: base.map(|base| base.median_ns),
        head_ns: head.map(|head| head.median_ns),
        change,
        verdict,
    }
}

/// The fewest rounds, on each side, that allow a verdict.
const LEAST_ROUNDS: usize = 5;

/// How much the times of two runs of one program differ, beyond the differences between their rounds: the standard
/// deviation of the logarithm of their ratio. `docs/compare.md` says where it comes from.
const BETWEEN_RUNS: f64 = 0.02;

/// The change of a cell, computed from the rounds of its samples.
fn change(
    base: &Measured,
    head: &Measured,
    paired: bool,
    options: Options,
    rng: &mut StdRng,
) -> Result<Change, Undecided> {
    let logarithms = |measured: &Measured| measured.rounds().iter().map(|ns| ns.ln()).collect::<Vec<f64>>();
    let (mut bases, mut heads) = (logarithms(base), logarithms(head));
    if bases.is_empty() || heads.is_empty() {
        return Err(Undecided::NoSamples);
    }
    if paired {
        // The rounds that both sides have.
        (bases, heads) = base
            .medians()
            .zip(head.medians())
            .filter_map(|(base, head)| Some((base?.ln(), head?.ln())))
            .unzip();
    }
    let rounds = bases.len().min(heads.len());
    if rounds < LEAST_ROUNDS {
        return Err(Undecided::TooFew { rounds });
    }
    let difference = if paired {
        Difference::paired(&bases, &heads, rng)
    } else {
        Difference::unpaired(&bases, &heads, BETWEEN_RUNS, rng)
    };
    let difference = difference.ok_or(Undecided::TooFew { rounds })?;
    Ok(Change {
        ratio: difference.centre.mean.exp(),
        low: difference.low.exp(),
        high: difference.high.exp(),
        rounds,
        probability: difference.probability_within(options.least.ln()),
        adjusted: 1.0,
    })
}

#[cfg(test)]
mod tests;
