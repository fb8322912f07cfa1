//! Polkadot's host functions in wasmtime: memory, fuel, what upstream does not have. What upstream answers, to the last byte,
//! is the subject of `testing/tests/polkadot.rs`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{AffineRepr, CurveConfig, CurveGroup, PrimeGroup, pairing::Pairing};
use ark_ff::{BigInteger, Field, PrimeField, UniformRand};
use ark_serialize::CanonicalSerialize;
use num_bigint::BigUint;
use rand::{Rng, RngCore, SeedableRng, rngs::StdRng};
use secant_abi::rfc0163::{Error, FUSED_IMPORT, FatPointer, Function, Operation};
use secant_host::rfc0163::{Call, Failure, LONGEST_RESULT, Violation, final_exponentiation};
use wasmtime::{Config, Engine, Instance, Linker, Memory, Module, Result, Store, Trap};

const PAGE: usize = 65536;

/// A guest that hands every call through, so that the test is the guest.
struct Guest {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
}

fn is_in_place(function: Function) -> bool {
    matches!(function.operation(), Operation::FinalExponentiation(_))
}

impl Guest {
    fn new(fuel: Option<u64>) -> Self {
        let (mut imports, mut exports) = (String::new(), String::new());
        for f in Function::ALL {
            let (name, import) = (f.name(), f.import());
            let count = if is_in_place(*f) { 1 } else { 3 };
            let params = "i64 ".repeat(count);
            let arguments: String = (0..count).map(|i| format!("(local.get {i}) ")).collect();
            imports += &format!("(import \"env\" \"{import}\" (func ${name} (param {params}) (result i32)))\n");
            exports +=
                &format!("(func (export \"{name}\") (param {params}) (result i32) (call ${name} {arguments}))\n");
        }
        let params = "i32 i32 i64 i64 i64";
        imports += &format!("(import \"env\" \"{FUSED_IMPORT}\" (func $fused (param {params}) (result i32)))\n");
        let arguments: String = (0..5).map(|i| format!("(local.get {i}) ")).collect();
        exports += &format!("(func (export \"fused\") (param {params}) (result i32) (call $fused {arguments}))\n");
        let wat = format!("(module {imports} (memory (export \"memory\") 4) {exports})");
        let mut config = Config::new();
        config.consume_fuel(fuel.is_some());
        let engine = Engine::new(&config).unwrap();
        let module = Module::new(&engine, wat::parse_str(wat).unwrap()).unwrap();
        let mut linker = Linker::new(&engine);
        secant_host::rfc0163::add_to_linker(&mut linker).unwrap();
        let mut store = Store::new(&engine, ());
        if let Some(fuel) = fuel {
            store.set_fuel(fuel).unwrap();
        }
        let instance = linker.instantiate(&mut store, &module).unwrap();
        let memory = instance.get_memory(&mut store, "memory").unwrap();
        Self {
            store,
            instance,
            memory,
        }
    }

    fn call(&mut self, function: Function, buffers: [FatPointer; 3]) -> Result<u32> {
        let [a, b, out] = buffers.map(|buffer| buffer.0);
        let name = function.name();
        if is_in_place(function) {
            let f = self.instance.get_typed_func::<u64, u32>(&mut self.store, name)?;
            return f.call(&mut self.store, a);
        }
        let f = self
            .instance
            .get_typed_func::<(u64, u64, u64), u32>(&mut self.store, name)?;
        f.call(&mut self.store, (a, b, out))
    }

    fn fused(&mut self, function: u32, curve: u32, buffers: [FatPointer; 3]) -> Result<u32> {
        let [a, b, out] = buffers.map(|buffer| buffer.0);
        let f = self
            .instance
            .get_typed_func::<(u32, u32, u64, u64, u64), u32>(&mut self.store, "fused")?;
        f.call(&mut self.store, (function, curve, a, b, out))
    }

    /// Writes bytes and points to them.
    fn put(&mut self, address: u32, bytes: &[u8]) -> FatPointer {
        self.memory.write(&mut self.store, address as usize, bytes).unwrap();
        FatPointer::new(address, bytes.len() as u32)
    }

