//! What a hostile guest can pass: every call gives its number or a clean trap, and nothing else happens.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ark_ec::{CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, BigInt, Field, PrimeField, UniformRand};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_abi::{Error, Function};
use secant_curve::{GroupId, Host, HostedGroup, Native, PairingId, bls12_381, ed_on_bls12_381_bandersnatch, raw};
use wasmtime::{Config, Engine, Instance, Linker, Memory, Module, Store, Trap, TypedFunc};

type Call = TypedFunc<(u32, u32, u32, u32, u32, u32, u32), u32>;

/// A guest that hands every call through, so that the test is the guest.
struct Guest {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
}

impl Guest {
    fn new(pages: u32, fuel: Option<u64>) -> Self {
        let (mut imports, mut exports) = (String::new(), String::new());
        for f in Function::ALL {
            let name = f.name();
            imports += &format!(
                "(import \"secant\" \"{name}\" (func ${name} (param i32 i32 i32 i32 i32 i32 i32) (result i32)))\n"
            );
            let arguments: String = (0..7).map(|i| format!("(local.get {i}) ")).collect();
            exports += &format!(
                "(func (export \"{name}\") (param i32 i32 i32 i32 i32 i32 i32) (result i32) (call ${name} {arguments}))\n"
            );
        }
        let wat = format!("(module {imports} (memory (export \"memory\") {pages}) {exports})");
        Self::from_wat(&wat, fuel)
    }

