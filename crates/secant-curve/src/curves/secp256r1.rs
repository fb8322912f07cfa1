//! secp256r1 (P-256): `y^2 = x^3 - 3 x + b` over a field of 256 bits.
//!
//! Parameters: SEC 2, version 2.0, section 2.4.2, and FIPS 186-4, appendix D.1.2.3.

use crate::{
    GroupId, Hosted, Plain,
    encoding::Arkworks,
    parameters::{CurveParams, SwParams},
};
use ark_ec::short_weierstrass as sw;
use ark_ff::BigInt;
use secant_field::{Prime, PrimeParams, integer, small_integer};

/// The base field.
pub type Fq = Prime<FqParams, 4>;

/// The parameters of [`Fq`].
#[derive(Clone, Copy, Debug)]
pub struct FqParams;

impl PrimeParams<4> for FqParams {
    const MODULUS: BigInt<4> =
        BigInt!("115792089210356248762697446949407573530086143415290314195533631308867097853951");
    const GENERATOR: i64 = 2;
}

/// The scalar field.
pub type Fr = Prime<FrParams, 4>;

/// The parameters of [`Fr`].
#[derive(Clone, Copy, Debug)]
pub struct FrParams;

impl PrimeParams<4> for FrParams {
    const MODULUS: BigInt<4> =
        BigInt!("115792089210356248762697446949407573529996955224135760342422259061068512044369");
    const GENERATOR: i64 = 11;
}

/// `y^2 = x^3 - 3 x + b`.
pub type Config<H = Plain> = Hosted<Parameters, H>;

/// The parameters of the curve.
pub struct Parameters;

impl CurveParams for Parameters {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &'static [u64] = &[1];
}

impl SwParams for Parameters {
    const ID: GroupId = GroupId::Secp256r1;
    const A: Fq = small_integer(-3);
    const B: Fq = integer(BigInt!(
        "41058363725152142129326129780047268409114441015993725554835256314039467401291"
    ));
    const GENERATOR: (Fq, Fq) = (
        integer(BigInt!(
            "48439561293906451759052585252797914202762949526041747995844080717082404635286"
        )),
        integer(BigInt!(
            "36134250956749795798585127919587881956611106672985015071877198253568414405109"
        )),
    );
    type Encoding = Arkworks;
    type Compiled = Projective;
}

/// A point in affine coordinates.
pub type Affine<H = Plain> = sw::Affine<Config<H>>;
/// A point in Jacobian coordinates.
pub type Projective<H = Plain> = sw::Projective<Config<H>>;
