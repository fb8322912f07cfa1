//! BLS12-381: `y^2 = x^3 + 4` over a field of 381 bits, embedding degree 12.
//!
//! Parameters: <https://electriccoin.co/blog/new-snark-curve/> and `draft-irtf-cfrg-pairing-friendly-curves`,
//! section 4.2.1. The points are encoded as Zcash does (see there, appendix C).

use ark_ff::{AdditiveGroup, BigInt};
use secant_engine::{
    pairing::{Twist, bls12::Bls12Params},
    scalars::sw::{Map, Membership, Quarters},
};

prime_field! {
    /// The base field of the first group.
    Fq, FqParams, fq, 6,
    "4002409555221667393417789825735904156556882819939007885332058136124031650490837864442687629129015664037894272559787",
    generator 2, small_subgroup (3, 2)
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "52435875175126190479447740508185965837690552500527637822603658699938581184513",
    generator 7, small_subgroup (3, 1)
}
tower12!(FqParams, 6, beta: -1, xi: (1, 1));

/// A cube root of unity.
const CUBE_ROOT: Fq = cube_root!(FqParams, 6);
/// The coefficients of `psi`, the endomorphism of the second group.
pub(crate) const PSI: (Fq2, Fq2) = psi!(M, FqParams, 6);

/// The absolute value of the curve parameter.
const X: u64 = 0xd201000000010000;

config_struct! {
    /// The pairing.
    Config
}

impl<H: crate::Host> Bls12Params for Config<H> {
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

pairing! {
    /// The pairing-friendly curve BLS12-381.
    Bls12_381 = Bls12_381, Bls12, Config, Fq, Fr, Fq12
}

/// Encodes points as Zcash does, and clears the cofactor with the effective cofactor of RFC 9380.
macro_rules! zcash_encoding {
    ($h_eff:expr) => {
        fn clear_cofactor(p: &Affine<Self>) -> Affine<Self> {
            Self::mul_affine(p, &$h_eff).into()
        }

        fn serialize_with_mode<W: Write>(
            p: &Affine<Self>,
            writer: W,
            compress: Compress,
        ) -> Result<(), SerializationError> {
            crate::zcash::serialize(p, writer, compress)
        }

        fn deserialize_with_mode<R: Read>(
            reader: R,
            compress: Compress,
            validate: Validate,
        ) -> Result<Affine<Self>, SerializationError> {
            crate::zcash::deserialize(reader, compress, validate)
        }

        fn serialized_size(compress: Compress) -> usize {
            crate::zcash::serialized_size::<Self>(compress)
        }
    };
}

/// The first group.
pub mod g1 {
    use super::*;
    use ark_ec::short_weierstrass::Affine;
    use ark_serialize::{Compress, Read, SerializationError, Validate, Write};

    config_struct! {
        /// `y^2 = x^3 + 4` over the base field.
        Config
    }
    curve_config!(Config, Fq, FrParams, 4, cofactor [0x8c00aaab0000aaab, 0x396c8c005555e156]);
    short_weierstrass! {
        Config = Bls12_381G1, a: Fq::ZERO, b: fq(BigInt!("4")),
        generator: (
            fq(BigInt!("3685416753713387016781088315183077757961620795782546409894578378688607592378376318836054947676345821548104185464507")),
            fq(BigInt!("1339506544944476473020471379941921221584933875938349620426543736416511423956333506472724655353366534992391756441569"))
        ),
        endomorphism: (
            "793479390729215512621379701633421447060886740281060493010456487427281649075476305620758731620350",
            (+ "0x2f1b4444d201019b32c2e1567cac36aac95500005554aaaa"),
            (+ "0x5e368889a40203366585c2acf9586d5664ab0000aaaa5555")
        ),
        // phi = -x^2
        subgroup: glv!(CUBE_ROOT, x: X, true, a0: [0, 0, 1], a1: [1]),
        membership: Membership {
            // x^2 + phi, of norm x^4 - x^2 + 1: the order
            map: Map::Phi(CUBE_ROOT),
            chain: &[(X, true), (X, true)],
            terms: &[&[0, 0, 1], &[1]],
        },
        compressed: crate::zcash::read_compressed;
        // 1 - x
        zcash_encoding!([0xd201000000010001]);
    }
}

/// The second group.
pub mod g2 {
    use super::*;
    use ark_ec::short_weierstrass::Affine;
    use ark_serialize::{Compress, Read, SerializationError, Validate, Write};

    config_struct! {
        /// `y^2 = x^3 + 4 (1 + u)` over the quadratic extension.
        Config
    }
    curve_config!(Config, Fq2, FrParams, 4, cofactor [
        0xcf1c38e31c7238e5, 0x1616ec6e786f0c70, 0x21537e293a6691ae, 0xa628f1cb4d9e82ef,
        0xa68a205b2e5a7ddf, 0xcd91de4547085aba, 0x091d50792876a202, 0x05d543a95414e7f1,
    ]);
    short_weierstrass! {
        Config = Bls12_381G2, a: Fq2::new(Fq::ZERO, Fq::ZERO), b: Fq2::new(fq(BigInt!("4")), fq(BigInt!("4"))),
        generator: (
            Fq2::new(
                fq(BigInt!("352701069587466618187139116011060144890029952792775240219908644239793785735715026873347600343865175952761926303160")),
                fq(BigInt!("3059144344244213709971259814753781636986470325476647558659373206291635324768958432433509563104347017837885763365758"))
            ),
            Fq2::new(
                fq(BigInt!("1985150602287291935568054521177171638300868978215655730859378665066344726373823718423869104263333984641494340347905")),
                fq(BigInt!("927553665492332455747201965776037880757740193453592970025027978793976877002675564980949289727957565575433344219582"))
            )
        ),
        subgroup: gls!(Quarters::Base { eigenvalue: X, is_negative: true }),
        membership: Membership {
            // x - psi, of norm p - x: the order times the cofactor of the first group
            map: Map::Psi(PSI.0, PSI.1),
            chain: &[(X, true)],
            terms: &[&[0, 1], &[-1]],
        },
        compressed: crate::zcash::read_compressed;
        zcash_encoding!([
            0xe8020005aaa95551, 0x59894c0adebbf6b4, 0xe954cbc06689f6a3, 0x2ec0ec69d7477c1a, 0x6d82bf015d1212b0,
            0x329c2f178731db95, 0x9986ff031508ffe1, 0x88e2a8e9145ad768, 0x584c6a0ea91b3528, 0x0bc69f08f2ee75b3,
        ]);
    }
}
