//! Robust statistics of few samples with some outliers.
//!
//! A centre is a trimmed mean, without the fifth of the values at either end. Its error comes from the winsorised
//! variance (Yuen 1974; Wilcox, Introduction to Robust Estimation and Hypothesis Testing, chapters 4 and 5). So a burst
//! of other work on the machine moves neither.

use rand::Rng;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The share of the values at either end that a centre leaves out.
const TRIM: f64 = 0.2;
/// The number of resamples of a bootstrap.
const RESAMPLES: usize = 1000;
/// The probability that an interval contains the true value.
const CONFIDENCE: f64 = 0.95;

/// The median. Zero for no values.
pub fn median(values: &[f64]) -> f64 {
    quantile(&sorted(values), 0.5)
}

/// The median distance from the median. Zero for no values.
pub fn mad(values: &[f64]) -> f64 {
    let middle = median(values);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&distances)
}

/// The values in ascending order.
pub fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// A quantile of sorted values, interpolated between neighbours. Zero for no values.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0.0;
    };
    let at = q * last as f64;
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * at.fract()
}

/// A trimmed mean and its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Centre {
    /// The trimmed mean.
    pub mean: f64,
    /// The square of its standard error.
    pub error2: f64,
    /// The degrees of freedom of the error.
    pub freedom: f64,
}

impl Centre {
    /// The centre of at least two values, or `None` for fewer.
    pub fn of(values: &[f64]) -> Option<Self> {
        Self::of_sorted(&sorted(values))
    }

    fn of_sorted(sorted: &[f64]) -> Option<Self> {
        let n = sorted.len();
        let trimmed = (TRIM * n as f64) as usize;
        let left = n - 2 * trimmed;
        if left < 2 {
            return None;
        }
        let kept = &sorted[trimmed..n - trimmed];
        let mean = kept.iter().sum::<f64>() / left as f64;
        // Values that the mean leaves out count as the nearest value that it keeps.
        let (low, high) = (kept[0], kept[left - 1]);
        let ends = trimmed as f64;
        let winsorised = (kept.iter().sum::<f64>() + ends * (low + high)) / n as f64;
        let square = |value: f64| (value - winsorised) * (value - winsorised);
        let squares = kept.iter().copied().map(square).sum::<f64>() + ends * (square(low) + square(high));
        Some(Self {
            mean,
            error2: squares / (left * (left - 1)) as f64,
            freedom: (left - 1) as f64,
        })
    }

    /// The centre of the differences between the values of two independent samples.
    fn minus(self, other: Self) -> Self {
        let error2 = self.error2 + other.error2;
        // Welch's degrees of freedom.
        let denominator = self.error2 * self.error2 / self.freedom + other.error2 * other.error2 / other.freedom;
        Self {
            mean: self.mean - other.mean,
            error2,
            freedom: if denominator > 0.0 {
                error2 * error2 / denominator
            } else {
                self.freedom + other.freedom
            },
        }
    }
}

/// The difference between two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Its centre.
    pub centre: Centre,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

impl Difference {
    /// For values that form pairs, `heads - bases`. `None` for fewer than two pairs.
    pub fn paired(bases: &[f64], heads: &[f64], rng: &mut impl Rng) -> Option<Self> {
        let differences: Vec<f64> = bases.iter().zip(heads).map(|(base, head)| head - base).collect();
        let centre = Centre::of(&differences)?;
        Some(Self::bootstrap(centre, || {
            let resampled = resample(&differences, rng);
            Centre::of_sorted(&resampled)
        }))
    }

    /// For independent values, `heads - bases`. `None` if a side has fewer than two. `apart` is the standard deviation
    /// of the difference between two sides of the same program, which the values of one side do not show.
    pub fn unpaired(bases: &[f64], heads: &[f64], apart: f64, rng: &mut impl Rng) -> Option<Self> {
        let between = |head: Centre, base: Centre| {
            let mut difference = head.minus(base);
            let seen = difference.error2;
            difference.error2 += apart * apart;
            // The part that is known beforehand adds no uncertainty about the error, so the degrees of freedom rise.
            if seen > 0.0 {
                difference.freedom *= (difference.error2 / seen).powi(2).min(1e6);
            }
            difference
        };
        let centre = between(Centre::of(heads)?, Centre::of(bases)?);
        let normal = Normal::standard();
        Some(Self::bootstrap(centre, || {
            let head = Centre::of_sorted(&resample(heads, rng))?;
            let mut resampled = between(head, Centre::of_sorted(&resample(bases, rng))?);
            resampled.mean += apart * normal.inverse_cdf(rng.gen_range(f64::EPSILON..1.0));
            Some(resampled)
        }))
    }

    /// The interval of a bootstrap with studentised resamples: their distances from the centre are in units of their
    /// own errors.
    fn bootstrap(centre: Centre, mut resampled: impl FnMut() -> Option<Centre>) -> Self {
        let error = centre.error2.sqrt();
        let distances: Vec<f64> = (0..RESAMPLES)
            .filter_map(|_| resampled())
            .filter(|resampled| resampled.error2 > 0.0)
            .map(|resampled| (resampled.mean - centre.mean) / resampled.error2.sqrt())
            .collect();
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let [below, above] = if 2 * distances.len() >= RESAMPLES {
            let distances = sorted(&distances);
            [quantile(&distances, 1.0 - tail), -quantile(&distances, tail)]
        } else {
            // There are too few different values to resample.
            student(centre.freedom).map_or([0.0; 2], |t| [t.inverse_cdf(1.0 - tail); 2])
        };
        Self {
            centre,
            low: centre.mean - below * error,
            high: centre.mean + above * error,
        }
    }

