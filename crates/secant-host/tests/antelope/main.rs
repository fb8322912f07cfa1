//! The host functions with Antelope's names, through a guest in wasmtime and as functions on bytes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agreement;
#[path = "../common/dearest.rs"]
mod dearest;
mod fuel;
mod guest;
mod hostile;
#[path = "../../../secant-engine/tests/common/small_order.rs"]
mod small_order;

use guest::{Arg, Guest};
use secant_host::antelope::{Error, alt_bn128_pair, mod_exp};
use serde_json::Value;

fn bytes(hex_digits: &str) -> Vec<u8> {
    hex::decode(hex_digits.trim_start_matches('-')).unwrap()
}

/// Lines of `function code inputs... result`, in hexadecimal; `-` is an empty buffer.
fn vectors(file: &str) {
    let mut guest = Guest::new(None);
    for line in file.lines() {
        let fields: Vec<_> = line.split(' ').collect();
        let [name, code, inputs @ ..] = &fields[..] else {
            panic!("{line}");
        };
        let input = |i: usize| Arg::In(bytes(inputs[i]));
        let number = |i: usize| Arg::Int(inputs[i].parse().unwrap());
        let last = inputs.len() - 1;
        let result = Arg::Out(bytes(inputs[last]).len());
        let args = match *name {
            "alt_bn128_pair" => vec![input(0)],
            "sha3" => vec![input(0), result, number(1)],
            "blake2_f" => vec![number(0), input(1), input(2), input(3), input(4), number(5), result],
            "bls_g1_weighted_sum" | "bls_g2_weighted_sum" | "bls_pairing" => {
                vec![input(0), input(1), number(2), result]
            }
            _ => (0..last).map(input).chain([result]).collect(),
        };
        let (got, output) = guest.run(name, &args).unwrap();
        assert_eq!(got, code.parse::<i32>().unwrap(), "{line}");
        assert_eq!(output, bytes(inputs[last]), "{line}");
    }
}

#[test]
fn leap() {
    vectors(include_str!("vectors/leap.txt"));
}

#[test]
fn the_library_of_spring() {
    vectors(include_str!("vectors/library.txt"));
}

#[test]
fn powers_by_python() {
    vectors(include_str!("vectors/mod_exp.txt"));
}

/// Inputs and outputs of Ethereum's precompiled contracts.
fn evm(file: &str, mut check: impl FnMut(Vec<u8>, Vec<u8>)) {
    let vectors: Value = serde_json::from_str(file).unwrap();
    for v in vectors.as_array().unwrap() {
        check(
            bytes(v["Input"].as_str().unwrap()),
            bytes(v["Expected"].as_str().unwrap()),
        );
    }
}

/// Ethereum fills up inputs with zeros and takes no notice of what is behind them.
fn evm_points(name: &str, second: usize, file: &str) {
    let mut guest = Guest::new(None);
    evm(file, |mut input, expected| {
        input.resize(64 + second, 0);
        let args = [
            Arg::In(input[..64].to_vec()),
            Arg::In(input[64..].to_vec()),
            Arg::Out(64),
        ];
        assert_eq!(guest.run(name, &args).unwrap(), (0, expected));
    });
}

#[test]
fn evm_additions_and_multiplications() {
    evm_points("alt_bn128_add", 64, include_str!("vectors/evm/bn256Add.json"));
    evm_points("alt_bn128_mul", 32, include_str!("vectors/evm/bn256ScalarMul.json"));
}

#[test]
fn evm_pairings() {
    evm(include_str!("vectors/evm/bn256Pairing.json"), |input, expected| {
        assert_eq!(alt_bn128_pair(&input), Ok(expected[31] == 1));
    });
}

#[test]
fn evm_powers() {
    evm(include_str!("vectors/evm/modexp.json"), |mut input, expected| {
        let mut rest = input.split_off(96);
        let len = |i: usize| usize::from_str_radix(&hex::encode(&input[32 * i..][..32]), 16).unwrap();
        rest.resize(len(0) + len(1) + len(2), 0);
        let (base, rest) = rest.split_at(len(0));
        let (exp, modulus) = rest.split_at(len(1));
        let mut result = vec![1; modulus.len()];
        assert_eq!(mod_exp(base, exp, modulus, &mut result), Ok(()));
        assert_eq!(result, expected);
    });
}

#[test]
fn evm_compressions() {
    let mut guest = Guest::new(None);
    evm(include_str!("vectors/evm/blake2F.json"), |input, expected| {
        let rounds = u32::from_be_bytes(input[..4].try_into().unwrap());
        // Eight million rounds take a while without optimisations.
        if rounds < 1000 {
            let part = |from: usize, to: usize| Arg::In(input[from..to].to_vec());
            let args = [
                Arg::Int(rounds),
                part(4, 68),
                part(68, 196),
                part(196, 204),
                part(204, 212),
                Arg::Int(input[212].into()),
                Arg::Out(64),
            ];
            assert_eq!(guest.run("blake2_f", &args).unwrap(), (0, expected));
        }
    });
}

/// The examples of FIPS 180-4 and of the authors of RIPEMD-160.
#[test]
fn hashes() {
    let mut guest = Guest::new(None);
    for (name, of_abc, of_nothing) in [
        (
            "sha1",
            "a9993e364706816aba3e25717850c26c9cd0d89d",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        ),
        (
            "sha256",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ),
        (
            "sha512",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
        ),
        (
            "ripemd160",
            "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
            "9c1185a5c5e9fc54612808977ee8f548b2258d31",
        ),
    ] {
        for (data, hash) in [(&b"abc"[..], bytes(of_abc)), (b"", bytes(of_nothing))] {
            guest.put(100, data);
            guest.call(name, &[100, data.len() as u32, 201]).unwrap();
            assert_eq!(guest.get((201, hash.len() as u32)), hash);
            guest
                .call(&format!("assert_{name}"), &[100, data.len() as u32, 201])
                .unwrap();
            // The hash may lie on the data.
            guest.call(name, &[100, data.len() as u32, 98]).unwrap();
            assert_eq!(guest.get((98, hash.len() as u32)), hash);
        }
    }
    // As many bytes as there is room for, and nothing behind 32.
    for len in [0, 1, 31, 32, 33, 100] {
        guest.put(500, &[7; 100]);
        guest.call("sha3", &[0, 0, 500, len, 2]).unwrap();
        let mut expected = bytes("a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
        expected.truncate(len as usize);
        expected.resize(100, 7);
        assert_eq!(guest.get((500, 100)), expected);
    }
}

#[test]
fn errors_say_what_they_are() {
    let mut result = [0; 64];
    assert_eq!(mod_exp(&[1], &[1], &[], &mut result), Err(Error::BadLength));
    assert_eq!(mod_exp(&[1], &[1], &[3; 65], &mut result), Err(Error::BadLength));
    assert_eq!(alt_bn128_pair(&[0; 191]), Err(Error::BadLength));
    assert_eq!(alt_bn128_pair(&[0xff; 192]), Err(Error::NotCanonical));
    assert_eq!(alt_bn128_pair(&[1; 192]), Err(Error::NotOnCurve));
}
