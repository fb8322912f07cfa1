//! A point that is a combination of the generator and another: `R = u1 G + u2 Q` with quotients `u1`, `u2` modulo the
//! order.
//!
//! The prover supplies `R`, and integers `u`, `v` with `u + v u2 = 0`. These are about half as long as the order. With
//! an endomorphism there are two of each, a quarter as long. The circuit then checks
//!
//! ```text
//! c G + u Q + v R = S,    c = t - v u1,    S = t G
//! ```
//!
//! (twice that, because digits that are signs give odd multiples) with a constant `t`. It follows that
//! `v (R - u1 G - u2 Q) = 0`, where `v` is not zero modulo the prime order. There are as many doublings as the short
//! integers have bits. The multiple of `G` comes from tables. (Hinted decompositions of this kind are known as fake
//! GLV: Gallant, Lambert and Vanstone's method read backwards. For signatures: Antipa and others, "Accelerated
//! Verification of ECDSA Signatures", SAC 2005.)
//!
//! The constant `t` makes this work for `u1 = 0` too, and keeps all sums away from the identity. Points and quotients
//! can be chosen together so that two intermediate sums are equal or opposite. Such inputs are exceptional: the prover
//! gets an [`Error::Exceptional`], and no proof exists.

use super::{Comb, Coordinates, PART_DIGITS, Point, Term, Weierstrass, digits_of_pi, short_vector};
use crate::{
    Builder, Cell, Error,
    foreign::{Element, Field, Formula, FormulaGate, Linear, Operand},
    integer,
};
use num_bigint::{BigInt, BigUint};
use std::{iter, sync::Arc};

/// Checks combinations over one curve.
#[derive(Clone, Debug)]
pub(crate) struct Combination {
    pub curve: Weierstrass,
    /// The integers modulo the order.
    pub scalars: Field,
    comb: Comb,
    steps: usize,
    t: BigUint,
    end: Coordinates,
    gates: Gates,
}

/// Relations modulo the order.
#[derive(Clone, Debug)]
struct Gates {
    combine: Arc<FormulaGate>,
    digits: Arc<FormulaGate>,
    ratio: Arc<FormulaGate>,
}

/// A quotient modulo the order. The caller must ensure that the denominator is not zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotient<'a> {
    pub numerator: &'a Element,
    pub denominator: &'a Element,
}

impl Quotient<'_> {
    /// The residue, or `None` if the denominator is zero.
    pub fn value(&self, scalars: &Field) -> Option<BigUint> {
        let [a, b] = [self.numerator, self.denominator].map(|x| BigInt::from(x.value.clone()));
        scalars.divide(&a, &b)
    }
}

/// `a + lambda b` of two integers, or one integer, as an element. The inputs are `2 a + 1` and `2 b + 1` in parts.
fn combine(lambda: Option<&BigUint>, digits: usize) -> Formula {
    let mut f = Formula::new(format!("combination of {digits} digits"));
    let reach = integer::power_of_two(PART_DIGITS.min(digits));
    let mut sum = Linear::from(BigInt::ZERO);
    for factor in iter::once(BigInt::from(1)).chain(lambda.map(|lambda| lambda.clone().into())) {
        for part in 0..digits.div_ceil(PART_DIGITS) {
            let weight = integer::power_of_two(PART_DIGITS * part) * &factor;
            sum = sum + f.small(-&reach, reach.clone()).times(weight);
        }
        sum = sum - Linear::from(factor);
    }
    let k = f.output();
    f.zero("the sum", sum - k.times(2));
    f
}

/// `c - t` as an element, for a constant `t` and the integer `c` of a comb's digits in parts.
fn digits(weights: &[usize], part_bits: usize, t: &BigUint) -> Formula {
    let mut f = Formula::new(format!("digits at {weights:?}"));
    let reach = integer::power_of_two(part_bits);
    let parts: Vec<_> = weights.iter().map(|_| f.small(-&reach, reach.clone())).collect();
    let c = f.output();
    let sum = parts.iter().zip(weights).fold(-c, |sum, (part, &weight)| {
        sum + part.times(integer::power_of_two(weight))
    });
    f.zero("the sum", sum - Linear::from(BigInt::from(t.clone())));
    f
}

