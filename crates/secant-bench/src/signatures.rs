//! Signatures to verify: one for each curve and each length of RSA keys.

use super::column::contract_of;
use rand::{Rng, rngs::StdRng};
use secant_cli::arguments::Column;
use secant_contract_runner::numbers::{CURVE_OF_KEY, options};
use secant_contract_runner::{Call, Failure, Flavour, curve, hash};
use secant_field::modular::{FieldContext, Limbs, Modular};
use secant_gfp::{
    Affine, Curve, LimbsOf, ScalarOf,
    named::{Name, Visitor},
    sec1,
};
use secant_verify::hash::Hash;

/// The message that the RSA keys sign.
const MESSAGE: &[u8] = b"secant\n";
/// The length in bytes of the digests that are signed on curves. A shorter order shortens the digest.
const DIGEST_LEN: usize = 32;

/// The curves, most used first.
const CURVES: [Name; 9] = [
    Name::Secp256k1,
    Name::Secp256r1,
    Name::Secp384r1,
    Name::Secp521r1,
    Name::Secp224r1,
    Name::BrainpoolP256r1,
    Name::BrainpoolP320r1,
    Name::BrainpoolP384r1,
    Name::BrainpoolP512r1,
];

/// The name of a row, a key and a signature. `rsa/README.md` says how they were made.
#[rustfmt::skip]
const RSA: [(&str, &[u8], &[u8]); 5] = [
    ("rsa_1024_pkcs1", include_bytes!("rsa/1024.der"), include_bytes!("rsa/1024.sig")),
    ("rsa_2048_pkcs1", include_bytes!("rsa/2048.der"), include_bytes!("rsa/2048.sig")),
    ("rsa_3072_pkcs1", include_bytes!("rsa/3072.der"), include_bytes!("rsa/3072.sig")),
    ("rsa_4096_pkcs1", include_bytes!("rsa/4096.der"), include_bytes!("rsa/4096.sig")),
    ("rsa_8192_pkcs1", include_bytes!("rsa/8192.der"), include_bytes!("rsa/8192.sig")),
];

/// A kind of signature.
#[derive(Clone, Copy)]
pub enum Kind {
    /// An ECDSA signature of a random digest on a curve.
    Ecdsa(Name),
    /// An RSA signature that OpenSSL made, the same for every seed.
    Rsa {
        key: &'static [u8],
        signature: &'static [u8],
    },
}

/// All kinds with the names of their rows.
pub fn all() -> impl Iterator<Item = (String, Kind)> {
    let ecdsa = CURVES.map(|curve| (format!("ecdsa_{}", curve.as_str().to_lowercase()), Kind::Ecdsa(curve)));
    let rsa = RSA.map(|(name, key, signature)| (name.to_owned(), Kind::Rsa { key, signature }));
    ecdsa.into_iter().chain(rsa)
}

impl Kind {
    /// Whether a column verifies signatures of this kind.
    pub fn is_in(self, column: Column) -> bool {
        match contract_of(column) {
            None => column == Column::SecantNative,
            Some(Flavour::Rustcrypto) => matches!(self, Self::Ecdsa(Name::Secp256k1 | Name::Secp256r1)),
            Some(_) => true,
        }
    }

    /// Makes a signature of this kind.
    pub fn sign(self, rng: &mut StdRng) -> Result<Signed, Failure> {
        match self {
            Self::Ecdsa(name) => name.visit(Sign {
                curve: curve(name)?,
                rng,
            }),
            Self::Rsa { key, signature } => Ok(Signed {
                curve: CURVE_OF_KEY,
                key: key.to_vec(),
                message: MESSAGE.to_vec(),
                hash: hash(Hash::Sha256)?,
                signature: signature.to_vec(),
            }),
        }
    }
}

/// A signature with its key and the data that it signs.
pub struct Signed {
    curve: u32,
    key: Vec<u8>,
    message: Vec<u8>,
    hash: u32,
    signature: Vec<u8>,
}

impl Signed {
    /// The call that verifies it.
    pub fn call(&self) -> Call<'_> {
        let Self {
            curve,
            key,
            message,
            hash,
            signature,
        } = self;
        if *curve == CURVE_OF_KEY {
            return Call::Rsa {
                key,
                hash: *hash,
                message,
                signature,
                options: 0,
                mask: 0,
                salt: 0,
            };
        }
        Call::Ecdsa {
            curve: *curve,
            key,
            hash: *hash,
            message,
            signature,
            options: options::DIGEST | options::P1363,
        }
    }
}

/// Makes a key and signs a digest: SEC 1, version 2.0, section 4.1.3.
struct Sign<'a> {
    curve: u32,
    rng: &'a mut StdRng,
}

impl Visitor for Sign<'_> {
    type Output = Result<Signed, Failure>;

    fn visit<C: Curve>(self, curve: &C) -> Self::Output {
        let (f, n) = (curve.field(), curve.scalars());
        let mut random = || curve.scalar(&self.rng.r#gen::<[u64; 16]>());
        let (secret, nonce, z) = (random(), random(), random());
        let multiple = |k| (&curve.generator_point() * k).to_affine();
        let (key, point) = (multiple(&secret), multiple(&nonce));
        let Affine::Point { x, .. } = &point else {
            return Err("the nonce is zero".into());
        };
        let len = n.byte_len();
        // The digest is the low bytes of an integer below the order, so as an integer it is below the order again.
        let digest_len = len.min(DIGEST_LEN);
        let mut digest = vec![0; digest_len];
        n.write_bytes(&z, &mut digest);
        let mut limbs = <LimbsOf<C>>::ZERO;
        for (i, byte) in digest.iter().rev().enumerate() {
            limbs.as_mut()[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        let z = n.reduce(limbs.as_ref());
        let r = n.reduce(f.to_limbs(x).as_ref());
        let inverse = n.inverse(&nonce).ok_or("the nonce is zero")?;
        let s = lower(curve, n.mul(&inverse, &n.add(&z, &n.mul(&r, &secret))));
        let mut signature = vec![0; 2 * len];
        n.write_bytes(&r, &mut signature[..len]);
        n.write_bytes(&s, &mut signature[len..]);
        let mut bytes = vec![0; 1 + 2 * f.byte_len()];
        sec1::encode(curve, &key, false, &mut bytes).ok_or("no room for the key")?;
        Ok(Signed {
            curve: self.curve,
            key: bytes,
            message: digest,
            hash: 0,
            signature,
        })
    }
}

/// The lower of `s` and `-s`, which `k256` requires.
fn lower<C: Curve>(curve: &C, s: ScalarOf<C>) -> ScalarOf<C> {
    let n = curve.scalars();
    let opposite = n.neg(&s);
    let (a, b) = (n.to_limbs(&s), n.to_limbs(&opposite));
    if a.as_ref().iter().rev().le(b.as_ref().iter().rev()) {
        s
    } else {
        opposite
    }
}
