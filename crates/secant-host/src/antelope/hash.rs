//! Hash functions.

use sha3::digest::Digest;

/// SHA-1.
pub fn sha1(data: &[u8]) -> [u8; 20] {
    sha1::Sha1::digest(data).into()
}

/// SHA-256.
pub fn sha256(data: &[u8]) -> [u8; 32] {
    sha2::Sha256::digest(data).into()
}

/// SHA-512.
pub fn sha512(data: &[u8]) -> [u8; 64] {
    sha2::Sha512::digest(data).into()
}

/// RIPEMD-160.
pub fn ripemd160(data: &[u8]) -> [u8; 20] {
    ripemd::Ripemd160::digest(data).into()
}

/// SHA3-256, or Keccak-256 as Ethereum uses it. Writes as many of the 32 bytes as `out` takes.
pub fn sha3(data: &[u8], out: &mut [u8], keccak: bool) {
    let hash: [u8; 32] = if keccak {
        sha3::Keccak256::digest(data).into()
    } else {
        sha3::Sha3_256::digest(data).into()
    };
    for (out, byte) in out.iter_mut().zip(hash) {
        *out = byte;
    }
}
