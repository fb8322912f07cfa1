//! Sums of multiples of points, against multiples of the generator.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use halo2_axiom::dev::VerifyFailure;
use num_bigint::BigUint;
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Cell, Error, Fr, Goal,
    curve::{AnyPoint, Coordinates, Parameters, Point, Scalar, Weierstrass},
    prove::{self, Prover, Srs, Stock},
};
use secant_gfp::{Policy, RuntimeCurve, named::Name};
use std::collections::BTreeSet;

/// With an endomorphism, without, and one whose order is the circuit's own modulus.
fn curves() -> Vec<(&'static str, Parameters)> {
    vec![
        ("secp256k1", Parameters::named(Name::Secp256k1)),
        ("secp256r1", Parameters::named(Name::Secp256r1)),
        ("bn254", Parameters::bn254().unwrap()),
    ]
}

fn curve(b: &Builder, name: &str, p: &Parameters) -> Weierstrass {
    Weierstrass::new(name, p.clone(), b.shape()).unwrap()
}

/// `k G`; none for the identity.
fn multiple(p: &Parameters, k: &BigUint) -> Option<Coordinates> {
    p.multiples(&(k % &p.order), &BigUint::ZERO, 1).pop().unwrap()
}

fn random(p: &Parameters, rng: &mut StdRng) -> BigUint {
    let mut bytes = [0; 40];
    rng.fill_bytes(&mut bytes);
    BigUint::from_bytes_le(&bytes) % &p.order
}

fn field_element(x: &BigUint) -> Fr {
    let base = Fr::from(1 << 32);
    x.to_u32_digits()
        .iter()
        .rev()
        .fold(Fr::from(0), |sum, &digit| sum * base + Fr::from(u64::from(digit)))
}

/// An integer in parts of 64 bits that are checked.
fn parts(b: &mut Builder, k: &BigUint, count: usize) -> Scalar {
    let digits = k.to_u64_digits();
    assert!(digits.len() <= count);
    let cells: Vec<Cell> = (0..count)
        .map(|i| {
            let cell = b.witness(Fr::from(digits.get(i).copied().unwrap_or(0)));
            b.range_check(cell, 64);
            cell
        })
        .collect();
    Scalar::parts(cells, 64)
}

