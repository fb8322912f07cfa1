//! Builds the guests for `include_bytes!` to embed, and reads the versions of dependencies from the lock files.

use secant_guest_build::{build, exit, guests, root};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Dependencies whose versions the program tells: the variable for `env!`, the lock file, the package. The crates
/// of arkworks are released together; this one has the curves' algorithms. So are RustCrypto's curves; Substrate has another `k256`.
const VERSIONS: [(&str, &str, &str); 5] = [
    ("ARKWORKS_VERSION", "Cargo.lock", "ark-ec"),
    ("GUEST_ARKWORKS_VERSION", "guests/Cargo.lock", "ark-ec"),
    ("WASMTIME_VERSION", "Cargo.lock", "wasmtime"),
    ("WASMI_VERSION", "Cargo.lock", "wasmi"),
    ("RUSTCRYPTO_VERSION", "guests/Cargo.lock", "p256"),
];

fn main() -> ExitCode {
    exit(build(&guests::DEMO).and_then(|()| versions()))
}

fn versions() -> Result<(), String> {
    let root = root()?;
    for (variable, lock, package) in VERSIONS {
        let lock = root.join(lock);
        println!("cargo::rerun-if-changed={}", lock.display());
        println!("cargo::rustc-env={variable}={}", locked_version(&lock, package)?);
    }
    Ok(())
}

/// The version of a package in a lock file, which cargo writes with a package's name and version on lines of their
/// own.
fn locked_version(lock: &Path, package: &str) -> Result<String, String> {
    let text = fs::read_to_string(lock).map_err(|e| format!("cannot read {}: {e}", lock.display()))?;
    let name = format!("name = \"{package}\"");
    let mut versions = text
        .split("[[package]]")
        .filter(|entry| entry.lines().any(|line| line == name))
        .filter_map(|entry| entry.lines().find_map(|line| line.strip_prefix("version = ")))
        .map(|version| version.trim_matches('"').to_owned());
    match (versions.next(), versions.next()) {
        (Some(version), None) => Ok(version),
        (None, _) => Err(format!("{} has no package {package}", lock.display())),
        (Some(_), Some(_)) => Err(format!("{} has several versions of {package}", lock.display())),
    }
}
