//! Builds the guests that tests by features run; without these features nothing.

use std::process::ExitCode;

/// A guest of upstream's crates, and the program with upstream's own answers.
#[cfg(feature = "polkadot")]
mod polkadot {
    use secant_guest_build::{Program, build_program, guests};

    const ORACLE: Program = Program {
        workspace: "guests",
        package: "secant-polkadot",
        profile: "native",
        sources: &["guests/polkadot/Cargo.toml", "guests/polkadot/src", "guests/rows"],
    };

    pub fn build() -> Result<(), String> {
        secant_guest_build::build(&guests::POLKADOT).and_then(|()| build_program(&ORACLE))
    }
}

#[cfg(not(feature = "polkadot"))]
mod polkadot {
    pub fn build() -> Result<(), String> {
        Ok(())
    }
}

/// The kit of this package.
#[cfg(feature = "wasm")]
mod wasm {
    pub fn build() -> Result<(), String> {
        secant_guest_build::build(&secant_guest_build::guests::KIT)
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
