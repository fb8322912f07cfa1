//! The machine that a report was measured on.

use serde::{Deserialize, Serialize};
use std::process::Command;
use std::{env, fs, thread};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The facts of the machine in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the processor.
    pub cpu: String,
    /// The number of cores that the program may use.
    pub cores: usize,
    /// The back end that secant ran.
    pub backend: String,
    /// The names in [`features`] that the processor has.
    pub features: Vec<String>,
    /// The operating system and its version. Older reports have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub os: Option<String>,
    /// Its memory in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<u64>,
}

impl Machine {
    /// Describes this machine, with secant on the back end of this name.
    pub fn this(backend: &str) -> Self {
        let present = features().into_iter().filter(|(_, present)| *present);
        Self {
            cpu: cpu_name().unwrap_or_else(|| format!("unknown {}", env::consts::ARCH)),
            cores: thread::available_parallelism().map_or(1, usize::from),
            backend: backend.to_owned(),
            features: present.map(|(name, _)| name.to_owned()).collect(),
            os: os(),
            memory_mib: memory_mib(),
        }
    }
}

/// The processor features that secant's back ends use, and whether this processor has them.
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

fn os() -> Option<String> {
    let name = System::name().ok()?;
    Some(match System::kernel_version() {
        Ok(version) => format!("{name}, kernel {version}"),
        Err(_) => name,
    })
}

fn memory_mib() -> Option<u64> {
    let kind = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let mib = System::new_with_specifics(kind).ok()?.total_memory() >> 20;
    (mib > 0).then_some(mib)
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
