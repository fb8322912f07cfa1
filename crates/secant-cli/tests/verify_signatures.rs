//! `secant verify ecdsa` and `secant verify rsa` on what other tools signed, and on files that are wrong.

mod common;

use common::{Run, file, secant};
use expect_test::{Expect, expect};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the fixtures.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/signatures")
}

/// A path of a fixture, or of another file if it is absolute.
fn path(name: &str) -> String {
    root().join(name).to_str().expect("UTF-8").to_owned()
}

/// A file of a test's own.
fn written(name: &str, contents: impl AsRef<[u8]>) -> String {
    file(name, contents).to_str().expect("UTF-8").to_owned()
}

fn contents(name: &str) -> Vec<u8> {
    fs::read(root().join(name)).expect("a fixture")
}

/// The program with arguments that are separated by spaces, of which those with a dot or a slash are fixtures.
fn verify(arguments: &str) -> Run {
    let arguments = arguments.split_whitespace().map(|argument| match argument {
        _ if argument.contains(['.', '/']) => path(argument),
        _ => argument.to_owned(),
    });
    let arguments = ["verify".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>();
    secant(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Text without what differs from run to run: the folders of files, and times.
fn steady(text: &str) -> String {
    let text = text
        .replace(&path(""), "")
        .replace(concat!(env!("CARGO_TARGET_TMPDIR"), "/"), "");
    match text.split_once(", verified in ") {
        Some((before, after)) => {
            let after = after
                .split_once(':')
                .map_or("\n".to_owned(), |(_, why)| format!(":{why}"));
            format!("{before}, verified in TIME{after}")
        }
        None => text,
    }
}

/// Checks the line of a valid signature, with its key as PEM and as DER where FORM is written.
#[track_caller]
fn valid(arguments: &str, line: &Expect) {
    line.assert_eq(&both_forms(arguments));
}

/// The line of a valid signature, which is the same for a key in PEM and in DER.
#[track_caller]
fn both_forms(arguments: &str) -> String {
    let [pem, der] = ["pem", "der"].map(|form| steady(verify(&arguments.replace("FORM", form)).success()));
    assert_eq!(pem, der);
    pem
}

/// Checks the line of an invalid signature.
#[track_caller]
fn invalid(arguments: &str, line: &Expect) {
    let run = verify(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{arguments}");
    line.assert_eq(&steady(&run.stdout));
}

/// Checks the sentence of a run that ends with this status.
#[track_caller]
fn failure(status: i32, arguments: &str, sentence: &Expect) {
    let run = verify(arguments);
    sentence.assert_eq(&steady(run.failure(status)));
}

/// Checks the message of bad usage, but for what follows its first paragraph.
#[track_caller]
fn usage(arguments: &str, message: &Expect) {
    let run = verify(arguments);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments}");
    message.assert_eq(steady(&run.stderr).split("\n\n").next().expect("one"));
}

/// Curves of the fixtures, and their hash functions.
const CURVES: [(&str, &str); 14] = [
    ("secp224r1", "sha224"),
    ("secp256k1", "sha256"),
    ("prime256v1", "sha256"),
    ("secp384r1", "sha384"),
    ("secp521r1", "sha512"),
    ("brainpoolP256r1", "sha256"),
    ("brainpoolP256t1", "sha256"),
    ("brainpoolP320r1", "sha384"),
    ("brainpoolP320t1", "sha384"),
    ("brainpoolP384r1", "sha384"),
    ("brainpoolP384t1", "sha384"),
    ("brainpoolP512r1", "sha512"),
    ("brainpoolP512t1", "sha512"),
    ("prime239v3_explicit", "sha256"),
];

const P256: &str = "ecdsa --hash sha256 --key ecdsa/prime256v1/key.pem";
const RSA: &str = "rsa --scheme pkcs1 --hash sha256 --key rsa/2048/key.pem";
const PSS: &str = "rsa --scheme pss --hash sha256 --key rsa/2048/key.pem";

mod ecdsa {
    use super::*;

    #[test]
    fn openssl() {
        let mut lines = String::new();
        for (curve, hash) in CURVES {
            lines += &both_forms(&format!(
                "ecdsa --hash {hash} --key ecdsa/{curve}/key.FORM --signature ecdsa/{curve}/signature.der --message message.txt"
            ));
        }
        expect![[r#"
            valid: ECDSA signature over secp224r1 with SHA-224, DER, verified in TIME
            valid: ECDSA signature over secp256k1 with SHA-256, DER, verified in TIME
            valid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME
            valid: ECDSA signature over secp384r1 with SHA-384, DER, verified in TIME
            valid: ECDSA signature over secp521r1 with SHA-512, DER, verified in TIME
            valid: ECDSA signature over brainpoolP256r1 with SHA-256, DER, verified in TIME
            valid: ECDSA signature over brainpoolP256t1 with SHA-256, DER, verified in TIME
            valid: ECDSA signature over brainpoolP320r1 with SHA-384, DER, verified in TIME
            valid: ECDSA signature over brainpoolP320t1 with SHA-384, DER, verified in TIME
            valid: ECDSA signature over brainpoolP384r1 with SHA-384, DER, verified in TIME
            valid: ECDSA signature over brainpoolP384t1 with SHA-384, DER, verified in TIME
            valid: ECDSA signature over brainpoolP512r1 with SHA-512, DER, verified in TIME
            valid: ECDSA signature over brainpoolP512t1 with SHA-512, DER, verified in TIME
            valid: ECDSA signature over a curve of 239 bits given by its parameters with SHA-256, DER, verified in TIME
        "#]]
        .assert_eq(&lines);
    }

    #[test]
    fn another_curve_s_key() {
        for pair in CURVES.windows(2) {
            let [(curve, hash), (other, _)] = pair else {
                unreachable!("two")
            };
            let run = verify(&format!(
                "ecdsa --hash {hash} --key ecdsa/{other}/key.pem --signature ecdsa/{curve}/signature.der --message message.txt"
            ));
            assert_eq!(run.status, 1, "{curve} {other}");
        }
    }

    #[test]
    fn jose() {
        let mut lines = String::new();
        for (algorithm, hash) in [
            ("ES256", "sha256"),
            ("ES384", "sha384"),
            ("ES512", "sha512"),
            ("ES256K", "sha256"),
        ] {
            lines += &both_forms(&format!(
                "ecdsa --hash {hash} --key jose/{algorithm}/key.FORM --signature jose/{algorithm}/signature.bin --message jose/{algorithm}/signed.txt"
            ));
        }
        expect![[r#"
            valid: ECDSA signature over secp256r1 with SHA-256, P1363, verified in TIME
            valid: ECDSA signature over secp384r1 with SHA-384, P1363, verified in TIME
            valid: ECDSA signature over secp521r1 with SHA-512, P1363, verified in TIME
            valid: ECDSA signature over secp256k1 with SHA-256, P1363, verified in TIME
        "#]]
        .assert_eq(&lines);
    }

    #[test]
    fn webauthn() {
        valid(
            "ecdsa --curve P-256 --hash sha256 --key webauthn/key.FORM --signature webauthn/signature.der --message webauthn/signed.bin",
            &expect![[r#"
                valid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME
            "#]],
        );
        let hash = secant_verify::hash::Hash::Sha256.digest(&[&contents("webauthn/client_data.json")]);
        let signed = [&contents("webauthn/authenticator_data.bin")[..], &hash].concat();
        assert_eq!(contents("webauthn/signed.bin"), signed);
    }

    #[test]
    fn forms_of_a_key() {
        let signed = "--signature ecdsa/prime256v1/signature.der --message message.txt";
        for key in ["key_explicit.pem", "certificate.pem", "certificate.der"] {
            let run = verify(&format!("ecdsa --hash sha256 --key ecdsa/prime256v1/{key} {signed}"));
            assert!(
                run.success().starts_with("valid: ECDSA signature over secp256r1 "),
                "{key}"
            );
        }
        for key in ["point.bin", "point_compressed.bin"] {
            for curve in ["P-256", "prime256v1", "SECP256R1"] {
                let run = verify(&format!(
                    "ecdsa --curve {curve} --hash sha256 --key ecdsa/prime256v1/{key} {signed}"
                ));
                assert!(
                    run.success().starts_with("valid: ECDSA signature over secp256r1 "),
                    "{key}"
                );
            }
        }
        let pem = String::from_utf8(contents("ecdsa/prime256v1/key.pem")).expect("text");
        let certificate = String::from_utf8(contents("ecdsa/prime256v1/certificate.pem")).expect("text");
        let body = pem.lines().filter(|line| !line.starts_with('-')).collect::<String>();
        for (name, text) in [
            ("crlf.pem", pem.replace('\n', "\r\n")),
            ("explained.pem", format!("Subject: secant\n\n{pem}\nand more\n")),
            ("no_newline.pem", pem.trim_end().to_owned()),
            ("chain.pem", format!("{certificate}{certificate}")),
            (
                "one_line.pem",
                format!("-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----\n"),
            ),
        ] {
            let key = written(name, text);
            verify(&format!("ecdsa --hash sha256 --key {key} {signed}")).success();
        }
    }

    #[test]
    fn digest_in_place_of_the_message() {
        valid(
            &format!("{P256} --signature ecdsa/prime256v1/signature.der --digest digests/sha256.bin"),
            &expect![[r#"
                valid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME
            "#]],
        );
    }

    #[test]
    fn encodings() {
        let der = "--signature ecdsa/prime256v1/signature.der --message message.txt";
        verify(&format!("{P256} {der} --encoding der")).success();
        let short = written("short_p1363.bin", [0x30; 40]);
        failure(
            1,
            &format!("{P256} --signature {short} --message message.txt --encoding p1363"),
            &expect![
                "secant: cannot use the signature file short_p1363.bin: the signature has 40 bytes in place of 64"
            ],
        );
        let p1363 = "--hash sha256 --key jose/ES256/key.pem --signature jose/ES256/signature.bin --message jose/ES256/signed.txt";
        verify(&format!("ecdsa {p1363} --encoding p1363")).success();
        let p1363 = written("p1363.bin", [2; 64]);
        failure(
            1,
            &format!("{P256} --signature {p1363} --message message.txt --encoding der"),
            &expect![
                "secant: cannot use the signature file p1363.bin: the signature is not DER: unexpected ASN.1 DER tag: expected SEQUENCE, got INTEGER"
            ],
        );
    }

    #[test]
    fn low_s() {
        // r, s and r, n - s: one of them has the lower s.
        let signature = contents("jose/ES256/signature.bin");
        let n = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
        let mut opposite = signature[..32].to_vec();
        opposite.extend(subtract(&n, &signature[32..]));
        let (low, high) = if signature[32] < 0x80 {
            (signature, opposite)
        } else {
            (opposite, signature)
        };
        let of = |name: &str| {
            format!("ecdsa --hash sha256 --key jose/ES256/key.pem --signature {name} --message jose/ES256/signed.txt")
        };
        let [low, high] = [of(&written("low_s.bin", low)), of(&written("high_s.bin", high))];
        verify(&low).success();
        verify(&high).success();
        verify(&format!("{low} --low-s")).success();
        failure(
            1,
            &format!("{high} --low-s"),
            &expect!["secant: cannot use the signature file high_s.bin: s is above half of the order"],
        );
    }

    fn hex(text: &str) -> Vec<u8> {
        let digit = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("digits");
        (0..text.len()).step_by(2).map(digit).collect()
    }

    /// The difference of two integers of as many bytes.
    fn subtract(a: &[u8], b: &[u8]) -> Vec<u8> {
        let mut borrow = false;
        let mut digits = a.iter().zip(b).rev().map(|(&a, &b)| {
            let (first, below) = a.overflowing_sub(b);
            let (digit, below_again) = first.overflowing_sub(u8::from(borrow));
            borrow = below | below_again;
            digit
        });
        let mut bytes = digits.by_ref().collect::<Vec<_>>();
        bytes.reverse();
        bytes
    }

    #[test]
    fn invalid_signatures() {
        let signature = "--signature ecdsa/prime256v1/signature.der";
        let message = written(
            "another_message.txt",
            "The line through two points of a curve is a tangent.\n",
        );
        invalid(
            &format!("{P256} {signature} --message {message}"),
            &expect![[r#"
            invalid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME
        "#]],
        );
        let empty = written("empty_message.txt", "");
        invalid(
            &format!("{P256} {signature} --message {empty}"),
            &expect![[r#"
            invalid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME
        "#]],
        );
        invalid(
            &format!("ecdsa --hash sha256 --key jose/ES256/key.pem {signature} --message message.txt"),
            &expect![[r#"
                invalid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME
            "#]],
        );
        invalid(
            &format!("ecdsa --hash sha512 --key ecdsa/prime256v1/key.pem {signature} --message message.txt"),
            &expect![[r#"
                invalid: ECDSA signature over secp256r1 with SHA-512, DER, verified in TIME
            "#]],
        );
        let mut bytes = contents("ecdsa/prime256v1/signature.der");
        *bytes.last_mut().expect("not empty") ^= 1;
        let tampered = written("tampered.der", bytes);
        invalid(
            &format!("{P256} --signature {tampered} --message message.txt"),
            &expect![[r#"
                invalid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME
            "#]],
        );
        let mut bytes = contents("jose/ES256/signature.bin");
        bytes[40] ^= 1;
        // It is no DER for all that.
        bytes[0] = 0x30;
        let tampered = written("tampered.bin", bytes);
        invalid(
            &format!("{P256} --signature {tampered} --message message.txt"),
            &expect![[r#"
                invalid: ECDSA signature over secp256r1 with SHA-256, P1363, verified in TIME
            "#]],
        );
    }

    #[test]
    fn malformed_signatures() {
        let bytes = contents("ecdsa/prime256v1/signature.der");
        let of =
            |name: &str, bytes: &[u8]| format!("{P256} --signature {} --message message.txt", written(name, bytes));
        failure(
            1,
            &of("truncated.der", &[0x30, 68, 2, 32, 1]),
            &expect![
                "secant: cannot use the signature file truncated.der: the signature is not DER: ASN.1 DER message is incomplete: expected 6, actual 5 at DER byte 5"
            ],
        );
        failure(
            1,
            &of("followed.der", &[&bytes[..], b"\n"].concat()),
            &expect!["secant: cannot use the signature file followed.der: 1 bytes follow the signature"],
        );
        failure(
            1,
            &of("text.txt", b"MEUCIQ"),
            &expect![
                "secant: cannot use the signature file text.txt: it has 6 bytes, which are neither DER nor the 64 of r and s"
            ],
        );
        failure(
            1,
            &of("zeros.bin", &[0; 64]),
            &expect!["secant: cannot use the signature file zeros.bin: r is zero"],
        );
        failure(
            1,
            &of("ones.bin", &[0xff; 64]),
            &expect![
                "secant: cannot use the signature file ones.bin: r is not below the order of the curve's generator"
            ],
        );
        failure(
            1,
            &of("zero.der", &[0x30, 6, 2, 1, 0, 2, 1, 1]),
            &expect!["secant: cannot use the signature file zero.der: r is zero"],
        );
    }

    #[test]
    fn curves() {
        let signed = "--signature ecdsa/prime256v1/signature.der --message message.txt";
        failure(
            2,
            &format!("{P256} --curve P-384 {signed}"),
            &expect![
                "secant: cannot use the key file ecdsa/prime256v1/key.pem: the key's curve is secp256r1 where --curve says secp384r1"
            ],
        );
        failure(
            2,
            &format!("ecdsa --hash sha256 --curve P-256 --key ecdsa/prime239v3_explicit/key.pem {signed}"),
            &expect![
                "secant: cannot use the key file ecdsa/prime239v3_explicit/key.pem: the key's curve is a curve of 239 bits given by its parameters where --curve says secp256r1"
            ],
        );
        failure(
            2,
            &format!("ecdsa --hash sha256 --key ecdsa/prime239v3_explicit/key_named.pem {signed}"),
            &expect![
                "secant: cannot use the key file ecdsa/prime239v3_explicit/key_named.pem: the key's curve 1.2.840.10045.3.1.6 is not known; known are secp224r1, secp256k1, secp256r1, secp384r1, secp521r1, brainpoolP256r1, brainpoolP256t1, brainpoolP320r1, brainpoolP320t1, brainpoolP384r1, brainpoolP384t1, brainpoolP512r1, brainpoolP512t1"
            ],
        );
        failure(
            2,
            &format!("ecdsa --hash sha256 --key ecdsa/prime256v1/point.bin {signed}"),
            &expect![
                "secant: cannot use the key file ecdsa/prime256v1/point.bin: it is neither PEM nor DER; if it is the point of a key, --curve has to name the curve"
            ],
        );
        failure(
            2,
            &format!("ecdsa --hash sha256 --curve secp256k1 --key ecdsa/prime256v1/point.bin {signed}"),
            &expect!["secant: cannot use the key file ecdsa/prime256v1/point.bin: the point is not on the curve"],
        );
        failure(
            2,
            &format!("ecdsa --hash sha256 --curve P-384 --key ecdsa/prime256v1/point.bin {signed}"),
            &expect![
                "secant: cannot use the key file ecdsa/prime256v1/point.bin: the point has 65 bytes in place of 97"
            ],
        );
        usage(
            &format!("{P256} --curve P-255 {signed}"),
            &expect![
                "error: invalid value 'P-255' for '--curve <CURVE>': known are secp224r1, secp256k1, secp256r1, secp384r1, secp521r1, brainpoolP256r1, brainpoolP256t1, brainpoolP320r1, brainpoolP320t1, brainpoolP384r1, brainpoolP384t1, brainpoolP512r1, brainpoolP512t1"
            ],
        );
    }

    #[test]
    fn an_rsa_key() {
        let signed = "--signature ecdsa/prime256v1/signature.der --message message.txt";
        failure(
            2,
            &format!("ecdsa --hash sha256 --key rsa/2048/key.pem {signed}"),
            &expect![
                "secant: cannot use the key file rsa/2048/key.pem: the key's algorithm is 1.2.840.113549.1.1.1 where id-ecPublicKey (1.2.840.10045.2.1) was expected"
            ],
        );
        failure(
            2,
            &format!("ecdsa --hash sha256 --key rsa/2048/key_pkcs1.pem {signed}"),
            &expect![
                "secant: cannot use the key file rsa/2048/key_pkcs1.pem: it is an RSA key where one for ECDSA is expected"
            ],
        );
    }
}

mod rsa {
    use super::*;

    /// Folder, scheme, hash function, file and options.
    const SIGNATURES: [(&str, &str, &str, &str, &str); 14] = [
        ("2047", "pkcs1", "sha256", "pkcs1.bin", ""),
        ("2047", "pss", "sha256", "pss.bin", "--salt 32"),
        ("2048", "pkcs1", "sha256", "pkcs1.bin", ""),
        ("2048", "pkcs1", "sha1", "pkcs1_sha1.bin", ""),
        ("2048", "pkcs1", "sha3-256", "pkcs1_sha3_256.bin", ""),
        ("2048", "pss", "sha256", "pss.bin", ""),
        ("2048", "pss", "sha256", "pss_no_salt.bin", "--salt 0"),
        (
            "2048",
            "pss",
            "sha256",
            "pss_mgf1_sha1_salt_max.bin",
            "--mgf1 sha1 --salt auto",
        ),
        ("2049", "pkcs1", "sha256", "pkcs1.bin", ""),
        ("2049", "pss", "sha256", "pss.bin", ""),
        ("3072", "pkcs1", "sha384", "pkcs1.bin", ""),
        ("3072", "pss", "sha384", "pss.bin", "--salt 48 --mgf1 sha384"),
        (
            "3072",
            "pss",
            "sha384",
            "pss_mgf1_sha512_salt_17.bin",
            "--mgf1 SHA-512 --salt 17",
        ),
        ("3072", "pss", "sha384", "pss_mgf1_sha512_salt_17.bin", "--mgf1 SHA-512"),
    ];

    #[test]
    fn openssl() {
        let mut lines = String::new();
        for (folder, scheme, hash, signature, options) in SIGNATURES {
            let [line, others @ ..] = ["key.pem", "key.der", "key_pkcs1.pem", "key_pkcs1.der"].map(|key| {
                let run = verify(&format!(
                    "rsa --scheme {scheme} --hash {hash} --key rsa/{folder}/{key} --signature rsa/{folder}/{signature} {options} --message message.txt"
                ));
                steady(run.success())
            });
            assert!(others.iter().all(|other| *other == line));
            lines += &line;
        }
        expect![[r#"
            valid: RSA signature under a key of 2047 bits, PKCS#1 v1.5 with SHA-256, verified in TIME
            valid: RSA signature under a key of 2047 bits, PSS with SHA-256, MGF1 with SHA-256 and 32 bytes of salt, verified in TIME
            valid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-256, verified in TIME
            valid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-1, verified in TIME
            valid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA3-256, verified in TIME
            valid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-256 and salt of any length, verified in TIME
            valid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-256 and 0 bytes of salt, verified in TIME
            valid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-1 and salt of any length, verified in TIME
            valid: RSA signature under a key of 2049 bits, PKCS#1 v1.5 with SHA-256, verified in TIME
            valid: RSA signature under a key of 2049 bits, PSS with SHA-256, MGF1 with SHA-256 and salt of any length, verified in TIME
            valid: RSA signature under a key of 3072 bits, PKCS#1 v1.5 with SHA-384, verified in TIME
            valid: RSA signature under a key of 3072 bits, PSS with SHA-384, MGF1 with SHA-384 and 48 bytes of salt, verified in TIME
            valid: RSA signature under a key of 3072 bits, PSS with SHA-384, MGF1 with SHA-512 and 17 bytes of salt, verified in TIME
            valid: RSA signature under a key of 3072 bits, PSS with SHA-384, MGF1 with SHA-512 and salt of any length, verified in TIME
        "#]].assert_eq(&lines);
    }

    #[test]
    fn keys_for_pss() {
        valid(
            "rsa --scheme pss --hash sha512 --key rsa/pss/key.FORM --signature rsa/pss/signature.bin --message message.txt",
            &expect![[r#"
                valid: RSA signature under a key of 2048 bits, PSS with SHA-512, MGF1 with SHA-512 and salt of any length, verified in TIME
            "#]],
        );
        // Without --mgf1 its hash function is the one that the key names.
        valid(
            "rsa --scheme pss --hash sha256 --key rsa/pss_with_parameters/key.FORM --signature rsa/pss_with_parameters/signature.bin --message message.txt",
            &expect![[r#"
                valid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-512 and salt of any length, verified in TIME
            "#]],
        );
        let signed = "--signature rsa/pss_with_parameters/signature.bin --message message.txt";
        failure(
            2,
            &format!("rsa --scheme pkcs1 --hash sha256 --key rsa/pss_with_parameters/key.pem {signed}"),
            &expect![
                "secant: cannot use the key file rsa/pss_with_parameters/key.pem: the key allows only PSS with SHA-256, MGF1 with SHA-512 and at least 24 bytes of salt"
            ],
        );
        failure(
            2,
            &format!("rsa --scheme pss --hash sha256 --mgf1 sha256 --key rsa/pss_with_parameters/key.pem {signed}"),
            &expect![
                "secant: cannot use the key file rsa/pss_with_parameters/key.pem: the key allows only PSS with SHA-256, MGF1 with SHA-512 and at least 24 bytes of salt"
            ],
        );
    }

    #[test]
    fn jose() {
        for (algorithm, scheme) in [("RS256", "pkcs1"), ("PS256", "pss")] {
            both_forms(&format!(
                "rsa --scheme {scheme} --hash sha256 --key jose/{algorithm}/key.FORM --signature jose/{algorithm}/signature.bin --message jose/{algorithm}/signed.txt"
            ));
        }
    }

    #[test]
    fn a_certificate_and_a_digest() {
        valid(
            "rsa --scheme pkcs1 --hash sha1 --key rsa/2048/certificate.pem --signature rsa/2048/pkcs1_sha1.bin --digest digests/sha1.bin",
            &expect![[r#"
                valid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-1, verified in TIME
            "#]],
        );
    }

    #[test]
    fn invalid_signatures() {
        let message = written(
            "another_rsa_message.txt",
            "The line through two points of a curve is a tangent.\n",
        );
        invalid(
            &format!("{RSA} --signature rsa/2048/pkcs1.bin --message {message}"),
            &expect![[r#"
                invalid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-256, verified in TIME
            "#]],
        );
        invalid(
            &format!("{RSA} --signature rsa/2048/pss.bin --message message.txt"),
            &expect![[r#"
                invalid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-256, verified in TIME
            "#]],
        );
        invalid(
            &format!("{PSS} --signature rsa/2048/pss.bin --message {message}"),
            &expect![[r#"
                invalid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-256 and salt of any length, verified in TIME
            "#]],
        );
        let other = verify(&format!("{PSS} --signature rsa/2048/pkcs1.bin --message message.txt"));
        assert_eq!((other.status, other.stderr.as_str()), (1, ""));
        invalid(
            &format!("{PSS} --signature rsa/2048/pss.bin --salt 20 --message message.txt"),
            &expect![[r#"
                invalid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-256 and 20 bytes of salt, verified in TIME: the salt has another length
            "#]],
        );
        // Of another key's modulus the signature may be above.
        let other = verify(
            "rsa --scheme pkcs1 --hash sha256 --key jose/RS256/key.pem --signature rsa/2048/pkcs1.bin --message message.txt",
        );
        assert_eq!(other.status, 1);
        let mut bytes = contents("rsa/2048/pkcs1.bin");
        bytes[100] ^= 1;
        let tampered = written("tampered_rsa.bin", bytes);
        invalid(
            &format!("{RSA} --signature {tampered} --message message.txt"),
            &expect![[r#"
                invalid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-256, verified in TIME
            "#]],
        );
    }

    #[test]
    fn malformed_signatures() {
        let bytes = contents("rsa/2048/pkcs1.bin");
        let short = written("short_rsa.bin", &bytes[1..]);
        failure(
            1,
            &format!("{RSA} --signature {short} --message message.txt"),
            &expect![
                "secant: cannot use the signature file short_rsa.bin: the signature has 255 bytes where the key's have 256"
            ],
        );
        let large = written("large_rsa.bin", [0xff; 256]);
        failure(
            1,
            &format!("{PSS} --signature {large} --message message.txt"),
            &expect!["secant: cannot use the signature file large_rsa.bin: the signature is not below the modulus"],
        );
        failure(
            1,
            &format!("{RSA} --signature rsa/3072/pkcs1.bin --message message.txt"),
            &expect![
                "secant: cannot use the signature file rsa/3072/pkcs1.bin: the signature has 384 bytes where the key's have 256"
            ],
        );
    }

    #[test]
    fn options() {
        let signed = "--signature rsa/2048/pkcs1.bin --message message.txt";
        failure(
            2,
            &format!("{RSA} {signed} --salt 32"),
            &expect!["secant: --mgf1 and --salt are for --scheme pss alone"],
        );
        failure(
            2,
            &format!("{RSA} {signed} --mgf1 sha256"),
            &expect!["secant: --mgf1 and --salt are for --scheme pss alone"],
        );
        failure(
            2,
            &format!("rsa --scheme pkcs1 --hash shake128 --key rsa/2048/key.pem {signed}"),
            &expect!["secant: PKCS#1 v1.5 is not defined with SHAKE128"],
        );
        failure(
            2,
            &format!("{PSS} {signed} --salt 300"),
            &expect![
                "secant: cannot use the key file rsa/2048/key.pem: the scheme needs an encoded message of 334 bytes where the key has place for 256"
            ],
        );
        usage(
            &format!("{PSS} {signed} --salt many"),
            &expect!["error: invalid value 'many' for '--salt <auto|LENGTH>': neither auto nor a number of bytes"],
        );
        usage(
            &format!("{PSS} {signed} --mgf1 md5"),
            &expect![
                "error: invalid value 'md5' for '--mgf1 <HASH>': known are SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256, SHA3-224, SHA3-256, SHA3-384, SHA3-512, SHAKE128, SHAKE256"
            ],
        );
        usage(
            &format!("rsa --scheme oaep --hash sha256 --key rsa/2048/key.pem {signed}"),
            &expect![[r#"
                error: invalid value 'oaep' for '--scheme <SCHEME>'
                  [possible values: pkcs1, pss]"#]],
        );
    }

    #[test]
    fn an_ecdsa_key() {
        failure(
            2,
            "rsa --scheme pkcs1 --hash sha256 --key ecdsa/prime256v1/key.pem --signature rsa/2048/pkcs1.bin --message message.txt",
            &expect![
                "secant: cannot use the key file ecdsa/prime256v1/key.pem: the key's algorithm is 1.2.840.10045.2.1 where rsaEncryption (1.2.840.113549.1.1.1) or RSASSA-PSS was expected"
            ],
        );
    }
}

mod files {
    use super::*;

    const SIGNED: &str = "--signature ecdsa/prime256v1/signature.der --message message.txt";

    /// The sentence about a key, which is that of both commands.
    #[track_caller]
    fn bad_key(key: &str, sentence: &Expect) {
        let [ecdsa, rsa] = ["ecdsa", "rsa --scheme pss"].map(|command| {
            let run = verify(&format!("{command} --hash sha256 --key {key} {SIGNED}"));
            steady(run.failure(2))
        });
        assert_eq!(ecdsa, rsa);
        sentence.assert_eq(&ecdsa);
    }

    #[test]
    fn missing() {
        bad_key(
            "no/key.pem",
            &expect!["secant: cannot read the key file no/key.pem: No such file or directory (os error 2)"],
        );
        failure(
            2,
            &format!("{P256} --signature no/signature --message message.txt"),
            &expect!["secant: cannot read the signature file no/signature: No such file or directory (os error 2)"],
        );
        failure(
            2,
            &format!("{P256} --signature ecdsa/prime256v1/signature.der --message no/message"),
            &expect!["secant: cannot read the message file no/message: No such file or directory (os error 2)"],
        );
        failure(
            2,
            &format!("{RSA} --signature ecdsa/prime256v1/signature.der --digest no/digest"),
            &expect!["secant: cannot read the digest file no/digest: No such file or directory (os error 2)"],
        );
    }

    #[test]
    fn folders() {
        bad_key(
            "ecdsa/",
            &expect!["secant: cannot read the key file ecdsa/: Is a directory (os error 21)"],
        );
        failure(
            2,
            &format!("{P256} --signature ecdsa/ --message message.txt"),
            &expect!["secant: cannot read the signature file ecdsa/: Is a directory (os error 21)"],
        );
        failure(
            2,
            &format!("{P256} --signature ecdsa/prime256v1/signature.der --message ecdsa/"),
            &expect!["secant: cannot read the message file ecdsa/: Is a directory (os error 21)"],
        );
        failure(
            2,
            &format!("{P256} --signature ecdsa/prime256v1/signature.der --digest ecdsa/"),
            &expect!["secant: cannot read the digest file ecdsa/: Is a directory (os error 21)"],
        );
    }

    #[test]
    fn empty() {
        let empty = written("empty", "");
        bad_key(&empty, &expect!["secant: cannot use the key file empty: it is empty"]);
        failure(
            2,
            &format!("{P256} --signature {empty} --message message.txt"),
            &expect!["secant: cannot use the signature file empty: it is empty"],
        );
        failure(
            2,
            &format!("{P256} --signature ecdsa/prime256v1/signature.der --digest {empty}"),
            &expect!["secant: cannot use the digest file empty: it has 0 bytes where SHA-256 gives 32"],
        );
    }

    #[test]
    fn too_large() {
        let large = written("large", vec![0; (1 << 20) + 1]);
        bad_key(
            &large,
            &expect!["secant: cannot read the key file large: it is larger than 1 MiB"],
        );
    }

    #[test]
    fn garbage_keys() {
        bad_key(
            &written("garbage_key", [0x80; 65]),
            &expect!["secant: cannot use the key file garbage_key: it is neither PEM nor DER"],
        );
        bad_key(
            &written("text_key.txt", "a key\n"),
            &expect!["secant: cannot use the key file text_key.txt: it is neither PEM nor DER"],
        );
        bad_key(
            &written("hex_key.txt", "04a1b2c3\n"),
            &expect![
                "secant: cannot use the key file hex_key.txt: it is text in hexadecimal digits where their bytes are expected"
            ],
        );
        bad_key(
            &written("jwk.json", r#"{"kty": "EC"}"#),
            &expect!["secant: cannot use the key file jwk.json: it is JSON where PEM or DER is expected"],
        );
        bad_key(
            &written("openssh.pub", "ssh-rsa AAAAB3NzaC1yc2E user\n"),
            &expect![
                "secant: cannot use the key file openssh.pub: it is a public key as OpenSSH writes it, where PEM or DER is expected, which `ssh-keygen -e -m PKCS8` makes of it"
            ],
        );
        bad_key(
            &written("form.der", [0x30, 2, 4, 0]),
            &expect![
                "secant: cannot use the key file form.der: it is DER of something other than a public key or a certificate"
            ],
        );
        let der = contents("ecdsa/prime256v1/key.der");
        bad_key(
            &written("truncated_key.der", &der[..50]),
            &expect![
                "secant: cannot use the key file truncated_key.der: it begins like DER and is not: ASN.1 DER message is incomplete: expected 91, actual 50 at DER byte 2"
            ],
        );
        bad_key(
            &written("followed_key.der", [&der[..], b"\n"].concat()),
            &expect![
                "secant: cannot use the key file followed_key.der: it begins like DER and is not: trailing data at end of DER message: decoded 91 bytes, 1 bytes remaining at DER byte 91"
            ],
        );
        let pem = String::from_utf8(contents("ecdsa/prime256v1/key.pem")).expect("text");
        bad_key(
            &written("endless.pem", &pem[..100]),
            &expect!["secant: cannot use the key file endless.pem: it is not PEM: its last line is missing"],
        );
        bad_key(
            &written("damaged.pem", pem.replacen('M', "!", 1)),
            &expect![
                "secant: cannot use the key file damaged.pem: it is not PEM: PEM Base64 error: invalid Base64 encoding"
            ],
        );
        bad_key(
            &written("request.pem", pem.replace("PUBLIC KEY", "CERTIFICATE REQUEST")),
            &expect![[
                r#"secant: cannot use the key file request.pem: it is a PEM block "CERTIFICATE REQUEST" where "PUBLIC KEY", "RSA PUBLIC KEY" or "CERTIFICATE" is expected"#
            ]],
        );
        bad_key(
            &written("no_certificate.pem", pem.replace("PUBLIC KEY", "CERTIFICATE")),
            &expect![
                "secant: cannot use the key file no_certificate.pem: its certificate is not X.509: unexpected ASN.1 DER tag: expected INTEGER, got OBJECT IDENTIFIER"
            ],
        );
    }

    #[test]
    fn private_keys() {
        // Nothing of a private key but its form is looked at, so these have no secret.
        let block = |label: &str| format!("-----BEGIN {label}-----\nMAA=\n-----END {label}-----\n");
        bad_key(
            &written("pkcs8.pem", block("PRIVATE KEY")),
            &expect![
                "secant: cannot use the key file pkcs8.pem: it is a private key (PRIVATE KEY) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
        bad_key(
            &written("encrypted.pem", block("ENCRYPTED PRIVATE KEY")),
            &expect![
                "secant: cannot use the key file encrypted.pem: it is a private key (ENCRYPTED PRIVATE KEY) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
        bad_key(
            &written("rsa.pem", block("RSA PRIVATE KEY")),
            &expect![
                "secant: cannot use the key file rsa.pem: it is a private key (RSA PRIVATE KEY) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
        let ec = format!("{}{}", block("EC PARAMETERS"), block("EC PRIVATE KEY"));
        bad_key(
            &written("ec.pem", ec),
            &expect![
                "secant: cannot use the key file ec.pem: it is a private key (EC PRIVATE KEY) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
        bad_key(
            &written("openssh", block("OPENSSH PRIVATE KEY")),
            &expect![
                "secant: cannot use the key file openssh: it is a private key (OPENSSH PRIVATE KEY) where a public key is expected, which `ssh-keygen -e -m PKCS8` makes of it"
            ],
        );
        bad_key(
            &written("pkcs8.der", [0x30, 7, 2, 1, 0, 0x30, 0, 4, 0]),
            &expect![
                "secant: cannot use the key file pkcs8.der: it is a private key (PKCS#8) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
        bad_key(
            &written("encrypted.der", [0x30, 4, 0x30, 0, 4, 0]),
            &expect![
                "secant: cannot use the key file encrypted.der: it is a private key (PKCS#8, encrypted) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
        bad_key(
            &written("sec1.der", [0x30, 5, 2, 1, 1, 4, 0]),
            &expect![
                "secant: cannot use the key file sec1.der: it is a private key (SEC 1) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
        bad_key(
            &written("pkcs1.der", [0x30, 9, 2, 1, 0, 2, 1, 15, 2, 1, 3]),
            &expect![
                "secant: cannot use the key file pkcs1.der: it is a private key (PKCS#1) where a public key is expected, which `openssl pkey -pubout` makes of it"
            ],
        );
    }

    #[test]
    fn digest_of_another_length() {
        let signature = "--signature ecdsa/prime256v1/signature.der";
        failure(
            2,
            &format!("{P256} {signature} --digest digests/sha1.bin"),
            &expect!["secant: cannot use the digest file digests/sha1.bin: it has 20 bytes where SHA-256 gives 32"],
        );
    }

    #[test]
    fn usage_of_options() {
        usage(
            &format!("ecdsa --hash md5 --key ecdsa/prime256v1/key.pem {SIGNED}"),
            &expect![
                "error: invalid value 'md5' for '--hash <HASH>': known are SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256, SHA3-224, SHA3-256, SHA3-384, SHA3-512, SHAKE128, SHAKE256"
            ],
        );
        usage(
            &format!("{P256} --signature ecdsa/prime256v1/signature.der"),
            &expect![[r#"
                error: the following required arguments were not provided:
                  <--message <FILE>|--digest <FILE>>"#]],
        );
        usage(
            &format!("{P256} {SIGNED} --digest digests/sha256.bin"),
            &expect!["error: the argument '--message <FILE>' cannot be used with '--digest <FILE>'"],
        );
        usage(
            &format!("{P256} {SIGNED} --encoding ber"),
            &expect![[r#"
            error: invalid value 'ber' for '--encoding <ENCODING>'
              [possible values: der, p1363]"#]],
        );
    }
}
