//! Sums of multiples of points.
//!
//! All points of a sum share one chain of doublings. Each point has a table of multiples ([`super::expansion`]), each
//! with the digit that it stands for. For each window of the point's scalar, one row of the table is read and added.
//! One relation shows that the digits read sum to the scalar modulo the order. So whatever rows are read, the result is
//! the sum of the scalars' multiples. The windows of different points begin at different bits. With enough points every
//! doubling comes with an addition, and then the two of them need no `y`. For a point `P` with a scalar `k` whose
//! windows begin at bit `i`, the circuit adds the digits of `k / 2^i`.
//!
//! A chain begins at a constant point `T`, and the multiple of `T` is subtracted at the end. The additions of a chain
//! exclude points with equal first coordinates. These occur only where a multiple of `T` is a sum of small multiples of
//! the points. The first coordinate of `T` comes from the digits of pi, so nobody knows its logarithm to any other
//! base. Points and scalars that were not chosen with this very `T` in mind do not meet these cases, whatever relations
//! hold between them. Those that were get an [`Error::Exceptional`].

use super::{
    Comb, Coordinates, Point, Scalar, Weierstrass,
    chain::Signed,
    digits_of_pi,
    expansion::{Digit, Expansion, Made, Small},
    joint::Tail,
    scalar::{Relations, Sum},
};
use crate::{Builder, Cell, Error, Fr, Table, integer};
use num_bigint::{BigInt, BigUint};
use std::{collections::BTreeMap, iter, sync::Arc};

/// The bits of a partial sum of digits in one cell.
const PART_BITS: usize = 64;

/// The table of a point's multiples.
struct Multiples {
    table: Table,
    /// Whether all first coordinates in it are short.
    short: bool,
}

/// The largest number of points for which a square root of -2 is of use. On Bandersnatch, with everything public, one
/// multiple has 32 628 cells with it and 52 593 without; ten have 121 559 and 120 849. The root halves the doublings,
/// which all points share, but its digits are shorter.
const MOST_WITH_ROOT: usize = 9;

/// What all tables of one sum share: how digits are made, cells with their values, and relations of scalars.
pub(super) struct Common {
    expansion: Arc<Expansion>,
    values: BTreeMap<Small, Vec<Cell>>,
    relations: Relations,
}

impl Common {
    fn new(expansion: Arc<Expansion>) -> Self {
        Self {
            expansion,
            values: BTreeMap::new(),
            relations: Relations::default(),
        }
    }
}

/// One point's part of a sum: the points to add at its windows, lowest first, and the bit at which the windows begin.
struct Windows {
    first: usize,
    points: Vec<Signed>,
}

/// The end of a chain that began at the constant point, and the factor of that point in it.
pub(super) struct Accumulated {
    pub tail: Tail,
    pub constant: Point,
}

impl Weierstrass {
    /// `k_1 P_1 + k_2 P_2 + ...`, for points of the generator's order, which may be equal, and any integers.
    ///
    /// # Errors
    /// [`Error::Exceptional`] if the sum is the identity ([`Self::msm_any`] allows it), or for points that were chosen
    /// to fit the constant point at which chains begin. [`Error::Unsupported`] if there are no terms, or a scalar is a
    /// cell and the order is not the circuit's modulus.
    ///
    /// # Panics
    /// If a scalar is an element whose limbs differ from those of the field of the order.
    pub fn msm(&self, b: &mut Builder, terms: &[(Point, Scalar)]) -> Result<Point, Error> {
        let sum = self.accumulate(b, terms)?;
        self.end_without(b, &sum.tail, &sum.constant)
    }

