//! `secant prove`

mod common;

use common::{Run, secant};
use std::{fs, path::PathBuf};

fn fixture(name: &str) -> String {
    format!("{}/fixtures/signatures/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Standard output of a run that ended well, with nothing but the warning that the reference string deserves.
#[track_caller]
fn proved(run: &Run) -> &str {
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stderr.starts_with("secant: warning: ") && run.stderr.lines().count() == 1,
        "{}",
        run.stderr
    );
    &run.stdout
}

/// A signature that OpenSSL made, with the columns saved and used again, and a line of CSV for each proof.
#[test]
fn ecdsa() {
    let [key, signature, message] = [
        "ecdsa/secp256k1/key.pem",
        "ecdsa/secp256k1/signature.der",
        "message.txt",
    ]
    .map(fixture);
    let (csv, configuration, proof) = (temporary("p.csv"), temporary("c.json"), temporary("proof"));
    let _ = fs::remove_file(&csv);
    let files = [
        "prove",
        "ecdsa",
        "--hash",
        "sha256",
        "--key",
        &key,
        "--signature",
        &signature,
        "--unsafe-srs",
    ];
    let [csv, configuration, proof] = [&csv, &configuration, &proof].map(|path| path.to_str().expect("a path"));
    let outputs = [
        "--message",
        &message,
        "--csv",
        csv,
        "--save-config",
        configuration,
        "--out",
        proof,
    ];
    let run = secant(&[&files[..], &outputs].concat());
    let text = proved(&run);
    for expected in [
        "statement      ECDSA signature over secp256k1\n",
        "configuration  2^12 rows; 1 lane",
        "verification   ",
        ", valid\n",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let again = secant(&[
        "prove",
        "ecdsa",
        "--seed",
        "1",
        "--unsafe-srs",
        "--config",
        configuration,
        "--csv",
        csv,
    ]);
    assert!(proved(&again).contains("1 lane"));
    let lines = fs::read_to_string(csv).expect("a file");
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("degree,num_advice,num_lookup,num_fixed,lookup_bits,limb_bits,num_limbs,proof_time,"));
    assert_eq!(lines[1].split(',').count(), lines[0].split(',').count());
    assert!(lines[2].starts_with("12,"), "{lines:?}");
    let proof = fs::metadata(proof).expect("a file").len();
    assert!(text.contains(&format!("{proof} bytes")), "{text}");
    // Of another message there is no proof.
    let other = fixture("README.md");
    let run = secant(&[&files[..], &["--message", &other]].concat());
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("cannot prove it"), "{}", run.stderr);
}

#[test]
fn usage() {
    let (key, signature) = (
        fixture("ecdsa/secp256k1/key.pem"),
        fixture("ecdsa/secp256k1/signature.der"),
    );
    let cases = [
        "--seed 1",
        "--unsafe-srs",
        "--seed 1 --srs /nowhere",
        "--unsafe-srs --seed 1 --smallest",
        "--unsafe-srs --seed 1 --k 29",
        "--unsafe-srs --seed 1 --k 5",
        "--unsafe-srs --seed 1 --key KEY",
        "--unsafe-srs --seed 1 --config KEY",
        "--unsafe-srs --key KEY --signature SIGNATURE",
        "--unsafe-srs --key KEY --signature SIGNATURE --hash sha256",
        "--unsafe-srs --key KEY --signature SIGNATURE --hash sha256 --message KEY --curve P-256",
    ];
    for case in cases {
        let named = case.split(' ').map(|argument| match argument {
            "KEY" => key.as_str(),
            "SIGNATURE" => signature.as_str(),
            other => other,
        });
        let arguments: Vec<_> = ["prove", "ecdsa"].into_iter().chain(named).collect();
        let run = secant(&arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{case}");
        assert!(!run.stderr.is_empty(), "{case}");
    }
}
