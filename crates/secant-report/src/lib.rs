//! How secant's benchmarks measure, and what they print.
//!
//! [`measure`] samples the columns of a row in turns; a [`Report`] holds the statistics of all rows, in memory and
//! in JSON; a [`Layout`] prints it for people. [`Metered`] prints what secant-meter counted, a [`Timeline`]
//! draws the phases of one run. The crate knows no curves: whoever measures brings the operations.
#![forbid(unsafe_code)]

mod layout;
mod limits;
mod machine;
mod measure;
mod metered;
mod report;
mod timeline;
pub mod units;

pub use layout::{Column, Layout, Ratio};
pub use limits::{Limit, Limits};
pub use machine::{Machine, features};
pub use measure::{Measured, Plan, measure, timed};
pub use metered::Metered;
pub use report::{ReadError, Report, Row};
pub use timeline::{Phase, Timeline};
