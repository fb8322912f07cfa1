//! Operations of secant whose calls are counted.
#![forbid(unsafe_code)]

mod ecdsa;
mod names;

use ark_ec::{
    CurveGroup, PrimeGroup, VariableBaseMSM,
    pairing::{Pairing, PairingOutput},
};
use ark_ff::UniformRand;
use names::Names;
use rand::{SeedableRng, rngs::StdRng};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use secant_curve::{
    CompiledPairing, Native, PairingCurve,
    bls12_381::{Bls12_381, Config, Fr, G1Projective},
};
use secant_engine::pairing::{Buckets, MultiExpMethod};
use secant_field::lanes;
use secant_meter::{Profile, enter, measure};
use secant_verify::groth16::{self, Files, Groth16Files};

pub use secant_engine::pairing::Tower;

/// What is metered.
#[derive(Clone, Copy, Debug)]
pub enum Operation<'a> {
    /// A multi-exponentiation in the target group of BLS12-381.
    GtMultiExp {
        /// Elements.
        inputs: usize,
        /// How it keeps its buckets.
        buckets: GtBuckets,
        /// Bits of a window, if it is not to be chosen.
        window: Option<u32>,
    },
    /// A multi-scalar multiplication in the first group of BLS12-381.
    Msm {
        /// Points.
        inputs: usize,
    },
    /// A product of pairings over BLS12-381.
    Pairing {
        /// Pairs.
        inputs: usize,
    },
    /// The verification of a Groth16 proof over BLS12-381 that was read before, with the preparation of its key.
    Groth16(&'a Files<'a>),
    /// Verifications of ECDSA signatures over secp256k1, from the digest on: one by itself, several as a batch.
    Ecdsa {
        /// Signatures.
        inputs: usize,
    },
}

/// How a multi-exponentiation keeps its buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GtBuckets {
    /// In torus form.
    Torus,
    /// As elements, by a tower.
    Plain(Tower),
}

