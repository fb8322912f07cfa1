//! `secant prove`

mod ecdsa;
mod pairing;
mod sums;

use crate::{
    backend::backend,
    error::Error,
    output::{cannot_write, unwritable},
};
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use rand::{SeedableRng, rngs::StdRng};
use rayon::ThreadPoolBuilder;
use secant_circuit::{
    Builder, BuiltCircuit, Configuration, Goal, Lanes,
    prove::{Cache, Engine, Prover, Srs, Stock, Trace, keys, read_keys, verify, write_keys},
};
use secant_report::{Conditions, Machine, Phase, Report, Row, Timeline, Watch, units::time};
use std::{
    fs::{self, OpenOptions},
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
    thread::available_parallelism,
    time::{Duration, Instant},
};

/// What is proved.
#[derive(Debug, Subcommand)]
pub enum Prove {
    /// An ECDSA signature.
    Ecdsa(ecdsa::Ecdsa),
    /// A product of pairings.
    Pairing(pairing::Pairing),
    /// A sum of multiples of points.
    Msm(sums::Msm),
    /// A sum of multiples of constant points.
    FixedBaseMsm(sums::FixedBaseMsm),
    /// A sum of points.
    EcAdd(sums::EcAdd),
}

impl Prove {
    /// Proves it, prints what that took, and verifies the proof.
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        match self {
            Self::Ecdsa(ecdsa) => ecdsa.run(out),
            Self::Pairing(pairing) => pairing.run(out),
            Self::Msm(msm) => msm.run(out),
            Self::FixedBaseMsm(msm) => msm.run(out),
            Self::EcAdd(sum) => sum.run(out),
        }
    }
}

/// How it is proved.
#[derive(Debug, Args)]
struct Proving {
    /// A circuit of 2^K rows; chosen for the shortest time if left out.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(4..=28))]
    k: Option<u32>,
    /// The fewest columns: the shortest proof, with the fewest commitments, in at most 2^K rows.
    #[arg(long, requires = "k")]
    smallest: bool,
    /// The columns, from a file that --save-config wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["k", "smallest"])]
    config: Option<PathBuf>,
    /// Write the columns that were chosen to a file.
    #[arg(long, value_name = "FILE")]
    save_config: Option<PathBuf>,
    /// The structured reference string: of halo2, or powers of tau of snarkjs (.ptau).
    #[arg(long, value_name = "FILE", required_unless_present = "unsafe_srs")]
    srs: Option<PathBuf>,
    /// Make a reference string here, for tests: who knows its secret, as this process does, can prove what is false.
    #[arg(long, conflicts_with = "srs")]
    unsafe_srs: bool,
    /// Who makes the proof.
    #[arg(long, value_enum, default_value_t = By::Secant)]
    prover: By,
    /// Print where the time of the proof went; by secant's prover alone.
    #[arg(long)]
    trace: bool,
    /// Write that as a picture (SVG) to a file.
    #[arg(long, value_name = "FILE")]
    trace_out: Option<PathBuf>,
    /// The proving key from a file, as halo2 writes it; made here if left out.
    #[arg(long, value_name = "FILE", conflicts_with = "unsafe_srs")]
    proving_key: Option<PathBuf>,
    /// Write the proving key to a file, in halo2's raw form.
    #[arg(long, value_name = "FILE", conflicts_with = "unsafe_srs")]
    save_proving_key: Option<PathBuf>,
    /// A folder where keys and reference strings are kept.
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Threads; all processors if left out.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// How often to prove it; the median of the times is printed.
    #[arg(long, value_name = "N", default_value = "1")]
    repeat: NonZero<usize>,
    /// Write the proof to a file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the times of all proofs to a file, as a report that `secant compare` reads; with as many --repeat.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Append a line with the columns and times to a CSV file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// A prover of the circuits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// secant's.
    Secant,
    /// halo2-axiom's own, several times slower.
    Stock,
}

/// What proofs took.
struct Measured {
    keys: Duration,
    keys_from: Option<&'static str>,
    proofs: Vec<Duration>,
    size: usize,
    verifications: Vec<Duration>,
    valid: bool,
    trace: Option<Trace>,
}

