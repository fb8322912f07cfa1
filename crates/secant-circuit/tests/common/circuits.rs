//! Every kind of circuit, small where its gates are the same as those of a large one.

use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::UniformRand;
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Cell, Fr,
    curve::{AnyPoint, Coordinates, Parameters, Point, Scalar, Weierstrass},
    ecdsa::{Ecdsa, Signature, Statement},
    foreign::{Element, Field},
    pairing::{PairingCurve, circuit::Pairing, model::Pair},
};
use secant_gfp::named::Name;

/// With an endomorphism, without, and one whose order is the circuit's own modulus.
pub fn curves() -> Vec<(&'static str, Parameters)> {
    vec![
        ("secp256k1", Parameters::named(Name::Secp256k1)),
        ("secp256r1", Parameters::named(Name::Secp256r1)),
        ("bn254", Parameters::bn254().unwrap()),
    ]
}

pub fn curve(b: &Builder, name: &str, p: &Parameters) -> Weierstrass {
    Weierstrass::new(name, p.clone(), b.shape()).unwrap()
}

pub fn secp256k1(b: &Builder) -> Weierstrass {
    curve(b, "secp256k1", &Parameters::named(Name::Secp256k1))
}

/// `k G`; none for the identity.
pub fn multiple(p: &Parameters, k: &BigUint) -> Option<Coordinates> {
    p.multiples(&(k % &p.order), &BigUint::ZERO, 1).pop().unwrap()
}

/// `k G`, whose coordinates are public.
pub fn public_point(b: &mut Builder, curve: &Weierstrass, k: u32) -> Point {
    let point = multiple(&curve.parameters, &k.into()).unwrap();
    let point = curve.witness(b, &point).unwrap();
    publish(b, &curve.field, &[&point.x, &point.y]);
    point
}

/// `k G`, or the identity, public.
pub fn public_any(b: &mut Builder, curve: &Weierstrass, k: &BigUint) -> AnyPoint {
    let point = multiple(&curve.parameters, k);
    let point = curve.witness_any(b, point.as_ref()).unwrap();
    b.publish(point.identity);
    publish(b, &curve.field, &[&point.x, &point.y]);
    point
}

pub fn publish(b: &mut Builder, field: &Field, elements: &[&Element]) {
    elements.iter().for_each(|element| field.publish_integer(b, element));
}

/// A public number.
pub fn input(b: &mut Builder, value: u64) -> Cell {
    let cell = b.witness(Fr::from(value));
    b.publish(cell);
    cell
}

/// A scalar of each kind, by turns.
pub fn scalar(b: &mut Builder, curve: &Weierstrass, k: u64, kind: usize) -> Scalar {
    match (kind % 3, &curve.scalars) {
        (0, _) => {
            let cell = input(b, k);
            Scalar::number(b, cell, 100)
        }
        (1, Some(scalars)) => {
            let element = scalars.witness(b, &k.into());
            publish(b, scalars, &[&element]);
            Scalar::element(&element)
        }
        (1, None) => Scalar::native(input(b, k)),
        _ => {
            let cells: Vec<Cell> = [k, 0, 0, 0].iter().map(|&part| input(b, part)).collect();
            cells.iter().for_each(|&cell| b.range_check(cell, 64));
            Scalar::parts(cells, 64)
        }
    }
}

pub fn verification(name: Name, b: &mut Builder) {
    let p = Parameters::named(name);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let curve = curve(b, "curve", &p);
    let ecdsa = Ecdsa::new(b, &curve, 400).unwrap();
    ecdsa.verify_public(b, &statement).unwrap();
}

/// A signature whose point has an `x` above the order, `r` plus that: with the least `r` that there is.
pub fn reduced_signature(p: &Parameters, s: &BigUint) -> Signature {
    let r = (1u32..).map(BigUint::from);
    let r = r.into_iter().find(|r| p.lift(&(r + &p.order), false).is_some());
    Signature {
        r: r.unwrap(),
        s: s.clone(),
    }
}

/// The sum of multiples of a few points.
pub fn msm(name: &str, p: &Parameters, b: &mut Builder) {
    let curve = curve(b, name, p);
    let terms: Vec<_> = (0..3)
        .map(|i| {
            (
                public_point(b, &curve, 3 + i),
                scalar(b, &curve, 77 + u64::from(i), i as usize),
            )
        })
        .collect();
    let sum = curve.msm(b, &terms).unwrap();
    publish(b, &curve.field, &[&sum.x, &sum.y]);
}

