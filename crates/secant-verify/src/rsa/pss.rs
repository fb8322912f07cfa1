//! EMSA-PSS, RFC 8017 section 9.1.

use super::Error;
use crate::hash::Hash;

/// RSASSA-PSS with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pss {
    /// The hash function of the message.
    pub hash: Hash,
    /// The hash function of MGF1, usually that of the message; or SHAKE, which makes the mask in place of MGF1.
    pub mask: Hash,
    /// The accepted lengths of the salt.
    pub salt: Salt,
}

/// The accepted salt lengths, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Salt {
    /// One length.
    Exactly(usize),
    /// Any length; it is found in the signature.
    Any,
}

fn padding<T>(what: &'static str) -> Result<T, Error> {
    Err(Error::Padding { what })
}

/// The length in bytes of the encoded message for a modulus of this many bits, and the number of unused bits in its
/// first byte.
pub(super) fn encoded_len(modulus_bits: usize) -> (usize, u32) {
    let bits = modulus_bits - 1;
    let len = bits.div_ceil(8);
    (len, (8 * len - bits) as u32)
}

/// Checks that an encoded message has room for hash and salt, in a key of this many bits.
pub(super) fn check_len(pss: &Pss, min_salt: usize, modulus_bits: usize) -> Result<(), Error> {
    let salt = match pss.salt {
        Salt::Exactly(len) => len,
        Salt::Any => min_salt,
    };
    let needed = salt.saturating_add(pss.hash.output_len() + 2);
    let (found, _) = encoded_len(modulus_bits);
    if found < needed {
        return Err(Error::KeyTooShort { needed, found });
    }
    Ok(())
}

/// Verifies `message`, the integer `s^e mod n` in as many bytes as the modulus has. Overwrites it.
///
/// [`check_len`] must have passed. The salt must have at least `min_salt` bytes.
pub(super) fn verify(
    pss: &Pss,
    min_salt: usize,
    digest: &[u8],
    message: &mut [u8],
    modulus_bits: usize,
) -> Result<(), Error> {
    let (len, unused) = encoded_len(modulus_bits);
    let (above, message) = message.split_at_mut(message.len() - len);
    if above.iter().any(|&byte| byte != 0) {
        return padding("it has more bits than an encoded message");
    }
    let Some((0xbc, message)) = message.split_last_mut() else {
        return padding("the last byte is not bc");
    };
    let (block, hash) = message.split_at_mut(message.len() - pss.hash.output_len());
    if block[0].leading_zeros() < unused {
        return padding("bits above the encoded message are set");
    }
    pss.mask.mask(hash, block);
    // At most 7 bits are unused.
    block[0] &= 0xff >> unused;
    let Some(start) = block.iter().position(|&byte| byte != 0) else {
        return padding("there is no 01 before the salt");
    };
    if block[start] != 1 {
        return padding("there is no 01 before the salt");
    }
    let salt = &block[start + 1..];
    if matches!(pss.salt, Salt::Exactly(expected) if salt.len() != expected) {
        return padding("the salt has another length");
    }
    if salt.len() < min_salt {
        return padding("the salt is shorter than the key allows");
    }
    if *pss.hash.digest(&[&[0; 8], digest, salt]) != *hash {
        return Err(Error::Mismatch);
    }
    Ok(())
}
