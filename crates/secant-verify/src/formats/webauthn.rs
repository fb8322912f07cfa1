//! WebAuthn assertions (Level 3, section 7.2), and the keys in registrations.
//!
//! An authenticator signs its data followed by the SHA-256 of the client's data, which has the challenge and the
//! origin. [`Assertion::verify`] checks only that signature. [`Assertion::check`] checks on request whether the
//! challenge is the one that was sent, the origin is the expected one, and the user was verified.

use super::{Algorithm, CoseError, Key, KeyError, KeyMaterial, VerifyError, cose, text::base64};
use crate::{
    ecdsa::{Encoding, KeyCurve},
    hash::Hash,
};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use coset::cbor::{Value, de::from_reader};
use secant_gfp::named::Name;
use serde::Deserialize;
use thiserror::Error;

/// The data of an authenticator and a client when a user signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    authenticator_data: Vec<u8>,
    client_data: Vec<u8>,
    client: Client,
    signature: Vec<u8>,
}

/// The members that are read of the client's data.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Client {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
}

/// Why bytes are not an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AssertionError {
    /// Text that is not JSON or lacks these members.
    #[error("it is not the JSON of a PublicKeyCredential: {0}")]
    Json(String),
    /// A member is not base64url.
    #[error("its member \"response.{0}\" is not base64url")]
    Base64(&'static str),
    /// It is a registration.
    #[error("it is a registration (it has an attestationObject), which --key takes; an assertion is expected")]
    Registration,
    /// The authenticator's data is too short.
    #[error("the authenticator's data has {0} bytes where there are at least 37")]
    Short(usize),
    /// The authenticator's data does not end where its flags say.
    #[error("the authenticator's data {0}")]
    AuthenticatorData(&'static str),
    /// The client's data is not JSON with these members.
    #[error("the client's data is not JSON with type, challenge and origin: {0}")]
    ClientData(String),
    /// The client's data is for another operation.
    #[error("the client's data is of type {0:?} where \"webauthn.get\" is expected")]
    Type(String),
}

/// What an assertion should say. Fields that are `None` are not checked.
#[derive(Clone, Debug, Default)]
pub struct Expected<'a> {
    /// The challenge that was sent.
    pub challenge: Option<&'a [u8]>,
    /// The origin, such as `https://example.org`.
    pub origin: Option<&'a str>,
    /// The relying party, such as `example.org`.
    pub relying_party: Option<&'a str>,
    /// Whether the user must have been verified, by a PIN or a finger.
    pub user_verified: bool,
}

/// How an assertion differs from what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// The challenge.
    #[error("its challenge is another one")]
    Challenge,
    /// The origin.
    #[error("its origin is {0:?}")]
    Origin(String),
    /// The relying party.
    #[error("it is for another relying party")]
    RelyingParty,
    /// The user was not present.
    #[error("its user was not present")]
    UserPresent,
    /// The user was not verified.
    #[error("its user was not verified")]
    UserVerified,
}

/// `PublicKeyCredential.toJSON()` of an assertion or a registration.
#[derive(Deserialize)]
struct Credential {
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    #[serde(rename = "clientDataJSON")]
    client_data: Option<String>,
    authenticator_data: Option<String>,
    signature: Option<String>,
    public_key: Option<String>,
    public_key_algorithm: Option<i64>,
    attestation_object: Option<String>,
}

/// Flags in the authenticator's data.
const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const ATTESTED_CREDENTIAL: u8 = 1 << 6;
const EXTENSIONS: u8 = 1 << 7;
/// The length of the fixed part, in bytes: the hash of the relying party's name, the flags and the counter.
const FIXED: usize = 37;

