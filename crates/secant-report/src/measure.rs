//! Sampling. The columns of a row are sampled in turns, in rounds, so that a disturbance of the machine affects them
//! alike.

use crate::statistics::{mad, median};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of visits to all rows.
    rounds: usize,
    /// The number of samples of a column in a visit.
    samples: usize,
    /// The least time of a sample. Shorter runs are repeated within it.
    sample: Duration,
    /// A run that takes longer is sampled once per visit.
    long: Duration,
    /// The number of visits to columns whose run takes longer than four times that.
    slow_rounds: usize,
}

impl Plan {
    /// For a quick look.
    pub const QUICK: Self = Self {
        rounds: 5,
        samples: 3,
        sample: Duration::from_millis(2),
        long: Duration::from_millis(10),
        slow_rounds: 3,
    };
    /// For results to keep.
    pub const FULL: Self = Self {
        rounds: 12,
        samples: 4,
        sample: Duration::from_millis(10),
        long: Duration::from_millis(60),
        slow_rounds: 7,
    };
    /// One visit, for a program that takes turns with another.
    pub const TURN: Self = Self {
        rounds: 1,
        samples: 5,
        sample: Duration::from_millis(2),
        long: Duration::from_millis(10),
        slow_rounds: 1,
    };

    /// The number of visits to all rows.
    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    /// Whether a column whose run takes this long is sampled in a round. Slow columns are sampled in some rounds, which
    /// are spread over all.
    fn visits(&self, run_ns: f64, round: usize) -> bool {
        let slow = run_ns > 4.0 * self.long.as_nanos() as f64;
        let spread = |round| round * self.slow_rounds / self.rounds;
        !slow || round == 0 || spread(round) != spread(round - 1)
    }
}

/// The measured times of a column of a row, in nanoseconds per run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The median of the samples.
    pub median_ns: u64,
    /// The smallest of the samples.
    pub min_ns: u64,
    /// The median distance of the samples from their median.
    pub mad_ns: u64,
    /// The number of samples. Each is the mean of one or more runs.
    pub samples: usize,
    /// The samples themselves, grouped by round, in the order in which they were taken. Empty in reports that do not
    /// keep them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds_ns: Vec<Vec<f64>>,
}

impl Measured {
    /// From samples in nanoseconds, grouped by round. Times of 10 ns and more are rounded to tenths, and shorter ones
    /// to four decimals. No time becomes zero, even if the clock did not advance.
    pub fn of(rounds: Vec<Vec<f64>>) -> Self {
        let rounded = |ns: f64| {
            let parts = if ns < 10.0 { 1e4 } else { 10.0 };
            ((parts * ns).round() / parts).max(1e-4)
        };
        let rounds_ns: Vec<Vec<f64>> = rounds
            .into_iter()
            .map(|round| round.into_iter().map(rounded).collect())
            .collect();
        let samples = rounds_ns.concat();
        Self {
            // Without samples there is no time.
            median_ns: (median(&samples).round() as u64).max(u64::from(!samples.is_empty())),
            min_ns: samples.iter().copied().reduce(f64::min).unwrap_or(0.0).round() as u64,
            mad_ns: mad(&samples).round() as u64,
            samples: samples.len(),
            rounds_ns,
        }
    }

    /// The median of each round that has samples.
    pub fn rounds(&self) -> Vec<f64> {
        self.medians().flatten().collect()
    }

    /// The median of each round, or `None` if it has no samples.
    pub(crate) fn medians(&self) -> impl Iterator<Item = Option<f64>> {
        let rounds = self.rounds_ns.iter();
        rounds.map(|round| (!round.is_empty()).then(|| median(round)))
    }

    /// How much the rounds differ: the median distance of their medians from the median of the medians, relative to it.
    /// `None` for fewer than three rounds.
    pub fn spread(&self) -> Option<f64> {
        let rounds = self.rounds();
        (rounds.len() >= 3).then(|| mad(&rounds) / median(&rounds).max(f64::MIN_POSITIVE))
    }
}

/// Collects the samples of the columns of a row.
#[derive(Clone, Debug)]
pub struct Sampler {
    plan: Plan,
    round: usize,
    columns: Vec<Samples>,
}

#[derive(Clone, Debug, Default)]
struct Samples {
    /// The approximate time of a run.
    run_ns: f64,
    rounds: Vec<Vec<f64>>,
}

impl Sampler {
    /// A sampler for this number of columns, without samples yet.
    pub fn new(columns: usize, plan: Plan) -> Self {
        Self {
            plan,
            round: 0,
            columns: vec![Samples::default(); columns],
        }
    }

