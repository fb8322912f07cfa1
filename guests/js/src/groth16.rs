//! Groth16 proofs in the files of snarkjs.

use crate::{Error, Outcome};
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    pairing::{Pairing, PairingOutput},
};
use ark_groth16::VerifyingKey;
use secant_curve::{PairingCheck, bls12_381::Bls12_381, bn254::Bn254};
use secant_verify::groth16::{self, CurveName, FileCurve, Groth16Files};

/// Whether a proof holds under a key: one if it does.
///
/// # Errors
/// Of what is wrong with the files.
pub fn verify_groth16(key: &[u8], proof: &[u8], public: &[u8]) -> Outcome {
    match AnyKey::read(key)? {
        AnyKey::Bn254(key) => verify::<Bn254>(&key, proof, public),
        AnyKey::Bls12_381(key) => verify::<Bls12_381>(&key, proof, public),
    }
}

/// A verification key with what depends on it alone.
pub enum Prepared {
    /// Over BN254.
    Bn254(PreparedKey<Bn254>),
    /// Over BLS12-381.
    Bls12_381(PreparedKey<Bls12_381>),
}

impl Prepared {
    /// Reads a key and prepares it.
    ///
    /// # Errors
    /// Of what is wrong with the file.
    pub fn new(key: &[u8]) -> Result<Self, Error> {
        Ok(match AnyKey::read(key)? {
            AnyKey::Bn254(key) => Self::Bn254(PreparedKey::new(key)),
            AnyKey::Bls12_381(key) => Self::Bls12_381(PreparedKey::new(key)),
        })
    }

    /// Whether a proof holds under the key: one if it does.
    ///
    /// # Errors
    /// Of what is wrong with the files.
    pub fn verify(&self, proof: &[u8], public: &[u8]) -> Outcome {
        match self {
            Self::Bn254(key) => key.verify(proof, public),
            Self::Bls12_381(key) => key.verify(proof, public),
        }
    }
}

/// A verification key over the curve that its file names.
enum AnyKey {
    Bn254(VerifyingKey<Bn254>),
    Bls12_381(VerifyingKey<Bls12_381>),
}

impl AnyKey {
    fn read(key: &[u8]) -> Result<Self, Error> {
        match Groth16Files::<Bn254>::read_snarkjs_key(key) {
            Ok(key) => Ok(Self::Bn254(key)),
            Err(groth16::Error::WrongCurve {
                found: CurveName::Bls12_381,
                ..
            }) => Ok(Self::Bls12_381(Groth16Files::read_snarkjs_key(key)?)),
            Err(e) => Err(e.into()),
        }
    }
}

/// `e(a, b) = e(alpha, beta) e(inputs, gamma) e(c, delta)`, as a product of four pairings.
fn verify<E: PairingCheck + FileCurve>(key: &VerifyingKey<E>, proof: &[u8], public: &[u8]) -> Outcome {
    let (proof, public) = Groth16Files::read_snarkjs_proof(key, proof, public)?;
    let minus = [key.alpha_g1.into_group(), inputs(key, &public), proof.c.into_group()].map(|p| -p);
    let [alpha, inputs, c] = minus.map(CurveGroup::into_affine);
    let holds = E::pairing_check(
        &[proof.a, alpha, inputs, c],
        &[proof.b, key.beta_g2, key.gamma_g2, key.delta_g2],
    )?;
    Ok(holds.into())
}

/// `IC[0] + sum public[i] IC[i + 1]`, for as many public inputs as the key is for.
fn inputs<E: Pairing>(key: &VerifyingKey<E>, public: &[E::ScalarField]) -> E::G1 {
    match key.gamma_abc_g1.split_first() {
        Some((constant, bases)) => E::G1::msm_unchecked(bases, public) + constant,
        None => E::G1::default(),
    }
}

/// [`Prepared`] over one curve.
pub struct PreparedKey<E: Pairing> {
    key: VerifyingKey<E>,
    /// `e(alpha, beta)`.
    constant: PairingOutput<E>,
    /// `-gamma` with its lines.
    gamma: E::G2Prepared,
    /// `-delta` with its lines.
    delta: E::G2Prepared,
}

impl<E: PairingCheck + FileCurve> PreparedKey<E> {
    fn new(key: VerifyingKey<E>) -> Self {
        let minus = |p: E::G2Affine| E::with_lines((-p.into_group()).into_affine());
        Self {
            constant: E::pairing(key.alpha_g1, key.beta_g2),
            gamma: minus(key.gamma_g2),
            delta: minus(key.delta_g2),
            key,
        }
    }

    fn verify(&self, proof: &[u8], public: &[u8]) -> Outcome {
        let (proof, public) = Groth16Files::read_snarkjs_proof(&self.key, proof, public)?;
        let f = E::multi_miller_loop(
            [proof.a, inputs(&self.key, &public).into_affine(), proof.c],
            [E::G2Prepared::from(proof.b), self.gamma.clone(), self.delta.clone()],
        );
        let holds = E::final_exponentiation(f).is_some_and(|product| product == self.constant);
        Ok(holds.into())
    }
}
