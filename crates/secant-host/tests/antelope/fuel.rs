//! Searches the dearest input of every function, and holds what it takes below what its fuel pays for.

use crate::dearest::{self, Dearest};
use crate::guest::{Arg, Guest};
use crate::small_order::point_of_order;
use ark_bls12_381::{Fq, Fq2, Fr, g1, g2};
use ark_ec::{
    CurveGroup,
    scalar_mul::double_and_add_affine,
    short_weierstrass::{Affine, Projective, SWCurveConfig},
};
use ark_ff::{BigInteger, Field, PrimeField, UniformRand};
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_abi::Function;
use secant_curve::{GroupId, Native, raw::as_bytes};
use secant_host::{Call, antelope::mod_exp_is_allowed};
use std::{hint::black_box, slice::from_ref};

const PLENTY: u64 = 1 << 60;

struct Search {
    guest: Guest,
    rng: StdRng,
    slowness: f64,
    uncovered: Vec<String>,
}

impl Search {
    fn new() -> Self {
        let mut rng = StdRng::seed_from_u64(1);
        let p = Projective::<secant_curve::bls12_381::g1::Config<Native>>::rand(&mut rng).into_affine();
        let integer = [u64::MAX / 3; 64];
        let id = Function::Mul;
        let call = Call::new(
            id,
            GroupId::Bls12_381G1 as u32,
            as_bytes(from_ref(&p)),
            as_bytes(&integer),
            size_of_val(&p),
        );
        let call = call.unwrap();
        // A multiplication costs twice what ordinary points take (`examples/weights.rs`).
        let ns_there = dearest::paid_ns(call.fuel()) / 2.0;
        Self {
            guest: Guest::new(Some(PLENTY)),
            rng,
            slowness: dearest::slowness(ns_there, || drop(black_box(call.execute()))),
            uncovered: Vec::new(),
        }
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }

    /// Tries the inputs, which the texts describe.
    fn dearest(&mut self, name: &str, inputs: impl IntoIterator<Item = (String, Vec<Arg>)>) {
        let mut dearest = Dearest::new(name, self.slowness);
        for (input, args) in inputs {
            let (parameters, _) = self.guest.place(&args);
            self.guest.store.set_fuel(PLENTY).unwrap();
            self.guest.call_often(name, &parameters).unwrap();
            let fuel = PLENTY - self.guest.store.get_fuel().unwrap();
            dearest.try_input(
                || input,
                fuel,
                || {
                    self.guest.store.set_fuel(PLENTY).unwrap();
                    self.guest.call_often(name, &parameters).unwrap();
                },
            );
        }
        dearest.report(&mut self.uncovered);
    }
}

/// The bytes of an element, little endian with the constant coefficient first.
fn little<F: Field>(x: &F) -> Vec<u8> {
    let coefficients = x.to_base_prime_field_elements();
    coefficients.flat_map(|c| c.into_bigint().to_bytes_le()).collect()
}

/// The bytes of a point, little endian or reversed.
fn point<C: SWCurveConfig>(p: &Affine<C>, reversed: bool) -> Vec<u8> {
    let coordinate = |c: &C::BaseField| {
        let mut bytes = little(c);
        if reversed {
            bytes.reverse();
        }
        bytes
    };
    [coordinate(&p.x), coordinate(&p.y)].concat()
}

fn of_order<C: SWCurveConfig>(prime: u64, rng: &mut StdRng) -> Affine<C> {
    let mul = |p: &Affine<C>, scalar: &[u64]| Some(double_and_add_affine::<Affine<C>>(p, scalar).into_affine());
    point_of_order(prime, rng, mul).unwrap()
}

fn sums<C: SWCurveConfig>(search: &mut Search, name: &str, primes: &[u64]) {
    let size = 2 * little(&C::BaseField::ONE).len();
    let mut points = vec![("any", Projective::<C>::rand(&mut search.rng).into_affine())];
    for prime in primes {
        points.push(("small order", of_order(*prime, &mut search.rng)));
    }
    points.push(("small order beside any", (points[0].1 + points[1].1).into_affine()));
    let scalars = [
        ("all ones", [0xff; 32].to_vec()),
        ("every fifth bit", 0x0842_1084_2108_4211u64.to_le_bytes().repeat(4)),
        ("any", search.bytes(32)),
        ("one", little(&Fr::from(1u64))),
    ];
    let mut inputs = Vec::new();
    for n in [1, 2, 3, 4, 8, 17, 18, 64] {
        for (kind, p) in &points {
            for (shape, scalar) in &scalars {
                let opposite = point(&-*p, false);
                for (signs, list) in [
                    ("", point(p, false).repeat(n)),
                    (
                        "opposite ",
                        [point(p, false), opposite].concat().repeat(n)[..n * size].to_vec(),
                    ),
                ] {
                    let args = vec![
                        Arg::In(list),
                        Arg::In(scalar.repeat(n)),
                        Arg::Int(n as u32),
                        Arg::Out(size),
                    ];
                    inputs.push((format!("{n} {signs}points of {kind}, scalars {shape}"), args));
                }
            }
        }
    }
    search.dearest(name, inputs);
}

