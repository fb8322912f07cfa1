//! Multiplication in the prime-order subgroup, where an endomorphism acts as multiplication by a constant.

use crate::{
    Signed,
    curves::sw::{Jacobian, ZeroA},
    recode::wnaf,
    scalars::{
        annihilator::{mul_wide, polynomial, quotient},
        sw::{
            endomorphism::{Endomorphism, mul_jacobian},
            interleaved::{Part, interleaved},
            mul::{into_projective, mul, odd_multiples},
        },
    },
};
use ark_ec::{
    CurveGroup,
    short_weierstrass::{Projective, SWCurveConfig},
};
use ark_ff::{Field, Zero};
use secant_field::context::Typed;

/// How to multiply in the prime-order subgroup of a curve `y^2 = x^3 + b`.
#[derive(Clone, Copy, Debug)]
pub enum SubgroupMul<F> {
    /// With two scalars of half the size (Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic curves
    /// with efficient endomorphisms"), by an endomorphism whose `alpha` annihilates the subgroup.
    Glv(Endomorphism<F>),
    /// With four scalars of a quarter of the size (Galbraith, Lin, Scott, eprint 2008/194).
    Gls(Psi<F>),
}

impl<F: Field> SubgroupMul<F> {
    /// By `phi(x, y) = (beta x, y)` for a cube root of unity `beta`. `a0 + a1 phi` annihilates the subgroup, where `a0`
    /// and `a1` are the values of polynomials at `x`, given by their coefficients, lowest first.
    pub const fn glv(beta: F, (x, x_is_negative): (u64, bool), a0: &[i64], a1: &[i64]) -> Self {
        Self::Glv(Endomorphism::new(
            beta,
            Signed::polynomial(x, x_is_negative, a0),
            Signed::polynomial(x, x_is_negative, a1),
        ))
    }

    /// By the endomorphism `psi` with the coefficients `(c_x, c_y)`.
    pub const fn gls((x, y): (F, F), quarters: Quarters) -> Self {
        Self::Gls(Psi { x, y, quarters })
    }
}

/// The endomorphism `psi(x, y) = (c_x x^p, c_y y^p)` of a twist over the quadratic extension.
#[derive(Clone, Copy, Debug)]
pub struct Psi<F> {
    /// `c_x`.
    pub x: F,
    /// `c_y`.
    pub y: F,
    /// How scalars are split into four parts.
    pub quarters: Quarters,
}

/// How scalars are split into four parts of a quarter of the order's bits: `k P = sum k_i psi^i(P)` in the subgroup.
#[derive(Clone, Copy, Debug)]
pub enum Quarters {
    /// `psi` is multiplication by a number of a quarter of the order's bits, such as the parameter of a BLS12 curve.
    /// The parts are the scalar's digits in that base.
    Base {
        /// The absolute value of the number.
        eigenvalue: u64,
        /// Whether the number is negative.
        is_negative: bool,
    },
    /// By the lattice of a BN curve.
    Lattice(&'static Lattice),
}

/// Four relations between the powers of `psi` on the subgroup of a BN curve's twist.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// `sum relations[i][j] psi^j` is zero for every `i`.
    relations: [[i128; 4]; 4],
    /// The coefficients that express the number one in the relations, times `2^256`, rounded towards zero, and whether
    /// they are negative.
    one: [(bool, [u64; 4]); 4],
}

impl Lattice {
    /// For the curve with the positive parameter `x` (Galbraith, Scott, "Exponentiation in pairing-friendly groups
    /// using homomorphisms", 2008; the determinant of the relations is three times the order).
    pub const fn bn(x: u64) -> Self {
        assert!(x < 6 << 60, "the order is too large");
        let order = polynomial(x, false, &[1, 6, 18, 36, 36]);
        let x1 = x as i128;
        Self {
            relations: [
                [x1 + 1, x1, x1, -2 * x1],
                [2 * x1 + 1, -x1, -x1 - 1, -x1],
                [2 * x1, 2 * x1 + 1, 2 * x1 + 1, 2 * x1 + 1],
                [x1 - 1, 4 * x1 + 2, 1 - 2 * x1, x1 - 1],
            ],
            one: [
                (false, share_of(x, &[1, 3, 2], order)),
                (false, share_of(x, &[0, 1, 8, 12], order)),
                (false, share_of(x, &[0, 1, 4, 6], order)),
                (true, share_of(x, &[0, 1, 2], order)),
            ],
        }
    }

