//! Measures what the functions of `antelope` take and prints the rows of `src/antelope/weights.rs`:
//! `SECANT_BACKEND=adx cargo run --release -p secant-host --features antelope,measure --example antelope_weights`.
//!
//! The sums of `bls_*_weighted_sum` have the weights of `examples/weights.rs`.

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BigInteger, Field, PrimeField, UniformRand};
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_host::antelope::*;
use std::hint::black_box;
use std::time::Instant;

/// The median time of a call in nanoseconds, over a tenth of a second.
fn time<R>(mut f: impl FnMut() -> R) -> u64 {
    let mut samples = Vec::new();
    let start = Instant::now();
    while samples.len() < 3 || start.elapsed().as_millis() < 100 {
        let call = Instant::now();
        black_box(f());
        samples.push(call.elapsed().as_nanos() as u64);
    }
    samples.sort_unstable();
    samples[samples.len() / 2]
}

/// The time of a function that must succeed and writes this many bytes.
fn timed(len: usize, function: impl Fn(&mut [u8]) -> Result<(), Error>) -> u64 {
    let mut result = vec![0; len];
    time(|| function(&mut result).expect("the call is well-formed"))
}

/// Two significant digits, upwards.
fn round(ns: u64) -> u64 {
    let unit = 10u64.pow(ns.max(1).ilog10().saturating_sub(1));
    ns.div_ceil(unit) * unit
}

/// A row: twice what ordinary inputs take, as in `src/weights.rs`.
fn row(name: &str, call: u64, unit: u64) {
    let scaled = |ns: u64| round(2 * ns);
    let unit = if unit == 0 { 0 } else { scaled(unit) };
    println!("pub const {name}: Weight = Weight::new({}, {unit});", scaled(call));
}

/// A row of a function of many units: the times of one unit and of several.
fn row_of_units(name: &str, one: u64, (count, many): (u64, u64)) {
    let unit = many.saturating_sub(one).div_ceil(count - 1).max(1);
    row(name, one.saturating_sub(unit).max(1), unit);
}

/// The bytes of an element, little endian with the constant coefficient first, or reversed.
fn bytes<F: Field>(x: &F, reversed: bool) -> Vec<u8> {
    let coefficients = x.to_base_prime_field_elements();
    let mut bytes: Vec<_> = coefficients.flat_map(|c| c.into_bigint().to_bytes_le()).collect();
    if reversed {
        bytes.reverse();
    }
    bytes
}

/// The bytes of a random point.
fn point<G: CurveGroup>(rng: &mut StdRng, reversed: bool) -> Vec<u8> {
    let (x, y) = G::rand(rng)
        .into_affine()
        .xy()
        .expect("a random point is not the identity");
    [bytes(&x, reversed), bytes(&y, reversed)].concat()
}

fn alt_bn128(rng: &mut StdRng) {
    use ark_bn254::{G1Projective, G2Projective};
    let (p, q) = (point::<G1Projective>(rng, true), point::<G1Projective>(rng, true));
    row("ALT_BN128_ADD", timed(64, |out| alt_bn128_add(&p, &q, out)), 0);
    row("ALT_BN128_MUL", timed(64, |out| alt_bn128_mul(&p, &[0xff; 32], out)), 0);
    let pair = [p, point::<G2Projective>(rng, true)].concat();
    let pairs = |n| {
        let pairs = pair.repeat(n);
        time(|| alt_bn128_pair(&pairs))
    };
    row_of_units("ALT_BN128_PAIR", pairs(1), (8, pairs(8)));
}

fn blake2() {
    let rounds = |n| timed(64, |out| blake2_f(n, &[1; 64], &[2; 128], &[3; 8], &[4; 8], true, out));
    row_of_units("BLAKE2_F", rounds(1), (1001, rounds(1001)));
}

