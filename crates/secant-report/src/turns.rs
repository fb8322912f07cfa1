//! Two programs that measure in turns, one round each, so that a comparison does not depend on the time of day.

use crate::measure::Measured;
use crate::report::{ReadError, Report, Row};
use crate::{Conditions, Watch};
use indexmap::IndexMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// A program that prints a report of one round.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// The arguments that it is called with.
    pub arguments: Vec<OsString>,
    /// Its name for readers: a revision.
    pub revision: String,
}

/// Why there are no reports.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// A program did not start.
    #[error("cannot run {program}: {reason}")]
    Start {
        /// Its file.
        program: String,
        /// The reason.
        reason: io::Error,
    },
    /// A program failed.
    #[error("the program of {revision} failed: {reason}")]
    Failed {
        /// The revision of the program.
        revision: String,
        /// The end of its error output.
        reason: String,
    },
    /// A program did not print a report.
    #[error("the program of {revision} printed no report: {reason}")]
    Report {
        /// The revision of the program.
        revision: String,
        /// What is wrong with the output.
        reason: ReadError,
    },
}

/// A copy of a program's file.
struct Copied {
    path: PathBuf,
    folder: TempDir,
    /// Keeps the file's memory allocated after the folder is gone.
    file: File,
}

impl Copied {
    fn new(program: &Path) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(program.file_name().unwrap_or_default());
        std::fs::copy(program, &path)?;
        Ok(Self {
            file: File::open(&path)?,
            path,
            folder,
        })
    }

    /// Whether a copy of a program can take its place. It cannot for scripts, which may depend on their folder, and for
    /// programs that are looked up in `PATH`.
    fn serves(program: &Path) -> bool {
        let mut start = [0; 2];
        program.components().nth(1).is_some()
            && File::open(program).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
            && start != *b"#!"
    }
}

impl Program {
    /// Runs the program once.
    ///
    /// # Errors
    /// If it does not run, fails, or prints no report.
    pub fn round(&self) -> Result<Report, TurnError> {
        self.report(self.start(&self.path).map_err(|reason| self.cannot_run(reason))?)
    }

    /// Like [`Self::round`], with a copy of the file, which is deleted as soon as it has started. The returned file
    /// keeps the copy's memory allocated.
    fn round_of_copy(&self) -> Result<(Report, File), TurnError> {
        let Copied { path, folder, file } = Copied::new(&self.path).map_err(|reason| self.cannot_run(reason))?;
        let child = self.start(&path).map_err(|reason| self.cannot_run(reason))?;
        // Only on Unix can the file of a running program be deleted.
        let folder = (!cfg!(unix)).then_some(folder);
        let report = self.report(child)?;
        drop(folder);
        Ok((report, file))
    }

    fn cannot_run(&self, reason: io::Error) -> TurnError {
        TurnError::Start {
            program: self.path.display().to_string(),
            reason,
        }
    }

    fn start(&self, path: &Path) -> io::Result<Child> {
        let mut command = Command::new(path);
        command
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A process that another thread is just starting holds the copy open for writing until it executes its own
        // program.
        for _ in 0..100 {
            match command.spawn() {
                Err(e) if e.kind() == io::ErrorKind::ExecutableFileBusy => sleep(Duration::from_millis(10)),
                result => return result,
            }
        }
        command.spawn()
    }

