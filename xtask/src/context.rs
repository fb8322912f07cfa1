//! Where and how commands run.

use anyhow::{Context as _, Result};
use std::env;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use xshell::{Cmd, Shell};

/// When the whole of several tasks began, in seconds since 1970: `.ci/run` sets it, and minutes are counted from then.
const STARTED: &str = "XTASK_STARTED";

/// Commands run in the root of the repository, or in the folder that the shell was pushed to.
pub struct Context {
    /// What runs them.
    pub shell: Shell,
    root: PathBuf,
    dry_run: bool,
    started: u64,
    inherited: Vec<String>,
}

impl Context {
    /// In the root; a dry run prints commands alone.
    pub fn new(dry_run: bool) -> Result<Self> {
        let root = root();
        let shell = Shell::new()?;
        shell.change_dir(&root);
        let started = env::var(STARTED).ok().and_then(|text| text.parse().ok());
        let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        Ok(Self {
            shell,
            root,
            dry_run,
            started: started.unwrap_or_else(now),
            inherited: names.filter(|name| is_of_this_program(name)).collect(),
        })
    }

    /// The root of the repository.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether commands are printed alone.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }

    /// Where the root's workspace is built.
    pub fn target_dir(&self) -> PathBuf {
        let chosen = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        self.root.join(chosen)
    }

    /// Seconds since the tasks began.
    pub fn seconds(&self) -> u64 {
        now().saturating_sub(self.started)
    }

    /// Prints a command and runs it to its end.
    pub fn run(&self, command: Cmd<'_>) -> Result<()> {
        self.run_with(&[], command)
    }

    /// [`Context::run`] with variables of the environment.
    pub fn run_with(&self, variables: &[(&str, &str)], command: Cmd<'_>) -> Result<()> {
        self.print(variables, &command);
        if !self.dry_run {
            self.prepare(variables, command).run()?;
        }
        Ok(())
    }

    /// What a command prints to its standard output; nothing in a dry run.
    pub fn read(&self, command: Cmd<'_>) -> Result<String> {
        self.print(&[], &command);
        if self.dry_run {
            return Ok(String::new());
        }
        Ok(self.prepare(&[], command).read()?)
    }

    fn print(&self, variables: &[(&str, &str)], command: &Cmd<'_>) {
        let folder = self.shell.current_dir();
        let folder = folder.strip_prefix(&self.root).unwrap_or(&folder);
        if !folder.as_os_str().is_empty() {
            print!("{} ", folder.display());
        }
        print!("$ ");
        for (name, value) in variables {
            let quote = if value.contains([' ', '"']) { "'" } else { "" };
            print!("{name}={quote}{value}{quote} ");
        }
        println!("{command}");
    }

    /// Cargo tells this program about its own package, and build scripts would run again for what they find of that: some ask
    /// for variables such as `CARGO_MANIFEST_DIR`. A variable that the user set is passed on.
    fn prepare<'a>(&self, variables: &[(&str, &str)], command: Cmd<'a>) -> Cmd<'a> {
        let command = self
            .inherited
            .iter()
            .fold(command, |command, name| command.env_remove(name));
        command.envs(variables.iter().copied()).quiet()
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

/// Whether a program can be called by its name.
pub fn has(program: &str) -> bool {
    find(program).is_some()
}

/// Where a program is that is called by its name.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path)
        .map(|folder| folder.join(&file))
        .find(|file| file.is_file())
}

/// Writes a file, but not in a dry run.
pub fn write(context: &Context, path: &Path, text: &str) -> Result<()> {
    if context.dry_run {
        return Ok(());
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Whether cargo set a variable for this program, rather than the user for cargo.
fn is_of_this_program(name: &str) -> bool {
    name.starts_with("CARGO_PKG_")
        || name.starts_with("CARGO_BIN_")
        || [
            "CARGO_MANIFEST_DIR",
            "CARGO_MANIFEST_PATH",
            "CARGO_CRATE_NAME",
            "CARGO_PRIMARY_PACKAGE",
            "OUT_DIR",
        ]
        .contains(&name)
}

/// Seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_users_are_kept() {
        for name in [
            "CARGO",
            "CARGO_HOME",
            "CARGO_TARGET_DIR",
            "CARGO_TERM_COLOR",
            "RUSTUP_TOOLCHAIN",
            "PATH",
        ] {
            assert!(!is_of_this_program(name), "{name}");
        }
        for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "CARGO_PKG_VERSION_MAJOR"] {
            assert!(is_of_this_program(name), "{name}");
        }
    }

    #[test]
    fn the_root_has_the_workspace() {
        assert!(root().join("rust-toolchain.toml").is_file());
        assert!(has("cargo"));
        assert!(!has("no such program"));
    }
}
