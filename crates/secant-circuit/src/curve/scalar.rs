//! The scalars by which points are multiplied.

use super::Weierstrass;
use crate::{
    Builder, Cell, Error, Fr, Input,
    foreign::{Element, Formula, FormulaGate, Linear, Operand, SLACK},
    integer,
};
use num_bigint::{BigInt, BigUint};
use std::{collections::HashMap, sync::Arc};

/// An integer by which a point is multiplied. It stands for its residue modulo the order. It may be larger than the
/// order: up to about 448 bits (seven limbs) for an order of 256 bits, or of any size where the order is the circuit's
/// own modulus.
#[derive(Clone, Debug)]
pub struct Scalar(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// A cell of the circuit's field.
    Native(Cell),
    /// `sum 2^(bits i) part_i`, for parts of at most `bits` bits.
    Parts(Vec<Cell>, usize),
    /// An element of a field whose limbs are like those of the order's field.
    Element(Element),
}

/// The largest number of bits of an integer that is divided.
const MOST_BITS: usize = 250;

/// The bits of the parts of integers.
const PART_BITS: usize = 64;

impl Scalar {
    /// The value of a cell modulo the circuit's modulus: for curves of that order, such as BN254's first group.
    pub fn native(cell: Cell) -> Self {
        Self(Kind::Native(cell))
    }

    /// `sum 2^(bits i) part_i`. The caller must ensure that the parts have at most `bits` bits. Parts of up to 64 bits,
    /// as limbs have, always fit; longer ones may be too long for the relations, which [`Builder::finish`] detects.
    pub fn parts(parts: Vec<Cell>, bits: usize) -> Self {
        Self(Kind::Parts(parts, bits))
    }

    /// A cell with an integer of at most `bits` bits. The circuit checks that it has no more.
    ///
    /// # Panics
    /// For more than 252 bits.
    pub fn number(b: &mut Builder, cell: Cell, bits: usize) -> Self {
        assert!(bits <= 252, "numbers below the circuit's modulus");
        let widths = integer::limb_widths(bits, PART_BITS);
        let value = integer::to_integer(&b.value(cell));
        let limbs = integer::limbs_of(&value, PART_BITS, widths.len());
        let parts: Vec<_> = limbs
            .iter()
            .zip(&widths)
            .map(|(limb, &width)| {
                let part = b.witness(integer::natural_to_field(limb));
                b.range_check(part, width);
                part
            })
            .collect();
        let weights = (0..widths.len()).map(|i| integer::field_power_of_two(PART_BITS * i));
        let sum = b.inner_product(parts.iter().copied(), weights);
        b.assert_equal(sum, cell);
        Self::parts(parts, PART_BITS)
    }

    /// The integer of an element whose limbs are like those of elements of [`Weierstrass::scalars`]. Where the order is
    /// the circuit's own modulus, the element may be of any field.
    ///
    /// All integers of an element of the order's field give the same multiple. An element of another field gives
    /// several multiples, unless it is reduced ([`crate::foreign::Field::assert_reduced`]): otherwise the prover has a
    /// choice.
    pub fn element(element: &Element) -> Self {
        Self(Kind::Element(element.clone()))
    }

    /// The integer.
    pub fn value(&self, b: &Builder) -> BigUint {
        match &self.0 {
            Kind::Native(cell) => integer::to_integer(&b.value(*cell)),
            Kind::Parts(parts, bits) => {
                let parts = parts.iter().enumerate();
                parts
                    .map(|(i, &part)| integer::to_integer(&b.value(part)) << (bits * i))
                    .sum()
            }
            Kind::Element(element) => element.value().clone(),
        }
    }

    /// The scalar, or zero if a bit is 1.
    pub(super) fn unless(&self, b: &mut Builder, curve: &Weierstrass, bit: Cell) -> Self {
        Self(match (&self.0, &curve.scalars) {
            (Kind::Parts(parts, bits), _) => {
                Kind::Parts(parts.iter().map(|&part| b.mul_not(bit, part)).collect(), *bits)
            }
            (Kind::Element(element), Some(field)) => {
                field.check(element);
                let limbs: Vec<_> = element.limbs().iter().map(|&limb| b.mul_not(bit, limb)).collect();
                Kind::Element(field.chosen(b, &limbs, false))
            }
            (Kind::Native(_) | Kind::Element(_), _) => {
                let cell = self.in_cell(b);
                Kind::Native(b.mul_not(bit, cell))
            }
        })
    }

