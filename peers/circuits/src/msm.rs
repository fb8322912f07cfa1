//! A multi-exponentiation in G1 of BN254.
//!
//! halo2-ecc's circuit is that of its own benchmark: windows of four bits, points and scalars private, the points not
//! checked; here with points that differ, and the result required to be the constant that it is. Up to 25 points it
//! takes another algorithm than for more.

use crate::{
    bn254::{Point, Terms},
    halo2_ecc::LIMBS,
    statement::{Secant, Statement, element},
};
use halo2_axiom::halo2curves::{
    bn256::{Fr, G1Affine},
    ff::PrimeField,
};
use halo2_base::gates::circuit::builder::RangeCircuitBuilder;
use halo2_ecc::{bn254::FpChip, ecc::EccChip};
use rand::RngCore;
use secant_circuit::{
    Builder, BuiltCircuit, Error, Goal,
    curve::{Parameters, Weierstrass},
};

const WINDOW: usize = 4;

/// Points, scalars and the sum of the multiples.
#[derive(Clone, Debug)]
pub struct Msm(pub Terms);

impl Msm {
    /// One of points and scalars that nobody chose.
    pub fn random(size: usize, rng: impl RngCore) -> Self {
        Self(Terms::random(size, rng))
    }

    /// secant's circuit; points, scalars and sum are public, and the points are checked.
    fn secant(&self) -> Result<BuiltCircuit, Error> {
        let mut b = Builder::new();
        let curve = Weierstrass::new("BN254", Parameters::bn254()?, b.shape())?;
        curve.msm_public(&mut b, &self.0.pairs())?;
        b.finish(&Goal::Fastest)
    }
}

/// As halo2-ecc's benchmark has them at each `k`.
pub fn limb_bits(k: usize) -> usize {
    match k {
        19 | 20 => 90,
        _ => 88,
    }
}

impl Statement for Msm {
    // For 100 points.
    const K: u32 = 18;
    const SECANT: Option<Secant<Self>> = Some(Self::secant);

    fn name(&self) -> String {
        format!("BN254 G1 MSM of {}", self.0.points.len())
    }

    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>) {
        let Terms { points, scalars, sum } = &self.0;
        let range = builder.range_chip();
        let fp = FpChip::<Fr>::new(&range, limb_bits(builder.config_params.k), LIMBS);
        let chip = EccChip::new(&fp);
        let pool = builder.pool(0);
        let ctx = pool.main();
        let scalars = scalars.iter().map(|s| vec![ctx.load_witness(element(s))]).collect();
        let points: Vec<_> = points
            .iter()
            .map(|point| chip.assign_point_unchecked(ctx, point.affine()))
            .collect();
        let bits = Fr::NUM_BITS as usize;
        let computed = chip.variable_base_msm_custom::<G1Affine>(pool, &points, scalars, bits, WINDOW);
        let ctx = pool.main();
        let sum = chip.assign_constant_point(ctx, sum.affine());
        chip.assert_equal(ctx, computed, sum);
    }
}
