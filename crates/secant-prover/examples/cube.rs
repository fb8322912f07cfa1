//! A program written against halo2-axiom, which proves with secant by another `use`:
//! `cargo run --release -p secant-prover --example cube`.
//!
//! It proves the knowledge of a cube root in the scalar field of BN254, and verifies the proof with halo2-axiom's verifier.

use halo2_axiom::{
    circuit::{Layouter, SimpleFloorPlanner, Value},
    halo2curves::bn256::{Bn256, Fr, G1Affine},
    plonk::{Advice, Circuit, Column, ConstraintSystem, Error, Instance, Selector},
    poly::{
        Rotation,
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            multiopen::{ProverSHPLONK, VerifierSHPLONK},
        },
    },
    transcript::{Blake2bWrite, Challenge255, TranscriptWriterBuffer},
};
use rand::rngs::OsRng;
// With halo2's own: use halo2_axiom::plonk::{create_proof, keygen_pk, keygen_vk};
use secant_prover::{create_proof, keygen_pk, keygen_vk};
use std::error;

#[derive(Clone, Copy)]
struct CubeRoot(Value<Fr>);

#[derive(Clone)]
struct Config {
    x: Column<Advice>,
    cube: Column<Advice>,
    public: Column<Instance>,
    selector: Selector,
}

impl Circuit<Fr> for CubeRoot {
    type Config = Config;
    type FloorPlanner = SimpleFloorPlanner;
    type Params = ();

    fn without_witnesses(&self) -> Self {
        Self(Value::unknown())
    }

    fn configure(meta: &mut ConstraintSystem<Fr>) -> Config {
        let config = Config {
            x: meta.advice_column(),
            cube: meta.advice_column(),
            public: meta.instance_column(),
            selector: meta.selector(),
        };
        meta.enable_equality(config.cube);
        meta.enable_equality(config.public);
        meta.create_gate("cube", |meta| {
            let selector = meta.query_selector(config.selector);
            let x = meta.query_advice(config.x, Rotation::cur());
            let cube = meta.query_advice(config.cube, Rotation::cur());
            vec![selector * (x.clone() * x.clone() * x - cube)]
        });
        config
    }

    fn synthesize(&self, config: Config, mut layouter: impl Layouter<Fr>) -> Result<(), Error> {
        let cube = layouter.assign_region(
            || "cube",
            |mut region| {
                config.selector.enable(&mut region, 0)?;
                region.assign_advice(config.x, 0, self.0);
                Ok(region
                    .assign_advice(config.cube, 0, self.0.map(|x| x * x.square()))
                    .cell())
            },
        )?;
        layouter.constrain_instance(cube, config.public, 0);
        Ok(())
    }
}

/// The circuit has one public input, whoever says what it is.
const PUBLIC_INPUTS: [usize; 1] = [1];

fn main() -> Result<(), Box<dyn error::Error>> {
    let params = ParamsKZG::<Bn256>::setup(5, OsRng);
    let circuit = CubeRoot(Value::known(Fr::from(11)));
    let vk = keygen_vk(&params, &circuit)?;
    let pk = keygen_pk(&params, vk, &circuit)?;
    let public = [Fr::from(1331)];
    let mut transcript = Blake2bWrite::<_, G1Affine, Challenge255<_>>::init(Vec::new());
    create_proof::<KZGCommitmentScheme<Bn256>, ProverSHPLONK<'_, Bn256>, _, _, _, _>(
        &params,
        &pk,
        &[circuit],
        &[&[&public]],
        OsRng,
        &mut transcript,
    )?;
    let proof = transcript.finalize();
    // halo2-axiom's verifier, behind the checks that it leaves to its caller.
    secant_prover::verify::<VerifierSHPLONK<'_, Bn256>>(&params, pk.get_vk(), &PUBLIC_INPUTS, &[&[&public]], &proof)?;
    println!("a proof of {} bytes, which halo2-axiom verifies", proof.len());
    Ok(())
}
