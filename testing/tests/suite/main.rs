//! The kit on every host, in one program: what upstream's curves compile to is most of it.

mod batch;
mod curves;
#[cfg(feature = "guest")]
mod guest;
mod native;
