//! Verification of Schnorr signatures according to BIP-340, over secp256k1 or another curve.
//!
//! Keys and the points of signatures are given by first coordinates, which stand for the points with even second ones.
//! Let the challenge `e` be a hash of `r`, `P` and the message. A signature `(r, s)` is valid under a key `P` if
//! `s G - e P` is such a point with the first coordinate `r`
//! (<https://github.com/bitcoin/bips/blob/master/bip-0340.mediawiki>). The circuit does not compute the hash: `e` is an
//! input.
//!
//! The point is checked like that of an ECDSA signature, and the same choices are exceptional ([`crate::ecdsa`]).

use crate::{
    Builder, Error, Fr,
    curve::{Combination, Parameters, Quotient, Weierstrass},
    foreign::{Element, Field},
};
use num_bigint::BigUint;
use num_traits::One;
use rand::RngCore;
use sha2::{Digest, Sha256};

/// Verifies signatures over one curve in a circuit.
#[derive(Clone, Debug)]
pub struct Schnorr {
    combination: Combination,
}

/// A signature, as integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The first coordinate of a point.
    pub r: BigUint,
    /// An integer below the order.
    pub s: BigUint,
}

/// A signature with its challenge and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The first coordinate of the key.
    pub key: BigUint,
    /// The challenge, which need not be below the order.
    pub challenge: BigUint,
    /// The signature.
    pub signature: Signature,
}

/// SHA-256 with a tag, of the concatenated parts.
fn tagged_hash(tag: &str, parts: &[&[u8]]) -> BigUint {
    let tag = Sha256::digest(tag);
    let mut hash = Sha256::new_with_prefix(tag).chain_update(tag);
    for part in parts {
        hash.update(part);
    }
    BigUint::from_bytes_be(&hash.finalize())
}

impl Statement {
    /// The statement of BIP-340 for a key of 32 bytes, a message and a signature of 64 bytes.
    pub fn bip340(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> Self {
        let (r, s) = signature.split_at(32);
        Self {
            key: BigUint::from_bytes_be(key),
            challenge: tagged_hash("BIP0340/challenge", &[r, key, message]),
            signature: Signature {
                r: BigUint::from_bytes_be(r),
                s: BigUint::from_bytes_be(s),
            },
        }
    }

    /// A valid statement, with a challenge that is not a hash, under a key that is not kept: for tests and benchmarks.
    pub fn made_up(parameters: &Parameters, rng: &mut impl RngCore) -> Self {
        let n = &parameters.order;
        loop {
            let mut even = || {
                let k = parameters.random_scalar(rng);
                let point = parameters.multiple(&k);
                point.map(|(x, y)| (x, if y.bit(0) { n - k } else { k }))
            };
            if let (Some((key, secret)), Some((r, nonce))) = (even(), even()) {
                let challenge = parameters.random_scalar(rng);
                let s = (nonce + &challenge * secret) % n;
                let signature = Signature { r, s };
                return Self {
                    key,
                    challenge,
                    signature,
                };
            }
        }
    }
}

impl Schnorr {
    /// Makes the gates and tables for a curve whose number of points is a prime with as many bits as the field's
    /// modulus.
    ///
    /// The tables have up to `rows` rows. More rows make fewer additions.
    ///
    /// # Errors
    /// If the field and the order have different numbers of bits, the curve has a cofactor, the order is the circuit's
    /// own modulus, or the rows are too few for a table.
    pub fn new(b: &mut Builder, curve: &Weierstrass, rows: usize) -> Result<Self, Error> {
        let combination = Combination::new(b, curve, rows)?;
        Ok(Self { combination })
    }

    /// The integers modulo the order.
    pub fn scalars(&self) -> &Field {
        &self.combination.scalars
    }

    /// Checks that the answer `(r, s)` to a challenge is valid under a key. `key` and `r` are first coordinates,
    /// elements of the curve's field. The challenge, which need not be below the order, and `s` are elements of the
    /// field of the order.
    ///
    /// The circuit checks that `key`, `r` and `s` are reduced, and that the first two belong to points.
    ///
    /// # Errors
    /// [`Error::Unsatisfied`] if the signature is invalid, [`Error::Exceptional`] in cases for which no proof exists.
    pub fn verify(
        &self,
        b: &mut Builder,
        key: &Element,
        challenge: &Element,
        r: &Element,
        s: &Element,
    ) -> Result<(), Error> {
        let Combination { curve, scalars, .. } = &self.combination;
        scalars.assert_reduced(b, s)?;
        let [key, point] = [key, r].map(|x| curve.lift_x(b, x));
        // R = (s / 1) G + (e / -1) P.
        let one = scalars.constant(&BigUint::one());
        let minus_one = scalars.constant(&(&curve.parameters.order - 1u32));
        let [u1, u2] =
            [(s, &one), (challenge, &minus_one)].map(|(numerator, denominator)| Quotient { numerator, denominator });
        self.combination.check(b, &point?, u1, u2, &key?)
    }

    /// A whole circuit, with key, challenge and signature as public inputs. They are `x` of the key, `e`, `r`, `s` in
    /// this order, each in parts of 128 bits, lowest first.
    ///
    /// # Errors
    /// As [`Self::verify`], and if an integer has too many bits.
    pub fn verify_public(&self, b: &mut Builder, statement: &Statement) -> Result<(), Error> {
        let Combination { curve, scalars, .. } = &self.combination;
        let Statement {
            key,
            challenge,
            signature: Signature { r, s },
        } = statement;
        let below = [
            (key, &curve.parameters.modulus),
            (r, &curve.parameters.modulus),
            (s, &curve.parameters.order),
        ];
        if below.iter().any(|(value, bound)| value >= bound) {
            return Err(Error::Unsatisfied("a key and a signature are reduced".to_owned()));
        }
        let key = curve.field.witness(b, key);
        let challenge = scalars.witness_integer(b, challenge)?;
        let r = curve.field.witness(b, r);
        let s = scalars.witness(b, s);
        // The challenge need not be below the order. The verification checks that the others are reduced.
        curve.field.publish_integer(b, &key);
        scalars.publish_integer(b, &challenge);
        curve.field.publish_integer(b, &r);
        scalars.publish_integer(b, &s);
        self.verify(b, &key, &challenge, &r, &s)
    }

    /// The public inputs of [`Self::verify_public`].
    ///
    /// # Errors
    /// If an integer has too many bits for its field.
    pub fn public_inputs(&self, statement: &Statement) -> Result<Vec<Fr>, Error> {
        let Combination { curve, scalars, .. } = &self.combination;
        let Signature { r, s } = &statement.signature;
        let parts = [
            (&curve.field, &statement.key),
            (scalars, &statement.challenge),
            (&curve.field, r),
            (scalars, s),
        ];
        let parts = parts.iter().map(|(field, x)| field.public_inputs(x));
        Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
    }
}
