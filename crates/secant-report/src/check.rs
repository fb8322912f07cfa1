//! The limits that a report must keep besides its form, since it may come from elsewhere.

use crate::limits::Limit;
use crate::report::{ReadError, Report, Row};
use std::collections::HashSet;

/// The longest time in nanoseconds (thirty years), and the highest count.
const MOST: f64 = 1e18;
/// The most characters of a text.
const LETTERS: usize = 1000;
const ROWS: usize = 10_000;
/// The most distinct columns of all rows together.
const COLUMNS: usize = 256;
/// The most cells, which are columns of single rows. A comparison makes a test of each, which takes some tenths of a
/// millisecond.
const CELLS: usize = 100_000;
/// The most rounds of a column, and the most samples in all. A comparison resamples the rounds a thousand times.
const ROUNDS: usize = 10_000;
const SAMPLES: usize = 2_000_000;
const FEATURES: usize = 1000;

/// Refuses what no program measures: numbers out of range, texts with control characters for a terminal, and lists too
/// long to show on a page.
pub fn check(report: &Report) -> Result<(), ReadError> {
    let machine = &report.machine;
    at_most(ROWS, report.rows.len(), "rows")?;
    at_most(ROWS, report.limits.len(), "limits")?;
    at_most(FEATURES, machine.features.len(), "features")?;
    let features = machine.features.iter().map(|feature| ("a feature", feature));
    let optional = [
        ("the revision", &report.revision),
        ("the name of turns", &report.turns),
        ("the system", &machine.os),
    ];
    let optional = optional
        .into_iter()
        .filter_map(|(what, text)| Some((what, text.as_ref()?)));
    let texts = [
        ("the version", &report.secant),
        ("the processor", &machine.cpu),
        ("the back end", &machine.backend),
    ];
    for (what, text) in texts.into_iter().chain(optional).chain(features) {
        readable(text, what)?;
    }
    in_range(report.threads > 0, "the number of threads")?;
    in_range(machine.cores > 0, "the number of cores")?;
    in_range(machine.memory_mib != Some(0), "the memory")?;
    if let Some(conditions) = &report.conditions {
        in_range(is_count(conditions.seconds), "the time that measuring took")?;
        let loads = [conditions.load_before, conditions.load_after];
        in_range(loads.into_iter().flatten().all(is_count), "the load")?;
    }
    rows(&report.rows)?;
    report.limits.iter().try_for_each(limit)
}

fn rows(rows: &[Row]) -> Result<(), ReadError> {
    let (mut names, mut columns) = (HashSet::new(), HashSet::new());
    at_most(
        CELLS,
        rows.iter().map(|row| row.columns.len()).sum(),
        "columns of all rows",
    )?;
    let all = || rows.iter().flat_map(|row| row.columns.values());
    at_most(
        ROUNDS,
        all().map(|measured| measured.rounds_ns.len()).max().unwrap_or(0),
        "rounds",
    )?;
    // Rounds without samples count too.
    let samples = all()
        .flat_map(|measured| &measured.rounds_ns)
        .map(|round| round.len().max(1));
    at_most(SAMPLES, samples.sum(), "samples")?;
    for row in rows {
        readable(&row.name, "the name of a row")?;
        if !names.insert(row.name.as_str()) {
            return Err(ReadError::Twice(row.name.clone()));
        }
        for (column, measured) in &row.columns {
            readable(column, "the name of a column")?;
            columns.insert(column.as_str());
            at_most(COLUMNS, columns.len(), "columns")?;
            let whole = [measured.median_ns, measured.min_ns, measured.mad_ns];
            let is_time = |ns: &f64| is_count(*ns) && *ns > 0.0;
            if measured.median_ns == 0
                || !whole.into_iter().all(|ns| is_count(ns as f64))
                || !measured.rounds_ns.iter().flatten().all(is_time)
            {
                return Err(ReadError::Time {
                    row: row.name.clone(),
                    column: column.clone(),
                });
            }
        }
    }
    Ok(())
}

fn limit(limit: &Limit) -> Result<(), ReadError> {
    readable(&limit.name, "the name of a limit")?;
    let numbers = [
        limit.products,
        limit.squares,
        limit.product_ns,
        limit.square_ns,
        limit.measured_ns as f64,
        // As it is drawn in a chart.
        limit.limit_ns(),
    ];
    in_range(numbers.into_iter().all(is_count), "a number of a limit")
}

