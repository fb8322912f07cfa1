//! The 3-isogeny to secp256k1: RFC 9380, section E.1.

use crate::secp256k1::Fq;
use ark_ff::{BigInt, Field};
use secant_engine::hash_to_curve::Isogeny;
use secant_field::integer;

/// The isogeny from `E'`.
pub const ISOGENY: Isogeny<'static, Fq> = Isogeny::new(&X_NUM, &X_DEN, &Y_NUM, &Y_DEN);

/// The numerator of `x`: `k_(1,i)`.
const X_NUM: [Fq; 4] = [
    integer(BigInt!(
        "0x8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa8c7"
    )),
    integer(BigInt!(
        "0x7d3d4c80bc321d5b9f315cea7fd44c5d595d2fc0bf63b92dfff1044f17c6581"
    )),
    integer(BigInt!(
        "0x534c328d23f234e6e2a413deca25caece4506144037c40314ecbd0b53d9dd262"
    )),
    integer(BigInt!(
        "0x8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa88c"
    )),
];
/// The denominator of `x`, with leading coefficient 1: `k_(2,i)`.
const X_DEN: [Fq; 3] = [
    integer(BigInt!(
        "0xd35771193d94918a9ca34ccbb7b640dd86cd409542f8487d9fe6b745781eb49b"
    )),
    integer(BigInt!(
        "0xedadc6f64383dc1df7c4b2d51b54225406d36b641f5e41bbc52a56612a8c6d14"
    )),
    Fq::ONE,
];
/// The numerator of `y / y'`: `k_(3,i)`.
const Y_NUM: [Fq; 4] = [
    integer(BigInt!(
        "0x4bda12f684bda12f684bda12f684bda12f684bda12f684bda12f684b8e38e23c"
    )),
    integer(BigInt!(
        "0xc75e0c32d5cb7c0fa9d0a54b12a0a6d5647ab046d686da6fdffc90fc201d71a3"
    )),
    integer(BigInt!(
        "0x29a6194691f91a73715209ef6512e576722830a201be2018a765e85a9ecee931"
    )),
    integer(BigInt!(
        "0x2f684bda12f684bda12f684bda12f684bda12f684bda12f684bda12f38e38d84"
    )),
];
/// The denominator of `y / y'`, with leading coefficient 1: `k_(4,i)`.
const Y_DEN: [Fq; 4] = [
    integer(BigInt!(
        "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffff93b"
    )),
    integer(BigInt!(
        "0x7a06534bb8bdb49fd5e9e6632722c2989467c1bfc8e8d978dfb425d2685c2573"
    )),
    integer(BigInt!(
        "0x6484aa716545ca2cf3a70c3fa8fe337e0a3d21162f0d6299a7bf8192bfd2a76f"
    )),
    Fq::ONE,
];
