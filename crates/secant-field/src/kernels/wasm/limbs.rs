//! Products for wasm32 without wide arithmetic: digits of 29 or 30 bits.
//!
//! A product of two such digits leaves headroom in 64 bits. So a row of products needs only multiplications and
//! additions, and carries are propagated once for several rows (with 29 bits only once, at the end). This takes fewer
//! instructions than digits of 32 bits, which are fewer but carry at every product: 83 against 126 ns for six limbs in
//! wasmtime. Product scanning (a column at a time) takes 136 ns, since every addition waits for the one before it.
//!
//! A product of two factors uses one level of Karatsuba's method. This leaves four in five of the products of digits
//! and saves 5 to 10 % (a second level saved nothing).
//!
//! Montgomery's `R` stays `2^(64 N)`: every row clears a whole digit, except the last row, which clears the remaining
//! bits.

use super::super::special::Complement;

/// Bits of a digit, for values of `N` limbs.
const fn bits(n: usize) -> usize {
    if matches!(n, 5 | 6) { 30 } else { 29 }
}

/// How many products of two digits may be added to a digit between carries. There is room for one more, for what the
/// digit held before.
const fn products_between_carries(bits: usize) -> usize {
    (1 << (64 - 2 * bits)) - 1
}

/// A modulus whose multiples take few instructions; see [`Form`](super::super::special::Form).
#[derive(Clone, Copy)]
pub enum Special {
    /// `2^(64 N) - c`.
    Complement(Complement),
    /// The modulus of secp256r1.
    P256,
}

