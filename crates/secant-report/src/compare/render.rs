//! Renders a comparison for terminals and for pull requests.

use super::verdict::{interval, ratio};
use super::{Cell, Comparison, HeadComparison, Undecided, Verdict};
use crate::markdown::escaped;
use crate::units::{self, time};
use comfy_table::{CellAlignment, Color};
use indexmap::IndexMap;
use std::fmt::Write;

/// A comment on GitHub has at most 65536 characters.
const MARKDOWN: usize = 60_000;

/// How many of these characters notes and summaries of columns may take together.
const LINES: usize = 20_000;

const TITLES: [&str; 7] = ["row", "column", "base", "head", "change", "95 % interval", "verdict"];

impl Comparison {
    /// For a terminal, with changes first. `all` adds the other rows, and `colours` adds colours.
    pub fn table(&self, all: bool, colours: bool) -> String {
        let mut text = String::new();
        for head in &self.heads {
            let _ = writeln!(text, "{} beside {}\n", head.name, self.base);
            for note in &head.notes {
                let _ = writeln!(text, "! {note}");
            }
            if !head.notes.is_empty() {
                text.push('\n');
            }
            let shown: Vec<&Cell> = head.cells.iter().filter(|cell| all || is_news(cell)).collect();
            if shown.is_empty() {
                text.push_str("no change\n\n");
            } else {
                let _ = writeln!(text, "{}\n", table(&shown, colours));
            }
            for line in head.summary() {
                let _ = writeln!(text, "{line}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "{}", self.legend());
        text
    }

    /// For a pull request: the changes, with the rest folded. If rows do not fit into a comment, they are left out, and
    /// a note says so.
    pub fn markdown(&self) -> String {
        let (mut text, mut lines) = (String::new(), 0);
        for head in &self.heads {
            let _ = writeln!(text, "### {} beside {}\n", escaped(&head.name), escaped(&self.base));
            let notes = head.notes.iter().map(|note| format!("> {}\n\n", escaped(note)));
            let sums = head.summary().into_iter();
            let sums = sums.map(|line| format!("- {}\n", escaped(&line)));
            let mut left_out = 0;
            for line in notes.chain(sums) {
                if lines + line.len() > LINES {
                    left_out += 1;
                } else {
                    lines += line.len();
                    text.push_str(&line);
                }
            }
            if left_out > 0 {
                let _ = writeln!(
                    text,
                    "- {} left out: the whole is in the page.",
                    count(left_out, "line")
                );
            }
            text.push('\n');
            let (news, rest): (Vec<&Cell>, Vec<&Cell>) = head.cells.iter().partition(|cell| is_news(cell));
            if !news.is_empty() {
                markdown_table(&news, &mut text);
            }
            if !rest.is_empty() {
                let summary = format!("{}, unchanged or undecided", count(rest.len(), "other"));
                let _ = writeln!(text, "<details><summary>{summary}</summary>\n");
                markdown_table(&rest, &mut text);
                text.push_str("</details>\n\n");
            }
        }
        let _ = writeln!(text, "<sub>{}</sub>", escaped(&self.legend()));
        text
    }

    /// The meaning of the numbers.
    pub fn legend(&self) -> String {
        let pairing = if self.heads.iter().all(|head| head.paired) {
            "the programs took turns, and rounds are compared one by one"
        } else {
            "rounds of samples are compared"
        };
        format!(
            "Change of the time from base to head, of trimmed means of logarithms ({pairing}), with 95 % intervals of a \
             bootstrap. Better and worse: by more than {:.1} %, with at most {:.0} % of errors among all that is called so \
             in {} (Benjamini and Hochberg). Within noise: the interval is within {:.0} % either way.",
            100.0 * (self.options.least - 1.0),
            100.0 * self.options.level,
            count(self.tests, "test"),
            100.0 * (self.options.large() - 1.0),
        )
    }
}

impl HeadComparison {
    /// A line for each column: the number of cells with each verdict, and the mean change.
    pub fn summary(&self) -> Vec<String> {
        let mut columns: IndexMap<&str, Vec<&Cell>> = IndexMap::new();
        for cell in &self.cells {
            columns.entry(&cell.column).or_default().push(cell);
        }
        columns
            .iter()
            .map(|(column, cells)| column_summary(column, cells))
            .collect()
    }
}

fn column_summary(column: &str, cells: &[&Cell]) -> String {
    let names = ["worse", "better", "within noise", "undecided", "new", "gone"];
    let counts = names.iter().filter_map(|name| {
        let n = cells.iter().filter(|cell| cell.verdict.name() == *name).count();
        (n > 0).then(|| format!("{n} {name}"))
    });
    let counts = counts.collect::<Vec<_>>().join(", ");
    let logarithms: Vec<f64> = cells.iter().filter_map(|cell| cell.ratio()).map(f64::ln).collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64;
    if logarithms.is_empty() {
        return format!("{column}: {counts}");
    }
    format!("{column}: {counts}; all together {}", ratio(mean.exp()))
}

/// Whether a cell deserves attention first.
fn is_news(cell: &Cell) -> bool {
    !matches!(cell.verdict, Verdict::WithinNoise | Verdict::Undecided(_))
}

/// The texts of a cell.
pub fn words(cell: &Cell) -> [String; 7] {
    let time = |ns: Option<u64>| ns.map_or_else(String::new, time);
    [
        cell.row.clone(),
        cell.column.clone(),
        time(cell.base_ns),
        time(cell.head_ns),
        cell.ratio().map_or_else(String::new, ratio),
        cell.change.as_ref().map_or_else(String::new, interval),
        cell.verdict.to_string(),
    ]
}

fn table(cells: &[&Cell], colours: bool) -> comfy_table::Table {
    let mut table = units::table(TITLES.map(str::to_owned));
    for i in [1, 6] {
        if let Some(column) = table.column_mut(i) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }
    if colours {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    for cell in cells {
        let mut words = words(cell).map(comfy_table::Cell::new);
        let colour = match cell.verdict {
            Verdict::Better => Some(Color::Green),
            Verdict::Worse => Some(Color::Red),
            Verdict::Undecided(Undecided::Noisy) => Some(Color::Yellow),
            _ => None,
        };
        if let (true, Some(colour)) = (colours, colour) {
            words[6] = comfy_table::Cell::new(cell.verdict.to_string()).fg(colour);
        }
        table.add_row(words);
    }
    table
}

fn markdown_table(cells: &[&Cell], text: &mut String) {
    let _ = writeln!(
        text,
        "| {} |\n| --- | --- | ---: | ---: | ---: | ---: | --- |",
        TITLES.join(" | ")
    );
    for (i, cell) in cells.iter().enumerate() {
        let mut words = words(cell).map(|word| escaped(word.trim()));
        if let Verdict::Better | Verdict::Worse = cell.verdict {
            words[6] = format!("**{}**", words[6]);
        }
        let line = format!("| {} |\n", words.join(" | "));
        if text.len() + line.len() > MARKDOWN {
            let _ = writeln!(
                text,
                "\n{} left out: the whole is in the page.",
                count(cells.len() - i, "row")
            );
            break;
        }
        text.push_str(&line);
    }
    text.push('\n');
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
