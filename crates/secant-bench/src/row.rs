//! The rows of a report: operations on arguments of a given size, and verifications of signatures.

use super::inputs;
use super::signatures::{self, Signed};
use ark_serialize::SerializationError;
use rand::SeedableRng;
use rand::rngs::StdRng;
use secant_cli::arguments::Column;
use secant_cli::error::Error;
use secant_rows::{Arkworks, for_each_operation};

/// How large the arguments of an operation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The operation has only one size.
    Only,
    /// This number of points or elements, with as many scalars.
    Count(usize),
    /// A scalar of 64 bits.
    Limb,
    /// A scalar as wide as the scalar field.
    FullWidth,
}

/// Draws arguments and encodes them.
type Input = fn(Size, &mut StdRng) -> Result<Vec<u8>, SerializationError>;

/// The names and sizes of the rows of an operation.
type Sizes = fn(&str) -> Vec<(String, Size)>;

/// A row.
pub struct Row {
    /// The name. It stays the same from version to version.
    pub name: String,
    /// The work that is measured.
    pub work: Work,
}

/// The work that a row measures.
pub enum Work {
    /// An operation of `secant-rows`.
    Operation {
        /// The operation's name.
        operation: &'static str,
        /// The size of its arguments.
        size: Size,
        /// The function that draws its arguments.
        input: Input,
    },
    /// A verification by the contract.
    Verification(signatures::Kind),
}

/// The arguments of a row.
pub enum Arguments {
    /// The encoded arguments of an operation.
    Operation(&'static str, Vec<u8>),
    /// The signature of a verification.
    Verification(Signed),
}

impl Row {
    /// The row's arguments. They depend only on the seed and the name.
    pub fn arguments(&self, seed: u64) -> Result<Arguments, Error> {
        // FNV-1a
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let name = self.name.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
        let mut rng = StdRng::seed_from_u64(seed ^ name);
        let context = || format!("no arguments for {}", self.name);
        match self.work {
            Work::Operation { operation, size, input } => match input(size, &mut rng) {
                Ok(bytes) => Ok(Arguments::Operation(operation, bytes)),
                Err(e) => Err(Error::unusable(context(), e)),
            },
            Work::Verification(kind) => match kind.sign(&mut rng) {
                Ok(signed) => Ok(Arguments::Verification(signed)),
                Err(e) => Err(Error::unusable(context(), e)),
            },
        }
    }

    /// Whether the row has a column.
    pub fn has(&self, column: Column) -> bool {
        match self.work {
            Work::Operation { .. } => column.has_operations(),
            Work::Verification(kind) => kind.is_in(column),
        }
    }
}

/// The [`Sizes`], one function for each kind of operation.
mod sizes {
    use super::Size::{self, Count, FullWidth, Limb, Only};

    type Rows = Vec<(String, Size)>;

    pub fn groth16_verification(operation: &str) -> Rows {
        vec![(
            format!(
                "groth16_verification ({})",
                operation.trim_end_matches("_groth16_verification")
            ),
            Only,
        )]
    }

    pub fn pairing(operation: &str) -> Rows {
        vec![(operation.to_owned(), Only)]
    }

    pub fn msm(operation: &str) -> Rows {
        [10, 1000]
            .map(|n| (format!("{operation}, {n} arguments"), Count(n)))
            .into()
    }

    pub fn gt_multi_exp(operation: &str) -> Rows {
        [128, 256]
            .map(|n| (format!("{operation}, {n} arguments"), Count(n)))
            .into()
    }

    pub fn mul_projective(operation: &str) -> Rows {
        vec![
            (operation.to_owned(), Limb),
            (format!("{operation}, full width"), FullWidth),
        ]
    }

    pub fn mul_affine(operation: &str) -> Rows {
        mul_projective(operation)
    }
}

macro_rules! list {
    ($(($name:expr, $function:ident, $type:ty),)*) => {
        [$(($name, sizes::$function as Sizes, inputs::$function::<$type> as Input)),*]
    };
}

/// All rows.
pub fn all() -> Vec<Row> {
    let operations: [(&'static str, Sizes, Input); _] = for_each_operation!(list, Arkworks);
    let rows = operations.into_iter().flat_map(|(operation, sizes, input)| {
        sizes(operation).into_iter().map(move |(name, size)| Row {
            name,
            work: Work::Operation { operation, size, input },
        })
    });
    let verifications = signatures::all().map(|(name, kind)| Row {
        name,
        work: Work::Verification(kind),
    });
    rows.chain(verifications).collect()
}
