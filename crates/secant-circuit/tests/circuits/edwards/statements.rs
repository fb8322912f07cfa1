//! Whole circuits: public inputs, a proof, and numbers of cells.

use super::{Bandersnatch, Jubjub, Oracle, any, coordinates, curve, in_subgroup, mock, multiple, parts};
use ark_ec::{
    AffineRepr, CurveGroup,
    twisted_edwards::{Affine, TECurveConfig},
};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Fr, Goal,
    curve::edwards::TwistedEdwards,
    prove::{self, Engine, Prover, Srs},
};

/// Public inputs are points and integers. Other public inputs have no proof.
#[test]
fn statements() {
    let mut b = Builder::new();
    let curve = curve::<Jubjub>(&b);
    let (n, g) = (curve.parameters.order.clone(), Jubjub::GENERATOR);
    let points = [multiple(&g, 5), Affine::zero(), multiple(&g, 7)];
    let scalars = [&n - 1u32, 3u32.into(), BigUint::ZERO];
    let terms: Vec<_> = points.iter().map(coordinates).zip(scalars.clone()).collect();
    curve.msm_public(&mut b, &terms).unwrap();
    let sum = coordinates(&(-multiple(&g, 5).into_group()).into_affine());
    let scalar = |k: &BigUint| curve.scalars().unwrap().public_inputs(k).unwrap();
    let mut expected: Vec<Fr> = terms
        .iter()
        .flat_map(|(point, k)| [curve.public_inputs(point).unwrap(), scalar(k)].concat())
        .collect();
    expected.extend(curve.public_inputs(&sum).unwrap());
    assert_eq!(b.public_values(), expected);
    mock(b);
    let mut b = Builder::new();
    let bases: Vec<_> = terms[..1].to_vec();
    curve.fixed_base_msm_public(&mut b, &bases, 1000).unwrap();
    assert_eq!(
        b.public_values(),
        [scalar(&bases[0].1), curve.public_inputs(&sum).unwrap()].concat()
    );
    mock(b);
    let mut b = Builder::new();
    let all: Vec<_> = Jubjub::torsion().iter().map(coordinates).collect();
    curve.sum_public(&mut b, &all).unwrap();
    // Four times a point of order eight, because 28 is 4 modulo 8.
    let inputs = all
        .iter()
        .chain([&all[4]])
        .flat_map(|p| curve.public_inputs(p).unwrap());
    assert_eq!(b.public_values(), inputs.collect::<Vec<_>>());
    mock(b);
    // Invalid statements.
    let mut b = Builder::new();
    assert!(
        curve
            .msm_public(&mut b.clone(), &[(all[1].clone(), 1u32.into())])
            .is_err()
    );
    assert!(curve.msm_public(&mut b, &[(coordinates(&g), n)]).is_err());
}

#[test]
fn proof() {
    let mut b = Builder::new();
    let curve = curve::<Bandersnatch>(&b);
    let p = coordinates(&multiple(&Bandersnatch::GENERATOR, 5));
    curve
        .msm_public(&mut b, &[(p, &curve.parameters.order - 1u32)])
        .unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    let srs = Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).unwrap();
    let proof = Engine
        .prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(2))
        .unwrap();
    let mut instances = circuit.instances();
    assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &instances, &proof).is_ok());
    instances[0][0] += Fr::one();
    assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &instances, &proof).is_err());
}

