//! Builds the contract in its flavours for `include_bytes!` to embed.

use secant_guest_build::{Flavour, Guest, build, exit};
use std::process::ExitCode;

const GUEST: Guest = Guest {
    package: "secant-contract",
    target: "wasm32v1-none",
    profile: "release",
    flavours: &[
        Flavour::new("contract"),
        Flavour::new("contract_antelope").with("antelope"),
        Flavour::new("contract_rustcrypto").with("rustcrypto"),
        Flavour::new("contract_groth16").only("groth16"),
    ],
    // The stack comes first in the memory: what overflows it is a trap.
    flags: &["-C", "link-arg=-zstack-size=131072"],
    sources: &[
        "guests/contract",
        "crates/secant-curve",
        "crates/secant-engine",
        "crates/secant-gfp",
        "crates/secant-verify",
    ],
};

fn main() -> ExitCode {
    exit(build(&GUEST))
}
