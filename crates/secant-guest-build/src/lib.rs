//! Builds guests in all their flavours, for `include_bytes!` to embed: what build scripts share.
//!
//! The guests are a workspace of their own, built by a cargo of their own that inherits nothing of how the program is
//! built that embeds them: all flavours get the same flags, whatever `RUSTFLAGS` says there.
#![forbid(unsafe_code)]

pub mod guests;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;

/// A workspace of guests.
#[derive(Clone, Copy)]
pub struct Workspace {
    /// Its folder, relative to the root of the repository.
    pub folder: &'static str,
    /// Conditions of compilation, for all crates.
    pub cfgs: &'static [&'static str],
}

/// A package of a workspace of guests.
#[derive(Clone, Copy)]
pub struct Guest {
    /// Its workspace.
    pub workspace: Workspace,
    /// Its name.
    pub package: &'static str,
    /// The target it is built for, which rustup is asked for if it is not there.
    pub target: &'static str,
    /// The profile of the guests' workspace.
    pub profile: &'static str,
    /// The modules that are written to `OUT_DIR`.
    pub flavours: &'static [Flavour],
    /// What rustc is told that the manifest does not say.
    pub flags: &'static [&'static str],
    /// What it is built from, beside [`COMMON`], relative to the root of the repository.
    pub sources: &'static [&'static str],
}

impl Guest {
    /// What cargo is called with, in the folder of the workspace, to build a module into a folder.
    pub fn arguments(&self, flavour: &Flavour, target_dir: &Path) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = ["rustc", "--profile", self.profile, "--locked", "--crate-type", "cdylib"]
            .into_iter()
            .chain(["--package", self.package, "--target", self.target, "--target-dir"])
            .map(OsString::from)
            .collect();
        arguments.push(target_dir.into());
        if let Some(feature) = flavour.feature {
            arguments.extend(["--features", feature].map(OsString::from));
        }
        if !flavour.defaults {
            arguments.push("--no-default-features".into());
        }
        arguments.push("--".into());
        arguments.extend(self.flags.iter().map(OsString::from));
        arguments
    }

    /// The flags for all crates of a module, as `CARGO_ENCODED_RUSTFLAGS` has them: set even if there are none, so that those of
    /// configuration files and of the environment do not count.
    pub fn rustflags(&self, flavour: &Flavour) -> String {
        let features = flavour.target_features.iter();
        let features = features.map(|features| format!("-Ctarget-feature={features}"));
        let cfgs = self.workspace.cfgs.iter().map(|cfg| format!("--cfg={cfg}"));
        features.chain(cfgs).collect::<Vec<_>>().join("\x1f")
    }

    /// Where cargo puts the module.
    pub fn module(&self, target_dir: &Path) -> PathBuf {
        let file = format!("{}.wasm", self.package.replace('-', "_"));
        target_dir.join(self.target).join(self.profile).join(file)
    }
}

/// One module of a package.
#[derive(Clone, Copy)]
pub struct Flavour {
    /// Its name, without the suffix.
    pub name: &'static str,
    /// The feature that it is built with.
    pub feature: Option<&'static str>,
    /// Whether it has the package's default features as well.
    pub defaults: bool,
    /// What it may use beyond the target's own instructions, as `-C target-feature` takes it.
    pub target_features: Option<&'static str>,
}

impl Flavour {
    /// With the package's default features and the target's instructions.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            feature: None,
            defaults: true,
            target_features: None,
        }
    }

    /// With a feature of the package.
    #[must_use]
    pub const fn with(self, feature: &'static str) -> Self {
        Self {
            feature: Some(feature),
            ..self
        }
    }

    /// With a feature of the package and without its default ones.
    #[must_use]
    pub const fn only(self, feature: &'static str) -> Self {
        Self {
            defaults: false,
            ..self.with(feature)
        }
    }

    /// With instructions beyond the target's own.
    #[must_use]
    pub const fn using(self, target_features: &'static str) -> Self {
        Self {
            target_features: Some(target_features),
            ..self
        }
    }
}

/// What all guests are built from, relative to the root of the repository.
pub const COMMON: [&str; 4] = [
    "Cargo.toml",
    "rust-toolchain.toml",
    "guests/.cargo",
    "crates/secant-field",
];

/// A program for this machine from a workspace of guests.
pub struct Program {
    /// The folder of its workspace, relative to the root of the repository.
    pub workspace: &'static str,
    /// Its name.
    pub package: &'static str,
    /// The profile it is built with.
    pub profile: &'static str,
    /// What it is built from, relative to the root of the repository.
    pub sources: &'static [&'static str],
}

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

