//! Checks first whether there is enough memory, because a program that runs out of memory ends without a message.
//!
//! All numbers are lower bounds, so that nothing that would fit is refused.

use secant_circuit::BuiltCircuit;
use secant_cli::error::Error;
use secant_report::available_memory;
use std::fmt::Display;

/// The bytes of an element, and of a point of the reference string.
const ELEMENT: u64 = 32;
const POINT: u64 = 64;

/// Fails if fewer than `bytes` bytes are available. `what` names what needs them, and `instead` says what the user can
/// do.
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

/// The bytes of a reference string for `2^k` rows: the powers, and the same in the Lagrange basis.
pub fn of_srs(k: u32) -> u64 {
    (2 * POINT).checked_shl(k).unwrap_or(u64::MAX)
}

/// The bytes of the keys and a proof of a circuit: each column as values and as coefficients.
pub fn of_proof(circuit: &BuiltCircuit) -> u64 {
    let counts = circuit.counts();
    let columns = counts.advice_columns + counts.fixed_columns + counts.permuted_columns + counts.lookup_arguments;
    let column = (2 * ELEMENT).checked_shl(circuit.configuration().k).unwrap_or(u64::MAX);
    column.saturating_mul(columns as u64)
}

/// Writes a number of bytes for readers.
pub fn size(bytes: u64) -> String {
    const UNITS: [(&str, u32); 3] = [("TiB", 40), ("GiB", 30), ("MiB", 20)];
    let unit = UNITS.into_iter().find(|(_, bits)| bytes >> bits > 0);
    match unit {
        Some((name, bits)) => format!("{:.1} {name}", bytes as f64 / (1u64 << bits) as f64),
        None => format!("{bytes} bytes"),
    }
}
