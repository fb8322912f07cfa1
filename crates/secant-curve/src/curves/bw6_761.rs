//! BW6-761: `y^2 = x^3 - 1` over a field of 761 bits, embedding degree 6; its scalar field is the base field of
//! BLS12-377.
//!
//! Parameters: El Housni, Guillevic, "Optimized and secure pairing-friendly elliptic curves suitable for one
//! layer proof composition" (eprint 2020/351).

use crate::{
    GroupId, Host, Hosted, HostedPairing, PairingCurve, PairingId, Plain,
    encoding::Arkworks,
    parameters::{CurveParams, SwParams},
};
use ark_ec::short_weierstrass::{Affine, Projective};
use ark_ff::{
    AdditiveGroup, BigInt, Field, Fp3, Fp3Config,
    fp6_2over3::{Fp6, Fp6Config},
};
use secant_engine::{
    pairing::{Bw6, SmallXi, Twist, bw6::Bw6Params},
    scalars::sw::{Map, Membership, SubgroupMul},
};
use secant_field::{
    Mont, Prime, PrimeParams, integer, small_integer,
    tower::{self, cube_root},
};

pub use super::bls12_377::{Fq as Fr, FqParams as FrParams};

/// The base field of both groups.
pub type Fq = Prime<FqParams, 12>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<12> for FqParams {
    const MODULUS: BigInt<12> = BigInt!(
        "6891450384315732539396789682275657542479668912536150109513790160209623422243491736087683183289411687640864567753786613451161759120554247759349511699125301598951605099378508850372543631423596795951899700429969112842764913119068299"
    );
    const GENERATOR: i64 = 2;
}

/// The cubic extension.
pub type Fq3 = Fp3<Fq3Config>;
/// The sextic extension.
pub type Fq6 = Fp6<Fq6Config>;

/// The configuration of [`Fq3`]: `u^3 = -4`.
#[derive(Clone, Copy, Debug)]
pub struct Fq3Config;
/// The configuration of [`Fq6`]: `v^2 = u`.
#[derive(Clone, Copy, Debug)]
pub struct Fq6Config;

const XI: Fq = small_integer(-4);
/// A cube root of unity: `2^((p - 1) / 3)`.
const CUBE_ROOT: Fq = cube_root();
/// `xi^((p - 1) / 6)`: it equals `-CUBE_ROOT` because the exponent is odd and `-xi = 2^2`.
const GAMMA: Fq = Mont::<FqParams, 12>::const_neg(&CUBE_ROOT);

impl Fp3Config for Fq3Config {
    type Fp = Fq;
    const NONRESIDUE: Fq = XI;
    const FROBENIUS_COEFF_FP3_C1: &'static [Fq] = &tower::frobenius_fp::<FqParams, 12, 3>(&GAMMA, 2);
    const FROBENIUS_COEFF_FP3_C2: &'static [Fq] = &tower::frobenius_fp::<FqParams, 12, 3>(&GAMMA, 4);
    const TWO_ADICITY: u32 = 1;
    const TRACE_MINUS_ONE_DIV_TWO: &'static [u64] =
        &tower::cube_minus_three_div_four::<12, 36>(&Mont::<FqParams, 12>::M);
    const QUADRATIC_NONRESIDUE_TO_T: Fq3 = Fq3::new(Fq::NEG_ONE, Fq::ZERO, Fq::ZERO);

    #[inline(always)]
    fn mul_fp_by_nonresidue_in_place(x: &mut Fq) -> &mut Fq {
        *x = tower::mul_small(x, -4);
        x
    }
}

impl Fp6Config for Fq6Config {
    type Fp3Config = Fq3Config;
    const NONRESIDUE: Fq3 = Fq3::new(Fq::ZERO, Fq::ONE, Fq::ZERO);
    const FROBENIUS_COEFF_FP6_C1: &'static [Fq] = &tower::frobenius_fp::<FqParams, 12, 6>(&GAMMA, 1);
}

impl SmallXi for Fq6Config {
    const XI: (i64, i64) = (-4, 0);
}

/// The curve parameter.
const X: u64 = 0x8508c00000000001;

/// The pairing.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// Names the pairing. Its parameters are what [`Config`] implements.
pub struct Parameters;

impl<H: Host> Bw6Params for Config<H> {
    const X: &'static [u64] = &[X];
    const X_IS_NEGATIVE: bool = false;
    #[rustfmt::skip]
    const LOOP_2: &'static [i8] = &[
        -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1,
        0, 0, -1, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1,
    ];
    // Algorithm 6 of the paper.
    const HARD_PART: (&'static [i16], &'static [i16]) = (
        &[-220, -263, -73, -314, -197, 269, 70, -103],
        &[229, 34, -181, 452, -65, -445, 492, 77, -276, 103],
    );
    const TWIST: Twist = Twist::M;
    type Fp = Fq;
    type Fr = Fr;
    type Fp3Config = Fq3Config;
    type Fp6Config = Fq6Config;
    type G1 = g1::Config<H>;
    type G2 = g2::Config<H>;
}

