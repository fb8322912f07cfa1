//! Multiplication, subgroups and normalisation on a host.

use crate::model::{GroupModel, assert_point, carry, limbs, naive, order_plus, transfer_all};
use crate::samples::{integers, rescaled, rng, special, subgroup, whole_curve};
use ark_ec::{AffineRepr, CurveConfig};
use ark_ff::PrimeField;
use secant_curve::{Host, HostedGroup};

/// Exact multiples by integers of up to ten limbs, in the subgroup and outside.
pub fn multiplication<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(1);
    for p in special::<U>(&mut rng) {
        let base: G::Affine = carry(&p);
        let projective: G = carry(&rescaled::<U>(&p, &mut rng));
        for scalar in integers::<U::ScalarField>(&mut rng) {
            let oracle = naive::<U>(&p, &scalar);
            assert_point(G::Host::mul::<G>(&base, &scalar).unwrap(), oracle, "on the host");
            assert_point(base.mul_bigint(&scalar), oracle, "of an affine point");
            assert_point(projective.mul_bigint(&scalar), oracle, "of a projective point");
        }
        for scalar in crate::samples::scalars::<U::ScalarField>(3, &mut rng) {
            let oracle = naive::<U>(&p, scalar.into_bigint().as_ref());
            let scalar: G::ScalarField = carry(&scalar);
            assert_point(base * scalar, oracle, "operator, affine");
            assert_point(projective * scalar, oracle, "operator, projective");
        }
    }
}

/// Membership in the subgroup, and the clearing of cofactors.
pub fn subgroups<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(2);
    let order = order_plus::<U::ScalarField>(0);
    let mut points = special::<U>(&mut rng);
    points.extend(whole_curve::<U>(6, &mut rng));
    let mut outside = 0;
    for p in points {
        let tested: G::Affine = carry(&p);
        let member = naive::<U>(&p, &order).is_zero();
        outside += usize::from(!member);
        assert_eq!(U::is_in_subgroup(&p), member, "the oracle");
        assert_eq!(G::is_in_subgroup(&tested), member);
        assert_eq!(limbs(&tested.clear_cofactor()), limbs(&p.clear_cofactor()));
        assert!(G::is_in_subgroup(&tested.clear_cofactor()));
        assert_eq!(
            limbs(&tested.mul_by_cofactor()),
            limbs(&naive::<U>(&p, U::Config::COFACTOR).into_affine())
        );
        if member {
            assert_eq!(tested.mul_by_cofactor().mul_by_cofactor_inv(), tested);
        }
    }
    assert_eq!(outside > 0, U::is_complete() && !U::Config::cofactor_is_one());
}

/// Affine forms of many points, with identities among them.
pub fn normalization<G: HostedGroup + GroupModel, U: GroupModel>() {
    let mut rng = rng(3);
    for n in [0, 1, 2, 3, 7, 64, 200] {
        let mut points: Vec<U> = subgroup::<U>(n, &mut rng)
            .iter()
            .map(|p| rescaled(p, &mut rng))
            .collect();
        for i in (0..n).step_by(3) {
            points[i] = if i % 2 == 0 {
                U::zero()
            } else {
                points[i].into_affine().into_group()
            };
        }
        let tested = G::Host::normalize::<G>(&transfer_all(&points)).unwrap();
        let oracle: Vec<_> = points.iter().map(|p| limbs(&p.into_affine())).collect();
        assert_eq!(tested.iter().map(limbs).collect::<Vec<_>>(), oracle, "{n} points");
    }
    let identities: Vec<G> = vec![G::zero(); 5];
    assert!(
        G::Host::normalize::<G>(&identities)
            .unwrap()
            .iter()
            .all(|p| p.is_zero())
    );
}
