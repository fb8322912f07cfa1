//! Sampling: all columns of a row in turns, so that what disturbs the machine disturbs them alike.

use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Samples of a column.
    rounds: usize,
    /// Samples of each column if one of them takes longer than the budget.
    slow_rounds: usize,
    /// The time that a column's samples take together, if one run takes less than its part.
    budget: Duration,
}

impl Plan {
    /// For a look.
    pub const QUICK: Self = Self {
        rounds: 7,
        slow_rounds: 3,
        budget: Duration::from_millis(75),
    };
    /// For numbers to keep.
    pub const FULL: Self = Self {
        rounds: 25,
        slow_rounds: 7,
        budget: Duration::from_millis(750),
    };
}

/// What a column of a row took, in nanoseconds a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The median of the samples.
    pub median_ns: u64,
    /// The least of the samples.
    pub min_ns: u64,
    /// The median distance of the samples from their median.
    pub mad_ns: u64,
    /// How many samples there are; each is the mean of one or more runs.
    pub samples: usize,
}

impl Measured {
    fn of(samples: &[f64]) -> Self {
        let middle = median(samples);
        let distances: Vec<f64> = samples.iter().map(|sample| (sample - middle).abs()).collect();
        Self {
            median_ns: middle.round() as u64,
            min_ns: samples.iter().copied().fold(f64::MAX, f64::min).round() as u64,
            mad_ns: median(&distances).round() as u64,
            samples: samples.len(),
        }
    }
}

/// The median; zero of nothing.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    match n {
        0 => 0.0,
        _ if n.is_multiple_of(2) => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
        _ => sorted[n / 2],
    }
}

/// Measures all columns of a row. A column is a function that runs an operation a number of times and says how long
/// all runs took; [`timed`] makes one of an operation of this program.
///
/// # Errors
/// The first error of a column.
pub fn measure<E>(columns: &mut [impl FnMut(u32) -> Result<Duration, E>], plan: Plan) -> Result<Vec<Measured>, E> {
    let mut estimates = Vec::new();
    for column in columns.iter_mut() {
        estimates.push(estimate(column, plan.budget / 20)?);
    }
    let slow = estimates.iter().any(|ns| *ns > plan.budget.as_nanos() as f64);
    let rounds = if slow { plan.slow_rounds } else { plan.rounds };
    let sample = plan.budget.as_nanos() as f64 / rounds as f64;
    let runs: Vec<u32> = estimates
        .iter()
        .map(|ns| (sample / ns).clamp(1.0, 1e7) as u32)
        .collect();

    let mut samples = vec![Vec::with_capacity(rounds); columns.len()];
    for round in 0..rounds {
        for turn in 0..columns.len() {
            // Each round starts with another column, so that none always follows the same one.
            let i = (round + turn) % columns.len();
            samples[i].push(nanoseconds(&mut columns[i], runs[i])?);
        }
    }
    Ok(samples.iter().map(|samples| Measured::of(samples)).collect())
}

/// A column for [`measure`]: runs `run` as often as it is told, by the clock of this program.
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

/// About how many nanoseconds a run takes, after as many runs as take at least `least` together.
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

/// Nanoseconds a run.
fn nanoseconds<E>(column: &mut impl FnMut(u32) -> Result<Duration, E>, runs: u32) -> Result<f64, E> {
    Ok(column(runs)?.as_nanos() as f64 / f64::from(runs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics() {
        let expected = Measured {
            median_ns: 3,
            min_ns: 1,
            mad_ns: 1,
            samples: 5,
        };
        assert_eq!(
            Measured::of(&[5.0, 1.0, 3.0, 100.0, 2.0]),
            Measured { mad_ns: 2, ..expected }
        );
        assert_eq!(Measured::of(&[3.0, 1.0, 4.0, 3.0, 2.0]), expected);
        assert_eq!(median(&[1.0, 2.0]), 1.5);
    }

    #[test]
    fn columns_take_turns() {
        let turns = std::cell::RefCell::new(Vec::new());
        // A second a run: over the budget, so every sample is one run.
        let mut columns = [0, 1].map(|i| {
            let turns = &turns;
            move |runs| {
                turns.borrow_mut().push(i);
                Ok::<_, ()>(Duration::from_secs(1) * runs)
            }
        });
        let measured = measure(&mut columns, Plan::QUICK).expect("no column fails");
        assert_eq!(*turns.borrow(), [0, 1, 0, 1, 1, 0, 0, 1]);
        for column in measured {
            assert_eq!((column.median_ns, column.mad_ns, column.samples), (1_000_000_000, 0, 3));
        }
    }

    #[test]
    fn an_error_ends_the_row() {
        let mut columns = [timed(|| Err::<(), _>("why"))];
        assert_eq!(measure(&mut columns, Plan::FULL), Err("why"));
    }
}
