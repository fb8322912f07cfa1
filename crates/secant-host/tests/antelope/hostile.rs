//! What a hostile guest can pass: every call gives its number or a clean trap.

use crate::guest::{Arg, FUNCTIONS, Guest, MEMORY};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_host::antelope::{MODULE, Violation, add_to_linker, mod_exp_is_allowed};
use wasmtime::{Engine, Linker, Module, Store, Trap};

/// The length of a hash that is written without a length.
fn hash_len(name: &str) -> Option<u32> {
    match name.trim_start_matches("assert_") {
        "sha1" | "ripemd160" => Some(20),
        "sha256" => Some(32),
        "sha512" => Some(64),
        _ => None,
    }
}

/// Zeros, as many as a call takes that succeeds: points at infinity, and one as the modulus' length is.
fn well_formed(name: &str) -> Vec<Arg> {
    let zeros = |len| Arg::In(vec![0; len]);
    match name {
        "alt_bn128_add" => vec![zeros(64), zeros(64), Arg::Out(64)],
        "alt_bn128_mul" => vec![zeros(64), zeros(32), Arg::Out(64)],
        "alt_bn128_pair" => vec![zeros(384)],
        "blake2_f" => {
            let (rounds, last) = (Arg::Int(12), Arg::Int(1));
            vec![rounds, zeros(64), zeros(128), zeros(8), zeros(8), last, Arg::Out(64)]
        }
        "bls_fp_exp" => vec![zeros(48), zeros(64), Arg::Out(48)],
        "bls_fp_mod" => vec![zeros(64), Arg::Out(48)],
        "bls_fp_mul" => vec![zeros(48), zeros(48), Arg::Out(48)],
        "bls_g1_add" => vec![zeros(96), zeros(96), Arg::Out(96)],
        "bls_g2_add" => vec![zeros(192), zeros(192), Arg::Out(192)],
        "bls_g1_map" => vec![zeros(48), Arg::Out(96)],
        "bls_g2_map" => vec![zeros(96), Arg::Out(192)],
        "bls_g1_weighted_sum" => vec![zeros(192), zeros(64), Arg::Int(2), Arg::Out(96)],
        "bls_g2_weighted_sum" => vec![zeros(384), zeros(64), Arg::Int(2), Arg::Out(192)],
        "bls_pairing" => vec![zeros(192), zeros(384), Arg::Int(2), Arg::Out(576)],
        "k1_recover" => {
            let signature = "1b174de755b55bd29026d626f7313a5560353dc5175f29c78d79d961b81a0c04360d833ca789bc16d4ee714a6d1a19461d890966e0ec5c074f67be67e631d33aa7";
            vec![Arg::In(hex::decode(signature).unwrap()), zeros(32), Arg::Out(65)]
        }
        "mod_exp" => vec![zeros(5), zeros(3), zeros(4), Arg::Out(4)],
        "sha3" => vec![zeros(100), Arg::Out(32), Arg::Int(0)],
        _ => panic!("{name}"),
    }
}

/// The functions whose buffers may not overlap, with parameters that are good and where in them the buffers are.
fn with_buffers(guest: &mut Guest, mut check: impl FnMut(&mut Guest, &str, Vec<u32>, Vec<usize>)) {
    for (name, ..) in FUNCTIONS.iter().filter(|(name, ..)| hash_len(name).is_none()) {
        let args = well_formed(name);
        let (parameters, _) = guest.place(&args);
        assert_eq!(guest.call(name, &parameters).unwrap(), 0, "{name}");
        let mut next = 0;
        let mut buffers = Vec::new();
        for arg in &args {
            if let Arg::Int(_) = arg {
                next += 1;
            } else {
                buffers.push(next);
                next += 2;
            }
        }
        check(guest, name, parameters, buffers);
    }
}

fn trap<E>(guest: &mut Guest, name: &str, parameters: &[u32]) -> E
where
    E: std::error::Error + Copy + Send + Sync + 'static,
{
    let error = guest.call(name, parameters).unwrap_err();
    *error
        .downcast_ref::<E>()
        .unwrap_or_else(|| panic!("{name} {parameters:?}: {error:?}"))
}