    fn bytes(&self, buffer: FatPointer) -> &[u8] {
        let start = buffer.address() as usize;
        &self.memory.data(&self.store)[start..start + buffer.len() as usize]
    }
}

fn encode<T: CanonicalSerialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_uncompressed(&mut bytes).unwrap();
    bytes
}

fn is_trap(result: &Result<u32>, trap: Trap) -> bool {
    result.as_ref().is_err_and(|e| e.downcast_ref() == Some(&trap))
}

/// A well-formed call of a function, with one pair or term.
fn honest(function: Function, rng: &mut StdRng) -> (Vec<u8>, Vec<u8>) {
    let scalars = |a: Vec<u8>| (a, encode(&vec![ark_bn254::Fr::from(7)]));
    match function {
        Function::Bn254MsmG1 => scalars(encode(&vec![ark_bn254::G1Affine::rand(rng)])),
        Function::Bn254MsmG2 => scalars(encode(&vec![ark_bn254::G2Affine::rand(rng)])),
        Function::Bn254MulG1 => (
            encode(&ark_bn254::G1Affine::rand(rng)),
            encode(&vec![rng.next_u64(); 4]),
        ),
        Function::Bn254MulG2 => (
            encode(&ark_bn254::G2Affine::rand(rng)),
            encode(&vec![rng.next_u64(); 4]),
        ),
        Function::Bn254MultiMillerLoop => (
            encode(&vec![ark_bn254::G1Affine::rand(rng)]),
            encode(&vec![ark_bn254::G2Affine::rand(rng)]),
        ),
        Function::Bn254FinalExponentiation => (encode(&ark_bn254::Fq12::rand(rng)), vec![]),
        other => panic!("no call of {}", other.name()),
    }
}

const BN254: [Function; 6] = [
    Function::Bn254MsmG1,
    Function::Bn254MsmG2,
    Function::Bn254MulG1,
    Function::Bn254MulG2,
    Function::Bn254MultiMillerLoop,
    Function::Bn254FinalExponentiation,
];

/// The length of a guest's memory, and buffers that reach past it.
const SIZE: u32 = 4 * PAGE as u32;
const OUTSIDE: [(u32, u32); 8] = [
    (0, SIZE + 1),
    (SIZE, 1),
    (SIZE - 1, 2),
    (SIZE + 1, 0),
    (u32::MAX, 1),
    (u32::MAX, u32::MAX),
    (1, u32::MAX),
    (0, u32::MAX),
];

/// secant's own contract by the node's import, in which such buffers are no traps.
#[test]
fn fused_functions() {
    use secant_abi::{Error, Function};
    use secant_curve::{
        G1Of, G2Of, Native, PairingId,
        bls12_381::{Bls12_381, Config},
        raw::as_bytes,
    };
    let mut guest = Guest::new(None);
    let (function, curve) = (Function::MultiPairing as u32, PairingId::Bls12_381 as u32);
    let (p, q) = (G1Of::<Config<Native>>::generator(), G2Of::<Config<Native>>::generator());
    let a = guest.put(0, as_bytes(&[p, p]));
    let b = guest.put(1000, as_bytes(&[q, q]));
    let out = guest.put(2000, &[0xa5; 576]);
    for i in 0..3 {
        for (address, len) in OUTSIDE {
            let mut buffers = [a, b, out];
            buffers[i] = FatPointer::new(address, len);
            let code = guest.fused(function, curve, buffers).unwrap();
            assert_eq!(code, Error::OutOfBounds as u32, "{address} {len}");
        }
    }
    // A number that is not known, whatever the buffers.
    let bad = FatPointer::new(SIZE, 1);
    let code = guest.fused(u32::MAX, curve, [bad; 3]).unwrap();
    assert_eq!(code, Error::UnknownFunction as u32);
    assert_eq!(guest.bytes(out), [0xa5; 576]);
    assert_eq!(guest.fused(function, curve, [a, b, out]).unwrap(), 0);
    let product = Bls12_381::<Native>::multi_pairing([p, p], [q, q]).0;
    assert_eq!(guest.bytes(out), as_bytes(&[product]));
}

