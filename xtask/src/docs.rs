//! `cargo xtask docs`.

use crate::links;
use crate::steps::{self, Selection, Step};
use crate::workspaces::USUAL;
use anyhow::Result;
use clap::Args;
use xshell::cmd;

/// Links of pages, and rustdoc with warnings as errors.
#[derive(Debug, Args)]
#[command(after_help = steps::list(&STEPS))]
pub struct Docs {
    #[command(flatten)]
    selection: Selection,
}

impl Docs {
    /// Checks them.
    pub fn run(&self) -> Result<()> {
        steps::run(&STEPS, false, &self.selection)
    }
}

const STEPS: [Step; 2] = [
    Step::new("links", "links and paths in pages", links::check),
    Step::new("rustdoc", "documentation of the usual packages", |c| {
        let usual = USUAL;
        c.run_with(
            &[("RUSTDOCFLAGS", "-D warnings")],
            cmd!(c.shell, "cargo doc --release {usual...} --no-deps --locked"),
        )
    }),
];
