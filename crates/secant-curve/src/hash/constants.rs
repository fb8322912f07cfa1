//! The isogeny maps of RFC 9380, appendix E, with the coefficients of its tables.

pub mod bls12_381_g1;
pub mod bls12_381_g2;
pub mod secp256k1;
