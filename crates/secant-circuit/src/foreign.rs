//! Fields of any modulus, in circuits over another one.
//!
//! An element is an integer of about as many bits as the modulus, in limbs that are checked to be in range when they are made.
//! What is constrained are [`Formula`]s: polynomials of degree 2 in elements that have to vanish modulo the modulus. All of a
//! circuit are checked together (`batch.rs`): a sum of them with random weights is a multiple of the modulus. So sums,
//! differences, small multiples, products that are only parts of a relation, and the relations themselves cost little; what
//! costs are the limbs of new elements, a lookup for every few bits.

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
