//! EMSA-PKCS1-v1_5, RFC 8017 section 9.2.

use super::Error;
use crate::hash::Hash;
use alloc::{vec, vec::Vec};

/// The encoded message of a digest in `len` bytes: `00 01 ff .. ff 00 DigestInfo`.
pub(super) fn encode(hash: Hash, digest: &[u8], len: usize) -> Result<Vec<u8>, Error> {
    // RFC 8702 does not define PKCS#1 v1.5 for SHAKE, although SHAKE has an identifier.
    let oid = hash.oid().filter(|_| !hash.is_shake());
    let info = digest_info(oid.ok_or(Error::NoDigestInfo { hash })?, digest);
    let needed = info.len() + 11;
    if len < needed {
        return Err(Error::KeyTooShort { needed, found: len });
    }
    let mut message = vec![0xff; len];
    message[0] = 0;
    message[1] = 1;
    let start = len - info.len();
    message[start - 1] = 0;
    message[start..].copy_from_slice(&info);
    Ok(message)
}

/// `DigestInfo ::= SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, NULL }, OCTET STRING }` in DER; all lengths are below 128.
fn digest_info(oid: &[u8], digest: &[u8]) -> Vec<u8> {
    let len = digest.len();
    let algorithm = 4 + oid.len();
    let mut info = vec![
        0x30,
        (2 + algorithm + 2 + len) as u8,
        0x30,
        algorithm as u8,
        0x06,
        oid.len() as u8,
    ];
    info.extend_from_slice(oid);
    info.extend_from_slice(&[0x05, 0x00, 0x04, len as u8]);
    info.extend_from_slice(digest);
    info
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prefixes as RFC 8017 lists them, section 9.2, note 1.
    #[test]
    fn prefixes() {
        let sha1 = [
            0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
        ];
        let info = |hash: Hash| digest_info(hash.oid().expect("it has a number"), &vec![7; hash.output_len()]);
        assert_eq!(info(Hash::Sha1)[..15], sha1);
        let sha512_256 = [
            0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x06, 0x05, 0x00, 0x04,
            0x20,
        ];
        assert_eq!(info(Hash::Sha512_256)[..19], sha512_256);
        // The prefix of RIPEMD-160 in OpenSSL, GnuPG and others; RFC 8017 does not list it.
        let ripemd160 = [
            0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x24, 0x03, 0x02, 0x01, 0x05, 0x00, 0x04, 0x14,
        ];
        assert_eq!(info(Hash::Ripemd160)[..15], ripemd160);
        for hash in [Hash::Shake128, Hash::Shake256, Hash::Keccak256] {
            assert_eq!(encode(hash, &[7; 64], 256), Err(Error::NoDigestInfo { hash }));
        }
    }
}
