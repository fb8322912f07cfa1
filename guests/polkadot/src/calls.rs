//! The computations of upstream's unchanged crates, by name. In a guest they call the host; natively the same crates
//! compute the result themselves.

mod curves;
mod host_calls;
mod request;

pub use curves::{Kind, operation};
pub use host_calls::host_call;
pub use request::{MALFORMED, Request, answer, repeat};
