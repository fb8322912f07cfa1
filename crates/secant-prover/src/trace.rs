//! Where the time of a proof goes.

use std::time::{Duration, Instant};

/// What a proof spent its time on, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Phases, each after the ones that it is a part of.
    pub spans: Vec<Span>,
}

/// A phase of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// What was done.
    pub name: &'static str,
    /// How many phases it is a part of.
    pub depth: usize,
    /// When it began, from the beginning of the proof.
    pub start: Duration,
    /// When it ended.
    pub end: Duration,
}

impl Span {
    /// How long it took.
    pub fn took(&self) -> Duration {
        self.end - self.start
    }
}

/// Measures phases.
pub struct Clock {
    start: Instant,
    spans: Vec<Span>,
    depth: usize,
}

impl Clock {
    pub fn start() -> Self {
        Self {
            start: Instant::now(),
            spans: Vec::new(),
            depth: 0,
        }
    }

    /// Runs a phase.
    pub fn phase<R>(&mut self, name: &'static str, run: impl FnOnce(&mut Self) -> R) -> R {
        let (place, start) = (self.spans.len(), self.start.elapsed());
        self.spans.push(Span {
            name,
            depth: self.depth,
            start,
            end: start,
        });
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        self.spans[place].end = self.start.elapsed();
        result
    }

    pub fn trace(self) -> Trace {
        Trace { spans: self.spans }
    }
}
