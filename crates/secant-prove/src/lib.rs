//! `secant prove`
#![forbid(unsafe_code)]

mod ecdsa;
pub mod memory;
mod output;
mod pairing;
mod sums;

use indicatif::ProgressBar;
use output::{Costs, append, picture, report};
use rand::{SeedableRng, rngs::StdRng};
use rayon::ThreadPoolBuilder;
use secant_circuit::{
    Builder, BuiltCircuit, Configuration, Goal, Soundness,
    prove::{
        Cache, Cached, Engine, Origin, Prover, Srs, Stock, Trace, VerifyError, keys, read_keys, verify, write_keys,
    },
};
use secant_cli::{
    arguments::{By, ProofOptions, Prove},
    error::{Error, note},
};
use secant_report::{Watch, read_at_most};
use std::{
    fs,
    io::Write,
    num::NonZero,
    path::Path,
    thread::available_parallelism,
    time::{Duration, Instant},
};
use sums::Kind;

/// Proves the statement, prints the cost, and verifies the proof.
pub fn run(prove: &Prove, out: &mut dyn Write) -> Result<bool, Error> {
    match prove {
        Prove::Ecdsa(ecdsa) => ecdsa::run(ecdsa, out),
        Prove::Pairing(pairing) => pairing::run(pairing, out),
        Prove::Msm(msm) => sums::run(&msm.sum, Kind::Multiples, out),
        Prove::FixedBaseMsm(msm) => {
            let rows = msm.table_rows.get();
            sums::run(&msm.sum, Kind::Constants { rows }, out)
        }
        Prove::EcAdd(sum) => sums::run(&sum.sum, Kind::Points, out),
    }
}

/// The measurements of the proofs.
struct Measured {
    keys: Duration,
    keys_from: Option<&'static str>,
    proofs: Vec<Duration>,
    size: usize,
    verifications: Vec<Duration>,
    valid: bool,
    trace: Option<Trace>,
}

/// Where the reference string came from.
struct Setup {
    took: Duration,
    source: &'static str,
}

/// What a command proves.
struct Subject {
    /// The statement in words.
    text: String,
    /// The size in bits of an element of its field.
    element_bits: usize,
    /// The seed that it was made up from, or 0 if it was read.
    seed: u64,
    /// A lower bound on the memory that it takes.
    least_memory: u64,
}

/// The largest configuration file in bytes. Those that --save-config writes have less than a thousand.
const LONGEST_CONFIGURATION: u64 = 64 << 10;

/// Reads a file of at most the given number of bytes, and parses it.
fn read_input<T>(
    path: &Path,
    longest: u64,
    parse: impl FnOnce(&[u8]) -> Result<T, secant_circuit::text::TextError>,
) -> Result<T, Error> {
    let bytes = read_at_most(path, longest);
    let bytes = bytes.map_err(|e| Error::unusable(format!("cannot read {}", path.display()), e))?;
    parse(&bytes).map_err(|e| Error::unusable(format!("cannot use {}", path.display()), e))
}

fn goal(proving: &ProofOptions) -> Result<Goal, Error> {
    match (&proving.config, proving.k) {
        (Some(path), _) => {
            let context = || format!("cannot use the configuration file {}", path.display());
            let bytes = read_at_most(path, LONGEST_CONFIGURATION).map_err(|e| Error::unusable(context(), e))?;
            let configuration = serde_json::from_slice(&bytes).map_err(|e| Error::unusable(context(), e))?;
            Ok(Goal::Explicit(configuration))
        }
        (None, Some(k)) if proving.smallest => Ok(Goal::Smallest(k)),
        (None, Some(k)) => Ok(Goal::Rows(k)),
        (None, None) => Ok(Goal::Fastest),
    }
}

