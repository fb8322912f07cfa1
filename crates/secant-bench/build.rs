//! Builds the guests that measurements alone need, for `include_bytes!` to embed.

use secant_guest_build::{Flavour, Guest, build, exit};
use std::process::ExitCode;

const GUEST: Guest = Guest {
    package: "secant-rows",
    target: "wasm32-unknown-unknown",
    profile: "release",
    flavours: &[
        Flavour::new("arkworks").with("export-arkworks"),
        Flavour::new("dummy").with("export-dummy"),
        Flavour::new("plain_wide")
            .with("export-plain")
            .using("+wide-arithmetic"),
    ],
    flags: &[],
    sources: &[
        "guests/rows",
        "crates/secant-engine",
        "crates/secant-curve",
        "crates/secant-abi",
        "crates/secant-guest",
    ],
};

fn main() -> ExitCode {
    exit(build(&GUEST))
}