    fn from_wat(wat: &str, fuel: Option<u64>) -> Self {
        let mut config = Config::new();
        config.consume_fuel(fuel.is_some());
        let engine = Engine::new(&config).unwrap();
        let module = Module::new(&engine, wat::parse_str(wat).unwrap()).unwrap();
        let mut linker = Linker::new(&engine);
        secant_host::wasmtime::add_to_linker(&mut linker).unwrap();
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

    fn call(
        &mut self,
        f: Function,
        curve: u32,
        a: (u32, u32),
        b: (u32, u32),
        out: (u32, u32),
    ) -> wasmtime::Result<u32> {
        let call: Call = self.instance.get_typed_func(&mut self.store, f.name())?;
        call.call(&mut self.store, (curve, a.0, a.1, b.0, b.1, out.0, out.1))
    }

    fn put(&mut self, at: u32, bytes: &[u8]) -> (u32, u32) {
        self.memory.write(&mut self.store, at as usize, bytes).unwrap();
        (at, bytes.len() as u32)
    }

    fn get(&mut self, (at, len): (u32, u32)) -> Vec<u8> {
        self.memory.data(&self.store)[at as usize..(at + len) as usize].to_vec()
    }
}

type G1 = bls12_381::G1Projective<Native>;
const G1_ID: u32 = GroupId::Bls12_381G1 as u32;
const OUT: (u32, u32) = (60_000, 96);

fn points(n: usize) -> (Vec<bls12_381::G1Affine<Native>>, Vec<bls12_381::Fr>) {
    let mut rng = StdRng::seed_from_u64(1);
    (
        (0..n).map(|_| G1::rand(&mut rng).into_affine()).collect(),
        (0..n).map(|_| UniformRand::rand(&mut rng)).collect(),
    )
}

#[test]
fn honest_calls_give_the_result() {
    let mut guest = Guest::new(2, None);
    let (bases, scalars) = points(20);
    let (a, b) = (
        guest.put(8, raw::as_bytes(&bases)),
        guest.put(8192, raw::as_bytes(&scalars)),
    );
    assert_eq!(guest.call(Function::Msm, G1_ID, a, b, OUT).unwrap(), 0);
    let expected = Native::msm::<G1>(&bases, &scalars).unwrap().into_affine();
    assert_eq!(guest.get(OUT), raw::as_bytes(&[expected]));
    // None at all, and unaligned buffers.
    assert_eq!(guest.call(Function::Msm, G1_ID, (0, 0), (0, 0), OUT).unwrap(), 0);
    assert_eq!(guest.get(OUT), [0; 96]);
    let (a, b) = (
        guest.put(13, raw::as_bytes(&bases)),
        guest.put(8195, raw::as_bytes(&scalars)),
    );
    assert_eq!(guest.call(Function::Msm, G1_ID, a, b, (60_001, 96)).unwrap(), 0);
    assert_eq!(guest.get((60_001, 96)), raw::as_bytes(&[expected]));
}

#[test]
fn the_result_may_overlap_the_inputs() {
    let mut guest = Guest::new(1, None);
    let (bases, scalars) = points(3);
    let expected = Native::msm::<G1>(&bases, &scalars).unwrap().into_affine();
    let (a, b) = (
        guest.put(0, raw::as_bytes(&bases)),
        guest.put(1024, raw::as_bytes(&scalars)),
    );
    assert_eq!(guest.call(Function::Msm, G1_ID, a, b, (40, 96)).unwrap(), 0);
    assert_eq!(guest.get((40, 96)), raw::as_bytes(&[expected]));
}

#[test]
fn lengths_and_pointers() {
    let mut guest = Guest::new(1, None);
    let (bases, scalars) = points(2);
    let (a, b) = (
        guest.put(0, raw::as_bytes(&bases)),
        guest.put(1024, raw::as_bytes(&scalars)),
    );
    let before = guest.get((0, 65536));
    let mut check = |curve, a, b, out, error: Error| {
        assert_eq!(
            guest.call(Function::Msm, curve, a, b, out).unwrap(),
            error as u32,
            "{a:?} {b:?} {out:?}"
        );
        assert_eq!(guest.get((0, 65536)), before, "nothing is written on an error");
    };
    check(999, a, b, OUT, Error::UnknownCurve);
    check(u32::MAX, a, b, OUT, Error::UnknownCurve);
    check(G1_ID, (a.0, a.1 - 1), b, OUT, Error::BadLength);
    check(G1_ID, a, (b.0, b.1 + 1), OUT, Error::BadLength);
    check(G1_ID, a, b, (OUT.0, 95), Error::BadLength);
    check(G1_ID, a, b, (OUT.0, 0), Error::BadLength);
    check(G1_ID, a, (b.0, 32), OUT, Error::UnequalCounts);
    check(G1_ID, a, (0, 0), OUT, Error::UnequalCounts);
    check(G1_ID, (65_536 - 95, 96), (b.0, 32), OUT, Error::OutOfBounds);
    check(G1_ID, (u32::MAX, 96), (b.0, 32), OUT, Error::OutOfBounds);
    check(G1_ID, (u32::MAX - 95, 96), (b.0, 32), OUT, Error::OutOfBounds);
    check(G1_ID, a, (u32::MAX - 3, 64), OUT, Error::OutOfBounds);
    check(G1_ID, a, b, (65_536 - 95, 96), Error::OutOfBounds);
    // A million points that the memory does not hold.
    check(G1_ID, (0, 96_000_000), (0, 32_000_000), OUT, Error::OutOfBounds);
    check(G1_ID, (0, u32::MAX), (0, u32::MAX), (0, u32::MAX), Error::OutOfBounds);
    for f in Function::ALL {
        for buffers in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (7, 7, 7), (576, 576, 576)] {
            let code = guest
                .call(*f, 0, (0, buffers.0), (0, buffers.1), (0, buffers.2))
                .unwrap();
            assert!(code != 0, "{f:?} {buffers:?}");
        }
    }
}

#[test]
fn elements() {
    let mut guest = Guest::new(1, None);
    let one = raw::as_bytes(&[bls12_381::Fr::ONE]).to_vec();
    let b = guest.put(1024, &one);
    let g = G1::generator().into_affine();
    let mut check = |point: [bls12_381::Fq; 2], scalar: Option<&[u8]>, expected: u32| {
        let a = guest.put(0, raw::as_bytes(&point));
        let b = scalar.map_or(b, |s| guest.put(2048, s));
        assert_eq!(guest.call(Function::Msm, G1_ID, a, b, OUT).unwrap(), expected);
    };
    let modulus = |m: BigInt<6>| ark_ff::Fp(m, core::marker::PhantomData);
    check([g.x, g.y], None, 0);
    check([g.x, g.x], None, Error::NotOnCurve as u32);
    check([g.x, -bls12_381::Fq::ONE], None, Error::NotOnCurve as u32);
    check([modulus(bls12_381::Fq::MODULUS), g.y], None, Error::NotCanonical as u32);
    check([g.x, modulus(BigInt([u64::MAX; 6]))], None, Error::NotCanonical as u32);
    check([g.x, g.y], Some(&[0xff; 32]), Error::NotCanonical as u32);
}

