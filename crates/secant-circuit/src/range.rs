//! Range checks, comparisons, and division with remainder.

use crate::{Builder, Cell, Error, Fr, Input, integer};
use halo2_axiom::halo2curves::ff::PrimeField;
use num_bigint::BigUint;
use num_integer::Integer;

/// Integers with this many bits, and their sums and differences, are below the modulus.
const MOST_BITS: usize = Fr::NUM_BITS as usize - 2;

impl Builder {
    /// Constrains `a` to at most `bits` bits.
    ///
    /// If a witness has more bits, no proof of the circuit exists.
    ///
    /// # Panics
    /// For more than 252 bits.
    pub fn range_check(&mut self, a: Cell, bits: usize) {
        assert!(bits <= MOST_BITS, "a range of at most {MOST_BITS} bits");
        if bits == 0 {
            return self.assert_constant(a, 0);
        }
        let value = integer::to_integer(&self.value(a));
        let widths = integer::limb_widths(bits, self.shape.cell_bits);
        let limbs: Vec<_> = integer::limbs_of(&value, self.shape.cell_bits, widths.len())
            .iter()
            .zip(&widths)
            .map(|(limb, &width)| self.ranged(integer::natural_to_field(limb), width))
            .collect();
        if let [limb] = limbs[..] {
            return self.assert_equal(a, limb);
        }
        let size = self.shape.cell_bits;
        let weights = (0..limbs.len()).map(|i| integer::field_power_of_two(size * i));
        let sum = self.inner_product(limbs, weights);
        self.assert_equal(a, sum);
    }

    /// Constrains `a < b`. The caller must ensure that both have at most `bits` bits.
    ///
    /// # Panics
    /// For more than 251 bits.
    pub fn check_less_than_unsafe(&mut self, a: impl Into<Input>, b: impl Into<Input>, bits: usize) {
        assert!(bits < MOST_BITS, "numbers below 2^{}", MOST_BITS - 1);
        // b - a - 1 is in [0, 2^bits) if a < b. Otherwise it is near the modulus.
        let difference = self.sub(b, a);
        let difference = self.dec(difference);
        self.range_check(difference, bits);
    }

    /// Constrains `a < b` for a constant `b`.
    pub fn check_less_than(&mut self, a: Cell, b: u64) {
        self.check_big_less_than(a, &b.into());
    }

    /// Constrains `a < b` for a constant `b` of at most 251 bits.
    ///
    /// # Panics
    /// If `b` has more.
    pub fn check_big_less_than(&mut self, a: Cell, b: &BigUint) {
        let bits = b.bits() as usize;
        if b.count_ones() == 1 {
            self.range_check(a, bits - 1);
        } else {
            self.range_check(a, bits);
            self.check_less_than_unsafe(a, integer::natural_to_field(b), bits);
        }
    }

    /// Whether `a < b`. The caller must ensure that both have at most `bits` bits.
    ///
    /// # Panics
    /// For more than 251 bits.
    pub fn is_less_than_unsafe(&mut self, a: impl Into<Input>, b: impl Into<Input>, bits: usize) -> Cell {
        assert!(bits < MOST_BITS, "numbers below 2^{}", MOST_BITS - 1);
        // 2^bits + a - b is in (0, 2^(bits + 1)), and its top bit is clear iff a < b.
        let (a, b) = (a.into(), b.into());
        let difference = self.sub(a, b);
        let shifted = self.add(difference, integer::field_power_of_two(bits));
        let value = integer::to_integer(&self.value(shifted));
        let low = &value & ((BigUint::from(1u32) << bits) - 1u32);
        let top = self.bit(value.bit(bits as u64));
        let inputs = [
            Input::Witness(integer::natural_to_field(&low)),
            top.into(),
            Input::Constant(integer::field_power_of_two(bits)),
            shifted.into(),
        ];
        let low = self.column(inputs, &[0])[0];
        self.range_check(low, bits);
        self.not(top)
    }

    /// Whether `a < b`. The circuit enforces that both have at most `bits` bits.
    ///
    /// # Panics
    /// For more than 251 bits.
    pub fn is_less_than(&mut self, a: Cell, b: Cell, bits: usize) -> Cell {
        self.range_check(a, bits);
        self.range_check(b, bits);
        self.is_less_than_unsafe(a, b, bits)
    }

    /// Whether `a < b` for a constant `b` of at most 251 bits. The circuit enforces that `a` has no more bits than `b`.
    ///
    /// # Panics
    /// If `b` has more.
    pub fn is_big_less_than(&mut self, a: Cell, b: &BigUint) -> Cell {
        let bits = b.bits() as usize;
        self.range_check(a, bits);
        self.is_less_than_unsafe(a, integer::natural_to_field(b), bits)
    }