impl Assertion {
    /// Reads the JSON of a `PublicKeyCredential` (`toJSON()`, section 5.1.1).
    ///
    /// # Errors
    /// If it is not that of an assertion.
    pub fn from_json(json: &str) -> Result<Self, AssertionError> {
        let credential = serde_json::from_str::<Credential>(json).map_err(|e| AssertionError::Json(e.to_string()))?;
        let response = credential.response;
        if response.signature.is_none() && response.attestation_object.is_some() {
            return Err(AssertionError::Registration);
        }
        let member = |value: Option<String>, name| {
            let text = value.ok_or_else(|| AssertionError::Json(alloc::format!("its \"response\" has no {name:?}")))?;
            base64(text.as_bytes())
                .map(|decoded| decoded.bytes)
                .ok_or(AssertionError::Base64(name))
        };
        Self::new(
            member(response.authenticator_data, "authenticatorData")?,
            member(response.client_data, "clientDataJSON")?,
            member(response.signature, "signature")?,
        )
    }

    /// Makes an assertion from its parts.
    ///
    /// # Errors
    /// If the authenticator's data or the client's data do not follow the standard.
    pub fn new(authenticator_data: Vec<u8>, client_data: Vec<u8>, signature: Vec<u8>) -> Result<Self, AssertionError> {
        let (flags, rest) = split(&authenticator_data)?;
        if flags & ATTESTED_CREDENTIAL != 0 {
            return Err(AssertionError::AuthenticatorData(
                "has the key of a registration, which assertions have not",
            ));
        }
        if (flags & EXTENSIONS != 0) == rest.is_empty() {
            return Err(AssertionError::AuthenticatorData(
                "has extensions where its flags say that it has not, or none where they do",
            ));
        }
        let client =
            serde_json::from_slice::<Client>(&client_data).map_err(|e| AssertionError::ClientData(e.to_string()))?;
        if client.kind != "webauthn.get" {
            return Err(AssertionError::Type(client.kind));
        }
        Ok(Self {
            authenticator_data,
            client_data,
            client,
            signature,
        })
    }

    /// Verifies the signature of the authenticator's data and the SHA-256 of the client's data.
    ///
    /// The algorithm is the key's own. If the key names none, it is ES256, ES384, ES512 or ES256K by the key's curve,
    /// or RS256.
    ///
    /// # Errors
    /// If verification fails. [`is_invalid`](VerifyError::is_invalid) tells a wrong signature from a check that could
    /// not be made.
    pub fn verify(&self, key: &Key) -> Result<Algorithm, VerifyError> {
        let algorithm = algorithm(key)?;
        let client = Hash::Sha256.digest(&[&self.client_data]);
        let signed = [&self.authenticator_data[..], &client].concat();
        algorithm.verify(key, &signed, &self.signature, Encoding::Der)?;
        Ok(algorithm)
    }

    /// Checks that the assertion says what is expected. The user must have been present in any case (step 16).
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self, expected: &Expected<'_>) -> Result<(), Mismatch> {
        let challenge = base64(self.client.challenge.as_bytes()).map(|decoded| decoded.bytes);
        if expected
            .challenge
            .is_some_and(|wanted| challenge.as_deref() != Some(wanted))
        {
            return Err(Mismatch::Challenge);
        }
        if expected.origin.is_some_and(|wanted| wanted != self.client.origin) {
            return Err(Mismatch::Origin(self.client.origin.clone()));
        }
        let is_other = |name: &str| *Hash::Sha256.digest(&[name.as_bytes()]) != self.authenticator_data[..32];
        if expected.relying_party.is_some_and(is_other) {
            return Err(Mismatch::RelyingParty);
        }
        if self.flags() & USER_PRESENT == 0 {
            return Err(Mismatch::UserPresent);
        }
        if expected.user_verified && !self.is_user_verified() {
            return Err(Mismatch::UserVerified);
        }
        Ok(())
    }

    /// Whether the authenticator says that it verified the user.
    pub fn is_user_verified(&self) -> bool {
        self.flags() & USER_VERIFIED != 0
    }

    fn flags(&self) -> u8 {
        self.authenticator_data[FIXED - 5]
    }
}

