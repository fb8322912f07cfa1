//! Bandersnatch in twisted Edwards form outside the prime-order subgroup, where two points are at infinity.
//!
//! A result must be the true one. It must be [`HostError::ExceptionalAddition`] exactly if the true result is at
//! infinity, whatever was at infinity or undefined on the way. Upstream computes the true result on the short
//! Weierstrass form of the curve, whose addition has no gaps.

use crate::model::{GroupModel, carry, limbs, naive, order_plus, transfer_all};
use crate::samples::{insert_special_values, integers, rng, scalars};
use crate::upstream::ed_on_bls12_381_bandersnatch as up;
use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::SWCurveConfig, twisted_edwards::MontCurveConfig};
use ark_ff::{Field, PrimeField, Zero};
use rand::rngs::StdRng;
use secant_curve::{Host, HostError, ed_on_bls12_381_bandersnatch as secant};

type Fq = up::Fq;

/// `A` and `B` of the Montgomery form `B v^2 = u^3 + A u^2 + u`, which links the two forms.
const MONTGOMERY: (Fq, Fq) = (
    <up::EdwardsConfig as MontCurveConfig>::COEFF_A,
    <up::EdwardsConfig as MontCurveConfig>::COEFF_B,
);

/// Maps a point to the short Weierstrass form.
fn to_weierstrass(p: &up::EdwardsAffine) -> up::SWAffine {
    let (a, b) = MONTGOMERY;
    if p.is_zero() {
        return up::SWAffine::zero();
    }
    let one = Fq::from(1u8);
    // The point (0, -1) of order two is (0, 0) there.
    let u = (one + p.y) / (one - p.y);
    let v = p.x.inverse().map_or(Fq::from(0u8), |x| u * x);
    let q = up::SWAffine::new_unchecked((u + a / Fq::from(3u8)) / b, v / b);
    assert!(q.is_on_curve());
    q
}

/// The inverse map, or `None` for the points that are at infinity on the Edwards form.
fn to_edwards(q: &up::SWAffine) -> Option<up::EdwardsAffine> {
    let (a, b) = MONTGOMERY;
    if q.is_zero() {
        return Some(up::EdwardsAffine::zero());
    }
    let (u, v) = (q.x * b - a / Fq::from(3u8), q.y * b);
    if u.is_zero() {
        return Some(minus_one());
    }
    let one = Fq::from(1u8);
    let p = up::EdwardsAffine::new_unchecked(u * v.inverse()?, (u - one) * (u + one).inverse()?);
    assert!(p.is_on_curve());
    Some(p)
}

/// The point of order two that is not at infinity.
fn minus_one() -> up::EdwardsAffine {
    up::EdwardsAffine::new_unchecked(Fq::from(0u8), -Fq::from(1u8))
}

/// A point at infinity.
fn at_infinity(rng: &mut StdRng) -> up::SWAffine {
    let order = order_plus::<up::Fr>(0);
    loop {
        let p = to_weierstrass(&<up::EdwardsProjective as GroupModel>::any(rng));
        let q = naive::<up::SWProjective>(&p, &order).into_affine();
        if to_edwards(&q).is_none() {
            return q;
        }
    }
}

/// The numbers of finite and infinite results.
type Seen = [usize; 2];

#[track_caller]
fn check<H: Host>(tested: Result<secant::EdwardsProjective<H>, HostError>, truth: up::SWProjective, seen: &mut Seen) {
    let truth = to_edwards(&truth.into_affine());
    seen[usize::from(truth.is_none())] += 1;
    assert_eq!(
        tested.map(|p| limbs(&p.into_affine())),
        truth.map(|p| limbs(&p)).ok_or(HostError::ExceptionalAddition)
    );
}

/// Multiplication.
pub fn multiplication<H: Host>() {
    let mut rng = rng(1);
    let order = order_plus::<up::Fr>(0);
    let mut seen = [0; 2];
    for i in 0..24 {
        let p = if i == 0 {
            minus_one()
        } else {
            <up::EdwardsProjective as GroupModel>::any(&mut rng)
        };
        let exact = to_weierstrass(&p);
        let tested: secant::EdwardsAffine<H> = carry(&p);
        for s in integers::<up::Fr>(&mut rng) {
            check(
                H::mul::<secant::EdwardsProjective<H>>(&tested, &s),
                naive::<up::SWProjective>(&exact, &s),
                &mut seen,
            );
        }
        let member = naive::<up::SWProjective>(&exact, &order).is_zero();
        assert_eq!(tested.is_in_correct_subgroup_assuming_on_curve(), member);
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[track_caller]
fn check_sum<H: Host>(p: &[up::EdwardsAffine], s: &[up::Fr], seen: &mut Seen) {
    let terms = p.iter().zip(s);
    let truth = terms.map(|(p, s)| naive::<up::SWProjective>(&to_weierstrass(p), s.into_bigint().as_ref()));
    let tested: Vec<secant::EdwardsAffine<H>> = transfer_all(p);
    check(
        H::msm::<secant::EdwardsProjective<H>>(&tested, &transfer_all(s)),
        truth.sum(),
        seen,
    );
}

/// MSM of points of the whole curve.
pub fn sums<H: Host>() {
    let mut rng = rng(2);
    for n in (1..=20).chain([40, 100, 200]) {
        let mut p: Vec<_> = (0..n)
            .map(|_| <up::EdwardsProjective as GroupModel>::any(&mut rng))
            .collect();
        let mut s: Vec<up::Fr> = scalars(n, &mut rng);
        insert_special_values::<up::EdwardsProjective>(&mut p, &mut s, &mut rng);
        check_sum::<H>(&p, &s, &mut [0; 2]);
    }
}

/// MSMs of neighbours whose sum or difference is at infinity. With equal scalars nearly every addition involves a point
/// at infinity or is undefined.
pub fn sums_by_way_of_infinity<H: Host>() {
    let mut rng = rng(3);
    let infinity = at_infinity(&mut rng);
    let mut seen = [0; 2];
    for pairs in [1, 2, 3, 10, 15, 16, 17, 50] {
        for sign in [1i8, -1] {
            let members = crate::samples::subgroup::<up::EdwardsProjective>(pairs, &mut rng);
            let shifted = |p: &up::EdwardsAffine| to_edwards(&(to_weierstrass(p) + infinity).into_affine()).unwrap();
            let p: Vec<_> = members
                .iter()
                .flat_map(|p| [*p, if sign == 1 { shifted(p) } else { -shifted(p) }])
                .collect();
            let equal = vec![up::Fr::from(1u8); 2 * pairs];
            let random = scalars::<up::Fr>(pairs, &mut rng);
            let in_pairs: Vec<_> = random.iter().flat_map(|s| [*s, *s]).collect();
            check_sum::<H>(&p, &equal, &mut seen);
            check_sum::<H>(&p, &in_pairs, &mut seen);
            check_sum::<H>(&p[1..], &equal[1..], &mut seen);
            check_sum::<H>(&p, &scalars::<up::Fr>(2 * pairs, &mut rng), &mut seen);
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

/// The two forms are the same curve, so the oracle of this module is valid.
pub fn forms_agree() {
    let (te, sw) = (up::EdwardsAffine::generator(), up::SWAffine::generator());
    assert_eq!(to_weierstrass(&te), sw);
    assert_eq!(
        (to_edwards(&sw), <up::EdwardsConfig as SWCurveConfig>::GENERATOR),
        (Some(te), sw)
    );
    assert!(!<up::EdwardsProjective as GroupModel>::is_complete());
}
