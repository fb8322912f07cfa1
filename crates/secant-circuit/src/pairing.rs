//! Pairings outside the circuit: the statement that a circuit proves about them, its witness, and a model that checks
//! the witness against the statement.
//!
//! The circuit does not compute the final exponentiation; a witness replaces it: Novakovic and Eagen, "On proving
//! pairings" (<https://eprint.iacr.org/2024/640>). This module uses their method in the quotient by the field of half
//! the degree, where it needs one witness of six coefficients.
//!
//! # Products that are one
//! Let `N = p^12 - 1`, `r` the order of the groups and `h = N / r`. Let `F` be the product of the Miller loops. The
//! product of the pairings is one iff `F^h = 1`. Let `C` be the quotient of `Fp12*` by `Fp6*`, a cyclic group of order
//! `p^6 + 1`. Two elements `F` and `G` have the same class iff the odd coefficients of `F conj(G)` are zero. (`conj`
//! changes the signs of the odd coefficients. It is the `p^6`-th power, and in `C` the inverse.) Since `p^6 - 1`
//! divides `h`, and `r` divides `p^6 + 1` exactly once, `F^h = 1` iff the class of `F` is an `r`-th power in `C`.
//!
//! `lambda` is a multiple of `r` with a short expansion in powers of `p`: the loop count of the Miller loop, and a few
//! Frobenius maps ([`PairingCurve::LOOP`], [`PairingCurve::TAIL`]). Since `gcd(lambda, p^6 + 1) = r`, the `r`-th powers
//! in `C` are the `lambda`-th powers. So a product is one iff there is a class `c` with
//!
//! ```text
//! F c^lambda = 1 in C, that is: its odd coefficients are zero
//! ```
//!
//! The Miller loop computes the powers of `c` along with `f`: `f` starts at `c` instead of 1, and is multiplied by `c`
//! or `conj(c)` where a digit of the loop count is 1 or -1. Only the class matters, so the witness is `c = a + w` with
//! `a` in `Fp6` ([`Torus`]). Such a `c` is never zero. No line is zero either: `y` of the first point is one of its
//! coefficients, and there are no points of order two. So `F c^lambda` is not zero. The only class without this form is
//! the class of one. Where it would be the witness, the prover multiplies it by a class of order `r`.
//!
//! # Other products
//! For every `F` there is a `c` such that `F c^lambda` has order `r` or 1 in `C`. The class `t` of `F c^lambda` is the
//! product of the pairings up to an exponent ([`residue::reduce`]). The final exponent of arkworks is `E h`, with a
//! small multiple `E`. Modulo `r` the powers of `p` are twelfth roots of unity. Their ring also contains `x`, up to a
//! denominator, and `E h` is a combination of these powers with coefficients of a few bits. Let `o` be `E h`, or
//! `-E h` where the loop runs over `-x`. Then the product is `t^o`:
//!
//! ```text
//! o = -4 -  8 p + 8 p^2 + 16 p^3     BN254, E = 2 x (6 x^2 + 3 x + 1)
//! o = 30 - 24 p + 6 p^2 + 12 p^3     BLS12-381, E = 3
//! ```
//!
//! A constant `g` of order `r` has a constant `t` with `t^o = g` ([`residue::target`]), and the statement is
//! `F c^lambda = t` in `C`. The model supports it ([`model::Claim::Constant`]); circuits support the other claims.
//!
//! If the value is an output of the circuit, this equation does not show that `t` has order `r`: `c` is free, and can
//! move `t` by any `r`-th power. The equation `t^lambda = 1` in `C` does show it, because `gcd(lambda, p^6 + 1) = r`.
//! This second chain consists of operations of [`Torus`], each of which costs a quarter of a product in `Fp12`. No
//! single equation in powers of `F`, `t` and free elements can replace it: the free elements must absorb every part of
//! the class of `F` except its part of order `r`, and then they absorb the same parts of `t`. The value is `g = t^o`.
//! All coefficients of `o` are even, so `g = y^2` with `y` of norm one in the class `s + w` of `t^(o / 2)`. That class
//! determines the square:
//!
//! ```text
//! g (s - w) = s + w
//! ```
//!
//! # Lines
//! Points of the second group are `(x, y)` on the twist. On the curve they are `(x w^2, y w^3)` for a twist of kind D,
//! and `(x / w^2, y / w^3)` for kind M. The line of slope `l` on the twist through `(x_T, y_T)`, at `(x_P, y_P)`, is as
//! follows, with `mu = l x_T - y_T`:
//!
//! ```text
//! y_P     - l x_P w    + mu w^3       D
//! y_P w^3 - l x_P w^2  + mu           M, times w^3
//! ```
//!
//! `w^6` is in `Fp2`, so the order of `w^3` divides `2 (p^2 - 1)`, which is prime to `r`. So the factor `w^3` is an
//! `r`-th power, and `c` absorbs it. Vertical lines are in `Fp6`.
//!
//! # The second group
//! Let `psi` be the Frobenius map on the twist. On points of order `r` it is multiplication by `p`, so
//! `lambda(psi) Q = 0` for them, with `lambda(psi) = LOOP + sum TAIL[i] psi^i`. The Miller loop computes all terms but
//! the last. So it ends in the point that cancels the last term:
//!
//! ```text
//! (6 x + 2) Q + psi(Q) - psi^2(Q) = -psi^3(Q)     BN254
//!                             |x| Q = -psi(Q)     BLS12-381
//! ```
//!
//! This equality is a membership test. The kernel of `lambda(psi)` has as many points as the norm of `lambda(psi)` says
//! (`psi^2 - t psi + p = 0`, with the trace `t` of the first curve). The greatest common divisor of this norm and the
//! number of points of the twist over `Fp2` is `r`. So a point `Q` of the twist that satisfies the equality has order
//! `r`. (For BLS12-381 it is Scott's test, <https://eprint.iacr.org/2021/1130>.)
//!
//! Before this is known, a chord of the loop might go through two equal points, and the prover could choose its slope.
//! That does not happen for any point of the twist: `T - R` is `Q` times a number (or an endomorphism) whose norm is
//! prime to the number of points. Opposite points have no slope, and no point has order two. So the circuit checks that
//! points are on their curves, and needs no inequalities.
//!
//! # The first group
//! On BN254 it is the whole curve. On BLS12-381 a point outside the subgroup has the pairings of its component in the
//! subgroup, as in every library. [`circuit::Pairing::assert_in_g1`] checks that a point is in the subgroup.

