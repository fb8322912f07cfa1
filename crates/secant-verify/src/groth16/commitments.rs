//! Pedersen commitments in gnark proofs. Circuits make them with `api.Commit`, after "Recursion over Public-Coin
//! Interactive Proof Systems; Faster Hash Verification" (IACR ePrint 2022/1072).
//!
//! A commitment `C` is a point of G1. It is hashed together with the public values that it covers. The hash is one more
//! public input, from which the circuit takes its challenges; `C` itself is added to the sum of the public inputs. The
//! prover must show that `C` is a combination of the points that the setup made for it. It does so with a proof of
//! knowledge: `sigma C` for the setup's secret `sigma`.

use super::key::equal_or_opposite;
use super::{Error, Field, File};
use alloc::vec::Vec;
use ark_ec::pairing::Pairing;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, Field as _, PrimeField};
use core::iter::once;
use sha2::{Digest, Sha256};

/// The part of a gnark verification key about commitments. It is empty for circuits without commitments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitmentKeys<E: Pairing> {
    /// One key for each commitment.
    pub keys: Vec<CommitmentKey<E>>,
    /// For each commitment, the public values that it covers: 1 is the first public input; the hashes of the earlier
    /// commitments follow the last public input.
    pub committed: Vec<Vec<usize>>,
}

/// The key of one commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitmentKey<E: Pairing> {
    /// A generator, the same in all keys.
    pub g: E::G2Affine,
    /// `-sigma g`, for a secret `sigma` of this key only.
    pub g_sigma_neg: E::G2Affine,
}

/// The part of a gnark proof about commitments. It is empty for circuits without commitments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitments<E: Pairing> {
    /// The commitments.
    pub points: Vec<E::G1Affine>,
    /// One proof of knowledge for all commitments; infinity if there are none.
    pub knowledge: E::G1Affine,
}

impl<E: Pairing> Default for CommitmentKeys<E> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            committed: Vec::new(),
        }
    }
}

impl<E: Pairing> Default for Commitments<E> {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            knowledge: E::G1Affine::zero(),
        }
    }
}

/// gnark's domain separators: for the hash of a commitment, and for the hash of all of them in the proof of knowledge.
const COMMITMENT: &[u8] = b"bsb22-commitment";
const KNOWLEDGE: &[u8] = b"G16-BSB22";

impl<E: Pairing> CommitmentKeys<E> {
    /// Checks that commitments under these keys are binding and that they cover values that exist, for this number of
    /// inputs.
    pub(super) fn check(&self, inputs: usize) -> Result<(), Error> {
        for (i, list) in self.committed.iter().enumerate() {
            let last = inputs + i;
            if let Some(index) = list.iter().find(|index| **index == 0 || **index > last) {
                return Err(Error::Committed {
                    field: Field::Item("PublicAndCommitmentCommitted", i),
                    index: *index as u64,
                    last,
                });
            }
        }
        // Two points with the same first coordinate are equal or opposite.
        let mut secrets = Vec::with_capacity(self.keys.len());
        for (i, key) in self.keys.iter().enumerate() {
            let field = Field::Item("CommitmentKeys", i);
            let (Some(_), Some((x, _))) = (key.g.xy(), key.g_sigma_neg.xy()) else {
                let file = File::Vk;
                return Err(Error::AtInfinity { file, field });
            };
            let fault = |fault| Err(Error::CommitmentKey { field, fault });
            if self.keys.first().is_some_and(|first| first.g != key.g) {
                return fault("over another generator than the first");
            }
            if equal_or_opposite(key.g, key.g_sigma_neg).is_some() {
                return fault("a point and itself or its opposite");
            }
            secrets.push((x, field));
        }
        secrets.sort_unstable_by_key(|(secret, _)| *secret);
        match secrets
            .iter()
            .zip(secrets.iter().skip(1))
            .find(|((a, _), (b, _))| a == b)
        {
            Some((_, (_, field))) => Err(Error::CommitmentKey {
                field: *field,
                fault: "of the same secret as another key",
            }),
            None => Ok(()),
        }
    }
}

impl<E: Pairing> Commitments<E> {
    /// The hash of each commitment, with the public values that it covers.
    pub(super) fn hashes(
        &self,
        keys: &CommitmentKeys<E>,
        public: &[E::ScalarField],
    ) -> Result<Vec<E::ScalarField>, Error> {
        let mut hashes: Vec<E::ScalarField> = Vec::with_capacity(self.points.len());
        for (i, (point, list)) in self.points.iter().zip(&keys.committed).enumerate() {
            let mut message = encode_raw(point);
            for index in list {
                let value = index.checked_sub(1).and_then(|index| {
                    let hash = || hashes.get(index.checked_sub(public.len())?);
                    public.get(index).or_else(hash)
                });
                let value = value.ok_or(Error::Committed {
                    field: Field::Item("PublicAndCommitmentCommitted", i),
                    index: *index as u64,
                    last: public.len() + i,
                })?;
                message.extend(big_endian(value));
            }
            hashes.push(hash_to_field(&[&message], COMMITMENT));
        }
        Ok(hashes)
    }

