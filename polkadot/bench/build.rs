//! Builds the guest of upstream's crates and the runtime.

use secant_guest_build::{Flavour, Guest, Workspace, build_in, exit};
use std::process::ExitCode;

const WORKSPACE: Workspace = Workspace {
    folder: "guests",
    cfgs: &["substrate_runtime"],
};

const GUEST: Guest = Guest {
    package: "secant-polkadot",
    target: "wasm32v1-none",
    profile: "release",
    flavours: &[Flavour::new("guest").only("guest")],
    // Where the memory begins that the node gives.
    flags: &["-C", "link-arg=--export=__heap_base"],
    sources: &["guests/polkadot/Cargo.toml", "guests/polkadot/src", "guests/rows"],
};

const RUNTIME: Guest = Guest {
    package: "secant-polkadot-runtime",
    flavours: &[Flavour::new("runtime")],
    sources: &["guests/polkadot", "guests/rows", "crates/secant-curve"],
    ..GUEST
};

fn main() -> ExitCode {
    exit(build_in(&WORKSPACE, &GUEST).and_then(|()| build_in(&WORKSPACE, &RUNTIME)))
}
