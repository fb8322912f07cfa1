//! Modular inversion by divsteps in batches of 62.
//!
//! Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (eprint 2019/266), in the
//! variable-time form with several zero bits shifted out at once, and with the start value of the
//! coefficient free, so that the factor which Montgomery form needs costs nothing.

pub(crate) const MASK62: u64 = u64::MAX >> 2;
/// The most limbs of a modulus.
pub const MAX: usize = 64;

/// Limbs of 62 bits for values in `(-2 m, m)` with `m` of `n` limbs of 64.
const fn limbs62(n: usize) -> usize {
    (64 * n + 2).div_ceil(62)
}

/// A signed integer in limbs of 62 bits: all limbs but the top one lie in `0..2^62`.
type Signed<const K: usize> = [i64; K];

/// `2^62` times the matrix of 62 divsteps; every row's absolute sum is at most `2^62`.
pub(crate) struct Matrix {
    pub(crate) u: i64,
    pub(crate) v: i64,
    pub(crate) q: i64,
    pub(crate) r: i64,
}

fn from_limbs<const N: usize, const K: usize>(a: &[u64; N], len: usize) -> Signed<K> {
    let mut out = [0; K];
    for (i, limb) in out.iter_mut().enumerate().take(len) {
        let (word, bit) = (62 * i / 64, 62 * i % 64);
        let mut x = if word < N { a[word] >> bit } else { 0 };
        if bit > 2 && word + 1 < N {
            x |= a[word + 1] << (64 - bit);
        }
        *limb = (x & MASK62) as i64;
    }
    out
}

fn to_limbs<const N: usize, const K: usize>(a: &Signed<K>, len: usize) -> [u64; N] {
    let mut out = [0; N];
    for (i, limb) in a.iter().enumerate().take(len) {
        let (word, bit) = (62 * i / 64, 62 * i % 64);
        if word < N {
            out[word] |= (*limb as u64) << bit;
        }
        if bit > 2 && word + 1 < N {
            out[word + 1] |= (*limb as u64) >> (64 - bit);
        }
    }
    out
}

/// 62 divsteps on the low bits of `f` (odd) and `g`.
pub(crate) fn divsteps(mut eta: i64, f0: u64, g0: u64) -> (i64, Matrix) {
    let (mut u, mut v, mut q, mut r) = (1u64, 0u64, 0u64, 1u64);
    let (mut f, mut g) = (f0, g0);
    let mut left = 62u32;
    loop {
        // The mask keeps the count within the steps that are left.
        let zeros = (g | (u64::MAX << left)).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        eta -= zeros as i64;
        left -= zeros;
        if left == 0 {
            break;
        }
        if eta < 0 {
            eta = -eta;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
        }
        // Cancel as many low bits of g as both the steps left and eta allow, at most 6:
        // f (f^2 - 2) is -f^-1 modulo 2^6.
        let limit = (eta + 1).min(left as i64).min(6) as u32;
        let mask = (1u64 << limit) - 1;
        let w = f.wrapping_mul(g).wrapping_mul(f.wrapping_mul(f).wrapping_sub(2)) & mask;
        g = g.wrapping_add(f.wrapping_mul(w));
        q = q.wrapping_add(u.wrapping_mul(w));
        r = r.wrapping_add(v.wrapping_mul(w));
    }
    (
        eta,
        Matrix {
            u: u as i64,
            v: v as i64,
            q: q as i64,
            r: r as i64,
        },
    )
}

