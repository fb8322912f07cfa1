//! The interfaces of a target field and of the state of a Miller loop. The algorithms of a family are written over
//! these, once for single elements and for lanes.

use crate::pairing::{SmallXi, lines::Homogeneous};
use alloc::vec::Vec;
use ark_ff::{
    CyclotomicMultSubgroup, Field, Fp2, Fp12, Fp12Config,
    fp6_2over3::{self, Fp6},
    fp6_3over2,
};

/// Arithmetic in a target field.
pub trait Target: Clone {
    /// `a^2`.
    fn square(&mut self);
    /// `a b`.
    fn mul(&mut self, b: &Self);
    /// `a^2` in the cyclotomic subgroup.
    fn cyclotomic_square(&mut self);
    /// `a^(p^(k/2))`: the inverse in the cyclotomic subgroup.
    fn conjugate(&mut self);
    /// `a^(p^power)`.
    fn frobenius(&mut self, power: usize);

    /// `a^e` in the cyclotomic subgroup, for a positive `e` in signed digits, lowest first. Each digit is odd or zero.
    fn cyclotomic_pow(&self, digits: &[i8]) -> Self {
        self.cyclotomic_pow_plain(digits)
    }
}

/// Methods by value.
pub(crate) trait TargetExt: Target {
    /// [`Target::cyclotomic_pow`] by squarings and products in turn.
    fn cyclotomic_pow_plain(&self, digits: &[i8]) -> Self {
        cyclotomic_pow_with(
            self,
            digits,
            &mut (),
            |a, ()| a.cyclotomic_square(),
            |a, b, ()| a.mul(b),
        )
    }

    /// `a b`.
    fn times(mut self, b: &Self) -> Self {
        self.mul(b);
        self
    }

    /// `a^(p^(k/2))`.
    fn conj(mut self) -> Self {
        self.conjugate();
        self
    }

    /// `a^(p^power)`.
    fn frob(mut self, power: usize) -> Self {
        self.frobenius(power);
        self
    }

    /// `a^2` in the cyclotomic subgroup.
    fn cyclotomic_squared(mut self) -> Self {
        self.cyclotomic_square();
        self
    }
}

impl<T: Target> TargetExt for T {}

/// [`TargetExt::cyclotomic_pow_plain`] with the given squaring and product, which share `state`.
pub(crate) fn cyclotomic_pow_with<T: Target, S>(
    a: &T,
    digits: &[i8],
    state: &mut S,
    square: impl Fn(&mut T, &mut S),
    mul: impl Fn(&mut T, &T, &mut S),
) -> T {
    // Odd powers and their inverses, up to the largest digit.
    let mut powers = Vec::from([[a.clone(), a.clone().conj()]]);
    let largest = digits.iter().map(|digit| digit.unsigned_abs()).max().unwrap_or(1);
    if largest > 1 {
        let mut step = a.clone();
        square(&mut step, state);
        while 2 * powers.len() - 1 < usize::from(largest) {
            let mut power = step.clone();
            mul(&mut power, &powers[powers.len() - 1][0], state);
            powers.push([power.clone(), power.conj()]);
        }
    }
    debug_assert!(
        digits.iter().all(|digit| *digit == 0 || digit % 2 != 0),
        "digits are odd or zero"
    );
    let power = |digit: i8| &powers[usize::from(digit.unsigned_abs() / 2)][usize::from(digit < 0)];
    let mut digits = digits.iter().rev().skip_while(|digit| **digit == 0);
    let mut r = power(*digits.next().unwrap_or(&1)).clone();
    for digit in digits {
        square(&mut r, state);
        if *digit != 0 {
            mul(&mut r, power(*digit), state);
        }
    }
    r
}

/// The points of a Miller loop on the twist over `F`, one for each pair.
pub trait MillerLoop<F> {
    /// The type of the product that the lines are multiplied into.
    type Target: Target;
    /// Affine points to add, one for each pair.
    type Addends;

