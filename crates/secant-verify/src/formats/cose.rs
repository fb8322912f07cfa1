//! COSE: keys (RFC 9052, section 7; RFC 9053, section 7; RFC 8230; RFC 8812) and messages with one signature
//! (RFC 9052, section 4.2).

use super::{
    Algorithm, AlgorithmError, Key, KeyError, KeyId, KeyMaterial, VerifyError,
    key::Entry,
    numbers::{ec_point, field_len, pkcs1_of},
    webauthn,
};
use crate::ecdsa::Encoding;
use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};
use coset::{
    AsCborValue, CoseKey, CoseSign1, Label, RegisteredLabel, RegisteredLabelWithPrivate,
    cbor::{Value, de::from_reader},
    iana::{self, EnumI64},
};
use secant_gfp::named::Name;
use thiserror::Error;

/// The length in bytes of the longest key or set of keys that is read. A decoded item may take 32 times as much memory.
pub const LONGEST_KEY: usize = 1 << 16;
/// The length in bytes of the longest message that is read, for the same reason.
pub const LONGEST_MESSAGE: usize = 1 << 22;
/// The length in bytes of the longest protected header that is read.
pub const LONGEST_HEADER: usize = 1 << 14;
/// The greatest number of parameters of a header.
const MOST_PARAMETERS: usize = 256;

/// Why CBOR is not a key or a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoseError {
    /// The bytes are not CBOR.
    #[error("it is not CBOR of one item")]
    Cbor,
    /// The message is longer than the limit.
    #[error("it has {0} bytes where at most {LONGEST_MESSAGE} are read; a longer payload may be detached")]
    TooLong(usize),
    /// The key breaks a rule of COSE.
    #[error("it is no COSE key: {0}")]
    Key(String),
    /// The CBOR is of something else.
    #[error("it is CBOR of something other than a COSE key, a set of them or a WebAuthn attestation object")]
    Other,
    /// It is a message where a key is expected.
    #[error("it is a COSE message where a key is expected; `secant verify cose` reads those with one signature")]
    IsMessage,
    /// A parameter is missing or of another type.
    #[error("the COSE key has no {0}, which keys of its type have")]
    Missing(&'static str),
    /// A coordinate is too short or too long.
    #[error(
        "{member} of the COSE key has {found} bytes where those of {curve} have {expected}; zeros in front belong to it"
    )]
    Length {
        /// The coordinate.
        member: &'static str,
        /// The curve.
        curve: &'static str,
        /// The length that was found, in bytes.
        found: usize,
        /// The expected length, in bytes.
        expected: usize,
    },
    /// The message breaks a rule of COSE.
    #[error("it is no COSE_Sign1: {0}")]
    Message(String),
    /// A header is longer than the limit.
    #[error("a header of the message has {0} bytes where at most {LONGEST_HEADER} are read")]
    LongHeader(usize),
    /// The protected header has no algorithm.
    #[error("its protected header has no algorithm, which has to be there (RFC 9052, section 3.1)")]
    NoAlgorithm,
    /// Both headers have the same label.
    #[error("its headers both have the label {0}, which may stand in one alone")]
    BothHeaders(String),
    /// A header is marked as critical and not understood.
    #[error("it says that {0} has to be understood, which is not")]
    Critical(String),
    /// The algorithm is not supported.
    #[error(transparent)]
    Algorithm(#[from] AlgorithmError),
    /// The payload is not in the message, and none was given.
    #[error("its payload is detached: --payload has to name it")]
    Detached,
    /// The payload is in the message, and another one was given.
    #[error("it has a payload, beside which no other may be given")]
    TwoPayloads,
}

/// The one item of CBOR that takes up all of the bytes.
fn value(bytes: &[u8]) -> Option<Value> {
    let mut rest = bytes;
    let value = from_reader(&mut rest).ok()?;
    rest.is_empty().then_some(value)
}

