//! The constants of a curve's statements, and the witness of every product of Miller loops.

use super::{Fp6Of, Fp12Of, PairingCurve, Torus, digits, tail, torus::conjugate};
use ark_ff::{AdditiveGroup, Field, PrimeField};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// The constants that follow from a curve's parameters; the names are those of [the module above](super).
#[derive(Clone, Debug)]
pub struct Constants<C: PairingCurve> {
    /// `p`.
    pub modulus: BigUint,
    /// `r`.
    pub order: BigUint,
    /// `lambda`, positive.
    pub lambda: BigUint,
    /// `(p^6 + 1) / r`.
    pub cofactor: BigUint,
    /// `-1 / lambda` modulo [`Self::cofactor`]. The product of Miller loops to this exponent has the witness `c` as its
    /// class.
    pub root_exponent: BigUint,
    /// The coefficients of `1, p, p^2, p^3` in `o`.
    pub output: [i64; 4],
    /// `1 / o` modulo `r`.
    pub target_exponent: BigUint,
    /// A class of order `r`.
    pub unity: Torus<C>,
}

/// `sum c[i] p^i` modulo `r`, from 0 to `r - 1`.
fn combination(coefficients: &[i64; 4], p: &BigUint, r: &BigUint) -> BigUint {
    let mut sum = BigInt::ZERO;
    for &c in coefficients.iter().rev() {
        sum = sum * BigInt::from(p.clone()) + c;
    }
    // The result is not negative.
    sum.mod_floor(&BigInt::from(r.clone())).into_parts().1
}

/// The product of two combinations of `1, p, p^2, p^3`, with `p^4 = p^2 - 1` as modulo `r`.
fn times(a: &[i64; 4], b: &[i8; 4]) -> [i64; 4] {
    let mut product = [0; 7];
    for (i, a) in a.iter().enumerate() {
        for (j, &b) in b.iter().enumerate() {
            product[i + j] += a * i64::from(b);
        }
    }
    for i in (4..7).rev() {
        product[i - 2] += product[i];
        product[i - 4] -= product[i];
    }
    [product[0], product[1], product[2], product[3]]
}

/// The first class of order `r` among those of `(w + 1)^cofactor`, `(w + 2)^cofactor` and so on.
fn class_of_order_r<C: PairingCurve>(cofactor: &BigUint) -> Torus<C> {
    let mut a = Fp6Of::<C>::ONE;
    loop {
        let power = Torus::<C>(a).lift().pow(cofactor.to_u64_digits());
        if let Some(class) = Torus::of(&power) {
            return class;
        }
        a += Fp6Of::<C>::ONE;
    }
}

impl<C: PairingCurve> Constants<C> {
    /// Computes the constants.
    pub(super) fn new() -> Self {
        let modulus: BigUint = C::Fp::MODULUS.into();
        let order: BigUint = C::Fr::MODULUS.into();
        let mut lambda = BigInt::from(C::LOOP);
        for (i, sign) in tail::<C>() {
            lambda += BigInt::from(modulus.pow(i as u32)) * sign;
        }
        // The largest term of lambda, with p^3 or p, is positive.
        let lambda = lambda.into_parts().1;
        let cofactor = (modulus.pow(6) + 1u32) / &order;
        // The inverses exist, as tests show, so the defaults are never used.
        let root_exponent = &cofactor - lambda.modinv(&cofactor).unwrap_or_default();
        let output = C::OUTPUT.iter().fold([2, 0, 0, 0], |a, b| times(&a, b));
        let target_exponent = combination(&output, &modulus, &order)
            .modinv(&order)
            .unwrap_or_default();
        Self {
            unity: class_of_order_r(&cofactor),
            modulus,
            order,
            lambda,
            cofactor,
            root_exponent,
            output,
            target_exponent,
        }
    }
}

/// An element of the class of `c^lambda`, computed like the loop does it: digits -1 and negative terms use conjugation.
pub fn lambda_power<C: PairingCurve>(c: &Fp12Of<C>) -> Fp12Of<C> {
    let mut power = *c;
    for digit in digits::<C>().into_iter().skip(1) {
        power.square_in_place();
        if digit != 0 {
            power *= signed_frobenius::<C>(c, 0, digit);
        }
    }
    power * tail_power::<C>(c)
}

/// The contribution of the terms of [`PairingCurve::TAIL`] to the power.
pub fn tail_power<C: PairingCurve>(c: &Fp12Of<C>) -> Fp12Of<C> {
    tail::<C>()
        .into_iter()
        .map(|(i, sign)| signed_frobenius::<C>(c, i, sign))
        .product()
}

/// An element of the class of `c^(sign p^i)`, for the signs 1 and -1.
pub fn signed_frobenius<C: PairingCurve>(c: &Fp12Of<C>, i: usize, sign: i8) -> Fp12Of<C> {
    let image = c.frobenius_map(i);
    if sign < 0 { conjugate::<C>(&image) } else { image }
}

/// The witness of a product of Miller loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduced<C: PairingCurve> {
    /// `c`.
    pub root: Torus<C>,
    /// The class of `F c^lambda`, of order `r`: `None` if it is one, as for products that are one.
    pub value: Option<Torus<C>>,
}

/// The class `c` for which `F c^lambda` is one or of order `r`; `None` for `F = 0`.
pub fn reduce<C: PairingCurve>(f: &Fp12Of<C>) -> Option<Reduced<C>> {
    if *f == Fp12Of::<C>::ZERO {
        return None;
    }
    let constants = C::constants();
    // A class of order r does not change the power.
    let root = Torus::of(&f.pow(constants.root_exponent.to_u64_digits())).unwrap_or(constants.unity);
    let value = Torus::of(&(*f * lambda_power::<C>(&root.lift())));
    Some(Reduced { root, value })
}

/// [`reduce`] for products that are one, in the form of "On proving pairings": `c`, and the `w` in `Fp6` with
/// `F w = c^-lambda`. `None` for other products.
///
/// Here `c^-lambda` is some element of its class, and `w` belongs to that element.
pub fn residue<C: PairingCurve>(f: &Fp12Of<C>) -> Option<(Torus<C>, Fp6Of<C>)> {
    let Reduced { root, value: None } = reduce::<C>(f)? else {
        return None;
    };
    Some((root, (*f * lambda_power::<C>(&root.lift())).c0.inverse()?))
}

/// The class `t` with `t^o = g`, for a value `g` of the pairing, which has order `r`; `None` for one.
pub fn target<C: PairingCurve>(g: &Fp12Of<C>) -> Option<Torus<C>> {
    Torus::of(&g.pow(C::constants().target_exponent.to_u64_digits()))
}
