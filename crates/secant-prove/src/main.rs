//! `secant` with the command `secant prove`, which `secant` runs as a separate program.
#![forbid(unsafe_code)]

use secant_cli::{Command, companion::main_of, prepared};
use std::process::ExitCode;

fn main() -> ExitCode {
    main_of(|command, out| match command {
        Command::Prove(prove) => Some(prepared(|_| secant_prove::run(prove, out))),
        _ => None,
    })
}