pub fn fixed_base_msm(name: &str, p: &Parameters, b: &mut Builder) {
    let curve = curve(b, name, p);
    let terms: Vec<_> = (0..3)
        .map(|i| {
            let base = multiple(p, &(i + 1u32).into()).unwrap();
            (base, scalar(b, &curve, 77 + u64::from(i), i as usize))
        })
        .collect();
    let sum = curve.fixed_base_msm(b, &terms, 1500).unwrap();
    publish(b, &curve.field, &[&sum.x, &sum.y]);
}

pub fn sum(name: &str, p: &Parameters, b: &mut Builder) {
    let curve = curve(b, name, p);
    let points: Vec<_> = [3u32, 3, 5, 8, 9].iter().map(|&k| public_point(b, &curve, k)).collect();
    let sum = curve.sum(b, &points).unwrap();
    publish(b, &curve.field, &[&sum.x, &sum.y]);
}

/// Points and the identity, equal and opposite ones; a multiple; the other operations of points.
pub fn additions(name: &str, p: &Parameters, b: &mut Builder) {
    let curve = curve(b, name, p);
    let [zero, one, two, minus_two] = [BigUint::ZERO, 1u32.into(), 2u32.into(), &p.order - 2u32];
    for (k, l) in [
        (&one, &two),
        (&two, &two),
        (&two, &minus_two),
        (&zero, &two),
        (&two, &zero),
        (&zero, &zero),
    ] {
        let [left, right] = [k, l].map(|k| public_any(b, &curve, k));
        let sum = curve.add(b, &left, &right).unwrap();
        b.publish(sum.identity);
        publish(b, &curve.field, &[&sum.x, &sum.y]);
        curve.neg(b, &left).unwrap();
    }
    let [p, q] = [5, 2].map(|k| public_point(b, &curve, k));
    let sum = curve.add_incomplete(b, &p, &q).unwrap();
    let double = curve.double(b, &sum).unwrap();
    curve.sub_incomplete(b, &p, &q).unwrap();
    for bit in [false, true] {
        let bit = b.bit(bit);
        curve.select(b, &sum, &double, bit);
    }
    curve.field.mul(b, &p.x, &q.x).unwrap();
    curve.field.assert_equal(b, &p.x, &p.x).unwrap();
}

pub fn mul(name: &str, p: &Parameters, b: &mut Builder) {
    let curve = curve(b, name, p);
    let point = public_any(b, &curve, &3u32.into());
    let scalar = scalar(b, &curve, 77, 1);
    let product = curve.mul(b, &point, &scalar).unwrap();
    b.publish(product.identity);
    publish(b, &curve.field, &[&product.x, &product.y]);
}

pub fn random_pair<C: PairingCurve>(rng: &mut StdRng) -> Pair<C> {
    let p = Affine::<C::G1>::generator() * C::Fr::rand(rng);
    let q = Affine::<C::G2>::generator() * C::Fr::rand(rng);
    (p.into_affine(), q.into_affine())
}

/// Pairs whose product is one.
pub fn pairs_of_one<C: PairingCurve>(rng: &mut StdRng, count: usize) -> Vec<Pair<C>> {
    let (g, h) = (Affine::<C::G1>::generator(), Affine::<C::G2>::generator());
    let mut sum = C::Fr::from(0u64);
    let mut pairs: Vec<Pair<C>> = (1..count)
        .map(|_| {
            let (a, b) = (C::Fr::rand(rng), C::Fr::rand(rng));
            sum += a * b;
            ((g * a).into_affine(), (h * b).into_affine())
        })
        .collect();
    pairs.push(((g * -sum).into_affine(), h));
    pairs
}

/// The value of two pairings.
pub fn product_of_two<C: PairingCurve>(b: &mut Builder) {
    let rng = &mut StdRng::seed_from_u64(7);
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    let pairs: Vec<Pair<C>> = (0..2).map(|_| random_pair::<C>(rng)).collect();
    pairing.product_public(b, &pairs).unwrap();
}

pub fn product_of_one<C: PairingCurve>(b: &mut Builder) {
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    let pairs = pairs_of_one::<C>(&mut StdRng::seed_from_u64(7), 2);
    pairing.one_public(b, &pairs).unwrap();
}
