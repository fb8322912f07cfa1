//! Modular inversion by a binary GCD, in batches of 62 bits on single words.
//!
//! A step subtracts the smaller of two odd numbers from the larger one and shifts out all trailing zeros. The lowest
//! words determine the shifts. The leading words determine which number is the larger one: Pornin, "Optimized Binary
//! GCD for Modular Inversion" (eprint 2020/972), here in variable time. Modulo `m` both numbers are multiples of the
//! one to invert. The factors `d` and `e` (times `2^62` for each batch) grow by a limb in each batch. At the end one
//! Montgomery product, with a row for every limb of `d`, divides by these powers. Its other operand is free, so it can
//! also restore Montgomery form at no cost.
//!
//! **It terminates.** Let a unit be the value of the last bit of a leading word. The larger number has 2^62 to 2^63
//! units, unless both numbers have at most 63 bits. Neither number ever has more, since every difference is shifted.
//! Truncation makes leading words wrong by less than a unit. The error of a difference is at most twice the larger
//! error; the shift halves it and truncates by less than a unit again. So a step adds less than one unit to the error,
//! which stays below 63. Numbers that differ by less than 126 units may be subtracted in the wrong order. Their
//! difference is then negative, and above -63 units once it is shifted (`make_positive` mends that after the batch).
//! - While the larger number has 2^13 units or more, a step that shifts out `z` bits divides it by at least
//!   `2^z / (1 + 1/127)`. So a batch takes 61 bits off the product of the two.
//! - If it falls below that, it has lost 49 bits. If the smaller number is below one unit, it becomes `f`, if it was
//!   not, and remains `f`, so the product has lost 49 bits too. Otherwise the product was at least 2^62 square units
//!   and is now less than 2^26, 36 bits less.
//!
//! The leading words of numbers of up to 63 bits are exact, and every shift divides the product of such numbers. So a
//! batch takes at least 36 bits off the product (62 in every case tried), until `g` is zero. `f` is odd, so it is never
//! zero.
//!
//! Numbers have limbs of 62 bits. The top limb has the sign; the others lie in `0..2^62`.

use crate::constants::neg_inv64;

pub(crate) const MASK62: u64 = u64::MAX >> 2;
/// The most limbs of a modulus.
pub const MAX: usize = 64;

/// The number of limbs of 62 bits for values in `(-2 m, m)`, where `m` has `n` limbs of 64 bits.
const fn limbs62(n: usize) -> usize {
    (64 * n + 2).div_ceil(62)
}

/// The matrix of a batch, times `2^62`: the batch maps `(f, g)` to `(u f + v g, q f + r g) / 2^62`. The absolute values
/// of a row add up to at most `2^62`.
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// The lowest and the leading word of a number.
struct Ends {
    low: u64,
    high: u64,
}

impl Ends {
    /// The ends of two non-negative numbers. The larger one must begin in the last limb, unless there are only two
    /// limbs.
    #[inline(always)]
    fn of(f: &[i64], g: &[i64]) -> [Self; 2] {
        let len = f.len();
        // The 63 bits from the top set bit of the last limbs on; or the limb before, if the last limbs are zero.
        let shift = 63 - ((f[len - 1] | g[len - 1]) as u64 | 1).leading_zeros();
        [f, g].map(|x| Self {
            low: x[0] as u64 | (x[1] as u64) << 62,
            high: ((u128::from(x[len - 1] as u64) << 62 | u128::from(x[len - 2] as u64)) >> shift) as u64,
        })
    }
}

