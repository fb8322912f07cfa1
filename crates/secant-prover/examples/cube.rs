//! A program written against halo2-axiom, which proves with secant by another `use`:
//! `cargo run --release -p secant-prover --example cube`.
//!
//! It proves the knowledge of a cube root in the scalar field of BN254, and verifies the proof with halo2-axiom.

use halo2_axiom::{
    circuit::{Layouter, SimpleFloorPlanner, Value},
    halo2curves::bn256::{Bn256, Fr, G1Affine},
    plonk::{Advice, Circuit, Column, ConstraintSystem, Error, Instance, Selector, verify_proof},
    poly::{
        Rotation,
        commitment::ParamsProver,
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            multiopen::{ProverSHPLONK, VerifierSHPLONK},
            strategy::SingleStrategy,
        },
    },
    transcript::{Blake2bRead, Blake2bWrite, Challenge255, TranscriptReadBuffer, TranscriptWriterBuffer},
};
use rand::rngs::OsRng;
// With halo2's own: use halo2_axiom::plonk::{create_proof, keygen_pk, keygen_vk};
use secant_prover::{create_proof, keygen_pk, keygen_vk};

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

fn main() -> Result<(), Error> {
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
    let mut transcript = Blake2bRead::<_, G1Affine, Challenge255<_>>::init(&proof[..]);
    let verifier = params.verifier_params();
    verify_proof::<KZGCommitmentScheme<Bn256>, VerifierSHPLONK<'_, Bn256>, _, _, _>(
        verifier,
        pk.get_vk(),
        SingleStrategy::new(verifier),
        &[&[&public]],
        &mut transcript,
    )?;
    println!("a proof of {} bytes, which halo2-axiom verifies", proof.len());
    Ok(())
}
