//! Fields of any modulus, in circuits over another one.
//!
//! An element is an integer of as many bits as the modulus, in limbs. What is constrained are [`Formula`]s: polynomials of
//! degree 2 in elements that have to vanish modulo the modulus, many of them in one gate. Each is checked as an equation
//! of integers, `Q = q p` with a witness for the quotient: modulo the circuit's own modulus `r`, and modulo a power of two
//! `2^T`, limb by limb with carries. As `Q - q p` is smaller than `r 2^T` by the ranges of all limbs, it is zero. The plan of
//! each (`plan.rs`) computes these bounds, and how many limbs of the product are needed for them.
//!
//! Sums, differences and small multiples stand inside the formulas and cost nothing; the quotient, the carries and the new
//! elements are what costs, a lookup for every few bits.

mod field;
mod formula;
mod linear;
mod plan;
mod symbolic;

pub use field::{Element, Field, Operand};
pub use formula::{Formula, FormulaGate};
pub use linear::{Linear, Quadratic, Var};