fn is_count(number: f64) -> bool {
    (0.0..=MOST).contains(&number)
}

fn in_range(is: bool, what: &'static str) -> Result<(), ReadError> {
    is.then_some(()).ok_or(ReadError::Number(what))
}

fn at_most(most: usize, n: usize, what: &'static str) -> Result<(), ReadError> {
    (n <= most).then_some(()).ok_or(ReadError::Size { what, most })
}

/// Refuses characters that a terminal takes as commands, or that change its direction of writing.
fn readable(text: &str, what: &'static str) -> Result<(), ReadError> {
    let controls =
        |letter: char| letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is = text.chars().nth(LETTERS).is_none() && !text.chars().any(controls);
    is.then_some(()).ok_or(ReadError::Text(what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::measure::Measured;

    fn row(name: &str, columns: impl IntoIterator<Item = String>) -> Row {
        let measured = Measured::of(vec![vec![1.0]]);
        Row {
            name: name.to_owned(),
            columns: columns.into_iter().map(|column| (column, measured.clone())).collect(),
        }
    }

    fn report() -> Report {
        let mut report = Report::new(Machine::this("portable"), 0);
        report.rows.push(row("a", ["x".to_owned()]));
        report.limits.push(Limit {
            name: "a".to_owned(),
            products: 1.0,
            squares: 1.0,
            product_ns: 1.0,
            square_ns: 1.0,
            measured_ns: 1,
        });
        report
    }

    fn with(change: impl FnOnce(&mut Report)) -> Result<(), ReadError> {
        let mut report = report();
        check(&report).expect("a report");
        change(&mut report);
        check(&report)
    }

    #[test]
    fn texts() {
        for text in ["\u{1b}[2J", "a\nb", "\u{9b}m", "\u{202e}x", &"x".repeat(1001)] {
            let text = || text.to_owned();
            for result in [
                with(|report| report.secant = text()),
                with(|report| report.machine.cpu = text()),
                with(|report| report.machine.backend = text()),
                with(|report| report.machine.os = Some(text())),
                with(|report| report.machine.features.push(text())),
                with(|report| report.revision = Some(text())),
                with(|report| report.turns = Some(text())),
                with(|report| report.rows[0].name = text()),
                with(|report| report.rows.push(row("b", [text()]))),
                with(|report| report.limits[0].name = text()),
            ] {
                assert!(matches!(result, Err(ReadError::Text(_))), "{:?}", text());
            }
        }
        with(|report| report.rows[0].name = "é µ \u{1f980}".repeat(100)).expect("a name");
    }

    #[test]
    fn sizes() {
        let names = |n: usize| (0..n).map(|i| i.to_string());
        let columns = |n| with(|report| report.rows.push(row("b", names(n))));
        columns(COLUMNS - 1).expect("with that of the other row as many as there may be");
        assert!(matches!(columns(COLUMNS), Err(ReadError::Size { .. })));
        let rows = |n: usize| with(|report| report.rows = names(n).map(|name| row(&name, [])).collect());
        rows(ROWS).expect("as many as there may be");
        assert!(matches!(rows(ROWS + 1), Err(ReadError::Size { .. })));
        let cells = |n: usize| {
            let rows = names(n / 100).map(|name| row(&name, names(100))).collect();
            with(|report| report.rows = rows)
        };
        cells(CELLS).expect("as many as there may be");
        assert!(matches!(cells(CELLS + 100), Err(ReadError::Size { .. })));
        let rounds = |rounds: Vec<Vec<f64>>| with(|report| report.rows[0].columns["x"].rounds_ns = rounds);
        rounds(vec![vec![1.0; SAMPLES / ROUNDS]; ROUNDS]).expect("as many as there may be");
        rounds(vec![Vec::new(); ROUNDS]).expect("as many as there may be");
        for many in [
            vec![Vec::new(); ROUNDS + 1],
            vec![vec![1.0; SAMPLES / ROUNDS + 1]; ROUNDS],
        ] {
            assert!(matches!(rounds(many), Err(ReadError::Size { .. })));
        }
    }

    /// Numbers that are in range, while their product is not.
    #[test]
    fn products() {
        let result = with(|report| {
            report.limits[0].products = 1e18;
            report.limits[0].product_ns = 1e18;
        });
        assert!(matches!(result, Err(ReadError::Number(_))));
    }
}
