//! BN254 (alt_bn128): `y^2 = x^3 + 3` over a field of 254 bits, embedding degree 12.
//!
//! Parameters: EIP-196 and EIP-197.

use crate::{
    GroupId, Host, Hosted, HostedPairing, PairingCurve, PairingId, Plain,
    encoding::Arkworks,
    parameters::{CurveParams, SwParams},
    tower::{self, Tower},
};
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::{AdditiveGroup, BigInt, Field, Fp2, Fp6, Fp12};
use secant_engine::{
    Signed,
    pairing::{Bn, Twist, bn::BnParams},
    scalars::sw::{Endomorphism, Lattice, Map, Membership, Quarters, SubgroupMul},
};
use secant_field::{Prime, PrimeParams, integer, tower::cube_root};

/// The base field of the first group.
pub type Fq = Prime<FqParams, 4>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<4> for FqParams {
    const MODULUS: BigInt<4> = BigInt!("21888242871839275222246405745257275088696311157297823662689037894645226208583");
    const GENERATOR: i64 = 3;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("21888242871839275222246405745257275088548364400416034343698204186575808495617");
    const GENERATOR: i64 = 5;
    const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 2));
}

impl Tower<4> for FqParams {
    const BETA: i64 = -1;
    const XI: (i64, i64) = (9, 1);
}

/// The quadratic extension.
pub type Fq2 = Fp2<Fq2Config>;
/// The sextic extension.
pub type Fq6 = Fp6<Fq6Config>;
/// The extension of degree twelve.
pub type Fq12 = Fp12<Fq12Config>;
/// The configuration of [`Fq2`].
pub type Fq2Config = tower::Fp2Config<FqParams, 4>;
/// The configuration of [`Fq6`].
pub type Fq6Config = tower::Fp6Config<FqParams, 4>;
/// The configuration of [`Fq12`].
pub type Fq12Config = tower::Fp12Config<FqParams, 4>;

/// A cube root of unity.
const CUBE_ROOT: Fq = cube_root();
/// The coefficients of `psi`, the endomorphism of the second group.
const PSI: (Fq2, Fq2) = Fq2Config::psi(Twist::D);

/// The curve parameter.
const X: u64 = 4965661367192848881;
/// The lattice that splits a scalar into four parts.
const LATTICE: Lattice = Lattice::bn(X);

/// The pairing.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// Names the pairing. Its parameters are what [`Config`] implements.
pub struct Parameters;

impl<H: Host> BnParams for Config<H> {
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

/// The pairing-friendly curve BN254.
pub type Bn254<H = Plain> = PairingCurve<Config<H>>;
/// A point of the first group in affine coordinates.
pub type G1Affine<H = Plain> = Affine<g1::Config<H>>;
/// A point of the first group in Jacobian coordinates.
pub type G1Projective<H = Plain> = Projective<g1::Config<H>>;
/// A point of the second group in affine coordinates.
pub type G2Affine<H = Plain> = Affine<g2::Config<H>>;
/// A point of the second group in Jacobian coordinates.
pub type G2Projective<H = Plain> = Projective<g2::Config<H>>;

impl<H: Host> HostedPairing for Config<H> {
    const ID: PairingId = PairingId::Bn254;
    type Fp = Fq;
    type Fr = Fr;
    type G1 = g1::Config<H>;
    type G2 = g2::Config<H>;
    type Target = Fq12;
    type Host = H;
    type Family = Bn<Self>;
    type Compiled = Config;
}

/// The first group.
pub mod g1 {
    use super::*;

    /// `y^2 = x^3 + 3` over the base field.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[1];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bn254G1;
        const A: Fq = Fq::ZERO;
        const B: Fq = integer(BigInt!("3"));
        const GENERATOR: (Fq, Fq) = (Fq::ONE, integer(BigInt!("2")));
        const ENDOMORPHISM: Option<Endomorphism<Fq>> = Some(Endomorphism::new(
            integer(BigInt!("2203960485148121921418603742825762020974279258880205651966")),
            Signed::positive(BigInt!("0x6f4d8248eeb859fc8211bbeb7d4f1128")),
            Signed::positive(BigInt!("0x6f4d8248eeb859fd0be4e1541221250b")),
        ));
        // (2 x + 1) + (6 x^2 + 4 x + 1) phi = 0
        const SUBGROUP: Option<SubgroupMul<Fq>> = Some(SubgroupMul::glv(CUBE_ROOT, (X, false), &[1, 2], &[1, 4, 6]));
        type Encoding = Arkworks;
        type Compiled = G1Projective;
    }
}

/// The second group.
pub mod g2 {
    use super::*;

    /// `y^2 = x^3 + 3 / (9 + u)` over the quadratic extension.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq2;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[
            0x345f2299c0f9fa8d,
            0x06ceecda572a2489,
            0xb85045b68181585e,
            0x30644e72e131a029,
        ];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bn254G2;
        const A: Fq2 = Fq2::new(Fq::ZERO, Fq::ZERO);
        const B: Fq2 = Fq2::new(
            integer(BigInt!(
                "19485874751759354771024239261021720505790618469301721065564631296452457478373"
            )),
            integer(BigInt!(
                "266929791119991161246907387137283842545076965332900288569378510910307636690"
            )),
        );
        const GENERATOR: (Fq2, Fq2) = (
            Fq2::new(
                integer(BigInt!(
                    "10857046999023057135944570762232829481370756359578518086990519993285655852781"
                )),
                integer(BigInt!(
                    "11559732032986387107991004021392285783925812861821192530917403151452391805634"
                )),
            ),
            Fq2::new(
                integer(BigInt!(
                    "8495653923123431417604973247489272438418190587263600148770280649306958101930"
                )),
                integer(BigInt!(
                    "4082367875863433681332203403145435568316851327593401208105741076214120093531"
                )),
            ),
        );
        // (6 x^2 + 4 x + 1) + (2 x + 1) phi = 0
        const SUBGROUP: Option<SubgroupMul<Fq2>> = Some(SubgroupMul::gls(PSI, Quarters::Lattice(&LATTICE)));
        const MEMBERSHIP: Option<Membership<Fq2>> = Some(Membership {
            // (x + 1) + x psi + x psi^2 - 2 x psi^3
            map: Map::Psi(PSI.0, PSI.1),
            chain: &[(X, false)],
            terms: &[&[1, 1], &[0, 1], &[0, 1], &[0, -2]],
        });
        type Encoding = Arkworks;
        type Compiled = G2Projective;
    }
}