#[test]
fn elements_of_the_target_group() {
    type E = bls12_381::Config<Native>;
    type Pair = (Vec<bls12_381::Fq12>, Vec<bls12_381::Fr>);
    const ID: u32 = PairingId::Bls12_381 as u32;
    const RESULT: (u32, u32) = (4096, 576);

    let mut guest = Guest::new(1, None);
    let mut rng = StdRng::seed_from_u64(4);
    let f = bls12_381::Fq12::rand(&mut rng);
    let g = Native::final_exponentiation::<E>(&f).unwrap();
    // Of order p^4 - p^2 + 1 or a divisor, which is not r.
    let unitary = f.frobenius_map(6) * f.inverse().unwrap();
    let cyclotomic = unitary.frobenius_map(2) * unitary;
    let mut call = |(elements, scalars): &Pair, change: &dyn Fn(&mut Vec<u8>, &mut Vec<u8>)| {
        let (mut a, mut b) = (raw::as_bytes(elements).to_vec(), raw::as_bytes(scalars).to_vec());
        change(&mut a, &mut b);
        guest.put(RESULT.0, &[1; 576]);
        let (a, b) = (guest.put(1, &a), guest.put(3000, &b));
        let code = guest.call(Function::GtMultiExp, ID, a, b, RESULT).unwrap();
        let result = guest.get(RESULT);
        assert!(code == 0 || result == [1; 576], "nothing is written on an error");
        (code, result)
    };

    let scalars: Vec<_> = (0..3).map(|_| bls12_381::Fr::rand(&mut rng)).collect();
    let good = (vec![g, g.square(), g.inverse().unwrap()], scalars.clone());
    let product = g.pow((scalars[0] + scalars[1].double() - scalars[2]).into_bigint());
    assert_eq!(call(&good, &|_, _| ()), (0, raw::as_bytes(&[product]).to_vec()));
    let one = bls12_381::Fq12::ONE;
    assert_eq!(call(&(vec![], vec![]), &|_, _| ()), (0, raw::as_bytes(&[one]).to_vec()));

    for outside in [AdditiveGroup::ZERO, -one, f, unitary, cyclotomic, -g, cyclotomic * g] {
        for at in 0..3 {
            let mut bad = good.clone();
            bad.0[at] = outside;
            assert_eq!(call(&bad, &|_, _| ()).0, Error::NotInTargetGroup as u32);
            bad.1[at] = bls12_381::Fr::ZERO;
            assert_eq!(call(&bad, &|_, _| ()).0, Error::NotInTargetGroup as u32);
        }
    }

    // Every coefficient and every scalar.
    let modulus = raw::as_bytes(&bls12_381::Fq::MODULUS.0).to_vec();
    for i in 0..36 {
        let change = |a: &mut Vec<u8>, _: &mut Vec<u8>| a[48 * i..][..48].copy_from_slice(&modulus);
        assert_eq!(call(&good, &change).0, Error::NotCanonical as u32);
    }
    let modulus = raw::as_bytes(&bls12_381::Fr::MODULUS.0).to_vec();
    for i in 0..3 {
        let change = |_: &mut Vec<u8>, b: &mut Vec<u8>| b[32 * i..][..32].copy_from_slice(&modulus);
        assert_eq!(call(&good, &change).0, Error::NotCanonical as u32);
    }
    assert_eq!(call(&good, &|a, _| a.fill(0xff)).0, Error::NotCanonical as u32);

    assert_eq!(call(&good, &|a, _| a.truncate(1727)).0, Error::BadLength as u32);
    assert_eq!(call(&good, &|_, b| b.truncate(95)).0, Error::BadLength as u32);
    assert_eq!(call(&good, &|a, _| a.truncate(1152)).0, Error::UnequalCounts as u32);
    assert_eq!(call(&good, &|_, b| b.truncate(64)).0, Error::UnequalCounts as u32);
    assert_eq!(call(&good, &|a, _| a.clear()).0, Error::UnequalCounts as u32);
    let (a, b) = ((0, 57_600_000), (0, 3_200_000));
    let result = guest.call(Function::GtMultiExp, ID, a, b, RESULT).unwrap();
    assert_eq!(result, Error::OutOfBounds as u32);
    let short = guest.call(Function::GtMultiExp, ID, (0, 0), (0, 0), (0, 575));
    assert_eq!(short.unwrap(), Error::BadLength as u32);
}