/// The soundness and the configuration that were asked for.
fn wishes(proving: &ProofOptions) -> Result<(Soundness, Goal), Error> {
    let soundness = match proving.soundness {
        Some(bits) => Soundness::try_from(bits).map_err(refused)?,
        None => Soundness::default(),
    };
    let goal = goal(proving)?;
    if let Goal::Rows(k) = goal {
        memory::expect(
            memory::of_srs(k),
            format_args!("a reference string for 2^{k} rows"),
            "take a smaller --k",
        )?;
    }
    Ok((soundness, goal))
}

/// Refuses a circuit whose proof this machine has no memory for.
fn fits(circuit: &BuiltCircuit) -> Result<(), Error> {
    let (k, columns) = (circuit.configuration().k, circuit.counts().advice_columns);
    memory::expect(
        memory::of_proof(circuit).saturating_add(memory::of_srs(k)),
        format_args!("a proof with {columns} columns of 2^{k} rows"),
        "take fewer rows and columns, or prove less at once",
    )
}

/// Proves the circuit that `build` writes, and returns whether the proof is valid. The text that `build` returns is
/// added to the statement.
fn prove(
    proving: &ProofOptions,
    out: &mut dyn Write,
    subject: Subject,
    build: impl FnOnce(&mut Builder) -> Result<&'static str, secant_circuit::Error> + Send,
) -> Result<bool, Error> {
    if proving.prover == By::Stock && (proving.trace || proving.trace_out.is_some()) {
        return Err(Error::Unusable("--trace is of secant's prover alone".to_owned()));
    }
    let threads = match proving.threads {
        Some(threads) => threads.get(),
        None => available_parallelism().map_or(1, NonZero::get),
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|e| Error::unusable("cannot start threads", e))?;
    let (soundness, goal) = wishes(proving)?;
    memory::expect(subject.least_memory, "a circuit for so much", "prove less at once")?;
    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(Duration::from_millis(100));
    progress.set_message("writing the circuit");
    let watch = Watch::start();
    let mut b = Builder::new();
    b.set_soundness(soundness);
    let start = Instant::now();
    let more = build(&mut b).map_err(refused)?;
    let statement = &format!("{}{more}", subject.text);
    let seed = subject.seed;
    let shape = b.shape();
    let circuit = b.finish(&goal).map_err(refused)?;
    let built = start.elapsed();
    let configuration = circuit.configuration();
    fits(&circuit)?;
    if let Some(path) = &proving.save_config {
        save(path, configuration)?;
    }
    progress.set_message("preparing the reference string");
    let (srs, setup) = pool.install(|| srs(proving, configuration.k))?;
    let measured = pool.install(|| measure(proving, &srs, &circuit, seed, &progress))?;
    progress.finish_and_clear();
    if let Some(path) = &proving.report {
        let report = report(
            proving,
            &format!("{statement}, k = {}", configuration.k),
            threads,
            seed,
            watch.stop(),
            &setup,
            &measured,
        )?;
        fs::write(path, report.to_json()?).map_err(|e| Error::cannot_write(path, e))?;
    }
    let costs = Costs {
        statement,
        threads,
        built,
        setup: &setup,
        measured: &measured,
        circuit: &circuit,
    };
    costs.print(proving.prover, out)?;
    if let Some(trace) = &measured.trace {
        if proving.trace {
            write!(out, "\n{trace}")?;
        }
        if let Some(path) = &proving.trace_out {
            fs::write(path, picture(statement, trace)).map_err(|e| Error::cannot_write(path, e))?;
        }
    }
    if let Some(path) = &proving.csv {
        let limbs = subject.element_bits.div_ceil(shape.limb_bits);
        append(path, &costs.csv(shape.limb_bits, limbs))?;
    }
    Ok(measured.valid)
}

