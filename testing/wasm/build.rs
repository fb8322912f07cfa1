//! Builds the kit for every set of instructions that has kernels of its own.

use secant_guest_build::{Flavour, Guest, build, exit};
use std::process::ExitCode;

const GUEST: Guest = Guest {
    package: "secant-kit-guest",
    target: "wasm32-unknown-unknown",
    profile: "kit",
    flavours: &[Flavour::new("kit"), Flavour::new("kit_wide").using("+wide-arithmetic")],
    flags: &[],
    sources: &["guests/kit", "testing", "crates/secant-engine", "crates/secant-curve"],
};

fn main() -> ExitCode {
    exit(build(&GUEST))
}
