//! Proves a secp256k1 (or `r1`) signature in several configurations.
use num_bigint::BigUint;
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Signature},
    prove::{self, Prover},
};
use secant_gfp::named::Name;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let name = if args.get(1).is_some_and(|a| a == "r1") {
        Name::Secp256r1
    } else {
        Name::Secp256k1
    };
    let rows: usize = args.get(2).map_or(4000, |w| w.parse().unwrap());
    let ks: Vec<u32> = args
        .get(3)
        .map_or(vec![11, 12, 13], |k| k.split(',').map(|k| k.parse().unwrap()).collect());
    let mut rng = StdRng::seed_from_u64(1);
    let p = Parameters::named(name);
    let n = p.order.clone();
    let mut random = || {
        let mut bytes = vec![0; 40];
        rng.fill_bytes(&mut bytes);
        BigUint::from_bytes_le(&bytes) % &n
    };
    let (d, k, z) = (random(), random(), random());
    let key = p.multiples(&d, &n, 1).pop().unwrap().unwrap();
    let r = p.multiples(&k, &n, 1).pop().unwrap().unwrap().0 % &n;
    let s = k.modinv(&n).unwrap() * (&z + &r * d) % &n;
    let signature = Signature { r, s };
    let start = Instant::now();
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve", p, b.shape()).unwrap();
    let ecdsa = Ecdsa::new(&mut b, &curve, rows).unwrap();
    ecdsa.verify_public(&mut b, &key, &z, &signature).unwrap();
    println!("built in {:?}", start.elapsed());
    for (name, count, operands, limbs) in b.gate_counts() {
        println!(
            "{count:>5} {operands:>4} {limbs:>4} {:>6}  {name}",
            count * limbs.max(operands)
        );
    }
    for k in ks {
        let srs = prove::Srs::unsafe_local(k, StdRng::seed_from_u64(0));
        let Ok(circuit) = b.clone().finish(&Goal::Rows(k)) else {
            continue;
        };
        println!("{:?} {:?}", circuit.configuration(), circuit.counts());
        let start = Instant::now();
        let key = prove::keys(&srs, &circuit).unwrap();
        let keygen = start.elapsed();
        for _ in 0..3 {
            let start = Instant::now();
            let proof = prove::Stock
                .prove(&srs, &key, &circuit, &mut StdRng::seed_from_u64(2))
                .unwrap();
            let proved = start.elapsed();
            let start = Instant::now();
            assert!(prove::verify(&srs, key.get_vk(), &circuit.instances(), &proof));
            println!(
                "k {k}: keys {keygen:?}, proved {proved:?}, verified {:?}, {} bytes",
                start.elapsed(),
                proof.len()
            );
        }
    }
}
