//! The arguments of `secant prove`.

use crate::verify::{Encoding, curve, hash};
use clap::{Args, Subcommand, ValueEnum};
use secant_gfp::named::Name;
use secant_report::command::{MOST_THREADS, count};
use secant_verify::{hash::Hash, name::is_same};
use std::{num::NonZero, path::PathBuf};

/// What to prove.
#[derive(Debug, Subcommand)]
pub enum Prove {
    /// An ECDSA signature.
    Ecdsa(Ecdsa),
    /// The value of a product of pairings.
    Pairing(Pairing),
    /// A multi-scalar multiplication.
    Msm(Msm),
    /// A multi-scalar multiplication with constant points.
    FixedBaseMsm(FixedBaseMsm),
    /// A sum of points.
    EcAdd(EcAdd),
}

/// How to prove it.
#[derive(Debug, Args)]
pub struct ProofOptions {
    /// Use a circuit of 2^K rows. The default is the K with the shortest time.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(4..=28))]
    pub k: Option<u32>,
    /// Use the fewest columns in at most 2^K rows. The proof is then shortest, with the fewest commitments.
    #[arg(long, requires = "k")]
    pub smallest: bool,
    /// Take the columns from a file that --save-config wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["k", "smallest"])]
    pub config: Option<PathBuf>,
    /// The bits of soundness for relations of foreign fields. 208 takes two sets of weights, more cells and a longer
    /// proof. [default: 104, or the value in --config]
    #[arg(long, value_name = "BITS", value_parser = soundness)]
    pub soundness: Option<u32>,
    /// Write the chosen columns to a file.
    #[arg(long, value_name = "FILE")]
    pub save_config: Option<PathBuf>,
    /// The structured reference string: halo2's, or a powers-of-tau file of snarkjs (.ptau).
    #[arg(long, value_name = "FILE", required_unless_present = "unsafe_srs")]
    pub srs: Option<PathBuf>,
    /// Make a reference string here, for tests only. Whoever knows its secret, as this process does, can prove false
    /// statements.
    #[arg(long, conflicts_with = "srs")]
    pub unsafe_srs: bool,
    /// Which prover makes the proof.
    #[arg(long, value_enum, default_value_t = By::Secant)]
    pub prover: By,
    /// Print where the time of the proof went. Only secant's prover can.
    #[arg(long)]
    pub trace: bool,
    /// Write this trace as a picture (SVG) to a file.
    #[arg(long, value_name = "FILE")]
    pub trace_out: Option<PathBuf>,
    /// Read the proving key from a file in halo2's form. It is made here if left out.
    #[arg(long, value_name = "FILE", conflicts_with = "unsafe_srs")]
    pub proving_key: Option<PathBuf>,
    /// Write the proving key to a file, in halo2's raw form.
    #[arg(long, value_name = "FILE", conflicts_with = "unsafe_srs")]
    pub save_proving_key: Option<PathBuf>,
    /// A folder in which to keep keys and reference strings.
    #[arg(long, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
    /// The number of threads. The default is all processors.
    #[arg(long, value_name = "N", value_parser = count::<MOST_THREADS>)]
    pub threads: Option<NonZero<usize>>,
    /// How often to prove the statement. The median time is printed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count::<MOST_PROOFS>)]
    pub repeat: NonZero<usize>,
    /// Write the proof to a file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the times of all proofs to a file, as a report that `secant compare` reads. Set --repeat to the number of
    /// proofs.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Append a line with the columns and times to a CSV file.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

/// The prover to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// secant's prover.
    Secant,
    /// The prover of halo2-axiom, several times slower.
    Stock,
}

/// The most proofs of one run.
pub const MOST_PROOFS: usize = 10_000;
/// The most rows in tables of constants.
const MOST_TABLE_ROWS: usize = 1 << 20;
/// The most pairs of a product. Each takes more than 50 000 cells, so this many fill tables of 2^27 cells.
pub const MOST_PAIRS: usize = 1 << 12;
/// The most terms of a sum. Each takes a thousand cells, so this many fill tables of 2^28 cells.
pub const MOST_TERMS: usize = 1 << 18;
/// Parses the bits of soundness that circuits support.
fn soundness(bits: &str) -> Result<u32, String> {
    match bits.parse() {
        Ok(bits @ (104 | 208)) => Ok(bits),
        _ => Err("soundness is 104 or 208 bits".to_owned()),
    }
}

/// Parses the number of rows of tables.
fn table_rows(text: &str) -> Result<NonZero<usize>, String> {
    count::<MOST_TABLE_ROWS>(text)
}

/// Whether a name is one of the names of BN254: those of Ethereum, snarkjs, EIP-196, and the libraries of Go and halo2.
pub fn is_bn254(name: &str) -> bool {
    ["bn254", "bn128", "bn256", "alt_bn128"]
        .iter()
        .any(|known| is_same(known, name))
}

