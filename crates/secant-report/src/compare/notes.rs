//! Notes on two reports, to be read before their rows.

use super::{Cell, Undecided, Verdict};
use crate::report::Report;
use crate::statistics::median;

/// Sentences about differences between two reports other than their times.
pub fn notes(base: &Report, head: &Report, paired: bool, cells: &[Cell]) -> Vec<String> {
    let mut notes = differences(base, head);
    if !paired {
        for (report, which) in [(base, "base"), (head, "head")] {
            if let Some(sentence) = report.too_noisy() {
                notes.push(format!("{which}: {sentence}."));
            }
        }
        notes.push(
            "The two were measured one after the other, or at different times: what the machine did meanwhile is part of \
             every change. `secant bench --base` takes turns."
                .to_owned(),
        );
        notes.extend(common(cells));
    }
    notes
}

/// A warning for a comparison that says little because the machine was too noisy for most of its cells.
pub fn too_noisy(cells: &[Cell]) -> Option<String> {
    let tested = cells.iter().filter(|cell| cell.change.is_some()).count();
    let noisy = Verdict::Undecided(Undecided::Noisy);
    let undecided = cells.iter().filter(|cell| cell.verdict == noisy).count();
    (2 * undecided > tested).then(|| {
        format!("TOO NOISY: {undecided} of {tested} cells are undecided; measure again with more rounds, or on a quieter machine.")
    })
}

/// The differences between the conditions of two reports.
fn differences(base: &Report, head: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    let mut differ = |what: &str, base: &str, head: &str| {
        if base != head {
            notes.push(format!("{what}: {base} in the base, {head} in the head."));
        }
    };
    let (from, to) = (&base.machine, &head.machine);
    differ("Another processor", &from.cpu, &to.cpu);
    differ(
        "Another number of cores",
        &from.cores.to_string(),
        &to.cores.to_string(),
    );
    differ("Another back end", &from.backend, &to.backend);
    let text = |features: &[String]| features.join(", ");
    differ(
        "Other features of the processor",
        &text(&from.features),
        &text(&to.features),
    );
    if let (Some(from), Some(to)) = (&from.os, &to.os) {
        differ("Another system", from, to);
    }
    differ(
        "Another number of threads",
        &base.threads.to_string(),
        &head.threads.to_string(),
    );
    differ(
        "Another seed, so other arguments",
        &base.seed.to_string(),
        &head.seed.to_string(),
    );
    differ("Another version of secant", &base.secant, &head.secant);
    notes
}

/// A change that most cells share is more likely one of the machine.
fn common(cells: &[Cell]) -> Option<String> {
    /// Fewer cells may well share a cause.
    const MANY: usize = 10;
    const SHIFT: f64 = 0.02;
    let logarithms: Vec<f64> = cells.iter().filter_map(Cell::ratio).map(f64::ln).collect();
    let shift = median(&logarithms);
    (logarithms.len() >= MANY && shift.abs() > SHIFT).then(|| {
        format!(
            "Half of all cells changed by {:+.1} % or more: a change of the machine, unless all of the code changed.",
            100.0 * (shift.exp() - 1.0)
        )
    })
}
