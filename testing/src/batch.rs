//! Many multiplications at once.

use crate::model::{GroupModel, assert_point, carry_all, naive};
use crate::samples::{rng, scalars, spoil, subgroup, whole_curve};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field, PrimeField};
use secant_curve::{
    HostError, HostedGroup, Subgroup,
    batch::{FixedBase, mul_each},
};

/// Multiples of points of the subgroup and of the whole curve, identities and small orders among them.
pub fn multiplications<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(1);
    for n in (0..=10).chain([16, 31, 100]) {
        for points in [subgroup::<U>, whole_curve::<U>] {
            let (mut bases, mut s) = (points(n, &mut rng), scalars(n, &mut rng));
            spoil::<U>(&mut bases, &mut s, &mut rng);
            check::<G, U>(&bases, &s);
        }
    }
    if let Some(t) = crate::samples::order_two::<U>(&mut rng) {
        let p = subgroup::<U>(5, &mut rng);
        check::<G, U>(&[&p[..], &[t; 5]].concat(), &scalars(10, &mut rng));
    }
}

fn check<G: HostedGroup + GroupModel, U: GroupModel>(bases: &[U::Affine], s: &[U::ScalarField]) {
    let multiples = mul_each::<G>(&carry_all(bases), &carry_all(s)).unwrap();
    assert_eq!(multiples.len(), bases.len());
    for ((multiple, base), scalar) in multiples.into_iter().zip(bases).zip(s) {
        let expected = naive::<U>(base, scalar.into_bigint().as_ref());
        assert_point(multiple, expected, &format!("one of {} multiples", bases.len()));
    }
}

/// Multiples of points of the subgroup, by special scalars and random ones.
pub fn in_subgroup<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(4);
    for n in (0..=10).chain([16, 31, 100]) {
        let (mut bases, mut s) = (subgroup::<U>(n, &mut rng), scalars(n, &mut rng));
        spoil::<U>(&mut bases, &mut s, &mut rng);
        bases.truncate(n);
        let points: Vec<Subgroup<G>> = carry_all::<_, G::Affine>(&bases)
            .iter()
            .map(|p| Subgroup::new(*p).unwrap())
            .collect();
        let multiples = Subgroup::mul_each(&points, &carry_all(&s)).unwrap();
        assert_eq!(multiples.len(), n);
        for (((multiple, point), base), scalar) in multiples.into_iter().zip(points).zip(&bases).zip(&s) {
            let expected = naive::<U>(base, scalar.into_bigint().as_ref());
            assert_point(multiple.into_inner(), expected, &format!("one of {n} multiples"));
            let single: G::ScalarField = carry_all(&[*scalar])[0];
            assert_point((point * single).into_inner(), expected, "a single multiple");
        }
        let one_less = &carry_all(&s)[n.min(1)..];
        assert_eq!(
            Subgroup::mul_each(&vec![Subgroup::<G>::generator(); n], one_less).is_err(),
            n > 0
        );
    }
}

/// Lists that differ in length are an error.
pub fn unequal_lengths<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(2);
    let (p, s): (Vec<G::Affine>, Vec<G::ScalarField>) = (
        carry_all(&subgroup::<U>(5, &mut rng)),
        carry_all(&scalars::<U::ScalarField>(5, &mut rng)),
    );
    for (i, j) in [(5, 3), (3, 5), (0, 5), (5, 0)] {
        assert_eq!(mul_each::<G>(&p[..i], &s[..j]), Err(HostError::UnequalCounts));
    }
}

/// Multiples of one base, for every size of table.
pub fn fixed_base<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(3);
    let bases = [
        U::generator().into(),
        whole_curve::<U>(1, &mut rng)[0],
        U::Affine::zero(),
    ];
    let bases = bases.into_iter().chain(crate::samples::order_two::<U>(&mut rng));
    for base in bases {
        for count in [1, 1000, 1 << 20] {
            let tested: Vec<G::Affine> = carry_all(&[base]);
            let prepared = FixedBase::<G>::new(&tested[0], count);
            for n in [0, 1, 2, 9, 30] {
                let mut s = scalars::<U::ScalarField>(n, &mut rng);
                for (s, special) in s.iter_mut().zip([U::ScalarField::ZERO, U::ScalarField::ONE]) {
                    *s = special;
                }
                let multiples = prepared.mul_each(&carry_all(&s)).unwrap();
                assert_eq!(multiples.len(), n);
                for (multiple, scalar) in multiples.into_iter().zip(&s) {
                    let expected = naive::<U>(&base, scalar.into_bigint().as_ref());
                    assert_point(multiple, expected, &format!("one of {n} multiples"));
                }
            }
        }
    }
}
