//! secant's circuits beside halo2-ecc's: the same statement, the same prover, on the same machine, in turns.
//!
//! halo2-ecc's circuits are those of its own benchmarks, its columns those for the `k` at which it is fastest. Where
//! secant has no circuit of a statement yet, halo2-ecc is measured alone.

mod aggregation;
mod bn254;
mod ec_add;
mod ecdsa;
mod fixed_base_msm;
mod halo2_ecc;
mod msm;
mod pairing;
mod poseidon;
mod prover;
mod side;
mod statement;
#[cfg(test)]
mod tests;

use clap::{Parser, Subcommand};
use prover::Prover;
use rand::{SeedableRng, rngs::StdRng};
use secant_report::{Column, Layout, Machine, Plan, Ratio, Report, Row, measure, timed};
use side::Side;
use statement::Statement;
use std::error::Error;
use std::time::{Duration, Instant};

/// Proves the same statements with secant's circuits and with halo2-ecc's.
#[derive(Debug, Parser)]
struct Args {
    /// What is proved; a signature if nothing is said.
    #[command(subcommand)]
    what: Option<What>,
    /// Fewer samples.
    #[arg(long, global = true)]
    quick: bool,
    /// The report as JSON.
    #[arg(long, global = true)]
    json: bool,
    /// halo2-ecc's circuit has 2^K rows; if not given, as many as are fastest.
    #[arg(long, global = true, value_parser = clap::value_parser!(u32).range(12..=22))]
    k: Option<u32>,
    /// Prove once with one of the two alone, and print the most memory that was used.
    #[arg(long, global = true)]
    memory: Option<Which>,
    /// Prove the same circuit with the stock prover and with secant's.
    #[arg(long, global = true, conflicts_with = "memory")]
    provers: Option<Which>,
    /// The prover whose memory --memory prints.
    #[arg(long, global = true, value_enum, default_value_t = Prover::Stock, requires = "memory")]
    by: Prover,
}

/// A statement.
#[derive(Clone, Copy, Debug, Subcommand)]
enum What {
    /// A signature over secp256k1.
    Ecdsa,
    /// A pairing of BN254.
    Pairing,
    /// A multi-exponentiation in G1 of BN254.
    Msm(Size),
    /// One whose points are constants.
    FixedBaseMsm(Size),
    /// A sum of points of G1 of BN254.
    EcAdd(Size),
    /// One of points of G2, as halo2-ecc's own benchmark has it.
    EcAddG2(Size),
    /// A Poseidon hash of words of 64 bits; halo2-base's alone.
    Poseidon(Size),
    /// The verification of a proof by snark-verifier; its circuit alone.
    Aggregation,
}

/// How many points.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Size {
    /// How many points, or words.
    #[arg(long, default_value = "100", value_parser = clap::value_parser!(u16).range(1..))]
    size: u16,
}

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// secant.
    Secant,
    /// halo2-ecc.
    Halo2Ecc,
}

/// What the arguments are drawn from.
const SEED: u64 = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let rng = StdRng::seed_from_u64(SEED);
    let size = |size: Size| usize::from(size.size);
    match args.what.unwrap_or(What::Ecdsa) {
        What::Ecdsa => run(&args, &ecdsa::Signature::random(rng)),
        What::Pairing => run(&args, &pairing::Pairing::random(rng)),
        What::Msm(n) => run(&args, &msm::Msm::random(size(n), rng)),
        What::FixedBaseMsm(n) => run(&args, &fixed_base_msm::FixedBaseMsm::random(size(n), rng)),
        What::EcAdd(n) => run(&args, &ec_add::EcAdd::<bn254::G1>::random(size(n), rng)),
        What::EcAddG2(n) => run(&args, &ec_add::EcAdd::<bn254::G2>::random(size(n), rng)),
        What::Poseidon(n) => run(&args, &poseidon::Poseidon::random(size(n), rng)),
        What::Aggregation => run(
            &args,
            &aggregation::Aggregation::new(&poseidon::Poseidon::random(4, rng), SEED)?,
        ),
    }
}

fn run<S: Statement>(args: &Args, statement: &S) -> Result<(), Box<dyn Error>> {
    let k = args.k.unwrap_or(S::K);
    let secant =
        |keys| Ok::<_, Box<dyn Error>>(Side::secant(statement, keys)?.ok_or("secant has no circuit of this yet")?);
    let by = args.by;
    match (args.provers, args.memory) {
        (Some(which), _) => {
            let side = |keys| match which {
                Which::Secant => secant(keys),
                Which::Halo2Ecc => Side::halo2_ecc(statement, k, keys),
            };
            provers(args, &statement.name(), &side)
        }
        (None, Some(Which::Secant)) => once(&secant(by)?, by),
        (None, Some(Which::Halo2Ecc)) => once(&Side::halo2_ecc(statement, k, by)?, by),
        (None, None) => {
            let mut sides: Vec<_> = Side::secant(statement, Prover::Stock)?.into_iter().collect();
            sides.push(Side::halo2_ecc(statement, k, Prover::Stock)?);
            compare(args, &statement.name(), &sides)
        }
    }
}

