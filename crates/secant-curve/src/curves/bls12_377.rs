//! BLS12-377: `y^2 = x^3 + 1` over a field of 377 bits, embedding degree 12.
//!
//! Parameters: Bowe, Chiesa, Green, Miers, Mishra, Wu, "Zexe" (eprint 2018/962), section 6.

use ark_ff::{AdditiveGroup, BigInt, Field};
use secant_engine::{
    pairing::{Twist, bls12::Bls12Params},
    scalars::sw::{Map, Membership, Quarters},
};

prime_field! {
    /// The base field of the first group.
    Fq, FqParams, fq, 6,
    "258664426012969094010652733694893533536393512754914660539884262666720468348340822774968888139573360124440321458177",
    generator 15
}
prime_field! {
    /// The scalar field.
    Fr, FrParams, fr, 4,
    "8444461749428370424248824938781546531375899335154063827935233455917409239041",
    generator 22
}
tower12!(FqParams, 6, beta: -5, xi: (0, 1));

/// A cube root of unity.
const CUBE_ROOT: Fq = cube_root!(FqParams, 6);
/// The coefficients of `psi`, the endomorphism of the second group.
const PSI: (Fq2, Fq2) = psi!(D, FqParams, 6);

/// The curve parameter.
const X: u64 = 0x8508c00000000001;

config_struct! {
    /// The pairing.
    Config
}

impl<H: crate::Host> Bls12Params for Config<H> {
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

pairing! {
    /// The pairing-friendly curve BLS12-377.
    Bls12_377 = Bls12_377, Bls12, Config, Fq, Fr, Fq12
}

/// The first group.
pub mod g1 {
    use super::*;
    use ark_ec::short_weierstrass::Affine;

    config_struct! {
        /// `y^2 = x^3 + 1` over the base field.
        Config
    }
    curve_config!(Config, Fq, FrParams, 4, cofactor [0, 0x170b5d4430000000]);
    short_weierstrass! {
        Config = Bls12_377G1, a: Fq::ZERO, b: Fq::ONE,
        generator: (
            fq(BigInt!("81937999373150964239938255573465948239988671502647976594219695644855304257327692006745978603320413799295628339695")),
            fq(BigInt!("241266749859715473739788878240585681733927191168601896383759122102112907357779751001206799952863815012735208165030"))
        ),
        endomorphism: (
            "80949648264912719408558363140637477264845294720710499478137287262712535938301461879813459410945",
            (+ "0xbf9b117dd04a4002e16ba886000000058b0800000000000"),
            (+ "0x17f3622fba0948005c2d7510c00000002c58400000000000")
        ),
        // phi = x^2 - 1
        subgroup: glv!(CUBE_ROOT, x: X, false, a0: [-1, 0, 1], a1: [-1]),
        membership: Membership {
            // (x^2 - 1) - phi, of norm x^4 - x^2 + 1, the order
            map: Map::Phi(CUBE_ROOT),
            chain: &[(X, false), (X, false)],
            terms: &[&[-1, 0, 1], &[-1]],
        };
        // x - 1 clears the cofactor too.
        fn clear_cofactor(p: &Affine<Self>) -> Affine<Self> {
            Self::mul_affine(p, &[0x8508c00000000000]).into()
        }
    }
}

/// The second group.
pub mod g2 {
    use super::*;
    use ark_ec::short_weierstrass::Affine;

    config_struct! {
        /// `y^2 = x^3 + 1 / u` over the quadratic extension.
        Config
    }
    curve_config!(Config, Fq2, FrParams, 4, cofactor [
        0x0000000000000001, 0x452217cc90000000, 0xa0f3622fba094800, 0xd693e8c36676bd09,
        0x8c505634fae2e189, 0xfbb36b00e1dcc40c, 0xddd88d99a6f6a829, 0x0026ba558ae9562a,
    ]);
    short_weierstrass! {
        Config = Bls12_377G2, a: Fq2::new(Fq::ZERO, Fq::ZERO),
        b: Fq2::new(
            Fq::ZERO,
            fq(BigInt!("155198655607781456406391640216936120121836107652948796323930557600032281009004493664981332883744016074664192874906"))
        ),
        generator: (
            Fq2::new(
                fq(BigInt!("233578398248691099356572568220835526895379068987715365179118596935057653620464273615301663571204657964920925606294")),
                fq(BigInt!("140913150380207355837477652521042157274541796891053068589147167627541651775299824604154852141315666357241556069118"))
            ),
            Fq2::new(
                fq(BigInt!("63160294768292073209381361943935198908131692476676907196754037919244929611450776219210369229519898517858833747423")),
                fq(BigInt!("149157405641012693445398062341192467754805999074082136895788947234480009303640899064710353187729182149407503257491"))
            )
        ),
        subgroup: gls!(Quarters::Base { eigenvalue: X, is_negative: false }),
        membership: Membership {
            // x - psi, of norm p - x: the order times the cofactor of the first group
            map: Map::Psi(PSI.0, PSI.1),
            chain: &[(X, false)],
            terms: &[&[0, 1], &[-1]],
        };
        // The effective cofactor of the fast method of Budroni and Pintore (eprint 2017/419).
        fn clear_cofactor(p: &Affine<Self>) -> Affine<Self> {
            Self::mul_affine(p, &[
                0x1e34800000000000, 0xcf664765b0000003, 0x8e8e73ad8a538800, 0x78ba279637388559, 0xb85860aaaad29276,
                0xf7ee7c4b03103b45, 0x8f6ade35a5c7d769, 0xa951764c46f4edd2, 0x53648d3d9502abfb, 0x001f60243677e306,
            ]).into()
        }
    }
}
