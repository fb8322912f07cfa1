//! The operations that Antelope's nodes provide to contracts. `docs/antelope.md` describes their functions.

use super::super::KEY_LEN;
use secant_field::modular::Modular;
use secant_gfp::{
    Curve,
    named::{Name, Secp256k1},
    sec1,
};
use secant_verify::{
    ecdsa::{Encoding, Error, KeyCurve, KeyFile, Options, PublicKey, Signature},
    hash::{Hash, Prehash},
    rsa::{InPlace, ModExp, ModExpError},
};

#[allow(unsafe_code, reason = "the edge to the host")]
mod imports {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        fn mod_exp(
            base: *const u8,
            base_len: u32,
            exp: *const u8,
            exp_len: u32,
            modulus: *const u8,
            modulus_len: u32,
            result: *mut u8,
            result_len: u32,
        ) -> i32;
        fn k1_recover(
            signature: *const u8,
            signature_len: u32,
            digest: *const u8,
            digest_len: u32,
            key: *mut u8,
            key_len: u32,
        ) -> i32;
        fn sha1(data: *const u8, len: u32, hash: *mut u8);
        fn sha256(data: *const u8, len: u32, hash: *mut u8);
        fn sha512(data: *const u8, len: u32, hash: *mut u8);
        fn sha3(data: *const u8, len: u32, out: *mut u8, out_len: u32, keccak: i32);
    }

    /// Asks the host to write `base^exp` modulo the modulus to `out`, and returns whether it did.
    pub fn power(base: &[u8], exp: &[u8], modulus: &[u8], out: &mut [u8]) -> bool {
        // SAFETY: the host reads and writes only these buffers, which do not overlap.
        let code = unsafe {
            mod_exp(
                base.as_ptr(),
                base.len() as u32,
                exp.as_ptr(),
                exp.len() as u32,
                modulus.as_ptr(),
                modulus.len() as u32,
                out.as_mut_ptr(),
                out.len() as u32,
            )
        };
        code == 0
    }

    /// Asks the host to write the public key of a signature, and returns whether it did.
    pub fn recover(signature: &[u8; 65], digest: &[u8; 32], key: &mut [u8; 65]) -> bool {
        // SAFETY: as in `power`.
        let code = unsafe { k1_recover(signature.as_ptr(), 65, digest.as_ptr(), 32, key.as_mut_ptr(), 65) };
        code == 0
    }

    pub fn hash_sha1(data: &[u8], out: &mut [u8; 20]) {
        // SAFETY: as in `power`; the host writes as many bytes as `out` has.
        unsafe { sha1(data.as_ptr(), data.len() as u32, out.as_mut_ptr()) }
    }

    pub fn hash_sha256(data: &[u8], out: &mut [u8; 32]) {
        // SAFETY: as in `power`; the host writes as many bytes as `out` has.
        unsafe { sha256(data.as_ptr(), data.len() as u32, out.as_mut_ptr()) }
    }

    pub fn hash_sha512(data: &[u8], out: &mut [u8; 64]) {
        // SAFETY: as in `power`; the host writes as many bytes as `out` has.
        unsafe { sha512(data.as_ptr(), data.len() as u32, out.as_mut_ptr()) }
    }

    pub fn hash_sha3_256(data: &[u8], out: &mut [u8; 32]) {
        // SAFETY: as in `power`; the host writes as many bytes as `out` has.
        unsafe { sha3(data.as_ptr(), data.len() as u32, out.as_mut_ptr(), 32, 0) }
    }
}

/// Writes the digest of a message to `out`, which must have its length.
pub fn digest(hash: Hash, message: &[u8], out: &mut [u8]) {
    match (hash, out.len()) {
        (Hash::Sha1, 20) => fill(out, message, imports::hash_sha1),
        (Hash::Sha256, 32) => fill(out, message, imports::hash_sha256),
        (Hash::Sha512, 64) => fill(out, message, imports::hash_sha512),
        (Hash::Sha3_256, 32) => fill(out, message, imports::hash_sha3_256),
        _ => out.copy_from_slice(&hash.digest(&[message])),
    }
}

