//! Writes keys given as numbers in the DER that the other modules read.

use super::KeyMaterial;
use der::{
    Encode,
    asn1::{BitStringRef, ObjectIdentifier, UintRef},
};
use pkcs1::RsaPublicKeyRef;
use secant_field::modular::Modular;
use secant_gfp::{
    Curve,
    named::{Name, Visitor},
};
use spki::{AlgorithmIdentifier, SubjectPublicKeyInfo};

/// `id-ecPublicKey`, RFC 5480.
const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

/// The key of a point in SEC 1 encoding.
pub(super) fn ec_point(curve: Name, point: &[u8]) -> der::Result<KeyMaterial> {
    let key = SubjectPublicKeyInfo {
        algorithm: AlgorithmIdentifier {
            oid: EC_PUBLIC_KEY,
            parameters: Some(ObjectIdentifier::new(curve.oid())?),
        },
        subject_public_key: BitStringRef::from_bytes(point)?,
    };
    key.to_der().map(KeyMaterial::Spki)
}

/// The key of a modulus and an exponent, most significant byte first.
pub(super) fn pkcs1_of(modulus: &[u8], exponent: &[u8]) -> der::Result<KeyMaterial> {
    let key = RsaPublicKeyRef {
        modulus: UintRef::new(modulus)?,
        public_exponent: UintRef::new(exponent)?,
    };
    key.to_der().map(KeyMaterial::Pkcs1)
}

/// The length of a coordinate in bytes.
pub(super) fn field_len(curve: Name) -> usize {
    struct Len;
    impl Visitor for Len {
        type Output = usize;

        fn visit<C: Curve>(self, curve: &C) -> usize {
            curve.field().byte_len()
        }
    }
    curve.visit(Len)
}
