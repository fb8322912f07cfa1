//! `secant prove msm`, `fixed-base-msm` and `ec-add`

use super::Proving;
use crate::error::Error;
use clap::Args;
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder,
    curve::{Coordinates, Parameters, Weierstrass},
};
use secant_gfp::named::Name;
use std::{
    fs,
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
};

/// What is summed up.
#[derive(Debug, Args)]
struct Sum {
    /// The curve: bn254, or one with a name such as secp256k1 or P-256.
    #[arg(long, value_name = "CURVE", default_value = "bn254")]
    curve: String,
    /// Lines of hexadecimal integers, with spaces between them: `x` and `y` of a point, and its scalar where there are scalars.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    input: Option<PathBuf>,
    /// Make up points and scalars from a number, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
    /// How many to make up.
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "input")]
    size: NonZero<usize>,
    #[command(flatten)]
    proving: Proving,
}

/// Proves what a sum of multiples of points is; points, scalars and sum are public.
#[derive(Debug, Args)]
pub struct Msm {
    #[command(flatten)]
    sum: Sum,
}

/// Proves what a sum of multiples of constant points is; scalars and sum are public.
#[derive(Debug, Args)]
pub struct FixedBaseMsm {
    #[command(flatten)]
    sum: Sum,
    /// How many rows the tables of all points' multiples may have together: more make fewer additions.
    #[arg(long, value_name = "N", default_value = "30000")]
    table_rows: usize,
}

/// Proves what a sum of points is; points and sum are public.
#[derive(Debug, Args)]
pub struct EcAdd {
    #[command(flatten)]
    sum: Sum,
}

impl Msm {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        self.sum
            .run(out, "multiples", |b, curve, terms| curve.msm_public(b, terms))
    }
}

impl FixedBaseMsm {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        self.sum.run(out, "multiples of constants", |b, curve, terms| {
            curve.fixed_base_msm_public(b, terms, self.table_rows)
        })
    }
}

impl EcAdd {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        self.sum.run(out, "points", |b, curve, terms| {
            let points: Vec<_> = terms.iter().map(|(point, _)| point.clone()).collect();
            curve.sum_public(b, &points)
        })
    }
}

impl Sum {
    fn run(
        &self,
        out: &mut dyn Write,
        what: &str,
        build: impl FnOnce(&mut Builder, &Weierstrass, &[(Coordinates, BigUint)]) -> Result<(), secant_circuit::Error>
        + Send,
    ) -> Result<bool, Error> {
        let parameters = parameters(&self.curve)?;
        let terms = match &self.input {
            Some(path) => read(path, &parameters, what != "points")?,
            None => {
                let mut rng = StdRng::seed_from_u64(self.seed.unwrap_or(1));
                (0..self.size.get()).map(|_| made_up(&parameters, &mut rng)).collect()
            }
        };
        let text = format!("sum of {} {what} over {}", terms.len(), self.curve);
        let bits = parameters.modulus.bits() as usize;
        self.proving.run(out, &text, bits, self.seed.unwrap_or(0), |b| {
            let curve = Weierstrass::new(&self.curve, parameters, b.shape())?;
            build(b, &curve, &terms)
        })
    }
}

fn parameters(curve: &str) -> Result<Parameters, Error> {
    if curve.eq_ignore_ascii_case("bn254") {
        return Parameters::bn254().map_err(|e| Error::Unusable(e.to_string()));
    }
    let name: Name = crate::verify::curve(curve).map_err(|e| Error::unusable(format!("curve {curve}"), e))?;
    Ok(Parameters::named(name))
}

fn made_up(parameters: &Parameters, rng: &mut StdRng) -> (Coordinates, BigUint) {
    let (multiple, scalar) = (parameters.random_scalar(rng), parameters.random_scalar(rng));
    let point = parameters.multiple(&multiple);
    // No multiple of the generator by less than the order is the identity.
    (point.unwrap_or_default(), scalar)
}

fn read(path: &Path, parameters: &Parameters, scalars: bool) -> Result<Vec<(Coordinates, BigUint)>, Error> {
    let context = |line: usize| format!("cannot use line {} of {}", line + 1, path.display());
    let text = fs::read_to_string(path).map_err(|e| Error::unusable(format!("cannot read {}", path.display()), e))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let terms = lines.map(|(i, line)| {
        let integers = line.split_whitespace().map(|digits| {
            let digits = digits.strip_prefix("0x").unwrap_or(digits);
            BigUint::parse_bytes(digits.as_bytes(), 16)
        });
        let integers: Option<Vec<_>> = integers.collect();
        let (point, scalar) = match (integers.as_deref(), scalars) {
            (Some([x, y, scalar]), true) => ((x.clone(), y.clone()), scalar % &parameters.order),
            (Some([x, y]), false) => ((x.clone(), y.clone()), BigUint::ZERO),
            (_, true) => return Err(Error::unusable(context(i), "three hexadecimal integers were expected")),
            (_, false) => return Err(Error::unusable(context(i), "two hexadecimal integers were expected")),
        };
        if parameters.contains(&point) {
            Ok((point, scalar))
        } else {
            Err(Error::Wrong(format!("{}: no point of the curve", context(i))))
        }
    });
    let terms = terms.collect::<Result<Vec<_>, _>>()?;
    if terms.is_empty() {
        return Err(Error::unusable(
            format!("cannot use {}", path.display()),
            "it has no points",
        ));
    }
    Ok(terms)
}