fn bls(search: &mut Search) {
    sums::<g1::Config>(search, "bls_g1_weighted_sum", &[3, 11]);
    sums::<g2::Config>(search, "bls_g2_weighted_sum", &[13, 23]);
    let (p, t) = (
        Projective::<g1::Config>::rand(&mut search.rng).into_affine(),
        Projective::<g2::Config>::rand(&mut search.rng).into_affine(),
    );
    let (small_p, small_t) = (
        of_order::<g1::Config>(11, &mut search.rng),
        of_order::<g2::Config>(13, &mut search.rng),
    );
    let mut inputs = Vec::new();
    for n in [1, 2, 3, 8, 16, 17, 64] {
        for (what, p, t) in [
            ("any", p, t),
            ("first of small order", small_p, t),
            ("second of small order", p, small_t),
        ] {
            let (p, t) = (point(&p, false).repeat(n), point(&t, false).repeat(n));
            inputs.push((
                format!("{n} pairs, {what}"),
                vec![Arg::In(p), Arg::In(t), Arg::Int(n as u32), Arg::Out(576)],
            ));
        }
    }
    search.dearest("bls_pairing", inputs);
    for (name, points, size) in [
        (
            "bls_g1_add",
            [point(&p, false), point(&-p, false), point(&small_p, false)],
            96,
        ),
        (
            "bls_g2_add",
            [point(&t, false), point(&-t, false), point(&small_t, false)],
            192,
        ),
    ] {
        let pairs = points
            .iter()
            .flat_map(|a| points.iter().map(move |b| (a.clone(), b.clone())));
        search.dearest(
            name,
            pairs.map(|(a, b)| ("two points".into(), vec![Arg::In(a), Arg::In(b), Arg::Out(size)])),
        );
    }
    let elements: Vec<Fq> = (0..20)
        .map(|_| Fq::rand(&mut search.rng))
        .chain([0u64.into(), 1u64.into()])
        .collect();
    let of_element = |x: &Fq| ("an element".to_string(), vec![Arg::In(little(x)), Arg::Out(96)]);
    search.dearest("bls_g1_map", elements.iter().map(of_element));
    let of_two = |x: &Fq| {
        (
            "an element".to_string(),
            vec![Arg::In(little(&Fq2::new(*x, x.square()))), Arg::Out(192)],
        )
    };
    search.dearest("bls_g2_map", elements.iter().map(of_two));
    let x = little(&elements[0]);
    search.dearest(
        "bls_fp_mul",
        [(
            "two elements".into(),
            vec![Arg::In(x.clone()), Arg::In(x.clone()), Arg::Out(48)],
        )],
    );
    for byte in [0xff, 0x55, 0x11] {
        let args = vec![Arg::In(vec![byte; 64]), Arg::Out(48)];
        search.dearest("bls_fp_mod", [(format!("bytes {byte:x}"), args)]);
        let args = vec![Arg::In(x.clone()), Arg::In(vec![byte; 64]), Arg::Out(48)];
        search.dearest("bls_fp_exp", [(format!("bytes {byte:x}"), args)]);
    }
}

fn alt_bn128(search: &mut Search) {
    use ark_bn254::{G1Affine, G1Projective, G2Projective};
    let p: G1Affine = G1Projective::rand(&mut search.rng).into_affine();
    let q = G2Projective::rand(&mut search.rng).into_affine();
    let (p, minus, zero) = (point(&p, true), point(&-p, true), vec![0; 64]);
    let pairs = [(&p, &p), (&p, &minus), (&p, &zero)];
    search.dearest(
        "alt_bn128_add",
        pairs.map(|(a, b)| {
            (
                "two points".into(),
                vec![Arg::In(a.clone()), Arg::In(b.clone()), Arg::Out(64)],
            )
        }),
    );
    let scalars = [vec![0xff; 32], vec![0x55; 32], vec![0x11; 32], search.bytes(32)];
    search.dearest(
        "alt_bn128_mul",
        scalars.map(|s| {
            (
                format!("scalar {}", hex::encode(&s)),
                vec![Arg::In(p.clone()), Arg::In(s), Arg::Out(64)],
            )
        }),
    );
    let pair = [p, point(&q, true)].concat();
    search.dearest(
        "alt_bn128_pair",
        [1, 2, 3, 8, 15, 16, 17, 64].map(|n| (format!("{n} pairs"), vec![Arg::In(pair.repeat(n))])),
    );
}

