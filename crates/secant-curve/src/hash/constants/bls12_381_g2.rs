//! The 3-isogeny to G2 of BLS12-381: RFC 9380, section E.3.

use crate::bls12_381::Fq2;
use ark_ff::{BigInt, Field};
use secant_engine::hash_to_curve::Isogeny;
use secant_field::integer;

/// The isogeny from `E'`.
pub const ISOGENY: Isogeny<'static, Fq2> = Isogeny::new(&X_NUM, &X_DEN, &Y_NUM, &Y_DEN);

/// The numerator of `x`: `k_(1,i)`.
const X_NUM: [Fq2; 4] = [
    Fq2::new(
        integer(BigInt!(
            "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6"
        )),
        integer(BigInt!(
            "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6"
        )),
    ),
    Fq2::new(
        integer(BigInt!("0x0")),
        integer(BigInt!(
            "0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71a"
        )),
    ),
    Fq2::new(
        integer(BigInt!(
            "0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71e"
        )),
        integer(BigInt!(
            "0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38d"
        )),
    ),
    Fq2::new(
        integer(BigInt!(
            "0x171d6541fa38ccfaed6dea691f5fb614cb14b4e7f4e810aa22d6108f142b85757098e38d0f671c7188e2aaaaaaaa5ed1"
        )),
        integer(BigInt!("0x0")),
    ),
];
/// The denominator of `x`, with leading coefficient 1: `k_(2,i)`.
const X_DEN: [Fq2; 3] = [
    Fq2::new(
        integer(BigInt!("0x0")),
        integer(BigInt!(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa63"
        )),
    ),
    Fq2::new(
        integer(BigInt!("0xc")),
        integer(BigInt!(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa9f"
        )),
    ),
    Fq2::ONE,
];
/// The numerator of `y / y'`: `k_(3,i)`.
const Y_NUM: [Fq2; 4] = [
    Fq2::new(
        integer(BigInt!(
            "0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706"
        )),
        integer(BigInt!(
            "0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706"
        )),
    ),
    Fq2::new(
        integer(BigInt!("0x0")),
        integer(BigInt!(
            "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97be"
        )),
    ),
    Fq2::new(
        integer(BigInt!(
            "0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71c"
        )),
        integer(BigInt!(
            "0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38f"
        )),
    ),
    Fq2::new(
        integer(BigInt!(
            "0x124c9ad43b6cf79bfbf7043de3811ad0761b0f37a1e26286b0e977c69aa274524e79097a56dc4bd9e1b371c71c718b10"
        )),
        integer(BigInt!("0x0")),
    ),
];
/// The denominator of `y / y'`, with leading coefficient 1: `k_(4,i)`.
const Y_DEN: [Fq2; 4] = [
    Fq2::new(
        integer(BigInt!(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb"
        )),
        integer(BigInt!(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb"
        )),
    ),
    Fq2::new(
        integer(BigInt!("0x0")),
        integer(BigInt!(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa9d3"
        )),
    ),
    Fq2::new(
        integer(BigInt!("0x12")),
        integer(BigInt!(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa99"
        )),
    ),
    Fq2::ONE,
];
