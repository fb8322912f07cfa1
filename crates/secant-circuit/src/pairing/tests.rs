#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::{
    Bls12_381, Bn254, Fp2Of, Fp6Of, Fp12Of, PairingCurve, Torus, basis, digits,
    model::{Claim, Pair, Refusal, Step, Witness, miller_loop, model, steps},
    residue::{lambda_power, reduce, residue, target},
    tail,
};
use ark_ec::{
    AffineRepr, CurveGroup, PrimeGroup,
    pairing::{MillerLoopOutput, Pairing},
    short_weierstrass::{Affine, Projective},
};
use ark_ff::{AdditiveGroup, Field, UniformRand};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Zero;
use rand::{SeedableRng, rngs::StdRng};

fn rng() -> StdRng {
    StdRng::seed_from_u64(640)
}

fn unsigned(x: BigInt) -> BigUint {
    x.to_biguint().unwrap()
}

fn random_pair<C: PairingCurve>(rng: &mut StdRng) -> Pair<C> {
    let p = Projective::<C::G1>::rand(rng).into_affine();
    (p, Projective::<C::G2>::rand(rng).into_affine())
}

/// Pairs whose product is one: `e(3 P, Q) e(-P, 3 Q)`.
fn product_of_one<C: PairingCurve>(rng: &mut StdRng) -> [Pair<C>; 2] {
    let (p, q) = random_pair::<C>(rng);
    let three = C::Fr::from(3u64);
    [((p * three).into_affine(), q), (-p, (q * three).into_affine())]
}

/// A point of the twist that is not in the subgroup.
fn stray<C: PairingCurve>(rng: &mut StdRng) -> Affine<C::G2> {
    loop {
        let x = Fp2Of::<C>::rand(rng);
        if let Some(q) = Affine::<C::G2>::get_point_from_x_unchecked(x, true)
            && !q.is_in_correct_subgroup_assuming_on_curve()
        {
            return q;
        }
    }
}

/// `A^2 + A B t + B^2 p`, the norm of `A + B psi`. A polynomial in `psi` reduces to that form by `psi^2 = t psi - p`.
fn norm(polynomial: &[BigInt], t: &BigInt, p: &BigInt) -> BigInt {
    let (mut a, mut b) = (BigInt::ZERO, BigInt::ZERO);
    for c in polynomial.iter().rev() {
        (a, b) = (c - p * &b, &a + t * &b);
    }
    &a * &a + &a * &b * t + &b * &b * p
}

fn the_fields_are_those_of_the_family<C: PairingCurve>(p: BigInt, r: BigInt) {
    let constants = C::constants();
    assert_eq!(unsigned(p), constants.modulus);
    assert_eq!(unsigned(r), constants.order);
    let xi = Fp2Of::<C>::new(C::Fp::from(C::XI), C::Fp::ONE);
    let w = Fp12Of::<C>::new(Fp6Of::<C>::ZERO, Fp6Of::<C>::ONE);
    let sixth = Fp12Of::<C>::new(
        Fp6Of::<C>::new(xi, Fp2Of::<C>::ZERO, Fp2Of::<C>::ZERO),
        Fp6Of::<C>::ZERO,
    );
    assert_eq!(w.pow([6]), sixth);
}

