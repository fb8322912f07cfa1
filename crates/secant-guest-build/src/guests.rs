//! The guests of this repository: one list for the build scripts of the programs that embed them and for `cargo xtask guests`.

use crate::{Flavour, Guest, Workspace};

const WIDE: &str = "+wide-arithmetic";

const GUESTS: Workspace = Workspace {
    folder: "guests",
    cfgs: &[],
};

/// The operations of benchmarks as exports: see the flavours [`DEMO`] and [`BENCH`].
const ROWS: Guest = Guest {
    workspace: GUESTS,
    package: "secant-rows",
    target: "wasm32-unknown-unknown",
    profile: "release",
    flavours: &[],
    flags: &[],
    sources: &[
        "guests/rows",
        "crates/secant-engine",
        "crates/secant-curve",
        "crates/secant-abi",
        "crates/secant-guest",
    ],
};

/// Guests with secant, without a host and with one.
pub const DEMO: Guest = Guest {
    flavours: &[
        Flavour::new("plain").with("export-plain"),
        Flavour::new("guest").with("export-guest"),
    ],
    ..ROWS
};

/// What measurements need beside [`DEMO`].
pub const BENCH: Guest = Guest {
    flavours: &[
        Flavour::new("arkworks").with("export-arkworks"),
        Flavour::new("dummy").with("export-dummy"),
        Flavour::new("plain_wide").with("export-plain").using(WIDE),
    ],
    ..ROWS
};

/// The contract.
pub const CONTRACT: Guest = Guest {
    package: "secant-contract",
    target: "wasm32v1-none",
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
    ..ROWS
};

/// The test kit, for every set of instructions that has kernels of its own.
pub const KIT: Guest = Guest {
    workspace: Workspace { folder: ".", ..GUESTS },
    package: "secant-testing",
    profile: "kit",
    flavours: &[
        Flavour::new("kit").only("kit"),
        Flavour::new("kit_wide").only("kit").using(WIDE),
    ],
    sources: &[
        "testing/Cargo.toml",
        "testing/src",
        "crates/secant-engine",
        "crates/secant-curve",
    ],
    ..ROWS
};

/// That of the JavaScript package, whose own script builds it.
pub const JS: Guest = Guest {
    package: "secant-js-guest",
    flavours: &[Flavour::new("mvp"), Flavour::new("wide").using(WIDE)],
    sources: &["guests/js"],
    ..ROWS
};

/// Upstream's crates for Polkadot, as nodes run them.
pub const POLKADOT: Guest = Guest {
    workspace: Workspace {
        cfgs: &["substrate_runtime"],
        ..GUESTS
    },
    package: "secant-polkadot",
    target: "wasm32v1-none",
    flavours: &[POLKADOT_UPSTREAM, Flavour::new("guest_secant").only("guest,secant")],
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
    ..ROWS
};

/// The flavour of [`POLKADOT`] with upstream's crates alone.
pub const POLKADOT_UPSTREAM: Flavour = Flavour::new("guest").only("guest");

/// The runtime whose pallet is measured.
pub const POLKADOT_RUNTIME: Guest = Guest {
    package: "secant-polkadot-runtime",
    flavours: &[Flavour::new("runtime")],
    sources: &["guests/polkadot", "guests/rows", "crates/secant-curve"],
    ..POLKADOT
};
