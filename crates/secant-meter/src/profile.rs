//! The results of a record.

use crate::tree::{Branch, Counts, Tree};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The calls of an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The time of counting, which is subtracted from all times.
    pub overhead: Overhead,
    /// The total time.
    pub total_ns: f64,
    /// The outermost calls, in the order in which they were first made.
    pub roots: Vec<Node>,
}

/// The time that counting one call takes, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overhead {
    /// The part that falls within the measured time of the call itself.
    pub inside_ns: f64,
    /// The whole time.
    pub call_ns: f64,
}

/// The counts of a procedure: in all, or as called by one caller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Procedure {
    /// The procedure's name.
    pub name: String,
    /// The type that it works on.
    pub of: String,
    /// The number of calls.
    pub calls: u64,
    /// The number of elements that the calls worked on: eight for a call on eight lanes.
    pub elements: u64,
    /// Products of prime fields in these calls and in all that they call. A sum of `k` products with one reduction
    /// counts as `(k + 1) / 2` products. Recursive calls of the same procedure count once.
    pub products: f64,
    /// The time of these calls with all that they call, summed over threads. Recursive calls of the same procedure
    /// count once.
    pub total_ns: f64,
    /// The time of these calls without the counted calls that they make.
    pub self_ns: f64,
}

/// A procedure as called by one caller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// What was counted of these calls.
    #[serde(flatten)]
    pub procedure: Procedure,
    /// The procedures that they call, in the order of the first calls.
    pub children: Vec<Self>,
}

/// Branches of the same procedure under the same caller.
struct Group<'a> {
    name: &'a str,
    of: &'static str,
    branches: Vec<usize>,
}

impl Profile {
    pub(crate) fn new(tree: &Tree, overhead: Overhead, nanoseconds: impl Fn(u64) -> f64) -> Self {
        let root = Node::of(tree.branches(), &[Tree::ROOT], overhead, &nanoseconds).0;
        Self {
            overhead,
            total_ns: root.procedure.total_ns,
            roots: root.children,
        }
    }

    /// All procedures, in the order of [`Self::roots`] and their first calls.
    pub fn procedures(&self) -> Vec<Procedure> {
        let mut places = BTreeMap::new();
        let mut all = Vec::new();
        for root in &self.roots {
            root.add_to(&mut all, &mut places, &mut Vec::new());
        }
        all
    }

    /// Renames the types.
    pub fn rename(&mut self, name: &impl Fn(&str) -> String) {
        self.roots.iter_mut().for_each(|root| root.rename(name));
    }

    /// The number of products of prime fields.
    pub fn products(&self) -> f64 {
        self.roots.iter().map(|root| root.procedure.products).sum()
    }
}

impl Node {
    /// Merges all branches of a procedure under the same caller. Also returns the number of calls below.
    fn of(branches: &[Branch], group: &[usize], overhead: Overhead, nanoseconds: &impl Fn(u64) -> f64) -> (Self, u64) {
        let mut counts = Counts::default();
        let mut groups: Vec<Group<'_>> = Vec::new();
        for &i in group {
            counts.add(&branches[i].counts);
            for &child in &branches[i].children {
                let (name, of) = (branches[child].key.name, (branches[child].key.of)());
                match groups.iter_mut().find(|group| group.name == name && group.of == of) {
                    Some(group) => group.branches.push(child),
                    None => groups.push(Group {
                        name,
                        of,
                        branches: vec![child],
                    }),
                }
            }
        }
        let (mut children, mut below) = (Vec::with_capacity(groups.len()), 0);
        for group in groups {
            let (child, calls) = Self::of(branches, &group.branches, overhead, nanoseconds);
            below += child.procedure.calls + calls;
            children.push(child);
        }
        let key = &branches[group[0]].key;
        let counting = counts.calls as f64 * overhead.inside_ns + below as f64 * overhead.call_ns;
        let total_ns = (nanoseconds(counts.ticks) - counting).max(0.0);
        let called: f64 = children.iter().map(|child| child.procedure.total_ns).sum();
        let products: f64 = children.iter().map(|child| child.procedure.products).sum();
        let procedure = Procedure {
            name: key.name.to_owned(),
            of: (key.of)().to_owned(),
            calls: counts.calls,
            elements: counts.elements,
            products: counts.halves as f64 / 2.0 + products,
            // The callees may be measured as longer than this procedure, because both are so short.
            total_ns: total_ns.max(called),
            self_ns: (total_ns - called).max(0.0),
        };
        (Self { procedure, children }, below)
    }

    fn rename(&mut self, name: &impl Fn(&str) -> String) {
        self.procedure.of = name(&self.procedure.of);
        self.children.iter_mut().for_each(|child| child.rename(name));
    }

    /// Adds this node and all below it. `within` holds the procedures on the path to this node.
    fn add_to<'a>(
        &'a self,
        all: &mut Vec<Procedure>,
        places: &mut BTreeMap<(&'a str, &'a str), usize>,
        within: &mut Vec<usize>,
    ) {
        let own = &self.procedure;
        let place = *places.entry((&own.name, &own.of)).or_insert_with(|| {
            all.push(Procedure {
                calls: 0,
                elements: 0,
                products: 0.0,
                total_ns: 0.0,
                self_ns: 0.0,
                ..own.clone()
            });
            all.len() - 1
        });
        let procedure = &mut all[place];
        procedure.calls += own.calls;
        procedure.elements += own.elements;
        procedure.self_ns += own.self_ns;
        if !within.contains(&place) {
            procedure.products += own.products;
            procedure.total_ns += own.total_ns;
        }
        within.push(place);
        for child in &self.children {
            child.add_to(all, places, within);
        }
        within.pop();
    }
}