    /// `j` and `m` with `k = 2^low m + j` and `j < 2^low`, for the integer `k` itself. `m` counts modulo the order.
    ///
    /// # Errors
    /// If the scalar is a cell, which is not an integer, or an element that is not below the order, or if its parts are
    /// too long.
    pub(super) fn split(
        &self,
        b: &mut Builder,
        curve: &Weierstrass,
        known: &mut Relations,
        low: usize,
    ) -> Result<(Cell, Self), Error> {
        let integers = || Error::Unsupported("a cell as the multiple of a point outside of the subgroup".to_owned());
        let field = curve.scalars.as_ref().ok_or_else(integers)?;
        let (parts, size, most): (Vec<Input>, _, _) = match &self.0 {
            Kind::Native(_) => return Err(integers()),
            Kind::Parts(parts, bits) => (parts.iter().map(|&part| part.into()).collect(), *bits, *bits),
            Kind::Element(element) => {
                field.assert_reduced(b, element)?;
                (element.limbs().to_vec(), field.limb_bits(), field.limb_bits() + SLACK)
            }
        };
        // Parts at multiples of 2^low are left out.
        let parts: Vec<_> = parts
            .into_iter()
            .enumerate()
            .take_while(|(i, _)| size * i < low)
            .collect();
        let weights: Vec<_> = parts
            .iter()
            .map(|(i, _)| integer::field_power_of_two(size * i))
            .collect();
        let sum = b.inner_product(parts.into_iter().map(|(_, part)| part), weights);
        let bits = most + low + 1;
        if bits > MOST_BITS {
            return Err(Error::Unsupported(format!("parts of {size} bits")));
        }
        let modulus = BigUint::from(1u32) << low;
        let (_, rest) = b.div_mod(sum, &modulus, bits)?;
        let multiple = field.witness(b, &(self.value(b) >> low));
        let cells: Vec<_> = multiple.limbs().iter().map(|&limb| b.cell_of(limb)).collect();
        let size = field.limb_bits();
        let factors = (0..cells.len()).map(|i| {
            (
                integer::power_of_two(low + size * i),
                integer::power_of_two(size + SLACK),
            )
        });
        let sum = Sum {
            name: format!("scalar and its last {low} bits"),
            factors: factors.chain([(1.into(), integer::power_of_two(low))]).collect(),
            cells: cells.into_iter().chain([rest]).collect(),
        };
        curve.assert_sum(b, known, &sum, self)?;
        Ok((rest, Self::element(&multiple)))
    }

    /// The scalar in one cell, modulo the circuit's modulus.
    fn in_cell(&self, b: &mut Builder) -> Cell {
        match &self.0 {
            Kind::Native(cell) => *cell,
            Kind::Parts(parts, bits) => {
                let weights: Vec<_> = (0..parts.len())
                    .map(|i| integer::field_power_of_two(bits * i))
                    .collect();
                b.inner_product(parts.iter().copied(), weights)
            }
            Kind::Element(element) => {
                let size = b.shape().limb_bits;
                let limbs = element.limbs();
                let weights: Vec<_> = (0..limbs.len())
                    .map(|i| integer::field_power_of_two(size * i))
                    .collect();
                b.inner_product(limbs.iter().copied(), weights)
            }
        }
    }
}

/// Cells with integers, each with a constant factor and a bound of its magnitude.
pub(super) struct Sum {
    pub cells: Vec<Cell>,
    /// Identifies the factors and bounds within a circuit.
    pub name: String,
    pub factors: Vec<(BigInt, BigInt)>,
}

/// The relations of scalars that were made, by name.
pub(super) type Relations = HashMap<String, Arc<FormulaGate>>;

impl Weierstrass {
    /// Checks that a sum and a scalar are equal modulo the order.
    pub(super) fn assert_sum(
        &self,
        b: &mut Builder,
        known: &mut Relations,
        sum: &Sum,
        scalar: &Scalar,
    ) -> Result<(), Error> {
        let Some(field) = &self.scalars else {
            let factors = sum.factors.iter().map(|(factor, _)| integer::to_field(factor));
            let cell = b.inner_product(sum.cells.iter().copied(), factors.collect::<Vec<Fr>>());
            let scalar = scalar.in_cell(b);
            b.assert_equal(cell, scalar);
            return Ok(());
        };
        let (kind, operands): (_, Vec<Operand<'_>>) = match &scalar.0 {
            Kind::Native(_) => {
                return Err(Error::Unsupported(
                    "a cell as a scalar of a curve whose order is not the circuit's modulus".to_owned(),
                ));
            }
            Kind::Parts(parts, bits) => (
                Some((parts.len(), *bits)),
                parts.iter().map(|&part| part.into()).collect(),
            ),
            Kind::Element(element) => (None, vec![element.into()]),
        };
        let name = format!("{} and {kind:?}", sum.name);
        let gate = match known.get(&name) {
            Some(gate) => gate.clone(),
            None => {
                let gate = relation(&name, sum, kind).over(field)?;
                known.insert(name, gate.clone());
                gate
            }
        };
        let operands: Vec<_> = sum.cells.iter().map(|&cell| cell.into()).chain(operands).collect();
        field.apply(b, &gate, &operands, &[])?;
        Ok(())
    }

    /// A scalar's residue modulo the order.
    pub(super) fn residue(&self, b: &Builder, scalar: &Scalar) -> BigUint {
        scalar.value(b) % &self.parameters.order
    }

    /// A sign: 1 or -1.
    pub(super) fn sign(b: &mut Builder, negative: bool) -> Cell {
        let one = Fr::from(1);
        let sign = b.witness(if negative { -one } else { one });
        // 0 + s s = 1.
        let zero: Input = Fr::from(0).into();
        b.column([zero, sign.into(), sign.into(), one.into()], &[0]);
        sign
    }
}

/// The sum is an element, or `sum 2^(bits i) part_i`. `parts` has the number of parts and their bits.
fn relation(name: &str, sum: &Sum, parts: Option<(usize, usize)>) -> Formula {
    let mut f = Formula::new(name);
    let mut all = Linear::from(BigInt::ZERO);
    for (factor, most) in &sum.factors {
        all = all + f.small(-most, most.clone()).times(factor.clone());
    }
    match parts {
        None => all = all - f.input(),
        Some((count, bits)) => {
            for i in 0..count {
                let part = f.small(0, integer::power_of_two(bits) - 1);
                all = all - part.times(integer::power_of_two(bits * i));
            }
        }
    }
    f.zero("the sum is the scalar", all);
    f
}
