//! BLS12-381: `y^2 = x^3 + 4` over a field of 381 bits, embedding degree 12.
//!
//! Parameters: <https://electriccoin.co/blog/new-snark-curve/> and `draft-irtf-cfrg-pairing-friendly-curves`,
//! section 4.2.1. The points are encoded as Zcash does (see there, appendix C).

use crate::{
    GroupId, Host, Hosted, HostedPairing, PairingCurve, PairingId, Plain,
    encoding::Zcash,
    parameters::{CurveParams, SwParams},
    tower::{self, Tower},
};
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::{AdditiveGroup, BigInt, Fp2, Fp6, Fp12};
use secant_engine::{
    Signed,
    pairing::{Bls12, Twist, bls12::Bls12Params},
    scalars::sw::{Endomorphism, Map, Membership, Quarters, SubgroupMul},
};
use secant_field::{Prime, PrimeParams, integer, tower::cube_root};

/// The base field of the first group.
pub type Fq = Prime<FqParams, 6>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<6> for FqParams {
    const MODULUS: BigInt<6> = BigInt!(
        "4002409555221667393417789825735904156556882819939007885332058136124031650490837864442687629129015664037894272559787"
    );
    const GENERATOR: i64 = 2;
    const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 2));
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("52435875175126190479447740508185965837690552500527637822603658699938581184513");
    const GENERATOR: i64 = 7;
    const SMALL_SUBGROUP: Option<(u32, u32)> = Some((3, 1));
}

impl Tower<6> for FqParams {
    const BETA: i64 = -1;
    const XI: (i64, i64) = (1, 1);
}

/// The quadratic extension.
pub type Fq2 = Fp2<Fq2Config>;
/// The sextic extension.
pub type Fq6 = Fp6<Fq6Config>;
/// The extension of degree twelve.
pub type Fq12 = Fp12<Fq12Config>;
/// The configuration of [`Fq2`].
pub type Fq2Config = tower::Fp2Config<FqParams, 6>;
/// The configuration of [`Fq6`].
pub type Fq6Config = tower::Fp6Config<FqParams, 6>;
/// The configuration of [`Fq12`].
pub type Fq12Config = tower::Fp12Config<FqParams, 6>;

/// A cube root of unity.
const CUBE_ROOT: Fq = cube_root();
/// The coefficients of `psi`, the endomorphism of the second group.
pub(crate) const PSI: (Fq2, Fq2) = Fq2Config::psi(Twist::M);

/// The absolute value of the curve parameter.
const X: u64 = 0xd201000000010000;

/// The pairing.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// Names the pairing. Its parameters are what [`Config`] implements.
pub struct Parameters;

impl<H: Host> Bls12Params for Config<H> {
    const X: &'static [u64] = &[X];
    const X_IS_NEGATIVE: bool = true;
    const TWIST: Twist = Twist::M;
    type Fp = Fq;
    type Fr = Fr;
    type Fp2Config = Fq2Config;
    type Fp6Config = Fq6Config;
    type Fp12Config = Fq12Config;
    type G1 = g1::Config<H>;
    type G2 = g2::Config<H>;
}

/// The pairing-friendly curve BLS12-381.
pub type Bls12_381<H = Plain> = PairingCurve<Config<H>>;
/// A point of the first group in affine coordinates.
pub type G1Affine<H = Plain> = Affine<g1::Config<H>>;
/// A point of the first group in Jacobian coordinates.
pub type G1Projective<H = Plain> = Projective<g1::Config<H>>;
/// A point of the second group in affine coordinates.
pub type G2Affine<H = Plain> = Affine<g2::Config<H>>;
/// A point of the second group in Jacobian coordinates.
pub type G2Projective<H = Plain> = Projective<g2::Config<H>>;

impl<H: Host> HostedPairing for Config<H> {
    const ID: PairingId = PairingId::Bls12_381;
    type Fp = Fq;
    type Fr = Fr;
    type G1 = g1::Config<H>;
    type G2 = g2::Config<H>;
    type Target = Fq12;
    type Host = H;
    type Family = Bls12<Self>;
    type Compiled = Config;
}

/// The first group.
pub mod g1 {
    use super::*;

