//! The cost of forging: false relations, with weights so short that some tries hide them.
//!
//! Each try has new challenges, and values of the second phase that fit them, as a prover computes them. Every gate,
//! range and copy of the builder is then checked, without columns.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::{Batches, SecondPhaseGate, Weighing};
use crate::{
    Builder, Cell, Fr, Gate, Goal, Input, Shape, Soundness,
    builder::Phase,
    foreign::{Element, Field},
    gates::{Cells, Challenges},
    integer::to_integer,
};
use halo2_axiom::{halo2curves::ff::Field as _, plonk::Expression};
use num_bigint::BigUint;
use rand::{RngCore, SeedableRng, rngs::StdRng};
use std::{collections::BTreeSet, sync::Arc};

fn limbs(element: &Element) -> Vec<Cell> {
    let limbs = element.limbs().iter().filter_map(|limb| match limb {
        Input::Copy(cell) => Some(*cell),
        Input::Constant(_) | Input::Witness(_) => None,
    });
    limbs.collect()
}

/// Squares modulo the prime of ed25519, each wrong by the given number.
fn wrong_squares(by: &[i64]) -> Builder {
    let mut b = Builder::new();
    let prime = (BigUint::from(1u32) << 255) - 19u32;
    let field = Field::new("f", &prime, Shape::default()).unwrap();
    let x = field.witness(&mut b, &12_345u32.into());
    for &wrong in by {
        let square = field.mul(&mut b, &x, &x).unwrap();
        let cell = limbs(&square)[0];
        let difference = Fr::from(wrong.unsigned_abs());
        let difference = if wrong < 0 { -difference } else { difference };
        b.tamper(cell, b.value(cell) + difference);
    }
    b
}

fn value(expression: &Expression<Fr>) -> Fr {
    match expression {
        Expression::Constant(value) => *value,
        Expression::Negated(a) => -value(a),
        Expression::Sum(a, b) => value(a) + value(b),
        Expression::Product(a, b) => value(a) * value(b),
        Expression::Scaled(a, by) => value(a) * by,
        other => panic!("{other:?} is no constant"),
    }
}

fn random_challenge(rng: &mut StdRng) -> Fr {
    Fr::random(rng)
}

/// A closed builder, and a check of its gates with values of the second phase.
struct Closed(Builder);

impl Closed {
    fn challenges(&self) -> usize {
        self.0.batches.challenges().unwrap()
    }

    /// The refusals of the values of the second phase for these challenges, with the unit's number.
    fn refusals(&self, weights: &[Fr], point: Fr) -> BTreeSet<(usize, String)> {
        assert_eq!(weights.len(), self.challenges());
        let b = &self.0;
        let mut values = b.values.clone();
        b.batches.second_values(&mut values, weights);
        let constant = |value: &Fr| Expression::Constant(*value);
        let challenges = Challenges {
            weights: weights.iter().map(constant).collect(),
            point: constant(&point),
        };
        let mut found = BTreeSet::new();
        for (i, unit) in b.units.iter().enumerate() {
            let cells = |first: Cell, count: usize| values[first.index()..][..count].to_vec();
            let limbs = cells(unit.limb(0), unit.limbs.len());
            for (limb, range) in limbs.iter().zip(&*unit.limbs) {
                if to_integer(limb).bits() > range.most as u64 {
                    found.insert((i, "range".to_owned()));
                }
            }
            let Some(gate) = unit.gate else { continue };
            let expressions = |all: Vec<Fr>| all.iter().map(constant).collect::<Vec<_>>();
            let cells = Cells {
                operands: &expressions(cells(unit.first, unit.operands)),
                late: &expressions(cells(unit.late.0, unit.late.1)),
                limbs: &expressions(limbs),
            };
            for (name, constraint) in b.gates[gate].constraints(&cells, &challenges) {
                if value(&constraint) != Fr::ZERO {
                    found.insert((i, name));
                }
            }
        }
        let copies = b.copies.iter().map(|(a, b)| (values[a.index()], values[b.index()]));
        let constants = b.constants.iter().map(|(a, value)| (values[a.index()], *value));
        if copies.chain(constants).any(|(a, b)| a != b) {
            found.insert((usize::MAX, "copy".to_owned()));
        }
        found
    }

    /// How many tries are accepted. `fix` changes the challenges of a try.
    fn accepted(&self, tries: usize, fix: impl Fn(&mut [Fr])) -> usize {
        let mut rng = StdRng::seed_from_u64(1);
        let accepted = (0..tries).filter(|_| {
            let mut weights: Vec<_> = (0..self.challenges()).map(|_| random_challenge(&mut rng)).collect();
            fix(&mut weights);
            self.refusals(&weights, random_challenge(&mut rng)).is_empty()
        });
        accepted.count()
    }
}

fn closed(b: &Builder, sets: usize, digit_bits: usize) -> Closed {
    Closed(b.closed_with(Weighing { sets, digit_bits }).unwrap())
}

const TRIES: usize = 3000;

/// Weights of 8 bits hide a false relation with probability 2^-8, and likewise two that are wrong by opposite numbers:
/// 11.7 of 3000.
#[test]
fn forging_against_short_weights() {
    for wrong in [&[1][..], &[1, -1]] {
        let accepted = closed(&wrong_squares(wrong), 1, 4).accepted(TRIES, |_| ());
        assert!(
            (4..=22).contains(&accepted),
            "{accepted} of 3000 with 8 bits, {wrong:?}"
        );
        let accepted = closed(&wrong_squares(wrong), 1, 2).accepted(TRIES, |_| ());
        assert!(
            (140..=235).contains(&accepted),
            "{accepted} of 3000 with 4 bits, {wrong:?}"
        );
    }
}

