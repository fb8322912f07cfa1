//! Builds the guest of upstream's crates and the runtime.

use secant_guest_build::{
    Guest, build, exit,
    guests::{POLKADOT, POLKADOT_RUNTIME, POLKADOT_UPSTREAM},
};
use std::process::ExitCode;

fn main() -> ExitCode {
    let upstream = Guest {
        flavours: &[POLKADOT_UPSTREAM],
        ..POLKADOT
    };
    exit(build(&upstream).and_then(|()| build(&POLKADOT_RUNTIME)))
}
