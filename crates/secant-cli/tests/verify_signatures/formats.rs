//! Keys, signatures and digests as JWK, COSE keys and text; JWS, COSE messages and WebAuthn assertions; standard input.

use super::*;
use std::io::Write;
use std::process::{Command, Stdio};

/// The library's fixtures, from the folder of these.
const FORMATS: &str = "../../../secant-verify/fixtures/formats";

/// A path among them.
fn format_file(name: &str) -> String {
    path(&format!("{FORMATS}/{name}"))
}

/// Standard output and the notes of a run that ends with this status; files have no folders in notes.
#[track_caller]
fn said(status: i32, arguments: &str) -> (String, String) {
    let run = verify(&arguments.replace("FORMATS", FORMATS));
    assert_eq!(run.status, status, "{arguments}\n{}{}", run.stdout, run.stderr);
    (
        steady(&run.stdout),
        steady(&run.stderr).replace(&format!("{FORMATS}/"), ""),
    )
}

const VALID: &str = "valid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME\n";

#[test]
fn keys_and_signatures_of_other_tools() {
    for (key, key_note) in [
        ("ec_good.pem", ""),
        ("ec.jwk", ""),
        ("ec.cose", ""),
        ("ec_spki.b64", "note: labels/ec_spki.b64: read as base64\n"),
    ] {
        for (signature, note) in [
            ("ec.sig", ""),
            ("ec_sig.b64", "note: labels/ec_sig.b64: read as base64\n"),
            ("ec_sig.hex", "note: labels/ec_sig.hex: read as hexadecimal digits\n"),
        ] {
            let run = said(
                0,
                &format!(
                    "ecdsa --hash sha256 --key FORMATS/labels/{key} --signature FORMATS/labels/{signature} --message message.txt"
                ),
            );
            assert_eq!(run, (VALID.into(), format!("{key_note}{note}")));
        }
    }
    for name in ["good", "bom", "blank_after_begin", "trailing_spaces"] {
        let run = said(
            0,
            &format!(
                "ecdsa --hash sha256 --key FORMATS/pem/{name}.pem --signature FORMATS/labels/ec.sig --message message.txt"
            ),
        );
        assert_eq!(run, (VALID.into(), String::new()), "{name}");
    }
    for name in ["rsa_label_spki", "public_label_pkcs1"] {
        let (line, note) = said(
            0,
            &format!(
                "rsa --scheme pkcs1 --hash sha256 --key FORMATS/labels/{name}.pem --signature FORMATS/labels/sig.bin --message message.txt"
            ),
        );
        assert!(
            line.starts_with("valid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-256"),
            "{line}"
        );
        assert!(
            note.starts_with(&format!("note: labels/{name}.pem: read as ")),
            "{note}"
        );
    }
    let (_, sentence) = said(
        2,
        "rsa --scheme pkcs1 --hash sha256 --key FORMATS/labels/no_null.pem --signature FORMATS/labels/sig.bin --message message.txt",
    );
    assert!(sentence.contains("NULL"), "{sentence}");
}

#[test]
fn digests_as_text() {
    let digest = contents("digests/sha256.bin");
    let hex = digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let file = written("sha256.hex", format!("{hex}\n"));
    let run = said(
        0,
        &format!("{P256} --signature ecdsa/prime256v1/signature.der --digest {file}"),
    );
    assert_eq!(
        run,
        (VALID.into(), "note: sha256.hex: read as hexadecimal digits\n".into())
    );
    let (_, sentence) = said(
        2,
        &format!(
            "{P256} --signature ecdsa/prime256v1/signature.der --digest {}",
            written("half.hex", &hex[..32])
        ),
    );
    assert_eq!(
        sentence,
        "secant: cannot use the digest file half.hex: read as hexadecimal digits it has 16 bytes where SHA-256 gives 32\n"
    );
}

