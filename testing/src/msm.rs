//! Multi-scalar multiplication on a host.

use crate::model::{GroupModel, assert_point, naive, transfer_all};
use crate::samples::{insert_special_values, rng, scalars, subgroup, whole_curve};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand};
use rand::{Rng, rngs::StdRng};
use secant_curve::{Host, HostError, HostedGroup, batch::FixedBaseMsm};

/// A name, bases, scalars and the sum of their products, all computed by the oracle.
struct Case<U: GroupModel>(String, Vec<U::Affine>, Vec<U::ScalarField>, U);

/// The sum of exact multiples. Upstream's own MSM is exact only in the subgroup.
fn naive_sum<U: GroupModel>(bases: &[U::Affine], scalars: &[U::ScalarField]) -> U {
    bases
        .iter()
        .zip(scalars)
        .map(|(p, s)| naive::<U>(p, s.into_bigint().as_ref()))
        .sum()
}

fn in_subgroup<U: GroupModel>(what: String, bases: Vec<U::Affine>, scalars: Vec<U::ScalarField>) -> Case<U> {
    let sum = U::msm(&bases, &scalars).unwrap();
    Case(what, bases, scalars, sum)
}

fn anywhere<U: GroupModel>(what: String, bases: Vec<U::Affine>, scalars: Vec<U::ScalarField>) -> Case<U> {
    let sum = naive_sum::<U>(&bases, &scalars);
    Case(what, bases, scalars, sum)
}

/// Random bases, with many special ones among them.
fn mixed<U: GroupModel>(rng: &mut StdRng) -> Vec<Case<U>> {
    let mut cases = vec![];
    for n in (0..=40).chain([64, 100, 300, 2000]) {
        let (mut bases, mut s) = (subgroup::<U>(n, rng), scalars(n, rng));
        insert_special_values::<U>(&mut bases, &mut s, rng);
        cases.push(in_subgroup(format!("{n} points of the subgroup"), bases, s));
    }
    for n in (1..=40).chain([64, 100]) {
        let (mut bases, mut s) = (whole_curve::<U>(n, rng), scalars(n, rng));
        insert_special_values::<U>(&mut bases, &mut s, rng);
        cases.push(anywhere(format!("{n} points of the curve"), bases, s));
    }
    cases
}

