//! Multiplication in the prime-order subgroup against double and add.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{AffineRepr, PrimeGroup};
use ark_ff::{AdditiveGroup, Field, PrimeField};
use rand::{SeedableRng, rngs::StdRng};
use secant_curve::{HostedGroup, HostedPairing, Native, Subgroup};

/// Random scalars, and those at which a decomposition turns over.
fn scalars<F: PrimeField>(eigenvalues: &[F]) -> Vec<F> {
    let mut rng = StdRng::seed_from_u64(5);
    let mut v = vec![F::ZERO, F::ONE, -F::ONE, F::from(2u64), -F::from(2u64)];
    for e in eigenvalues {
        let mut power = *e;
        for _ in 0..3 {
            v.extend([
                power,
                power + F::ONE,
                power - F::ONE,
                -power,
                -power - F::ONE,
                -power + F::ONE,
            ]);
            power *= e;
        }
    }
    let mut power = F::ONE;
    for _ in 0..F::MODULUS_BIT_SIZE {
        power.double_in_place();
        v.extend([power, power - F::ONE]);
    }
    v.extend((0..50).map(|_| F::rand(&mut rng)));
    v
}

type Scalar<G> = <G as PrimeGroup>::ScalarField;

fn check<G: HostedGroup>(eigenvalues: &[u64]) {
    // The eigenvalues of phi: the primitive cube roots of unity.
    let root = (-Scalar::<G>::from(3u64)).sqrt().unwrap();
    let half = Scalar::<G>::from(2u64).inverse().unwrap();
    let mut all = vec![(root - Scalar::<G>::ONE) * half, -(root + Scalar::<G>::ONE) * half];
    assert_eq!(all[0].square() + all[0] + Scalar::<G>::ONE, Scalar::<G>::ZERO);
    all.extend(eigenvalues.iter().map(|e| Scalar::<G>::from(*e)));
    check_near::<G>(&all);
}

fn check_near<G: HostedGroup>(eigenvalues: &[Scalar<G>]) {
    let mut rng = StdRng::seed_from_u64(6);
    let point = G::rand(&mut rng);
    let projective = Subgroup::new_unchecked(point + G::generator());
    let affine = Subgroup::<G>::new(point.into_affine()).unwrap();
    let (mut points, mut factors, mut multiples) = (Vec::new(), Vec::new(), Vec::new());
    for s in scalars(eigenvalues) {
        for p in [projective, affine] {
            let expected: G = ark_ec::scalar_mul::double_and_add(&p.into_inner(), s.into_bigint());
            assert_eq!((p * s).into_inner(), expected, "{s}");
            points.push(p);
            factors.push(s);
            multiples.push(Subgroup::new_unchecked(expected));
        }
        assert_eq!(Subgroup::<G>::identity() * s, Subgroup::identity());
    }
    // All at once, on lanes where there are some, with an identity among them.
    points.push(Subgroup::identity());
    factors.push(-Scalar::<G>::ONE);
    multiples.push(Subgroup::identity());
    assert_eq!(Subgroup::mul_each(&points, &factors), Ok(multiples));
    assert_eq!(Subgroup::<G>::generator().into_inner(), G::generator());
    assert_eq!(affine - projective + projective, affine);
    assert_eq!((affine + -affine).into_inner(), G::zero());
}

fn check_both<E: HostedPairing>(x: u64)
where
    ark_ec::short_weierstrass::Projective<E::G1>: HostedGroup,
    ark_ec::short_weierstrass::Projective<E::G2>: HostedGroup,
{
    check::<ark_ec::short_weierstrass::Projective<E::G1>>(&[x]);
    check::<ark_ec::short_weierstrass::Projective<E::G2>>(&[x]);
}

#[test]
fn bls12_381() {
    check_both::<secant_curve::bls12_381::Config<Native>>(0xd201000000010000);
}

#[test]
fn bls12_377() {
    check_both::<secant_curve::bls12_377::Config<Native>>(0x8508c00000000001);
}

#[test]
fn bn254() {
    check_both::<secant_curve::bn254::Config<Native>>(4965661367192848881);
}

#[test]
fn bw6_761() {
    check_both::<secant_curve::bw6_761::Config<Native>>(0x8508c00000000001);
}

#[test]
fn bandersnatch() {
    use secant_curve::{
        ed_on_bls12_381_bandersnatch::{EdwardsAffine, EdwardsProjective, Fq, Parameters},
        parameters::TeParams,
    };
    type Fr = Scalar<EdwardsProjective>;
    let root = (-Fr::from(2u64)).sqrt().unwrap();
    check_near::<EdwardsProjective<Native>>(&[root, -root]);
    let endomorphism = <Parameters as TeParams>::ENDOMORPHISM.unwrap();
    for s in scalars(&[root, -root]) {
        let ((n1, k1), (n2, k2)) = endomorphism.decompose(s.into_bigint().as_ref());
        assert!([k1, k2].iter().all(|k| k[2..] == [0; 2]), "the parts are short");
        let part = |negative: bool, k: [u64; 4]| {
            let k = Fr::from(ark_ff::BigInt::new(k));
            if negative { -k } else { k }
        };
        // The eigenvalue is one of the roots.
        let [a, b] = [root, -root].map(|root| part(n1, k1) + root * part(n2, k2));
        assert!(a == s || b == s);
    }
    // A point of order two, which no caller may give: no panic.
    let p = EdwardsAffine::<Native>::new_unchecked(Fq::ZERO, -Fq::ONE);
    let _ = Subgroup::<EdwardsProjective<Native>>::new_unchecked(p.into()) * -Fr::ONE;
}

#[test]
fn curves_without_a_faster_way() {
    use secant_curve::{ed_on_bls12_377::EdwardsProjective, secp256k1::Projective};
    type Fr<G> = <G as PrimeGroup>::ScalarField;
    let s = Fr::<Projective>::from(1_234_567u64).inverse().unwrap();
    assert_eq!(
        (Subgroup::<Projective>::generator() * s).into_inner(),
        Projective::generator() * s
    );
    let s = Fr::<EdwardsProjective>::from(1_234_567u64).inverse().unwrap();
    assert_eq!(
        (Subgroup::<EdwardsProjective>::generator() * s).into_inner(),
        EdwardsProjective::generator() * s
    );
}

#[test]
fn points_outside_are_refused() {
    use secant_curve::bls12_381::{Fq, G1Affine, G1Projective};
    // (0, 2) has order three.
    let p = G1Affine::new_unchecked(Fq::ZERO, Fq::from(2u64));
    assert!(p.is_on_curve());
    assert!(Subgroup::<G1Projective>::new(p).is_none());
    // Off the curve.
    assert!(Subgroup::<G1Projective>::new(G1Affine::new_unchecked(Fq::ONE, Fq::ONE)).is_none());
    assert!(Subgroup::<G1Projective>::new(G1Affine::zero()).is_some());
    // The caller's word may be wrong, but nothing panics.
    let _ = Subgroup::<G1Projective>::new_unchecked(p.into_group()) * -secant_curve::bls12_381::Fr::ONE;
}
