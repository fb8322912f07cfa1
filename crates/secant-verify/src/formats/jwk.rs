//! JSON Web Keys: RFC 7517, with the parameters of RFC 7518, section 6, and RFC 8812.

use super::{
    Algorithm, Key, KeyError, KeyId, KeyMaterial,
    key::Entry,
    numbers::{ec_point, field_len, pkcs1_of},
    text::base64url,
};
use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};
use secant_gfp::named::Name;
use serde::Deserialize;
use serde_json::value::RawValue;
use thiserror::Error;

/// The greatest number of keys in a set.
pub const MOST_KEYS: usize = 1024;

/// Why JSON is not a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JwkError {
    /// Text that is not UTF-8.
    #[error("it is JSON that is not UTF-8")]
    Utf8,
    /// Text that is not JSON, or whose members have wrong types.
    #[error("it is no JWK: {0}")]
    Json(String),
    /// JSON of something else.
    #[error(
        "it is JSON without the member \"kty\" of a JWK, \"keys\" of a JWK set or \"response\" of a WebAuthn registration"
    )]
    Other,
    /// The set has more keys than the limit.
    #[error("it is a JWK set of {0} keys where at most {MOST_KEYS} are read")]
    TooMany(usize),
    /// A member is missing.
    #[error("the JWK has no {0:?}, which keys of its type have")]
    Missing(&'static str),
    /// A member is not base64url.
    #[error("{0:?} of the JWK is not base64url without padding")]
    Base64(&'static str),
    /// A coordinate is too short or too long.
    #[error(
        "{member:?} of the JWK has {found} bytes where those of {curve} have {expected}; zeros in front belong to it"
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
}

/// The members that are read of a JWK. Others are ignored.
#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    key_ops: Option<Vec<String>>,
    alg: Option<String>,
    crv: Option<String>,
    x: Option<String>,
    y: Option<String>,
    n: Option<String>,
    e: Option<String>,
    d: Option<serde::de::IgnoredAny>,
}

/// The members that tell what the JSON is.
#[derive(Deserialize)]
struct Top<'a> {
    #[serde(borrow)]
    keys: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    kty: Option<&'a RawValue>,
}

/// The keys of a JWK or a JWK set, and whether it is a set.
pub(super) fn keys(json: &str) -> Result<(Vec<Entry>, bool), KeyError> {
    let top = serde_json::from_str::<Top<'_>>(json).map_err(|e| JwkError::Json(e.to_string()))?;
    match (top.keys, top.kty) {
        (None, None) => Err(JwkError::Other.into()),
        (None, Some(_)) => {
            let (id, key) = key(json);
            Ok((vec![Entry { id, key: Ok(key?) }], false))
        }
        (Some(keys), _) if keys.len() > MOST_KEYS => Err(JwkError::TooMany(keys.len()).into()),
        (Some(keys), _) => {
            let entries = keys.iter().map(|json| {
                let (id, key) = key(json.get());
                Entry { id, key }
            });
            Ok((entries.collect(), true))
        }
    }
}

/// A key and its identifier.
fn key(json: &str) -> (Option<KeyId>, Result<Key, KeyError>) {
    match serde_json::from_str::<Jwk>(json) {
        Ok(jwk) => {
            let id = jwk.kid.as_ref().map(|id| KeyId(id.as_bytes().to_vec()));
            let key = jwk.read().map(|(material, algorithm)| Key {
                material,
                id: id.clone(),
                algorithm,
            });
            (id, key)
        }
        Err(e) => (None, Err(JwkError::Json(e.to_string()).into())),
    }
}

impl Jwk {
    fn read(&self) -> Result<(KeyMaterial, Option<Algorithm>), KeyError> {
        if self.d.is_some() {
            return Err(KeyError::PrivateMember {
                form: "JWK",
                member: "\"d\"",
            });
        }
        let material = match &*self.kty {
            "EC" => self.ec()?,
            "RSA" => {
                let [n, e] = [(&self.n, "n"), (&self.e, "e")].map(|(member, name)| bytes(member.as_deref(), name));
                pkcs1_of(&n?, &e?).map_err(KeyError::Der)?
            }
            "oct" => return Err(KeyError::Type("oct, a secret of both sides".into())),
            other => return Err(KeyError::Type(other.into())),
        };
        if self.usage.as_ref().is_some_and(|usage| usage != "sig") {
            return Err(KeyError::Use("\"use\" of the JWK"));
        }
        if self
            .key_ops
            .as_ref()
            .is_some_and(|operations| !operations.iter().any(|name| name == "verify"))
        {
            return Err(KeyError::Use("\"key_ops\" of the JWK"));
        }
        let algorithm = self.alg.as_deref().map(Algorithm::of_jose).transpose()?;
        Ok((material, algorithm))
    }

    fn ec(&self) -> Result<KeyMaterial, KeyError> {
        let curve = match self.crv.as_deref() {
            Some("P-256") => Name::Secp256r1,
            Some("P-384") => Name::Secp384r1,
            Some("P-521") => Name::Secp521r1,
            Some("secp256k1") => Name::Secp256k1,
            Some(other) => return Err(KeyError::Curve(other.into())),
            None => return Err(JwkError::Missing("crv").into()),
        };
        let expected = field_len(curve);
        let mut point = vec![4];
        for (member, name) in [(&self.x, "x"), (&self.y, "y")] {
            let coordinate = bytes(member.as_deref(), name)?;
            if coordinate.len() != expected {
                return Err(JwkError::Length {
                    member: name,
                    curve: curve.as_str(),
                    found: coordinate.len(),
                    expected,
                }
                .into());
            }
            point.extend(coordinate);
        }
        ec_point(curve, &point).map_err(KeyError::Der)
    }
}

/// The decoded bytes of a mandatory member.
fn bytes(member: Option<&str>, name: &'static str) -> Result<Vec<u8>, JwkError> {
    base64url(member.ok_or(JwkError::Missing(name))?).ok_or(JwkError::Base64(name))
}
