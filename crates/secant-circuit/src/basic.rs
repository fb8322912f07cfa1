//! Arithmetic with the basic gate: `q (a + b c - d) = 0` on four cells of a column, one below the other.
//!
//! The last cell of a gate may be the first of the next, so that a sum of `n` products takes `3 n + 1` cells.
//!
//! | Degree | Constraint |
//! |---|---|
//! | 3 | `q (a + b c - d) = 0` |

use crate::{Builder, Cell, Error, Fr, Input, integer};
use halo2_axiom::halo2curves::ff::{Field, PrimeField};

/// The inputs of consecutive gates. Each gate begins with the cell that ends the one before.
struct Chain {
    inputs: Vec<Input>,
    gates: Vec<usize>,
    sum: Fr,
}

impl Chain {
    fn new(first: Input, value: Fr) -> Self {
        Self {
            inputs: vec![first],
            gates: Vec::new(),
            sum: value,
        }
    }

    /// Adds a product.
    fn add(&mut self, b: &Builder, x: Input, y: Input) {
        self.gates.push(self.inputs.len() - 1);
        self.sum += b.peek(x) * b.peek(y);
        self.inputs.extend([x, y, Input::Witness(self.sum)]);
    }

    /// Adds a product. The caller gives the new sum.
    fn add_to(&mut self, x: Input, y: Input, sum: Input) {
        self.gates.push(self.inputs.len() - 1);
        self.inputs.extend([x, y, sum]);
    }

    fn place(self, b: &mut Builder) -> Vec<Cell> {
        b.column(self.inputs, &self.gates)
    }
}

const ZERO: Input = Input::Constant(Fr::ZERO);
const ONE: Input = Input::Constant(Fr::ONE);

impl Builder {
    /// `a + x y` as cells of one gate.
    fn gate(&mut self, a: Input, x: Input, y: Input) -> [Cell; 4] {
        let d = self.peek(a) + self.peek(x) * self.peek(y);
        let cells = self.column([a, x, y, Input::Witness(d)], &[0]);
        [cells[0], cells[1], cells[2], cells[3]]
    }

    /// `a + b`.
    pub fn add(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        self.gate(a.into(), b.into(), ONE)[3]
    }

    /// `a + 1`.
    pub fn inc(&mut self, a: impl Into<Input>) -> Cell {
        self.add(a, Fr::ONE)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        self.gate(a.into(), b.into(), Input::Constant(-Fr::ONE))[3]
    }

    /// `a - 1`.
    pub fn dec(&mut self, a: impl Into<Input>) -> Cell {
        self.add(a, -Fr::ONE)
    }

    /// `-a`.
    pub fn neg(&mut self, a: impl Into<Input>) -> Cell {
        self.gate(ZERO, a.into(), Input::Constant(-Fr::ONE))[3]
    }

    /// `a b`.
    pub fn mul(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        self.gate(ZERO, a.into(), b.into())[3]
    }

    /// `a b + c`.
    pub fn mul_add(&mut self, a: impl Into<Input>, b: impl Into<Input>, c: impl Into<Input>) -> Cell {
        self.gate(c.into(), a.into(), b.into())[3]
    }

    /// `a - b c`.
    pub fn sub_mul(&mut self, a: impl Into<Input>, b: impl Into<Input>, c: impl Into<Input>) -> Cell {
        // d + b c = a.
        let (a, b, c) = (a.into(), b.into(), c.into());
        let d = self.peek(a) - self.peek(b) * self.peek(c);
        self.column([Input::Witness(d), b, c, a], &[0])[0]
    }

    /// `(1 - a) b`.
    pub fn mul_not(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        let b = self.reusable(b.into());
        self.sub_mul(b, a, b)
    }

    /// Constrains `a` to be 0 or 1.
    pub fn assert_bit(&mut self, a: Cell) {
        // 0 + a a = a.
        self.column([ZERO, a.into(), a.into(), a.into()], &[0]);
    }

    /// A bit that the prover chooses.
    pub fn bit(&mut self, value: bool) -> Cell {
        let bit = self.witness(Fr::from(u64::from(value)));
        self.assert_bit(bit);
        bit
    }

