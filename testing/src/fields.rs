//! Fields and towers, compared with upstream's.

use crate::model::{FieldModel, carry, limbs};
use crate::samples::{prime_values, rng};
use ark_ff::{BigInteger, PrimeField};
use ark_serialize::{Compress, Validate};
use rand::{Rng, rngs::StdRng};

/// Elements with special or random coefficients, in upstream's types.
fn values<U: FieldModel>(rng: &mut StdRng) -> Vec<U> {
    let pool = prime_values::<U::BasePrimeField>(rng);
    let degree = U::extension_degree() as usize;
    let mut all: Vec<U> = pool.iter().map(|x| U::from_base_prime_field(*x)).collect();
    if degree > 1 {
        all.truncate(5);
        all.extend((0..16).map(|_| {
            let coefficients: Vec<_> = (0..degree).map(|_| pool[rng.gen_range(0..pool.len())]).collect();
            U::from_base_prime_field_elems(coefficients).unwrap()
        }));
        all.extend((0..8).map(|_| U::rand(rng)));
    }
    all
}

/// Compares all parameters, and checks that the raw form of an element stands for the same integers.
pub fn constants<F: FieldModel, U: FieldModel>() {
    assert_eq!(F::constants(), U::constants());
    assert_eq!(F::characteristic(), U::characteristic());
    assert_eq!(F::extension_degree(), U::extension_degree());
    for u in values::<U>(&mut rng(1)) {
        let f: F = carry(&u);
        let tested: Vec<Vec<u64>> = f
            .to_base_prime_field_elements()
            .map(|c| c.into_bigint().as_ref().to_vec())
            .collect();
        let oracle: Vec<Vec<u64>> = u
            .to_base_prime_field_elements()
            .map(|c| c.into_bigint().as_ref().to_vec())
            .collect();
        assert_eq!(tested, oracle);
        assert_eq!(f.to_string(), u.to_string());
    }
    // The same random bits give the same element.
    assert_eq!(limbs(&F::rand(&mut rng(2))), limbs(&U::rand(&mut rng(2))));
}

