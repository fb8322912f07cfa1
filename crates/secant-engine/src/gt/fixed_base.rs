//! Powers of one element to many exponents.

use crate::{
    gt::{Part, exp_each, is_self_conjugate, on_lanes, single},
    pairing::{Family, LazyRing, RingField, single::Torus, target::Sextic},
    recode::signed_windows,
    scalars::digits::Digits,
    threads,
};
use alloc::vec::Vec;
use ark_ff::PrimeField;
use core::fmt::{self, Debug, Formatter};
use secant_field::lanes::with_lanes;

/// An element of a target group with precomputed powers, for many exponents.
///
/// Exponents are split into parts as elsewhere. The same powers serve all parts: the product for a part that belongs to
/// another power of the characteristic is mapped by Frobenius.
pub struct FixedBase<F: Sextic<Coefficient: RingField + LazyRing>> {
    element: F,
    width: u32,
    windows: usize,
    table: Table<F>,
}

/// The powers `j 2^(width i)` of an element in torus form, for `j` from 1 to `2^(width - 1)`, window `i` after window
/// `i - 1`.
enum Table<F: Sextic<Coefficient: RingField + LazyRing>> {
    /// No powers: the element is one.
    One,
    /// For lanes.
    Lanes(Vec<on_lanes::PackedTorus<F>>),
    /// For single elements.
    Single(Vec<Torus<F>>),
}

/// The cost of a power in the table: a product of the target field, and its share of the conversion to torus form. The
/// unit is a product by such a power, of eight on lanes or of one.
const POWER: f64 = 4.0;

/// Bits that a part may have beyond its share of the order's bits.
const EXCESS: usize = 3;

/// The most groups of eight exponents that share an inversion.
const CHUNK: usize = 16;

/// The widest windows: 1.4 MiB of powers on BLS12-381, 4 MiB on BW6-761.
const WIDEST: u32 = 10;

impl<F: Sextic<Coefficient: RingField + LazyRing>> FixedBase<F> {
    /// Prepares for about `count` exponents.
    pub(crate) fn new<P: Family<K, Target = F>, const K: i64, E: PrimeField>(element: &F, count: usize) -> Self {
        meter!("powers of a fixed element", F);
        let parts = P::SPLIT.count();
        let bits = (E::MODULUS_BIT_SIZE as usize).div_ceil(parts) + EXCESS;
        let cost = |width: u32| {
            let windows = signed_windows(bits, width) as f64;
            windows * (f64::from(1u32 << (width - 1)) * POWER + count as f64 * parts as f64)
        };
        let width = (2..=WIDEST).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(2);
        let windows = signed_windows(bits, width);
        let table = if is_self_conjugate(element) {
            Table::One
        } else {
            let lanes = with_lanes(on_lanes::Powers {
                element,
                width,
                windows,
            });
            lanes.map_or_else(|| Table::Single(single::powers(element, width, windows)), Table::Lanes)
        };
        Self {
            element: *element,
            width,
            windows,
            table,
        }
    }

    /// The element.
    pub fn element(&self) -> &F {
        &self.element
    }

    /// `element^exponents[i]`.
    pub(crate) fn exp_each<P: Family<K, Target = F>, const K: i64, E: PrimeField>(&self, exponents: &[E]) -> Vec<F> {
        meter!("exponentiations of a fixed element", F, exponents.len());
        let eights = exponents.len().div_ceil(8).div_ceil(threads::count()).clamp(1, CHUNK);
        let chunks: Vec<_> = exponents.chunks(8 * eights).collect();
        let powers = threads::map(chunks.len(), |i| self.exp_some::<P, K, E>(chunks[i]));
        powers.into_iter().flatten().collect()
    }

    /// The powers to exponents that share one inversion.
    fn exp_some<P: Family<K, Target = F>, const K: i64, E: PrimeField>(&self, exponents: &[E]) -> Vec<F> {
        let count = P::SPLIT.count();
        let parts: Vec<_> = exponents
            .iter()
            .flat_map(|e| P::SPLIT.parts(e.into_bigint().as_ref()).into_iter().take(count))
            .collect();
        let integers: Vec<Part> = parts.iter().map(|(_, part)| *part).collect();
        let digits = Digits::of_integers(&integers, self.width);
        // Parts are never longer than the table allows for. A longer part would have no powers in it.
        let fits = digits.plan.windows <= self.windows;
        debug_assert!(fits, "parts of more bits than powers were computed for");
        let exponents_in_digits = ExponentsInDigits { digits, parts, count };
        let powers = match &self.table {
            Table::One => Some(alloc::vec![F::ONE; exponents.len()]),
            Table::Lanes(table) if fits => with_lanes(on_lanes::FixedPowers {
                table,
                exponents: &exponents_in_digits,
            }),
            Table::Single(table) if fits => Some(single::fixed_powers(table, &exponents_in_digits)),
            _ => None,
        };
        powers.unwrap_or_else(|| exp_each::<P, K, E>(&alloc::vec![self.element; exponents.len()], exponents))
    }
}

impl<F: Sextic<Coefficient: RingField + LazyRing>> Debug for FixedBase<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedBase")
            .field("element", &self.element)
            .field("width", &self.width)
            .finish_non_exhaustive()
    }
}

/// The digits of the parts of many exponents, grouped by exponent.
pub struct ExponentsInDigits {
    digits: Digits,
    parts: Vec<(bool, Part)>,
    /// The number of parts of an exponent.
    pub count: usize,
}

impl ExponentsInDigits {
    /// The number of exponents.
    pub fn len(&self) -> usize {
        self.parts.len() / self.count
    }

    /// The number of windows of a part.
    pub fn windows(&self) -> usize {
        self.digits.plan.windows
    }

    /// The place of a non-zero digit in the table, and whether the digit is negative.
    pub fn entry(&self, exponent: usize, part: usize, window: usize) -> Option<(usize, bool)> {
        let i = exponent * self.count + part;
        let digit = self.digits.digit(i, window);
        if digit.is_zero() {
            return None;
        }
        let place = window * self.digits.plan.buckets + digit.place();
        Some((place, digit.is_negative() != self.parts[i].0))
    }
}
