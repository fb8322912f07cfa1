//! Files that are missing or no keys, signatures and messages, and bad usage.

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
        &expect![
            "secant: cannot use the key file garbage_key: it is no key in PEM, DER, JWK or COSE, nor text of one in base64 or hexadecimal digits"
        ],
    );
    bad_key(
        &written("text_key.txt", "a key\n"),
        &expect![
            "secant: cannot use the key file text_key.txt: it is no key in PEM, DER, JWK or COSE, nor text of one in base64 or hexadecimal digits"
        ],
    );
    bad_key(
        &written("hex_key.txt", "3003020100\n"),
        &expect![
            "secant: cannot use the key file hex_key.txt: read as hexadecimal digits: it is DER of something else where a public key or a certificate is expected"
        ],
    );
    bad_key(
        &written("jwk.json", r#"{"kty": "EC"}"#),
        &expect![[r#"secant: cannot use the key file jwk.json: the JWK has no "crv", which keys of its type have"#]],
    );
    bad_key(
        &written("openssh.pub", "ssh-rsa AAAAB3NzaC1yc2E user\n"),
        &expect![
            "secant: cannot use the key file openssh.pub: it is a public key as OpenSSH writes it, which `ssh-keygen -e -m PKCS8 -f FILE` writes as PEM"
        ],
    );
    bad_key(
        &written("form.der", [0x30, 2, 4, 0]),
        &expect![
            "secant: cannot use the key file form.der: it is DER of something else where a public key or a certificate is expected"
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
        &expect![[
            r#"secant: cannot use the key file endless.pem: it is not PEM: its last line, "-----END PUBLIC KEY-----", is missing"#
        ]],
    );
    bad_key(
        &written("damaged.pem", pem.replacen('M', "!", 1)),
        &expect![
            "secant: cannot use the key file damaged.pem: it is not PEM: what stands between its first line and its last is not base64"
        ],
    );
    bad_key(
        &written("request.pem", pem.replace("PUBLIC KEY", "CERTIFICATE REQUEST")),
        &expect![[
            r#"secant: cannot use the key file request.pem: it is a PEM block "CERTIFICATE REQUEST" where "PUBLIC KEY", "RSA PUBLIC KEY" or "CERTIFICATE" is expected"#
        ]],
    );
    let no_certificate = written("no_certificate.der", [0x30, 7, 0x30, 0, 0x30, 0, 3, 1, 0]);
    let run = verify(&format!("ecdsa --hash sha256 --key {no_certificate} {SIGNED}"));
    assert!(run.failure(2).contains("the certificate is not DER"), "{}", run.stderr);
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
            "error: invalid value 'md5' for '--hash <HASH>': known are SHA-1, SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256, SHA3-224, SHA3-256, SHA3-384, SHA3-512, SHAKE128, SHAKE256, Keccak-256, RIPEMD-160"
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
