//! The public key of an X.509 certificate.
//!
//! This reads only the key. It does not check the signature of the certificate, its subject or its period of validity.
//! So faults elsewhere do not matter, such as dates before 1970, long serial numbers or malformed names. The caller
//! must know whether to trust the key.

use der::{
    Decode, ErrorKind, Reader, SliceReader, Tag, TagNumber,
    asn1::{AnyRef, ObjectIdentifier},
};
use spki::SubjectPublicKeyInfoRef;
use thiserror::Error;

/// `id-ecPublicKey`, RFC 5480.
const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

/// Why no key could be extracted from a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The bytes are not DER in a field up to the key, or at the end of the certificate.
    #[error("the certificate is not DER at its {field}: {error}")]
    Der {
        /// The field, as RFC 5280 calls it.
        field: &'static str,
        /// The decoder's message.
        error: der::Error,
    },
    /// A field up to the key has another type than expected.
    #[error("the certificate has a field of type {found} where its {field}, of type {expected}, was expected")]
    Field {
        /// The field, as RFC 5280 calls it.
        field: &'static str,
        /// Its type.
        expected: Tag,
        /// The type that was found.
        found: Tag,
    },
    /// Bytes follow the certificate.
    #[error("{0} bytes follow the certificate where it should end")]
    TrailingBytes(usize),
    /// The key gives the parameters of its curve in place of the curve's name.
    #[error(
        "the certificate's key gives the parameters of its curve where a name is expected: \
         RFC 5480, section 2.1.1, forbids that in certificates"
    )]
    ExplicitCurve,
}

/// The DER of a certificate's `SubjectPublicKeyInfo`, from the DER of the certificate (RFC 5280, section 4.1).
///
/// ```
/// # let certificate = include_bytes!("../fixtures/x509/serial_of_24_bytes.der");
/// use secant_verify::{certificate, ecdsa::KeyFile};
///
/// let key = KeyFile::from_spki_der(certificate::subject_public_key_info(certificate)?)?;
/// # assert_eq!(key.point.len(), 65);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the bytes do not have the structure of a certificate up to its key, or the key gives the parameters of its curve.
pub fn subject_public_key_info(certificate: &[u8]) -> Result<&[u8], CertificateError> {
    let mut file = Fields::new(certificate, "Certificate")?;
    let mut certificate = file.enter("Certificate")?;
    if !file.0.is_finished() {
        return Err(CertificateError::TrailingBytes(
            u32::from(file.0.remaining_len()) as usize
        ));
    }
    let mut fields = certificate.enter("tbsCertificate")?;
    certificate.skip("signatureAlgorithm", Tag::Sequence)?;
    certificate.skip("signatureValue", Tag::BitString)?;
    certificate.0.finish().map_err(der_error("Certificate"))?;

    let version = Tag::ContextSpecific {
        constructed: true,
        number: TagNumber(0),
    };
    // Version 1 certificates leave this field out.
    if fields.peek("version")? == version {
        fields.skip("version", version)?;
    }
    fields.skip("serialNumber", Tag::Integer)?;
    for field in ["signature", "issuer", "validity", "subject"] {
        fields.skip(field, Tag::Sequence)?;
    }
    let key = fields.skip("subjectPublicKeyInfo", Tag::Sequence)?;
    let is_explicit = |info: SubjectPublicKeyInfoRef<'_>| {
        let parameters = info.algorithm.parameters;
        let is_name = |parameters: AnyRef<'_>| parameters.decode_as::<ObjectIdentifier>().is_ok();
        info.algorithm.oid == EC_PUBLIC_KEY && parameters.is_some_and(|any| !any.is_null() && !is_name(any))
    };
    // An unreadable key is left to its reader, whose error says more.
    if SubjectPublicKeyInfoRef::from_der(key).is_ok_and(is_explicit) {
        return Err(CertificateError::ExplicitCurve);
    }
    Ok(key)
}

fn der_error(field: &'static str) -> impl Fn(der::Error) -> CertificateError {
    move |error| match error.kind() {
        ErrorKind::TrailingData { remaining, .. } => CertificateError::TrailingBytes(u32::from(remaining) as usize),
        _ => CertificateError::Der { field, error },
    }
}

/// The fields of a sequence.
struct Fields<'a>(SliceReader<'a>);

impl<'a> Fields<'a> {
    fn new(bytes: &'a [u8], field: &'static str) -> Result<Self, CertificateError> {
        SliceReader::new(bytes).map(Self).map_err(der_error(field))
    }

    /// The type of the next field. `field` is its name in errors.
    fn peek(&self, field: &'static str) -> Result<Tag, CertificateError> {
        Tag::peek(&self.0).map_err(der_error(field))
    }

    /// The bytes of the next field.
    fn skip(&mut self, field: &'static str, expected: Tag) -> Result<&'a [u8], CertificateError> {
        let found = self.peek(field)?;
        if found != expected {
            return Err(CertificateError::Field { field, expected, found });
        }
        self.0.tlv_bytes().map_err(der_error(field))
    }

    /// Enters the next field, which is a sequence, and returns its fields.
    fn enter(&mut self, field: &'static str) -> Result<Self, CertificateError> {
        let sequence = AnyRef::from_der(self.skip(field, Tag::Sequence)?).map_err(der_error(field))?;
        Self::new(sequence.value(), field)
    }
}