mod algebra;
pub mod basis;
pub mod circuit;
pub mod extension;
mod formulas;
pub mod model;
pub mod residue;
mod signature;
mod torus;

use ark_ec::short_weierstrass::SWCurveConfig;
use ark_ff::{Fp2, Fp2Config, Fp6, Fp6Config, Fp12, Fp12Config, PrimeField};
use core::fmt::Debug;
use num_bigint::{BigInt, BigUint};
use residue::Constants;
use secant_curve::{bls12_381, bn254};
use std::sync::LazyLock;
pub use torus::Torus;

/// The quadratic extension of a curve's field.
pub type Fp2Of<C> = Fp2<<C as PairingCurve>::Fp2Config>;
/// The sextic extension.
pub type Fp6Of<C> = Fp6<<C as PairingCurve>::Fp6Config>;
/// The extension of degree twelve.
pub type Fp12Of<C> = Fp12<<C as PairingCurve>::Fp12Config>;

/// Which sextic twist the second group is on: `w^6 = xi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// `y^2 = x^3 + b / xi`.
    D,
    /// `y^2 = x^3 + b xi`.
    M,
}

/// A curve of embedding degree twelve with its Miller loop, as circuits compute it.
///
/// Its fields are `Fp[u] / (u^2 + 1)`, and over it `v^3 = xi = XI + u` and `w^2 = v`.
pub trait PairingCurve: 'static + Copy + Debug + Eq + Send + Sync {
    /// The field of the first group.
    type Fp: PrimeField;
    /// The quadratic extension.
    type Fp2Config: Fp2Config<Fp = Self::Fp>;
    /// The sextic extension.
    type Fp6Config: Fp6Config<Fp2Config = Self::Fp2Config>;
    /// The extension of degree twelve.
    type Fp12Config: Fp12Config<Fp6Config = Self::Fp6Config>;
    /// The scalars.
    type Fr: PrimeField;
    /// The first group.
    type G1: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
    /// The second group.
    type G2: SWCurveConfig<BaseField = Fp2Of<Self>, ScalarField = Self::Fr>;

    /// The parameter `x` of the family.
    const X: i128;
    /// The real part of `xi`. The imaginary part is 1.
    const XI: u64;
    /// The kind of the second group's twist.
    const TWIST: Twist;
    /// The loop count of the Miller loop.
    const LOOP: u128;
    /// `lambda = LOOP + sum TAIL[i] p^i` is a multiple of the order. Each coefficient is -1, 0 or 1.
    const TAIL: [i8; 4];
    /// `o / 2`, as a product of combinations of `1, p, p^2, p^3`.
    const OUTPUT: &'static [[i8; 4]];

    /// The multiple `E` of `(p^12 - 1) / r` that arkworks' final exponentiation takes.
    fn multiple() -> BigInt;

    /// Constants derived from the parameters, computed once.
    fn constants() -> &'static Constants<Self>;
}

