//! Curves without built-in parameters: edwards25519, with the vectors of RFC 8032, and others.

use super::{mock, parts};
use crate::common::values::ed25519;
use num_bigint::{BigInt, BigUint};
use secant_circuit::{
    Builder,
    curve::{
        Coordinates,
        edwards::{Parameters, TwistedEdwards},
    },
};
use sha2::{Digest, Sha512};
use std::collections::BTreeSet;

/// RFC 8032, section 5.1: the generator's second coordinate is 4 / 5.
fn edwards25519() -> Parameters {
    const X: &str = "15112221349535400772501151409588531511454012693041857206046113283949847762202";
    let modulus = ed25519();
    let over = |above: u32, below: u32| BigUint::from(below).modinv(&modulus).unwrap() * above % &modulus;
    let order: BigUint = "27742317777372353535851937790883648493".parse().unwrap();
    Parameters {
        a: &modulus - 1u32,
        d: &modulus - over(121_665, 121_666),
        order: order + (BigUint::from(1u32) << 252),
        generator: (X.parse().unwrap(), over(4, 5)),
        modulus,
    }
}

/// RFC 8032, section 7.1, tests 1 to 3: secret key, public key, message, signature.
const SIGNATURES: [[&str; 4]; 3] = [
    [
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
    [
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ],
];

fn bytes(hex: &str) -> Vec<u8> {
    let digit = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digit).collect()
}

/// RFC 8032, section 5.1.3: `y`, and the lowest bit of `x` in the top bit.
fn decode(curve: &TwistedEdwards, bytes: &[u8]) -> Coordinates {
    let Parameters { modulus: p, d, .. } = &curve.parameters;
    let encoded = BigUint::from_bytes_le(bytes);
    let y: BigUint = &encoded & ((BigUint::from(1u32) << 255) - 1u32);
    let yy = &y * &y % p;
    let square = curve
        .field()
        .divide(&BigInt::from(&yy + p - 1u32), &BigInt::from(d * yy + 1u32))
        .unwrap();
    let x = curve.field().sqrt(&square.into()).unwrap();
    let x = if x.bit(0) == encoded.bit(255) { x } else { p - x };
    (x, y)
}

fn hash(parts: &[&[u8]]) -> BigUint {
    BigUint::from_bytes_le(&Sha512::digest(parts.concat()))
}

/// Public keys from secret keys, which are integers above the order, and the equation of signatures, `S B = R + k A`.
#[test]
fn signatures_of_rfc_8032() {
    for [secret, public, message, signature] in SIGNATURES.map(|vector| vector.map(bytes)) {
        let mut b = Builder::new();
        let curve = TwistedEdwards::new("edwards25519", edwards25519(), b.shape()).unwrap();
        let n = &curve.parameters.order;
        let generator = curve.parameters.generator.clone();
        let key = decode(&curve, &public);
        let mut scalar = Sha512::digest(&secret)[..32].to_vec();
        scalar[0] &= 248;
        scalar[31] = scalar[31] & 127 | 64;
        let scalar = BigUint::from_bytes_le(&scalar);
        assert!(scalar > *n);
        // The key, computed in all possible ways.
        let base = curve.witness(&mut b, &generator).unwrap();
        let k = parts(&mut b, &scalar, 4);
        let found = curve.mul_any(&mut b, &base, &k).unwrap();
        assert_eq!(found.coordinates(&curve), key);
        let base = curve.in_subgroup(&mut b, &base).unwrap();
        let found = curve.mul(&mut b, &base, &k).unwrap();
        assert_eq!(found.coordinates(&curve), key);
        let found = curve.fixed_base_msm(&mut b, &[(generator.clone(), k)], 1000).unwrap();
        assert_eq!(found.coordinates(&curve), key);
        // S B = R + k A.
        let (r, s) = signature.split_at(32);
        let k = hash(&[r, &public, &message]) % n;
        let [k, s] = [k, BigUint::from_bytes_le(s)].map(|x| parts(&mut b, &x, 4));
        let left = curve.fixed_base_msm(&mut b, &[(generator, s)], 1000).unwrap();
        let right = curve.mul(&mut b, &found, &k).unwrap().any();
        let r = curve.witness(&mut b, &decode(&curve, r)).unwrap();
        let right = curve.add(&mut b, &right, &r).unwrap();
        curve.assert_equal(&mut b, &left, &right).unwrap();
        mock(b);
    }
}

