//! COSE messages.

use super::*;
use secant_verify::formats::{
    VerifyError,
    cose::{CoseError, LONGEST_HEADER, LONGEST_MESSAGE, Sign1},
};

/// The verdict on a message.
fn verify(message: &[u8], key: &Key, payload: Option<&[u8]>, external: &[u8]) -> Result<(), VerifyError> {
    let message = Sign1::read(message).expect("a message");
    message.verify(key, &message.signed(payload, external).expect("a payload"))
}

fn key_of(name: &str) -> Key {
    key(&fixture(&format!("cose/{name}.key"))).expect("a key")
}

#[test]
fn of_other_tools() {
    for (name, key, algorithm) in [("es256", "ec", "ES256"), ("ps256", "rsa", "PS256")] {
        let bytes = fixture(&format!("cose/{name}.cbor"));
        let message = Sign1::read(&bytes).expect("a message");
        assert_eq!(message.algorithm().name(), algorithm);
        assert_eq!(message.key_id().map(|id| id.to_string()).as_deref(), Some(key));
        let key = key_of(key);
        assert_eq!(verify(&bytes, &key, None, b""), Ok(()));
        assert!(verify(&bytes, &key, None, b"more").is_err_and(|e| e.is_invalid()));
        // Without its tag, and within that of a token.
        assert_eq!(verify(&bytes[1..], &key, None, b""), Ok(()));
        assert_eq!(verify(&[&[0xd8, 61], &bytes[..]].concat(), &key, None, b""), Ok(()));
        assert!(matches!(
            Sign1::read(&[&[0xd8, 98], &bytes[1..]].concat()),
            Err(CoseError::Message(_))
        ));
        let mut changed = bytes.clone();
        *changed.last_mut().expect("not empty") ^= 1;
        assert!(verify(&changed, &key, None, b"").is_err_and(|e| e.is_invalid()));
    }
    assert_eq!(
        verify(&fixture("cose/aad.cbor"), &key_of("ec"), None, b"both know"),
        Ok(())
    );
    assert_eq!(
        verify(&fixture("cose/es256.cbor"), &key_of("ec_compressed"), None, b""),
        Ok(())
    );
    // The other's key.
    assert!(verify(&fixture("cose/ps256.cbor"), &key_of("ec"), None, b"").is_err_and(|e| !e.is_invalid()));
}

/// RFC 9052, appendix C.2.1, with the key of C.7.1.
#[test]
fn of_the_standard() {
    let message = hex::decode(concat!(
        "d28443a10126a10442313154546869732069732074686520636f6e74656e742e58408eb33e4ca31d1c465ab05aac34cc6b23d58fef5c083106c4",
        "d25a91aef0b0117e2af9a291aa32e14ab834dc56ed2a223444547e01f11d3b0916e5a4c345cacb36"
    ));
    let [x, y] = [
        "bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff",
        "20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e",
    ]
    .map(|number| Cbor::bytes(&hex::decode(number).expect("digits")));
    let pairs =
        [(1, Cbor::int(2)), (-1, Cbor::int(1)), (-2, x), (-3, y)].map(|(label, value)| (Cbor::int(label), value));
    let key = key(&Cbor::map(&pairs).0).expect("a key");
    assert_eq!(verify(&message.expect("digits"), &key, None, b""), Ok(()));
}

#[test]
fn payloads_elsewhere() {
    let (bytes, payload) = (fixture("cose/detached.cbor"), fixture("jose/payload.txt"));
    assert_eq!(verify(&bytes, &key_of("ec"), Some(&payload), b""), Ok(()));
    assert!(verify(&bytes, &key_of("ec"), Some(b"another"), b"").is_err_and(|e| e.is_invalid()));
    let message = Sign1::read(&bytes).expect("a message");
    assert_eq!(message.signed(None, b""), Err(CoseError::Detached));
    let message = Sign1::read(&fixture("cose/es256.cbor")).expect("a message");
    assert_eq!(message.signed(Some(&payload), b""), Err(CoseError::TwoPayloads));
}

/// A message with these headers, and a signature that is none.
fn message(protected: &[(Cbor, Cbor)], unprotected: &[(Cbor, Cbor)]) -> Vec<u8> {
    let protected = Cbor::bytes(&Cbor::map(protected).0);
    Cbor::array(&[
        protected,
        Cbor::map(unprotected),
        Cbor::bytes(b"payload"),
        Cbor::bytes(&[1; 64]),
    ])
    .0
}

