//! What two sets of weights cost: `cargo run --release -p secant-circuit --features measure --example soundness`,
//! behind `--` a number of proofs, of whose times the median is printed. Columns are those for the shortest time, for each
//! number of sets.

use ark_ec::{AffineRepr, CurveGroup, short_weierstrass::Affine};
use ark_ff::UniformRand;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Goal, Soundness,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
    pairing::{Bls12_381, Bn254, PairingCurve, circuit::Pairing},
    prove::{self, Engine, Prover, Srs},
};
use secant_gfp::named::Name;
use std::time::{Duration, Instant};

fn ecdsa(name: Name) -> Result<Builder, Error> {
    let parameters = Parameters::named(name);
    let statement = Statement::made_up(&parameters, &mut StdRng::seed_from_u64(1));
    let mut b = Builder::new();
    let curve = Weierstrass::new(name.as_str(), parameters, b.shape())?;
    Ecdsa::new(&mut b, &curve, 4000)?.verify_public(&mut b, &statement)?;
    Ok(b)
}

fn pairing<C: PairingCurve>() -> Result<Builder, Error> {
    let rng = &mut StdRng::seed_from_u64(1);
    let p = (Affine::<C::G1>::generator() * C::Fr::rand(rng)).into_affine();
    let q = (Affine::<C::G2>::generator() * C::Fr::rand(rng)).into_affine();
    let mut b = Builder::new();
    Pairing::<C>::new("curve", b.shape())?.product_public(&mut b, &[(p, q)])?;
    Ok(b)
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    1e3 * times[times.len() / 2].as_secs_f64()
}

/// A line of the table.
fn measure(name: &str, mut b: Builder, soundness: Soundness, proofs: usize) -> Result<(), Error> {
    b.set_soundness(soundness);
    let circuit = b.finish(&Goal::Fastest)?;
    let srs = Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit)?;
    let mut rng = StdRng::seed_from_u64(1);
    let (mut proving, mut verifying, mut bytes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..proofs {
        let start = Instant::now();
        let proof = Engine.prove(&srs, &keys, &circuit, &mut rng)?;
        proving.push(start.elapsed());
        let start = Instant::now();
        let parameters = circuit.parameters();
        if prove::verify(&srs, keys.get_vk(), &parameters, &circuit.instances(), &proof).is_err() {
            return Err(Error::Unsupported(format!("{name}: the proof is not valid")));
        }
        verifying.push(start.elapsed());
        bytes = proof.len();
    }
    let (counts, k) = (circuit.counts(), circuit.configuration().k);
    println!(
        "| {name} | {soundness} | {} | {} | {k} | {} | {:.0} | {bytes} | {:.1} |",
        counts.advice,
        counts.lookups,
        counts.advice_columns,
        median(proving),
        median(verifying)
    );
    Ok(())
}

fn main() -> Result<(), Error> {
    let proofs = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    println!("{} threads, {proofs} proofs each", rayon::current_num_threads());
    println!(
        "| statement | soundness | cells | of these looked up | k | columns | proof, ms | bytes | verification, ms |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
    let statements: [(&str, Builder); 4] = [
        ("ECDSA over secp256k1", ecdsa(Name::Secp256k1)?),
        ("ECDSA over secp256r1", ecdsa(Name::Secp256r1)?),
        ("pairing over BN254", pairing::<Bn254>()?),
        ("pairing over BLS12-381", pairing::<Bls12_381>()?),
    ];
    for (name, b) in statements {
        for soundness in Soundness::ALL {
            measure(name, b.clone(), soundness, proofs)?;
        }
    }
    Ok(())
}