#[test]
fn buffers_past_the_memory_are_traps() {
    let mut guest = Guest::new(None);
    let fine = FatPointer::new(0, 64);
    for &function in Function::ALL {
        for (address, len) in OUTSIDE {
            let bad = FatPointer::new(address, len);
            let count = if is_in_place(function) { 1 } else { 3 };
            for i in 0..count {
                let mut buffers = [fine; 3];
                buffers[i] = bad;
                let result = guest.call(function, buffers);
                assert!(
                    is_trap(&result, Trap::MemoryOutOfBounds),
                    "{} {bad:?} {result:?}",
                    function.name()
                );
            }
        }
        // Empty buffers at the end are in the memory.
        let end = FatPointer::new(SIZE, 0);
        assert_eq!(guest.call(function, [end; 3]).unwrap(), Error::Decode as u32);
    }
}

#[test]
fn results_are_those_of_the_functions_on_bytes() {
    let rng = &mut StdRng::seed_from_u64(1);
    let mut guest = Guest::new(None);
    for function in BN254 {
        let (a, b) = honest(function, rng);
        let mut expected = vec![0; LONGEST_RESULT];
        Call::new(function, &a, &b).execute(&mut expected).unwrap();
        if is_in_place(function) {
            let in_out = guest.put(1000, &[&a[..], &[9; 100]].concat());
            assert_eq!(guest.call(function, [in_out; 3]).unwrap(), 0);
            assert_eq!(guest.bytes(in_out), [&expected[..a.len()], &[9; 100]].concat());
            continue;
        }
        let buffers = [guest.put(1000, &a), guest.put(3000, &b), guest.put(5000, &[0xa5; 1000])];
        assert_eq!(guest.call(function, buffers).unwrap(), 0);
        assert_eq!(guest.bytes(buffers[2])[..LONGEST_RESULT], expected);
        assert_eq!(guest.bytes(buffers[2])[LONGEST_RESULT..], [0; 1000 - LONGEST_RESULT]);
        // Over the inputs.
        for address in [1000, 1001, 2990, 3000] {
            let buffers = [guest.put(1000, &a), guest.put(3000, &b), FatPointer::new(address, 600)];
            assert_eq!(guest.call(function, buffers).unwrap(), 0);
            assert_eq!(guest.bytes(buffers[2])[..LONGEST_RESULT], expected);
        }
        // Too short, and left full of zeros.
        let buffers = [guest.put(1000, &a), guest.put(3000, &b), guest.put(5000, &[0xa5; 20])];
        assert_eq!(guest.call(function, buffers).unwrap(), Error::Encode as u32);
        assert_eq!(guest.bytes(buffers[2]), [0; 20]);
    }
}

#[test]
fn what_upstream_panics_on_stops_the_guest() {
    let rng = &mut StdRng::seed_from_u64(2);
    let mut guest = Guest::new(None);
    let (a, _) = honest(Function::Bn254MultiMillerLoop, rng);
    let none = encode(&Vec::<u64>::new());
    let buffers = [guest.put(0, &a), guest.put(2000, &none), guest.put(4000, &[0; 576])];
    let error = guest.call(Function::Bn254MultiMillerLoop, buffers).unwrap_err();
    assert_eq!(error.downcast_ref(), Some(&Violation::UnequalPairs));
    let zero = guest.put(0, &[0; 576]);
    let error = guest.call(Function::Bw6_761FinalExponentiation, [zero; 3]).unwrap_err();
    assert_eq!(error.downcast_ref(), Some(&Violation::ZeroMillerLoop));
    assert_eq!(
        guest.call(Function::Bls12_381FinalExponentiation, [zero; 3]).unwrap(),
        Error::Unknown as u32
    );
}

