//! The integers of elements: their bounds, and their parts as public inputs.

use super::{super::batch::SLACK, Element, Field, PUBLIC_BITS};
use crate::{Builder, Cell, Error, Fr, Input, integer};
use num_bigint::{BigInt, BigUint};

impl Field {
    /// Makes an element public. The circuit checks that it is below the modulus. Its parts of [`PUBLIC_BITS`] bits,
    /// lowest first, are the next public inputs.
    ///
    /// # Errors
    /// If it is not below the modulus.
    ///
    /// # Panics
    /// If it is of a field with other limbs.
    pub fn publish(&self, b: &mut Builder, x: &Element) -> Result<(), Error> {
        self.assert_reduced(b, x)?;
        self.publish_integer(b, x);
        Ok(())
    }

    /// Like [`Self::publish`], for an element that need not be below the modulus.
    ///
    /// # Panics
    /// If it is of a field with other limbs.
    pub fn publish_integer(&self, b: &mut Builder, x: &Element) {
        self.check(x);
        for part in x.split(b, PUBLIC_BITS) {
            b.publish(part);
        }
    }

    /// The public inputs that [`Self::publish`] and [`Self::publish_integer`] make of an integer.
    ///
    /// # Errors
    /// If it has more bits than the modulus: its parts would be those of another integer.
    pub fn public_inputs(&self, x: &BigUint) -> Result<Vec<Fr>, Error> {
        if x.bits() > self.modulus().bits() {
            return Err(Error::Unsatisfied(format!(
                "{}: a public input of {} bits",
                self.name(),
                x.bits()
            )));
        }
        Ok(self.parts_of(x))
    }

    /// The parts of an integer with no more bits than the modulus.
    pub(crate) fn parts_of(&self, x: &BigUint) -> Vec<Fr> {
        let count = (self.modulus().bits() as usize).div_ceil(PUBLIC_BITS);
        let parts = integer::limbs_of(x, PUBLIC_BITS, count);
        parts.iter().map(integer::natural_to_field).collect()
    }

    /// Checks that an element is below the modulus, so that no other integer represents its residue.
    ///
    /// # Errors
    /// If it is not below the modulus.
    ///
    /// # Panics
    /// If it is of a field with other limbs.
    pub fn assert_reduced(&self, b: &mut Builder, x: &Element) -> Result<(), Error> {
        self.assert_below(b, x, &self.0.modulus.magnitude().clone())
    }

    /// Like [`Self::assert_reduced`], and checks that the element is not zero.
    ///
    /// # Errors
    /// If it is not below the modulus, or zero.
    ///
    /// # Panics
    /// As [`Self::assert_reduced`].
    pub fn assert_reduced_nonzero(&self, b: &mut Builder, x: &Element) -> Result<(), Error> {
        self.assert_reduced(b, x)?;
        self.assert_nonzero_integer(b, x)
    }

    /// Checks that the integer of an element is not zero. Its residue may be zero.
    pub(crate) fn assert_nonzero_integer(&self, b: &mut Builder, x: &Element) -> Result<(), Error> {
        // Limbs are not negative, and their sum is too small to wrap around.
        let sum = b.sum(x.limbs.iter().copied());
        b.assert_nonzero(sum)
    }

    /// Checks that an element is below a constant of at most as many bits as the modulus.
    ///
    /// # Errors
    /// If it is not below the constant.
    ///
    /// # Panics
    /// If it is of a field with other limbs, or the constant has more bits.
    pub fn assert_below(&self, b: &mut Builder, x: &Element, bound: &BigUint) -> Result<(), Error> {
        self.check(x);
        assert!(
            bound.bits() <= self.0.modulus.bits(),
            "{}: a bound of more bits",
            self.name()
        );
        if x.value >= *bound {
            return Err(Error::Unsatisfied(format!(
                "{}: an element below {bound:x}",
                self.name()
            )));
        }
        // The digits of bound - 1 - x are in range, with a borrow of a bit from each limb to the one above it.
        let most = self.digits(&(bound - 1u32));
        let mut borrow: Input = Fr::from(0).into();
        for (i, ((limb, most), &bits)) in x.limbs.iter().zip(&most).zip(self.0.widths.iter()).enumerate() {
            let difference = b.sub(integer::natural_to_field(most), *limb);
            let difference = b.sub(difference, borrow);
            if i + 1 == x.limbs.len() {
                b.range_check(difference, bits);
            } else {
                let next = b.bit(integer::to_signed(&b.value(difference)) < BigInt::ZERO);
                let digit = b.mul_add(next, integer::field_power_of_two(bits), difference);
                b.range_check(digit, bits);
                borrow = next.into();
            }
        }
        Ok(())
    }

    /// Whether the integer of an element is odd: a cell with 1 or 0. The circuit checks that the integer is below the
    /// modulus.
    ///
    /// # Errors
    /// If it is not below the modulus.
    ///
    /// # Panics
    /// If it is of a field with other limbs.
    pub fn is_odd(&self, b: &mut Builder, x: &Element) -> Result<Cell, Error> {
        self.assert_reduced(b, x)?;
        // Whatever slack limbs have, all limbs but the first contribute even numbers.
        let first = b.cell_of(x.limbs[0]);
        b.get_last_bit(first, self.limb_bits() + SLACK)
    }
}
