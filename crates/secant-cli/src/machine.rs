//! The machine that runs the program, and the back end that it runs.

use crate::error::Error;
use secant_field::backend::{Backend, chosen};
use serde::Serialize;
use std::process::Command;
use std::{env, fs, thread};

/// What a report says about its machine.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Cores that the program may use.
    pub cores: usize,
    /// The back end of secant.
    pub backend: &'static str,
    /// Those of the features that back ends are for which the processor has.
    pub features: Vec<&'static str>,
}

impl Machine {
    /// This machine, with the back end of [`backend`].
    pub fn this(backend: Backend) -> Self {
        Self {
            cpu: cpu_name().unwrap_or_else(|| format!("unknown {}", env::consts::ARCH)),
            cores: thread::available_parallelism().map_or(1, usize::from),
            backend: backend.name(),
            features: features()
                .into_iter()
                .filter_map(|(name, present)| present.then_some(name))
                .collect(),
        }
    }
}

/// The back end that runs; one that the environment forces but that cannot run is an error.
pub fn backend() -> Result<Backend, Error> {
    chosen().map_err(|e| Error::Unusable(e.to_string()))
}

/// Why [`backend`] is what it is.
pub fn backend_reason(backend: Backend) -> &'static str {
    let forced = env::var("SECANT_BACKEND").is_ok_and(|name| !name.is_empty());
    match backend {
        _ if forced => "SECANT_BACKEND asks for it",
        Backend::Portable | Backend::Lanes => "the processor lacks what the other back ends need",
        Backend::Adx => "the processor has BMI2 and ADX, but not AVX-512 with IFMA",
        Backend::Ifma => "the processor has AVX-512 with IFMA: the fastest",
    }
}

/// The features of the processor that back ends are for, and whether it has them.
pub fn features() -> Vec<(&'static str, bool)> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as detected;
        vec![
            ("bmi2", detected!("bmi2")),
            ("adx", detected!("adx")),
            ("avx2", detected!("avx2")),
            ("avx512f", detected!("avx512f")),
            ("avx512ifma", detected!("avx512ifma")),
        ]
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

fn cpu_name() -> Option<String> {
    if let Ok(text) = fs::read_to_string("/proc/cpuinfo") {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        return Some(line.split_once(':')?.1.trim().to_owned());
    }
    let output = Command::new("sysctl")
        .args(["-n", "machdep.cpu.brand_string"])
        .output()
        .ok()?;
    let name = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}