fn srs(proving: &ProofOptions, k: u32) -> Result<(Srs, Setup), Error> {
    if proving.unsafe_srs {
        eprintln!("secant: warning: proofs under a reference string made here prove nothing to others");
    }
    let cache = proving.cache.as_ref().map(Cache::new);
    let rng = StdRng::from_entropy();
    let start = Instant::now();
    let cached = match (&proving.srs, cache) {
        (Some(path), Some(cache)) => cache.srs(path, k).map_err(refused)?,
        (None, Some(cache)) => cache.unsafe_srs(k, rng).map_err(refused)?,
        (Some(path), None) => Cached {
            value: Srs::read(path, Some(k)).map_err(refused)?,
            origin: Origin::Made,
        },
        (None, None) => Cached {
            value: Srs::unsafe_local(k, rng),
            origin: Origin::Made,
        },
    };
    let source = match &proving.srs {
        _ if cached.origin.is_found() => "from the cache",
        Some(_) => "from a file",
        None => "made here",
    };
    let srs = noted(cached);
    let took = start.elapsed();
    Ok((srs, Setup { took, source }))
}

fn measure(
    proving: &ProofOptions,
    srs: &Srs,
    circuit: &BuiltCircuit,
    seed: u64,
    progress: &ProgressBar,
) -> Result<Measured, Error> {
    progress.set_message("making the keys");
    let start = Instant::now();
    let (keys, keys_from) = match (&proving.proving_key, &proving.cache) {
        (Some(file), _) => (read_keys(srs, circuit, file).map_err(refused)?, Some("a file")),
        (None, Some(folder)) => {
            let cached = Cache::new(folder).keys(srs, circuit).map_err(refused)?;
            let found = cached.origin.is_found().then_some("the cache");
            (noted(cached), found)
        }
        (None, None) => (keys(srs, circuit).map_err(refused)?, None),
    };
    let keys_took = start.elapsed();
    if let Some(path) = &proving.save_proving_key {
        write_keys(&keys, path).map_err(refused)?;
    }
    // The randomness that hides the witness comes from the system, unless the witness itself comes from a seed.
    let mut rng = if seed == 0 {
        StdRng::from_entropy()
    } else {
        StdRng::seed_from_u64(seed)
    };
    let (mut times, mut verifications) = (Vec::new(), Vec::new());
    let mut proof = Vec::new();
    let mut valid = true;
    let mut trace = None;
    for i in 0..proving.repeat.get() {
        progress.set_message(format!("proving, {} of {}", i + 1, proving.repeat));
        let start = Instant::now();
        proof = match proving.prover {
            By::Stock => Stock.prove(srs, &keys, circuit, &mut rng).map_err(refused)?,
            By::Secant => {
                let (proof, phases) = Engine.trace(srs, &keys, circuit, &mut rng).map_err(refused)?;
                trace = Some(phases);
                proof
            }
        };
        times.push(start.elapsed());
        let start = Instant::now();
        valid &= match verify(srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof) {
            Ok(()) => true,
            Err(VerifyError::Invalid) => false,
            Err(error) => return Err(Error::Unusable(error.to_string())),
        };
        verifications.push(start.elapsed());
    }
    if let Some(path) = &proving.out {
        fs::write(path, &proof).map_err(|e| Error::cannot_write(path, e))?;
    }
    Ok(Measured {
        keys: keys_took,
        keys_from,
        proofs: times,
        size: proof.len(),
        verifications,
        valid,
        trace,
    })
}

/// The value from the cache. If a cached file was broken, prints a note on standard error.
fn noted<T>(Cached { value, origin }: Cached<T>) -> T {
    if let Origin::Replaced { .. } = &origin {
        note(origin);
    }
    value
}

fn save(path: &Path, configuration: &Configuration) -> Result<(), Error> {
    let mut text = serde_json::to_string_pretty(configuration)?;
    text.push('\n');
    fs::write(path, text).map_err(|e| Error::cannot_write(path, e))
}

/// A statement that cannot be proved is wrong. Every other error is a usage error.
fn refused(e: secant_circuit::Error) -> Error {
    match e {
        secant_circuit::Error::Unsatisfied(_) => Error::Wrong(format!("cannot prove it: {e}")),
        _ => Error::Unusable(e.to_string()),
    }
}
