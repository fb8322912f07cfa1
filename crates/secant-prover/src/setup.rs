//! Reference strings: insecure ones for tests, and Lagrange's basis from the powers of a secret.

mod lagrange;
mod multiples;

use crate::convert::{self, F, Fr};
use ark_ff::{Field, batch_inversion};
use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, G1Affine, G2Affine},
        ff::{Field as _, PrimeField},
        group::Curve,
    },
    poly::{
        commitment::{Params, ParamsProver},
        kzg::commitment::ParamsKZG,
    },
};
use multiples::multiples_of_generator;
use rand::RngCore;
use rayon::prelude::*;

/// A reference string for `2^k` rows with a secret from the generator `rng`. It equals that of `ParamsKZG::setup` and
/// is made many times faster.
///
/// This process knows the secret, and whoever knows it can prove false statements. So use it only for tests.
///
/// # Panics
/// If `k` is above 28.
pub fn unsafe_setup(k: u32, mut rng: impl RngCore) -> ParamsKZG<Bn256> {
    assert!(k <= Fr::S, "2^28 is the largest domain of the scalar field");
    let secret = Fr::random(&mut rng);
    let scalars = [powers(convert::scalar(&secret), k), lagrange_at(&secret, k)].concat();
    let mut points = multiples_of_generator(&scalars);
    let lagrange = points.split_off(1 << k);
    let g2 = G2Affine::generator();
    stock(k, points, lagrange, g2, (g2 * secret).to_affine())
}

/// Cuts a reference string to `2^k` rows. The result is that of `Params::downsize`, computed faster.
///
/// # Panics
/// If the string has fewer than `2^k` powers.
pub fn downsize(params: &ParamsKZG<Bn256>, k: u32) -> ParamsKZG<Bn256> {
    assert!(k <= params.k(), "no more rows than the reference string has");
    from_powers(k, params.get_g()[..1 << k].to_vec(), params.g2(), params.s_g2())
}

/// Makes a reference string from the powers of a secret in the first group and its first two powers in the second, and
/// computes Lagrange's basis. Nothing is checked.
///
/// # Panics
/// If the number of powers is not `2^k`.
pub fn from_powers(k: u32, powers: Vec<G1Affine>, g2: G2Affine, s_g2: G2Affine) -> ParamsKZG<Bn256> {
    assert!(k <= Fr::S && powers.len() == 1 << k, "2^k powers");
    let lagrange = lagrange::of_powers(&powers, root_of_unity(k));
    stock(k, powers, lagrange, g2, s_g2)
}

/// Puts the parts into halo2's type.
fn stock(k: u32, g: Vec<G1Affine>, lagrange: Vec<G1Affine>, g2: G2Affine, s_g2: G2Affine) -> ParamsKZG<Bn256> {
    // The constructor is a method, so any string serves to call it.
    let any = ParamsKZG::<Bn256>::setup(1, rand::rngs::mock::StepRng::new(1, 1));
    any.from_parts(k, g, Some(lagrange), g2, s_g2)
}

/// The root of unity that halo2 uses for `2^k` rows.
fn root_of_unity(k: u32) -> F {
    let root = (k..Fr::S).fold(Fr::ROOT_OF_UNITY, |root, _| root.square());
    convert::scalar(&root)
}

/// The number of elements in a task for one thread.
const PART: usize = 1 << 10;

/// The first `2^k` of `1, x, x^2, ...`.
fn powers(x: F, k: u32) -> Vec<F> {
    let mut all = vec![F::ONE; 1 << k];
    all.par_chunks_mut(PART).enumerate().for_each(|(i, part)| {
        let mut power = x.pow([(i * PART) as u64]);
        for to in part {
            *to = power;
            power *= x;
        }
    });
    all
}

/// The values at `x` of Lagrange's basis for `2^k` rows: `w^i (x^n - 1) / (n (x - w^i))`.
fn lagrange_at(x: &Fr, k: u32) -> Vec<F> {
    let x = convert::scalar(x);
    let roots = powers(root_of_unity(k), k);
    let n = F::from(1u64 << k);
    let vanishing = x.pow([1u64 << k]) - F::ONE;
    let Some(factor) = n
        .inverse()
        .map(|inverse| vanishing * inverse)
        .filter(|_| vanishing != F::from(0u64))
    else {
        // At a root of unity one polynomial is one and the others vanish.
        return roots.iter().map(|root| F::from(u64::from(*root == x))).collect();
    };
    let mut values = roots;
    values.par_chunks_mut(PART).for_each(|roots| {
        let mut inverses: Vec<F> = roots.iter().map(|root| x - root).collect();
        batch_inversion(&mut inverses);
        for (root, inverse) in roots.iter_mut().zip(inverses) {
            *root *= factor * inverse;
        }
    });
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use halo2_axiom::SerdeFormat;
    use rand::{SeedableRng, rngs::StdRng};

    fn bytes(params: &ParamsKZG<Bn256>) -> Vec<u8> {
        let mut bytes = Vec::new();
        params
            .write_custom(&mut bytes, SerdeFormat::RawBytes)
            .expect("a vector takes everything");
        bytes
    }

    /// From the same generator halo2 makes the same string, byte for byte.
    #[test]
    fn as_halo2_makes_them() {
        for k in [0, 1, 2, 5, 9, 11] {
            let rng = || StdRng::seed_from_u64(u64::from(k));
            let stock = ParamsKZG::<Bn256>::setup(k, rng());
            assert!(bytes(&unsafe_setup(k, rng())) == bytes(&stock), "{k}");
        }
    }

    #[test]
    fn as_halo2_cuts_them_down() {
        let params = ParamsKZG::<Bn256>::setup(7, StdRng::seed_from_u64(1));
        for k in 1..=7 {
            let mut stock = params.clone();
            stock.downsize(k);
            assert!(bytes(&downsize(&params, k)) == bytes(&stock), "{k}");
        }
    }

    #[test]
    fn at_a_root() {
        let root = Fr::ROOT_OF_UNITY.pow([3u64 << (Fr::S - 4)]);
        let values = lagrange_at(&root, 4);
        let expected: Vec<F> = (0..16).map(|i| F::from(u64::from(i == 3))).collect();
        assert_eq!(values, expected);
    }
}
