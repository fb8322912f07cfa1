//! Where the time of a proof goes.

use std::{
    fmt,
    time::{Duration, Instant},
};

/// The phases of a proof and their times, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The phases. Each follows the phases that it is a part of.
    pub spans: Vec<Span>,
}

/// A phase of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// What was done.
    pub name: &'static str,
    /// The number of phases that it is a part of.
    pub depth: usize,
    /// The start, measured from the beginning of the proof.
    pub start: Duration,
    /// The end, measured from the beginning of the proof.
    pub end: Duration,
}

impl Span {
    /// The duration.
    pub fn took(&self) -> Duration {
        self.end - self.start
    }
}

/// Writes a line for each phase: its duration, its share of the total, and its name, preceded by the names of the
/// phases that it is a part of.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.spans.iter().map(|span| span.end).max().unwrap_or_default();
        for span in &self.spans {
            let (took, all) = (span.took().as_secs_f64(), end.as_secs_f64().max(f64::MIN_POSITIVE));
            let indent = 2 * span.depth;
            writeln!(
                f,
                "{:>10.2} ms {:>5.1} %  {:indent$}{}",
                1e3 * took,
                100.0 * took / all,
                "",
                span.name
            )?;
        }
        Ok(())
    }
}

/// Measures phases.
pub struct Clock {
    /// The time spent before the clock started.
    before: Duration,
    start: Instant,
    spans: Vec<Span>,
    depth: usize,
}

impl Clock {
    /// A clock that starts now, with an earlier phase that took `took`.
    pub fn after(name: &'static str, took: Duration) -> Self {
        Self {
            before: took,
            start: Instant::now(),
            spans: vec![Span {
                name,
                depth: 0,
                start: Duration::ZERO,
                end: took,
            }],
            depth: 0,
        }
    }

    fn now(&self) -> Duration {
        self.before + self.start.elapsed()
    }

    /// Runs a phase and records its time.
    pub fn phase<R>(&mut self, name: &'static str, run: impl FnOnce(&mut Self) -> R) -> R {
        let (place, start) = (self.spans.len(), self.now());
        self.spans.push(Span {
            name,
            depth: self.depth,
            start,
            end: start,
        });
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        self.spans[place].end = self.now();
        result
    }

    /// Runs work that alternates between two tasks. The trace shows the total time of each, one after the other.
    pub fn turns<R>(&mut self, names: [&'static str; 2], run: impl FnOnce(&mut Turns) -> R) -> R {
        let start = self.now();
        let mut turns = Turns([Duration::ZERO; 2]);
        let result = run(&mut turns);
        let middle = start + turns.0[0];
        for (name, [start, end]) in names.into_iter().zip([[start, middle], [middle, middle + turns.0[1]]]) {
            self.spans.push(Span {
                name,
                depth: self.depth,
                start,
                end,
            });
        }
        result
    }

    pub fn trace(self) -> Trace {
        Trace { spans: self.spans }
    }
}

/// The times of two alternating tasks.
pub struct Turns([Duration; 2]);

impl Turns {
    /// Runs the first task or the second.
    pub fn run<R>(&mut self, which: usize, run: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = run();
        self.spend(which, start.elapsed());
        result
    }

    /// Adds to the time of the first task or the second.
    pub fn spend(&mut self, which: usize, took: Duration) {
        self.0[which] += took;
    }

    /// The time that the first task or the second has taken.
    pub fn spent(&self, which: usize) -> Duration {
        self.0[which]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let ms = Duration::from_millis;
        let mut clock = Clock::after("before", ms(1));
        let inner = clock.phase("outer", |clock| clock.phase("inner", |_| 7));
        assert_eq!(inner, 7);
        let sleep = |ms| std::thread::sleep(Duration::from_millis(ms));
        clock.turns(["even", "odd"], |turns| {
            (0..4).for_each(|i| turns.run(i % 2, || sleep(1 + i as u64)))
        });
        let mut trace = clock.trace();
        let [even, odd] = [trace.spans[3], trace.spans[4]];
        assert_eq!((even.name, odd.name, even.end), ("even", "odd", odd.start));
        assert!(even.took() >= ms(4) && odd.took() >= ms(6));
        trace.spans.truncate(3);
        let of = |span: &Span| (span.name, span.depth);
        assert_eq!(
            trace.spans.iter().map(of).collect::<Vec<_>>(),
            [("before", 0), ("outer", 0), ("inner", 1)]
        );
        assert!(trace.spans.windows(2).all(|pair| pair[0].start <= pair[1].start));
        trace.spans[1].end = ms(4);
        trace.spans[2] = Span {
            start: ms(2),
            end: ms(3),
            ..trace.spans[2]
        };
        trace.spans[1].start = ms(1);
        let expected = "      1.00 ms  25.0 %  before\n      3.00 ms  75.0 %  outer\n      1.00 ms  25.0 %    inner\n";
        assert_eq!(trace.to_string(), expected);
        assert_eq!(Trace::default().to_string(), "");
    }
}
