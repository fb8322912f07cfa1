//! The test templates of arkworks on every group.
//!
//! The templates of the two models run MSMs of some 40,000 points by naive multiplication: over the large fields
//! that takes minutes and finds nothing that the kit's own suites do not look for, so those run the group laws,
//! multiplications and encodings only.

use ark_algebra_test_templates::test_group;

macro_rules! templates {
    ($($name:ident: $curve:ident::$group:ident $(, $model:tt)?;)*) => {
        $(test_group!(10; $name; secant_curve::$curve::$group $(; $model)?);)*
    };
}

templates! {
    bls12_381_g1: bls12_381::G1Projective, sw;
    bls12_381_g2: bls12_381::G2Projective;
    bls12_377_g1: bls12_377::G1Projective, sw;
    bls12_377_g2: bls12_377::G2Projective;
    bw6_761_g1: bw6_761::G1Projective;
    bw6_761_g2: bw6_761::G2Projective;
    bn254_g1: bn254::G1Projective, sw;
    bn254_g2: bn254::G2Projective;
    ed_on_bls12_381_sw: ed_on_bls12_381::SWProjective, sw;
    ed_on_bls12_381_te: ed_on_bls12_381::EdwardsProjective, te;
    bandersnatch_sw: ed_on_bls12_381_bandersnatch::SWProjective, sw;
    bandersnatch_te: ed_on_bls12_381_bandersnatch::EdwardsProjective, te;
    ed_on_bls12_377: ed_on_bls12_377::EdwardsProjective, te;
    pallas: pallas::Projective, sw;
    vesta: vesta::Projective, sw;
    secp256k1: secp256k1::Projective, sw;
    secp256r1: secp256r1::Projective, sw;
}
