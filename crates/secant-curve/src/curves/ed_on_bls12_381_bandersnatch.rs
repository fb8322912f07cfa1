//! Bandersnatch: `-5 x^2 + y^2 = 1 + d x^2 y^2` over the scalar field of BLS12-381, and its short Weierstrass form.
//!
//! Parameters: Masson, Sanso, Zhang, "Bandersnatch" (eprint 2021/1152).

use ark_ff::BigInt;

pub use super::bls12_381::{Fr as Fq, FrParams as FqParams};

prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "13108968793781547619861935127046491459309155893440570251786403306729687672801",
    generator 7
}

const fn fq(x: BigInt<4>) -> Fq {
    secant_field::Mont::<FqParams, 4>::from_int(x)
}

/// The Frobenius endomorphism minus one, as `a0 + a1 phi`. It annihilates every point over the base field. It is twice
/// the annihilator of the subgroup, since all points of order two are defined over the base field.
const FROBENIUS_MINUS_ONE: [secant_engine::Signed; 2] = [
    signed_integer!((+ "226964463382678407729022736509915246654")),
    signed_integer!((+ "21482638764116277775478679919733259912")),
];

config_struct! {
    /// Both forms of Bandersnatch. The twisted Edwards form is not complete: neither `a` nor `d` is a square, and two
    /// points of order two are at infinity. A multiple or an MSM whose result is such a point is an error. arkworks'
    /// own addition (`+`) is undefined if the sum or the difference of the two points is such a point.
    Config
}
curve_config!(Config, Fq, FrParams, 4, cofactor[4]);
twisted_edwards! {
    Config = BandersnatchTe,
    a: secant_field::Mont::<FqParams, 4>::from_i64(-5),
    d: fq(BigInt!("45022363124591815672509500913686876175488063829319466900776701791074614335719")),
    generator: (
        fq(BigInt!("18886178867200960497001835917649091219057080094937609519140440539760939937304")),
        fq(BigInt!("19188667384257783945677642223292697773471335439753913231509108946878080696678"))
    ),
    montgomery: (
        fq(BigInt!("29978822694968839326280996386011761570173833766074948509196803838190355340952")),
        fq(BigInt!("25465760566081946422412445027709227188579564747101592991722834452325077642517"))
    ),
    mul_by_a: |x: Fq| secant_field::tower::mul_small::<_, -5>(&x),
    endomorphism: (
        "37446463827641770816307242315180085052603635617490163568005256780843403514036",
        "49199877423542878313146170939139662862850515542392585932876811575731455068989",
        subgroup: [
            signed_integer!((+ "113482231691339203864511368254957623327")),
            signed_integer!((+ "10741319382058138887739339959866629956"))
        ],
        curve: FROBENIUS_MINUS_ONE
    )
}
short_weierstrass! {
    Config = BandersnatchSw,
    a: fq(BigInt!("10773120815616481058602537765553212789256758185246796157495669123169359657269")),
    b: fq(BigInt!("29569587568322301171008055308580903175558631321415017492731745847794083609535")),
    generator: (
        fq(BigInt!("30900340493481298850216505686589334086208278925799850409469406976849338430199")),
        fq(BigInt!("12663882780877899054958035777720958383845500985908634476792678820121468453298"))
    ),
    degree_two: (
        "42460977304182762931716743824405123254375045638571669698531889431804823178961",
        "16179988757916560828042703019157862555423915259987516670363983152270268614612",
        FROBENIUS_MINUS_ONE
    )
}

/// A point of the twisted Edwards form in affine coordinates.
pub type EdwardsAffine<H = crate::Plain> = ark_ec::twisted_edwards::Affine<Config<H>>;
/// A point of the twisted Edwards form in extended coordinates.
pub type EdwardsProjective<H = crate::Plain> = ark_ec::twisted_edwards::Projective<Config<H>>;
/// A point of the short Weierstrass form in affine coordinates.
pub type SWAffine<H = crate::Plain> = ark_ec::short_weierstrass::Affine<Config<H>>;
/// A point of the short Weierstrass form in Jacobian coordinates.
pub type SWProjective<H = crate::Plain> = ark_ec::short_weierstrass::Projective<Config<H>>;
