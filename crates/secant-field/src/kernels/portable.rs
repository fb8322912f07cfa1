//! Kernels in plain Rust, for every target.
//!
//! A row of a product is computed as two carry chains, the low halves and then the high halves, which
//! compilers turn into chains of add-with-carry; one interleaved chain of 128-bit sums is 15 % slower on
//! x86-64 (6 limbs: 39 against 46 ns). The rows of the sizes that the curves use are unrolled.

use super::{Carry, same};

/// `a - m` if that is not negative, else `a`; `over` says that `a` has a further bit `2^(64 N)`.
#[inline(always)]
pub fn subtract_modulus<const N: usize>(a: [u64; N], m: &[u64; N], over: bool) -> [u64; N] {
    let mut t = [0; N];
    let mut borrow = Carry::NONE;
    for i in 0..N {
        (t[i], borrow) = borrow.sub(a[i], m[i]);
    }
    if borrow.is_set() && !over { a } else { t }
}

/// The modulus, hidden from the compiler. If it sees constant limbs, it makes poor carry chains, and turns the code
/// that follows into branches, which no CPU can predict. That is 40 % slower on x86-64.
#[inline(always)]
fn opaque<const N: usize>(m: &[u64; N]) -> &[u64; N] {
    if cfg!(target_arch = "wasm32") {
        m
    } else {
        core::hint::black_box(m)
    }
}

/// `a + b mod m` for `a, b < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn add<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], spare: bool) -> [u64; N] {
    let mut r = [0; N];
    let mut carry = Carry::NONE;
    for i in 0..N {
        (r[i], carry) = carry.add(a[i], b[i]);
    }
    let carry = carry.is_set();
    if cfg!(target_arch = "wasm32") {
        return subtract_modulus(r, m, carry && !spare);
    }
    let m = opaque(m);
    if spare {
        sub(&r, m, m)
    } else {
        subtract_once(&r, carry, m)
    }
}

/// [`subtract_modulus`] of a value with a further bit `over`, for carries that no CPU can predict.
#[inline(always)]
fn subtract_once<const N: usize>(a: &[u64; N], over: bool, m: &[u64; N]) -> [u64; N] {
    let mut t = [0; N];
    let mut borrow = false;
    for i in 0..N {
        (t[i], borrow) = a[i].borrowing_sub(m[i], borrow);
    }
    let below = borrow & !over;
    core::array::from_fn(|i| core::hint::select_unpredictable(below, a[i], t[i]))
}

/// `2 a mod m` for `a < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn double<const N: usize>(a: &[u64; N], m: &[u64; N], spare: bool) -> [u64; N] {
    if !cfg!(target_arch = "wasm32") {
        return add(a, a, m, spare);
    }
    let mut r = [0; N];
    let mut carry = 0;
    for i in 0..N {
        r[i] = (a[i] << 1) | carry;
        carry = a[i] >> 63;
    }
    subtract_modulus(r, m, carry != 0 && !spare)
}

/// `a - b mod m` for `a, b < m`.
#[inline(always)]
pub fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N]) -> [u64; N] {
    let mut r = [0; N];
    let mut borrow = Carry::NONE;
    for i in 0..N {
        (r[i], borrow) = borrow.sub(a[i], b[i]);
    }
    let mask = borrow.borrow_mask();
    let mut carry = Carry::NONE;
    for i in 0..N {
        (r[i], carry) = carry.add(r[i], m[i] & mask);
    }
    r
}

/// `-a mod m` for `a < m`.
#[inline(always)]
pub fn neg<const N: usize>(a: &[u64; N], m: &[u64; N]) -> [u64; N] {
    if a.iter().all(|&limb| limb == 0) {
        return *a;
    }
    let mut r = [0; N];
    let mut borrow = Carry::NONE;
    for i in 0..N {
        (r[i], borrow) = borrow.sub(m[i], a[i]);
    }
    r
}

/// `a + b c + carry` as low and high half.
#[inline(always)]
pub fn mac(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let t = u128::from(a) + u128::from(b) * u128::from(c) + u128::from(carry);
    (t as u64, (t >> 64) as u64)
}

