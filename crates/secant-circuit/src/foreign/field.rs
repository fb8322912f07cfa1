//! Fields and their elements.

use super::formula::{Formula, FormulaGate, integers};
use crate::{Builder, Cell, Error, Fr, Gate, Input, Shape, integer};
use num_bigint::{BigInt, BigUint};
use secant_field::modular::BigModulus;
use std::sync::Arc;

/// The integers modulo a prime of 224 to 768 bits, with the gates of its arithmetic.
#[derive(Clone, Debug)]
pub struct Field(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    modulus: BigInt,
    shape: Shape,
    widths: Vec<usize>,
    arithmetic: BigModulus,
}

/// An integer of as many bits as the modulus, which stands for its residue: one residue may have two.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its digits in base `2^limb_bits`, the least first.
    pub limbs: Vec<Input>,
    /// The integer.
    pub value: BigUint,
}

/// What a formula takes.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// An element.
    Element(&'a Element),
    /// A cell with an integer.
    Small(Cell),
}

impl<'a> From<&'a Element> for Operand<'a> {
    fn from(element: &'a Element) -> Self {
        Self::Element(element)
    }
}

impl From<Cell> for Operand<'_> {
    fn from(cell: Cell) -> Self {
        Self::Small(cell)
    }
}

impl Element {
    /// The integer in parts of so many bits, the lowest first.
    ///
    /// # Panics
    /// If a part might not be below the circuit's modulus.
    pub fn split(&self, b: &mut Builder, field: &Field, bits: usize) -> Vec<Cell> {
        assert!(bits <= 252, "parts are below the circuit's modulus");
        let widths = field.widths();
        let total: usize = widths.iter().sum();
        let mut parts: Vec<Vec<(Input, usize)>> = vec![Vec::new(); total.div_ceil(bits)];
        let mut at = 0;
        for (&limb, &width) in self.limbs.iter().zip(widths) {
            // A limb that crosses a boundary is taken apart.
            let left = bits - at % bits;
            if width <= left {
                parts[at / bits].push((limb, at % bits));
            } else {
                let value = integer::to_integer(&b.peek(limb));
                let pieces = integer::limbs_of(&value, left, 2);
                let low = b.ranged(integer::natural_to_field(&pieces[0]), left);
                let high = b.ranged(integer::natural_to_field(&pieces[1]), width - left);
                let sum = b.mul_add(high, integer::field_power_of_two(left), low);
                b.assert_input(sum, limb);
                parts[at / bits].push((low.into(), at % bits));
                parts[at / bits + 1].push((high.into(), 0));
            }
            at += width;
        }
        parts
            .into_iter()
            .map(|part| {
                let weights: Vec<_> = part.iter().map(|(_, at)| integer::field_power_of_two(*at)).collect();
                b.inner_product(part.into_iter().map(|(limb, _)| limb), weights)
            })
            .collect()
    }
}

/// The least and the most bits of a modulus.
const BITS: std::ops::RangeInclusive<u64> = 224..=768;

