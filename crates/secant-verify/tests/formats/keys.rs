//! Keys as JWK, COSE keys, text and DER.

use super::*;
use secant_gfp::named::Name;
use secant_verify::{
    ecdsa::{Encoding, KeyCurve, Options},
    formats::{ChoiceError, CoseError, JwkError},
    hash::Hash,
};

/// Whether a key verifies the signature of `labels`.
fn verifies(key: &Key) -> bool {
    let options = Options::default();
    let key = key.ecdsa(None).expect("a key for ECDSA");
    key.verify(
        Hash::Sha256,
        &fixture("message.txt"),
        &fixture("labels/ec.sig"),
        Encoding::Der,
        &options,
    )
    .is_ok()
}

#[test]
fn one_key_in_all_forms() {
    for (name, note) in [
        ("ec_good.pem", ""),
        ("ec.jwk", ""),
        ("ec.cose", ""),
        ("ec_spki.b64", "read as base64"),
    ] {
        let file = fixture(&format!("labels/{name}"));
        let read = key(&file).expect(name);
        assert_eq!(read.material, spki(), "{name}");
        assert!(verifies(&read), "{name}");
        assert_eq!(notes(&file), note, "{name}");
    }
}

#[test]
fn text_of_keys() {
    let KeyMaterial::Spki(der) = spki() else { panic!("SPKI") };
    let cose = fixture("labels/ec.cose");
    let pem = fixture("pem/good.pem");
    let base64 = |bytes: &[u8]| <base64ct::Base64 as base64ct::Encoding>::encode_string(bytes);
    for (text, note) in [
        (hex::encode(&der), "read as hexadecimal digits"),
        (
            format!("0x{}\n", hex::encode_upper(&cose)),
            "read as hexadecimal digits",
        ),
        (base64(&cose), "read as base64"),
        (base64(&cose).replace('+', "-").replace('/', "_"), "read as base64url"),
        (format!("{}\r\n", base64(&pem)), "read as base64"),
        (hex::encode(base64(&der)), "read as hexadecimal digits; read as base64"),
    ] {
        assert_eq!(key(text.as_bytes()).map(|key| key.material), Ok(spki()), "{text}");
        assert_eq!(notes(text.as_bytes()), note);
    }
    // One text within another is enough.
    let e = key(hex::encode(hex::encode(hex::encode(&der))).as_bytes());
    assert_eq!(e.expect_err("too deep"), KeyError::Unknown);
    // What is within is told.
    let private = base64(b"-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n");
    let e = key(private.as_bytes()).expect_err("private").to_string();
    assert!(
        e.starts_with("read as base64: it is a private key (PRIVATE KEY)"),
        "{e}"
    );
}

#[test]
fn points() {
    let KeyMaterial::Spki(der) = spki() else { panic!("SPKI") };
    let point = &der[der.len() - 65..];
    for bytes in [point.to_vec(), hex::encode(point).into_bytes()] {
        let read = key(&bytes).expect("a point");
        assert_eq!(read.material, KeyMaterial::Bare(point.to_vec()));
        assert!(matches!(
            read.ecdsa(Some(Name::Secp256r1)).map(|key| key.curve),
            Ok(KeyCurve::Named(Name::Secp256r1))
        ));
        assert_eq!(read.ecdsa(None).err(), Some(KeyError::Point));
        assert_eq!(read.rsa(), Err(KeyError::Point));
    }
}

#[test]
fn jwk_of_all_types() {
    for name in [
        "ES256", "ES384", "ES512", "ES256K", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
    ] {
        let read = key(&fixture(&format!("jose/{name}.jwk"))).expect(name);
        assert_eq!(read.id.as_ref().map(ToString::to_string), Some(format!("{name} key")));
        let algorithm = read.algorithm.expect("an algorithm");
        assert_eq!(algorithm.name(), name);
        assert!(algorithm.fits(&read));
        assert_eq!(read.rsa().is_ok(), !name.starts_with("ES"));
        assert_eq!(algorithm.rsa_scheme().is_some(), !name.starts_with("ES"));
    }
}

