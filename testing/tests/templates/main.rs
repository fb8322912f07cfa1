//! The test templates of arkworks.

mod fields;
mod groups;
mod pairings;