    /// The sum of multiples of constant points, without doublings. The tables of constants have up to `rows` rows in
    /// total.
    ///
    /// # Errors
    /// As [`Self::msm`]; also if a multiple in a table is the identity, or a point is not a multiple of the generator.
    /// For such a point, integers that are equal modulo the order would have different multiples.
    ///
    /// # Panics
    /// As [`Self::msm`].
    pub fn fixed_base_msm(
        &self,
        b: &mut Builder,
        terms: &[(Coordinates, Scalar)],
        rows: usize,
    ) -> Result<Point, Error> {
        if !terms.iter().all(|(base, _)| self.parameters.is_in_subgroup(base)) {
            return Err(Error::Unsatisfied("a constant point of the subgroup".to_owned()));
        }
        let points = self.fixed_base_points(b, terms, rows)?;
        self.chain_of(b, points)
    }

    /// The points to add for multiples of constant points.
    pub(super) fn fixed_base_points(
        &self,
        b: &mut Builder,
        terms: &[(Coordinates, Scalar)],
        rows: usize,
    ) -> Result<Vec<Signed>, Error> {
        let bases: BTreeMap<&Coordinates, ()> = terms.iter().map(|(base, _)| (base, ())).collect();
        let each = rows / bases.len().max(1);
        let mut combs: BTreeMap<&Coordinates, Comb> = BTreeMap::new();
        let order = &self.parameters.order;
        for base in bases.into_keys() {
            combs.insert(base, Comb::of_point(b, self, base, order.bits() as usize, each)?);
        }
        let mut relations = Relations::default();
        let mut points = Vec::new();
        for (base, scalar) in terms {
            let comb = &combs[base];
            let residue = BigInt::from(self.residue(b, scalar));
            let odd = if residue.bit(0) {
                residue
            } else {
                residue - BigInt::from(order.clone())
            };
            let (these, digits) = comb.points(b, self, &odd)?;
            let (weights, bits) = comb.parts();
            let sum = Sum {
                cells: digits.parts,
                name: format!("scalar of digits at {weights:?}"),
                factors: weights
                    .into_iter()
                    .map(|weight| (integer::power_of_two(weight), integer::power_of_two(bits)))
                    .collect(),
            };
            self.assert_sum(b, &mut relations, &sum, scalar)?;
            points.extend(these);
        }
        Ok(points)
    }

    /// The sum of points, which may be equal.
    ///
    /// # Errors
    /// As [`Self::msm`].
    pub fn sum(&self, b: &mut Builder, points: &[Point]) -> Result<Point, Error> {
        if let [point] = points {
            return Ok(point.clone());
        }
        let sign = b.constant(1);
        let points = points.iter().map(|point| Signed {
            x: point.x.clone(),
            y: point.y.clone(),
            sign,
        });
        self.chain_of(b, points.collect())
    }

    /// The sum of points by a chain that begins at the constant point.
    fn chain_of(&self, b: &mut Builder, points: Vec<Signed>) -> Result<Point, Error> {
        let sum = self.accumulate_points(b, points)?;
        self.end_without(b, &sum.tail, &sum.constant)
    }

    /// The sum of the points and the constant point.
    pub(super) fn accumulate_points(&self, b: &mut Builder, points: Vec<Signed>) -> Result<Accumulated, Error> {
        if points.is_empty() {
            return Err(Error::Unsupported("a sum of no points".to_owned()));
        }
        let constant = self.constant_of(&self.chain_start()?);
        let tail = self.start_at(b, &constant);
        let tail = self.chain_from(b, tail, points)?;
        Ok(Accumulated { tail, constant })
    }

    /// A point of the generator's order with an unknown logarithm. It is the cofactor times a point with an even second
    /// coordinate, whose first coordinate is the least one not below the number formed by the first digits of pi.
    pub(super) fn chain_start(&self) -> Result<Coordinates, Error> {
        let start = self.start.get_or_init(|| self.find_start()).clone();
        start.ok_or_else(|| Error::Unsupported("a curve without a constant point to begin at".to_owned()))
    }

