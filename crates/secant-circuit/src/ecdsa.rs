//! Verification of ECDSA signatures, and recovery of keys from them.
//!
//! A signature `(r, s)` of a digest `z` under a key `Q` is valid if the first coordinate of `R = (z / s) G + (r / s) Q`
//! is `r` modulo the order. The prover supplies `R`, and the circuit checks that it is that combination
//! ([`crate::curve`]). A key, digest and signature can be chosen together so that two intermediate sums are equal or
//! opposite. Such inputs are exceptional: the prover gets an [`Error::Exceptional`], and no proof exists.
//!
//! `R` and the signature determine the key: `Q = (s / r) R - (z / r) G`. So a key is recovered by the same check, with
//! the `y` of `R` chosen by its parity (SEC 1, 4.1.6).

use crate::{
    Builder, Cell, Error, Fr,
    curve::{Combination, Coordinates, Parameters, Point, Quotient, Weierstrass},
    foreign::{Element, Field, Formula, FormulaGate},
};
use num_bigint::{BigInt, BigUint};
use rand::RngCore;
use std::sync::Arc;

/// Verifies signatures over one curve in a circuit.
#[derive(Clone, Debug)]
pub struct Ecdsa {
    combination: Combination,
    congruent: Arc<FormulaGate>,
    first_coordinate: Arc<FormulaGate>,
    form: Form,
}

/// Which of the two signatures `(r, s)` and `(r, -s)` is accepted. If one is valid, so is the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Both, as in the standards.
    #[default]
    Any,
    /// The one with `s` at most half the order, as Bitcoin (BIP-146) and Ethereum (EIP-2) require for transactions.
    LowS,
}

/// What the prover supplies: `R`, and the short integers.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Hint {
    pub point: Coordinates,
    pub u: Vec<BigInt>,
    pub v: Vec<BigInt>,
}

/// A signature, as integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `r`.
    pub r: BigUint,
    /// `s`.
    pub s: BigUint,
}

/// A signature with its digest and key.
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
    /// A valid signature with a low `s`, under a key that is not kept: for tests and benchmarks.
    pub fn made_up(parameters: &Parameters, rng: &mut impl RngCore) -> Self {
        let n = &parameters.order;
        let mut random = || parameters.random_scalar(rng);
        loop {
            let (secret, nonce, digest) = (random(), random(), random());
            if let (Some(key), Some((x, _)), Some(inverse)) = (
                parameters.multiple(&secret),
                parameters.multiple(&nonce),
                nonce.modinv(n),
            ) {
                let r = x % n;
                let s = inverse * (&digest + &r * secret) % n;
                let s = (n - &s).min(s);
                if r != BigUint::ZERO && s != BigUint::ZERO {
                    let signature = Signature { r, s };
                    return Self { key, digest, signature };
                }
            }
        }
    }
}

/// Which key a signature is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoveryId<T> {
    /// Whether the `y` of the signature's point is odd.
    pub y_is_odd: T,
    /// Whether `x` of the signature's point is `r` plus the order, instead of `r`.
    pub x_is_reduced: T,
}

/// `x = r`.
fn congruent() -> Formula {
    let mut f = Formula::new("congruence");
    let [x, r] = f.inputs();
    f.zero("x - r = 0", x - r);
    f
}

/// `x = r + n` if a bit is 1, else `x = r`.
fn first_coordinate(order: &BigUint) -> Formula {
    let mut f = Formula::new("first coordinate");
    let [x, r] = f.inputs();
    let above = f.small(0, 1);
    f.zero("x = r + above n", x - r - above.times(order.clone()));
    f
}

impl Ecdsa {
    /// Makes the gates and tables for a curve whose number of points is a prime with as many bits as the field's
    /// modulus.
    ///
    /// The tables have up to `rows` rows. More rows make fewer additions.
    ///
    /// # Errors
    /// If the field and the order have different numbers of bits, the curve has a cofactor, the order is the circuit's
    /// own modulus, or the rows are too few for a table.
    pub fn new(b: &mut Builder, curve: &Weierstrass, rows: usize) -> Result<Self, Error> {
        let combination = Combination::new(b, curve, rows)?;
        Ok(Self {
            congruent: congruent().over(&combination.scalars)?,
            first_coordinate: first_coordinate(&curve.parameters.order).over(&curve.field)?,
            combination,
            form: Form::Any,
        })
    }

    /// The same, but accepts only signatures of this form.
    #[must_use]
    pub fn of_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The integers modulo the order.
    pub fn scalars(&self) -> &Field {
        &self.combination.scalars
    }

    fn curve(&self) -> &Weierstrass {
        &self.combination.curve
    }

