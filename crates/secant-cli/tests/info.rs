//! `secant info`, `secant demo`, and the back end forced by the environment.

mod common;

use common::{secant, secant_with};

#[test]
fn info() {
    let run = secant(&["info"]);
    let text = run.success();
    for expected in [
        concat!("secant ", env!("CARGO_PKG_VERSION"), ", arkworks "),
        "back end    ",
        "bls12_381_g1",
        "ed_on_bls12_381_bandersnatch_te",
        "bw6_761",
        "multi_miller_loop",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
}

/// The lock file is the oracle: it is searched for the versions that the program tells, with the line before.
#[test]
fn versions_are_those_of_the_build() {
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).expect("a lock file");
    let run = secant(&["info"]);
    let line = run.success().lines().next().expect("versions");
    for (name, package) in [("arkworks", "ark-ec"), ("arkworks", "ark-ff"), ("wasmtime", "wasmtime")] {
        let mut parts = line.split(", ").filter_map(|part| part.split_once(' '));
        let (_, version) = parts.find(|(part, _)| *part == name).expect(name);
        let entry = format!("name = \"{package}\"\nversion = \"{version}\"\n");
        assert!(lock.contains(&entry), "{entry}");
    }
}

#[test]
fn demo() {
    let run = secant(&["demo"]);
    let text = run.success();
    assert_eq!(text.matches("  ok ").count(), 24, "{text}");
    assert!(!text.contains("INVALID"));
}

#[test]
fn backends() {
    let forced = secant_with(&["info"], Some("portable"));
    assert!(
        forced
            .success()
            .contains("back end    portable: SECANT_BACKEND asks for it")
    );
    let chosen = secant(&["info"]);
    assert_eq!(secant_with(&["info"], Some("")).success(), chosen.success());
    let adx = secant_with(&["info"], Some("adx"));
    if chosen.success().contains("adx yes") && chosen.success().contains("bmi2 yes") {
        assert!(adx.success().contains("back end    adx: SECANT_BACKEND asks for it"));
    } else {
        assert!(adx.failure(2).contains("this CPU lacks"));
    }
    let ifma = secant_with(&["info"], Some("ifma"));
    if chosen.success().contains("back end    ifma") {
        assert!(ifma.success().contains("back end    ifma: SECANT_BACKEND asks for it"));
    } else {
        assert!(ifma.failure(2).contains("this CPU lacks"));
    }
    for backend in ["avx512", "fast", "Portable"] {
        let run = secant_with(&["bench", "pallas"], Some(backend));
        let sentence = run.failure(2);
        assert!(
            sentence.contains("SECANT_BACKEND") && sentence.contains(backend),
            "{sentence}"
        );
    }
}
