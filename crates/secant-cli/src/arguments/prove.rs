//! The arguments of `secant prove`.

use crate::verify::{Encoding, curve, hash};
use clap::{Args, Subcommand, ValueEnum};
use secant_gfp::named::Name;
use secant_report::command::{MOST_THREADS, count};
use secant_verify::{hash::Hash, name::is_same};
use std::{num::NonZero, path::PathBuf};

/// What is proved.
#[derive(Debug, Subcommand)]
pub enum Prove {
    /// An ECDSA signature.
    Ecdsa(Ecdsa),
    /// A product of pairings.
    Pairing(Pairing),
    /// A sum of multiples of points.
    Msm(Msm),
    /// A sum of multiples of constant points.
    FixedBaseMsm(FixedBaseMsm),
    /// A sum of points.
    EcAdd(EcAdd),
}

/// How it is proved.
#[derive(Debug, Args)]
pub struct Proving {
    /// A circuit of 2^K rows; chosen for the shortest time if left out.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(4..=28))]
    pub k: Option<u32>,
    /// The fewest columns: the shortest proof, with the fewest commitments, in at most 2^K rows.
    #[arg(long, requires = "k")]
    pub smallest: bool,
    /// The columns, from a file that --save-config wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["k", "smallest"])]
    pub config: Option<PathBuf>,
    /// The bits that relations of foreign fields are checked with: 208 takes two sets of weights, more cells and a longer proof.
    /// [default: 104, or what --config says]
    #[arg(long, value_name = "BITS", value_parser = soundness)]
    pub soundness: Option<u32>,
    /// Write the columns that were chosen to a file.
    #[arg(long, value_name = "FILE")]
    pub save_config: Option<PathBuf>,
    /// The structured reference string: of halo2, or powers of tau of snarkjs (.ptau).
    #[arg(long, value_name = "FILE", required_unless_present = "unsafe_srs")]
    pub srs: Option<PathBuf>,
    /// Make a reference string here, for tests: who knows its secret, as this process does, can prove what is false.
    #[arg(long, conflicts_with = "srs")]
    pub unsafe_srs: bool,
    /// Who makes the proof.
    #[arg(long, value_enum, default_value_t = By::Secant)]
    pub prover: By,
    /// Print where the time of the proof went; by secant's prover alone.
    #[arg(long)]
    pub trace: bool,
    /// Write that as a picture (SVG) to a file.
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,
    /// The proving key from a file, as halo2 writes it; made here if left out.
    #[arg(long, value_name = "FILE", conflicts_with = "unsafe_srs")]
    pub proving_key: Option<PathBuf>,
    /// Write the proving key to a file, in halo2's raw form.
    #[arg(long, value_name = "FILE", conflicts_with = "unsafe_srs")]
    pub save_proving_key: Option<PathBuf>,
    /// A folder where keys and reference strings are kept.
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
    /// Threads; all processors if left out.
    #[arg(long, value_name = "N", value_parser = count::<MOST_THREADS>)]
    pub threads: Option<NonZero<usize>>,
    /// How often to prove it; the median of the times is printed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count::<MOST_PROOFS>)]
    pub repeat: NonZero<usize>,
    /// Write the proof to a file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the times of all proofs to a file, as a report that `secant compare` reads; with as many --repeat.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Append a line with the columns and times to a CSV file.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

/// A prover of the circuits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// secant's.
    Secant,
    /// halo2-axiom's own, several times slower.
    Stock,
}

/// The most proofs of one run.
pub const MOST_PROOFS: usize = 10_000;
/// The most rows of tables of constants.
const MOST_TABLE_ROWS: usize = 1 << 20;
/// The most pairs of a product: with more than 50 000 cells each they fill tables of 2^27 cells.
pub const MOST_PAIRS: usize = 1 << 12;
/// The most terms of a sum: with a thousand cells each they fill tables of 2^28 cells.
pub const MOST_TERMS: usize = 1 << 18;
/// A number of bits that circuits can have.
fn soundness(bits: &str) -> Result<u32, String> {
    match bits.parse() {
        Ok(bits @ (104 | 208)) => Ok(bits),
        _ => Err("soundness is 104 or 208 bits".to_owned()),
    }
}

/// A number of rows of tables.
fn table_rows(text: &str) -> Result<NonZero<usize>, String> {
    count::<MOST_TABLE_ROWS>(text)
}

/// Whether a name is one of BN254's: of Ethereum, of snarkjs, of Go's and halo2's libraries, of EIP-196.
pub fn is_bn254(name: &str) -> bool {
    ["bn254", "bn128", "bn256", "alt_bn128"]
        .iter()
        .any(|known| is_same(known, name))
}

