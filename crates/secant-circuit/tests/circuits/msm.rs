//! Sums of multiples of points, compared with multiples of the generator.

use crate::common::{
    circuits::{curve, curves, multiple},
    values::{fr, parts},
};
use num_bigint::BigUint;
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Fr, Goal,
    curve::{AnyPoint, Parameters, Point, Scalar, Weierstrass},
    prove::{self, Engine, Prover, Srs},
};

fn random(p: &Parameters, rng: &mut StdRng) -> BigUint {
    let mut bytes = [0; 40];
    rng.fill_bytes(&mut bytes);
    BigUint::from_bytes_le(&bytes) % &p.order
}

/// A sum of multiples of `p_i G`, and its result.
fn msm(p: &Parameters, name: &str, terms: &[(BigUint, BigUint)]) -> (Builder, Result<(), Error>) {
    let mut b = Builder::new();
    let curve = curve(&b, name, p);
    let mut all = Vec::new();
    for (i, (point, scalar)) in terms.iter().enumerate() {
        let point = curve.witness(&mut b, &multiple(p, point).unwrap()).unwrap();
        // Scalars of all kinds.
        let scalar = match (i % 3, &curve.scalars) {
            (1, None) => Scalar::native(b.witness(fr(scalar))),
            (2, Some(scalars)) => Scalar::element(&scalars.witness(&mut b, scalar)),
            _ => parts(&mut b, scalar, 4),
        };
        all.push((point, scalar));
    }
    let sum: BigUint = terms.iter().map(|(point, scalar)| point * scalar).sum();
    let result = curve.msm(&mut b, &all).map(|point| {
        assert_eq!(Some(point.coordinates(&curve.field)), multiple(p, &sum), "{name}");
    });
    (b, result)
}

fn mock(b: Builder) {
    b.finish(&Goal::Rows(14)).unwrap().mock().unwrap();
}

#[test]
fn sums_of_multiples() {
    let mut rng = StdRng::seed_from_u64(1);
    for (name, p) in curves() {
        for count in [1, 2, 5] {
            let terms: Vec<_> = (0..count)
                .map(|_| (random(&p, &mut rng), random(&p, &mut rng)))
                .collect();
            let (b, result) = msm(&p, name, &terms);
            result.unwrap();
            mock(b);
        }
    }
}

/// Scalars at the ends of their range, equal and opposite points, small multiples of the generator.
#[test]
fn special_scalars_and_points() {
    for (name, p) in curves() {
        let n = &p.order;
        let [zero, one, two] = [0u32, 1, 2].map(BigUint::from);
        let scalars = [zero.clone(), one.clone(), n - 1u32, n.clone(), n + 1u32];
        // One at a time, together with 1 G, so that the sum is not the identity.
        for scalar in &scalars {
            let (_, result) = msm(&p, name, &[(5u32.into(), scalar.clone()), (one.clone(), one.clone())]);
            result.unwrap();
        }
        // Equal points, opposite ones, and equal scalars.
        let terms: Vec<_> = scalars
            .iter()
            .flat_map(|k| {
                [
                    (two.clone(), k.clone()),
                    (n - 2u32, k.clone()),
                    (two.clone(), k.clone()),
                ]
            })
            .collect();
        let (b, result) = msm(&p, name, &[&terms[..], &[(one.clone(), two.clone())]].concat());
        result.unwrap();
        mock(b);
        // The identity is not a point.
        for terms in [
            vec![(two.clone(), zero.clone())],
            vec![(two.clone(), n.clone())],
            vec![(two.clone(), one.clone()), (n - 2u32, one.clone())],
        ] {
            let (_, result) = msm(&p, name, &terms);
            assert!(matches!(result, Err(Error::Exceptional(_))));
        }
        let (_, result) = msm(&p, name, &[]);
        assert!(matches!(result, Err(Error::Unsupported(_))));
    }
}

/// A cell is not an integer where the order is another modulus.
#[test]
fn native_scalars() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let cell = b.witness(Fr::from(1000));
        let point = curve.witness(&mut b, &multiple(&p, &7u32.into()).unwrap()).unwrap();
        let result = curve.msm(&mut b, &[(point, Scalar::native(cell))]);
        assert_eq!(result.is_ok(), name == "bn254");
    }
}