fn constants_are_what_they_say<C: PairingCurve>(sign: i32) {
    let c = C::constants();
    let (p, r) = (&c.modulus, &c.order);
    let one = BigUint::from(1u32);
    let n = p.pow(12) - 1u32;
    let norm_one = p.pow(6) + 1u32;
    let h = &n / r;
    assert!((&n % r) == BigUint::ZERO && h.gcd(r) == one);
    assert_eq!(&c.cofactor * r, norm_one);
    assert_eq!(c.lambda.gcd(&norm_one), *r);
    assert_eq!((&c.root_exponent * &c.lambda) % &c.cofactor, &c.cofactor - 1u32);
    // p is a primitive twelfth root of unity modulo r.
    assert_eq!((p.pow(4) + 1u32) % r, p.pow(2) % r);
    // lambda.
    let signed = tail::<C>()
        .into_iter()
        .map(|(i, sign)| BigInt::from(p.pow(i as u32)) * sign);
    assert_eq!(BigInt::from(c.lambda.clone()), signed.sum::<BigInt>() + C::LOOP);
    let number = digits::<C>().into_iter().fold(BigInt::ZERO, |sum, d| sum * 2 + d);
    assert_eq!(number, BigInt::from(C::LOOP));
    // The exponent of the output, with the sign of the loop.
    let output: BigInt = (0..).zip(c.output).map(|(i, c)| BigInt::from(p.pow(i)) * c).sum();
    let r = BigInt::from(r.clone());
    let expected: BigInt = C::multiple() * BigInt::from(h) * sign;
    assert_eq!(output.mod_floor(&r), expected.mod_floor(&r));
    assert_eq!(
        (output * BigInt::from(c.target_exponent.clone())).mod_floor(&r),
        BigInt::from(1)
    );
    // The class of order r.
    assert!(c.unity.has_order_r());
    assert_eq!(Torus::<C>::of(&c.unity.lift().pow(c.order.to_u64_digits())), None);
}