    /// The quotient and remainder of `a`, which has at most `a_bits` bits, by a constant.
    ///
    /// # Errors
    /// If `a` has more bits.
    ///
    /// # Panics
    /// If `b` is zero, or for more than 251 bits.
    pub fn div_mod(&mut self, a: impl Into<Input>, b: &BigUint, a_bits: usize) -> Result<(Cell, Cell), Error> {
        assert!(a_bits < MOST_BITS, "numbers below 2^{}", MOST_BITS - 1);
        let a = a.into();
        let value = integer::to_integer(&self.peek(a));
        if value.bits() > a_bits as u64 {
            return Err(Error::Unsatisfied(format!("a number of {a_bits} bits")));
        }
        let (q, r) = value.div_rem(b);
        // r + b q = a.
        let inputs = [
            Input::Witness(integer::natural_to_field(&r)),
            Input::Constant(integer::natural_to_field(b)),
            Input::Witness(integer::natural_to_field(&q)),
            a,
        ];
        let cells = self.column(inputs, &[0]);
        // Without a bound, the quotient could be one modulo the circuit's modulus. b q + r has to be an integer below
        // it.
        let most = ((BigUint::from(1u32) << a_bits) - 1u32) / b + 1u32;
        self.check_big_less_than(cells[2], &most);
        self.check_big_less_than(cells[0], b);
        Ok((cells[2], cells[0]))
    }

    /// The quotient and remainder of `a` by `b`. The circuit enforces that `b` is not zero, that `a` has at most
    /// `a_bits` bits, and that `b` has at most `b_bits` bits.
    ///
    /// # Errors
    /// If `b` is zero, or a number has more bits.
    ///
    /// # Panics
    /// If `b_bits` is more than `a_bits`, if `a_bits` is more than 251, or if both `a_bits + b_bits` and `2 b_bits` are
    /// more than 252.
    pub fn div_mod_var(&mut self, a: Cell, b: Cell, a_bits: usize, b_bits: usize) -> Result<(Cell, Cell), Error> {
        assert!(
            b_bits <= a_bits && a_bits < MOST_BITS,
            "numbers below 2^{}",
            MOST_BITS - 1
        );
        assert!(
            a_bits.min(b_bits) + b_bits <= MOST_BITS,
            "a product of a quotient's part and a divisor is below 2^{MOST_BITS}"
        );
        let (x, y) = (integer::to_integer(&self.value(a)), integer::to_integer(&self.value(b)));
        if x.bits() > a_bits as u64 || y.bits() > b_bits as u64 || y == BigUint::ZERO {
            return Err(Error::Unsatisfied(
                "numbers of so many bits, one of them a divisor".to_owned(),
            ));
        }
        let (q, r) = x.div_rem(&y);
        self.range_check(a, a_bits);
        self.range_check(b, b_bits);
        let inputs = [
            Input::Witness(integer::natural_to_field(&r)),
            b.into(),
            Input::Witness(integer::natural_to_field(&q)),
            a.into(),
        ];
        let cells = self.column(inputs, &[0]);
        let (r, q) = (cells[0], cells[2]);
        // 0 <= r < b, which also shows that b is not zero.
        self.range_check(r, b_bits);
        self.check_less_than_unsafe(r, b, b_bits);
        if a_bits + b_bits <= MOST_BITS {
            // q b + r is below the modulus for any q in range.
            self.range_check(q, a_bits);
        } else {
            // q = high 2^b_bits + low. low b + r is below the modulus, and the circuit checks that high b 2^b_bits is.
            let value = integer::to_integer(&self.value(q));
            let low = &value & ((BigUint::from(1u32) << b_bits) - 1u32);
            let inputs = [
                Input::Witness(integer::natural_to_field(&low)),
                Input::Witness(integer::natural_to_field(&(value >> b_bits))),
                Input::Constant(integer::field_power_of_two(b_bits)),
                q.into(),
            ];
            let cells = self.column(inputs, &[0]);
            let (low, high) = (cells[0], cells[1]);
            self.range_check(low, b_bits);
            self.range_check(high, a_bits - b_bits);
            let product = self.mul(high, b);
            self.range_check(product, a_bits - b_bits);
        }
        Ok((q, r))
    }

    /// The lowest bit of `a`. The circuit enforces that `a` has at most `bits` bits.
    ///
    /// # Errors
    /// If `a` has more bits.
    pub fn get_last_bit(&mut self, a: Cell, bits: usize) -> Result<Cell, Error> {
        let (_, bit) = self.div_mod(a, &2u32.into(), bits)?;
        Ok(bit)
    }
}
