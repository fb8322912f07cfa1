use super::*;
use crate::{Machine, Row};
use rand::Rng;

/// A report with one column, whose rows have these times with noise from a seed.
fn report(rows: &[(&str, f64)], rounds: usize, seed: u64) -> Report {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut report = Report::new(Machine::this("portable"), 0);
    for (name, ns) in rows {
        let mut round = || (0..3).map(|_| ns * rng.gen_range(0.98..1.02)).collect::<Vec<f64>>();
        let measured = Measured::of((0..rounds).map(|_| round()).collect());
        report.rows.push(Row {
            name: (*name).to_owned(),
            columns: [("native".to_owned(), measured)].into(),
        });
    }
    report
}

fn named(name: &str, report: Report) -> Named {
    Named {
        name: name.to_owned(),
        report,
    }
}

fn compare(base: Report, head: Report) -> Comparison {
    Comparison::new(&named("base", base), &[named("head", head)], Options::default())
}

fn verdict_of(comparison: &Comparison, row: &str) -> Verdict {
    let mut cells = comparison.heads[0].cells.iter();
    cells.find(|cell| cell.row == row).expect("a cell").verdict
}

#[test]
fn verdicts() {
    let base = report(
        &[("slower", 1e5), ("faster", 1e6), ("same", 1e4), ("gone", 10.0)],
        10,
        1,
    );
    let head = report(
        &[("slower", 1.1e5), ("faster", 5e5), ("same", 1e4), ("new", 10.0)],
        10,
        2,
    );
    let comparison = compare(base, head);
    assert_eq!(comparison.tests, 3);
    for (row, verdict) in [
        ("slower", Verdict::Worse),
        ("faster", Verdict::Better),
        ("same", Verdict::WithinNoise),
        ("gone", Verdict::Vanished),
        ("new", Verdict::Appeared),
    ] {
        assert_eq!(verdict_of(&comparison, row), verdict, "{row}");
    }
    assert_eq!(comparison.slower_than(1.05).len(), 1);
    assert_eq!(comparison.slower_than(1.2).len(), 0);
}

/// Two reports of programs that took turns on a machine whose speed drifts, with bursts of other work. One row of the
/// head is slower by a factor.
fn turns(rows: usize, rounds: usize, slower: f64, rng: &mut StdRng) -> [Report; 2] {
    let names: Vec<String> = (0..rows).map(|i| format!("row {i}")).collect();
    let rows: Vec<(&str, f64)> = names.iter().map(|name| (name.as_str(), 1e4)).collect();
    let mut both = [report(&rows, rounds, 0), report(&rows, rounds, 0)];
    let mut machine = 1.0f64;
    for round in 0..rounds {
        for i in 0..rows.len() {
            // A random walk that goes on through the next row and the other program.
            machine = (machine * rng.gen_range(0.97..1.03)).clamp(0.7, 1.5);
            for (side, report) in both.iter_mut().enumerate() {
                let factor = if side == 1 && i == 0 { slower } else { 1.0 };
                let burst = if rng.gen_range(0..20) == 0 {
                    rng.gen_range(1.0..2.0)
                } else {
                    1.0
                };
                let ns = 1e4 * machine * factor * burst * rng.gen_range(0.97..1.03);
                report.rows[i].columns["native"].rounds_ns[round] = vec![ns];
                report.turns = Some("together".to_owned());
            }
        }
    }
    both
}

/// In 20 comparisons of 100 rows with themselves, at most one row in 100 is called changed. With one row a tenth
/// slower, that row is found in all 20.
#[test]
fn changes_are_found_and_nothing_else() {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut changed, mut found) = (0, 0);
    for _ in 0..20 {
        let [base, head] = turns(100, 20, 1.0, &mut rng);
        let comparison = compare(base, head);
        let cells = comparison.heads[0].cells.iter();
        changed += cells
            .filter(|cell| matches!(cell.verdict, Verdict::Better | Verdict::Worse))
            .count();
        let [base, head] = turns(100, 20, 1.1, &mut rng);
        found += usize::from(verdict_of(&compare(base, head), "row 0") == Verdict::Worse);
    }
    assert!(changed <= 20, "{changed} changed");
    assert_eq!(found, 20);
}

