//! JSON Web Signatures.

use super::*;
use secant_verify::formats::{
    AlgorithmError, VerifyError,
    jws::{Jws, JwsError, MOST_SIGNATURES},
};

const ALGORITHMS: [&str; 10] = [
    "ES256", "ES384", "ES512", "ES256K", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
];

/// The verdict on the only signature.
fn verify(jws: &str, key: &Key, payload: Option<&[u8]>) -> Result<(), VerifyError> {
    let jws = Jws::read(jws.as_bytes()).expect("a JWS");
    let mut signatures = jws.signatures();
    let signature = signatures.next().expect("one").expect("known");
    assert!(signatures.next().is_none());
    signature.verify(key, &jws.signed(signature, payload).expect("a payload"))
}

fn jwk(name: &str) -> Key {
    key(&fixture(&format!("jose/{name}.jwk"))).expect("a key")
}

fn base64url(bytes: &[u8]) -> String {
    <base64ct::Base64UrlUnpadded as base64ct::Encoding>::encode_string(bytes)
}

/// Compact, with this header, and a signature that is none.
fn with_header(header: &str) -> String {
    format!("{}.AA.AA", base64url(header.as_bytes()))
}

fn refused(header: &str) -> JwsError {
    Jws::read(with_header(header).as_bytes()).expect_err(header)
}

#[test]
fn of_other_tools() {
    for name in ALGORITHMS {
        let jws = text(&format!("jose/{name}.jws"));
        assert_eq!(verify(&jws, &jwk(name), None), Ok(()), "{name}");
        assert_eq!(verify(&format!(" {jws}\n"), &jwk(name), None), Ok(()), "{name}");
        let read = Jws::read(jws.as_bytes()).expect("a JWS");
        let signature = read.signatures().next().expect("one").expect("known");
        assert_eq!(
            (signature.algorithm().name(), signature.key_id()),
            (name, Some(&*format!("{name} key")))
        );
        // Another payload does not hold; a shorter signature is none.
        let [header, _, bytes] = jws.split('.').collect::<Vec<_>>()[..] else {
            panic!("three")
        };
        let e = verify(&format!("{header}.AAAA.{bytes}"), &jwk(name), None).expect_err("another payload");
        assert!(e.is_invalid(), "{name}: {e}");
        let cut = &bytes[..(bytes.len() - 1) / 4 * 4];
        let e = verify(&format!("{header}.AAAA.{cut}"), &jwk(name), None).expect_err("shorter");
        assert!(!e.is_invalid(), "{name}: {e}");
    }
}