fn k1_recover(search: &mut Search) {
    let inputs: Vec<_> = (0..60)
        .map(|i| {
            let signature = [vec![27 + i % 4], search.bytes(64)].concat();
            let args = vec![Arg::In(signature), Arg::In(search.bytes(32)), Arg::Out(65)];
            ("a signature".to_string(), args)
        })
        .collect();
    search.dearest("k1_recover", inputs);
}

fn mod_exp(search: &mut Search) {
    let mut inputs = Vec::new();
    for len in [1, 7, 8, 9, 16, 24, 31, 32, 33, 48, 64, 96, 128, 129, 256, 512, 1024] {
        for exp_len in [1, 2, 3, 8, 32, 256] {
            // Odd, even, powers of two, and two odd parts.
            let odd = [search.bytes(len - 1), vec![0xff]].concat();
            let even = [search.bytes(len - 1), vec![0xfe]].concat();
            let mut power = vec![0; len];
            power[0] = 0x80;
            let mut sparse = vec![0; len];
            (sparse[0], sparse[len - 1]) = (sparse[0] | 0x80, sparse[len - 1] | 1);
            let half = [search.bytes(len.div_ceil(2)), vec![0; len / 2]].concat();
            for (kind, modulus) in [
                ("odd", odd),
                ("even", even),
                ("power of two", power),
                ("sparse", sparse),
                ("half zeros", half),
            ] {
                let allowed = mod_exp_is_allowed(len as u32, exp_len as u32, len as u32);
                if !allowed || len * len * exp_len > 1 << 22 {
                    continue;
                }
                let base = search.bytes(len);
                for exponent in [0xff, 0x55, 0x11] {
                    let args = vec![
                        Arg::In(base.clone()),
                        Arg::In(vec![exponent; exp_len]),
                        Arg::In(modulus.clone()),
                        Arg::Out(len),
                    ];
                    inputs.push((
                        format!("{len} bytes to the power of {exp_len} of {exponent:x}, modulus {kind}"),
                        args,
                    ));
                }
            }
        }
    }
    // A long base and a short modulus, and the reverse.
    for (base_len, modulus_len) in [(512, 1), (512, 32), (1, 512), (32, 512), (200, 17)] {
        let (base, mut modulus) = (search.bytes(base_len), search.bytes(modulus_len));
        modulus[0] |= 0x80;
        let args = vec![
            Arg::In(base),
            Arg::In(vec![0xff; 3]),
            Arg::In(modulus),
            Arg::Out(modulus_len),
        ];
        inputs.push((format!("{base_len} bytes modulo {modulus_len}"), args));
    }
    search.dearest("mod_exp", inputs);
}

fn hashes(search: &mut Search) {
    const LENGTHS: [usize; 12] = [0, 1, 55, 56, 63, 64, 111, 112, 127, 135, 136, 5000];
    for (name, size) in [("sha1", 20), ("sha256", 32), ("sha512", 64), ("ripemd160", 20)] {
        let inputs = LENGTHS.map(|len| {
            // The hash goes to an address alone.
            let args = vec![Arg::In(vec![0x5a; len]), Arg::Int(100_000 - size)];
            (format!("{len} bytes"), args)
        });
        search.dearest(name, inputs);
    }
    let sha3 = |keccak| {
        LENGTHS.map(|len| {
            (
                format!("{len} bytes"),
                vec![Arg::In(vec![0x5a; len]), Arg::Out(32), Arg::Int(keccak)],
            )
        })
    };
    search.dearest("sha3", [sha3(0), sha3(1)].concat());
    let rounds = [0, 1, 2, 12, 100, 1000].map(|rounds| {
        let [state, message, offsets, more] = [64, 128, 8, 8].map(|len| Arg::In(vec![0x5a; len]));
        let args = vec![
            Arg::Int(rounds),
            state,
            message,
            offsets,
            more,
            Arg::Int(1),
            Arg::Out(64),
        ];
        (format!("{rounds} rounds"), args)
    });
    search.dearest("blake2_f", rounds);
}

/// One test, for the times of two that run at once say nothing.
#[test]
#[ignore = "it times calls: run it on a machine that does nothing else"]
fn fuel_covers_the_dearest_inputs() {
    let mut search = Search::new();
    bls(&mut search);
    alt_bn128(&mut search);
    k1_recover(&mut search);
    mod_exp(&mut search);
    hashes(&mut search);
    let uncovered = search.uncovered;
    assert!(uncovered.is_empty(), "{uncovered:#?}");
}