/// Proves that a signature is valid; the key, the digest and the signature are public.
#[derive(Debug, Args)]
pub struct Ecdsa {
    /// The curve, such as secp256k1 or P-256: needed where the key is a point alone, or there is no signature.
    #[arg(long, value_name = "CURVE", value_parser = curve)]
    pub curve: Option<Name>,
    /// The hash function of the message: SHA-1, SHA-2, SHA-3, SHAKE, Keccak-256 or RIPEMD-160, such as sha256 or SHA-512/256.
    #[arg(long, value_name = "HASH", value_parser = hash, requires = "key")]
    pub hash: Option<Hash>,
    /// The public key or certificate, in any form that `verify ecdsa` reads: PEM, DER, JWK, COSE, a point.
    #[arg(long, value_name = "FILE", requires_all = ["hash", "signature"], required_unless_present = "seed")]
    pub key: Option<PathBuf>,
    /// The signature: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub signature: Option<PathBuf>,
    /// The message, which is hashed as it is; - is standard input.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub message: Option<PathBuf>,
    /// The message's digest in place of the message: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "message")]
    pub digest: Option<PathBuf>,
    /// How the signature is written; detected if left out, as `verify ecdsa` does.
    #[arg(long, value_name = "ENCODING")]
    pub encoding: Option<Encoding>,
    /// Make up a key, a digest and a signature from a number, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "key", value_parser = clap::value_parser!(u64).range(1..))]
    pub seed: Option<u64>,
    /// Refuse an `s` above half the order, as Bitcoin and Ethereum do: the circuit checks it too.
    #[arg(long)]
    pub low_s: bool,
    /// How many rows the tables of the generator's multiples may have: more make fewer additions.
    #[arg(long, value_name = "N", default_value = "4000", value_parser = table_rows)]
    pub table_rows: NonZero<usize>,
    /// How it is proved.
    #[command(flatten)]
    pub proving: Proving,
}

/// Proves what a product of pairings is; the points, and the value where it is not one, are public.
#[derive(Debug, Args)]
pub struct Pairing {
    /// The curve: bn254 or bls12-381.
    #[arg(long, value_name = "CURVE", default_value = "bn254", value_parser = pairing_curve)]
    pub curve: Curve,
    /// Pairs of points whose product is one, in hexadecimal: as Ethereum's precompiled contracts take them, of EIP-197 for
    /// bn254 and of EIP-2537 for bls12-381.
    ///
    /// 0x may stand before every line. A line may also have the six coordinates of a pair with spaces between them. The identity
    /// has zeros, and its pair counts as one. No pair at all is an empty product, which is one.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    pub input: Option<PathBuf>,
    /// Prove the value of the product of pairings in the file, instead of that it is one.
    #[arg(long, requires = "input")]
    pub value: bool,
    /// Make up points from a number, instead of reading them, and prove the value of their product.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    pub seed: Option<u64>,
    /// How many pairs to make up.
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "input", value_parser = count::<MOST_PAIRS>)]
    pub pairs: NonZero<usize>,
    /// How it is proved.
    #[command(flatten)]
    pub proving: Proving,
}

/// Curves with pairings in circuits.
#[derive(Clone, Copy, Debug)]
pub enum Curve {
    /// Ethereum's, of EIP-196.
    Bn254,
    /// That of EIP-2537.
    Bls12_381,
}

/// The curve of a name.
fn pairing_curve(name: &str) -> Result<Curve, String> {
    match name {
        _ if is_bn254(name) => Ok(Curve::Bn254),
        _ if is_same(name, "bls12-381") => Ok(Curve::Bls12_381),
        _ => Err("known are bn254 and bls12-381".to_owned()),
    }
}

/// What is summed up.
#[derive(Debug, Args)]
pub struct Sum {
    /// The curve: bn254, or one with a name such as secp256k1 or P-256.
    #[arg(long, value_name = "CURVE", default_value = "bn254", value_parser = sum_curve)]
    pub curve: SumCurve,
    /// Lines of hexadecimal integers with spaces between them, `x` and `y` of a point and its scalar where there are scalars, or
    /// one string with all bytes of them, as Ethereum's precompiled contracts take it; 0x may stand before each.
    ///
    /// The identity is 0 0, as in EIP-196. A string may have several points.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    pub input: Option<PathBuf>,
    /// Make up points and scalars from a number, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    pub seed: Option<u64>,
    /// How many to make up.
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "input", value_parser = count::<MOST_TERMS>)]
    pub size: NonZero<usize>,
    /// Take a circuit whose points and sum may be the identity, with one key for all sums of so many terms. Without this option
    /// such a circuit is taken where one of them is.
    #[arg(long)]
    pub any: bool,
    /// How it is proved.
    #[command(flatten)]
    pub proving: Proving,
}

/// A curve of sums.
#[derive(Clone, Copy, Debug)]
pub enum SumCurve {
    /// Ethereum's, of EIP-196.
    Bn254,
    /// One with a name.
    Named(Name),
}

/// Proves what a sum of multiples of points is; points, scalars and sum are public.
#[derive(Debug, Args)]
pub struct Msm {
    /// What is summed up.
    #[command(flatten)]
    pub sum: Sum,
}

/// Proves what a sum of multiples of constant points is; scalars and sum are public.
#[derive(Debug, Args)]
pub struct FixedBaseMsm {
    /// What is summed up.
    #[command(flatten)]
    pub sum: Sum,
    /// How many rows the tables of all points' multiples may have together: more make fewer additions.
    #[arg(long, value_name = "N", default_value = "30000", value_parser = table_rows)]
    pub table_rows: NonZero<usize>,
}

/// Proves what a sum of points is; points and sum are public.
#[derive(Debug, Args)]
pub struct EcAdd {
    /// What is summed up.
    #[command(flatten)]
    pub sum: Sum,
}

/// The curve of a name.
fn sum_curve(name: &str) -> Result<SumCurve, String> {
    if is_bn254(name) {
        return Ok(SumCurve::Bn254);
    }
    match curve(name) {
        Ok(name) => Ok(SumCurve::Named(name)),
        Err(e) => Err(format!("{e}, and bn254")),
    }
}
