//! Groth16 proofs.

use super::Buffer;
use crate::code;

/// `verify_groth16` of the module.
#[unsafe(no_mangle)]
extern "C" fn verify_groth16(
    key: *const u8,
    key_len: usize,
    proof: *const u8,
    proof_len: usize,
    public: *const u8,
    public_len: usize,
) -> i32 {
    let (key, proof, public) = (
        Buffer(key, key_len),
        Buffer(proof, proof_len),
        Buffer(public, public_len),
    );
    let verdict = || crate::verify_groth16(key.bytes()?, proof.bytes()?, public.bytes()?);
    code(verdict())
}