/// The steps that shift out 62 bits, for odd `f` and any `g`.
fn batch([f, g]: [Ends; 2]) -> Matrix {
    let (f0, g0) = (f.low, g.low);
    let (
        Ends {
            low: mut f,
            high: mut f_high,
        },
        Ends {
            low: mut g,
            high: mut g_high,
        },
    ) = (f, g);
    // The column of the matrix that multiplies `g`.
    let (mut v, mut r) = (0u64, 1u64);
    let mut left = 62u32;
    let mut difference = g;
    loop {
        // The mask keeps the count within the remaining bits. A number and its negative have equally many trailing
        // zeros.
        let zeros = (difference | (u64::MAX << left)).trailing_zeros();
        g >>= zeros;
        g_high >>= zeros;
        v <<= zeros;
        left -= zeros;
        if left == 0 {
            break;
        }
        // Sets `f` to the smaller number and `g` to the difference, without a branch, which no CPU could predict.
        difference = g.wrapping_sub(f);
        let (difference_high, exchange) = g_high.overflowing_sub(f_high);
        let mask = 0u64.wrapping_sub(u64::from(exchange));
        let step = |f: &mut u64, g: &mut u64, difference: u64| {
            *f = f.wrapping_add(difference & mask);
            *g = (difference ^ mask).wrapping_sub(mask);
        };
        step(&mut f, &mut g, difference);
        step(&mut f_high, &mut g_high, difference_high);
        let difference = r.wrapping_sub(v);
        step(&mut v, &mut r, difference);
    }
    // 2^62 f = u f0 + v g0 and 2^62 g = q f0 + r g0 give the other column modulo 2^64.
    let inverse = neg_inv64(f0);
    let other = |x: u64, v: u64| v.wrapping_mul(g0).wrapping_sub(x << 62).wrapping_mul(inverse) as i64;
    Matrix {
        u: other(f, v),
        v: v as i64,
        q: other(g, r),
        r: r as i64,
    }
}

#[inline(always)]
fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// `(f, g) = matrix (f, g) / 2^62`, exact.
#[inline(always)]
fn update_fg(f: &mut [i64], g: &mut [i64], t: &Matrix) {
    let len = f.len();
    let g = &mut g[..len];
    let mut cf = (wide(t.u, f[0]) + wide(t.v, g[0])) >> 62;
    let mut cg = (wide(t.q, f[0]) + wide(t.r, g[0])) >> 62;
    for i in 1..len {
        cf += wide(t.u, f[i]) + wide(t.v, g[i]);
        cg += wide(t.q, f[i]) + wide(t.r, g[i]);
        f[i - 1] = (cf as u64 & MASK62) as i64;
        g[i - 1] = (cg as u64 & MASK62) as i64;
        cf >>= 62;
        cg >>= 62;
    }
    f[len - 1] = cf as i64;
    g[len - 1] = cg as i64;
}

/// `(d, e) = matrix (d, e)`. Both have `len` limbs before and `len + 1` after; the top limb is signed, of absolute
/// value up to `2^62`. With `LAST` only `d` is computed, and `e` must not be read again.
#[inline(always)]
fn update_de<const LAST: bool>(d: &mut [i64], e: &mut [i64], t: &Matrix, len: usize) {
    if len == 0 {
        // From `d = 0` and `e = 1`.
        (d[0], e[0]) = (t.v, t.r);
        return;
    }
    let (d, e) = (&mut d[..=len], &mut e[..=len]);
    let (mut cd, mut ce) = (0, 0);
    for i in 0..len {
        cd += wide(t.u, d[i]) + wide(t.v, e[i]);
        if !LAST {
            ce += wide(t.q, d[i]) + wide(t.r, e[i]);
            e[i] = (ce as u64 & MASK62) as i64;
            ce >>= 62;
        }
        d[i] = (cd as u64 & MASK62) as i64;
        cd >>= 62;
    }
    d[len] = cd as i64;
    e[len] = ce as i64;
}