fn bls(rng: &mut StdRng) {
    use ark_bls12_381::{Fq, Fq2, G1Projective, G2Projective};
    let (a, b) = (bytes(&Fq::rand(rng), false), bytes(&Fq::rand(rng), false));
    row("BLS_FP_EXP", timed(48, |out| bls_fp_exp(&a, &[0xff; 64], out)), 0);
    row("BLS_FP_MOD", timed(48, |out| bls_fp_mod(&[0xff; 64], out)), 0);
    row("BLS_FP_MUL", timed(48, |out| bls_fp_mul(&a, &b, out)), 0);
    let (p, q) = (point::<G1Projective>(rng, false), point::<G1Projective>(rng, false));
    row("BLS_G1_ADD", timed(96, |out| bls_g1_add(&p, &q, out)), 0);
    row("BLS_G1_MAP", timed(96, |out| bls_g1_map(&a, out)), 0);
    let (t, u) = (point::<G2Projective>(rng, false), point::<G2Projective>(rng, false));
    row("BLS_G2_ADD", timed(192, |out| bls_g2_add(&t, &u, out)), 0);
    let element = bytes(&Fq2::rand(rng), false);
    row("BLS_G2_MAP", timed(192, |out| bls_g2_map(&element, out)), 0);
    let pairs = |n: u32| {
        let (p, t) = (p.repeat(n as usize), t.repeat(n as usize));
        timed(576, |out| bls_pairing(&p, &t, n, out))
    };
    row_of_units("BLS_PAIRING", pairs(1), (8, pairs(8)));
}

fn k1(rng: &mut StdRng) {
    use ark_secp256k1::{Fr, Projective};
    let point = (Projective::generator() * Fr::rand(rng)).into_affine();
    let signature = [vec![27], bytes(&point.x, true), bytes(&Fr::rand(rng), true)].concat();
    row("K1_RECOVER", timed(65, |out| k1_recover(&signature, &[7; 32], out)), 0);
}

/// The dearest unit of all sizes, for odd and even moduli.
fn powers(rng: &mut StdRng) {
    let mut random = |len| {
        let mut bytes = vec![0; len];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    let mut call = 0;
    let mut unit = 0f64;
    for (size, exp) in [
        (1, 1),
        (8, 8),
        (32, 32),
        (64, 64),
        (128, 128),
        (256, 256),
        (512, 64),
        (2048, 8),
        (8192, 1),
    ] {
        for last in [0xff, 0xfe] {
            let (base, mut modulus) = (random(size), random(size));
            modulus[0] |= 0x80;
            modulus[size - 1] = last;
            let ns = timed(size, |out| mod_exp(&base, &vec![0xff; exp], &modulus, out));
            // As `mod_exp_steps` in `src/antelope/fuel.rs`.
            let limbs = size.div_ceil(8) as u64;
            let steps = (8 * exp as u64 + 20) * (limbs * limbs + 8 * limbs + 8);
            if size == 1 {
                call = call.max(ns);
            }
            unit = unit.max(ns.saturating_sub(call) as f64 / steps as f64);
        }
    }
    row("MOD_EXP", call, unit.ceil() as u64);
}

fn hashes() {
    /// A call costs what it takes beside its whole blocks of 64 bytes, for the length where that is most: padding takes a block or
    /// two.
    fn blocks<R>(name: &str, hash: impl Fn(&[u8]) -> R) {
        const MANY: usize = 1000;
        let data = vec![5; 64 * MANY];
        let time = |len: usize| time(|| hash(&data[..len]));
        let unit = time(64 * MANY).div_ceil(MANY as u64);
        let calls = [0, 55, 56, 63, 64, 111, 127, 135, 136].map(|len| time(len).saturating_sub(len as u64 / 64 * unit));
        row(name, calls.into_iter().max().unwrap_or_default(), unit);
    }
    blocks("RIPEMD160", ripemd160);
    blocks("SHA1", sha1);
    blocks("SHA256", sha256);
    blocks("SHA3", |data| sha3(data, &mut [0; 32], true));
    blocks("SHA512", sha512);
}

fn main() {
    // Fuel must pay for the work on machines without lanes.
    if std::env::var("SECANT_BACKEND").as_deref() != Ok("adx") {
        eprintln!("weights are those of single elements: run this with SECANT_BACKEND=adx");
        std::process::exit(2);
    }
    let mut rng = StdRng::seed_from_u64(1);
    alt_bn128(&mut rng);
    blake2();
    bls(&mut rng);
    k1(&mut rng);
    powers(&mut rng);
    hashes();
}
