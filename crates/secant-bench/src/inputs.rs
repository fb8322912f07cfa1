//! Arguments of the operations. Each operation has one function with its name, on upstream's types.

use super::row::Size;
use ark_ec::{
    AdditiveGroup, CurveGroup,
    pairing::{Pairing, PairingOutput},
    scalar_mul::ScalarMul,
};
use ark_ff::{PrimeField, UniformRand};
use ark_serialize::{CanonicalSerialize, SerializationError};
use rand::Rng;
use rand::rngs::StdRng;
use secant_cli::fixtures;
use secant_cli::proof::encode;
use secant_verify::groth16::{CurveName, FileCurve, Groth16Files};

type Encoded = Result<Vec<u8>, SerializationError>;

/// A real proof by gnark over the curve, the same for every seed.
pub fn groth16_verification<E: FileCurve>(_: Size, _: &mut StdRng) -> Encoded {
    let invalid = |_| SerializationError::InvalidData;
    let curve = CurveName::of::<E>().ok_or(SerializationError::InvalidData)?;
    let files = Groth16Files::<E>::read(&fixtures::gnark(curve).files).map_err(invalid)?;
    encode(&files)
}

pub fn pairing<E: Pairing>(_: Size, rng: &mut StdRng) -> Encoded {
    encoded(&(E::G1::rand(rng).into_affine(), E::G2::rand(rng).into_affine()))
}

pub fn msm<G: CurveGroup>(size: Size, rng: &mut StdRng) -> Encoded {
    let Size::Count(n) = size else {
        return Err(SerializationError::InvalidData);
    };
    let mut random = || -> Vec<G::ScalarField> { (0..n).map(|_| UniformRand::rand(rng)).collect() };
    let bases = ScalarMul::batch_mul(G::generator(), &random());
    encoded(&(bases, random()))
}

pub fn gt_multi_exp<E: Pairing>(size: Size, rng: &mut StdRng) -> Encoded {
    let Size::Count(n) = size else {
        return Err(SerializationError::InvalidData);
    };
    let (mut power, factor) = (PairingOutput::<E>::rand(rng), PairingOutput::<E>::rand(rng));
    let mut next = || {
        power = power.double() + factor;
        power
    };
    let elements: Vec<_> = (0..n).map(|_| next()).collect();
    let exponents: Vec<_> = (0..n).map(|_| E::ScalarField::rand(rng)).collect();
    encoded(&(elements, exponents))
}

pub fn mul_projective<G: CurveGroup>(size: Size, rng: &mut StdRng) -> Encoded {
    let scalar = match size {
        Size::FullWidth => G::ScalarField::rand(rng).into_bigint().as_ref().to_vec(),
        _ => vec![rng.r#gen::<u64>()],
    };
    encoded(&(G::rand(rng).into_affine(), scalar))
}

pub fn mul_affine<G: CurveGroup>(size: Size, rng: &mut StdRng) -> Encoded {
    mul_projective::<G>(size, rng)
}

fn encoded(value: &impl CanonicalSerialize) -> Encoded {
    let mut bytes = Vec::new();
    value.serialize_uncompressed(&mut bytes)?;
    Ok(bytes)
}
