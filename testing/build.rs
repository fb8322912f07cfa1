//! Builds the guests that tests by features run; without these features nothing.

use std::process::ExitCode;

/// A guest of upstream's crates, and the program with upstream's own answers.
#[cfg(feature = "polkadot")]
mod polkadot {
    use secant_guest_build::{Flavour, Guest, Program, Workspace, build_in, build_program};

    const WORKSPACE: Workspace = Workspace {
        folder: "guests",
        cfgs: &["substrate_runtime"],
    };

    const GUEST: Guest = Guest {
        package: "secant-polkadot",
        target: "wasm32v1-none",
        profile: "release",
        flavours: &[
            Flavour::new("guest").only("guest"),
            Flavour::new("guest_secant").only("guest,secant"),
        ],
        // Where the memory begins that the node gives.
        flags: &["-C", "link-arg=--export=__heap_base"],
        sources: &[
            "guests/polkadot/Cargo.toml",
            "guests/polkadot/src",
            "guests/rows",
            "crates/secant-abi",
            "crates/secant-curve",
            "crates/secant-engine",
            "crates/secant-guest",
        ],
    };

    const ORACLE: Program = Program {
        workspace: "guests",
        package: "secant-polkadot",
        profile: "native",
        sources: &["guests/polkadot/Cargo.toml", "guests/polkadot/src", "guests/rows"],
    };

    pub fn build() -> Result<(), String> {
        build_in(&WORKSPACE, &GUEST).and_then(|()| build_program(&ORACLE))
    }
}

#[cfg(not(feature = "polkadot"))]
mod polkadot {
    pub fn build() -> Result<(), String> {
        Ok(())
    }
}

/// The kit of this package, for every set of instructions that has kernels of its own.
#[cfg(feature = "wasm")]
mod wasm {
    use secant_guest_build::{Flavour, Guest, Workspace, build_in};

    const WORKSPACE: Workspace = Workspace { folder: ".", cfgs: &[] };

    const KIT: Guest = Guest {
        package: "secant-testing",
        target: "wasm32-unknown-unknown",
        profile: "kit",
        flavours: &[
            Flavour::new("kit").only("kit"),
            Flavour::new("kit_wide").only("kit").using("+wide-arithmetic"),
        ],
        flags: &[],
        sources: &[
            "testing/Cargo.toml",
            "testing/src",
            "crates/secant-engine",
            "crates/secant-curve",
        ],
    };

    pub fn build() -> Result<(), String> {
        build_in(&WORKSPACE, &KIT)
    }
}

#[cfg(not(feature = "wasm"))]
mod wasm {
    pub fn build() -> Result<(), String> {
        Ok(())
    }
}

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    match polkadot::build().and_then(|()| wasm::build()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