/// Montgomery's product `d scale / 2^(62 k) mod m`, in `(-2 m, m)`, for `k` limbs of `d`, `|d| <= 2^(62 k)` and `scale`
/// in `0..m`; `out` must be zero.
#[inline(always)]
fn product(d: &[i64], scale: &[i64], m: &[i64], inv62: u64, out: &mut [i64]) {
    let len = m.len();
    let (scale, out) = (&scale[..len], &mut out[..len]);
    for x in d {
        let mut c = i128::from(out[0]) + wide(*x, scale[0]);
        // The multiple of m to subtract so that the low 62 bits vanish. Rows keep the sum in (-m, m); the last row,
        // where x may be negative, keeps it in (-2 m, m). If x is 2^62 there, all limbs before were zero, and so is the
        // sum.
        let q = -((inv62.wrapping_mul(c as u64) & MASK62) as i64);
        c = (c + wide(q, m[0])) >> 62;
        for i in 1..len {
            c += i128::from(out[i]) + wide(*x, scale[i]) + wide(q, m[i]);
            out[i - 1] = (c as u64 & MASK62) as i64;
            c >>= 62;
        }
        out[len - 1] = c as i64;
    }
}

/// Propagates carries. All limbs but the last then lie in `0..2^62`.
#[inline(always)]
fn carry(a: &mut [i64]) {
    for i in 1..a.len() {
        a[i] += a[i - 1] >> 62;
        a[i - 1] &= MASK62 as i64;
    }
}

/// Negates `a` if it is negative, and with it the row of the matrix that gave it.
#[inline(always)]
fn make_positive(a: &mut [i64], row: [&mut i64; 2]) {
    if a[a.len() - 1] < 0 {
        for limb in a.iter_mut().chain(row) {
            *limb = -*limb;
        }
        carry(a);
    }
}

/// Adds `m` if `a` is negative.
#[inline(always)]
fn add_if_negative(a: &mut [i64], m: &[i64]) {
    let mask = a[m.len() - 1] >> 63;
    for (a, m) in a.iter_mut().zip(m) {
        *a += m & mask;
    }
    carry(a);
}

/// An upper bound of the number of batches for two numbers of `n` limbs of 64 bits. Each batch but the last takes 36
/// bits off the product of the numbers and leaves at least one, so there are at most `128 n / 36 + 1`.
pub(crate) const fn batches(n: usize) -> usize {
    128 * n / 36 + 2
}

/// Writes `scale a^-1 mod m` to `out`, which must be zero, from `m` in `f` and `a` in `g`. Returns false if `a` has no
/// inverse, as for zero.
///
/// `m > 1` must be odd, `a` not negative, `scale` in `0..m`, and `inv62` must be `m^-1 mod 2^62`. `d` and `e` have
/// [`batches`] limbs. All other slices have one length: at least two limbs, and enough for `(-2 m, m)`.
#[inline(always)]
pub(crate) fn invert(
    [f, g]: [&mut [i64]; 2],
    [d, e]: [&mut [i64]; 2],
    scale: &[i64],
    m: &[i64],
    inv62: u64,
    out: &mut [i64],
) -> bool {
    let (mut len, mut count) = (m.len(), 0);
    let is_zero = |x: &[i64]| x.iter().all(|&limb| limb == 0);
    let mut done = is_zero(g);
    while !done {
        while len > 2 && f[len - 1] | g[len - 1] == 0 {
            len -= 1;
        }
        let (f, g) = (&mut f[..len], &mut g[..len]);
        let mut t = batch(Ends::of(f, g));
        update_fg(f, g, &t);
        make_positive(f, [&mut t.u, &mut t.v]);
        make_positive(g, [&mut t.q, &mut t.r]);
        done = is_zero(g);
        if done {
            update_de::<true>(d, e, &t, count);
        } else {
            update_de::<false>(d, e, &t, count);
        }
        count += 1;
    }
    // Now f = gcd(a, m), and 2^(62 count) f = d a modulo m.
    if f[0] != 1 || !is_zero(&f[1..len]) {
        return false;
    }
    product(&d[..count], scale, m, inv62, out);
    add_if_negative(out, m);
    add_if_negative(out, m);
    true
}

/// Writes a number to `out` in limbs of 62 bits. The number must fit.
#[inline(always)]
pub(crate) fn read62(a: &[u64], out: &mut [i64]) {
    for (i, out) in out.iter_mut().enumerate() {
        let (word, bit) = (62 * i / 64, 62 * i % 64);
        let mut x = a.get(word).map_or(0, |x| x >> bit);
        if bit > 2 {
            x |= a.get(word + 1).map_or(0, |x| x << (64 - bit));
        }
        *out = (x & MASK62) as i64;
    }
}

