//! Target groups, compared with upstream's exponentiations, one by one.

use crate::model::{carry, limbs, transfer_all};
use crate::pairings::PairingModel;
use crate::samples::{rng, scalars};
use ark_ec::{AdditiveGroup, pairing::PairingOutput};
use ark_ff::{CyclotomicMultSubgroup, Field, PrimeField, UniformRand};
use rand::{Rng, rngs::StdRng};
use secant_curve::{
    HostError,
    gt::{self, TargetGroup},
};

/// Distinct elements of the target group.
fn members<V: PairingModel>(n: usize, rng: &mut StdRng) -> Vec<PairingOutput<V>> {
    let (mut power, factor) = (PairingOutput::<V>::rand(rng), PairingOutput::<V>::rand(rng));
    let mut next = || {
        power = power.double() + factor;
        power
    };
    (0..n).map(|_| next()).collect()
}

/// Elements and exponents, many of them special values.
fn terms<V: PairingModel>(n: usize, rng: &mut StdRng) -> (Vec<PairingOutput<V>>, Vec<V::ScalarField>) {
    let mut elements = members::<V>(n, rng);
    let mut exponents: Vec<V::ScalarField> = scalars(n, rng);
    for i in 0..n {
        match rng.gen_range(0..14) {
            0 => elements[i] = PairingOutput::ZERO,
            1 => elements[i] = elements[0],
            2 => elements[i] = -elements[0],
            3 => exponents[i] = V::ScalarField::ZERO,
            4 => exponents[i] = V::ScalarField::ONE,
            5 => exponents[i] = -V::ScalarField::ONE,
            6 => exponents[i] = exponents[0],
            7 => exponents[i] = -exponents[0],
            8 => exponents[i] = V::ScalarField::from(rng.r#gen::<u8>()),
            _ => {}
        }
    }
    (elements, exponents)
}

/// Products and powers, both checked and unchecked.
pub fn exponentiations<E: PairingModel + TargetGroup, V: PairingModel>() {
    let mut rng = rng(10);
    for n in (0..=20).chain([64]) {
        let (elements, exponents) = terms::<V>(n, &mut rng);
        let power = |(g, e): (&PairingOutput<V>, &V::ScalarField)| g.0.cyclotomic_exp(e.into_bigint());
        let powers: Vec<_> = elements.iter().zip(&exponents).map(power).collect();
        let product = limbs(&powers.iter().product::<V::TargetField>());
        let powers: Vec<_> = powers.iter().map(limbs).collect();

        let (g, e): (Vec<PairingOutput<E>>, Vec<E::ScalarField>) = (transfer_all(&elements), transfer_all(&exponents));
        for tested in [gt::multi_exp(&g, &e), gt::multi_exp_unchecked(&g, &e)] {
            assert_eq!(limbs(&tested.unwrap()), product, "{n} elements");
        }
        for tested in [gt::exp_each(&g, &e), gt::exp_each_unchecked(&g, &e)] {
            assert_eq!(tested.unwrap().iter().map(limbs).collect::<Vec<_>>(), powers);
        }
        if let [.., last] = &g[..] {
            let base = gt::FixedBase::new(last, n).unwrap();
            assert_eq!(base.exp_each(&e), gt::exp_each(&vec![*last; n], &e).unwrap());
            assert_eq!(base.element(), *last);
        }
        if let ([.., g], [.., e]) = (&g[..], &e[..]) {
            for tested in [gt::exp(g, e), gt::exp_unchecked(g, e)] {
                assert_eq!(limbs(&tested.unwrap()), powers[n - 1]);
            }
        }
        assert_eq!(gt::are_in_target_group(&g), vec![true; n]);
    }
}

/// An element of the cyclotomic subgroup. It is in the target group only by chance.
fn cyclotomic<F: Field>(rng: &mut StdRng) -> F {
    let (f, k) = (F::rand(rng), F::extension_degree() as usize);
    let unitary = f.frobenius_map(k / 2) * f.inverse().unwrap();
    unitary.frobenius_map(k / 6) * unitary
}

/// Elements outside the group are refused in every position, also with the exponent zero.
pub fn outsiders<E: PairingModel + TargetGroup, V: PairingModel>() {
    let mut rng = rng(11);
    let members = members::<V>(20, &mut rng);
    let any = V::TargetField::rand(&mut rng);
    let in_subgroup = cyclotomic::<V::TargetField>(&mut rng);
    assert_eq!(in_subgroup.cyclotomic_square(), in_subgroup.square());
    let outside = [
        V::TargetField::ZERO,
        -V::TargetField::ONE,
        V::TargetField::from(2u8),
        any,
        any.frobenius_map(V::TargetField::extension_degree() as usize / 2) * any.inverse().unwrap(),
        -members[0].0,
        in_subgroup,
        in_subgroup * members[0].0,
    ];
    for outside in outside {
        for n in [1, 3, 4, 20] {
            let mut elements: Vec<PairingOutput<E>> = transfer_all(&members[..n]);
            let mut exponents: Vec<E::ScalarField> = transfer_all(&scalars::<V::ScalarField>(n, &mut rng));
            let at = rng.gen_range(0..n);
            elements[at].0 = carry(&outside);
            if rng.r#gen() {
                exponents[at] = E::ScalarField::ZERO;
            }
            let inside = gt::are_in_target_group(&elements);
            assert!(inside.iter().enumerate().all(|(i, inside)| *inside == (i != at)));
            assert_eq!(gt::multi_exp(&elements, &exponents), Err(HostError::NotInTargetGroup));
            assert_eq!(gt::exp_each(&elements, &exponents), Err(HostError::NotInTargetGroup));
            assert_eq!(gt::exp(&elements[at], &exponents[at]), Err(HostError::NotInTargetGroup));
            let base = gt::FixedBase::new(&elements[at], n);
            assert_eq!(base.unwrap_err(), HostError::NotInTargetGroup);
            // The unchecked form only promises not to panic.
            let _ = gt::multi_exp_unchecked(&elements, &exponents);
            let _ = gt::exp_each_unchecked(&elements, &exponents);
            let _ = gt::FixedBase::new_unchecked(&elements[at], n).exp_each(&exponents);
        }
    }
}

/// Lists of different lengths are an error, whatever they contain.
pub fn unequal_counts<E: PairingModel + TargetGroup, V: PairingModel>() {
    let elements: Vec<PairingOutput<E>> = transfer_all(&[PairingOutput::<V>(-V::TargetField::ONE); 2]);
    let exponents = [E::ScalarField::ONE; 2];
    for (n, m) in [(2, 1), (1, 2), (1, 0), (0, 1)] {
        let (g, e) = (&elements[..n], &exponents[..m]);
        for result in [gt::multi_exp(g, e), gt::multi_exp_unchecked(g, e)] {
            assert_eq!(result, Err(HostError::UnequalCounts));
        }
        for result in [gt::exp_each(g, e), gt::exp_each_unchecked(g, e)] {
            assert_eq!(result, Err(HostError::UnequalCounts));
        }
    }
}
