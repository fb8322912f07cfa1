//! Verification of ECDSA signatures beside OpenSSL, in turns, on one thread.
//!
//! ```text
//! cargo run --release -p secant-openssl --example ecdsa [CURVE]
//! ```
//! The medians of single verifications in microseconds, of digests with keys that were read before, and what one of a
//! thousand takes in a batch.
#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use openssl::{
    ec::{EcGroup, EcKey},
    ecdsa::EcdsaSig,
    pkey::PKey,
};
use secant_gfp::{
    Curve,
    named::{Name, Visitor},
};
use secant_verify::ecdsa::{KeyFile, PublicKey, Signature, verify_each};
use std::time::Instant;

const ROUNDS: usize = 301;
const BATCH: usize = 1000;

fn time(run: impl FnOnce()) -> u128 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos()
}

fn median(times: &mut [u128]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2] as f64 / 1000.0
}

struct Measure(Name);

impl Visitor for Measure {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        let oid = openssl::asn1::Asn1Object::from_str(self.0.oid()).unwrap();
        let group = EcGroup::from_curve_name(oid.nid()).unwrap();
        let private = EcKey::generate(&group).unwrap();
        let digest: [u8; 32] = core::array::from_fn(|i| i as u8 + 1);
        let theirs = EcdsaSig::sign(&digest, &private).unwrap();
        let der = theirs.to_der().unwrap();
        let spki = PKey::from_ec_key(private.clone()).unwrap().public_key_to_der().unwrap();
        let public = PKey::public_key_from_der(&spki).unwrap().ec_key().unwrap();
        let key = PublicKey::from_sec1(curve, KeyFile::from_spki_der(&spki).unwrap().point).unwrap();
        let mut times: [Vec<u128>; 3] = Default::default();
        let batch: Vec<_> = (0..BATCH)
            .map(|i| {
                let signature = EcdsaSig::sign(&digest, &private).unwrap().to_der().unwrap();
                let mut signature = Signature::from_der(curve, &signature).unwrap();
                if i % 100 == 99 {
                    signature = Signature::from_der(curve, &der).unwrap();
                }
                (key, &digest[..], signature)
            })
            .collect();
        verify_each(curve, &batch);
        for round in 0..ROUNDS {
            times[0].push(time(|| {
                let signature = Signature::from_der(curve, &der).unwrap();
                assert!(key.verify_digest(curve, &digest, &signature));
            }));
            times[1].push(time(|| {
                let signature = EcdsaSig::from_der(&der).unwrap();
                assert!(signature.verify(&digest, &public).unwrap());
            }));
            if round % 30 == 0 {
                times[2].push(time(|| assert!(verify_each(curve, &batch).iter().all(|valid| *valid))));
            }
        }
        let [one, openssl, batch] = times.each_mut().map(|times| median(times));
        let each = batch / BATCH as f64;
        println!(
            "| {} | {one:.1} | {openssl:.1} | {:.2} | {each:.1} | {:.2} |",
            self.0,
            openssl / one,
            openssl / each,
        );
    }
}

fn main() {
    let only = std::env::args().nth(1);
    println!("| curve | secant | OpenSSL | ratio | secant, in a batch | ratio |");
    println!("|---|---|---|---|---|---|");
    for name in Name::ALL {
        if only.as_ref().is_none_or(|only| Name::parse(only) == Some(*name)) {
            name.visit(Measure(*name));
        }
    }
}
