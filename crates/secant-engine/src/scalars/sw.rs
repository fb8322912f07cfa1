//! Short Weierstrass curves: multiplication, by endomorphisms where they are exact, and membership.

pub(crate) mod degree_two;
pub(crate) mod each;
pub(crate) mod each_membership;
pub(crate) mod endomorphism;
pub(crate) mod interleaved;
pub(crate) mod membership;
pub(crate) mod mul;
pub(crate) mod odd_multiples;
pub(crate) mod subgroup;

pub use degree_two::{DegreeTwoEndomorphism, mul_with_degree_two};
pub use each::{are_in_subgroup_on_lanes, mul_each_in_subgroup_on_lanes, mul_each_with_endomorphism_on_lanes};
pub use endomorphism::{Endomorphism, mul_with_endomorphism};
pub use interleaved::{Part, interleaved};
pub use membership::{Map, Membership, is_in_subgroup};
pub use mul::mul;
pub use odd_multiples::OddMultiples;
pub use subgroup::{Lattice, Psi, Quarters, SubgroupMul, mul_in_subgroup};
