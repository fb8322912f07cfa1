//! secant's circuits beside halo2-ecc's: the same statement, the same prover, on the same machine, in turns.
//!
//! halo2-ecc's columns are those of its own benchmark for the `k` at which it is fastest.

mod halo2_ecc_ecdsa;
mod secant_ecdsa;

use clap::Parser;
use halo2_axiom::halo2curves::bn256::{Bn256, Fr, G1Affine};
use halo2_axiom::plonk::{Circuit, ProvingKey, create_proof, keygen_pk, keygen_vk, verify_proof};
use halo2_axiom::poly::commitment::ParamsProver;
use halo2_axiom::poly::kzg::commitment::{KZGCommitmentScheme, ParamsKZG};
use halo2_axiom::poly::kzg::multiopen::{ProverSHPLONK, VerifierSHPLONK};
use halo2_axiom::poly::kzg::strategy::SingleStrategy;
use halo2_axiom::transcript::{Blake2bRead, Blake2bWrite, Challenge255, TranscriptReadBuffer, TranscriptWriterBuffer};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{curve::Parameters, ecdsa::Statement};
use secant_gfp::named::Name;
use secant_report::{Column, Layout, Machine, Plan, Ratio, Report, Row, measure, timed};
use std::convert::Infallible;
use std::error::Error;
use std::time::{Duration, Instant};

/// Proves the same statements with secant's circuits and with halo2-ecc's.
#[derive(Debug, Parser)]
struct Args {
    /// Fewer samples.
    #[arg(long)]
    quick: bool,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
    /// halo2-ecc's circuit has 2^K rows.
    #[arg(long, default_value = "15", value_parser = clap::value_parser!(u32).range(12..=19))]
    k: u32,
    /// Prove once with one of the two alone, and print the most memory that was used.
    #[arg(long)]
    memory: Option<Which>,
}

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// secant.
    Secant,
    /// halo2-ecc.
    Halo2Ecc,
}

/// A circuit's keys and reference string.
struct Prepared {
    srs: ParamsKZG<Bn256>,
    keys: ProvingKey<G1Affine>,
    took: Duration,
}

impl Prepared {
    fn new(k: u32, circuit: &impl Circuit<Fr>) -> Result<Self, Box<dyn Error>> {
        let srs = ParamsKZG::setup(k, StdRng::seed_from_u64(0));
        let start = Instant::now();
        let vk = keygen_vk(&srs, circuit).map_err(|e| format!("{e:?}"))?;
        let keys = keygen_pk(&srs, vk, circuit).map_err(|e| format!("{e:?}"))?;
        Ok(Self {
            srs,
            keys,
            took: start.elapsed(),
        })
    }

