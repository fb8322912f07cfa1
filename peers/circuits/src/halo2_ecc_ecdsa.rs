//! halo2-ecc's verification of a signature over secp256k1, as its own benchmark has it: windows of four bits, the key
//! not checked, nothing public; here with the result required to be 1.

use halo2_axiom::halo2curves::{
    bn256::Fr,
    ff::PrimeField,
    secp256k1::{Fp, Fq, Secp256k1Affine},
};
use halo2_base::gates::circuit::{BaseCircuitParams, CircuitBuilderStage, builder::RangeCircuitBuilder};
use halo2_base::gates::flex_gate::MultiPhaseThreadBreakPoints;
use halo2_ecc::ecc::{EccChip, ecdsa::ecdsa_verify_no_pubkey_check};
use halo2_ecc::fields::FieldChip;
use halo2_ecc::secp256k1::{FpChip, FqChip};
use num_bigint::BigUint;
use secant_circuit::ecdsa::Statement;

/// Bits and number of limbs, as its benchmark has them at `k` of 15.
const LIMB_BITS: usize = 90;
const LIMBS: usize = 3;
const WINDOW: usize = 4;
/// As its benchmark says.
const UNUSABLE_ROWS: usize = 20;

/// What its prover needs beside the key.
#[derive(Clone, Debug)]
pub struct Layout {
    params: BaseCircuitParams,
    break_points: MultiPhaseThreadBreakPoints,
    /// Cells of advice, those that are looked up again among them.
    pub advice: usize,
    /// Of these, looked up.
    pub lookups: usize,
    /// Columns of advice.
    pub columns: usize,
}

fn element<F: PrimeField>(x: &BigUint) -> F {
    let mut repr = F::Repr::default();
    let bytes = x.to_bytes_le();
    repr.as_mut()[..bytes.len()].copy_from_slice(&bytes);
    Option::from(F::from_repr(repr)).expect("below the modulus")
}

fn write(builder: &mut RangeCircuitBuilder<Fr>, statement: &Statement) {
    let range = builder.range_chip();
    let ctx = builder.main(0);
    let fp = FpChip::<Fr>::new(&range, LIMB_BITS, LIMBS);
    let fq = FqChip::<Fr>::new(&range, LIMB_BITS, LIMBS);
    let [m, r, s] = [&statement.digest, &statement.signature.r, &statement.signature.s]
        .map(|x| fq.load_private(ctx, element::<Fq>(x)));
    let ecc = EccChip::<Fr, FpChip<'_, Fr>>::new(&fp);
    let key = ecc.load_private_unchecked(ctx, (element(&statement.key.0), element(&statement.key.1)));
    let valid = ecdsa_verify_no_pubkey_check::<Fr, Fp, Fq, Secp256k1Affine>(&ecc, ctx, key, r, s, m, WINDOW, WINDOW);
    assert_eq!(*valid.value(), Fr::one());
    let one = ctx.load_constant(Fr::one());
    ctx.constrain_equal(&valid, &one);
}

/// The circuit for its keys.
pub fn keygen(k: u32, statement: &Statement) -> RangeCircuitBuilder<Fr> {
    let mut builder = RangeCircuitBuilder::from_stage(CircuitBuilderStage::Keygen)
        .use_k(k as usize)
        .use_lookup_bits(k as usize - 1);
    write(&mut builder, statement);
    builder.calculate_params(Some(UNUSABLE_ROWS));
    builder
}

impl Layout {
    /// That of a circuit which keys were made for.
    pub fn of(builder: &RangeCircuitBuilder<Fr>) -> Self {
        let params = builder.config_params.clone();
        let statistics = builder.statistics();
        let advice: usize = statistics.gate.total_advice_per_phase.iter().sum();
        let lookups: usize = statistics.total_lookup_advice_per_phase.iter().sum();
        let columns = params
            .num_advice_per_phase
            .iter()
            .chain(&params.num_lookup_advice_per_phase)
            .sum();
        Self {
            break_points: builder.break_points(),
            advice: advice + lookups,
            lookups,
            columns,
            params,
        }
    }
}

/// The circuit of a proof.
pub fn circuit(layout: &Layout, statement: &Statement) -> RangeCircuitBuilder<Fr> {
    let mut builder = RangeCircuitBuilder::prover(layout.params.clone(), layout.break_points.clone());
    write(&mut builder, statement);
    builder
}
