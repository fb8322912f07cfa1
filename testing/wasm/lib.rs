//! The modules of `guests/kit`, which the build script builds.
#![forbid(unsafe_code)]

/// The kit on kernels of one set of instructions.
#[derive(Clone, Copy, Debug)]
pub struct Kit {
    /// What the kernels use.
    pub name: &'static str,
    /// The module.
    pub wasm: &'static [u8],
}

/// All of them.
pub const KITS: [Kit; 2] = [
    Kit {
        name: "mvp",
        wasm: include_bytes!(concat!(env!("OUT_DIR"), "/kit.wasm")),
    },
    Kit {
        name: "wide",
        wasm: include_bytes!(concat!(env!("OUT_DIR"), "/kit_wide.wasm")),
    },
];
