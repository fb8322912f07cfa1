//! Whether a change is significant.

use super::Options;
use serde::Serialize;
use std::fmt::{Display, Formatter};

/// The change of a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The time in the head divided by that in the base.
    pub ratio: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
    /// The number of rounds of samples, on the side that has fewer.
    pub rounds: usize,
    /// How probable such different rounds are if the true ratio is closer to one than the least change that counts.
    pub probability: f64,
    /// The same, adjusted for the number of cells.
    pub adjusted: f64,
}

/// The verdict on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Faster, by more than the least change that counts.
    Better,
    /// Slower, by more than the least change that counts.
    Worse,
    /// No change that counts. One would have been seen, as far as noise allows.
    WithinNoise,
    /// No conclusion is possible.
    Undecided(Undecided),
    /// The base does not have the cell.
    Appeared,
    /// The head does not have the cell.
    Vanished,
}

/// Why no conclusion is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Undecided {
    /// A report does not contain its samples.
    NoSamples,
    /// There are too few rounds of samples.
    TooFew {
        /// The number of rounds.
        rounds: usize,
    },
    /// The interval is so wide that it allows a large change.
    Noisy,
}

impl Change {
    /// The verdict on the change. It depends on the adjusted probability and on the interval. The interval comes from
    /// the rounds alone and may be wider than Student's distribution gives.
    pub fn verdict(&self, options: Options) -> Verdict {
        let is_apart = self.high < 1.0 || self.low > 1.0;
        if is_apart && self.adjusted <= options.level {
            if self.ratio < 1.0 {
                Verdict::Better
            } else {
                Verdict::Worse
            }
        } else if self.low > 1.0 / options.large() && self.high < options.large() {
            Verdict::WithinNoise
        } else {
            Verdict::Undecided(Undecided::Noisy)
        }
    }
}

impl Verdict {
    /// Its name in lists and colours.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::WithinNoise => "within noise",
            Self::Undecided(_) => "undecided",
            Self::Appeared => "new",
            Self::Vanished => "gone",
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Undecided(Undecided::NoSamples) => f.write_str("undecided: no samples"),
            Self::Undecided(Undecided::TooFew { rounds: 1 }) => f.write_str("undecided: 1 round"),
            Self::Undecided(Undecided::TooFew { rounds }) => write!(f, "undecided: {rounds} rounds"),
            Self::Undecided(Undecided::Noisy) => f.write_str("undecided: noisy"),
            verdict => f.write_str(verdict.name()),
        }
    }
}

/// A ratio of times for readers: in per cent if it is close to one, else as a factor faster or slower.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        ..0.5 => format!("{:.2}x faster", 1.0 / ratio),
        2.0.. => format!("{ratio:.2}x slower"),
        _ => percent(ratio),
    }
}

/// A ratio of times in per cent.
fn percent(ratio: f64) -> String {
    let percent = 100.0 * (ratio - 1.0);
    // Zero has no minus sign.
    format!("{:+.1} %", if percent.abs() < 0.05 { 0.0 } else { percent })
}

/// An interval of ratios.
pub fn interval(change: &Change) -> String {
    let Change { low, high, ratio, .. } = change;
    match ratio {
        ..0.5 => format!("{:.2}x to {:.2}x", 1.0 / high, 1.0 / low),
        2.0.. => format!("{low:.2}x to {high:.2}x"),
        _ => format!("{} to {}", percent(*low), percent(*high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(
            [0.9999, 1.102, 0.2, 3.0].map(ratio),
            ["+0.0 %", "+10.2 %", "5.00x faster", "3.00x slower"]
        );
        let change = Change {
            ratio: 0.2,
            low: 0.1,
            high: 0.25,
            rounds: 9,
            probability: 0.0,
            adjusted: 0.0,
        };
        assert_eq!(interval(&change), "4.00x to 10.00x");
        let options = Options::default();
        assert_eq!(change.verdict(options), Verdict::Better);
        let unsure = Change {
            adjusted: 0.2,
            ..change
        };
        assert_eq!(unsure.verdict(options), Verdict::Undecided(Undecided::Noisy));
        let wide = Change { high: 1.01, ..change };
        assert_eq!(wide.verdict(options), Verdict::Undecided(Undecided::Noisy));
        let near = Change {
            ratio: 1.01,
            low: 0.98,
            high: 1.04,
            ..unsure
        };
        assert_eq!(near.verdict(options), Verdict::WithinNoise);
        // Significant, but less than the least change that counts.
        let sure = Change {
            ratio: 1.3,
            low: 1.29,
            high: 1.31,
            adjusted: 1.0,
            ..near
        };
        let least = |least| Options { least, ..options };
        assert_eq!(sure.verdict(least(1.5)), Verdict::WithinNoise);
        assert_eq!(sure.verdict(options), Verdict::Undecided(Undecided::Noisy));
        assert_eq!(interval(&near), "-2.0 % to +4.0 %");
        assert_eq!(
            Verdict::Undecided(Undecided::TooFew { rounds: 3 }).to_string(),
            "undecided: 3 rounds"
        );
    }
}
