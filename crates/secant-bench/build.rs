//! Builds the guests that measurements alone need, for `include_bytes!` to embed.

use secant_guest_build::{build, exit, guests};
use std::process::ExitCode;

fn main() -> ExitCode {
    exit(build(&guests::BENCH))
}
