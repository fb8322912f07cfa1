//! The suites: RFC 9380, section 8.

use super::{Suite, bytes_per_coefficient, constants};
use crate::{Host, bls12_381, secp256k1, secp256r1};
use ark_ff::{AdditiveGroup, BigInt};
use secant_engine::hash_to_curve::{Cofactor, Isogeny, Psi, SswuParams};
use secant_field::{Mont, Prime, PrimeParams, integer, small_integer};
use sha2::Sha256;

/// `sqrt(-n)` for `p = 3 mod 4` and a non-residue `n`.
const fn root_of_minus<P: PrimeParams<N>, const N: usize>(n: i64) -> Prime<P, N> {
    let minus = Mont::<P, N>::from_i64(-n);
    let root = Mont::<P, N>::const_pow(&minus, &secant_field::constants::add_shr(&Mont::<P, N>::M, 1, 2).0);
    let square = Mont::<P, N>::const_mul(&root, &root);
    let mut i = 0;
    while i < N {
        assert!(square.0.0[i] == minus.0.0[i], "no square");
        i += 1;
    }
    root
}

/// `2^(4 L)`.
const fn shift<P: PrimeParams<N>, const N: usize>() -> Prime<P, N> {
    let bits = secant_field::constants::num_bits(&Mont::<P, N>::M);
    Mont::<P, N>::const_pow(&Mont::<P, N>::from_i64(2), &[4 * bytes_per_coefficient(bits) as u64])
}

// Section 8.8.1.
impl<H: Host> SswuParams for bls12_381::g1::Config<H> {
    const A: bls12_381::Fq = integer(BigInt!(
        "0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d"
    ));
    const B: bls12_381::Fq = integer(BigInt!(
        "0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0"
    ));
    const Z: bls12_381::Fq = integer(BigInt!("11"));
    const ROOT: bls12_381::Fq = root_of_minus::<bls12_381::FqParams, 6>(11);
    const ISOGENY: Option<Isogeny<'static, bls12_381::Fq>> = Some(constants::bls12_381_g1::ISOGENY);
    // h_eff = 1 - x
    const CLEARING: Cofactor<bls12_381::Fq> = Cofactor::Multiple(0xd201000000010001);
}

impl<H: Host> Suite for bls12_381::g1::Config<H> {
    const RANDOM_ORACLE: &'static str = "BLS12381G1_XMD:SHA-256_SSWU_RO_";
    const NON_UNIFORM: &'static str = "BLS12381G1_XMD:SHA-256_SSWU_NU_";
    type Hash = Sha256;
    const SHIFT: bls12_381::Fq = shift::<bls12_381::FqParams, 6>();
}

// Section 8.8.2.
impl<H: Host> SswuParams for bls12_381::g2::Config<H> {
    const A: bls12_381::Fq2 = bls12_381::Fq2::new(AdditiveGroup::ZERO, integer(BigInt!("240")));
    const B: bls12_381::Fq2 = bls12_381::Fq2::new(integer(BigInt!("1012")), integer(BigInt!("1012")));
    // -(2 + u), of norm 5
    const Z: bls12_381::Fq2 = bls12_381::Fq2::new(small_integer(-2), small_integer(-1));
    const ROOT: bls12_381::Fq = root_of_minus::<bls12_381::FqParams, 6>(5);
    const ISOGENY: Option<Isogeny<'static, bls12_381::Fq2>> = Some(constants::bls12_381_g2::ISOGENY);
    const CLEARING: Cofactor<bls12_381::Fq2> = Cofactor::Psi(Psi {
        cx: bls12_381::PSI.0,
        cy: bls12_381::PSI.1,
        minus_x: 0xd201000000010000,
    });
}

impl<H: Host> Suite for bls12_381::g2::Config<H> {
    const RANDOM_ORACLE: &'static str = "BLS12381G2_XMD:SHA-256_SSWU_RO_";
    const NON_UNIFORM: &'static str = "BLS12381G2_XMD:SHA-256_SSWU_NU_";
    type Hash = Sha256;
    const SHIFT: bls12_381::Fq = shift::<bls12_381::FqParams, 6>();
}

// Section 8.7.
impl<H: Host> SswuParams for secp256k1::Config<H> {
    const A: secp256k1::Fq = integer(BigInt!(
        "0x3f8731abdd661adca08a5558f0f5d272e953d363cb6f0e5d405447c01a444533"
    ));
    const B: secp256k1::Fq = integer(BigInt!("1771"));
    const Z: secp256k1::Fq = small_integer(-11);
    const ROOT: secp256k1::Fq = root_of_minus::<secp256k1::FqParams, 4>(-11);
    const ISOGENY: Option<Isogeny<'static, secp256k1::Fq>> = Some(constants::secp256k1::ISOGENY);
}

impl<H: Host> Suite for secp256k1::Config<H> {
    const RANDOM_ORACLE: &'static str = "secp256k1_XMD:SHA-256_SSWU_RO_";
    const NON_UNIFORM: &'static str = "secp256k1_XMD:SHA-256_SSWU_NU_";
    type Hash = Sha256;
    const SHIFT: secp256k1::Fq = shift::<secp256k1::FqParams, 4>();
}

// Section 8.2.
impl<H: Host> SswuParams for secp256r1::Config<H> {
    const Z: secp256r1::Fq = small_integer(-10);
    const ROOT: secp256r1::Fq = root_of_minus::<secp256r1::FqParams, 4>(-10);
}

impl<H: Host> Suite for secp256r1::Config<H> {
    const RANDOM_ORACLE: &'static str = "P256_XMD:SHA-256_SSWU_RO_";
    const NON_UNIFORM: &'static str = "P256_XMD:SHA-256_SSWU_NU_";
    type Hash = Sha256;
    const SHIFT: secp256r1::Fq = shift::<secp256r1::FqParams, 4>();
}
