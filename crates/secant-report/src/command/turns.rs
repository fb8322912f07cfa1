//! `secant bench --base`: measures another revision and this one in turns.

use super::{CommandError, count};
use crate::compare::Named;
use crate::report::Report;
use crate::revisions::{Recipe, RevisionBuilder};
use crate::turns::{Program, interleave};
use clap::{ArgGroup, Args};
use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most rounds. Each takes seconds.
const MOST_ROUNDS: usize = 10_000;

/// The options that name the two programs to measure in turns.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("beside").args(["base", "base_program"])))]
pub struct Turns {
    /// Build this git revision and the files as they are, measure both in turns, one round each, and show what changed.
    /// --format json prints the comparison.
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// With --base: use another revision instead of the files as they are.
    #[arg(long, value_name = "REV", requires = "base")]
    head: Option<String>,
    /// Instead of --base: measure a built program of another revision in turns with this one.
    #[arg(long, value_name = "FILE", conflicts_with = "base")]
    pub base_program: Option<PathBuf>,
    /// The number of rounds of each. 20 if left out, or 10 with --quick.
    #[arg(long, value_name = "N", requires = "beside", value_parser = count::<MOST_ROUNDS>)]
    rounds: Option<NonZero<usize>>,
    /// Write the reports of both, base.json and head.json, to this folder.
    #[arg(long, value_name = "FOLDER", requires = "beside")]
    save: Option<PathBuf>,
    /// The folder that keeps the programs of revisions. If left out, target/revisions of the repository.
    #[arg(long, value_name = "FOLDER", requires = "base")]
    cache: Option<PathBuf>,
}

/// The measurement that both programs make.
#[derive(Clone, Debug, Default)]
pub struct Measurement {
    /// The text that the names of the rows contain.
    pub filter: String,
    /// The columns; if empty, secant's.
    pub columns: Vec<String>,
    /// The number of threads.
    pub threads: Option<usize>,
    /// The seed that arguments are drawn from.
    pub seed: u64,
    /// Whether fewer rounds are enough.
    pub quick: bool,
}

impl Turns {
    /// Whether there is a second program to take turns with.
    pub fn is_asked(&self) -> bool {
        self.base.is_some() || self.base_program.is_some()
    }

    /// Builds both programs and measures them in turns. If the base is given as a built program, `this` is the head.
    /// `progress` receives the number of runs so far and the total.
    ///
    /// # Errors
    /// If a revision cannot be built, or a program misbehaves.
    pub fn run(
        &self,
        recipe: Recipe,
        this: &Path,
        measurement: &Measurement,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<[Named; 2], CommandError> {
        if let Some(folder) = &self.save {
            fs::create_dir_all(folder).map_err(|e| CommandError::cannot_write(folder, e))?;
        }
        let [base, head] = self.programs(recipe, this)?;
        let rounds = self
            .rounds
            .map_or(if measurement.quick { 10 } else { 20 }, NonZero::get);
        let mut run = 0;
        let reports = interleave(&measurement.of(base), &measurement.of(head), rounds, || {
            run += 1;
            progress(run, 2 * rounds);
        })?;
        if let Some(folder) = &self.save {
            for (report, name) in reports.iter().zip(["base.json", "head.json"]) {
                let path = folder.join(name);
                fs::write(&path, report.to_json()?).map_err(|e| CommandError::cannot_write(&path, e))?;
            }
        }
        let named = |report: Report| Named {
            name: report.revision.clone().unwrap_or_default(),
            report,
        };
        Ok(reports.map(named))
    }

    /// The names and files of the base and the head.
    fn programs(&self, recipe: Recipe, this: &Path) -> Result<[(String, PathBuf); 2], CommandError> {
        if let Some(base) = &self.base_program {
            return Ok([base.as_path(), this].map(|path| (path.display().to_string(), path.to_owned())));
        }
        let builder = RevisionBuilder::open(Path::new("."), self.cache.as_deref(), recipe)?;
        let base = builder.revision(self.base.as_deref().unwrap_or("HEAD"))?;
        let head = match &self.head {
            Some(head) => builder.revision(head)?,
            None => builder.working_tree()?,
        };
        let build = |revision| Ok::<_, CommandError>(builder.program(revision)?);
        let (base_program, head_program) = (build(&base)?, build(&head)?);
        Ok([(base.name, base_program), (head.name, head_program)])
    }
}

impl Measurement {
    /// A program that measures one round.
    fn of(&self, (revision, path): (String, PathBuf)) -> Program {
        let arguments = self.arguments(has_turns(&path));
        Program {
            path,
            arguments,
            revision,
        }
    }

    fn arguments(&self, turns: bool) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["bench".into()];
        // A program that cannot measure single rounds makes a whole short measurement as a round.
        arguments.push(if turns { "--turn" } else { "--quick" }.into());
        arguments.extend(["--format", "json", "--seed"].map(OsString::from));
        arguments.push(self.seed.to_string().into());
        if !self.columns.is_empty() {
            arguments.extend(["--columns".into(), self.columns.join(",").into()]);
        } else if !turns {
            arguments.extend(["--columns", "secant_wasm,secant_host,secant_native"].map(OsString::from));
        }
        if let Some(threads) = self.threads {
            arguments.extend(["--threads".into(), threads.to_string().into()]);
        }
        if !self.filter.is_empty() {
            arguments.extend(["--".into(), self.filter.clone().into()]);
        }
        arguments
    }
}

/// Whether a program can measure single rounds. Programs from before `--base` cannot.
fn has_turns(program: &Path) -> bool {
    let output = Command::new(program).args(["bench", "--help"]).output();
    // If the program does not run at all, its first round reports that.
    output.map_or(true, |output| {
        String::from_utf8_lossy(&output.stdout).contains("--turn")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The options of turns are rejected without a base.
    #[test]
    fn needs_a_base() {
        let parse = |arguments: &[&str]| {
            let command = Turns::augment_args(clap::Command::new("bench"));
            command.try_get_matches_from([&["bench"], arguments].concat()).map(drop)
        };
        for alone in [["--rounds", "5"], ["--save", "f"], ["--cache", "f"], ["--head", "r"]] {
            let e = parse(&alone).expect_err("no base");
            assert_eq!(e.kind(), clap::error::ErrorKind::MissingRequiredArgument, "{alone:?}");
            parse(&[&["--base", "r"][..], &alone].concat()).expect("a base");
        }
        parse(&["--base-program", "p", "--rounds", "5", "--save", "f"]).expect("a base");
        assert!(parse(&["--base-program", "p", "--base", "r"]).is_err());
    }

    #[test]
    fn arguments() {
        let measurement = Measurement {
            filter: "msm".to_owned(),
            threads: Some(2),
            seed: 7,
            ..Measurement::default()
        };
        let text = |turns| {
            let arguments = measurement.arguments(turns);
            arguments
                .iter()
                .map(|argument| argument.to_string_lossy())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(text(true), "bench --turn --format json --seed 7 --threads 2 -- msm");
        assert_eq!(
            text(false),
            "bench --quick --format json --seed 7 --columns secant_wasm,secant_host,secant_native --threads 2 -- msm"
        );
    }
}
