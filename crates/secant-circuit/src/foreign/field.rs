//! Fields and their elements.

mod apply;
mod integers;

use super::{
    batch::SLACK,
    formula::{Formula, FormulaGate},
    polynomial::{Interval, weighted},
};
use crate::{
    Builder, Cell, Error, Fr, Input, Range, Shape,
    integer::{self, NATIVE_MODULUS},
};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use secant_field::modular::{BigModulus, Modulus};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// The integers modulo a prime of 224 to 768 bits, with the gates of its arithmetic.
#[derive(Clone)]
pub struct Field(Arc<Inner>);

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The gates contain the field, so they are left out.
        f.debug_struct("Field")
            .field("name", &self.0.name)
            .field("modulus", &self.0.modulus)
            .field("shape", &self.0.shape)
            .finish_non_exhaustive()
    }
}

struct Inner {
    name: String,
    modulus: BigInt,
    shape: Shape,
    widths: Arc<[usize]>,
    ranges: Vec<Range>,
    /// `1 / p` modulo `r`.
    native_inverse: Fr,
    /// The largest multiple of `p` that fits the difference of two compared elements, as a number of times `p`.
    most_multiple: usize,
    arithmetic: BigModulus,
    gates: Gates,
}

/// Gates that are made on first use.
#[derive(Default)]
struct Gates {
    product: OnceLock<Arc<FormulaGate>>,
    same: OnceLock<Arc<FormulaGate>>,
}

/// An integer of about as many bits as the modulus, which represents its residue. A residue may have several such
/// integers.
#[derive(Clone, Debug)]
pub struct Element {
    pub(crate) limbs: Vec<Input>,
    pub(crate) value: BigUint,
    /// Whether the top limb is known to be short. Comparisons need this.
    pub(crate) short: bool,
    /// The bits of the limbs. An element fits every field with the same widths.
    widths: Arc<[usize]>,
}