/// Proves once, and prints the most memory that this process has used, as Linux says.
fn once(side: &Side<'_>, by: Prover) -> Result<(), Box<dyn Error>> {
    eprintln!("{side}");
    let start = Instant::now();
    let proof = side.prove_by(by)?;
    eprintln!("witness and proof in {:.2?}", start.elapsed());
    assert!(side.verify(&proof));
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .ok_or("no peak of memory")?;
    println!("{line}");
    Ok(())
}

/// Measures proofs and verifications, and prints the report.
fn compare(args: &Args, name: &str, sides: &[Side<'_>]) -> Result<(), Box<dyn Error>> {
    let proofs = sides.iter().map(Side::prove).collect::<Result<Vec<_>, _>>()?;
    for (side, proof) in sides.iter().zip(&proofs) {
        eprintln!("{side}; a proof of {} bytes", proof.len());
        // It is right, and not taken for a proof of something else.
        assert!(side.verify(proof) && !side.confuses(proof));
    }
    type Run<'a> = Box<dyn FnMut(u32) -> Result<Duration, Box<dyn Error>> + 'a>;
    let row = |name: String, mut runs: Vec<Run<'_>>| {
        let measured = measure(&mut runs, if args.quick { Plan::QUICK } else { Plan::FULL })?;
        let columns = sides.iter().map(|side| side.column.to_owned()).zip(measured).collect();
        Ok::<_, Box<dyn Error>>(Row { name, columns })
    };
    let mut report = Report::new(Machine::this("halo2-axiom"), SEED);
    report.threads = std::thread::available_parallelism().map_or(1, usize::from);
    let prove = |side| Box::new(timed(move || Side::prove(side).map(drop))) as Run<'_>;
    let prove = sides.iter().map(prove).collect();
    report.rows.push(row(format!("{name}, witness and proof"), prove)?);
    let verify = |(side, proof)| {
        Box::new(timed(move || {
            assert!(Side::verify(side, proof));
            Ok(())
        })) as Run<'_>
    };
    let verify = sides.iter().zip(proofs.iter().map(Vec::as_slice)).map(verify).collect();
    report.rows.push(row(format!("{name}, verification"), verify)?);
    if args.json {
        println!("{}", report.to_json()?);
    } else {
        print!("{}", layout(sides).table(&report));
    }
    Ok(())
}

/// Keys of so many rows take gigabytes when they are compared.
const COMPARED: u32 = 16;

/// Measures keys and proofs of one circuit by both provers, and prints the report.
fn provers<'a>(
    args: &Args,
    name: &str,
    side: &dyn Fn(Prover) -> Result<Side<'a>, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let both = [("secant", Prover::Secant), ("stock", Prover::Stock)];
    let keys = {
        let [secant, stock] = [side(Prover::Secant)?, side(Prover::Stock)?];
        if stock.k() <= COMPARED {
            assert!(secant.same_keys(&stock));
        }
        eprintln!(
            "keys: secant {:.2?}, stock {:.2?}",
            secant.keys_took(),
            stock.keys_took()
        );
        secant
    };
    let side = &keys;
    for (_, prover) in both {
        let proof = side.prove_by(prover)?;
        assert!(side.verify(&proof) && !side.confuses(&proof));
    }
    eprintln!("{side}");
    eprint!("{}", side.trace()?);
    let mut runs = both.map(|(_, prover)| timed(move || side.prove_by(prover).map(drop)));
    let measured = measure(&mut runs, if args.quick { Plan::QUICK } else { Plan::FULL })?;
    let mut report = Report::new(Machine::this("halo2-axiom"), SEED);
    report.threads = std::thread::available_parallelism().map_or(1, usize::from);
    report.rows.push(Row {
        name: format!("{name}, {}'s circuit, witness and proof", side.title),
        columns: both.iter().map(|(name, _)| (*name).to_owned()).zip(measured).collect(),
    });
    if args.json {
        println!("{}", report.to_json()?);
        return Ok(());
    }
    let layout = Layout {
        columns: both
            .map(|(name, _)| Column {
                name: name.to_owned(),
                title: format!("{name} prover"),
            })
            .to_vec(),
        ratios: vec![Ratio {
            title: "stock / secant".to_owned(),
            of: vec!["stock".to_owned()],
            by: "secant".to_owned(),
        }],
        ..Layout::default()
    };
    print!("{}", layout.table(&report));
    Ok(())
}

/// A column for each side, and how they compare if there are two.
fn layout(sides: &[Side<'_>]) -> Layout {
    let column = |side: &Side<'_>| Column {
        name: side.column.to_owned(),
        title: side.title.to_owned(),
    };
    let ratio = |sides: &[Side<'_>; 2]| Ratio {
        title: "halo2-ecc / secant".to_owned(),
        of: vec![sides[1].column.to_owned()],
        by: sides[0].column.to_owned(),
    };
    Layout {
        columns: sides.iter().map(column).collect(),
        ratios: sides.as_array().map(ratio).into_iter().collect(),
        ..Layout::default()
    }
}