    fn find_start(&self) -> Option<Coordinates> {
        let p = &self.parameters;
        let first = digits_of_pi() % &p.modulus;
        // About half of all numbers are the first coordinate of a point.
        let point = (0..1000u32).find_map(|i| p.lift(&(&first + i), false))?;
        p.multiple_of(&point, &p.cofactor())
    }

    fn start_at(&self, b: &mut Builder, point: &Point) -> Tail {
        let minus = b.constant(-Fr::from(1));
        self.start(point.x.clone(), point.y.clone(), minus)
    }

    /// The sum of multiples, and of a multiple of the constant point.
    pub(super) fn accumulate(&self, b: &mut Builder, terms: &[(Point, Scalar)]) -> Result<Accumulated, Error> {
        if terms.is_empty() {
            return Err(Error::Unsupported("a sum of no points".to_owned()));
        }
        let expansion = self.expansion_for(terms.len()).clone();
        let mut common = Common::new(expansion.clone());
        let spread = expansion.bits.min(terms.len());
        let mut all = Vec::new();
        for (i, (point, scalar)) in terms.iter().enumerate() {
            let multiples = self.multiples(b, &mut common, point)?;
            all.push(self.windows(b, &mut common, &multiples, scalar, i % spread)?);
        }
        let start = self.chain_start()?;
        let mut tail = {
            let point = self.constant_of(&start);
            self.start_at(b, &point)
        };
        let one = b.constant(1);
        let top = expansion.bits * (expansion.windows - 1) + spread - 1;
        for position in (0..=top).rev() {
            let mut points = all.iter().filter_map(|windows| {
                let above = position.checked_sub(windows.first)?;
                let here = above % expansion.bits == 0;
                here.then(|| windows.points.get(above / expansion.bits).cloned())?
            });
            if position < top {
                tail = match points.next() {
                    Some(point) => self.twice_plus(b, tail, point)?,
                    None => self.twice(b, &tail, one)?,
                };
            }
            tail = self.chain_from(b, tail, points)?;
        }
        let multiple = (BigUint::from(1u32) << top) % &self.parameters.order;
        let constant = self.parameters.multiple_of(&start, &multiple);
        let constant = constant.ok_or_else(|| Error::Unsupported("a constant that is zero".to_owned()))?;
        Ok(Accumulated {
            tail,
            constant: self.constant_of(&constant),
        })
    }

    /// The cells with a digit's value: one value modulo the circuit's modulus if that is the order, else the digit's
    /// coordinates.
    fn value_cells(&self, b: &mut Builder, common: &mut Common, small: Small) -> Vec<Cell> {
        let lambda = self.lambda().filter(|_| common.expansion.dimensions() > 1);
        let cells = common.values.entry(small).or_insert_with(|| {
            let Small(first, second) = small;
            let values = match (&self.scalars, lambda) {
                (_, None) => vec![first.into()],
                (Some(_), Some(_)) => vec![first.into(), second.into()],
                (None, Some(lambda)) => vec![BigInt::from(lambda.clone()) * second + first],
            };
            values
                .iter()
                .map(|value| b.constant(integer::to_field(value)))
                .collect()
        });
        cells.clone()
    }