fn es256() -> (Cbor, Cbor) {
    (Cbor::int(1), Cbor::int(-7))
}

#[test]
fn headers() {
    let kid = || (Cbor::int(4), Cbor::bytes(b"11"));
    assert!(Sign1::read(&message(&[es256()], &[kid()])).is_ok());
    assert_eq!(
        Sign1::read(&message(&[], &[es256()])).err(),
        Some(CoseError::NoAlgorithm)
    );
    assert!(matches!(
        Sign1::read(&message(&[es256(), kid()], &[kid()])),
        Err(CoseError::BothHeaders(_))
    ));
    assert!(matches!(
        Sign1::read(&message(&[es256(), es256()], &[])),
        Err(CoseError::Message(_))
    ));
    assert!(
        matches!(
            Sign1::read(&message(&[(Cbor::int(1), Cbor::int(5))], &[])),
            Err(CoseError::Algorithm(_))
        ),
        "a MAC"
    );
    let critical = |label: Cbor| (Cbor::int(2), Cbor::array(&[label]));
    assert!(matches!(
        Sign1::read(&message(&[es256(), critical(Cbor::text("x"))], &[])),
        Err(CoseError::Critical(_))
    ));
    assert!(matches!(
        Sign1::read(&message(&[es256(), critical(Cbor::int(33))], &[])),
        Err(CoseError::Critical(_))
    ));
    assert!(matches!(
        Sign1::read(&message(&[es256()], &[critical(Cbor::int(4))])),
        Err(CoseError::Critical(_))
    ));
    assert!(Sign1::read(&message(&[es256(), critical(Cbor::int(4)), kid()], &[])).is_ok());
}

/// Signatures of signatures within each other, a thousand levels deep, are not read at all.
#[test]
fn countersignatures() {
    let mut nested = Cbor::map(&[es256()]);
    for _ in 0..1000 {
        let signature = Cbor::array(&[Cbor::bytes(&nested.0), Cbor::map(&[]), Cbor::bytes(&[1; 8])]);
        nested = Cbor::map(&[(Cbor::int(7), signature)]);
    }
    let signature = || Cbor::array(&[Cbor::bytes(&nested.0), Cbor::map(&[]), Cbor::bytes(&[1; 8])]);
    assert!(Sign1::read(&message(&[es256()], &[(Cbor::int(7), signature())])).is_ok());
    let e = Sign1::read(&message(&[es256(), (Cbor::int(7), signature())], &[])).expect_err("signed");
    assert!(matches!(e, CoseError::LongHeader(_) | CoseError::Message(_)), "{e}");
    let e = Sign1::read(&message(&[es256(), (Cbor::int(7), Cbor::array(&[]))], &[])).expect_err("signed");
    assert!(matches!(e, CoseError::Message(_)), "{e}");
}

#[test]
fn broken_messages() {
    let file = fixture("cose/es256.cbor");
    for len in 0..file.len() {
        assert!(Sign1::read(&file[..len]).is_err(), "{len}");
    }
    assert!(matches!(Sign1::read(&[&file[..], &[0]].concat()), Err(CoseError::Cbor)));
    assert!(matches!(
        Sign1::read(&vec![0; LONGEST_MESSAGE + 1]),
        Err(CoseError::TooLong(_))
    ));
    for bytes in [
        &[0x80][..],
        &[0xa0],
        &[0x84, 0, 0, 0, 0],
        &[0x84, 0x40, 0xa0, 0xf6, 0x40],
        &[0x84, 0x41, 0, 0xa0, 0x40, 0x40],
    ] {
        assert!(Sign1::read(bytes).is_err(), "{bytes:?}");
    }
    let long = (Cbor::text("x"), Cbor::bytes(&vec![0; LONGEST_HEADER]));
    assert!(matches!(
        Sign1::read(&message(&[es256(), long], &[])),
        Err(CoseError::LongHeader(_))
    ));
    let many = (0..1000)
        .map(|i| (Cbor::int(1000 + i), Cbor::int(0)))
        .collect::<Vec<_>>();
    assert!(matches!(
        Sign1::read(&message(&[es256()], &many)),
        Err(CoseError::Message(_))
    ));
}
