//! What was counted.

use crate::tree::{Branch, Counts, Tree};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The calls of an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// What counting took, which is subtracted from all times.
    pub overhead: Overhead,
    /// The time of everything.
    pub total_ns: f64,
    /// What was called first.
    pub roots: Vec<Node>,
}

/// What it takes to count a call, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overhead {
    /// The part that the call itself measures.
    pub inside_ns: f64,
    /// All of it.
    pub call_ns: f64,
}

/// What was counted of a procedure: in all, or as it is called by another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Procedure {
    /// The procedure's name.
    pub name: String,
    /// The type that it works on.
    pub of: String,
    /// Calls.
    pub calls: u64,
    /// Elements that they worked on: eight in a call on eight lanes.
    pub elements: u64,
    /// Products of prime fields in them and in all that they call; a sum of `k` products with one reduction is
    /// `(k + 1) / 2` of them. Those of calls within calls of the same procedure count once.
    pub products: f64,
    /// Their time with all that they call, summed over threads. That of calls within calls of the same procedure counts
    /// once.
    pub total_ns: f64,
    /// Their time without what they call that is counted.
    pub self_ns: f64,
}

/// A procedure as it is called by another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// What was counted of these calls.
    #[serde(flatten)]
    pub procedure: Procedure,
    /// What they call, in the order of the first calls.
    pub children: Vec<Self>,
}

/// Branches of the same procedure below the same caller.
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

    /// Names types otherwise.
    pub fn rename(&mut self, name: &impl Fn(&str) -> String) {
        self.roots.iter_mut().for_each(|root| root.rename(name));
    }

    /// Products of prime fields.
    pub fn products(&self) -> f64 {
        self.roots.iter().map(|root| root.procedure.products).sum()
    }
}

impl Node {
    /// From all branches of a procedure below the same caller; and the calls below.
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
            // The least of what is called may be measured as more than it takes here.
            total_ns: total_ns.max(called),
            self_ns: (total_ns - called).max(0.0),
        };
        (Self { procedure, children }, below)
    }

    fn rename(&mut self, name: &impl Fn(&str) -> String) {
        self.procedure.of = name(&self.procedure.of);
        self.children.iter_mut().for_each(|child| child.rename(name));
    }

    /// Adds this and all below; `within` holds the procedures that call this.
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