/// `(f, g) = matrix (f, g) / 2^62`, exact. Only the lowest `len` limbs are in use.
fn update_fg<const K: usize>(f: &mut Signed<K>, g: &mut Signed<K>, t: &Matrix, len: usize) {
    let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
    let mut cf = wide(t.u, f[0]) + wide(t.v, g[0]);
    let mut cg = wide(t.q, f[0]) + wide(t.r, g[0]);
    cf >>= 62;
    cg >>= 62;
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

/// `(d, e) = matrix (d, e) / 2^62 mod m`, keeping both in `(-2 m, m)`.
fn update_de<const N: usize, const K: usize>(
    d: &mut Signed<K>,
    e: &mut Signed<K>,
    t: &Matrix,
    m: &Signed<K>,
    inv62: u64,
) {
    let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
    let top = const { limbs62(N) - 1 };
    let (sign_d, sign_e) = (d[top] >> 63, e[top] >> 63);
    // Multiples of m that lift negative inputs to non-negative ones, ...
    let mut md = (t.u & sign_d) + (t.v & sign_e);
    let mut me = (t.q & sign_d) + (t.r & sign_e);
    let mut cd = wide(t.u, d[0]) + wide(t.v, e[0]);
    let mut ce = wide(t.q, d[0]) + wide(t.r, e[0]);
    // ... corrected so that the low 62 bits vanish.
    md -= ((inv62.wrapping_mul(cd as u64).wrapping_add(md as u64)) & MASK62) as i64;
    me -= ((inv62.wrapping_mul(ce as u64).wrapping_add(me as u64)) & MASK62) as i64;
    cd += wide(m[0], md);
    ce += wide(m[0], me);
    cd >>= 62;
    ce >>= 62;
    for i in 1..=top {
        cd += wide(t.u, d[i]) + wide(t.v, e[i]) + wide(m[i], md);
        ce += wide(t.q, d[i]) + wide(t.r, e[i]) + wide(m[i], me);
        d[i - 1] = (cd as u64 & MASK62) as i64;
        e[i - 1] = (ce as u64 & MASK62) as i64;
        cd >>= 62;
        ce >>= 62;
    }
    d[top] = cd as i64;
    e[top] = ce as i64;
}

/// Brings `d` from `(-2 m, m)` into `[0, m)`, negated first if `negate`.
fn normalize<const N: usize, const K: usize>(d: &mut Signed<K>, m: &Signed<K>, negate: bool) {
    let top = const { limbs62(N) - 1 };
    let carry = |d: &mut Signed<K>| {
        for i in 0..top {
            d[i + 1] += d[i] >> 62;
            d[i] &= MASK62 as i64;
        }
    };
    let add_if_negative = |d: &mut Signed<K>| {
        let mask = d[top] >> 63;
        for i in 0..=top {
            d[i] += m[i] & mask;
        }
        carry(d);
    };
    add_if_negative(d);
    if negate {
        for limb in d.iter_mut().take(top + 1) {
            *limb = -*limb;
        }
        carry(d);
    }
    add_if_negative(d);
}

/// `scale a^-1 mod m` for `a, scale < m`, or `None` where `a` has no inverse, as zero.
///
/// `m` is odd, of `N` limbs up to [`MAX`], and `neg_inv` is `-m^-1 mod 2^64`.
pub fn inverse<const N: usize>(a: &[u64; N], scale: &[u64; N], m: &[u64; N], neg_inv: u64) -> Option<[u64; N]> {
    const { assert!(N <= MAX, "too many limbs") };
    if N <= 12 {
        inverse_in::<N, { limbs62(12) }>(a, scale, m, neg_inv)
    } else {
        inverse_in::<N, { limbs62(MAX) }>(a, scale, m, neg_inv)
    }
}

/// [`inverse`] in arrays of `K` limbs of 62 bits.
fn inverse_in<const N: usize, const K: usize>(
    a: &[u64; N],
    scale: &[u64; N],
    m: &[u64; N],
    neg_inv: u64,
) -> Option<[u64; N]> {
    if a.iter().all(|&limb| limb == 0) {
        return None;
    }
    let used = const { limbs62(N) };
    let modulus = from_limbs(m, used);
    let inv62 = neg_inv.wrapping_neg() & MASK62;
    let (mut f, mut g) = (modulus, from_limbs(a, used));
    let (mut d, mut e) = ([0; K], from_limbs(scale, used));
    let mut eta = -1;
    let mut len = used;
    // Each round takes 62 divsteps; 49/17 times the bit length of m bounds their number.
    loop {
        let (next, t) = divsteps(eta, f[0] as u64, g[0] as u64);
        eta = next;
        update_de::<N, K>(&mut d, &mut e, &t, &modulus, inv62);
        update_fg(&mut f, &mut g, &t, len);
        if g[..len].iter().all(|&limb| limb == 0) {
            break;
        }
        // Drop a top limb that holds nothing but the sign, in f and in g.
        let (fs, gs) = (f[len - 1], g[len - 1]);
        if len > 2 && (fs == 0 || fs == -1) && (gs == 0 || gs == -1) {
            f[len - 2] |= fs << 62;
            g[len - 2] |= gs << 62;
            len -= 1;
        }
    }
    // Now f = +-gcd(a, m) and d = f scale a^-1 where that is +-1.
    let negative = f[len - 1] < 0;
    let (low, high) = if negative { (MASK62 as i64, -1) } else { (1, 0) };
    let middle = if negative { low } else { 0 };
    if f[0] != low || f[len - 1] != high || f[1..len - 1].iter().any(|&limb| limb != middle) {
        return None;
    }
    normalize::<N, K>(&mut d, &modulus, negative);
    Some(to_limbs(&d, used))
}