    /// The table of a point: its multiples and their images, each with its digit.
    fn multiples(&self, b: &mut Builder, common: &mut Common, point: &Point) -> Result<Multiples, Error> {
        let expansion = common.expansion.clone();
        let mut images: Vec<Vec<Point>> = Vec::new();
        let mut rows = Vec::new();
        for (i, &(_, made)) in expansion.rows.iter().enumerate() {
            let multiple = match made {
                Made::Point => point.clone(),
                Made::Double(of) => self.double(b, &images[of][0])?,
                Made::Root(of) => self.times_root(b, &images[of][0])?,
                Made::Sum {
                    of,
                    with,
                    image,
                    negative,
                } => match negative {
                    true => self.sub_incomplete(b, &images[of][0], &images[with][image])?,
                    false => self.add_incomplete(b, &images[of][0], &images[with][image])?,
                },
            };
            let these = self.images(b, multiple)?;
            for (image, point) in these.iter().enumerate() {
                let digit = Digit {
                    row: i,
                    image,
                    negative: false,
                };
                let value = self.value_cells(b, common, expansion.value(digit));
                let limbs: Vec<_> = point.x.limbs.iter().chain(&point.y.limbs).copied().collect();
                rows.push(limbs.into_iter().map(|limb| b.cell_of(limb)).chain(value).collect());
            }
            images.push(these);
        }
        // The point itself was compared where it was added, which made its first coordinate short. The others are
        // outputs that are made to be compared.
        let compared =
            |made: &Made| matches!(made, Made::Sum { of, with, image, .. } if *of == 0 || (*with, *image) == (0, 0));
        Ok(Multiples {
            table: b.table(&rows),
            short: point.x.short || expansion.rows.iter().any(|(_, made)| compared(made)),
        })
    }

    /// The expansion for this many points.
    fn expansion_for(&self, points: usize) -> &Arc<Expansion> {
        match &self.expansion_of_many {
            Some(expansion) if points > MOST_WITH_ROOT => expansion,
            _ => &self.expansion,
        }
    }

    /// The factor of the endomorphism, if there is one.
    fn lambda(&self) -> Option<&BigUint> {
        let third = self.endomorphism.as_ref().map(|e| &e.lambda);
        third.or(self.root.as_ref().map(|root| &root.lambda))
    }

    /// A point and its images.
    fn images(&self, b: &mut Builder, point: Point) -> Result<Vec<Point>, Error> {
        let (Some(endomorphism), Some(gate)) = (&self.endomorphism, &self.gates.images) else {
            return Ok(vec![point]);
        };
        let image = self.field.reduce(&(&point.x.value * &endomorphism.beta).into());
        let other = self.field.reduce(&-BigInt::from(&point.x.value + &image));
        let others = self.outputs(b, gate, &[(&point.x).into()], [image, other])?;
        let y = point.y.clone();
        let others = others.into_iter().map(|x| Point { x, y: y.clone() });
        Ok(iter::once(point).chain(others).collect())
    }

    /// The table rows for the digits of a scalar, for windows that begin at bit `first`.
    fn windows(
        &self,
        b: &mut Builder,
        common: &mut Common,
        multiples: &Multiples,
        scalar: &Scalar,
        first: usize,
    ) -> Result<Windows, Error> {
        let expansion = common.expansion.clone();
        let order = &self.parameters.order;
        let half = (order + 1u32) >> 1u32;
        let shifted = self.residue(b, scalar) * half.modpow(&first.into(), order) % order;
        let digits = expansion.digits(&shifted);
        let digits = digits.ok_or_else(|| Error::Exceptional("a scalar without digits".to_owned()))?;
        let width = self.field.widths().len();
        let mut points = Vec::new();
        // For each coordinate, the digits with their signs.
        let mut values: Vec<Vec<Cell>> = Vec::new();
        for digit in digits {
            let number = Fr::from((digit.row * expansion.images + digit.image) as u64);
            let row = b.read(multiples.table, crate::Input::Witness(number))?.values;
            let sign = Self::sign(b, digit.negative);
            let value = &row[2 * width..];
            values.resize(value.len(), Vec::new());
            for (values, &value) in values.iter_mut().zip(value) {
                values.push(b.mul(value, sign));
            }
            points.push(Signed {
                x: self.field.chosen(b, &row[..width], multiples.short),
                y: self.field.chosen(b, &row[width..2 * width], false),
                sign,
            });
        }
        let sum = self.sum_of_digits(b, &expansion, &values, first);
        self.assert_sum(b, &mut common.relations, &sum, scalar)?;
        Ok(Windows { first, points })
    }