#[test]
fn constant_points() {
    let mut rng = StdRng::seed_from_u64(2);
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let bases: Vec<BigUint> = vec![1u32.into(), random(&p, &mut rng), 1u32.into(), 2u32.into()];
        let scalars = [random(&p, &mut rng), &p.order + 1u32, BigUint::ZERO, &p.order - 1u32];
        let terms: Vec<_> = bases
            .iter()
            .zip(&scalars)
            .map(|(base, scalar)| (multiple(&p, base).unwrap(), parts(&mut b, scalar, 4)))
            .collect();
        let sum = curve.fixed_base_msm(&mut b, &terms, 1500).unwrap();
        let expected = bases.iter().zip(&scalars).map(|(base, scalar)| base * scalar).sum();
        assert_eq!(Some(sum.coordinates(&curve.field)), multiple(&p, &expected), "{name}");
        mock(b);
    }
}

#[test]
fn sums() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let all = [3u32, 3, 5, 8, 3, 19];
        let points: Vec<Point> = all
            .iter()
            .map(|&k| curve.witness(&mut b, &multiple(&p, &k.into()).unwrap()).unwrap())
            .collect();
        for count in 1..=all.len() {
            let sum = curve.sum(&mut b, &points[..count]).unwrap();
            let expected = multiple(&p, &all[..count].iter().sum::<u32>().into());
            assert_eq!(Some(sum.coordinates(&curve.field)), expected);
        }
        mock(b);
    }
}

fn any(b: &mut Builder, curve: &Weierstrass, k: &BigUint) -> AnyPoint {
    let point = multiple(&curve.parameters, k);
    curve.witness_any(b, point.as_ref()).unwrap()
}

fn assert_is(b: &Builder, curve: &Weierstrass, point: &AnyPoint, k: &BigUint) {
    let (expected, identity) = match multiple(&curve.parameters, k) {
        Some(point) => (point, Fr::from(0)),
        None => ((BigUint::ZERO, BigUint::ZERO), Fr::from(1)),
    };
    assert_eq!(b.value(point.identity), identity);
    let is = Point {
        x: point.x.clone(),
        y: point.y.clone(),
    };
    assert_eq!(is.coordinates(&curve.field), expected);
}

#[test]
fn complete_additions() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let all = [BigUint::ZERO, 1u32.into(), 2u32.into(), &p.order - 1u32];
        let points: Vec<_> = all.iter().map(|k| any(&mut b, &curve, k)).collect();
        for (k, left) in all.iter().zip(&points) {
            for (l, right) in all.iter().zip(&points) {
                let sum = curve.add(&mut b, left, right).unwrap();
                assert_is(&b, &curve, &sum, &(k + l));
            }
            let negative = curve.neg(&mut b, left).unwrap();
            assert_is(&b, &curve, &negative, &(&p.order - k));
        }
        let sum = curve.sum_any(&mut b, &points).unwrap();
        assert_is(&b, &curve, &sum, &2u32.into());
        assert!(curve.assert_point(&mut b.clone(), &points[0]).is_err());
        curve.assert_point(&mut b, &points[1]).unwrap();
        mock(b);
    }
}

#[test]
fn complete_multiples() {
    for (name, p) in curves() {
        let n = &p.order;
        for scalar in [BigUint::ZERO, 1u32.into(), n - 1u32, n.clone(), n + 1u32, n >> 1u32] {
            for k in [BigUint::ZERO, 3u32.into()] {
                let mut b = Builder::new();
                let curve = curve(&b, name, &p);
                let point = any(&mut b, &curve, &k);
                let scalar_parts = parts(&mut b, &scalar, 4);
                let product = curve.mul(&mut b, &point, &scalar_parts).unwrap();
                assert_is(&b, &curve, &product, &(&k * &scalar));
                mock(b);
            }
        }
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        // 3 P + (n - 3) P + 5 O, with scalars of all kinds.
        let [left, right, none] = [2u32, 2, 0].map(|k| any(&mut b, &curve, &k.into()));
        let scalar = match &curve.scalars {
            None => Scalar::native(b.witness(Fr::from(5))),
            Some(scalars) => Scalar::element(&scalars.witness(&mut b, &5u32.into())),
        };
        let terms = [
            (left, parts(&mut b, &3u32.into(), 1)),
            (right, parts(&mut b, &(n - 3u32), 4)),
            (none, scalar),
        ];
        let sum = curve.msm_any(&mut b, &terms).unwrap();
        assert_is(&b, &curve, &sum, &BigUint::ZERO);
        mock(b);
    }
}

