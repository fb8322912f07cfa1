//! gnark-crypto, through the Go program in `peers/gnark`: a process that lives as long as the measurement and answers
//! one request after the other, so that its samples take their turns. `peers/gnark/main.go` has the requests.

use crate::exchange::{Arguments, hex, unhex};
use crate::run::{Column, Error, Library};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

/// What to compute, and on what.
#[derive(Serialize)]
struct Prepare<'a> {
    operation: &'a str,
    points: Vec<String>,
    g2: Vec<String>,
    scalars: Vec<String>,
}

/// How often to compute it again.
#[derive(Serialize)]
struct Sample {
    runs: u32,
}

/// An answer to any of them, or the first line.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    operations: Vec<String>,
    result: String,
    nanoseconds: u64,
    error: String,
}

/// The running program.
pub struct Gnark {
    process: Rc<RefCell<Process>>,
    operations: Vec<String>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gnark {
    /// Builds and starts the program; if that is not possible, says so on standard error.
    pub fn start() -> Option<Self> {
        let started = build().and_then(|program| Self::run(&program));
        started
            .map_err(|e| eprintln!("peers: no column for gnark-crypto: {e}"))
            .ok()
    }

    fn run(program: &Path) -> Result<Self, Error> {
        let child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|e| failed(format!("cannot run {}", program.display()), e))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::Failed("the Go program has no pipes".to_owned()));
        };
        let mut process = Process {
            child,
            input,
            output: BufReader::new(output),
        };
        let operations = process.answer()?.operations;
        Ok(Self {
            process: Rc::new(RefCell::new(process)),
            operations,
        })
    }

    /// The operation's column, if gnark-crypto has the operation. The program has one operation at a time: the column
    /// works until the next one is made.
    pub fn column(&self, operation: &str, arguments: &Arguments) -> Option<Column> {
        if !self.operations.iter().any(|name| name == operation) {
            return None;
        }
        let strings = |all: &[Vec<u8>]| all.iter().map(|bytes| hex(bytes)).collect();
        let request = Prepare {
            operation,
            points: strings(&arguments.points),
            g2: strings(&arguments.g2),
            scalars: strings(&arguments.scalars),
        };
        let prepared = self.process.borrow_mut().ask(&request);
        let process = Rc::clone(&self.process);
        Some(Column {
            library: Library::Gnark,
            sample: Box::new(move |runs| {
                let answer = process.borrow_mut().ask(&Sample { runs })?;
                Ok(Duration::from_nanos(answer.nanoseconds))
            }),
            result: Box::new(move || {
                let digits = prepared?.result;
                unhex(&digits).ok_or_else(|| failed("the Go program gave no result", digits))
            }),
        })
    }
}

impl Process {
    fn ask(&mut self, request: &impl Serialize) -> Result<Answer, Error> {
        let send = |input: &mut ChildStdin| -> std::io::Result<()> {
            input.write_all(&serde_json::to_vec(request)?)?;
            input.write_all(b"\n")
        };
        send(&mut self.input).map_err(|e| failed("cannot write to the Go program", e))?;
        self.answer()
    }

    fn answer(&mut self) -> Result<Answer, Error> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        read.map_err(|e| failed("cannot read from the Go program", e))?;
        let answer: Answer = serde_json::from_str(&line).map_err(|e| failed("the Go program gave no answer", e))?;
        if answer.error.is_empty() {
            Ok(answer)
        } else {
            Err(failed("the Go program refused a request", answer.error))
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nothing is lost if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the program next to this one, or in the temporary folder; Go rebuilds only what changed.
fn build() -> Result<PathBuf, Error> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("gnark");
    let this = std::env::current_exe().ok();
    let folder = this
        .as_deref()
        .and_then(Path::parent)
        .map_or_else(std::env::temp_dir, Path::to_owned);
    let program = folder.join(format!("peers-gnark{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new("go")
        .args(["build", "-o"])
        .arg(&program)
        .arg(".")
        .current_dir(source)
        .output()
        .map_err(|e| failed("cannot run go", e))?;
    if output.status.success() {
        return Ok(program);
    }
    let log = String::from_utf8_lossy(&output.stderr);
    let reason = log.lines().last().unwrap_or("it gave no reason");
    Err(failed("go did not build it", reason))
}

fn failed(what: impl std::fmt::Display, why: impl std::fmt::Display) -> Error {
    Error::Failed(format!("{what}: {why}"))
}
