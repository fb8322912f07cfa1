//! Powers modulo an RSA modulus.

use secant_field::modular::{BigElement, BigModulus};

/// Computes powers modulo odd integers, in place or on another machine that is faster.
pub trait ModExp {
    /// Writes `base^exponent mod modulus` to `out`.
    ///
    /// All integers have the most significant byte first. `base` is below `modulus`, which is odd and has no leading
    /// zeros. `out` has the length of `modulus` and must be filled completely: a shorter result gets leading zeros.
    ///
    /// # Errors
    /// [`ModExpError`], if it cannot be computed.
    fn mod_exp(&self, base: &[u8], exponent: &[u8], modulus: &[u8], out: &mut [u8]) -> Result<(), ModExpError>;
}

/// The power could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the exponentiation failed")]
pub struct ModExpError;

/// Computes powers in place, with [`BigModulus`].
#[derive(Clone, Copy, Debug, Default)]
pub struct InPlace;

impl ModExp for InPlace {
    fn mod_exp(&self, base: &[u8], exponent: &[u8], modulus: &[u8], out: &mut [u8]) -> Result<(), ModExpError> {
        let modulus = BigModulus::from_be_bytes(modulus).map_err(|_| ModExpError)?;
        power(&modulus, base, exponent, out)
    }
}

/// Writes `base^exponent mod modulus` into as many bytes as the modulus has.
pub(super) fn power(modulus: &BigModulus, base: &[u8], exponent: &[u8], out: &mut [u8]) -> Result<(), ModExpError> {
    let base: BigElement = modulus.element_be_bytes(base).ok_or(ModExpError)?;
    let mut limbs = alloc::vec![0; exponent.len().div_ceil(8)];
    for (i, byte) in exponent.iter().rev().enumerate() {
        limbs[i / 8] |= u64::from(*byte) << (8 * (i % 8));
    }
    let power = modulus.to_be_bytes(&modulus.pow(&base, &limbs));
    if power.len() != out.len() {
        return Err(ModExpError);
    }
    out.copy_from_slice(&power);
    Ok(())
}
