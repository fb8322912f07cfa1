//! Bandersnatch in twisted Edwards form outside the prime-order subgroup, where its addition law has gaps.
//!
//! A result must be the true one or [`HostError::ExceptionalAddition`]. The truth is computed by upstream on the
//! short Weierstrass form of the curve, whose addition has no gaps.

use crate::model::{GroupModel, carry, carry_all, naive, order_plus};
use crate::samples::{integers, rng, scalars};
use crate::upstream::ed_on_bls12_381_bandersnatch as up;
use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::SWCurveConfig, twisted_edwards::MontCurveConfig};
use ark_ff::{Field, PrimeField, Zero};
use secant_curve::{Host, HostError, ed_on_bls12_381_bandersnatch as secant};

type Fq = up::Fq;

/// The point of the short Weierstrass form: by way of the Montgomery form `B v^2 = u^3 + A u^2 + u`.
fn to_weierstrass(p: &up::EdwardsAffine) -> up::SWAffine {
    let (a, b) = (
        <up::EdwardsConfig as MontCurveConfig>::COEFF_A,
        <up::EdwardsConfig as MontCurveConfig>::COEFF_B,
    );
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

/// The other way round; `None` for the points that are at infinity on the Edwards form.
fn has_edwards_form(q: &up::SWAffine) -> bool {
    let (a, b) = (
        <up::EdwardsConfig as MontCurveConfig>::COEFF_A,
        <up::EdwardsConfig as MontCurveConfig>::COEFF_B,
    );
    let u = q.x * b - a / Fq::from(3u8);
    q.is_zero() || (u == Fq::from(0u8)) || (q.y != Fq::from(0u8) && u != -Fq::from(1u8))
}

fn check<H: Host>(
    tested: Result<secant::EdwardsProjective<H>, HostError>,
    truth: up::SWProjective,
    seen: &mut [usize; 3],
) {
    let truth = truth.into_affine();
    match tested {
        Ok(p) => {
            seen[0] += 1;
            assert!(has_edwards_form(&truth), "a result for a point at infinity");
            assert_eq!(to_weierstrass(&carry(&p.into_affine())), truth);
        }
        Err(e) => {
            seen[1] += usize::from(!has_edwards_form(&truth));
            seen[2] += 1;
            assert_eq!(e, HostError::ExceptionalAddition);
        }
    }
}

/// Multiplication: the true result or the error.
pub fn multiplication<H: Host>() {
    let mut rng = rng(1);
    let order = order_plus::<up::Fr>(0);
    let mut seen = [0; 3];
    for i in 0..24 {
        let mut p = <up::EdwardsProjective as GroupModel>::any(&mut rng);
        let mut exact = to_weierstrass(&p);
        // Every third point has order two and is (0, -1).
        if i % 3 == 2 {
            p = up::EdwardsAffine::new_unchecked(Fq::from(0u8), -Fq::from(1u8));
            exact = to_weierstrass(&p);
            assert!(exact.y == Fq::from(0u8));
        }
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
    // Results, true points at infinity, and errors were all seen; nearly all results are given.
    assert!(seen[1] > 0 && seen[0] > 8 * seen[2], "{seen:?}");
}

/// MSM: the true result or the error.
pub fn sums<H: Host>() {
    let mut rng = rng(2);
    let mut seen = [0; 3];
    for n in (1..=20).chain([40, 100, 200]) {
        let mut p: Vec<_> = (0..n)
            .map(|_| <up::EdwardsProjective as GroupModel>::any(&mut rng))
            .collect();
        let mut s: Vec<up::Fr> = scalars(n, &mut rng);
        crate::samples::spoil::<up::EdwardsProjective>(&mut p, &mut s, &mut rng);
        let truth = p
            .iter()
            .zip(&s)
            .map(|(p, s)| naive::<up::SWProjective>(&to_weierstrass(p), s.into_bigint().as_ref()));
        let tested: Vec<secant::EdwardsAffine<H>> = carry_all(&p);
        check(
            H::msm::<secant::EdwardsProjective<H>>(&tested, &carry_all(&s)),
            truth.sum(),
            &mut seen,
        );
    }
    assert!(seen[0] > 10, "{seen:?}");
}

/// The two forms are the same curve: the oracle of this module is one.
pub fn forms_agree() {
    let (te, sw) = (up::EdwardsAffine::generator(), up::SWAffine::generator());
    assert_eq!(to_weierstrass(&te), sw);
    assert!(has_edwards_form(&sw) && <up::EdwardsConfig as SWCurveConfig>::GENERATOR == sw);
    assert!(!<up::EdwardsProjective as GroupModel>::is_complete());
}