/// Proves that a signature is valid. The key, the digest and the signature are public.
#[derive(Debug, Args)]
pub struct Ecdsa {
    /// The curve, such as secp256k1 or P-256. Needed if the key is a bare point or there is no signature.
    #[arg(long, value_name = "CURVE", value_parser = curve)]
    pub curve: Option<Name>,
    /// The hash function of the message: SHA-1, SHA-2, SHA-3, SHAKE, Keccak-256 or RIPEMD-160, such as sha256 or
    /// SHA-512/256.
    #[arg(long, value_name = "HASH", value_parser = hash, requires = "key")]
    pub hash: Option<Hash>,
    /// The public key or certificate, in any form that `verify ecdsa` reads: PEM, DER, JWK, COSE, a point.
    #[arg(long, value_name = "FILE", requires_all = ["hash", "signature"], required_unless_present = "seed")]
    pub key: Option<PathBuf>,
    /// The signature: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub signature: Option<PathBuf>,
    /// The message, which is hashed unchanged; - is standard input.
    #[arg(long, value_name = "FILE", requires = "key")]
    pub message: Option<PathBuf>,
    /// The digest of the message, instead of the message: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "message")]
    pub digest: Option<PathBuf>,
    /// The encoding of the signature. Detected if left out, as in `verify ecdsa`.
    #[arg(long, value_name = "ENCODING")]
    pub encoding: Option<Encoding>,
    /// Make up a key, a digest and a signature from this seed, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "key", value_parser = clap::value_parser!(u64).range(1..))]
    pub seed: Option<u64>,
    /// Refuse an `s` above half the order, as Bitcoin and Ethereum do. The circuit checks it too.
    #[arg(long)]
    pub low_s: bool,
    /// The most rows for the tables of the generator's multiples. More rows need fewer additions.
    #[arg(long, value_name = "N", default_value = "4000", value_parser = table_rows)]
    pub table_rows: NonZero<usize>,
    /// How to prove it.
    #[command(flatten)]
    pub proving: ProofOptions,
}

/// Proves the value of a product of pairings. The points are public, and so is the value unless it is one.
#[derive(Debug, Args)]
pub struct Pairing {
    /// The curve: bn254 or bls12-381.
    #[arg(long, value_name = "CURVE", default_value = "bn254", value_parser = pairing_curve)]
    pub curve: Curve,
    /// A file of pairs of points whose product is one, in hexadecimal, in the format of Ethereum's precompiled
    /// contracts: EIP-197 for bn254 and EIP-2537 for bls12-381.
    ///
    /// Every line may start with 0x. A line may also hold the six coordinates of a pair, separated by spaces. The
    /// identity is written as zeros, and the pairing of its pair is one. A file without pairs is the empty product,
    /// which is one.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    pub input: Option<PathBuf>,
    /// Prove the value of the product of the pairings in the file, instead of proving that it is one.
    #[arg(long, requires = "input")]
    pub value: bool,
    /// Make up points from this seed, instead of reading them, and prove the value of their product.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    pub seed: Option<u64>,
    /// How many pairs to make up.
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "input", value_parser = count::<MOST_PAIRS>)]
    pub pairs: NonZero<usize>,
    /// How to prove it.
    #[command(flatten)]
    pub proving: ProofOptions,
}

/// The curves whose pairings have circuits.
#[derive(Clone, Copy, Debug)]
pub enum Curve {
    /// The curve of EIP-196, Ethereum's.
    Bn254,
    /// The curve of EIP-2537.
    Bls12_381,
}

/// Parses the name of a curve.
fn pairing_curve(name: &str) -> Result<Curve, String> {
    match name {
        _ if is_bn254(name) => Ok(Curve::Bn254),
        _ if is_same(name, "bls12-381") => Ok(Curve::Bls12_381),
        _ => Err("known are bn254 and bls12-381".to_owned()),
    }
}

/// The sum to prove.
#[derive(Debug, Args)]
pub struct Sum {
    /// The curve: bn254, or a named one such as secp256k1 or P-256.
    #[arg(long, value_name = "CURVE", default_value = "bn254", value_parser = sum_curve)]
    pub curve: SumCurve,
    /// A file of hexadecimal integers. Each line has `x` and `y` of a point, and its scalar where there are scalars,
    /// separated by spaces; or it is one string with all their bytes, as Ethereum's precompiled contracts take them. 0x
    /// may stand before each.
    ///
    /// The identity is 0 0, as in EIP-196. A string may have several points.
    #[arg(long, value_name = "FILE", required_unless_present = "seed")]
    pub input: Option<PathBuf>,
    /// Make up points and scalars from this seed, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "input", value_parser = clap::value_parser!(u64).range(1..))]
    pub seed: Option<u64>,
    /// How many terms to make up.
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "input", value_parser = count::<MOST_TERMS>)]
    pub size: NonZero<usize>,
    /// Use a circuit in which points and the sum may be the identity, with one key for all sums of this many terms.
    /// Without this option that circuit is used only if one of them is the identity.
    #[arg(long)]
    pub any: bool,
    /// How to prove it.
    #[command(flatten)]
    pub proving: ProofOptions,
}

/// The curve of a sum.
#[derive(Clone, Copy, Debug)]
pub enum SumCurve {
    /// The curve of EIP-196, Ethereum's.
    Bn254,
    /// A named curve.
    Named(Name),
}

/// Proves the result of a multi-scalar multiplication. Points, scalars and sum are public.
#[derive(Debug, Args)]
pub struct Msm {
    /// The sum to prove.
    #[command(flatten)]
    pub sum: Sum,
}

/// Proves the result of a multi-scalar multiplication with constant points. Scalars and sum are public.
#[derive(Debug, Args)]
pub struct FixedBaseMsm {
    /// The sum to prove.
    #[command(flatten)]
    pub sum: Sum,
    /// The most rows for the tables of all points' multiples together. More rows need fewer additions.
    #[arg(long, value_name = "N", default_value = "30000", value_parser = table_rows)]
    pub table_rows: NonZero<usize>,
}

/// Proves a sum of points. Points and sum are public.
#[derive(Debug, Args)]
pub struct EcAdd {
    /// The sum to prove.
    #[command(flatten)]
    pub sum: Sum,
}

/// Parses the name of a curve.
fn sum_curve(name: &str) -> Result<SumCurve, String> {
    if is_bn254(name) {
        return Ok(SumCurve::Bn254);
    }
    match curve(name) {
        Ok(name) => Ok(SumCurve::Named(name)),
        Err(e) => Err(format!("{e}, and bn254")),
    }
}