/// BLS12-381's first group: the order is half as long as the field's modulus, and there are points of other orders.
#[test]
fn a_curve_with_a_cofactor() {
    let p = Parameters::bls12_381().unwrap();
    let mut rng = StdRng::seed_from_u64(1);
    let terms: Vec<_> = (0..3).map(|_| (random(&p, &mut rng), random(&p, &mut rng))).collect();
    let (b, result) = msm(&p, "bls12-381", &terms);
    result.unwrap();
    mock(b);
    // The identity, a point, its negative and another point, in complete sums and multiples.
    let mut b = Builder::new();
    let curve = curve(&b, "bls12-381", &p);
    let n = &p.order;
    let points = [BigUint::ZERO, 5u32.into(), n - 5u32, 7u32.into()];
    let all = points.each_ref().map(|k| any(&mut b, &curve, k));
    for (k, p) in points.iter().zip(&all) {
        for (l, q) in points.iter().zip(&all) {
            let sum = curve.add(&mut b, p, q).unwrap();
            assert_is(&b, &curve, &sum, &(k + l));
        }
    }
    for k in [BigUint::ZERO, n.clone(), n + 3u32] {
        let scalar = parts(&mut b, &k, 4);
        let product = curve.mul(&mut b, &all[1], &scalar).unwrap();
        assert_is(&b, &curve, &product, &(k * 5u32));
    }
    mock(b);
}

/// Public sums: the identity, as a point or as the sum, has zeros for coordinates, and no other point has.
#[test]
fn public_identities() {
    for (name, p) in curves() {
        let five = BigUint::from(5u32);
        let terms = [BigUint::ZERO, 2u32.into(), &p.order - 2u32].map(|k| (multiple(&p, &k), five.clone()));
        let points = terms.clone().map(|(point, _)| point);
        type Write<'a> = Box<dyn Fn(&Weierstrass, &mut Builder) + 'a>;
        let all: [Write<'_>; 3] = [
            Box::new(|curve, b| curve.sum_any_public(b, &points).unwrap()),
            Box::new(|curve, b| curve.msm_any_public(b, &terms).unwrap()),
            Box::new(|curve, b| curve.fixed_base_msm_any_public(b, &terms, 1500).unwrap()),
        ];
        for (i, write) in all.iter().enumerate() {
            let mut b = Builder::new();
            let curve = curve(&b, name, &p);
            write(&curve, &mut b);
            let circuit = b.finish(&Goal::Rows(14)).unwrap();
            let shown = circuit.public_values();
            let zeros = curve.public_inputs(&(BigUint::ZERO, BigUint::ZERO)).unwrap();
            assert!(shown.ends_with(&zeros), "{name} {i}");
            // For constants only the scalars are public.
            assert_eq!(shown.starts_with(&zeros), i < 2, "{name} {i}");
            circuit.mock().unwrap();
            let generator = curve.public_inputs(&p.generator).unwrap();
            let sum = [&shown[..shown.len() - zeros.len()], &generator].concat();
            assert!(
                matches!(circuit.mock_with(vec![sum]), Err(Error::Mock(_))),
                "{name} {i}"
            );
            let first = [&generator, &shown[zeros.len()..]].concat();
            assert!(
                matches!(circuit.mock_with(vec![first]), Err(Error::Mock(_))),
                "{name} {i}"
            );
        }
        // Without the identity, the public values are the same as those of `msm_public`.
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let terms = [2u32, 3].map(|k| (multiple(&p, &k.into()).unwrap(), five.clone()));
        curve.msm_public(&mut b, &terms).unwrap();
        let mut any = Builder::new();
        let terms = terms.map(|(point, scalar)| (Some(point), scalar));
        curve.msm_any_public(&mut any, &terms).unwrap();
        assert_eq!(b.public_values(), any.public_values());
        let wrong = [Some((BigUint::ZERO, BigUint::ZERO))];
        assert!(matches!(
            curve.sum_any_public(&mut any, &wrong),
            Err(Error::Unsatisfied(_))
        ));
        // Sums need at least one point, except sums of constants, whose terms may all be of the identity.
        assert!(matches!(
            curve.sum_any_public(&mut any, &[]),
            Err(Error::Unsupported(_))
        ));
        let mut b = Builder::new();
        curve
            .fixed_base_msm_any_public(&mut b, &[(None, five.clone())], 1500)
            .unwrap();
        mock(b);
    }
}

