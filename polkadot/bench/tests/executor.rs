//! In Substrate's executor secant's host functions give what upstream's give, to the last byte.
#![allow(clippy::unwrap_used, reason = "tests")]

use secant_polkadot_bench::{Node, Secant, Upstream, extrinsics};
use secant_polkadot_corpus::{Case, DIRT, Expected, host_functions, operations};
use std::time::Duration;

/// The status and the bytes that the guest gives, or that it was stopped.
type Answer = Option<(u32, Vec<u8>)>;

fn answer(result: anyhow::Result<Vec<u8>>) -> Answer {
    let bytes = result.ok()?;
    let (status, bytes) = bytes.split_first_chunk().unwrap();
    Some((u32::from_le_bytes(*status), bytes.to_vec()))
}

fn compare(cases: &[Case]) {
    let (upstream, secant) = (Node::<Upstream>::default(), Node::<Secant>::default());
    let mut different = Vec::new();
    for case in cases {
        let request = case.to_bytes(DIRT);
        let of_upstream = answer(upstream.guest("answer", &request));
        let of_secant = answer(secant.guest("answer", &request));
        let expected = match &case.expected {
            Expected::Same => of_upstream.clone(),
            Expected::OffCurve => Some((2, vec![0; case.out_len])),
            Expected::TrueSum(sum) => Some((0, sum.clone())),
        };
        if of_secant != expected {
            different.push(format!(
                "{} of {}: {of_secant:x?}, not {of_upstream:x?}",
                case.name, case.what
            ));
        }
    }
    assert!(
        different.is_empty(),
        "{} of {}:\n{}",
        different.len(),
        cases.len(),
        different.join("\n")
    );
}

#[test]
fn host_functions_answer_as_upstream() {
    compare(&host_functions(3, 1));
}

#[test]
fn curves_compute_as_upstream() {
    compare(&operations(4));
}

/// A benchmark fails if its extrinsic does: proofs and evaluations that hold, on both hosts.
#[test]
fn extrinsics_run() {
    let rows = extrinsics::of_pallet("", Duration::from_millis(1)).unwrap();
    assert_eq!(rows.len(), 4);
    let rows = extrinsics::of_operations("bls12_381_pairing", Duration::from_millis(1)).unwrap();
    assert!(rows.iter().all(|row| row.times.iter().all(|time| !time.is_zero())) && rows.len() == 1);
}
