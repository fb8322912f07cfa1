//! ECDSA.

use super::*;
use num_bigint::BigUint;
use secant_gfp::{named::Secp256r1, sec1};
use secant_verify::ecdsa::{PublicKey, RecoveryId, Signature};
use secant_verify::hash::{Hash, Prehash};

/// The folder of the library's fixtures, from that of these.
const LIBRARY: &str = "../../../secant-verify/fixtures";

/// The options that a key of the fixtures needs.
fn options(curve: &str) -> &'static str {
    if curve.ends_with("_explicit") {
        "--explicit-curve"
    } else {
        ""
    }
}

#[test]
fn openssl() {
    let mut lines = String::new();
    for (curve, hash) in CURVES {
        lines += &both_forms(&format!(
            "ecdsa --hash {hash} --key ecdsa/{curve}/key.FORM --signature ecdsa/{curve}/signature.der --message message.txt {}",
            options(curve)
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
            "ecdsa --hash {hash} --key ecdsa/{other}/key.pem --signature ecdsa/{curve}/signature.der --message message.txt {}",
            options(other)
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
    let hash = Hash::Sha256.digest(&[&contents("webauthn/client_data.json")]);
    let signed = [&contents("webauthn/authenticator_data.bin")[..], &hash].concat();
    assert_eq!(contents("webauthn/signed.bin"), signed);
}

#[test]
fn forms_of_a_key() {
    let signed = "--signature ecdsa/prime256v1/signature.der --message message.txt";
    for key in ["certificate.pem", "certificate.der"] {
        let run = verify(&format!("ecdsa --hash sha256 --key ecdsa/prime256v1/{key} {signed}"));
        assert!(
            run.success().starts_with("valid: ECDSA signature over secp256r1 "),
            "{key}"
        );
    }
    for key in ["point.bin", "point_compressed.bin"] {
        for curve in ["P-256", "prime256v1", "SECP256R1", "p256", "nistp256"] {
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
        2,
        &format!("{P256} --signature {short} --message message.txt --encoding p1363"),
        &expect![
            "secant: cannot use the signature file short_p1363.bin: read as hexadecimal digits: the signature has 20 bytes where r and s of this curve have 64"
        ],
    );
    let p1363 =
        "--hash sha256 --key jose/ES256/key.pem --signature jose/ES256/signature.bin --message jose/ES256/signed.txt";
    verify(&format!("ecdsa {p1363} --encoding p1363")).success();
    let p1363 = written("p1363.bin", [2; 64]);
    failure(
        2,
        &format!("{P256} --signature {p1363} --message message.txt --encoding der"),
        &expect![
            "secant: cannot use the signature file p1363.bin: the signature is not DER: unexpected ASN.1 DER tag: expected SEQUENCE, got INTEGER"
        ],
    );
}

/// Signatures of 64 bytes that read as DER and as `r` and `s`, of keys that make them valid in one way.
#[test]
fn both_encodings_at_once() {
    let curve = &Secp256r1;
    let digest = Hash::Sha256.digest(&[&contents("message.txt")]);
    let digest: Prehash<'_> = digest.prehash();
    // Two integers of 29 bytes in DER.
    let mut bytes = [0x55; 64];
    bytes[..4].copy_from_slice(&[0x30, 62, 2, 29]);
    bytes[33..35].copy_from_slice(&[2, 29]);
    let id = RecoveryId::new(0).expect("an identifier");
    type Read = fn(&Secp256r1, &[u8]) -> Signature<Secp256r1>;
    let readings: [(&str, Read); 2] = [
        ("DER", |curve, bytes| Signature::from_der(curve, bytes).expect("DER")),
        ("P1363", |curve, bytes| {
            Signature::from_p1363(curve, bytes).expect("P1363")
        }),
    ];
    for (encoding, read) in readings {
        // Half of the integers are the coordinate of a point.
        let mut candidates = (0..64).map(|byte| {
            bytes[20] = byte;
            (bytes, PublicKey::recover(curve, digest, &read(curve, &bytes), id))
        });
        let (signature, key) = candidates
            .find_map(|(bytes, key)| Some((bytes, key.ok()?)))
            .expect("a key");
        let mut point = [0; 65];
        assert_eq!(sec1::encode(curve, key.point(), false, &mut point), Some(65));
        let key = written(&format!("key_of_both_{encoding}.bin"), point);
        let signature = written(&format!("both_{encoding}.bin"), signature);
        let arguments = format!(
            "ecdsa --curve P-256 --hash sha256 --key {key} --signature {signature} --digest digests/sha256.bin"
        );
        let line = format!("valid: ECDSA signature over secp256r1 with SHA-256, {encoding}, ");
        assert!(verify(&arguments).success().starts_with(&line), "{encoding}");
    }
}

#[test]
fn low_s() {
    // r, s and r, n - s: one of them has the lower s.
    let signature = contents("jose/ES256/signature.bin");
    let n = BigUint::parse_bytes(b"ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
    let n = n.expect("digits");
    let s = BigUint::from_bytes_be(&signature[32..]);
    let opposite = &n - &s;
    let (low, high) = if s < opposite { (s, opposite) } else { (opposite, s) };
    let [low, high] = [low, high].map(|s| {
        let s = s.to_bytes_be();
        [&signature[..32], &vec![0; 32 - s.len()][..], &s].concat()
    });
    let of = |name: &str| {
        format!("ecdsa --hash sha256 --key jose/ES256/key.pem --signature {name} --message jose/ES256/signed.txt")
    };
    let [low, high] = [of(&written("low_s.bin", low)), of(&written("high_s.bin", high))];
    verify(&low).success();
    verify(&high).success();
    verify(&format!("{low} --low-s")).success();
    invalid(
        &format!("{high} --low-s"),
        &expect![[r#"
            invalid: ECDSA signature over secp256r1 with SHA-256, P1363, verified in TIME: s is above half of the order where the lower of both is asked for
        "#]],
    );
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
    let of = |name: &str, bytes: &[u8]| format!("{P256} --signature {} --message message.txt", written(name, bytes));
    failure(
        2,
        &of("truncated.der", &[0x30, 68, 2, 32, 1]),
        &expect![
            "secant: cannot use the signature file truncated.der: the signature is not DER: ASN.1 DER message is incomplete: expected 6, actual 5 at DER byte 5"
        ],
    );
    failure(
        2,
        &of("followed.der", &[&bytes[..], b"\n"].concat()),
        &expect!["secant: cannot use the signature file followed.der: 1 bytes follow the signature"],
    );
    failure(
        2,
        &of("text.txt", b"MEUCIQ"),
        &expect![
            "secant: cannot use the signature file text.txt: read as base64: the signature is not DER: ASN.1 DER message is incomplete: expected 5, actual 4 at DER byte 4"
        ],
    );
    // Numbers out of range are well-formed.
    invalid(
        &of("zeros.bin", &[0; 64]),
        &expect![[r#"
            invalid: ECDSA signature over secp256r1 with SHA-256, P1363, verified in TIME: r is zero
        "#]],
    );
    invalid(
        &of("ones.bin", &[0xff; 64]),
        &expect![[r#"
            invalid: ECDSA signature over secp256r1 with SHA-256, P1363, verified in TIME: r is not below the order of the curve's generator
        "#]],
    );
    invalid(
        &of("zero.der", &[0x30, 6, 2, 1, 0, 2, 1, 1]),
        &expect![[r#"
            invalid: ECDSA signature over secp256r1 with SHA-256, DER, verified in TIME: r is zero
        "#]],
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
        &format!("ecdsa --hash sha256 --curve P-256 --key ecdsa/prime239v3_explicit/key.pem {signed} --explicit-curve"),
        &expect![
            "secant: cannot use the key file ecdsa/prime239v3_explicit/key.pem: the key's curve is a curve of 239 bits given by its parameters where --curve says secp256r1"
        ],
    );
    failure(
        2,
        &format!("ecdsa --hash sha256 --key ecdsa/prime239v3_explicit/key_named.pem {signed}"),
        &expect![
            "secant: cannot use the key file ecdsa/prime239v3_explicit/key_named.pem: the key's curve 1.2.840.10045.3.1.6 is not known; `openssl ec -pubin -param_enc explicit` writes its parameters, which --explicit-curve accepts"
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
        &expect!["secant: cannot use the key file ecdsa/prime256v1/point.bin: the point has 65 bytes in place of 97"],
    );
    usage(
        &format!("{P256} --curve P-255 {signed}"),
        &expect![
            "error: invalid value 'P-255' for '--curve <CURVE>': known are secp224r1, secp256k1, secp256r1, secp384r1, secp521r1, brainpoolP256r1, brainpoolP256t1, brainpoolP320r1, brainpoolP320t1, brainpoolP384r1, brainpoolP384t1, brainpoolP512r1, brainpoolP512t1, secp160k1, secp160r1, secp160r2, secp192k1, secp192r1, secp224k1, brainpoolP160r1, brainpoolP160t1, brainpoolP192r1, brainpoolP192t1, brainpoolP224r1, brainpoolP224t1"
        ],
    );
}

/// A key that gives the parameters of its curve is refused unless asked for.
#[test]
fn explicit_curves() {
    let signed = "--signature ecdsa/prime256v1/signature.der --message message.txt";
    let explicit = format!("ecdsa --hash sha256 --key ecdsa/prime256v1/key_explicit.pem {signed}");
    let refused = expect![
        "secant: cannot use the key file ecdsa/prime256v1/key_explicit.pem: the key gives the parameters of its curve where the curve's name is expected: who gives parameters chooses the curve; --explicit-curve accepts a key that you trust for its source"
    ];
    failure(2, &explicit, &refused);
    failure(2, &format!("{explicit} --curve P-256"), &refused);
    let line = expect![[r#"
        valid: ECDSA signature over secp256r1, given by its parameters with SHA-256, DER, verified in TIME
    "#]];
    valid(&format!("{explicit} --explicit-curve"), &line);
    valid(&format!("{explicit} --explicit-curve --curve P-256"), &line);
    failure(
        2,
        &format!("{explicit} --explicit-curve --curve P-384"),
        &expect![
            "secant: cannot use the key file ecdsa/prime256v1/key_explicit.pem: the key's curve is secp256r1, given by its parameters where --curve says secp384r1"
        ],
    );
    // With a compressed generator, as another OpenSSL wrote it.
    let compressed = format!(
        "ecdsa --hash sha256 --key {LIBRARY}/ecdsa/secp256r1_explicit.pem --signature {LIBRARY}/ecdsa/secp256r1_explicit.sig --message message.txt"
    );
    assert_eq!(verify(&compressed).status, 2);
    valid(&format!("{compressed} --explicit-curve"), &line);
}

/// Short curves have names, and the shortest are refused unless asked for.
#[test]
fn short_curves() {
    let of = |name: &str| {
        format!(
            "ecdsa --hash sha256 --key {LIBRARY}/ecdsa/{name}.pem --signature {LIBRARY}/ecdsa/{name}.sig --message message.txt"
        )
    };
    let mut lines = String::new();
    for name in ["secp160k1", "prime192v1", "brainpoolP160r1", "brainpoolP224r1"] {
        lines += &steady(verify(&of(name)).success());
    }
    expect![[r#"
        valid: ECDSA signature over secp160k1 with SHA-256, DER, verified in TIME
        valid: ECDSA signature over secp192r1 with SHA-256, DER, verified in TIME
        valid: ECDSA signature over brainpoolP160r1 with SHA-256, DER, verified in TIME
        valid: ECDSA signature over brainpoolP224r1 with SHA-256, DER, verified in TIME
    "#]]
    .assert_eq(&lines);
    let weak = format!("{} --explicit-curve", of("secp128r1"));
    let run = verify(&weak);
    let sentence = run.failure(2);
    assert!(
        sentence.ends_with(
            "the key's curve has 128 bits where at least 160 are expected: its secrets can be computed; --allow-weak accepts it"
        ),
        "{sentence}"
    );
    valid(
        &format!("{weak} --allow-weak"),
        &expect![[r#"
            valid: ECDSA signature over a curve of 128 bits given by its parameters with SHA-256, DER, verified in TIME
        "#]],
    );
}

/// Certificates from before 1970 and with a long serial number: of a certificate only its key counts.
#[test]
fn strange_certificates() {
    for name in ["from_1950.der", "serial_of_24_bytes.der"] {
        let line = verify(&format!(
            "ecdsa --hash sha256 --key {LIBRARY}/x509/{name} --signature {LIBRARY}/x509/signature.der --message message.txt"
        ));
        assert!(line.success().starts_with("valid: ECDSA signature over secp256r1 "));
    }
}

#[test]
fn a_weak_hash_function() {
    let digest = written("ecdsa_sha1.bin", [1; 20]);
    let run = verify(&format!(
        "ecdsa --hash sha1 --key ecdsa/prime256v1/key.pem --signature ecdsa/prime256v1/signature.der --digest {digest}"
    ));
    assert_eq!(run.status, 1);
    assert_eq!(run.stderr, SHA1);
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