macro_rules! digits {
    ($module:ident, $n:literal, $d:literal = $low:literal + $high:literal, $columns:literal) => {
        #[allow(dead_code, reason = "not every size has sums and squares, and not every target uses them")]
        pub mod $module {
            use super::{Complement, Special, bits, products_between_carries};
            use seq_macro::seq;

            /// The limbs of a value.
            pub const LIMBS: usize = $n;
            pub const BITS: usize = bits(LIMBS);
            const MASK: u64 = (1 << BITS) - 1;
            const ROOM: usize = products_between_carries(BITS);
            /// How many bits the last row clears.
            const LAST: usize = 64 * $n - BITS * ($d - 1);
            const _: () = assert!(0 < LAST && LAST <= BITS && $low + $high == $d && $high <= $low && $columns == DIGITS);

            /// The digits of a value.
            #[inline(always)]
            fn split(a: &[u64; $n]) -> [u64; $d] {
                let mut r = [0; $d];
                seq!(J in 0..$d {
                    let (i, shift) = const { (J * BITS / 64, J * BITS % 64) };
                    r[J] = a[i] >> shift;
                    if shift + BITS > 64 && i + 1 < $n {
                        r[J] |= a[i + 1] << (64 - shift);
                    }
                    r[J] &= MASK;
                });
                r
            }

            /// Joins digits to limbs, without the lowest `SKIP` bits, which are zero. Also returns the bits above the
            /// limbs. The last digit may use all of its 64 bits.
            #[inline(always)]
            fn join<const SKIP: usize, const N: usize, const D: usize>(r: &[u64; D]) -> ([u64; N], u64) {
                let mut a = [0; N];
                a[0] = r[0] >> SKIP;
                let mut over = 0;
                for j in 1..D {
                    let at = BITS * j - SKIP;
                    let (i, shift) = (at / 64, at % 64);
                    if i < N {
                        a[i] |= r[j] << shift;
                    }
                    // Only the last digit may have bits above `BITS`.
                    if shift > 0 && (shift + BITS > 64 || j + 1 == D) {
                        let high = r[j] >> (64 - shift);
                        if i + 1 < N {
                            a[i + 1] |= high;
                        } else {
                            over |= high;
                        }
                    }
                }
                (a, over)
            }

            /// Propagates carries. All digits but the last are then below `2^BITS`.
            #[inline(always)]
            fn carry(r: &mut [u64]) {
                for j in 1..r.len() {
                    r[j] += r[j - 1] >> BITS;
                    r[j - 1] &= MASK;
                }
            }

            /// Adds the multiple of the modulus that clears the lowest digit, and drops this digit.
            #[inline(always)]
            fn reduce_row(r: &mut [u64; $d], m: &[u64; $d], inv: u64) {
                let k = r[0].wrapping_mul(inv) & MASK;
                let lowest = (r[0] + k * m[0]) >> BITS;
                for j in 1..$d {
                    r[j - 1] = r[j] + k * m[j];
                }
                r[$d - 1] = 0;
                r[0] += lowest;
            }

            /// The digits of `a b`, not carried.
            ///
            /// The product of the sums of both halves may exceed 64 bits. The digits of the result do not, so they are
            /// right modulo `2^64`.
            #[inline(always)]
            fn product(a: &[u64; $d], b: &[u64; $d]) -> [u64; DIGITS] {
                const { assert!($d <= ROOM) };
                let (mut low, mut high, mut middle) = ([0u64; 2 * $low - 1], [0u64; 2 * $high - 1], [0u64; 2 * $low - 1]);
                seq!(I in 0..$low {
                    for j in 0..$low {
                        low[I + j] += a[j] * b[I];
                    }
                });
                seq!(I in 0..$high {
                    for j in 0..$high {
                        high[I + j] += a[$low + j] * b[$low + I];
                    }
                });
                let (mut sum_a, mut sum_b) = ([0; $low], [0; $low]);
                for j in 0..$low {
                    (sum_a[j], sum_b[j]) = (a[j], b[j]);
                }
                for j in 0..$high {
                    sum_a[j] += a[$low + j];
                    sum_b[j] += b[$low + j];
                }
                seq!(I in 0..$low {
                    for j in 0..$low {
                        middle[I + j] = middle[I + j].wrapping_add(sum_a[j].wrapping_mul(sum_b[I]));
                    }
                });
                let mut r = [0u64; DIGITS];
                r[..2 * $low - 1].copy_from_slice(&low);
                r[2 * $low..].copy_from_slice(&high);
                for j in 0..2 * $low - 1 {
                    r[$low + j] = r[$low + j].wrapping_add(middle[j]).wrapping_sub(low[j]);
                }
                for j in 0..2 * $high - 1 {
                    r[$low + j] = r[$low + j].wrapping_sub(high[j]);
                }
                r
            }

            /// `t R^-1` for the digits of [`product`], with the bits above the limbs.
            #[inline(always)]
            fn reduce_product(t: &[u64; DIGITS], m: &[u64; $d], inv: u64) -> ([u64; $n], u64) {
                // Each carry goes to the next digit only. It is below `2^36`, which leaves room for what the rows add.
                const { assert!($d <= ROOM) };
                let mut r = *t;
                r[0] &= MASK;
                for j in 1..DIGITS {
                    let own = if j + 1 < DIGITS { t[j] & MASK } else { t[j] };
                    r[j] = own + (t[j - 1] >> BITS);
                }
                seq!(I in 1..$d {
                    let k = r[I - 1].wrapping_mul(inv) & MASK;
                    r[I] += (r[I - 1] + k * m[0]) >> BITS;
                    for j in 1..$d {
                        r[I - 1 + j] += k * m[j];
                    }
                });
                let mut high = [0; $d];
                high.copy_from_slice(&r[$d - 1..]);
                reduce_last(high, m, inv)
            }

            /// Reduces the last row, and joins the digits to limbs.
            #[inline(always)]
            fn reduce_last(mut r: [u64; $d], m: &[u64; $d], inv: u64) -> ([u64; $n], u64) {
                let k = r[0].wrapping_mul(inv) & ((1 << LAST) - 1);
                for j in 0..$d {
                    r[j] += k * m[j];
                }
                carry(&mut r);
                join::<LAST, $n, $d>(&r)
            }

            /// `sum a_i b_i R^-1` for `a_i, b_i < m`, below `2 m` for `(T + 1) m < 2^(64 N)`, with the bits above the
            /// limbs.
            #[inline(always)]
            fn sum<const T: usize>(a: &[&[u64; $n]; T], b: &[&[u64; $n]; T], m: &[u64; $n], inv: u64) -> ([u64; $n], u64) {
                let (a, b, m) = (a.map(split), b.map(split), split(m));
                let mut r = [0u64; $d];
                // How many rows fit between carries; zero if not even one does.
                let rows = const { ROOM / (T + 1) };
                seq!(I in 0..$d {
                    for t in 0..T {
                        for j in 0..$d {
                            r[j] += a[t][j] * b[t][I];
                        }
                        if rows == 0 && ((t + 1) % (ROOM - 1) == 0 || t + 1 == T) {
                            carry(&mut r);
                        }
                    }
                    if I + 1 < $d {
                        reduce_row(&mut r, &m, inv);
                        if rows == 0 || (I + 1) % rows == 0 {
                            carry(&mut r);
                        }
                    }
                });
                reduce_last(r, &m, inv)
            }

            /// `a b R^-1`, below `2 m`, for `a, b < m < 2^(64 N - 1)`.
            #[inline(always)]
            pub fn mul(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                reduce_product(&product(&split(a), &split(b)), &split(m), inv).0
            }

            /// As [`mul`], for moduli that may use all bits, with the bit above the limbs.
            #[inline(always)]
            pub fn mul_full(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> ([u64; $n], bool) {
                let (r, over) = reduce_product(&product(&split(a), &split(b)), &split(m), inv);
                (r, over != 0)
            }

            /// `sum a_i b_i R^-1`, below `2 m`, for `(T + 1) m < 2^(64 N)`.
            #[inline(always)]
            pub fn sum_of_products<const T: usize>(
                a: &[&[u64; $n]; T],
                b: &[&[u64; $n]; T],
                m: &[u64; $n],
                inv: u64,
            ) -> [u64; $n] {
                sum(a, b, m, inv).0
            }

            /// The digits of `a^2`, not carried. `row` runs after each row and may clear its lowest digit.
            #[allow(clippy::reversed_empty_ranges, reason = "the last digit has none above it")]
            #[inline(always)]
            fn square_rows(a: &[u64; $n], mut row: impl FnMut(&mut [u64; 2 * $d], usize)) -> [u64; 2 * $d] {
                let a = split(a);
                let twice = a.map(|digit| 2 * digit);
                let mut r = [0u64; 2 * $d];
                seq!(I in 0..$d {
                    r[2 * I] += a[I] * a[I];
                    for j in I + 1..$d {
                        r[I + j] += a[I] * twice[j];
                    }
                    row(&mut r, I);
                });
                r
            }

            /// `a^2 R^-1`, below `2 m`, for `a < m < 2^(64 N - 1)`.
            #[inline(always)]
            pub fn square(a: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let m = split(m);
                let r = square_rows(
                    a,
                    #[inline(always)]
                    |r, i| {
                        if i + 1 == $d {
                            return;
                        }
                        let k = r[i].wrapping_mul(inv) & MASK;
                        r[i + 1] += (r[i] + k * m[0]) >> BITS;
                        for j in 1..$d {
                            r[i + j] += k * m[j];
                        }
                        // A row adds at most three products to a digit: a doubled one, and one of the reduction.
                        if (i + 1) % const { ROOM / 3 } == 0 {
                            carry(&mut r[i + 1..=i + $d]);
                        }
                    },
                );
                let mut high = [0; $d];
                high.copy_from_slice(&r[$d - 1..2 * $d - 1]);
                reduce_last(high, &m, inv).0
            }

            /// `a b`.
            #[inline(always)]
            pub fn mul_wide(a: &[u64; $n], b: &[u64; $n]) -> [[u64; $n]; 2] {
                halves(product(&split(a), &split(b)))
            }

            /// `a^2`.
            #[inline(always)]
            pub fn square_wide(a: &[u64; $n]) -> [[u64; $n]; 2] {
                // A digit gets as many products as in `product`: the doubled ones count twice.
                const { assert!($d <= ROOM) };
                let r = square_rows(a, |_, _| ());
                let mut low = [0; 2 * $d - 1];
                low.copy_from_slice(&r[..2 * $d - 1]);
                halves(low)
            }

            #[inline(always)]
            fn halves(mut r: [u64; 2 * $d - 1]) -> [[u64; $n]; 2] {
                carry(&mut r);
                let (limbs, _) = join::<0, { 2 * $n }, { 2 * $d - 1 }>(&r);
                let mut halves = [[0; $n]; 2];
                halves.as_flattened_mut().copy_from_slice(&limbs);
                halves
            }

            /// [`carry`] for signed digits.
            #[inline(always)]
            fn carry_signed(r: &mut [u64]) {
                for j in 1..r.len() {
                    r[j] = r[j].wrapping_add((r[j - 1].cast_signed() >> BITS).cast_unsigned());
                    r[j - 1] &= MASK;
                }
            }

            /// How many digits a [`Sum`](super::super::Sum) has.
            pub const DIGITS: usize = 2 * $d - 1;

            /// The digits of `a b`, carried.
            #[inline(always)]
            pub fn mul_digits(a: &[u64; $n], b: &[u64; $n]) -> [u64; DIGITS] {
                let mut r = product(&split(a), &split(b));
                carry(&mut r);
                r
            }

            /// `t R^-1`, below `2 m`, with the bits above the limbs, for uncarried digits of a product and a modulus of
            /// a special form. A multiple of such a modulus takes a few shifts or small multiples of the factor. Only
            /// for sizes whose signed digits have room for a product.
            #[inline(always)]
            fn reduce_special(mut r: [u64; DIGITS], form: Special) -> ([u64; $n], u64) {
                seq!(I in 0..$d {
                    let mask = const { if I + 1 < $d { MASK } else { (1 << LAST) - 1 } };
                    match form {
                        // k (2^(64 N) - c)
                        Special::Complement(Complement { c, inv }) => {
                            let k = r[I].wrapping_mul(inv[0]) & mask;
                            r[I] = r[I].wrapping_sub(k * (c & MASK));
                            r[I + 1] = r[I + 1].wrapping_sub(k * (c >> BITS & MASK));
                            r[I + 2] = r[I + 2].wrapping_sub(k * (c >> (2 * BITS)));
                            r[I + $d - 1] = r[I + $d - 1].wrapping_add(k << LAST);
                        }
                        // k (2^256 - 2^224 + 2^192 + 2^96 - 1)
                        Special::P256 => {
                            let k = r[I] & mask;
                            r[I] = r[I].wrapping_sub(k);
                            r[I + 96 / BITS] = r[I + 96 / BITS].wrapping_add(k << (96 % BITS));
                            r[I + 192 / BITS] = r[I + 192 / BITS].wrapping_add(k << (192 % BITS));
                            r[I + 224 / BITS] = r[I + 224 / BITS].wrapping_sub(k << (224 % BITS));
                            r[I + 256 / BITS] = r[I + 256 / BITS].wrapping_add(k << (256 % BITS));
                        }
                    }
                    if I + 1 < $d {
                        r[I + 1] = r[I + 1].wrapping_add((r[I].cast_signed() >> BITS).cast_unsigned());
                    }
                });
                let mut high = [0; $d];
                high.copy_from_slice(&r[$d - 1..]);
                carry_signed(&mut high);
                join::<LAST, $n, $d>(&high)
            }

            /// As [`mul_full`], for a modulus of a special form.
            #[inline(always)]
            pub fn mul_special(a: &[u64; $n], b: &[u64; $n], form: Special) -> ([u64; $n], bool) {
                let (r, over) = reduce_special(product(&split(a), &split(b)), form);
                (r, over != 0)
            }

            /// As [`mul_special`], for a square.
            #[inline(always)]
            pub fn square_special(a: &[u64; $n], form: Special) -> ([u64; $n], bool) {
                let square = square_rows(a, |_, _| ());
                let mut t = [0; DIGITS];
                t.copy_from_slice(&square[..DIGITS]);
                let (r, over) = reduce_special(t, form);
                (r, over != 0)
            }

            /// Whether uncarried signed digits have room for the sum of two products.
            pub const LOOSE: bool = 2 * $d <= 1 << (63 - 2 * BITS);

            /// The column `K` of `a b`, not carried.
            #[inline(always)]
            fn column<const K: usize>(a: &[u64; $d], b: &[u64; $d]) -> u64 {
                let mut sum = 0u64;
                for j in const { K.saturating_sub($d - 1) }..const { if K < $d { K + 1 } else { $d } } {
                    sum = sum.wrapping_add(a[j].wrapping_mul(b[K - j]));
                }
                sum
            }

            /// Adds the carries to two columns, and returns their digits. The last digit holds the rest of the value.
            #[inline(always)]
            fn next(carries: &mut [i64; 2], columns: [u64; 2], last: bool) -> [u64; 2] {
                let mut digits = [0; 2];
                for i in 0..2 {
                    let sum = carries[i].wrapping_add(columns[i].cast_signed());
                    (digits[i], carries[i]) =
                        if last { (sum.cast_unsigned(), 0) } else { (sum.cast_unsigned() & MASK, sum >> BITS) };
                }
                digits
            }

            /// The digits of both coefficients of `(a0 + a1 u) (b0 + b1 u)` for `u^2 = -1`, for sizes with room for two
            /// products. Karatsuba's method is applied a column at a time, so that no product is stored.
            #[inline(always)]
            pub fn mul_quadratic(a: [&[u64; $n]; 2], b: [&[u64; $n]; 2]) -> [[u64; DIGITS]; 2] {
                let ([a0, a1], [b0, b1]) = (a.map(split), b.map(split));
                let (mut sum_a, mut sum_b) = (a0, b0);
                for j in 0..$d {
                    sum_a[j] += a1[j];
                    sum_b[j] += b1[j];
                }
                let ([mut re, mut im], mut carries) = ([[0; DIGITS]; 2], [0; 2]);
                seq!(K in 0..$columns {
                    let (v0, v1, v) = (column::<K>(&a0, &b0), column::<K>(&a1, &b1), column::<K>(&sum_a, &sum_b));
                    // `v` may exceed 64 bits; the differences do not.
                    let columns = [v0.wrapping_sub(v1), v.wrapping_sub(v0).wrapping_sub(v1)];
                    [re[K], im[K]] = next(&mut carries, columns, K + 1 == DIGITS);
                });
                [re, im]
            }

            /// The digits of `(a0 + a1) (a0 - a1)` and `2 a0 a1`, for sizes with room for two products.
            #[inline(always)]
            pub fn square_quadratic(a: [&[u64; $n]; 2]) -> [[u64; DIGITS]; 2] {
                let [a0, a1] = a.map(split);
                let (mut sum, mut other, mut twice) = (a0, a0, a0);
                for j in 0..$d {
                    sum[j] += a1[j];
                    twice[j] += a0[j];
                    other[j] = other[j].wrapping_sub(a1[j]);
                }
                let ([mut re, mut im], mut carries) = ([[0; DIGITS]; 2], [0; 2]);
                seq!(K in 0..$columns {
                    let columns = [column::<K>(&sum, &other), column::<K>(&twice, &a1)];
                    [re[K], im[K]] = next(&mut carries, columns, K + 1 == DIGITS);
                });
                [re, im]
            }

            /// The constants of a modulus for [`reduce_digits_of_many`].
            #[derive(Clone, Copy)]
            pub struct Reciprocal {
                /// The digits of the least multiple of the modulus that is `-1 mod 2^BITS`.
                multiple: [u64; $d + 1],
                /// The modulus in units of the last digit, rounded down.
                top: i64,
                shift: u32,
                factor: i64,
            }

            /// Fraction bits of [`Reciprocal::factor`].
            const FRACTION: u32 = 40;
            /// How many times the modulus is added: more than the magnitude of what the rows leave.
            const OFFSET: u64 = 2 * (17 + (1 << (BITS - LAST)));

            impl Reciprocal {
                /// A placeholder, for sizes that do not use it.
                pub const NONE: Self = Self {
                    multiple: [0; $d + 1],
                    top: 0,
                    shift: 0,
                    factor: 0,
                };

                /// The constants of a modulus `m`, where `inv` is `-m^-1 mod 2^64`.
                pub const fn new<const N: usize>(m: &[u64; N], inv: u64) -> Self {
                    // The last digit of a result starts at this bit of the top limb. 20 bits of the modulus are enough.
                    let start = BITS * ($d - 1) - LAST - 64 * ($n - 1);
                    let top = m[$n - 1] >> start;
                    let shift = (64 - top.leading_zeros()).saturating_sub(20);
                    let factor = (1i64 << FRACTION) / ((top >> shift) + 1).cast_signed();
                    let (mut multiple, mut carry, mut j) = ([0; $d + 1], 0u128, 0);
                    while j <= $d {
                        let (i, at) = (j * BITS / 64, j * BITS % 64);
                        let mut digit = if i < $n { m[i] >> at } else { 0 };
                        if at + BITS > 64 && i + 1 < $n {
                            digit |= m[i + 1] << (64 - at);
                        }
                        carry += (digit & MASK) as u128 * (inv & MASK) as u128;
                        multiple[j] = carry as u64 & MASK;
                        carry >>= BITS;
                        j += 1;
                    }
                    assert!(multiple[0] == MASK && carry == 0);
                    // The rounding error of a quotient stays below one.
                    assert!(shift >= 16 && OFFSET < 1 << 10);
                    Self {
                        multiple,
                        top: top.cast_signed(),
                        shift,
                        factor,
                    }
                }

                /// `v / m` rounded down, or one less if `v` is just above a multiple of `m`. `last` is the last digit
                /// of `v`, known to within 64; `|v|` is up to [`OFFSET`] times the modulus.
                #[inline(always)]
                const fn quotient(&self, last: u64) -> u64 {
                    // The offset makes it positive, so that every rounding goes down.
                    let last = last.cast_signed() + OFFSET.cast_signed() * self.top - 64;
                    let q = ((last >> self.shift) * self.factor) >> FRACTION;
                    q.cast_unsigned().wrapping_sub(OFFSET)
                }
            }

            /// `(t + k m) / R`, from `-m` to below `2 m`, in two's complement, for the digits `t` of a value
            /// `|t| < m R`. Digits may be negative and have up to 49 bits, the last one up to 60.
            #[inline(always)]
            pub fn reduce_digits(t: &[u64; DIGITS], m: &[u64; $n], inv: u64) -> [u64; $n] {
                /// Rows between carries: as for unsigned digits, with half the room.
                const ROWS: usize = ((1 << (63 - 2 * BITS)) - 1) as usize;
                let (mut r, m) = (*t, split(m));
                seq!(I in 1..$d {
                    let k = r[I - 1].wrapping_mul(inv) & MASK;
                    let lowest = r[I - 1].wrapping_add(k * m[0]).cast_signed() >> BITS;
                    r[I] = r[I].wrapping_add(lowest.cast_unsigned());
                    for j in 1..$d {
                        r[I - 1 + j] = r[I - 1 + j].wrapping_add(k * m[j]);
                    }
                    if I % ROWS == 0 {
                        carry_signed(&mut r[I..I + $d]);
                    }
                });
                let mut high = [0; $d];
                high.copy_from_slice(&r[$d - 1..]);
                let k = high[0].wrapping_mul(inv) & ((1 << LAST) - 1);
                for j in 0..$d {
                    high[j] = high[j].wrapping_add(k * m[j]);
                }
                carry_signed(&mut high);
                // The last digit lies in the last limb, so its sign needs no further limb.
                const { assert!(BITS * ($d - 1) - LAST >= 64 * ($n - 1)) };
                join::<LAST, $n, $d>(&high).0
            }

            /// Added to columns without room for a sign, so that they are not negative.
            const BIAS: u64 = if $d <= 1 << (63 - 2 * BITS) { 0 } else { 1 << 50 };

            /// The carry of a column: the column without its lowest digit.
            #[inline(always)]
            const fn above(column: u64) -> u64 {
                if BIAS == 0 {
                    (column.cast_signed() >> BITS).cast_unsigned()
                } else {
                    (column >> BITS).wrapping_sub(BIAS >> BITS)
                }
            }

            /// As [`reduce_digits`], for `|t| < 16 m R` and with results from zero to below `2 m`.
            ///
            /// Several values are reduced side by side, since the digits of one value wait for each other. The
            /// reduction goes a column at a time: the factors of a column are constants, which need neither registers
            /// nor loads.
            #[inline(always)]
            pub fn reduce_digits_of_many<const T: usize>(
                t: [&[u64; DIGITS]; T],
                m: &[u64; $n],
                inv: u64,
                reciprocal: &Reciprocal,
            ) -> [[u64; $n]; T] {
                let m = split(m);
                let multiple = &reciprocal.multiple;
                let (mut k, mut high, mut carries) = ([[0; $d]; T], [[0u64; $d]; T], [0u64; T]);
                seq!(I in 0..$columns {
                    for x in 0..T {
                        let mut sum = t[x][I].wrapping_add(BIAS);
                        for j in const { usize::saturating_sub(I, $d) }..const { if I < $d - 1 { I } else { $d - 1 } } {
                            sum = sum.wrapping_add(k[x][j] * multiple[I - j]);
                        }
                        if I < $d {
                            sum = sum.wrapping_add(carries[x]);
                        }
                        if I + 1 < $d {
                            // The lowest digit is itself the factor of `multiple`, which is `-1 mod 2^BITS`.
                            let digit = sum & MASK;
                            k[x][const { I % $d }] = digit;
                            carries[x] = above(sum).wrapping_add(digit);
                        } else {
                            high[x][I - ($d - 1)] = sum.wrapping_sub(BIAS);
                        }
                    }
                });
                // The values in `high` are now up to `2^(BITS - LAST) m`.
                let mut last = [0; T];
                for x in 0..T {
                    let k = high[x][0].wrapping_mul(inv) & ((1 << LAST) - 1);
                    // The last digit after carries, except for carries from more than one digit below.
                    let digit = |j: usize| high[x][j].wrapping_add(k * m[j]);
                    let below = (digit($d - 2).cast_signed() >> BITS).cast_unsigned();
                    let q = reciprocal.quotient(digit($d - 1).wrapping_add(below));
                    // `q m` is subtracted before the shift by `LAST` bits, so `q` is scaled by `2^LAST`.
                    last[x] = k.wrapping_sub(q << LAST);
                }
                let mut out = [[0; $n]; T];
                seq!(J in 0..$d {
                    for x in 0..T {
                        high[x][J] = high[x][J].wrapping_add(last[x].wrapping_mul(m[J]));
                        if J > 0 {
                            let carry = (high[x][usize::saturating_sub(J, 1)].cast_signed() >> BITS).cast_unsigned();
                            high[x][J] = high[x][J].wrapping_add(carry);
                        }
                    }
                });
                for x in 0..T {
                    for j in 0..$d - 1 {
                        high[x][j] &= MASK;
                    }
                    out[x] = join::<LAST, $n, $d>(&high[x]).0;
                }
                out
            }

            /// Replaces the digits of `t` by those of `t / 2^k`, rounded down.
            pub fn shift(t: &mut [u64; DIGITS], k: u32) {
                carry_signed(t);
                for j in 0..DIGITS {
                    let rest = if j + 1 < DIGITS { (t[j + 1] << BITS) & (MASK << BITS) } else { 0 };
                    t[j] = ((t[j] | rest).cast_signed() >> k).cast_unsigned();
                    if j + 1 < DIGITS {
                        t[j] &= MASK;
                    }
                }
            }

            /// Whether `2 N` limbs hold the value of these digits, with its sign.
            pub fn fits(t: &[u64; DIGITS]) -> bool {
                let mut t = *t;
                carry_signed(&mut t);
                let bits = 128 * $n - BITS * (DIGITS - 1) - 1;
                let last = t[DIGITS - 1].cast_signed();
                last >> bits == 0 || last >> bits == -1
            }

            /// The limbs of digits, in two's complement.
            pub fn limbs(t: &[u64; DIGITS]) -> [[u64; $n]; 2] {
                const { assert!(BITS * (DIGITS - 1) >= 64 * (2 * $n - 1)) };
                let mut t = *t;
                carry_signed(&mut t);
                let (limbs, _) = join::<0, { 2 * $n }, DIGITS>(&t);
                let mut halves = [[0; $n]; 2];
                halves.as_flattened_mut().copy_from_slice(&limbs);
                halves
            }

            /// The digits of limbs in two's complement. The last digit has the sign.
            pub fn digits(limbs: &[[u64; $n]; 2]) -> [u64; DIGITS] {
                let limbs = limbs.as_flattened();
                let mut t = [0; DIGITS];
                for j in 0..DIGITS {
                    let (i, shift) = (j * BITS / 64, j * BITS % 64);
                    if j + 1 == DIGITS {
                        t[j] = (limbs[i].cast_signed() >> shift).cast_unsigned();
                    } else {
                        let high = if shift > 0 && i + 1 < limbs.len() { limbs[i + 1] << (64 - shift) } else { 0 };
                        t[j] = ((limbs[i] >> shift) | high) & MASK;
                    }
                }
                t
            }

            /// `(a + k m) / R`, at most `m`.
            #[inline(always)]
            pub fn reduce_low(a: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let (mut r, m) = (split(a), split(m));
                seq!(I in 1..$d {
                    reduce_row(&mut r, &m, inv);
                    if I % ROOM == 0 {
                        carry(&mut r);
                    }
                });
                reduce_last(r, &m, inv).0
            }
        }
    };
}

digits!(n4, 4, 9 = 5 + 4, 17);
digits!(n5, 5, 11 = 6 + 5, 21);
digits!(n6, 6, 13 = 7 + 6, 25);
digits!(n8, 8, 18 = 9 + 9, 35);
digits!(n9, 9, 20 = 10 + 10, 39);
digits!(n12, 12, 27 = 14 + 13, 53);
