//! Running the program, or a companion of it, which its own tests run.
#![allow(dead_code, reason = "not every test program uses all of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The program of the package whose tests these are.
pub const PROGRAM: &str = match (
    option_env!("CARGO_BIN_EXE_secant"),
    option_env!("CARGO_BIN_EXE_secant-bench"),
    option_env!("CARGO_BIN_EXE_secant-prove"),
    option_env!("CARGO_BIN_EXE_secant-meter"),
) {
    (Some(program), ..) | (_, Some(program), ..) | (_, _, Some(program), _) | (_, _, _, Some(program)) => program,
    _ => panic!("no program"),
};

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
    let mut command = Command::new(PROGRAM);
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

/// The limit on the address space in KiB: a third of it is what a run begins with, of which it uses little.
const ADDRESS_SPACE: u64 = 3 << 20;
/// More than any refusal takes on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// Runs the program with little memory: it ends with status 2 and a short text on standard error.
#[track_caller]
#[cfg(target_os = "linux")]
pub fn refused(arguments: &[&str]) -> String {
    let started = Instant::now();
    let script = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, PROGRAM])
        .args(arguments)
        .env_remove("SECANT_BACKEND")
        .output();
    let Output { status, stdout, stderr } = output.expect("the program runs");
    let text = String::from_utf8(stderr).expect("UTF-8");
    assert_eq!(
        (status.code(), stdout.len()),
        (Some(2), 0),
        "{arguments:?}: {status} {text}"
    );
    assert!(
        !text.contains("panicked") && !text.is_empty() && text.len() < 1000,
        "{arguments:?}: {text}"
    );
    assert!(started.elapsed() < LONGEST, "{arguments:?}: {:?}", started.elapsed());
    text
}
