//! Tests of the bounds behind "no coefficient reaches `r`", for the gates of all chips. The bounds hold, values come
//! close to them, and they bound the coefficients that the constraints compare.
//!
//! No other test would notice a bound that is computed too small, because honest values are far below it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;
use crate::{
    Builder, Fr,
    curve::{
        Parameters, Scalar, Weierstrass,
        edwards::{self, TwistedEdwards},
    },
    ecdsa::{self, Ecdsa},
    foreign::{WEIGHT_BITS, polynomial::at_point},
    pairing::{Bls12_381, Bn254, PairingCurve, circuit::Pairing},
    schnorr::{self, Schnorr},
};
use ark_ec::{AffineRepr, short_weierstrass::Affine};
use halo2_axiom::halo2curves::ff::Field as _;
use num_bigint::BigUint;
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_gfp::named::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Bounds are at most this many times what some values reach.
const LOOSE: u32 = 3;

/// The gates that were examined.
#[derive(Default)]
struct Seen {
    gates: BTreeSet<String>,
    /// The ranges of all relations of a field.
    fields: BTreeMap<String, (Field, Ranges)>,
    loose: Vec<String>,
}

/// Limbs at the ends of their ranges: each at a random end, or all at the same end.
fn at_ends(ranges: &[Vec<Interval>], same: bool, rng: &mut StdRng) -> Vec<Vec<BigInt>> {
    let limbs = |limbs: &Vec<Interval>| {
        let end = rng.gen_range(0..2);
        let of = |range: &Interval| match if same { end } else { rng.gen_range(0..2) } {
            0 => range.least.clone(),
            _ => range.most.clone(),
        };
        limbs.iter().map(of).collect::<Vec<_>>()
    };
    ranges.iter().map(limbs).collect()
}

impl Seen {
    /// Examines the gates of a circuit that were not seen before.
    fn circuit(&mut self, b: &Builder) {
        for (field, instances) in b.batches.batches.values() {
            for instance in instances {
                let (gate, relations) = (&instance.gate, instance.gate.relations());
                let named = self.fields.entry(field.name().to_owned());
                let (_, ranges) = named.or_insert_with(|| (field.clone(), Ranges::nothing(field)));
                *ranges = ranges.hull(&relations.ranges);
                if self.gates.insert(format!("{} modulo {}", gate.name(), field.modulus())) {
                    let inputs = gate.inputs().iter();
                    let inputs = inputs.map(|small| small.clone().map_or_else(|| field.limb_intervals(), |r| vec![r]));
                    let outputs = gate.outputs().iter().map(|_| field.limb_intervals());
                    let limbs: Vec<_> = inputs.chain(outputs).collect();
                    assert!(
                        limbs.iter().zip(&instance.vars).all(|(r, v)| r.len() == v.len()),
                        "{}",
                        gate.name()
                    );
                    self.gate(gate.name(), relations, &limbs, field);
                }
            }
        }
    }

    /// Values at the ends of their ranges stay within the bounds of coefficients, and come near them. At a random
    /// point, the constraint's polynomial is the one with these coefficients.
    fn gate(&mut self, name: &str, relations: &Relations, limbs: &[Vec<Interval>], field: &Field) {
        let mut rng = StdRng::seed_from_u64(7);
        let y = Fr::random(&mut rng);
        let bounds = &relations.ranges.coefficients;
        let mut reached = vec![BigInt::ZERO; bounds.len()];
        for trial in 0..200 {
            let vars = at_ends(limbs, trial % 2 == 0, &mut rng);
            let at_y: Vec<Fr> = vars
                .iter()
                .map(|limbs| horner(limbs.iter().map(integer::to_field), &y))
                .collect();
            for q in &relations.quadratics {
                let c = coefficients(q, &vars, field.limb_bits());
                assert!(c.len() <= bounds.len(), "{name}");
                for ((c, bound), reached) in c.iter().zip(bounds).zip(&mut reached) {
                    assert!(bound.least <= *c && *c <= bound.most, "{name}: {c} is not in {bound:?}");
                    let magnitude = BigInt::from(c.magnitude().clone());
                    *reached = magnitude.max(reached.clone());
                }
                let sum = horner(c.iter().map(integer::to_field), &y);
                assert_eq!(sum, at_point(q, &at_y, &y, field.limb_bits()), "{name}");
            }
        }
        let most = |values: &mut dyn Iterator<Item = BigInt>| values.max().unwrap_or_default();
        let (reached, bound) = (
            most(&mut reached.into_iter()),
            most(&mut bounds.iter().map(Interval::magnitude)),
        );
        if relations.count() > 0 && &reached * LOOSE < bound {
            self.loose.push(format!("{name}: {reached} is reached of {bound}"));
        }
    }
}

impl Plan {
    /// The exact range of each coefficient, in `Y`, of `sum t R - p K - (Y - 2^bits) E`, which has to be zero. It is
    /// exact because each coefficient is linear in cells whose ranges are independent.
    fn ends(&self, ranges: &Ranges, weight_bits: usize) -> Vec<Interval> {
        let bits = self.field.limb_bits();
        let weight = Interval::new(0, BigInt::from(self.weights) * (power_of_two(weight_bits) - 1));
        let mut all: Vec<Interval> = ranges.coefficients.iter().map(|c| c * &weight).collect();
        let mut add = |i: usize, interval: Interval| {
            if all.len() <= i {
                all.resize(i + 1, BigInt::ZERO.into());
            }
            all[i] = all[i].clone() + interval;
        };
        let (k, mut rest) = self.limbs.split_at(self.k_limbs);
        let cell = |range: &Range| Interval::new(0, power_of_two(range.most) - 1);
        let least = signed_limbs(&self.k_least, bits);
        for (shift, digit) in signed_limbs(self.field.modulus(), bits).into_iter().enumerate() {
            let digit = Interval::from(-digit);
            for (j, range) in k.iter().enumerate() {
                add(shift + j, &cell(range) * &digit);
            }
            for (j, limb) in least.iter().enumerate() {
                add(shift + j, &Interval::from(limb.clone()) * &digit);
            }
        }
        for (i, (least, count)) in self.e.iter().enumerate() {
            let (limbs, others) = rest.split_at(*count);
            rest = others;
            let mut e = Interval::from(least.clone());
            for (j, range) in limbs.iter().enumerate() {
                e = e + &cell(range) * &Interval::from(power_of_two(bits * j));
            }
            add(i + 1, &e * &Interval::from(BigInt::from(-1)));
            add(i, &e * &Interval::from(power_of_two(bits)));
        }
        assert!(rest.is_empty());
        all
    }
}

