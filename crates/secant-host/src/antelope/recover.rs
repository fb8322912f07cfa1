//! `k1_recover`: the public key of an ECDSA signature on secp256k1 (SEC 1, section 4.1.6).

use super::{
    Error,
    encoding::{Order::Big, read, write},
};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, BigInt, BigInteger, Field, PrimeField};
use secant_curve::{
    Host, Native,
    secp256k1::{Affine, Fq, Fr, Projective},
};

/// Recovers the public key from a signature of a digest (32 bytes), and writes it as `04 x y` to the first 65 bytes of
/// `public_key`.
///
/// A signature has 65 bytes: the recovery byte, then `r` and `s`, big endian. The recovery byte minus 27 must be below
/// 8. Its bit 0 is the parity of the `y` of the signature's point, and bit 1 says that its `x` is `r + n`. Bit 2 is
/// ignored. Any `s` below `n` is accepted, also in the larger half.
///
/// # Errors
/// [`Error::BadLength`], [`Error::BadSignature`].
pub fn k1_recover(signature: &[u8], digest: &[u8], public_key: &mut [u8]) -> Result<(), Error> {
    let (Some((recovery, r_and_s)), 65, 32) = (signature.split_first(), signature.len(), digest.len()) else {
        return Err(Error::BadLength);
    };
    let public_key = public_key.get_mut(..65).ok_or(Error::BadLength)?;
    let recovery = recovery.wrapping_sub(27);
    if recovery >= 8 {
        return Err(Error::BadSignature);
    }
    let (r, s) = r_and_s.split_at(32);
    let scalar = |bytes| read::<Fr>(bytes, Big).map_err(|_| Error::BadSignature);
    let key = recover(recovery, scalar(r)?, scalar(s)?, Fr::from_be_bytes_mod_order(digest))?;
    let (x, y) = public_key[1..].split_at_mut(32);
    write(&key.x, x, Big)?;
    write(&key.y, y, Big)?;
    public_key[0] = 4;
    Ok(())
}

/// The public key for which `(r, s)` is a valid signature of `digest`.
fn recover(recovery: u8, r: Fr, s: Fr, digest: Fr) -> Result<Affine<Native>, Error> {
    let mut x = BigInt::<4>(r.into_bigint().0);
    if recovery & 2 != 0 && x.add_with_carry(&Fr::MODULUS) {
        return Err(Error::BadSignature);
    }
    let x = Fq::from_bigint(x).ok_or(Error::BadSignature)?;
    let (even, odd) = Affine::<Native>::get_ys_from_x_unchecked(x)
        .map(|(y, z)| if y.into_bigint().is_odd() { (z, y) } else { (y, z) })
        .ok_or(Error::BadSignature)?;
    let point = Affine::new_unchecked(x, if recovery & 1 == 0 { even } else { odd });
    // s R = digest G + r key
    if s == Fr::ZERO {
        return Err(Error::BadSignature);
    }
    let inverse = r.inverse().ok_or(Error::BadSignature)?;
    let key = Native::msm::<Projective<Native>>(&[Affine::generator(), point], &[-(digest * inverse), s * inverse]);
    let key = key.map_err(|_| Error::BadSignature)?.into_affine();
    if key.is_zero() {
        Err(Error::BadSignature)
    } else {
        Ok(key)
    }
}
