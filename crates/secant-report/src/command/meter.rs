//! The arguments of `secant meter`: `secant` lists and completes them, and the program with the metered code runs them.

use super::{Format, Output, count};
use clap::{Args, ValueEnum};
use std::num::NonZero;

/// The most inputs. An MSM of this size takes seconds.
const MOST_INPUTS: usize = 1 << 20;
/// The most pairs. The lines of each take some 20 KiB.
pub const MOST_PAIRS: usize = 1 << 14;

/// Counts the calls of every procedure of an operation, and their time.
///
/// The operation runs on inputs drawn from a seed, on one thread. It runs in a build of secant whose procedures count
/// their calls, from sums and products of the base field up. The counts are the same on every machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  secant meter gt-multiexp --inputs 128 --torus
  secant meter msm --lanes --format html --out msm.html")]
pub struct Meter {
    /// The operation to meter.
    pub operation: Operation,
    /// How many elements, points, pairs or signatures. If left out: 128, 1000, 1 and 1.
    ///
    /// At most 1048576, and 16384 pairs.
    #[arg(long, value_name = "N", value_parser = count::<MOST_INPUTS>)]
    pub inputs: Option<NonZero<usize>>,
    /// gt-multiexp: keep the elements in the buckets unchanged, and multiply them in this tower.
    #[arg(long)]
    pub tower: Option<Tower>,
    /// gt-multiexp: keep the buckets on the torus T2, in projective form. This is what secant does without this option
    /// and without a tower.
    #[arg(long)]
    pub torus: bool,
    /// gt-multiexp: use windows of this many bits, from 2 to 16, instead of the number that should be cheapest.
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(2..=16))]
    pub window: Option<u32>,
    /// Meter the engine on eight lanes. secant uses lanes if the processor has AVX-512 with IFMA; other processors run
    /// them in plain Rust. Without this option, meter the engine on single elements.
    #[arg(long)]
    pub lanes: bool,
    /// The seed that the arguments are drawn from: 0 if left out.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How to print the report.
    #[arg(long, default_value = "table")]
    pub format: Format,
    /// Where the report goes.
    #[command(flatten)]
    pub output: Output,
}

/// The operations that can be metered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Operation {
    /// A multi-exponentiation in the target group of BLS12-381.
    GtMultiexp,
    /// A multi-scalar multiplication in the first group of BLS12-381.
    Msm,
    /// A product of pairings over BLS12-381.
    Pairing,
    /// The verification of a bundled Groth16 proof over BLS12-381.
    Groth16,
    /// Verifications of ECDSA signatures over secp256k1, given the digests.
    Ecdsa,
}

/// A tower of extension fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tower {
    /// Fp12 over Fp4 over Fp2.
    #[value(name = "2-4-12")]
    Fp4,
    /// Fp12 over Fp6 over Fp2.
    #[value(name = "2-6-12")]
    Fp6,
}
