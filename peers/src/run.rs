//! Compares, then samples all libraries of a row in turns.

use std::time::{Duration, Instant};

/// One library's way to compute a row.
pub struct Column {
    /// The library.
    pub library: &'static str,
    /// Computes once and drops the result.
    pub run: Box<dyn FnMut()>,
    /// The result in a form that all libraries of the row share.
    pub result: Box<dyn FnOnce() -> Vec<u8>>,
}

/// A row: made only when it is measured, as its inputs may be large.
pub struct Row {
    /// Its name.
    pub name: String,
    /// Makes the columns.
    pub columns: Box<dyn FnOnce() -> Vec<Column>>,
}

/// Nanoseconds of each library.
pub struct Measured {
    name: String,
    columns: Vec<(&'static str, Statistics)>,
}

struct Statistics {
    median: f64,
    min: f64,
    mad: f64,
    samples: usize,
}

/// Measures the rows whose name contains `filter`; the name of a row that differs is the error.
pub fn all(rows: Vec<Row>, filter: &str, quick: bool) -> Result<Vec<Measured>, String> {
    let rows = rows.into_iter().filter(|row| row.name.contains(filter));
    rows.map(|row| measure(row, quick)).collect()
}

fn measure(row: Row, quick: bool) -> Result<Measured, String> {
    eprintln!("{}", row.name);
    let mut columns = (row.columns)();
    let mut expected = None;
    let mut runs = vec![];
    for column in columns.drain(..) {
        let result = (column.result)();
        if expected.get_or_insert_with(|| result.clone()) != &result {
            return Err(format!("{}: {}", row.name, column.library));
        }
        runs.push((column.library, column.run));
    }
    let (rounds, budget) = if quick {
        (7, Duration::from_millis(20))
    } else {
        (21, Duration::from_millis(60))
    };
    let mut counts = vec![];
    for (_, run) in &mut runs {
        run();
        let once = time(run, 1).max(1.0);
        counts.push((budget.as_nanos() as f64 / once).clamp(1.0, 1e6) as u32);
    }
    let mut samples = vec![vec![]; runs.len()];
    for round in 0..rounds {
        for turn in 0..runs.len() {
            let i = (round + turn) % runs.len();
            samples[i].push(time(&mut runs[i].1, counts[i]));
        }
    }
    let columns = runs
        .iter()
        .zip(samples)
        .map(|((library, _), s)| (*library, statistics(s)));
    Ok(Measured {
        name: row.name,
        columns: columns.collect(),
    })
}

fn time(run: &mut dyn FnMut(), count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        run();
    }
    start.elapsed().as_nanos() as f64 / f64::from(count)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn statistics(mut samples: Vec<f64>) -> Statistics {
    let middle = median(&mut samples);
    let mut distances: Vec<f64> = samples.iter().map(|s| (s - middle).abs()).collect();
    Statistics {
        median: middle,
        min: samples[0],
        mad: median(&mut distances),
        samples: samples.len(),
    }
}

/// For a terminal: medians, and how many times faster secant is than each of the others.
pub fn table(results: &[Measured]) -> String {
    let mut libraries: Vec<&str> = vec![];
    for (library, _) in results.iter().flat_map(|row| &row.columns) {
        if !libraries.contains(library) {
            libraries.push(library);
        }
    }
    let mut table = comfy_table::Table::new();
    table.load_preset(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    let gains = libraries[1..].iter().map(|l| format!("{l} / {}", libraries[0]));
    let units = libraries.iter().map(|l| format!("{l} (us)"));
    table.set_header(["row".to_owned()].into_iter().chain(units).chain(gains));
    for row in results {
        let of = |library: &str| row.columns.iter().find(|(l, _)| *l == library).map(|(_, s)| s.median);
        let mut cells = vec![row.name.clone()];
        cells.extend(
            libraries
                .iter()
                .map(|l| of(l).map_or_else(String::new, |ns| format!("{:.1}", ns / 1e3))),
        );
        cells.extend(libraries[1..].iter().map(|l| match (of(l), of(libraries[0])) {
            (Some(theirs), Some(ours)) => format!("{:.2}x", theirs / ours),
            _ => String::new(),
        }));
        table.add_row(cells);
    }
    let backend = secant_field::backend::best().name();
    format!("{table}\n\nmedians on one thread with the {backend} back end; all libraries of a row gave the same result")
}

/// The form of `secant bench --format json`, with a column for each library.
pub fn json(results: &[Measured]) -> String {
    let rows: Vec<_> = results
        .iter()
        .map(|row| {
            let columns: serde_json::Map<_, _> = row
                .columns
                .iter()
                .map(|(library, s)| {
                    let statistics = serde_json::json!({
                        "median_ns": s.median.round() as u64,
                        "min_ns": s.min.round() as u64,
                        "mad_ns": s.mad.round() as u64,
                        "samples": s.samples,
                    });
                    ((*library).to_owned(), statistics)
                })
                .collect();
            serde_json::json!({ "name": row.name, "columns": columns })
        })
        .collect();
    let backend = secant_field::backend::best().name();
    let report = serde_json::json!({
        "schema": 1,
        "secant": env!("CARGO_PKG_VERSION"),
        "machine": { "backend": backend },
        "threads": 1,
        "seed": 0,
        "rows": rows,
    });
    format!("{report:#}")
}
