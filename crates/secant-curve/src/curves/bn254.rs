//! BN254 (alt_bn128): `y^2 = x^3 + 3` over a field of 254 bits, embedding degree 12.
//!
//! Parameters: EIP-196 and EIP-197.

use ark_ff::{AdditiveGroup, BigInt, Field};
use secant_engine::{
    pairing::{Twist, bn::BnParams},
    scalars::sw::{Lattice, Map, Membership, Quarters},
};

prime_field! {
    /// The base field of the first group.
    Fq, FqParams, fq, 4,
    "21888242871839275222246405745257275088696311157297823662689037894645226208583",
    generator 3
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "21888242871839275222246405745257275088548364400416034343698204186575808495617",
    generator 5, small_subgroup (3, 2)
}
tower12!(FqParams, 4, beta: -1, xi: (9, 1));

/// A cube root of unity.
const CUBE_ROOT: Fq = cube_root!(FqParams, 4);
/// The coefficients of `psi`, the endomorphism of the second group.
const PSI: (Fq2, Fq2) = psi!(D, FqParams, 4);

/// The curve parameter.
const X: u64 = 4965661367192848881;
/// The lattice that splits a scalar into four parts.
const LATTICE: Lattice = Lattice::bn(X);

config_struct! {
    /// The pairing.
    Config
}

impl<H: crate::Host> BnParams for Config<H> {
    const X: &'static [u64] = &[X];
    const X_IS_NEGATIVE: bool = false;
    #[rustfmt::skip]
    const LOOP: &'static [i8] = &[
        0, 0, 0, 1, 0, 1, 0, -1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, -1, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0,
        1, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, -1, 0, 1, 0, -1, 0, 0, 0, -1, 0, -1, 0, 0, 0, 1, 0, 1, 1,
    ];
    const TWIST: Twist = Twist::D;
    const FROBENIUS_X: Fq2 = PSI.0;
    const FROBENIUS_Y: Fq2 = PSI.1;
    type Fp = Fq;
    type Fr = Fr;
    type Fp2Config = Fq2Config;
    type Fp6Config = Fq6Config;
    type Fp12Config = Fq12Config;
    type G1 = g1::Config<H>;
    type G2 = g2::Config<H>;
}

pairing! {
    /// The pairing-friendly curve BN254.
    Bn254 = Bn254, Bn, Config, Fq, Fr, Fq12
}

/// The first group.
pub mod g1 {
    use super::*;

    config_struct! {
        /// `y^2 = x^3 + 3` over the base field.
        Config
    }
    curve_config!(Config, Fq, FrParams, 4, cofactor[1]);
    short_weierstrass! {
        Config = Bn254G1, a: Fq::ZERO, b: fq(BigInt!("3")), generator: (Fq::ONE, fq(BigInt!("2"))),
        endomorphism: (
            "2203960485148121921418603742825762020974279258880205651966",
            (+ "0x6f4d8248eeb859fc8211bbeb7d4f1128"),
            (+ "0x6f4d8248eeb859fd0be4e1541221250b")
        ),
        // (2 x + 1) + (6 x^2 + 4 x + 1) phi = 0
        subgroup: glv!(CUBE_ROOT, x: X, false, a0: [1, 2], a1: [1, 4, 6])
    }
}

/// The second group.
pub mod g2 {
    use super::*;

    config_struct! {
        /// `y^2 = x^3 + 3 / (9 + u)` over the quadratic extension.
        Config
    }
    curve_config!(Config, Fq2, FrParams, 4, cofactor [
        0x345f2299c0f9fa8d, 0x06ceecda572a2489, 0xb85045b68181585e, 0x30644e72e131a029,
    ]);
    short_weierstrass! {
        Config = Bn254G2, a: Fq2::new(Fq::ZERO, Fq::ZERO),
        b: Fq2::new(
            fq(BigInt!("19485874751759354771024239261021720505790618469301721065564631296452457478373")),
            fq(BigInt!("266929791119991161246907387137283842545076965332900288569378510910307636690"))
        ),
        generator: (
            Fq2::new(
                fq(BigInt!("10857046999023057135944570762232829481370756359578518086990519993285655852781")),
                fq(BigInt!("11559732032986387107991004021392285783925812861821192530917403151452391805634"))
            ),
            Fq2::new(
                fq(BigInt!("8495653923123431417604973247489272438418190587263600148770280649306958101930")),
                fq(BigInt!("4082367875863433681332203403145435568316851327593401208105741076214120093531"))
            )
        ),
        // (6 x^2 + 4 x + 1) + (2 x + 1) phi = 0
        subgroup: gls!(Quarters::Lattice(&LATTICE)),
        membership: Membership {
            // (x + 1) + x psi + x psi^2 - 2 x psi^3
            map: Map::Psi(PSI.0, PSI.1),
            chain: &[(X, false)],
            terms: &[&[1, 1], &[0, 1], &[0, 1], &[0, -2]],
        }
    }
}
