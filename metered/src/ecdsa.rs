//! Verifications of ECDSA signatures over secp256k1, from the digest on.

use rand::{Rng, rngs::StdRng};
use secant_field::modular::{FieldContext, Modular};
use secant_gfp::{Coordinates, Curve, ScalarOf, double_mul, named::Secp256k1};
use secant_verify::{
    ecdsa::{PublicKey, Signature, verify_each},
    hash::{Hash, Prehash, PrehashError},
};

const CURVE: Secp256k1 = Secp256k1;

/// Digests with valid signatures and their keys.
pub struct Signed(Vec<(PublicKey<Secp256k1>, [u8; 32], Signature<Secp256k1>)>);

impl Signed {
    /// So many. `None` as rarely as a random number is zero.
    pub fn new(inputs: usize, rng: &mut StdRng) -> Option<Self> {
        (0..inputs).map(|_| sign(rng)).collect::<Option<_>>().map(Self)
    }

    /// Whether all are valid: one by itself, several as a batch.
    pub fn are_valid(&self) -> bool {
        if let [(key, digest, signature)] = &self.0[..] {
            return prehash(digest).is_ok_and(|digest| key.verify_digest(&CURVE, digest, signature));
        }
        let all = self.0.iter().map(|(key, digest, s)| Ok((*key, prehash(digest)?, *s)));
        let Ok(all) = all.collect::<Result<Vec<_>, PrehashError>>() else {
            return false;
        };
        verify_each(&CURVE, &all).into_iter().all(|valid| valid)
    }
}

fn prehash(digest: &[u8]) -> Result<Prehash<'_>, PrehashError> {
    Prehash::new(Hash::Sha256, digest)
}

/// A key, a digest and a signature that is valid for both: for `R = u_1 G + u_2 Q` with the first coordinate `r` it is
/// `(r, r / u_2)`, and the digest `r u_1 / u_2`.
fn sign(rng: &mut StdRng) -> Option<(PublicKey<Secp256k1>, [u8; 32], Signature<Secp256k1>)> {
    let (f, n) = (CURVE.field(), CURVE.scalars());
    let mut random = || CURVE.scalar(&rng.r#gen::<[u64; 8]>());
    let (secret, u1, u2) = (random(), random(), random());
    let key = (&CURVE.generator_point() * &secret).to_affine();
    let sum = double_mul(&CURVE, &u1, &u2, &key).to_affine(&CURVE);
    let r = n.reduce(f.to_limbs(sum.xy()?.0).as_ref());
    let s = n.mul(&r, &n.inverse(&u2)?);
    let bytes = |x: &ScalarOf<Secp256k1>| {
        let mut bytes = [0; 32];
        n.write_bytes(x, &mut bytes);
        bytes
    };
    let signature = Signature::new(&CURVE, &bytes(&r), &bytes(&s)).ok()?;
    Some((PublicKey::new(&CURVE, &key).ok()?, bytes(&n.mul(&u1, &s)), signature))
}
