//! Counts calls and time of procedures, told apart by type, and who calls whom.
//!
//! A procedure says at its start that it was called, and keeps what [`enter`] gives until its end:
//!
//! ```
//! struct Fp2;
//! fn mul() {
//!     let _call = secant_meter::enter::<Fp2>("mul", 1, 0);
//! }
//!
//! let ((), profile) = secant_meter::record(|| (0..3).for_each(|_| mul()));
//! let procedures = profile.procedures();
//! assert_eq!((procedures[0].name.as_str(), procedures[0].calls), ("mul", 3));
//! ```
//!
//! Nothing is counted but what runs within [`record`] or [`measure`], on its thread and in the tasks that carry its [`Here`]
//! to other threads. Records on several threads do not disturb each other.
//!
//! Counting takes time, which is measured: the times of a [`Profile`] are without it ([`Overhead`]). As it is the same for
//! every call, times of procedures of a few nanoseconds are rough; counts are exact.
//!
//! secant's crates call their macro `meter!`, which is nothing without their feature `meter`.
#![forbid(unsafe_code)]

mod profile;
mod record;
mod tree;

pub use profile::{Node, Overhead, Procedure, Profile};
pub use record::{Call, Here, enter, here, measure, record};
