//! A valid signature over secp256k1.
//!
//! halo2-ecc's circuit is that of its own benchmark: windows of four bits, the key not checked, nothing public; here
//! with the result required to be 1.

use crate::{
    halo2_ecc::LIMBS,
    statement::{self, Secant, element},
};
use halo2_axiom::halo2curves::{
    bn256::Fr,
    secp256k1::{Fp, Fq, Secp256k1Affine},
};
use halo2_base::gates::circuit::builder::RangeCircuitBuilder;
use halo2_ecc::ecc::{EccChip, ecdsa::ecdsa_verify_no_pubkey_check};
use halo2_ecc::fields::FieldChip;
use halo2_ecc::secp256k1::{FpChip, FqChip};
use rand::RngCore;
use secant_circuit::{
    Builder, BuiltCircuit, Error, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
};
use secant_gfp::named::Name;

const WINDOW: usize = 4;

/// A signature, with what it is of and the key that it is under.
#[derive(Clone, Debug)]
pub struct Signature {
    parameters: Parameters,
    statement: Statement,
}

impl Signature {
    /// One under a key that nobody keeps.
    pub fn random(mut rng: impl RngCore) -> Self {
        let parameters = Parameters::named(Name::Secp256k1);
        let statement = Statement::made_up(&parameters, &mut rng);
        Self { parameters, statement }
    }

    /// secant's circuit; key, digest and signature are public.
    fn secant(&self) -> Result<BuiltCircuit, Error> {
        let mut b = Builder::new();
        let curve = Weierstrass::new("secp256k1", self.parameters.clone(), b.shape())?;
        let verifier = Ecdsa::new(&mut b, &curve, 4000)?;
        verifier.verify_public(&mut b, &self.statement)?;
        b.finish(&Goal::Fastest)
    }
}

/// As halo2-ecc's benchmark has them at each `k`.
fn limb_bits(k: usize) -> usize {
    match k {
        14 => 91,
        15 | 16 => 90,
        _ => 88,
    }
}

impl statement::Statement for Signature {
    const K: u32 = 15;
    const SECANT: Option<Secant<Self>> = Some(Self::secant);

    fn name(&self) -> String {
        "secp256k1 ECDSA".to_owned()
    }

    fn write(&self, builder: &mut RangeCircuitBuilder<Fr>) {
        let range = builder.range_chip();
        let bits = limb_bits(builder.config_params.k);
        let ctx = builder.main(0);
        let fp = FpChip::<Fr>::new(&range, bits, LIMBS);
        let fq = FqChip::<Fr>::new(&range, bits, LIMBS);
        let Statement { key, digest, signature } = &self.statement;
        let [m, r, s] = [digest, &signature.r, &signature.s].map(|x| fq.load_private(ctx, element::<Fq>(x)));
        let ecc = EccChip::<Fr, FpChip<'_, Fr>>::new(&fp);
        let key = ecc.load_private_unchecked(ctx, (element(&key.0), element(&key.1)));
        let valid =
            ecdsa_verify_no_pubkey_check::<Fr, Fp, Fq, Secp256k1Affine>(&ecc, ctx, key, r, s, m, WINDOW, WINDOW);
        let one = ctx.load_constant(Fr::one());
        ctx.constrain_equal(&valid, &one);
    }
}
