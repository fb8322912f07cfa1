//! libsecp256k1.

use crate::exchange::{Arguments, Signed};
use crate::run::{Column, Library};
use crate::signatures::point_of;
use secp256k1::{Message, PublicKey, Scalar, ecdsa};

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

/// Verifications of ECDSA, one by one. High values of `s`, which the library refuses, are replaced first.
pub fn verify(arguments: &Arguments) -> Column {
    let parse = |signed: &Signed| {
        let key = PublicKey::from_slice(&point_of(&signed.key)).expect(READ);
        (key, Message::from_digest(signed.digest), signed.signature.clone())
    };
    let signed: Vec<_> = arguments.signed.iter().map(parse).collect();
    Column::verifications(Library::Libsecp256k1, signed, |signed| {
        let verify = |(key, message, der): &(PublicKey, Message, Vec<u8>)| {
            let mut signature = ecdsa::Signature::from_der(der).expect(READ);
            signature.normalize_s();
            signature.verify(*message, key).is_ok()
        };
        signed.iter().map(verify).collect()
    })
}