/// `u s + v r = 0`.
fn ratio() -> Formula {
    let mut f = Formula::new("ratio");
    let [u, s, v, r] = f.inputs();
    f.zero("u s + v r = 0", u * s + v * r);
    f
}

impl Combination {
    /// Makes the gates and tables for a curve whose number of points is a prime with as many bits as the field's
    /// modulus.
    ///
    /// The tables have up to `rows` rows. More rows make fewer additions.
    ///
    /// # Errors
    /// If the field and the order have different numbers of bits, the curve has a cofactor, the order is the circuit's
    /// own modulus, or the rows are too few for a table.
    pub fn new(b: &mut Builder, curve: &Weierstrass, rows: usize) -> Result<Self, Error> {
        let order = curve.parameters.order.clone();
        let bits = order.bits();
        if bits != curve.parameters.modulus.bits() {
            return Err(Error::Unsupported(
                "combinations over a curve whose order is shorter than its field".to_owned(),
            ));
        }
        if !curve.parameters.has_prime_order() {
            return Err(Error::Unsupported(
                "combinations over a curve with a cofactor".to_owned(),
            ));
        }
        // Lattice reduction finds short vectors. In four dimensions there is one shorter than 2^(3/4) times the fourth
        // root of this determinant, in two dimensions one shorter than 2^(1/4) times its square root.
        let lambda = curve.endomorphism.as_ref().map(|e| &e.lambda);
        let steps = bits.div_ceil(if lambda.is_some() { 4 } else { 2 }) as usize + 1;
        let scalars = curve.scalars.as_ref();
        let scalars =
            scalars.ok_or_else(|| Error::Unsupported("combinations modulo the circuit's own modulus".to_owned()))?;
        let scale = scalars
            .divide(&1.into(), &integer::power_of_two(steps))
            .ok_or_else(|| Error::Unsupported("an even order".to_owned()))?;
        let comb = Comb::new(b, curve, &scale, bits as usize, rows)?;
        let t = digits_of_pi() % &order;
        let twice = &t * 2u32 % &order;
        let end = curve.parameters.multiple(&twice);
        let end = end.ok_or_else(|| Error::Unsupported("a constant that is zero".to_owned()))?;
        let (weights, part_bits) = comb.parts();
        let gates = Gates {
            combine: combine(lambda, steps + 1).over(scalars)?,
            digits: digits(&weights, part_bits, &t).over(scalars)?,
            ratio: ratio().over(scalars)?,
        };
        Ok(Self {
            curve: curve.clone(),
            scalars: scalars.clone(),
            comb,
            steps,
            t,
            end,
            gates,
        })
    }

    /// Checks that `R = u1 G + u2 Q`.
    ///
    /// # Errors
    /// [`Error::Unsatisfied`] if it is not, [`Error::Exceptional`] in cases for which no proof exists.
    pub fn check(
        &self,
        b: &mut Builder,
        r: &Point,
        u1: Quotient<'_>,
        u2: Quotient<'_>,
        q: &Point,
    ) -> Result<(), Error> {
        let curve = &self.curve;
        let (value1, value2) = (self.value(&u1)?, self.value(&u2)?);
        let sum = curve
            .parameters
            .double_mul(&value1, &value2, &q.coordinates(&curve.field));
        if sum != Some(r.coordinates(&curve.field)) {
            return Err(Error::Unsatisfied("a point is a combination of two".to_owned()));
        }
        let (u, v) = self.decompose(&value2);
        self.check_hinted(b, r, [u1, u2], q, (&u, &v))
    }

    /// The short integers that a prover supplies for the second quotient.
    ///
    /// # Errors
    /// If the denominator is zero.
    pub fn short(&self, u2: &Quotient<'_>) -> Result<(Vec<BigInt>, Vec<BigInt>), Error> {
        Ok(self.decompose(&self.value(u2)?))
    }

    fn value(&self, quotient: &Quotient<'_>) -> Result<BigUint, Error> {
        let value = quotient.value(&self.scalars);
        value.ok_or_else(|| Error::Unsatisfied("a denominator is not zero".to_owned()))
    }

