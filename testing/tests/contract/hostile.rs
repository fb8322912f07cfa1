//! Noise, and buffers that are none.

use crate::{Contract, explicit::refused, instance, limits::MEMORY, signatures::ecdsa_key};
use openssl::{ec::Asn1Flag, nid::Nid, pkey::PKey, rsa::Rsa};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_contract_runner::{Call, Engine, Flavour, INVALID};

/// Buffers of random bytes, some of which begin as they should.
struct Noise {
    rng: StdRng,
    keys: Vec<Vec<u8>>,
}

impl Noise {
    fn bytes(&mut self) -> Vec<u8> {
        let lens = [
            0, 1, 2, 31, 32, 33, 63, 64, 65, 66, 96, 97, 128, 133, 256, 257, 1024, 1025,
        ];
        let len = lens[self.rng.gen_range(0..lens.len())];
        let mut bytes: Vec<u8> = (0..len).map(|_| self.rng.r#gen()).collect();
        match self.rng.gen_range(0..4) {
            0 => bytes.fill(0),
            1 => bytes.fill(0xff),
            _ => {}
        }
        bytes
    }

    /// A key with some bytes changed, or noise.
    fn key(&mut self) -> Vec<u8> {
        if self.rng.r#gen() {
            return self.bytes();
        }
        let mut key = self.keys[self.rng.gen_range(0..self.keys.len())].clone();
        for _ in 0..self.rng.gen_range(0..3) {
            let (at, byte) = (self.rng.gen_range(0..key.len()), self.rng.r#gen());
            key[at] = byte;
        }
        key.truncate(self.rng.gen_range(0..2 * key.len()));
        key
    }

    /// A small number, or any.
    fn number(&mut self) -> u32 {
        match self.rng.gen_range(0..8) {
            0 => self.rng.r#gen(),
            _ => self.rng.gen_range(0..15),
        }
    }

    fn code(&mut self, contract: &mut Contract) -> i32 {
        let (key, message, signature) = (self.key(), self.bytes(), self.bytes());
        let (hash, options) = (self.number(), self.number());
        let call = match self.rng.gen_range(0..5) {
            0 => Call::Recover {
                digest: &message,
                signature: &signature,
                id: self.number(),
            },
            1 | 2 => Call::Rsa {
                key: &key,
                hash,
                message: &message,
                signature: &signature,
                options,
                mask: self.number(),
                salt: self.number() as i32 - 3,
            },
            _ => Call::Ecdsa {
                curve: self.number(),
                key: &key,
                hash,
                message: &message,
                signature: &signature,
                options,
            },
        };
        contract.code(&call)
    }
}

/// No input is a trap, and memory does not grow from call to call.
#[test]
fn noise() {
    let keys = vec![
        ecdsa_key(Nid::SECP256K1, Asn1Flag::NAMED_CURVE)
            .public_key_to_der()
            .unwrap(),
        ecdsa_key(Nid::SECP521R1, Asn1Flag::NAMED_CURVE)
            .public_key_to_pem()
            .unwrap(),
        ecdsa_key(Nid::X9_62_PRIME192V1, Asn1Flag::EXPLICIT_CURVE)
            .public_key_to_der()
            .unwrap(),
        PKey::from_rsa(Rsa::generate(1024).unwrap())
            .unwrap()
            .public_key_to_der()
            .unwrap(),
        refused(&[0x7f; 128], &[0x7f; 128]),
    ];
    for (engine, flavour, count) in [
        (Engine::Cranelift, Flavour::Plain, 4000),
        (Engine::Cranelift, Flavour::Antelope, 4000),
        (Engine::Wasmi, Flavour::Plain, 400),
    ] {
        let mut contract = Contract::new(engine, flavour);
        let mut noise = Noise {
            rng: StdRng::seed_from_u64(1),
            keys: keys.clone(),
        };
        let codes: Vec<i32> = (0..count).map(|_| noise.code(&mut contract)).collect();
        assert!(codes.iter().all(|code| (-15..=1).contains(code)));
        // Those about keys and numbers are all met.
        for code in [-2, -3, -4, -6, -8, INVALID] {
            assert!(codes.contains(&code), "{code}");
        }
        assert!(contract.instance.memory().len() <= MEMORY);
    }
}

/// Buffers that are not in the memory, and sizes that no memory has.
#[test]
fn addresses() {
    for engine in [Engine::Cranelift, Engine::Wasmi] {
        let mut instance = instance(engine, Flavour::Plain);
        for len in [-1, i32::MIN, i32::MAX] {
            assert_eq!(instance.call_export("alloc", &[len]).unwrap(), 0);
        }
        let end = instance.memory().len() as i32;
        for [address, len] in [
            [end, 1],
            [end - 1, 2],
            [-1, 1],
            [-1, -1],
            [1, -1],
            [0, 1],
            [i32::MIN, i32::MIN],
        ] {
            let buffer = [address, len];
            for others in 0..3 {
                let mut buffers = [[0, 0]; 3];
                buffers[others] = buffer;
                let [key, message, signature] = buffers;
                let call = [&[1][..], &key, &[3], &message, &signature, &[0]].concat();
                assert_eq!(instance.call_export("verify_ecdsa", &call).unwrap(), -1, "{buffer:?}");
                let call = [&key[..], &[3], &message, &signature, &[0, 0, 0]].concat();
                assert_eq!(instance.call_export("verify_rsa", &call).unwrap(), -1, "{buffer:?}");
                let call = [&message[..], &signature, &[0], &key].concat();
                assert_eq!(
                    instance.call_export("recover_secp256k1", &call).unwrap(),
                    -1,
                    "{buffer:?}"
                );
            }
        }
        // At the end, and empty.
        let call = [1, end, 0, 3, end, 0, end, 0, 0];
        assert_eq!(instance.call_export("verify_ecdsa", &call).unwrap(), -8);
    }
}
