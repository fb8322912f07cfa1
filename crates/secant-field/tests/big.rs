//! [`BigModulus`] against num-bigint.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use num_bigint::BigUint;
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_field::modular::{BigElement, BigModulus, MAX_BITS, ModulusError};

fn limbs(a: &BigUint) -> Vec<u64> {
    a.to_u64_digits()
}

fn value(m: &BigModulus, a: &BigElement) -> BigUint {
    BigUint::from_bytes_be(&m.to_be_bytes(a))
}

/// Random bits, all bits, few bits, long runs.
fn integer(bits: usize, rng: &mut StdRng) -> BigUint {
    let mut bytes = vec![0u8; bits.div_ceil(8)];
    match rng.gen_range(0..5) {
        0 => bytes.fill(0xff),
        1 => bytes.fill(0),
        2 => {
            let runs: u8 = rng.r#gen();
            bytes.iter_mut().enumerate().for_each(|(i, byte)| {
                *byte = if runs >> (i / 8 % 8) & 1 == 1 { 0xff } else { 0 };
            });
        }
        _ => rng.fill(&mut bytes[..]),
    }
    let a = BigUint::from_bytes_be(&bytes) >> (bytes.len() * 8 - bits);
    if rng.gen_range(0..4) == 0 && a > BigUint::from(2u32) {
        a - 1u32
    } else {
        a
    }
}

/// An odd integer of exactly so many bits.
fn odd(bits: usize, rng: &mut StdRng) -> BigUint {
    let mut m = integer(bits, rng);
    m.set_bit(0, true);
    m.set_bit(bits as u64 - 1, true);
    m
}

fn check(n: &BigUint, rng: &mut StdRng) {
    let m = BigModulus::from_be_bytes(&n.to_bytes_be()).unwrap();
    assert_eq!(BigModulus::from_limbs(&limbs(n)).as_ref(), Ok(&m));
    assert_eq!(BigModulus::from_le_bytes(&n.to_bytes_le()).as_ref(), Ok(&m));
    assert_eq!(m.bits() as u64, n.bits());
    assert_eq!(m.limbs(), limbs(n));
    let bits = m.bits();
    let one = BigUint::from(1u32);
    let mut integers = vec![
        BigUint::ZERO,
        one.clone(),
        n - 1u32,
        n.clone(),
        n + 1u32,
        (n - 1u32) / 2u32,
    ];
    integers.extend((0..4).map(|_| integer(bits, rng)));
    integers.extend([
        integer(2 * bits + 77, rng),
        integer(3 * bits, rng),
        integer(bits.div_ceil(2), rng),
    ]);
    // Of long moduli fewer: without optimization every value takes a second.
    if bits > 2000 {
        integers.drain(3..9);
    }
    let values: Vec<_> = integers.iter().map(|a| (m.reduce(&limbs(a)), a % n)).collect();
    for (a, (e, v)) in integers.iter().zip(&values) {
        assert_eq!(&value(&m, e), v);
        assert_eq!(&m.reduce_be_bytes(&a.to_bytes_be()), e);
        assert_eq!(&m.reduce_le_bytes(&a.to_bytes_le()), e);
        let canonical = (a < n).then(|| e.clone());
        assert_eq!(m.element(&limbs(a)), canonical);
        assert_eq!(m.element_be_bytes(&[&[0; 9], &a.to_bytes_be()[..]].concat()), canonical);
        assert_eq!(m.element_le_bytes(&[&a.to_bytes_le()[..], &[0; 9]].concat()), canonical);
        assert_eq!(m.to_be_bytes(e).len(), m.byte_len());
        assert_eq!(BigUint::from_bytes_le(&m.to_le_bytes(e)), *v);
        assert_eq!(m.to_limbs(e).len(), m.limbs().len());
        assert_eq!(value(&m, &m.neg(e)), (n - v) % n);
        assert_eq!(value(&m, &m.square(e)), v * v % n);
        let inverse = m.inverse(e).map(|e| value(&m, &e));
        // num-bigint has no inverse modulo 2^k: the modulus is odd.
        assert_eq!(inverse, v.modinv(n));
        assert_eq!(e.is_zero(), *v == BigUint::ZERO);
        if bits < 2000
            && let Some(root) = m.sqrt(e)
        {
            assert_eq!(m.square(&root), *e);
        }
    }
    for (a, x) in &values {
        for (b, y) in &values {
            assert_eq!(value(&m, &m.add(a, b)), (x + y) % n);
            assert_eq!(value(&m, &m.sub(a, b)), (x + n - y) % n);
            assert_eq!(value(&m, &m.mul(a, b)), x * y % n);
        }
    }
    let (a, x) = &values[values.len() - 1];
    for e in [0u64, 1, 2, 3, 17, 0xffff, 65537, u64::MAX] {
        assert_eq!(value(&m, &m.pow(a, &[e, 0])), x.modpow(&e.into(), n), "{e}");
    }
    let e = integer(rng.gen_range(1..if bits > 2000 { 100 } else { 700 }), rng);
    assert_eq!(value(&m, &m.pow(a, &limbs(&e))), x.modpow(&e, n));
    assert_eq!(m.pow(a, &[]), m.one());
    assert_eq!(m.pow(&m.zero(), &[]), m.one());
    assert_eq!(m.zero(), m.reduce(&limbs(n)));
}