/// Coefficients that are zero modulo `r` are zero, for the largest number of relations that a block may have, and for
/// fewer.
fn blocks(field: &Field, ranges: &Ranges) {
    for weights in [1, 2, 7, 16, 64, 1 << 20] {
        let plan = Plan::of_most(field, ranges, weights, WEIGHT_BITS).unwrap();
        let ends = plan.ends(ranges, WEIGHT_BITS);
        let most = ends.iter().map(Interval::magnitude).max().unwrap_or_default();
        assert!(
            most < *NATIVE_MODULUS,
            "{}: {} relations reach {most}",
            field.name(),
            plan.weights
        );
        // The block has as many relations as there is room for.
        if plan.weights < weights {
            assert!(
                most * 32 > *NATIVE_MODULUS,
                "{}: room for more than {}",
                field.name(),
                plan.weights
            );
        }
    }
}

fn curves(seen: &mut Seen) {
    for name in [
        Name::Secp256k1,
        Name::Secp256r1,
        Name::Secp224r1,
        Name::Secp384r1,
        Name::Secp521r1,
    ] {
        let p = Parameters::named(name);
        let mut b = Builder::new();
        let curve = Weierstrass::new(&name.to_string(), p.clone(), b.shape()).unwrap();
        let ecdsa = Ecdsa::new(&mut b, &curve, 1000).unwrap();
        let statement = ecdsa::Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
        ecdsa.verify_public(&mut b, &statement).unwrap();
        let point = curve.witness(&mut b, &p.generator).unwrap();
        let element = curve.scalars.as_ref().unwrap().witness(&mut b, &12_345u32.into());
        let double = curve.double(&mut b, &point).unwrap();
        let terms = [point, double].map(|point| (point, Scalar::element(&element)));
        curve.msm(&mut b, &terms).unwrap();
        let any = curve.witness_any(&mut b, Some(&p.generator)).unwrap();
        let sum = curve.add(&mut b, &any, &any).unwrap();
        curve.neg(&mut b, &sum).unwrap();
        seen.circuit(&b);
    }
    let p = Parameters::named(Name::Secp256k1);
    let mut b = Builder::new();
    let curve = Weierstrass::new("secp256k1", p.clone(), b.shape()).unwrap();
    let schnorr = Schnorr::new(&mut b, &curve, 1000).unwrap();
    let statement = schnorr::Statement::made_up(&p, &mut StdRng::seed_from_u64(1));
    schnorr.verify_public(&mut b, &statement).unwrap();
    seen.circuit(&b);
    let bn254 = Parameters::bn254().unwrap();
    let mut b = Builder::new();
    let curve = Weierstrass::new("bn254", bn254.clone(), b.shape()).unwrap();
    curve
        .msm_public(&mut b, &[(bn254.generator, BigUint::from(77u32))])
        .unwrap();
    seen.circuit(&b);
}

fn twisted_edwards(seen: &mut Seen) {
    for (name, p) in [
        ("jubjub", edwards::Parameters::jubjub()),
        ("bandersnatch", edwards::Parameters::bandersnatch()),
    ] {
        let mut b = Builder::new();
        let curve = TwistedEdwards::new(name, p.clone(), b.shape()).unwrap();
        curve.msm_public(&mut b, &[(p.generator.clone(), 5u32.into())]).unwrap();
        let point = curve.witness(&mut b, &p.generator).unwrap();
        if let Some(scalars) = curve.scalars() {
            let element = scalars.witness(&mut b, &12_345u32.into());
            curve.mul_any(&mut b, &point, &Scalar::element(&element)).unwrap();
        }
        seen.circuit(&b);
    }
}

fn pairings<C: PairingCurve>(name: &str, seen: &mut Seen) {
    let mut b = Builder::new();
    let pairing = Pairing::<C>::new(name, b.shape()).unwrap();
    let (p, q) = (Affine::<C::G1>::generator(), Affine::<C::G2>::generator());
    pairing.product_public(&mut b, &[(p, q)]).unwrap();
    pairing.one_public(&mut b, &[(p, q), (-p, q)]).unwrap();
    seen.circuit(&b);
}

#[test]
fn bounds_of_all_gates() {
    let mut seen = Seen::default();
    curves(&mut seen);
    twisted_edwards(&mut seen);
    pairings::<Bn254>("bn254 pairings", &mut seen);
    pairings::<Bls12_381>("bls12-381 pairings", &mut seen);
    assert!(seen.gates.len() >= 150, "{} gates", seen.gates.len());
    assert!(seen.loose.is_empty(), "{:#?}", seen.loose);
    for (field, ranges) in seen.fields.values() {
        blocks(field, ranges);
    }
    let moduli: Vec<_> = seen.fields.values().map(|(field, _)| field.modulus().clone()).collect();
    assert!(moduli.len() > 12, "{moduli:?}");
}
