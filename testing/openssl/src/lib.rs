//! Nothing: see the tests, which need OpenSSL's headers. So this package is not one of the workspace's
//! default members: `cargo test --release -p secant-openssl` runs it.
#![forbid(unsafe_code)]
