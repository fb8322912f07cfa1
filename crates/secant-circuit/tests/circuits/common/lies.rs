//! Values of a formula that satisfy all of its relations but one.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_circuit::foreign::FormulaGate;

/// How many rounds of solving there are. Each round solves the relations for variables in which they are linear.
const ROUNDS: usize = 12;

/// A formula and values that satisfy it.
pub struct Honest<'a> {
    pub gate: &'a FormulaGate,
    pub values: Vec<BigInt>,
}

impl Honest<'_> {
    fn modulus(&self) -> &BigInt {
        self.gate.field().modulus()
    }

    /// The variables that are elements: the outputs in reverse order come first, because each relation determines an
    /// output from earlier ones.
    fn elements(&self) -> Vec<usize> {
        let ranges = self.gate.input_ranges();
        let outputs = (ranges.len()..self.values.len()).rev();
        let inputs = ranges.iter().enumerate().filter(|(_, range)| range.is_none());
        outputs.chain(inputs.map(|(i, _)| i)).collect()
    }

    fn outputs(&self) -> usize {
        self.values.len() - self.gate.input_ranges().len()
    }

    fn residues(&self, values: &[BigInt]) -> Vec<BigInt> {
        let values = self.gate.relations_at(values);
        values.iter().map(|value| value.mod_floor(self.modulus())).collect()
    }

    /// The derivatives of the relations by some variables, a row for each relation.
    fn derivatives(&self, values: &[BigInt], by: &[usize]) -> Vec<Vec<BigInt>> {
        let mut rows = vec![Vec::new(); self.gate.names()[0].len()];
        for &var in by {
            let at = |step: i32| {
                let mut values = values.to_vec();
                values[var] += step;
                self.gate.relations_at(&values)
            };
            // This is exact for polynomials of degree two.
            for ((row, above), below) in rows.iter_mut().zip(at(1)).zip(at(-1)) {
                let twice: BigInt = above - below;
                row.push((twice / 2i32).mod_floor(self.modulus()));
            }
        }
        rows
    }

    /// Whether the relations determine all outputs near these values: no output can change, alone or together with
    /// others.
    pub fn determines_outputs(&self) -> bool {
        let first = self.gate.input_ranges().len();
        let outputs: Vec<usize> = (first..self.values.len()).collect();
        let mut rows = self.derivatives(&self.values, &outputs);
        let right = vec![BigInt::ZERO; rows.len()];
        rows.iter_mut().zip(right).for_each(|(row, zero)| row.push(zero));
        eliminate(&mut rows, self.modulus()).len() == outputs.len()
    }

    /// Other values that violate this relation and no other one.
    pub fn violating(&self, relation: usize) -> Option<Vec<BigInt>> {
        let rng = &mut StdRng::seed_from_u64(relation as u64);
        let ranges = self.gate.input_ranges();
        let small = (0..ranges.len()).filter(|&i| ranges[i].is_some());
        let candidates: Vec<usize> = self.elements().into_iter().chain(small).collect();
        let by_one = candidates.into_iter().find_map(|changed| {
            let value = &self.values[changed];
            let others = match ranges.get(changed) {
                Some(Some([least, _])) if value > least => vec![value - 1],
                Some(Some([_, most])) if value < most => vec![value + 1],
                Some(Some(_)) => Vec::new(),
                // The opposite value satisfies relations in which only the square occurs.
                _ => vec![random(rng, self.modulus()), (-value).mod_floor(self.modulus())],
            };
            others.into_iter().find_map(|other| {
                let mut values = self.values.clone();
                values[changed] = other;
                let values = self.solved(values, &[changed], Some(relation))?;
                self.violates(&values, relation).then_some(values)
            })
        });
        by_one.or_else(|| {
            let inputs: Vec<usize> = (0..ranges.len()).filter(|&i| ranges[i].is_none()).collect();
            let mut pairs = inputs.windows(2);
            pairs.find_map(|pair| {
                let values = self.on_a_line([pair[0], pair[1]], relation, rng)?;
                self.violates(&values, relation).then_some(values)
            })
        })
    }

    /// Whether this relation is violated and no other one.
    fn violates(&self, values: &[BigInt], relation: usize) -> bool {
        let residues = self.residues(values);
        residues
            .iter()
            .enumerate()
            .all(|(i, r)| (*r == BigInt::ZERO) == (i != relation))
    }

    /// Other values for two inputs, on a line through the honest ones, and for outputs in which all relations are
    /// linear. The other relations leave an equation of degree two in the line's parameter. It has a second solution
    /// besides zero.
    fn on_a_line(&self, pair: [usize; 2], except: usize, rng: &mut impl RngCore) -> Option<Vec<BigInt>> {
        let p = self.modulus();
        let direction = pair.map(|_| random(rng, p));
        let at = |step: &BigInt| {
            let mut values = self.values.clone();
            for (var, direction) in pair.iter().zip(&direction) {
                values[*var] = (&values[*var] + direction * step).mod_floor(p);
            }
            values
        };
        // The residues at `t` are `t a + t^2 b`.
        let [one, minus_one] = [1, -1].map(|step: i32| self.residues(&at(&step.into())));
        let outputs: Vec<usize> = (self.values.len() - self.outputs()..self.values.len()).collect();
        let half = BigInt::from(2).modinv(p)?;
        let sides = one
            .iter()
            .zip(&minus_one)
            .map(|(x, y)| [(x - y) * &half, (x + y) * &half]);
        let mut rows = self.derivatives(&self.values, &outputs);
        rows.iter_mut()
            .zip(sides)
            .for_each(|(row, [a, b])| row.extend([a.mod_floor(p), b.mod_floor(p)]));
        rows.remove(except);
        // The second right side is not a column to solve for, and neither is the first.
        let pivots = eliminate_columns(&mut rows, outputs.len(), p);
        let rest = rows.get(pivots.len())?;
        let t = (-&rest[outputs.len()] * rest[outputs.len() + 1].modinv(p)?).mod_floor(p);
        let mut values = at(&t);
        for (column, row) in pivots {
            let [a, b] = [0, 1].map(|i| &rows[row][outputs.len() + i]);
            let var = outputs[column];
            values[var] = (&values[var] - a * &t - b * &t * &t).mod_floor(p);
        }
        Some(values)
    }

    /// Values that satisfy all relations, in which two variables are equal.
    pub fn with_equal(&self, [a, b]: [usize; 2]) -> Option<Vec<BigInt>> {
        let mut values = self.values.clone();
        values[b] = values[a].clone();
        self.solved(values, &[a, b], None)
    }

    /// Values that satisfy all relations, or all but one. Some variables keep their values.
    fn solved(&self, values: Vec<BigInt>, kept: &[usize], except: Option<usize>) -> Option<Vec<BigInt>> {
        let elements: Vec<usize> = self.elements().into_iter().filter(|var| !kept.contains(var)).collect();
        let outputs = self.outputs()
            - kept
                .iter()
                .filter(|&&var| var >= self.gate.input_ranges().len())
                .count();
        // Only outputs change, if that is enough.
        [&elements[..outputs], &elements[..]].into_iter().find_map(|vars| {
            let mut values = values.clone();
            for _ in 0..ROUNDS {
                let mut residues = self.residues(&values);
                if let Some(except) = except {
                    residues[except] = BigInt::ZERO;
                }
                if residues.iter().all(|residue| *residue == BigInt::ZERO) {
                    return Some(values);
                }
                let mut rows = self.derivatives(&values, vars);
                rows.iter_mut()
                    .zip(residues)
                    .for_each(|(row, residue)| row.push(-residue));
                if let Some(except) = except {
                    rows.remove(except);
                }
                for (column, row) in eliminate(&mut rows, self.modulus()) {
                    let step = &rows[row][vars.len()];
                    let var = vars[column];
                    values[var] = (&values[var] + step).mod_floor(self.modulus());
                }
                if rows.iter().any(|row| {
                    row.iter().take(vars.len()).all(|x| *x == BigInt::ZERO) && row[vars.len()] != BigInt::ZERO
                }) {
                    return None;
                }
            }
            None
        })
    }
}

