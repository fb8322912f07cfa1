//! Times of calls beside their charge.

use std::time::Instant;

/// Fuel for a nanosecond of the machine that the weights are of (`FUEL_PER_NS` of the crate).
const FUEL_PER_NS: u64 = 3;

/// Calls of which the least time counts, and those more if that is above the charge: other programs on the machine only
/// add to a time.
const CALLS: usize = 3;
const MORE_CALLS: usize = 60;

/// The least time of a call, in nanoseconds; calls that take longer than `enough` are repeated more often.
pub fn least_ns(enough: f64, mut call: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for calls in 1..=CALLS + MORE_CALLS {
        let start = Instant::now();
        call();
        least = least.min(start.elapsed().as_nanos() as f64);
        if calls >= CALLS && least < enough {
            break;
        }
    }
    least
}

/// What fuel pays for, in nanoseconds of the machine that the weights are of.
pub fn paid_ns(fuel: u64) -> f64 {
    fuel as f64 / FUEL_PER_NS as f64
}

/// How much longer this machine and back end take than those that the weights are of: at least one, by a call whose time
/// there is known.
pub fn slowness(ns_there: f64, call: impl FnMut()) -> f64 {
    (least_ns(0.0, call) / ns_there).max(1.0)
}

/// The dearest input of a function that a search has met.
#[derive(Debug)]
pub struct Dearest {
    function: String,
    slowness: f64,
    input: String,
    share: f64,
}

impl Dearest {
    pub fn new(function: impl Into<String>, slowness: f64) -> Self {
        Self {
            function: function.into(),
            slowness,
            input: String::new(),
            share: 0.0,
        }
    }

    /// Times a call with an input that the text describes.
    pub fn try_input(&mut self, input: impl FnOnce() -> String, fuel: u64, call: impl FnMut()) {
        let paid = paid_ns(fuel) * self.slowness;
        let share = least_ns(paid, call) / paid;
        if share > self.share {
            (self.share, self.input) = (share, input());
        }
    }

    /// Prints what was found, and notes it if a call takes longer than its fuel pays for.
    pub fn report(&self, uncovered: &mut Vec<String>) {
        let found = format!("{}: {:.2} of its charge by {}", self.function, self.share, self.input);
        println!("{found} (this machine takes {:.2} times as long)", self.slowness);
        if self.share >= 1.0 {
            uncovered.push(found);
        }
    }
}
