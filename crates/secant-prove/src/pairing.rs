//! `secant prove pairing`

use super::{Subject, prove, read_input};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{PrimeField, UniformRand};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Error as CircuitError,
    pairing::{self, Bls12_381, Bn254, PairingCurve, model::Pair},
    text::{self, Precompiled},
};
use secant_cli::{
    arguments::{Curve, MOST_PAIRS, Pairing},
    error::Error,
};
use std::io::Write;

/// The largest file of pairs in bytes: [`MOST_PAIRS`] pairs of BLS12-381 with spaces between all digits.
const LONGEST: u64 = 16 << 20;
/// A lower bound on the memory of a pair: less than a third of what was measured.
const LEAST_MEMORY: u64 = 8 << 20;

/// See [`run`](super::run).
pub fn run(asked: &Pairing, out: &mut dyn Write) -> Result<bool, Error> {
    match asked.curve {
        Curve::Bn254 => prove_over::<Bn254>(asked, out, "BN254"),
        Curve::Bls12_381 => prove_over::<Bls12_381>(asked, out, "BLS12-381"),
    }
}

fn prove_over<C: Precompiled>(asked: &Pairing, out: &mut dyn Write, name: &str) -> Result<bool, Error> {
    let (pairs, is_value) = match &asked.input {
        Some(path) => (
            read_input(path, LONGEST, |text| text::pairs::<C>(text, MOST_PAIRS))?,
            asked.value,
        ),
        None => {
            let mut rng = StdRng::seed_from_u64(asked.seed.unwrap_or(1));
            (made_up::<C>(&mut rng, asked.pairs.get()), true)
        }
    };
    let what = match pairs.len() {
        0 => "product of no pairings".to_owned(),
        1 => "pairing".to_owned(),
        count => format!("product of {count} pairings"),
    };
    let is_value = is_value && !pairs.is_empty();
    let subject = Subject {
        text: if is_value {
            format!("value of a {what} over {name}")
        } else {
            format!("{what} over {name} is one")
        },
        element_bits: C::Fp::MODULUS_BIT_SIZE as usize,
        seed: asked.seed.unwrap_or(0),
        least_memory: LEAST_MEMORY * pairs.len() as u64,
    };
    prove(&asked.proving, out, subject, |b| {
        let pairing = pairing::circuit::Pairing::<C>::new(name, b.shape())?;
        if !is_value {
            return pairing.one_public(b, &pairs).map(|()| "");
        }
        let empty = b.clone();
        match pairing.product_public(b, &pairs) {
            // The product may be one, which has a circuit of its own.
            Err(CircuitError::Exceptional(why)) => {
                *b = empty;
                let one = pairing.one_public(b, &pairs).map(|()| ", which is one");
                one.map_err(|_| CircuitError::Exceptional(why))
            }
            result => result.map(|()| ""),
        }
    })
}

fn made_up<C: PairingCurve>(rng: &mut StdRng, count: usize) -> Vec<Pair<C>> {
    fn point<G: AffineRepr>(rng: &mut StdRng) -> G {
        (G::generator() * G::ScalarField::rand(rng)).into_affine()
    }
    (0..count).map(|_| (point(rng), point(rng))).collect()
}
