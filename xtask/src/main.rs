//! Tasks of this repository, for people and for CI: `cargo xtask --help`.
#![forbid(unsafe_code)]

mod bench_docs;
mod check;
mod context;
mod docs;
mod guests;
mod ifma;
mod links;
mod lint;
mod steps;
mod test;
mod workspaces;

use clap::Parser;
use std::process::ExitCode;

/// Tasks of this repository. Run them in its root.
#[derive(Debug, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
enum Task {
    Check(check::Check),
    Lint(lint::Lint),
    Docs(docs::Docs),
    Test(test::Test),
    Guests(guests::Guests),
    Ifma(ifma::Ifma),
    BenchDocs(bench_docs::BenchDocs),
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Check(task) => task.run(),
        Task::Lint(task) => task.run(),
        Task::Docs(task) => task.run(),
        Task::Test(task) => task.run(),
        Task::Guests(task) => task.run(),
        Task::Ifma(task) => task.run(),
        Task::BenchDocs(task) => task.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("xtask: {e:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Task;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_well_formed() {
        Task::command().debug_assert();
    }
}
