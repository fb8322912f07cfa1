//! Nanoseconds of a hash to a curve, alone and in batches, beside blst where it has the curve:
//! `cargo run --release --manifest-path peers/Cargo.toml --example hash`.
//!
//! All take the same messages, and the results are compared first. The best of some runs counts. What is alone, blst's
//! too, is not normalised; batches are.
#![allow(clippy::unwrap_used, reason = "a program for measuring")]

use ark_serialize::CanonicalSerialize;
use secant_curve::{bls12_381, hash::HashToCurve, secp256k1, secp256r1};
use std::{hint::black_box, time::Instant};

const DST: &[u8] = b"secant-hash-example";
/// Messages of the largest batch.
const MOST: usize = 1000;
/// Messages hashed one by one.
const ALONE: usize = 100;
/// Runs, of which the best counts.
const RUNS: usize = 9;

type Message = [u8; 32];

/// Nanoseconds of one of `count` operations.
fn best(count: usize, mut operation: impl FnMut()) -> f64 {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            operation();
            start.elapsed().as_nanos() as f64 / count as f64
        })
        .fold(f64::INFINITY, f64::min)
}

/// Nanoseconds of a hash of one message.
fn one_by_one<R>(messages: &[Message], hash: impl Fn(&Message) -> R) -> f64 {
    best(ALONE, || {
        for message in &messages[..ALONE] {
            black_box(hash(message));
        }
    })
}

fn measure<G: HashToCurve>(messages: &[Message], blst: Option<f64>) {
    let many = G::hash_many(messages, DST).unwrap();
    for (message, hash) in messages.iter().zip(&many) {
        assert_eq!(*hash, G::hash_to_curve(message, DST).unwrap().into_affine());
    }
    print!("{:<34}", G::RANDOM_ORACLE);
    print!("{:>9.0}", one_by_one(messages, |m| G::hash_to_curve(m, DST).unwrap()));
    print!("{:>9.0}", one_by_one(messages, |m| G::encode_to_curve(m, DST).unwrap()));
    for n in [1, 2, 4, 8, MOST] {
        let ns = best(n, || {
            black_box(G::hash_many(&messages[..n], DST).unwrap());
        });
        print!("{ns:>9.0}");
    }
    match blst {
        Some(ns) => println!("{ns:>9.0}"),
        None => println!("        -"),
    }
}

/// Compares our hashes with blst's and measures those.
macro_rules! blst {
    ($messages:expr, $ours:ty, $projective:ident, $affine:ident) => {{
        for (message, ours) in $messages.iter().zip(<$ours>::hash_many($messages, DST).unwrap()) {
            let theirs = blstrs::$affine::from(blstrs::$projective::hash_to_curve(message, DST, &[]));
            let mut bytes = Vec::new();
            ours.serialize_compressed(&mut bytes).unwrap();
            assert_eq!(bytes, theirs.to_compressed());
        }
        Some(one_by_one($messages, |m| {
            blstrs::$projective::hash_to_curve(m, DST, &[])
        }))
    }};
}

fn main() {
    let messages: Vec<Message> = (0..MOST as u64)
        .map(|i| {
            let mut message = [0; 32];
            message[..8].copy_from_slice(&i.to_le_bytes());
            message
        })
        .collect();
    println!("back end {:?}, ns per message", secant_field::backend::best());
    print!("{:<34}", "suite");
    for column in ["alone", "encoded", "of 1", "of 2", "of 4", "of 8", "of 1000", "blst"] {
        print!("{column:>9}");
    }
    println!();
    let blst = blst!(&messages, bls12_381::G1Projective, G1Projective, G1Affine);
    measure::<bls12_381::G1Projective>(&messages, blst);
    let blst = blst!(&messages, bls12_381::G2Projective, G2Projective, G2Affine);
    measure::<bls12_381::G2Projective>(&messages, blst);
    measure::<secp256k1::Projective>(&messages, None);
    measure::<secp256r1::Projective>(&messages, None);
}
