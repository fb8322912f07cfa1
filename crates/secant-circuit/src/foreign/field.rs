//! Fields and their elements.

use super::formula::{Formula, FormulaGate, integers};
use crate::{Builder, Cell, Error, Fr, Gate, Input, Shape, integer};
use num_bigint::{BigInt, BigUint};
use secant_field::modular::BigModulus;
use std::sync::{Arc, OnceLock};

/// The integers modulo a prime of 224 to 768 bits, with the gates of its arithmetic.
#[derive(Clone, Debug)]
pub struct Field(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    modulus: BigInt,
    shape: Shape,
    widths: Arc<[usize]>,
    arithmetic: BigModulus,
    product: OnceLock<Arc<FormulaGate>>,
}

/// An integer of as many bits as the modulus, which stands for its residue: one residue may have two.
#[derive(Clone, Debug)]
pub struct Element {
    pub(crate) limbs: Vec<Input>,
    pub(crate) value: BigUint,
    /// The bits of the limbs, by which an element is one of its field or of one with as long elements.
    widths: Arc<[usize]>,
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
    /// Its digits in base `2^limb_bits`, the least first.
    pub fn limbs(&self) -> &[Input] {
        &self.limbs
    }

    /// The integer.
    pub fn value(&self) -> &BigUint {
        &self.value
    }