/// A sum of multiples of `p_i G` and what it is.
fn msm(p: &Parameters, name: &str, terms: &[(BigUint, BigUint)]) -> (Builder, Result<(), Error>) {
    let mut b = Builder::new();
    let curve = curve(&b, name, p);
    let mut all = Vec::new();
    for (i, (point, scalar)) in terms.iter().enumerate() {
        let point = curve.witness(&mut b, &multiple(p, point).unwrap()).unwrap();
        // In all ways that there are.
        let scalar = match (i % 3, &curve.scalars) {
            (1, None) => Scalar::native(b.witness(field_element(scalar))),
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

/// Scalars at the ends, equal and opposite points, small multiples of the generator.
#[test]
fn special_scalars_and_points() {
    for (name, p) in curves() {
        let n = &p.order;
        let [zero, one, two] = [0u32, 1, 2].map(BigUint::from);
        let scalars = [zero.clone(), one.clone(), n - 1u32, n.clone(), n + 1u32];
        // One at a time, next to 1 G; the sum is not the identity.
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
        // The identity is no point.
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

/// Scalars of different lengths.
#[test]
fn short_scalars() {
    for (name, p) in curves() {
        let mut b = Builder::new();
        let curve = curve(&b, name, &p);
        let point = curve.witness(&mut b, &multiple(&p, &7u32.into()).unwrap()).unwrap();
        let short = b.witness(Fr::from(1000));
        let terms = [
            (point.clone(), Scalar::number(&mut b, short, 10)),
            (point.clone(), Scalar::number(&mut b, short, 130)),
            (point.clone(), parts(&mut b, &(BigUint::from(1u32) << 260usize), 5)),
        ];
        let sum = curve.msm(&mut b, &terms).unwrap();
        let expected = multiple(&p, &(((BigUint::from(1u32) << 260usize) + 2000u32) * 7u32));
        assert_eq!(Some(sum.coordinates(&curve.field)), expected);
        mock(b);
        // A cell is no integer where the order is another modulus.
        let mut b = Builder::new();
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

/// BLS12-381's first group: an order shorter than the field by half, and points of other orders.
#[test]
fn a_curve_with_a_cofactor() {
    let bytes = |hex: &str| BigUint::parse_bytes(hex.as_bytes(), 16).unwrap().to_bytes_be();
    let parameters = secant_gfp::Parameters {
        p: &bytes("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"),
        a: &[0],
        b: &[4],
        x: &bytes("17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"),
        y: &bytes("08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"),
        n: &bytes("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
        h: &bytes("396c8c005555e1568c00aaab0000aaab"),
    };
    let curve = RuntimeCurve::<6>::new(&parameters, &Policy::NONE).unwrap();
    let p = Parameters::of(&curve);
    let mut rng = StdRng::seed_from_u64(1);
    let terms: Vec<_> = (0..3).map(|_| (random(&p, &mut rng), random(&p, &mut rng))).collect();
    let (b, result) = msm(&p, "bls12-381", &terms);
    result.unwrap();
    mock(b);
}

/// What fails in a circuit.
fn failures(circuit: &BuiltCircuit) -> BTreeSet<String> {
    match circuit.mock() {
        Ok(()) => BTreeSet::new(),
        Err(Error::Mock(failures)) => failures
            .into_iter()
            .map(|failure| match failure {
                VerifyFailure::ConstraintNotSatisfied { constraint, .. } => {
                    constraint.to_string().split('\'').nth(1).unwrap().to_owned()
                }
                VerifyFailure::Lookup { name, .. } => name,
                VerifyFailure::Permutation { .. } => "copy".to_owned(),
                other => panic!("{other}"),
            })
            .collect(),
        Err(other) => panic!("{other}"),
    }
}

/// Changes a sample of cells, and returns all that failed. Panics if a change goes unnoticed.
fn tamper(b: Builder, goal: &Goal, every: usize) -> BTreeSet<String> {
    let circuit = b.finish(goal).unwrap();
    circuit.mock().unwrap();
    let mut failed = BTreeSet::new();
    for place in circuit.assigned().into_iter().step_by(every) {
        let mut tampered = circuit.clone();
        tampered.tamper(place, Fr::from(1));
        let failures = failures(&tampered);
        assert!(!failures.is_empty(), "{place:?} may differ");
        failed.extend(failures);
    }
    failed
}

/// A public number.
fn public(b: &mut Builder, point: &AnyPoint) {
    b.publish(point.identity);
    for element in [&point.x, &point.y] {
        for half in element.split(b, 128) {
            b.publish(half);
        }
    }
}

#[test]
fn cells_of_additions_are_determined() {
    let p = Parameters::named(Name::Secp256k1);
    for (k, l) in [(1u32, 2u32), (3, 3), (0, 2), (2, 0), (0, 0)] {
        let mut b = Builder::new();
        let curve = curve(&b, "secp256k1", &p);
        let [left, right] = [k, l].map(|k| any(&mut b, &curve, &k.into()));
        public(&mut b, &left);
        public(&mut b, &right);
        let sum = curve.add(&mut b, &left, &right).unwrap();
        public(&mut b, &sum);
        let failed = tamper(b, &Goal::Rows(10), 11);
        assert!(failed.contains("copy") && failed.contains("a + b c = d"), "{failed:?}");
    }
}

#[test]
fn cells_of_sums_are_determined() {
    for (name, p) in curves() {
        let (b, result) = msm(&p, name, &[(3u32.into(), 77u32.into()), (3u32.into(), &p.order - 5u32)]);
        result.unwrap();
        let failed = tamper(b, &Goal::Fastest, 997);
        for expected in ["copy", "weighed relations"] {
            assert!(failed.contains(expected), "{name}: {failed:?}");
        }
    }
}

/// Other digits, other bases and other scalars than those of the statement have no proof.
#[test]
fn other_scalars_and_points() {
    for (name, p) in curves() {
        let build = |point: u32, scalar: u32, change: &dyn Fn(&mut Builder, &Point, Cell)| {
            let mut b = Builder::new();
            let curve = curve(&b, name, &p);
            let point = curve.witness(&mut b, &multiple(&p, &point.into()).unwrap()).unwrap();
            let cell = b.witness(Fr::from(u64::from(scalar)));
            let scalar = Scalar::number(&mut b, cell, 20);
            curve.msm(&mut b, &[(point.clone(), scalar)]).unwrap();
            change(&mut b, &point, cell);
            failures(&b.finish(&Goal::Rows(12)).unwrap())
        };
        assert!(build(3, 5, &|_, _, _| ()).is_empty());
        // The statement's scalar is another one than that of the digits.
        let failed = build(3, 5, &|b, _, cell| b.assert_constant(cell, 6));
        assert_eq!(failed, BTreeSet::from(["copy".to_owned()]), "{name}");
        // The statement's point is another one than that of the table's rows.
        let failed = build(3, 5, &|b, point, _| {
            let secant_circuit::Input::Copy(limb) = point.x.limbs()[0] else {
                panic!("a witness's limb")
            };
            let other = b.value(limb) + Fr::from(1);
            b.tamper(limb, other);
        });
        assert!(failed.contains("copy"), "{name}: {failed:?}");
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
    let proof = Stock.prove(&srs, &keys, &circuit, &mut rng).unwrap();
    assert!(prove::verify(&srs, keys.get_vk(), &circuit.instances(), &proof));
    let mut other = proof;
    other[100] ^= 1;
    assert!(!prove::verify(&srs, keys.get_vk(), &circuit.instances(), &other));
}

/// How many cells sums of multiples have: growth shows.
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
        ("secp256k1", 30_404, 114_577),
        ("secp256r1", 50_237, 111_527),
        ("bn254", 30_554, 115_235),
    ];
    assert_eq!(found, expected);
}

/// The gates of a sum of two: for each point a table of 12 rows, and 43 additions; a doubling for each bit.
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

/// The time of a proof of 100 terms, for several numbers of rows.
#[test]
#[ignore = "takes minutes"]
fn times() {
    let p = Parameters::bn254().unwrap();
    let mut rng = StdRng::seed_from_u64(5);
    let terms: Vec<_> = (0..100).map(|_| (random(&p, &mut rng), random(&p, &mut rng))).collect();
    let rows = std::env::var("ROWS").unwrap_or_default();
    let (b, result) = msm(&p, "bn254", &terms);
    result.unwrap();
    let goals = rows.split(',').filter_map(|k| k.parse().ok()).map(Goal::Rows);
    for goal in std::iter::once(Goal::Fastest).chain(goals) {
        let circuit = b.clone().finish(&goal).unwrap();
        println!("{goal:?}: {:?}\n{:?}", circuit.configuration(), circuit.counts());
        if rows.is_empty() {
            continue;
        }
        let srs = Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(1));
        let keys = prove::keys(&srs, &circuit).unwrap();
        let start = std::time::Instant::now();
        let proof = Stock.prove(&srs, &keys, &circuit, &mut rng).unwrap();
        println!("{:?}, {} bytes", start.elapsed(), proof.len());
        assert!(prove::verify(&srs, keys.get_vk(), &circuit.instances(), &proof));
    }
}
