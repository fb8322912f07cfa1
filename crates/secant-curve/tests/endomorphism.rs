//! The endomorphism's constants, and multiplication with it, for points in and outside the subgroup.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{
    AffineRepr, CurveGroup, PrimeGroup,
    scalar_mul::double_and_add_affine,
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{BigInteger, PrimeField, UniformRand, Zero};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_curve::{
    Host, Native, SwCurve,
    ed_on_bls12_381_bandersnatch::{Config as Bandersnatch, Fr},
    parameters::SwParams,
};
use secant_engine::Halves;

/// Scalars of full length, and of the lengths where parts have one limb more.
fn scalars<F: PrimeField>(rng: &mut StdRng) -> Vec<[u64; 4]> {
    let mut scalars: Vec<[u64; 4]> = (0..4).map(|_| rng.r#gen()).collect();
    scalars.extend([
        [u64::MAX; 4],
        [0, 0, 0, 1 << 63],
        [0, 0, 1, 0],
        [u64::MAX, u64::MAX, 1, 0],
    ]);
    let order = F::MODULUS;
    let mut near = order;
    near.sub_with_borrow(&1u64.into());
    scalars.extend([order, near].map(|x| core::array::from_fn(|i| x.as_ref()[i])));
    scalars
}

fn check<C: SwCurve>(decompose: impl Fn(&[u64]) -> Halves) {
    let mut rng = StdRng::seed_from_u64(11);
    for _ in 0..30 {
        let point: Affine<C> = loop {
            if let Some(p) = Affine::get_point_from_x_unchecked(C::BaseField::rand(&mut rng), rng.r#gen()) {
                break p;
            }
        };
        for k in scalars::<C::ScalarField>(&mut rng) {
            let ((_, k1), (_, k2)) = decompose(&k);
            assert!(k1[3] == 0 && k2[3] == 0, "the parts are short");
            let expected: Projective<C> = double_and_add_affine(&point, k);
            assert_eq!(Native::mul(&point, &k), Ok(expected));
        }
    }
    let identity = Affine::<C>::zero();
    assert_eq!(Native::mul(&identity, &[u64::MAX; 4]), Ok(identity.into_group()));
}

#[test]
fn it_is_exact_on_the_whole_curve() {
    fn of<C: SwCurve>() {
        let endomorphism = C::Parameters::ENDOMORPHISM.expect("the curve has one");
        check::<C>(|k| endomorphism.decompose(k));
    }
    of::<secant_curve::bls12_381::g1::Config>();
    of::<secant_curve::bls12_377::g1::Config>();
    of::<secant_curve::bn254::g1::Config>();
    of::<secant_curve::pallas::Config>();
    of::<secant_curve::vesta::Config>();
    of::<secant_curve::secp256k1::Config>();
    let endomorphism = <Bandersnatch as SwCurve>::Parameters::DEGREE_TWO.unwrap();
    check::<Bandersnatch>(|k| endomorphism.decompose(k));
}

/// The points of order two of Bandersnatch, of which one is the endomorphism's kernel, and sums of them with others.
#[test]
fn points_of_order_two() {
    type G = Projective<Bandersnatch>;
    let mut rng = StdRng::seed_from_u64(12);
    let any = |rng: &mut StdRng| loop {
        if let Some(p) = Affine::<Bandersnatch>::get_point_from_x_unchecked(UniformRand::rand(rng), rng.r#gen()) {
            break p;
        }
    };
    let mut small = vec![G::zero()];
    while small.len() < 4 {
        let p: G = double_and_add_affine(&any(&mut rng), Fr::MODULUS);
        if !small.contains(&p) {
            small.push(p);
        }
    }
    for small in small {
        for other in [G::zero(), any(&mut rng).into(), G::generator()] {
            let point = (small + other).into_affine();
            for k in scalars::<Fr>(&mut rng) {
                let expected: G = double_and_add_affine(&point, k);
                assert_eq!(Native::mul(&point, &k), Ok(expected));
            }
        }
    }
}
