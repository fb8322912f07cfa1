//! Groth16 proofs.

use super::encode;
use ark_ec::pairing::Pairing;
use ark_ff::{Field, UniformRand};
use ark_groth16::{Groth16, Proof, VerifyingKey};
use ark_relations::gr1cs::{ConstraintSynthesizer, ConstraintSystemRef, LinearCombination, SynthesisError};
use ark_serialize::CanonicalSerialize;
use ark_snark::SNARK;
use rand::rngs::StdRng;

/// `x y = z`, with `z` public. Each further public input is the square of the one before, starting from `z`.
struct Powers<F: Field> {
    x: F,
    y: F,
    public: usize,
}

impl<F: Field> ConstraintSynthesizer<F> for Powers<F> {
    fn generate_constraints(self, cs: ConstraintSystemRef<F>) -> Result<(), SynthesisError> {
        let lc = |v| move || LinearCombination::from((F::ONE, v));
        let (mut x, mut y) = (
            cs.new_witness_variable(|| Ok(self.x))?,
            cs.new_witness_variable(|| Ok(self.y))?,
        );
        let mut value = self.x * self.y;
        for _ in 0..self.public {
            let z = cs.new_input_variable(|| Ok(value))?;
            cs.enforce_r1cs_constraint(lc(x), lc(y), lc(z))?;
            value.square_in_place();
            (x, y) = (z, z);
        }
        Ok(())
    }
}

/// A key, a valid proof, and its public inputs.
pub type Statement<E> = (VerifyingKey<E>, Proof<E>, Vec<<E as Pairing>::ScalarField>);

/// A statement with `public` public inputs.
///
/// # Errors
/// Those of the setup and of the prover.
pub fn statement<E: Pairing>(public: usize, rng: &mut StdRng) -> Result<Statement<E>, SynthesisError> {
    let (x, y) = (E::ScalarField::rand(rng), E::ScalarField::rand(rng));
    let (pk, vk) = Groth16::<E>::circuit_specific_setup(Powers { x, y, public }, rng)?;
    let proof = Groth16::<E>::prove(&pk, Powers { x, y, public }, rng)?;
    let mut inputs = vec![x * y];
    while inputs.len() < public {
        inputs.push(inputs[inputs.len() - 1].square());
    }
    Ok((vk, proof, inputs))
}

/// The argument of the operation `groth16_verification`.
///
/// # Errors
/// As [`statement`].
pub fn argument<E: Pairing>(public: usize, rng: &mut StdRng) -> Result<Vec<u8>, SynthesisError> {
    Ok(encode(&statement::<E>(public, rng)?))
}

/// A key and the argument of the extrinsic `verify_proof` for it.
///
/// # Errors
/// As [`statement`].
pub fn compressed<E: Pairing>(public: usize, rng: &mut StdRng) -> Result<(Vec<u8>, Vec<u8>), SynthesisError> {
    let (key, proof, inputs) = statement::<E>(public, rng)?;
    let (mut key_bytes, mut argument) = (Vec::new(), Vec::new());
    // Writing to memory cannot fail.
    let _ = key.serialize_compressed(&mut key_bytes);
    let _ = (proof, inputs).serialize_compressed(&mut argument);
    Ok((key_bytes, argument))
}