#[test]
fn every_length_in_limbs() {
    let mut rng = StdRng::seed_from_u64(1);
    for len in (1..=16).chain((17..128).step_by(13)).chain([127, 128]) {
        for bits in [64 * len, 64 * len - 63, 64 * len - rng.gen_range(1..63_usize)] {
            let n = odd(bits.max(2), &mut rng);
            check(&n, &mut rng);
        }
    }
}

#[test]
fn small_moduli() {
    let mut rng = StdRng::seed_from_u64(2);
    for n in (3u32..200).step_by(2) {
        check(&n.into(), &mut rng);
    }
    for bits in 2..=320 {
        let n = odd(bits, &mut rng);
        check(&n, &mut rng);
    }
}

#[test]
fn exponents_as_long_as_the_modulus() {
    let mut rng = StdRng::seed_from_u64(3);
    for bits in [90, 256, 521, 1031, 2048] {
        let n = odd(bits, &mut rng);
        let m = BigModulus::from_limbs(&limbs(&n)).unwrap();
        let (a, e) = (integer(bits, &mut rng), integer(bits + 100, &mut rng));
        let power = m.pow(&m.reduce(&limbs(&a)), &limbs(&e));
        assert_eq!(value(&m, &power), a.modpow(&e, &n));
    }
}

#[test]
fn refused_moduli() {
    let of = |limbs: &[u64]| BigModulus::from_limbs(limbs).err();
    assert_eq!(of(&[]), Some(ModulusError::Zero));
    assert_eq!(of(&[0; 500]), Some(ModulusError::Zero));
    assert_eq!(of(&[1]), Some(ModulusError::One));
    assert_eq!(of(&[1, 0, 0]), Some(ModulusError::One));
    assert_eq!(of(&[2]), Some(ModulusError::Even));
    assert_eq!(of(&[0, 1]), Some(ModulusError::Even));
    assert_eq!(of(&[u64::MAX; 128]), None);
    assert_eq!(
        of(&[u64::MAX; 129]),
        Some(ModulusError::TooLong {
            bits: MAX_BITS + 64,
            most: MAX_BITS
        })
    );
    let mut longest = vec![0; 129];
    (longest[0], longest[128]) = (1, 1);
    assert_eq!(
        of(&longest),
        Some(ModulusError::TooLong {
            bits: MAX_BITS + 1,
            most: MAX_BITS
        })
    );
    assert_eq!(of(&[&[u64::MAX; 128][..], &[0; 1000]].concat()), None);
    assert_eq!(BigModulus::from_be_bytes(&[]).err(), Some(ModulusError::Zero));
    assert_eq!(BigModulus::from_be_bytes(&[0, 0, 1]).err(), Some(ModulusError::One));
    assert_eq!(BigModulus::from_le_bytes(&[0, 1]).err(), Some(ModulusError::Even));
    assert_eq!(
        BigModulus::from_be_bytes(&[0xff; 1025]).err(),
        Some(ModulusError::TooLong {
            bits: 8200,
            most: MAX_BITS
        })
    );
}