    /// Takes the samples of a round. A column is a function that runs an operation the given number of times and
    /// returns the time of all runs. [`timed`] makes one from an operation of this program. Every round must have the
    /// same columns in the same order.
    ///
    /// # Errors
    /// The first error of a column.
    pub fn round<E>(&mut self, columns: &mut [impl FnMut(u32) -> Result<Duration, E>]) -> Result<(), E> {
        let mut visited = Vec::new();
        for (i, (column, samples)) in columns.iter_mut().zip(&mut self.columns).enumerate() {
            if !self.plan.visits(samples.run_ns, self.round) {
                continue;
            }
            // Warm-up runs. In the first round they determine the time of a run; in later ones they load code and data
            // into the caches.
            if self.round == 0 {
                samples.run_ns = estimate(column, self.plan.sample)?;
            } else if samples.run_ns < self.plan.long.as_nanos() as f64 {
                column(1)?;
            }
            samples.rounds.push(Vec::new());
            visited.push(i);
        }
        for turn in 0..self.plan.samples {
            for place in 0..visited.len() {
                // Each turn starts with another column, so that none always follows the same one.
                let i = visited[(self.round + turn + place) % visited.len()];
                let samples = &mut self.columns[i];
                if turn > 0 && samples.run_ns > self.plan.long.as_nanos() as f64 {
                    continue;
                }
                let runs = (self.plan.sample.as_nanos() as f64 / samples.run_ns).clamp(1.0, 1e7) as u32;
                let ns = nanoseconds(&mut columns[i], runs)?;
                if let Some(round) = samples.rounds.last_mut() {
                    round.push(ns);
                }
            }
        }
        self.round += 1;
        Ok(())
    }

    /// The measured times of the columns.
    pub fn finish(self) -> Vec<Measured> {
        self.columns
            .into_iter()
            .map(|samples| Measured::of(samples.rounds))
            .collect()
    }
}

/// Measures all columns of a row, with all rounds in succession. A [`Sampler`] allows other rows between the rounds.
///
/// # Errors
/// The first error of a column.
pub fn measure<E>(columns: &mut [impl FnMut(u32) -> Result<Duration, E>], plan: Plan) -> Result<Vec<Measured>, E> {
    let mut sampler = Sampler::new(columns.len(), plan);
    for _ in 0..plan.rounds {
        sampler.round(columns)?;
    }
    Ok(sampler.finish())
}

/// A column for [`measure`] that calls `run` the given number of times, timed by the clock of this program.
#[inline]
pub fn timed<E>(mut run: impl FnMut() -> Result<(), E>) -> impl FnMut(u32) -> Result<Duration, E> {
    move |runs| {
        let start = Instant::now();
        for _ in 0..runs {
            run()?;
        }
        Ok(start.elapsed())
    }
}

/// The approximate time of a run in nanoseconds, from enough runs to take at least `least` together.
fn estimate<E>(column: &mut impl FnMut(u32) -> Result<Duration, E>, least: Duration) -> Result<f64, E> {
    let mut runs = 1;
    loop {
        let ns = nanoseconds(column, runs)?.max(1.0);
        if ns * f64::from(runs) >= least.as_nanos() as f64 || runs >= 1 << 20 {
            return Ok(ns);
        }
        runs *= 2;
    }
}

/// The nanoseconds per run.
fn nanoseconds<E>(column: &mut impl FnMut(u32) -> Result<Duration, E>, runs: u32) -> Result<f64, E> {
    Ok(column(runs)?.as_nanos() as f64 / f64::from(runs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics() {
        let measured = Measured::of(vec![vec![5.0, 1.04, 3.0], vec![], vec![100.0, 2.0]]);
        let Measured {
            median_ns,
            min_ns,
            mad_ns,
            samples,
            ref rounds_ns,
        } = measured;
        assert_eq!((median_ns, min_ns, mad_ns, samples), (3, 1, 2, 5));
        assert_eq!(rounds_ns[0], [5.0, 1.04, 3.0]);
        assert_eq!(measured.rounds(), [3.0, 51.0]);
        assert_eq!(measured.spread(), None);
        let spread = Measured::of(vec![vec![100.0], vec![110.0], vec![90.0]]).spread();
        assert_eq!(spread, Some(0.1));
        assert_eq!(Measured::of(Vec::new()).median_ns, 0);
    }

    #[test]
    fn columns_take_turns() {
        let turns = std::cell::RefCell::new(Vec::new());
        let mut columns = [0, 1].map(|i| {
            let turns = &turns;
            move |runs| {
                turns.borrow_mut().push(i);
                Ok::<_, ()>(Duration::from_millis(5) * runs)
            }
        });
        let plan = Plan {
            rounds: 2,
            samples: 2,
            ..Plan::QUICK
        };
        let measured = measure(&mut columns, plan).expect("no column fails");
        // Warm-up runs, then samples, which start with another column in each turn and each round.
        assert_eq!(*turns.borrow(), [0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1]);
        for column in measured {
            assert_eq!((column.median_ns, column.mad_ns, column.samples), (5_000_000, 0, 4));
            assert_eq!(column.rounds_ns.len(), 2);
        }
    }

    #[test]
    fn slow_columns_have_fewer_samples() {
        let mut columns = [1, 30, 1000].map(|ms| move |runs| Ok::<_, ()>(Duration::from_millis(ms) * runs));
        let measured = measure(&mut columns, Plan::QUICK).expect("no column fails");
        let counts: Vec<_> = measured
            .iter()
            .map(|column| (column.rounds_ns.len(), column.samples))
            .collect();
        assert_eq!(counts, [(5, 15), (5, 5), (3, 3)]);
    }

    #[test]
    fn an_error_ends_the_row() {
        let mut columns = [timed(|| Err::<(), _>("why"))];
        assert_eq!(measure(&mut columns, Plan::FULL), Err("why"));
    }
}
