//! `secant prove`

#[path = "../../secant-cli/tests/common/mod.rs"]
mod common;

use common::{Run, secant};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::prove::Srs;
use std::{fs, path::PathBuf};

fn fixture(name: &str) -> String {
    format!(
        "{}/../secant-cli/fixtures/signatures/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
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
        "configuration  2^",
        "soundness      104 bits for relations of foreign fields, by 1 set of weights; ",
        "setup          ",
        ", a reference string made here\n",
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
    let of = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("configuration"))
            .map(str::to_owned)
    };
    assert_eq!(of(proved(&again)), of(text));
    let lines = fs::read_to_string(csv).expect("a file");
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("degree,num_advice,num_lookup,num_fixed,lookup_bits,limb_bits,num_limbs,proof_time,"));
    assert_eq!(lines[1].split(',').count(), lines[0].split(',').count());
    assert_eq!(lines[1].split(',').next(), lines[2].split(',').next());
    let proof = fs::metadata(proof).expect("a file").len();
    assert!(text.contains(&format!("{proof} bytes")), "{text}");
    // Of another message there is no proof.
    let other = fixture("README.md");
    let run = secant(&[&files[..], &["--message", &other]].concat());
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("cannot prove it"), "{}", run.stderr);
}

/// Two sets of weights, by an option or by a configuration; never fewer than the option says.
#[test]
fn soundness() {
    let configurations = [temporary("one.json"), temporary("two.json")];
    let [one, two] = configurations.each_ref().map(|path| path.to_str().expect("a path"));
    let sum = ["prove", "ec-add", "--seed", "1", "--size", "3", "--unsafe-srs"];
    let run = |more: &[&str]| secant(&[&sum[..], more].concat());
    let bits = |text: &str| -> Option<String> {
        let line = text.lines().find_map(|line| line.strip_prefix("soundness "))?;
        line.split_whitespace().next().map(str::to_owned)
    };
    let said = |more: &[&str]| bits(proved(&run(more)));
    let (one_set, two_sets) = (Some("104".to_owned()), Some("208".to_owned()));
    assert_eq!(said(&["--save-config", one]), one_set);
    assert_eq!(said(&["--soundness", "208", "--save-config", two]), two_sets);
    assert_eq!(said(&["--config", one]), one_set);
    assert_eq!(said(&["--config", two]), two_sets);
    assert_eq!(said(&["--config", two, "--soundness", "104"]), two_sets);
    for (more, reason) in [
        (&["--config", one, "--soundness", "208"][..], "208 bits were asked for"),
        (&["--soundness", "128"], "soundness is 104 or 208 bits"),
        (&["--soundness", "two"], "--soundness"),
    ] {
        let run = run(more);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{more:?}");
        assert!(run.stderr.contains(reason), "{reason}: {}", run.stderr);
    }
}

/// Both provers, and what secant's says of its time.
#[test]
fn provers() {
    let picture = temporary("trace.svg");
    let picture = picture.to_str().expect("a path");
    let common = ["prove", "ec-add", "--seed", "1", "--size", "3", "--unsafe-srs"];
    let run = secant(&[&common[..], &["--trace", "--trace-out", picture]].concat());
    let text = proved(&run);
    for phase in ["witness and its commitments", "quotient", "  transforms", "opening"] {
        assert!(text.lines().any(|line| line.ends_with(phase)), "{phase} in {text}");
    }
    let svg = fs::read_to_string(picture).expect("a picture");
    assert!(
        svg.starts_with("<svg ") && svg.contains("Proof: sum of 3 points"),
        "{svg}"
    );
    let report = temporary("prove.json");
    let report = report.to_str().expect("a path");
    let run = secant(&[&common[..], &["--prover", "stock", "--repeat", "2", "--report", report]].concat());
    let written = secant_report::Report::from_file(report.as_ref()).expect("a report");
    let rows: Vec<_> = written
        .rows
        .iter()
        .map(|row| (row.name.rsplit(": ").next(), row.columns["stock"].samples))
        .collect();
    assert_eq!(
        rows,
        [
            (Some("setup"), 1),
            (Some("keys"), 1),
            (Some("proof"), 2),
            (Some("verification"), 2)
        ]
    );
    assert!(
        secant(&["compare", report, report, "--all"])
            .success()
            .contains("undecided: 2 rounds")
    );
    assert!(
        proved(&run).contains("bytes, by halo2-axiom's prover\n"),
        "{}",
        run.stdout
    );
    let run = secant(&[&common[..], &["--prover", "stock", "--trace"]].concat());
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("--trace is of secant's prover alone"),
        "{}",
        run.stderr
    );
}

