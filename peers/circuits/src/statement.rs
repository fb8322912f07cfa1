//! A signature, and its circuit.

use num_bigint::BigUint;
use rand::RngCore;
use secant_circuit::{
    Builder, BuiltCircuit, Error, Goal,
    curve::{Coordinates, Parameters, Weierstrass},
    ecdsa::{Ecdsa, Signature},
};
use secant_gfp::named::Name;

/// A signature over secp256k1, with its key and digest.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The key.
    pub key: Coordinates,
    /// The digest.
    pub digest: BigUint,
    /// The signature.
    pub signature: Signature,
}

impl Statement {
    /// A valid one.
    pub fn random(rng: &mut impl RngCore) -> Self {
        let p = Parameters::named(Name::Secp256k1);
        let n = &p.order;
        let mut random = || {
            let mut bytes = [0; 40];
            rng.fill_bytes(&mut bytes);
            BigUint::from_bytes_le(&bytes) % (n - 1u32) + 1u32
        };
        let (secret, nonce, digest) = (random(), random(), random());
        let multiple = |k: &BigUint| {
            p.multiples(k, &BigUint::ZERO, 1)
                .pop()
                .flatten()
                .expect("not the identity")
        };
        let r = multiple(&nonce).0 % n;
        let inverse = nonce.modinv(n).expect("the order is a prime");
        Self {
            key: multiple(&secret),
            signature: Signature {
                s: inverse * (&digest + &r * &secret) % n,
                r,
            },
            digest,
        }
    }

    /// secant's circuit, with its columns and witness.
    pub fn secant(&self) -> Result<BuiltCircuit, Error> {
        let mut b = Builder::new();
        let curve = Weierstrass::new("secp256k1", Parameters::named(Name::Secp256k1), b.shape())?;
        let verifier = Ecdsa::new(&mut b, &curve, 4000)?;
        verifier.verify_public(&mut b, &self.key, &self.digest, &self.signature)?;
        b.finish(&Goal::Fastest)
    }
}
