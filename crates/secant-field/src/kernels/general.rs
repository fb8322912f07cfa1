//! Montgomery arithmetic for any odd modulus and any number of limbs. Moduli that are known only at run time use it.

use super::portable::{mac, subtract_modulus};

const MASK: u64 = u32::MAX as u64;

/// Montgomery product `a b R^-1 mod m` for `a, b < m`.
// In WASM, inlined copies make a module large.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub fn mul<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    if cfg!(target_arch = "wasm32") {
        mul_in_digits(a, b, m, inv)
    } else {
        mul_in_limbs(a, b, m, inv)
    }
}

/// [`mul`] with products of 128 bits.
#[inline(always)]
fn mul_in_limbs<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    let (mut r, mut over) = ([0u64; N], 0u64);
    for digit in b {
        let mut carry = 0;
        for j in 0..N {
            (r[j], carry) = mac(r[j], a[j], *digit, carry);
        }
        // r < 2 m before and after each row, so one bit lies above the limbs.
        let (top, over_a) = over.overflowing_add(carry);
        let k = r[0].wrapping_mul(inv);
        (_, carry) = mac(r[0], k, m[0], 0);
        for j in 1..N {
            (r[j - 1], carry) = mac(r[j], k, m[j], carry);
        }
        let (top, over_m) = top.overflowing_add(carry);
        r[N - 1] = top;
        over = u64::from(over_a) + u64::from(over_m);
    }
    subtract_modulus(r, m, over != 0)
}

/// [`mul`] with products of 64 bits, for targets without longer ones: see `wasm.rs`.
#[inline(always)]
fn mul_in_digits<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N], inv: u64) -> [u64; N] {
    let split = |x: &[u64; N]| x.map(|limb| [limb & MASK, limb >> 32]);
    let (a, m_digits) = (split(a), split(m));
    let (a, m_digits) = (a.as_flattened(), m_digits.as_flattened());
    let mut r = [[0u64; 2]; N];
    let mut over = 0;
    for i in 0..2 * N {
        let digit = (b[i / 2] >> (32 * (i % 2))) & MASK;
        let r = r.as_flattened_mut();
        let t = r[0] + a[0] * digit;
        let k = (t & MASK).wrapping_mul(inv) & MASK;
        let mut carry_a = t >> 32;
        let mut carry_m = ((t & MASK) + k * m_digits[0]) >> 32;
        for j in 1..2 * N {
            let t = r[j] + a[j] * digit + carry_a;
            carry_a = t >> 32;
            let u = (t & MASK) + k * m_digits[j] + carry_m;
            r[j - 1] = u & MASK;
            carry_m = u >> 32;
        }
        let top = over + carry_a + carry_m;
        (r[2 * N - 1], over) = (top & MASK, top >> 32);
    }
    subtract_modulus(r.map(|[low, high]| low | high << 32), m, over != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants as c;
    use num_bigint::BigUint;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn agree<const N: usize>() {
        let mut rng = StdRng::seed_from_u64(N as u64);
        let integer = |limbs: &[u64]| {
            BigUint::from_slice(
                &limbs
                    .iter()
                    .flat_map(|&limb| [limb as u32, (limb >> 32) as u32])
                    .collect::<Vec<_>>(),
            )
        };
        for round in 0..200 {
            let mut m: [u64; N] = core::array::from_fn(|_| match rng.r#gen::<u8>() % 4 {
                0 => 0,
                1 => u64::MAX,
                _ => rng.r#gen(),
            });
            m[N - 1] >>= if round % 3 == 0 { rng.gen_range(0..64) } else { 0 };
            m[0] |= 1;
            let inv = c::neg_inv64(m[0]);
            let modulus = integer(&m);
            let below = |x: BigUint| {
                let digits = (x % &modulus).to_u64_digits();
                core::array::from_fn::<u64, N, _>(|i| digits.get(i).copied().unwrap_or(0))
            };
            let values = [
                below(BigUint::ZERO),
                below(BigUint::from(1u8)),
                below(&modulus - 1u8 + &modulus),
                below(integer(&core::array::from_fn::<_, N, _>(|_| rng.r#gen()))),
                below(integer(&[u64::MAX; N])),
            ];
            let r = BigUint::from(1u8) << (64 * N);
            for a in &values {
                for b in &values {
                    let product = mul_in_limbs(a, b, &m, inv);
                    assert_eq!(product, mul_in_digits(a, b, &m, inv));
                    assert!(integer(&product) < modulus || modulus == BigUint::from(1u8));
                    assert_eq!(integer(&product) * &r % &modulus, integer(a) * integer(b) % &modulus);
                }
            }
        }
    }

    #[test]
    fn products_agree_with_those_of_integers() {
        agree::<1>();
        agree::<2>();
        agree::<3>();
        agree::<5>();
        agree::<8>();
        agree::<17>();
    }
}
