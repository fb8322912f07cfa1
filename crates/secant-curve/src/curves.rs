//! One parameter file per curve.

pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
pub mod bw6_761;
pub mod ed_on_bls12_377;
pub mod ed_on_bls12_381;
pub mod ed_on_bls12_381_bandersnatch;
pub mod pallas;
pub mod secp256k1;
pub mod secp256r1;
pub mod vesta;
