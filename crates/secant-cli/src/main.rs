//! The `secant` program.
//!
//! Exit status: 0 yes or done, 1 the checked thing is wrong, 2 bad usage or unreadable input.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    secant_cli::main()
}