/// The keys in some bytes, and whether they are a set. `None` if the bytes are not CBOR of a map, an array or a
/// message.
pub(super) fn keys(bytes: &[u8]) -> Option<Result<(Vec<Entry>, bool), KeyError>> {
    // The first bytes of maps, arrays and tagged messages.
    if !matches!(bytes, [0x80..=0xbf | 0xd0..=0xdb, ..]) || bytes.len() > LONGEST_KEY {
        return None;
    }
    let one = |key: Result<Key, KeyError>| {
        let key = key?;
        let id = key.id.clone();
        Ok((vec![Entry { id, key: Ok(key) }], false))
    };
    Some(match value(bytes)? {
        map @ Value::Map(_) => one(webauthn::attested_key(&map).unwrap_or_else(|| key(map))),
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_map) => {
            let entries = items.into_iter().map(|item| {
                let id = item.as_map().and_then(|map| id(map));
                Entry { id, key: key(item) }
            });
            Ok((entries.collect(), true))
        }
        Value::Array(items) if items.len() == 4 && items[0].is_bytes() => Err(CoseError::IsMessage.into()),
        Value::Tag(..) => Err(CoseError::IsMessage.into()),
        _ => return None,
    })
}

/// The key's identifier, whatever else is wrong with it.
fn id(map: &[(Value, Value)]) -> Option<KeyId> {
    let kid = Value::from(iana::KeyParameter::Kid.to_i64());
    let value = map.iter().find(|(label, _)| *label == kid)?.1.as_bytes()?;
    Some(KeyId(value.clone()))
}

/// A key from a decoded item.
pub(super) fn key(item: Value) -> Result<Key, KeyError> {
    let kty = Value::from(iana::KeyParameter::Kty.to_i64());
    if !item
        .as_map()
        .is_some_and(|map| map.iter().any(|(label, _)| *label == kty))
    {
        return Err(CoseError::Other.into());
    }
    let key = CoseKey::from_cbor_value(item).map_err(|e| CoseError::Key(e.to_string()))?;
    let material = match &key.kty {
        RegisteredLabel::Assigned(iana::KeyType::EC2) => ec2(&key)?,
        RegisteredLabel::Assigned(iana::KeyType::RSA) => rsa(&key)?,
        RegisteredLabel::Assigned(iana::KeyType::OKP) => {
            return Err(KeyError::Type("OKP, for Ed25519 and its like".into()));
        }
        RegisteredLabel::Assigned(iana::KeyType::Symmetric) => {
            return Err(KeyError::Type("symmetric, a secret of both sides".into()));
        }
        RegisteredLabel::Assigned(other) => return Err(KeyError::Type(other.to_i64().to_string())),
        RegisteredLabel::Text(other) => return Err(KeyError::Type(other.clone())),
    };
    if !key.key_ops.is_empty()
        && !key
            .key_ops
            .contains(&RegisteredLabel::Assigned(iana::KeyOperation::Verify))
    {
        return Err(KeyError::Use("\"key_ops\" of the COSE key"));
    }
    Ok(Key {
        material,
        id: (!key.key_id.is_empty()).then_some(KeyId(key.key_id)),
        algorithm: key.alg.as_ref().map(algorithm).transpose()?,
    })
}

fn algorithm(label: &RegisteredLabelWithPrivate<iana::Algorithm>) -> Result<Algorithm, AlgorithmError> {
    match label {
        RegisteredLabelWithPrivate::Assigned(algorithm) => Algorithm::of_cose(algorithm.to_i64()),
        RegisteredLabelWithPrivate::PrivateUse(number) => Algorithm::of_cose(*number),
        RegisteredLabelWithPrivate::Text(name) => Err(AlgorithmError::Unknown(name.clone())),
    }
}

fn parameter(key: &CoseKey, label: impl EnumI64) -> Option<&Value> {
    let label = Label::Int(label.to_i64());
    key.params
        .iter()
        .find_map(|(found, value)| (*found == label).then_some(value))
}

fn private(member: &'static str) -> KeyError {
    KeyError::PrivateMember {
        form: "COSE key",
        member,
    }
}