/// A key that was written is read, by either prover; of another circuit, or damaged, it is refused.
#[test]
fn proving_keys() {
    let [srs, key] = ["keys.srs", "sum.key"].map(temporary);
    Srs::unsafe_local(12, StdRng::seed_from_u64(1))
        .write(&srs)
        .expect("a file");
    let [srs, key] = [&srs, &key].map(|path| path.to_str().expect("a path"));
    let sum = |size, options: &[&str]| {
        let common = [
            "prove", "ec-add", "--seed", "1", "--k", "12", "--size", size, "--srs", srs,
        ];
        secant(&[&common[..], options].concat())
    };
    let made = sum("3", &["--save-proving-key", key]);
    assert_eq!((made.status, made.stderr.as_str()), (0, ""));
    assert!(!made.stdout.contains(", from "), "{}", made.stdout);
    for prover in ["secant", "stock"] {
        let read = sum("3", &["--proving-key", key, "--prover", prover]);
        assert_eq!((read.status, read.stderr.as_str()), (0, ""));
        assert!(read.stdout.contains(", from a file\n"), "{}", read.stdout);
    }
    let refused = |run: Run, why: &str| {
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(
            run.stderr.contains(why) && run.stderr.lines().count() == 1,
            "{}",
            run.stderr
        );
    };
    refused(
        sum("4", &["--proving-key", key]),
        "sum.key: the proving key cannot be used: it ",
    );
    let mut bytes = fs::read(key).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(key, bytes).expect("a file");
    refused(sum("3", &["--proving-key", key]), "the proving key cannot be used: it");
    refused(sum("3", &["--proving-key", "/nowhere"]), "/nowhere: ");
    refused(
        sum("3", &["--proving-key", srs]),
        "keys.srs: the proving key cannot be used: ",
    );
}

