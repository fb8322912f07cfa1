//! Companions: programs beside this one that run some of its commands. What they need takes minutes to compile, and
//! users who only verify should not wait for it.

use crate::error::Error;
use crate::{Command, run_with};
use std::env::{self, consts::EXE_SUFFIX};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;

/// The process number of the program that started a companion.
const STARTED_BY: &str = "STARTED_BY_SECANT";

/// A companion program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companion {
    /// The program of `secant bench`.
    Bench,
    /// The program of `secant meter`.
    Meter,
    /// The program of `secant prove`.
    Prove,
}

impl Companion {
    /// The name of the command.
    pub const fn command(self) -> &'static str {
        match self {
            Self::Bench => "bench",
            Self::Meter => "meter",
            Self::Prove => "prove",
        }
    }

    /// The name of the program.
    const fn program(self) -> &'static str {
        match self {
            Self::Bench => "secant-bench",
            Self::Meter => "secant-meter",
            Self::Prove => "secant-prove",
        }
    }

    /// The command that builds it in a clone of the repository. Cargo gives the packages of one build the same
    /// features. So `bench` and `prove` are built as parts of the workspace, to share what is built already, and the
    /// package that counts calls is built by itself.
    const fn build(self) -> &'static str {
        match self {
            Self::Bench => "cargo build --release --bin secant-bench",
            Self::Meter => "cargo build --release -p secant-metered",
            Self::Prove => "cargo build --release --bin secant-prove",
        }
    }

    /// Runs the companion with the arguments of this process. Its exit status becomes that of this process.
    pub fn run(self) -> Result<bool, Error> {
        let program = self.find()?;
        // A process that is replaced keeps its number. So a companion that was started with this number is secant
        // itself under another name.
        let this = process::id().to_string();
        if env::var_os(STARTED_BY).is_some_and(|number| number == *this) {
            let sentence = format!(
                "{} is not the program of `secant {}`",
                program.display(),
                self.command()
            );
            return Err(Error::Unusable(sentence));
        }
        let mut command = process::Command::new(&program);
        command.args(env::args_os().skip(1)).env(STARTED_BY, this);
        let failed = |e| Error::unusable(format!("cannot run {}", program.display()), e);
        #[cfg(unix)]
        return Err(failed(std::os::unix::process::CommandExt::exec(&mut command)));
        #[cfg(not(unix))]
        process::exit(command.status().map_err(failed)?.code().unwrap_or(2))
    }

    /// Finds the companion beside this program or in a folder of `PATH`.
    fn find(self) -> Result<PathBuf, Error> {
        let name = format!("{}{EXE_SUFFIX}", self.program());
        let here = env::current_exe().ok();
        let beside = here.as_deref().and_then(Path::parent).map(PathBuf::from);
        let path = env::var_os("PATH").unwrap_or_default();
        // A relative folder would be resolved from wherever the user happens to be.
        let folders = env::split_paths(&path).filter(|folder| folder.is_absolute());
        let folders = beside.into_iter().chain(folders);
        let found = folders.map(|folder| folder.join(&name)).find(|file| is_program(file));
        found.ok_or_else(|| {
            Error::Unusable(format!(
                "`secant {}` is a program of its own, {}, which is neither beside this one nor in PATH: build it with `{}` \
                 in a clone of secant's repository",
                self.command(),
                self.program(),
                self.build()
            ))
        })
    }
}

/// Whether a file is executable.
fn is_program(file: &Path) -> bool {
    #[cfg(unix)]
    return file
        .metadata()
        .is_ok_and(|of| of.is_file() && std::os::unix::fs::PermissionsExt::mode(&of.permissions()) & 0o111 != 0);
    #[cfg(not(unix))]
    return file.is_file();
}

/// The `main` of a companion. `run` runs its own command, and returns `None` for the commands that run as in `secant`.
pub fn main_of(run: impl FnOnce(&Command, &mut dyn Write) -> Option<Result<bool, Error>>) -> process::ExitCode {
    run_with(|command, out| run(&command, out).unwrap_or_else(|| crate::run(&command, out)))
}