    /// Checks that `r` and `s` are below the order and not zero, and that `s` has the required form.
    fn check_range(&self, b: &mut Builder, r: &Element, s: &Element) -> Result<(), Error> {
        let scalars = self.scalars();
        let order = &self.curve().parameters.order;
        let bound = match self.form {
            Form::Any => order.clone(),
            // The order is odd, so (n - 1) / 2 is the largest low s.
            Form::LowS => (order + 1u32) >> 1u32,
        };
        for (element, bound) in [(r, order), (s, &bound)] {
            scalars.assert_below(b, element, bound)?;
            scalars.assert_nonzero_integer(b, element)?;
        }
        Ok(())
    }

    /// Checks that the signature of a digest is valid under a key. The digest is an integer that need not be below the
    /// order.
    ///
    /// The circuit checks that `r` and `s` are below the order and not zero. The caller must ensure that the key is on
    /// the curve: [`Weierstrass::witness`] checks it.
    ///
    /// # Errors
    /// [`Error::Unsatisfied`] if the signature is invalid, [`Error::Exceptional`] in cases for which no proof exists.
    pub fn verify(
        &self,
        b: &mut Builder,
        key: &Point,
        digest: &Element,
        r: &Element,
        s: &Element,
    ) -> Result<(), Error> {
        let (curve, scalars) = (self.curve(), self.scalars());
        let (u1, u2) = (quotient(digest, s), quotient(r, s));
        // R, whose first coordinate is r modulo the order.
        let sum = match (u1.value(scalars), u2.value(scalars)) {
            (Some(u1), Some(u2)) => curve.parameters.double_mul(&u1, &u2, &key.coordinates(&curve.field)),
            _ => None,
        };
        let sum = sum.ok_or_else(|| Error::Unsatisfied("a signature's point is not the identity".to_owned()))?;
        if &sum.0 % &curve.parameters.order != r.value {
            return Err(Error::Unsatisfied("the signature is valid".to_owned()));
        }
        let (u, v) = self.combination.short(&u2)?;
        self.verify_hinted(b, key, [digest, r, s], &Hint { point: sum, u, v })
    }

    /// Like [`Self::verify`], with given hints of the prover: for tests that wrong hints are refused.
    ///
    /// # Errors
    /// As [`Self::verify`].
    #[doc(hidden)]
    pub fn verify_hinted(
        &self,
        b: &mut Builder,
        key: &Point,
        [digest, r, s]: [&Element; 3],
        Hint { point, u, v }: &Hint,
    ) -> Result<(), Error> {
        let (curve, scalars) = (self.curve(), self.scalars());
        self.check_range(b, r, s)?;
        let point = curve.witness(b, point)?;
        curve.field.assert_reduced(b, &point.x)?;
        scalars.apply(b, &self.congruent, &[(&point.x).into(), r.into()], &[])?;
        let (u1, u2) = (quotient(digest, s), quotient(r, s));
        self.combination.check_hinted(b, &point, [u1, u2], key, (u, v))
    }

    /// The key under which the signature of a digest is valid.
    ///
    /// The circuit checks that `r` and `s` are below the order and not zero, and that both parts of the recovery id are
    /// bits. Ethereum's `ecrecover` accepts no reduced `x`, and either form of `s`.
    ///
    /// # Errors
    /// [`Error::Unsatisfied`] if there is no such key, [`Error::Exceptional`] in cases for which no proof exists.
    pub fn recover(
        &self,
        b: &mut Builder,
        digest: &Element,
        r: &Element,
        s: &Element,
        id: RecoveryId<Cell>,
    ) -> Result<Point, Error> {
        let (curve, scalars) = (self.curve(), self.scalars());
        self.check_range(b, r, s)?;
        for cell in [id.y_is_odd, id.x_is_reduced] {
            if ![Fr::from(0), Fr::from(1)].contains(&b.value(cell)) {
                return Err(Error::Unsatisfied("a recovery's number is of bits".to_owned()));
            }
            b.assert_bit(cell);
        }
        let set = |cell: Cell| b.value(cell) == Fr::from(1);
        let (odd, above) = (set(id.y_is_odd), set(id.x_is_reduced));
        let n = &curve.parameters.order;
        let x = if above { &r.value + n } else { r.value.clone() };
        let point = curve
            .parameters
            .lift(&x, odd)
            .ok_or_else(|| Error::Unsatisfied("r is that of a point".to_owned()))?;
        let key = self.recovered(&point, &digest.value, &r.value, &s.value);
        let key = key.ok_or_else(|| Error::Unsatisfied("a recovered key is not the identity".to_owned()))?;
        let (point, key) = (curve.witness(b, &point)?, curve.witness(b, &key)?);
        // x is below p, r below n, and 2 n above p. So x = r + k n with k = 0 or 1, and modulo p only the id's k fits.
        curve.field.assert_reduced(b, &point.x)?;
        scalars.apply(b, &self.congruent, &[(&point.x).into(), r.into()], &[])?;
        let inputs = [(&point.x).into(), r.into(), id.x_is_reduced.into()];
        curve.field.apply(b, &self.first_coordinate, &inputs, &[])?;
        let parity = curve.field.is_odd(b, &point.y)?;
        b.assert_equal(parity, id.y_is_odd);
        self.combination
            .check(b, &point, quotient(digest, s), quotient(r, s), &key)?;
        Ok(key)
    }