    /// Whether the prover knew openings of the commitments. With the powers of `r`, the hash of the commitments'
    /// hashes, `sum of e(r^i points[i], g_sigma_neg[i])` and `e(knowledge, g)` must be opposite.
    pub(super) fn proofs_of_knowledge_hold(&self, keys: &CommitmentKeys<E>, hashes: &[E::ScalarField]) -> bool {
        let Some(first) = keys.keys.first() else {
            return self.knowledge.is_zero();
        };
        let encoded: Vec<_> = hashes.iter().map(big_endian).collect();
        let encoded: Vec<_> = encoded.iter().map(Vec::as_slice).collect();
        let r: E::ScalarField = hash_to_field(&encoded, KNOWLEDGE);
        let mut power = E::ScalarField::ONE;
        let mut in_g1 = Vec::with_capacity(self.points.len() + 1);
        for point in &self.points {
            in_g1.push(if power == E::ScalarField::ONE {
                *point
            } else {
                (*point * power).into_affine()
            });
            power *= r;
        }
        in_g1.push(self.knowledge);
        let in_g2 = keys.keys.iter().map(|key| key.g_sigma_neg).chain(once(first.g));
        E::multi_pairing(in_g1, in_g2).0 == E::TargetField::ONE
    }
}

/// The bytes of a field element, most significant first.
fn big_endian<F: PrimeField>(value: &F) -> Vec<u8> {
    value.into_bigint().to_bytes_be()
}

/// A point as gnark's `Marshal` encodes it: uncompressed, with the flag of infinity if the field leaves room for three
/// bits.
fn encode_raw<P: AffineRepr>(point: &P) -> Vec<u8> {
    let Some((x, y)) = point.xy() else {
        return super::gnark::raw_infinity::<P>();
    };
    let coordinates = [x, y].into_iter().flat_map(|value| {
        let coefficients: Vec<_> = value.to_base_prime_field_elements().collect();
        coefficients.into_iter().rev()
    });
    coordinates.flat_map(|value| big_endian(&value)).collect()
}

/// One field element by `hash_to_field` of RFC 9380, section 5.2, with SHA-256 and 128 bits of security.
fn hash_to_field<F: PrimeField>(message: &[&[u8]], separator: &[u8]) -> F {
    let length = (F::MODULUS_BIT_SIZE as usize).div_ceil(8) + 16;
    F::from_be_bytes_mod_order(&expand(message, separator, length))
}

/// `expand_message_xmd` of RFC 9380, section 5.3.1, with SHA-256. Neither length is above 255 here.
fn expand(message: &[&[u8]], separator: &[u8], length: usize) -> Vec<u8> {
    const BLOCK: [u8; 64] = [0; 64];
    let suffix = |hash: Sha256, index: u8| {
        let hash = hash.chain_update([index]).chain_update(separator);
        hash.chain_update([separator.len() as u8]).finalize()
    };
    let start = message
        .iter()
        .fold(Sha256::new_with_prefix(BLOCK), |hash, part| hash.chain_update(part));
    let first = suffix(start.chain_update((length as u16).to_be_bytes()), 0);
    let mut bytes = Vec::with_capacity(length.next_multiple_of(first.len()));
    let mut last = [0; 32];
    for index in 1.. {
        let mixed: Vec<u8> = first.iter().zip(last).map(|(a, b)| a ^ b).collect();
        last = suffix(Sha256::new_with_prefix(mixed), index).into();
        bytes.extend(last);
        if bytes.len() >= length {
            break;
        }
    }
    bytes.truncate(length);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9380, appendix K.1.
    #[test]
    fn expanded_messages() {
        const SEPARATOR: &[u8] = b"QUUX-V01-CS02-with-expander-SHA256-128";
        for (message, expected) in [
            ("", "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235"),
            (
                "abc",
                "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615",
            ),
        ] {
            let bytes = expand(&[message.as_bytes()], SEPARATOR, 32);
            assert_eq!(hex::encode(bytes), expected);
        }
        let long = expand(&[b"ab", b"c"], SEPARATOR, 128);
        assert_eq!(hex::encode(&long[..4]), "abba86a6");
        assert_eq!(long.len(), 128);
    }
}
