//! Reads keys and signatures in the forms in which they are stored and sent.
//!
//! [`Keys`] reads public keys: PEM by the lax grammar of RFC 7468, DER, certificates, JWKs and JWK sets, COSE keys and
//! COSE key sets, WebAuthn registrations, points, and any of these in base64 or hexadecimal digits. The result is
//! [`KeyMaterial`], which [`ecdsa`](crate::ecdsa) and [`rsa`](crate::rsa) take. [`signature`] reads files that hold a
//! signature or a digest. [`jws`], [`cose`] and [`webauthn`] read messages that name their own algorithm.
//!
//! ```
//! use secant_verify::formats::{Keys, jws::Jws};
//!
//! // RFC 7515, appendix A.3.
//! let key = br#"{"kty":"EC", "crv":"P-256",
//!     "x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#;
//! let text = concat!(
//!     "eyJhbGciOiJFUzI1NiJ9",
//!     ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
//!     ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q");
//! let keys = Keys::read(key)?;
//! let key = keys.choose(None, |_| true)?;
//! let jws = Jws::read(text.as_bytes())?;
//! for signature in jws.signatures() {
//!     let signature = signature.map_err(Clone::clone)?;
//!     assert_eq!(signature.algorithm().name(), "ES256");
//!     signature.verify(key, &jws.signed(signature, None)?)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is well-formed
//! An ECDSA signature is well-formed if it is the DER of exactly two nonnegative integers, or two numbers of as many
//! bytes as the order has. Whether they are in range is part of whether the signature is valid. An RSA signature is
//! well-formed if it has as many bytes as the modulus. JWS, COSE and WebAuthn each prescribe one of the two ECDSA
//! forms.
//!
//! # Limits
//! Lists in JSON and CBOR have a greatest length, so that reading takes only a small multiple of the input's memory:
//! [`jwk::MOST_KEYS`], [`jws::MOST_SIGNATURES`], [`cose::LONGEST_KEY`] and the other limits there.

mod algorithm;
pub mod cose;
mod error;
pub mod jwk;
pub mod jws;
mod key;
mod numbers;
pub mod pem;
pub mod signature;
pub mod text;
pub mod webauthn;

pub use algorithm::{Algorithm, AlgorithmError, VerifyError};
pub use cose::CoseError;
pub use error::{ChoiceError, KeyError};
pub use jwk::JwkError;
pub use key::{Key, KeyId, KeyMaterial, Keys, Note};
pub use pem::PemError;
pub use text::TextEncoding;
