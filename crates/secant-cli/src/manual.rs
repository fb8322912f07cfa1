//! Completions and manual pages, generated from the definitions of the commands.

use crate::Arguments;
use crate::error::Error;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// A script that completes commands and options.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant completions bash > ~/.local/share/bash-completion/completions/secant
  secant completions zsh > ~/.zfunc/_secant
  secant completions fish > ~/.config/fish/completions/secant.fish")]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        // Generate in memory first: clap_complete panics if the output is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "secant", &mut script);
        Ok(out.write_all(&script)?)
    }
}

/// The manual.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant man | man -l -
  secant man --all /usr/local/share/man/man1")]
pub struct Man {
    /// Write the pages of all commands to this folder, instead of printing the page of the program.
    #[arg(long, value_name = "FOLDER")]
    all: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the manual.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let command = Arguments::command();
        let Some(folder) = &self.all else {
            return Ok(clap_mangen::Man::new(command).render(out)?);
        };
        let context = || format!("cannot write to {}", folder.display());
        fs::create_dir_all(folder).map_err(|e| Error::unusable(context(), e))?;
        clap_mangen::generate_to(command, folder).map_err(|e| Error::unusable(context(), e))
    }
}
