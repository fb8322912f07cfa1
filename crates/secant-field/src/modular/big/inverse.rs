//! Inversion by the divsteps of the fixed sizes (`kernels/inverse.rs`), over integers of any length.

use super::{BigElement, BigModulus};
use crate::kernels::inverse::{MASK62, Matrix, divsteps};
use ark_std::{vec, vec::Vec};

/// A signed integer in limbs of 62 bits: all limbs but the top one lie in `0..2^62`.
type Signed = Vec<i64>;

/// `len` limbs of 62 bits, which `a` fits.
fn from_limbs(a: &[u64], len: usize) -> Signed {
    let limb = |word: usize| a.get(word).copied().unwrap_or(0);
    let mut out = vec![0; len];
    for (i, out) in out.iter_mut().enumerate() {
        let (word, bit) = (62 * i / 64, 62 * i % 64);
        let x = (u128::from(limb(word)) | u128::from(limb(word + 1)) << 64) >> bit;
        *out = (x as u64 & MASK62) as i64;
    }
    out
}

/// Writes a non-negative integer that fits.
fn to_limbs(a: &[i64], out: &mut [u64]) {
    for (i, &limb) in a.iter().enumerate() {
        let (word, bit) = (62 * i / 64, 62 * i % 64);
        let x = u128::from(limb as u64) << bit;
        for (out, half) in out.iter_mut().skip(word).zip([x as u64, (x >> 64) as u64]) {
            *out |= half;
        }
    }
}

fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// `(f, g) = matrix (f, g) / 2^62`, exact.
fn update_fg(f: &mut [i64], g: &mut [i64], t: &Matrix) {
    let (mut cf, mut cg) = (0, 0);
    for i in 0..f.len() {
        cf += wide(t.u, f[i]) + wide(t.v, g[i]);
        cg += wide(t.q, f[i]) + wide(t.r, g[i]);
        // The lowest limbs are zero.
        if i > 0 {
            f[i - 1] = (cf as u64 & MASK62) as i64;
            g[i - 1] = (cg as u64 & MASK62) as i64;
        }
        cf >>= 62;
        cg >>= 62;
    }
    let top = f.len() - 1;
    f[top] = cf as i64;
    g[top] = cg as i64;
}

/// `(d, e) = matrix (d, e) / 2^62 mod m`, keeping both in `(-2 m, m)`.
fn update_de(d: &mut [i64], e: &mut [i64], t: &Matrix, m: &[i64], inv62: u64) {
    let top = m.len() - 1;
    let (sign_d, sign_e) = (d[top] >> 63, e[top] >> 63);
    // Multiples of m that lift negative inputs to non-negative ones, corrected so that the low 62 bits vanish.
    let mut md = (t.u & sign_d) + (t.v & sign_e);
    let mut me = (t.q & sign_d) + (t.r & sign_e);
    let low_d = (wide(t.u, d[0]) + wide(t.v, e[0])) as u64;
    let low_e = (wide(t.q, d[0]) + wide(t.r, e[0])) as u64;
    md -= (inv62.wrapping_mul(low_d).wrapping_add(md as u64) & MASK62) as i64;
    me -= (inv62.wrapping_mul(low_e).wrapping_add(me as u64) & MASK62) as i64;
    let (mut cd, mut ce) = (0, 0);
    for i in 0..m.len() {
        cd += wide(t.u, d[i]) + wide(t.v, e[i]) + wide(m[i], md);
        ce += wide(t.q, d[i]) + wide(t.r, e[i]) + wide(m[i], me);
        if i > 0 {
            d[i - 1] = (cd as u64 & MASK62) as i64;
            e[i - 1] = (ce as u64 & MASK62) as i64;
        }
        cd >>= 62;
        ce >>= 62;
    }
    d[top] = cd as i64;
    e[top] = ce as i64;
}

/// Brings `d` from `(-2 m, m)` into `[0, m)`, negated first if `negate`.
fn normalize(d: &mut [i64], m: &[i64], negate: bool) {
    let add_if_negative = |d: &mut [i64]| {
        if d[d.len() - 1] < 0 {
            for (d, m) in d.iter_mut().zip(m) {
                *d += m;
            }
            carry(d);
        }
    };
    add_if_negative(d);
    if negate {
        for limb in d.iter_mut() {
            *limb = -*limb;
        }
        carry(d);
    }
    add_if_negative(d);
}

fn carry(d: &mut [i64]) {
    for i in 1..d.len() {
        d[i] += d[i - 1] >> 62;
        d[i - 1] &= MASK62 as i64;
    }
}

/// The sign of `f` where that is 1 or -1.
fn unit(f: &[i64]) -> Option<i64> {
    let (top, low) = f.split_last()?;
    let is = |first: i64, other: i64, last: i64| {
        *top == last
            && low
                .iter()
                .enumerate()
                .all(|(i, &limb)| limb == if i == 0 { first } else { other })
    };
    if is(1, 0, 0) {
        Some(1)
    } else {
        is(MASK62 as i64, MASK62 as i64, -1).then_some(-1)
    }
}

impl BigModulus {
    /// `a^-1`, or `None` where `a` and the modulus have a common factor, as zero has.
    ///
    /// # Panics
    /// If `a` belongs to a modulus of another length.
    pub fn inverse(&self, a: &BigElement) -> Option<BigElement> {
        self.check(a);
        // 62 len >= bits + 2, so that (-2 m, m) fits, and at least two limbs.
        let mut len = self.bits / 62 + 2;
        let modulus = from_limbs(self.limbs(), len);
        let inv62 = self.inv.wrapping_neg() & MASK62;
        let (mut f, mut g) = (modulus.clone(), from_limbs(a.0.as_flattened(), len));
        // (a R)^-1 R^2 is the inverse in Montgomery form.
        let (mut d, mut e) = (vec![0; len], from_limbs(self.r2.as_flattened(), len));
        let mut eta = -1;
        // Each round takes 62 divsteps; 49/17 times the bit length of m bounds their number.
        while g[..len].iter().any(|&limb| limb != 0) {
            let (next, t) = divsteps(eta, f[0] as u64, g[0] as u64);
            eta = next;
            update_de(&mut d, &mut e, &t, &modulus, inv62);
            update_fg(&mut f[..len], &mut g[..len], &t);
            // Drop a top limb that holds nothing but the sign, in f and in g.
            let (fs, gs) = (f[len - 1], g[len - 1]);
            if len > 2 && (fs == 0 || fs == -1) && (gs == 0 || gs == -1) {
                f[len - 2] |= fs << 62;
                g[len - 2] |= gs << 62;
                len -= 1;
            }
        }
        // Now f = +-gcd(a, m), and d = f a^-1 R where that is 1.
        let sign = unit(&f[..len])?;
        normalize(&mut d, &modulus, sign < 0);
        let mut out = self.zero();
        to_limbs(&d, out.0.as_flattened_mut());
        Some(out)
    }
}
