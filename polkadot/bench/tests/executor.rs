//! In Substrate's executor secant's host functions give what upstream's give, to the last byte.
#![allow(clippy::unwrap_used, reason = "tests")]

use sc_executor::HostFunctions;
use secant_polkadot::corpus::{
    Answer, BUFFER_FILL, Case, answer, compare_host_functions, compare_operations, host_functions, operations,
};
use secant_polkadot_bench::{Node, Secant, Upstream, extrinsics};
use std::time::Duration;

/// The answers of a node, as far as the guest was not stopped; `may_stop` says by what it may be.
fn answers<H: HostFunctions>(may_stop: fn(&str) -> bool) -> impl FnMut(&Case) -> Answer {
    let node = Node::<H>::default();
    move |case| match node.guest("answer", &case.to_bytes(BUFFER_FILL)) {
        Ok(bytes) => answer(&bytes),
        Err(error) => {
            let error = format!("{error:#}");
            assert!(may_stop(&error), "{} of {}: {error}", case.name, case.what);
            None
        }
    }
}

/// Upstream's guest panics, or its host functions do.
fn upstream() -> impl FnMut(&Case) -> Answer {
    answers::<Upstream>(|error| error.contains("unreachable") || error.contains("panicked"))
}

/// The guest panics, or secant's host functions refuse what upstream's panic on, and do not panic.
fn secant() -> impl FnMut(&Case) -> Answer {
    use secant_substrate::Violation;
    answers::<Secant>(|error| {
        let refused = Violation::ALL
            .iter()
            .any(|violation| error.contains(&violation.to_string()));
        (error.contains("unreachable") || refused) && !error.contains("panicked")
    })
}

#[test]
fn host_functions_answer_as_upstream() {
    compare_host_functions(&host_functions(3, 1), upstream(), secant());
}

#[test]
fn curves_compute_as_upstream() {
    compare_operations(&operations(4), upstream(), secant());
}

/// A benchmark fails if its extrinsic does: proofs and evaluations that hold, on both hosts.
#[test]
fn extrinsics_run() {
    let rows = extrinsics::of_pallet("", Duration::from_millis(1)).unwrap();
    assert_eq!(rows.len(), 4);
    let rows = extrinsics::of_operations("bls12_381_pairing", Duration::from_millis(1)).unwrap();
    assert!(rows.iter().all(|row| row.times.iter().all(|time| !time.is_zero())) && rows.len() == 1);
}
