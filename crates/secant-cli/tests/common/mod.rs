//! Running the program.
#![allow(dead_code, reason = "not every test program uses all of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a run gave.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The single line of standard error, of a run that failed with this status and printed nothing else.
    #[track_caller]
    pub fn failure(&self, status: i32) -> &str {
        assert_eq!(self.status, status, "{} {}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        self.stderr.trim_end()
    }

    /// Standard output of a run that ended well and was silent otherwise.
    #[track_caller]
    pub fn success(&self) -> &str {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        &self.stdout
    }
}

/// The program with arguments, and no back end forced.
pub fn secant(arguments: &[&str]) -> Run {
    secant_with(arguments, None)
}

/// The program with arguments and a forced back end.
pub fn secant_with(arguments: &[&str], backend: Option<&str>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secant"));
    command.args(arguments).env_remove("SECANT_BACKEND");
    if let Some(backend) = backend {
        command.env("SECANT_BACKEND", backend);
    }
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    Run {
        status: status.code().expect("no signal ends the program"),
        stdout: String::from_utf8(stdout).expect("UTF-8"),
        stderr: String::from_utf8(stderr).expect("UTF-8"),
    }
}

/// A file among the fixtures of `secant-verify`.
pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../secant-verify/fixtures")
        .join(path)
}

/// A file with these contents, in the folder for temporary files.
pub fn file(name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).expect("a temporary file");
    path
}