#[test]
fn keys_say_what_they_are_for() {
    let signed = "--signature jose/ES256/signature.bin --message jose/ES256/signed.txt";
    let (_, sentence) = said(2, &format!("ecdsa --hash sha384 --key FORMATS/jose/ES256.jwk {signed}"));
    assert!(
        sentence.ends_with("it is for ES256 alone, with SHA-256, where --hash says SHA-384\n"),
        "{sentence}"
    );
    let (_, sentence) = said(
        2,
        &format!("rsa --scheme pkcs1 --hash sha256 --key FORMATS/jose/PS256.jwk {signed}"),
    );
    assert!(
        sentence.ends_with("it is for PS256 alone, which is not the scheme of --scheme\n"),
        "{sentence}"
    );
    let (_, sentence) = said(2, &format!("ecdsa --hash sha256 --key FORMATS/jose/keys.json {signed}"));
    assert!(
        sentence.contains("more than one of its keys may be meant: there are ES256 key, ES384 key"),
        "{sentence}"
    );
    let (_, sentence) = said(
        2,
        &format!("ecdsa --hash sha256 --key FORMATS/jose/keys.json --kid another {signed}"),
    );
    assert!(sentence.contains("it has no key \"another\""), "{sentence}");
    let (line, _) = said(
        1,
        &format!("ecdsa --hash sha256 --key FORMATS/cose/keys.cbor --kid ec {signed}"),
    );
    assert!(line.starts_with("invalid: ECDSA signature over secp256r1"), "{line}");
}

/// The program with arguments and this on standard input.
fn with_input(arguments: &[&str], input: &[u8]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secant"));
    command.args(arguments).env_remove("SECANT_BACKEND");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().expect("no signal"),
        steady(&String::from_utf8(text).expect("UTF-8")),
    )
}

#[test]
fn standard_input() {
    let [key, signature] = ["key.pem", "signature.der"].map(|name| path(&format!("ecdsa/prime256v1/{name}")));
    let arguments = [
        "verify",
        "ecdsa",
        "--hash",
        "sha256",
        "--key",
        &key,
        "--signature",
        &signature,
        "--message",
        "-",
    ];
    assert_eq!(with_input(&arguments, &contents("message.txt")), (0, VALID.into()));
    assert_eq!(with_input(&arguments, b"another").0, 1);
    let jws = fs::read(format_file("jose/ES256.jws")).expect("a fixture");
    let run = with_input(&["verify", "jws", "-", "--key", &format_file("jose/ES256.jwk")], &jws);
    assert_eq!(run, (0, "valid: JWS with ES256, verified in TIME\n".into()));
}

#[test]
fn jws() {
    for name in [
        "ES256", "ES384", "ES512", "ES256K", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
    ] {
        let line = format!("valid: JWS with {name}, verified in TIME\n");
        for key in [&*format!("{name}.jwk"), "keys.json"] {
            let run = said(0, &format!("jws FORMATS/jose/{name}.jws --key FORMATS/jose/{key}"));
            assert_eq!(run, (line.clone(), String::new()));
        }
    }
    let general = said(0, "jws FORMATS/jose/general.json --key FORMATS/jose/PS384.jwk");
    assert_eq!(
        general,
        (
            "valid: JWS with PS384, signature 2 of 2, verified in TIME\n".into(),
            String::new()
        )
    );
    let detached = said(
        0,
        "jws FORMATS/jose/detached.jws --key FORMATS/jose/ES256.jwk --payload FORMATS/jose/payload.txt",
    );
    assert_eq!(detached.0, "valid: JWS with ES256, verified in TIME\n");
    let another = said(
        1,
        "jws FORMATS/jose/detached.jws --key FORMATS/jose/ES256.jwk --payload message.txt",
    );
    assert_eq!(
        another.0,
        "invalid: JWS with ES256, verified in TIME: the signature is not one of this message under this key\n"
    );
    let (_, sentence) = said(2, "jws FORMATS/jose/detached.jws --key FORMATS/jose/ES256.jwk");
    assert!(
        sentence.contains("its payload is detached: --payload has to name it"),
        "{sentence}"
    );
    let (_, sentence) = said(2, "jws FORMATS/jose/ES256.jws --key FORMATS/jose/RS256.jwk");
    assert!(sentence.starts_with("secant: cannot use the key file "), "{sentence}");
    let (_, sentence) = said(2, "jws FORMATS/jose/ES256.jws --key FORMATS/jose/keys.json --kid none");
    assert!(sentence.contains("it has no key \"none\""), "{sentence}");
    let none = written("none.jws", "eyJhbGciOiJub25lIn0.AA.");
    let (_, sentence) = said(2, &format!("jws {none} --key FORMATS/jose/ES256.jwk"));
    assert_eq!(
        sentence,
        "secant: cannot use the JWS file none.jws: its algorithm is \"none\": nobody has signed it\n"
    );
    let hmac = written("hmac.jws", "eyJhbGciOiJIUzI1NiJ9.AA.AA");
    assert!(
        said(2, &format!("jws {hmac} --key ecdsa/prime256v1/key.pem"))
            .1
            .contains("HS256")
    );
}