/// The same signature with `-s` is valid too, but high.
#[test]
fn low_s() {
    let [key, signature, message] = [
        "ecdsa/secp256k1/key.pem",
        "ecdsa/secp256k1/signature.der",
        "message.txt",
    ]
    .map(fixture);
    let mut low = fs::read(signature).expect("a file");
    // The order less `s`, in 33 bytes of DER.
    let mut high = low.clone();
    let order = BigUint::parse_bytes(b"fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
        .expect("an integer");
    let (_, s) = low.split_at(low.len() - 32);
    let minus_s = order - BigUint::from_bytes_be(s);
    high.truncate(low.len() - 34);
    high.extend([2, 33, 0]);
    high.extend(minus_s.to_bytes_be());
    high[1] += 1;
    let run = |signature: &[u8], more: &[&str]| {
        let path = temporary("low");
        fs::write(&path, signature).expect("a file");
        let path = path.to_str().expect("a path");
        let files = [
            "--hash",
            "sha256",
            "--key",
            &key,
            "--signature",
            path,
            "--message",
            &message,
        ];
        secant(&[&["prove", "ecdsa", "--unsafe-srs"], &files[..], more].concat())
    };
    let text = run(&low, &["--low-s"]);
    assert!(proved(&text).starts_with("statement      ECDSA signature over secp256k1 with a low s\n"));
    proved(&run(&high, &[]));
    let refused = run(&high, &["--low-s"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(refused.stderr.contains("cannot prove it"), "{}", refused.stderr);
    // The last byte is another.
    if let Some(last) = low.last_mut() {
        *last ^= 1;
    }
    assert_eq!(run(&low, &["--low-s"]).status, 1);
}

/// Pairs of a test of Ethereum's precompiled contract, whose product is one; and others.
#[test]
fn pairing() {
    // `jeff1` of go-ethereum's test data for the contract of EIP-197.
    let jeff1 = "1c76476f4def4bb94541d57ebba1193381ffa7aa76ada664dd31c16024c43f59\
        3034dd2920f673e204fee2811c678745fc819b55d3e9d294e45c9b03a76aef41\
        209dd15ebff5d46c4bd888e51a93cf99a7329636c63514396b4a452003a35bf7\
        04bf11ca01483bfa8b34b43561848d28905960114c8ac04049af4b6315a41678\
        2bb8324af6cfc93537a2ad1a445cfd0ca2a71acd7ac41fadbf933c2a51be344d\
        120a2a4cf30c1bf9845f20c6fe39e07ea2cce61f0c9bb048165fe5e4de877550\
        111e129f1cf1097710d41c4ac70fcdfa5ba2023c6ff1cbeac322de49d1b6df7c\
        2032c61a830e3c17286de9462bf242fca2883585b93870a73853face6a6bf411\
        198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2\
        1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed\
        090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b\
        12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa";
    let write = |name: &str, text: &str| {
        let path = temporary(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let pairs = write("pairs", &format!("0x{jeff1}\n"));
    let run = secant(&["prove", "pairing", "--input", &pairs, "--unsafe-srs"]);
    let text = proved(&run);
    assert!(
        text.starts_with("statement      product of 2 pairings over BN254 is one\n"),
        "{text}"
    );
    assert!(text.contains(", valid\n"), "{text}");
    // The first pair alone is not one; its second point twice is no pair.
    let one = write("pair", &jeff1[..384]);
    let run = secant(&["prove", "pairing", "--input", &one, "--unsafe-srs"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("cannot prove it"), "{}", run.stderr);
    let swapped = format!("{}{}{}", &jeff1[..128], &jeff1[256..384], &jeff1[128..256]);
    let cases = [(swapped, 2), ("f".repeat(384), 2), ("12".to_owned(), 2)];
    for (i, (text, status)) in cases.into_iter().enumerate() {
        let path = write(&format!("pairs{i}"), &text);
        let run = secant(&["prove", "pairing", "--input", &path, "--unsafe-srs"]);
        assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{i}: {}", run.stderr);
    }
}

/// A point of the curve of BLS12-381 that is not in the first group, and one that is.
#[test]
fn pairing_of_a_point_outside() {
    let generator = [
        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
    ];
    let twist = [
        "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
        "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
        "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
    ];
    for (p, status, what) in [
        (generator, 1, "cannot prove it"),
        (["0", "2"], 2, "not a point of its group"),
    ] {
        let text: String = p.iter().chain(&twist).map(|number| format!("{number:0>128}")).collect();
        let path = temporary("outside");
        fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("a path");
        let run = secant(&[
            "prove",
            "pairing",
            "--curve",
            "bls12-381",
            "--input",
            path,
            "--unsafe-srs",
        ]);
        assert_eq!((run.status, run.stdout.as_str()), (status, ""));
        assert!(run.stderr.contains(what), "{}", run.stderr);
    }
}

/// Sums of points that are read and made up.
#[test]
fn sums() {
    let generator = "1 2";
    let path = temporary("terms");
    fs::write(&path, format!("{generator} 5\n\n{generator} 0xff\n")).expect("a file");
    let terms = path.to_str().expect("a path");
    let run = secant(&["prove", "msm", "--input", terms, "--unsafe-srs"]);
    assert!(
        proved(&run).starts_with("statement      sum of 2 multiples over bn254\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains(", valid\n"), "{}", run.stdout);
    for (what, curve) in [("fixed-base-msm", "bn254"), ("ec-add", "bn254"), ("ec-add", "P-256")] {
        let run = secant(&[
            "prove",
            what,
            "--curve",
            curve,
            "--seed",
            "1",
            "--size",
            "3",
            "--unsafe-srs",
        ]);
        assert!(proved(&run).contains(", valid\n"), "{what} {curve}: {}", run.stdout);
    }
    let cases = [
        ("msm", "1 2\n", 2),
        ("ec-add", "1 2 3\n", 2),
        ("msm", "\n", 2),
        ("ec-add", "1 3\n", 2),
        ("msm", "1 2 g\n", 2),
    ];
    for (i, (what, text, status)) in cases.into_iter().enumerate() {
        fs::write(&path, text).expect("a file");
        let run = secant(&["prove", what, "--input", terms, "--unsafe-srs"]);
        assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{i}: {}", run.stderr);
    }
    let run = secant(&["prove", "msm", "--curve", "none", "--seed", "1", "--unsafe-srs"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
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