#[test]
fn buffers_are_in_memory() {
    with_buffers(&mut Guest::new(None), |guest, name, parameters, buffers| {
        for at in buffers {
            let len = parameters[at + 1];
            for buffer in [
                (MEMORY - len + 1, len),
                (u32::MAX, len),
                (u32::MAX - len + 1, len),
                (MEMORY + 1, 0),
                (u32::MAX, 0),
                (0, u32::MAX),
                (8, MEMORY),
                (u32::MAX, u32::MAX),
            ] {
                let mut bad = parameters.clone();
                (bad[at], bad[at + 1]) = buffer;
                if name == "mod_exp" && at < 6 && buffer.1 > len {
                    assert_eq!(trap::<Violation>(guest, name, &bad), Violation::TooMuchWork);
                } else {
                    assert_eq!(
                        trap::<Trap>(guest, name, &bad),
                        Trap::MemoryOutOfBounds,
                        "{name} {bad:?}"
                    );
                }
            }
            // The last bytes of the memory will do, and so will an empty buffer at its end.
            let mut good = parameters.clone();
            good[at] = MEMORY - len;
            guest.call(name, &good).unwrap();
            (good[at], good[at + 1]) = (MEMORY, 0);
            guest.call(name, &good).unwrap();
        }
    });
}

#[test]
fn buffers_are_apart() {
    with_buffers(&mut Guest::new(None), |guest, name, parameters, buffers| {
        for &a in &buffers {
            for &b in buffers.iter().filter(|b| **b != a) {
                let mut bad = parameters.clone();
                for address in [parameters[b], parameters[b] + parameters[b + 1] - 1] {
                    bad[a] = address;
                    assert_eq!(
                        trap::<Violation>(guest, name, &bad),
                        Violation::Overlap,
                        "{name} {bad:?}"
                    );
                }
                // An empty one may lie anywhere.
                (bad[a], bad[a + 1]) = (parameters[b] + 1, 0);
                guest.call(name, &bad).unwrap();
            }
        }
    });
}

#[test]
fn lengths() {
    with_buffers(&mut Guest::new(None), |guest, name, parameters, buffers| {
        let last = *buffers.last().unwrap();
        for at in buffers {
            for len in [0, 1, parameters[at + 1] - 1, parameters[at + 1] + 1] {
                let mut other = parameters.clone();
                // Apart from the others.
                (other[at], other[at + 1]) = (MEMORY / 2, len);
                let too_short = len < parameters[at + 1];
                let refused = match name {
                    "sha3" => false,
                    "alt_bn128_pair" => len != 0,
                    "mod_exp" if at == 4 => len == 0 || !too_short,
                    "mod_exp" if at == last => too_short,
                    "mod_exp" => false,
                    "alt_bn128_add" | "alt_bn128_mul" | "blake2_f" | "k1_recover" if at == last => too_short,
                    _ => true,
                };
                guest.put(MEMORY / 2, &[0; 600]);
                let before = guest.get((0, MEMORY));
                let code = guest.call(name, &other).unwrap();
                assert_eq!(code, if refused { -1 } else { 0 }, "{name} {other:?}");
                assert!(code == 0 || guest.get((0, MEMORY)) == before, "written on failure");
            }
        }
    });
}

#[test]
fn numbers_of_elements() {
    let mut guest = Guest::new(None);
    for name in ["bls_g1_weighted_sum", "bls_g2_weighted_sum", "bls_pairing"] {
        let (mut parameters, _) = guest.place(&well_formed(name));
        for n in [0, 1, 3, u32::MAX, 1 << 31, (1 << 27) + 2, 44_739_244 + 2] {
            parameters[4] = n;
            assert_eq!(guest.call(name, &parameters).unwrap(), -1, "{name} {n}");
        }
    }
}

#[test]
fn older_hashes() {
    let mut guest = Guest::new(None);
    for (name, ..) in FUNCTIONS {
        let Some(len) = hash_len(name) else { continue };
        let plain = name.trim_start_matches("assert_");
        guest.call(plain, &[8, 100, 1000]).unwrap();
        guest.call(name, &[8, 100, 1000]).unwrap();
        assert_eq!(
            trap::<Violation>(&mut guest, name, &[8, 100, 0]),
            Violation::NullPointer
        );
        for bad in [
            [8, 100, MEMORY - len + 1],
            [8, 100, u32::MAX],
            [MEMORY - 99, 100, 1000],
            [u32::MAX, 1, 1000],
            [MEMORY + 1, 0, 1000],
            [8, u32::MAX, 1000],
        ] {
            assert_eq!(trap::<Trap>(&mut guest, name, &bad), Trap::MemoryOutOfBounds);
        }
        if *name != plain {
            assert_eq!(
                trap::<Violation>(&mut guest, name, &[8, 101, 1000]),
                Violation::HashMismatch
            );
            assert_eq!(
                trap::<Violation>(&mut guest, name, &[8, 100, 1001]),
                Violation::HashMismatch
            );
        }
    }
}

