//! Groth16 proofs in the files of snarkjs.
//!
//! One function reads files, and another verifies their contents. In between, the caller keeps the contents as limbs of
//! points and scalars. So an instance of the module that has prepared keys need not read any file.

use crate::{Error, Kind, Outcome};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    pairing::{Pairing, PairingOutput},
};
use ark_groth16::{Proof, VerifyingKey};
use core::mem::size_of;
use secant_curve::{PairingCheck, Raw, bls12_381::Bls12_381, bn254::Bn254, raw};
use secant_verify::groth16::{self, CurveName, FileCurve, Groth16Files};

/// The numbers of the pairings, as in [`pairing`](crate::pairing).
const BLS12_381: u32 = 0;
const BN254: u32 = 1;

/// A pairing whose points and scalars have a raw form.
pub trait RawPairing: PairingCheck<G1Affine: Raw, G2Affine: Raw, ScalarField: Raw> + FileCurve {}
impl<E: PairingCheck<G1Affine: Raw, G2Affine: Raw, ScalarField: Raw> + FileCurve> RawPairing for E {}

/// Reads `verification_key.json` and returns the number of its pairing. Appends its points to `out` in affine raw form:
/// alpha, beta, gamma, delta and `IC`.
///
/// # Errors
/// Those for an invalid file.
pub fn read_key(key: &[u8], out: &mut Vec<u8>) -> Outcome {
    match Groth16Files::<Bn254>::read_snarkjs_key(key) {
        Ok(key) => {
            write_key(&key, out);
            Ok(BN254)
        }
        Err(groth16::Error::WrongCurve {
            found: CurveName::Bls12_381,
            ..
        }) => {
            write_key(&Groth16Files::<Bls12_381>::read_snarkjs_key(key)?, out);
            Ok(BLS12_381)
        }
        Err(e) => Err(e.into()),
    }
}

/// Reads `proof.json` and `public.json` for a key in raw form. Appends the points of the proof, in affine raw form, and
/// the public inputs, as limbs, to `out`.
///
/// # Errors
/// Those for invalid files, [`Kind::Number`], or those for a key that is not in raw form.
pub fn read_statement(pairing: u32, key: &[u8], proof: &[u8], public: &[u8], out: &mut Vec<u8>) -> Outcome {
    fn read<E: RawPairing>(key: &[u8], proof: &[u8], public: &[u8], out: &mut Vec<u8>) -> Outcome {
        let (proof, public) = Groth16Files::<E>::read_snarkjs_proof(&raw_key(key)?, proof, public)?;
        push(&[proof.a], out);
        push(&[proof.b], out);
        push(&[proof.c], out);
        push(&public, out);
        Ok(0)
    }
    match pairing {
        BLS12_381 => read::<Bls12_381>(key, proof, public, out),
        BN254 => read::<Bn254>(key, proof, public, out),
        _ => Err(Kind::Number.into()),
    }
}

/// Whether a statement is valid under a key, both in raw form: one if it is.
///
/// # Errors
/// [`Kind::Number`], or those for input that is not in raw form.
pub fn verify_groth16(pairing: u32, key: &[u8], statement: &[u8]) -> Outcome {
    match pairing {
        BLS12_381 => verify::<Bls12_381>(key, statement),
        BN254 => verify::<Bn254>(key, statement),
        _ => Err(Kind::Number.into()),
    }
}

/// Checks `e(a, b) = e(alpha, beta) e(inputs, gamma) e(c, delta)`, as a product of four pairings.
fn verify<E: RawPairing>(key: &[u8], statement: &[u8]) -> Outcome {
    let key = raw_key::<E>(key)?;
    let (proof, public) = raw_statement(&key, statement)?;
    let minus = [key.alpha_g1.into_group(), inputs(&key, &public), proof.c.into_group()].map(|p| -p);
    let [alpha, inputs, c] = minus.map(CurveGroup::into_affine);
    let holds = E::pairing_check(
        &[proof.a, alpha, inputs, c],
        &[proof.b, key.beta_g2, key.gamma_g2, key.delta_g2],
    )?;
    Ok(holds.into())
}

/// `IC[0] + sum public[i] IC[i + 1]`, over the number of public inputs that the key fixes.
fn inputs<E: Pairing>(key: &VerifyingKey<E>, public: &[E::ScalarField]) -> E::G1 {
    match key.gamma_abc_g1.split_first() {
        Some((constant, bases)) => E::G1::msm_unchecked(bases, public) + constant,
        None => E::G1::default(),
    }
}