#[test]
fn cose() {
    let run = said(0, "cose FORMATS/cose/es256.cbor --key FORMATS/cose/keys.cbor");
    assert_eq!(
        run,
        ("valid: COSE_Sign1 with ES256, verified in TIME\n".into(), String::new())
    );
    let run = said(0, "cose FORMATS/cose/ps256.cbor --key FORMATS/cose/rsa.key");
    assert_eq!(run.0, "valid: COSE_Sign1 with PS256, verified in TIME\n");
    let aad = written("aad.txt", "both know");
    let run = said(
        0,
        &format!("cose FORMATS/cose/aad.cbor --key FORMATS/cose/ec.key --aad {aad}"),
    );
    assert_eq!(run.0, "valid: COSE_Sign1 with ES256, verified in TIME\n");
    assert!(
        said(1, "cose FORMATS/cose/aad.cbor --key FORMATS/cose/ec.key")
            .0
            .starts_with("invalid: COSE_Sign1 with ES256")
    );
    let run = said(
        0,
        "cose FORMATS/cose/detached.cbor --key FORMATS/cose/ec.key --payload FORMATS/jose/payload.txt",
    );
    assert_eq!(run.0, "valid: COSE_Sign1 with ES256, verified in TIME\n");
    assert!(
        said(2, "cose FORMATS/cose/ec.key --key FORMATS/cose/ec.key")
            .1
            .contains("it is no COSE_Sign1")
    );
    assert!(
        said(2, "cose FORMATS/cose/es256.cbor --key FORMATS/cose/es256.cbor")
            .1
            .contains("a COSE message where a key is expected")
    );
    assert!(
        said(2, "cose FORMATS/cose/es256.cbor --key FORMATS/cose/ec_private.key")
            .1
            .contains("it is a private COSE key")
    );
}

/// The verdict on the fixture's assertion, with more arguments.
#[track_caller]
fn assertion(status: i32, more: &[&str]) -> String {
    let [file, key] = ["assertion.json", "registration.json"].map(|name| format_file(&format!("webauthn/{name}")));
    let run = secant(&[&["verify", "webauthn", &file, "--key", &key], more].concat());
    assert_eq!((run.status, &*run.stderr), (status, ""), "{}", run.stdout);
    steady(&run.stdout)
}

