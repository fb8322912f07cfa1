//! Hashing to curves against the vectors of RFC 9380, arkworks and zkcrypto.
//!
//! `SECANT_BACKEND` says on which back end; CI runs them on the CPU's best one, in plain Rust and on its lanes.
#![allow(clippy::unwrap_used, reason = "tests")]

use ark_ec::{
    AffineRepr, CurveGroup,
    hashing::{
        HashToCurve as ArkHash,
        curve_maps::wb::{WBConfig, WBMap},
        map_to_curve_hasher::MapToCurveBasedHasher,
    },
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand, field_hashers::DefaultFieldHasher};
use ark_serialize::CanonicalSerialize;
use rand::{Rng, RngCore, SeedableRng, rngs::StdRng};
use secant_curve::{
    Native, bls12_381,
    hash::{Expander, HashError, HashToCurve, Suite},
    secp256k1, secp256r1,
};
use secant_engine::hash_to_curve::{map, map_many};
use serde_json::Value;
use sha2::{
    Sha256, Sha512,
    digest::{Digest, core_api::BlockSizeUser},
};

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn prime<F: PrimeField>(hex_digits: &str) -> F {
    let digits = hex_digits.strip_prefix("0x").unwrap();
    F::from_be_bytes_mod_order(&hex::decode(format!("{digits:0>96}")).unwrap())
}

/// An element as the vectors have it: coefficients with commas between.
fn element<F: Field>(value: &Value) -> F {
    F::from_base_prime_field_elems(text(value).split(',').map(prime::<F::BasePrimeField>)).unwrap()
}

fn vectors<C: Suite>(file: &str, random_oracle: bool) {
    let file: Value = serde_json::from_str(file).unwrap();
    let name = if random_oracle {
        <C as Suite>::RANDOM_ORACLE
    } else {
        <C as Suite>::NON_UNIFORM
    };
    assert_eq!(text(&file["ciphersuite"]), name);
    let dst = text(&file["dst"]).as_bytes();
    let all = file["vectors"].as_array().unwrap();
    assert_eq!(all.len(), 5);
    let messages: Vec<_> = all.iter().map(|v| text(&v["msg"])).collect();
    let many = if random_oracle {
        Projective::<C>::hash_many(&messages, dst)
    } else {
        Projective::<C>::encode_many(&messages, dst)
    }
    .unwrap();
    for ((v, message), from_many) in all.iter().zip(messages).zip(many) {
        let one = if random_oracle {
            Projective::<C>::hash_to_curve(message.as_bytes(), dst)
        } else {
            Projective::<C>::encode_to_curve(message.as_bytes(), dst)
        };
        let expected = Affine::<C>::new(element(&v["P"]["x"]), element(&v["P"]["y"]));
        assert_eq!(one.unwrap().into_affine(), expected);
        assert_eq!(from_many, expected);
        if !random_oracle {
            let mapped = Projective::<C>::map_to_curve(&element(&v["u"][0]));
            assert_eq!(mapped.into_affine(), expected);
        }
    }
}

macro_rules! vectors {
    ($($test:ident: $config:ty, $file:literal, $ro:literal;)*) => {$(
        #[test]
        fn $test() {
            vectors::<$config>(include_str!(concat!("vectors/", $file, "_.json")), $ro);
        }
    )*};
}

vectors! {
    bls12_381_g1_hash: bls12_381::g1::Config, "BLS12381G1_XMD_SHA-256_SSWU_RO", true;
    bls12_381_g1_encode: bls12_381::g1::Config, "BLS12381G1_XMD_SHA-256_SSWU_NU", false;
    bls12_381_g2_hash: bls12_381::g2::Config, "BLS12381G2_XMD_SHA-256_SSWU_RO", true;
    bls12_381_g2_encode: bls12_381::g2::Config, "BLS12381G2_XMD_SHA-256_SSWU_NU", false;
    secp256k1_hash: secp256k1::Config, "secp256k1_XMD_SHA-256_SSWU_RO", true;
    secp256k1_encode: secp256k1::Config, "secp256k1_XMD_SHA-256_SSWU_NU", false;
    secp256r1_hash: secp256r1::Config, "P256_XMD_SHA-256_SSWU_RO", true;
    secp256r1_encode: secp256r1::Config<Native>, "P256_XMD_SHA-256_SSWU_NU", false;
}