fn random(rng: &mut impl RngCore, modulus: &BigInt) -> BigInt {
    let mut bytes = vec![0; 100];
    rng.fill_bytes(&mut bytes);
    BigInt::from(BigUint::from_bytes_le(&bytes)).mod_floor(modulus)
}

/// Gaussian elimination of a system whose last column is its right side. Returns the pivot columns with their rows.
fn eliminate(rows: &mut [Vec<BigInt>], modulus: &BigInt) -> Vec<(usize, usize)> {
    let columns = rows.first().map_or(0, Vec::len).saturating_sub(1);
    eliminate_columns(rows, columns, modulus)
}

/// Like [`eliminate`], with more columns on the right side.
fn eliminate_columns(rows: &mut [Vec<BigInt>], columns: usize, modulus: &BigInt) -> Vec<(usize, usize)> {
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    for column in 0..columns {
        let done = pivots.len();
        let Some(pivot) = (done..rows.len()).find(|&row| rows[row][column] != BigInt::ZERO) else {
            continue;
        };
        rows.swap(done, pivot);
        let inverse = rows[done][column].modinv(modulus).unwrap();
        rows[done]
            .iter_mut()
            .for_each(|x| *x = (&*x * &inverse).mod_floor(modulus));
        let pivot_row = rows[done].clone();
        for (_, row) in rows
            .iter_mut()
            .enumerate()
            .filter(|(i, row)| *i != done && row[column] != BigInt::ZERO)
        {
            let factor = row[column].clone();
            for (x, pivot) in row.iter_mut().zip(&pivot_row) {
                *x = (&*x - &factor * pivot).mod_floor(modulus);
            }
        }
        pivots.push((column, done));
    }
    pivots
}