    /// `(s / r) R - (z / r) G`.
    fn recovered(&self, point: &Coordinates, z: &BigUint, r: &BigUint, s: &BigUint) -> Option<Coordinates> {
        let [z, r, s] = [z, r, s].map(|x| BigInt::from(x.clone()));
        let scalars = self.scalars();
        let (u1, u2) = (scalars.divide(&-z, &r)?, scalars.divide(&s, &r)?);
        self.curve().parameters.double_mul(&u1, &u2, point)
    }

    /// A whole circuit, with key, digest and signature as public inputs. They are `x`, `y`, `z`, `r`, `s` in this
    /// order, each in parts of 128 bits, lowest first: two parts for integers of 256 bits.
    ///
    /// # Errors
    /// As [`Self::verify`], and if the key is not on the curve or an integer has too many bits.
    pub fn verify_public(&self, b: &mut Builder, statement: &Statement) -> Result<(), Error> {
        let Statement { key, digest, signature } = statement;
        let curve = self.curve();
        if !curve.parameters.contains(key) {
            return Err(Error::Unsatisfied("the key is a point of the curve".to_owned()));
        }
        let point = curve.witness(b, key)?;
        curve.field.publish(b, &point.x)?;
        curve.field.publish(b, &point.y)?;
        let (digest, r, s) = self.public_integers(b, digest, signature)?;
        self.verify(b, &point, &digest, &r, &s)
    }

    /// The public inputs of [`Self::verify_public`].
    ///
    /// # Errors
    /// If an integer has too many bits for its field.
    pub fn public_inputs(&self, statement: &Statement) -> Result<Vec<Fr>, Error> {
        let Statement { key, digest, signature } = statement;
        Ok([
            self.curve().public_inputs(key)?,
            self.public_signature(digest, signature)?,
        ]
        .concat())
    }

    fn public_signature(&self, digest: &BigUint, Signature { r, s }: &Signature) -> Result<Vec<Fr>, Error> {
        let parts = [digest, r, s].map(|x| self.scalars().public_inputs(x));
        Ok(parts.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// A whole circuit, with a digest, a signature, its recovery id and the recovered key as public inputs. They are
    /// `z`, `r`, `s`, the two bits of the id, `x`, `y` in this order. All but the bits are in parts of 128 bits, lowest
    /// first.
    ///
    /// # Errors
    /// As [`Self::recover`], and if an integer has too many bits.
    pub fn recover_public(
        &self,
        b: &mut Builder,
        digest: &BigUint,
        signature: &Signature,
        id: RecoveryId<bool>,
    ) -> Result<(), Error> {
        let curve = self.curve();
        let (digest, r, s) = self.public_integers(b, digest, signature)?;
        let mut bit = |set: bool| {
            let cell = b.witness(Fr::from(u64::from(set)));
            b.publish(cell);
            cell
        };
        let id = RecoveryId {
            y_is_odd: bit(id.y_is_odd),
            x_is_reduced: bit(id.x_is_reduced),
        };
        let key = self.recover(b, &digest, &r, &s, id)?;
        curve.field.publish(b, &key.x)?;
        curve.field.publish(b, &key.y)?;
        Ok(())
    }

    /// The public inputs of [`Self::recover_public`], and the recovered key.
    ///
    /// # Errors
    /// If an integer has too many bits for its field.
    pub fn recovery_inputs(
        &self,
        digest: &BigUint,
        signature: &Signature,
        id: RecoveryId<bool>,
        key: &Coordinates,
    ) -> Result<Vec<Fr>, Error> {
        let bits = [id.y_is_odd, id.x_is_reduced].map(|bit| Fr::from(u64::from(bit)));
        let signature = self.public_signature(digest, signature)?;
        Ok([signature, bits.to_vec(), self.curve().public_inputs(key)?].concat())
    }

    /// Makes the digest, `r` and `s` public. The digest need not be below the order; a verification checks that `r` and
    /// `s` are.
    fn public_integers(
        &self,
        b: &mut Builder,
        digest: &BigUint,
        signature: &Signature,
    ) -> Result<(Element, Element, Element), Error> {
        let scalars = self.scalars();
        for value in [&signature.r, &signature.s] {
            if *value >= self.curve().parameters.order {
                return Err(Error::Unsatisfied("r and s are below the order".to_owned()));
            }
        }
        let digest = scalars.witness_integer(b, digest)?;
        let r = scalars.witness(b, &signature.r);
        let s = scalars.witness(b, &signature.s);
        for element in [&digest, &r, &s] {
            scalars.publish_integer(b, element);
        }
        Ok((digest, r, s))
    }
}

fn quotient<'a>(numerator: &'a Element, denominator: &'a Element) -> Quotient<'a> {
    Quotient { numerator, denominator }
}
