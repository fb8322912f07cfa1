//! Multiplication with the endomorphism `phi(x, y) = (beta x, y)` of curves `y^2 = x^3 + b` over a prime
//! field, exact for every point.
//!
//! The usual decomposition (Gallant, Lambert, Vanstone) relies on `phi` being multiplication by a constant, which holds
//! in the prime-order subgroup only. Here scalars are reduced by an element that annihilates the whole group. The
//! Frobenius endomorphism `pi` is the identity on the points over the prime field, and it lies in `Z[phi]`
//! (`phi^2 + phi + 1 = 0`). So `alpha = pi - 1 = a0 + a1 phi` maps every point to the identity. A scalar `k` may
//! therefore be replaced by `k - c alpha` for any `c` in `Z[phi]`. With `c` close to `k / alpha`, the two parts have
//! half the bits of the order of the whole group: 128 for secp256k1, 190 for BLS12-381, where the plain method would
//! need 255.

use crate::{
    Annihilator, EndomorphismRing, Halves, Signed,
    curves::sw::{Jacobian, ZeroA},
    recode::wnaf,
    scalars::{
        annihilator::worth_halving,
        sw::{
            interleaved::{Part, interleaved},
            mul::{into_projective, mul, odd_multiples},
        },
    },
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::Field;
use secant_field::context::Typed;

/// The endomorphism of a curve, with the constants that reduce scalars by `alpha = a0 + a1 phi`.
#[derive(Clone, Copy, Debug)]
pub struct Endomorphism<F> {
    beta: F,
    annihilator: Annihilator,
}

impl<F> Endomorphism<F> {
    /// The cube root of unity.
    pub const fn beta(&self) -> &F {
        &self.beta
    }

    /// The endomorphism of the curve for a cube root of unity `beta` and an `alpha` that annihilates the points: all
    /// points of the curve, or those of a subgroup. In the second case it serves that subgroup alone.
    pub const fn new(beta: F, a0: Signed, a1: Signed) -> Self {
        Self {
            beta,
            annihilator: Annihilator::new(EndomorphismRing::Eisenstein, a0, a1),
        }
    }

    /// See [`Annihilator::decompose`].
    pub fn decompose(&self, k: &[u64]) -> Halves {
        self.annihilator.decompose(k)
    }
}

/// The integer multiple `scalar * base`, on a curve with `a = 0` that has the endomorphism.
pub fn mul_with_endomorphism<C: SWCurveConfig>(
    base: &Affine<C>,
    scalar: &[u64],
    endomorphism: &Endomorphism<C::BaseField>,
) -> Projective<C> {
    worth_halving(scalar)
        .filter(|_| !base.is_zero())
        .and_then(|scalar| {
            let p = Jacobian::new(base.x, base.y, C::BaseField::ONE);
            mul_jacobian(&p, scalar, endomorphism)
        })
        .map_or_else(|| mul(base, scalar), into_projective)
}

/// `scalar * p` for a scalar of up to 384 bits; `None` for points of small order.
pub(crate) fn mul_jacobian<F: Field>(
    p: &Jacobian<F>,
    scalar: &[u64],
    endomorphism: &Endomorphism<F>,
) -> Option<Jacobian<F>> {
    const W: u32 = 5;
    let f = &Typed::<F>::new();
    // p is (x, y) on the curve scaled by its z.
    let multiples = odd_multiples(f, &ZeroA, &p.x, &p.y, 1 << (W - 2))?;
    let table = multiples.table(f, &F::ONE);
    let images: Vec<_> = table.iter().map(|(x, y)| (*x * endomorphism.beta, *y)).collect();
    let ((n1, k1), (n2, k2)) = endomorphism.decompose(scalar);
    let part = |negative, digits, table| Part {
        negative,
        digits,
        table,
    };
    let (d1, d2) = (wnaf(&k1, W), wnaf(&k2, W));
    let mut acc = interleaved(f, &ZeroA, &[part(n1, &*d1, &*table), part(n2, &d2, &images)]);
    acc.z *= *multiples.z() * p.z;
    Some(acc)
}