    fn report(&self, child: Child) -> Result<Report, TurnError> {
        let output = child.wait_with_output().map_err(|reason| self.cannot_run(reason))?;
        if !output.status.success() {
            let words = String::from_utf8_lossy(&output.stderr);
            let last = words.lines().rev().find(|line| !line.trim().is_empty());
            return Err(TurnError::Failed {
                revision: self.revision.clone(),
                reason: last.map_or_else(|| output.status.to_string(), |line| line.trim().to_owned()),
            });
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Report::from_json(&text).map_err(|reason| TurnError::Report {
            revision: self.revision.clone(),
            reason,
        })
    }
}

/// Runs two programs in turns, this many rounds each, and returns the reports of both. `progress` is called after every
/// run.
///
/// Each run is a process of its own, because the place of a process's data in memory changes its times for as long as
/// it lives. Each run also uses a fresh copy of the program, because the place of a file's code in memory changes the
/// times for as long as the file is used. If a program is a script, or copies cannot run, the original files of both
/// are run. The order alternates from round to round.
///
/// # Errors
/// The first error of a program.
pub fn interleave(
    base: &Program,
    head: &Program,
    rounds: usize,
    mut progress: impl FnMut(),
) -> Result<[Report; 2], TurnError> {
    let watch = Watch::start();
    let mut reports = [Vec::new(), Vec::new()];
    let mut copied = [base, head].iter().all(|program| Copied::serves(&program.path));
    // Kept until the next copy has run, so that the next copy gets other memory.
    let mut kept = [None, None];
    for round in 0..rounds {
        for place in 0..2 {
            let side = (round + place) % 2;
            let program = [base, head][side];
            let first = reports.iter().all(Vec::is_empty);
            reports[side].push(match copied.then(|| program.round_of_copy()) {
                Some(Ok((report, file))) => {
                    kept[side] = Some(file);
                    report
                }
                // Programs cannot be copied to the folder for temporary files, or cannot be run from it.
                Some(Err(TurnError::Start { .. })) if first => {
                    copied = false;
                    program.round()?
                }
                Some(Err(e)) => return Err(e),
                None => program.round()?,
            });
            progress();
        }
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let id = format!("{}-{}", since.map_or(0, |since| since.as_nanos()), std::process::id());
    let [bases, heads] = reports;
    let merged = |rounds, program: &Program| merge(rounds, &program.revision, &id, watch.stop());
    Ok([merged(bases, base), merged(heads, head)])
}

/// Merges the reports of a program's rounds. Round `i` of a cell holds the samples of run `i`, and is empty if that run
/// has none.
fn merge(rounds: Vec<Report>, revision: &str, id: &str, conditions: Conditions) -> Report {
    let mut rows: IndexMap<String, IndexMap<String, Vec<Vec<f64>>>> = IndexMap::new();
    let count = rounds.len();
    let mut merged: Option<Report> = None;
    for (i, report) in rounds.into_iter().enumerate() {
        for row in &report.rows {
            let columns = rows.entry(row.name.clone()).or_default();
            for (column, measured) in &row.columns {
                let samples = columns.entry(column.clone()).or_insert_with(|| vec![Vec::new(); count]);
                samples[i] = if measured.rounds_ns.is_empty() {
                    // From a program that keeps no samples.
                    vec![measured.median_ns as f64]
                } else {
                    measured.rounds_ns.concat()
                };
            }
        }
        merged.get_or_insert(report);
    }
    let mut merged = merged.unwrap_or_else(|| Report::new(crate::Machine::this("unknown"), 0));
    merged.revision = Some(revision.to_owned());
    merged.turns = Some(id.to_owned());
    merged.conditions = Some(conditions);
    let row = |(name, columns): (String, IndexMap<String, Vec<Vec<f64>>>)| Row {
        name,
        columns: columns
            .into_iter()
            .map(|(column, rounds)| (column, Measured::of(rounds)))
            .collect(),
    };
    merged.rows = rows.into_iter().map(row).collect();
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(script: &str) -> Program {
        Program {
            path: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            revision: "some revision".to_owned(),
        }
    }

    /// A script that prints a report, with a different time in each run.
    fn printing(file: &Path, ns: u32) -> Program {
        let file = file.display();
        program(&format!(
            r#"echo {ns} >> {file}; n=$(wc -l < {file}); cat << END
{{"schema": 1, "secant": "0", "machine": {{"cpu": "c", "cores": 1, "backend": "b", "features": []}}, "threads": 1, "seed": 0,
"rows": [{{"name": "r", "columns": {{"c": {{"median_ns": $((n + {ns})), "min_ns": 1, "mad_ns": 1, "samples": 1}}}}}}]}}
END"#
        ))
    }

    #[test]
    fn turns() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let mut runs = 0;
        let [base, head] = interleave(&printing(&log, 100), &printing(&log, 200), 3, || runs += 1).expect("reports");
        assert_eq!(runs, 6);
        // The program that goes first in a round goes second in the next.
        let order = std::fs::read_to_string(&log).expect("the log");
        assert_eq!(
            order.split_whitespace().collect::<Vec<_>>(),
            ["100", "200", "200", "100", "100", "200"]
        );
        assert_eq!(base.rows[0].columns["c"].rounds_ns, [[101.0], [104.0], [105.0]]);
        assert_eq!(head.rows[0].columns["c"].rounds_ns, [[202.0], [203.0], [206.0]]);
        assert!(base.turns.is_some() && base.turns == head.turns && base.conditions.is_some());
        assert_eq!(base.revision.as_deref(), Some("some revision"));
    }

    /// Copies are run, one for each round, and none of them is left.
    #[cfg(target_os = "linux")]
    #[test]
    fn copies() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let mut program = printing(&log, 100);
        let script = program.arguments[1].to_str().expect("a script").to_owned();
        program.arguments[1] = format!("readlink /proc/$$/exe >> {}.exe; {script}", log.display()).into();
        interleave(&program, &program, 2, || {}).expect("reports");
        let files = std::fs::read_to_string(format!("{}.exe", log.display())).expect("the files");
        let files: std::collections::BTreeSet<_> = files.lines().collect();
        assert_eq!(files.len(), 4, "{files:?}");
        assert!(files.iter().all(|file| !Path::new(file).exists()), "{files:?}");

        let script = folder.path().join("script");
        std::fs::write(&script, "#!/bin/sh\n").expect("a file");
        assert!(Copied::serves(Path::new("/bin/sh")));
        assert!(!Copied::serves(&script));
        assert!(!Copied::serves(Path::new("sh")));
        assert!(!Copied::serves(Path::new("no/such/program")));
    }

    #[test]
    fn failures() {
        let fail = |script| program(script).round().expect_err("a failure").to_string();
        assert_eq!(fail("echo why >&2; exit 3"), "the program of some revision failed: why");
        assert!(fail("exit 3").contains("exit status: 3"));
        assert!(fail("echo text").starts_with("the program of some revision printed no report: "));
        let mut absent = program("");
        absent.path = "no/such/program".into();
        assert!(matches!(absent.round(), Err(TurnError::Start { .. })));
    }
}
