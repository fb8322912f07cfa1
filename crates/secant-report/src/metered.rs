//! The counts of secant-meter, for readers and programs.

mod html;
mod tree;

use crate::json::to_json;
use crate::machine::Machine;
use crate::units::{self, count, time};
use secant_meter::{Node, Overhead, Procedure, Profile};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A report of calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metered {
    schema: u32,
    /// The version of secant.
    pub secant: String,
    /// Where it was metered.
    pub machine: Machine,
    /// The operation that was metered.
    pub operation: String,
    /// Whether it ran on eight lanes, or on single elements.
    pub lanes: bool,
    /// The seed that the arguments were drawn from, if any.
    pub seed: Option<u64>,
    /// The cost of counting a call, which is subtracted from all times.
    pub overhead: Overhead,
    /// The total time.
    pub total_ns: f64,
    /// The total number of products of prime fields. A sum of `k` products with one reduction counts as `(k + 1) / 2`.
    pub products: f64,
    /// The procedures, from those that call no others upwards.
    pub procedures: Vec<Procedure>,
    /// Who calls whom.
    pub tree: Vec<Node>,
}

impl Metered {
    const SCHEMA: u32 = 1;

    /// The report of a profile, from this version of secant.
    pub fn new(machine: Machine, operation: String, lanes: bool, seed: Option<u64>, profile: Profile) -> Self {
        let mut procedures = profile.procedures();
        procedures.sort_by_cached_key(|procedure| height(&profile.roots, procedure));
        Self {
            schema: Self::SCHEMA,
            secant: env!("CARGO_PKG_VERSION").to_owned(),
            machine,
            operation,
            lanes,
            seed,
            overhead: profile.overhead,
            total_ns: profile.total_ns,
            products: profile.products(),
            procedures,
            tree: profile.roots,
        }
    }

    /// The report in JSON, ending with a newline.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        to_json(self)
    }

    /// For a terminal: the procedures, then the tree.
    pub fn table(&self) -> String {
        let titles = Self::TITLES.map(str::to_owned);
        let mut table = units::table(titles);
        // The second column holds names too.
        if let Some(column) = table.column_mut(1) {
            column.set_cell_alignment(comfy_table::CellAlignment::Left);
        }
        for procedure in &self.procedures {
            table.add_row(self.cells(procedure));
        }
        format!(
            "{}\n\n{table}\n\n{}\n{}\n",
            self.operation,
            tree::text(self),
            self.legend()
        )
    }

    /// For a pull request: the procedures, then the tree.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "### {}\n\n| {} |\n| --- | --- |{}\n",
            self.operation,
            Self::TITLES.join(" | "),
            " ---: |".repeat(Self::TITLES.len() - 2)
        );
        for procedure in &self.procedures {
            let cells = self.cells(procedure).map(|cell| cell.trim().replace('<', "&lt;"));
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        format!("{text}\n```text\n{}```\n\n{}\n", tree::text(self), self.legend())
    }

    /// A page with a picture of who calls whom.
    pub fn html(&self) -> String {
        html::page(self)
    }

    const TITLES: [&str; 9] = [
        "procedure",
        "of",
        "calls",
        "elements",
        "products",
        "calls/s",
        "time",
        "alone",
        "average",
    ];

    fn cells(&self, procedure: &Procedure) -> [String; 9] {
        let Procedure {
            name,
            of,
            calls,
            elements,
            products,
            total_ns,
            self_ns,
        } = procedure;
        // If little time is left after the cost of counting is subtracted, it says nothing about a single call.
        let known = *total_ns > MIN_SHARE_OF_OVERHEAD * *calls as f64 * self.overhead.call_ns;
        let when_known = |text: String| if known { text } else { "–".to_owned() };
        [
            name.clone(),
            of.clone(),
            count(*calls),
            count(*elements),
            halves(*products),
            when_known(count((*calls as f64 / total_ns.max(1.0) * 1e9).round() as u64)),
            time(total_ns.round() as u64),
            time(self_ns.round() as u64),
            when_known(time_of_one(total_ns / (*calls).max(1) as f64)),
        ]
    }

    fn legend(&self) -> String {
        let place = if self.lanes {
            format!("on eight lanes ({})", self.machine.backend)
        } else {
            format!("on single elements ({})", self.machine.backend)
        };
        format!(
            "{} on one thread of {}, {place}{}; {} products of prime fields, where a sum of k products with one reduction is \
             (k + 1) / 2\ntime is with all that a procedure calls, alone without; counting took {:.1} ns a call, which is \
             subtracted, so that procedures of a few nanoseconds are known roughly; the tree is without calls below {} %",
            time(self.total_ns.round() as u64).trim(),
            self.machine.cpu,
            self.seed.map_or_else(String::new, |seed| format!(", seed {seed}")),
            halves(self.products),
            self.overhead.call_ns,
            100.0 * tree::LEAST,
        )
    }
}

