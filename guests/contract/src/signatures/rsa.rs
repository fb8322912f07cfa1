//! RSA.

use super::{
    Error, MAX_DIGEST, Verdict, check_options, digest, host,
    numbers::{self, options, salt as salts},
    rsa_verdict,
};
use secant_verify::rsa::{Pss, PublicKey, Salt, Scheme};

/// Whether a signature of a message is valid under a key.
///
/// `key` is a `SubjectPublicKeyInfo` or an `RSAPublicKey`, in DER or PEM. With [`DIGEST`](options::DIGEST) `message` is
/// the digest. With [`PSS`](options::PSS), `mask` is the hash function of the mask (0 for that of the message), and
/// `salt` is the length of the salt or one of [`salt`](numbers::salt). Without it both are ignored.
///
/// # Errors
/// If any input but the signature cannot be used.
pub fn verify_rsa(
    key: &[u8],
    hash: u32,
    message: &[u8],
    signature: &[u8],
    options: u32,
    mask: u32,
    salt: i32,
) -> Verdict {
    check_options(options, options::DIGEST | options::PSS)?;
    let hash = numbers::hash(hash)?;
    let scheme = if options & options::PSS != 0 {
        Scheme::Pss(Pss {
            hash,
            mask: if mask == 0 { hash } else { numbers::hash(mask)? },
            salt: match salt {
                salts::DIGEST => Salt::Exactly(hash.output_len()),
                salts::ANY => Salt::Any,
                len => Salt::Exactly(usize::try_from(len).map_err(|_| Error::Options)?),
            },
        })
    } else {
        Scheme::Pkcs1(hash)
    };
    let key = PublicKey::read(key)?;
    let mut room = [0; MAX_DIGEST];
    let digest = digest(hash, message, options, &mut room);
    rsa_verdict(key.verify_with(&host::Powers, &scheme, digest, signature))
}
