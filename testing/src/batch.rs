//! Operations on many points at once.

use crate::encoding::{bytes, malformed_encodings};
use crate::model::{GroupModel, assert_point, limbs, naive, order_plus, transfer_all};
use crate::samples::{insert_special_values, order_two, rescaled, rng, scalars, special, subgroup, whole_curve};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand};
use ark_serialize::{CanonicalDeserialize, Compress, Validate};
use core::mem::discriminant;
use rand::{Rng, rngs::StdRng};
use secant_curve::{
    Host, HostError, HostedGroup, Plain, Subgroup,
    batch::{FixedBase, are_in_subgroup, are_on_curve, decompress, mul_each, normalize},
};

/// Sizes around those of vectors, blocks and the shares of threads.
fn sizes() -> impl Iterator<Item = usize> {
    (0..=40).chain([63, 64, 65, 129, 300])
}

/// `n` points of the curve. Most are in the subgroup, and some have any order, including small orders and the identity.
fn mixed<U: GroupModel>(n: usize, rng: &mut StdRng) -> Vec<U::Affine> {
    let mut points = subgroup::<U>(n, rng);
    let mut odd = special::<U>(rng);
    odd.extend(whole_curve::<U>(4, rng));
    odd.extend(order_two::<U>(rng));
    if U::is_complete() && !<U::Config as ark_ec::CurveConfig>::cofactor_is_one() {
        // Points whose order divides the cofactor, and the sums of such points with points of the subgroup.
        let order = order_plus::<U::ScalarField>(0);
        for i in 0..4 {
            let small: U = naive(&U::any(rng), &order);
            odd.push(small.into());
            odd.push((small + U::generator() * U::ScalarField::from(i + 1u64)).into());
        }
    }
    for p in &mut points {
        if rng.gen_range(0..3) == 0 {
            *p = odd[rng.gen_range(0..odd.len())];
        }
    }
    points
}

/// Conversion from projective to affine coordinates, compared with upstream.
pub fn normalization<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(5);
    for n in sizes().chain([1023, 1025, 2100]) {
        let mut points: Vec<U> = mixed::<U>(n.min(130), &mut rng)
            .iter()
            .map(|p| rescaled::<U>(p, &mut rng))
            .collect();
        while points.len() < n {
            points.push(points[points.len() - 130] + points[points.len() - 1]);
        }
        let expected: Vec<_> = U::normalize_batch(&points).iter().map(limbs).collect();
        let tested: Vec<G> = transfer_all(&points);
        assert_eq!(normalize(&tested).iter().map(limbs).collect::<Vec<_>>(), expected);
    }
}

/// Points on the curve and off it.
pub fn on_curve<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(6);
    for n in sizes() {
        let mut points = mixed::<U>(n, &mut rng);
        for p in &mut points {
            let (x, y) = p.xy().unwrap_or((U::BaseField::ZERO, U::BaseField::ZERO));
            *p = match rng.gen_range(0..6) {
                0 => U::unchecked(x, y + U::BaseField::ONE),
                1 => U::unchecked(x, U::BaseField::rand(&mut rng)),
                2 => U::unchecked(U::BaseField::ZERO, y),
                3 => U::unchecked(x, U::BaseField::ZERO),
                _ => *p,
            };
        }
        let expected: Vec<_> = points.iter().map(U::is_on_curve).collect();
        assert_eq!(are_on_curve::<G>(&transfer_all(&points)), expected);
    }
}

/// Points of the curve in the subgroup and outside.
pub fn membership<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(7);
    let order = order_plus::<U::ScalarField>(0);
    for n in sizes() {
        let points = mixed::<U>(n, &mut rng);
        let expected: Vec<_> = points.iter().map(|p| naive::<U>(p, &order).is_zero()).collect();
        let tested: Vec<G::Affine> = transfer_all(&points);
        assert_eq!(are_in_subgroup::<G>(&tested), expected);
        if n == 300 {
            let single: Vec<_> = tested.iter().map(|p| Plain::is_in_subgroup::<G>(p).unwrap()).collect();
            assert_eq!(single, expected);
        }
    }
}

/// Multiples of points of the subgroup and of the whole curve, including identities and points of small order.
pub fn multiplications<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(1);
    for n in (0..=10).chain([16, 31, 100]) {
        for points in [subgroup::<U>, whole_curve::<U>] {
            let (mut bases, mut s) = (points(n, &mut rng), scalars(n, &mut rng));
            insert_special_values::<U>(&mut bases, &mut s, &mut rng);
            check::<G, U>(&bases, &s);
        }
    }
    if let Some(t) = order_two::<U>(&mut rng) {
        let p = subgroup::<U>(5, &mut rng);
        check::<G, U>(&[&p[..], &[t; 5]].concat(), &scalars(10, &mut rng));
    }
}