/// A verification key, with the values that depend only on it.
pub enum Prepared {
    /// A key over BN254.
    Bn254(PreparedKey<Bn254>),
    /// A key over BLS12-381.
    Bls12_381(PreparedKey<Bls12_381>),
}

impl Prepared {
    /// Prepares a key in raw form.
    ///
    /// # Errors
    /// [`Kind::Number`], or those for input that is not in raw form.
    pub fn new(pairing: u32, key: &[u8]) -> Result<Self, Error> {
        Ok(match pairing {
            BLS12_381 => Self::Bls12_381(PreparedKey::new(raw_key(key)?)),
            BN254 => Self::Bn254(PreparedKey::new(raw_key(key)?)),
            _ => return Err(Kind::Number.into()),
        })
    }

    /// Whether a statement in raw form is valid under the key: one if it is.
    ///
    /// # Errors
    /// Those for input that is not in raw form.
    pub fn verify(&self, statement: &[u8]) -> Outcome {
        match self {
            Self::Bn254(key) => key.verify(statement),
            Self::Bls12_381(key) => key.verify(statement),
        }
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

impl<E: RawPairing> PreparedKey<E> {
    fn new(key: VerifyingKey<E>) -> Self {
        let minus = |p: E::G2Affine| E::with_lines((-p.into_group()).into_affine());
        Self {
            constant: E::pairing(key.alpha_g1, key.beta_g2),
            gamma: minus(key.gamma_g2),
            delta: minus(key.delta_g2),
            key,
        }
    }

    fn verify(&self, statement: &[u8]) -> Outcome {
        let (proof, public) = raw_statement(&self.key, statement)?;
        let f = E::multi_miller_loop(
            [proof.a, inputs(&self.key, &public).into_affine(), proof.c],
            [E::G2Prepared::from(proof.b), self.gamma.clone(), self.delta.clone()],
        );
        let holds = E::final_exponentiation(f).is_some_and(|product| product == self.constant);
        Ok(holds.into())
    }
}

fn write_key<E: RawPairing>(key: &VerifyingKey<E>, out: &mut Vec<u8>) {
    push(&[key.alpha_g1], out);
    push(&[key.beta_g2, key.gamma_g2, key.delta_g2], out);
    push(&key.gamma_abc_g1, out);
}

fn push<T: Raw>(elements: &[T], out: &mut Vec<u8>) {
    out.extend_from_slice(raw::as_bytes(elements));
}

/// Reads the key that [`read_key`] wrote.
fn raw_key<E: RawPairing>(bytes: &[u8]) -> Result<VerifyingKey<E>, Error> {
    let mut parts = Parts(bytes);
    Ok(VerifyingKey {
        alpha_g1: parts.one()?,
        beta_g2: parts.one()?,
        gamma_g2: parts.one()?,
        delta_g2: parts.one()?,
        gamma_abc_g1: parts.rest()?,
    })
}

/// Reads the statement that [`read_statement`] wrote for a key.
fn raw_statement<E: RawPairing>(key: &VerifyingKey<E>, bytes: &[u8]) -> Result<(Proof<E>, Vec<E::ScalarField>), Error> {
    let mut parts = Parts(bytes);
    let (a, b, c) = (parts.one()?, parts.one()?, parts.one()?);
    let public: Vec<E::ScalarField> = parts.rest()?;
    // The multi-scalar multiplication would ignore surplus inputs.
    if public.len() + 1 != key.gamma_abc_g1.len() {
        return Err(Kind::Length.into());
    }
    Ok((Proof { a, b, c }, public))
}

/// Reads elements one after the other. Checks that they are canonical and on their curve. The points were checked to be
/// in the subgroup when they were read from a file.
struct Parts<'a>(&'a [u8]);

impl Parts<'_> {
    fn one<T: Raw>(&mut self) -> Result<T, Error> {
        let (first, rest) = self.0.split_at_checked(size_of::<T>()).ok_or(Kind::Length)?;
        self.0 = rest;
        elements(first)?.first().copied().ok_or(Kind::Length.into())
    }

    fn rest<T: Raw>(self) -> Result<Vec<T>, Error> {
        elements(self.0)
    }
}

fn elements<T: Raw>(bytes: &[u8]) -> Result<Vec<T>, Error> {
    let elements = raw::from_bytes::<T>(bytes).ok_or(Kind::Length)?.into_owned();
    for element in &elements {
        element.check().map_err(|invalid| match invalid {
            raw::Invalid::NotCanonical => Kind::Encoding,
            raw::Invalid::NotOnCurve => Kind::NotOnCurve,
        })?;
    }
    Ok(elements)
}
