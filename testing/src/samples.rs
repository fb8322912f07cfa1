//! Points and scalars that are likely to reveal faults. The oracle makes them, so that they do not depend on the code
//! under test.

use crate::model::{GroupModel, naive, order_plus};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// The random generator of every test.
pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Points of the prime-order subgroup.
pub fn subgroup<U: GroupModel>(n: usize, rng: &mut StdRng) -> Vec<U::Affine> {
    let (mut p, q) = (U::rand(rng), U::rand(rng));
    let points: Vec<U> = (0..n)
        .map(|_| {
            p = p.double() + q;
            p
        })
        .collect();
    U::normalize_batch(&points)
}

/// Points of the whole curve, or of the subgroup if the addition law covers only that.
pub fn whole_curve<U: GroupModel>(n: usize, rng: &mut StdRng) -> Vec<U::Affine> {
    if U::is_complete() {
        (0..n).map(|_| U::any(rng)).collect()
    } else {
        subgroup::<U>(n, rng)
    }
}

/// The identity, the generator, points of the subgroup and of the whole curve, and points of small order if there are
/// any.
pub fn special<U: GroupModel>(rng: &mut StdRng) -> Vec<U::Affine> {
    let mut points = vec![U::Affine::zero(), U::Affine::generator()];
    points.extend(subgroup::<U>(2, rng));
    points.extend(whole_curve::<U>(2, rng));
    if U::is_complete() && !<U::Config as ark_ec::CurveConfig>::cofactor_is_one() {
        let order = order_plus::<U::ScalarField>(0);
        points.push(naive::<U>(&U::any(rng), &order).into_affine());
    }
    points
}

/// A point of order two, if a complete curve has one.
pub fn order_two<U: GroupModel>(rng: &mut StdRng) -> Option<U::Affine> {
    let cofactor = <U::Config as ark_ec::CurveConfig>::COFACTOR;
    if !U::is_complete() || cofactor.first().is_none_or(|limb| limb % 2 == 1) {
        return None;
    }
    // The odd part of the order maps any point to one whose order is a power of two.
    let order = order_plus::<U::ScalarField>(0);
    let mut odd = cofactor.to_vec();
    while odd[0] % 2 == 0 {
        let mut carry = 0;
        for limb in odd.iter_mut().rev() {
            (*limb, carry) = (*limb >> 1 | carry << 63, *limb & 1);
        }
    }
    loop {
        let p = naive::<U>(&naive::<U>(&U::any(rng), &order).into_affine(), &odd);
        let doubles = core::iter::successors(Some(p), |p| Some(p.double()));
        if let Some(p) = doubles.take_while(|p| !p.is_zero()).last() {
            return Some(p.into_affine());
        }
    }
}

/// The same point with another denominator.
pub fn rescaled<U: GroupModel>(p: &U::Affine, rng: &mut StdRng) -> U {
    let q = U::rand(rng);
    (q + p) - q
}

/// Integers of zero to ten limbs, around the limits that matter.
pub fn integers<F: PrimeField>(rng: &mut StdRng) -> Vec<Vec<u64>> {
    let mut all = vec![vec![], vec![0], vec![0, 0, 0]];
    all.extend((1..=17).map(|x| vec![x]));
    all.extend((-2..=2).map(order_plus::<F>));
    for n in 1..=10 {
        all.push(vec![u64::MAX; n]);
        all.push((0..n).map(|_| rng.r#gen()).collect());
        all.push((0..n).map(|i| u64::from(i + 1 == n)).collect());
    }
    all
}

/// Replaces many scalars and bases by special values.
pub fn insert_special_values<U: GroupModel>(bases: &mut [U::Affine], scalars: &mut [U::ScalarField], rng: &mut StdRng) {
    for i in 0..bases.len() {
        match rng.gen_range(0..14) {
            0 => bases[i] = U::Affine::zero(),
            1 => bases[i] = bases[0],
            2 => bases[i] = (-bases[0].into_group()).into_affine(),
            3 => scalars[i] = U::ScalarField::ZERO,
            4 => scalars[i] = U::ScalarField::ONE,
            5 => scalars[i] = -U::ScalarField::ONE,
            6 => scalars[i] = scalars[0],
            7 => scalars[i] = -scalars[0],
            8 => scalars[i] = U::ScalarField::from(rng.r#gen::<u8>()),
            9 => scalars[i] = -U::ScalarField::from(rng.r#gen::<u8>()),
            _ => {}
        }
    }
}

/// Uniform scalars.
pub fn scalars<F: Field>(n: usize, rng: &mut StdRng) -> Vec<F> {
    (0..n).map(|_| F::rand(rng)).collect()
}

/// Elements of a prime field at the limits of limbs and of the modulus, then random ones.
pub fn prime_values<F: PrimeField>(rng: &mut StdRng) -> Vec<F> {
    let mut all = vec![F::zero(), F::one(), -F::one(), F::from(2u8), -F::from(2u8)];
    for i in 0..F::BigInt::NUM_LIMBS as u64 {
        let power = F::from(2u8).pow([64 * i]);
        all.extend([power, power - F::one(), -power, F::from(u64::MAX) * power]);
    }
    // The Montgomery form of one is 2^(64 n), so these have single limbs in memory.
    let inverse = F::from(2u8).pow([64 * F::BigInt::NUM_LIMBS as u64]).inverse().unwrap();
    all.extend([inverse, -inverse]);
    all.extend((0..8).map(|_| F::rand(rng)));
    all
}