/// The algorithm of credentials with this key: the key's own. If the key names none, it is ES256, ES384, ES512 or
/// ES256K by the key's curve, or RS256.
///
/// # Errors
/// If the key cannot be used, or is over another curve.
pub fn algorithm(key: &Key) -> Result<Algorithm, KeyError> {
    if let Some(algorithm) = key.algorithm {
        return Ok(algorithm);
    }
    // A key that is only a point is nearly always on P-256.
    let name = match key.ecdsa(Some(Name::Secp256r1)).map(|key| key.curve) {
        Ok(KeyCurve::Named(Name::Secp256r1)) => "ES256",
        Ok(KeyCurve::Named(Name::Secp384r1)) => "ES384",
        Ok(KeyCurve::Named(Name::Secp521r1)) => "ES512",
        Ok(KeyCurve::Named(Name::Secp256k1)) => "ES256K",
        Ok(KeyCurve::Named(other)) => return Err(KeyError::Curve(other.as_str().into())),
        Ok(KeyCurve::Explicit(_)) => return Err(KeyError::Curve("given by its parameters".into())),
        Err(e) => {
            key.rsa().map_err(|_| e)?;
            "RS256"
        }
    };
    Ok(Algorithm::of_jose(name)?)
}

/// The flags of the authenticator's data, and the bytes after its fixed part.
fn split(authenticator_data: &[u8]) -> Result<(u8, &[u8]), AssertionError> {
    match authenticator_data.split_at_checked(FIXED) {
        Some((fixed, rest)) => Ok((fixed[FIXED - 5], rest)),
        None => Err(AssertionError::Short(authenticator_data.len())),
    }
}

/// The key of a registration, if the JSON is one: from `response.publicKey`, or else from the attestation.
pub(super) fn registered_key(json: &str) -> Option<Result<Key, KeyError>> {
    let response = serde_json::from_str::<Credential>(json).ok()?.response;
    let bytes = |text: &str| base64(text.as_bytes()).map(|decoded| decoded.bytes);
    match (response.public_key, response.attestation_object) {
        (Some(key), _) => Some(read_registered(bytes(&key), response.public_key_algorithm)),
        (None, Some(attestation)) => {
            let key = bytes(&attestation).and_then(|bytes| attested_key(&from_reader::<Value, _>(&bytes[..]).ok()?));
            Some(key.unwrap_or(Err(CoseError::Other.into())))
        }
        (None, None) => None,
    }
}

fn read_registered(spki: Option<Vec<u8>>, algorithm: Option<i64>) -> Result<Key, KeyError> {
    Ok(Key {
        material: KeyMaterial::Spki(spki.ok_or(KeyError::Registration("publicKey"))?),
        id: None,
        algorithm: algorithm.map(Algorithm::of_cose).transpose()?,
    })
}

/// The key of an attestation object, if the map is one.
pub(super) fn attested_key(map: &Value) -> Option<Result<Key, KeyError>> {
    let is_data = |label: &Value| label.as_text() == Some("authData");
    let data = map
        .as_map()?
        .iter()
        .find_map(|(label, value)| is_data(label).then_some(value))?;
    Some(
        data.as_bytes()
            .and_then(|data| credential_key(data))
            .unwrap_or(Err(CoseError::Other.into())),
    )
}

/// The key in the authenticator's data of a registration (section 6.5.1).
fn credential_key(authenticator_data: &[u8]) -> Option<Result<Key, KeyError>> {
    /// The length in bytes of the authenticator's model (AAGUID), which precedes the length of the credential's name.
    const MODEL: usize = 16;
    let (flags, rest) = split(authenticator_data).ok()?;
    if flags & ATTESTED_CREDENTIAL == 0 {
        return None;
    }
    let (len, rest) = rest.get(MODEL..)?.split_first_chunk::<2>()?;
    // Extensions may follow the key.
    let mut key = rest.get(usize::from(u16::from_be_bytes(*len))..)?;
    Some(cose::key(from_reader(&mut key).ok()?))
}
