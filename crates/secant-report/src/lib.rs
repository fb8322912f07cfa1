//! How secant's benchmarks measure, and what they print.
//!
//! [`measure`] samples the columns of a row in turns. A [`Report`] holds the statistics and samples of all rows, in
//! memory and in JSON. A [`Layout`] prints it for people, and a [`Comparison`] shows what changed since another report.
//! [`Metered`] prints the counts of secant-meter, and a [`Timeline`] draws the phases of one run. The crate knows no
//! curves: its callers bring the operations.
#![forbid(unsafe_code)]

mod check;
pub mod command;
mod compare;
mod conditions;
mod file;
mod html;
mod json;
mod layout;
mod limits;
mod machine;
mod markdown;
mod measure;
mod memory;
mod message;
mod metered;
mod report;
mod revisions;
mod statistics;
mod timeline;
mod turns;
pub mod units;

pub use compare::{Cell, Change, Comparison, HeadComparison, Named, Options, Undecided, Verdict};
pub use conditions::{Conditions, Watch};
pub use file::{ReadFileError, read_at_most};
pub use layout::{Column, Layout, Ratio};
pub use limits::{Limit, Limits};
pub use machine::{Machine, features};
pub use measure::{Measured, Plan, Sampler, measure, timed};
pub use memory::available_memory;
pub use message::{one_line, printable};
pub use metered::Metered;
pub use report::{FileError, FileReason, ReadError, Report, Row};
pub use revisions::{Recipe, Revision, RevisionBuilder, RevisionError};
pub use timeline::{Phase, Timeline};
pub use turns::{Program, TurnError, interleave};
