//! The libraries beside secant and arkworks: their arguments and results in the form of [`crate::exchange`].

pub mod aws_lc;
pub mod blst;
pub mod gnark;
pub mod halo2curves;
pub mod libsecp256k1;
pub mod openssl;
pub mod zkcrypto;
