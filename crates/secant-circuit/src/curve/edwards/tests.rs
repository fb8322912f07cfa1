//! Forged values, with everything that was computed from them changed to fit. Each test names what refuses them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::{AnyOrder, Order, Parameters, Point, PrimeOrder, TwistedEdwards};
use crate::{
    Builder, Cell, Error, Fr, Goal, Input,
    curve::{Coordinates, Scalar, scalar::Relations},
    foreign::Element,
    integer,
};
use halo2_axiom::dev::VerifyFailure;
use num_bigint::{BigInt, BigUint};
use std::collections::BTreeSet;

/// Changes a cell and all copies of it.
fn forge_cell(b: &mut Builder, cell: Cell, value: Fr) {
    b.tamper(cell, value);
    let copies: Vec<Cell> = b
        .copies
        .iter()
        .filter_map(|&(of, to)| (of == cell).then_some(to))
        .collect();
    for copy in copies.into_iter().filter(|&copy| copy != cell) {
        forge_cell(b, copy, value);
    }
}

fn forge(b: &mut Builder, element: &Element, value: &BigUint) {
    let size = b.shape().limb_bits;
    let limbs = integer::limbs_of(value, size, element.limbs().len());
    for (limb, value) in element.limbs().iter().zip(&limbs) {
        match limb {
            Input::Copy(cell) => forge_cell(b, *cell, integer::natural_to_field(value)),
            _ => panic!("a limb in a cell"),
        }
    }
}

