//! A multi-exponentiation in G1 of BN254 whose points are constants.
//!
//! halo2-ecc's circuit is that of its own benchmark: windows of four bits, scalars private; here with the result
//! required to be the constant that it is.

use crate::{
    bn254::{Point, Terms},
    halo2_ecc::LIMBS,
    msm,
    statement::{Secant, Statement, element},
};
use halo2_axiom::halo2curves::{bn256::Fr, ff::PrimeField};
use halo2_base::gates::circuit::builder::RangeCircuitBuilder;
use halo2_ecc::{bn254::FpChip, ecc::EccChip};
use rand::RngCore;
use secant_circuit::{
    Builder, BuiltCircuit, Error, Goal,
    curve::{Parameters, Weierstrass},
};

/// Constant points, scalars and the sum of the multiples.
#[derive(Clone, Debug)]
pub struct FixedBaseMsm(pub Terms);

impl FixedBaseMsm {
    /// One of points and scalars that nobody chose.
    pub fn random(size: usize, rng: impl RngCore) -> Self {
        Self(Terms::random(size, rng))
    }

    /// secant's circuit; scalars and sum are public.
    fn secant(&self) -> Result<BuiltCircuit, Error> {
        let mut b = Builder::new();
        let curve = Weierstrass::new("BN254", Parameters::bn254()?, b.shape())?;
        curve.fixed_base_msm_public(&mut b, &self.0.pairs(), 30_000)?;
        b.finish(&Goal::Fastest)
    }
}

impl Statement for FixedBaseMsm {
    // 100 points, two cores, shared, one proof each: 248 s at 17, 183 s at 18, 109 s at 19, 202 s at 20.
    const K: u32 = 19;
    const SECANT: Option<Secant<Self>> = Some(Self::secant);

    fn name(&self) -> String {
        format!("BN254 G1 fixed-base MSM of {}", self.0.points.len())
    }

    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>) {
        let Terms { points, scalars, sum } = &self.0;
        let range = builder.range_chip();
        // Its benchmarks of both multi-exponentiations have the same limbs.
        let fp = FpChip::<Fr>::new(&range, msm::limb_bits(builder.config_params.k), LIMBS);
        let chip = EccChip::new(&fp);
        let pool = builder.pool(0);
        let ctx = pool.main();
        let scalars = scalars.iter().map(|s| vec![ctx.load_witness(element(s))]).collect();
        let points: Vec<_> = points.iter().map(Point::affine).collect();
        let computed = chip.fixed_base_msm(pool, &points, scalars, Fr::NUM_BITS as usize);
        let ctx = pool.main();
        let sum = chip.assign_constant_point(ctx, sum.affine());
        chip.assert_equal(ctx, computed, sum);
    }
}
