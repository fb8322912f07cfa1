//! Real proofs by snarkjs and gnark, embedded in the program.

use secant_verify::groth16::{CurveName, Files};

/// A proof with its key and public inputs.
pub struct Fixture {
    /// The program that made it.
    pub tool: &'static str,
    /// What it proves.
    pub statement: &'static str,
    /// The files.
    pub files: Files<'static>,
}

/// The files of a folder.
macro_rules! files {
    ($folder:literal, $vk:literal, $proof:literal, $public:literal) => {
        Files {
            vk: include_bytes!(concat!("../../secant-verify/fixtures/", $folder, "/", $vk)),
            proof: include_bytes!(concat!("../../secant-verify/fixtures/", $folder, "/", $proof)),
            public: include_bytes!(concat!("../../secant-verify/fixtures/", $folder, "/", $public)),
        }
    };
}

const fn by_snarkjs(statement: &'static str, files: Files<'static>) -> Fixture {
    let tool = "snarkjs";
    Fixture { tool, statement, files }
}

const fn by_gnark(files: Files<'static>) -> Fixture {
    Fixture {
        tool: "gnark",
        statement: "y = x^3, z = x + k",
        files,
    }
}

/// All fixtures.
#[rustfmt::skip]
pub const ALL: &[Fixture] = &[
    by_snarkjs("a * b = product", files!("snarkjs/bn128/multiplier", "verification_key.json", "proof.json", "public.json")),
    by_snarkjs("leaf of a Merkle tree", files!("snarkjs/bn128/merkle", "verification_key.json", "proof.json", "public.json")),
    by_snarkjs("a * b = product", files!("snarkjs/bls12381/multiplier", "verification_key.json", "proof.json", "public.json")),
    by_snarkjs("leaf of a Merkle tree", files!("snarkjs/bls12381/merkle", "verification_key.json", "proof.json", "public.json")),
    BN254,
    BLS12_381,
    BLS12_377,
    BW6_761,
];

const BN254: Fixture = by_gnark(files!("gnark/bn254", "vk.bin", "proof.bin", "public.bin"));
const BLS12_381: Fixture = by_gnark(files!("gnark/bls12_381", "vk.bin", "proof.bin", "public.bin"));
const BLS12_377: Fixture = by_gnark(files!("gnark/bls12_377", "vk.bin", "proof.bin", "public.bin"));
const BW6_761: Fixture = by_gnark(files!("gnark/bw6_761", "vk.bin", "proof.bin", "public.bin"));

/// The proof by gnark over a curve.
pub const fn gnark(curve: CurveName) -> Fixture {
    match curve {
        CurveName::Bn254 => BN254,
        CurveName::Bls12_381 => BLS12_381,
        CurveName::Bls12_377 => BLS12_377,
        CurveName::Bw6_761 => BW6_761,
    }
}