/// The code for inputs that are replaced in a well-formed call.
fn code(guest: &mut Guest, name: &str, at: usize, bytes: &[u8]) -> i32 {
    let mut args = well_formed(name);
    args[at] = Arg::In(bytes.to_vec());
    let (code, result) = guest.run(name, &args).unwrap();
    assert!(
        code == 0 || name == "alt_bn128_pair" || result.iter().all(|b| *b == 0),
        "written on failure"
    );
    code
}

#[test]
fn elements_of_bls12_381() {
    use ark_bls12_381::Fq;
    let mut guest = Guest::new(None);
    let modulus = Fq::MODULUS.to_bytes_le();
    let largest = (-Fq::ONE).into_bigint().to_bytes_le();
    for name in [
        "bls_fp_mul",
        "bls_fp_exp",
        "bls_g1_map",
        "bls_g2_map",
        "bls_g1_add",
        "bls_g2_add",
    ] {
        let Arg::In(first) = well_formed(name).remove(0) else {
            panic!()
        };
        for coefficient in 0..first.len() / 48 {
            for (value, expected) in [(&modulus[..], -1), (&[0xff; 48], -1)] {
                let mut bytes = first.clone();
                bytes[48 * coefficient..][..48].copy_from_slice(value);
                assert_eq!(code(&mut guest, name, 0, &bytes), expected, "{name}");
            }
        }
    }
    for name in ["bls_fp_mul", "bls_fp_exp", "bls_g1_map"] {
        assert_eq!(code(&mut guest, name, 0, &largest), 0);
    }
}

/// Points of the first group off the curve, and on it outside the subgroup, in the second place.
#[test]
fn points_of_bls12_381_g1() {
    use ark_bls12_381::{Fq, G1Affine};
    let mut guest = Guest::new(None);
    let off = [vec![1], vec![0; 95]].concat();
    let mut rng = StdRng::seed_from_u64(1);
    let outside = std::iter::repeat_with(|| G1Affine::get_point_from_x_unchecked(Fq::rand(&mut rng), false))
        .flatten()
        .find(|p| !p.is_in_correct_subgroup_assuming_on_curve())
        .unwrap();
    let le = |x: Fq| x.into_bigint().to_bytes_le();
    let outside = [le(outside.x), le(outside.y)].concat();
    assert_eq!(code(&mut guest, "bls_g1_add", 1, &off), -1);
    assert_eq!(code(&mut guest, "bls_g1_add", 1, &outside), 0);
    assert_eq!(
        code(
            &mut guest,
            "bls_g1_weighted_sum",
            0,
            &[off.clone(), outside.clone()].concat()
        ),
        -1
    );
    assert_eq!(
        code(
            &mut guest,
            "bls_g1_weighted_sum",
            0,
            &[outside.clone(), off.clone()].concat()
        ),
        -1
    );
    assert_eq!(
        code(
            &mut guest,
            "bls_g1_weighted_sum",
            0,
            &[outside.clone(), outside.clone()].concat()
        ),
        0
    );
    assert_eq!(
        code(&mut guest, "bls_pairing", 0, &[outside.clone(), off.clone()].concat()),
        -1
    );
    assert_eq!(
        code(&mut guest, "bls_pairing", 0, &[outside.clone(), outside].concat()),
        0
    );
}

/// As for the first group.
#[test]
fn points_of_bls12_381_g2() {
    use ark_bls12_381::{Fq, Fq2, G2Affine};
    let mut guest = Guest::new(None);
    let mut rng = StdRng::seed_from_u64(1);
    let le = |x: Fq| x.into_bigint().to_bytes_le();
    let outside = std::iter::repeat_with(|| G2Affine::get_point_from_x_unchecked(Fq2::rand(&mut rng), false))
        .flatten()
        .find(|p| !p.is_in_correct_subgroup_assuming_on_curve())
        .unwrap();
    let coordinates = [outside.x.c0, outside.x.c1, outside.y.c0, outside.y.c1];
    let outside: Vec<_> = coordinates.into_iter().flat_map(le).collect();
    let off = [vec![1], vec![0; 191]].concat();
    assert_eq!(code(&mut guest, "bls_g2_add", 1, &off), -1);
    assert_eq!(code(&mut guest, "bls_g2_add", 1, &outside), 0);
    assert_eq!(code(&mut guest, "bls_pairing", 1, &[outside.clone(), off].concat()), -1);
    assert_eq!(
        code(&mut guest, "bls_pairing", 1, &[outside.clone(), outside].concat()),
        0
    );
}

