//! Every target on its seeds, and on mutations of them that are the same in every run.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled" (2016).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let at = rng.below(bytes.len());
    let end = (at + 1 + rng.below(8)).min(bytes.len());
    match rng.below(9) {
        _ if bytes.is_empty() => bytes.push(rng.next() as u8),
        0 | 1 => bytes[at] ^= 1 << rng.below(8),
        2 => bytes[at] = rng.next() as u8,
        3 => bytes[at] = [0, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff][rng.below(7)],
        4 => drop(bytes.drain(at..end)),
        5 => bytes.insert(at, rng.next() as u8),
        6 => bytes[at..end].fill([0, 0xff][rng.below(2)]),
        7 => {
            let from = rng.below(other.len());
            bytes.splice(at..end, other[from..].iter().take(8).copied());
        }
        _ => bytes.truncate(at),
    }
}

/// `MUTATIONS` in the environment is a factor for how many there are.
fn target(name: &str, mutations: usize) {
    let factor = std::env::var("MUTATIONS").map_or(1, |factor| factor.parse().unwrap());
    let (_, run) = secant_fuzz::TARGETS.iter().find(|(target, _)| *target == name).unwrap();
    let run = |bytes: &[u8]| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| run(bytes))) {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            eprintln!("{name} on {hex}");
            resume_unwind(panic);
        }
    };
    let seeds = secant_fuzz::seeds::of(name).unwrap();
    run(&[]);
    seeds.iter().for_each(|seed| run(seed));
    let mut rng = Rng(0x5eca_0000 + name.len() as u64);
    for i in 0..factor * mutations {
        let mut bytes = seeds[i % seeds.len()].clone();
        for _ in 0..=rng.below(3) {
            let other = rng.below(seeds.len());
            mutate(&mut bytes, &seeds[other], &mut rng);
        }
        run(&bytes);
    }
}

#[test]
fn key() {
    target("key", 20_000);
}

#[test]
fn signature() {
    target("signature", 6000);
}

#[test]
fn digest() {
    target("digest", 1500);
}

#[test]
fn curve() {
    target("curve", 1500);
}

#[test]
fn certificate() {
    target("certificate", 20_000);
}

#[test]
fn formats() {
    target("formats", 20_000);
}

#[test]
fn groth16() {
    target("groth16", 3000);
}

#[test]
fn modulus() {
    target("modulus", 6000);
}

#[test]
fn proof() {
    target("proof", 600);
}

#[test]
fn report() {
    target("report", 5000);
}

#[test]
fn statement() {
    target("statement", 5000);
}

#[test]
fn configuration() {
    target("configuration", 5000);
}

#[test]
fn srs() {
    target("srs", 600);
}
