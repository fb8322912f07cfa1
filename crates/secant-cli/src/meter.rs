//! `secant meter`: every call of an operation, counted and timed.

use crate::error::Error;
use crate::fixtures;
use crate::output::{Format, Output, unwritable};
use clap::{Args, ValueEnum};
use secant_field::backend::Backend;
use secant_metered::{self as metered, GtBuckets, meter};
use secant_report::{Machine, Metered, command::count};
use secant_verify::groth16::CurveName;
use std::io::Write;
use std::num::NonZero;

/// The most inputs: an MSM of as many takes seconds.
const MOST_INPUTS: usize = 1 << 20;
/// The most pairs, whose lines take some 20 KiB each.
const MOST_PAIRS: usize = 1 << 14;

/// Counts the calls of every procedure of an operation, and what they take.
///
/// The operation runs on inputs drawn from a seed, on one thread, with a build of secant whose procedures count
/// themselves, from sums and products of the base field up. The counts are the same on every machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant meter gt-multiexp --inputs 128 --torus
  secant meter msm --lanes --format html --out msm.html")]
pub struct Meter {
    /// What to meter.
    operation: Operation,
    /// How many elements, points, pairs or signatures: 128, 1000, 1 and 1 if left out.
    ///
    /// At most 1048576, and 16384 pairs.
    #[arg(long, value_name = "N", value_parser = count::<MOST_INPUTS>)]
    inputs: Option<NonZero<usize>>,
    /// gt-multiexp: keep the elements in buckets as they are, and multiply them by this tower.
    #[arg(long)]
    tower: Option<Tower>,
    /// gt-multiexp: keep the buckets on the torus T2, in projective form, as secant does without this option or a tower.
    #[arg(long)]
    torus: bool,
    /// gt-multiexp: bits of a window, from 2 to 16, in place of those that should be cheapest.
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(2..=16))]
    window: Option<u32>,
    /// Meter the engine on eight lanes, which is what secant runs where the processor has AVX-512 with IFMA; in plain Rust on
    /// others. Without it, the engine on single elements.
    #[arg(long)]
    lanes: bool,
    /// The seed that the arguments are drawn from: 0 if left out.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How to print the report.
    #[arg(long, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: Output,
}

/// What can be metered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Operation {
    /// A product of powers in the target group of BLS12-381.
    GtMultiexp,
    /// A multi-scalar multiplication in the first group of BLS12-381.
    Msm,
    /// A product of pairings over BLS12-381.
    Pairing,
    /// The verification of a bundled Groth16 proof over BLS12-381.
    Groth16,
    /// Verifications of ECDSA signatures over secp256k1, from the digest on.
    Ecdsa,
}

/// A tower of extensions, by its degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tower {
    /// Fp12 over Fp4 over Fp2.
    #[value(name = "2-4-12")]
    Fp4,
    /// Fp12 over Fp6 over Fp2.
    #[value(name = "2-6-12")]
    Fp6,
}

impl Meter {
    /// Meters and prints the report.
    pub fn run(&self, out: &mut dyn Write, backend: Backend) -> Result<(), Error> {
        let files = fixtures::gnark(CurveName::Bls12_381).files;
        let (operation, description) = self.operation(&files)?;
        self.output.check()?;
        // A wrong result is a fault of this program: exit status 1 is of what it was asked about.
        let profile =
            meter(operation, self.seed.unwrap_or(0), self.lanes).map_err(|e| Error::Unusable(e.to_string()))?;
        let machine = Machine::this(self.arithmetic(backend));
        let seed = (self.operation != Operation::Groth16).then_some(self.seed.unwrap_or(0));
        let report = Metered::new(machine, description, self.lanes, seed, profile);
        let text = match self.format {
            Format::Table => report.table(),
            Format::Markdown => report.markdown(),
            Format::Html => report.html(),
            Format::Json => report.to_json().map_err(unwritable)?,
        };
        Ok(self.output.write(&text, out)?)
    }