impl Field {
    /// The field of a modulus, for circuits of a shape; the name is unique among a circuit's fields.
    ///
    /// That the modulus is a prime is for the caller to know.
    ///
    /// # Errors
    /// If the modulus is even, or has fewer than 224 or more than 768 bits.
    pub fn new(name: &str, modulus: &BigUint, shape: Shape) -> Result<Self, Error> {
        let bits = modulus.bits();
        if !BITS.contains(&bits) {
            return Err(Error::Unsupported(format!(
                "{name}: a modulus of {bits} bits, of 224 to 768"
            )));
        }
        let arithmetic = BigModulus::from_be_bytes(&modulus.to_bytes_be())
            .map_err(|error| Error::Unsupported(format!("{name}: {error}")))?;
        Ok(Self(Arc::new(Inner {
            name: name.to_owned(),
            modulus: modulus.clone().into(),
            shape,
            widths: integer::limb_widths(bits as usize, shape.limb_bits),
            arithmetic,
        })))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The modulus.
    pub fn modulus(&self) -> &BigInt {
        &self.0.modulus
    }

    /// The bits of an element's limbs.
    pub fn widths(&self) -> &[usize] {
        &self.0.widths
    }

    /// The bits of a limb.
    pub fn limb_bits(&self) -> usize {
        self.0.shape.limb_bits
    }

    pub(crate) fn cell_bits(&self) -> usize {
        self.0.shape.cell_bits
    }

    /// `x` modulo the modulus.
    pub fn reduce(&self, x: &BigInt) -> BigUint {
        num_integer::Integer::mod_floor(x, &self.0.modulus).magnitude().clone()
    }

    /// `a / b`, or `None` if `b` has no inverse.
    pub fn divide(&self, a: &BigInt, b: &BigInt) -> Option<BigUint> {
        let arithmetic = &self.0.arithmetic;
        let b = arithmetic.reduce_le_bytes(&self.reduce(b).to_bytes_le());
        let inverse = arithmetic.to_le_bytes(&arithmetic.inverse(&b)?);
        Some(self.reduce(&(a * BigInt::from(BigUint::from_bytes_le(&inverse)))))
    }

    /// A square root of `a`, or `None`.
    pub fn sqrt(&self, a: &BigInt) -> Option<BigUint> {
        let arithmetic = &self.0.arithmetic;
        let a = arithmetic.reduce_le_bytes(&self.reduce(a).to_bytes_le());
        let root = arithmetic.sqrt(&a)?;
        Some(BigUint::from_bytes_le(&arithmetic.to_le_bytes(&root)))
    }

    fn digits(&self, value: &BigUint) -> Vec<BigUint> {
        integer::limbs_of(value, self.limb_bits(), self.0.widths.len())
    }

    /// A constant, reduced.
    pub fn constant(&self, value: &BigUint) -> Element {
        let value = self.reduce(&value.clone().into());
        let digits = self.digits(&value);
        let limbs = digits
            .iter()
            .map(|limb| Input::Constant(integer::natural_to_field(limb)));
        Element {
            limbs: limbs.collect(),
            value,
        }
    }

    /// An element of the prover's choice, reduced; the circuit checks that it has no more bits than the modulus.
    pub fn witness(&self, b: &mut Builder, value: &BigUint) -> Element {
        let value = self.reduce(&value.clone().into());
        let limbs = self.ranged(b, &value);
        Element { limbs, value }
    }

    fn ranged(&self, b: &mut Builder, value: &BigUint) -> Vec<Input> {
        let digits = self.digits(value);
        let limbs = digits.iter().zip(&self.0.widths);
        limbs
            .map(|(limb, &bits)| Input::Copy(b.ranged(integer::natural_to_field(limb), bits)))
            .collect()
    }

    /// As [`Self::witness`], of an integer of as many bits as the modulus, not reduced.
    ///
    /// # Errors
    /// If the integer has more bits.
    pub fn witness_integer(&self, b: &mut Builder, value: &BigUint) -> Result<Element, Error> {
        if value.bits() > self.0.modulus.bits() {
            return Err(Error::Unsatisfied(format!(
                "{}: an integer of {} bits",
                self.name(),
                self.0.modulus.bits()
            )));
        }
        Ok(Element {
            limbs: self.ranged(b, value),
            value: value.clone(),
        })
    }

    /// An element of limbs that the caller knows to be in range.
    pub fn element(&self, b: &Builder, limbs: &[Cell]) -> Element {
        let value = limbs
            .iter()
            .enumerate()
            .map(|(i, &limb)| integer::to_integer(&b.value(limb)) << (self.limb_bits() * i))
            .sum();
        Element {
            limbs: limbs.iter().map(|&cell| cell.into()).collect(),
            value,
        }
    }

    /// The two are the same integer.
    pub fn assert_same(&self, b: &mut Builder, x: &Element, y: &Element) {
        for (x, y) in x.limbs.iter().zip(&y.limbs) {
            match (*x, *y) {
                (Input::Copy(x), Input::Copy(y)) => b.assert_equal(x, y),
                (Input::Copy(x), y) | (y, Input::Copy(x)) => b.assert_constant(x, b.peek(y)),
                (x, y) => {
                    let x = b.column([x], &[])[0];
                    b.assert_constant(x, b.peek(y));
                }
            }
        }
    }

    /// An element is below the modulus, so that no other integer stands for its residue.
    ///
    /// # Errors
    /// If it is not.
    pub fn assert_reduced(&self, b: &mut Builder, x: &Element) -> Result<(), Error> {
        self.assert_below(b, x, &self.0.modulus.magnitude().clone())
    }

    /// An element is below a constant.
    ///
    /// # Errors
    /// If it is not.
    pub fn assert_below(&self, b: &mut Builder, x: &Element, bound: &BigUint) -> Result<(), Error> {
        if x.value >= *bound {
            return Err(Error::Unsatisfied(format!(
                "{}: an element below {bound:x}",
                self.name()
            )));
        }
        // bound - 1 - x has digits in range: with a borrow of a bit from each limb to the one above it.
        let most = self.digits(&(bound - 1u32));
        let mut borrow: Input = Fr::from(0).into();
        for (i, ((limb, most), &bits)) in x.limbs.iter().zip(&most).zip(&self.0.widths).enumerate() {
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

    /// A formula's outputs from its inputs, and values of the outputs that satisfy it.
    ///
    /// # Errors
    /// If they do not, or two elements that have to be different are equal.
    ///
    /// # Panics
    /// If the number of inputs or outputs is not the formula's.
    pub fn apply(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[Operand<'_>],
        outputs: &[BigUint],
    ) -> Result<Vec<Element>, Error> {
        assert_eq!(inputs.len(), gate.inputs().len(), "the formula's inputs");
        assert_eq!(outputs.len(), gate.outputs(), "the formula's outputs");
        let mut operands = Vec::new();
        let mut limbs = Vec::new();
        for input in inputs {
            match input {
                Operand::Element(element) => {
                    operands.extend(&element.limbs);
                    limbs.push(integers(&self.digits(&element.value)));
                }
                Operand::Small(cell) => {
                    operands.push((*cell).into());
                    limbs.push(vec![integer::to_signed(&b.value(*cell))]);
                }
            }
        }
        let mut cells = Vec::new();
        for output in outputs {
            let digits = self.digits(output);
            cells.extend(digits.iter().map(integer::natural_to_field));
            limbs.push(integers(&digits));
        }
        let (inverses, rest) = gate.complete(&limbs)?;
        operands.extend(inverses.into_iter().map(Input::Witness));
        cells.extend(rest);
        let gate: Arc<dyn Gate> = gate.clone();
        let (_, first) = b.apply(&gate, &operands, &cells);
        let width = self.0.widths.len();
        Ok(outputs
            .iter()
            .enumerate()
            .map(|(i, value)| Element {
                limbs: (0..width).map(|j| first.after(i * width + j).into()).collect(),
                value: value.clone(),
            })
            .collect())
    }

    /// `a b`.
    ///
    /// # Errors
    /// If limbs are too long for a product.
    pub fn mul(&self, b: &mut Builder, x: &Element, y: &Element) -> Result<Element, Error> {
        let mut formula = Formula::new("product");
        let [u, v] = formula.inputs();
        let product = formula.output();
        formula.zero("u v - w", u * v - product);
        let value = self.reduce(&BigInt::from(&x.value * &y.value));
        let mut outputs = self.apply(b, &formula.over(self)?, &[x.into(), y.into()], &[value])?;
        Ok(outputs.remove(0))
    }
}