/// The kernel of `lambda(psi)` on the twist is the subgroup, and no chord of the loop goes through two equal points.
fn the_loop_decides_membership<C: PairingCurve>(t: BigInt, cofactor: BigInt) {
    let c = C::constants();
    let (p, r) = (BigInt::from(c.modulus.clone()), BigInt::from(c.order.clone()));
    let points: BigInt = &r * &cofactor;
    let gcd = |polynomial: &[BigInt]| norm(polynomial, &t, &p).gcd(&points);
    // Of the possible numbers of points, the twist has this one.
    let q = stray::<C>(&mut rng());
    assert!(q.mul_bigint(unsigned(points.clone()).to_u64_digits()).is_zero());
    assert!(cofactor.is_odd() && cofactor.gcd(&r) == BigInt::from(1));

    let mut reached = vec![BigInt::from(1), BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
    for step in steps::<C>() {
        let (power, sign) = match step {
            Step::Double => {
                reached[0] *= 2;
                continue;
            }
            Step::Add { sign } => (0, sign),
            Step::Frobenius { power, sign } => (power, sign),
        };
        let mut difference = reached.clone();
        difference[power] -= sign;
        assert_eq!(gcd(&difference), BigInt::from(1));
        reached[power] += sign;
    }
    let (power, sign) = *tail::<C>().last().unwrap();
    reached[power] += sign;
    assert_eq!(gcd(&reached), r);
}

fn final_exponentiations_take_the_multiple<C, E>()
where
    C: PairingCurve,
    E: Pairing<TargetField = Fp12Of<C>>,
{
    let f = Fp12Of::<C>::rand(&mut rng());
    let h = (C::constants().modulus.pow(12) - 1u32) / &C::constants().order;
    let power = f.pow((unsigned(C::multiple()) * h).to_u64_digits());
    assert_eq!(E::final_exponentiation(MillerLoopOutput(f)).unwrap().0, power);
}

fn powers_of_w_are_those_of_the_tower<C: PairingCurve>() {
    let mut rng = rng();
    let (a, b) = (Fp12Of::<C>::rand(&mut rng), Fp12Of::<C>::rand(&mut rng));
    // The product modulo w^6 = xi.
    let xi = Fp2Of::<C>::new(C::Fp::from(C::XI), C::Fp::ONE);
    let mut product = [Fp2Of::<C>::ZERO; 6];
    for (i, x) in basis::pairs::<C>(&a).into_iter().enumerate() {
        for (j, y) in basis::pairs::<C>(&b).into_iter().enumerate() {
            product[(i + j) % 6] += if i + j < 6 { x * y } else { x * y * xi };
        }
    }
    assert_eq!(basis::of_pairs::<C>(product), a * b);
    // Each coefficient has its own Frobenius factor.
    for i in 0..12 {
        let mut image = basis::pairs::<C>(&a);
        for (k, z) in (0..).zip(&mut image) {
            *z = basis::conjugate_pair::<C>(*z, i) * basis::frobenius_factor::<C>(i, k);
        }
        assert_eq!(basis::of_pairs::<C>(image), a.frobenius_map(i as usize));
    }
}

fn classes_multiply<C: PairingCurve>() {
    let mut rng = rng();
    let (a, b) = (Fp12Of::<C>::rand(&mut rng), Fp12Of::<C>::rand(&mut rng));
    let [x, y] = [&a, &b].map(|z| Torus::<C>::of(z).unwrap());
    assert_eq!(x.product(&y), Torus::of(&(a * b)));
    assert_eq!(x.square(), Torus::of(&a.square()));
    assert_eq!(Some(x.inverse()), Torus::of(&a.inverse().unwrap()));
    assert_eq!(x.product(&x.inverse()), None);
    for i in 0..4 {
        assert_eq!(x.frobenius(i), Torus::of(&a.frobenius_map(i)));
    }
    let power = a.pow([5]) * a.frobenius_map(1).inverse().unwrap().pow([3]) * a.frobenius_map(3).square();
    assert_eq!(x.power(&[5, -3, 0, 2]), Torus::of(&power));
    // The classes of powers with exponent lambda.
    let power = a.pow(C::constants().lambda.to_u64_digits());
    assert_eq!(Torus::<C>::of(&lambda_power::<C>(&a)), Torus::of(&power));
    assert!(!x.has_order_r());
}

fn values_are_those_of_the_library<C, E>()
where
    C: PairingCurve,
    E: Pairing<TargetField = Fp12Of<C>, G1Affine = Affine<C::G1>, G2Affine = Affine<C::G2>>,
{
    let mut rng = rng();
    for count in 1..3 {
        let pairs: Vec<_> = (0..count).map(|_| random_pair::<C>(&mut rng)).collect();
        let g = E::multi_pairing(pairs.iter().map(|pair| pair.0), pairs.iter().map(|pair| pair.1)).0;
        assert_eq!(model::<C>(&pairs, Some(&g)), Ok(()));
        let witness = Witness::<C>::new(&pairs).unwrap();
        let t = target::<C>(&g).unwrap();
        assert_eq!(witness.value, Some(t));
        assert_eq!(t.output(), Some(g));
        assert_eq!(witness.check(&pairs, &Claim::Constant(t)), Ok(()));
        // Other values are refused.
        for wrong in [g.square(), -g, Fp12Of::<C>::ONE, g * Fp12Of::<C>::from(2u64)] {
            assert_eq!(model::<C>(&pairs, Some(&wrong)), Err(Refusal::Value));
        }
        let wrong = target::<C>(&g.square()).unwrap();
        assert_eq!(witness.check(&pairs, &Claim::Constant(wrong)), Err(Refusal::Class));
        assert_eq!(witness.check(&pairs, &Claim::One), Err(Refusal::Class));
        assert_eq!(model::<C>(&pairs, None), Err(Refusal::Class));
    }
}

fn products_are_one<C: PairingCurve>() {
    let mut rng = rng();
    let pairs = product_of_one::<C>(&mut rng);
    assert_eq!(model::<C>(&pairs, None), Ok(()));
    // The value one does not have order r.
    assert_eq!(model::<C>(&pairs, Some(&Fp12Of::<C>::ONE)), Err(Refusal::Order));
    // The product of these Miller loops is in Fp6.
    let (p, q) = random_pair::<C>(&mut rng);
    assert_eq!(model::<C>(&[(p, q), (-p, q)], None), Ok(()));
    assert_eq!(model::<C>(&[(p, q), (p, q)], None), Err(Refusal::Class));
    assert_eq!(
        model::<C>(&[(Affine::identity(), q)], None),
        Err(Refusal::Identity { pair: 0 })
    );
}

/// If `w` may be outside `Fp6`, the equation `F w c^lambda = 1` has a solution for every element.
fn cofactors_have_to_be_even<C: PairingCurve>() {
    let mut rng = rng();
    let f = Fp12Of::<C>::rand(&mut rng);
    assert_eq!(residue::<C>(&f), None);
    assert_eq!(residue::<C>(&Fp12Of::<C>::ZERO), None);
    let h = (C::constants().modulus.pow(12) - 1u32) / &C::constants().order;
    assert_ne!(f.pow(h.to_u64_digits()), Fp12Of::<C>::ONE);
    let c = Torus::<C>(Fp6Of::<C>::rand(&mut rng));
    let forged = (f * lambda_power::<C>(&c.lift())).inverse().unwrap();
    assert_eq!(f * forged * lambda_power::<C>(&c.lift()), Fp12Of::<C>::ONE);
    assert_ne!(forged.c1, Fp6Of::<C>::ZERO);

    // Such a forgery for a product of pairings.
    let pairs = [random_pair::<C>(&mut rng)];
    let mut witness = Witness::<C>::new(&pairs).unwrap();
    for root in [c, C::constants().unity] {
        witness.root = root;
        assert_eq!(witness.check(&pairs, &Claim::One), Err(Refusal::Class));
    }

    // An r-th power has the expected witness.
    let power = f.pow(C::constants().order.to_u64_digits());
    let (c, w) = residue::<C>(&power).unwrap();
    let w = Fp12Of::<C>::new(w, Fp6Of::<C>::ZERO);
    assert_eq!(power * w * lambda_power::<C>(&c.lift()), Fp12Of::<C>::ONE);
}

/// Any `t` that differs from the product by an `r`-th power has a root, but not the order `r`.
fn values_have_to_be_of_order_r<C: PairingCurve>() {
    let mut rng = rng();
    let pairs = [random_pair::<C>(&mut rng)];
    let mut witness = Witness::<C>::new(&pairs).unwrap();
    let points: Vec<_> = pairs.iter().map(|(p, _)| p.xy().unwrap()).collect();
    let c = Torus::<C>(Fp6Of::<C>::rand(&mut rng));
    let t = Torus::<C>::of(&miller_loop::<C>(&points, &witness.lines, Some(&c))).unwrap();
    let g = t.output().unwrap();
    (witness.root, witness.value) = (c, Some(t));
    assert_eq!(witness.check(&pairs, &Claim::Value(g)), Err(Refusal::Order));
    // The component of order r is the honest value.
    let honest = reduce::<C>(&miller_loop::<C>(&points, &witness.lines, None)).unwrap();
    assert_eq!(reduce::<C>(&t.lift()).unwrap().value, honest.value);
}

fn points_outside_are_refused<C: PairingCurve>() {
    let mut rng = rng();
    let (p, _) = random_pair::<C>(&mut rng);
    for _ in 0..4 {
        let pairs = [random_pair::<C>(&mut rng), (p, stray::<C>(&mut rng))];
        assert_eq!(model::<C>(&pairs, None), Err(Refusal::Subgroup { pair: 1 }));
    }
    let (p, q) = random_pair::<C>(&mut rng);
    let off = Affine::<C::G2>::new_unchecked(q.x, q.y + q.x);
    assert_eq!(model::<C>(&[(p, off)], None), Err(Refusal::NotOnCurve { pair: 0 }));
    let off = Affine::<C::G1>::new_unchecked(p.x, p.y + p.x);
    assert_eq!(model::<C>(&[(off, q)], None), Err(Refusal::NotOnCurve { pair: 0 }));
}

fn other_lines_are_refused<C: PairingCurve>() {
    let mut rng = rng();
    let pairs = product_of_one::<C>(&mut rng);
    let honest = Witness::<C>::new(&pairs).unwrap();
    for step in 0..honest.lines[1].len() {
        for part in 0..4 {
            let mut witness = honest.clone();
            let line = &mut witness.lines[1][step];
            let part = [&mut line.slope, &mut line.mu, &mut line.sum.0, &mut line.sum.1]
                .into_iter()
                .nth(part)
                .unwrap();
            *part += Fp2Of::<C>::ONE;
            assert_eq!(witness.check(&pairs, &Claim::One), Err(Refusal::Line { pair: 1, step }));
        }
    }
    let mut witness = honest.clone();
    witness.lines[1].pop();
    assert_eq!(witness.check(&pairs, &Claim::One), Err(Refusal::Count { pair: 1 }));
    assert_eq!(honest.check(&pairs[..1], &Claim::One), Err(Refusal::Count { pair: 1 }));
}

fn fields_of<C: PairingCurve>() {
    powers_of_w_are_those_of_the_tower::<C>();
    classes_multiply::<C>();
}

fn forgeries_of<C: PairingCurve>() {
    cofactors_have_to_be_even::<C>();
    values_have_to_be_of_order_r::<C>();
    points_outside_are_refused::<C>();
    other_lines_are_refused::<C>();
}

mod bn {
    use super::*;
    use secant_curve::bn254::Bn254 as Library;

    #[test]
    fn constants() {
        let x = &BigInt::from(Bn254::X);
        let p: BigInt = 36 * x.pow(4) + 36 * x.pow(3) + 24 * x.pow(2) + 6 * x + 1;
        let r: BigInt = 36 * x.pow(4) + 36 * x.pow(3) + 18 * x.pow(2) + 6 * x + 1;
        let cofactor = 2 * p.clone() - r.clone();
        the_fields_are_those_of_the_family::<Bn254>(p, r);
        constants_are_what_they_say::<Bn254>(1);
        the_loop_decides_membership::<Bn254>(6 * x.pow(2) + 1, cofactor);
        final_exponentiations_take_the_multiple::<Bn254, Library>();
    }

    #[test]
    fn fields() {
        fields_of::<Bn254>();
    }

    #[test]
    fn values() {
        values_are_those_of_the_library::<Bn254, Library>();
        products_are_one::<Bn254>();
    }

    #[test]
    fn forgeries() {
        forgeries_of::<Bn254>();
    }
}

mod bls {
    use super::*;
    use secant_curve::bls12_381::Bls12_381 as Library;

    #[test]
    fn constants() {
        let x = &BigInt::from(Bls12_381::X);
        let p: BigInt = (x - 1i32).pow(2) * (x.pow(4) - x.pow(2) + 1) / 3 + x;
        let r: BigInt = x.pow(4) - x.pow(2) + 1;
        let high: BigInt = x.pow(8) - 4 * x.pow(7) + 5 * x.pow(6) - 4 * x.pow(4);
        let cofactor = (high + 6 * x.pow(3) - 4 * x.pow(2) - 4 * x + 13) / 9;
        the_fields_are_those_of_the_family::<Bls12_381>(p, r);
        constants_are_what_they_say::<Bls12_381>(-1);
        the_loop_decides_membership::<Bls12_381>(x + 1, cofactor);
        final_exponentiations_take_the_multiple::<Bls12_381, Library>();
    }

    #[test]
    fn fields() {
        fields_of::<Bls12_381>();
    }

    #[test]
    fn values() {
        values_are_those_of_the_library::<Bls12_381, Library>();
        products_are_one::<Bls12_381>();
    }

    #[test]
    fn forgeries() {
        forgeries_of::<Bls12_381>();
    }
}

/// The twist of BLS12-381 has points of order 13, for which the loop adds opposite points: `12 Q + Q`.
#[test]
fn points_of_small_order_have_no_lines() {
    type G2 = Projective<<Bls12_381 as PairingCurve>::G2>;
    let mut rng = rng();
    let stray = stray::<Bls12_381>(&mut rng);
    let exponent = {
        let constants = Bls12_381::constants();
        let cofactor = <<Bls12_381 as PairingCurve>::G2 as ark_ec::CurveConfig>::COFACTOR;
        let cofactor = cofactor.iter().rev().fold(BigUint::ZERO, |x, limb| (x << 64) + limb);
        cofactor / 169u32 * &constants.order
    };
    let mut q: G2 = stray.mul_bigint(exponent.to_u64_digits());
    assert!(!q.is_zero());
    while !q.mul_bigint([13]).is_zero() {
        q = q.mul_bigint([13]);
    }
    let (p, _) = random_pair::<Bls12_381>(&mut rng);
    assert_eq!(
        model::<Bls12_381>(&[(p, q.into_affine())], None),
        Err(Refusal::Line { pair: 0, step: 4 })
    );
}

#[test]
fn steps_are_as_many_as_documented() {
    let count = |steps: Vec<Step>| {
        let doublings = steps.iter().filter(|step| **step == Step::Double).count();
        (doublings, steps.len() - doublings)
    };
    assert_eq!(count(steps::<Bn254>()), (64, 23));
    assert_eq!(count(steps::<Bls12_381>()), (63, 5));
    assert_eq!(Bn254::constants().output, [-4, -8, 8, 16]);
    assert_eq!(Bls12_381::constants().output, [30, -24, 6, 12]);
}
