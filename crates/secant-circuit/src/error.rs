//! What can go wrong.

use halo2_axiom::{dev::VerifyFailure, plonk};
use std::{io, path::Path};

/// Why a circuit is not built, or not proved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value has a relation that the circuit cannot have, so that no proof exists.
    #[error("{0}: the values do not satisfy this")]
    Unsatisfied(String),
    /// A case that the circuit's formulas leave out, which values that nobody chose for it do not meet.
    #[error("{0}: an exceptional case that this circuit does not prove")]
    Exceptional(String),
    /// A parameter that circuits cannot be made for.
    #[error("{0}")]
    Unsupported(String),
    /// The circuit does not fit a configuration.
    #[error("the circuit does not fit: {0}")]
    DoesNotFit(String),
    /// The mock prover's findings.
    #[error("{} constraints fail, the first: {}", .0.len(), .0.first().map(ToString::to_string).unwrap_or_default())]
    Mock(Vec<VerifyFailure>),
    /// halo2's.
    #[error("halo2: {0:?}")]
    Plonk(plonk::Error),
    /// The prover's.
    #[error(transparent)]
    Prover(secant_prover::Error),
    /// A file.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The contents of a file.
    #[error("{path}: {what}")]
    Contents {
        /// Which.
        path: String,
        /// What is wrong.
        what: String,
    },
}

impl Error {
    pub(crate) fn file(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.display().to_string(),
            source,
        }
    }
}

impl From<plonk::Error> for Error {
    fn from(error: plonk::Error) -> Self {
        Self::Plonk(error)
    }
}

impl From<secant_prover::Error> for Error {
    fn from(error: secant_prover::Error) -> Self {
        match error {
            secant_prover::Error::Halo2(error) => Self::Plonk(error),
            error => Self::Prover(error),
        }
    }
}