/// How a build script ends: with a sentence for its user if it failed.
pub fn exit(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository, for a build script of one of its packages: the folder that names the toolchain.
pub fn root() -> Result<PathBuf, String> {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let mut folders = package.ancestors();
    let root = folders.find(|folder| folder.join("rust-toolchain.toml").is_file());
    let root = root.ok_or_else(|| format!("no repository of secant around {}", package.display()))?;
    Ok(root.to_owned())
}

/// Writes the modules of a guest to `OUT_DIR`, empty ones for clippy, and tells cargo what they are made from.
pub fn build(guest: &Guest) -> Result<(), String> {
    let root = root()?;
    let out = PathBuf::from(variable("OUT_DIR")?);
    rerun_if_changed(&root, guest.workspace.folder, COMMON.iter().chain(guest.sources));
    if is_for_lints() {
        let mut names = guest.flavours.iter().map(|flavour| format!("{}.wasm", flavour.name));
        return names.try_for_each(|name| write_nothing(&out.join(name)));
    }
    install_target(guest.target)?;
    // Cargo builds everything anew where instructions differ, and a folder is one cargo's at a time.
    let (plain, with_features): (Vec<_>, Vec<_>) = guest.flavours.iter().partition(|f| f.target_features.is_none());
    let build_all = |flavours: &[&Flavour], folder: &str| {
        let mut flavours = flavours.iter();
        flavours.try_for_each(|flavour| build_flavour(&root, &out, &out.join(folder), guest, flavour))
    };
    thread::scope(|scope| {
        let others = scope.spawn(|| build_all(&with_features, "guests_with_features"));
        let result = build_all(&plain, "guests");
        result.and(others.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Writes a program to `OUT_DIR`, under the name of its package, and tells cargo what it is made from.
pub fn build_program(program: &Program) -> Result<(), String> {
    let root = root()?;
    let out = PathBuf::from(variable("OUT_DIR")?);
    let file = format!("{}{}", program.package, env::consts::EXE_SUFFIX);
    let manifest = root.join(program.workspace).join("Cargo.toml");
    rerun_if_changed(&root, program.workspace, program.sources);
    if is_for_lints() {
        return write_nothing(&out.join(file));
    }
    let target_dir = out.join("programs");
    // In a folder whose configuration does not ask for the target of guests.
    let mut cargo = cargo(&out);
    cargo.args([
        "build",
        "--locked",
        "--package",
        program.package,
        "--profile",
        program.profile,
    ]);
    cargo
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target-dir")
        .arg(&target_dir);
    run(&mut cargo).map_err(|log| format!("{log}\nthe program {} did not build", program.package))?;
    let built = target_dir.join(program.profile).join(&file);
    fs::copy(&built, out.join(file)).map_err(|e| format!("cannot copy {}: {e}", built.display()))?;
    Ok(())
}

/// Whether this build is clippy's: nobody runs what it embeds. Cargo has an `OUT_DIR` apart for packages of the workspace that are
/// compiled by way of a wrapper.
fn is_for_lints() -> bool {
    println!("cargo::rerun-if-env-changed=RUSTC_WORKSPACE_WRAPPER");
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER");
    wrapper.is_some_and(|wrapper| Path::new(&wrapper).file_stem() == Some(OsStr::new("clippy-driver")))
}

/// An empty file, for `include_bytes!` to find.
fn write_nothing(path: &Path) -> Result<(), String> {
    fs::write(path, []).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

fn rerun_if_changed<'a>(root: &Path, workspace: &str, sources: impl IntoIterator<Item = &'a &'static str>) {
    for source in sources {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", root.join(workspace).join(file).display());
    }
    println!("cargo::rerun-if-changed=build.rs");
}

/// A cargo that knows nothing of this build, in a folder.
fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os().filter(|(name, _)| is_of_this_build(name)) {
        cargo.env_remove(name);
    }
    cargo.current_dir(folder);
    cargo
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("cargo did not set {name}"))
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

fn build_flavour(root: &Path, out: &Path, target_dir: &Path, guest: &Guest, flavour: &Flavour) -> Result<(), String> {
    let (name, folder) = (flavour.name, guest.workspace.folder);
    let mut cargo = cargo(&root.join(folder));
    cargo.env("CARGO_ENCODED_RUSTFLAGS", guest.rustflags(flavour));
    cargo.args(guest.arguments(flavour, target_dir));
    run(&mut cargo).map_err(|log| {
        format!(
            "{log}\nthe guest {name} did not build (if its lock file is out of date, run: cargo update --workspace \
             --manifest-path {folder}/Cargo.toml)"
        )
    })?;
    let built = guest.module(target_dir);
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