/// The columns of CSV files: those of halo2-lib's benchmarks, and the rest.
const CSV: &str = "degree,num_advice,num_lookup,num_fixed,lookup_bits,limb_bits,num_limbs,proof_time,proof_size,\
    verify_time,advice_cells,lookup_cells,keygen_time";

impl Proving {
    fn goal(&self) -> Result<Goal, Error> {
        match (&self.config, self.k) {
            (Some(path), _) => {
                let context = || format!("cannot use the configuration file {}", path.display());
                let text = fs::read_to_string(path).map_err(|e| Error::unusable(context(), e))?;
                let configuration = serde_json::from_str(&text).map_err(|e| Error::unusable(context(), e))?;
                Ok(Goal::Explicit(configuration))
            }
            (None, Some(k)) if self.smallest => Ok(Goal::Smallest(k)),
            (None, Some(k)) => Ok(Goal::Rows(k)),
            (None, None) => Ok(Goal::Fastest),
        }
    }

    /// Proves the circuit that `build` writes, whose elements have so many bits; whether the proof is valid.
    fn run(
        &self,
        out: &mut dyn Write,
        statement: &str,
        element_bits: usize,
        seed: u64,
        build: impl FnOnce(&mut Builder) -> Result<(), secant_circuit::Error> + Send,
    ) -> Result<bool, Error> {
        let threads = match self.threads {
            Some(threads) => threads.get(),
            None => available_parallelism().map_or(1, NonZero::get),
        };
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|e| Error::unusable("cannot start threads", e))?;
        if self.prover == By::Stock && (self.trace || self.trace_out.is_some()) {
            return Err(Error::Unusable("--trace is of secant's prover alone".to_owned()));
        }
        let goal = self.goal()?;
        let progress = ProgressBar::new_spinner();
        progress.enable_steady_tick(Duration::from_millis(100));
        progress.set_message("writing the circuit");
        let watch = Watch::start();
        let mut b = Builder::new();
        let start = Instant::now();
        build(&mut b).map_err(refused)?;
        let shape = b.shape();
        let circuit = b.finish(&goal).map_err(refused)?;
        let built = start.elapsed();
        let configuration = circuit.configuration();
        if let Some(path) = &self.save_config {
            save(path, configuration)?;
        }
        progress.set_message("preparing the reference string");
        let srs = pool.install(|| self.srs(configuration.k))?;
        let measured = pool.install(|| self.measure(&srs, &circuit, seed, &progress))?;
        progress.finish_and_clear();
        if let Some(path) = &self.report {
            let report = self.report(statement, configuration.k, threads, seed, watch.stop(), &measured)?;
            fs::write(path, report.to_json().map_err(unwritable)?).map_err(|e| cannot_write(path, e))?;
        }
        let (proof, verification) = (median(&measured.proofs), median(&measured.verifications));
        let counts = circuit.counts();
        writeln!(out, "statement      {statement}")?;
        writeln!(out, "configuration  {}", describe(configuration))?;
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
        let source = measured
            .keys_from
            .map(|place| format!(", from {place}"))
            .unwrap_or_default();
        writeln!(out, "keys           {}{source}", pretty(measured.keys))?;
        let by = match self.prover {
            By::Secant => "",
            By::Stock => ", by halo2-axiom's prover",
        };
        writeln!(out, "proof          {}, {} bytes{by}", pretty(proof), measured.size)?;
        let verdict = if measured.valid { "valid" } else { "invalid" };
        writeln!(out, "verification   {}, {verdict}", pretty(verification))?;
        if let Some(trace) = &measured.trace {
            if self.trace {
                write!(out, "\n{trace}")?;
            }
            if let Some(path) = &self.trace_out {
                fs::write(path, picture(statement, trace)).map_err(|e| cannot_write(path, e))?;
            }
        }
        if let Some(path) = &self.csv {
            let limbs = element_bits.div_ceil(shape.limb_bits);
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

    /// The times as a report: a round for each proof, in a column of the prover.
    fn report(
        &self,
        statement: &str,
        k: u32,
        threads: usize,
        seed: u64,
        conditions: Conditions,
        measured: &Measured,
    ) -> Result<Report, Error> {
        let column = match self.prover {
            By::Secant => "secant",
            By::Stock => "stock",
        };
        let row = |what: &str, times: &[Duration]| Row {
            name: format!("{statement}, k = {k}: {what}"),
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
            row("keys", &[measured.keys]),
            row("proof", &measured.proofs),
            row("verification", &measured.verifications),
        ];
        Ok(report)
    }

    fn srs(&self, k: u32) -> Result<Srs, Error> {
        if self.unsafe_srs {
            eprintln!("secant: warning: proofs under a reference string made here prove nothing to others");
        }
        let cache = self.cache.as_ref().map(Cache::new);
        let rng = StdRng::from_entropy();
        match (&self.srs, cache) {
            (Some(path), Some(cache)) => cache.srs(path, k),
            (Some(path), None) => Srs::read(path, Some(k)),
            (None, Some(cache)) => cache.unsafe_srs(k, rng),
            (None, None) => Ok(Srs::unsafe_local(k, rng)),
        }
        .map_err(refused)
    }

    fn measure(&self, srs: &Srs, circuit: &BuiltCircuit, seed: u64, progress: &ProgressBar) -> Result<Measured, Error> {
        progress.set_message("making the keys");
        let start = Instant::now();
        let (keys, keys_from) = match (&self.proving_key, &self.cache) {
            (Some(file), _) => (read_keys(srs, circuit, file).map_err(refused)?, Some("a file")),
            (None, Some(folder)) => {
                let cached = Cache::new(folder).keys(srs, circuit).map_err(refused)?;
                (cached.keys, cached.found.then_some("the cache"))
            }
            (None, None) => (keys(srs, circuit).map_err(refused)?, None),
        };
        let keys_took = start.elapsed();
        if let Some(path) = &self.save_proving_key {
            write_keys(&keys, path).map_err(refused)?;
        }
        // What hides the witness comes from the system, unless the witness comes from a seed itself.
        let mut rng = if seed == 0 {
            StdRng::from_entropy()
        } else {
            StdRng::seed_from_u64(seed)
        };
        let (mut times, mut verifications) = (Vec::new(), Vec::new());
        let mut proof = Vec::new();
        let mut valid = true;
        let mut trace = None;
        for i in 0..self.repeat.get() {
            progress.set_message(format!("proving, {} of {}", i + 1, self.repeat));
            let start = Instant::now();
            proof = match self.prover {
                By::Stock => Stock.prove(srs, &keys, circuit, &mut rng).map_err(refused)?,
                By::Secant => {
                    let (proof, phases) = Engine.trace(srs, &keys, circuit, &mut rng).map_err(refused)?;
                    trace = Some(phases);
                    proof
                }
            };
            times.push(start.elapsed());
            let start = Instant::now();
            valid &= verify(srs, keys.get_vk(), &circuit.instances(), &proof);
            verifications.push(start.elapsed());
        }
        if let Some(path) = &self.out {
            fs::write(path, &proof).map_err(|e| cannot_write(path, e))?;
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

/// The configuration in words.
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

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn save(path: &Path, configuration: &Configuration) -> Result<(), Error> {
    let mut text = serde_json::to_string_pretty(configuration).map_err(unwritable)?;
    text.push('\n');
    fs::write(path, text).map_err(|e| cannot_write(path, e))
}

fn append(path: &Path, line: &str) -> Result<(), Error> {
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|e| cannot_write(path, e))?;
    let is_new = file.metadata().map_err(|e| cannot_write(path, e))?.len() == 0;
    let text = if is_new {
        format!("{CSV}\n{line}\n")
    } else {
        format!("{line}\n")
    };
    file.write_all(text.as_bytes()).map_err(|e| cannot_write(path, e))
}

/// What cannot be proved is wrong; everything else is a matter of usage.
fn refused(e: secant_circuit::Error) -> Error {
    match e {
        secant_circuit::Error::Unsatisfied(_) => Error::Wrong(format!("cannot prove it: {e}")),
        _ => Error::Unusable(e.to_string()),
    }
}
