//! What `secant prove` reads: the identity, strings of digits, no pairs, names of curves; and what exit statuses mean.

#[path = "../../secant-cli/tests/common/mod.rs"]
mod common;

use common::{Run, file, secant};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::prove::Srs;
use std::path::Path;

/// A fixture of this program's, or a temporary file's path.
fn fixture(name: &str) -> String {
    format!("{}/../secant-cli/fixtures/prove/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn temporary(name: &str, contents: &str) -> String {
    file(name, contents).to_str().expect("UTF-8").to_owned()
}

/// The statement of a proof that is valid.
#[track_caller]
fn proved(what: &str, arguments: &[&str]) -> String {
    let run = secant(&[&["prove", what, "--unsafe-srs"], arguments].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains(", valid\n"), "{}", run.stdout);
    let statement = run
        .stdout
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("statement      "));
    statement.expect("a statement").to_owned()
}

#[track_caller]
fn refused(what: &str, arguments: &[&str], status: i32, reason: &str) {
    let run = secant(&[&["prove", what, "--unsafe-srs"], arguments].concat());
    assert!(run.failure(status).contains(reason), "{}", run.stderr);
}

/// The files that other tools write, with the identity as EIP-196 and EIP-197 have it, and no pair.
#[test]
fn identities() {
    let [sum, terms, pair, none] = ["a_inf.txt", "m_inf.txt", "bn_inf1.hex", "bn_empty.hex"].map(fixture);
    for (what, path, count) in [
        ("ec-add", &sum, "2 points"),
        ("msm", &terms, "2 multiples"),
        ("fixed-base-msm", &terms, "2 multiples of constants"),
    ] {
        let expected = format!("sum of {count} over bn254, each of which may be the identity");
        assert_eq!(proved(what, &["--input", path]), expected);
    }
    assert_eq!(proved("pairing", &["--input", &pair]), "pairing over BN254 is one");
    assert_eq!(
        proved("pairing", &["--input", &none]),
        "product of no pairings over BN254 is one"
    );
    assert_eq!(
        proved("pairing", &["--input", &pair, "--value"]),
        "value of a pairing over BN254, which is one"
    );
    assert_eq!(
        proved("pairing", &["--input", &none, "--value"]),
        "product of no pairings over BN254 is one"
    );
    // Points whose sum is the identity; and none that is.
    let minus_one = "1 30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd45";
    let opposite = temporary("opposite", &format!("1 2\n{minus_one}\n"));
    assert!(proved("ec-add", &["--input", &opposite]).ends_with("may be the identity"));
    let zero = temporary("zero", "1 2 0\n");
    assert!(proved("msm", &["--input", &zero]).ends_with("may be the identity"));
    let points = temporary("points", "1 2\n1 2\n");
    assert_eq!(proved("ec-add", &["--input", &points]), "sum of 2 points over bn254");
    assert!(proved("ec-add", &["--input", &points, "--any"]).ends_with("may be the identity"));
}

