//! Verification of RSA signatures beside OpenSSL, in turns, on one thread.
//!
//! ```text
//! cargo run --release -p secant-openssl --example rsa
//! ```
//! The medians of single verifications in microseconds: with a key that was prepared, and with one that is used once
//! (both sides then read its DER as well).
#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use openssl::{hash::MessageDigest, pkey::PKey, rsa::Rsa, sign};
use secant_verify::{
    hash::Hash,
    rsa::{PublicKey, Scheme},
};
use std::time::Instant;

const ROUNDS: usize = 2000;

fn time(run: impl FnOnce()) -> u128 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos()
}

fn median(times: &mut [u128]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2] as f64 / 1000.0
}

fn main() {
    println!("| key | secant | OpenSSL | ratio | secant, key read | OpenSSL, key read | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for bits in [1024, 2048, 3072, 4096, 8192] {
        let private = PKey::from_rsa(Rsa::generate(bits).unwrap()).unwrap();
        let message = b"a short message";
        let mut signer = sign::Signer::new(MessageDigest::sha256(), &private).unwrap();
        let signature = signer.sign_oneshot_to_vec(message).unwrap();
        let der = private.public_key_to_der().unwrap();
        let scheme = Scheme::Pkcs1(Hash::Sha256);
        let ours = PublicKey::read(&der).unwrap().prepare().unwrap();
        let theirs = PKey::public_key_from_der(&der).unwrap();
        let openssl = |key: &PKey<_>| {
            let mut verifier = sign::Verifier::new(MessageDigest::sha256(), key).unwrap();
            assert!(verifier.verify_oneshot(&signature, message).unwrap());
        };
        let mut times: [Vec<u128>; 4] = Default::default();
        for _ in 0..ROUNDS {
            times[0].push(time(|| ours.verify(&scheme, message, &signature).unwrap()));
            times[1].push(time(|| openssl(&theirs)));
            times[2].push(time(|| {
                PublicKey::read(&der)
                    .unwrap()
                    .verify(&scheme, message, &signature)
                    .unwrap()
            }));
            times[3].push(time(|| openssl(&PKey::public_key_from_der(&der).unwrap())));
        }
        let [a, b, c, d] = times.each_mut().map(|times| median(times));
        println!(
            "| RSA-{bits} | {a:.1} | {b:.1} | {:.2} | {c:.1} | {d:.1} | {:.2} |",
            a / b,
            c / d
        );
    }
}