/// The pairing-friendly curve BW6-761.
pub type BW6_761<H = Plain> = PairingCurve<Config<H>>;
/// A point of the first group in affine coordinates.
pub type G1Affine<H = Plain> = Affine<g1::Config<H>>;
/// A point of the first group in Jacobian coordinates.
pub type G1Projective<H = Plain> = Projective<g1::Config<H>>;
/// A point of the second group in affine coordinates.
pub type G2Affine<H = Plain> = Affine<g2::Config<H>>;
/// A point of the second group in Jacobian coordinates.
pub type G2Projective<H = Plain> = Projective<g2::Config<H>>;

impl<H: Host> HostedPairing for Config<H> {
    const ID: PairingId = PairingId::Bw6_761;
    type Fp = Fq;
    type Fr = Fr;
    type G1 = g1::Config<H>;
    type G2 = g2::Config<H>;
    type Target = Fq6;
    type Host = H;
    type Family = Bw6<Self>;
    type Compiled = Config;
}

/// The first group.
pub mod g1 {
    use super::*;

    /// `y^2 = x^3 - 1`.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[
            0x3de580000000007c,
            0x832ba4061000003b,
            0xc61c554757551c0c,
            0xc856a0853c9db94c,
            0x2c77d5ac34cb12ef,
            0xad1972339049ce76,
        ];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bw6_761G1;
        const A: Fq = Fq::ZERO;
        const B: Fq = Fq::NEG_ONE;
        const GENERATOR: (Fq, Fq) = (
            integer(BigInt!(
                "6238772257594679368032145693622812838779005809760824733138787810501188623461307351759238099287535516224314149266511977132140828635950940021790489507611754366317801811090811367945064510304504157188661901055903167026722666149426237"
            )),
            integer(BigInt!(
                "2101735126520897423911504562215834951148127555913367997162789335052900271653517958562461315794228241561913734371411178226936527683203879553093934185950470971848972085321797958124416462268292467002957525517188485984766314758624099"
            )),
        );
        // (x + 1) + (x^3 - x^2 + 1) phi = 0
        const SUBGROUP: Option<SubgroupMul<Fq>> =
            Some(SubgroupMul::glv(CUBE_ROOT, (X, false), &[1, 1], &[1, 0, -1, 1]));
        const MEMBERSHIP: Option<Membership<Fq>> = Some(Membership {
            // (x + 1) + (x^3 - x^2 + 1) phi has norm three times the order. Three does not divide the cofactor.
            map: Map::Phi(CUBE_ROOT),
            chain: &[(X, false), (X, false), (X, false)],
            terms: &[&[1, 1], &[1, 0, -1, 1]],
        });
        type Encoding = Arkworks;
        type Compiled = G1Projective;
    }
}

/// The second group.
pub mod g2 {
    use super::*;

    /// `y^2 = x^3 + 4`.
    pub type Config<H = Plain> = Hosted<Parameters, H>;

    /// The parameters of the curve.
    pub struct Parameters;

    impl CurveParams for Parameters {
        type BaseField = Fq;
        type ScalarField = Fr;
        const COFACTOR: &'static [u64] = &[
            0x3de5800000000075,
            0x832ba4061000003b,
            0xc61c554757551c0c,
            0xc856a0853c9db94c,
            0x2c77d5ac34cb12ef,
            0xad1972339049ce76,
        ];
    }

    impl SwParams for Parameters {
        const ID: GroupId = GroupId::Bw6_761G2;
        const A: Fq = Fq::ZERO;
        const B: Fq = integer(BigInt!("4"));
        const GENERATOR: (Fq, Fq) = (
            integer(BigInt!(
                "6445332910596979336035888152774071626898886139774101364933948236926875073754470830732273879639675437155036544153105017729592600560631678554299562762294743927912429096636156401171909259073181112518725201388196280039960074422214428"
            )),
            integer(BigInt!(
                "562923658089539719386922163444547387757586534741080263946953401595155211934630598999300396317104182598044793758153214972605680357108252243146746187917218885078195819486220416605630144001533548163105316661692978285266378674355041"
            )),
        );
        // (x^3 - x^2 + 1) + (x + 1) phi = 0
        const SUBGROUP: Option<SubgroupMul<Fq>> =
            Some(SubgroupMul::glv(CUBE_ROOT, (X, false), &[1, 0, -1, 1], &[1, 1]));
        const MEMBERSHIP: Option<Membership<Fq>> = Some(Membership {
            // Three divides the cofactor. So the test divides by 1 - phi: ((x^3 - x^2 + 1) + (x + 1) phi) / (1 - phi) =
            // u (2 x^2 - 1) + (u x^2 + u + 1) phi for u = (x - 1) / 3. Its norm is the order.
            map: Map::Phi(CUBE_ROOT),
            chain: &[((X - 1) / 3, false), (X, false), (X, false)],
            terms: &[&[0, -1, 0, 2], &[1, 1, 0, 1]],
        });
        type Encoding = Arkworks;
        type Compiled = G2Projective;
    }
}
