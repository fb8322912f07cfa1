//! Multiples, and sums of them.

use super::{
    Bandersnatch, Jubjub, Oracle, any, assert_is, coordinates, curve, element, in_subgroup, mock, multiple, parts,
    random, special, times,
};
use ark_ec::{AffineRepr, CurveGroup, twisted_edwards::Affine};
use num_bigint::BigUint;
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_circuit::{Builder, Cell, Error, Fr, curve::Scalar};

#[test]
fn multiples_in_the_subgroup() {
    fn check<C: Oracle>() {
        let n = C::parameters().order;
        let mut rng = StdRng::seed_from_u64(1);
        let scalars: Vec<BigUint> = special(&n).into_iter().chain([random(&mut rng)]).collect();
        for p in [Affine::zero(), times(&C::GENERATOR, &random(&mut rng))] {
            for (i, k) in scalars.iter().enumerate() {
                let mut b = Builder::new();
                let curve = curve::<C>(&b);
                let point = in_subgroup(&mut b, &curve, &p);
                let scalar = match i % 2 {
                    0 => parts(&mut b, k, 5),
                    _ => element(&mut b, &curve, k),
                };
                let product = curve.mul(&mut b, &point, &scalar).unwrap();
                assert_is(&curve, &product, times(&p, k).into_group());
                mock(b);
            }
        }
        // A cell is not an integer modulo another order.
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        let point = in_subgroup(&mut b, &curve, &C::GENERATOR);
        let scalar = Scalar::native(b.witness(Fr::from(5)));
        assert!(matches!(
            curve.mul(&mut b.clone(), &point, &scalar),
            Err(Error::Unsupported(_))
        ));
        assert!(matches!(
            curve.mul_any(&mut b, &point.any(), &scalar),
            Err(Error::Unsupported(_))
        ));
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}

/// Points of all small orders, alone and with a component in the subgroup, times integers that are not reduced modulo
/// the order.
#[test]
fn multiples_of_any_point() {
    fn check<C: Oracle>() {
        let n = C::parameters().order;
        let mut rng = StdRng::seed_from_u64(2);
        let g = times(&C::GENERATOR, &random(&mut rng));
        for t in C::torsion() {
            for p in [t, (g + t).into_affine()] {
                let at = rng.next_u32() as usize % 10;
                let ks = [special(&n).swap_remove(at), random(&mut rng)];
                for (i, k) in ks.into_iter().enumerate() {
                    let mut b = Builder::new();
                    let curve = curve::<C>(&b);
                    let point = any(&mut b, &curve, &p);
                    let scalar = match (i, k < n) {
                        (0, true) => element(&mut b, &curve, &k),
                        _ => parts(&mut b, &k, 5),
                    };
                    let product = curve.mul_any(&mut b, &point, &scalar).unwrap();
                    assert_is(&curve, &product, times(&p, &k).into_group());
                    mock(b);
                }
            }
        }
        // A scalar in parts of one bit.
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        let p = (g + C::torsion()[1]).into_affine();
        let bits: Vec<Cell> = [true, false, true, true, false]
            .into_iter()
            .map(|bit| b.bit(bit))
            .collect();
        let point = any(&mut b, &curve, &p);
        let terms = [
            (point.clone(), Scalar::parts(bits, 1)),
            (point, parts(&mut b, &(&n * 8u32 - 3u32), 5)),
        ];
        let sum = curve.msm_any(&mut b, &terms).unwrap();
        assert_is(&curve, &sum, multiple(&p, 10).into_group());
        mock(b);
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}

/// Points that are equal, opposite or the identity, and sums that are the identity.
#[test]
fn sums_of_multiples() {
    fn check<C: Oracle>() {
        let n = C::parameters().order;
        let mut rng = StdRng::seed_from_u64(3);
        let g = times(&C::GENERATOR, &random(&mut rng));
        let k = random(&mut rng);
        let cases = [
            vec![(g, k.clone()), (C::GENERATOR, random(&mut rng))],
            vec![(g, k.clone()), ((-g.into_group()).into_affine(), k.clone())],
            vec![
                (g, 3u32.into()),
                (g, 3u32.into()),
                (Affine::zero(), k.clone()),
                (g, &n - 6u32),
                (g, BigUint::ZERO),
            ],
            vec![(Affine::zero(), k.clone())],
            // So many terms that an endomorphism is of no use.
            (0..10).map(|i| (multiple(&g, i), random(&mut rng))).collect(),
        ];
        for terms in cases {
            let mut b = Builder::new();
            let curve = curve::<C>(&b);
            let all: Vec<_> = terms
                .iter()
                .map(|(p, k)| (in_subgroup(&mut b, &curve, p), parts(&mut b, k, 4)))
                .collect();
            let sum = curve.msm(&mut b, &all).unwrap();
            let expected = terms
                .iter()
                .fold(Affine::<C>::zero().into_group(), |sum, (p, k)| sum + times(p, k));
            assert_is(&curve, &sum, expected);
            mock(b);
        }
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        assert!(matches!(curve.msm(&mut b, &[]), Err(Error::Unsupported(_))));
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}

#[test]
fn constant_points() {
    fn check<C: Oracle>() {
        let n = C::parameters().order;
        let mut rng = StdRng::seed_from_u64(4);
        let g = C::GENERATOR;
        let cases = [
            special(&n).into_iter().map(|k| (g, k)).collect(),
            vec![(g, BigUint::ZERO)],
            vec![(g, n.clone()), (Affine::zero(), random(&mut rng))],
            vec![(Affine::zero(), random(&mut rng))],
            vec![(multiple(&g, 2), random(&mut rng)), (g, random(&mut rng))],
        ];
        for terms in cases {
            let mut b = Builder::new();
            let curve = curve::<C>(&b);
            let all: Vec<_> = terms
                .iter()
                .map(|(p, k)| (coordinates(p), parts(&mut b, k, 5)))
                .collect();
            let sum = curve.fixed_base_msm(&mut b, &all, 1500).unwrap();
            let expected = terms
                .iter()
                .fold(Affine::<C>::zero().into_group(), |sum, (p, k)| sum + times(p, k));
            assert_is(&curve, &sum, expected);
            mock(b);
        }
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        assert!(matches!(
            curve.fixed_base_msm(&mut b, &[], 1500),
            Err(Error::Unsupported(_))
        ));
        let scalar = parts(&mut b, &5u32.into(), 1);
        let outside = coordinates(&C::torsion()[1]);
        assert!(curve.fixed_base_msm(&mut b, &[(outside, scalar)], 1500).is_err());
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}
