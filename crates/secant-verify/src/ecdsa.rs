//! ECDSA: SEC 1, version 2.0, section 4.1, and FIPS 186-5, section 6.4.
//!
//! A [`PublicKey`] is a point of the subgroup other than infinity; every constructor checks this. A [`Signature`] is a
//! pair of integers, both at least one and below the order. [`PublicKey::verify_digest`] checks a signature of a
//! digest; only the leftmost bits of the digest count, as many as the order has. A digest is a [`Prehash`], which has
//! the length of its hash function's digests. [`KeyFile`] is a key as tools write it. Its curve is known only at run
//! time, and it verifies messages.
//!
//! ```
//! use secant_gfp::named::Secp256r1;
//! use secant_verify::{ecdsa::{PublicKey, Signature}, hash::{Hash, Prehash}};
//!
//! # fn bytes(hex: &str) -> Vec<u8> { (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect() }
//! // RFC 6979, appendix A.2.5: SHA-256 of "sample".
//! let key = PublicKey::from_sec1(&Secp256r1, &bytes(concat!(
//!     "04", "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
//!     "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")))?;
//! let signature = Signature::from_p1363(&Secp256r1, &bytes(concat!(
//!     "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
//!     "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")))?;
//! let digest = bytes("af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf");
//! assert!(key.verify_digest(&Secp256r1, Prehash::new(Hash::Sha256, &digest)?, &signature));
//! assert!(!key.verify_digest(&Secp256r1, Hash::Sha256.digest(&[b"another"]).prehash(), &signature));
//! assert!(Prehash::new(Hash::Sha256, &digest[1..]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is accepted
//! - Points in all forms of SEC 1 and X9.62: compressed, uncompressed and hybrid.
//! - Signatures in DER, or as `r` and `s` of as many bytes as the order has. DER, not BER: integers have their shortest
//!   form, and nothing follows.
//! - Both `s` and its opposite, unless [`Options::low_s`] requires the lower one.
//!
//! Keys name their curve. Keys that give the curve's parameters are refused unless [`Options::explicit_curve`] is set,
//! because whoever gives the parameters chooses the curve. If it is set, the parameters are validated
//! ([`RuntimeCurve::new`](secant_gfp::RuntimeCurve::new)), and they must not be those of a named curve with another
//! generator. In certificates such keys are always refused ([`certificate`](crate::certificate)). Curves of less than
//! [`MIN_BITS`] bits are refused unless [`Options::allow_weak`] is set.

mod batch;
mod explicit;
mod file;
mod key;
mod recovery;
mod signature;

pub use batch::verify_each;
pub use explicit::ExplicitCurve;
pub use file::{Encoding, Error, KeyCurve, KeyFile, KeyFileError, Options, to_der};
pub use key::{KeyError, PublicKey};
pub use recovery::{RecoveryError, RecoveryId};
pub use signature::{Signature, SignatureError};

use crate::hash::Prehash;
use secant_field::modular::{FieldContext, Limbs, Modular};
use secant_gfp::{Curve, Jacobian, ScalarOf, double_mul};

/// The least length in bits of field and order, unless [`Options::allow_weak`] is set.
pub const MIN_BITS: usize = 160;

impl<C: Curve> PublicKey<C> {
    /// Whether the signature is valid for a digest under this key, which must be of this curve.
    pub fn verify_digest(&self, curve: &C, digest: Prehash<'_>, signature: &Signature<C>) -> bool {
        let n = curve.scalars();
        // `s` is not zero and the order is a prime, so the inverse exists.
        let Some(inverse) = n.inverse(signature.s()) else {
            return false;
        };
        let u1 = n.mul(&digest_scalar(curve, digest), &inverse);
        let u2 = n.mul(signature.r(), &inverse);
        has_x(curve, &double_mul(curve, &u1, &u2, self.point()), signature.r())
    }
}

/// The leftmost bits of a digest, as many as the order has, as a scalar.
pub(crate) fn digest_scalar<C: Curve>(curve: &C, digest: Prehash<'_>) -> ScalarOf<C> {
    /// The number of limbs of the longest order.
    const LIMBS: usize = secant_gfp::MAX_BITS / 64;
    let (n, digest) = (curve.scalars(), digest.as_bytes());
    let bytes = &digest[..digest.len().min(n.byte_len())];
    let mut limbs = [0u64; LIMBS];
    for (i, &byte) in bytes.iter().rev().enumerate() {
        limbs[i / 8] |= u64::from(byte) << (8 * (i % 8));
    }
    let excess = (8 * bytes.len()).saturating_sub(n.bits()) as u32;
    if excess > 0 {
        let mut above = 0;
        for limb in limbs.iter_mut().rev() {
            (*limb, above) = (*limb >> excess | above, *limb << (64 - excess));
        }
    }
    n.reduce(&limbs)
}

/// Whether the first coordinate of a point, as an integer, is `r` modulo the order. Infinity has no coordinates.
pub(crate) fn has_x<C: Curve>(curve: &C, point: &Jacobian<C>, r: &ScalarOf<C>) -> bool {
    let (f, n) = (curve.field(), curve.scalars());
    if f.is_zero(point.z()) {
        return false;
    }
    // Compares X with x Z^2 for x = r, r + n, ... below p. This avoids an inversion, and there are hardly more than two
    // such x.
    if f.bits() < n.bits() + 3 {
        let zz = f.square(point.z());
        let mut candidate = integer(n.to_limbs(r).as_ref());
        let order = integer(n.modulus().as_ref());
        let p = integer(f.modulus().as_ref());
        while is_below(&candidate, &p) {
            let x = f.reduce(&candidate[..<C::Field as Modular>::Limbs::COUNT]);
            if f.mul(&x, &zz) == *point.x() {
                return true;
            }
            add(&mut candidate, &order);
        }
        return false;
    }
    let affine = secant_gfp::Coordinates::to_affine(point, curve);
    affine.xy().is_some_and(|(x, _)| n.reduce(f.to_limbs(x).as_ref()) == *r)
}

/// An integer with room for the carry of a sum.
type Integer = [u64; secant_gfp::MAX_BITS / 64 + 1];

fn integer(limbs: &[u64]) -> Integer {
    core::array::from_fn(|i| limbs.get(i).copied().unwrap_or(0))
}

fn is_below(a: &Integer, b: &Integer) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn add(a: &mut Integer, b: &Integer) {
    let mut carry = false;
    for (x, y) in a.iter_mut().zip(b) {
        (*x, carry) = x.carrying_add(*y, carry);
    }
}