#[test]
fn elements_of_bn254() {
    use ark_bn254::{Fq, Fq2, G2Affine};
    let mut guest = Guest::new(None);
    let be = |x: Fq| x.into_bigint().to_bytes_be();
    let mut above = Fq::MODULUS;
    above.add_with_carry(&Fq::ONE.into_bigint());
    let (one, two) = (be(Fq::ONE), be(Fq::from(2)));
    let generator = [one.clone(), two.clone()].concat();
    for name in ["alt_bn128_add", "alt_bn128_mul"] {
        assert_eq!(code(&mut guest, name, 0, &generator), 0);
        for bad in [
            [one.clone(), one.clone()],
            [above.to_bytes_be(), two.clone()],
            [be(Fq::ZERO), Fq::MODULUS.to_bytes_be()],
            [Fq::MODULUS.to_bytes_be(), be(Fq::ZERO)],
            [vec![0xff; 32], two.clone()],
        ] {
            assert_eq!(code(&mut guest, name, 0, &bad.concat()), -1);
        }
    }
    let mut rng = StdRng::seed_from_u64(1);
    let q = G2Affine::rand(&mut rng);
    let outside = std::iter::repeat_with(|| G2Affine::get_point_from_x_unchecked(Fq2::rand(&mut rng), false))
        .flatten()
        .find(|p| !p.is_in_correct_subgroup_assuming_on_curve())
        .unwrap();
    let twist = |q: G2Affine| [be(q.x.c1), be(q.x.c0), be(q.y.c1), be(q.y.c0)].concat();
    let pair = |p: &[u8], q: &[u8]| [p, q].concat();
    let infinity = [0; 128];
    for (pairs, expected) in [
        (pair(&generator, &twist(q)), 1),
        (pair(&generator, &infinity), 0),
        (pair(&[0; 64], &twist(q)), 0),
        (pair(&generator, &twist(outside)), -1),
        // Beside a point at infinity too.
        (pair(&[0; 64], &twist(outside)), -1),
        (pair(&[1; 64], &infinity), -1),
        (
            [pair(&generator, &twist(q)), pair(&generator, &twist(outside))].concat(),
            -1,
        ),
        ([pair(&generator, &twist(q)), pair(&generator, &twist(-q))].concat(), 0),
        (Vec::new(), 0),
    ] {
        assert_eq!(code(&mut guest, "alt_bn128_pair", 0, &pairs), expected);
    }
    for coordinate in 0..4 {
        let mut bad = twist(q);
        bad[32 * coordinate..][..32].copy_from_slice(&Fq::MODULUS.to_bytes_be());
        assert_eq!(code(&mut guest, "alt_bn128_pair", 0, &pair(&generator, &bad)), -1);
    }
}

/// Spring's limits and its test of them.
#[test]
fn the_work_of_powers_is_bounded() {
    assert!(mod_exp_is_allowed(1, 3, 4096) && !mod_exp_is_allowed(1, 3, 4097));
    assert!(!mod_exp_is_allowed(1, 3, 1) && !mod_exp_is_allowed(0, 1, 0) && mod_exp_is_allowed(0, 0, 0));
    assert!(mod_exp_is_allowed(256, 256, 256) && !mod_exp_is_allowed(257, 257, 257));
    assert!(mod_exp_is_allowed(8192, 1, 1) && !mod_exp_is_allowed(8193, 1, 1));
    assert!(!mod_exp_is_allowed(u32::MAX, u32::MAX, u32::MAX) && !mod_exp_is_allowed(0, 0, u32::MAX));
    let mut guest = Guest::new(None);
    let mut modulus = vec![0; 4096];
    modulus[4095] = 15;
    let args = [
        Arg::In(vec![1]),
        Arg::In(vec![1, 0, 1]),
        Arg::In(modulus.clone()),
        Arg::Out(4096),
    ];
    let (code, result) = guest.run("mod_exp", &args).unwrap();
    assert_eq!((code, result[4095]), (0, 1));
    let (mut parameters, _) = guest.place(&args);
    parameters[5] += 1;
    assert_eq!(
        trap::<Violation>(&mut guest, "mod_exp", &parameters),
        Violation::TooMuchWork
    );
}