/// A JWK with a change of its text.
fn changed(from: &str, to: &str) -> Result<Key, KeyError> {
    let jwk = text("labels/ec.jwk");
    assert!(jwk.contains(from));
    key(jwk.replacen(from, to, 1).as_bytes())
}

#[test]
fn broken_jwks() {
    let jwk = |e: Result<Key, KeyError>| match e {
        Err(KeyError::Jwk(e)) => e,
        other => panic!("{other:?}"),
    };
    assert!(matches!(jwk(changed("}", "")), JwkError::Json(_)));
    assert!(matches!(jwk(changed("}", "} {}")), JwkError::Json(_)));
    assert!(
        matches!(jwk(changed("\"x\":", "\"x\":\"AA\",\"x\":")), JwkError::Json(_)),
        "a member twice"
    );
    assert!(matches!(jwk(changed("\"x\":", "\"x\":5,\"z\":")), JwkError::Json(_)));
    assert_eq!(jwk(changed("\"kty\"", "\"kt\"")), JwkError::Other);
    assert_eq!(jwk(changed("\"y\"", "\"z\"")), JwkError::Missing("y"));
    assert_eq!(jwk(changed("\"crv\"", "\"z\"")), JwkError::Missing("crv"));
    assert_eq!(jwk(changed("\"x\":\"M", "\"x\":\"+")), JwkError::Base64("x"));
    assert_eq!(jwk(changed("DuA\"", "DuA=\"")), JwkError::Base64("x"));
    assert_eq!(
        jwk(changed("DuA\"", "DuB\"")),
        JwkError::Base64("x"),
        "bits that stand for nothing"
    );
    let length = JwkError::Length {
        member: "x",
        curve: "secp384r1",
        found: 32,
        expected: 48,
    };
    assert_eq!(jwk(changed("P-256", "P-384")), length);
    assert_eq!(jwk(key(b"{\"kty\":\"EC\",\xff}")), JwkError::Utf8);
    assert_eq!(jwk(key(br#"{"kty":"RSA","e":"AQAB"}"#)), JwkError::Missing("n"));
    assert_eq!(jwk(key(br#"{"a":1}"#)), JwkError::Other);
}

#[test]
fn jwks_that_are_not_for_verifying() {
    for (member, error) in [
        (
            r#""d":"AA""#,
            KeyError::PrivateMember {
                form: "JWK",
                member: "\"d\"",
            },
        ),
        (r#""use":"enc""#, KeyError::Use("\"use\" of the JWK")),
        (r#""key_ops":["sign"]"#, KeyError::Use("\"key_ops\" of the JWK")),
        (r#""key_ops":[]"#, KeyError::Use("\"key_ops\" of the JWK")),
    ] {
        assert_eq!(changed("}", &format!(",{member}}}")), Err(error), "{member}");
    }
    for member in [r#""alg":"HS256""#, r#""alg":"none""#, r#""alg":"ECDH-ES""#] {
        assert!(
            matches!(changed("}", &format!(",{member}}}")), Err(KeyError::Algorithm(_))),
            "{member}"
        );
    }
    assert_eq!(
        changed("}", r#","use":"sig","key_ops":["sign","verify"],"ext":true}"#).map(|key| key.material),
        Ok(spki())
    );
    assert_eq!(changed("P-256", "Ed25519"), Err(KeyError::Curve("Ed25519".into())));
    assert_eq!(changed("\"EC\"", "\"OKP\""), Err(KeyError::Type("OKP".into())));
    let e = key(br#"{"kty":"oct","k":"AAAA"}"#).expect_err("a secret");
    assert!(e.to_string().contains("oct"), "{e}");
}

#[test]
fn sets_of_jwks() {
    let keys = Keys::read(&fixture("jose/keys.json")).expect("a set");
    assert!(keys.is_set());
    let named = keys.choose(Some("RS384 key"), |_| true).expect("the key");
    assert_eq!(named.algorithm.map(|algorithm| algorithm.name()), Some("RS384"));
    let only = keys.choose(None, |key| {
        key.ecdsa(None)
            .is_ok_and(|key| matches!(key.curve, KeyCurve::Named(Name::Secp521r1)))
    });
    assert_eq!(
        only.expect("one").id.as_ref().map(ToString::to_string).as_deref(),
        Some("ES512 key")
    );
    let several = keys.choose(None, |key| key.rsa().is_ok()).expect_err("six");
    assert!(
        matches!(&several, ChoiceError::Several(ids) if ids.len() == 6),
        "{several}"
    );
    let unknown = keys.choose(Some("another"), |_| true).expect_err("no such key");
    assert!(
        unknown
            .to_string()
            .starts_with("it has no key \"another\"; there are exchange, lattice, ES256 key"),
        "{unknown}"
    );
    assert!(matches!(
        keys.choose(None, |_| false),
        Err(ChoiceError::NoneFits {
            count: 12,
            error: Some(_)
        })
    ));
    // What is strange is so only when it is asked for.
    assert!(matches!(
        keys.choose(Some("exchange"), |_| true),
        Err(ChoiceError::Named {
            error: KeyError::Type(_),
            ..
        })
    ));
    assert!(
        Keys::read(br#"{"keys":[]}"#)
            .expect("a set")
            .choose(None, |_| true)
            .is_err()
    );
    let one = format!("{{\"keys\":[{}, {{}}, 5]}}", text("labels/ec.jwk"));
    assert_eq!(
        Keys::read(one.as_bytes())
            .expect("a set")
            .choose(None, |_| true)
            .map(|key| &key.material),
        Ok(&spki())
    );
    let many = format!("{{\"keys\":[{}0]}}", "0,".repeat(1024));
    assert_eq!(
        Keys::read(many.as_bytes()).err(),
        Some(KeyError::Jwk(JwkError::TooMany(1025)))
    );
}

#[test]
fn cose_keys() {
    let ec = key(&fixture("cose/ec.key")).expect("a key");
    assert_eq!(ec.algorithm.map(|algorithm| algorithm.name()), Some("ES256"));
    assert_eq!(ec.id.as_ref().map(ToString::to_string).as_deref(), Some("ec"));
    // The same point.
    let compressed = key(&fixture("cose/ec_compressed.key")).expect("a key");
    let points = [&ec, &compressed].map(|key| key.ecdsa(None).expect("a key").point.to_vec());
    assert_eq!((points[0].len(), points[1].len()), (65, 33));
    assert_eq!(points[0][1..33], points[1][1..]);
    assert!(key(&fixture("cose/rsa.key")).expect("a key").rsa().is_ok());
    let private = KeyError::PrivateMember {
        form: "COSE key",
        member: "d (-4)",
    };
    assert_eq!(key(&fixture("cose/ec_private.key")), Err(private));
    let keys = Keys::read(&fixture("cose/keys.cbor")).expect("a set");
    assert!(keys.is_set());
    assert_eq!(
        keys.choose(Some("ec"), |_| true).map(|key| &key.material),
        Ok(&ec.material)
    );
    assert_eq!(
        keys.choose(Some("6563"), |_| true).map(|key| &key.material),
        Ok(&ec.material),
        "hexadecimal digits of the name"
    );
    assert!(keys.choose(None, |key| key.rsa().is_ok()).is_ok());
}

#[test]
fn broken_cose_keys() {
    let (x, y) = ([1u8; 32], [2u8; 32]);
    let pairs = |extra: Vec<(Cbor, Cbor)>, kty: i64, crv: i64| {
        let mut pairs = vec![
            (Cbor::int(1), Cbor::int(kty)),
            (Cbor::int(-1), Cbor::int(crv)),
            (Cbor::int(-2), Cbor::bytes(&x)),
            (Cbor::int(-3), Cbor::bytes(&y)),
        ];
        pairs.extend(extra);
        Cbor::map(&pairs).0
    };
    assert!(key(&pairs(vec![], 2, 1)).is_ok());
    assert!(key(&pairs(vec![(Cbor::int(4), Cbor::array(&[Cbor::int(2)]))], 2, 1)).is_ok());
    assert_eq!(
        key(&pairs(vec![(Cbor::int(4), Cbor::array(&[Cbor::int(1)]))], 2, 1)),
        Err(KeyError::Use("\"key_ops\" of the COSE key"))
    );
    // A label twice.
    assert!(matches!(
        key(&pairs(vec![(Cbor::int(-1), Cbor::int(1))], 2, 1)),
        Err(KeyError::Cose(CoseError::Key(_)))
    ));
    assert!(matches!(key(&pairs(vec![], 1, 6)), Err(KeyError::Type(_))));
    assert!(matches!(key(&pairs(vec![], 4, 6)), Err(KeyError::Type(_))));
    assert_eq!(key(&pairs(vec![], 2, 6)), Err(KeyError::Curve("6".into())));
    assert!(matches!(
        key(&pairs(vec![], 2, 2)),
        Err(KeyError::Cose(CoseError::Length { expected: 48, .. }))
    ));
    assert!(matches!(
        key(&pairs(vec![(Cbor::int(3), Cbor::int(-8))], 2, 1)),
        Err(KeyError::Algorithm(_))
    ));
    assert!(matches!(
        key(&pairs(vec![(Cbor::int(3), Cbor::text("ES256"))], 2, 1)),
        Err(KeyError::Algorithm(_))
    ));
    assert_eq!(
        key(&Cbor::map(&[(Cbor::int(2), Cbor::int(2))]).0),
        Err(KeyError::Cose(CoseError::Other))
    );
    // A message, something behind, an end too early, a promise of gigabytes, arrays within arrays.
    assert_eq!(
        key(&fixture("cose/es256.cbor")),
        Err(KeyError::Cose(CoseError::IsMessage))
    );
    let file = fixture("labels/ec.cose");
    assert_eq!(key(&[&file[..], &[0]].concat()), Err(KeyError::Unknown));
    for len in 0..file.len() {
        assert!(key(&file[..len]).is_err(), "{len}");
    }
    assert_eq!(
        key(&[0xa1, 0x01, 0x5b, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff]),
        Err(KeyError::Unknown)
    );
    assert_eq!(
        key(&[0xbb, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        Err(KeyError::Unknown)
    );
    assert_eq!(key(&[0x81; 60_000]), Err(KeyError::Unknown));
}

#[test]
fn what_else_people_have() {
    for (file, start) in [
        (&b""[..], "it is empty"),
        (b"ssh-ed25519 AAAAC3 user", "it is a public key as OpenSSH writes it"),
        (
            b"ecdsa-sha2-nistp256 AAAA user\n",
            "it is a public key as OpenSSH writes it",
        ),
        (
            b"---- BEGIN SSH2 PUBLIC KEY ----\n",
            "it is a public key as OpenSSH writes it",
        ),
        (
            b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAA==\n-----END PGP PUBLIC KEY BLOCK-----",
            "it is a PEM block \"PGP PUBLIC KEY BLOCK\"",
        ),
        (b"a key of mine\n", "it is no key in PEM, DER, JWK or COSE"),
        (&[0x80; 65], "it is no key in PEM, DER, JWK or COSE"),
        (&[0x30, 2, 4, 0], "it is DER of something else where a public key"),
        (&[0x30, 9, 2, 1, 0, 2, 1, 15, 2, 1, 3], "it is a private key (PKCS#1)"),
        (&[0x30, 5, 2, 1, 1, 4, 0], "it is a private key (SEC 1)"),
    ] {
        let e = key(file).expect_err("no key").to_string();
        assert!(e.starts_with(start), "{e}");
    }
    let e = key(&fixture("labels/ec.sig")).expect_err("a signature").to_string();
    assert!(e.starts_with("it is DER of an ECDSA signature"), "{e}");
}
