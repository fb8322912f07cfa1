//! `secant prove pairing`

use super::{Proving, Subject, is_bn254, read_input};
use crate::error::Error;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{PrimeField, UniformRand};
use clap::Args;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Error as CircuitError,
    pairing::{self, Bls12_381, Bn254, PairingCurve, model::Pair},
    text::{self, Precompiled},
};
use secant_report::command::count;
use secant_verify::name::is_same;
use std::{io::Write, num::NonZero, path::PathBuf};

/// The most pairs of a product: with more than 50 000 cells each they fill tables of 2^27 cells.
const MOST: usize = 1 << 12;
/// The bytes of the longest file of pairs: [`MOST`] of BLS12-381 with spaces between all digits.
const LONGEST: u64 = 16 << 20;
/// Less memory than a pair takes: less than a third of what was measured.
const LEAST_MEMORY: u64 = 8 << 20;

/// Proves what a product of pairings is; the points, and the value where it is not one, are public.
#[derive(Debug, Args)]
pub struct Pairing {
    /// The curve: bn254 or bls12-381.
    #[arg(long, value_name = "CURVE", default_value = "bn254", value_parser = curve)]
    curve: Curve,
    /// Pairs of points whose product is one, in hexadecimal: as Ethereum's precompiled contracts take them, of EIP-197 for
    /// bn254 and of EIP-2537 for bls12-381.
    ///
    /// 0x may stand before every line. A line may also have the six coordinates of a pair with spaces between them. The identity
    /// has zeros, and its pair counts as one. No pair at all is an empty product, which is one.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    input: Option<PathBuf>,
    /// Prove the value of the product of pairings in the file, instead of that it is one.
    #[arg(long, requires = "input")]
    value: bool,
    /// Make up points from a number, instead of reading them, and prove the value of their product.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
    /// How many pairs to make up.
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "input", value_parser = count::<MOST>)]
    pairs: NonZero<usize>,
    #[command(flatten)]
    proving: Proving,
}

/// Curves with pairings in circuits.
#[derive(Clone, Copy, Debug)]
enum Curve {
    Bn254,
    Bls12_381,
}

/// The curve of a name.
fn curve(name: &str) -> Result<Curve, String> {
    match name {
        _ if is_bn254(name) => Ok(Curve::Bn254),
        _ if is_same(name, "bls12-381") => Ok(Curve::Bls12_381),
        _ => Err("known are bn254 and bls12-381".to_owned()),
    }
}

impl Pairing {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        match self.curve {
            Curve::Bn254 => self.prove::<Bn254>(out, "BN254"),
            Curve::Bls12_381 => self.prove::<Bls12_381>(out, "BLS12-381"),
        }
    }

    fn prove<C: Precompiled>(&self, out: &mut dyn Write, name: &str) -> Result<bool, Error> {
        let (pairs, is_value) = match &self.input {
            Some(path) => (
                read_input(path, LONGEST, |text| text::pairs::<C>(text, MOST))?,
                self.value,
            ),
            None => {
                let mut rng = StdRng::seed_from_u64(self.seed.unwrap_or(1));
                (made_up::<C>(&mut rng, self.pairs.get()), true)
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
            seed: self.seed.unwrap_or(0),
            least_memory: LEAST_MEMORY * pairs.len() as u64,
        };
        self.proving.run(out, subject, |b| {
            let pairing = pairing::circuit::Pairing::<C>::new(name, b.shape())?;
            if !is_value {
                return pairing.one_public(b, &pairs).map(|()| "");
            }
            let empty = b.clone();
            match pairing.product_public(b, &pairs) {
                // Perhaps the product is one, which has a circuit of its own.
                Err(CircuitError::Exceptional(why)) => {
                    *b = empty;
                    let one = pairing.one_public(b, &pairs).map(|()| ", which is one");
                    one.map_err(|_| CircuitError::Exceptional(why))
                }
                result => result.map(|()| ""),
            }
        })
    }
}

fn made_up<C: PairingCurve>(rng: &mut StdRng, count: usize) -> Vec<Pair<C>> {
    fn point<G: AffineRepr>(rng: &mut StdRng) -> G {
        (G::generator() * G::ScalarField::rand(rng)).into_affine()
    }
    (0..count).map(|_| (point(rng), point(rng))).collect()
}
