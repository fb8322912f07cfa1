//! Moduli of any bytes: what is accepted computes as num-bigint does, in all sizes and on the heap.

use crate::{
    input::Input,
    integer::{is_prime, jacobi, small, sub, value},
};
use num_bigint::BigUint;
use secant_field::modular::{BigModulus, Modular, Modulus, ModulusError};
use secant_gfp::{
    Curve,
    named::{Name, Visitor},
};

/// Longer operands are cut: they take time in proportion.
const OPERAND: usize = 1200;
/// As are exponents: an exponentiation takes as many squares as they have bits.
const EXPONENT: usize = 40;
/// Modulus bits up to which square roots, exponentiations as long as the modulus, are taken.
const ROOTS: u64 = 1088;

/// One byte, and a modulus, two integers and an exponent as parts. An even first byte and a modulus of one byte stand
/// for the field and the order of a named curve.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let kind = input.byte();
    let m = input.part();
    let [a, b] = [input.part(), input.part()].map(|part| &part[..part.len().min(OPERAND)]);
    let e = input.part();
    let n = BigUint::from_bytes_be(m);
    let operands = Operands {
        is_prime: n.bits() <= ROOTS && is_prime(&n),
        a,
        b,
        e: &e[..e.len().min(EXPONENT)],
    };
    if m.len() == 1 && kind & 1 == 0 {
        let operands = Operands {
            is_prime: true,
            ..operands
        };
        return Name::ALL[usize::from(m[0]) % Name::ALL.len()].visit(&operands);
    }
    sized::<1>(m, &n, &operands);
    sized::<2>(m, &n, &operands);
    sized::<3>(m, &n, &operands);
    sized::<4>(m, &n, &operands);
    sized::<5>(m, &n, &operands);
    sized::<6>(m, &n, &operands);
    sized::<9>(m, &n, &operands);
    sized::<16>(m, &n, &operands);
    if n.bits() > 16 * 60 {
        sized::<17>(m, &n, &operands);
    }
    big(m, &n, &operands);
}

struct Operands<'a> {
    /// Whether the modulus is a prime, if it is so short that roots are taken.
    is_prime: bool,
    a: &'a [u8],
    b: &'a [u8],
    e: &'a [u8],
}

impl Visitor for &Operands<'_> {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        modular(curve.field(), self);
        modular(curve.scalars(), self);
    }
}

/// Whether what the error says is true.
fn holds(e: &ModulusError, m: &BigUint, room: usize) -> bool {
    match *e {
        ModulusError::Zero => *m == BigUint::ZERO,
        ModulusError::One => *m == small(1),
        ModulusError::Even => !m.bit(0) && *m != BigUint::ZERO,
        ModulusError::TooLong { bits, most } => bits as u64 == m.bits() && bits > most && most == room,
        _ => false,
    }
}

fn sized<const N: usize>(bytes: &[u8], m: &BigUint, operands: &Operands<'_>) {
    match Modulus::<N>::from_bytes(bytes) {
        Ok(found) => {
            assert!(m.bit(0) && *m > small(1) && m.bits() <= 64 * N as u64);
            assert_eq!(crate::integer::modulus(&found), *m);
            assert_eq!(Modulus::new(*found.modulus()), Ok(found.clone()));
            if m.bits() <= ROOTS {
                assert_eq!(found.is_prime(), operands.is_prime, "whether {m} is a prime");
            }
            modular(&found, operands);
        }
        Err(e) => assert!(holds(&e, m, 64 * N), "{e}"),
    }
}

/// Limbs of an integer, of which some more are zero.
fn limbs(a: &BigUint) -> Vec<u64> {
    [a.to_u64_digits(), vec![0; 2]].concat()
}

