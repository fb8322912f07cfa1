//! WebAuthn.

use super::*;
use secant_verify::formats::webauthn::{Assertion, AssertionError, Expected, Mismatch};

fn assertion() -> Assertion {
    Assertion::from_json(&text("webauthn/assertion.json")).expect("an assertion")
}

fn registered() -> Key {
    key(&fixture("webauthn/registration.json")).expect("a key")
}

fn response() -> serde_json::Value {
    let json: serde_json::Value = serde_json::from_str(&text("webauthn/assertion.json")).expect("JSON");
    json["response"].clone()
}

fn bytes(text: &str) -> Vec<u8> {
    <base64ct::Base64UrlUnpadded as base64ct::Encoding>::decode_vec(text).expect("base64url")
}

fn base64url(bytes: &[u8]) -> String {
    <base64ct::Base64UrlUnpadded as base64ct::Encoding>::encode_string(bytes)
}

/// The assertion with another text for a member of its response.
fn changed(member: &str, value: &str) -> Result<Assertion, AssertionError> {
    let mut response = response();
    response[member] = value.into();
    Assertion::from_json(&serde_json::json!({ "response": response }).to_string())
}

#[test]
fn keys_of_registrations() {
    let with_key = key(&fixture("webauthn/registration_with_key.json")).expect("a key");
    let attested = key(&fixture("webauthn/attestation.cbor")).expect("a key");
    assert_eq!(registered(), with_key);
    assert_eq!(registered(), attested);
    assert_eq!(with_key.algorithm.map(|algorithm| algorithm.name()), Some("ES256"));
    let json = text("webauthn/registration_with_key.json");
    assert!(matches!(
        key(json.replace(": -7", ": -8").as_bytes()),
        Err(KeyError::Algorithm(_))
    ));
    assert!(key(br#"{"response":{"publicKey":"!"}}"#).is_err());
    assert!(key(br#"{"response":{"attestationObject":"oA"}}"#).is_err());
    assert!(key(br#"{"response":{}}"#).is_err());
    // An attestation that ends anywhere before the key does.
    let file = fixture("webauthn/attestation.cbor");
    for len in 0..file.len() {
        assert!(key(&file[..len]).is_err(), "{len}");
    }
}

#[test]
fn signatures() {
    let key = registered();
    let verified = assertion().verify(&key).map(|algorithm| algorithm.name());
    assert_eq!(verified, Ok("ES256"));
    let point = Key {
        algorithm: None,
        ..key.clone()
    };
    assert!(assertion().verify(&point).is_ok(), "the algorithm of the curve");
    for member in ["authenticatorData", "clientDataJSON", "signature"] {
        let mut other = bytes(response()[member].as_str().expect("text"));
        let at = if member == "clientDataJSON" {
            other.len() - 4
        } else {
            other.len() - 1
        };
        other[at] ^= 1;
        let other = changed(member, &base64url(&other)).expect("an assertion");
        assert!(other.verify(&key).is_err_and(|e| e.is_invalid()), "{member}");
    }
    // r and s one after the other are not how it is done.
    let other = changed("signature", &base64url(&[1; 64])).expect("an assertion");
    assert!(other.verify(&key).is_err_and(|e| !e.is_invalid()));
    let rsa = super::key(&fixture("cose/rsa.key")).expect("a key");
    assert!(assertion().verify(&rsa).is_err_and(|e| !e.is_invalid()));
}

#[test]
fn what_is_asked_for() {
    let challenge = bytes(&text("webauthn/challenge.txt"));
    let all = Expected {
        challenge: Some(&challenge),
        origin: Some("https://example.org"),
        relying_party: Some("example.org"),
        user_verified: false,
    };
    assert_eq!(assertion().check(&Expected::default()), Ok(()));
    assert_eq!(assertion().check(&all), Ok(()));
    assert!(!assertion().is_user_verified());
    for (expected, mismatch) in [
        (
            Expected {
                challenge: Some(b"another"),
                ..all.clone()
            },
            Mismatch::Challenge,
        ),
        (
            Expected {
                challenge: Some(b""),
                ..all.clone()
            },
            Mismatch::Challenge,
        ),
        (
            Expected {
                origin: Some("https://example.org/"),
                ..all.clone()
            },
            Mismatch::Origin("https://example.org".into()),
        ),
        (
            Expected {
                relying_party: Some("example.com"),
                ..all.clone()
            },
            Mismatch::RelyingParty,
        ),
        (
            Expected {
                user_verified: true,
                ..all.clone()
            },
            Mismatch::UserVerified,
        ),
    ] {
        assert_eq!(assertion().check(&expected), Err(mismatch));
    }
    let mut data = bytes(response()["authenticatorData"].as_str().expect("text"));
    data[32] = 0;
    let absent = changed("authenticatorData", &base64url(&data)).expect("an assertion");
    assert_eq!(absent.check(&all), Err(Mismatch::UserPresent));
    data[32] = 5;
    let verified = changed("authenticatorData", &base64url(&data)).expect("an assertion");
    assert_eq!(
        verified.check(&Expected {
            user_verified: true,
            ..all
        }),
        Ok(())
    );
}

#[test]
fn broken_assertions() {
    assert!(matches!(Assertion::from_json("{"), Err(AssertionError::Json(_))));
    assert!(matches!(Assertion::from_json("{}"), Err(AssertionError::Json(_))));
    assert!(matches!(
        Assertion::from_json(r#"{"response":{}}"#),
        Err(AssertionError::Json(_))
    ));
    assert_eq!(
        Assertion::from_json(&text("webauthn/registration.json")),
        Err(AssertionError::Registration)
    );
    assert_eq!(changed("signature", "!"), Err(AssertionError::Base64("signature")));
    assert_eq!(changed("authenticatorData", "AAAA"), Err(AssertionError::Short(3)));
    let mut data = bytes(response()["authenticatorData"].as_str().expect("text"));
    for flags in [0x41, 0x81] {
        data[32] = flags;
        assert!(matches!(
            changed("authenticatorData", &base64url(&data)),
            Err(AssertionError::AuthenticatorData(_))
        ));
    }
    data[32] = 1;
    data.push(0xa0);
    assert!(matches!(
        changed("authenticatorData", &base64url(&data)),
        Err(AssertionError::AuthenticatorData(_))
    ));
    data[32] = 0x81;
    assert!(changed("authenticatorData", &base64url(&data)).is_ok());
    let client = |json: &str| changed("clientDataJSON", &base64url(json.as_bytes()));
    assert!(matches!(client("[]"), Err(AssertionError::ClientData(_))));
    assert!(matches!(
        client(r#"{"type":"webauthn.get","challenge":""}"#),
        Err(AssertionError::ClientData(_))
    ));
    let create = r#"{"type":"webauthn.create","challenge":"","origin":""}"#;
    assert_eq!(client(create), Err(AssertionError::Type("webauthn.create".into())));
}
