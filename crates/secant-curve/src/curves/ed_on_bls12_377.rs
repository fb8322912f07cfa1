//! The twisted Edwards curve `-x^2 + y^2 = 1 + 3021 x^2 y^2` over the scalar field of BLS12-377.
//!
//! Parameters: Bowe, Chiesa, Green, Miers, Mishra, Wu, "Zexe" (eprint 2018/962), section 6.

use crate::{
    GroupId, Hosted, Plain,
    parameters::{CurveParams, TeParams},
};
use ark_ec::twisted_edwards as te;
use ark_ff::{BigInt, Field};
use secant_field::{Prime, PrimeParams, integer};

pub use super::bls12_377::{Fr as Fq, FrParams as FqParams};

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> = BigInt!("2111115437357092606062206234695386632838870926408408195193685246394721360383");
    const GENERATOR: i64 = 5;
}

/// The curve. Its addition law is complete.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// The parameters of the curve.
pub struct Parameters;

impl CurveParams for Parameters {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = &[4];
}

impl TeParams for Parameters {
    const ID: GroupId = GroupId::EdOnBls12_377;
    const A: Fq = Fq::NEG_ONE;
    const D: Fq = integer(BigInt!("3021"));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "4497879464030519973909970603271755437257548612157028181994697785683032656389"
        )),
        integer(BigInt!(
            "4357141146396347889246900916607623952598927460421559113092863576544024487809"
        )),
    );
    const MONTGOMERY: (Fq, Fq) = (
        integer(BigInt!(
            "3990301581132929505568273333084066329187552697088022219156688740916631500114"
        )),
        integer(BigInt!(
            "4454160168295440918680551605697480202188346638066041608778544715000777738925"
        )),
    );
    type Compiled = EdwardsProjective;

    #[inline(always)]
    fn mul_by_a(x: Fq) -> Fq {
        -x
    }
}

/// A point of the twisted Edwards form in affine coordinates.
pub type EdwardsAffine<H = Plain> = te::Affine<Config<H>>;
/// A point of the twisted Edwards form in extended coordinates.
pub type EdwardsProjective<H = Plain> = te::Projective<Config<H>>;