fn expand<D: Digest + BlockSizeUser + Clone>(file: &str) {
    let file: Value = serde_json::from_str(file).unwrap();
    let expander = Expander::<D>::new(text(&file["DST"]).as_bytes()).unwrap();
    let all = file["tests"].as_array().unwrap();
    assert_eq!(all.len(), 10);
    for v in all {
        let len = text(&v["len_in_bytes"]).strip_prefix("0x").unwrap();
        let mut bytes = vec![0; usize::from_str_radix(len, 16).unwrap()];
        expander.expand(text(&v["msg"]).as_bytes(), &mut bytes).unwrap();
        assert_eq!(hex::encode(bytes), text(&v["uniform_bytes"]));
    }
}

#[test]
fn expand_message() {
    expand::<Sha256>(include_str!("vectors/expand_message_xmd_SHA256_38.json"));
    expand::<Sha256>(include_str!("vectors/expand_message_xmd_SHA256_256.json"));
    expand::<Sha512>(include_str!("vectors/expand_message_xmd_SHA512_38.json"));
}

#[test]
fn expand_message_limits() {
    let expander = Expander::<Sha256>::new(b"x").unwrap();
    let mut bytes = vec![0; 255 * 32 + 1];
    assert_eq!(
        expander.expand(b"", &mut bytes),
        Err(HashError::TooLong { asked: 8161, max: 8160 })
    );
    expander.expand(b"", &mut bytes[1..]).unwrap();
    expander.expand(b"", &mut []).unwrap();
}