/// The numbers of cells of circuits, without pieces, so that growth shows.
#[test]
fn counts() {
    fn check<C: Oracle>(expected: [usize; 8]) {
        let count = |build: &dyn Fn(&mut Builder, &TwistedEdwards)| {
            let mut b = Builder::new();
            let curve = curve::<C>(&b);
            build(&mut b, &curve);
            let counts = b.finish(&Goal::Fastest).unwrap().counts();
            // The number of pieces depends on the choice of columns.
            counts.advice - counts.lookups
        };
        let msm = |b: &mut Builder, curve: &TwistedEdwards, count: u64| {
            let n = &curve.parameters.order;
            let terms = (0..count).map(|i| (coordinates(&multiple(&C::GENERATOR, i + 1)), n - 1u32 - i));
            curve.msm_public(b, &terms.collect::<Vec<_>>()).unwrap();
        };
        let found = [
            count(&|b, curve| {
                any(b, curve, &C::GENERATOR);
            }),
            count(&|b, curve| {
                in_subgroup(b, curve, &C::GENERATOR);
            }),
            count(&|b, curve| {
                let [p, q] = [2, 3].map(|k| curve.constant(&coordinates(&multiple(&C::GENERATOR, k))).unwrap());
                curve.add(b, &p, &q).unwrap();
            }),
            count(&|b, curve| {
                let p = curve.constant(&coordinates(&C::GENERATOR)).unwrap();
                curve.double(b, &p).unwrap();
            }),
            count(&|b, curve| msm(b, curve, 1)),
            count(&|b, curve| msm(b, curve, 10)),
            count(&|b, curve| {
                let point = any(b, curve, &C::GENERATOR);
                let k = parts(b, &(&curve.parameters.order - 1u32), 4);
                curve.mul_any(b, &point, &k).unwrap();
            }),
            count(&|b, curve| {
                let term = (curve.parameters.generator.clone(), &curve.parameters.order - 1u32);
                curve.fixed_base_msm_public(b, &[term], 1000).unwrap();
            }),
        ];
        assert_eq!(found, expected, "{}", C::NAME);
    }
    check::<Jubjub>([97, 177, 114, 93, 18_166, 59_065, 18_400, 3938]);
    check::<Bandersnatch>([97, 117, 127, 93, 11_978, 58_729, 11_729, 3938]);
}

/// The gates of a multiple. On Bandersnatch there are a table of ten rows, and half the doublings.
#[test]
fn gates() {
    fn check<C: Oracle>(expected: &[&str]) {
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        let point = in_subgroup(&mut b, &curve, &C::GENERATOR);
        let k = parts(&mut b, &(&curve.parameters.order - 1u32), 4);
        curve.mul(&mut b, &point, &k).unwrap();
        assert_eq!(crate::common::values::gates(&b, [" modulo ", " and "]), expected);
    }
    check::<Jubjub>(&[
        "point of the subgroup: 1 of 8 + 25 + 40",
        "way to the Weierstrass form: 1 of 9 + 18 + 9",
        "doubling: 9 of 8 + 17 + 13",
        "addition: 7 of 19 + 17 + 13",
        "scalar of windows of 5 bits from bit 0: 1 of 9 + 15 + 0",
        "addition of a chain: 1 of 28 + 16 + 9",
        "doubling of a chain: 200 of 25 + 17 + 13",
        "step of a ladder: 50 of 36 + 18 + 17",
        "end of a ladder: 1 of 25 + 15 + 4",
        "way from the Weierstrass form: 1 of 8 + 17 + 12",
        "addition on a twisted Edwards curve: 1 of 24 + 18 + 16",
        "range: 12 of 0 + 0 + 1",
    ]);
    check::<Bandersnatch>(&[
        "point of the subgroup: 1 of 8 + 19 + 16",
        "way to the Weierstrass form: 1 of 9 + 18 + 9",
        "product with a square root of -2: 5 of 8 + 17 + 13",
        "addition: 3 of 19 + 17 + 13",
        "doubling: 1 of 8 + 17 + 13",
        "scalar of windows of 2 bits from bit 0: 1 of 10 + 15 + 0",
        "addition of a chain: 1 of 28 + 16 + 9",
        "doubling of a chain: 64 of 25 + 17 + 13",
        "step of a ladder: 64 of 36 + 18 + 17",
        "end of a ladder: 1 of 25 + 15 + 4",
        "way from the Weierstrass form: 1 of 8 + 17 + 12",
        "addition on a twisted Edwards curve: 1 of 24 + 18 + 16",
        "range: 12 of 0 + 0 + 1",
    ]);
}
