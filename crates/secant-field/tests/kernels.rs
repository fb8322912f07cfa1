//! Every kernel against arbitrary-precision integers and against arkworks, on boundary and random values.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ff::{AdditiveGroup, BigInt, Field, Fp, FpConfig, PrimeField};
use num_bigint::{BigInt as Integer, BigUint};
use rand::{SeedableRng, rngs::StdRng};
use secant_field::{LazyField, Mont, Prime, PrimeParams, constants::pow2_mod, kernels::Wide};
use std::marker::PhantomData;

/// A prime field in Montgomery form.
trait Raw<const N: usize>: PrimeField<BigInt = BigInt<N>> {
    /// The element with this Montgomery form.
    fn raw(limbs: [u64; N]) -> Self;
    /// The Montgomery form.
    fn limbs(&self) -> [u64; N];
}

impl<C: FpConfig<N>, const N: usize> Raw<N> for Fp<C, N> {
    fn raw(limbs: [u64; N]) -> Self {
        Self(BigInt(limbs), PhantomData)
    }

    fn limbs(&self) -> [u64; N] {
        self.0.0
    }
}

fn values<F: Raw<N>, const N: usize>() -> Vec<F> {
    let mut rng = StdRng::seed_from_u64(1);
    let mut v = vec![F::ZERO, F::ONE, F::NEG_ONE, F::from(2u64), -F::from(2u64)];
    // All limbs full in Montgomery form, as far as the modulus allows, and single high limbs.
    for i in 0..N {
        let mut limbs = [u64::MAX; N];
        limbs[N - 1] = F::MODULUS.0[N - 1] - 1;
        limbs[i] = if i == N - 1 { 0 } else { 1 };
        v.push(F::raw(limbs));
    }
    v.extend(boundary::<F, N>());
    v.extend((0..40).map(|_| F::rand(&mut rng)));
    v
}

/// In Montgomery form: around zero, around what the modulus lacks of a power of two, a limb of ones and the modulus.
fn boundary<F: Raw<N>, const N: usize>() -> Vec<F> {
    let m = F::MODULUS.0;
    let small = |x: u64| core::array::from_fn(|i| if i == 0 { x } else { 0 });
    let below = |x: u64| core::array::from_fn(|i| if i == 0 { m[0].wrapping_sub(x) } else { m[i] });
    let lack = m[0].wrapping_neg();
    let around = [1, 2, lack - 1, lack, lack.wrapping_add(1), u64::MAX];
    let mut limbs: Vec<[u64; N]> = around.map(small).to_vec();
    limbs.extend((1..4).filter(|&x| x <= m[0]).map(below));
    limbs.push(core::array::from_fn(|i| if i + 1 < N { u64::MAX } else { 0 }));
    let values = limbs.into_iter().map(BigInt).filter(|x| *x < F::MODULUS);
    values.map(|x| F::raw(x.0)).collect()
}

fn int<F: PrimeField>(x: &F) -> BigUint {
    x.into_bigint().into()
}

fn up<F: Raw<N>, U: Raw<N>, const N: usize>(x: &F) -> U {
    <U as PrimeField>::from_bigint(BigInt(x.into_bigint().0)).unwrap()
}