/// The key of a circuit whose points may be the identity is one for all points.
#[test]
fn one_key() {
    let [srs, key] = ["any.srs", "any.key"].map(|name| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    let rng = StdRng::seed_from_u64(1);
    Srs::unsafe_local(12, rng).write(&srs).expect("a file");
    let [srs, key] = [&srs, &key].map(|path| path.to_str().expect("UTF-8"));
    let sum = |text: &str, more: &[&str]| {
        let path = temporary("one_key", text);
        secant(
            &[
                &["prove", "ec-add", "--any", "--k", "12", "--srs", srs, "--input", &path],
                more,
            ]
            .concat(),
        )
    };
    sum("1 2\n1 2\n1 2\n", &["--save-proving-key", key]).success();
    for text in ["0 0\n1 2\n0 0\n", "0 0\n0 0\n0 0\n"] {
        let run = sum(text, &["--proving-key", key]);
        assert!(run.success().contains(", valid\n"), "{}", run.stdout);
    }
}

/// As Ethereum's contracts take them, one a line or several.
#[test]
fn strings() {
    let number = |x: &str| format!("{x:0>64}");
    let [one, two, five] = ["1", "2", "5"].map(number);
    let none = "0".repeat(128);
    let terms = temporary("terms_0x", &format!("0x{one}{two}{five}\n0x{none}{five}\n"));
    assert!(proved("msm", &["--input", &terms]).starts_with("sum of 2 multiples over bn254"));
    let points = temporary("points_0x", &format!("\u{feff}0x{one}{two}{one}{two}\r\n"));
    assert_eq!(proved("ec-add", &["--input", &points]), "sum of 2 points over bn254");
    // The generators of BLS12-381, and the first one's opposite.
    let [x, y, minus_y] = [
        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
        "114d1d6855d545a8aa7d76c8cf2e21f267816aef1db507c96655b9d5caac42364e6f38ba0ecb751bad54dcd6b939c2ca",
    ];
    let twist = [
        "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
        "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
        "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
    ];
    let line = |y: &str| {
        let numbers = [x, y].into_iter().chain(twist);
        format!("0x{}\n", numbers.map(|x| format!("{x:0>128}")).collect::<String>())
    };
    let pairs = temporary("pairs_0x", &[line(y), line(minus_y)].concat());
    for curve in ["bls12-381", "bls12381", "BLS12_381"] {
        let statement = proved("pairing", &["--curve", curve, "--input", &pairs]);
        assert_eq!(statement, "product of 2 pairings over BLS12-381 is one");
    }
}

/// Names as people write them.
#[test]
fn names() {
    for curve in ["BN254", "bn128", "alt_bn128", "bn-254"] {
        assert_eq!(
            proved("ec-add", &["--curve", curve, "--seed", "1", "--size", "2"]),
            "sum of 2 points over bn254"
        );
    }
    for curve in ["p256", "nistp256", "P-256", "prime256v1"] {
        assert_eq!(
            proved("ec-add", &["--curve", curve, "--seed", "1", "--size", "2"]),
            "sum of 2 points over secp256r1"
        );
    }
    let run = secant(&["prove", "msm", "--curve", "none", "--seed", "1", "--unsafe-srs"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("secp256k1") && run.stderr.contains("bn254"),
        "{}",
        run.stderr
    );
}

/// Status 1 is for a statement that does not hold, 2 for a file that is none.
#[test]
fn exit_statuses() {
    let pair = "1 2 1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed \
        198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2 \
        12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa \
        090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b";
    let swapped = temporary("swapped", pair);
    refused(
        "pairing",
        &["--input", &swapped],
        2,
        "line 1: the pair's second point is not a point of its group",
    );
    let order: Vec<_> = pair.split_whitespace().collect();
    let generators = [0, 1, 3, 2, 5, 4].map(|i| order[i]).join(" ");
    let generators = temporary("generators", &generators);
    refused("pairing", &["--input", &generators], 1, "cannot prove it");
    for (what, text, reason) in [
        (
            "msm",
            "1 2\n",
            "line 1 has 2 integers where 3 are expected (x and y of a point and its scalar)",
        ),
        ("ec-add", "1 2\n1 2 3\n", "line 2 has 3 integers where 2 are expected"),
        ("msm", "\n", "it has no points"),
        ("ec-add", "1 3\n", "line 1: it is not a point of its group"),
        ("msm", "1 2 g\n", "line 1: \"g\" is not in hexadecimal digits"),
        (
            "ec-add",
            "1 30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd49\n",
            "not below the modulus",
        ),
        (
            "pairing",
            "12\n",
            "line 1: 2 hexadecimal digits where a multiple of 384 is expected",
        ),
        ("pairing", "0x1g\n", "is not in hexadecimal digits"),
    ] {
        let path = temporary("bad_input", text);
        refused(what, &["--input", &path], 2, reason);
    }
    refused("msm", &["--input", "/nowhere"], 2, "cannot read /nowhere");
    refused("msm", &["--input", "."], 2, "cannot read .");
}

/// What a file of the kind cannot have is not read to its end, and there is none.
#[cfg(unix)]
#[test]
fn files_without_end() {
    let started = std::time::Instant::now();
    let common = ["--seed", "1", "--size", "2"];
    for (what, arguments) in [
        ("msm", &["--input", "/dev/zero"][..]),
        ("pairing", &["--input", "/dev/zero"]),
        ("ec-add", &["--seed", "1", "--size", "2", "--config", "/dev/zero"]),
    ] {
        refused(what, arguments, 2, "/dev/zero");
    }
    let run = |more: &[&str]| -> Run { secant(&[&["prove", "ec-add"], &common[..], more].concat()) };
    assert!(run(&["--srs", "/dev/zero"]).failure(2).contains("/dev/zero"));
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// Signatures in all the forms that `verify ecdsa` reads, without being told which.
#[test]
fn forms_of_signatures() {
    let signatures = format!("{}/../secant-cli/fixtures/signatures", env!("CARGO_MANIFEST_DIR"));
    let at = |name: &str| format!("{signatures}/{name}");
    let prove = |key: &str, signature: &str, message: &str, more: &[&str]| {
        let files = [
            "--hash",
            "sha256",
            "--key",
            key,
            "--signature",
            signature,
            "--message",
            message,
            "--unsafe-srs",
        ];
        secant(&[&["prove", "ecdsa"], &files[..], more].concat())
    };
    let (key, message) = (at("ecdsa/secp256k1/key.pem"), at("message.txt"));
    let der = std::fs::read(at("ecdsa/secp256k1/signature.der")).expect("a signature");
    let hex: String = der.iter().map(|byte| format!("{byte:02x}")).collect();
    let hex = temporary("signature.hex", &format!("{hex}\n"));
    let run = prove(&key, &hex, &message, &[]);
    assert!(run.status == 0 && run.stdout.contains(", valid\n"), "{}", run.stderr);
    let (jose_key, jose, signed) = (
        at("jose/ES256/key.der"),
        at("jose/ES256/signature.bin"),
        at("jose/ES256/signed.txt"),
    );
    let run = prove(&jose_key, &jose, &signed, &[]);
    assert!(
        run.stdout
            .starts_with("statement      ECDSA signature over secp256r1\n"),
        "{}",
        run.stderr
    );
    // Well-formed, and of another message; of another form than is said; and no signature.
    let run = prove(&jose_key, &jose, &message, &[]);
    assert!(run.failure(1).contains("cannot prove it"), "{}", run.stderr);
    let run = prove(&jose_key, &jose, &signed, &["--encoding", "der"]);
    assert!(run.failure(2).contains("signature.bin"), "{}", run.stderr);
    for text in ["", "no signature", "{}", "-----BEGIN PGP SIGNATURE-----"] {
        let path = temporary("no_signature", text);
        assert!(prove(&key, &path, &message, &[]).failure(2).contains("no_signature"));
    }
    // What is made up has a low s if it must.
    for seed in ["1", "2", "3"] {
        let run = secant(&["prove", "ecdsa", "--seed", seed, "--low-s", "--unsafe-srs"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
}
