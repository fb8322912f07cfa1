//! `secant prove`

mod ecdsa;
pub mod memory;
mod pairing;
mod sums;

use crate::{
    backend::backend,
    error::{Error, note},
    output::{cannot_write, unwritable},
};
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use rand::{SeedableRng, rngs::StdRng};
use rayon::ThreadPoolBuilder;
use secant_circuit::{
    Builder, BuiltCircuit, Configuration, Goal, Lanes, Soundness,
    prove::{
        Cache, Cached, Engine, Origin, Prover, Srs, Stock, Trace, VerifyError, keys, read_keys, verify, write_keys,
    },
};
use secant_report::{
    Conditions, Machine, Phase, Report, Row, Timeline, Watch,
    command::{MOST_THREADS, count as up_to},
    read_at_most,
    units::time,
};
use secant_verify::name::is_same;
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
    /// The bits that relations of foreign fields are checked with: 208 takes two sets of weights, more cells and a longer proof.
    /// [default: 104, or what --config says]
    #[arg(long, value_name = "BITS", value_parser = soundness)]
    soundness: Option<Soundness>,
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
    #[arg(long, value_name = "N", value_parser = up_to::<MOST_THREADS>)]
    threads: Option<NonZero<usize>>,
    /// How often to prove it; the median of the times is printed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = up_to::<MOST_PROOFS>)]
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

/// Where the reference string came from.
struct Setup {
    took: Duration,
    source: &'static str,
}

/// What a command proves.
struct Subject {
    /// In words.
    text: String,
    /// The bits of the elements of its field.
    element_bits: usize,
    /// What it was made up from; 0 if it was read.
    seed: u64,
    /// Less memory than it takes.
    least_memory: u64,
}

/// The most proofs of one run.
const MOST_PROOFS: usize = 10_000;
/// The most rows of tables of constants.
const MOST_TABLE_ROWS: usize = 1 << 20;
/// The bytes of the longest configuration: those that --save-config writes have less than a thousand.
const LONGEST_CONFIGURATION: u64 = 64 << 10;

/// A number of bits that circuits can have.
fn soundness(bits: &str) -> Result<Soundness, String> {
    let bits = bits.parse::<u32>().map_err(|error| error.to_string())?;
    Soundness::try_from(bits).map_err(|error| error.to_string())
}

/// A number of rows of tables.
fn table_rows(text: &str) -> Result<NonZero<usize>, String> {
    up_to::<MOST_TABLE_ROWS>(text)
}

/// Whether a name is one of BN254's: of Ethereum, of snarkjs, of Go's and halo2's libraries, of EIP-196.
fn is_bn254(name: &str) -> bool {
    ["bn254", "bn128", "bn256", "alt_bn128"]
        .iter()
        .any(|known| is_same(known, name))
}

/// What `parse` reads in a file of at most so many bytes.
fn read_input<T>(
    path: &Path,
    longest: u64,
    parse: impl FnOnce(&[u8]) -> Result<T, secant_circuit::text::TextError>,
) -> Result<T, Error> {
    let bytes = read_at_most(path, longest);
    let bytes = bytes.map_err(|e| Error::unusable(format!("cannot read {}", path.display()), e))?;
    parse(&bytes).map_err(|e| Error::unusable(format!("cannot use {}", path.display()), e))
}

/// The columns of CSV files: those of halo2-lib's benchmarks, and the rest.
const CSV: &str = "degree,num_advice,num_lookup,num_fixed,lookup_bits,limb_bits,num_limbs,proof_time,proof_size,\
    verify_time,advice_cells,lookup_cells,keygen_time";

impl Proving {
    fn goal(&self) -> Result<Goal, Error> {
        match (&self.config, self.k) {
            (Some(path), _) => {
                let context = || format!("cannot use the configuration file {}", path.display());
                let bytes = read_at_most(path, LONGEST_CONFIGURATION).map_err(|e| Error::unusable(context(), e))?;
                let configuration = serde_json::from_slice(&bytes).map_err(|e| Error::unusable(context(), e))?;
                Ok(Goal::Explicit(configuration))
            }
            (None, Some(k)) if self.smallest => Ok(Goal::Smallest(k)),
            (None, Some(k)) => Ok(Goal::Rows(k)),
            (None, None) => Ok(Goal::Fastest),
        }
    }

    /// Proves the circuit that `build` writes; whether the proof is valid. What `build` returns is added to the statement.
    fn run(
        &self,
        out: &mut dyn Write,
        subject: Subject,
        build: impl FnOnce(&mut Builder) -> Result<&'static str, secant_circuit::Error> + Send,
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
        b.set_soundness(self.soundness.unwrap_or_default());
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
        if let Some(path) = &self.save_config {
            save(path, configuration)?;
        }
        progress.set_message("preparing the reference string");
        let (srs, setup) = pool.install(|| self.srs(configuration.k))?;
        let measured = pool.install(|| self.measure(&srs, &circuit, seed, &progress))?;
        progress.finish_and_clear();
        if let Some(path) = &self.report {
            let report = self.report(
                &format!("{statement}, k = {}", configuration.k),
                threads,
                seed,
                watch.stop(),
                &setup,
                &measured,
            )?;
            fs::write(path, report.to_json().map_err(unwritable)?).map_err(|e| cannot_write(path, e))?;
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

    /// The times as a report: a round for each proof, in a column of the prover.
    fn report(
        &self,
        circuit: &str,
        threads: usize,
        seed: u64,
        conditions: Conditions,
        setup: &Setup,
        measured: &Measured,
    ) -> Result<Report, Error> {
        let column = match self.prover {
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

    fn srs(&self, k: u32) -> Result<(Srs, Setup), Error> {
        if self.unsafe_srs {
            eprintln!("secant: warning: proofs under a reference string made here prove nothing to others");
        }
        let cache = self.cache.as_ref().map(Cache::new);
        let rng = StdRng::from_entropy();
        let start = Instant::now();
        let cached = match (&self.srs, cache) {
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
        let source = match &self.srs {
            _ if cached.origin.is_found() => "from the cache",
            Some(_) => "from a file",
            None => "made here",
        };
        let srs = noted(cached);
        let took = start.elapsed();
        Ok((srs, Setup { took, source }))
    }

    fn measure(&self, srs: &Srs, circuit: &BuiltCircuit, seed: u64, progress: &ProgressBar) -> Result<Measured, Error> {
        progress.set_message("making the keys");
        let start = Instant::now();
        let (keys, keys_from) = match (&self.proving_key, &self.cache) {
            (Some(file), _) => (read_keys(srs, circuit, file).map_err(refused)?, Some("a file")),
            (None, Some(folder)) => {
                let cached = Cache::new(folder).keys(srs, circuit).map_err(refused)?;
                let found = cached.origin.is_found().then_some("the cache");
                (noted(cached), found)
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
            valid &= match verify(srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof) {
                Ok(()) => true,
                Err(VerifyError::Invalid) => false,
                Err(error) => return Err(Error::Unusable(error.to_string())),
            };
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

/// What the cache gives, after a note on standard error if a file was broken.
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

/// What a forger would have to do: what limits it beside the relations is in `docs/circuits.md`.
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
