//! Verification of ECDSA signatures.
//!
//! A signature `(r, s)` of a digest `z` under a key `Q` is valid if `R = (z / s) G + (r / s) Q` has a first coordinate that
//! is `r` modulo the order. The prover gives `R`, and integers `u`, `v`, about half as long as the order, or a quarter
//! with an endomorphism and two of each, with `u + v r / s = 0`. What is checked is then
//!
//! ```text
//! c G + u Q + v R = S,    c = t - v z / s,    S = t G
//! ```
//!
//! (twice that, as signs for digits come to odd multiples) with a constant `t`: `v (R - (z / s) G - (r / s) Q) = 0`, where `v` is not zero modulo the prime order. The doublings are
//! as many as the short integers have bits; the multiple of `G` comes from tables. (Hinted decompositions of this kind are
//! known as fake GLV: Gallant, Lambert and Vanstone's method read backwards; for signatures Antipa and others,
//! "Accelerated Verification of ECDSA Signatures", SAC 2005.)
//!
//! `t` makes all of it work for a digest of zero too, and leaves no sum at the identity. What remains exceptional are keys,
//! digests and signatures that were chosen together so that two sums on the way are equal or opposite; there the
//! prover gets an [`Error::Exceptional`], and no proof exists.

use crate::{
    Builder, Cell, Error, Fr,
    curve::{Comb, Coordinates, PART_DIGITS, Parameters, Point, Term, Weierstrass, digits_of_pi, short_vector},
    foreign::{Element, Field, Formula, FormulaGate, Linear, Operand},
    integer,
};
use num_bigint::{BigInt, BigUint};
use rand::RngCore;
use std::{iter, sync::Arc};

/// Verifies signatures over one curve in a circuit.
#[derive(Clone, Debug)]
pub struct Ecdsa {
    curve: Weierstrass,
    scalars: Field,
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
    congruent: Arc<FormulaGate>,
}

/// A signature, as integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `r`.
    pub r: BigUint,
    /// `s`.
    pub s: BigUint,
}

/// A signature with what it is of and the key that it is under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The key.
    pub key: Coordinates,
    /// The digest, as an integer of at most as many bits as the order.
    pub digest: BigUint,
    /// The signature.
    pub signature: Signature,
}

impl Statement {
    /// A valid one under a key that nobody keeps: for tests and benchmarks.
    pub fn made_up(parameters: &Parameters, rng: &mut impl RngCore) -> Self {
        let n = &parameters.order;
        let mut random = || parameters.random_scalar(rng);
        loop {
            let (secret, nonce, digest) = (random(), random(), random());
            let multiple = |k: &BigUint| parameters.multiples(k, &BigUint::ZERO, 1).pop().flatten();
            if let (Some(key), Some((x, _)), Some(inverse)) = (multiple(&secret), multiple(&nonce), nonce.modinv(n)) {
                let r = x % n;
                let s = inverse * (&digest + &r * secret) % n;
                if r != BigUint::ZERO && s != BigUint::ZERO {
                    let signature = Signature { r, s };
                    return Self { key, digest, signature };
                }
            }
        }
    }
}

/// `a + lambda b` of two integers, or one integer, as an element: from `2 a + 1` and `2 b + 1` in parts.
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

/// `c - t` for the integer `c` of a comb's digits in parts and a constant `t`, as an element.
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

/// `x = r`.
fn congruent() -> Formula {
    let mut f = Formula::new("congruence");
    let [x, r] = f.inputs();
    f.zero("x - r = 0", x - r);
    f
}

