//! Excluded cases, and scalars that must be those of the statement.

use super::{Bandersnatch, Jubjub, Oracle, coordinates, curve, in_subgroup, mock, parts, point_of};
use crate::common::{circuits::input, failures, names, values::accepted};
use secant_circuit::{Builder, Error, Fr, Goal, curve::Scalar};

/// On Bandersnatch two points of order two are at infinity. Take a point of the subgroup, and the sum of it and one of
/// these two. Their difference is at infinity, and so is the sum of one of them and the other's negative.
#[test]
fn exceptions_of_an_incomplete_law() {
    let mut b = Builder::new();
    let curve = curve::<Bandersnatch>(&b);
    let n = curve.parameters.order.clone();
    let point = (2u64..).filter_map(point_of::<Bandersnatch>).map(|p| coordinates(&p));
    let point = point.into_iter().find(|p| curve.multiple(&n, p).is_none()).unwrap();
    // 2 P is in the subgroup, and half of it is the component of P there.
    let double = curve.multiple(&2u32.into(), &point).unwrap();
    assert!(curve.is_in_subgroup(&double) && !curve.is_in_subgroup(&point));
    let part = curve.multiple(&((&n + 1u32) >> 1u32), &double).unwrap();
    let [point, part] = [point, part].map(|p| curve.witness(&mut b, &p).unwrap());
    let opposite = curve.negate(&mut b, &part).unwrap();
    for other in [&part, &opposite] {
        let sum = curve.add(&mut b.clone(), &point, other);
        assert!(matches!(sum, Err(Error::Exceptional(_))));
    }
    // All other pairs of points have their sum.
    let double = curve.double(&mut b, &part).unwrap();
    let sum = curve.add(&mut b, &point, &double).unwrap();
    let expected = curve.sum_of(&point.coordinates(&curve), &double.coordinates(&curve));
    assert_eq!(Some(sum.coordinates(&curve)), expected);
    // Multiples that are not at infinity.
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

/// Another scalar than that of the digits, with all its consequences.
#[test]
fn other_scalars() {
    fn check<C: Oracle>() {
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        let point = in_subgroup(&mut b, &curve, &C::GENERATOR);
        let k = input(&mut b, 5);
        b.range_check(k, 64);
        curve.mul(&mut b, &point, &Scalar::parts(vec![k], 64)).unwrap();
        accepted(b.clone());
        b.lie(&[(k, Fr::from(6))]);
        let failed = failures(&b.finish(&Goal::Fastest).unwrap());
        assert_eq!(failed, names(&["sum is a multiple of p"]));
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}
