//! `secant prove msm`, `fixed-base-msm` and `ec-add`

use super::{Proving, Subject, is_bn254, read_input, table_rows};
use crate::error::Error;
use clap::Args;
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error as CircuitError,
    curve::{Coordinates, Parameters, Weierstrass},
    text::{self, Terms},
};
use secant_gfp::named::Name;
use secant_report::command::count;
use std::{io::Write, num::NonZero, path::PathBuf};

/// The most terms of a sum: with a thousand cells each they fill tables of 2^28 cells.
const MOST: usize = 1 << 18;
/// The bytes of the longest file of terms: those of [`MOST`] over a field of 521 bits.
const LONGEST: u64 = 128 << 20;

/// What is summed up.
#[derive(Debug, Args)]
struct Sum {
    /// The curve: bn254, or one with a name such as secp256k1 or P-256.
    #[arg(long, value_name = "CURVE", default_value = "bn254", value_parser = curve)]
    curve: SumCurve,
    /// Lines of hexadecimal integers with spaces between them, `x` and `y` of a point and its scalar where there are scalars, or
    /// one string with all bytes of them, as Ethereum's precompiled contracts take it; 0x may stand before each.
    ///
    /// The identity is 0 0, as in EIP-196. A string may have several points.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    input: Option<PathBuf>,
    /// Make up points and scalars from a number, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
    /// How many to make up.
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "input", value_parser = count::<MOST>)]
    size: NonZero<usize>,
    /// Take a circuit whose points and sum may be the identity, with one key for all sums of so many terms. Without this option
    /// such a circuit is taken where one of them is.
    #[arg(long)]
    any: bool,
    #[command(flatten)]
    proving: Proving,
}

/// A curve of sums.
#[derive(Clone, Copy, Debug)]
enum SumCurve {
    Bn254,
    Named(Name),
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
    #[arg(long, value_name = "N", default_value = "30000", value_parser = table_rows)]
    table_rows: NonZero<usize>,
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
        self.sum.run(out, Kind::Multiples)
    }
}

impl FixedBaseMsm {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let rows = self.table_rows.get();
        self.sum.run(out, Kind::Constants { rows })
    }
}

impl EcAdd {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        self.sum.run(out, Kind::Points)
    }
}

/// What is added.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Multiples,
    Constants { rows: usize },
    Points,
}

/// A point, `None` for the identity, and its scalar.
type Term = (Option<Coordinates>, BigUint);

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Multiples => "multiples",
            Self::Constants { .. } => "multiples of constants",
            Self::Points => "points",
        }
    }

    const fn terms(self) -> Terms {
        match self {
            Self::Points => Terms::Points,
            Self::Multiples | Self::Constants { .. } => Terms::Multiples,
        }
    }

    /// Less memory than a sum takes: at most a third of what was measured for each term, and what a row of constants has.
    const fn least_memory(self, terms: usize) -> u64 {
        let terms = terms as u64;
        match self {
            Self::Multiples => terms * (1500 << 10),
            Self::Constants { rows } => terms * (60 << 10) + rows as u64 * 300,
            Self::Points => terms * (48 << 10),
        }
    }

    /// The circuit of points other than the identity, whose sum is another one.
    fn write(self, b: &mut Builder, curve: &Weierstrass, terms: &[(Coordinates, BigUint)]) -> Result<(), CircuitError> {
        match self {
            Self::Multiples => curve.msm_public(b, terms),
            Self::Constants { rows } => curve.fixed_base_msm_public(b, terms, rows),
            Self::Points => {
                let points: Vec<_> = terms.iter().map(|(point, _)| point.clone()).collect();
                curve.sum_public(b, &points)
            }
        }
    }

    /// The circuit of points that may be the identity, as the sum may.
    fn write_any(self, b: &mut Builder, curve: &Weierstrass, terms: &[Term]) -> Result<(), CircuitError> {
        match self {
            Self::Multiples => curve.msm_any_public(b, terms),
            Self::Constants { rows } => curve.fixed_base_msm_any_public(b, terms, rows),
            Self::Points => {
                let points: Vec<_> = terms.iter().map(|(point, _)| point.clone()).collect();
                curve.sum_any_public(b, &points)
            }
        }
    }
}

impl Sum {
    fn run(&self, out: &mut dyn Write, kind: Kind) -> Result<bool, Error> {
        let (name, parameters) = self.curve.parameters()?;
        let terms = match &self.input {
            Some(path) => read_input(path, LONGEST, |text| text::terms(text, &parameters, kind.terms(), MOST))?,
            None => {
                let mut rng = StdRng::seed_from_u64(self.seed.unwrap_or(1));
                super::memory::expect(
                    kind.least_memory(self.size.get()),
                    "a sum of so many terms",
                    "take a smaller --size",
                )?;
                (0..self.size.get()).map(|_| made_up(&parameters, &mut rng)).collect()
            }
        };
        let subject = Subject {
            text: format!("sum of {} {} over {name}", terms.len(), kind.name()),
            element_bits: parameters.modulus.bits() as usize,
            seed: self.seed.unwrap_or(0),
            least_memory: kind.least_memory(terms.len()),
        };
        self.proving.run(out, subject, |b| {
            let curve = Weierstrass::new(name, parameters, b.shape())?;
            let all_are_points = || {
                terms
                    .iter()
                    .map(|(point, scalar)| Some((point.clone()?, scalar.clone())))
                    .collect()
            };
            let points: Option<Vec<_>> = if self.any { None } else { all_are_points() };
            if let Some(points) = points {
                let empty = b.clone();
                match kind.write(b, &curve, &points) {
                    // Perhaps the sum is the identity.
                    Err(CircuitError::Exceptional(_)) => *b = empty,
                    result => return result.map(|()| ""),
                }
            }
            kind.write_any(b, &curve, &terms)?;
            Ok(", each of which may be the identity")
        })
    }
}

/// The curve of a name.
fn curve(name: &str) -> Result<SumCurve, String> {
    if is_bn254(name) {
        return Ok(SumCurve::Bn254);
    }
    match crate::verify::curve(name) {
        Ok(name) => Ok(SumCurve::Named(name)),
        Err(e) => Err(format!("{e}, and bn254")),
    }
}

impl SumCurve {
    fn parameters(self) -> Result<(&'static str, Parameters), Error> {
        match self {
            Self::Bn254 => {
                let parameters = Parameters::bn254().map_err(|e| Error::Unusable(e.to_string()))?;
                Ok(("bn254", parameters))
            }
            Self::Named(name) => Ok((name.as_str(), Parameters::named(name))),
        }
    }
}

fn made_up(parameters: &Parameters, rng: &mut StdRng) -> Term {
    let (multiple, scalar) = (parameters.random_scalar(rng), parameters.random_scalar(rng));
    // No multiple of the generator by less than the order is the identity.
    (parameters.multiple(&multiple), scalar)
}