/// Points of all orders on edwards25519, where the subgroup's index is the exponent of the quotient by it.
#[test]
fn small_orders_of_edwards25519() {
    let mut b = Builder::new();
    let curve = TwistedEdwards::new("edwards25519", edwards25519(), b.shape()).unwrap();
    let n = curve.parameters.order.clone();
    let identity = (BigUint::ZERO, BigUint::from(1u32));
    // A second coordinate of a point, and a point of order 8 from it.
    let of_order_8 = (2u32..).find_map(|y| {
        let Parameters { modulus: p, d, .. } = &curve.parameters;
        let square = curve
            .field()
            .divide(&(y * y - 1).into(), &BigInt::from(d * (y * y) + 1u32))?;
        assert!(square < *p);
        let point = (curve.field().sqrt(&square.into())?, y.into());
        let point = curve.multiple(&n, &point)?;
        (curve.multiple(&4u32.into(), &point)? != identity).then_some(point)
    });
    let of_order_8 = of_order_8.unwrap();
    assert_eq!(curve.multiple(&8u32.into(), &of_order_8), Some(identity));
    let all: Vec<Coordinates> = (0..8u32)
        .map(|k| curve.multiple(&k.into(), &of_order_8).unwrap())
        .collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 8);
    for (i, p) in all.iter().enumerate() {
        assert_eq!(curve.witness_in_subgroup(&mut b.clone(), p).is_ok(), i == 0);
        let point = curve.witness(&mut b, p).unwrap();
        for k in [0u32, 1, 6, 13] {
            let scalar = parts(&mut b, &k.into(), 1);
            let product = curve.mul_any(&mut b, &point, &scalar).unwrap();
            assert_eq!(product.coordinates(&curve), all[i * k as usize % 8]);
        }
        for (j, q) in all.iter().enumerate() {
            let q = curve.witness(&mut b, q).unwrap();
            let sum = curve.add(&mut b, &point, &q).unwrap();
            assert_eq!(sum.coordinates(&curve), all[(i + j) % 8]);
        }
    }
    mock(b);
}

/// RFC 8032, section 5.2.
fn edwards448() -> Parameters {
    let decimal = |digits: &str| digits.parse::<BigUint>().unwrap();
    let power = |bits: u32| BigUint::from(1u32) << bits;
    let modulus: BigUint = power(448) - power(224) - 1u32;
    Parameters {
        a: 1u32.into(),
        d: &modulus - 39_081u32,
        order: power(446) - decimal("13818066809895115352007386748515426880336692474882178609894547503885"),
        generator: (
            decimal(
                "224580040295924300187604334099896036246789641632564134246125461686950415467406032909029192869357953282578032075146446173674602635247710",
            ),
            decimal(
                "298819210078481492676017930443930673437544040154080242095928241372331506189835876003536878655418784733982303233503462500531545062832660",
            ),
        ),
        modulus,
    }
}

/// A curve with seven limbs, and one with a small `d`, compared with the law outside circuits.
#[test]
fn other_curves() {
    let small = Parameters::of::<secant_curve::ed_on_bls12_377::Config>();
    for (name, p) in [("edwards448", edwards448()), ("ed_on_bls12_377", small)] {
        let mut b = Builder::new();
        let curve = TwistedEdwards::new(name, p, b.shape()).unwrap();
        let Parameters {
            modulus,
            order: n,
            generator,
            ..
        } = &curve.parameters;
        // (0, -1), which has order two, and the sum with it.
        let two = (BigUint::ZERO, modulus - 1u32);
        let sum = curve.sum_of(&two, generator).unwrap();
        for point in [&two, &sum, generator] {
            for k in [n - 1u32, n + 2u32] {
                let witness = curve.witness(&mut b, point).unwrap();
                let scalar = parts(&mut b, &k, 7);
                let found = curve.mul_any(&mut b, &witness, &scalar).unwrap();
                assert_eq!(Some(found.coordinates(&curve)), curve.multiple(&k, point));
            }
        }
        let point = curve.witness_in_subgroup(&mut b, generator).unwrap();
        let opposite = curve.negate(&mut b, &point).unwrap();
        let scalar = parts(&mut b, &(n - 1u32), 7);
        let found = curve.mul(&mut b, &point, &scalar).unwrap();
        curve.assert_equal(&mut b, &found, &opposite).unwrap();
        let found = curve
            .fixed_base_msm(&mut b, &[(generator.clone(), scalar)], 1000)
            .unwrap();
        curve.assert_equal(&mut b, &found, &opposite).unwrap();
        assert!(curve.witness_in_subgroup(&mut b.clone(), &sum).is_err());
        mock(b);
    }
}
