//! AWS-LC.

use crate::exchange::{Arguments, Signed, split};
use crate::run::{Column, Library};
use aws_lc_sys::*;
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::rc::Rc;

/// A number of AWS-LC's.
struct Number(*mut BIGNUM);

impl Number {
    fn new(bytes: &[u8]) -> Self {
        // SAFETY: AWS-LC reads the bytes and allocates the number.
        let number = unsafe { BN_bin2bn(bytes.as_ptr(), bytes.len(), null_mut()) };
        assert!(!number.is_null(), "AWS-LC is out of memory");
        Self(number)
    }

    fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        // SAFETY: the number is ours, and the buffer has the given length.
        let ok = unsafe { BN_bn2bin_padded(bytes.as_mut_ptr(), bytes.len(), self.0) };
        assert_eq!(ok, 1, "a coordinate has 32 bytes");
        bytes
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        // SAFETY: the number is ours, and nobody uses it any more.
        unsafe { BN_free(self.0) };
    }
}

/// A point of P-256.
struct Point(*mut EC_POINT);

impl Point {
    fn new() -> Self {
        // SAFETY: the group is a constant, and AWS-LC allocates the point.
        let point = unsafe { EC_POINT_new(EC_group_p256()) };
        assert!(!point.is_null(), "AWS-LC is out of memory");
        Self(point)
    }

    fn read(bytes: &[u8]) -> Self {
        let (point, [x, y]) = (Self::new(), split(bytes).map(Number::new));
        // SAFETY: all are values of AWS-LC's own; it checks that the point is on the curve.
        let ok = unsafe { EC_POINT_set_affine_coordinates(EC_group_p256(), point.0, x.0, y.0, null_mut()) };
        assert_eq!(ok, 1, "the argument is a point of the curve");
        point
    }

    fn bytes(&self) -> Vec<u8> {
        let (x, y) = (Number::new(&[]), Number::new(&[]));
        // SAFETY: all are values of AWS-LC's own.
        let ok = unsafe { EC_POINT_get_affine_coordinates(EC_group_p256(), self.0, x.0, y.0, null_mut()) };
        assert_eq!(ok, 1, "a multiple of a random point is not at infinity");
        [x.bytes(), y.bytes()].concat()
    }

    fn multiply(&self, scalar: &Number) -> Self {
        let out = Self::new();
        // SAFETY: all are values of AWS-LC's own; without the second number it adds no multiple of the generator.
        let ok = unsafe { EC_POINT_mul(EC_group_p256(), out.0, null(), self.0, scalar.0, null_mut()) };
        assert_eq!(ok, 1, "AWS-LC multiplies any point");
        out
    }
}

impl Drop for Point {
    fn drop(&mut self) {
        // SAFETY: the point is ours, and nobody uses it any more.
        unsafe { EC_POINT_free(self.0) };
    }
}

/// A multiplication of one point of P-256.
pub fn multiply(arguments: &Arguments) -> Column {
    let point = Rc::new(Point::read(&arguments.points[0]));
    let scalar = Rc::new(Number::new(&arguments.scalars[0]));
    Column::new(Library::AwsLc, move || point.multiply(&scalar), |p| p.bytes())
}

/// A public key.
struct Key(*mut EVP_PKEY);

impl Key {
    fn read(der: &[u8]) -> Self {
        let mut input = MaybeUninit::uninit();
        // SAFETY: the reader is initialised, and reads the bytes while they are borrowed.
        let key = unsafe {
            CBS_init(input.as_mut_ptr(), der.as_ptr(), der.len());
            EVP_parse_public_key(input.as_mut_ptr())
        };
        assert!(!key.is_null(), "the argument is a public key");
        Self(key)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: the key is ours, and nobody uses it any more.
        unsafe { EVP_PKEY_free(self.0) };
    }
}

/// Verifications of ECDSA, one by one.
pub fn verify_ecdsa(arguments: &Arguments) -> Column {
    verify(arguments, |key, Signed { digest, signature, .. }| {
        // SAFETY: the key is one of a curve, which is asked, and all bytes have the given lengths.
        unsafe {
            let key = EVP_PKEY_get0_EC_KEY(key.0);
            assert!(!key.is_null(), "the key is one of a curve");
            ECDSA_verify(
                0,
                digest.as_ptr(),
                digest.len(),
                signature.as_ptr(),
                signature.len(),
                key,
            )
        }
    })
}

/// A verification of RSA, PKCS#1 v1.5.
pub fn verify_rsa(arguments: &Arguments) -> Column {
    verify(arguments, |key, Signed { digest, signature, .. }| {
        // SAFETY: the key is one of RSA, which is asked, and all bytes have the given lengths.
        unsafe {
            let key = EVP_PKEY_get0_RSA(key.0);
            assert!(!key.is_null(), "the key is one of RSA");
            RSA_verify(
                NID_sha256,
                digest.as_ptr(),
                digest.len(),
                signature.as_ptr(),
                signature.len(),
                key,
            )
        }
    })
}

fn verify(arguments: &Arguments, verify: fn(&Key, &Signed) -> c_int) -> Column {
    let signed: Vec<_> = arguments
        .signed
        .iter()
        .map(|signed| (Key::read(&signed.key), signed.clone()))
        .collect();
    Column::verifications(Library::AwsLc, signed, move |signed| {
        signed.iter().map(|(key, signed)| verify(key, signed) == 1).collect()
    })
}