fn ec2(key: &CoseKey) -> Result<KeyMaterial, KeyError> {
    use iana::{Ec2KeyParameter as Parameter, EllipticCurve};
    if parameter(key, Parameter::D).is_some() {
        return Err(private("d (-4)"));
    }
    let number = parameter(key, Parameter::Crv).and_then(Value::as_integer);
    let number = number
        .and_then(|number| i64::try_from(number).ok())
        .ok_or(CoseError::Missing("curve (-1)"))?;
    let curve = match EllipticCurve::from_i64(number) {
        Some(EllipticCurve::P_256) => Name::Secp256r1,
        Some(EllipticCurve::P_384) => Name::Secp384r1,
        Some(EllipticCurve::P_521) => Name::Secp521r1,
        Some(EllipticCurve::Secp256k1) => Name::Secp256k1,
        Some(EllipticCurve::BrainpoolP256R1) => Name::BrainpoolP256r1,
        Some(EllipticCurve::BrainpoolP320R1) => Name::BrainpoolP320r1,
        Some(EllipticCurve::BrainpoolP384R1) => Name::BrainpoolP384r1,
        Some(EllipticCurve::BrainpoolP512R1) => Name::BrainpoolP512r1,
        _ => return Err(KeyError::Curve(number.to_string())),
    };
    let coordinate = |member: &'static str, value: &Value| {
        let (bytes, expected) = (value.as_bytes().ok_or(CoseError::Missing(member))?, field_len(curve));
        if bytes.len() == expected {
            return Ok(bytes.clone());
        }
        Err(CoseError::Length {
            member,
            curve: curve.as_str(),
            found: bytes.len(),
            expected,
        })
    };
    let x = parameter(key, Parameter::X).ok_or(CoseError::Missing("x (-2)"))?;
    let x = coordinate("x (-2)", x)?;
    let point = match parameter(key, Parameter::Y).ok_or(CoseError::Missing("y (-3)"))? {
        Value::Bool(is_odd) => [&[2 | u8::from(*is_odd)], &x[..]].concat(),
        y => [&[4][..], &x, &coordinate("y (-3)", y)?].concat(),
    };
    ec_point(curve, &point).map_err(KeyError::Der)
}

fn rsa(key: &CoseKey) -> Result<KeyMaterial, KeyError> {
    use iana::RsaKeyParameter as Parameter;
    if parameter(key, Parameter::D).is_some() {
        return Err(private("d (-3)"));
    }
    let number = |label, name| {
        parameter(key, label)
            .and_then(Value::as_bytes)
            .ok_or(CoseError::Missing(name))
    };
    let (n, e) = (number(Parameter::N, "n (-1)")?, number(Parameter::E, "e (-2)")?);
    pkcs1_of(n, e).map_err(KeyError::Der)
}

/// A message with one signature.
#[derive(Clone, Debug)]
pub struct Sign1 {
    message: CoseSign1,
    algorithm: Algorithm,
}

/// The tag of a CBOR Web Token (RFC 8392), which may enclose a message.
const CWT: u64 = 61;

impl Sign1 {
    /// Reads CBOR, with the tag of a message or without.
    ///
    /// # Errors
    /// If it is not a message with one signature, its algorithm is not supported, or it has a critical header that is
    /// not understood.
    pub fn read(bytes: &[u8]) -> Result<Self, CoseError> {
        if bytes.len() > LONGEST_MESSAGE {
            return Err(CoseError::TooLong(bytes.len()));
        }
        let mut item = value(bytes).ok_or(CoseError::Cbor)?;
        for tag in [CWT, iana::CborTag::CoseSign1 as u64] {
            item = match item {
                Value::Tag(found, inner) if found == tag => *inner,
                other => other,
            };
        }
        if let Value::Tag(other, _) = item {
            return Err(CoseError::Message(alloc::format!(
                "its tag is {other} where 18 is expected"
            )));
        }
        let error = |e: coset::CoseError| CoseError::Message(e.to_string());
        let message = CoseSign1::from_cbor_value(without_countersignatures(item)?).map_err(error)?;
        let (protected, unprotected) = (&message.protected.header, &message.unprotected);
        let label = protected.alg.as_ref().ok_or(CoseError::NoAlgorithm)?;
        let algorithm = algorithm(label)?;
        if !unprotected.crit.is_empty() {
            return Err(CoseError::Critical("what its unprotected header says so of".into()));
        }
        // A critical header must be one of these. Those that change what is signed, or how, are read.
        for label in &protected.crit {
            use iana::HeaderParameter as Header;
            let known = [Header::Alg, Header::Crit, Header::ContentType, Header::Kid];
            if !known
                .iter()
                .any(|known| *label == RegisteredLabelWithPrivate::Assigned(*known))
            {
                return Err(CoseError::Critical(alloc::format!("{label:?}")));
            }
        }
        Ok(Self { message, algorithm })
    }

