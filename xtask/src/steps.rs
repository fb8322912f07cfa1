//! Steps of tasks.

use crate::context::{Context, has};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::io::Write as _;

/// A part of a task that can be asked for by its name.
pub struct Step {
    /// The name.
    pub name: &'static str,
    /// What it does.
    pub title: &'static str,
    /// Whether it is done with `--all` alone.
    pub is_extra: bool,
    /// A program that must be installed. Where it is not, the step is left out.
    pub needs: Option<&'static str>,
    /// What does it.
    pub run: fn(&Context) -> Result<()>,
}

impl Step {
    /// One that is always done.
    pub const fn new(name: &'static str, title: &'static str, run: fn(&Context) -> Result<()>) -> Self {
        Self {
            name,
            title,
            is_extra: false,
            needs: None,
            run,
        }
    }

    /// One that is done with `--all`.
    pub const fn extra(name: &'static str, title: &'static str, run: fn(&Context) -> Result<()>) -> Self {
        Self {
            is_extra: true,
            ..Self::new(name, title, run)
        }
    }

    /// One that needs a program.
    pub const fn with(self, program: &'static str) -> Self {
        Self {
            needs: Some(program),
            ..self
        }
    }
}

/// Which steps are done.
#[derive(Debug, Default, Args)]
pub struct Selection {
    /// Only these steps, separated by commas.
    #[arg(long, value_name = "STEP", value_delimiter = ',')]
    pub only: Vec<String>,
    /// All but these steps.
    #[arg(long, value_name = "STEP", value_delimiter = ',', conflicts_with = "only")]
    pub skip: Vec<String>,
    /// Print the commands instead of running them.
    #[arg(long)]
    pub dry_run: bool,
}

impl Selection {
    fn choose<'a>(&self, steps: &'a [Step], all: bool) -> Result<Vec<&'a Step>> {
        let is_named = |names: &[String], step: &Step| names.iter().any(|name| name == step.name);
        for name in self.only.iter().chain(&self.skip) {
            if !steps.iter().any(|step| step.name == name) {
                bail!("there is no step {name}.\n{}", list(steps));
            }
        }
        let mut chosen = Vec::new();
        for step in steps {
            let is_chosen = match self.only.is_empty() {
                true => (all || !step.is_extra) && !is_named(&self.skip, step),
                false => is_named(&self.only, step),
            };
            match step.needs {
                _ if !is_chosen => {}
                Some(program) if !has(program) => {
                    if !self.only.is_empty() {
                        bail!("the step {} needs {program}, which is not installed", step.name);
                    }
                    println!("left out: {}, since {program} is not installed", step.name);
                }
                _ => chosen.push(step),
            }
        }
        Ok(chosen)
    }
}

/// The names of steps and what they do, for `--help`.
pub fn list(steps: &[Step]) -> String {
    let mut text = "Steps:".to_owned();
    for step in steps {
        let when = match (step.is_extra, step.needs) {
            (true, _) => " (--all)".to_owned(),
            (false, Some(program)) => format!(" (if {program} is installed)"),
            (false, None) => String::new(),
        };
        text += &format!("\n  {:<11} {}{when}", step.name, step.title);
    }
    text
}

/// Does the chosen steps, up to the first that fails. Nothing is printed after the last: who looks at the end of a log finds what
/// the last command said.
pub fn run(steps: &[Step], all: bool, selection: &Selection) -> Result<()> {
    let context = Context::new(selection.dry_run)?;
    let chosen = selection.choose(steps, all)?;
    let mut times = Vec::new();
    for (index, step) in chosen.iter().enumerate() {
        let start = context.seconds();
        if index > 0 && index + 1 == chosen.len() && !context.is_dry_run() {
            println!("\ntimes of the steps before the last: {}", times.join(", "));
        }
        println!("\n== {}: {} (after {} min)", step.name, step.title, start / 60);
        std::io::stdout().flush()?;
        (step.run)(&context).with_context(|| format!("the step {} failed", step.name))?;
        times.push(format!(
            "{} {}",
            step.name,
            duration(context.seconds().saturating_sub(start))
        ));
    }
    Ok(())
}

fn duration(seconds: u64) -> String {
    match seconds {
        ..100 => format!("{seconds} s"),
        _ => format!("{} min", (seconds + 30) / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Step; 3] = [
        Step::new("a", "the first", |_| Ok(())),
        Step::extra("b", "the second", |_| Ok(())),
        Step::new("c", "the third", |_| Ok(())).with("no such program"),
    ];

    fn names(only: &[&str], skip: &[&str], all: bool) -> Result<Vec<&'static str>> {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let selection = Selection {
            only: owned(only),
            skip: owned(skip),
            dry_run: true,
        };
        let chosen = selection.choose(&STEPS, all)?;
        Ok(chosen.iter().map(|step| step.name).collect())
    }

    #[test]
    fn steps_are_chosen_by_name() -> Result<()> {
        assert_eq!(names(&[], &[], false)?, ["a"]);
        assert_eq!(names(&[], &[], true)?, ["a", "b"]);
        assert_eq!(names(&["b"], &[], false)?, ["b"]);
        assert_eq!(names(&[], &["a"], true)?, ["b"]);
        Ok(())
    }

    #[test]
    fn what_cannot_be_done_is_an_error_if_it_is_named() {
        assert!(names(&["c"], &[], false).is_err());
        assert!(names(&["d"], &[], false).is_err());
        assert!(names(&[], &["d"], false).is_err());
    }

    #[test]
    fn times_of_steps() {
        assert_eq!([0, 99, 100, 3599].map(duration), ["0 s", "99 s", "2 min", "60 min"]);
    }
}
