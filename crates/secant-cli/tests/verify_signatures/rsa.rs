//! RSA.

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
            let said = if hash == "sha1" { SHA1 } else { "" };
            assert_eq!((run.status, run.stderr.as_str()), (0, said), "{}", run.stdout);
            steady(&run.stdout)
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
    let run = verify(
        "rsa --scheme pkcs1 --hash sha1 --key rsa/2048/certificate.pem --signature rsa/2048/pkcs1_sha1.bin --digest digests/sha1.bin",
    );
    assert_eq!((run.status, run.stderr.as_str()), (0, SHA1));
    expect![[r#"
        valid: RSA signature under a key of 2048 bits, PKCS#1 v1.5 with SHA-1, verified in TIME
    "#]]
    .assert_eq(&steady(&run.stdout));
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

/// A signature that holds with another hash function of MGF1 says which.
#[test]
fn another_mgf1() {
    invalid(
        &format!("{PSS} --signature rsa/2048/pss_mgf1_sha1_salt_max.bin --message message.txt"),
        &expect![[r#"
            invalid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-256 and salt of any length, verified in TIME: it holds with --mgf1 SHA-1
        "#]],
    );
    valid(
        &format!("{PSS} --signature rsa/2048/pss_mgf1_sha1_salt_max.bin --message message.txt --mgf1 SHA-1"),
        &expect![[r#"
            valid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-1 and salt of any length, verified in TIME
        "#]],
    );
}

/// Keys whose parameters write defaults out, and one that lacks a NULL.
#[test]
fn parameters_of_keys() {
    let pss = "../../../secant-verify/fixtures/pss";
    for (key, signature) in [
        ("key_trailer.pem", "sig256_32.bin"),
        ("key_salt20.pem", "sig256_20.bin"),
    ] {
        let run = verify(&format!(
            "rsa --scheme pss --hash sha256 --key {pss}/{key} --signature {pss}/{signature} --message message.txt"
        ));
        assert!(
            run.success()
                .starts_with("valid: RSA signature under a key of 2048 bits")
        );
    }
}

/// Short keys are refused, unless asked for.
#[test]
fn weak_keys() {
    let message = written("secant.txt", "secant\n");
    let rsa = "../../../secant-verify/fixtures/rsa";
    let weak = format!(
        "rsa --scheme pkcs1 --hash sha256 --key {rsa}/key_512.pem --signature {rsa}/signature_512.bin --message {message}"
    );
    let run = verify(&weak);
    let sentence = run.failure(2);
    assert!(
        sentence.ends_with(
            "the modulus has 512 bits where at least 1024 are expected: it can be factored; --allow-weak accepts it"
        ),
        "{sentence}"
    );
    valid(
        &format!("{weak} --allow-weak"),
        &expect![[r#"
            valid: RSA signature under a key of 512 bits, PKCS#1 v1.5 with SHA-256, verified in TIME
        "#]],
    );
}

#[test]
fn malformed_signatures() {
    let bytes = contents("rsa/2048/pkcs1.bin");
    let short = written("short_rsa.bin", &bytes[1..]);
    failure(
        2,
        &format!("{RSA} --signature {short} --message message.txt"),
        &expect![
            "secant: cannot use the signature file short_rsa.bin: the signature has 255 bytes where those of the key have 256"
        ],
    );
    let large = written("large_rsa.bin", [0xff; 256]);
    invalid(
        &format!("{PSS} --signature {large} --message message.txt"),
        &expect![[r#"
            invalid: RSA signature under a key of 2048 bits, PSS with SHA-256, MGF1 with SHA-256 and salt of any length, verified in TIME: the signature is not below the modulus
        "#]],
    );
    failure(
        2,
        &format!("{RSA} --signature rsa/3072/pkcs1.bin --message message.txt"),
        &expect![
            "secant: cannot use the signature file rsa/3072/pkcs1.bin: the signature has 384 bytes where those of the key have 256"
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
            "error: invalid value 'md5' for '--mgf1 <HASH>': known are SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256, SHA3-224, SHA3-256, SHA3-384, SHA3-512, SHAKE128, SHAKE256, Keccak-256, RIPEMD-160"
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