/// Euler's criterion as the oracle, for primes of every residue modulo 8.
#[test]
fn square_roots_modulo_primes() {
    let is_prime = |n: &u32| (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    for p in (3..2000u32).filter(is_prime) {
        let m = BigModulus::from_limbs(&[p.into()]).unwrap();
        let squares: std::collections::HashSet<u32> = (0..p).map(|a| a * a % p).collect();
        for a in (0..p).step_by(if p < 300 { 1 } else { 13 }) {
            let e = m.reduce(&[a.into()]);
            let expected = if a == 0 {
                0
            } else if squares.contains(&a) {
                1
            } else {
                -1
            };
            assert_eq!(m.jacobi(&e), expected, "{a} modulo {p}");
            assert_eq!(
                m.sqrt(&e).map(|r| m.square(&r)),
                (expected >= 0).then_some(e),
                "{a} modulo {p}"
            );
        }
    }
    let two = BigUint::from(2u32);
    // NIST P-224 (2^96 divides p - 1), P-256, P-521; curve25519; 2^2203 - 1; the scalar field of BLS12-381 (2^32).
    let primes = [
        two.pow(224) - two.pow(96) + 1u32,
        two.pow(256) - two.pow(224) + two.pow(192) + two.pow(96) - 1u32,
        two.pow(521) - 1u32,
        two.pow(255) - 19u32,
        two.pow(2203) - 1u32,
        // Fermat number and Proth primes: p - 1 is divisible by 2^16, 2^2816 (3 2^2816 + 1).
        two.pow(16) + 1u32,
        two.pow(2816) * 3u32 + 1u32,
        BigUint::parse_bytes(b"73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16).unwrap(),
    ];
    let mut rng = StdRng::seed_from_u64(4);
    for p in primes {
        let m = BigModulus::from_limbs(&limbs(&p)).unwrap();
        for _ in 0..4 {
            let a = integer(m.bits(), &mut rng) % &p;
            let e = m.reduce(&limbs(&a));
            let square = a.modpow(&((&p - 1u32) / 2u32), &p) <= BigUint::from(1u32);
            assert_eq!(m.jacobi(&e) >= 0, square);
            assert_eq!(m.sqrt(&e).map(|r| m.square(&r)), square.then_some(e.clone()));
            let e = m.square(&e);
            assert_eq!(m.sqrt(&e).map(|r| m.square(&r)), Some(e));
        }
    }
}

/// Moduli that look like primes, have no non-residues or a large power of 2 in `m - 1`: an end and no wrong root.
#[test]
fn square_roots_modulo_composites() {
    let mut rng = StdRng::seed_from_u64(5);
    let two = BigUint::from(2u32);
    let p = two.pow(521) - 1u32;
    for n in [
        BigUint::from(561u32),
        BigUint::from(1729u32),
        &p * &p,
        two.pow(8191) + 1u32,
        (two.pow(4095) + 1u32).pow(2),
        BigUint::from(9u32).pow(1000),
    ] {
        let m = BigModulus::from_limbs(&limbs(&n)).unwrap();
        for _ in 0..3 {
            let a = m.square(&m.reduce(&limbs(&integer(m.bits(), &mut rng))));
            if let Some(root) = m.sqrt(&a) {
                assert_eq!(m.square(&root), a);
            }
        }
    }
}

#[test]
#[should_panic(expected = "another length")]
fn elements_of_another_length() {
    let small = BigModulus::from_limbs(&[3]).unwrap();
    let large = BigModulus::from_limbs(&[1, 2, 3, 4, 5]).unwrap();
    small.mul(&small.one(), &large.one());
}
