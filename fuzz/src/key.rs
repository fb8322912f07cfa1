//! Public keys: the whole input is one, in whatever encoding.

use crate::{
    der,
    digest::prehash,
    integer::{Equation, modulus, value},
    point,
};
use num_bigint::BigUint;
use secant_gfp::{
    Curve, CurveError, Parameters, Policy,
    named::{CurveMatch, Name, Visitor},
};
use secant_verify::{
    ecdsa::{self, Encoding, ExplicitCurve, KeyCurve, KeyFile, Options, to_der},
    hash::Hash,
    rsa::{self, PublicKey, Scheme},
};

const EC_PUBLIC_KEY: &str = "1.2.840.10045.2.1";
const RSA_ENCRYPTION: &str = "1.2.840.113549.1.1.1";
const NULL: [u8; 2] = [5, 0];

/// Reads a key as everything that it could be.
pub fn run(bytes: &[u8]) {
    let is_ecdsa = ecdsa_file(bytes);
    let is_rsa = rsa_file(bytes);
    assert!(!(is_ecdsa && is_rsa), "a key for two algorithms");
    for name in Name::ALL {
        name.visit(Point(bytes));
    }
}

/// A point in its encoding, on a curve that is known.
struct Point<'a>(&'a [u8]);

impl Visitor for Point<'_> {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        point::check(curve, self.0);
    }
}

/// What is accepted is DER, the only encoding of what was read, and verifies as its point does on its curve.
fn ecdsa_file(bytes: &[u8]) -> bool {
    let Ok(der) = to_der(bytes) else { return false };
    let Ok(key) = KeyFile::from_spki_der(&der) else {
        return false;
    };
    assert!(der::is_der(&der), "accepted, and not DER: {der:02x?}");
    assert_eq!(to_der(der::pem("PUBLIC KEY", &der).as_bytes()).as_deref(), Ok(&der[..]));
    // No signature, an r that hardly a point has, and nothing.
    for (signature, encoding) in [
        (&der::tlv(0x30, &[2, 1, 1, 2, 1, 1])[..], Encoding::Der),
        (&[][..], Encoding::P1363),
    ] {
        let verify = |options: &Options| key.verify_digest(prehash(&[1; 32]), signature, encoding, options);
        let point = ReadPoint(key.point);
        let expected = match &key.curve {
            KeyCurve::Named(name) => name.visit(point),
            KeyCurve::Explicit(curve) => {
                assert_eq!(verify(&Options::default()), Err(ecdsa::Error::ExplicitCurve));
                read_explicit(curve, point)
            }
        };
        let verdict = verify(&Options {
            explicit_curve: true,
            allow_weak: true,
            ..Options::default()
        });
        match (verdict, expected) {
            (Err(found), Err(expected)) => assert_eq!(found, expected),
            (verdict, Ok(())) => assert!(verdict.is_ok() || verdict.is_err_and(|e| e.is_invalid_signature())),
            (verdict, expected) => panic!("{verdict:?} where the key is {expected:?}"),
        }
    }
    match &key.curve {
        KeyCurve::Named(name) => {
            let named = der::spki(EC_PUBLIC_KEY, &der::oid(name.oid()), key.point);
            assert_eq!(der, named);
        }
        KeyCurve::Explicit(curve) => {
            let name = curve.name();
            assert!(name.is_none_or(|name| name.visit(HasParametersIn(&der))));
            let _ = curve.with_parameters(|parameters| explicit(parameters, key.point));
        }
    }
    true
}

/// Reads a point on a curve by its parameters, as it is accepted where they are asked for.
fn read_explicit(curve: &ExplicitCurve<'_>, point: ReadPoint<'_>) -> Result<(), ecdsa::Error> {
    curve.with_parameters(|parameters| match Name::like(parameters) {
        Some(CurveMatch::OtherGenerator(name)) => Err(ecdsa::Error::OtherGenerator(name)),
        _ => secant_gfp::visit(parameters, &Policy::default(), point)?,
    })?
}

/// Reads the point of a key.
struct ReadPoint<'a>(&'a [u8]);

impl Visitor for ReadPoint<'_> {
    type Output = Result<(), ecdsa::Error>;

    fn visit<C: Curve>(self, curve: &C) -> Self::Output {
        Ok(ecdsa::PublicKey::from_sec1(curve, self.0).map(|_| ())?)
    }
}