    /// The sum of the digits.
    fn sum_of_digits(&self, b: &mut Builder, expansion: &Expansion, values: &[Vec<Cell>], first: usize) -> Sum {
        let bits = expansion.bits;
        // Without a field of the order, the sum is modulo the circuit's modulus, and needs no parts.
        let windows = match &self.scalars {
            Some(_) => (PART_BITS - bits - 1) / bits,
            None => expansion.windows,
        };
        let lambda = self.lambda().map(|lambda| BigInt::from(lambda.clone()));
        let mut sum = Sum {
            cells: Vec::new(),
            name: format!("scalar of windows of {bits} bits from bit {first}"),
            factors: Vec::new(),
        };
        for (values, factor) in values.iter().zip(iter::once(BigInt::from(1)).chain(lambda)) {
            for (i, part) in values.chunks(windows).enumerate() {
                let weights: Vec<Fr> = (0..part.len()).map(|i| integer::field_power_of_two(bits * i)).collect();
                sum.cells.push(b.inner_product(part.iter().copied(), weights));
                // The largest value of a window is less than the base of the window after the next.
                let most = BigInt::from(expansion.most()) * integer::power_of_two(bits * part.len());
                let factor = &factor * integer::power_of_two(bits * windows * i + first);
                sum.factors.push((factor, most));
            }
        }
        sum
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::{Goal, curve::Parameters};
    use secant_gfp::named::Name;

    /// Digits of one scalar do not pass for those of another, in cells or as an element.
    #[test]
    fn sums_are_of_their_scalar() {
        for p in [Parameters::named(Name::Secp256k1), Parameters::bn254().unwrap()] {
            for other in [77u32, 78] {
                let mut b = Builder::new();
                let curve = Weierstrass::new("curve", p.clone(), b.shape()).unwrap();
                let [cell, other_cell] = [77, other].map(|k| b.witness(Fr::from(u64::from(k))));
                let mut scalars = vec![Scalar::number(&mut b, other_cell, 100)];
                scalars.push(match &curve.scalars {
                    Some(field) => Scalar::element(&field.witness(&mut b, &other.into())),
                    None => Scalar::native(other_cell),
                });
                let sum = Sum {
                    cells: vec![cell],
                    name: "one cell".to_owned(),
                    factors: vec![(1.into(), integer::power_of_two(100))],
                };
                for scalar in scalars {
                    let mut b = b.clone();
                    let built = curve.assert_sum(&mut b, &mut Relations::default(), &sum, &scalar);
                    let proved = built.and_then(|()| b.finish(&Goal::Rows(12))?.mock());
                    assert_eq!(proved.is_ok(), other == 77);
                }
            }
        }
    }

    /// A sign must be 1 or -1, and that of the digit. A row must be one of the table.
    #[test]
    fn digits_are_digits() {
        let p = Parameters::named(Name::Secp256k1);
        let mut b = Builder::new();
        let curve = Weierstrass::new("curve", p.clone(), b.shape()).unwrap();
        let cell = b.witness(Fr::from(77));
        b.publish(cell);
        let scalar = Scalar::number(&mut b, cell, 100);
        let point = curve.witness(&mut b, &p.generator).unwrap();
        let mut common = Common::new(curve.expansion.clone());
        let multiples = curve.multiples(&mut b, &mut common, &point).unwrap();
        let windows = curve.windows(&mut b, &mut common, &multiples, &scalar, 1).unwrap();
        let mock = |b: Builder| b.finish(&Goal::Rows(12)).unwrap().mock();
        mock(b.clone()).unwrap();
        let sign = windows.points[5].sign;
        for value in [Fr::from(0), Fr::from(2), -b.value(sign)] {
            let mut b = b.clone();
            b.tamper(sign, value);
            assert!(matches!(mock(b), Err(Error::Mock(_))));
        }
        let rows = curve.expansion.rows.len() * curve.expansion.images;
        assert!(b.read(multiples.table, Fr::from(rows as u64)).is_err());
    }
}