    /// One.
    fn one(&self) -> Self::Target;
    /// Prepares points to be added.
    fn addends(&self, points: &[(F, F)]) -> Self::Addends;
    /// Starts again from affine points.
    fn restart(&mut self, points: &[(F, F)]);
    /// The points in homogeneous coordinates.
    fn points(&self) -> Vec<Homogeneous<F>>;
    /// Doubles all points and multiplies `f` by the lines.
    fn double(&mut self, f: &mut Self::Target);
    /// Negates all points.
    fn negate(&mut self);
    /// Adds a point to each point and multiplies `f` by the lines.
    fn add(&mut self, f: &mut Self::Target, addends: &Self::Addends);
}

/// A field `K[w] / (w^6 - xi)` over a prime or quadratic field `K`, with arkworks' order of coefficients: those of
/// `w^0, w^2, w^4, w^1, w^3, w^5`.
pub trait Sextic: CyclotomicMultSubgroup {
    /// The field `K`.
    type Coefficient: Field;
    /// `xi` as an element of `K` with small coefficients.
    const XI: (i64, i64);

    /// The coefficients.
    fn coefficients(&self) -> [Self::Coefficient; 6];
    /// The element with these coefficients.
    fn from_coefficients(c: [Self::Coefficient; 6]) -> Self;
    /// The factors by which the Frobenius map multiplies the coefficients, after it maps each.
    fn frobenius_factors(power: usize) -> [Self::Coefficient; 6];
}

type QuadraticOf<C> = <<C as Fp12Config>::Fp6Config as fp6_3over2::Fp6Config>::Fp2Config;

impl<C: Fp12Config + SmallXi> Sextic for Fp12<C> {
    type Coefficient = Fp2<QuadraticOf<C>>;
    const XI: (i64, i64) = C::XI;

    fn coefficients(&self) -> [Self::Coefficient; 6] {
        let (a, b) = (&self.c0, &self.c1);
        [a.c0, a.c1, a.c2, b.c0, b.c1, b.c2]
    }

    fn from_coefficients([a0, a1, a2, b0, b1, b2]: [Self::Coefficient; 6]) -> Self {
        Self::new(fp6_3over2::Fp6::new(a0, a1, a2), fp6_3over2::Fp6::new(b0, b1, b2))
    }

    fn frobenius_factors(power: usize) -> [Self::Coefficient; 6] {
        use fp6_3over2::Fp6Config;
        let v = <C::Fp6Config as Fp6Config>::FROBENIUS_COEFF_FP6_C1[power % 6];
        let v2 = <C::Fp6Config as Fp6Config>::FROBENIUS_COEFF_FP6_C2[power % 6];
        let w = C::FROBENIUS_COEFF_FP12_C1[power % 12];
        [Field::ONE, v, v2, w, w * v, w * v2]
    }
}

impl<C: fp6_2over3::Fp6Config + SmallXi> Sextic for Fp6<C> {
    type Coefficient = <C::Fp3Config as ark_ff::Fp3Config>::Fp;
    const XI: (i64, i64) = C::XI;

    fn coefficients(&self) -> [Self::Coefficient; 6] {
        let (a, b) = (&self.c0, &self.c1);
        [a.c0, a.c1, a.c2, b.c0, b.c1, b.c2]
    }

    fn from_coefficients([a0, a1, a2, b0, b1, b2]: [Self::Coefficient; 6]) -> Self {
        Self::new(ark_ff::Fp3::new(a0, a1, a2), ark_ff::Fp3::new(b0, b1, b2))
    }

    fn frobenius_factors(power: usize) -> [Self::Coefficient; 6] {
        use ark_ff::Fp3Config;
        let v = C::Fp3Config::FROBENIUS_COEFF_FP3_C1[power % 3];
        let v2 = C::Fp3Config::FROBENIUS_COEFF_FP3_C2[power % 3];
        let w = C::FROBENIUS_COEFF_FP6_C1[power % 6];
        [Field::ONE, v, v2, w, w * v, w * v2]
    }
}
