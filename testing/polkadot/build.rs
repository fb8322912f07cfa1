//! Builds the guest and the oracle.

use secant_guest_build::{Flavour, Guest, Program, Workspace, build_in, build_program, exit};
use std::process::ExitCode;

const WORKSPACE: Workspace = Workspace {
    folder: "guests/polkadot",
    cfgs: &["substrate_runtime"],
};

const GUEST: Guest = Guest {
    package: "secant-polkadot-guest",
    target: "wasm32v1-none",
    profile: "release",
    flavours: &[Flavour::new("guest"), Flavour::new("guest_secant").with("secant")],
    // Where the memory begins that the node gives.
    flags: &["-C", "link-arg=--export=__heap_base"],
    sources: &[
        "guests/polkadot/calls",
        "guests/polkadot/guest",
        "guests/rows",
        "crates/secant-abi",
        "crates/secant-curve",
        "crates/secant-engine",
        "crates/secant-guest",
    ],
};

const ORACLE: Program = Program {
    workspace: "guests/polkadot",
    package: "secant-polkadot-oracle",
    profile: "native",
    sources: &["guests/polkadot/calls", "guests/polkadot/oracle", "guests/rows"],
};

fn main() -> ExitCode {
    exit(build_in(&WORKSPACE, &GUEST).and_then(|()| build_program(&ORACLE)))
}