/// RFC 7515, appendix A.3.
#[test]
fn of_the_standard() {
    let key = key(br#"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#);
    let jws = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";
    assert_eq!(verify(jws, &key.expect("a key"), None), Ok(()));
}

/// Every algorithm under every key: only its own.
#[test]
fn keys_and_algorithms_have_to_fit() {
    for name in ALGORITHMS {
        let jws = text(&format!("jose/{name}.jws"));
        let read = Jws::read(jws.as_bytes()).expect("a JWS");
        let algorithm = *read.signatures().next().expect("one").expect("known").algorithm();
        for other in ALGORITHMS {
            let with_algorithm = jwk(other);
            let without = Key {
                algorithm: None,
                ..with_algorithm.clone()
            };
            assert_eq!(algorithm.fits(&with_algorithm), name == other, "{name} {other}");
            let kind_fits = if name.starts_with("ES") {
                name == other
            } else {
                !other.starts_with("ES")
            };
            assert_eq!(algorithm.fits(&without), kind_fits, "{name} {other}");
            for key in [&with_algorithm, &without] {
                match verify(&jws, key, None) {
                    Ok(()) => assert_eq!(name, other),
                    // Another RSA key, which does not say for what it is.
                    Err(e) if e.is_invalid() => assert!(name != other && kind_fits && key.algorithm.is_none()),
                    Err(_) => assert!(!algorithm.fits(key)),
                }
            }
        }
    }
}

#[test]
fn forms_of_json() {
    let key = jwk("ES256");
    assert_eq!(verify(&text("jose/flattened.json"), &key, None), Ok(()));
    let general = text("jose/general.json");
    let jws = Jws::read(general.as_bytes()).expect("a JWS");
    let found = jws.signatures().map(|signature| {
        let signature = signature.expect("known");
        let key = jwk(signature.algorithm().name());
        assert_eq!(
            signature.verify(&key, &jws.signed(signature, None).expect("a payload")),
            Ok(())
        );
        signature.key_id().map(str::to_owned)
    });
    assert_eq!(
        found.collect::<Vec<_>>(),
        [Some("ES256 key".to_owned()), Some("PS384 key".to_owned())]
    );
    // One that is not known does not hide the other.
    let strange = general.replacen("eyJhbGciOiJFUzI1NiJ9", &base64url(br#"{"alg":"EdDSA"}"#), 1);
    let jws = Jws::read(strange.as_bytes()).expect("a JWS");
    assert_eq!(
        jws.signatures().map(|signature| signature.is_ok()).collect::<Vec<_>>(),
        [false, true]
    );
}

#[test]
fn payloads_elsewhere() {
    let (key, detached, payload) = (jwk("ES256"), text("jose/detached.jws"), fixture("jose/payload.txt"));
    assert_eq!(verify(&detached, &key, Some(&payload)), Ok(()));
    assert!(verify(&detached, &key, Some(b"another")).is_err_and(|e| e.is_invalid()));
    let jws = Jws::read(detached.as_bytes()).expect("a JWS");
    let signature = jws.signatures().next().expect("one").expect("known");
    assert_eq!(jws.signed(signature, None), Err(JwsError::Detached));
    let attached = text("jose/ES256.jws");
    let jws = Jws::read(attached.as_bytes()).expect("a JWS");
    let signature = jws.signatures().next().expect("one").expect("known");
    assert_eq!(jws.signed(signature, Some(&payload)), Err(JwsError::TwoPayloads));
}

/// RFC 7797.
#[test]
fn payloads_that_are_not_encoded() {
    let (key, json) = (jwk("ES256"), text("jose/unencoded.json"));
    assert_eq!(verify(&json, &key, None), Ok(()));
    assert!(verify(&json.replace("$.02", "$.03"), &key, None).is_err_and(|e| e.is_invalid()));
    // Detached, and then compact.
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let [protected, signature, payload] =
        ["protected", "signature", "payload"].map(|member| value[member].as_str().expect("text"));
    let detached = format!("{protected}..{signature}");
    assert_eq!(verify(&detached, &key, Some(payload.as_bytes())), Ok(()));
    // What it is without the parameter is another payload.
    let encoded = format!(
        "{}.{}.{signature}",
        base64url(br#"{"alg":"ES256"}"#),
        base64url(payload.as_bytes())
    );
    assert!(verify(&encoded, &key, None).is_err_and(|e| e.is_invalid()));
    for header in [
        r#"{"alg":"ES256","b64":false}"#,
        r#"{"alg":"ES256","crit":["b64"]}"#,
        r#"{"alg":"ES256","b64":true,"crit":["b64","b64"]}"#,
        r#"{"alg":"ES256","b64":false,"crit":[]}"#,
    ] {
        assert!(matches!(refused(header), JwsError::CriticalList(_)), "{header}");
    }
    assert!(matches!(
        refused(r#"{"alg":"ES256","b64":0,"crit":["b64"]}"#),
        JwsError::Header(_)
    ));
    let unsigned = r#"{"payload":"","header":{"alg":"ES256","b64":false},"signature":"AA"}"#;
    let jws = Jws::read(unsigned.as_bytes()).expect("JSON");
    assert_eq!(
        jws.signatures().next().expect("one").err(),
        Some(&JwsError::Unsigned("b64"))
    );
}

#[test]
fn what_has_to_be_understood() {
    assert_eq!(
        refused(r#"{"alg":"ES256","crit":["exp"],"exp":1}"#),
        JwsError::Critical("exp".into())
    );
    assert_eq!(
        refused(r#"{"alg":"ES256","crit":["b64","x"],"b64":true}"#),
        JwsError::Critical("x".into())
    );
    assert_eq!(
        refused(r#"{"alg":"ES256","crit":["alg"]}"#),
        JwsError::Critical("alg".into())
    );
    assert!(matches!(
        refused(r#"{"alg":"ES256","crit":"b64"}"#),
        JwsError::Header(_)
    ));
    let unsigned = r#"{"payload":"","header":{"alg":"ES256","crit":["b64"]},"signature":"AA"}"#;
    let jws = Jws::read(unsigned.as_bytes()).expect("JSON");
    assert_eq!(
        jws.signatures().next().expect("one").err(),
        Some(&JwsError::Unsigned("crit"))
    );
}

#[test]
fn algorithms_that_are_none() {
    for name in [
        "none", "None", "NONE", "HS256", "HS512", "EdDSA", "es256", "", "RSA-OAEP",
    ] {
        let e = refused(&format!("{{\"alg\":{name:?}}}"));
        assert!(matches!(&e, JwsError::Algorithm(_)), "{name}: {e}");
    }
    assert_eq!(refused(r#"{"alg":"none"}"#), JwsError::Algorithm(AlgorithmError::None));
    assert_eq!(
        refused(r#"{"alg":"HS256"}"#),
        JwsError::Algorithm(AlgorithmError::Hmac("HS256".into()))
    );
    assert_eq!(refused("{}"), JwsError::NoAlgorithm);
    assert!(matches!(refused(r#"{"alg":5}"#), JwsError::Header(_)));
    assert!(matches!(
        refused(r#"{"alg":"none","alg":"ES256"}"#),
        JwsError::Header(_)
    ));
    assert!(matches!(refused(r#"{"alg":"ES256","x":1,"x":1}"#), JwsError::Header(_)));
}

#[test]
fn broken_forms() {
    let read = |text: &str| Jws::read(text.as_bytes()).err();
    let es256 = base64url(br#"{"alg":"ES256"}"#);
    assert_eq!(read(""), Some(JwsError::Parts(1)));
    assert_eq!(read("a.b"), Some(JwsError::Parts(2)));
    assert_eq!(read("a.b.c.d"), Some(JwsError::Parts(4)));
    assert_eq!(read("a.b.c.d.e"), Some(JwsError::Encrypted));
    assert_eq!(read(&".".repeat(1000)), Some(JwsError::Parts(1001)));
    assert_eq!(read(&format!("{es256}.AA.AA~AA~")), Some(JwsError::Disclosures));
    assert_eq!(read(&format!("{es256}=.AA.AA")), Some(JwsError::Base64("header")));
    assert_eq!(read(&format!("{es256}.A.AA")), Some(JwsError::Base64("payload")));
    assert_eq!(read(&format!("{es256}.AA.A/A")), Some(JwsError::Base64("signature")));
    assert_eq!(
        read(&format!("{es256}.AB.AA")),
        Some(JwsError::Base64("payload")),
        "bits that stand for nothing"
    );
    assert!(matches!(read("AA.AA.AA"), Some(JwsError::Header(_))));
    assert!(matches!(read("{"), Some(JwsError::Json(_))));
    assert_eq!(Jws::read(b"\xff").err(), Some(JwsError::Utf8));
    let both = format!(r#"{{"payload":"AA","protected":"{es256}","signatures":[],"signature":"AA"}}"#);
    assert_eq!(read(&both), Some(JwsError::BothForms("signature")));
    assert_eq!(read(r#"{"payload":"AA","signatures":[]}"#), Some(JwsError::NoSignature));
    let twice = format!(r#"{{"payload":"AA","protected":"{es256}","header":{{"alg":"ES256"}},"signature":"AA"}}"#);
    let jws = Jws::read(twice.as_bytes()).expect("JSON");
    assert_eq!(
        jws.signatures().next().expect("one").err(),
        Some(&JwsError::BothHeaders("alg".into()))
    );
    let many = format!(
        r#"{{"payload":"AA","signatures":[{}{{}}]}}"#,
        "{},".repeat(MOST_SIGNATURES)
    );
    assert!(matches!(read(&many), Some(JwsError::Json(_))));
    let mixed = format!(
        r#"{{"payload":"AA","signatures":[{{"protected":"{es256}","signature":"AA"}},{{"protected":"{}","signature":"AA"}}]}}"#,
        base64url(br#"{"alg":"ES256","b64":false,"crit":["b64"]}"#)
    );
    assert_eq!(read(&mixed), Some(JwsError::Mixed));
}

/// JSON costs a small multiple of its size: its lists stop, and a header has few parameters.
#[test]
fn hostile_json() {
    let start = std::time::Instant::now();
    let empty = format!(r#"{{"payload":"AA","signatures":[{}{{}}]}}"#, "{},".repeat(4 << 20));
    assert!(matches!(Jws::read(empty.as_bytes()), Err(JwsError::Json(_))));
    let ignored = format!(r#"{{"payload":"AA","x":[{}0]}}"#, "{},".repeat(4 << 20));
    assert!(Jws::read(ignored.as_bytes()).is_ok_and(|jws| jws.signatures().all(|signature| signature.is_err())));
    let header = (0..1000).map(|i| format!("\"{i}\":0,")).collect::<String>();
    assert!(matches!(
        refused(&format!("{{{header}\"alg\":\"ES256\"}}")),
        JwsError::Header(_)
    ));
    let deep = format!(r#"{{"payload":"AA","x":{}}}"#, "[".repeat(1 << 20));
    assert!(matches!(Jws::read(deep.as_bytes()), Err(JwsError::Json(_))));
    assert!(start.elapsed().as_secs() < 5);
}
