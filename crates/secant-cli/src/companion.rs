//! Programs beside this one that run some of its commands: what these need takes minutes to compile, and who only verifies
//! need not wait for it.

use crate::error::Error;
use crate::{Command, run_with};
use std::env::{self, consts::EXE_SUFFIX};
use std::io::Write;
use std::path::PathBuf;
use std::process;

/// A program of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companion {
    /// Of `secant bench`.
    Bench,
    /// Of `secant meter`.
    Meter,
    /// Of `secant prove`.
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

    /// What builds it in a clone of the repository. What is built together has the same features: so the first two share what
    /// is built already, and the package that counts calls is built by itself.
    const fn build(self) -> &'static str {
        match self {
            Self::Bench => "cargo build --release --bin secant-bench",
            Self::Meter => "cargo build --release -p secant-metered",
            Self::Prove => "cargo build --release --bin secant-prove",
        }
    }

    /// Runs it with the arguments of this process. Its exit status becomes that of this process.
    pub fn run(self) -> Result<bool, Error> {
        let program = self.find()?;
        let mut command = process::Command::new(&program);
        command.args(env::args_os().skip(1));
        let failed = |e| Error::unusable(format!("cannot run {}", program.display()), e);
        #[cfg(unix)]
        return Err(failed(std::os::unix::process::CommandExt::exec(&mut command)));
        #[cfg(not(unix))]
        process::exit(command.status().map_err(failed)?.code().unwrap_or(2))
    }

    /// Where it is: beside this program, or in a folder of `PATH`.
    fn find(self) -> Result<PathBuf, Error> {
        let name = format!("{}{EXE_SUFFIX}", self.program());
        let here = env::current_exe().map_err(|e| Error::unusable("cannot find this program", e))?;
        let beside = here.parent().map(PathBuf::from);
        let path = env::var_os("PATH").unwrap_or_default();
        // One that is relative would be looked for wherever the user happens to be.
        let folders = env::split_paths(&path).filter(|folder| folder.is_absolute());
        let folders = beside.into_iter().chain(folders);
        let found = folders.map(|folder| folder.join(&name)).find(|file| file.is_file());
        found.ok_or_else(|| {
            Error::Unusable(format!(
                "`secant {}` is a program of its own, {}, which is neither beside this one nor in PATH: build it with `{}`",
                self.command(),
                self.program(),
                self.build()
            ))
        })
    }
}

/// What `main` of a companion does: `run` runs its command, and what it leaves runs as in `secant`.
pub fn main_of(run: impl FnOnce(&Command, &mut dyn Write) -> Option<Result<bool, Error>>) -> process::ExitCode {
    run_with(|command, out| run(&command, out).unwrap_or_else(|| crate::run(&command, out)))
}