/// Every operation, on all pairs of special values.
pub fn arithmetic<F: FieldModel, U: FieldModel>() {
    let mut rng = rng(3);
    let us = values::<U>(&mut rng);
    let fs: Vec<F> = us.iter().map(carry).collect();
    let same = |f: F, u: U, what: &str| assert_eq!(limbs(&f), limbs(&u), "{what}");
    for (i, (f, u)) in fs.iter().zip(&us).enumerate() {
        same(-*f, -*u, "negation");
        same(f.double(), u.double(), "doubling");
        same(f.square(), u.square(), "square");
        assert_eq!(
            f.inverse().map(|x| limbs(&x)),
            u.inverse().map(|x| limbs(&x)),
            "inverse"
        );
        let exponent: [u64; 3] = rng.r#gen();
        same(f.pow(exponent), u.pow(exponent), "power");
        for power in 0..=U::extension_degree() as usize + 1 {
            same(f.frobenius_map(power), u.frobenius_map(power), "Frobenius");
        }
        let scalar = U::BasePrimeField::from(rng.r#gen::<u128>());
        same(
            f.mul_by_base_prime_field(&carry(&scalar)),
            u.mul_by_base_prime_field(&scalar),
            "base field multiple",
        );
        for (g, v) in fs.iter().zip(&us) {
            same(*f + g, *u + v, "sum");
            same(*f - g, *u - v, "difference");
            same(*f * g, *u * v, "product");
            assert_eq!(f.cmp(g), u.cmp(v), "order");
        }
        let at = |k: usize| (i + k) % us.len();
        let (a, b) = ([0, 1, 2, 3].map(at), [5, 4, 7, 6].map(at));
        let f4 = F::sum_of_products(&a.map(|k| fs[k]), &b.map(|k| fs[k]));
        same(
            f4,
            U::sum_of_products(&a.map(|k| us[k]), &b.map(|k| us[k])),
            "sum of four products",
        );
        let f2 = F::sum_of_products(&[fs[a[0]], fs[a[1]]], &[fs[b[0]], fs[b[1]]]);
        same(
            f2,
            U::sum_of_products(&[us[a[0]], us[a[1]]], &[us[b[0]], us[b[1]]]),
            "sum of two products",
        );
    }
}

/// Square roots and Legendre symbols, only for fields with the precomputation.
pub fn roots<F: FieldModel, U: FieldModel>() {
    for u in values::<U>(&mut rng(4)) {
        for u in [u, u.square()] {
            let f: F = carry(&u);
            assert_eq!(f.legendre(), u.legendre());
            assert_eq!(f.sqrt().map(|x| limbs(&x)), u.sqrt().map(|x| limbs(&x)));
        }
    }
}

/// Encodings of elements, and the same answer to bytes that are not an element.
pub fn encoding<F: FieldModel, U: FieldModel>() {
    let mut rng = rng(5);
    let modulus: Vec<u8> = U::characteristic().iter().flat_map(|l| l.to_le_bytes()).collect();
    for compress in [Compress::Yes, Compress::No] {
        for u in values::<U>(&mut rng) {
            let f: F = carry(&u);
            let (mut tested, mut oracle) = (vec![], vec![]);
            f.serialize_with_mode(&mut tested, compress).unwrap();
            u.serialize_with_mode(&mut oracle, compress).unwrap();
            assert_eq!(tested, oracle);
            assert_eq!(f.serialized_size(compress), oracle.len());
            let width = oracle.len() / U::extension_degree() as usize;
            let mut inputs = vec![
                oracle.clone(),
                oracle[..oracle.len() - 1].to_vec(),
                vec![],
                vec![255; oracle.len()],
            ];
            for at in (0..oracle.len()).step_by(width) {
                let mut not_reduced = oracle.clone();
                not_reduced[at..at + width].copy_from_slice(&modulus[..width]);
                inputs.push(not_reduced.clone());
                not_reduced[at] -= 1;
                inputs.push(not_reduced);
                let mut high = oracle.clone();
                high[at + width - 1] |= 0x80;
                inputs.push(high);
            }
            for bytes in inputs {
                for validate in [Validate::Yes, Validate::No] {
                    let tested = F::deserialize_with_mode(&bytes[..], compress, validate).ok();
                    let oracle = U::deserialize_with_mode(&bytes[..], compress, validate).ok();
                    assert_eq!(tested.map(|x| limbs(&x)), oracle.map(|x| limbs(&x)), "{bytes:?}");
                }
            }
            assert_eq!(
                F::from_random_bytes(&oracle).map(|x| limbs(&x)),
                U::from_random_bytes(&oracle).map(|x| limbs(&x))
            );
        }
    }
}

/// Operations of prime fields only: reduction of bytes and integers, and refusal of integers that are not reduced.
pub fn integers<F: PrimeField + FieldModel, U: PrimeField<BigInt = F::BigInt> + FieldModel>() {
    let mut rng = rng(6);
    for n in 0..=3 * U::BigInt::NUM_LIMBS * 8 {
        let bytes: Vec<u8> = (0..n).map(|_| rng.r#gen()).collect();
        assert_eq!(
            limbs(&F::from_le_bytes_mod_order(&bytes)),
            limbs(&U::from_le_bytes_mod_order(&bytes))
        );
        assert_eq!(
            limbs(&F::from_be_bytes_mod_order(&bytes)),
            limbs(&U::from_be_bytes_mod_order(&bytes))
        );
    }
    for x in [0, 1, 1 << 64, u128::MAX, rng.r#gen()] {
        assert_eq!(limbs(&F::from(x)), limbs(&U::from(x)));
    }
    let mut above = U::MODULUS;
    above.add_with_carry(&1u64.into());
    assert!(F::from_bigint(U::MODULUS).is_none() && F::from_bigint(above).is_none());
    let mut below = U::MODULUS;
    below.sub_with_borrow(&1u64.into());
    assert_eq!(F::from_bigint(below), Some(-F::one()));
    // Upstream panics on orders that a `usize` does not hold.
    let large = 1 << if usize::BITS > 32 { 33 } else { 31 };
    for n in [1u64, 2, 3, 4, 6, 9, 12, 1 << 10, large] {
        let tested = F::get_root_of_unity(n).map(|x| limbs(&x));
        assert_eq!(tested, U::get_root_of_unity(n).map(|x| limbs(&x)), "root of order {n}");
    }
}
