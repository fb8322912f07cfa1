//! Proofs from outside: nothing but the proof that was made is one, and what is malformed has a word that is in no form, or not
//! in its only one.

use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Fr, Goal,
    prove::{self, Engine, Keys, Prover, Srs, VerifyError},
};
use std::sync::LazyLock;

/// A statement with proofs of it.
pub struct Proved {
    srs: Srs,
    keys: Keys,
    circuit: BuiltCircuit,
    /// Two proofs with other random numbers.
    pub proofs: [Vec<u8>; 2],
    /// Which words of 32 bytes are points.
    points: Vec<bool>,
}

/// The circuit knows the root of a public square.
pub static PROVED: LazyLock<Proved> = LazyLock::new(|| {
    let mut b = Builder::new();
    let root = b.witness(Fr::from(11));
    let square = b.mul(root, root);
    b.range_check(square, 10);
    b.publish(square);
    let circuit = b.finish(&Goal::Rows(6)).expect("it fits");
    let srs = Srs::unsafe_local(6, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).expect("the string is long enough");
    let proof = |seed| Engine.prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(seed));
    let proofs = [1, 2].map(|seed| proof(seed).expect("the witness is right"));
    let points = proofs[0].chunks_exact(32).enumerate();
    let points = points.map(|(i, _)| {
        // Scalars are below the modulus, of which the highest bits are zero.
        let mut other = proofs[0].clone();
        other[32 * i + 31] ^= 0x80;
        matches!(
            verify(&srs, &keys, &circuit, &circuit.instances(), &other),
            Err(VerifyError::Malformed { what, .. }) if what.contains("point")
        )
    });
    let points = points.collect();
    Proved {
        srs,
        keys,
        circuit,
        proofs,
        points,
    }
});

fn verify(
    srs: &Srs,
    keys: &Keys,
    circuit: &BuiltCircuit,
    instances: &[Vec<Fr>],
    proof: &[u8],
) -> Result<(), VerifyError> {
    prove::verify(srs, keys.get_vk(), &circuit.parameters(), instances, proof)
}

/// One byte for what is public, the rest is the proof.
pub fn run(bytes: &[u8]) {
    let Proved {
        srs,
        keys,
        circuit,
        proofs,
        ..
    } = &*PROVED;
    let Some((&choice, proof)) = bytes.split_first() else {
        return;
    };
    let mut instances = circuit.instances();
    let public = match choice % 8 {
        0 => vec![Fr::from(u64::from(choice))],
        1 => Vec::new(),
        // As many more as there are rows, and what is left over after them.
        2 => [instances[0].clone(), vec![Fr::from(0); 64 + usize::from(choice)]].concat(),
        _ => instances[0].clone(),
    };
    let (wrong, count) = (public != instances[0], public.len());
    instances[0] = public;
    match verify(srs, keys, circuit, &instances, proof) {
        Ok(()) => assert!(!wrong && proofs.iter().any(|known| known == proof), "another proof"),
        Err(VerifyError::PublicInputs { expected, found, .. }) => {
            assert!(expected == 1 && found == count && found != 1)
        }
        Err(VerifyError::Malformed { at, .. }) => assert!(is_malformed(proof, at), "at {at}"),
        Err(VerifyError::Invalid) => {
            let len = proofs[0].len();
            assert!(wrong || proofs.iter().all(|known| known != proof));
            assert!(
                (0..len).step_by(32).all(|at| !is_malformed(proof, at)),
                "a word is malformed"
            );
        }
        Err(other) => panic!("{other}"),
    }
}

/// Whether a word is missing, no point or scalar, or not in its only form, or behind the last one.
fn is_malformed(proof: &[u8], at: usize) -> bool {
    let Some(word) = proof.get(at..).and_then(|rest| rest.first_chunk::<32>()) else {
        return true;
    };
    let number = |hex: &[u8]| BigUint::parse_bytes(hex, 16).expect("a number");
    match PROVED.points.get(at / 32) {
        None => true,
        Some(false) => {
            let r = number(b"30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
            BigUint::from_bytes_le(word) >= r
        }
        Some(true) => {
            let p = number(b"30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
            let (mut x, flags) = (*word, word[31] >> 6);
            x[31] &= 0x3f;
            let x = BigUint::from_bytes_le(&x);
            if x == BigUint::ZERO {
                return flags != 2;
            }
            // Euler's criterion.
            let square = (x.modpow(&3u32.into(), &p) + 3u32) % &p;
            let is_square = square.modpow(&((&p - 1u32) / 2u32), &p) == 1u32.into();
            flags >= 2 || x >= p || !is_square
        }
    }
}