impl Ecdsa {
    /// The gates and tables for a curve whose number of points is a prime of as many bits as its field's.
    ///
    /// The tables have up to `rows` rows: more make fewer additions.
    ///
    /// # Errors
    /// If the field and the order have different numbers of bits, or the order is the circuit's own modulus.
    pub fn new(b: &mut Builder, curve: &Weierstrass, rows: usize) -> Result<Self, Error> {
        let order = curve.parameters.order.clone();
        let bits = order.bits();
        if bits != curve.parameters.modulus.bits() {
            return Err(Error::Unsupported(
                "ECDSA over a curve whose order is shorter than its field".to_owned(),
            ));
        }
        // A lattice of four dimensions and this determinant has a vector shorter than 2^(3/4) times its fourth root, one of
        // two dimensions one shorter than 2^(1/4) times its square root: what reduction finds.
        let lambda = curve.endomorphism.as_ref().map(|e| &e.lambda);
        let steps = bits.div_ceil(if lambda.is_some() { 4 } else { 2 }) as usize + 1;
        let scalars = curve.scalars.as_ref();
        let scalars = scalars.ok_or_else(|| Error::Unsupported("ECDSA over the circuit's own modulus".to_owned()))?;
        let scale = scalars
            .divide(&1.into(), &integer::power_of_two(steps))
            .ok_or_else(|| Error::Unsupported("an even order".to_owned()))?;
        let comb = Comb::new(b, curve, &scale, bits as usize, rows)?;
        let t = digits_of_pi() % &order;
        let twice = &t * 2u32 % &order;
        let end = curve.parameters.multiples(&twice, &BigUint::ZERO, 1).pop().flatten();
        let end = end.ok_or_else(|| Error::Unsupported("a constant that is zero".to_owned()))?;
        let (weights, part_bits) = comb.parts();
        let gates = Gates {
            combine: combine(lambda, steps + 1).over(scalars)?,
            digits: digits(&weights, part_bits, &t).over(scalars)?,
            ratio: ratio().over(scalars)?,
            congruent: congruent().over(scalars)?,
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

    /// The signature of a digest, as an integer that need not be below the order, is valid under a key.
    ///
    /// The circuit checks that `r` and `s` are below the order and not zero. That the key is on the curve is for the caller
    /// to know: [`Weierstrass::witness`] checks it.
    ///
    /// # Errors
    /// [`Error::Unsatisfied`] if the signature is invalid, [`Error::Exceptional`] in cases that no proof exists for.
    pub fn verify(
        &self,
        b: &mut Builder,
        key: &Point,
        digest: &Element,
        r: &Element,
        s: &Element,
    ) -> Result<(), Error> {
        let (curve, scalars) = (&self.curve, &self.scalars);
        for element in [r, s] {
            scalars.assert_reduced_nonzero(b, element)?;
        }
        let ratio = |x: &Element| {
            let ratio = scalars.divide(&x.value.clone().into(), &s.value.clone().into());
            ratio.ok_or_else(|| Error::Unsatisfied("s is not zero".to_owned()))
        };
        let (u1, u2) = (ratio(digest)?, ratio(r)?);
        // R, whose first coordinate is r.
        let sum = curve.parameters.double_mul(&u1, &u2, &key.coordinates(&curve.field));
        let sum = sum.ok_or_else(|| Error::Unsatisfied("a signature's point is not the identity".to_owned()))?;
        if &sum.0 % &curve.parameters.order != r.value {
            return Err(Error::Unsatisfied("the signature is valid".to_owned()));
        }
        let point = curve.witness(b, &sum)?;
        curve.field.assert_reduced(b, &point.x)?;
        scalars.apply(b, &self.gates.congruent, &[(&point.x).into(), r.into()], &[])?;
        // u + v u2 = 0.
        let (u, v) = self.decompose(&u2);
        let c = self.odd(&(BigInt::from(self.t.clone()) - self.combined(&v) * BigInt::from(u1)));
        let (tail, digits) = self.comb.mul(b, curve, &c)?;
        let mut terms = Vec::new();
        for (point, scalars) in [(key, &u), (&point, &v)] {
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
        let constant = curve.constant(&self.end);
        curve.field.assert_equal(b, &end.x, &constant.x)?;
        curve.field.assert_equal(b, &end.y, &constant.y)?;
        // The relations of the scalars.
        let [of_key, of_point] = [&sums.0[..terms.len() / 2], &sums.0[terms.len() / 2..]];
        let u = self.combine(b, of_key, &u)?;
        let v = self.combine(b, of_point, &v)?;
        scalars.assert_reduced_nonzero(b, &v)?;
        let parts: Vec<Operand<'_>> = digits.parts.iter().map(|&part| part.into()).collect();
        let c = scalars.reduce(&(c - BigInt::from(self.t.clone())));
        let c = scalars.apply(b, &self.gates.digits, &parts, &[c])?.remove(0);
        for (a, x) in [(&u, r), (&c, digest)] {
            scalars.apply(b, &self.gates.ratio, &[a.into(), s.into(), (&v).into(), x.into()], &[])?;
        }
        Ok(())
    }

    /// Integers of `steps` bits, not all zero, with `u + v ratio = 0` modulo the order: of each one, or two with the
    /// endomorphism's factor at the second.
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

    /// The integer that one or two short ones are.
    fn combined(&self, short: &[BigInt]) -> BigInt {
        match (&self.curve.endomorphism, short) {
            (Some(endomorphism), [a, b]) => a + b * BigInt::from(endomorphism.lambda.clone()),
            _ => short[0].clone(),
        }
    }

    /// An odd integer below the order in magnitude, with the same residue.
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

impl Ecdsa {
    /// A circuit's whole content: key, digest and signature as public inputs, in the order `x`, `y`, `z`, `r`, `s`, each in
    /// parts of 128 bits, the lowest first: two for integers of 256 bits.
    ///
    /// # Errors
    /// As [`Self::verify`], and if the key is not on the curve or an integer has too many bits.
    pub fn verify_public(&self, b: &mut Builder, statement: &Statement) -> Result<(), Error> {
        let Statement { key, digest, signature } = statement;
        let (curve, scalars) = (&self.curve, &self.scalars);
        if !curve.parameters.contains(key) {
            return Err(Error::Unsatisfied("the key is a point of the curve".to_owned()));
        }
        for value in [&signature.r, &signature.s] {
            if *value >= curve.parameters.order {
                return Err(Error::Unsatisfied("r and s are below the order".to_owned()));
            }
        }
        let point = curve.witness(b, key)?;
        curve.field.publish(b, &point.x)?;
        curve.field.publish(b, &point.y)?;
        let digest = scalars.witness_integer(b, digest)?;
        let r = scalars.witness(b, &signature.r);
        let s = scalars.witness(b, &signature.s);
        // A digest need not be below the order, and a verification checks that the others are.
        for element in [&digest, &r, &s] {
            scalars.publish_integer(b, element);
        }
        self.verify(b, &point, &digest, &r, &s)
    }

    /// The public inputs of [`Self::verify_public`].
    pub fn public_inputs(&self, statement: &Statement) -> Vec<Fr> {
        let Statement { key, digest, signature } = statement;
        let coordinates = [&key.0, &key.1].map(|x| self.curve.field.public_inputs(x));
        let integers = [digest, &signature.r, &signature.s].map(|x| self.scalars.public_inputs(x));
        coordinates.into_iter().chain(integers).flatten().collect()
    }
}