    /// The algorithm of the signature.
    pub const fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The identifier of the key. It need not be signed.
    pub fn key_id(&self) -> Option<KeyId> {
        let headers = [&self.message.protected.header, &self.message.unprotected];
        let id = headers
            .into_iter()
            .map(|header| &header.key_id)
            .find(|id| !id.is_empty());
        id.map(|id| KeyId(id.clone()))
    }

    /// The bytes that are signed, given data that both sides know (`external_aad`).
    ///
    /// # Errors
    /// If there is no payload, neither in the message nor in `detached`; or if there are two.
    pub fn signed(&self, detached: Option<&[u8]>, external: &[u8]) -> Result<Vec<u8>, CoseError> {
        match (&self.message.payload, detached) {
            (Some(_), None) => Ok(self.message.tbs_data(external)),
            (None, Some(payload)) => Ok(self.message.tbs_detached_data(payload, external)),
            (None, None) => Err(CoseError::Detached),
            (Some(_), Some(_)) => Err(CoseError::TwoPayloads),
        }
    }

    /// Verifies the signature of `signed`, which [`signed`](Self::signed) returned.
    ///
    /// # Errors
    /// If verification fails. [`is_invalid`](VerifyError::is_invalid) tells a wrong signature from a check that could
    /// not be made.
    pub fn verify(&self, key: &Key, signed: &[u8]) -> Result<(), VerifyError> {
        self.algorithm
            .verify(key, signed, &self.message.signature, Encoding::P1363)
    }
}

/// Removes countersignatures, which do not affect this message's signature.
///
/// A countersignature is a message inside a header. They could be nested thousands deep, and each level would be read
/// by a recursive call.
fn without_countersignatures(item: Value) -> Result<Value, CoseError> {
    let Value::Array(mut items) = item else {
        return Err(CoseError::Message("it is no array".into()));
    };
    let count = items.len();
    let [protected, unprotected, _, _] = &mut items[..] else {
        return Err(CoseError::Message(alloc::format!(
            "it is an array of {count} where four are expected"
        )));
    };
    let signed = match protected {
        Value::Bytes(bytes) if bytes.is_empty() => vec![],
        Value::Bytes(bytes) if bytes.len() > LONGEST_HEADER => return Err(CoseError::LongHeader(bytes.len())),
        Value::Bytes(bytes) => match value(bytes) {
            Some(Value::Map(map)) => map,
            _ => return Err(CoseError::Message("its protected header is not CBOR of a map".into())),
        },
        _ => return Err(CoseError::Message("its protected header is no string of bytes".into())),
    };
    if let Some((label, _)) = signed.iter().find(|(label, _)| is_countersignature(label)) {
        return Err(CoseError::Message(alloc::format!(
            "its protected header has a countersignature ({label:?})"
        )));
    }
    let Value::Map(unsigned) = unprotected else {
        return Err(CoseError::Message("its unprotected header is no map".into()));
    };
    if signed.len().max(unsigned.len()) > MOST_PARAMETERS {
        return Err(CoseError::Message(alloc::format!(
            "a header has more than {MOST_PARAMETERS} parameters"
        )));
    }
    unsigned.retain(|(label, _)| !is_countersignature(label));
    if let Some((label, _)) = unsigned
        .iter()
        .find(|(label, _)| signed.iter().any(|(other, _)| label == other))
    {
        return Err(CoseError::BothHeaders(alloc::format!("{label:?}")));
    }
    Ok(Value::Array(items))
}

/// Countersignatures of RFC 8152 (7, 9) and RFC 9338 (11, 12).
fn is_countersignature(label: &Value) -> bool {
    [7, 9, 11, 12].iter().any(|number| *label == Value::from(*number))
}