/// A key that was made for points other than the identity also serves for the identity.
#[test]
fn one_key_for_all_points() {
    let p = Parameters::bn254().unwrap();
    let circuit = |points: [u32; 3]| {
        let mut b = Builder::new();
        let points = points.map(|k| multiple(&p, &k.into()));
        curve(&b, "bn254", &p).sum_any_public(&mut b, &points).unwrap();
        b.finish(&Goal::Rows(12)).unwrap()
    };
    let srs = Srs::unsafe_local(12, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit([1, 2, 3])).unwrap();
    for points in [[0, 0, 0], [0, 7, 7], [5, 5, 0]] {
        let circuit = circuit(points);
        let proof = Engine
            .prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(2))
            .unwrap();
        prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof).unwrap();
    }
}

#[test]
fn proof() {
    let p = Parameters::bn254().unwrap();
    let (b, result) = msm(
        &p,
        "bn254",
        &[(3u32.into(), 77u32.into()), (8u32.into(), &p.order - 5u32)],
    );
    result.unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    let srs = Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).unwrap();
    let mut rng = StdRng::seed_from_u64(2);
    let proof = Engine.prove(&srs, &keys, &circuit, &mut rng).unwrap();
    assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof).is_ok());
    let mut other = proof;
    other[100] ^= 1;
    assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &other).is_err());
}

/// The numbers of cells of sums of multiples, so that growth shows.
#[test]
fn counts() {
    let cells = |name: &str, p: &Parameters, count: u32| {
        let terms: Vec<_> = (0..count).map(|i| ((i + 1).into(), &p.order - 1u32 - i)).collect();
        let (b, result) = msm(p, name, &terms);
        result.unwrap();
        b.finish(&Goal::Fastest).unwrap().counts().advice
    };
    let curves = curves();
    let found: Vec<_> = curves
        .iter()
        .map(|(name, p)| (*name, cells(name, p, 1), cells(name, p, 10)))
        .collect();
    let expected = [
        ("secp256k1", 30_404, 99_605),
        ("secp256r1", 50_237, 129_252),
        ("bn254", 30_554, 98_964),
    ];
    assert_eq!(found, expected);
    // For 100 points, alone and with everything public.
    let (name, p) = &curves[2];
    let rng = &mut StdRng::seed_from_u64(5);
    let terms: Vec<_> = (0..100).map(|_| (random(p, rng), random(p, rng))).collect();
    let (alone, result) = msm(p, name, &terms);
    result.unwrap();
    let mut public = Builder::new();
    let curve = curve(&public, name, p);
    let terms: Vec<_> = terms
        .iter()
        .map(|(k, scalar)| (multiple(p, k).unwrap(), scalar.clone()))
        .collect();
    curve.msm_public(&mut public, &terms).unwrap();
    let counts = [alone, public].map(|b| {
        let counts = b.finish(&Goal::Fastest).unwrap().counts();
        (counts.advice, counts.lookups)
    });
    assert_eq!(counts, [(752_099, 357_995), (775_210, 366_083)]);
}

/// The gates of a sum of two: a table of 12 rows and 43 additions for each point, and a doubling for each bit.
#[test]
fn gates() {
    let p = Parameters::bn254().unwrap();
    let (b, result) = msm(&p, "bn254", &[(3u32.into(), 77u32.into()), (8u32.into(), 99u32.into())]);
    result.unwrap();
    let counts: Vec<String> = b
        .gate_counts()
        .into_iter()
        .map(|(name, count, _)| format!("{}: {count}", name.split(" modulo ").next().unwrap()))
        .collect();
    let expected = [
        "point on curve: 2",
        "endomorphisms: 24",
        "addition: 15",
        "doubling: 8",
        "addition of a chain: 1",
        "step of a ladder: 85",
        "doubling of a chain: 42",
        "end of a ladder: 1",
        "range: 22",
    ];
    assert_eq!(counts, expected);
}