/// Writes a number in limbs of 62 bits to `out` in words of 64. The number must be non-negative and fit; `out` must be
/// zero.
#[inline(always)]
pub(crate) fn write62(a: &[i64], out: &mut [u64]) {
    for (i, limb) in a.iter().enumerate() {
        let (word, bit) = (62 * i / 64, 62 * i % 64);
        if let Some(out) = out.get_mut(word) {
            *out |= (*limb as u64) << bit;
        }
        if bit > 2
            && let Some(out) = out.get_mut(word + 1)
        {
            *out |= (*limb as u64) >> (64 - bit);
        }
    }
}

/// `scale a^-1 mod m` for `a, scale < m`, or `None` if `a` has no inverse, as for zero.
///
/// `m > 1` must be odd, `N` at most [`MAX`], and `neg_inv` must be `-m^-1 mod 2^64`.
pub fn inverse<const N: usize>(a: &[u64; N], scale: &[u64; N], m: &[u64; N], neg_inv: u64) -> Option<[u64; N]> {
    const { assert!(N <= MAX, "too many limbs") };
    if N <= 12 {
        inverse_in::<N, { limbs62(12) }, { batches(12) }>(a, scale, m, neg_inv)
    } else {
        inverse_in::<N, { limbs62(MAX) }, { batches(MAX) }>(a, scale, m, neg_inv)
    }
}

