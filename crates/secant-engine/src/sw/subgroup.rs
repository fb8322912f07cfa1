//! Multiplication in the prime-order subgroup, where an endomorphism is multiplication by a constant.

use super::{
    endomorphism::{Endomorphism, mul_jacobian},
    interleaved::{Part, interleaved},
    jacobian::{Jacobian, ZeroA},
    mul::{into_projective, mul, odd_multiples},
};
use ark_ec::{
    CurveGroup,
    short_weierstrass::{Projective, SWCurveConfig},
};
use ark_ff::{Field, Zero};

/// How to multiply in the prime-order subgroup of a curve `y^2 = x^3 + b`.
#[derive(Clone, Copy, Debug)]
pub enum SubgroupMul<F> {
    /// With two scalars of half the size (Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic curves
    /// with efficient endomorphisms"): an endomorphism whose `alpha` annihilates the subgroup.
    Glv(Endomorphism<F>),
    /// With four scalars of a quarter of the size (Galbraith, Lin, Scott, eprint 2008/194).
    Gls(Psi<F>),
}

/// The endomorphism `psi(x, y) = (c_x x^p, c_y y^p)` of a twist over the quadratic extension, which in the subgroup is
/// multiplication by a number of a quarter of the order's bits, as the parameter of a BLS12 curve is.
#[derive(Clone, Copy, Debug)]
pub struct Psi<F> {
    /// `c_x`.
    pub x: F,
    /// `c_y`.
    pub y: F,
    /// The absolute value of the number.
    pub eigenvalue: u64,
    /// Whether the number is negative.
    pub is_negative: bool,
}

impl<F: Field> Psi<F> {
    /// The image of an affine point.
    pub(super) fn map(&self, (x, y): &(F, F)) -> (F, F) {
        let (mut x, mut y) = (*x, *y);
        x.frobenius_map_in_place(1);
        y.frobenius_map_in_place(1);
        (x * self.x, y * self.y)
    }

    /// The digits of a scalar in base [`Psi::eigenvalue`], for scalars below its fourth power.
    pub(super) fn digits(&self, scalar: &[u64]) -> [u64; 4] {
        let mut rest: [u64; 4] = core::array::from_fn(|i| scalar.get(i).copied().unwrap_or(0));
        let mut digits = [0; 4];
        for digit in &mut digits[..3] {
            (rest, *digit) = secant_field::constants::div_small(&rest, self.eigenvalue);
        }
        digits[3] = rest[0];
        debug_assert!(rest[1..] == [0; 3], "the scalar is not below the order");
        digits
    }

    fn mul(&self, p: &Jacobian<F>, scalar: &[u64]) -> Option<Jacobian<F>> {
        const W: u32 = 5;
        let (mut table, z) = odd_multiples(&Jacobian::new(p.x, p.y, F::ONE), &ZeroA, 1 << (W - 2))?;
        // The table is on the curve scaled by z. Scaled by the norm of z, which the Frobenius map fixes, psi is what it
        // is on the curve itself.
        let z = z * p.z;
        let mut conjugate = z;
        conjugate.frobenius_map_in_place(1);
        let square = conjugate.square();
        let cube = square * conjugate;
        for (x, y) in &mut table {
            *x *= square;
            *y *= cube;
        }
        let mut negative = false;
        let parts = self.digits(scalar).map(|digit| {
            let part = Part::new(negative, &[digit], W, table.clone());
            negative ^= self.is_negative;
            table.iter_mut().for_each(|point| *point = self.map(point));
            part
        });
        let mut acc = interleaved(&parts);
        acc.z *= z * conjugate;
        Some(acc)
    }
}

/// `scalar * base` for a point of the prime-order subgroup and a scalar below its order.
pub fn mul_in_subgroup<C: SWCurveConfig>(
    base: &Projective<C>,
    scalar: &[u64],
    method: &SubgroupMul<C::BaseField>,
) -> Projective<C> {
    if base.is_zero() {
        return *base;
    }
    let p = Jacobian::new(base.x, base.y, base.z);
    let product = match method {
        SubgroupMul::Glv(endomorphism) => mul_jacobian(&p, scalar, endomorphism),
        SubgroupMul::Gls(psi) => psi.mul(&p, scalar),
    };
    // Only points of small order have none.
    product.map_or_else(|| mul(&base.into_affine(), scalar), into_projective)
}
