//! Counts the calls and the time of procedures, by type and by caller.
//!
//! A procedure reports its call at its start, and holds the guard that [`enter`] returns until its end:
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
//! Only calls within [`record`] or [`measure`] are counted, on their thread and in tasks that carry their [`Position`] to
//! other threads. Records on several threads do not disturb each other.
//!
//! Counting takes time. That time is measured and subtracted from the times of a [`Profile`] (see [`Overhead`]). The
//! same amount is subtracted for every call, so the times of procedures of a few nanoseconds are rough. Counts are
//! exact.
//!
//! secant's crates call their macro `meter!`, which expands to nothing without their feature `meter`.
#![forbid(unsafe_code)]

mod profile;
mod record;
mod tree;

pub use profile::{Node, Overhead, Procedure, Profile};
pub use record::{Call, Position, current_position, enter, measure, record};
