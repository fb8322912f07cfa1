//! Verification of BLS signatures, of Boneh, Lynn and Shacham, according to the draft of the CFRG
//! (<https://datatracker.ietf.org/doc/draft-irtf-cfrg-bls-signature>).
//!
//! A signature is the secret key times the message's point. That point is a hash to the curve, which the circuit does
//! not compute: it is an input, in the group. Keys and signatures are points other than the identity, and the circuit
//! checks that they are in their groups.

use super::{
    PairingCurve,
    circuit::{G1Point, G2Point, Pairing},
};
use crate::{Builder, Error};
use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::Affine;

impl<C: PairingCurve> Pairing<C> {
    /// Checks that a signature in the second group is valid under a key in the first one, as in Ethereum:
    /// `e(key, message)` is `e(generator, signature)`.
    ///
    /// # Errors
    /// If the signature is invalid, or a point is not in its group.
    pub fn verify_signature_in_g2(
        &self,
        b: &mut Builder,
        key: &G1Point,
        message: &G2Point,
        signature: &G2Point,
    ) -> Result<(), Error> {
        self.assert_in_g1(b, key)?;
        let generator = self.constant_g1(&-Affine::<C::G1>::generator())?;
        let pairs = [(key.clone(), message.clone()), (generator, signature.clone())];
        self.assert_one(b, &pairs)
    }

    /// Checks that a signature in the first group is valid under a key in the second one: `e(message, key)` is
    /// `e(signature, generator)`.
    ///
    /// The caller must ensure that the message's point is in the first group, as hashes to the curve are.
    ///
    /// # Errors
    /// If the signature is invalid, or a point is not in its group.
    pub fn verify_signature_in_g1(
        &self,
        b: &mut Builder,
        key: &G2Point,
        message: &G1Point,
        signature: &G1Point,
    ) -> Result<(), Error> {
        self.assert_in_g1(b, signature)?;
        let generator = self.constant_g2(&-Affine::<C::G2>::generator())?;
        let pairs = [(message.clone(), key.clone()), (signature.clone(), generator)];
        self.assert_one(b, &pairs)
    }
}
