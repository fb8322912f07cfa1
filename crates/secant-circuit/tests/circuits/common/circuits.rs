//! Circuits of every kind. They are small where their gates are the same as those of large circuits.

use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::{PrimeField, UniformRand};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Cell, Fr,
    curve::{
        AnyPoint, Coordinates, Parameters, Point, Scalar, Weierstrass,
        edwards::{self, TwistedEdwards},
    },
    ecdsa::{Ecdsa, Form, RecoveryId, Signature, Statement},
    foreign::{Element, Field},
    pairing::{
        Fp2Of, PairingCurve,
        circuit::{G1Point, G2Point, Pairing},
        extension::Extension,
        model::Pair,
    },
    schnorr::{self, Schnorr},
};
use secant_gfp::named::Name;

/// Curves with an endomorphism, without one, and one whose order is the circuit's own modulus.
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

/// `k G`; `None` for the identity.
pub fn multiple(p: &Parameters, k: &BigUint) -> Option<Coordinates> {
    p.multiples(&(k % &p.order), &BigUint::ZERO, 1).pop().unwrap()
}

/// `k G` with public coordinates.
pub fn public_point(b: &mut Builder, curve: &Weierstrass, k: u32) -> Point {
    let point = multiple(&curve.parameters, &k.into()).unwrap();
    let point = curve.witness(b, &point).unwrap();
    publish(b, &curve.field, &[&point.x, &point.y]);
    point
}

/// `k G`, which may be the identity, with public coordinates.
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

/// A scalar of each kind in turn.
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

/// The rows of the tables of signatures.
const ROWS: usize = 400;

fn ecdsa(b: &mut Builder, p: &Parameters) -> Ecdsa {
    let curve = curve(b, "curve", p);
    Ecdsa::new(b, &curve, ROWS).unwrap()
}

pub fn verification(name: Name, b: &mut Builder) {
    let p = Parameters::named(name);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    ecdsa(b, &p).verify_public(b, &statement).unwrap();
}

/// A verification that accepts no `s` above half the order.
pub fn low_s(name: Name, b: &mut Builder) {
    let p = Parameters::named(name);
    let mut statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let s = &mut statement.signature.s;
    *s = s.clone().min(&p.order - &*s);
    let ecdsa = ecdsa(b, &p).of_form(Form::LowS);
    ecdsa.verify_public(b, &statement).unwrap();
}

/// A signature whose point has an `x` above the order, `r` plus the order, with the least possible `r`.
pub fn reduced_signature(p: &Parameters, s: &BigUint) -> Signature {
    let r = (1u32..).map(BigUint::from);
    let r = r.into_iter().find(|r| p.lift(&(r + &p.order), false).is_some());
    Signature {
        r: r.unwrap(),
        s: s.clone(),
    }
}

/// The recovery of a key, from a signature whose point has an `x` above the order or below it.
pub fn recovery(name: Name, x_is_reduced: bool, b: &mut Builder) {
    let p = Parameters::named(name);
    let Statement { digest, signature, .. } = Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let signature = match x_is_reduced {
        true => reduced_signature(&p, &signature.s),
        false => signature,
    };
    let id = RecoveryId {
        y_is_odd: true,
        x_is_reduced,
    };
    ecdsa(b, &p).recover_public(b, &digest, &signature, id).unwrap();
}

