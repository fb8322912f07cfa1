//! `secant prove`
#![forbid(unsafe_code)]

mod ecdsa;
pub mod memory;
mod pairing;
mod sums;

use indicatif::ProgressBar;
use rand::{SeedableRng, rngs::StdRng};
use rayon::ThreadPoolBuilder;
use secant_circuit::{
    Builder, BuiltCircuit, Configuration, Goal, Lanes, Soundness,
    prove::{
        Cache, Cached, Engine, Origin, Prover, Srs, Stock, Trace, VerifyError, keys, read_keys, verify, write_keys,
    },
};
use secant_cli::{
    arguments::{By, ProofOptions, Prove},
    backend::backend,
    error::{Error, note},
};
use secant_report::{Conditions, Machine, Phase, Report, Row, Timeline, Watch, read_at_most, units::time};
use std::{
    fs::{self, OpenOptions},
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

/// The columns of CSV files: those of halo2-lib's benchmarks, then secant's.
const CSV: &str = "degree,num_advice,num_lookup,num_fixed,lookup_bits,limb_bits,num_limbs,proof_time,proof_size,\
    verify_time,advice_cells,lookup_cells,keygen_time";

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

/// Proves the circuit that `build` writes, and returns whether the proof is valid. The text that `build` returns is
/// added to the statement.
fn prove(
    proving: &ProofOptions,
    out: &mut dyn Write,
    subject: Subject,
    build: impl FnOnce(&mut Builder) -> Result<&'static str, secant_circuit::Error> + Send,
) -> Result<bool, Error> {
    let threads = match proving.threads {
        Some(threads) => threads.get(),
        None => available_parallelism().map_or(1, NonZero::get),
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|e| Error::unusable("cannot start threads", e))?;
    if proving.prover == By::Stock && (proving.trace || proving.trace_out.is_some()) {
        return Err(Error::Unusable("--trace is of secant's prover alone".to_owned()));
    }
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
    memory::expect(
        memory::of_proof(&circuit).saturating_add(memory::of_srs(configuration.k)),
        format_args!(
            "a proof with {} columns of 2^{} rows",
            circuit.counts().advice_columns,
            configuration.k
        ),
        "take fewer rows and columns, or prove less at once",
    )?;
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
    let (proof, verification) = (median(&measured.proofs), median(&measured.verifications));
    let counts = circuit.counts();
    writeln!(out, "statement      {statement}")?;
    writeln!(out, "configuration  {}", describe(configuration))?;
    if let Some(soundness) = circuit.soundness() {
        writeln!(out, "soundness      {}", level(soundness))?;
    }
    writeln!(
        out,
        "cells          {} of advice, {} of them looked up; {} distinct constants",
        counts.advice, counts.lookups, counts.constants
    )?;
    writeln!(
        out,
        "columns        {} of advice, {} fixed, {} permuted; {} lookup arguments",
        counts.advice_columns, counts.fixed_columns, counts.permuted_columns, counts.lookup_arguments
    )?;
    let pretty = |d: Duration| time(d.as_nanos() as u64).trim().to_owned();
    writeln!(out, "threads        {threads}")?;
    writeln!(out, "circuit        {}", pretty(built))?;
    writeln!(
        out,
        "setup          {}, a reference string {}",
        pretty(setup.took),
        setup.source
    )?;
    let source = measured
        .keys_from
        .map(|place| format!(", from {place}"))
        .unwrap_or_default();
    writeln!(out, "keys           {}{source}", pretty(measured.keys))?;
    let by = match proving.prover {
        By::Secant => "",
        By::Stock => ", by halo2-axiom's prover",
    };
    writeln!(out, "proof          {}, {} bytes{by}", pretty(proof), measured.size)?;
    let verdict = if measured.valid { "valid" } else { "invalid" };
    writeln!(out, "verification   {}, {verdict}", pretty(verification))?;
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
        let line = format!(
            "{},{},{},{},{},{},{limbs},{:?},{},{:?},{},{},{:?}",
            configuration.k,
            counts.advice_columns,
            counts.lookup_arguments,
            counts.fixed_columns,
            configuration.lookup_bits,
            shape.limb_bits,
            proof,
            measured.size,
            verification,
            counts.advice,
            counts.lookups,
            measured.keys
        );
        append(path, &line)?;
    }
    Ok(measured.valid)
}

