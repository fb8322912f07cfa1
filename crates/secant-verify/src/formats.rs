//! Keys and signatures in the forms in which people have them.
//!
//! [`Keys`] reads public keys: PEM by the laxer grammar of RFC 7468, DER, certificates, JWK and JWK sets, COSE keys and
//! sets of them, registrations of WebAuthn, points, and any of these in base64 or hexadecimal digits. What comes out is
//! [`KeyMaterial`], which [`ecdsa`](crate::ecdsa) and [`rsa`](crate::rsa) take. [`signature`] reads files that have a
//! signature or a digest; [`jws`], [`cose`] and [`webauthn`] messages that say themselves how they are signed.
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
//! A signature of ECDSA is well-formed if it is the DER of exactly two integers that are not negative, or two numbers of
//! as many bytes as the order has; whether they are in range is a part of whether the signature holds. One of RSA is
//! well-formed if it has as many bytes as the modulus. JWS, COSE and WebAuthn say which of the two forms it is.
//!
//! # Limits
//! Lists in JSON and CBOR have a greatest length, so that reading takes a small multiple of the memory of the bytes:
//! [`jwk::MOST_KEYS`], [`jws::MOST_SIGNATURES`], [`cose::LONGEST_KEY`] and the others there.

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
