//! The arguments of the commands that are separate programs: `secant` lists and completes them, and the programs run
//! them.

mod bench;
mod column;
mod prove;

pub use bench::Bench;
pub use column::Column;
pub use prove::{
    By, Curve, EcAdd, Ecdsa, FixedBaseMsm, MOST_PAIRS, MOST_TERMS, Msm, Pairing, ProofOptions, Prove, Sum, SumCurve,
    is_bn254,
};