/// The times as a report, with one round per proof, in the column of the prover.
fn report(
    proving: &ProofOptions,
    circuit: &str,
    threads: usize,
    seed: u64,
    conditions: Conditions,
    setup: &Setup,
    measured: &Measured,
) -> Result<Report, Error> {
    let column = match proving.prover {
        By::Secant => "secant",
        By::Stock => "stock",
    };
    let row = |what: &str, times: &[Duration]| Row {
        name: format!("{circuit}: {what}"),
        columns: [(
            column.to_owned(),
            secant_report::Measured::of(times.iter().map(|time| vec![time.as_nanos() as f64]).collect()),
        )]
        .into(),
    };
    let mut report = Report::new(Machine::this(backend()?.name()), seed);
    report.threads = threads;
    report.conditions = Some(conditions);
    report.rows = vec![
        row("setup", &[setup.took]),
        row("keys", &[measured.keys]),
        row("proof", &measured.proofs),
        row("verification", &measured.verifications),
    ];
    Ok(report)
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

/// The phases of a proof of a statement as SVG.
fn picture(statement: &str, trace: &Trace) -> String {
    let phases = trace.spans.iter().map(|span| Phase {
        name: span.name.to_owned(),
        depth: span.depth,
        start: span.start,
        end: span.end,
    });
    let timeline = Timeline {
        title: format!("Proof: {statement}"),
        phases: phases.collect(),
    };
    timeline.svg()
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Describes the configuration in words.
fn describe(c: &Configuration) -> String {
    let tables: usize = c.tables.iter().map(|(_, columns)| columns).sum();
    let lanes = |lanes: &Lanes| {
        format!(
            "{} of {}, {} each",
            count(lanes.count, "lane"),
            count(lanes.limbs, "column"),
            count(lanes.height, "row")
        )
    };
    format!(
        "2^{} rows; ranges by {} bits; {}, {} of checks; {} of basic gates, {tables} of tables",
        c.k,
        c.lookup_bits,
        lanes(&c.lanes),
        lanes(&c.checks),
        count(c.basic, "column"),
    )
}

/// What a forger would have to do. `docs/circuits.md` says what else limits soundness besides the relations.
fn level(soundness: Soundness) -> String {
    let sets = count(soundness.sets(), "set");
    format!(
        "{soundness} for relations of foreign fields, by {sets} of weights; the proofs' curve, BN254, has 100 to 110"
    )
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn save(path: &Path, configuration: &Configuration) -> Result<(), Error> {
    let mut text = serde_json::to_string_pretty(configuration)?;
    text.push('\n');
    fs::write(path, text).map_err(|e| Error::cannot_write(path, e))
}

fn append(path: &Path, line: &str) -> Result<(), Error> {
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|e| Error::cannot_write(path, e))?;
    let is_new = file.metadata().map_err(|e| Error::cannot_write(path, e))?.len() == 0;
    let text = if is_new {
        format!("{CSV}\n{line}\n")
    } else {
        format!("{line}\n")
    };
    file.write_all(text.as_bytes())
        .map_err(|e| Error::cannot_write(path, e))
}

/// A statement that cannot be proved is wrong. Every other error is a usage error.
fn refused(e: secant_circuit::Error) -> Error {
    match e {
        secant_circuit::Error::Unsatisfied(_) => Error::Wrong(format!("cannot prove it: {e}")),
        _ => Error::Unusable(e.to_string()),
    }
}