/// Why an operation cannot be metered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The proof cannot be read.
    #[error("cannot read the proof: {0}")]
    Groth16(#[from] groth16::Error),
    /// No thread starts.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] ThreadPoolBuildError),
    /// A result is wrong.
    #[error("the metered {0} gave a wrong result")]
    Wrong(&'static str),
}

/// Meters an operation on inputs drawn from a seed, on one thread, with lanes or without any. With one seed the counts are
/// the same on every machine: without lanes they are those of single elements, whatever the back end multiplies these with,
/// and lanes are those in plain Rust where the CPU has none.
///
/// # Errors
/// If a proof cannot be read, or a result is not what it must be.
pub fn meter(operation: Operation<'_>, seed: u64, lanes: bool) -> Result<Profile, Error> {
    // How work is divided depends on the number of threads.
    let one_thread = ThreadPoolBuilder::new().num_threads(1).build()?;
    one_thread.install(|| meter_on_this_thread(operation, seed, lanes))
}

fn meter_on_this_thread(operation: Operation<'_>, seed: u64, lanes: bool) -> Result<Profile, Error> {
    let mut rng = StdRng::seed_from_u64(seed);
    let meter = Meter { lanes };
    let (mut profile, names) = match operation {
        Operation::GtMultiExp {
            inputs,
            buckets,
            window,
        } => {
            let method = MultiExpMethod {
                buckets: match buckets {
                    GtBuckets::Torus => Buckets::Torus,
                    GtBuckets::Plain(tower) => Buckets::Plain(tower),
                },
                window,
            };
            (
                gt_multi_exp::<Config<Native>>(inputs, &method, &mut rng, &meter)?,
                Names::bls12_381(),
            )
        }
        Operation::Msm { inputs } => (msm(inputs, &mut rng, &meter)?, Names::bls12_381()),
        Operation::Pairing { inputs } => (pairing(inputs, &mut rng, &meter)?, Names::bls12_381()),
        Operation::Groth16(files) => {
            let proof = Groth16Files::<Bls12_381<Native>>::read(files)?;
            let profile = meter.profile(
                "Groth16 verification",
                || proof.verify(),
                |valid| matches!(valid, Ok(true)),
            )?;
            (profile, Names::bls12_381())
        }
        Operation::Ecdsa { inputs } => {
            let signed = ecdsa::Signed::new(inputs, &mut rng).ok_or(Error::Wrong("signer"))?;
            // Before: what a program computes once, such as the generator's table.
            lanes::with_or_without(lanes, || signed.are_valid());
            (
                meter.profile("ECDSA verification", || signed.are_valid(), |valid| *valid)?,
                Names::secp256k1(),
            )
        }
    };
    profile.rename(&|name| names.of(name));
    Ok(profile)
}

/// Runs of an operation with its calls counted, and without.
const RUNS: usize = 5;

/// Meters operations with lanes or without.
struct Meter {
    lanes: bool,
}

impl Meter {
    /// Meters an operation whose result must be right.
    fn profile<R>(
        &self,
        what: &'static str,
        operation: impl Fn() -> R,
        is_right: impl Fn(&R) -> bool,
    ) -> Result<Profile, Error> {
        let whole = || {
            let _call = enter::<()>(what, 1, 0);
            operation()
        };
        let (result, profile) = lanes::with_or_without(self.lanes, || measure(RUNS, whole));
        if is_right(&result) {
            Ok(profile)
        } else {
            Err(Error::Wrong(what))
        }
    }
}

/// A product of powers of a generator's powers, whose exponent is known.
fn gt_multi_exp<P: CompiledPairing>(
    inputs: usize,
    method: &MultiExpMethod,
    rng: &mut StdRng,
    meter: &Meter,
) -> Result<Profile, Error>
where
    PairingCurve<P>: Pairing<TargetField = P::Target, ScalarField = P::Fr>,
{
    let g = PairingOutput::<PairingCurve<P>>::generator();
    let logarithms: Vec<_> = (0..inputs).map(|_| P::Fr::rand(rng)).collect();
    let exponents: Vec<_> = (0..inputs).map(|_| P::Fr::rand(rng)).collect();
    let elements: Vec<_> = logarithms.iter().map(|x| P::exp(&g.0, x)).collect();
    let expected = P::exp(&g.0, &logarithms.iter().zip(&exponents).map(|(x, e)| *x * e).sum());
    let run = || P::multi_exp_by(method, &elements, &exponents);
    meter.profile("multi-exponentiation", run, |product| *product == expected)
}

/// A sum of multiples of a generator's multiples, whose factor is known.
fn msm(inputs: usize, rng: &mut StdRng, meter: &Meter) -> Result<Profile, Error> {
    let g = G1Projective::<Native>::generator();
    let logarithms: Vec<_> = (0..inputs).map(|_| Fr::rand(rng)).collect();
    let scalars: Vec<_> = (0..inputs).map(|_| Fr::rand(rng)).collect();
    let points: Vec<_> = logarithms.iter().map(|x| g * x).collect();
    let points = G1Projective::<Native>::normalize_batch(&points);
    let expected = (g * logarithms.iter().zip(&scalars).map(|(x, e)| *x * e).sum::<Fr>()).into_affine();
    let run = || G1Projective::<Native>::msm(&points, &scalars);
    meter.profile("multi-scalar multiplication", run, |sum| *sum == Ok(expected.into()))
}

/// A product of pairings of multiples of the generators, whose exponent is known.
fn pairing(inputs: usize, rng: &mut StdRng, meter: &Meter) -> Result<Profile, Error> {
    type E = Bls12_381<Native>;
    let (g1, g2) = (<E as Pairing>::G1::generator(), <E as Pairing>::G2::generator());
    let (mut ps, mut qs, mut exponent) = (Vec::new(), Vec::new(), Fr::from(0u64));
    for _ in 0..inputs {
        let (a, b) = (Fr::rand(rng), Fr::rand(rng));
        ps.push((g1 * a).into_affine());
        qs.push((g2 * b).into_affine());
        exponent += a * b;
    }
    let expected = PairingOutput::<E>::generator() * exponent;
    let run = || E::multi_pairing(ps.iter().copied(), qs.iter().copied());
    meter.profile("product of pairings", run, |product| *product == expected)
}
