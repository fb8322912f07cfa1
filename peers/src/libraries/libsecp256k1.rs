//! libsecp256k1.

use crate::exchange::Arguments;
use crate::run::{Column, Library};
use secp256k1::{PublicKey, Scalar};

const READ: &str = "the arguments are a point of the curve and a scalar";

/// A multiplication of one point.
pub fn multiply(arguments: &Arguments) -> Column {
    // The first byte says that both coordinates follow.
    let encoded = [&[4], arguments.points[0].as_slice()].concat();
    let point = PublicKey::from_slice(&encoded).expect(READ);
    let scalar = Scalar::from_be_bytes(arguments.scalars[0].as_slice().try_into().expect(READ)).expect(READ);
    Column::new(
        Library::Libsecp256k1,
        move || point.mul_tweak(&scalar).expect("the scalar is not zero"),
        |p| p.serialize_uncompressed()[1..].to_vec(),
    )
}