    /// `y^2 = x^3 + 4` over the base field.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[0x8c00aaab0000aaab, 0x396c8c005555e156];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bls12_381G1;
        const A: Fq = Fq::ZERO;
        const B: Fq = integer(BigInt!("4"));
        const GENERATOR: (Fq, Fq) = (
            integer(BigInt!(
                "3685416753713387016781088315183077757961620795782546409894578378688607592378376318836054947676345821548104185464507"
            )),
            integer(BigInt!(
                "1339506544944476473020471379941921221584933875938349620426543736416511423956333506472724655353366534992391756441569"
            )),
        );
        const ENDOMORPHISM: Option<Endomorphism<Fq>> = Some(Endomorphism::new(
            integer(BigInt!(
                "793479390729215512621379701633421447060886740281060493010456487427281649075476305620758731620350"
            )),
            Signed::positive(BigInt!("0x2f1b4444d201019b32c2e1567cac36aac95500005554aaaa")),
            Signed::positive(BigInt!("0x5e368889a40203366585c2acf9586d5664ab0000aaaa5555")),
        ));
        // phi = -x^2
        const SUBGROUP: Option<SubgroupMul<Fq>> = Some(SubgroupMul::glv(CUBE_ROOT, (X, true), &[0, 0, 1], &[1]));
        const MEMBERSHIP: Option<Membership<Fq>> = Some(Membership {
            // x^2 + phi, of norm x^4 - x^2 + 1: the order
            map: Map::Phi(CUBE_ROOT),
            chain: &[(X, true), (X, true)],
            terms: &[&[0, 0, 1], &[1]],
        });
        // 1 - x
        const CLEARING: &'static [u64] = &[0xd201000000010001];
        type Encoding = Zcash;
        type Compiled = G1Projective;
    }
}

/// The second group.
pub mod g2 {
    use super::*;

    /// `y^2 = x^3 + 4 (1 + u)` over the quadratic extension.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq2;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[
            0xcf1c38e31c7238e5,
            0x1616ec6e786f0c70,
            0x21537e293a6691ae,
            0xa628f1cb4d9e82ef,
            0xa68a205b2e5a7ddf,
            0xcd91de4547085aba,
            0x091d50792876a202,
            0x05d543a95414e7f1,
        ];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bls12_381G2;
        const A: Fq2 = Fq2::new(Fq::ZERO, Fq::ZERO);
        const B: Fq2 = Fq2::new(integer(BigInt!("4")), integer(BigInt!("4")));
        const GENERATOR: (Fq2, Fq2) = (
            Fq2::new(
                integer(BigInt!(
                    "352701069587466618187139116011060144890029952792775240219908644239793785735715026873347600343865175952761926303160"
                )),
                integer(BigInt!(
                    "3059144344244213709971259814753781636986470325476647558659373206291635324768958432433509563104347017837885763365758"
                )),
            ),
            Fq2::new(
                integer(BigInt!(
                    "1985150602287291935568054521177171638300868978215655730859378665066344726373823718423869104263333984641494340347905"
                )),
                integer(BigInt!(
                    "927553665492332455747201965776037880757740193453592970025027978793976877002675564980949289727957565575433344219582"
                )),
            ),
        );
        const SUBGROUP: Option<SubgroupMul<Fq2>> = Some(SubgroupMul::gls(
            PSI,
            Quarters::Base {
                eigenvalue: X,
                is_negative: true,
            },
        ));
        const MEMBERSHIP: Option<Membership<Fq2>> = Some(Membership {
            // x - psi, of norm p - x: the order times the cofactor of the first group
            map: Map::Psi(PSI.0, PSI.1),
            chain: &[(X, true)],
            terms: &[&[0, 1], &[-1]],
        });
        const CLEARING: &'static [u64] = &[
            0xe8020005aaa95551,
            0x59894c0adebbf6b4,
            0xe954cbc06689f6a3,
            0x2ec0ec69d7477c1a,
            0x6d82bf015d1212b0,
            0x329c2f178731db95,
            0x9986ff031508ffe1,
            0x88e2a8e9145ad768,
            0x584c6a0ea91b3528,
            0x0bc69f08f2ee75b3,
        ];
        type Encoding = Zcash;
        type Compiled = G2Projective;
    }
}
