//! The tests for the prime-order subgroup: that they are exact, from the orders of the groups.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{
    AffineRepr, CurveConfig,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{Field, PrimeField, UniformRand, Zero};
use num_bigint::BigInt;
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_curve::{
    CompiledPairing, HostedPairing, Plain, SwCurve, bls12_377, bls12_381, bn254, bw6_761, parameters::SwParams,
};
use secant_engine::scalars::sw::Map;

fn int(limbs: &[u64]) -> BigInt {
    let digits = limbs.iter().flat_map(|l| [*l as u32, (*l >> 32) as u32]).collect();
    BigInt::from(num_bigint::BigUint::new(digits))
}

fn gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn order<C: CurveConfig>() -> BigInt {
    int(C::COFACTOR) * int(C::ScalarField::MODULUS.as_ref())
}

fn mapped<C: SwCurve>(p: &Projective<C>, map: &Map<C::BaseField>) -> Projective<C> {
    let mut p: Affine<C> = (*p).into();
    if p.is_zero() {
        return p.into();
    }
    match map {
        Map::Phi(beta) => p.x *= beta,
        Map::Psi(x, y) => {
            p.x = p.x.frobenius_map(1) * x;
            p.y = p.y.frobenius_map(1) * y;
        }
    }
    assert!(p.is_on_curve());
    p.into()
}

fn times<C: SwCurve>(p: &Projective<C>, k: &BigInt) -> Projective<C> {
    let (sign, limbs) = k.to_u64_digits();
    let multiple = ark_ec::scalar_mul::double_and_add(p, limbs);
    if sign == num_bigint::Sign::Minus {
        -multiple
    } else {
        multiple
    }
}

/// `e^2 = t e - n` on the curve.
fn check<C: SwCurve>(t: &BigInt, n: &BigInt) {
    let test = C::Parameters::MEMBERSHIP.unwrap();
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..4 {
        let p = loop {
            let x = C::BaseField::rand(&mut rng);
            if let Some(p) = Affine::<C>::get_point_from_x_unchecked(x, rng.r#gen()) {
                break Projective::from(p);
            }
        };
        assert!(times(&p, &order::<C>()).is_zero(), "the order of the group");
        let image = mapped(&p, &test.map);
        assert_eq!(
            mapped(&image, &test.map) + times(&p, n),
            times(&image, t),
            "the characteristic polynomial"
        );
    }
    let mut chain = vec![BigInt::from(1)];
    for (k, negative) in test.chain {
        let k = BigInt::from(*k) * chain.last().unwrap();
        chain.push(if *negative { -k } else { k });
    }
    // The rows in Horner's scheme: (a0 + a1 e) e = -n a1 + (a0 + t a1) e.
    let (mut a0, mut a1) = (BigInt::ZERO, BigInt::ZERO);
    for row in test.terms.iter().rev() {
        (a0, a1) = (-n * &a1, a0 + t * &a1);
        a0 += row.iter().zip(&chain).map(|(c, q)| q * *c).sum::<BigInt>();
    }
    let norm = &a0 * &a0 + &a0 * &a1 * t + &a1 * &a1 * n;
    assert_eq!(gcd(norm, order::<C>()), int(C::ScalarField::MODULUS.as_ref()));
}

/// The trace of the curve of the first group and the characteristic of its field.
fn frobenius<C: SWCurveConfig<BaseField: PrimeField>>() -> (BigInt, BigInt) {
    let p = int(C::BaseField::MODULUS.as_ref());
    (&p + 1 - order::<C>(), p)
}

fn check_both<E: HostedPairing>() {
    let (minus_one, one) = (BigInt::from(-1), BigInt::from(1));
    if !E::G1::cofactor_is_one() {
        check::<E::G1>(&minus_one, &one);
    }
    match <E::G2 as SwCurve>::Parameters::MEMBERSHIP.unwrap().map {
        Map::Phi(_) => check::<E::G2>(&minus_one, &one),
        Map::Psi(..) => {
            let (t, p) = frobenius::<E::G1>();
            check::<E::G2>(&t, &p);
        }
    }
}

#[test]
fn bls12_381() {
    check_both::<bls12_381::Config<Plain>>();
}

#[test]
fn bls12_377() {
    check_both::<bls12_377::Config<Plain>>();
}

#[test]
fn bn254() {
    check_both::<bn254::Config<Plain>>();
}

#[test]
fn bw6_761() {
    check_both::<bw6_761::Config<Plain>>();
}

/// That the exponents which tell the target group from the cyclotomic subgroup leave no other elements: the subgroup is
/// cyclic.
#[test]
fn target_groups() {
    fn check<P: CompiledPairing>(k: usize, exponent: impl Fn(&BigInt) -> BigInt) {
        let (p, r) = (int(P::Fp::MODULUS.as_ref()), int(P::Fr::MODULUS.as_ref()));
        let q = p.pow(k as u32 / 6);
        let order = &q * &q - &q + 1;
        // Not negative.
        let exponent = (exponent(&p) % &order + &order) % &order;
        assert_eq!(gcd(exponent, order), r);
    }
    let x = BigInt::from(-0xd201000000010000i128);
    check::<bls12_381::Config>(12, |p| p - &x);
    let x = BigInt::from(0x8508c00000000001u64);
    check::<bls12_377::Config>(12, |p| p - &x);
    check::<bw6_761::Config>(6, |p| x.pow(3) - x.pow(2) + 1 - (&x + 1) * p);
    let x = BigInt::from(4965661367192848881u64);
    check::<bn254::Config>(12, |p| &x + 1 + &x * p + &x * p.pow(2) - 2 * &x * p.pow(3));
}