/// The names of what fails.
fn failures(b: Builder) -> BTreeSet<String> {
    match b.finish(&Goal::Rows(10)).unwrap().mock() {
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

fn bandersnatch(b: &Builder) -> TwistedEdwards {
    TwistedEdwards::new("bandersnatch", Parameters::bandersnatch(), b.shape()).unwrap()
}

fn multiple(curve: &TwistedEdwards, k: u32) -> Coordinates {
    curve.multiple(&k.into(), &curve.parameters.generator).unwrap()
}

/// A point and a point of the subgroup whose difference is at infinity.
fn exception(curve: &TwistedEdwards) -> [Coordinates; 2] {
    let Parameters {
        modulus, a, d, order, ..
    } = &curve.parameters;
    (2u32..)
        .find_map(|y| {
            // x^2 = (y^2 - 1) / (d y^2 - a).
            let divisor = BigInt::from(d * (y * y)) - BigInt::from(a.clone());
            let square = curve.field().divide(&(y * y - 1).into(), &divisor)?;
            let point = (curve.field().sqrt(&square.into())?, BigUint::from(y) % modulus);
            let double = curve.sum_of(&point, &point)?;
            let part = curve.multiple_in_subgroup(&((order + 1u32) >> 1u32), &double)?;
            curve.multiple(order, &point).is_none().then_some([point, part])
        })
        .unwrap()
}

/// With `e = 1` any `y` satisfies the relations. If the type says that the points are in the subgroup, nothing else
/// refuses it; for other points the gate does.
#[test]
fn exceptions_are_excluded() {
    fn check<O: Order>() -> BTreeSet<String> {
        let mut b = Builder::new();
        let curve = bandersnatch(&b);
        // Coordinates without other constraints.
        let [p, q] = [multiple(&curve, 1), multiple(&curve, 2)].map(|(x, y)| {
            let t = &x * &y;
            let [x, y, t] = [x, y, t].map(|c| curve.field().witness(&mut b, &c));
            Point::<O>::of(x, y, Some(t))
        });
        let sum = curve.add(&mut b, &p, &q).unwrap();
        assert_eq!(failures(b.clone()), BTreeSet::new());
        let [left, right] = exception(&curve);
        let [x1, y1, x2, y2] = [&left.0, &left.1, &right.0, &right.1].map(|c| BigInt::from(c.clone()));
        let x = curve.field().divide(&(x1 * y2 + y1 * x2), &2.into()).unwrap();
        // The first output of the gate.
        let unit = b.units.last().unwrap();
        let e = unit.limb(0);
        for (point, (x, y)) in [(&p, &left), (&q, &right)] {
            forge(&mut b, &point.x, x);
            forge(&mut b, &point.y, y);
            forge(
                &mut b,
                point.product.as_ref().unwrap(),
                &(x * y % &curve.parameters.modulus),
            );
        }
        for i in 0..sum.x.limbs().len() {
            forge_cell(&mut b, e.after(i), Fr::from(u64::from(i == 0)));
        }
        let y = BigUint::from(12345u32);
        forge(&mut b, &sum.x, &x);
        forge(&mut b, &sum.y, &y);
        forge(
            &mut b,
            sum.product.as_ref().unwrap(),
            &(x * y % &curve.parameters.modulus),
        );
        failures(b)
    }
    assert_eq!(check::<PrimeOrder>(), BTreeSet::new());
    let failed = check::<AnyOrder>();
    assert!(failed.contains("e is not 1"), "{failed:?}");
    assert!(!failed.contains("sum is a multiple of p"), "{failed:?}");
}

/// A point that differs from one of the subgroup by a point of order two is not in the subgroup, whatever point it is
/// claimed to be a multiple of.
#[test]
fn other_points_are_outside() {
    let mut b = Builder::new();
    let curve = bandersnatch(&b);
    let (x, y) = multiple(&curve, 5);
    let point = curve.witness_in_subgroup(&mut b, &(x.clone(), y.clone())).unwrap();
    assert_eq!(failures(b.clone()), BTreeSet::new());
    // (-x, -y) is the sum with (0, -1).
    forge(&mut b, &point.x, &(&curve.parameters.modulus - x));
    forge(&mut b, &point.y, &(&curve.parameters.modulus - y));
    assert_eq!(failures(b), BTreeSet::from(["sum is a multiple of p".to_owned()]));
}

/// Only the identity may have the generator in its place, and it may have no other point.
#[test]
fn identities_are_identities() {
    let identity = (BigUint::ZERO, BigUint::from(1u32));
    for is_identity in [false, true] {
        let mut b = Builder::new();
        let curve = bandersnatch(&b);
        let generator = curve.parameters.generator.clone();
        let at = if is_identity {
            identity.clone()
        } else {
            multiple(&curve, 5)
        };
        let [x, y] = [&at.0, &at.1].map(|c| curve.field().witness(&mut b, c));
        let (point, bit) = curve.enter(&mut b, &Point::of(x, y, None)).unwrap();
        assert_eq!(failures(b.clone()), BTreeSet::new());
        forge_cell(&mut b, bit, Fr::from(u64::from(!is_identity)));
        let other = curve.model.enter(curve.field(), &generator).unwrap();
        forge(&mut b, &point.x, &other.0);
        forge(&mut b, &point.y, &other.1);
        // The bit may be one, but not two.
        for (value, expected) in [(None, "sum is a multiple of p"), (Some(2), "a + b c = d")] {
            let mut b = b.clone();
            if let Some(value) = value {
                forge_cell(&mut b, bit, Fr::from(value));
            }
            let failed = failures(b);
            assert!(failed.contains(expected), "{failed:?}");
        }
    }
}

/// The last bits of a scalar are those of the integer, not those of another integer with the same residue modulo the
/// order.
#[test]
fn scalars_are_integers() {
    let mut b = Builder::new();
    let curve = bandersnatch(&b);
    let order = &curve.parameters.order;
    let integer = BigUint::from(1_000_001u32);
    let part = b.witness(integer::natural_to_field(&integer));
    b.range_check(part, 64);
    let scalar = Scalar::parts(vec![part], 64);
    let mut known = Relations::default();
    let (rest, _) = scalar.split(&mut b, &curve.weierstrass, &mut known, 1).unwrap();
    assert_eq!(b.value(rest), Fr::from(1));
    assert_eq!(failures(b.clone()), BTreeSet::new());
    // An element below the order is its integer. An element above it is refused.
    let scalars = curve.scalars().unwrap();
    let above = scalars.witness_integer(&mut b, &(order + 1u32)).unwrap();
    let split = Scalar::element(&above).split(&mut b.clone(), &curve.weierstrass, &mut known, 1);
    assert!(matches!(split, Err(Error::Unsatisfied(_))));
    // With another remainder, the quotient by two is that of k + n.
    forge_cell(&mut b, rest, Fr::from(0));
    let failed = failures(b);
    assert!(failed.contains("a + b c = d"), "{failed:?}");
}