/// `r + a b` as `N` limbs and one limb above them, for a single limb `b`.
///
/// `r + a b <= (2^(64 N) - 1) 2^64 + 2^64 - 1` always fits, so no sum into the top limb overflows.
macro_rules! add_row {
    ($n:tt, $r:ident, $a:expr, $b:expr) => {{
        let (a, b): (&[u64; $n], u64) = ($a, $b);
        seq!(J in 0..$n { let (lo~J, hi~J) = a[J].carrying_mul(b, 0); });
        let carry = false;
        seq!(J in 0..$n { let (x, carry) = $r[J].carrying_add(lo~J, carry); $r[J] = x; });
        let top = carry as u64;
        let carry = false;
        let mut above = 0;
        seq!(J in 0..$n {
            let carry = if J + 1 < $n {
                let (x, carry) = $r[(J + 1) % $n].carrying_add(hi~J, carry);
                $r[(J + 1) % $n] = x;
                carry
            } else {
                above = top + hi~J + carry as u64;
                false
            };
        });
        let _ = carry;
        above
    }};
}

/// `(r + top 2^(64 N) + k m) / 2^64` for the `k` that makes it exact, and the carry above the top limb.
macro_rules! reduce_row {
    ($n:tt, $r:ident, $top:expr, $m:ident, $inv:ident) => {{
        let top: u64 = $top;
        let k = $r[0].wrapping_mul($inv);
        let above = add_row!($n, $r, $m, k);
        seq!(J in 1..$n { $r[J - 1] = $r[J]; });
        let (x, over) = top.overflowing_add(above);
        $r[$n - 1] = x;
        over
    }};
}

/// The kernels of one size, fully unrolled.
macro_rules! unrolled {
    ($module:ident, $n:tt) => {
        mod $module {
            use seq_macro::seq;

            #[inline(always)]
            pub fn mul(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let mut r = [0u64; $n];
                // Before each row r < 2 m, so with a spare bit r + top never leaves N limbs.
                seq!(I in 0..$n {
                    let top = add_row!($n, r, a, b[I]);
                    reduce_row!($n, r, top, m, inv);
                });
                r
            }

            /// For moduli without a spare bit: the value and its bit `2^(64 N)`.
            #[inline(always)]
            pub fn mul_full(a: &[u64; $n], b: &[u64; $n], m: &[u64; $n], inv: u64) -> ([u64; $n], bool) {
                let (mut r, mut over) = ([0u64; $n], false);
                // r < 2 m before and after each row, so one bit lies above the limbs; within a row there are two such
                // bits.
                seq!(I in 0..$n {
                    let top = add_row!($n, r, a, b[I]);
                    let (top, above) = top.overflowing_add(over as u64);
                    over = reduce_row!($n, r, top, m, inv) | above;
                });
                (r, over)
            }

            #[inline(always)]
            pub fn sum_of_products<const T: usize>(
                a: &[&[u64; $n]; T],
                b: &[&[u64; $n]; T],
                m: &[u64; $n],
                inv: u64,
            ) -> [u64; $n] {
                let mut r = [0u64; $n];
                // After each row r < (T + 1) m, which fits; at the end r < m + T m^2 / R < 2 m.
                seq!(I in 0..$n {
                    let mut top = 0;
                    for t in 0..T {
                        top += add_row!($n, r, a[t], b[t][I]);
                    }
                    reduce_row!($n, r, top, m, inv);
                });
                r
            }

            /// `a b`.
            #[inline(always)]
            pub fn mul_wide(a: &[u64; $n], b: &[u64; $n]) -> [[u64; $n]; 2] {
                let (mut low, mut r) = ([0u64; $n], [0u64; $n]);
                seq!(I in 0..$n {
                    let top = add_row!($n, r, a, b[I]);
                    low[I] = r[0];
                    seq!(J in 1..$n { r[J - 1] = r[J]; });
                    r[$n - 1] = top;
                });
                [low, r]
            }

            /// The rows of the reduction of one value: `(a + k m) / R`, which is at most `m`.
            #[inline(always)]
            pub fn reduce_once(a: &[u64; $n], m: &[u64; $n], inv: u64) -> [u64; $n] {
                let mut r = *a;
                seq!(I in 0..$n {
                    let _ = I;
                    reduce_row!($n, r, 0, m, inv);
                });
                r
            }
        }
    };
}

