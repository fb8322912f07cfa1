//! The twisted Edwards curve `-x^2 + y^2 = 1 + 3021 x^2 y^2` over the scalar field of BLS12-377.
//!
//! Parameters: Bowe, Chiesa, Green, Miers, Mishra, Wu, "Zexe" (eprint 2018/962), section 6.

use ark_ff::{BigInt, Field};

pub use super::bls12_377::{Fr as Fq, FrParams as FqParams};

prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "2111115437357092606062206234695386632838870926408408195193685246394721360383",
    generator 5
}

const fn fq(x: BigInt<4>) -> Fq {
    secant_field::Mont::<FqParams, 4>::from_int(x)
}

config_struct! {
    /// The curve. Its addition law is complete.
    Config
}
curve_config!(Config, Fq, FrParams, 4, cofactor[4]);
twisted_edwards! {
    Config = EdOnBls12_377,
    a: Fq::NEG_ONE,
    d: fq(BigInt!("3021")),
    generator: (
        fq(BigInt!("4497879464030519973909970603271755437257548612157028181994697785683032656389")),
        fq(BigInt!("4357141146396347889246900916607623952598927460421559113092863576544024487809"))
    ),
    montgomery: (
        fq(BigInt!("3990301581132929505568273333084066329187552697088022219156688740916631500114")),
        fq(BigInt!("4454160168295440918680551605697480202188346638066041608778544715000777738925"))
    ),
    mul_by_a: |x: Fq| -x
}

/// A point of the twisted Edwards form in affine coordinates.
pub type EdwardsAffine<H = crate::Plain> = ark_ec::twisted_edwards::Affine<Config<H>>;
/// A point of the twisted Edwards form in extended coordinates.
pub type EdwardsProjective<H = crate::Plain> = ark_ec::twisted_edwards::Projective<Config<H>>;
