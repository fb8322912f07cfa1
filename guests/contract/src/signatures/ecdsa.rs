//! ECDSA.

use super::{
    MAX_DIGEST, Verdict, check_options, digest, ecdsa_verdict, host,
    numbers::{self, options},
    prehash,
};
use secant_verify::ecdsa::{Encoding, KeyCurve, KeyFile, Options, to_der};

/// Whether a signature of a message is valid under a key.
///
/// `key` is a `SubjectPublicKeyInfo`, in DER or PEM, if `curve` is [`CURVE_OF_KEY`](numbers::CURVE_OF_KEY), else a
/// point in SEC 1 encoding. With [`DIGEST`](options::DIGEST) `message` is the digest, whose length is checked; `hash`
/// may then be [`OTHER_HASH`](numbers::OTHER_HASH).
///
/// # Errors
/// If any input but the signature cannot be used.
pub fn verify_ecdsa(curve: u32, key: &[u8], hash: u32, message: &[u8], signature: &[u8], options: u32) -> Verdict {
    check_options(
        options,
        options::DIGEST | options::P1363 | options::LOW_S | options::EXPLICIT_CURVE,
    )?;
    let mut room = [0; MAX_DIGEST];
    let digest = if options & options::DIGEST != 0 {
        prehash(hash, message)?
    } else {
        prehash(hash, digest(numbers::hash(hash)?, message, options, &mut room))?
    };
    let encoding = if options & options::P1363 != 0 {
        Encoding::P1363
    } else {
        Encoding::Der
    };
    let wanted = Options {
        low_s: options & options::LOW_S != 0,
        explicit_curve: options & options::EXPLICIT_CURVE != 0,
        ..Options::default()
    };
    let verdict = if curve == numbers::CURVE_OF_KEY {
        let der = to_der(key)?;
        host::verify_ecdsa(&KeyFile::from_spki_der(&der)?, digest, signature, encoding, &wanted)
    } else {
        let key = KeyFile {
            curve: KeyCurve::Named(numbers::curve(curve)?),
            point: key,
        };
        host::verify_ecdsa(&key, digest, signature, encoding, &wanted)
    };
    ecdsa_verdict(verdict)
}
