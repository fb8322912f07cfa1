//! Reference strings from files: those of snarkjs, prepared and not, and parts of longer ones.

use crate::prove::{ptau, small, temporary};
use halo2_axiom::{
    SerdeFormat,
    halo2curves::{
        bn256::{Bn256, Fr, G1Affine},
        ff::Field,
        group::Curve,
        serde::SerdeObject,
    },
    poly::{
        commitment::{Params, ParamsProver},
        kzg::commitment::ParamsKZG,
    },
};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Error,
    prove::{self, Engine, Prover, Srs},
};
use std::{fs, path::Path};

/// The powers of tau for `2^3` rows: `snarkjs powersoftau new bn128 3`, `contribute` and `prepare phase2`, of version
/// 0.7.
const PREPARED: &[u8] = include_bytes!("../vectors/prepared.ptau");

fn bytes(params: &ParamsKZG<Bn256>) -> Vec<u8> {
    let mut bytes = Vec::new();
    params.write_custom(&mut bytes, SerdeFormat::RawBytes).unwrap();
    bytes
}

/// The sections of a file: their numbers, and where their contents are.
fn sections(file: &[u8]) -> Vec<(u32, std::ops::Range<usize>)> {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    let mut at = 12;
    (0..word(8))
        .map(|_| {
            let (id, len) = (word(at), word(at + 4) as usize);
            at += 12 + len;
            (id, at - len..at)
        })
        .collect()
}

fn written(name: &str, contents: &[u8]) -> std::path::PathBuf {
    let path = temporary(name);
    fs::write(&path, contents).unwrap();
    path
}

/// The reference string that halo2 makes from the powers alone.
fn expected(path: &Path, k: u32) -> Vec<u8> {
    let srs = Srs::read(path, None).unwrap();
    let mut params = srs.params().clone();
    params.downsize(k);
    bytes(&params)
}

/// The Lagrange basis of a file is used, in halo2's order. If it is missing or wrong, it is computed.
#[test]
fn prepared_powers_of_tau() {
    let path = written("prepared.ptau", PREPARED);
    let all = sections(PREPARED);
    assert!(all.iter().any(|(id, _)| *id == 12));
    for k in 1..=3 {
        let srs = Srs::read(&path, Some(k)).unwrap();
        assert_eq!(srs.k(), k);
        assert!(bytes(srs.params()) == expected(&path, k), "{k}");
    }
    let mut unprepared = PREPARED[..].to_vec();
    let (_, lagrange) = all.iter().find(|(id, _)| *id == 12).unwrap().clone();
    // A section with another number, which nobody reads.
    unprepared[lagrange.start - 12] = 99;
    // A wrong point, and one that is not a point.
    let point = |file: &mut Vec<u8>, point: &[u8]| file[lagrange.start + 7 * 64..][..64].copy_from_slice(point);
    let mut wrong = PREPARED[..].to_vec();
    point(&mut wrong, &G1Affine::generator().to_raw_bytes());
    let mut none = PREPARED[..].to_vec();
    point(&mut none, &[1; 64]);
    for other in [unprepared, wrong, none] {
        let srs = Srs::read(&written("unprepared.ptau", &other), Some(3)).unwrap();
        assert!(bytes(srs.params()) == expected(&path, 3));
    }
}

/// Sections that end beyond the file, and files that end within a section, are too short.
#[test]
fn broken_powers_of_tau() {
    let refused = |contents: &[u8]| match Srs::read(&written("broken.ptau", contents), Some(3)) {
        Err(Error::Contents { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    for len in (0..PREPARED.len()).step_by(97) {
        assert_eq!(refused(&PREPARED[..len]), "it is too short", "{len}");
    }
    for (id, contents) in sections(PREPARED) {
        let mut other = PREPARED[..].to_vec();
        // A length of nearly 2^64 bytes, and a count of sections that the file does not have.
        other[contents.start - 8..contents.start].fill(255);
        assert_eq!(refused(&other), "it is too short", "section {id}");
    }
    let mut other = PREPARED[..].to_vec();
    other[8..12].fill(255);
    assert_eq!(refused(&other), "it is too short");
}

/// From a file with more powers, the requested ones are taken once. A part is computed once.
#[test]
fn parts_of_halo2s() {
    let all = Srs::unsafe_local(9, StdRng::seed_from_u64(1));
    let path = temporary("nine.srs");
    all.write(&path).unwrap();
    let part = Srs::read(&path, Some(8)).unwrap();
    assert_eq!(part.k(), 8);
    assert!(bytes(part.params()) == expected(&path, 8));
    assert_eq!(Srs::read(&path, Some(12)).unwrap().k(), 9);
    let circuit = small(8, 3);
    let keys = prove::keys(&all, &circuit).unwrap();
    assert_eq!(
        keys.to_bytes(SerdeFormat::RawBytes),
        prove::keys(&part, &circuit).unwrap().to_bytes(SerdeFormat::RawBytes)
    );
    for srs in [&all, &part] {
        let proof = Engine
            .prove(srs, &keys, &circuit, &mut StdRng::seed_from_u64(1))
            .unwrap();
        prove::verify(&all, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof).unwrap();
    }
}

/// A string with a known secret, whose points are computed one by one.
#[test]
fn made_here() {
    let (k, rng) = (6, || StdRng::seed_from_u64(5));
    let srs = Srs::unsafe_local(k, rng());
    let secret = Fr::random(rng());
    let powers = (0..1u64 << k).map(|i| (G1Affine::generator() * secret.pow_vartime([i])).to_affine());
    assert_eq!(srs.params().get_g(), powers.collect::<Vec<_>>());
    let path = written("made.ptau", &ptau(k, secret));
    assert!(bytes(Srs::read(&path, None).unwrap().params()) == bytes(srs.params()));
}

/// No circuit has one row, and files without an end are not read to the end.
#[cfg(unix)]
#[test]
fn endless_files() {
    let refused = Srs::read(Path::new("/dev/zero"), None).unwrap_err().to_string();
    assert!(refused.contains("its first four bytes are no k"), "{refused}");
}
