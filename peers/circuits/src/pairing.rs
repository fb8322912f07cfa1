//! The pairing of two points of BN254, with the final exponentiation.
//!
//! halo2-ecc's circuit is that of its own benchmark: the points are private and not checked; here with the result
//! required to be the constant that it is.

use crate::{
    bn254::{G1, G2, Point},
    halo2_ecc::LIMBS,
    statement::{Secant, Statement, element},
};
use halo2_axiom::halo2curves::bn256::{Fq2, Fq6, Fq12, Fr, pairing};
use halo2_base::gates::circuit::builder::RangeCircuitBuilder;
use halo2_ecc::bn254::{Fp12Chip, FpChip, pairing::PairingChip};
use halo2_ecc::fields::FieldChip;
use num_bigint::BigUint;
use rand::RngCore;
use secant_circuit::{
    Builder, BuiltCircuit, Error, Goal,
    pairing::{Bn254, circuit, model::pair},
};
use std::array;

/// Two points and their pairing.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The point of G1.
    pub p: G1,
    /// The point of G2.
    pub q: G2,
    /// The pairing as halo2curves has it, exponent included: an element of a sixth, then twelfth degree extension over
    /// that of G2, `w^2 = v`, `v^3 = 9 + u`. Its coefficients are of `1, u, v, u v, v^2, u v^2`, and of `w` times these.
    pub value: [BigUint; 12],
}

impl Pairing {
    /// That of points that nobody chose.
    pub fn random(mut rng: impl RngCore) -> Self {
        let p = G1::random(1, &mut rng).remove(0);
        let q = G2::random(1, &mut rng).remove(0);
        // Only what it prints has the coefficients.
        let value = pairing(&p.affine(), &q.affine()).to_string();
        let mut digits = value
            .split("0x")
            .skip(1)
            .map(|text| text.split(|c: char| !c.is_ascii_hexdigit()).next().unwrap_or_default());
        let value = array::from_fn(|_| {
            let digits = digits.next().expect("twelve coefficients");
            BigUint::parse_bytes(digits.as_bytes(), 16).expect("digits")
        });
        Self { p, q, value }
    }

    /// secant's circuit; points and value are public, and the points are checked.
    fn secant(&self) -> Result<BuiltCircuit, Error> {
        let mut b = Builder::new();
        let pairing = circuit::Pairing::<Bn254>::new("BN254", b.shape())?;
        pairing.product_public(&mut b, &[pair::<Bn254>(&self.p, &self.q)])?;
        b.finish(&Goal::Fastest)
    }

    /// Its value as halo2-ecc takes it.
    pub(crate) fn fq12(&self) -> Fq12 {
        let fq2 = |i: usize| Fq2 {
            c0: element(&self.value[i]),
            c1: element(&self.value[i + 1]),
        };
        let fq6 = |i: usize| Fq6 {
            c0: fq2(i),
            c1: fq2(i + 2),
            c2: fq2(i + 4),
        };
        Fq12 { c0: fq6(0), c1: fq6(6) }
    }
}

/// As halo2-ecc's benchmark has them at each `k`.
fn limb_bits(k: usize) -> usize {
    match k {
        14 => 91,
        15 | 16 | 19 => 90,
        _ => 88,
    }
}

impl Statement for Pairing {
    // On two cores 29 s at 15 and 16, of which 15 has more cells and columns; 42 s at 17.
    const K: u32 = 16;
    const SECANT: Option<Secant<Self>> = Some(Self::secant);

    fn name(&self) -> String {
        "BN254 pairing".to_owned()
    }

    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>) {
        let range = builder.range_chip();
        let fp = FpChip::<Fr>::new(&range, limb_bits(builder.config_params.k), LIMBS);
        let chip = PairingChip::new(&fp);
        let ctx = builder.main(0);
        let p = chip.load_private_g1_unchecked(ctx, self.p.affine());
        let q = chip.load_private_g2_unchecked(ctx, self.q.affine());
        let computed = chip.pairing(ctx, &q, &p);
        let fp12 = Fp12Chip::<Fr>::new(&fp);
        let value = fp12.load_constant(ctx, self.fq12());
        fp12.assert_equal(ctx, computed, value);
    }
}
