//! The state of the machine during a measurement.

use serde::{Deserialize, Serialize};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The conditions of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// When measuring began, in seconds since 1970.
    pub started: u64,
    /// How long it took.
    pub seconds: f64,
    /// The mean number of processes that wanted to run in the minute before measuring began, if the system reports it.
    pub load_before: Option<f64>,
    /// The same for the last minute of measuring, including the measurement itself.
    pub load_after: Option<f64>,
    /// The mean frequency of the processors before, in MHz, if the system reports it.
    pub mhz_before: Option<u64>,
    /// The same at the end.
    pub mhz_after: Option<u64>,
}

impl Conditions {
    /// Whether other processes wanted at least half a processor when measuring began.
    pub fn is_busy(&self) -> bool {
        self.load_before.is_some_and(|load| load > 0.5)
    }

    /// The conditions in words.
    pub fn describe(&self) -> String {
        let both = |before: Option<String>, after: Option<String>, unit| match (before, after) {
            (Some(before), Some(after)) => format!("{before} to {after}{unit}"),
            (Some(one), None) | (None, Some(one)) => format!("{one}{unit}"),
            (None, None) => "unknown".to_owned(),
        };
        let load = |load: Option<f64>| load.map(|load| format!("{load:.2}"));
        let mhz = |mhz: Option<u64>| mhz.map(|mhz| mhz.to_string());
        format!(
            "measured for {:.0} s; load {}; processors at {}",
            self.seconds,
            both(load(self.load_before), load(self.load_after), ""),
            both(mhz(self.mhz_before), mhz(self.mhz_after), " MHz")
        )
    }
}

/// Records the conditions from its creation on.
#[derive(Debug)]
pub struct Watch {
    since: Instant,
    begun: Conditions,
}

impl Watch {
    /// Starts recording when measuring begins.
    pub fn start() -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            since: Instant::now(),
            begun: Conditions {
                started: started.map_or(0, |since| since.as_secs()),
                seconds: 0.0,
                load_before: load(),
                load_after: None,
                mhz_before: mhz(),
                mhz_after: None,
            },
        }
    }

    /// The conditions from the start until now.
    pub fn stop(&self) -> Conditions {
        Conditions {
            seconds: (1e3 * self.since.elapsed().as_secs_f64()).round() / 1e3,
            load_after: load(),
            mhz_after: mhz(),
            ..self.begun
        }
    }
}

fn load() -> Option<f64> {
    System::load_average().ok().map(|load| load.one)
}

fn mhz() -> Option<u64> {
    let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing().with_frequency());
    let system = System::new_with_specifics(kind).ok()?;
    let frequencies: Vec<u64> = system.cpus().iter().map(sysinfo::Cpu::frequency).collect();
    let sum: u64 = frequencies.iter().sum();
    (sum > 0).then(|| sum / frequencies.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let conditions = Conditions {
            started: 1_700_000_000,
            seconds: 12.4,
            load_before: Some(0.125),
            load_after: Some(1.5),
            mhz_before: None,
            mhz_after: Some(3400),
        };
        assert_eq!(
            conditions.describe(),
            "measured for 12 s; load 0.12 to 1.50; processors at 3400 MHz"
        );
        assert!(!conditions.is_busy());
        let now = Watch::start().stop();
        assert!(now.started > 1_700_000_000 && now.seconds < 60.0, "{now:?}");
    }
}
