//! `cargo xtask bench-docs`.

mod marks;
mod report;
mod tables;

use crate::context::{Context, write};
use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use marks::replace;
use report::Report;
use std::env;
use std::fs;
use std::path::PathBuf;
use tables::{RUNS, TABLES, Table};
use xshell::cmd;

/// Measures, and writes the tables of pages.
///
/// A table stands between `<!-- bench-docs: NAME -->` and `<!-- /bench-docs -->`, with the date and the machine above it. All else
/// in the page stays. A page need not have all tables.
#[derive(Debug, Args)]
#[command(after_help = tables::list())]
pub struct BenchDocs {
    /// Take a report of `secant bench --format json` instead of measuring. Tables stay that it has not all rows and columns of.
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// Print the commands that measure, and write nothing.
    #[arg(long, conflicts_with = "report")]
    dry_run: bool,
}

/// The page that has tables.
const PAGES: [&str; 1] = ["docs/benchmarks.md"];

impl BenchDocs {
    /// Writes the tables.
    pub fn run(&self) -> Result<()> {
        let context = Context::new(self.dry_run)?;
        let measures = self.report.is_empty();
        let reports = if measures { measure(&context)? } else { self.read()? };
        if self.dry_run {
            return Ok(());
        }
        let mut written = 0;
        for page in PAGES {
            let path = context.root().join(page);
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {page}"))?;
            let new = replace(&text, |name| {
                let table = find(name)?;
                match table.render(&reports) {
                    Ok(lines) => {
                        written += 1;
                        println!("{page}: {name} is written");
                        Ok(Some(lines))
                    }
                    Err(e) if measures => Err(e.context(format!("no table {name}"))),
                    Err(e) => {
                        println!("{page}: {name} stays, since {e}");
                        Ok(None)
                    }
                }
            });
            let new = new.with_context(|| page.to_owned())?;
            if new != text {
                write(&context, &path, &new)?;
            }
        }
        ensure!(written > 0, "no table was written");
        Ok(())
    }

    /// Reports, relative to the folder that the command is called in.
    fn read(&self) -> Result<Vec<Report>> {
        let here = env::current_dir()?;
        self.report.iter().map(|file| Report::read(&here.join(file))).collect()
    }
}

fn find(name: &str) -> Result<&'static Table> {
    let Some(table) = TABLES.iter().find(|table| table.name == name) else {
        bail!("there is no table {name}.\n{}", tables::list());
    };
    Ok(table)
}

/// Reports of all that tables have.
fn measure(context: &Context) -> Result<Vec<Report>> {
    let folder = context.target_dir().join("bench-docs");
    if !context.is_dry_run() {
        context.shell.create_dir(&folder)?;
    }
    let mut reports = Vec::new();
    for (index, run) in RUNS.iter().enumerate() {
        let file = folder.join(format!("{index}.json"));
        let columns = run.columns.join(",");
        let filter: &[&str] = if run.filter.is_empty() { &[] } else { &[run.filter] };
        context.run(cmd!(
            context.shell,
            "cargo run --release --locked --bin secant-bench -- bench {filter...} --quick --columns {columns} --format json --out {file}"
        ))?;
        if !context.is_dry_run() {
            reports.push(Report::read(&file)?);
        }
    }
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::root;

    #[test]
    fn marks_of_pages_are_of_tables() {
        let mut found = 0;
        for page in PAGES {
            let text = fs::read_to_string(root().join(page)).expect("a page");
            let same = replace(&text, |name| {
                found += 1;
                find(name).map(|_| None)
            });
            assert_eq!(same.expect("marks"), text);
        }
        assert!(found >= 4, "{found}");
    }
}