fn fill<const N: usize>(out: &mut [u8], message: &[u8], hash: fn(&[u8], &mut [u8; N])) {
    if let Some(out) = out.first_chunk_mut() {
        hash(message, out);
    }
}

/// Powers, computed by the host where its limits allow them, else here.
pub struct Powers;

impl ModExp for Powers {
    fn mod_exp(&self, base: &[u8], exponent: &[u8], modulus: &[u8], out: &mut [u8]) -> Result<(), ModExpError> {
        if !is_allowed(base.len(), exponent.len(), modulus.len()) {
            return InPlace.mod_exp(base, exponent, modulus, out);
        }
        if imports::power(base, exponent, modulus, out) {
            Ok(())
        } else {
            Err(ModExpError)
        }
    }
}

/// Whether a node computes a power of these lengths. If it does not, it aborts the transaction.
fn is_allowed(base: usize, exponent: usize, modulus: usize) -> bool {
    let size = base.max(modulus);
    // Rounded up. The logarithm of zero counts as zero.
    let log2 = |len: usize| usize::BITS - len.saturating_sub(1).leading_zeros();
    exponent <= size && 5 * log2(exponent) + 8 * log2(size) <= 106
}

/// [`KeyFile::verify_digest`]. On secp256k1 a signature is valid if the key is one of those recovered from it, which
/// takes one or two calls to the host.
pub fn verify_ecdsa(
    key: &KeyFile<'_>,
    digest: Prehash<'_>,
    signature: &[u8],
    encoding: Encoding,
    options: &Options,
) -> Result<(), Error> {
    if !matches!(key.curve, KeyCurve::Named(Name::Secp256k1)) {
        return key.verify_digest(digest, signature, encoding, options);
    }
    let key = PublicKey::from_sec1(&Secp256k1, key.point)?;
    let signature = match encoding {
        Encoding::Der => Signature::from_der(&Secp256k1, signature),
        Encoding::P1363 => Signature::from_p1363(&Secp256k1, signature),
    }?;
    if options.low_s && !signature.has_low_s(&Secp256k1) {
        return Err(Error::HighS);
    }
    let (mut expected, mut found) = ([0; KEY_LEN], [0; KEY_LEN]);
    sec1::encode(&Secp256k1, key.point(), false, &mut expected);
    let (mut signature, digest) = (recoverable(&signature), leftmost(digest));
    // The point can have the first coordinate r + n, below the modulus of the field, only if r is below 2^129.
    let ids = if signature[1..16].iter().all(|&byte| byte == 0) {
        4
    } else {
        2
    };
    let is_key = (0..ids).any(|id| {
        signature[0] = FIRST_ID + id;
        imports::recover(&signature, &digest, &mut found) && found == expected
    });
    if is_key { Ok(()) } else { Err(Error::Invalid) }
}

/// Writes the public key of a signature, if there is one. `id` is a recovery identifier.
pub fn recover(digest: Prehash<'_>, signature: &Signature<Secp256k1>, id: u8, key: &mut [u8; KEY_LEN]) -> bool {
    let mut signature = recoverable(signature);
    signature[0] = FIRST_ID + id;
    imports::recover(&signature, &leftmost(digest), key)
}

/// The recovery byte for the identifier zero.
const FIRST_ID: u8 = 27;

/// A signature in the host's form, with the recovery byte not set.
fn recoverable(signature: &Signature<Secp256k1>) -> [u8; 65] {
    let mut bytes = [0; 65];
    let n = Secp256k1.scalars();
    n.write_bytes(signature.r(), &mut bytes[1..33]);
    n.write_bytes(signature.s(), &mut bytes[33..]);
    bytes
}

/// The leftmost 32 bytes of a digest, which are those that count.
fn leftmost(digest: Prehash<'_>) -> [u8; 32] {
    let mut bytes = [0; 32];
    let digest = digest.as_bytes();
    let used = &digest[..digest.len().min(32)];
    bytes[32 - used.len()..].copy_from_slice(used);
    bytes
}
