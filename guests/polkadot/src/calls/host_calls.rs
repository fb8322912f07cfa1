//! The host functions of `sp-crypto-ec-utils`.

macro_rules! define_host_call {
    (three { $($curve:ident: $($name:ident)*;)* } one { $($single_curve:ident: $single:ident;)* }) => {
        /// Calls the host function with a name. `out` is the buffer for the result, and holds the input of a final
        /// exponentiation. Returns the code, or `None` if upstream has no such function.
        pub fn host_call(name: &str, a: &[u8], b: &[u8], out: &mut [u8]) -> Option<u32> {
            match name {
                $($(stringify!($name) => Some(match sp_crypto_ec_utils::$curve::host_calls::$name(a, b, out) {
                    Ok(()) => 0,
                    Err(error) => error as u32,
                }),)*)*
                $(stringify!($single) => Some(match sp_crypto_ec_utils::$single_curve::host_calls::$single(out) {
                    Ok(()) => 0,
                    Err(error) => error as u32,
                }),)*
                _ => None,
            }
        }
    };
}

define_host_call! {
    three {
        bls12_381: bls12_381_multi_miller_loop bls12_381_msm_g1 bls12_381_msm_g2 bls12_381_mul_g1 bls12_381_mul_g2;
        bls12_377: bls12_377_multi_miller_loop bls12_377_msm_g1 bls12_377_msm_g2 bls12_377_mul_g1 bls12_377_mul_g2;
        bw6_761: bw6_761_multi_miller_loop bw6_761_msm_g1 bw6_761_msm_g2 bw6_761_mul_g1 bw6_761_mul_g2;
        ed_on_bls12_377: ed_on_bls12_377_msm ed_on_bls12_377_mul;
        ed_on_bls12_381_bandersnatch: ed_on_bls12_381_bandersnatch_msm ed_on_bls12_381_bandersnatch_mul;
        pallas: pallas_msm pallas_mul;
        vesta: vesta_msm vesta_mul;
    }
    one {
        bls12_381: bls12_381_final_exponentiation;
        bls12_377: bls12_377_final_exponentiation;
        bw6_761: bw6_761_final_exponentiation;
    }
}