#[test]
fn random_bytes_and_lengths() {
    let mut guest = Guest::new(None);
    let mut rng = StdRng::seed_from_u64(3);
    let mut noise = vec![0; MEMORY as usize];
    rng.fill(&mut noise[..]);
    guest.put(0, &noise);
    let mut returned = 0;
    for _ in 0..3000 {
        let (name, count, _) = FUNCTIONS[rng.r#gen_range(0..FUNCTIONS.len())];
        let parameters: Vec<u32> = (0..count)
            .map(|_| match rng.r#gen_range(0..3) {
                0 => [0, 1, 32, 48, 64, 65, 96, 128, 192, 576][rng.r#gen_range(0..10)],
                1 => rng.r#gen_range(0..MEMORY),
                _ => rng.r#gen_range(0..2000),
            })
            .collect();
        match guest.call(name, &parameters) {
            Ok(code) => {
                assert!([0, 1, -1].contains(&code));
                returned += 1;
            }
            Err(e) => assert!(e.is::<Violation>() || e.is::<Trap>(), "{e:?}"),
        }
    }
    assert!(returned > 100);
}

#[test]
fn fuel_is_charged_before_the_work() {
    const PLENTY: u64 = u64::MAX / 2;
    let mut guest = Guest::new(Some(PLENTY));
    for (name, ..) in FUNCTIONS {
        let parameters = match hash_len(name) {
            Some(_) if name.starts_with("assert") => continue,
            Some(_) => vec![8, 100, 1000],
            None => guest.place(&well_formed(name)).0,
        };
        guest.store.set_fuel(PLENTY).unwrap();
        guest.call(name, &parameters).unwrap();
        let cost = PLENTY - guest.store.get_fuel().unwrap();
        assert!(cost > secant_host::CALL_FUEL, "{name}");
        guest.store.set_fuel(cost - 1).unwrap();
        let before = guest.get((0, 4096));
        assert_eq!(trap::<Trap>(&mut guest, name, &parameters), Trap::OutOfFuel, "{name}");
        assert_eq!(guest.get((0, 4096)), before);
        guest.store.set_fuel(cost).unwrap();
        guest.call(name, &parameters).unwrap();
        assert_eq!(guest.store.get_fuel().unwrap(), 0);
    }
    // More work costs more.
    let mut cost = |name: &str, args: &[Arg]| {
        let (parameters, _) = guest.place(args);
        guest.store.set_fuel(PLENTY).unwrap();
        guest.call(name, &parameters).unwrap();
        PLENTY - guest.store.get_fuel().unwrap()
    };
    let pairs = |n: usize| [Arg::In(vec![0; 192 * n])];
    assert!(cost("alt_bn128_pair", &pairs(8)) > 3 * cost("alt_bn128_pair", &pairs(1)));
    let power = |n: usize| {
        [
            Arg::In(vec![1; n]),
            Arg::In(vec![0; n]),
            Arg::In(vec![1; n]),
            Arg::Out(n),
        ]
    };
    assert!(cost("mod_exp", &power(256)) > 100 * cost("mod_exp", &power(32)));
    let sum = |n: usize| {
        let (points, scalars) = (vec![0; 96 * n], vec![0; 32 * n]);
        [Arg::In(points), Arg::In(scalars), Arg::Int(n as u32), Arg::Out(96)]
    };
    assert!(cost("bls_g1_weighted_sum", &sum(300)) > 10 * cost("bls_g1_weighted_sum", &sum(3)));
    // What guests say counts, without any work: rounds, lengths.
    let (mut rounds, _) = guest.place(&well_formed("blake2_f"));
    rounds[0] = u32::MAX;
    guest.store.set_fuel(1_000_000_000).unwrap();
    assert_eq!(trap::<Trap>(&mut guest, "blake2_f", &rounds), Trap::OutOfFuel);
    guest.store.set_fuel(5000).unwrap();
    assert_eq!(trap::<Trap>(&mut guest, "sha256", &[8, MEMORY - 8, 8]), Trap::OutOfFuel);
}

#[test]
fn a_guest_without_an_exported_memory_traps() {
    let engine = Engine::default();
    let wat = format!(
        "(module (import \"{MODULE}\" \"sha256\" (func $f (param i32 i32 i32))) (memory 1)
            (func (export \"run\") (call $f (i32.const 0) (i32.const 0) (i32.const 8))))"
    );
    let module = Module::new(&engine, wat::parse_str(wat).unwrap()).unwrap();
    let mut linker = Linker::new(&engine);
    add_to_linker(&mut linker).unwrap();
    let mut store = Store::new(&engine, ());
    let instance = linker.instantiate(&mut store, &module).unwrap();
    let run = instance.get_typed_func::<(), ()>(&mut store, "run").unwrap();
    assert!(run.call(&mut store, ()).is_err());
}
