//! Answers, and the checks that they must pass.

use super::{Case, Expected};
use std::collections::BTreeMap;

/// A status and bytes, or `None` if the guest was stopped.
pub type Answer = Option<(u32, Vec<u8>)>;

/// Reads an answer from the bytes of a guest.
///
/// # Panics
/// If the bytes have no status.
pub fn answer(bytes: &[u8]) -> Answer {
    let (status, bytes) = bytes.split_first_chunk().expect("an answer begins with its status");
    Some((u32::from_le_bytes(*status), bytes.to_vec()))
}

/// The number of answers of a function with each status. `None` counts guests that were stopped.
type Statuses = BTreeMap<Option<u32>, usize>;

/// Compares secant's answers with the expected ones, and returns their statuses by function name.
///
/// # Panics
/// If an answer differs, or a guest did not understand the request.
fn compare(
    cases: &[Case],
    mut upstream: impl FnMut(&Case) -> Answer,
    mut secant: impl FnMut(&Case) -> Answer,
) -> BTreeMap<String, Statuses> {
    let (mut different, mut statuses) = (Vec::new(), BTreeMap::<String, Statuses>::new());
    for case in cases {
        let (of_upstream, of_secant) = (upstream(case), secant(case));
        let expected = match &case.expected {
            Expected::Same => of_upstream.clone(),
            Expected::OffCurve => Some((2, vec![0; case.out_len])),
            Expected::TrueSum(sum) => Some((0, sum.clone())),
        };
        // If a sum is listed as different, upstream's answer must really be the error.
        let listed = !matches!(case.expected, Expected::TrueSum(_)) || of_upstream == Some((4, vec![0; case.out_len]));
        let status = of_secant.as_ref().map(|(status, _)| *status);
        // Codes fit in a byte, and errors of operations are such a byte negated.
        let understood = status.is_none_or(|status| (status as i32).unsigned_abs() <= 255);
        *statuses
            .entry(case.name.clone())
            .or_default()
            .entry(status)
            .or_default() += 1;
        if of_secant != expected || !listed || !understood {
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
    statuses
}

/// Compares answers, and checks that enough was compared: this many results of every function, inputs of every host
/// function that do not decode, and, for every sum and multiple, also short buffers.
///
/// # Panics
/// As [`compare`], and if too little was compared.
pub fn compare_host_functions(
    cases: &[Case],
    upstream: impl FnMut(&Case) -> Answer,
    secant: impl FnMut(&Case) -> Answer,
) {
    let all = compare(cases, upstream, secant);
    assert_eq!(all.len(), 26, "functions");
    for (name, statuses) in &all {
        let count = |status| statuses.get(&Some(status)).copied().unwrap_or_default();
        let results = if name.ends_with("final_exponentiation") { 8 } else { 40 };
        assert!(count(0) >= results && count(2) >= 5, "{name}: {statuses:?}");
        if name.contains("_msm") {
            assert!(count(1) > 0 && count(3) > 0, "{name}: {statuses:?}");
        }
    }
    let degenerate = &all["ed_on_bls12_381_bandersnatch_msm"];
    assert!(degenerate.contains_key(&Some(4)), "{degenerate:?}");
    let stopped = |name: &str| all[name].contains_key(&None);
    assert!(stopped("bw6_761_final_exponentiation") && stopped("bls12_381_multi_miller_loop"));
}

/// Compares answers, and checks that every operation has a result.
///
/// # Panics
/// As [`compare`], and if an operation has no result.
pub fn compare_operations(cases: &[Case], upstream: impl FnMut(&Case) -> Answer, secant: impl FnMut(&Case) -> Answer) {
    for (name, statuses) in compare(cases, upstream, secant) {
        let results = statuses.get(&Some(0)).copied().unwrap_or_default();
        assert!(results > 0 && !statuses.contains_key(&None), "{name}: {statuses:?}");
    }
}
