//! BLS12-377: `y^2 = x^3 + 1` over a field of 377 bits, embedding degree 12.
//!
//! Parameters: Bowe, Chiesa, Green, Miers, Mishra, Wu, "Zexe" (eprint 2018/962), section 6.

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
        "258664426012969094010652733694893533536393512754914660539884262666720468348340822774968888139573360124440321458177"
    );
    const GENERATOR: i64 = 15;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("8444461749428370424248824938781546531375899335154063827935233455917409239041");
    const GENERATOR: i64 = 22;
}

impl Tower<6> for FqParams {
    const BETA: i64 = -5;
    const XI: (i64, i64) = (0, 1);
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
const PSI: (Fq2, Fq2) = Fq2Config::psi(Twist::D);

/// The curve parameter.
const X: u64 = 0x8508c00000000001;

/// The pairing.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// Names the pairing. Its parameters are what [`Config`] implements.
pub struct Parameters;

impl<H: Host> Bls12Params for Config<H> {
    const X: &'static [u64] = &[X];
    const X_IS_NEGATIVE: bool = false;
    const TWIST: Twist = Twist::D;
    type Fp = Fq;
    type Fr = Fr;
    type Fp2Config = Fq2Config;
    type Fp6Config = Fq6Config;
    type Fp12Config = Fq12Config;
    type G1 = g1::Config<H>;
    type G2 = g2::Config<H>;
}

/// The pairing-friendly curve BLS12-377.
pub type Bls12_377<H = Plain> = PairingCurve<Config<H>>;
/// A point of the first group in affine coordinates.
pub type G1Affine<H = Plain> = Affine<g1::Config<H>>;
/// A point of the first group in Jacobian coordinates.
pub type G1Projective<H = Plain> = Projective<g1::Config<H>>;
/// A point of the second group in affine coordinates.
pub type G2Affine<H = Plain> = Affine<g2::Config<H>>;
/// A point of the second group in Jacobian coordinates.
pub type G2Projective<H = Plain> = Projective<g2::Config<H>>;

impl<H: Host> HostedPairing for Config<H> {
    const ID: PairingId = PairingId::Bls12_377;
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

    /// `y^2 = x^3 + 1` over the base field.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[0, 0x170b5d4430000000];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bls12_377G1;
        const A: Fq = Fq::ZERO;
        const B: Fq = Fq::ONE;
        const GENERATOR: (Fq, Fq) = (
            integer(BigInt!(
                "81937999373150964239938255573465948239988671502647976594219695644855304257327692006745978603320413799295628339695"
            )),
            integer(BigInt!(
                "241266749859715473739788878240585681733927191168601896383759122102112907357779751001206799952863815012735208165030"
            )),
        );
        const ENDOMORPHISM: Option<Endomorphism<Fq>> = Some(Endomorphism::new(
            integer(BigInt!(
                "80949648264912719408558363140637477264845294720710499478137287262712535938301461879813459410945"
            )),
            Signed::positive(BigInt!("0xbf9b117dd04a4002e16ba886000000058b0800000000000")),
            Signed::positive(BigInt!("0x17f3622fba0948005c2d7510c00000002c58400000000000")),
        ));
        // phi = x^2 - 1
        const SUBGROUP: Option<SubgroupMul<Fq>> = Some(SubgroupMul::glv(CUBE_ROOT, (X, false), &[-1, 0, 1], &[-1]));
        const MEMBERSHIP: Option<Membership<Fq>> = Some(Membership {
            // (x^2 - 1) - phi, of norm x^4 - x^2 + 1, the order
            map: Map::Phi(CUBE_ROOT),
            chain: &[(X, false), (X, false)],
            terms: &[&[-1, 0, 1], &[-1]],
        });
        // x - 1 clears the cofactor too.
        const CLEARING: &'static [u64] = &[0x8508c00000000000];
        type Encoding = Arkworks;
        type Compiled = G1Projective;
    }
}

/// The second group.
pub mod g2 {
    use super::*;

    /// `y^2 = x^3 + 1 / u` over the quadratic extension.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq2;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[
            0x0000000000000001,
            0x452217cc90000000,
            0xa0f3622fba094800,
            0xd693e8c36676bd09,
            0x8c505634fae2e189,
            0xfbb36b00e1dcc40c,
            0xddd88d99a6f6a829,
            0x0026ba558ae9562a,
        ];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bls12_377G2;
        const A: Fq2 = Fq2::new(Fq::ZERO, Fq::ZERO);
        const B: Fq2 = Fq2::new(
            Fq::ZERO,
            integer(BigInt!(
                "155198655607781456406391640216936120121836107652948796323930557600032281009004493664981332883744016074664192874906"
            )),
        );
        const GENERATOR: (Fq2, Fq2) = (
            Fq2::new(
                integer(BigInt!(
                    "233578398248691099356572568220835526895379068987715365179118596935057653620464273615301663571204657964920925606294"
                )),
                integer(BigInt!(
                    "140913150380207355837477652521042157274541796891053068589147167627541651775299824604154852141315666357241556069118"
                )),
            ),
            Fq2::new(
                integer(BigInt!(
                    "63160294768292073209381361943935198908131692476676907196754037919244929611450776219210369229519898517858833747423"
                )),
                integer(BigInt!(
                    "149157405641012693445398062341192467754805999074082136895788947234480009303640899064710353187729182149407503257491"
                )),
            ),
        );
        const SUBGROUP: Option<SubgroupMul<Fq2>> = Some(SubgroupMul::gls(
            PSI,
            Quarters::Base {
                eigenvalue: X,
                is_negative: false,
            },
        ));
        const MEMBERSHIP: Option<Membership<Fq2>> = Some(Membership {
            // x - psi, of norm p - x: the order times the cofactor of the first group
            map: Map::Psi(PSI.0, PSI.1),
            chain: &[(X, false)],
            terms: &[&[0, 1], &[-1]],
        });
        // The effective cofactor of the fast method of Budroni and Pintore (eprint 2017/419).
        const CLEARING: &'static [u64] = &[
            0x1e34800000000000,
            0xcf664765b0000003,
            0x8e8e73ad8a538800,
            0x78ba279637388559,
            0xb85860aaaad29276,
            0xf7ee7c4b03103b45,
            0x8f6ade35a5c7d769,
            0xa951764c46f4edd2,
            0x53648d3d9502abfb,
            0x001f60243677e306,
        ];
        type Encoding = Arkworks;
        type Compiled = G2Projective;
    }
}
