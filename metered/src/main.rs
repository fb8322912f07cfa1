//! `secant meter`, a program of its own: every call of an operation, counted and timed.
#![forbid(unsafe_code)]

use clap::Parser;
use rayon::ThreadPoolBuilder;
use secant_field::backend::{Backend, chosen};
use secant_metered::{self as metered, GtBuckets, meter};
use secant_report::command::meter::{MOST_PAIRS, Meter, Operation, Tower};
use secant_report::command::{CommandError, Format, main_of};
use secant_report::{Machine, Metered};
use secant_verify::groth16::Files;
use std::io::Write;
use std::num::NonZero;
use std::process::ExitCode;

/// The command that this program has, called as `secant` calls it.
#[derive(Debug, Parser)]
#[command(name = "secant", version)]
enum Command {
    Meter(Meter),
}

/// A proof of gnark.
const PROOF: Files<'static> = Files {
    vk: include_bytes!("../../crates/secant-verify/fixtures/gnark/bls12_381/vk.bin"),
    proof: include_bytes!("../../crates/secant-verify/fixtures/gnark/bls12_381/proof.bin"),
    public: include_bytes!("../../crates/secant-verify/fixtures/gnark/bls12_381/public.bin"),
};

fn main() -> ExitCode {
    main_of(|Command::Meter(asked), out| {
        let backend = prepare()?;
        run(&asked, out, backend).map(|()| true)
    })
}

/// The back end; and one thread, on which all is metered.
fn prepare() -> Result<Backend, CommandError> {
    let backend = chosen().map_err(|e| CommandError::Unusable(e.to_string()))?;
    let threads = ThreadPoolBuilder::new().num_threads(1).build_global();
    threads.map_err(|e| CommandError::Unusable(format!("cannot start a thread: {e}")))?;
    Ok(backend)
}

/// Meters and prints the report.
fn run(asked: &Meter, out: &mut dyn Write, backend: Backend) -> Result<(), CommandError> {
    let (operation, description) = operation_of(asked)?;
    asked.output.check()?;
    // A wrong result is a fault of this program: exit status 1 is of what it was asked about.
    let profile =
        meter(operation, asked.seed.unwrap_or(0), asked.lanes).map_err(|e| CommandError::Unusable(e.to_string()))?;
    let machine = Machine::this(arithmetic_of(asked, backend));
    let seed = (asked.operation != Operation::Groth16).then_some(asked.seed.unwrap_or(0));
    let report = Metered::new(machine, description, asked.lanes, seed, profile);
    let text = match asked.format {
        Format::Table => report.table(),
        Format::Markdown => report.markdown(),
        Format::Html => report.html(),
        Format::Json => report.to_json()?,
    };
    asked.output.write(&text, out)
}

/// What to meter, and in words.
fn operation_of(asked: &Meter) -> Result<(metered::Operation<'static>, String), CommandError> {
    let of = |default: usize| asked.inputs.map_or(default, NonZero::get);
    if asked.operation != Operation::GtMultiexp {
        for (given, option) in [
            (asked.tower.is_some(), "--tower"),
            (asked.torus, "--torus"),
            (asked.window.is_some(), "--window"),
        ] {
            if given {
                return Err(CommandError::Unusable(format!("{option} is for gt-multiexp alone")));
            }
        }
    }
    Ok(match asked.operation {
        Operation::GtMultiexp => {
            let inputs = of(128);
            let (buckets, form) = buckets_of(asked)?;
            let operation = metered::Operation::GtMultiExp {
                inputs,
                buckets,
                window: asked.window,
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
                return Err(CommandError::Unusable(format!(
                    "--inputs {inputs} is more than the {MOST_PAIRS} pairs that are metered at most"
                )));
            }
            let pairs = if inputs == 1 { "pair" } else { "pairs" };
            (
                metered::Operation::Pairing { inputs },
                format!("BLS12-381 product of pairings, {inputs} {pairs}"),
            )
        }
        Operation::Groth16 if asked.inputs.is_some() || asked.seed.is_some() => {
            return Err(CommandError::Unusable(
                "groth16 verifies a bundled proof, and takes neither --inputs nor --seed".to_owned(),
            ));
        }
        Operation::Groth16 => (
            metered::Operation::Groth16(&PROOF),
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
fn buckets_of(asked: &Meter) -> Result<(GtBuckets, &'static str), CommandError> {
    let unusable = |reason: &str| Err(CommandError::Unusable(reason.to_owned()));
    match (asked.torus, asked.tower) {
        (true, Some(Tower::Fp4)) => unusable("--torus needs the tower 2-6-12: the torus is over Fp6"),
        (false, Some(_)) if asked.lanes => {
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
fn arithmetic_of(asked: &Meter, backend: Backend) -> &'static str {
    match backend {
        Backend::Ifma if asked.lanes => backend.name(),
        _ if asked.lanes => "lanes in plain Rust",
        Backend::Ifma => Backend::Adx.name(),
        Backend::Lanes => Backend::Portable.name(),
        _ => backend.name(),
    }
}