/// An argument of a formula.
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
    /// Its digits in base `2^limb_bits`, least significant first.
    pub fn limbs(&self) -> &[Input] {
        &self.limbs
    }

    /// The integer.
    pub fn value(&self) -> &BigUint {
        &self.value
    }

    /// The integer in parts of `bits` bits, lowest first. The last part has the remaining bits. The circuit checks that
    /// no limb has more bits than it needs, so an integer has only one such form.
    ///
    /// # Panics
    /// If a part might not be below the circuit's modulus.
    pub fn split(&self, b: &mut Builder, bits: usize) -> Vec<Cell> {
        assert!((1..=252).contains(&bits), "parts are below the circuit's modulus");
        let total: usize = self.widths.iter().sum();
        let mut parts: Vec<Vec<(Input, usize)>> = vec![Vec::new(); total.div_ceil(bits)];
        let mut at = 0;
        for (&limb, &width) in self.limbs.iter().zip(self.widths.iter()) {
            // Cut the limb at every boundary between parts.
            let mut pieces = Vec::new();
            let mut done = 0;
            while done < width {
                let here = (bits - (at + done) % bits).min(width - done);
                pieces.push((done, here));
                done += here;
            }
            let value = integer::to_integer(&b.peek(limb));
            let cells: Vec<_> = pieces
                .iter()
                .map(|&(from, width)| {
                    let piece = (&value >> from) & ((BigUint::from(1u32) << width) - 1u32);
                    b.ranged(integer::natural_to_field(&piece), width)
                })
                .collect();
            let sum = match cells[..] {
                [cell] => cell,
                _ => {
                    let weights = pieces.iter().map(|&(from, _)| integer::field_power_of_two(from));
                    b.inner_product(cells.iter().copied(), weights.collect::<Vec<_>>())
                }
            };
            b.assert_input(sum, limb);
            for (&(from, _), &cell) in pieces.iter().zip(&cells) {
                parts[(at + from) / bits].push((cell.into(), (at + from) % bits));
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

impl Inner {
    /// The bits of the top limb of compared elements, if fewer than those of others.
    fn short_bits(&self) -> Option<usize> {
        let top = self.widths.last()? + 1;
        (top + 1 < self.shape.limb_bits + SLACK).then_some(top)
    }
}

/// The bits of the parts in which elements are made public.
pub const PUBLIC_BITS: usize = 128;

/// The least and the most bits of a modulus.
const BITS: std::ops::RangeInclusive<u64> = 224..=768;

/// Whether an integer of at most [`BITS`] is a prime.
fn is_prime(modulus: &BigUint) -> bool {
    const LIMBS: usize = 768 / 64;
    Modulus::<LIMBS>::from_bytes(&modulus.to_bytes_be()).is_ok_and(|modulus| modulus.is_prime())
}

impl Field {
    /// The field with a modulus, for circuits of a shape. The name must be unique among a circuit's fields.
    ///
    /// The modulus is checked to be a prime ([`Modulus::is_prime`]). If it had a small factor, the random weights could
    /// hide a relation that is false modulo that factor, with a probability of one over the factor.
    ///
    /// # Errors
    /// If the modulus is no prime, has fewer than 224 or more than 768 bits, or is the circuit's own.
    pub fn new(name: &str, modulus: &BigUint, shape: Shape) -> Result<Self, Error> {
        let bits = modulus.bits();
        if !BITS.contains(&bits) {
            return Err(Error::Unsupported(format!(
                "{name}: a modulus of {bits} bits, of 224 to 768"
            )));
        }
        let arithmetic = BigModulus::from_be_bytes(&modulus.to_bytes_be())
            .map_err(|error| Error::Unsupported(format!("{name}: {error}")))?;
        if !is_prime(modulus) {
            return Err(Error::Unsupported(format!("{name}: a modulus that is no prime")));
        }
        let native_inverse = (modulus % NATIVE_MODULUS.magnitude()).modinv(NATIVE_MODULUS.magnitude());
        let native_inverse =
            native_inverse.ok_or_else(|| Error::Unsupported(format!("{name}: the circuit's own field")))?;
        let widths = integer::limb_widths(bits as usize, shape.limb_bits);
        let range = |&bits: &usize| Range {
            bits,
            most: shape.limb_bits + SLACK,
        };
        let mut inner = Inner {
            name: name.to_owned(),
            modulus: modulus.clone().into(),
            shape,
            ranges: widths.iter().map(range).collect(),
            widths: widths.into(),
            native_inverse: integer::natural_to_field(&native_inverse),
            most_multiple: 0,
            arithmetic,
            gates: Gates::default(),
        };
        let mut most: Vec<_> = inner.ranges.iter().map(|range| Interval::bits(range.most)).collect();
        if let (Some(top), Some(bits)) = (most.last_mut(), inner.short_bits()) {
            *top = Interval::bits(bits);
        }
        inner.most_multiple = (weighted(&most, shape.limb_bits).most / &inner.modulus)
            .try_into()
            .unwrap_or(usize::MAX);
        Ok(Self(Arc::new(inner)))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The modulus.
    pub fn modulus(&self) -> &BigInt {
        &self.0.modulus
    }

    /// Whether `other` is this field, with the same limbs.
    pub(super) fn is(&self, other: &Self) -> bool {
        let of = |field: &Self| (field.0.name.clone(), field.0.modulus.clone(), field.0.shape);
        Arc::ptr_eq(&self.0, &other.0) || of(self) == of(other)
    }

    /// The bits of an element's limbs.
    pub fn widths(&self) -> &[usize] {
        &self.0.widths
    }

    /// The bits of a limb.
    pub fn limb_bits(&self) -> usize {
        self.0.shape.limb_bits
    }

    /// The ranges of an element's limbs.
    pub(super) fn ranges(&self) -> &[Range] {
        &self.0.ranges
    }

    pub(super) fn limb_intervals(&self) -> Vec<Interval> {
        self.0.ranges.iter().map(|range| Interval::bits(range.most)).collect()
    }

    /// How many coefficients a product has, as a polynomial in `2^limb_bits`.
    pub(super) fn coefficients(&self) -> usize {
        2 * self.0.widths.len() - 1
    }

    /// A factor and a range that make the top limb of a compared element short: the limb times the factor is in the
    /// range.
    pub(super) fn trimming(&self) -> Option<(Fr, Range)> {
        let most = self.limb_bits() + SLACK;
        let bits = self.0.short_bits()?;
        let range = Range { bits: most - 1, most };
        Some((integer::field_power_of_two(most - bits), range))
    }

    /// `1 / p` modulo the circuit's modulus.
    pub(super) fn native_inverse(&self) -> Fr {
        self.0.native_inverse
    }

    /// The largest multiple of `p` that fits the difference of two compared elements, as a number of times `p`.
    pub(super) fn most_multiple(&self) -> usize {
        self.0.most_multiple
    }

    /// `x` modulo the modulus.
    pub fn reduce(&self, x: &BigInt) -> BigUint {
        x.mod_floor(&self.0.modulus).magnitude().clone()
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
        self.of_limbs(limbs.collect(), value, true)
    }

    /// An element that the prover chooses, reduced. The circuit checks that it has about as many bits as the modulus.
    pub fn witness(&self, b: &mut Builder, value: &BigUint) -> Element {
        let value = self.reduce(&value.clone().into());
        self.ranged(b, value)
    }

    fn ranged(&self, b: &mut Builder, value: BigUint) -> Element {
        let digits = self.digits(&value);
        let limbs = digits.iter().zip(&self.0.ranges);
        let limbs = limbs.map(|(limb, &range)| b.ranged_in(integer::natural_to_field(limb), range).into());
        self.of_limbs(limbs.collect(), value, self.0.short_bits().is_none())
    }

    /// Like [`Self::witness`], for an element that will be compared with others. The circuit checks that it is short.
    pub fn witness_to_compare(&self, b: &mut Builder, value: &BigUint) -> Element {
        let element = self.witness(b, value);
        self.shortened(b, &element)
    }

    /// A gate, made on first use.
    pub(crate) fn gate<'a>(
        &self,
        known: &'a OnceLock<Arc<FormulaGate>>,
        formula: impl FnOnce() -> Formula,
    ) -> Result<&'a Arc<FormulaGate>, Error> {
        Ok(match known.get() {
            Some(gate) => gate,
            None => {
                let gate = formula().over(self)?;
                known.get_or_init(|| gate)
            }
        })
    }

    /// An element from limbs that are in range. `short` says whether the top limb is that of a short element.
    pub(crate) fn of_limbs(&self, limbs: Vec<Input>, value: BigUint, short: bool) -> Element {
        Element {
            limbs,
            value,
            short,
            widths: self.0.widths.clone(),
        }
    }

    /// # Panics
    /// If the element is of a field with other limbs.
    pub(crate) fn check(&self, x: &Element) {
        assert_eq!(x.widths, self.0.widths, "{}: an element of another field", self.name());
    }

    /// Like [`Self::witness`], for an integer with at most as many bits as the modulus, which is not reduced.
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
        Ok(self.ranged(b, value.clone()))
    }

    /// An element whose limbs were selected among those of several elements, which are all short or all not.
    ///
    /// # Panics
    /// If there are more limbs or fewer.
    pub(crate) fn chosen(&self, b: &Builder, limbs: &[Cell], short: bool) -> Element {
        assert_eq!(limbs.len(), self.0.widths.len(), "{}: an element's limbs", self.name());
        let value = limbs
            .iter()
            .enumerate()
            .map(|(i, &limb)| integer::to_integer(&b.value(limb)) << (self.limb_bits() * i))
            .sum();
        self.of_limbs(limbs.iter().map(|&cell| cell.into()).collect(), value, short)
    }

    /// `x` if `choice` is 1, else `y`. The caller must ensure that `choice` is a bit.
    ///
    /// # Panics
    /// If one is of a field with other limbs.
    pub fn select(&self, b: &mut Builder, x: &Element, y: &Element, choice: Cell) -> Element {
        self.check(x);
        self.check(y);
        let limbs = x.limbs.iter().zip(&y.limbs);
        let limbs: Vec<_> = limbs.map(|(&x, &y)| b.select(x, y, choice)).collect();
        self.chosen(b, &limbs, x.short && y.short)
    }

    /// The same element with its top limb checked to be short, unless that is known.
    fn shortened(&self, b: &mut Builder, x: &Element) -> Element {
        if let (false, Some((factor, range)), Some(&top)) = (x.short, self.trimming(), x.limbs.last()) {
            let multiple = b.mul(top, factor);
            let short = b.ranged_in(b.value(multiple), range);
            b.assert_equal(multiple, short);
        }
        Element {
            short: true,
            ..x.clone()
        }
    }

    /// Constrains two elements to the same residue.
    ///
    /// # Errors
    /// If the residues differ, and as [`Self::apply`].
    ///
    /// # Panics
    /// If one is of a field with other limbs.
    pub fn assert_equal(&self, b: &mut Builder, x: &Element, y: &Element) -> Result<(), Error> {
        let gate = self.gate(&self.0.gates.same, || {
            let mut f = Formula::new("equality");
            let [x, y] = f.inputs();
            f.zero("x - y = 0", x - y);
            f
        })?;
        self.apply(b, gate, &[x.into(), y.into()], &[])?;
        Ok(())
    }

    /// `x y`.
    ///
    /// # Errors
    /// As [`Self::apply`].
    pub fn mul(&self, b: &mut Builder, x: &Element, y: &Element) -> Result<Element, Error> {
        let gate = self.gate(&self.0.gates.product, product)?;
        let value = self.reduce(&BigInt::from(&x.value * &y.value));
        let mut outputs = self.apply(b, gate, &[x.into(), y.into()], &[value])?;
        Ok(outputs.remove(0))
    }
}
