//! `secant prove pairing`

use super::Proving;
use crate::error::Error;
use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::{PrimeField, UniformRand};
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::pairing::{self, Bls12_381, Bn254, Fp2Of, PairingCurve, model::Pair};
use std::{
    fs,
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
};

/// Proves what a product of pairings is; the points, and the value where it is not one, are public.
#[derive(Debug, Args)]
pub struct Pairing {
    /// The curve.
    #[arg(long, default_value = "bn254")]
    curve: Curve,
    /// Pairs of points whose product is one, in hexadecimal: as Ethereum's precompiled contracts take them, of EIP-197 for
    /// bn254 and of EIP-2537 for bls12-381.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    input: Option<PathBuf>,
    /// Prove the value of the product of pairings in the file, instead of that it is one.
    #[arg(long, requires = "input")]
    value: bool,
    /// Make up points from a number, instead of reading them, and prove the value of their product.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
    /// How many pairs to make up.
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "input")]
    pairs: NonZero<usize>,
    #[command(flatten)]
    proving: Proving,
}

/// Curves with pairings in circuits.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Curve {
    /// BN254, alt_bn128.
    Bn254,
    /// BLS12-381.
    #[value(name = "bls12-381", alias = "bls12_381")]
    Bls12_381,
}

impl Pairing {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        match self.curve {
            Curve::Bn254 => self.prove::<Bn254>(out, "BN254"),
            Curve::Bls12_381 => self.prove::<Bls12_381>(out, "BLS12-381"),
        }
    }

    fn prove<C: Encoded>(&self, out: &mut dyn Write, name: &str) -> Result<bool, Error> {
        let (pairs, one) = match &self.input {
            Some(path) => (read::<C>(path)?, !self.value),
            None => {
                let mut rng = StdRng::seed_from_u64(self.seed.unwrap_or(1));
                (made_up::<C>(&mut rng, self.pairs.get()), false)
            }
        };
        let what = match pairs.len() {
            1 => "pairing".to_owned(),
            count => format!("product of {count} pairings"),
        };
        let statement = if one {
            format!("{what} over {name} is one")
        } else {
            format!("value of a {what} over {name}")
        };
        let bits = C::Fp::MODULUS_BIT_SIZE as usize;
        self.proving.run(out, &statement, bits, self.seed.unwrap_or(0), |b| {
            let pairing = pairing::circuit::Pairing::<C>::new(name, b.shape())?;
            if one {
                pairing.one_public(b, &pairs)
            } else {
                pairing.product_public(b, &pairs)
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

/// How Ethereum's contracts write a curve's points.
trait Encoded: PairingCurve {
    /// The bytes of a number, the highest first.
    const BYTES: usize;
    /// The places of the coefficients of 1 and `u`.
    const ORDER: [usize; 2];
}

impl Encoded for Bn254 {
    const BYTES: usize = 32;
    const ORDER: [usize; 2] = [1, 0];
}

impl Encoded for Bls12_381 {
    const BYTES: usize = 64;
    const ORDER: [usize; 2] = [0, 1];
}

fn read<C: Encoded>(path: &Path) -> Result<Vec<Pair<C>>, Error> {
    let context = || format!("cannot use the pairs in {}", path.display());
    let text = fs::read_to_string(path).map_err(|e| Error::unusable(context(), e))?;
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digits = digits.strip_prefix("0x").unwrap_or(&digits);
    let (number, pair) = (2 * C::BYTES, 12 * C::BYTES);
    if digits.is_empty() || !digits.len().is_multiple_of(pair) || !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
        let what = format!("hexadecimal digits, {pair} for each pair, were expected");
        return Err(Error::unusable(context(), what));
    }
    let coordinates = digits.as_bytes().chunks(number).enumerate().map(|(i, digits)| {
        let x = BigUint::parse_bytes(digits, 16).unwrap_or_default();
        if x < C::Fp::MODULUS.into() {
            Ok(C::Fp::from(x))
        } else {
            let what = format!("pair {}: a coordinate is not below the modulus", i / 6 + 1);
            Err(Error::unusable(context(), what))
        }
    });
    let coordinates = coordinates.collect::<Result<Vec<_>, _>>()?;
    let pairs = coordinates.chunks(6).enumerate().map(|(i, c)| {
        let of = |at: usize| Fp2Of::<C>::new(c[at + C::ORDER[0]], c[at + C::ORDER[1]]);
        let p = Affine::<C::G1>::new_unchecked(c[0], c[1]);
        let q = Affine::<C::G2>::new_unchecked(of(2), of(4));
        let p_is_in = p.is_on_curve() && p.is_in_correct_subgroup_assuming_on_curve();
        if p_is_in && q.is_on_curve() && q.is_in_correct_subgroup_assuming_on_curve() {
            Ok((p, q))
        } else {
            let what = format!("pair {}: a point is not in its group, or the identity", i + 1);
            Err(Error::Wrong(format!("{}: {what}", context())))
        }
    });
    pairs.collect()
}
