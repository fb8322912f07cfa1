//! halo2-ecc's circuits, of whatever statement: with the columns that its builder counts, keys first, proofs after.

use halo2_axiom::halo2curves::bn256::Fr;
use halo2_base::gates::circuit::{BaseCircuitParams, CircuitBuilderStage, builder::RangeCircuitBuilder};
use halo2_base::gates::flex_gate::MultiPhaseThreadBreakPoints;

/// Limbs of an element, as all of its benchmarks have them.
pub const LIMBS: usize = 3;
/// As its benchmarks say.
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

/// The circuit for its keys, of 2^`k` rows, of the statement that `write` writes.
pub fn keygen(k: u32, write: impl FnOnce(&mut RangeCircuitBuilder<Fr>)) -> RangeCircuitBuilder<Fr> {
    let mut builder = RangeCircuitBuilder::from_stage(CircuitBuilderStage::Keygen)
        .use_k(k as usize)
        .use_lookup_bits(k as usize - 1);
    write(&mut builder);
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

/// The circuit of a proof, of the statement that `write` writes.
pub fn circuit(layout: &Layout, write: impl FnOnce(&mut RangeCircuitBuilder<Fr>)) -> RangeCircuitBuilder<Fr> {
    let mut builder = RangeCircuitBuilder::prover(layout.params.clone(), layout.break_points.clone());
    write(&mut builder);
    builder
}
