//! The errors of the prover and of key generation.

use crate::check::Violation;
use halo2_axiom::plonk;

/// Why no proof or key was made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The reference string cannot be used.
    #[error("the reference string cannot be used: {0}")]
    Srs(&'static str),
    /// The reference string is not of the key's size.
    #[error("the reference string is for 2^{srs} rows, and the key for 2^{key}")]
    Size {
        /// Logarithm of the number of rows of the reference string.
        srs: u32,
        /// Logarithm of the number of rows of the key.
        key: u32,
    },
    /// The key is not one that halo2 makes.
    #[error("the proving key cannot be used: {0}")]
    Key(&'static str),
    /// There are no circuits, or the number of lists of instances is another one.
    #[error("{circuits} circuits have {instances} lists of instance columns")]
    Circuits {
        /// The number of circuits.
        circuits: usize,
        /// The number of lists of instance columns.
        instances: usize,
    },
    /// A circuit is given another number of instance columns than the key is for.
    #[error("the key is for {expected} instance columns, and there are {given}")]
    InstanceColumns {
        /// The number of the key.
        expected: usize,
        /// The number given.
        given: usize,
    },
    /// An instance column is longer than the usable rows.
    #[error("an instance column has {given} values, and there are {rows} usable rows")]
    InstanceTooLarge {
        /// The number of usable rows.
        rows: usize,
        /// The number of values given.
        given: usize,
    },
    /// Several circuits of several phases were given. They cannot be proved together: a circuit may end its phases
    /// itself, and challenges come after the advice of all circuits.
    #[error("circuits of several phases are proved one at a time")]
    Phases,
    /// The witness of a circuit does not satisfy it.
    #[error("the witness does not satisfy the circuit: {}", first(*circuit, violations))]
    Unsatisfied {
        /// The index of the first such circuit, from zero.
        circuit: usize,
        /// The violated constraints; at least one.
        violations: Vec<Violation>,
    },
    /// All gates, lookups and copies hold, and still the constraints have no quotient.
    #[error("the witness satisfies the circuit, but not the key: {0}")]
    Inconsistent(&'static str),
    /// A polynomial is opened twice at the same point, or a challenge is a root of unity.
    #[error("the polynomials cannot be opened at the challenges")]
    Opening,
    /// An error of halo2, from the circuit's synthesis or the transcript.
    #[error("{0}")]
    Halo2(#[from] plonk::Error),
    /// The transcript could not be written.
    #[error("the transcript could not be written: {0}")]
    Transcript(#[from] std::io::Error),
}

/// For programs that expect the stock prover's errors.
impl From<Error> for plonk::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Halo2(error) => error,
            Error::Transcript(error) => Self::Transcript(error),
            Error::Circuits { .. } | Error::InstanceColumns { .. } => Self::InvalidInstances,
            Error::InstanceTooLarge { .. } => Self::InstanceTooLarge,
            Error::Size { srs, .. } => Self::NotEnoughRowsAvailable { current_k: srs },
            Error::Srs(_) | Error::Key(_) | Error::Inconsistent(_) | Error::Phases => Self::Synthesis,
            Error::Unsatisfied { .. } => Self::ConstraintSystemFailure,
            Error::Opening => Self::Opening,
        }
    }
}

/// The first violation, the index of its circuit unless it is the first circuit, and the number of further violations.
fn first(circuit: usize, violations: &[Violation]) -> String {
    let mut text = violations.first().map(ToString::to_string).unwrap_or_default();
    if circuit > 0 {
        text = format!("number {circuit}, {text}");
    }
    match violations.len() {
        0 | 1 => text,
        all => format!("{text}; and {} more", all - 1),
    }
}