/// [`inverse`] with arrays of `K` limbs of 62 bits, and for at most `B` batches.
fn inverse_in<const N: usize, const K: usize, const B: usize>(
    a: &[u64; N],
    scale: &[u64; N],
    m: &[u64; N],
    neg_inv: u64,
) -> Option<[u64; N]> {
    let used = const { limbs62(N) };
    let read = |a| {
        let mut limbs = [0; K];
        read62(a, &mut limbs[..used]);
        limbs
    };
    let (modulus, scale, mut g, mut inverse) = (read(m), read(scale), read(a), [0; K]);
    let (mut f, mut d, mut e) = (modulus, [0; B], [0; B]);
    let inv62 = neg_inv.wrapping_neg() & MASK62;
    let numbers = [&mut f[..used], &mut g[..used]];
    let multiples = [&mut d[..], &mut e[..]];
    if !invert(
        numbers,
        multiples,
        &scale[..used],
        &modulus[..used],
        inv62,
        &mut inverse[..used],
    ) {
        return None;
    }
    let mut out = [0; N];
    write62(&inverse[..used], &mut out);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_std::{vec, vec::Vec};
    use num_bigint::{BigInt, BigUint};
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn words(x: &BigUint, count: usize) -> Vec<u64> {
        let mut words = x.to_u64_digits();
        words.resize(count, 0);
        words
    }

    /// A random number of up to `bits` bits.
    fn random(rng: &mut StdRng, bits: u64) -> BigUint {
        let words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.r#gen()).collect();
        BigUint::new(words) >> (bits.next_multiple_of(32) - bits)
    }

    fn integer(limbs: &[i64]) -> BigInt {
        let limbs = limbs.iter().rev();
        limbs.fold(BigInt::from(0), |sum, limb| (sum << 62) + limb)
    }

    /// Odd numbers of up to `count` words.
    fn moduli(rng: &mut StdRng, count: usize) -> Vec<BigUint> {
        let bits = 64 * count as u64;
        let one = BigUint::from(1u8);
        let mut moduli = vec![
            (&one << bits) - &one,
            (&one << (bits - 1)) + &one,
            (&one << (bits - 3)) - 5u8,
            ((&one << (bits - 2)) / 3u8) | &one,
            BigUint::from(3u8).pow(bits as u32 * 5 / 8),
        ];
        moduli.extend((0..4).map(|i| random(rng, bits - 5 * i) | &one));
        moduli
    }

    /// Numbers below `m`. Some share factors, leading bits or trailing bits with it; some are far smaller or almost
    /// equal.
    fn values(rng: &mut StdRng, m: &BigUint) -> Vec<BigUint> {
        let one = BigUint::from(1u8);
        let mut values: Vec<_> = (0u8..5).map(BigUint::from).collect();
        let bits = m.bits();
        let shifts = (0..bits).step_by(7 + bits as usize / 100);
        for shift in shifts.chain(60..66).chain(122..128).filter(|shift| *shift < bits) {
            let power = &one << shift;
            values.extend([m >> shift, power.clone(), &power + &one, m - (m % &power)]);
            values.extend([
                m - power.clone().min(m.clone()),
                (m >> shift) + &one,
                random(rng, shift + 1),
            ]);
            // A quotient of all ones takes the most steps.
            values.push((m * 618u32 / 1000u32) ^ power);
        }
        values.extend((0..20).map(|_| random(rng, bits)));
        values.extend((3u8..40).step_by(2).map(|k| m / k * (k - 1)));
        values.into_iter().map(|value| value % m).collect()
    }

    /// Batches have the properties stated above: they are exact, have small rows, and shorten the numbers.
    #[test]
    fn batches_shorten() {
        let rng = &mut StdRng::seed_from_u64(1);
        for count in [1, 2, 3, 4, 6, 12, 30] {
            let mut len = limbs62(count);
            for m in moduli(rng, count) {
                for a in values(rng, &m) {
                    let (mut f, mut g) = (vec![0; len], vec![0; len]);
                    read62(&words(&m, count), &mut f);
                    read62(&words(&a, count), &mut g);
                    let (full, mut done) = (len, 0);
                    while g.iter().any(|limb| *limb != 0) {
                        while len > 2 && f[len - 1] | g[len - 1] == 0 {
                            len -= 1;
                        }
                        f.truncate(len);
                        g.truncate(len);
                        done += 1;
                        let before = [integer(&f), integer(&g)];
                        let mut t = batch(Ends::of(&f, &g));
                        update_fg(&mut f, &mut g, &t);
                        make_positive(&mut f, [&mut t.u, &mut t.v]);
                        make_positive(&mut g, [&mut t.q, &mut t.r]);
                        let after = [integer(&f), integer(&g)];
                        for ((u, v), x) in [(t.u, t.v), (t.q, t.r)].into_iter().zip(&after) {
                            assert!(u.unsigned_abs() + v.unsigned_abs() <= 1 << 62);
                            assert_eq!(x << 62, &before[0] * u + &before[1] * v);
                            assert!(*x >= BigInt::from(0));
                        }
                        let bits = |[f, g]: &[BigInt; 2]| f.bits() + g.bits();
                        assert!(bits(&after) + 34 <= bits(&before) || after[1] == BigInt::from(0));
                    }
                    assert!(done < batches(count));
                    len = full;
                }
            }
        }
    }

    fn check<const N: usize>() {
        let rng = &mut StdRng::seed_from_u64(2);
        for m in moduli(rng, N) {
            let limbs: [u64; N] = words(&m, N).try_into().expect("it fits");
            for a in values(rng, &m) {
                let scale = match rng.gen_range(0..4u8) {
                    small @ 0..2 => BigUint::from(small),
                    2 => &m - 1u8,
                    _ => random(rng, m.bits()) % &m,
                };
                let [a_limbs, scale_limbs]: [[u64; N]; 2] =
                    [&a, &scale].map(|x| words(x, N).try_into().expect("it fits"));
                let got = inverse(&a_limbs, &scale_limbs, &limbs, neg_inv64(limbs[0]));
                let expected = a.modinv(&m).map(|inverse| inverse * scale % &m);
                assert_eq!(
                    got.map(|got| got.to_vec()),
                    expected.map(|x| words(&x, N)),
                    "{a} modulo {m}"
                );
            }
        }
    }

    #[test]
    fn inverses_are_those_of_integers() {
        check::<1>();
        check::<2>();
        check::<4>();
        check::<6>();
        check::<9>();
        check::<12>();
        check::<13>();
        check::<MAX>();
    }
}