/// Of orders 3, 13 and 39, beside the identity and among honest pairs, in as many pairs as secant computes and as upstream
/// does; what upstream's own code panics on is the oracle.
#[test]
fn points_of_small_order_stop_the_guest() {
    use ark_bw6_761::{BW6_761, Fq, G1Affine, G2Affine, g2};
    type G2Prepared = <BW6_761 as Pairing>::G2Prepared;
    let rng = &mut StdRng::seed_from_u64(5);
    let cofactor: Vec<u32> = <g2::Config as CurveConfig>::COFACTOR
        .iter()
        .flat_map(|limb| [*limb as u32, (limb >> 32) as u32])
        .collect();
    // All points but those of the orders that are left over.
    let order = BigUint::new(cofactor) * BigUint::from(ark_bw6_761::Fr::MODULUS) / 39u8;
    let order = order.to_u64_digits();
    let outside = |rng: &mut StdRng| loop {
        if let Some(point) = G2Affine::get_point_from_x_unchecked(Fq::rand(rng), rng.r#gen()) {
            break point;
        }
    };
    let mut points = vec![G2Affine::new_unchecked(Fq::from(0u8), Fq::from(2u8))];
    for factor in [1u64, 3, 13] {
        let mut small = std::iter::repeat_with(|| outside(rng).mul_bigint(&order).mul_bigint([factor]).into_affine());
        points.push(small.find(|p| !p.is_zero()).unwrap());
    }
    let small = points.len();
    points.extend([G2Affine::identity(), G2Affine::generator()]);
    points.extend((0..4).map(|_| outside(rng)));
    for (i, q) in points.into_iter().enumerate() {
        let panics = std::panic::catch_unwind(|| G2Prepared::from(q)).is_err();
        assert_eq!(panics, i < small, "{q}");
        for count in [1, 2, 5, 9] {
            for p in [G1Affine::generator(), G1Affine::identity()] {
                let (mut ps, mut qs) = (vec![G1Affine::generator(); count], vec![G2Affine::generator(); count]);
                (ps[count - 1], qs[count - 1]) = (p, q);
                let (a, b) = (encode(&ps), encode(&qs));
                let mut out = [0; LONGEST_RESULT];
                let result = Call::new(Function::Bw6_761MultiMillerLoop, &a, &b).execute(&mut out);
                let expected = if panics {
                    Err(Failure::Trap(Violation::SmallOrder))
                } else {
                    Ok(())
                };
                assert_eq!(result, expected, "{q} in {count} pairs");
            }
        }
    }
}

#[test]
fn fuel_is_charged_before_the_work() {
    let rng = &mut StdRng::seed_from_u64(3);
    for function in BN254 {
        let (a, b) = honest(function, rng);
        let fuel = Call::new(function, &a, &b).fuel();
        let call = |limit| {
            let mut guest = Guest::new(Some(limit));
            let buffers = [guest.put(1000, &a), guest.put(3000, &b), guest.put(5000, &[0xa5; 576])];
            let result = guest.call(function, buffers);
            let untouched = guest.bytes(buffers[0]) == a && guest.bytes(buffers[2]) == [0xa5; 576];
            (result, untouched)
        };
        let (result, untouched) = call(fuel - 1);
        assert!(is_trap(&result, Trap::OutOfFuel) && untouched, "{}", function.name());
        assert_eq!(call(fuel + 10_000).0.unwrap(), 0);
    }
    // By the lengths alone, whatever a list says about itself; a longer call is never cheaper.
    for &function in Function::ALL {
        let (bytes, mut before) = (vec![0xff; 200_000], 0);
        for len in [0, 100, 1000, 10_000, 100_000, 200_000] {
            let fuel = Call::new(function, &bytes[..len], &bytes[..len]).fuel();
            assert!(fuel >= before, "{}", function.name());
            before = fuel;
        }
    }
}

fn result(function: Function, a: &[u8], b: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut out = vec![0; LONGEST_RESULT];
    Call::new(function, a, b).execute(&mut out)?;
    Ok(out)
}

