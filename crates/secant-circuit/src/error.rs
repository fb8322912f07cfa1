//! The errors of this crate.

use halo2_axiom::{dev::VerifyFailure, plonk};
use std::{io, path::Path};

/// Why a circuit cannot be built, or not be proved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The values do not satisfy a relation of the circuit, so no proof exists.
    #[error("{0}: the values do not satisfy this")]
    Unsatisfied(String),
    /// A case that the circuit's formulas do not cover. Values that were not chosen for it do not meet it.
    #[error("{0}: an exceptional case that this circuit does not prove")]
    Exceptional(String),
    /// Circuits cannot be made for this parameter.
    #[error("{0}")]
    Unsupported(String),
    /// The circuit does not fit a configuration.
    #[error("the circuit does not fit: {0}")]
    DoesNotFit(String),
    /// The failures that the mock prover found.
    #[error("{} constraints fail, the first: {}", .0.len(), .0.first().map(ToString::to_string).unwrap_or_default())]
    Mock(Vec<VerifyFailure>),
    /// An error of halo2.
    #[error("halo2: {0:?}")]
    Plonk(plonk::Error),
    /// An error of the prover.
    #[error(transparent)]
    Prover(secant_prover::Error),
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The path.
        path: String,
        /// The cause.
        source: io::Error,
    },
    /// The contents of a file are wrong.
    #[error("{path}: {what}")]
    Contents {
        /// The path.
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
