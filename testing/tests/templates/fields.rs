//! The test templates of arkworks on every field; the towers are in `pairings.rs`.

use ark_algebra_test_templates::test_field;

macro_rules! templates {
    ($($name:ident: $curve:ident::$field:ident, $kind:tt;)*) => {
        $(test_field!(30; $name; secant_curve::$curve::$field; $kind);)*
    };
}

templates! {
    bls12_381_fq: bls12_381::Fq, prime;
    bls12_381_fr: bls12_381::Fr, prime;
    bls12_377_fq: bls12_377::Fq, prime;
    bls12_377_fr: bls12_377::Fr, prime;
    bw6_761_fq: bw6_761::Fq, prime;
    bn254_fq: bn254::Fq, prime;
    bn254_fr: bn254::Fr, prime;
    ed_on_bls12_381_fr: ed_on_bls12_381::Fr, prime;
    bandersnatch_fr: ed_on_bls12_381_bandersnatch::Fr, prime;
    ed_on_bls12_377_fr: ed_on_bls12_377::Fr, prime;
    pallas_fq: pallas::Fq, prime;
    pallas_fr: pallas::Fr, prime;
    secp256k1_fq: secp256k1::Fq, prime;
    secp256k1_fr: secp256k1::Fr, prime;
    secp256r1_fq: secp256r1::Fq, prime;
    secp256r1_fr: secp256r1::Fr, prime;
}
