//! Parameters, additions, and membership in the subgroup.

use super::{
    Bandersnatch, Jubjub, Oracle, any, assert_is, coordinates, curve, in_subgroup, mock, multiple, order, point_of,
    times,
};
use ark_ec::{AffineRepr, CurveGroup, twisted_edwards::Affine};
use ark_ff::Zero;
use num_bigint::BigUint;
use secant_circuit::{
    Builder, Error,
    curve::edwards::{Parameters, PrimeOrder, TwistedEdwards},
};

#[test]
fn parameters_are_those_of_arkworks() {
    fn check<C: Oracle>() {
        let (ours, theirs) = (C::parameters(), Parameters::of::<C>());
        assert_eq!(
            (&ours.modulus, &ours.a, &ours.d),
            (&theirs.modulus, &theirs.a, &theirs.d)
        );
        assert_eq!((&ours.order, &ours.generator), (&theirs.order, &theirs.generator));
        let curve = curve::<C>(&Builder::new());
        assert!(curve.is_in_subgroup(&ours.generator));
        let outside = C::torsion().into_iter().filter(|p| !p.is_zero());
        for p in outside.chain([point_of::<C>(3), point_of(5), point_of(7)].into_iter().flatten()) {
            // For some points of Bandersnatch this has no affine form.
            let is = p.mul_bigint(order::<C>()).is_zero();
            assert!(curve.contains(&coordinates(&p)));
            assert_eq!(curve.is_in_subgroup(&coordinates(&p)), is);
        }
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}

#[test]
fn parameters_are_checked() {
    let shape = Builder::new().shape();
    let good = Parameters::jubjub();
    let changes: [fn(&mut Parameters); 8] = [
        |p| p.a = p.d.clone(),
        |p| p.d = BigUint::ZERO,
        |p| p.d += &p.modulus,
        |p| p.d += 1u32,
        |p| p.order += 2u32,
        |p| p.modulus += 2u32,
        |p| p.generator = (BigUint::ZERO, 1u32.into()),
        |p| p.generator.0 += 1u32,
    ];
    for change in changes {
        let mut p = good.clone();
        change(&mut p);
        let found = TwistedEdwards::new("curve", p.clone(), shape);
        assert!(matches!(found, Err(Error::Unsupported(_))), "{p:?}");
    }
}

/// All pairs of points of small order, random points, equal and opposite ones.
#[test]
fn additions() {
    fn check<C: Oracle>() {
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        let g = times(&C::GENERATOR, &123u32.into());
        let mut all = C::torsion();
        all.extend([g, (-g.into_group()).into_affine(), multiple(&g, 2)]);
        all.push((g + C::torsion()[1]).into_affine());
        let points: Vec<_> = all.iter().map(|p| any(&mut b, &curve, p)).collect();
        for (p, left) in all.iter().zip(&points) {
            for (q, right) in all.iter().zip(&points) {
                let sum = curve.add(&mut b, left, right).unwrap();
                assert_is(&curve, &sum, *p + *q);
            }
            let double = curve.double(&mut b, left).unwrap();
            assert_is(&curve, &double, p.into_group() + *p);
            let negative = curve.negate(&mut b, left).unwrap();
            assert_is(&curve, &negative, -p.into_group());
            let sum = curve.add(&mut b, &double, &negative).unwrap();
            curve.assert_equal(&mut b, &sum, left).unwrap();
        }
        let sum = curve.sum(&mut b, &points).unwrap();
        assert_is(
            &curve,
            &sum,
            all.iter().fold(Affine::zero().into_group(), |sum, p| sum + *p),
        );
        assert_is(
            &curve,
            &curve.sum::<PrimeOrder>(&mut b, &[]).unwrap(),
            Affine::<C>::zero().into_group(),
        );
        for bit in [0, 1] {
            let choice = b.bit(bit == 1);
            let chosen = curve.select(&mut b, &points[1], &points[2], choice);
            assert_is(&curve, &chosen, all[2 - bit].into_group());
        }
        assert!(curve.assert_equal(&mut b.clone(), &points[0], &points[1]).is_err());
        mock(b);
        let mut b = Builder::new();
        let (x, y) = coordinates(&g);
        assert!(curve.witness(&mut b, &(x.clone(), &y + 1u32)).is_err());
        assert!(curve.witness(&mut b, &(x + &curve.parameters.modulus, y)).is_err());
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}

/// Points of the subgroup, and all other points.
#[test]
fn membership() {
    fn check<C: Oracle>() {
        let mut b = Builder::new();
        let curve = curve::<C>(&b);
        for p in [Affine::zero(), C::GENERATOR, multiple(&C::GENERATOR, 12345)] {
            let point = in_subgroup(&mut b, &curve, &p);
            assert_is(&curve, &point, p.into_group());
            let point = any(&mut b, &curve, &p);
            let point = curve.in_subgroup(&mut b, &point).unwrap();
            assert_is(&curve, &point, p.into_group());
            curve.constant_in_subgroup(&coordinates(&p)).unwrap();
        }
        mock(b);
        for t in C::torsion().into_iter().filter(|t| !t.is_zero()) {
            for p in [t, (t + C::GENERATOR).into_affine()] {
                let mut b = Builder::new();
                assert!(curve.constant_in_subgroup(&coordinates(&p)).is_err());
                assert!(curve.witness_in_subgroup(&mut b, &coordinates(&p)).is_err());
                let point = any(&mut b, &curve, &p);
                assert!(curve.in_subgroup(&mut b, &point).is_err());
            }
        }
    }
    check::<Jubjub>();
    check::<Bandersnatch>();
}
