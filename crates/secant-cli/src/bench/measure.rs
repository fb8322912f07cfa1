//! Sampling: all columns of a row in turns, so that what disturbs the machine disturbs them alike.

use super::column::{Column, Runner};
use crate::error::Error;
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
    pub const QUICK: Self = Self {
        rounds: 7,
        slow_rounds: 3,
        budget: Duration::from_millis(75),
    };
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

/// Measures all columns of a row.
pub fn measure(runners: &mut [(Column, Runner<'_>)], plan: Plan) -> Result<Vec<Measured>, Error> {
    let mut estimates = Vec::new();
    for (_, runner) in runners.iter_mut() {
        estimates.push(estimate(runner, plan.budget / 20)?);
    }
    let slow = estimates.iter().any(|ns| *ns > plan.budget.as_nanos() as f64);
    let rounds = if slow { plan.slow_rounds } else { plan.rounds };
    let sample = plan.budget.as_nanos() as f64 / rounds as f64;
    let runs: Vec<u32> = estimates
        .iter()
        .map(|ns| (sample / ns).clamp(1.0, 1e7) as u32)
        .collect();

    let mut samples = vec![Vec::with_capacity(rounds); runners.len()];
    for round in 0..rounds {
        for turn in 0..runners.len() {
            // Each round starts with another column, so that none always follows the same one.
            let i = (round + turn) % runners.len();
            samples[i].push(time(&mut runners[i].1, runs[i])?);
        }
    }
    Ok(samples.iter().map(|samples| Measured::of(samples)).collect())
}

/// About how many nanoseconds a run takes, after as many runs as take at least `least` together.
fn estimate(runner: &mut Runner<'_>, least: Duration) -> Result<f64, Error> {
    let mut runs = 1;
    loop {
        let ns = time(runner, runs)?.max(1.0);
        if ns * f64::from(runs) >= least.as_nanos() as f64 || runs >= 1 << 20 {
            return Ok(ns);
        }
        runs *= 2;
    }
}

/// Nanoseconds a run.
fn time(runner: &mut Runner<'_>, runs: u32) -> Result<f64, Error> {
    let start = Instant::now();
    for _ in 0..runs {
        runner.run()?;
    }
    Ok(start.elapsed().as_nanos() as f64 / f64::from(runs))
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
            Measured::of(&[5.0, 1.0, 3.0, 100.0, 2.0].map(|x: f64| x)),
            Measured { mad_ns: 2, ..expected }
        );
        assert_eq!(Measured::of(&[3.0, 1.0, 4.0, 3.0, 2.0]), expected);
        assert_eq!(median(&[1.0, 2.0]), 1.5);
    }
}
