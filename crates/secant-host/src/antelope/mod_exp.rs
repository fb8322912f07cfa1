//! `mod_exp`: modular exponentiation of integers.

use super::Error;
use num_bigint::BigUint;
use secant_field::modular::BigModulus;

/// Whether Spring's block producers run a [`mod_exp`] of these lengths, all in bytes. They refuse exponents longer than
/// both base and modulus. They also refuse lengths that take too long by a formula on their logarithms, such as 257
/// bytes each.
pub fn mod_exp_is_allowed(base_len: u32, exp_len: u32, modulus_len: u32) -> bool {
    let size = base_len.max(modulus_len);
    // Rounded up. The logarithm of zero counts as zero.
    let log2 = |len: u32| u32::BITS - len.saturating_sub(1).leading_zeros();
    exp_len <= size && 5 * log2(exp_len) + 8 * log2(size) <= 106
}

/// `base^exp mod modulus` on big-endian integers, for any modulus. The result has as many bytes as the modulus and is
/// written to the first bytes of `result`. Anything to the power of zero is one (zero modulo one), and any power modulo
/// zero is zero.
///
/// The time grows with all lengths: see [`mod_exp_is_allowed`].
///
/// # Errors
/// [`Error::BadLength`]: the modulus is empty, or longer than `result`.
pub fn mod_exp(base: &[u8], exp: &[u8], modulus: &[u8], result: &mut [u8]) -> Result<(), Error> {
    let result = result.get_mut(..modulus.len()).ok_or(Error::BadLength)?;
    if result.is_empty() {
        return Err(Error::BadLength);
    }
    let power = power(
        &BigUint::from_bytes_be(base),
        &BigUint::from_bytes_be(exp),
        &BigUint::from_bytes_be(modulus),
    );
    let bytes = power.to_bytes_be();
    // The power is below the modulus, so it fits. Zero is encoded as one byte.
    let (zeros, digits) = result.split_at_mut(result.len() - bytes.len());
    zeros.fill(0);
    digits.copy_from_slice(&bytes);
    Ok(())
}

fn power(base: &BigUint, exp: &BigUint, modulus: &BigUint) -> BigUint {
    if *modulus <= BigUint::from(1u8) {
        return BigUint::ZERO;
    }
    let Ok(odd) = BigModulus::from_le_bytes(&modulus.to_bytes_le()) else {
        // The modulus is even or very long.
        return base.modpow(exp, modulus);
    };
    let power = odd.pow(&odd.reduce_le_bytes(&base.to_bytes_le()), &exp.to_u64_digits());
    BigUint::from_bytes_le(&odd.to_le_bytes(&power))
}