#[test]
fn undefined_results() {
    let mut guest = Guest::new(1, None);
    let zero = guest.put(0, &[0; 576]);
    let code = guest
        .call(
            Function::FinalExponentiation,
            PairingId::Bls12_381 as u32,
            zero,
            (0, 0),
            (4096, 576),
        )
        .unwrap();
    assert_eq!(code, Error::ZeroMillerLoop as u32);
    // r P is a point at infinity of Bandersnatch's Edwards form for half of all points.
    type G = ed_on_bls12_381_bandersnatch::EdwardsProjective<Native>;
    let mut rng = StdRng::seed_from_u64(2);
    let mut codes = [0; 2];
    for _ in 0..20 {
        let y = UniformRand::rand(&mut rng);
        let Some(p) = ark_ec::twisted_edwards::Affine::get_point_from_y_unchecked(y, rng.r#gen()) else {
            continue;
        };
        let p: <G as CurveGroup>::Affine = p;
        let (a, b) = (
            guest.put(0, raw::as_bytes(&[p])),
            guest.put(512, raw::as_bytes(&ed_on_bls12_381_bandersnatch::Fr::MODULUS.0)),
        );
        match guest.call(Function::Mul, G::ID as u32, a, b, (1024, 64)).unwrap() {
            0 => codes[0] += 1,
            code => {
                assert_eq!(code, Error::ExceptionalAddition as u32);
                codes[1] += 1;
            }
        }
    }
    assert!(codes[0] > 0 && codes[1] > 0, "{codes:?}");
}

