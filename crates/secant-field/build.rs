//! Says by `cfg(wide_arithmetic)` whether the target has WASM's products of 128 bits, for which the compiler has no stable
//! `cfg(target_feature)`: it takes them by `-C target-feature=+wide-arithmetic` all the same.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(wide_arithmetic)");
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if architecture == "wasm32" && wide_arithmetic(flags.split('\x1f')) {
        println!("cargo::rustc-cfg=wide_arithmetic");
    }
}

/// Whether the flags of rustc ask for it: the last of `-C target-feature` that names it says so.
fn wide_arithmetic<'a>(flags: impl Iterator<Item = &'a str>) -> bool {
    flags
        .filter_map(|flag| flag.split_once("target-feature=").map(|(_, features)| features))
        .flat_map(|features| features.split(','))
        .filter_map(|feature| match feature {
            "+wide-arithmetic" => Some(true),
            "-wide-arithmetic" => Some(false),
            _ => None,
        })
        .last()
        .unwrap_or(false)
}
