//! The endomorphism's constants, and multiplication with it, for points in and outside the subgroup.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{AffineRepr, short_weierstrass::Affine};
use ark_ff::{BigInteger, PrimeField, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_curve::{Host, Native, SwCurve};

fn check<C: SwCurve>() {
    let endomorphism = C::ENDOMORPHISM.expect("the curve has one");
    let mut rng = StdRng::seed_from_u64(11);
    let order = C::ScalarField::MODULUS;
    for _ in 0..30 {
        let point: Affine<C> = loop {
            if let Some(p) = Affine::get_point_from_x_unchecked(C::BaseField::rand(&mut rng), rng.r#gen()) {
                break p;
            }
        };
        let mut scalars: Vec<[u64; 4]> = (0..4).map(|_| rng.r#gen()).collect();
        scalars.extend([
            [u64::MAX; 4],
            [0, 0, 0, 1 << 63],
            [0, 0, 1, 0],
            [u64::MAX, u64::MAX, 1, 0],
        ]);
        let mut near = order;
        near.sub_with_borrow(&1u64.into());
        scalars.extend([order, near].map(|x| core::array::from_fn(|i| x.as_ref()[i])));
        for k in scalars {
            let ((_, k1), (_, k2)) = endomorphism.decompose(&k);
            assert!(k1[3] == 0 && k2[3] == 0, "the parts are short");
            let expected: ark_ec::short_weierstrass::Projective<C> =
                ark_ec::scalar_mul::double_and_add_affine(&point, k);
            assert_eq!(Native::mul(&point, &k), Ok(expected));
        }
    }
    let identity = Affine::<C>::zero();
    assert_eq!(Native::mul(&identity, &[u64::MAX; 4]), Ok(identity.into_group()));
}

#[test]
fn it_is_exact_on_the_whole_curve() {
    check::<secant_curve::bls12_381::g1::Config>();
    check::<secant_curve::bls12_377::g1::Config>();
    check::<secant_curve::bn254::g1::Config>();
    check::<secant_curve::pallas::Config>();
    check::<secant_curve::vesta::Config>();
    check::<secant_curve::secp256k1::Config>();
}