fn arithmetic_is_that_of_integers<F: Raw<N>, const N: usize>() {
    let m: BigUint = F::MODULUS.into();
    for a in values::<F, N>() {
        assert_eq!(F::from_bigint(a.into_bigint()), Some(a));
        assert_eq!(int(&a.double()), (int(&a) * 2u8) % &m);
        assert_eq!(int(&-a), (&m - int(&a)) % &m);
        assert_eq!(int(&a.square()), (int(&a) * int(&a)) % &m);
        match a.inverse() {
            None => assert!(int(&a) == BigUint::from(0u8)),
            Some(i) => assert_eq!((int(&a) * int(&i)) % &m, BigUint::from(1u8)),
        }
        for b in values::<F, N>() {
            assert_eq!(int(&(a + b)), (int(&a) + int(&b)) % &m);
            assert_eq!(int(&(a - b)), (&m + int(&a) - int(&b)) % &m);
            assert_eq!(int(&(a * b)), (int(&a) * int(&b)) % &m);
            let sum = F::sum_of_products(&[a, b, a, a], &[b, b, a, -b]);
            let expected = int(&a) * int(&b) + int(&b) * int(&b) + int(&a) * int(&a) + int(&a) * int(&-b);
            assert_eq!(int(&sum), expected % &m);
            let sum3 = F::sum_of_products(&[a, b, b], &[b, b, a]);
            assert_eq!(int(&sum3), (int(&a) * int(&b) * 2u8 + int(&b) * int(&b)) % &m);
            let sum6 = F::sum_of_products(&[a, b, a, b, a, b], &[b, b, a, -b, -a, a]);
            assert_eq!(int(&sum6), (int(&a) * int(&b) * 2u8) % &m);
            let sum2 = F::sum_of_products(&[a, b], &[b, a]);
            assert_eq!(int(&sum2), (int(&a) * int(&b) * 2u8) % &m);
        }
    }
}

fn results_around_zero_and_the_modulus_are_reduced<F: Raw<N>, const N: usize>() {
    let m: BigUint = F::MODULUS.into();
    // Before the last subtraction such products are as often around the modulus as around zero.
    for target in boundary::<F, N>().into_iter().chain([F::ZERO, F::ONE, F::NEG_ONE]) {
        for a in values::<F, N>().into_iter().filter(|a| *a != F::ZERO) {
            let b = target * a.inverse().unwrap();
            assert_eq!(a * b, target);
            assert_eq!(b * a, target);
            assert_eq!((int(&a) * int(&b)) % &m, int(&target));
            assert_eq!(a + (target - a), target);
            assert_eq!((target + a) - a, target);
        }
        if let Some(root) = target.sqrt() {
            assert_eq!(root.square(), target);
            assert_eq!((int(&root) * int(&root)) % &m, int(&target));
        }
    }
}

fn products_without_reduction_are_those_of_integers<F: Raw<N> + LazyField<Wide = Wide<N>>, const N: usize>() {
    let full = F::raw([u64::MAX; N]);
    let limbs = |x: &F| BigUint::from(BigInt(x.limbs()));
    for a in values::<F, N>().into_iter().chain([full]) {
        for b in values::<F, N>().into_iter().chain([full]) {
            let mut wide = Wide::<N>::default();
            F::mul_wide(&mut wide, &a, &b);
            assert_eq!(unsigned(wide.0), limbs(&a) * limbs(&b));
        }
    }
}

fn unsigned<const N: usize>([low, high]: [[u64; N]; 2]) -> BigUint {
    (BigUint::from(BigInt(high)) << (64 * N)) + BigUint::from(BigInt(low))
}

fn montgomery_form_is_that_of_arkworks<F: Raw<N>, U: Raw<N>, const N: usize>() {
    for a in values::<F, N>() {
        assert_eq!(a.limbs(), up::<F, U, N>(&a).limbs());
    }
}

fn derived_constants_are_those_of_arkworks<F: Raw<N>, U: Raw<N>, const N: usize>() {
    assert_eq!(up::<F, U, N>(&F::GENERATOR), U::GENERATOR);
    assert_eq!(F::TWO_ADICITY, U::TWO_ADICITY);
    assert_eq!(up::<F, U, N>(&F::TWO_ADIC_ROOT_OF_UNITY), U::TWO_ADIC_ROOT_OF_UNITY);
    assert_eq!(F::SMALL_SUBGROUP_BASE, U::SMALL_SUBGROUP_BASE);
    assert_eq!(F::SMALL_SUBGROUP_BASE_ADICITY, U::SMALL_SUBGROUP_BASE_ADICITY);
    assert_eq!(
        F::LARGE_SUBGROUP_ROOT_OF_UNITY.map(|x| up::<F, U, N>(&x)),
        U::LARGE_SUBGROUP_ROOT_OF_UNITY
    );
    for a in values::<F, N>() {
        assert_eq!(a.sqrt().map(|x| up::<F, U, N>(&x)), up::<F, U, N>(&a).sqrt());
    }
}

