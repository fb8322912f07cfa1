//! Digests, whose lengths are checked.

use secant_field::modular::{FieldContext, Modular};
use secant_gfp::{
    Coordinates, Curve, mul,
    named::{Name, Secp256k1, Secp256r1, Visitor},
};
use secant_verify::{
    ecdsa::{PublicKey, RecoveryId, Signature, verify_each},
    hash::{Hash, Prehash, PrehashError},
};

/// For an empty digest, which counts as zero, anybody makes a signature under any key: it must be no digest.
#[test]
fn nobody_signs_nothing() {
    let curve = Secp256r1;
    let (f, n) = (curve.field(), curve.scalars());
    let key = mul(&curve, &n.reduce(&[0xdead_beef]), &curve.generator()).to_affine(&curve);
    // r = x(t Q) and s = r / t, without the secret of Q.
    let t = n.reduce(&[5]);
    let r = n.reduce(&f.to_limbs(mul(&curve, &t, &key).to_affine(&curve).xy().unwrap().0));
    let s = n.mul(&r, &n.inverse(&t).unwrap());
    let mut bytes = [0; 64];
    let (left, right) = bytes.split_at_mut(32);
    n.write_bytes(&r, left);
    n.write_bytes(&s, right);
    let signature = Signature::from_p1363(&curve, &bytes).unwrap();
    let key = PublicKey::new(&curve, &key).unwrap();
    // It is the signature of a digest of zeros, which nobody has a message for.
    assert!(key.verify_digest(&curve, Prehash::new(Hash::Sha256, &[0; 32]).unwrap(), &signature));
    for len in 0..32 {
        let found = len;
        let (hash, expected) = (Hash::Sha256, 32);
        assert_eq!(
            Prehash::new(hash, &[0; 32][..len]),
            Err(PrehashError::Length { hash, expected, found })
        );
    }
    for found in 0..16 {
        let refused = Prehash::of_unlisted_hash(&[0; 32][..found]);
        assert_eq!(refused, Err(PrehashError::TooShort { found }));
    }
}

/// The leftmost bits of a digest count, as many as the order has; shorter ones are integers as they are.
#[test]
fn longer_than_the_order() {
    struct Sign;

    impl Visitor for Sign {
        type Output = ();

        fn visit<C: Curve>(self, curve: &C) {
            let (f, n) = (curve.field(), curve.scalars());
            let (d, k) = (n.reduce(&[0x1234_5677]), n.reduce(&[0x9876_5431_0abc]));
            let key = PublicKey::new(curve, &mul(curve, &d, &curve.generator()).to_affine(curve)).unwrap();
            let nonce = mul(curve, &k, &curve.generator()).to_affine(curve);
            let r = n.reduce(f.to_limbs(nonce.xy().unwrap().0).as_ref());
            for hash in Hash::ALL {
                let digest = hash.digest(&[b"a message"]);
                // By the definition, bit by bit.
                let bits = (8 * digest.len()).min(n.bits());
                let bit = |i: usize| u64::from(digest[i / 8] >> (7 - i % 8) & 1);
                let z = (0..bits).fold(n.zero(), |z, i| n.add(&n.double(&z), &n.reduce(&[bit(i)])));
                let s = n.mul(&n.inverse(&k).unwrap(), &n.add(&z, &n.mul(&r, &d)));
                let mut bytes = vec![0; 2 * n.byte_len()];
                let (left, right) = bytes.split_at_mut(n.byte_len());
                n.write_bytes(&r, left);
                n.write_bytes(&s, right);
                let signature = Signature::from_p1363(curve, &bytes).unwrap();
                let other = hash.digest(&[b"another"]);
                for (digest, valid) in [(&digest, true), (&other, false)] {
                    assert_eq!(key.verify_digest(curve, digest.prehash(), &signature), valid, "{hash}");
                    let by_length = Prehash::of_unlisted_hash(digest).unwrap();
                    assert_eq!(verify_each(curve, &[(key, by_length, signature)]), [valid]);
                    let ids = (0..4).map(|id| RecoveryId::new(id).unwrap());
                    let mut keys = ids.map(|id| PublicKey::recover(curve, digest.prehash(), &signature, id));
                    assert_eq!(keys.any(|found| found == Ok(key)), valid);
                }
            }
        }
    }
    Name::ALL.iter().for_each(|name| name.visit(Sign));
}

/// Ethereum's signatures are of Keccak-256: the test of `ecrecover` in EIP-191's and web3's documentation,
/// `web3.eth.accounts.sign("Some data", "0x4c0883a6...")`.
#[test]
fn keccak() {
    let message = b"\x19Ethereum Signed Message:\n9Some data";
    let digest = Hash::Keccak256.digest(&[message]);
    assert_eq!(
        hex::encode(&*digest),
        "1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655"
    );
    let signature = hex::decode(concat!(
        "b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd",
        "6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a029"
    ))
    .unwrap();
    let signature = Signature::from_p1363(&Secp256k1, &signature).unwrap();
    // v = 28.
    let key = PublicKey::recover(&Secp256k1, digest.prehash(), &signature, RecoveryId::new(1).unwrap()).unwrap();
    let mut point = [0; 65];
    secant_gfp::sec1::encode(&Secp256k1, key.point(), false, &mut point);
    let address = Hash::Keccak256.digest(&[&point[1..]]);
    assert_eq!(hex::encode(&address[12..]), "2c7536e3605d9c16a7a3d7b1898e529396a65c23");
}