/// Whether DER has the numbers of a curve somewhere.
struct HasParametersIn<'a>(&'a [u8]);

impl Visitor for HasParametersIn<'_> {
    type Output = bool;

    fn visit<C: Curve>(self, curve: &C) -> bool {
        let numbers = [
            modulus(curve.field()),
            modulus(curve.scalars()),
            value(curve.field(), curve.b()),
        ];
        numbers.iter().all(|number| {
            let bytes = number.to_bytes_be();
            self.0.windows(bytes.len()).any(|window| window == bytes)
        })
    }
}

/// Of curves that no policy refuses there are more than of those that the usual one does not, and they are no others.
fn explicit(parameters: &Parameters<'_>, bytes: &[u8]) {
    let usual = secant_gfp::visit(parameters, &Policy::default(), OnItsCurve(parameters, bytes));
    let any = secant_gfp::visit(parameters, &Policy::NONE, OnItsCurve(parameters, bytes));
    match (usual, any) {
        (Ok(()), Ok(())) => {}
        (Err(CurveError::Anomalous | CurveError::EmbeddingDegree(_)), Ok(())) => {}
        (usual, any) => assert_eq!(usual, any),
    }
}

/// Reads a point on a curve that has the parameters that were asked for.
struct OnItsCurve<'a>(&'a Parameters<'a>, &'a [u8]);

impl Visitor for OnItsCurve<'_> {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        let Equation { p, a, b } = Equation::of(curve);
        assert_eq!(
            [p, a, b],
            [self.0.p, self.0.a, self.0.b].map(BigUint::from_bytes_be),
            "another curve"
        );
        point::check(curve, self.1);
    }
}

/// What is accepted is a key by its numbers, and the only encoding of them.
fn rsa_file(bytes: &[u8]) -> bool {
    let as_pkcs1 = PublicKey::from_pkcs1_der(bytes);
    let as_spki = PublicKey::from_spki_der(bytes);
    let as_pem = PublicKey::from_pem(bytes);
    let key = PublicKey::read(bytes);
    for read in [&as_pkcs1, &as_spki, &as_pem] {
        assert!(
            read.is_err() || *read == key,
            "what kind of a key it is was not found out"
        );
    }
    let Ok(key) = key else { return false };
    let [n, e] = [key.modulus(), key.exponent()].map(BigUint::from_bytes_be);
    assert!(n.bit(0) && e.bit(0) && e < n && e > BigUint::from(1u8));
    assert_eq!(n.bits(), key.bits() as u64);
    assert!((rsa::MIN_BITS..=rsa::MAX_BITS).contains(&key.bits()));
    assert_eq!(key.signature_len(), key.bits().div_ceil(8));
    let pkcs1 = der::sequence(&[&der::integer(&n), &der::integer(&e)]);
    let spki = der::spki(RSA_ENCRYPTION, &NULL, &pkcs1);
    if as_pkcs1.is_ok() {
        assert_eq!(bytes, pkcs1);
    }
    if as_spki.is_ok() {
        assert!(der::is_der(bytes), "accepted, and not DER: {bytes:02x?}");
        assert!(bytes.ends_with(&pkcs1));
        // Of PSS alone there are parameters.
        assert!(
            bytes == spki
                || key
                    .verify(&Scheme::Pkcs1(Hash::Sha256), b"", &[])
                    .is_err_and(|e| !e.is_invalid_signature())
        );
    }
    let same = PublicKey::from_components(&[&[0], key.modulus()].concat(), key.exponent());
    for (label, der) in [("RSA PUBLIC KEY", &pkcs1), ("PUBLIC KEY", &spki)] {
        assert_eq!(PublicKey::read(der), same);
        assert_eq!(PublicKey::read(der::pem(label, der).as_bytes()), same);
    }
    // Long exponents take long, which the library says.
    if e.bits() <= 64 {
        let digest = [7; 32];
        for scheme in [Scheme::Pkcs1(Hash::Sha256), Scheme::pss(Hash::Sha256)] {
            let signature = vec![1; key.signature_len()];
            let verdict = key.verify_digest(&scheme, &digest, &signature);
            assert!(verdict.is_err(), "a signature of nothing");
            assert_eq!(
                key.prepare()
                    .and_then(|key| key.verify_digest(&scheme, &digest, &signature)),
                verdict
            );
        }
    }
    true
}