/// Sums and multiples of a group that upstream has no functions for.
fn group_is_that_of_arkworks<G: CurveGroup>(msm: Function, mul: Function, rng: &mut StdRng) {
    let padded = |point: G| {
        let mut bytes = encode(&point.into_affine());
        bytes.resize(LONGEST_RESULT, 0);
        Ok(bytes)
    };
    for count in [0, 1, 2, 10, 50] {
        let bases: Vec<_> = (0..count).map(|_| G::rand(rng).into_affine()).collect();
        let scalars: Vec<_> = (0..count).map(|_| G::ScalarField::rand(rng)).collect();
        assert_eq!(
            result(msm, &encode(&bases), &encode(&scalars)),
            padded(G::msm(&bases, &scalars).unwrap())
        );
        let longer = encode(&[bases, vec![G::Affine::zero()]].concat());
        assert_eq!(
            result(msm, &longer, &encode(&scalars)),
            Err(Error::LengthMismatch.into())
        );
    }
    for limbs in [0, 1, 4, 9, 40] {
        let (base, scalar) = (
            G::rand(rng).into_affine(),
            (0..limbs).map(|_| rng.r#gen()).collect::<Vec<u64>>(),
        );
        assert_eq!(
            result(mul, &encode(&base), &encode(&scalar)),
            padded(base.mul_bigint(&scalar))
        );
    }
    let off = encode(&(G::ScalarField::from(3u64), G::ScalarField::from(5u64), 0u64));
    assert_eq!(result(mul, &off, &encode(&vec![1u64])), Err(Error::Decode.into()));
}

#[test]
fn functions_that_upstream_does_not_have() {
    use ark_ed_on_bls12_381_bandersnatch::SWProjective;
    let rng = &mut StdRng::seed_from_u64(4);
    group_is_that_of_arkworks::<ark_bn254::G1Projective>(Function::Bn254MsmG1, Function::Bn254MulG1, rng);
    group_is_that_of_arkworks::<ark_bn254::G2Projective>(Function::Bn254MsmG2, Function::Bn254MulG2, rng);
    group_is_that_of_arkworks::<SWProjective>(Function::BandersnatchMsmSw, Function::BandersnatchMulSw, rng);
    for count in [0, 1, 4, 7] {
        let p: Vec<_> = (0..count).map(|_| ark_bn254::G1Affine::rand(rng)).collect();
        let q: Vec<_> = (0..count).map(|_| ark_bn254::G2Affine::rand(rng)).collect();
        let looped = ark_bn254::Bn254::multi_miller_loop(&p, &q);
        let mut f = result(Function::Bn254MultiMillerLoop, &encode(&p), &encode(&q)).unwrap();
        assert_eq!(f[..384], encode(&looped.0));
        final_exponentiation(Function::Bn254FinalExponentiation, &mut f).unwrap();
        assert_eq!(
            f[..384],
            encode(&ark_bn254::Bn254::final_exponentiation(looped).unwrap().0)
        );
    }
    let zero = &mut [0; 384];
    assert_eq!(
        final_exponentiation(Function::Bn254FinalExponentiation, zero),
        Err(Error::Unknown.into())
    );
}

/// A megabyte of an integer is reduced by the number of the curve's points.
#[test]
fn long_integers_are_no_longer_work() {
    let rng = &mut StdRng::seed_from_u64(5);
    let base = ark_bn254::G1Affine::rand(rng);
    let limbs = vec![u64::MAX; 1 << 17];
    let integer = encode(&limbs);
    let scalar = ark_bn254::Fr::from(2).pow([64 << 17]) - ark_bn254::Fr::ONE;
    let start = std::time::Instant::now();
    let multiple = result(Function::Bn254MulG1, &encode(&base), &integer).unwrap();
    assert!(start.elapsed().as_secs() < 5);
    assert_eq!(
        multiple[..64],
        encode(&base.mul_bigint(scalar.into_bigint()).into_affine())
    );
    assert!(scalar.into_bigint().num_bits() > 200);
}

#[test]
fn no_bytes_panic() {
    let rng = &mut StdRng::seed_from_u64(6);
    for &function in Function::ALL {
        for _ in 0..200 {
            let mut bytes = |max| (0..rng.gen_range(0..max)).map(|_| rng.r#gen()).collect::<Vec<u8>>();
            let (mut a, b, mut out) = (bytes(700), bytes(700), bytes(700));
            if let Some(count) = a.first_chunk_mut::<8>() {
                *count = [count[0] % 3, 0, 0, 0, 0, 0, 0, 0];
            }
            let before = out.clone();
            if Call::new(function, &a, &b).execute(&mut out).is_err() {
                assert_eq!(out, before);
            }
        }
    }
}
