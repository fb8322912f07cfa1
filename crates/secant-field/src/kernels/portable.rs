//! Kernels in plain Rust, for every target.
//!
//! A row of a product is computed as two carry chains, the low halves and then the high halves, which
//! compilers turn into chains of add-with-carry; one interleaved chain of 128-bit sums is 15 % slower on
//! x86-64 (6 limbs: 39 against 46 ns). The rows of the sizes that the curves use are unrolled.

use seq_macro::seq;

/// `a - m` if that is not negative, else `a`; `over` says that `a` has a further bit `2^(64 N)`.
#[inline(always)]
fn subtract_modulus<const N: usize>(a: [u64; N], m: &[u64; N], over: bool) -> [u64; N] {
    let mut t = [0; N];
    let mut borrow = false;
    for i in 0..N {
        (t[i], borrow) = a[i].borrowing_sub(m[i], borrow);
    }
    if borrow && !over { a } else { t }
}

/// `a + b mod m` for `a, b < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn add<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], spare: bool) -> [u64; N] {
    let mut r = [0; N];
    let mut carry = false;
    for i in 0..N {
        (r[i], carry) = a[i].carrying_add(b[i], carry);
    }
    subtract_modulus(r, m, carry && !spare)
}

/// `2 a mod m` for `a < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn double<const N: usize>(a: &[u64; N], m: &[u64; N], spare: bool) -> [u64; N] {
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
    let mut borrow = false;
    for i in 0..N {
        (r[i], borrow) = a[i].borrowing_sub(b[i], borrow);
    }
    let mask = (borrow as u64).wrapping_neg();
    let mut carry = false;
    for i in 0..N {
        (r[i], carry) = r[i].carrying_add(m[i] & mask, carry);
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
    let mut borrow = false;
    for i in 0..N {
        (r[i], borrow) = m[i].borrowing_sub(a[i], borrow);
    }
    r
}

/// `r + a b`, as `N` limbs and one limb above them.
///
/// `r + a b <= (2^(64 N) - 1) 2^64 + 2^64 - 1` always fits, so neither sum into the top limb overflows.
#[inline(always)]
fn add_row<const N: usize>(r: &mut [u64; N], a: &[u64; N], b: u64) -> u64 {
    let (mut lo, mut hi) = ([0; N], [0; N]);
    for j in 0..N {
        (lo[j], hi[j]) = a[j].carrying_mul(b, 0);
    }
    let mut carry = false;
    for j in 0..N {
        (r[j], carry) = r[j].carrying_add(lo[j], carry);
    }
    let top = carry as u64;
    let mut carry = false;
    for j in 1..N {
        (r[j], carry) = r[j].carrying_add(hi[j - 1], carry);
    }
    top + hi[N - 1] + carry as u64
}

/// `(r + top 2^(64 N) + k m) / 2^64` for the `k` that makes it exact, and the carry above the top limb.
#[inline(always)]
fn reduce_row<const N: usize>(r: &mut [u64; N], top: u64, m: &[u64; N], inv: u64) -> bool {
    let k = r[0].wrapping_mul(inv);
    let carry = add_row(r, m, k);
    for j in 1..N {
        r[j - 1] = r[j];
    }
    let over;
    (r[N - 1], over) = top.overflowing_add(carry);
    over
}

/// Runs `$body` with `$i` bound to `0..N`, unrolled for the sizes of the curves.
macro_rules! for_rows {
    ($n:ident, $i:ident => $body:block) => {
        match $n {
            4 => { seq!(I in 0..4 { let $i: usize = I; $body }); }
            6 => { seq!(I in 0..6 { let $i: usize = I; $body }); }
            _ => for $i in 0..$n { $body },
        }
    };
}

/// Montgomery product `a b R^-1 mod m` for `a, b < m`; `spare` says that the top bit of `m` is clear.
#[inline(always)]
pub fn mul<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64, spare: bool) -> [u64; N] {
    let mut r = [0; N];
    // Before each row r < 2 m, so with a spare bit r + top never leaves N limbs.
    let mut over = false;
    for_rows!(N, i => {
        let top = add_row(&mut r, a, b[i]);
        if spare {
            reduce_row(&mut r, top, m, inv);
        } else {
            let (top, carry) = top.overflowing_add(over as u64);
            over = reduce_row(&mut r, top, m, inv) | carry;
        }
    });
    subtract_modulus(r, m, over)
}

/// Montgomery square `a^2 R^-1 mod m` for `a < m`; `spare_bits` counts the clear top bits of `m`.
#[inline(always)]
pub fn square<const N: usize>(a: &[u64; N], m: &[u64; N], inv: u64, spare_bits: u32) -> [u64; N] {
    mul(a, a, m, inv, spare_bits > 0)
}

/// `sum a_i b_i R^-1 mod m`, with one reduction, for `a_i, b_i < m` and `(T + 1) m < 2^(64 N)`.
#[inline(always)]
pub fn sum_of_products<const N: usize, const T: usize>(
    a: &[&[u64; N]; T],
    b: &[&[u64; N]; T],
    m: &[u64; N],
    inv: u64,
) -> [u64; N] {
    let mut r = [0; N];
    // After each row r < (T + 1) m, which fits; at the end r < m + T m^2 / R < 2 m.
    for_rows!(N, i => {
        let mut top = 0;
        for t in 0..T {
            top += add_row(&mut r, a[t], b[t][i]);
        }
        reduce_row(&mut r, top, m, inv);
    });
    subtract_modulus(r, m, false)
}

/// Montgomery reduction `a R^-1 mod m` for `a < m`: out of Montgomery form.
#[inline]
pub fn reduce_once<const N: usize>(a: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    let mut r = *a;
    for _ in 0..N {
        reduce_row(&mut r, 0, m, inv);
    }
    // a < m gives (a + k m) / R <= m, and m only for a = 0 mod m.
    subtract_modulus(r, m, false)
}
