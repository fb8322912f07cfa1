//! The extrinsics of the runtime's pallet, run by `frame-benchmarking`.

use crate::{
    Node, Secant, Upstream,
    arguments::operations,
    table::{Row, median},
};
use anyhow::{Context, Result, anyhow, ensure};
use codec::{Decode, Encode};
use frame_benchmarking::{BenchmarkBatch, BenchmarkConfig, BenchmarkParameter};
use rand::{SeedableRng, rngs::StdRng};
use sc_executor::HostFunctions;
use secant_polkadot::corpus::{evaluations, proofs};
use sp_crypto_hashing::twox_128;
use sp_state_machine::BasicExternalities;
use std::time::Duration;

/// The columns of the table of operations; extrinsics that verify have no dummy.
pub const COLUMNS: [&str; 4] = ["arkworks in wasm", "upstream", "secant", "dummy"];

/// Whose curves an extrinsic computes with, as the runtime numbers them.
const HOSTED: u32 = 0;
const ARKWORKS: u32 = 1;
const DUMMY: u32 = 2;

/// A benchmark of the pallet: its name, its parameter if it has one, and what is in the state for it.
struct Benchmark<'a> {
    instance: &'a str,
    name: &'a str,
    kind: Option<u32>,
    argument: &'a (Vec<u8>, Vec<u8>),
}

/// The times that a benchmark measured within the runtime, in that many repeats.
fn run<H: HostFunctions>(node: &Node<H>, benchmark: &Benchmark<'_>, repeats: u32) -> Result<Vec<Duration>> {
    let mut state = BasicExternalities::default();
    state.insert(
        [twox_128(benchmark.instance.as_bytes()), twox_128(b"Argument")].concat(),
        benchmark.argument.encode(),
    );
    let config = BenchmarkConfig {
        pallet: b"crate::pallet".to_vec(),
        instance: benchmark.instance.as_bytes().to_vec(),
        benchmark: benchmark.name.as_bytes().to_vec(),
        selected_components: benchmark
            .kind
            .map(|kind| (BenchmarkParameter::k, kind))
            .into_iter()
            .collect(),
        verify: false,
        internal_repeats: repeats,
    };
    let answer = node.runtime("Benchmark_dispatch_benchmark", &config.encode(), &mut state)?;
    let batches = Result::<Vec<BenchmarkBatch>, String>::decode(&mut &answer[..])
        .context("the answer of a benchmark")?
        .map_err(|e| anyhow!("{}: {e}", benchmark.name))?;
    let results = batches.into_iter().flat_map(|batch| batch.results);
    let times: Vec<_> = results
        .map(|result| Duration::from_nanos(result.extrinsic_time as u64))
        .collect();
    ensure!(
        times.len() == repeats as usize,
        "{}: {} results",
        benchmark.name,
        times.len()
    );
    Ok(times)
}

/// A column of a row: its times in that many repeats.
type Column<'a> = Box<dyn Fn(u32) -> Result<Vec<Duration>> + 'a>;

/// The column of a benchmark on a node.
fn column<'a, H: HostFunctions>(node: &'a Node<H>, benchmark: Benchmark<'a>) -> Column<'a> {
    Box::new(move |repeats| run(node, &benchmark, repeats))
}

/// The medians of columns that run in turn, each for about that long.
fn in_turn(columns: &[Column<'_>], total: Duration) -> Result<Vec<Duration>> {
    const ROUNDS: u32 = 3;
    let repeats = |column: &Column<'_>| -> Result<u32> {
        let once = median(column(1)?).max(Duration::from_nanos(1));
        Ok((total / ROUNDS).div_duration_f64(once).clamp(1.0, 300.0) as u32)
    };
    let counts = columns.iter().map(repeats).collect::<Result<Vec<_>>>()?;
    let mut times = vec![Vec::new(); columns.len()];
    for _ in 0..ROUNDS {
        for ((column, &count), times) in columns.iter().zip(&counts).zip(&mut times) {
            times.extend(column(count)?);
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// The times of operations by name, in the order of [`COLUMNS`].
///
/// # Errors
/// If one fails.
pub fn of_operations(filter: &str, total: Duration) -> Result<Vec<Row>> {
    let (upstream, secant) = (Node::<Upstream>::default(), Node::<Secant>::default());
    let mut rows = Vec::new();
    for operation in operations()?.into_iter().filter(|o| o.row.contains(filter)) {
        let argument = (operation.name.into_bytes(), operation.argument);
        let of = |kind| Benchmark {
            instance: "Proofs",
            name: "compute",
            kind: Some(kind),
            argument: &argument,
        };
        rows.push(Row {
            name: operation.row,
            times: in_turn(
                &[
                    column(&upstream, of(ARKWORKS)),
                    column(&upstream, of(HOSTED)),
                    column(&secant, of(HOSTED)),
                    column(&upstream, of(DUMMY)),
                ],
                total,
            )?,
        });
    }
    Ok(rows)
}

/// The times of the extrinsics that verify, in the order of [`COLUMNS`].
///
/// # Errors
/// If one fails.
pub fn of_pallet(filter: &str, total: Duration) -> Result<Vec<Row>> {
    let (upstream, secant) = (Node::<Upstream>::default(), Node::<Secant>::default());
    let rng = &mut StdRng::seed_from_u64(0);
    let proof = proofs::compressed::<ark_bls12_381::Bls12_381>(1, rng).map_err(|e| anyhow!("a proof: {e}"))?;
    let mut arguments = vec![("verify_proof", "verify_proof".to_owned(), proof.encode())];
    for count in [1, 10, 100] {
        let batch = evaluations::batch::<ark_ed_on_bls12_381_bandersnatch::EdwardsConfig>(count, rng);
        arguments.push((
            "verify_evaluations",
            format!("verify_evaluations, {count} in a batch"),
            batch,
        ));
    }
    let mut rows = Vec::new();
    for (name, row, argument) in arguments {
        if !row.contains(filter) {
            continue;
        }
        let argument = (Vec::new(), argument);
        let of = |instance| Benchmark {
            instance,
            name,
            kind: None,
            argument: &argument,
        };
        rows.push(Row {
            name: row,
            times: in_turn(
                &[
                    column(&upstream, of("ProofsInWasm")),
                    column(&upstream, of("Proofs")),
                    column(&secant, of("Proofs")),
                ],
                total,
            )?,
        });
    }
    Ok(rows)
}