    /// The integer in parts of so many bits, the lowest first; the last has what is left.
    ///
    /// # Panics
    /// If a part might not be below the circuit's modulus.
    pub fn split(&self, b: &mut Builder, bits: usize) -> Vec<Cell> {
        assert!((1..=252).contains(&bits), "parts are below the circuit's modulus");
        let total: usize = self.widths.iter().sum();
        let mut parts: Vec<Vec<(Input, usize)>> = vec![Vec::new(); total.div_ceil(bits)];
        let mut at = 0;
        for (&limb, &width) in self.limbs.iter().zip(self.widths.iter()) {
            // A limb is cut at every boundary.
            let mut pieces = Vec::new();
            let mut done = 0;
            while done < width {
                let here = (bits - (at + done) % bits).min(width - done);
                pieces.push((done, here));
                done += here;
            }
            if let [_] = pieces[..] {
                parts[at / bits].push((limb, at % bits));
            } else {
                let value = integer::to_integer(&b.peek(limb));
                let cells: Vec<_> = pieces
                    .iter()
                    .map(|&(from, width)| {
                        let piece = (&value >> from) & ((BigUint::from(1u32) << width) - 1u32);
                        b.ranged(integer::natural_to_field(&piece), width)
                    })
                    .collect();
                let weights = pieces.iter().map(|&(from, _)| integer::field_power_of_two(from));
                let sum = b.inner_product(cells.iter().copied(), weights.collect::<Vec<_>>());
                b.assert_input(sum, limb);
                for (&(from, _), &cell) in pieces.iter().zip(&cells) {
                    parts[(at + from) / bits].push((cell.into(), (at + from) % bits));
                }
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

/// `w = u v`.
fn product() -> Formula {
    let mut formula = Formula::new("product");
    let [u, v] = formula.inputs();
    let w = formula.output();
    formula.zero("u v - w", u * v - w);
    formula
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
            widths: integer::limb_widths(bits as usize, shape.limb_bits).into(),
            arithmetic,
            product: OnceLock::new(),
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
        self.of_limbs(limbs.collect(), value)
    }

    /// An element of the prover's choice, reduced; the circuit checks that it has no more bits than the modulus.
    pub fn witness(&self, b: &mut Builder, value: &BigUint) -> Element {
        let value = self.reduce(&value.clone().into());
        let limbs = self.ranged(b, &value);
        self.of_limbs(limbs, value)
    }

    /// An element of limbs that are in range.
    pub(crate) fn of_limbs(&self, limbs: Vec<Input>, value: BigUint) -> Element {
        Element {
            limbs,
            value,
            widths: self.0.widths.clone(),
        }
    }

    /// # Panics
    /// If the element is of a field with other limbs.
    fn check(&self, x: &Element) {
        assert_eq!(x.widths, self.0.widths, "{}: an element of another field", self.name());
    }

    fn ranged(&self, b: &mut Builder, value: &BigUint) -> Vec<Input> {
        let digits = self.digits(value);
        let limbs = digits.iter().zip(self.0.widths.iter());
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
        Ok(self.of_limbs(self.ranged(b, value), value.clone()))
    }

    /// An element of limbs that the caller knows to have as many bits as [`Self::widths`] says, or is told.
    ///
    /// # Panics
    /// If there are more limbs or fewer.
    pub fn element_unchecked(&self, b: &Builder, limbs: &[Cell]) -> Element {
        assert_eq!(limbs.len(), self.0.widths.len(), "{}: an element's limbs", self.name());
        let value = limbs
            .iter()
            .enumerate()
            .map(|(i, &limb)| integer::to_integer(&b.value(limb)) << (self.limb_bits() * i))
            .sum();
        self.of_limbs(limbs.iter().map(|&cell| cell.into()).collect(), value)
    }

    /// The two are the same integer.
    ///
    /// # Panics
    /// If one is of a field with other limbs.
    pub fn assert_same(&self, b: &mut Builder, x: &Element, y: &Element) {
        self.check(x);
        self.check(y);
        for (x, y) in x.limbs.iter().zip(&y.limbs) {
            let x = b.cell_of(*x);
            b.assert_input(x, *y);
        }
    }

    /// An element is below the modulus, so that no other integer stands for its residue.
    ///
    /// # Errors
    /// If it is not.
    ///
    /// # Panics
    /// If it is of a field with other limbs.
    pub fn assert_reduced(&self, b: &mut Builder, x: &Element) -> Result<(), Error> {
        self.assert_below(b, x, &self.0.modulus.magnitude().clone())
    }

    /// An element is below a constant of as many bits as the modulus.
    ///
    /// # Errors
    /// If it is not.
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
        // bound - 1 - x has digits in range: with a borrow of a bit from each limb to the one above it.
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

    /// A formula's outputs from its inputs, and values of the outputs that satisfy it.
    ///
    /// # Errors
    /// If they do not, or two elements that have to be different are equal.
    ///
    /// # Panics
    /// If the number of inputs or outputs is not the formula's, an input is of another kind or of a field with other limbs, or
    /// the gate is of another field.
    pub fn apply(
        &self,
        b: &mut Builder,
        gate: &Arc<FormulaGate>,
        inputs: &[Operand<'_>],
        outputs: &[BigUint],
    ) -> Result<Vec<Element>, Error> {
        assert_eq!(inputs.len(), gate.inputs().len(), "the formula's inputs");
        assert_eq!(outputs.len(), gate.outputs(), "the formula's outputs");
        assert_eq!(gate.modulus(), self.modulus(), "a gate of this field");
        let mut operands = Vec::new();
        let mut limbs = Vec::new();
        for (input, range) in inputs.iter().zip(gate.inputs()) {
            assert_eq!(range.is_none(), matches!(input, Operand::Element(_)), "an input's kind");
            match input {
                Operand::Element(element) => {
                    self.check(element);
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
        let first = b.apply(&gate, &operands, &cells)?;
        let width = self.0.widths.len();
        Ok(outputs
            .iter()
            .enumerate()
            .map(|(i, value)| {
                let limbs = (0..width).map(|j| first.after(i * width + j).into());
                self.of_limbs(limbs.collect(), value.clone())
            })
            .collect())
    }

    /// `a b`.
    ///
    /// # Errors
    /// If limbs are too long for a product.
    pub fn mul(&self, b: &mut Builder, x: &Element, y: &Element) -> Result<Element, Error> {
        let gate = match self.0.product.get() {
            Some(gate) => gate,
            None => {
                let gate = product().over(self)?;
                self.0.product.get_or_init(|| gate)
            }
        };
        let value = self.reduce(&BigInt::from(&x.value * &y.value));
        let mut outputs = self.apply(b, gate, &[x.into(), y.into()], &[value])?;
        Ok(outputs.remove(0))
    }
}