/// Messages and tags of all lengths that matter.
fn cases(seed: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut bytes = |len: usize| {
        let mut bytes = vec![0; len];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    let mut cases = Vec::new();
    for dst in [1, 16, 255, 256, 1000] {
        for message in [0, 1, 31, 64, 200, 5000] {
            cases.push((bytes(message), bytes(dst)));
        }
    }
    cases
}

fn against_ark<C: Suite, A: WBConfig>() {
    for (message, dst) in cases(1) {
        let hasher = MapToCurveBasedHasher::<Projective<A>, DefaultFieldHasher<Sha256>, WBMap<A>>::new(&dst).unwrap();
        let expected: Affine<A> = hasher.hash(&message).unwrap();
        let ours = Projective::<C>::hash_to_curve(&message, &dst).unwrap().into_affine();
        assert_eq!(
            compressed(&ours),
            compressed(&expected),
            "{} {}",
            message.len(),
            dst.len()
        );
    }
}

fn compressed(x: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    x.serialize_compressed(&mut bytes).unwrap();
    bytes
}

#[test]
fn as_arkworks() {
    against_ark::<bls12_381::g1::Config, ark_bls12_381::g1::Config>();
    against_ark::<bls12_381::g2::Config, ark_bls12_381::g2::Config>();
}

#[test]
fn as_zkcrypto() {
    use ::bls12_381::{
        G1Affine, G1Projective, G2Affine, G2Projective,
        hash_to_curve::{ExpandMsgXmd, HashToCurve},
    };
    type Xmd = ExpandMsgXmd<Sha256>;
    for (message, dst) in cases(2) {
        let ours = Projective::<bls12_381::g1::Config>::hash_to_curve(&message, &dst)
            .unwrap()
            .into_affine();
        let theirs = <G1Projective as HashToCurve<Xmd>>::hash_to_curve([&message], &dst);
        assert_eq!(compressed(&ours), G1Affine::from(theirs).to_compressed());
        let ours = Projective::<bls12_381::g2::Config>::hash_to_curve(&message, &dst)
            .unwrap()
            .into_affine();
        let theirs = <G2Projective as HashToCurve<Xmd>>::hash_to_curve([&message], &dst);
        assert_eq!(compressed(&ours), G2Affine::from(theirs).to_compressed());
    }
}

fn batches<C: Suite>() {
    let mut rng = StdRng::seed_from_u64(3);
    let dst = b"secant-tests";
    for n in (0..=20).chain([63, 64, 65, 130]) {
        let messages: Vec<Vec<u8>> = (0..n)
            .map(|_| {
                let mut message = vec![0; rng.gen_range(0..100)];
                rng.fill_bytes(&mut message);
                message
            })
            .collect();
        let hashes = Projective::<C>::hash_many(&messages, dst).unwrap();
        let encodings = Projective::<C>::encode_many(&messages, dst).unwrap();
        assert_eq!((hashes.len(), encodings.len()), (n, n));
        for ((message, hash), encoding) in messages.iter().zip(hashes).zip(encodings) {
            assert_eq!(Projective::<C>::hash_to_curve(message, dst).unwrap(), hash);
            assert_eq!(Projective::<C>::encode_to_curve(message, dst).unwrap(), encoding);
            for p in [hash, encoding] {
                assert!(!p.is_zero() && p.is_on_curve() && p.is_in_correct_subgroup_assuming_on_curve());
            }
        }
    }
}

#[test]
fn batches_as_single() {
    batches::<bls12_381::g1::Config>();
    batches::<bls12_381::g2::Config>();
    batches::<secp256k1::Config<Native>>();
    batches::<secp256r1::Config>();
}

/// What messages will not show: equal and opposite elements, and those where the map has a case of its own.
fn exceptional<C: Suite>() {
    let mut rng = StdRng::seed_from_u64(4);
    let (zero, one) = (C::BaseField::ZERO, C::BaseField::ONE);
    let (u, v) = (C::BaseField::rand(&mut rng), C::BaseField::rand(&mut rng));
    // Z u^2 = -1, if there is such an element.
    let pole = (-C::Z.inverse().unwrap()).sqrt().unwrap_or(one);
    let pairs = [
        [u, v],
        [u, u],
        [u, -u],
        [zero, zero],
        [zero, u],
        [pole, v],
        [-pole, pole],
        [one, -one],
        [v, zero],
        [zero, pole],
    ];
    let image = |u| map::<C, 1>(&[u]);
    let expected: Vec<_> = pairs
        .iter()
        .map(|[u, v]| (image(*u) + image(*v)).into_affine())
        .collect();
    assert!(expected[2].is_zero() && !expected[1].is_zero());
    assert_eq!(map_many::<C, 2>(pairs.len(), |i| pairs[i]), expected);
    for (pair, expected) in pairs.iter().zip(&expected) {
        assert!(expected.is_on_curve() && expected.is_in_correct_subgroup_assuming_on_curve());
        assert_eq!(map::<C, 2>(pair), *expected);
    }
    let singles = map_many::<C, 1>(pairs.len(), |i| [pairs[i][0]]);
    for (pair, single) in pairs.iter().zip(singles) {
        assert_eq!(image(pair[0]), single);
    }
}

#[test]
fn exceptional_elements() {
    exceptional::<bls12_381::g1::Config>();
    exceptional::<bls12_381::g2::Config>();
    exceptional::<secp256k1::Config>();
    exceptional::<secp256r1::Config>();
}

/// The exceptional elements of the map, where arkworks has it.
#[test]
fn exceptional_as_arkworks() {
    use ark_bls12_381::{Fq, Fq2, g1, g2};
    use ark_ec::hashing::map_to_curve_hasher::MapToCurve;
    // Z u^2 = -1
    let pole = (-Fq::from(11).inverse().unwrap()).sqrt().unwrap();
    for u in [Fq::ZERO, Fq::ONE, -Fq::ONE, pole, -pole] {
        let ours = map::<bls12_381::g1::Config, 1>(&[u.into_bigint().into()]);
        let theirs = WBMap::<g1::Config>::map_to_curve(u).unwrap();
        assert_eq!(compressed(&ours), compressed(&theirs.clear_cofactor()));
    }
    for u in [0, 1, -1] {
        let ours = map::<bls12_381::g2::Config, 1>(&[bls12_381::Fq2::from(u)]);
        let theirs = WBMap::<g2::Config>::map_to_curve(Fq2::from(u)).unwrap();
        assert_eq!(compressed(&ours), compressed(&theirs.clear_cofactor()));
    }
}

#[test]
fn empty_dst() {
    type G = secp256k1::Projective;
    assert_eq!(G::hash_to_curve(b"x", b""), Err(HashError::EmptyDst));
    assert_eq!(G::encode_to_curve(b"x", b""), Err(HashError::EmptyDst));
    assert_eq!(G::hash_many(&[b"x"], b""), Err(HashError::EmptyDst));
    assert_eq!(G::encode_many::<&[u8]>(&[], b""), Err(HashError::EmptyDst));
}