    /// Like [`Self::check`], with given short integers, and with a point that may be a wrong one.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn check_hinted(
        &self,
        b: &mut Builder,
        r: &Point,
        [u1, u2]: [Quotient<'_>; 2],
        q: &Point,
        (u, v): (&[BigInt], &[BigInt]),
    ) -> Result<(), Error> {
        let (curve, scalars) = (&self.curve, &self.scalars);
        let value1 = self.value(&u1)?;
        let c = self.odd(&(BigInt::from(self.t.clone()) - self.combined(v) * BigInt::from(value1)));
        let (tail, digits) = self.comb.mul(b, curve, &c)?;
        let mut terms = Vec::new();
        for (point, scalars) in [(q, u), (r, v)] {
            let mut point = point.clone();
            for (i, scalar) in scalars.iter().enumerate() {
                let image = if i > 0 { curve.endomorphic(b, &point)? } else { None };
                let is_image = image.is_some();
                point = image.unwrap_or(point);
                terms.push(Term {
                    point: point.clone(),
                    scalar: scalar.clone(),
                    image: is_image,
                });
            }
        }
        let (end, sums) = curve.joint(b, tail, &terms, self.steps)?;
        let constant = curve.constant_of(&self.end);
        curve.field.assert_equal(b, &end.x, &constant.x)?;
        curve.field.assert_equal(b, &end.y, &constant.y)?;
        // The relations of the scalars.
        let [of_key, of_point] = [&sums.0[..terms.len() / 2], &sums.0[terms.len() / 2..]];
        let u = self.combine(b, of_key, u)?;
        let v = self.combine(b, of_point, v)?;
        scalars.assert_reduced_nonzero(b, &v)?;
        let parts: Vec<Operand<'_>> = digits.parts.iter().map(|&part| part.into()).collect();
        let c = scalars.reduce(&(c - BigInt::from(self.t.clone())));
        let c = scalars.apply(b, &self.gates.digits, &parts, &[c])?.remove(0);
        for (a, quotient) in [(&u, u2), (&c, u1)] {
            let Quotient { numerator, denominator } = quotient;
            let inputs = [a.into(), denominator.into(), (&v).into(), numerator.into()];
            scalars.apply(b, &self.gates.ratio, &inputs, &[])?;
        }
        Ok(())
    }

    /// Integers of `steps` bits, not all zero, with `u + v ratio = 0` modulo the order. `u` and `v` are one integer
    /// each, or two with the endomorphism's factor at the second.
    fn decompose(&self, ratio: &BigUint) -> (Vec<BigInt>, Vec<BigInt>) {
        let n = BigInt::from(self.curve.parameters.order.clone());
        let ratio = BigInt::from(ratio.clone());
        let (zero, one) = (BigInt::ZERO, BigInt::from(1));
        let basis = match &self.curve.endomorphism {
            None => vec![vec![n, zero], vec![-ratio, one]],
            Some(endomorphism) => {
                let lambda = BigInt::from(endomorphism.lambda.clone());
                let product = &ratio * &lambda % &n;
                vec![
                    vec![n, zero.clone(), zero.clone(), zero.clone()],
                    vec![-lambda, one.clone(), zero.clone(), zero.clone()],
                    vec![-ratio, zero.clone(), one.clone(), zero.clone()],
                    vec![-product, zero.clone(), zero, one],
                ]
            }
        };
        let mut u = short_vector(basis);
        let v = u.split_off(u.len() / 2);
        (u, v)
    }

    /// The integer that one or two short ones represent.
    fn combined(&self, short: &[BigInt]) -> BigInt {
        match (&self.curve.endomorphism, short) {
            (Some(endomorphism), [a, b]) => a + b * BigInt::from(endomorphism.lambda.clone()),
            _ => short[0].clone(),
        }
    }

    /// An odd integer with the same residue, whose magnitude is below the order.
    fn odd(&self, x: &BigInt) -> BigInt {
        let n = BigInt::from(self.curve.parameters.order.clone());
        let x = BigInt::from(self.scalars.reduce(x));
        if &x % 2 == BigInt::ZERO { x - n } else { x }
    }

    fn combine(&self, b: &mut Builder, sums: &[Vec<Cell>], short: &[BigInt]) -> Result<Element, Error> {
        let value = self.scalars.reduce(&self.combined(short));
        let inputs: Vec<Operand<'_>> = sums.iter().flatten().map(|&cell| cell.into()).collect();
        let outputs = self.scalars.apply(b, &self.gates.combine, &inputs, &[value])?;
        outputs
            .into_iter()
            .next()
            .ok_or_else(|| Error::Unsupported("no output".to_owned()))
    }
}
