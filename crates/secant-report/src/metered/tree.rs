//! Who calls whom, as text.

use super::Metered;
use crate::units::{count, time};
use secant_meter::Node;
use std::fmt::Write;

/// Calls that take a smaller share of the total time are left out.
pub const LEAST: f64 = 0.005;

/// One line per call, without the shortest calls.
pub fn text(report: &Metered) -> String {
    let least = LEAST * report.total_ns;
    let mut lines = Vec::new();
    for node in report.tree.iter().filter(|node| node.procedure.total_ns >= least) {
        lines_of(node, String::new(), String::new(), least, &mut lines);
    }
    let width = lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (label, node) in lines {
        let share = 100.0 * node.procedure.total_ns / report.total_ns.max(1.0);
        let fill = " ".repeat(width - label.chars().count());
        let (calls, time) = (
            count(node.procedure.calls),
            time(node.procedure.total_ns.round() as u64),
        );
        let _ = writeln!(text, "{label}{fill}  {calls:>9}  {time}  {share:>5.1} %");
    }
    text
}

/// The lines of a call and of all calls below. `first` is the prefix of its own line, and `more` that of the others.
fn lines_of<'a>(node: &'a Node, first: String, more: String, least: f64, lines: &mut Vec<(String, &'a Node)>) {
    lines.push((format!("{first}{} {}", node.procedure.name, node.procedure.of), node));
    let shown: Vec<_> = node
        .children
        .iter()
        .filter(|child| child.procedure.total_ns >= least)
        .collect();
    for (i, child) in shown.iter().enumerate() {
        let [branch, below] = if i + 1 < shown.len() {
            ["├ ", "│ "]
        } else {
            ["└ ", "  "]
        };
        lines_of(child, format!("{more}{branch}"), format!("{more}{below}"), least, lines);
    }
}
