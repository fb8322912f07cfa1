//! ECDSA with RustCrypto's crates, for comparison.

use super::{
    Error, MAX_DIGEST, Verdict, check_options, digest,
    numbers::{self, options},
    prehash,
};
use k256::ecdsa as on_k256;
use p256::ecdsa as on_p256;
use secant_gfp::named::Name;

/// [`super::verify_ecdsa`], for points of secp256k1 and secp256r1, and without [`LOW_S`](options::LOW_S), which `k256`
/// always requires.
///
/// # Errors
/// As there, and for any other curve.
pub fn verify_ecdsa(curve: u32, key: &[u8], hash: u32, message: &[u8], signature: &[u8], options: u32) -> Verdict {
    check_options(options, options::DIGEST | options::P1363)?;
    let mut room = [0; MAX_DIGEST];
    let digest = if options & options::DIGEST != 0 {
        prehash(hash, message)?.as_bytes()
    } else {
        digest(numbers::hash(hash)?, message, options, &mut room)
    };
    macro_rules! verify {
        ($module:ident) => {{
            let key = $module::VerifyingKey::from_sec1_bytes(key).map_err(|_| Error::KeyPoint)?;
            let signature = if options & options::P1363 != 0 {
                $module::Signature::from_slice(signature)
            } else {
                $module::Signature::from_der(signature)
            };
            use $module::signature::hazmat::PrehashVerifier;
            Ok(signature.is_ok_and(|signature| key.verify_prehash(digest, &signature).is_ok()))
        }};
    }
    match numbers::curve(curve)? {
        Name::Secp256k1 => verify!(on_k256),
        Name::Secp256r1 => verify!(on_p256),
        _ => Err(Error::Unsupported),
    }
}
