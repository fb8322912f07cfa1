//! What is excluded, and that cells are determined.

use super::{Bandersnatch, Jubjub, Oracle, any, coordinates, curve, in_subgroup, mock, multiple, parts, point_of};
use crate::common::{failures, tamper_each};
use ark_ec::twisted_edwards::{Affine, TECurveConfig};
use secant_circuit::{
    Builder, Cell, Error, Fr, Goal, Input,
    curve::{Scalar, edwards::TwistedEdwards},
    foreign::Element,
};
use std::collections::BTreeSet;

/// On Bandersnatch two points of order two are at infinity. A point of the subgroup and the sum of it and one of these: their
/// difference is there, and the sum of the one and the other's opposite.
#[test]
fn exceptions_of_an_incomplete_law() {
    let mut b = Builder::new();
    let curve = curve::<Bandersnatch>(&b);
    let n = curve.parameters.order.clone();
    let point = (2u64..).filter_map(point_of::<Bandersnatch>).map(|p| coordinates(&p));
    let point = point.into_iter().find(|p| curve.multiple(&n, p).is_none()).unwrap();
    // 2 P is in the subgroup, and half of it is the part of P there.
    let double = curve.multiple(&2u32.into(), &point).unwrap();
    assert!(curve.is_in_subgroup(&double) && !curve.is_in_subgroup(&point));
    let part = curve.multiple(&((&n + 1u32) >> 1u32), &double).unwrap();
    let [point, part] = [point, part].map(|p| curve.witness(&mut b, &p).unwrap());
    let opposite = curve.negate(&mut b, &part).unwrap();
    for other in [&part, &opposite] {
        let sum = curve.add(&mut b.clone(), &point, other);
        assert!(matches!(sum, Err(Error::Exceptional(_))));
    }
    // All others have their sum.
    let double = curve.double(&mut b, &part).unwrap();
    let sum = curve.add(&mut b, &point, &double).unwrap();
    let expected = curve.sum_of(&point.coordinates(&curve), &double.coordinates(&curve));
    assert_eq!(Some(sum.coordinates(&curve)), expected);
    // Multiples, where they are no points at infinity.
    for k in [2u32, 3, 4] {
        let scalar = parts(&mut b, &k.into(), 1);
        let found = curve.mul_any(&mut b, &point, &scalar).unwrap();
        assert_eq!(
            Some(found.coordinates(&curve)),
            curve.multiple(&k.into(), &point.coordinates(&curve))
        );
    }
    let order = parts(&mut b, &n, 4);
    assert!(matches!(
        curve.mul_any(&mut b.clone(), &point, &order),
        Err(Error::Exceptional(_))
    ));
    mock(b);
}

fn limb(element: &Element, i: usize) -> Cell {
    match element.limbs()[i] {
        Input::Copy(cell) => cell,
        _ => panic!("a limb in a cell"),
    }
}

/// Results, points and scalars other than those of the statement have no proof: what fails is named.
#[test]
fn other_points_and_scalars() {
    fn check<C: Oracle>() {
        let other = |b: &mut Builder, element: &Element| {
            let cell = limb(element, 0);
            let value = b.value(cell) + Fr::one();
            b.tamper(cell, value);
        };
        type Change<'a> = &'a dyn Fn(&mut Builder, &TwistedEdwards) -> Element;
        // Of each gate, a new element; what came before is not changed.
        let changes: [Change<'_>; 5] = [
            &|b, curve| any(b, curve, &C::GENERATOR).y().clone(),
            &|b, curve| in_subgroup(b, curve, &C::GENERATOR).x().clone(),
            &|b, curve| {
                let [p, q] = [2, 3].map(|k| any(b, curve, &multiple(&C::GENERATOR, k)));
                curve.add(b, &p, &q).unwrap().x().clone()
            },
            &|b, curve| {
                let p = any(b, curve, &C::GENERATOR);
                curve.double(b, &p).unwrap().y().clone()
            },
            &|b, curve| {
                let p = any(b, curve, &C::GENERATOR);
                curve.negate(b, &p).unwrap().x().clone()
            },
        ];
        for (i, change) in changes.iter().enumerate() {
            for changed in [false, true] {
                let mut b = Builder::new();
                let curve = curve::<C>(&b);
                let element = change(&mut b, &curve);
                let expected = if changed {
                    other(&mut b, &element);
                    // Inputs are copied.
                    if i < 2 { "copy" } else { "sum is a multiple of p" }
                } else {
                    ""
                };
                let failed = failures(&b.finish(&Goal::Rows(10)).unwrap());
                assert_eq!(failed.contains(expected), changed, "{i}: {failed:?}");
                assert_eq!(failed.is_empty(), !changed);
            }
        }
        // Another scalar than that of the digits.
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        let point = in_subgroup(&mut b, &curve, &C::GENERATOR);
        let cell = b.witness(Fr::from(5));
        let scalar = Scalar::number(&mut b, cell, 20);
        curve.mul(&mut b, &point, &scalar).unwrap();
        b.assert_constant(cell, 6);
        let failed = failures(&b.finish(&Goal::Rows(12)).unwrap());
        assert_eq!(failed, BTreeSet::from(["copy".to_owned()]));
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}

/// Every cell is determined, of the law and of multiples.
#[test]
fn cells_are_determined() {
    fn check<C: Oracle>() {
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        let [p, q] = [C::GENERATOR, multiple(&C::GENERATOR, 2)].map(|p| any(&mut b, &curve, &p));
        curve.publish(&mut b, &p).unwrap();
        curve.publish(&mut b, &q).unwrap();
        let sum = curve.add(&mut b, &p, &q).unwrap();
        let sum = curve.double(&mut b, &sum).unwrap();
        let sum = curve.negate(&mut b, &sum).unwrap();
        let sum = curve.in_subgroup(&mut b, &sum).unwrap();
        curve.publish(&mut b, &sum).unwrap();
        let failed = tamper_each(b, &Goal::Rows(10), 11, &[Fr::one()]);
        for name in [
            "copy",
            "weighed relations",
            "sum is a multiple of p",
            "pieces sum up",
            "a + b c = d",
        ] {
            assert!(failed.contains(name), "{name}: {failed:?}");
        }
        let is_checked = failed.iter().any(|name| name.starts_with("e is not"));
        assert_eq!(is_checked, C::NAME == "bandersnatch", "{failed:?}");
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
    for p in [Affine::zero(), Jubjub::GENERATOR] {
        let mut b = Builder::new();
        let curve = curve::<Jubjub>(&b);
        let point = any(&mut b, &curve, &p);
        let scalar = parts(&mut b, &(&curve.parameters.order + 5u32), 4);
        let product = curve.mul_any(&mut b, &point, &scalar).unwrap();
        curve.publish(&mut b, &product).unwrap();
        let failed = tamper_each(b, &Goal::Fastest, 1499, &[Fr::one()]);
        for name in ["copy", "weighed relations", "a + b c = d"] {
            assert!(failed.contains(name), "{name}: {failed:?}");
        }
    }
}