/// The share of the cost of counting below which the remaining time says nothing.
const MIN_SHARE_OF_OVERHEAD: f64 = 0.05;

/// Prints a number of products. A half product is a reduction or a multiplication alone.
fn halves(products: f64) -> String {
    let half = if products.fract() == 0.0 { "" } else { ".5" };
    format!("{}{half}", count(products as u64))
}

/// Prints an average with fractions of a nanosecond.
fn time_of_one(ns: f64) -> String {
    if ns < 1e3 {
        format!("{ns:>5.1} ns")
    } else {
        time(ns.round() as u64)
    }
}

/// The number of levels of calls below a procedure, over all places where it is called.
fn height(nodes: &[Node], procedure: &Procedure) -> usize {
    fn levels(node: &Node) -> usize {
        node.children.iter().map(|child| 1 + levels(child)).max().unwrap_or(0)
    }
    let heights = nodes.iter().map(|node| {
        let below = height(&node.children, procedure);
        let own = if (&node.procedure.name, &node.procedure.of) == (&procedure.name, &procedure.of) {
            levels(node)
        } else {
            0
        };
        below.max(own)
    });
    heights.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, of: &str, total_ns: f64, children: Vec<Node>) -> Node {
        let called: f64 = children.iter().map(|child| child.procedure.total_ns).sum();
        let procedure = Procedure {
            name: name.to_owned(),
            of: of.to_owned(),
            calls: 2,
            elements: 16,
            products: 1.5,
            total_ns,
            self_ns: total_ns - called,
        };
        Node { procedure, children }
    }

    fn report() -> Metered {
        let overhead = Overhead {
            inside_ns: 1.0,
            call_ns: 2.0,
        };
        let leaves = vec![
            node("add", "Fp", 1e3, Vec::new()),
            node("mul", "Fp<T>", 5e6, Vec::new()),
        ];
        let roots = vec![node("whole", "Fp12", 8e6, leaves)];
        let profile = Profile {
            overhead,
            total_ns: 1e7,
            roots,
        };
        Metered::new(
            Machine::this("portable"),
            "an operation".to_owned(),
            false,
            Some(7),
            profile,
        )
    }

    #[test]
    fn json_both_ways() {
        let report = report();
        let read: Metered = serde_json::from_str(&report.to_json().expect("JSON")).expect("a report");
        assert_eq!(read, report);
    }

    #[test]
    fn from_the_base_field_up() {
        let report = report();
        let names: Vec<_> = report
            .procedures
            .iter()
            .map(|procedure| procedure.name.as_str())
            .collect();
        assert_eq!(names, ["add", "mul", "whole"]);
        assert_eq!(report.procedures[2].self_ns, 8e6 - 5e6 - 1e3);
    }

    #[test]
    fn for_people() {
        let report = report();
        for text in [report.table(), report.markdown()] {
            assert!(text.contains("an operation") && text.contains("2.50 ms"), "{text}");
            // These calls are too short for the tree.
            assert!(text.contains("mul Fp<T>") && !text.contains("add Fp"), "{text}");
        }
        assert!(report.markdown().contains("| mul | Fp&lt;T> |"));
        let page = report.html();
        assert!(
            page.contains("<svg") && page.contains("Fp&lt;T&gt;") && !page.contains("Fp<T>"),
            "{page}"
        );
    }
}
