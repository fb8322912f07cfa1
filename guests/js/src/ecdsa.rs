//! ECDSA.

use crate::{Error, Kind, Outcome};
use secant_gfp::{
    Curve,
    named::{Secp256k1, Secp256r1},
};
use secant_verify::{
    ecdsa::{PublicKey, Signature, SignatureError},
    hash::{Hash, Prehash},
};

/// Options of [`verify_ecdsa`]. Their sum is passed.
pub mod options {
    /// The message is a digest already.
    pub const DIGEST: u32 = 1;
    /// The signature is DER rather than two integers of 32 bytes.
    pub const DER: u32 = 2;
    /// `s` must not be above half the order.
    pub const LOW_S: u32 = 4;
}

/// Whether a signature of a message is valid under a key: one if it is. The message is hashed with SHA-256. The key is
/// in SEC 1 encoding, compressed or not. Curve 0 is secp256k1, 1 is P-256.
///
/// Integers out of range, which are zero or not below the order, make an invalid signature.
///
/// # Errors
/// [`Kind::Number`]; [`Kind::Length`] for a digest whose length no hash function has; [`Kind::Encoding`],
/// [`Kind::NotOnCurve`] or [`Kind::Infinity`] for the key; [`Kind::Signature`] for bytes that are not two integers.
pub fn verify_ecdsa(curve: u32, key: &[u8], message: &[u8], signature: &[u8], options: u32) -> Outcome {
    if options & !(options::DIGEST | options::DER | options::LOW_S) != 0 {
        return Err(Kind::Number.into());
    }
    match curve {
        0 => verify(&Secp256k1, key, message, signature, options),
        1 => verify(&Secp256r1, key, message, signature, options),
        _ => Err(Kind::Number.into()),
    }
}

fn verify<C: Curve>(curve: &C, key: &[u8], message: &[u8], signature: &[u8], options: u32) -> Outcome {
    // Refuses the other encodings of a point: hybrid, which is rare, and infinity, which is no key.
    if !matches!(key.first(), Some(2..=4)) {
        return Err(Kind::Encoding.into());
    }
    let key = PublicKey::from_sec1(curve, key)?;
    let hashed;
    let digest = if options & options::DIGEST != 0 {
        digest_of_some_function(message)?
    } else {
        hashed = Hash::Sha256.digest(&[message]);
        hashed.prehash()
    };
    let signature = if options & options::DER != 0 {
        Signature::from_der(curve, signature)
    } else {
        Signature::from_p1363(curve, signature)
    };
    let signature = match signature {
        Ok(signature) => signature,
        Err(e @ (SignatureError::Der(_) | SignatureError::TrailingBytes(_) | SignatureError::Length { .. })) => {
            return Err(Error::signature(&e));
        }
        Err(_) => return Ok(0),
    };
    if options & options::LOW_S != 0 && !signature.has_low_s(curve) {
        return Ok(0);
    }
    Ok(key.verify_digest(curve, digest, &signature).into())
}

/// A digest by any known hash function whose digests have this length.
fn digest_of_some_function(bytes: &[u8]) -> Result<Prehash<'_>, Error> {
    let digest = Hash::ALL.iter().find_map(|hash| Prehash::new(*hash, bytes).ok());
    Ok(digest.ok_or(Kind::Length)?)
}
