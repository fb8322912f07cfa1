//! Digests of any length on all curves that have names: signatures that are made here verify, and recover their key.

use crate::{
    input::Input,
    integer::{self, modulus, scalar, sub, value},
};
use num_bigint::BigUint;
use secant_field::modular::Modular;
use secant_gfp::{
    Complete, Coordinates, Curve, mul_by,
    named::{Name, Visitor},
};
use secant_verify::{
    ecdsa::{PublicKey, RecoveryId, Signature, verify_each},
    hash::{Hash, Prehash},
};

/// One byte for the curve, one for a change of the digest, two parts for a key and a nonce, the rest is the digest.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let name = Name::ALL[usize::from(input.byte()) % Name::ALL.len()];
    let change = input.byte();
    let [d, k] = [input.part(), input.part()].map(BigUint::from_bytes_be);
    let digest = input.rest();
    for hash in Hash::ALL {
        assert_eq!(Prehash::new(hash, digest).is_ok(), digest.len() == hash.output_len());
    }
    let Ok(prehash) = Prehash::of_unlisted_hash(digest) else {
        assert!(digest.len() < Prehash::MIN_LEN);
        return;
    };
    assert_eq!(prehash.as_bytes(), digest);
    name.visit(Signed { d, k, change, digest });
}

/// A digest that is long enough.
pub fn prehash(digest: &[u8]) -> Prehash<'_> {
    Prehash::of_unlisted_hash(digest).expect("a digest of 16 bytes or more")
}

/// A signature to be made, and verified.
pub struct Signed<'a> {
    /// The private key.
    pub d: BigUint,
    /// The nonce.
    pub k: BigUint,
    /// Which byte of the digest is changed.
    pub change: u8,
    /// The digest.
    pub digest: &'a [u8],
}

/// The leftmost bits of a digest, as many as the order has.
pub fn leftmost_bits(digest: &[u8], n: &BigUint) -> BigUint {
    let excess = (8 * digest.len() as u64).saturating_sub(n.bits());
    BigUint::from_bytes_be(digest) >> excess
}

/// `(r, s)` of integers below the order.
pub fn signature<C: Curve>(curve: &C, r: &BigUint, s: &BigUint) -> Signature<C> {
    Signature::new(curve, &r.to_bytes_be(), &s.to_bytes_be()).expect("not zero and below the order")
}

/// The multiple of the generator by another algorithm and other formulas than verification uses.
fn multiple<C: Curve>(curve: &C, k: &BigUint) -> secant_gfp::Affine<C> {
    mul_by(
        curve,
        &k.to_u64_digits(),
        &Complete::from_affine(&curve.generator(), curve),
    )
    .to_affine(curve)
}

impl Visitor for Signed<'_> {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        let n = modulus(curve.scalars());
        let [d, k] = [&self.d, &self.k].map(|x| x % (&n - 1u8) + 1u8);
        let key = PublicKey::new(curve, &multiple(curve, &d)).expect("not at infinity");
        let nonce = multiple(curve, &k);
        let x = nonce
            .xy()
            .map(|(x, _)| value(curve.field(), x))
            .expect("not at infinity");
        let (r, z) = (&x % &n, leftmost_bits(self.digest, &n));
        let inverse = k.modinv(&n).expect("the order is a prime");
        let s = (&z + &r * &d) % &n * &inverse % &n;
        if r == BigUint::ZERO || s == BigUint::ZERO {
            return;
        }
        let right = signature(curve, &r, &s);
        let opposite = signature(curve, &r, &(&n - &s));
        assert_eq!(*right.s(), scalar(curve, &s));
        let digest = prehash(self.digest);
        assert!(key.verify_digest(curve, digest, &right), "a right signature");
        assert!(key.verify_digest(curve, digest, &opposite), "one with the other s");

        // What is behind the leftmost bits does not count.
        if self.digest.len() >= curve.scalars().byte_len() {
            let longer = [self.digest, &[self.change; 3]].concat();
            assert!(key.verify_digest(curve, prehash(&longer), &right), "a longer digest");
        }
        // Of another digest the nonce would be +-k, or have the same r, which the order forbids but on tiny curves.
        let mut other = self.digest.to_vec();
        let at = usize::from(self.change) % other.len();
        other[at] ^= 1 << (self.change % 8);
        let implied = (leftmost_bits(&other, &n) + &r * &d) % &n * s.modinv(&n).expect("a prime") % &n;
        let same_r = implied == k || implied == sub(&n, &k, &n) || {
            n.bits() < 64 && coordinate_is(curve, &multiple(curve, &implied), &r, &n)
        };
        let other = prehash(&other);
        assert_eq!(key.verify_digest(curve, other, &right), same_r, "another digest");

        let wrong = signature(curve, &r, &(&s % (&n - 1u8) + 1u8));
        let mut terms: Vec<_> = (0..3)
            .flat_map(|_| [(key, digest, right), (key, other, right), (key, digest, wrong)])
            .collect();
        terms.push((key, digest, opposite));
        let singles = terms
            .iter()
            .map(|(key, digest, signature)| key.verify_digest(curve, *digest, signature));
        assert_eq!(verify_each(curve, &terms), singles.collect::<Vec<_>>());

        let recovered = [0, 1, 2, 3].map(|id| {
            let id = RecoveryId::new(id).expect("below four");
            PublicKey::recover(curve, digest, &right, id)
        });
        for other in recovered.iter().flatten() {
            assert!(other.verify_digest(curve, digest, &right), "a recovered key");
        }
        // With a cofactor the first coordinate may be r + 2 n and more.
        if x < &n * 2u8 {
            assert!(recovered.contains(&Ok(key)), "the key was not recovered");
        }
    }
}

/// Whether the first coordinate of a point is `r` modulo the order.
pub fn coordinate_is<C: Curve>(curve: &C, point: &secant_gfp::Affine<C>, r: &BigUint, n: &BigUint) -> bool {
    integer::coordinates(curve, point).is_some_and(|(x, _)| x % n == *r)
}
