//! `secant` with the command `secant bench`, which `secant` runs as a separate program.
#![forbid(unsafe_code)]

use secant_cli::{Command, companion::main_of, prepared};
use std::process::ExitCode;

fn main() -> ExitCode {
    main_of(|command, out| match command {
        Command::Bench(bench) => Some(prepared(|backend| secant_bench::run(bench, out, backend)).map(|()| true)),
        _ => None,
    })
}