#[test]
fn random_bytes_and_lengths() {
    let mut guest = Guest::new(1, None);
    let mut rng = StdRng::seed_from_u64(3);
    let mut noise = vec![0; 65536];
    rng.fill(&mut noise[..]);
    guest.put(0, &noise);
    for _ in 0..3000 {
        let f = Function::ALL[rng.r#gen_range(0..Function::ALL.len())];
        let mut buffer = || {
            (
                rng.r#gen_range(0..66_000),
                [0, 32, 64, 96, 192, 288, 576, 1152, rng.r#gen_range(0..3000)][rng.r#gen_range(0..9)],
            )
        };
        let (a, b, out) = (buffer(), buffer(), buffer());
        guest
            .call(f, rng.r#gen_range(0..20), a, b, out)
            .expect("a number, not a trap");
    }
}

#[test]
fn fuel_is_charged_before_the_work() {
    let (bases, scalars) = points(100);
    let run = |fuel| {
        let mut guest = Guest::new(2, Some(fuel));
        let (a, b) = (
            guest.put(8, raw::as_bytes(&bases)),
            guest.put(16384, raw::as_bytes(&scalars)),
        );
        let result = guest.call(Function::Msm, G1_ID, a, b, OUT);
        (result, guest.store.get_fuel().unwrap(), guest.get(OUT))
    };
    let (result, left, _) = run(u64::MAX / 2);
    assert_eq!(result.unwrap(), 0);
    let cost = u64::MAX / 2 - left;
    assert!(cost > 100_000, "{cost}");
    for fuel in [0, 1, cost - 1] {
        let (result, _, out) = run(fuel);
        assert_eq!(
            result.unwrap_err().downcast_ref::<Trap>(),
            Some(&Trap::OutOfFuel),
            "{fuel}"
        );
        assert_eq!(out, [0; 96]);
    }
    let (result, left, _) = run(cost);
    assert_eq!((result.unwrap(), left), (0, 0));
}

#[test]
fn refused_calls_are_not_free() {
    let mut guest = Guest::new(1, Some(10_000));
    assert_eq!(
        guest.call(Function::Ping, 0, (0, 0), (0, 1), (0, 0)).unwrap(),
        Error::BadLength as u32
    );
    assert!(guest.store.get_fuel().unwrap() <= 10_000 - secant_host::CALL_FUEL);
}

#[test]
fn integers_have_a_limit() {
    let mut guest = Guest::new(1, None);
    let a = guest.put(0, raw::as_bytes(&[G1::generator().into_affine()]));
    assert_eq!(guest.call(Function::Mul, G1_ID, a, (1024, 64 * 8), OUT).unwrap(), 0);
    assert_eq!(
        guest.call(Function::Mul, G1_ID, a, (1024, 65 * 8), OUT).unwrap(),
        Error::BadLength as u32
    );
}

#[test]
fn the_weights_are_measured() {
    use secant_host::{GROUP_WEIGHTS, PAIRING_WEIGHTS};
    assert_eq!(GROUP_WEIGHTS.len(), GroupId::ALL.len());
    assert_eq!(PAIRING_WEIGHTS.len(), PairingId::ALL.len());
    let cost = |id| GROUP_WEIGHTS.iter().find(|w| w.id == id).map(|w| w.mul.1).unwrap();
    assert!(
        cost(GroupId::Bw6_761G1) > 2 * cost(GroupId::Bls12_381G1),
        "a field of twice the limbs"
    );
    assert!(cost(GroupId::Bls12_381G2) > 3 * cost(GroupId::Bn254G1) / 2);
    for w in PAIRING_WEIGHTS {
        let (_, element) = w.gt_multi_exp;
        assert!(
            (w.final_exponentiation / 50..=w.final_exponentiation).contains(&element),
            "{w:?}"
        );
    }
}

#[test]
fn fuel_grows_with_the_sizes() {
    let fuel = |n: usize| {
        let (a, b) = (vec![0; 96 * n], vec![0; 32 * n]);
        secant_host::Call::new(Function::Msm, G1_ID, &a, &b, 96).unwrap().fuel()
    };
    let costs: Vec<_> = (0..600).chain([1000, 4095, 4096, 5000, 100_000]).map(fuel).collect();
    assert!(
        costs.windows(2).all(|w| w[0] <= w[1] && w[0] > 0),
        "a larger call never costs less"
    );
    assert!(costs.last() > Some(&(costs[100] * 100)));
    let fuel = |n: usize| {
        let (a, b) = (vec![0; 576 * n], vec![0; 32 * n]);
        let call = secant_host::Call::new(Function::GtMultiExp, PairingId::Bls12_381 as u32, &a, &b, 576);
        call.unwrap().fuel()
    };
    assert!(fuel(0) > 0 && fuel(1) > fuel(0));
    assert_eq!(fuel(1000) - fuel(0), 1000 * (fuel(1) - fuel(0)));
}

#[test]
fn a_guest_without_a_memory_traps() {
    let wat = "(module (import \"secant\" \"ping\" (func $p (param i32 i32 i32 i32 i32 i32 i32) (result i32)))
        (memory (export \"other\") 1) (memory $m 1) (export \"memory2\" (memory 0))
        (func (export \"ping\") (param i32 i32 i32 i32 i32 i32 i32) (result i32)
            (call $p (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0))))";
    let engine = Engine::default();
    let module = Module::new(&engine, wat::parse_str(wat).unwrap()).unwrap();
    let mut linker = Linker::new(&engine);
    secant_host::wasmtime::add_to_linker(&mut linker).unwrap();
    let mut store = Store::new(&engine, ());
    let instance = linker.instantiate(&mut store, &module).unwrap();
    let ping: Call = instance.get_typed_func(&mut store, "ping").unwrap();
    let error = ping.call(&mut store, (0, 0, 0, 0, 0, 0, 0)).unwrap_err();
    assert!(
        format!("{error:?}").contains("must export an unshared memory"),
        "{error:?}"
    );
}