fn integers_at_or_above_the_modulus_are_refused<F: Raw<N>, const N: usize>() {
    assert_eq!(F::from_bigint(F::MODULUS), None);
    assert_eq!(F::from_bigint(BigInt([u64::MAX; N])), None);
}

fn const_arithmetic_agrees<P: PrimeParams<N>, const N: usize>() {
    for a in values::<Prime<P, N>, N>() {
        assert_eq!(
            Mont::<P, N>::const_inverse(&a),
            a.inverse().unwrap_or(Prime::<P, N>::ZERO)
        );
        assert_eq!(Mont::<P, N>::const_neg(&a), -a);
        for k in [0, 1, -1, 2, -5, 9, 1 << 40, i64::MIN] {
            assert_eq!(Mont::<P, N>::const_mul_small(&a, k), a * Prime::<P, N>::from(k));
        }
        for b in boundary::<Prime<P, N>, N>() {
            assert_eq!(Mont::<P, N>::const_add(&a, &b), a + b);
            assert_eq!(Mont::<P, N>::const_mul(&a, &b), a * b);
        }
    }
}

fn powers_of_two_are_those_of_integers<F: Raw<N>, const N: usize>() {
    for k in 0..130 * N {
        let power = (BigUint::from(1u8) << k) % BigUint::from(F::MODULUS);
        assert_eq!(BigUint::from(BigInt(pow2_mod(k, &F::MODULUS.0))), power, "2^{k}");
    }
}

/// The integer, with its sign.
fn value<const N: usize>(t: &Wide<N>) -> Integer {
    if t.is_negative() {
        -Integer::from(unsigned(t.0.map(|half| half.map(|x| !x)))) - 1
    } else {
        unsigned(t.0).into()
    }
}

/// For moduli that leave two bits of their limbs.
fn sums_of_products_are_reduced_once<F: Raw<N> + LazyField<Wide = Wide<N>>, const N: usize>() {
    let m: Integer = BigUint::from(F::MODULUS).into();
    let r = Integer::from(1) << (64 * N);
    let check = |t: &Wide<N>| {
        let mut reduced = F::ZERO;
        F::reduce(&mut reduced, t);
        let reduced = Integer::from(BigUint::from(BigInt(reduced.limbs())));
        assert!(reduced < m);
        let difference = reduced * &r - value(t);
        assert_eq!(difference % &m, Integer::from(0));
    };
    // The largest and the least values that can be reduced, and those around zero.
    let (mut top, mut least) = (Wide::default(), Wide::default());
    top.0 = [[u64::MAX; N], F::MODULUS.0];
    top.0[1][0] -= 1;
    least.0[1] = F::MODULUS.0.map(|x| !x);
    least.0[0][0] = 1;
    least.0[1][0] += 1;
    let minus_one = Wide([[u64::MAX; N]; 2]);
    for t in [top, least, minus_one, Wide::default()] {
        check(&t);
    }
    for a in values::<F, N>() {
        for b in values::<F, N>() {
            let (mut ab, mut aa, mut bb) = (Wide::default(), Wide::default(), Wide::default());
            F::mul_wide(&mut ab, &a, &b);
            F::mul_wide(&mut aa, &a, &a);
            F::mul_wide(&mut bb, &b, &b);
            let mut t = ab;
            t.times(2);
            t.add(&aa);
            assert_eq!(value(&t), value(&ab) * 2 + value(&aa));
            check(&t);
            t.sub(&ab);
            t.sub(&ab);
            t.sub(&ab);
            t.sub(&bb);
            assert_eq!(value(&t), value(&aa) - value(&ab) - value(&bb));
            check(&t);
            let before = value(&t);
            F::sub_modulus_if_nonnegative(&mut t);
            let step = if before < Integer::from(0) {
                Integer::from(0)
            } else {
                &m * &r
            };
            assert_eq!(value(&t), before - step);
            check(&t);
            // Into a sum of two, and a difference.
            let (mut sum, mut difference, mut half) = (F::ZERO, F::ZERO, a);
            F::add_unreduced(&mut sum, &a, &b);
            assert_eq!(
                BigUint::from(BigInt(sum.limbs())),
                BigUint::from(BigInt(a.limbs())) + BigUint::from(BigInt(b.limbs()))
            );
            F::sub_unreduced(&mut difference, &a, &b, 2);
            assert_eq!(
                Integer::from(BigUint::from(BigInt(difference.limbs()))),
                Integer::from(BigUint::from(BigInt(a.limbs())))
                    + (&m - Integer::from(BigUint::from(BigInt(b.limbs())))) * 2
            );
            half.halve();
            assert_eq!(half.double(), a);
        }
    }
}