#[test]
fn webauthn() {
    let (line, _) = said(
        0,
        "webauthn FORMATS/webauthn/assertion.json --key FORMATS/webauthn/registration_with_key.json",
    );
    assert!(
        line.starts_with("valid: WebAuthn assertion with ES256, user not verified, verified in TIME"),
        "{line}"
    );
    let run = secant(&[
        "verify",
        "webauthn",
        &format_file("webauthn/assertion.json"),
        "--key",
        &format_file("webauthn/attestation.cbor"),
    ]);
    assert!(
        run.success()
            .ends_with("; not checked: challenge, origin, relying party\n"),
        "{}",
        run.stdout
    );
    let challenge = fs::read_to_string(format_file("webauthn/challenge.txt")).expect("a fixture");
    let right = [
        "--challenge",
        &challenge,
        "--origin",
        "https://example.org",
        "--rp-id",
        "example.org",
    ];
    assert_eq!(
        assertion(0, &right),
        "valid: WebAuthn assertion with ES256, user not verified, verified in TIME\n"
    );
    for (more, why) in [
        (&["--challenge", "AAAA"][..], "its challenge is another one"),
        (&["--origin", "https://example.com"], "its origin is \"https"),
        (&["--rp-id", "example.com"], "it is for another relying party"),
        (&["--user-verified"], "its user was not verified"),
    ] {
        let line = assertion(1, more);
        assert!(
            line.starts_with("invalid: WebAuthn assertion") && line.contains(why),
            "{line}"
        );
    }
    let (line, _) = said(
        0,
        "webauthn --authenticator-data webauthn/authenticator_data.bin --client-data webauthn/client_data.json --signature webauthn/signature.der --key webauthn/key.pem",
    );
    assert!(line.starts_with("valid: WebAuthn assertion with ES256"), "{line}");
    let (_, sentence) = said(2, "webauthn FORMATS/webauthn/registration.json --key webauthn/key.pem");
    assert!(sentence.contains("it is a registration"), "{sentence}");
}

/// What is printed is one short line, whatever the names of files and options.
#[test]
fn messages_are_safe_to_print() {
    let name = format!("{}a\nb\x1b[31m\u{202e}", path("no/"));
    let run = secant(&[
        "verify",
        "ecdsa",
        "--hash",
        "sha256",
        "--key",
        &name,
        "--signature",
        "s",
        "--message",
        "m",
    ]);
    let sentence = run.failure(2);
    assert!(sentence.contains(r"a\nb\u{1b}[31m\u{202e}: No such file"), "{sentence}");
    let long = "x".repeat(5000);
    let run = secant(&[
        "verify",
        "ecdsa",
        "--hash",
        "sha256",
        "--key",
        &long,
        "--signature",
        "s",
        "--message",
        "m",
    ]);
    let sentence = run.failure(2);
    assert_eq!(sentence.chars().count(), "secant: ".len() + 300);
    assert!(sentence.ends_with("(os error 36)"), "{sentence}");
    for argument in ["\x1b[31m", "a\nb", &long] {
        let run = secant(&[
            "verify",
            "ecdsa",
            "--hash",
            argument,
            "--key",
            "k",
            "--signature",
            "s",
            "--message",
            "m",
        ]);
        assert_eq!(run.status, 2);
        assert!(
            !run.stderr.contains(['\x1b', '\r']) && run.stderr.len() < 2000,
            "{}",
            run.stderr
        );
        assert!(!run.stderr.contains("a\nb"), "{}", run.stderr);
    }
}

/// Files that never end are refused, or hashed to their limit by who asks for that.
#[cfg(target_os = "linux")]
#[test]
fn endless_files() {
    let key = path("ecdsa/prime256v1/key.pem");
    for arguments in [
        &[
            "verify",
            "ecdsa",
            "--hash",
            "sha256",
            "--key",
            "/dev/zero",
            "--signature",
            "s",
            "--message",
            "m",
        ][..],
        &[
            "verify",
            "ecdsa",
            "--hash",
            "sha256",
            "--key",
            &key,
            "--signature",
            "/dev/zero",
            "--message",
            "m",
        ],
        &["verify", "jws", "/dev/zero", "--key", &key],
        &["verify", "cose", "/dev/zero", "--key", &key],
        &["verify", "webauthn", "/dev/zero", "--key", &key],
    ] {
        let run = secant(arguments);
        assert!(run.failure(2).contains("it is larger than"), "{}", run.stderr);
    }
}
