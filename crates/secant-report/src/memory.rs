//! How much more memory a program may take.

use std::fs;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The bytes of memory that this process may still take, as far as the system reports: the least of what the machine
/// has left, what the process's control group has left, and what the limit on its address space (`ulimit -v`) leaves.
/// `None` if the system reports nothing.
pub fn available_memory() -> Option<u64> {
    let kind = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(kind).ok();
    let machine = system.as_ref().map(System::available_memory).filter(|bytes| *bytes > 0);
    let group = system.as_ref().and_then(System::cgroup_limits);
    // The group's page cache can be reclaimed.
    let group = group.map(|limits| limits.total_memory.saturating_sub(limits.rss));
    [machine, group, address_space()].into_iter().flatten().min()
}

/// What the limit on the address space leaves, if there is a limit. Only on Linux.
fn address_space() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let used = fs::read_to_string("/proc/self/status").ok()?;
    Some(limit(&limits)?.saturating_sub(taken(&used)?))
}

/// The soft limit in bytes, from a text of the form of `/proc/self/limits`, or `None` if there is none.
fn limit(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The size of the address space in bytes, from a text of the form of `/proc/self/status`.
fn taken(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    kib.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits() {
        let limits = |soft| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max resident set          unlimited            unlimited            bytes     \n\
                 Max address space         {soft:<20} unlimited            bytes     \n"
            )
        };
        assert_eq!(limit(&limits("3221225472")), Some(3 << 30));
        assert_eq!(limit(&limits("unlimited")), None);
        assert_eq!(limit(""), None);
        assert_eq!(taken("VmPeak:\t  200 kB\nVmSize:\t  100 kB\n"), Some(102_400));
        assert_eq!(taken("VmPeak:\t  200 kB\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_machine() {
        let bytes = available_memory().expect("Linux says it");
        assert!((1 << 20..1 << 50).contains(&bytes), "{bytes}");
    }
}
