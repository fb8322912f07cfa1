//! Random inputs against upstream arkworks.

use ark_bls12_381::Bls12_381;
use ark_ec::{
    AffineRepr, CurveGroup, PrimeGroup, ScalarMul, VariableBaseMSM,
    hashing::curve_maps::wb::{WBConfig, WBMap},
    hashing::map_to_curve_hasher::MapToCurve,
    pairing::Pairing,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{BigInt, BigInteger, Field, PrimeField, UniformRand};
use rand::{Rng, RngCore, SeedableRng, rngs::StdRng};
use secant_host::antelope::*;

/// The coefficients, the constant one first, at the width of the prime field's limbs.
fn le<F: Field>(x: &F) -> Vec<u8> {
    let coefficients = x.to_base_prime_field_elements();
    coefficients.flat_map(|c| c.into_bigint().to_bytes_le()).collect()
}

fn be<F: Field>(x: &F) -> Vec<u8> {
    le(x).into_iter().rev().collect()
}

/// A point, the identity as zeros.
fn point<C: SWCurveConfig>(p: impl Into<Affine<C>>, coordinate: fn(&C::BaseField) -> Vec<u8>) -> Vec<u8> {
    let (x, y) = p.into().xy().unwrap_or_default();
    [coordinate(&x), coordinate(&y)].concat()
}

/// What a function writes to a buffer of this length.
fn result(len: usize, function: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> Vec<u8> {
    let mut result = vec![0xaa; len];
    function(&mut result).unwrap();
    result
}

#[test]
fn alt_bn128() {
    use ark_bn254::{Fr, G1Projective, G2Projective, g1, g2};
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..5 {
        let (p, q, scalar) = (
            G1Projective::rand(&mut rng),
            G1Projective::rand(&mut rng),
            Fr::rand(&mut rng),
        );
        let bytes = |p: G1Projective| point::<g1::Config>(p, be);
        let (a, b) = (bytes(p), bytes(q));
        assert_eq!(result(64, |out| alt_bn128_add(&a, &b, out)), bytes(p + q));
        assert_eq!(result(64, |out| alt_bn128_add(&a, &a, out)), bytes(p + p));
        assert_eq!(result(64, |out| alt_bn128_add(&a, &bytes(-p), out)), [0; 64]);
        assert_eq!(
            result(64, |out| alt_bn128_mul(&a, &be(&scalar), out)),
            bytes(p * scalar)
        );
        // Scalars are integers, not elements.
        let all_ones = Fr::from_be_bytes_mod_order(&[0xff; 32]);
        assert_eq!(
            result(64, |out| alt_bn128_mul(&a, &[0xff; 32], out)),
            bytes(p * all_ones)
        );

        let twist = G2Projective::rand(&mut rng);
        let pair = |p: G1Projective, q: G2Projective| [bytes(p), point::<g2::Config>(q, be)].concat();
        let one = [pair(p * scalar, twist), pair(-p, twist * scalar)].concat();
        assert_eq!(alt_bn128_pair(&one), Ok(true));
        let other = [pair(p * scalar, twist), pair(p, twist * scalar)].concat();
        assert_eq!(alt_bn128_pair(&other), Ok(false));
    }
}

type Unary = fn(&[u8], &mut [u8]) -> Result<(), Error>;
type Binary = fn(&[u8], &[u8], &mut [u8]) -> Result<(), Error>;
type OfLists = fn(&[u8], &[u8], u32, &mut [u8]) -> Result<(), Error>;

fn group<C: WBConfig>(add: Binary, sum: OfLists, map: Unary) {
    let mut rng = StdRng::seed_from_u64(2);
    let bytes = |p: Projective<C>| point::<C>(p, le);
    let points: Vec<_> = (0..40).map(|_| Projective::<C>::rand(&mut rng)).collect();
    let len = bytes(points[0]).len();
    assert_eq!(
        result(len, |out| add(&bytes(points[0]), &bytes(points[1]), out)),
        bytes(points[0] + points[1])
    );
    for n in [1, 2, 3, 17, 40] {
        let scalars: Vec<_> = (0..n)
            .map(|_| {
                let mut integer = [0; 32];
                rng.fill_bytes(&mut integer);
                integer
            })
            .collect();
        let elements: Vec<_> = scalars
            .iter()
            .map(|s| C::ScalarField::from_le_bytes_mod_order(s))
            .collect();
        let expected = Projective::<C>::msm(&Projective::<C>::batch_convert_to_mul_base(&points[..n]), &elements);
        let encoded: Vec<_> = points[..n].iter().flat_map(|p| bytes(*p)).collect();
        assert_eq!(
            result(len, |out| sum(&encoded, &scalars.concat(), n as u32, out)),
            bytes(expected.unwrap())
        );
    }
    for _ in 0..5 {
        let u = C::BaseField::rand(&mut rng);
        let expected = C::clear_cofactor(&WBMap::<C>::map_to_curve(u).unwrap());
        assert_eq!(result(len, |out| map(&le(&u), out)), bytes(expected.into()));
    }
}

#[test]
fn bls_groups() {
    group::<ark_bls12_381::g1::Config>(bls_g1_add, bls_g1_weighted_sum, bls_g1_map);
    group::<ark_bls12_381::g2::Config>(bls_g2_add, bls_g2_weighted_sum, bls_g2_map);
}

#[test]
fn bls_pairings() {
    use ark_bls12_381::{G1Projective, G2Projective, g1, g2};
    let mut rng = StdRng::seed_from_u64(3);
    for n in [1, 2, 5] {
        let p: Vec<_> = (0..n).map(|_| G1Projective::rand(&mut rng)).collect();
        let q: Vec<_> = (0..n).map(|_| G2Projective::rand(&mut rng)).collect();
        let expected = Bls12_381::multi_pairing(p.clone(), q.clone()).0;
        let p: Vec<_> = p.into_iter().flat_map(|p| point::<g1::Config>(p, le)).collect();
        let q: Vec<_> = q.into_iter().flat_map(|q| point::<g2::Config>(q, le)).collect();
        assert_eq!(result(576, |out| bls_pairing(&p, &q, n, out)), le(&expected));
    }
}

#[test]
fn bls_elements() {
    use ark_bls12_381::Fq;
    let mut rng = StdRng::seed_from_u64(4);
    for _ in 0..10 {
        let (a, b) = (Fq::rand(&mut rng), Fq::rand(&mut rng));
        let mut integer = [0; 64];
        rng.fill_bytes(&mut integer);
        let limbs: Vec<_> = integer
            .chunks(8)
            .map(|c| u64::from_le_bytes(c.try_into().unwrap()))
            .collect();
        assert_eq!(result(48, |out| bls_fp_mul(&le(&a), &le(&b), out)), le(&(a * b)));
        assert_eq!(result(48, |out| bls_fp_exp(&le(&a), &integer, out)), le(&a.pow(&limbs)));
        let reduced = Fq::from_le_bytes_mod_order(&integer);
        assert_eq!(result(48, |out| bls_fp_mod(&integer, out)), le(&reduced));
    }
}

mod secp256k1 {
    use super::*;
    use ark_secp256k1::{Affine, Config, Fq, Fr, Projective};

    fn signature(recovery: u8, r: Fr, s: Fr) -> Vec<u8> {
        [vec![recovery], be(&r), be(&s)].concat()
    }

    fn to_fr(x: Fq) -> Fr {
        Fr::from_le_bytes_mod_order(&le(&x))
    }

    /// The key that a signature gives.
    fn recovered(signature: &[u8], digest: &[u8]) -> Result<Vec<u8>, Error> {
        let mut key = vec![0; 65];
        k1_recover(signature, digest, &mut key).map(|()| key)
    }

    fn uncompressed(key: impl Into<Affine>) -> Vec<u8> {
        [vec![4], point::<Config>(key, be)].concat()
    }

    #[test]
    fn keys_of_signatures() {
        let mut rng = StdRng::seed_from_u64(5);
        for _ in 0..10 {
            let (secret, k) = (Fr::rand(&mut rng), Fr::rand(&mut rng));
            let digest: [u8; 32] = rng.r#gen();
            let z = Fr::from_be_bytes_mod_order(&digest);
            let key = uncompressed(Projective::generator() * secret);
            let nonce = (Projective::generator() * k).into_affine();
            let r = to_fr(nonce.x);
            let s = k.inverse().unwrap() * (z + r * secret);
            let odd = u8::from(nonce.y.into_bigint().is_odd());
            for offset in [27, 31] {
                assert_eq!(recovered(&signature(offset + odd, r, s), &digest), Ok(key.clone()));
                // The other half of s, with the other parity.
                assert_eq!(recovered(&signature(offset + 1 - odd, r, -s), &digest), Ok(key.clone()));
                assert_ne!(recovered(&signature(offset + 1 - odd, r, s), &digest), Ok(key.clone()));
            }
            for recovery in [0, 1, 26, 35, 255] {
                assert_eq!(recovered(&signature(recovery, r, s), &digest), Err(Error::BadSignature));
            }
            // An x above n is as rare as the difference of p and n is small.
            assert_eq!(recovered(&signature(29, r, s), &digest), Err(Error::BadSignature));
        }
    }

    #[test]
    fn an_x_above_the_order() {
        let order = Fq::from_bigint(BigInt(Fr::MODULUS.0)).unwrap();
        let digest = [9; 32];
        let (z, s) = (Fr::from_be_bytes_mod_order(&digest), Fr::from(1234567u64));
        let mut found = 0;
        for small in 1..20u64 {
            let nonce = Affine::get_point_from_x_unchecked(order + Fq::from(small), false);
            let result = recovered(&signature(29, Fr::from(small), s), &digest);
            let Some(nonce) = nonce else {
                assert_eq!(result, Err(Error::BadSignature));
                continue;
            };
            let even = if nonce.y.into_bigint().is_odd() { -nonce } else { nonce };
            let r_inverse = Fr::from(small).inverse().unwrap();
            let key = (even * s - Projective::generator() * z) * r_inverse;
            assert_eq!(result, Ok(uncompressed(key)));
            found += 1;
        }
        assert!(found > 3);
        // The largest r that has such an x is p - n - 1.
        let difference: Fq = -order - Fq::ONE;
        let r = to_fr(difference);
        let on_curve = Affine::get_point_from_x_unchecked(-Fq::ONE, false).is_some();
        assert_eq!(recovered(&signature(29, r, s), &digest).is_ok(), on_curve);
        assert_eq!(
            recovered(&signature(29, r + Fr::ONE, s), &digest),
            Err(Error::BadSignature)
        );
    }

    #[test]
    fn what_is_no_signature() {
        let (r, s, digest) = (Affine::generator().x, Fr::from(5u64), [7; 32]);
        let r = to_fr(r);
        assert!(recovered(&signature(27, r, s), &digest).is_ok());
        let zero = Fr::from(0u64);
        for (r, s) in [(zero, s), (r, zero), (zero, zero)] {
            assert_eq!(recovered(&signature(27, r, s), &digest), Err(Error::BadSignature));
        }
        // r and s are below n.
        let order = Fr::MODULUS.to_bytes_be();
        for (r, s) in [(order.clone(), be(&s)), (be(&r), order), (vec![0xff; 32], be(&s))] {
            let signature = [vec![27], r, s].concat();
            assert_eq!(recovered(&signature, &digest), Err(Error::BadSignature));
        }
        // s R = z G gives the point at infinity: R = G, s = z.
        let even = Affine::generator().y.into_bigint().is_even();
        let z = Fr::from(77u64);
        let signature = signature(if even { 27 } else { 28 }, r, z);
        assert_eq!(recovered(&signature, &be(&z)), Err(Error::BadSignature));
        for (a, b) in [(64, 32), (65, 31), (65, 33), (66, 32), (0, 0), (1, 32)] {
            assert_eq!(recovered(&vec![27; a], &vec![1; b]), Err(Error::BadLength));
        }
    }
}