/// Bases whose partial sums meet each other, each other's doubles or the identity.
fn degenerate<U: GroupModel>(rng: &mut StdRng) -> Vec<Case<U>> {
    let g = U::generator();
    let one = U::ScalarField::ONE;
    let mut cases = vec![];
    for n in [2usize, 33, 100, 300] {
        let multiples: Vec<U> = (0..n as u64).map(|i| g * U::ScalarField::from(i)).collect();
        let progression = U::normalize_batch(&multiples);
        let s = U::ScalarField::rand(rng);
        cases.push(in_subgroup(
            format!("progression of {n}, ones"),
            progression.clone(),
            vec![one; n],
        ));
        cases.push(in_subgroup(
            format!("progression of {n}, one scalar"),
            progression.clone(),
            vec![s; n],
        ));
        cases.push(in_subgroup(format!("progression of {n}"), progression, scalars(n, rng)));
        let p = whole_curve::<U>(1, rng)[0];
        cases.push(in_subgroup(
            format!("{n} generators"),
            vec![g.into_affine(); n],
            scalars(n, rng),
        ));
        cases.push(anywhere(format!("{n} equal points"), vec![p; n], scalars(n, rng)));
        cases.push(anywhere(
            format!("{n} equal points and scalars"),
            vec![p; n],
            vec![s; n],
        ));
        let opposite = (0..n)
            .map(|i| if i % 2 == 0 { p } else { (-p.into_group()).into_affine() })
            .collect();
        cases.push(anywhere(format!("{n} opposite points"), opposite, vec![s; n]));
        cases.push(anywhere(
            format!("{n} identities"),
            vec![U::Affine::zero(); n],
            scalars(n, rng),
        ));
        let zeros = vec![U::ScalarField::ZERO; n];
        cases.push(anywhere(format!("{n} zeros"), whole_curve::<U>(n, rng), zeros));
        let minus = vec![-one; n];
        cases.push(anywhere(format!("{n} minus ones"), whole_curve::<U>(n, rng), minus));
        let bytes: Vec<_> = (0..n).map(|_| U::ScalarField::from(rng.r#gen::<u8>())).collect();
        cases.push(in_subgroup(format!("{n} bytes"), subgroup::<U>(n, rng), bytes));
    }
    cases
}

/// Partial sums that differ by a point of order two, for which complete formulas fail.
fn order_two<U: GroupModel>(rng: &mut StdRng) -> Vec<Case<U>> {
    let mut cases = vec![];
    let Some(t) = crate::samples::order_two::<U>(rng) else {
        return cases;
    };
    let p = U::any(rng);
    let q = (p.into_group() + t).into_affine();
    for n in [2, 40, 100] {
        let mut bases = subgroup::<U>(n, rng);
        (bases[0], bases[1]) = (p, q);
        for (a, b) in [(2u8, 1u8), (1, 2), (1, 1), (1, 3)] {
            let mut s = vec![U::ScalarField::ZERO; n];
            (s[0], s[1]) = (a.into(), b.into());
            cases.push(anywhere(
                format!("{a} P + {b} (P + T) among {n}"),
                bases.clone(),
                s.clone(),
            ));
            let opposite = (-p.into_group()).into_affine();
            let bases = [&[opposite], &bases[1..]].concat();
            cases.push(anywhere(format!("{b} (P + T) - {a} P among {n}"), bases, s));
        }
        let ones = vec![U::ScalarField::ONE; n];
        cases.push(anywhere(format!("{n} times T"), vec![t; n], ones));
        cases.push(anywhere(format!("{n} multiples of T"), vec![t; n], scalars(n, rng)));
        // All existing points of order two and their cosets, in any buckets with any signs.
        let small: Vec<U::Affine> = (0..6)
            .filter_map(|_| crate::samples::order_two::<U>(rng))
            .chain([p, q])
            .collect();
        let mix = (0..n).map(|_| small[rng.gen_range(0..small.len())]).collect();
        cases.push(anywhere(
            format!("{n} points of order two and cosets"),
            mix,
            scalars(n, rng),
        ));
        let order = (0..n).map(|_| small[rng.gen_range(0..6)]).collect();
        let plus_minus = (0..n).map(|i| {
            if i % 3 == 0 {
                -U::ScalarField::ONE
            } else {
                U::ScalarField::ONE
            }
        });
        cases.push(anywhere(
            format!("{n} signs of points of order two"),
            order,
            plus_minus.collect(),
        ));
    }
    cases
}

/// Sums over prepared bases: with one level, some, and more levels than there are windows.
pub fn fixed_bases<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(6);
    let cases = mixed::<U>(&mut rng)
        .into_iter()
        .filter(|case| case.1.len() % 9 == 0 || case.1.len() > 40);
    let cases = cases.chain(degenerate(&mut rng)).chain(order_two(&mut rng));
    for (i, Case(what, bases, scalars, sum)) in cases.enumerate() {
        let bases: Vec<G::Affine> = transfer_all(&bases);
        let scalars: Vec<G::ScalarField> = transfer_all(&scalars);
        let prepared = FixedBaseMsm::<G>::new(&bases, [1, 3, 100][i % 3]);
        assert_eq!(prepared.bases(), bases);
        assert_point(prepared.msm(&scalars).unwrap(), sum, &what);
    }
}

/// Fewer scalars than prepared bases, and more.
pub fn fixed_bases_unequal<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(7);
    let (up, us) = (subgroup::<U>(20, &mut rng), scalars::<U::ScalarField>(25, &mut rng));
    let (p, s): (Vec<G::Affine>, Vec<G::ScalarField>) = (transfer_all(&up), transfer_all(&us));
    let prepared = FixedBaseMsm::<G>::new(&p, 4);
    for n in [0, 1, 7, 20, 25] {
        let sum = U::msm(&up[..n.min(20)], &us[..n.min(20)]).unwrap();
        assert_point(prepared.msm(&s[..n]).unwrap(), sum, &format!("{n} scalars"));
    }
}

fn check<G: HostedGroup + GroupModel, U: GroupModel>(cases: Vec<Case<U>>) {
    for Case(what, bases, scalars, sum) in cases {
        let bases: Vec<G::Affine> = transfer_all(&bases);
        let scalars: Vec<G::ScalarField> = transfer_all(&scalars);
        assert_point(G::Host::msm::<G>(&bases, &scalars).unwrap(), sum, &what);
        assert_point(G::msm(&bases, &scalars).unwrap(), sum, &what);
    }
}

/// Sizes from zero to two thousand, special and random, in the subgroup and outside.
pub fn sums<G: HostedGroup + GroupModel, U: GroupModel>() {
    check::<G, U>(mixed(&mut rng(1)));
}

/// Sums that are likely to meet an exceptional addition.
pub fn degenerate_sums<G: HostedGroup + GroupModel, U: GroupModel>() {
    check::<G, U>(degenerate(&mut rng(2)));
    check::<G, U>(order_two(&mut rng(4)));
}

/// Lists of different lengths are an error that reports the shorter length, as in upstream.
pub fn unequal_lengths<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(3);
    let (up, us) = (subgroup::<U>(5, &mut rng), scalars::<U::ScalarField>(5, &mut rng));
    let (p, s): (Vec<G::Affine>, Vec<G::ScalarField>) = (transfer_all(&up), transfer_all(&us));
    for (i, j) in [(5, 3), (3, 5), (0, 5), (5, 0), (4, 5)] {
        let tested = G::msm(&p[..i], &s[..j]).map(|_| ());
        assert_eq!(tested, Err(i.min(j)));
        assert_eq!(tested, U::msm(&up[..i], &us[..j]).map(|_| ()));
        let on_host = G::Host::msm::<G>(&p[..i], &s[..j]).map(|_| ());
        assert_eq!(on_host, Err(HostError::UnequalCounts));
    }
    assert_point(G::msm_unchecked(&p, &s), U::msm_unchecked(&up, &us), "unchecked");
}