/// BN254 (alt_bn128): `x > 0`, `p = 36 x^4 + 36 x^3 + 24 x^2 + 6 x + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bn254 {}

impl PairingCurve for Bn254 {
    type Fp = bn254::Fq;
    type Fp2Config = bn254::Fq2Config;
    type Fp6Config = bn254::Fq6Config;
    type Fp12Config = bn254::Fq12Config;
    type Fr = bn254::Fr;
    type G1 = bn254::g1::Config;
    type G2 = bn254::g2::Config;
    const X: i128 = 4965661367192848881;
    const XI: u64 = 9;
    const TWIST: Twist = Twist::D;
    // Vercauteren, Optimal pairings, section IV.
    const LOOP: u128 = 6 * Self::X as u128 + 2;
    const TAIL: [i8; 4] = [0, 1, -1, 1];
    const OUTPUT: &'static [[i8; 4]] = &[[1, 2, 0, 0], [-1, 0, 2, 0], [2, 0, 0, 0]];

    // Fuentes-Castaneda, Knapp and Rodriguez-Henriquez, Faster hashing to G2, section 5.
    fn multiple() -> BigInt {
        let x = BigInt::from(Self::X);
        2 * &x * (6 * &x * &x + 3 * &x + 1)
    }

    fn constants() -> &'static Constants<Self> {
        static CONSTANTS: LazyLock<Constants<Bn254>> = LazyLock::new(Constants::new);
        &CONSTANTS
    }
}

/// BLS12-381: `x < 0`, `r = x^4 - x^2 + 1`, `p = (x - 1)^2 r / 3 + x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bls12_381 {}

impl PairingCurve for Bls12_381 {
    type Fp = bls12_381::Fq;
    type Fp2Config = bls12_381::Fq2Config;
    type Fp6Config = bls12_381::Fq6Config;
    type Fp12Config = bls12_381::Fq12Config;
    type Fr = bls12_381::Fr;
    type G1 = bls12_381::g1::Config;
    type G2 = bls12_381::g2::Config;
    const X: i128 = -0xd201000000010000;
    const XI: u64 = 1;
    const TWIST: Twist = Twist::M;
    const LOOP: u128 = Self::X.unsigned_abs();
    const TAIL: [i8; 4] = [0, 1, 0, 0];
    const OUTPUT: &'static [[i8; 4]] = &[[3, 0, 0, 0], [5, -4, 1, 2]];

    // Hayashida, Hayasaka and Teruya, https://eprint.iacr.org/2020/875.
    fn multiple() -> BigInt {
        BigInt::from(3)
    }

    fn constants() -> &'static Constants<Self> {
        static CONSTANTS: LazyLock<Constants<Bls12_381>> = LazyLock::new(Constants::new);
        &CONSTANTS
    }
}

/// The digits -1, 0, 1 of [`PairingCurve::LOOP`], highest first. This is the non-adjacent form, except that `1 0 -1` at
/// the front becomes `1 1`, which saves a doubling.
pub fn digits<C: PairingCurve>() -> Vec<i8> {
    let mut rest = C::LOOP;
    let mut digits = Vec::new();
    while rest > 0 {
        match rest % 4 {
            1 => {
                digits.push(1);
                rest -= 1;
            }
            3 => {
                digits.push(-1);
                rest += 1;
            }
            _ => digits.push(0),
        }
        rest /= 2;
    }
    digits.reverse();
    if let [1, 0, -1, rest @ ..] = &digits[..] {
        [&[1, 1], rest].concat()
    } else {
        digits
    }
}

/// The nonzero terms of [`PairingCurve::TAIL`]: exponents of `p` in rising order, and signs.
pub fn tail<C: PairingCurve>() -> Vec<(usize, i8)> {
    (0..).zip(C::TAIL).filter(|(_, sign)| *sign != 0).collect()
}

/// The integer of an element of a prime field.
pub fn integer<F: PrimeField>(x: F) -> BigUint {
    x.into()
}

#[cfg(test)]
mod tests;
