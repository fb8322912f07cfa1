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

macro_rules! fixture {
    ($tool:literal, $statement:literal, $folder:literal, $vk:literal, $proof:literal, $public:literal) => {
        Fixture {
            tool: $tool,
            statement: $statement,
            files: Files {
                vk: include_bytes!(concat!("../../secant-verify/fixtures/", $folder, "/", $vk)),
                proof: include_bytes!(concat!("../../secant-verify/fixtures/", $folder, "/", $proof)),
                public: include_bytes!(concat!("../../secant-verify/fixtures/", $folder, "/", $public)),
            },
        }
    };
}

macro_rules! snarkjs {
    ($statement:literal, $folder:literal) => {
        fixture!(
            "snarkjs",
            $statement,
            $folder,
            "verification_key.json",
            "proof.json",
            "public.json"
        )
    };
}

macro_rules! gnark {
    ($folder:literal) => {
        fixture!(
            "gnark",
            "y = x^3, z = x + k",
            $folder,
            "vk.bin",
            "proof.bin",
            "public.bin"
        )
    };
}

/// All fixtures.
pub const ALL: &[Fixture] = &[
    snarkjs!("a * b = product", "snarkjs/bn128/multiplier"),
    snarkjs!("leaf of a Merkle tree", "snarkjs/bn128/merkle"),
    snarkjs!("a * b = product", "snarkjs/bls12381/multiplier"),
    snarkjs!("leaf of a Merkle tree", "snarkjs/bls12381/merkle"),
    BN254,
    BLS12_381,
    BLS12_377,
    BW6_761,
];

const BN254: Fixture = gnark!("gnark/bn254");
const BLS12_381: Fixture = gnark!("gnark/bls12_381");
const BLS12_377: Fixture = gnark!("gnark/bls12_377");
const BW6_761: Fixture = gnark!("gnark/bw6_761");

/// The proof by gnark over a curve.
pub const fn gnark(curve: CurveName) -> Fixture {
    match curve {
        CurveName::Bn254 => BN254,
        CurveName::Bls12_381 => BLS12_381,
        CurveName::Bls12_377 => BLS12_377,
        CurveName::Bw6_761 => BW6_761,
    }
}