/// Tests of a field with the given parameters, the modulus of which is that of `$upstream`: these, and more.
macro_rules! same_as_upstream {
    ($name:ident, $params:ident, $n:literal, $upstream:ty, $generator:expr, $small:expr $(, $more:ident)*) => {
        struct $params;
        impl PrimeParams<$n> for $params {
            const MODULUS: BigInt<$n> = <$upstream as PrimeField>::MODULUS;
            const GENERATOR: i64 = $generator;
            const SMALL_SUBGROUP: Option<(u32, u32)> = $small;
        }
        mod $name {
            use super::*;
            type F = Prime<$params, $n>;

            #[test]
            fn arithmetic_is_that_of_integers() {
                super::arithmetic_is_that_of_integers::<F, $n>();
            }

            #[test]
            fn results_around_zero_and_the_modulus_are_reduced() {
                super::results_around_zero_and_the_modulus_are_reduced::<F, $n>();
            }

            #[test]
            fn products_without_reduction_are_those_of_integers() {
                super::products_without_reduction_are_those_of_integers::<F, $n>();
            }

            #[test]
            fn montgomery_form_is_that_of_arkworks() {
                super::montgomery_form_is_that_of_arkworks::<F, $upstream, $n>();
            }

            #[test]
            fn derived_constants_are_those_of_arkworks() {
                super::derived_constants_are_those_of_arkworks::<F, $upstream, $n>();
            }

            #[test]
            fn integers_at_or_above_the_modulus_are_refused() {
                super::integers_at_or_above_the_modulus_are_refused::<F, $n>();
            }

            #[test]
            fn powers_of_two_are_those_of_integers() {
                super::powers_of_two_are_those_of_integers::<F, $n>();
            }

            #[test]
            fn const_arithmetic_agrees() {
                super::const_arithmetic_agrees::<$params, $n>();
            }

            $(
                #[test]
                fn $more() {
                    super::$more::<F, $n>();
                }
            )*
        }
    };
}

same_as_upstream!(
    bls12_381_fq,
    P381,
    6,
    ark_bls12_381::Fq,
    2,
    Some((3, 2)),
    sums_of_products_are_reduced_once
);
same_as_upstream!(
    bls12_377_fq,
    P377,
    6,
    ark_bls12_377::Fq,
    15,
    None,
    sums_of_products_are_reduced_once
);
same_as_upstream!(
    bn254_fq,
    P254,
    4,
    ark_bn254::Fq,
    3,
    None,
    sums_of_products_are_reduced_once
);
same_as_upstream!(bls12_381_fr, P255, 4, ark_bls12_381::Fr, 7, Some((3, 1)));
same_as_upstream!(
    bw6_761_fq,
    P761,
    12,
    ark_bw6_761::Fq,
    2,
    None,
    sums_of_products_are_reduced_once
);
same_as_upstream!(secp256k1_fq, K256, 4, ark_secp256k1::Fq, 3, Some((3, 1)));
same_as_upstream!(secp256k1_fr, N256, 4, ark_secp256k1::Fr, 7, Some((3, 1)));
same_as_upstream!(secp256r1_fq, P256, 4, ark_secp256r1::Fq, 2, None);
same_as_upstream!(secp256r1_fr, R256, 4, ark_secp256r1::Fr, 11, None);