/// The verification of a Schnorr signature.
pub fn schnorr(name: Name, b: &mut Builder) {
    let p = Parameters::named(name);
    let statement = schnorr::Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    let curve = curve(b, "curve", &p);
    let schnorr = Schnorr::new(b, &curve, ROWS).unwrap();
    schnorr.verify_public(b, &statement).unwrap();
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

/// Public points, one of them the identity. Their sum and multiples are the identity too.
pub fn public_sums(name: &str, p: &Parameters, b: &mut Builder) {
    let curve = curve(b, name, p);
    let points = [BigUint::ZERO, 2u32.into(), &p.order - 2u32].map(|k| multiple(p, &k));
    curve.sum_any_public(b, &points).unwrap();
    let terms = points.map(|point| (point, BigUint::from(5u32)));
    curve.msm_any_public(b, &terms).unwrap();
    curve.fixed_base_msm_any_public(b, &terms, 1000).unwrap();
}

/// Sums of points and the identity, with equal and opposite points; a multiple; the other operations on points.
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

/// A curve with a complete addition law, and one with exceptions and a square root of -2.
pub fn edwards_curves() -> [(&'static str, edwards::Parameters); 2] {
    [
        ("jubjub", edwards::Parameters::jubjub()),
        ("bandersnatch", edwards::Parameters::bandersnatch()),
    ]
}

fn edwards_curve(b: &Builder, name: &str, p: &edwards::Parameters) -> TwistedEdwards {
    TwistedEdwards::new(name, p.clone(), b.shape()).unwrap()
}

fn edwards_multiple(curve: &TwistedEdwards, k: u32) -> Coordinates {
    curve.multiple(&k.into(), &curve.parameters.generator).unwrap()
}

/// `k G` plus the point of order two, which is outside the subgroup.
fn outside(curve: &TwistedEdwards, k: u32) -> Coordinates {
    let order_two = (BigUint::ZERO, &curve.parameters.modulus - 1u32);
    curve.sum_of(&edwards_multiple(curve, k), &order_two).unwrap()
}

/// A sum of multiples, one of them of the identity.
pub fn edwards_msm(name: &str, p: &edwards::Parameters, b: &mut Builder) {
    let curve = edwards_curve(b, name, p);
    let terms = [(3, 77u32), (0, 5)].map(|(point, k)| (edwards_multiple(&curve, point), k.into()));
    curve.msm_public(b, &terms).unwrap();
}

/// A sum of so many multiples that a square root of -2 is of no use.
pub fn edwards_msm_of_many(name: &str, p: &edwards::Parameters, b: &mut Builder) {
    let curve = edwards_curve(b, name, p);
    let terms = (1..11u32).map(|i| (edwards_multiple(&curve, i), (i + 77).into()));
    curve.msm_public(b, &terms.collect::<Vec<_>>()).unwrap();
}

pub fn edwards_fixed_base_msm(name: &str, p: &edwards::Parameters, b: &mut Builder) {
    let curve = edwards_curve(b, name, p);
    let terms = [(3, 77u32), (8, 5)].map(|(point, k)| (edwards_multiple(&curve, point), k.into()));
    curve.fixed_base_msm_public(b, &terms, 1000).unwrap();
}

/// A multiple of a point of the subgroup, by an integer in parts.
pub fn edwards_mul(name: &str, p: &edwards::Parameters, b: &mut Builder) {
    let curve = edwards_curve(b, name, p);
    let point = curve.witness_in_subgroup(b, &edwards_multiple(&curve, 3)).unwrap();
    curve.publish(b, &point).unwrap();
    let k = input(b, 77);
    let k = Scalar::number(b, k, 100);
    let product = curve.mul(b, &point, &k).unwrap();
    curve.publish(b, &product).unwrap();
}

/// Multiples of points outside the subgroup, by an integer in parts and by an element.
pub fn edwards_msm_any(name: &str, p: &edwards::Parameters, b: &mut Builder) {
    let curve = edwards_curve(b, name, p);
    let k = input(b, 77);
    let number = Scalar::number(b, k, 100);
    let scalars = curve.scalars().unwrap();
    let k = scalars.witness(b, &79u32.into());
    publish(b, scalars, &[&k]);
    let terms = [(3, number), (4, Scalar::element(&k))].map(|(k, scalar)| {
        let point = curve.witness(b, &outside(&curve, k)).unwrap();
        curve.publish(b, &point).unwrap();
        (point, scalar)
    });
    let sum = curve.msm_any(b, &terms).unwrap();
    curve.publish(b, &sum).unwrap();
}

/// Points of any order, equal and opposite points, and the identity; points of the subgroup; the other operations on
/// points.
pub fn edwards_additions(name: &str, p: &edwards::Parameters, b: &mut Builder) {
    let curve = edwards_curve(b, name, p);
    let [zero, one, two] = [0, 1, 2].map(|k| edwards_multiple(&curve, k));
    let minus_two = (&p.modulus - &two.0, two.1.clone());
    let other = outside(&curve, 3);
    for pair in [
        [&one, &two],
        [&two, &two],
        [&two, &minus_two],
        [&zero, &two],
        [&other, &two],
        [&other, &other],
    ] {
        curve.sum_public(b, &pair.map(Clone::clone)).unwrap();
    }
    let [p, q] = [one, two].map(|point| {
        let point = curve.witness_in_subgroup(b, &point).unwrap();
        curve.publish(b, &point).unwrap();
        point
    });
    let sum = curve.add(b, &p, &q).unwrap();
    let double = curve.double(b, &sum).unwrap();
    for bit in [false, true] {
        let bit = b.bit(bit);
        curve.select(b, &sum, &double, bit);
    }
    let opposite = curve.negate(b, &double).unwrap().any();
    let opposite = curve.in_subgroup(b, &opposite).unwrap();
    let difference = curve.add(b, &sum, &opposite).unwrap();
    let negative = curve.negate(b, &sum).unwrap();
    curve.assert_equal(b, &difference, &negative).unwrap();
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

/// A pairing of the identity, which is one.
pub fn pairing_of_identity<C: PairingCurve>(b: &mut Builder) {
    let (_, q) = random_pair::<C>(&mut StdRng::seed_from_u64(7));
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    pairing.one_public(b, &[(Affine::identity(), q)]).unwrap();
}

fn public_g1<C: PairingCurve>(b: &mut Builder, pairing: &Pairing<C>, p: &Affine<C::G1>) -> G1Point {
    let point = pairing.g1(b, p).unwrap();
    publish(b, &pairing.field, &point.coordinates());
    point
}

fn public_g2<C: PairingCurve>(b: &mut Builder, pairing: &Pairing<C>, p: &Affine<C::G2>) -> G2Point {
    let point = pairing.g2(b, p).unwrap();
    let coordinates: Vec<&Element> = point.coordinates().into_iter().flatten().collect();
    publish(b, &pairing.field, &coordinates);
    point
}

/// The verification of a BLS signature in the second group.
pub fn signature_in_g2<C: PairingCurve>(b: &mut Builder) {
    let rng = &mut StdRng::seed_from_u64(7);
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    let (generator, message) = (Affine::<C::G1>::generator(), random_pair::<C>(rng).1);
    let secret = C::Fr::rand(rng);
    let key = public_g1(b, &pairing, &(generator * secret).into_affine());
    let [message, signature] = [message, (message * secret).into_affine()].map(|q| public_g2(b, &pairing, &q));
    pairing.verify_signature_in_g2(b, &key, &message, &signature).unwrap();
}

/// The verification of a BLS signature in the first group.
pub fn signature_in_g1<C: PairingCurve>(b: &mut Builder) {
    let rng = &mut StdRng::seed_from_u64(7);
    let pairing = Pairing::<C>::new("f", b.shape()).unwrap();
    let (generator, message) = (Affine::<C::G2>::generator(), random_pair::<C>(rng).0);
    let secret = C::Fr::rand(rng);
    let key = public_g2(b, &pairing, &(generator * secret).into_affine());
    let [message, signature] = [message, (message * secret).into_affine()].map(|p| public_g1(b, &pairing, &p));
    pairing.verify_signature_in_g1(b, &key, &message, &signature).unwrap();
}

/// All operations of an extension field.
pub fn extension<C: PairingCurve, const N: usize>(b: &mut Builder) {
    let rng = &mut StdRng::seed_from_u64(7);
    let field = Field::new("f", &C::Fp::MODULUS.into(), b.shape()).unwrap();
    let extension = Extension::<C, N>::over(&field).unwrap();
    let [x, y] = [0, 1].map(|_| {
        let value = std::array::from_fn(|_| Fp2Of::<C>::rand(rng));
        let element = extension.witness(b, &value);
        extension.publish(b, &element).unwrap();
        element
    });
    let sum = extension.add(b, &x, &y).unwrap();
    let difference = extension.sub(b, &x, &y).unwrap();
    extension.neg(b, &x).unwrap();
    let product = extension.mul(b, &sum, &difference).unwrap();
    let square = extension.square(b, &product).unwrap();
    let quotient = extension.div(b, &square, &product).unwrap();
    extension.assert_equal(b, &quotient, &product).unwrap();
    extension.pow(b, &x, &5u32.into()).unwrap();
    for i in 1..2 * N {
        extension.frobenius(b, &x, i).unwrap();
    }
    for bit in [false, true] {
        let bit = b.bit(bit);
        extension.select(b, &x, &y, bit);
    }
}