    /// How probable a difference this large would be if the true difference were at most `margin` either way.
    pub fn probability_within(&self, margin: f64) -> f64 {
        let Centre { mean, error2, freedom } = self.centre;
        let size = mean.abs();
        let Some(t) = student(freedom).filter(|_| error2 > 0.0) else {
            return if size > margin { 0.0 } else { 1.0 };
        };
        let error = error2.sqrt();
        (t.sf((size - margin) / error) + t.sf((size + margin) / error)).min(1.0)
    }
}

fn student(freedom: f64) -> Option<StudentsT> {
    StudentsT::new(0.0, 1.0, freedom).ok()
}

/// Draws as many values with replacement, and sorts them.
fn resample(values: &[f64], rng: &mut impl Rng) -> Vec<f64> {
    let mut resampled: Vec<f64> = (0..values.len())
        .map(|_| values[rng.gen_range(0..values.len())])
        .collect();
    resampled.sort_by(f64::total_cmp);
    resampled
}

/// Adjusts the probabilities of many tests so that at most this share of those below a level is false (Benjamini and
/// Hochberg 1995).
pub fn adjusted(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&i, &j| probabilities[j].total_cmp(&probabilities[i]));
    let n = probabilities.len();
    let mut adjusted = vec![1.0; n];
    let mut least = 1.0f64;
    for (position, &i) in order.iter().enumerate() {
        least = least.min(probabilities[i] * n as f64 / (n - position) as f64);
        adjusted[i] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::StdRng};

    #[test]
    fn middles() {
        assert_eq!(
            [median(&[]), median(&[1.0, 2.0]), median(&[3.0, 1.0, 2.0])],
            [0.0, 1.5, 2.0]
        );
        assert_eq!(mad(&[5.0, 1.0, 3.0, 100.0, 2.0]), 2.0);
        assert_eq!(quantile(&[0.0, 10.0], 0.25), 2.5);
    }

    /// Ten values, two trimmed at either end, computed by hand.
    #[test]
    fn centres() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 1000.0];
        let centre = Centre::of(&values).expect("a centre");
        assert_eq!(centre.mean, 5.5);
        // Winsorised: 3 3 3 4 5 6 7 8 8 8, with mean 5.5 and sum of squares 42.5.
        assert!((centre.error2 - 42.5 / 30.0).abs() < 1e-12);
        assert_eq!(centre.freedom, 5.0);
        assert_eq!(Centre::of(&[1.0]), None);
    }

    #[test]
    fn adjustment() {
        // The example of R's p.adjust(c(0.01, 0.02, 0.03, 0.5), "BH").
        let values = adjusted(&[0.03, 0.01, 0.5, 0.02]);
        for (value, expected) in values.iter().zip([0.04, 0.04, 0.5, 0.04]) {
            assert!((value - expected).abs() < 1e-12);
        }
        assert_eq!(adjusted(&[]), Vec::<f64>::new());
    }

    /// A normal variable, by the Box-Muller method.
    fn normal(rng: &mut StdRng) -> f64 {
        let (u, v): (f64, f64) = (rng.gen_range(f64::EPSILON..1.0), rng.r#gen());
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }

    #[test]
    fn intervals_hold_what_they_should() {
        let mut rng = StdRng::seed_from_u64(1);
        let (mut held, mut within, trials) = (0, 0, 400);
        for _ in 0..trials {
            let bases: Vec<f64> = (0..10).map(|_| 0.02 * normal(&mut rng)).collect();
            let heads: Vec<f64> = (0..10).map(|_| 0.05 + 0.02 * normal(&mut rng)).collect();
            let difference = Difference::unpaired(&bases, &heads, 0.0, &mut rng).expect("a difference");
            held += usize::from(difference.low <= 0.05 && 0.05 <= difference.high);
            within += usize::from(difference.probability_within(0.05) < 0.05);
        }
        assert!((365..=399).contains(&held), "{held} of {trials}");
        assert!(within <= 32, "{within} of {trials}");
    }

    #[test]
    fn runs_apart() {
        let mut rng = StdRng::seed_from_u64(4);
        let bases: Vec<f64> = (0..10).map(|_| 0.001 * normal(&mut rng)).collect();
        let heads: Vec<f64> = bases.iter().map(|base| base + 0.05).collect();
        let known = Difference::unpaired(&bases, &heads, 0.0, &mut rng).expect("a difference");
        let apart = Difference::unpaired(&bases, &heads, 0.02, &mut rng).expect("a difference");
        assert!(known.high - known.low < 0.01, "{known:?}");
        // About 1.96 standard deviations either way.
        assert!((0.06..0.10).contains(&(apart.high - apart.low)), "{apart:?}");
        assert!(known.probability_within(0.03) < 1e-6 && apart.probability_within(0.03) > 0.1);
    }

    #[test]
    fn bursts_do_not_hide_a_change() {
        let mut rng = StdRng::seed_from_u64(2);
        let bases: Vec<f64> = (0..20).map(|_| 0.01 * normal(&mut rng)).collect();
        let mut heads: Vec<f64> = bases.iter().map(|base| base + 0.1 + 0.01 * normal(&mut rng)).collect();
        heads[3] += 2.0;
        heads[11] += 1.0;
        let difference = Difference::paired(&bases, &heads, &mut rng).expect("a difference");
        assert!(difference.probability_within(0.03) < 1e-6, "{difference:?}");
        assert!(0.08 < difference.low && difference.high < 0.13, "{difference:?}");
        // The same values on both sides.
        let same = Difference::paired(&bases, &bases, &mut rng).expect("a difference");
        assert_eq!((same.low, same.high, same.probability_within(0.03)), (0.0, 0.0, 1.0));
    }
}
