//! JSON Web Signatures: RFC 7515, with unencoded payloads (RFC 7797).

use super::{Algorithm, AlgorithmError, Key, VerifyError, text::base64url};
use crate::ecdsa::Encoding;
use alloc::{
    borrow::Cow,
    collections::BTreeSet,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use thiserror::Error;

/// The greatest number of signatures of one payload.
pub const MOST_SIGNATURES: usize = 64;
/// The greatest number of parameters of a header.
const MOST_PARAMETERS: usize = 256;

/// A payload with signatures.
#[derive(Clone, Debug)]
pub struct Jws<'a> {
    /// The payload as it is signed, after the header and a dot.
    payload: Option<Cow<'a, str>>,
    /// The signatures; an error for each that cannot be verified.
    signatures: Vec<Result<Signature, JwsError>>,
}

/// A signature of a JWS, with its header.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The protected header, as it is written.
    protected: String,
    algorithm: Algorithm,
    key_id: Option<String>,
    /// Whether the payload is signed in its base64url encoding.
    is_encoded: bool,
    signature: Vec<u8>,
}

/// Why text is not a JWS, or why one of its signatures cannot be verified.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JwsError {
    /// Text that is not UTF-8.
    #[error("it is not UTF-8")]
    Utf8,
    /// A compact JWS without exactly three parts.
    #[error("it has {0} parts between dots where a JWS has three, and it is not JSON")]
    Parts(usize),
    /// The message is encrypted.
    #[error("it is encrypted (a JWE), not signed")]
    Encrypted,
    /// An SD-JWT: a JWS with disclosures.
    #[error("it is an SD-JWT; what stands before its first \"~\" is a JWS")]
    Disclosures,
    /// JSON that is not a JWS.
    #[error("it is not the JSON of a JWS: {0}")]
    Json(String),
    /// Both forms of JSON are mixed.
    #[error("it has \"signatures\" and, beside them, a {0:?}")]
    BothForms(&'static str),
    /// There is no signature.
    #[error("it has no signature")]
    NoSignature,
    /// A part is not base64url.
    #[error("its {0} is not base64url without padding")]
    Base64(&'static str),
    /// A header is not JSON.
    #[error("its header is not JSON: {0}")]
    Header(String),
    /// A parameter stands in both headers.
    #[error("its headers both have {0:?}, which may stand in one alone")]
    BothHeaders(String),
    /// The header has no algorithm.
    #[error("its header has no \"alg\"")]
    NoAlgorithm,
    /// The algorithm is not supported.
    #[error(transparent)]
    Algorithm(#[from] AlgorithmError),
    /// A parameter is marked as critical and not understood.
    #[error("its header says that {0:?} has to be understood, which is not")]
    Critical(String),
    /// A parameter that has to be signed is not.
    #[error("its header that is not signed has {0:?}, which has to be signed")]
    Unsigned(&'static str),
    /// The list of critical parameters breaks a rule.
    #[error("\"crit\" of its header {0}")]
    CriticalList(&'static str),
    /// The signatures of one JWS sign the payload in two encodings.
    #[error("\"b64\" differs between its signatures (RFC 7797, section 3)")]
    Mixed,
    /// The payload is not in the JWS, and none was given.
    #[error("its payload is detached: --payload has to name it, or /dev/null if it is empty")]
    Detached,
    /// The payload is in the JWS, and another one was given.
    #[error("it has a payload, beside which no other may be given")]
    TwoPayloads,
}

impl<'a> Jws<'a> {
    /// Reads a JWS in the compact form or in JSON, flattened or general. White space around it is allowed.
    ///
    /// # Errors
    /// If the text is not a JWS, or if it is compact and its signature cannot be verified. In JSON, each signature that
    /// cannot be verified is reported by [`signatures`](Self::signatures).
    pub fn read(text: &'a [u8]) -> Result<Self, JwsError> {
        let text = core::str::from_utf8(text).map_err(|_| JwsError::Utf8)?.trim();
        let jws = if text.starts_with('{') {
            Self::from_json(text)
        } else {
            Self::from_compact(text)
        }?;
        let mut encoded = jws.signatures.iter().flatten().map(|signature| signature.is_encoded);
        if let Some(first) = encoded.next()
            && encoded.any(|other| other != first)
        {
            return Err(JwsError::Mixed);
        }
        Ok(jws)
    }

    fn from_compact(text: &'a str) -> Result<Self, JwsError> {
        if text.contains('~') {
            return Err(JwsError::Disclosures);
        }
        let parts = text.split('.').take(6).collect::<Vec<_>>();
        let [protected, payload, signature] = parts[..] else {
            return Err(if parts.len() == 5 {
                JwsError::Encrypted
            } else {
                JwsError::Parts(text.split('.').count())
            });
        };
        let signature = Signature::new(protected, None, signature)?;
        if signature.is_encoded && base64url(payload).is_none() {
            return Err(JwsError::Base64("payload"));
        }
        Ok(Self {
            payload: (!payload.is_empty()).then_some(payload.into()),
            signatures: vec![Ok(signature)],
        })
    }

    fn from_json(text: &'a str) -> Result<Self, JwsError> {
        let json = serde_json::from_str::<Json<'a>>(text).map_err(|e| JwsError::Json(e.to_string()))?;
        let own = Member {
            protected: json.protected,
            header: json.header,
            signature: json.signature,
        };
        let members = match json.signatures {
            None => vec![own],
            Some(_) if own.signature.is_some() => return Err(JwsError::BothForms("signature")),
            Some(_) if own.protected.is_some() => return Err(JwsError::BothForms("protected")),
            Some(_) if own.header.is_some() => return Err(JwsError::BothForms("header")),
            Some(members) => members,
        };
        let signatures = members.into_iter().map(Member::read).collect::<Vec<_>>();
        if signatures.is_empty() {
            return Err(JwsError::NoSignature);
        }
        let is_encoded = signatures.iter().flatten().any(|signature| signature.is_encoded);
        let payload = json.payload;
        if is_encoded && payload.as_ref().is_some_and(|payload| base64url(payload).is_none()) {
            return Err(JwsError::Base64("payload"));
        }
        Ok(Self { payload, signatures })
    }

    /// The signatures; an error for each that cannot be verified.
    pub fn signatures(&self) -> impl Iterator<Item = Result<&Signature, &JwsError>> {
        self.signatures.iter().map(Result::as_ref)
    }

    /// The bytes that a signature signs. `detached` is the payload of a JWS that has none of its own.
    ///
    /// # Errors
    /// If there is no payload, neither in the JWS nor in `detached`; or if there are two.
    pub fn signed(&self, signature: &Signature, detached: Option<&[u8]>) -> Result<Vec<u8>, JwsError> {
        let payload = match (&self.payload, detached) {
            (Some(_), Some(_)) => return Err(JwsError::TwoPayloads),
            (Some(payload), None) => Cow::Borrowed(payload.as_bytes()),
            (None, Some(payload)) if signature.is_encoded => Cow::Owned(encode(payload).into_bytes()),
            (None, Some(payload)) => Cow::Borrowed(payload),
            (None, None) => return Err(JwsError::Detached),
        };
        Ok([signature.protected.as_bytes(), b".", &payload].concat())
    }
}

fn encode(payload: &[u8]) -> String {
    use base64ct::{Base64UrlUnpadded, Encoding};
    Base64UrlUnpadded::encode_string(payload)
}

impl Signature {
    fn new(protected: &str, unprotected: Option<Header>, signature: &str) -> Result<Self, JwsError> {
        let bytes = base64url(protected).ok_or(JwsError::Base64("header"))?;
        let signed = match &bytes[..] {
            [] => Header::default(),
            json => serde_json::from_slice(json).map_err(|e| JwsError::Header(e.to_string()))?,
        };
        let other = unprotected.unwrap_or_default();
        if let Some(name) = signed.names.intersection(&other.names).next() {
            return Err(JwsError::BothHeaders(name.clone()));
        }
        // Critical parameters must be signed, and so must "b64" (RFC 7797, section 3).
        if other.crit.is_some() {
            return Err(JwsError::Unsigned("crit"));
        }
        if other.b64.is_some() {
            return Err(JwsError::Unsigned("b64"));
        }
        signed.check_critical()?;
        let algorithm = signed.alg.or(other.alg).ok_or(JwsError::NoAlgorithm)?;
        Ok(Self {
            algorithm: Algorithm::of_jose(&algorithm)?,
            protected: protected.into(),
            key_id: signed.kid.or(other.kid),
            is_encoded: signed.b64.unwrap_or(true),
            signature: base64url(signature).ok_or(JwsError::Base64("signature"))?,
        })
    }

    /// The algorithm.
    pub const fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The identifier of the key.
    pub fn key_id(&self) -> Option<&str> {
        self.key_id.as_deref()
    }

    /// Verifies the signature of `signed`, which [`Jws::signed`] returned.
    ///
    /// # Errors
    /// If verification fails. [`is_invalid`](VerifyError::is_invalid) tells a wrong signature from a check that could
    /// not be made.
    pub fn verify(&self, key: &Key, signed: &[u8]) -> Result<(), VerifyError> {
        self.algorithm.verify(key, signed, &self.signature, Encoding::P1363)
    }
}

/// The JSON of a JWS, flattened or general.
#[derive(Deserialize)]
struct Json<'a> {
    #[serde(borrow)]
    payload: Option<Cow<'a, str>>,
    #[serde(default, deserialize_with = "at_most::<_, _, MOST_SIGNATURES>")]
    signatures: Option<Vec<Member>>,
    protected: Option<String>,
    header: Option<Header>,
    signature: Option<String>,
}

/// A signature in JSON.
#[derive(Deserialize)]
struct Member {
    protected: Option<String>,
    header: Option<Header>,
    signature: Option<String>,
}

impl Member {
    fn read(self) -> Result<Signature, JwsError> {
        let signature = self.signature.ok_or(JwsError::NoSignature)?;
        Signature::new(self.protected.as_deref().unwrap_or_default(), self.header, &signature)
    }
}

/// The parameters that are read of a header, and the names of all parameters.
#[derive(Default)]
struct Header {
    alg: Option<String>,
    kid: Option<String>,
    crit: Option<Vec<String>>,
    b64: Option<bool>,
    names: BTreeSet<String>,
}

impl Header {
    /// Checks "crit". The only parameter understood is `b64`, and it must be in "crit" if it changes anything.
    fn check_critical(&self) -> Result<(), JwsError> {
        let Some(critical) = &self.crit else {
            return match self.b64 {
                Some(false) => Err(JwsError::CriticalList(
                    "does not have \"b64\", which has to be understood",
                )),
                _ => Ok(()),
            };
        };
        if critical.is_empty() {
            return Err(JwsError::CriticalList("is empty"));
        }
        if let Some(name) = critical.iter().find(|name| *name != "b64") {
            return Err(JwsError::Critical(name.clone()));
        }
        if critical.len() > 1 {
            return Err(JwsError::CriticalList("has \"b64\" twice"));
        }
        if self.b64.is_none() {
            return Err(JwsError::CriticalList("has \"b64\", which the header has not"));
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct Critical(#[serde(deserialize_with = "at_most::<_, _, MOST_PARAMETERS>")] Option<Vec<String>>);

/// Reads a list and keeps no more than `N` items, however many the text has.
fn at_most<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
    list: D,
) -> Result<Option<Vec<T>>, D::Error> {
    struct List<T, const N: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for List<T, N> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {N}")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut items = vec![];
            while let Some(item) = list.next_element()? {
                if items.len() == N {
                    return Err(A::Error::custom(format_args!("a list has more than {N} items")));
                }
                items.push(item);
            }
            Ok(items)
        }
    }

    list.deserialize_seq(List::<T, N>(PhantomData)).map(Some)
}

impl<'de> Deserialize<'de> for Header {
    /// A parameter that occurs twice is an error (RFC 7515, section 4).
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Parameters;

        impl<'de> Visitor<'de> for Parameters {
            type Value = Header;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
                let mut header = Header::default();
                while let Some(name) = map.next_key::<String>()? {
                    match &*name {
                        "alg" => header.alg = Some(map.next_value()?),
                        "kid" => header.kid = Some(map.next_value()?),
                        "crit" => header.crit = map.next_value::<Critical>()?.0,
                        "b64" => header.b64 = Some(map.next_value()?),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                    if let Some(name) = header.names.replace(name) {
                        return Err(A::Error::custom(format_args!("it has {name:?} twice")));
                    }
                    if header.names.len() > MOST_PARAMETERS {
                        return Err(A::Error::custom(format_args!(
                            "it has more than {MOST_PARAMETERS} parameters"
                        )));
                    }
                }
                Ok(header)
            }
        }

        deserializer.deserialize_map(Parameters)
    }
}