    fn prove(&self, circuit: impl Circuit<Fr>, instances: &[Vec<Fr>]) -> Vec<u8> {
        let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
        let mut transcript = Blake2bWrite::<_, G1Affine, Challenge255<_>>::init(Vec::new());
        create_proof::<KZGCommitmentScheme<Bn256>, ProverSHPLONK<'_, Bn256>, _, _, _, _>(
            &self.srs,
            &self.keys,
            &[circuit],
            &[&instances],
            StdRng::seed_from_u64(1),
            &mut transcript,
        )
        .expect("a circuit of this key's size");
        transcript.finalize()
    }

    fn verify(&self, proof: &[u8], instances: &[Vec<Fr>]) -> bool {
        let instances: Vec<&[Fr]> = instances.iter().map(Vec::as_slice).collect();
        let params = self.srs.verifier_params();
        let mut transcript = Blake2bRead::<_, G1Affine, Challenge255<_>>::init(proof);
        verify_proof::<KZGCommitmentScheme<Bn256>, VerifierSHPLONK<'_, Bn256>, _, _, _>(
            params,
            self.keys.get_vk(),
            SingleStrategy::new(params),
            &[&instances],
            &mut transcript,
        )
        .is_ok()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let parameters = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&parameters, &mut StdRng::seed_from_u64(7));
    let secant = || {
        let circuit = secant_ecdsa::secant(&parameters, &statement)?;
        Ok::<_, Box<dyn Error>>((Prepared::new(circuit.configuration().k, &circuit)?, circuit))
    };
    let halo2_ecc = || {
        let circuit = halo2_ecc_ecdsa::keygen(args.k, &statement);
        let prepared = Prepared::new(args.k, &circuit)?;
        Ok::<_, Box<dyn Error>>((prepared, halo2_ecc_ecdsa::Layout::of(&circuit)))
    };
    match args.memory {
        Some(Which::Secant) => {
            let (prepared, circuit) = secant()?;
            let instances = circuit.instances();
            assert!(prepared.verify(&prepared.prove(circuit, &instances), &instances));
            return print_memory();
        }
        Some(Which::Halo2Ecc) => {
            let (prepared, layout) = halo2_ecc()?;
            assert!(prepared.verify(&prepared.prove(halo2_ecc_ecdsa::circuit(&layout, &statement), &[]), &[]));
            return print_memory();
        }
        None => (),
    }
    let (ours, circuit) = secant()?;
    let (theirs, layout) = halo2_ecc()?;
    let instances = circuit.instances();
    let counts = circuit.counts();
    eprintln!(
        "secant: k {}, {} cells of advice, {} of them looked up, in {} columns; keys in {:.2?}",
        circuit.configuration().k,
        counts.advice,
        counts.lookups,
        counts.advice_columns,
        ours.took
    );
    eprintln!(
        "halo2-ecc: k {}, {} cells of advice, {} of them looked up, in {} columns; keys in {:.2?}",
        args.k, layout.advice, layout.lookups, layout.columns, theirs.took
    );
    let proofs = (
        ours.prove(circuit.clone(), &instances),
        theirs.prove(halo2_ecc_ecdsa::circuit(&layout, &statement), &[]),
    );
    // Both are right, and neither takes something else for it.
    assert!(ours.verify(&proofs.0, &instances) && theirs.verify(&proofs.1, &[]));
    let mut other = instances.clone();
    other[0][4] += Fr::from(1);
    assert!(!ours.verify(&proofs.0, &other));
    eprintln!("proofs: {} and {} bytes", proofs.0.len(), proofs.1.len());
    let plan = if args.quick { Plan::QUICK } else { Plan::FULL };
    type Run<'a> = Box<dyn FnMut(u32) -> Result<Duration, Infallible> + 'a>;
    let row = |name: &str, mut runs: [Run<'_>; 2]| {
        let measured = measure(&mut runs, plan)?;
        let columns = ["secant", "halo2_ecc"].map(str::to_owned).into_iter().zip(measured);
        Ok::<_, Infallible>(Row {
            name: name.to_owned(),
            columns: columns.collect(),
        })
    };
    let mut report = Report::new(Machine::this("halo2-axiom"), 7);
    report.threads = std::thread::available_parallelism().map_or(1, usize::from);
    report.rows.push(row(
        "secp256k1 ECDSA, witness and proof",
        [
            Box::new(timed(|| {
                let circuit = secant_ecdsa::secant(&parameters, &statement).expect("a valid signature");
                ours.prove(circuit, &instances);
                Ok(())
            })),
            Box::new(timed(|| {
                theirs.prove(halo2_ecc_ecdsa::circuit(&layout, &statement), &[]);
                Ok(())
            })),
        ],
    )?);
    report.rows.push(row(
        "secp256k1 ECDSA, verification",
        [
            Box::new(timed(|| {
                assert!(ours.verify(&proofs.0, &instances));
                Ok(())
            })),
            Box::new(timed(|| {
                assert!(theirs.verify(&proofs.1, &[]));
                Ok(())
            })),
        ],
    )?);
    if args.json {
        println!("{}", report.to_json()?);
        return Ok(());
    }
    let column = |name: &str, title: &str| Column {
        name: name.to_owned(),
        title: title.to_owned(),
    };
    let layout = Layout {
        columns: vec![column("secant", "secant"), column("halo2_ecc", "halo2-ecc 0.5.5")],
        ratios: vec![Ratio {
            title: "halo2-ecc / secant".to_owned(),
            of: vec!["halo2_ecc".to_owned()],
            by: "secant".to_owned(),
        }],
        legend: Vec::new(),
    };
    print!("{}", layout.table(&report));
    Ok(())
}

/// The most memory that this process has used, as Linux says.
fn print_memory() -> Result<(), Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .ok_or("no peak of memory")?;
    println!("{line}");
    Ok(())
}
