//! Whether there is memory for what is asked for, which is found out first: a program whose memory runs out ends without a word.
//!
//! All numbers are less than what is really taken, so that nothing is refused that would fit.

use crate::error::Error;
use secant_circuit::BuiltCircuit;
use secant_report::available_memory;
use std::fmt::Display;

/// The bytes of an element, and of a point of the reference string.
const ELEMENT: u64 = 32;
const POINT: u64 = 64;

/// Fails if so many bytes are not there. `what` takes them, and `instead` says what to do.
pub fn expect(bytes: u64, what: impl Display, instead: &str) -> Result<(), Error> {
    match available_memory() {
        Some(left) if left < bytes => Err(Error::Unusable(format!(
            "{what} takes more than {} of memory, of which {} are left: {instead}",
            size(bytes),
            size(left)
        ))),
        _ => Ok(()),
    }
}

/// Those of a reference string for `2^k` rows: the powers, and the same in Lagrange's basis.
pub fn of_srs(k: u32) -> u64 {
    (2 * POINT).checked_shl(k).unwrap_or(u64::MAX)
}

/// Those of keys and a proof of a circuit: each column as values and as coefficients.
pub fn of_proof(circuit: &BuiltCircuit) -> u64 {
    let counts = circuit.counts();
    let columns = counts.advice_columns + counts.fixed_columns + counts.permuted_columns + counts.lookup_arguments;
    let column = (2 * ELEMENT).checked_shl(circuit.configuration().k).unwrap_or(u64::MAX);
    column.saturating_mul(columns as u64)
}

/// A number of bytes in words.
fn size(bytes: u64) -> String {
    const UNITS: [(&str, u32); 3] = [("TiB", 40), ("GiB", 30), ("MiB", 20)];
    let unit = UNITS.into_iter().find(|(_, bits)| bytes >> bits > 0);
    match unit {
        Some((name, bits)) => format!("{:.1} {name}", bytes as f64 / (1u64 << bits) as f64),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size(1000), "1000 bytes");
        assert_eq!(size(3 << 19), "1.5 MiB");
        assert_eq!(size(3 << 30), "3.0 GiB");
        assert_eq!(size(5 << 40), "5.0 TiB");
    }

    /// As much as nobody has, and nothing.
    #[test]
    fn expectations() {
        expect(0, "it", "").expect("nothing is there");
        if available_memory().is_some() {
            let error = expect(u64::MAX, "a circuit", "take fewer")
                .expect_err("nobody has that")
                .to_string();
            assert!(
                error.starts_with("a circuit takes more than ") && error.ends_with(": take fewer"),
                "{error}"
            );
        }
        assert_eq!((of_srs(10), of_srs(28), of_srs(64)), (128 << 10, 32 << 30, u64::MAX));
    }
}