    /// What to meter, and in words.
    fn operation<'a>(
        &self,
        files: &'a secant_verify::groth16::Files<'a>,
    ) -> Result<(metered::Operation<'a>, String), Error> {
        let of = |default: usize| self.inputs.map_or(default, NonZero::get);
        if self.operation != Operation::GtMultiexp {
            for (given, option) in [
                (self.tower.is_some(), "--tower"),
                (self.torus, "--torus"),
                (self.window.is_some(), "--window"),
            ] {
                if given {
                    return Err(Error::Unusable(format!("{option} is for gt-multiexp alone")));
                }
            }
        }
        Ok(match self.operation {
            Operation::GtMultiexp => {
                let inputs = of(128);
                let (buckets, form) = self.buckets()?;
                let operation = metered::Operation::GtMultiExp {
                    inputs,
                    buckets,
                    window: self.window,
                };
                (
                    operation,
                    format!("BLS12-381 GT multi-exponentiation, {inputs} inputs, {form}"),
                )
            }
            Operation::Msm => {
                let inputs = of(1000);
                (
                    metered::Operation::Msm { inputs },
                    format!("BLS12-381 G1 MSM, {inputs} inputs"),
                )
            }
            Operation::Pairing => {
                let inputs = of(1);
                if inputs > MOST_PAIRS {
                    return Err(Error::Unusable(format!(
                        "--inputs {inputs} is more than the {MOST_PAIRS} pairs that are metered at most"
                    )));
                }
                let pairs = if inputs == 1 { "pair" } else { "pairs" };
                (
                    metered::Operation::Pairing { inputs },
                    format!("BLS12-381 product of pairings, {inputs} {pairs}"),
                )
            }
            Operation::Groth16 if self.inputs.is_some() || self.seed.is_some() => {
                return Err(Error::Unusable(
                    "groth16 verifies a bundled proof, and takes neither --inputs nor --seed".to_owned(),
                ));
            }
            Operation::Groth16 => (
                metered::Operation::Groth16(files),
                "BLS12-381 Groth16 verification of a proof by gnark, with the preparation of its key".to_owned(),
            ),
            Operation::Ecdsa => {
                let inputs = of(1);
                let signatures = if inputs == 1 { "signature" } else { "signatures" };
                (
                    metered::Operation::Ecdsa { inputs },
                    format!("secp256k1 ECDSA verification, {inputs} {signatures}"),
                )
            }
        })
    }

    /// How the buckets are kept, and in words.
    fn buckets(&self) -> Result<(GtBuckets, &'static str), Error> {
        let unusable = |reason: &str| Err(Error::Unusable(reason.to_owned()));
        match (self.torus, self.tower) {
            (true, Some(Tower::Fp4)) => unusable("--torus needs the tower 2-6-12: the torus is over Fp6"),
            (false, Some(_)) if self.lanes => {
                unusable("--lanes needs the torus: elements as they are have no buckets on lanes")
            }
            (true, _) | (false, None) => Ok((GtBuckets::Torus, "torus over Fp6")),
            (false, Some(Tower::Fp4)) => Ok((
                GtBuckets::Plain(metered::Tower::CubicOverQuadratic),
                "Fp12 over Fp4 over Fp2, no torus",
            )),
            (false, Some(Tower::Fp6)) => Ok((
                GtBuckets::Plain(metered::Tower::QuadraticOverCubic),
                "Fp12 over Fp6 over Fp2, no torus",
            )),
        }
    }

    /// What multiplies.
    fn arithmetic(&self, backend: Backend) -> &'static str {
        match backend {
            Backend::Ifma if self.lanes => backend.name(),
            _ if self.lanes => "lanes in plain Rust",
            Backend::Ifma => Backend::Adx.name(),
            Backend::Lanes => Backend::Portable.name(),
            _ => backend.name(),
        }
    }
}
