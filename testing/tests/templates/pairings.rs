//! The test templates of arkworks on every pairing and on the towers.

use ark_algebra_test_templates::{test_field, test_pairing};

macro_rules! towers {
    ($($name:ident: $curve:ident::$field:ident;)*) => {
        $(test_field!(10; $name; secant_curve::$curve::$field);)*
    };
}

towers! {
    bls12_381_fq2: bls12_381::Fq2;
    bls12_381_fq6: bls12_381::Fq6;
    bls12_381_fq12: bls12_381::Fq12;
    bls12_377_fq2: bls12_377::Fq2;
    bls12_377_fq6: bls12_377::Fq6;
    bls12_377_fq12: bls12_377::Fq12;
    bw6_761_fq3: bw6_761::Fq3;
    bw6_761_fq6: bw6_761::Fq6;
    bn254_fq2: bn254::Fq2;
    bn254_fq6: bn254::Fq6;
    bn254_fq12: bn254::Fq12;
}

test_pairing!(bls12_381; secant_curve::bls12_381::Bls12_381);
test_pairing!(bls12_377; secant_curve::bls12_377::Bls12_377);
test_pairing!(bw6_761; secant_curve::bw6_761::BW6_761);
test_pairing!(bn254; secant_curve::bn254::Bn254);