fn modular<M: Modular>(m: &M, operands: &Operands<'_>) {
    let n = crate::integer::modulus(m);
    assert_eq!(m.bits() as u64, n.bits());
    assert_eq!(m.byte_len() as u64, n.bits().div_ceil(8));
    let [a, b] = [operands.a, operands.b].map(BigUint::from_bytes_be);
    let [x, y] = [&a, &b].map(|a| m.reduce(&limbs(a)));
    let is = |found: M::Element, expected: BigUint, what: &str| assert_eq!(value(m, &found), expected, "{what}");
    let (av, bv) = (&a % &n, &b % &n);
    is(x, av.clone(), "reduced");
    assert_eq!(m.element_be_bytes(operands.a), (a < n).then_some(x));
    let mut bytes = vec![7; m.byte_len() + 9];
    m.write_bytes(&x, &mut bytes);
    assert_eq!(BigUint::from_bytes_be(&bytes), av);
    assert_eq!(m.element_be_bytes(&bytes), Some(x));
    assert_eq!(m.element(&m.to_limbs(&x)), Some(x));
    assert_eq!(m.element(m.modulus()), None);
    assert_eq!(m.is_odd(&x), av.bit(0));
    assert_eq!(m.is_zero(&x), av == BigUint::ZERO);

    is(m.zero(), BigUint::ZERO, "0");
    is(m.one(), small(1), "1");
    is(m.add(&x, &y), (&av + &bv) % &n, "+");
    is(m.sub(&x, &y), sub(&av, &bv, &n), "-");
    is(m.neg(&x), sub(&BigUint::ZERO, &av, &n), "negation");
    is(m.double(&x), &av * 2u8 % &n, "2 a");
    is(m.mul(&x, &y), &av * &bv % &n, "*");
    is(m.square(&x), &av * &av % &n, "a^2");
    let e = BigUint::from_bytes_be(operands.e);
    is(m.pow(&x, &limbs(&e)), av.modpow(&e, &n), "a^e");
    is(m.pow(&x, &[]), small(1), "a^0");
    assert_eq!(m.inverse(&x).map(|x| value(m, &x)), av.modinv(&n), "a^-1");

    if n.bits() <= ROOTS {
        for (a, v) in [(x, av.clone()), (m.square(&x), &av * &av % &n)] {
            let root = m.sqrt(&a).map(|root| value(m, &root));
            assert_root(root, &v, &n, operands.is_prime);
        }
    }
}

/// A root is one; modulo primes there is one if the symbol is not -1.
fn assert_root(root: Option<BigUint>, a: &BigUint, n: &BigUint, is_prime: bool) {
    match root {
        Some(root) => assert_eq!(&root * &root % n, *a, "a root"),
        None => assert!(!is_prime || jacobi(a, n) == -1, "no root of {a} modulo {n}"),
    }
}

fn big(bytes: &[u8], n: &BigUint, operands: &Operands<'_>) {
    let found = BigModulus::from_be_bytes(bytes);
    let little: Vec<_> = bytes.iter().rev().copied().collect();
    assert_eq!(BigModulus::from_le_bytes(&little), found);
    assert_eq!(BigModulus::from_limbs(&limbs(n)), found);
    let m = match found {
        Ok(m) => m,
        Err(e) => return assert!(holds(&e, n, secant_field::modular::MAX_BITS), "{e}"),
    };
    assert!(n.bit(0) && *n > small(1) && n.bits() <= secant_field::modular::MAX_BITS as u64);
    assert_eq!(m.limbs(), n.to_u64_digits());
    assert_eq!((m.bits() as u64, m.byte_len() as u64), (n.bits(), n.bits().div_ceil(8)));
    let [a, b] = [operands.a, operands.b].map(BigUint::from_bytes_be);
    let [x, y] = [operands.a, operands.b].map(|a| m.reduce_be_bytes(a));
    let (av, bv) = (&a % n, &b % n);
    let is = |found, expected: BigUint, what: &str| {
        assert_eq!(BigUint::from_bytes_be(&m.to_be_bytes(&found)), expected, "{what}");
    };
    is(x.clone(), av.clone(), "reduced");
    assert_eq!(m.reduce(&limbs(&a)), x);
    assert_eq!(m.reduce_le_bytes(&a.to_bytes_le()), x);
    let canonical = (a < *n).then(|| x.clone());
    assert_eq!(m.element_be_bytes(operands.a), canonical);
    assert_eq!(m.element_le_bytes(&a.to_bytes_le()), canonical);
    assert_eq!(m.element(&limbs(&a)), canonical);
    assert_eq!(m.element(&m.to_limbs(&x)), Some(x.clone()));
    assert_eq!(m.element(m.limbs()), None);
    assert_eq!(m.to_be_bytes(&x).len(), m.byte_len());
    assert_eq!(x.is_zero(), av == BigUint::ZERO);

    is(m.zero(), BigUint::ZERO, "0");
    is(m.one(), small(1), "1");
    is(m.add(&x, &y), (&av + &bv) % n, "+");
    is(m.sub(&x, &y), sub(&av, &bv, n), "-");
    is(m.neg(&x), sub(&BigUint::ZERO, &av, n), "negation");
    is(m.mul(&x, &y), &av * &bv % n, "*");
    is(m.square(&x), &av * &av % n, "a^2");
    let e = BigUint::from_bytes_be(operands.e);
    is(m.pow(&x, &limbs(&e)), av.modpow(&e, n), "a^e");
    assert_eq!(
        m.inverse(&x).map(|x| BigUint::from_bytes_be(&m.to_be_bytes(&x))),
        av.modinv(n),
        "a^-1"
    );
    assert_eq!(m.jacobi(&x), jacobi(&av, n), "Jacobi's symbol");

    if n.bits() <= ROOTS {
        for (a, v) in [(x.clone(), av.clone()), (m.square(&x), &av * &av % n)] {
            let root = m.sqrt(&a).map(|root| BigUint::from_bytes_be(&m.to_be_bytes(&root)));
            assert_root(root, &v, n, operands.is_prime);
        }
    }
}
