//! The arithmetic of an ECDSA verification over secp256k1 (SEC 1, version 2.0, section 4.1.4), from the digest on.

use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{BigInteger, Field, PrimeField, UniformRand, Zero};
use rand::rngs::StdRng;
use secant_curve::{
    Native,
    secp256k1::{Affine, Fr, Projective},
};

/// A signature with its key and digest.
pub struct Signature {
    key: Affine<Native>,
    digest: Fr,
    r: Fr,
    s: Fr,
}

impl Signature {
    /// A valid one.
    pub fn new(rng: &mut StdRng) -> Self {
        let g = Affine::<Native>::generator();
        loop {
            let [secret, nonce, digest] = [Fr::rand(rng), Fr::rand(rng), Fr::rand(rng)];
            let (key, r) = ((g * secret).into_affine(), x_coordinate(g * nonce));
            let signature = nonce
                .inverse()
                .zip(r)
                .map(|(inverse, r)| (r, inverse * (digest + r * secret)));
            if let Some((r, s)) = signature.filter(|(r, s)| !r.is_zero() && !s.is_zero()) {
                return Self { key, digest, r, s };
            }
        }
    }

    /// Whether it is valid.
    pub fn is_valid(&self) -> bool {
        let Some(inverse) = self.s.inverse().filter(|_| !self.r.is_zero()) else {
            return false;
        };
        let scalars = [self.digest * inverse, self.r * inverse];
        let sum = Projective::<Native>::msm(&[Affine::<Native>::generator(), self.key], &scalars);
        sum.ok().and_then(x_coordinate) == Some(self.r)
    }
}

/// The first coordinate modulo the order; `None` for the identity.
fn x_coordinate(point: Projective<Native>) -> Option<Fr> {
    let x = point.into_affine().x()?;
    Some(Fr::from_le_bytes_mod_order(&x.into_bigint().to_bytes_le()))
}