/// Two sets of 4 bits accept as many forgeries as one set of 8, and two sets of 8 bits accept none of 3000 (0.05 are
/// expected).
#[test]
fn forging_against_two_sets() {
    for wrong in [&[1][..], &[1, -1]] {
        let accepted = closed(&wrong_squares(wrong), 2, 2).accepted(TRIES, |_| ());
        assert!(
            (4..=22).contains(&accepted),
            "{accepted} of 3000 with twice 4 bits, {wrong:?}"
        );
        let accepted = closed(&wrong_squares(wrong), 2, 4).accepted(TRIES, |_| ());
        assert_eq!(accepted, 0, "with twice 8 bits, {wrong:?}");
    }
}

/// If one set hides the relation, the other hides it as rarely as ever: with 8 bits each, 2^-16 together.
#[test]
fn sets_are_independent() {
    let closed = closed(&wrong_squares(&[1]), 2, 4);
    assert_eq!(closed.challenges(), 2);
    for hiding in 0..2 {
        let accepted = closed.accepted(TRIES, |challenges| {
            let weight = &to_integer(&challenges[hiding]) % 256u32;
            challenges[hiding] -= crate::integer::natural_to_field(&weight);
        });
        assert!(
            (4..=22).contains(&accepted),
            "{accepted} of 3000, hidden by set {hiding}"
        );
    }
}

/// True relations are accepted whatever the challenges are.
#[test]
fn nothing_true_is_refused() {
    let b = wrong_squares(&[0, 0, 0]);
    for (sets, digit_bits) in [(1, 2), (1, 52), (2, 4), (2, 52)] {
        assert_eq!(closed(&b, sets, digit_bits).accepted(100, |_| ()), 100);
    }
}

/// The numbers of the units at which the sums of a set end.
fn ends(batches: &Batches, b: &Builder, set: usize) -> BTreeSet<usize> {
    let checks = batches.checks.as_ref().unwrap();
    let ends = checks.blocks.iter().map(|block| block.ends[set]);
    ends.map(|SecondPhaseGate { limbs, .. }| b.units.iter().rposition(|unit| unit.limb(0) == limbs).unwrap())
        .collect()
}

/// A false relation that weights of 104 bits hide in one set is refused by the sum of the other set alone.
#[test]
fn what_one_set_hides_another_refuses() {
    let mut b = wrong_squares(&[1]);
    let mut rng = StdRng::seed_from_u64(2);
    // A multiple of 2^104 makes the first weight zero.
    let mut hiding = Fr::from(u64::from(rng.next_u32()));
    (0..104).for_each(|_| hiding = hiding.double());
    let point = random_challenge(&mut rng);
    let one = Closed(b.closed(&Goal::Fastest).unwrap());
    assert_eq!(one.refusals(&[hiding], point), BTreeSet::new());
    b.set_soundness(Soundness::Bits208);
    let two = Closed(b.closed(&Goal::Fastest).unwrap());
    let other = random_challenge(&mut rng);
    for (challenges, set) in [([hiding, other], 1), ([other, hiding], 0)] {
        let units = ends(&two.0.batches, &two.0, set).into_iter();
        let expected = units.map(|unit| (unit, "sum is a multiple of p".to_owned())).collect();
        assert_eq!(two.refusals(&challenges, point), expected);
    }
    assert_eq!(two.refusals(&[hiding, hiding], point), BTreeSet::new());
}

/// Every weight comes from a challenge of its own set.
#[test]
fn sets_share_no_challenge() {
    let mut b = wrong_squares(&[0; 300]);
    let single = Closed(b.closed(&Goal::Fastest).unwrap());
    b.set_soundness(Soundness::Bits208);
    let double = Closed(b.closed(&Goal::Fastest).unwrap());
    assert_eq!(double.challenges(), 2 * single.challenges());
    let checks = double.0.batches.checks.as_ref().unwrap();
    let field = &checks.blocks[0].plan.field;
    let mut sources: [BTreeSet<Cell>; 2] = Default::default();
    for (instance, first) in checks.blocks.iter().flat_map(|block| &block.instances) {
        for (set, sources) in sources.iter_mut().enumerate() {
            let weight = instance.of_set(field, *first, set).after(2 * field.coefficients());
            let copies = double.0.copies.iter().filter(|(_, copy)| *copy == weight);
            sources.extend(copies.map(|(source, _)| *source));
        }
    }
    let of_set = |set: usize| {
        let all = checks.digits.chunks(single.challenges()).nth(set).unwrap();
        let weights = all.iter().flat_map(|cells| [cells.late.after(1), cells.late.after(2)]);
        weights.collect::<BTreeSet<_>>()
    };
    assert_eq!(sources, [of_set(0), of_set(1)]);
    assert!(sources[0].is_disjoint(&sources[1]));
    // Each challenge is a different challenge of halo2.
    let gate: Arc<dyn Gate> = double.0.gates["challenges"].clone();
    assert_eq!(gate.late(), double.challenges());
    let units = double.0.units.iter();
    assert_eq!(
        units
            .filter(|unit| unit.phase == Phase::Second && unit.late.1 == 3)
            .count(),
        double.challenges()
    );
}