/// Valid and invalid compressed points. The answers are those of the decoder of one point, and upstream's.
pub fn decompression<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(8);
    let mut encodings = vec![];
    for p in mixed::<U>(300, &mut rng) {
        encodings.push(bytes(&p, Compress::Yes));
    }
    for p in special::<U>(&mut rng) {
        encodings.extend(malformed_encodings::<U>(&p, Compress::Yes, &mut rng));
    }
    // About half of these are not a coordinate of any point.
    for _ in 0..40 {
        let mut changed = encodings[rng.gen_range(0..40)].clone();
        let at = rng.gen_range(1..changed.len() - 1);
        changed[at] ^= 1 << rng.gen_range(0..8);
        encodings.push(changed);
    }
    for i in (1..encodings.len()).rev() {
        encodings.swap(i, rng.gen_range(0..=i));
    }
    for validate in [Validate::Yes, Validate::No] {
        let one_by_one: Vec<_> = encodings
            .iter()
            .map(|e| G::Affine::deserialize_with_mode(&e[..], Compress::Yes, validate))
            .collect();
        for n in sizes().chain([encodings.len()]) {
            let from = rng.gen_range(0..=encodings.len() - n);
            let points = decompress::<G, _>(&encodings[from..from + n], validate);
            assert_eq!(points.len(), n);
            for (i, point) in points.into_iter().enumerate() {
                let encoding = &encodings[from + i];
                match (point, &one_by_one[from + i]) {
                    (Ok(p), Ok(q)) => assert_eq!(limbs(&p), limbs(q), "{encoding:02x?}"),
                    (Err(e), Err(f)) => assert_eq!(discriminant(&e), discriminant(f), "{encoding:02x?}"),
                    (p, q) => panic!("{p:?} is not {q:?}: {encoding:02x?}"),
                }
            }
        }
        let (mut accepted, mut refused) = (0, 0);
        for (point, encoding) in one_by_one.iter().zip(&encodings) {
            let oracle = U::Affine::deserialize_with_mode(&encoding[..], Compress::Yes, validate);
            assert_eq!(
                point.as_ref().ok().map(limbs),
                oracle.as_ref().ok().map(limbs),
                "{encoding:02x?}"
            );
            *if oracle.is_ok() { &mut accepted } else { &mut refused } += 1;
        }
        assert!(accepted > 100 && refused > 50, "{accepted} accepted, {refused} refused");
    }
}

fn check<G: HostedGroup + GroupModel, U: GroupModel>(bases: &[U::Affine], s: &[U::ScalarField]) {
    let multiples = mul_each::<G>(&transfer_all(bases), &transfer_all(s)).unwrap();
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
        insert_special_values::<U>(&mut bases, &mut s, &mut rng);
        bases.truncate(n);
        let points: Vec<Subgroup<G>> = transfer_all::<_, G::Affine>(&bases)
            .iter()
            .map(|p| Subgroup::new(*p).unwrap())
            .collect();
        let multiples = Subgroup::mul_each(&points, &transfer_all(&s)).unwrap();
        assert_eq!(multiples.len(), n);
        for (((multiple, point), base), scalar) in multiples.into_iter().zip(points).zip(&bases).zip(&s) {
            let expected = naive::<U>(base, scalar.into_bigint().as_ref());
            assert_point(multiple.into_inner(), expected, &format!("one of {n} multiples"));
            let single: G::ScalarField = transfer_all(&[*scalar])[0];
            assert_point((point * single).into_inner(), expected, "a single multiple");
        }
        let one_less = &transfer_all(&s)[n.min(1)..];
        assert_eq!(
            Subgroup::mul_each(&vec![Subgroup::<G>::generator(); n], one_less).is_err(),
            n > 0
        );
    }
}

/// Lists of different lengths are an error.
pub fn unequal_lengths<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(2);
    let (p, s): (Vec<G::Affine>, Vec<G::ScalarField>) = (
        transfer_all(&subgroup::<U>(5, &mut rng)),
        transfer_all(&scalars::<U::ScalarField>(5, &mut rng)),
    );
    for (i, j) in [(5, 3), (3, 5), (0, 5), (5, 0)] {
        assert_eq!(mul_each::<G>(&p[..i], &s[..j]), Err(HostError::UnequalCounts));
    }
}

/// Multiples of one base, with every size of table.
pub fn fixed_base<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(3);
    let bases = [
        U::generator().into(),
        whole_curve::<U>(1, &mut rng)[0],
        U::Affine::zero(),
    ];
    let bases = bases.into_iter().chain(order_two::<U>(&mut rng));
    for base in bases {
        for count in [1, 1000, 1 << 20] {
            let tested: Vec<G::Affine> = transfer_all(&[base]);
            let prepared = FixedBase::<G>::new(&tested[0], count);
            for n in [0, 1, 2, 9, 30] {
                let mut s = scalars::<U::ScalarField>(n, &mut rng);
                for (s, special) in s.iter_mut().zip([U::ScalarField::ZERO, U::ScalarField::ONE]) {
                    *s = special;
                }
                let multiples = prepared.mul_each(&transfer_all(&s)).unwrap();
                assert_eq!(multiples.len(), n);
                for (multiple, scalar) in multiples.into_iter().zip(&s) {
                    let expected = naive::<U>(&base, scalar.into_bigint().as_ref());
                    assert_point(multiple, expected, &format!("one of {n} multiples"));
                }
            }
        }
    }
}
