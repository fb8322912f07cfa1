//! What can be wrong.

use crate::check::Violation;
use halo2_axiom::plonk;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The reference string cannot be used.
    #[error("the reference string cannot be used: {0}")]
    Srs(&'static str),
    /// The reference string is not of the key's size.
    #[error("the reference string is for 2^{srs} rows, and the key for 2^{key}")]
    Size {
        /// Logarithm of the rows of the reference string.
        srs: u32,
        /// Logarithm of the rows of the key.
        key: u32,
    },
    /// The key is not one that halo2 makes.
    #[error("the proving key cannot be used: {0}")]
    Key(&'static str),
    /// There are no circuits, or not as many lists of instances.
    #[error("{circuits} circuits have {instances} lists of instance columns")]
    Circuits {
        /// Number of circuits.
        circuits: usize,
        /// Number of lists of instance columns.
        instances: usize,
    },
    /// A circuit has not as many instance columns as the key says.
    #[error("the key is for {expected} instance columns, and there are {given}")]
    InstanceColumns {
        /// Those of the key.
        expected: usize,
        /// Those given.
        given: usize,
    },
    /// An instance column is longer than the usable rows.
    #[error("an instance column has {given} values, and there are {rows} usable rows")]
    InstanceTooLarge {
        /// Usable rows.
        rows: usize,
        /// Values given.
        given: usize,
    },
    /// Several circuits of several phases: a circuit may end its phases itself, and challenges come after all circuits' advice.
    #[error("circuits of several phases are proved one at a time")]
    Phases,
    /// The witness of a circuit does not satisfy it.
    #[error("the witness does not satisfy the circuit: {}", first(*circuit, violations))]
    Unsatisfied {
        /// The first such circuit of those that are proved, from zero.
        circuit: usize,
        /// What it violates: something.
        violations: Vec<Violation>,
    },
    /// All gates, lookups and copies hold, and still there is no quotient.
    #[error("the witness satisfies the circuit, but not the key: {0}")]
    Inconsistent(&'static str),
    /// A polynomial is opened twice at a point, or a challenge is a root of unity.
    #[error("the polynomials cannot be opened at the challenges")]
    Opening,
    /// An error of halo2: of the circuit's synthesis or of the transcript.
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

/// The first violation, of which circuit it is unless that is the first, and how many there are beside it.
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
