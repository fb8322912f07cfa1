//! Builds the guests in all their flavours, for `include_bytes!` to embed, and reads the versions of dependencies from
//! the lock files.
//!
//! The guests are a workspace of their own, built by a cargo of their own that inherits nothing of how this
//! program is built: all flavours get the same flags, whatever `RUSTFLAGS` says here.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// A package of the guests' workspace.
struct Guest {
    package: &'static str,
    target: &'static str,
    /// The names of the embedded files, and the feature of each.
    flavours: &'static [(&'static str, Option<&'static str>)],
    /// What rustc is told that the manifest does not say.
    flags: &'static [&'static str],
}

const GUESTS: [Guest; 2] = [
    Guest {
        package: "secant-bench-guest",
        target: "wasm32-unknown-unknown",
        flavours: &[
            ("arkworks", Some("arkworks")),
            ("plain", Some("plain")),
            ("guest", Some("guest")),
            ("dummy", Some("dummy")),
        ],
        flags: &[],
    },
    Guest {
        package: "secant-contract",
        target: "wasm32v1-none",
        flavours: &[
            ("contract", None),
            ("contract_antelope", Some("antelope")),
            ("contract_rustcrypto", Some("rustcrypto")),
        ],
        // The stack comes first in the memory: what overflows it is a trap.
        flags: &["-C", "link-arg=-zstack-size=131072"],
    },
];
/// What the guests are built from, relative to the root of the repository.
const SOURCES: [&str; 15] = [
    "Cargo.toml",
    "rust-toolchain.toml",
    "guests/Cargo.toml",
    "guests/Cargo.lock",
    "guests/.cargo",
    "guests/rows",
    "guests/bench",
    "guests/contract",
    "crates/secant-field",
    "crates/secant-engine",
    "crates/secant-curve",
    "crates/secant-abi",
    "crates/secant-guest",
    "crates/secant-gfp",
    "crates/secant-verify",
];
/// Dependencies whose versions the program tells: the variable for `env!`, the lock file, the package. The crates
/// of arkworks are released together; this one has the curves' algorithms.
const VERSIONS: [(&str, &str, &str); 5] = [
    ("ARKWORKS_VERSION", "Cargo.lock", "ark-ec"),
    ("GUEST_ARKWORKS_VERSION", "guests/Cargo.lock", "ark-ec"),
    ("WASMTIME_VERSION", "Cargo.lock", "wasmtime"),
    ("WASMI_VERSION", "Cargo.lock", "wasmi"),
    ("RUSTCRYPTO_VERSION", "guests/Cargo.lock", "k256"),
];
/// Variables of cargo that say where crates come from and how to report; all others are about this build.
const KEPT: [&str; 8] = [
    "CARGO_HOME",
    "CARGO_NET_",
    "CARGO_HTTP_",
    "CARGO_REGISTR",
    "CARGO_SOURCE_",
    "CARGO_TERM_",
    "CARGO_MAKEFLAGS",
    "CARGO_BUILD_RUSTC_WRAPPER",
];

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../..");
    let out = PathBuf::from(variable("OUT_DIR")?);
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    for (variable, lock, package) in VERSIONS {
        let lock = root.join(lock);
        println!("cargo::rerun-if-changed={}", lock.display());
        println!("cargo::rustc-env={variable}={}", locked_version(&lock, package)?);
    }
    for guest in &GUESTS {
        install_target(guest.target)?;
        for (name, feature) in guest.flavours {
            build_guest(&root.join("guests"), &out, guest, name, *feature)?;
        }
    }
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("cargo did not set {name}"))
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

/// Asks rustup for the target if rustc does not have it.
fn install_target(target: &str) -> Result<(), String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .output();
    let installed = libraries
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .is_some_and(|directory| Path::new(directory.trim()).is_dir());
    if installed || run(Command::new("rustup").args(["target", "add", target])).is_ok() {
        return Ok(());
    }
    Err(format!(
        "the WASM guests need a target that is missing, run: rustup target add {target}"
    ))
}

fn build_guest(guests: &Path, out: &Path, guest: &Guest, name: &str, feature: Option<&str>) -> Result<(), String> {
    let Guest {
        package, target, flags, ..
    } = guest;
    let target_dir = out.join("guests");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os().filter(|(name, _)| is_of_this_build(name)) {
        cargo.env_remove(name);
    }
    // Empty rather than unset: that also overrides the flags of configuration files.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", "").current_dir(guests);
    cargo.args(["rustc", "--release", "--locked", "--crate-type", "cdylib"]);
    cargo.args(["--package", package, "--target", target, "--target-dir"]);
    cargo.arg(&target_dir);
    if let Some(feature) = feature {
        cargo.args(["--features", feature]);
    }
    cargo.arg("--").args(*flags);
    run(&mut cargo).map_err(|log| {
        format!(
            "{log}\nthe guest {name} did not build (if its lock file is out of date, run: cargo update --workspace \
             --manifest-path guests/Cargo.toml)"
        )
    })?;
    let file = format!("{}.wasm", package.replace('-', "_"));
    let built = target_dir.join(target).join("release").join(file);
    fs::copy(&built, out.join(format!("{name}.wasm"))).map_err(|e| format!("cannot copy {}: {e}", built.display()))?;
    Ok(())
}

/// Whether a variable of the environment is about the build of this program rather than about the machine.
fn is_of_this_build(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    let of_cargo = name.starts_with("CARGO_") && !KEPT.iter().any(|kept| name.starts_with(kept));
    of_cargo
        || [
            "RUSTFLAGS",
            "RUSTDOCFLAGS",
            "RUSTC_WORKSPACE_WRAPPER",
            "TARGET",
            "HOST",
            "PROFILE",
        ]
        .contains(&name)
}

/// Runs a command to its end; what it printed is the error.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}