    fn quarters(&self, scalar: [u64; 4]) -> [(bool, [u64; 2]); 4] {
        // Subtract the relations next to the scalar. All parts are far below 2^127, so they are right modulo 2^128.
        let mut parts = [i128::from(scalar[0]) | i128::from(scalar[1]) << 64, 0, 0, 0];
        for (relation, (negative, one)) in self.relations.iter().zip(&self.one) {
            let product = mul_wide(scalar, *one);
            let times = (u128::from(product[4]) | u128::from(product[5]) << 64)
                .wrapping_add(u128::from(product[3] >> 63))
                .cast_signed();
            let times = if *negative { times.wrapping_neg() } else { times };
            for (part, relation) in parts.iter_mut().zip(relation) {
                *part = part.wrapping_sub(times.wrapping_mul(*relation));
            }
        }
        parts.map(|part| {
            let size = part.unsigned_abs();
            (part < 0, [size as u64, (size >> 64) as u64])
        })
    }
}

/// `2^256` times the polynomial's value over the order.
const fn share_of(x: u64, coefficients: &[i64], order: [u64; 4]) -> [u64; 4] {
    let [n0, n1, n2, n3] = order;
    let [q0, q1, q2, q3, q4] = quotient(256, polynomial(x, false, coefficients), [n0, n1, n2, n3, 0, 0, 0, 0]);
    assert!(q4 == 0, "a share is below one");
    [q0, q1, q2, q3]
}

impl Quarters {
    /// The parts of a scalar below the order, each as a sign and an absolute value.
    pub(crate) fn of(&self, scalar: &[u64]) -> [(bool, [u64; 2]); 4] {
        let mut rest: [u64; 4] = core::array::from_fn(|i| scalar.get(i).copied().unwrap_or(0));
        match self {
            Self::Base {
                eigenvalue,
                is_negative,
            } => {
                let mut parts = [(false, [0; 2]); 4];
                for (i, (negative, part)) in parts.iter_mut().enumerate() {
                    *negative = *is_negative && i % 2 == 1;
                    if i == 3 {
                        part[0] = rest[0];
                        debug_assert!(rest[1..] == [0; 3], "the scalar is not below the order");
                    } else {
                        (rest, part[0]) = secant_field::constants::div_small(&rest, *eigenvalue);
                    }
                }
                parts
            }
            Self::Lattice(lattice) => lattice.quarters(rest),
        }
    }
}

impl<F: Field> Psi<F> {
    /// The image of an affine point.
    pub(crate) fn map(&self, (x, y): &(F, F)) -> (F, F) {
        let (mut x, mut y) = (*x, *y);
        x.frobenius_map_in_place(1);
        y.frobenius_map_in_place(1);
        (x * self.x, y * self.y)
    }

    fn mul(&self, p: &Jacobian<F>, scalar: &[u64]) -> Option<Jacobian<F>> {
        const W: u32 = 5;
        let f = &Typed::<F>::new();
        let multiples = odd_multiples(f, &ZeroA, &p.x, &p.y, 1 << (W - 2))?;
        let mut table = multiples.table(f, &F::ONE);
        // The table is on the curve scaled by z. On the curve scaled by the norm of z, which the Frobenius map fixes,
        // psi has the same formula as on the curve itself.
        let z = *multiples.z() * p.z;
        let mut conjugate = z;
        conjugate.frobenius_map_in_place(1);
        let square = conjugate.square();
        let cube = square * conjugate;
        for (x, y) in &mut table {
            *x *= square;
            *y *= cube;
        }
        let quarters = self.quarters.of(scalar).map(|(negative, part)| {
            let own = table.clone();
            table.iter_mut().for_each(|point| *point = self.map(point));
            (negative, wnaf(&part, W), own)
        });
        let parts = quarters.each_ref().map(|(negative, digits, table)| Part {
            negative: *negative,
            digits,
            table,
        });
        let mut acc = interleaved(f, &ZeroA, &parts);
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
    // Only points of small order give `None`.
    product.map_or_else(|| mul(&base.into_affine(), scalar), into_projective)
}