#[test]
fn pairs_are_worth_more() {
    // A machine whose speed drifts by a half, and a head that is a tenth slower.
    let mut rng = StdRng::seed_from_u64(3);
    let mut both = [report(&[("row", 1.0)], 12, 0), report(&[("row", 1.0)], 12, 0)];
    for round in 0..12 {
        let machine = 1e5 * (1.0 + 0.5 * f64::from(round % 4));
        for (report, factor) in both.iter_mut().zip([1.0, 1.1]) {
            let samples = (0..3).map(|_| machine * factor * rng.gen_range(0.99..1.01)).collect();
            report.rows[0].columns["native"].rounds_ns[round as usize] = samples;
        }
    }
    let [mut base, mut head] = both;
    let apart = compare(base.clone(), head.clone());
    assert_eq!(verdict_of(&apart, "row"), Verdict::Undecided(Undecided::Noisy));
    for text in ["--base", "TOO NOISY: 1 of 1"] {
        assert!(apart.heads[0].notes.iter().any(|note| note.contains(text)), "{text}");
    }
    for report in [&mut base, &mut head] {
        report.turns = Some("together".to_owned());
    }
    let together = compare(base, head);
    assert!(together.heads[0].paired && verdict_of(&together, "row") == Verdict::Worse);
    assert_eq!(together.heads[0].notes, [""; 0]);
    let change = together.heads[0].cells[0].change.expect("a change");
    assert!(
        (change.ratio - 1.1).abs() < 0.02 && change.low < 1.1 && 1.1 < change.high,
        "{change:?}"
    );
}

#[test]
fn too_few_samples_are_no_verdict() {
    let comparison = compare(report(&[("row", 1e5)], 4, 1), report(&[("row", 1e5)], 10, 2));
    assert_eq!(
        verdict_of(&comparison, "row"),
        Verdict::Undecided(Undecided::TooFew { rounds: 4 })
    );
    let mut without = report(&[("row", 1e5)], 10, 1);
    without.rows[0].columns["native"].rounds_ns.clear();
    let comparison = compare(without, report(&[("row", 9e5)], 10, 2));
    assert_eq!(verdict_of(&comparison, "row"), Verdict::Undecided(Undecided::NoSamples));
    assert!(comparison.slower_than(1.1).is_empty());
    let ratio = comparison.heads[0].cells[0].ratio().expect("a quotient of medians");
    assert!((8.0..10.0).contains(&ratio));
}

#[test]
fn other_machines_are_said() {
    let base = report(&[("row", 1e5)], 10, 1);
    let mut head = report(&[("row", 1e5)], 10, 2);
    head.machine.backend = "ifma".to_owned();
    head.machine.cpu = "another".to_owned();
    head.seed = 9;
    let notes = &compare(base, head).heads[0].notes;
    for text in ["Another back end: portable", "Another processor", "Another seed"] {
        assert!(notes.iter().any(|note| note.contains(text)), "{text}: {notes:?}");
    }
}

#[test]
fn text_for_people() {
    let base = report(&[("a | <row> @x", 1e5), ("same", 1e4)], 10, 1);
    let head = report(&[("a | <row> @x", 2e5), ("same", 1e4)], 10, 2);
    let comparison = compare(base, head);
    let table = comparison.table(false, false);
    assert!(
        table.contains("worse") && !table.contains("\nsame") && !table.contains('\u{1b}'),
        "{table}"
    );
    assert!(comparison.table(true, false).contains("\nsame") || comparison.table(true, false).contains("same "));
    assert!(comparison.table(false, true).contains('\u{1b}'));
    let markdown = comparison.markdown();
    assert!(
        markdown.contains("a \\| &lt;row&gt; @<!-- -->x") && markdown.contains("**worse**"),
        "{markdown}"
    );
    assert!(
        markdown.contains("<details>") && markdown.contains("1 other, unchanged"),
        "{markdown}"
    );
    assert!(comparison.to_json().expect("JSON").contains("\"verdict\": \"worse\""));
}

#[test]
fn long_comments_are_cut() {
    let rows: Vec<(String, f64)> = (0..2000).map(|i| (format!("row {i}"), 1e3)).collect();
    let rows: Vec<(&str, f64)> = rows.iter().map(|(name, ns)| (name.as_str(), *ns)).collect();
    let comparison = compare(report(&rows, 5, 1), report(&rows, 5, 2));
    let markdown = comparison.markdown();
    assert!(markdown.len() < 65_536 && markdown.contains("left out") && markdown.contains("</details>"));
}