unrolled!(n4, 4);
unrolled!(n5, 5);
unrolled!(n6, 6);
unrolled!(n8, 8);
unrolled!(n9, 9);
unrolled!(n12, 12);

/// Converts an array of limbs to one of `K` limbs. `N = K` wherever this is called.
trait Resize<T> {
    fn resize(&self) -> T;
}

impl<const N: usize, const K: usize> Resize<[u64; K]> for [u64; N] {
    #[inline(always)]
    fn resize(&self) -> [u64; K] {
        *same(self)
    }
}

impl<const N: usize, const K: usize> Resize<[[u64; K]; 2]> for [[u64; N]; 2] {
    #[inline(always)]
    fn resize(&self) -> [[u64; K]; 2] {
        [*same(&self[0]), *same(&self[1])]
    }
}

impl<const N: usize, const K: usize> Resize<([u64; K], bool)> for ([u64; N], bool) {
    #[inline(always)]
    fn resize(&self) -> ([u64; K], bool) {
        (*same(&self.0), self.1)
    }
}

/// Calls the function in the module for the number of limbs.
macro_rules! by_size {
    ($n:ident, |$size:ident| $body:expr) => {
        match $n {
            4 => {
                use n4 as $size;
                Resize::resize(&$body)
            }
            5 => {
                use n5 as $size;
                Resize::resize(&$body)
            }
            6 => {
                use n6 as $size;
                Resize::resize(&$body)
            }
            8 => {
                use n8 as $size;
                Resize::resize(&$body)
            }
            9 => {
                use n9 as $size;
                Resize::resize(&$body)
            }
            12 => {
                use n12 as $size;
                Resize::resize(&$body)
            }
            _ => unreachable!("no field of this size"),
        }
    };
}

/// Montgomery product `a b R^-1 mod m` for `a, b < m`; `spare` says that the top bit of `m` is clear.
///
/// The sizes are 4, 5, 6, 8, 9 and 12 limbs.
#[inline(always)]
pub fn mul<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64, spare: bool) -> [u64; N] {
    if spare {
        let r: [u64; N] = by_size!(N, |size| size::mul(same(a), same(b), same(m), inv));
        return subtract_modulus(r, m, false);
    }
    let (r, over): ([u64; N], bool) = by_size!(N, |size| size::mul_full(same(a), same(b), same(m), inv));
    subtract_modulus(r, m, over)
}

/// `sum a_i b_i R^-1 mod m`, with one reduction, for `a_i, b_i < m` and `(T + 1) m < 2^(64 N)`.
#[inline(always)]
pub fn sum_of_products<const N: usize, const T: usize>(
    a: &[&[u64; N]; T],
    b: &[&[u64; N]; T],
    m: &[u64; N],
    inv: u64,
) -> [u64; N] {
    let r: [u64; N] = by_size!(N, |size| size::sum_of_products(
        &a.map(same),
        &b.map(same),
        same(m),
        inv
    ));
    subtract_modulus(r, m, false)
}

/// `a b` in two halves.
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [[u64; N]; 2] {
    by_size!(N, |size| size::mul_wide(same(a), same(b)))
}

/// `(a + k m) / R` for the `k < R` that makes it exact: at most `m`.
#[inline(always)]
pub fn reduce_low<const N: usize>(a: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    by_size!(N, |size| size::reduce_once(same(a), same(m), inv))
}

/// Montgomery reduction `a R^-1 mod m` for `a < m`: converts out of Montgomery form.
#[inline]
pub fn reduce_once<const N: usize>(a: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    // a < m gives (a + k m) / R <= m, and m only for a = 0 mod m.
    let r: [u64; N] = by_size!(N, |size| size::reduce_once(same(a), same(m), inv));
    subtract_modulus(r, m, false)
}
