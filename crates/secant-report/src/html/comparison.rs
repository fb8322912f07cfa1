//! The page of a comparison.

use super::charts::{self, Interval};
use super::{breakable, chart, facts, page, theme, tools};
use crate::compare::{Cell, Comparison, HeadComparison, Named, Verdict, words};
use maud::{Markup, html};

/// The changes in a chart, all cells in a table, and the facts of every report.
pub fn comparison(comparison: &Comparison, base: &Named, heads: &[Named]) -> String {
    let content = html! {
        @for (i, head) in comparison.heads.iter().enumerate() {
            // With a single report, the title of the page says it.
            @if heads.len() > 1 { h2 { (head.name) " beside " (comparison.base) } }
            (against(i, head))
        }
        p { (comparison.legend()) }
        h2 #machines { "Where it was measured" }
        @for named in [base].into_iter().chain(heads) {
            h3 { (named.name) }
            (facts(&named.report))
        }
    };
    let names: Vec<&str> = comparison.heads.iter().map(|head| head.name.as_str()).collect();
    page(&format!("{} beside {}", names.join(", "), comparison.base), &content)
}

fn against(i: usize, head: &HeadComparison) -> Markup {
    let table = format!("cells-{i}");
    html! {
        @for note in &head.notes { p.note { (note) } }
        ul { @for line in head.summary() { li { (line) } } }
        (changes(head))
        (tools(&table, "Verdict", &["worse", "better", "within noise", "undecided", "new", "gone"]))
        div.wide tabindex="0" { (cells(&table, head)) }
    }
}

/// The cells that changed, the largest changes first.
fn changes(head: &HeadComparison) -> Markup {
    /// More than fits on a page is not useful.
    const MOST: usize = 40;
    let size = |cell: &Cell| cell.ratio().map_or(0.0, |ratio| ratio.ln().abs());
    let mut changed: Vec<&Cell> = head
        .cells
        .iter()
        .filter(|cell| matches!(cell.verdict, Verdict::Better | Verdict::Worse))
        .collect();
    changed.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let left_out = changed.len().saturating_sub(MOST);
    changed.truncate(MOST);
    let names: Vec<String> = changed
        .iter()
        .map(|cell| format!("{} · {}", cell.row, cell.column))
        .collect();
    let intervals: Vec<Interval<'_>> = changed
        .iter()
        .zip(&names)
        .filter_map(|(cell, name)| {
            let change = cell.change?;
            Some(Interval {
                name,
                ratio: change.ratio,
                low: change.low,
                high: change.high,
                colour: if cell.verdict == Verdict::Worse {
                    theme::WORSE
                } else {
                    theme::BETTER
                },
            })
        })
        .collect();
    html! {
        @if !intervals.is_empty() {
            h3 { "What changed" }
            p {
                "The time of the head divided by that of the base, with 95 % intervals; below one is faster."
                @if left_out > 0 { " The " (MOST) " largest changes; " (left_out) " more are in the table." }
            }
            (chart(&charts::changes("Quotients of times with their intervals, on a logarithmic scale", &intervals)))
        }
    }
}

fn cells(id: &str, head: &HeadComparison) -> Markup {
    let titles = [
        ("row", true),
        ("column", true),
        ("base", false),
        ("head", false),
        ("change", false),
        ("95 % interval", false),
        ("adjusted p", false),
        ("verdict", true),
    ];
    let titles = titles.map(|(title, is_text)| (title.to_owned(), is_text));
    html! {
        table.sorts id=(id) {
            caption { "All rows and columns. Headings sort." }
            (super::head(&titles))
            tbody { @for cell in &head.cells { (line(cell)) } }
        }
    }
}

fn line(cell: &Cell) -> Markup {
    let [row, column, base, new, ratio, interval, verdict] = words(cell).map(|word| word.trim().to_owned());
    let number = |ns: Option<u64>| ns.map_or_else(String::new, |ns| ns.to_string());
    let value = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.6}"));
    let adjusted = cell.change.map(|change| change.adjusted);
    let class = match cell.verdict {
        Verdict::Better => Some("text better"),
        Verdict::Worse => Some("text worse"),
        Verdict::Undecided(_) => Some("text undecided"),
        _ => Some("text"),
    };
    html! {
        tr data-kind=(cell.verdict.name()) {
            th scope="row" { (breakable(&row)) }
            td.text { (column) }
            td data-value=(number(cell.base_ns)) { (base) }
            td data-value=(number(cell.head_ns)) { (new) }
            td data-value=(value(cell.ratio())) { (ratio) }
            td data-value=(value(cell.change.map(|change| change.high - change.low))) { (interval) }
            td data-value=(adjusted.map_or_else(String::new, |p| format!("{p:e}"))) {
                @if let Some(p) = adjusted { @if p < 1e-4 { "< 0.0001" } @else { (format!("{p:.4}")) } }
            }
            td class=[class] { (verdict) }
        }
    }
}
