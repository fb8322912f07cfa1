//! Bandersnatch: `-5 x^2 + y^2 = 1 + d x^2 y^2` over the scalar field of BLS12-381, and its short Weierstrass form.
//!
//! Parameters: Masson, Sanso, Zhang, "Bandersnatch" (eprint 2021/1152).

use crate::{
    GroupId, Hosted, Plain,
    encoding::Arkworks,
    parameters::{CurveParams, SwParams, TeParams},
};
use ark_ec::{short_weierstrass as sw, twisted_edwards as te};
use ark_ff::BigInt;
use secant_engine::{
    Signed,
    scalars::{sw::DegreeTwoEndomorphism, te::Endomorphism},
};
use secant_field::{Prime, PrimeParams, integer, small_integer, tower::mul_small};

pub use super::bls12_381::{Fr as Fq, FrParams as FqParams};

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("13108968793781547619861935127046491459309155893440570251786403306729687672801");
    const GENERATOR: i64 = 7;
}

/// The Frobenius endomorphism minus one, as `a0 + a1 phi`. It annihilates every point over the base field. It is twice
/// the annihilator of the subgroup, since all points of order two are defined over the base field.
const FROBENIUS_MINUS_ONE: [Signed; 2] = [
    Signed::positive(BigInt!("226964463382678407729022736509915246654")),
    Signed::positive(BigInt!("21482638764116277775478679919733259912")),
];

/// Both forms of Bandersnatch. The twisted Edwards form is not complete: neither `a` nor `d` is a square, and two
/// points of order two are at infinity. A multiple or an MSM whose result is such a point is an error. arkworks'
/// own addition (`+`) is undefined if the sum or the difference of the two points is such a point.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// The parameters of the curve.
pub struct Parameters;

impl CurveParams for Parameters {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = &[4];
}

impl TeParams for Parameters {
    const ID: GroupId = GroupId::BandersnatchTe;
    const A: Fq = small_integer(-5);
    const D: Fq = integer(BigInt!(
        "45022363124591815672509500913686876175488063829319466900776701791074614335719"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "18886178867200960497001835917649091219057080094937609519140440539760939937304"
        )),
        integer(BigInt!(
            "19188667384257783945677642223292697773471335439753913231509108946878080696678"
        )),
    );
    const MONTGOMERY: (Fq, Fq) = (
        integer(BigInt!(
            "29978822694968839326280996386011761570173833766074948509196803838190355340952"
        )),
        integer(BigInt!(
            "25465760566081946422412445027709227188579564747101592991722834452325077642517"
        )),
    );
    const ENDOMORPHISM: Option<Endomorphism<Fq>> = Some(Endomorphism::new(
        integer(BigInt!(
            "37446463827641770816307242315180085052603635617490163568005256780843403514036"
        )),
        integer(BigInt!(
            "49199877423542878313146170939139662862850515542392585932876811575731455068989"
        )),
        [
            Signed::positive(BigInt!("113482231691339203864511368254957623327")),
            Signed::positive(BigInt!("10741319382058138887739339959866629956")),
        ],
        FROBENIUS_MINUS_ONE,
    ));
    type Compiled = EdwardsProjective;

    #[inline(always)]
    fn mul_by_a(x: Fq) -> Fq {
        mul_small(&x, -5)
    }
}

impl SwParams for Parameters {
    const ID: GroupId = GroupId::BandersnatchSw;
    const A: Fq = integer(BigInt!(
        "10773120815616481058602537765553212789256758185246796157495669123169359657269"
    ));
    const B: Fq = integer(BigInt!(
        "29569587568322301171008055308580903175558631321415017492731745847794083609535"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "30900340493481298850216505686589334086208278925799850409469406976849338430199"
        )),
        integer(BigInt!(
            "12663882780877899054958035777720958383845500985908634476792678820121468453298"
        )),
    );
    const DEGREE_TWO: Option<DegreeTwoEndomorphism<Fq>> = Some(DegreeTwoEndomorphism::new(
        integer(BigInt!(
            "42460977304182762931716743824405123254375045638571669698531889431804823178961"
        )),
        integer(BigInt!(
            "16179988757916560828042703019157862555423915259987516670363983152270268614612"
        )),
        FROBENIUS_MINUS_ONE,
    ));
    type Encoding = Arkworks;
    type Compiled = SWProjective;
}

/// A point of the twisted Edwards form in affine coordinates.
pub type EdwardsAffine<H = Plain> = te::Affine<Config<H>>;
/// A point of the twisted Edwards form in extended coordinates.
pub type EdwardsProjective<H = Plain> = te::Projective<Config<H>>;
/// A point of the short Weierstrass form in affine coordinates.
pub type SWAffine<H = Plain> = sw::Affine<Config<H>>;
/// A point of the short Weierstrass form in Jacobian coordinates.
pub type SWProjective<H = Plain> = sw::Projective<Config<H>>;