    /// `a / b`. The circuit enforces that `b` is not zero.
    pub fn div(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Result<Cell, Error> {
        let b = b.into();
        let inverse = Option::<Fr>::from(self.peek(b).invert())
            .ok_or_else(|| Error::Unsatisfied("the divisor is not zero".to_owned()))?;
        // 0 + b b^-1 = 1.
        let cells = self.column([ZERO, b, Input::Witness(inverse), ONE], &[0]);
        Ok(self.mul(a, cells[2]))
    }

    /// `a / b`. If `b` is zero, the circuit requires that `a` is zero too, and the prover chooses the quotient.
    pub fn div_unsafe(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        let (a, b) = (a.into(), b.into());
        let quotient = self.peek(a) * self.peek(b).invert().unwrap_or(Fr::ZERO);
        self.column([ZERO, b, Input::Witness(quotient), a], &[0])[2]
    }

    /// `sum a_i b_i`.
    ///
    /// # Panics
    /// If `a` and `b` have different lengths.
    pub fn inner_product<A: Into<Input>, B: Into<Input>>(
        &mut self,
        a: impl IntoIterator<Item = A>,
        b: impl IntoIterator<Item = B>,
    ) -> Cell {
        let (a, b) = pair(a, b);
        self.chain_of(ZERO, a, b).pop().unwrap_or_else(|| self.constant(0))
    }

    /// Like [`Self::inner_product`], but returns all partial sums: `a_0 b_0`, `a_0 b_0 + a_1 b_1`, ...
    ///
    /// # Panics
    /// If `a` and `b` have different lengths.
    pub fn inner_product_with_sums<A: Into<Input>, B: Into<Input>>(
        &mut self,
        a: impl IntoIterator<Item = A>,
        b: impl IntoIterator<Item = B>,
    ) -> Vec<Cell> {
        let (a, b) = pair(a, b);
        self.chain_of(ZERO, a, b)
    }

    /// Like [`Self::inner_product`], but also returns the cells of the `a_i`.
    ///
    /// # Panics
    /// If `a` and `b` have different lengths.
    pub fn inner_product_left<A: Into<Input>, B: Into<Input>>(
        &mut self,
        a: impl IntoIterator<Item = A>,
        b: impl IntoIterator<Item = B>,
    ) -> (Vec<Cell>, Cell) {
        let (a, b) = pair(a, b);
        let mut chain = Chain::new(ZERO, Fr::ZERO);
        for (&a, &b) in a.iter().zip(&b) {
            chain.add(self, a, b);
        }
        let cells = chain.place(self);
        let left = (0..a.len()).map(|i| cells[3 * i + 1]).collect();
        (left, cells[cells.len() - 1])
    }

    /// All partial sums of `first + a_0 b_0 + ...`, without `first` itself.
    fn chain_of(&mut self, first: Input, a: Vec<Input>, b: Vec<Input>) -> Vec<Cell> {
        let mut chain = Chain::new(first, self.peek(first));
        for (a, b) in a.into_iter().zip(b) {
            chain.add(self, a, b);
        }
        let gates = chain.gates.clone();
        let cells = chain.place(self);
        gates.iter().map(|gate| cells[gate + 3]).collect()
    }

    /// `sum a_i`; zero if there are none.
    pub fn sum<A: Into<Input>>(&mut self, a: impl IntoIterator<Item = A>) -> Cell {
        self.partial_sums(a).pop().unwrap_or_else(|| self.constant(0))
    }

    /// `a_0`, `a_0 + a_1`, ...
    pub fn partial_sums<A: Into<Input>>(&mut self, a: impl IntoIterator<Item = A>) -> Vec<Cell> {
        let a: Vec<_> = a.into_iter().map(Into::into).collect();
        let Some((&first, rest)) = a.split_first() else {
            return Vec::new();
        };
        let mut chain = Chain::new(first, self.peek(first));
        for &a in rest {
            chain.add(self, a, ONE);
        }
        let cells = chain.place(self);
        cells.into_iter().step_by(3).collect()
    }

    /// `b_0`, `b_0 a_0 + b_1`, `(b_0 a_0 + b_1) a_1 + b_2`, ..., until `a` or `b` ends.
    pub fn accumulated_product<A: Into<Input>, B: Into<Input>>(
        &mut self,
        a: impl IntoIterator<Item = A>,
        b: impl IntoIterator<Item = B>,
    ) -> Vec<Cell> {
        let mut b = b.into_iter();
        let Some(first) = b.next() else {
            return Vec::new();
        };
        let mut sums = self.column([first.into()], &[]);
        for (a, b) in a.into_iter().zip(b) {
            let last = sums[sums.len() - 1];
            sums.push(self.mul_add(last, a, b));
        }
        sums
    }

    /// `sum c_i a_i b_i + d` for constants `c_i`.
    pub fn sum_products_with_coeff_and_var(
        &mut self,
        terms: impl IntoIterator<Item = (Fr, Input, Input)>,
        d: impl Into<Input>,
    ) -> Cell {
        let d = d.into();
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for (c, x, y) in terms {
            if c == Fr::ONE {
                a.push(x);
            } else {
                a.push(self.mul(c, x).into());
            }
            b.push(y);
        }
        match self.chain_of(d, a, b).pop() {
            Some(sum) => sum,
            None => self.column([d], &[])[0],
        }
    }

    /// Logical or of the bits `a` and `b`.
    pub fn or(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        // (1 - a) b + a = a + b - a b.
        let (a, b) = (self.reusable(a.into()), b.into());
        let not_both = self.mul_not(a, b);
        self.add(a, not_both)
    }

    /// Logical and of the bits `a` and `b`.
    pub fn and(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        self.mul(a, b)
    }

    /// `a` or (`b` and `c`), for bits.
    pub fn or_and(&mut self, a: impl Into<Input>, b: impl Into<Input>, c: impl Into<Input>) -> Cell {
        let both = self.and(b, c);
        self.or(a, both)
    }

    /// Exclusive or of two bits.
    pub fn xor(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        // (1 - b) a + b (1 - a) = a + b (1 - 2 a).
        let a = self.reusable(a.into());
        let sign = self.gate(ONE, a, Input::Constant(-Fr::from(2)))[3];
        self.mul_add(sign, b, a)
    }

    /// `1 - a`.
    pub fn not(&mut self, a: impl Into<Input>) -> Cell {
        self.sub(Fr::ONE, a)
    }

    /// `a` if the bit `choice` is 1, else `b`.
    pub fn select(&mut self, a: impl Into<Input>, b: impl Into<Input>, choice: impl Into<Input>) -> Cell {
        // b + choice (a - b), where b + (a - b) 1 = a gives the difference.
        let (a, b, choice) = (a.into(), self.reusable(b.into()), choice.into());
        let difference = self.peek(a) - self.peek(b);
        let result = self.peek(b) + difference * self.peek(choice);
        let mut chain = Chain::new(b, self.peek(b));
        chain.add_to(Input::Witness(difference), ONE, a);
        let cells = chain.place(self);
        let inputs = [b, cells[1].into(), choice, Input::Witness(result)];
        self.column(inputs, &[0])[3]
    }

    /// The indicator of the number with these bits, least significant first: `2^n` cells, of which the one at that
    /// number is 1.
    pub fn bits_to_indicator(&mut self, bits: &[Cell]) -> Vec<Cell> {
        let Some((&first, rest)) = bits.split_first() else {
            return vec![self.constant(1)];
        };
        let mut indicator = vec![self.not(first), first];
        for &bit in rest {
            let high: Vec<_> = indicator.iter().map(|&i| self.mul(i, bit)).collect();
            let low = indicator.iter().zip(&high).map(|(&i, &h)| self.sub(i, h));
            indicator = low.collect::<Vec<_>>().into_iter().chain(high).collect();
        }
        indicator
    }

    /// The indicator of `index`: `len` cells, of which the one at that position is 1. The circuit enforces that `index`
    /// is below `len`.
    ///
    /// # Errors
    /// If `index` is not below `len`.
    pub fn idx_to_indicator(&mut self, index: impl Into<Input>, len: usize) -> Result<Vec<Cell>, Error> {
        let index = self.reusable(index.into());
        let value = self.peek(index);
        let indicator: Vec<_> = (0..len as u64).map(|i| self.bit(value == Fr::from(i))).collect();
        if !indicator.iter().any(|&cell| self.value(cell) == Fr::ONE) {
            return Err(Error::Unsatisfied(format!("an index below {len}")));
        }
        // Bits, exactly one of which is set: the one at the index.
        let one = self.sum(indicator.iter().copied());
        self.assert_constant(one, 1);
        let numbers = (0..len as u64).map(Fr::from);
        let sum = self.inner_product(indicator.iter().copied(), numbers);
        self.assert_input(sum, index);
        Ok(indicator)
    }

    /// The element of `a` at the position where the indicator is 1.
    ///
    /// # Panics
    /// If `a` and the indicator have different lengths.
    pub fn select_by_indicator<A: Into<Input>>(&mut self, a: impl IntoIterator<Item = A>, indicator: &[Cell]) -> Cell {
        self.inner_product(a, indicator.iter().copied())
    }

    /// `a[index]`. The circuit enforces that the index is below the length.
    ///
    /// # Errors
    /// If the index is not below the length.
    pub fn select_from_idx(&mut self, a: &[Input], index: impl Into<Input>) -> Result<Cell, Error> {
        let indicator = self.idx_to_indicator(index, a.len())?;
        Ok(self.select_by_indicator(a.iter().copied(), &indicator))
    }

    /// The row at the position where the indicator is 1. All rows have the same length.
    pub fn select_array_by_indicator(&mut self, rows: &[Vec<Cell>], indicator: &[Cell]) -> Vec<Cell> {
        let width = rows.first().map_or(0, Vec::len);
        (0..width)
            .map(|i| self.select_by_indicator(rows.iter().map(|row| row[i]), indicator))
            .collect()
    }

    /// Whether `a` is zero.
    pub fn is_zero(&mut self, a: impl Into<Input>) -> Cell {
        let a = self.reusable(a.into());
        let value = self.peek(a);
        let (inverse, zero) = match Option::<Fr>::from(value.invert()) {
            Some(inverse) => (inverse, Fr::ZERO),
            None => (Fr::ONE, Fr::ONE),
        };
        // z + a i = 1, and 0 + a z = 0: z is 1 where a is 0, and 0 elsewhere.
        let cells = self.column([Input::Witness(zero), a, Input::Witness(inverse), ONE], &[0]);
        self.column([ZERO, a, cells[0].into(), ZERO], &[0]);
        cells[0]
    }

    /// Whether the two are equal.
    pub fn is_equal(&mut self, a: impl Into<Input>, b: impl Into<Input>) -> Cell {
        let difference = self.sub(a, b);
        self.is_zero(difference)
    }

    /// Constrains `a` to be nonzero.
    ///
    /// # Errors
    /// If `a` is zero.
    pub fn assert_nonzero(&mut self, a: impl Into<Input>) -> Result<(), Error> {
        self.div(Fr::ONE, a).map(|_| ())
    }

    /// The `count` bits of `a`, least significant first. The circuit enforces that `a` has no more bits.
    ///
    /// # Errors
    /// If `a` has more bits.
    ///
    /// # Panics
    /// For more than 253 bits. Some integers of 254 bits are not below the modulus, so the bits would not be unique.
    pub fn num_to_bits(&mut self, a: impl Into<Input>, count: usize) -> Result<Vec<Cell>, Error> {
        assert!(count < Fr::NUM_BITS as usize, "bits are unique below the modulus");
        let a = a.into();
        let value = integer::to_integer(&self.peek(a));
        if value.bits() > count as u64 {
            return Err(Error::Unsatisfied(format!("a number of {count} bits")));
        }
        let bits = (0..count).map(|i| Input::Witness(Fr::from(u64::from(value.bit(i as u64)))));
        let powers = (0..count).map(|i| Input::Constant(integer::field_power_of_two(i)));
        let (bits, sum) = self.inner_product_left(bits, powers);
        for &bit in &bits {
            self.assert_bit(bit);
        }
        self.assert_input(sum, a);
        Ok(bits)
    }

    /// Constrains a cell to the value of an input, unless the input is a witness.
    pub(crate) fn assert_input(&mut self, cell: Cell, input: Input) {
        match input {
            Input::Copy(of) => self.assert_equal(of, cell),
            Input::Constant(value) => self.assert_constant(cell, value),
            Input::Witness(_) => (),
        }
    }

    /// `a^exponent`, for an exponent of at most `bits` bits.
    ///
    /// # Errors
    /// If the exponent has more bits.
    pub fn pow_var(&mut self, a: impl Into<Input>, exponent: impl Into<Input>, bits: usize) -> Result<Cell, Error> {
        let mut power = self.column([a.into()], &[])[0];
        let bits = self.num_to_bits(exponent, bits)?;
        let mut result = self.constant(1);
        for (i, &bit) in bits.iter().enumerate() {
            let product = self.mul(result, power);
            result = self.select(product, result, bit);
            if i + 1 < bits.len() {
                power = self.mul(power, power);
            }
        }
        Ok(result)
    }

    /// Interpolates the polynomial of least degree through `points`. Returns its value at `x`, and the product of all
    /// `x - x_i`. The circuit enforces that the `x_i` are different.
    ///
    /// # Errors
    /// If two of the `x_i` are equal, or `x` is one of them.
    pub fn lagrange_and_eval(&mut self, points: &[(Cell, Cell)], x: Cell) -> Result<(Cell, Cell), Error> {
        let differences: Vec<_> = points.iter().map(|&(x_i, _)| self.sub(x, x_i)).collect();
        let mut product = self.constant(1);
        for &difference in &differences {
            product = self.mul(product, difference);
        }
        let mut sum = self.constant(0);
        for (i, &(x_i, y_i)) in points.iter().enumerate() {
            // product / (x - x_i) / prod (x_i - x_j).
            let mut divisor = differences[i];
            for (j, &(x_j, _)) in points.iter().enumerate() {
                if i != j {
                    let difference = self.sub(x_i, x_j);
                    divisor = self.mul(divisor, difference);
                }
            }
            let factor = self.div(product, divisor)?;
            sum = self.mul_add(factor, y_i, sum);
        }
        Ok((sum, product))
    }
}

/// Converts both sequences to inputs.
fn pair<A: Into<Input>, B: Into<Input>>(
    a: impl IntoIterator<Item = A>,
    b: impl IntoIterator<Item = B>,
) -> (Vec<Input>, Vec<Input>) {
    let a: Vec<_> = a.into_iter().map(Into::into).collect();
    let b: Vec<_> = b.into_iter().map(Into::into).collect();
    assert_eq!(a.len(), b.len(), "as many factors as there are others");
    (a, b)
}
