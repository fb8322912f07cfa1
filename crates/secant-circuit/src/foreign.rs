//! Fields of any modulus, in circuits over another field.
//!
//! An element is an integer of about as many bits as the modulus. Its limbs are range-checked when they are made.
//! Constraints are given as [`Formula`]s: polynomials of degree 2 in elements, which have to vanish modulo the modulus.
//! All relations of a circuit are checked together (`batch.rs`): their sum with random weights is a multiple of the
//! modulus. So sums, differences, small multiples, products within a relation, and relations themselves cost little.
//! The cost is in the limbs of new elements: a lookup for every few bits.

mod batch;
mod field;
mod formula;
mod linear;
mod polynomial;
mod soundness;

pub use batch::WEIGHT_BITS;
pub(crate) use batch::{Batches, SLACK};
pub use field::{Element, Field, Operand, PUBLIC_BITS};
pub use formula::{Formula, FormulaGate};
pub use linear::{Linear, Quadratic, Var};
pub use soundness::Soundness;
