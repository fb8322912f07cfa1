//! Integers and points by num-bigint, to compare with.

use num_bigint::BigUint;
use secant_field::modular::Modular;
use secant_gfp::{Affine, Coefficient, Curve, ScalarOf};

/// A small integer.
pub fn small(value: u64) -> BigUint {
    BigUint::from(value)
}

/// Of limbs, the least significant first.
pub fn of_limbs(limbs: &[u64]) -> BigUint {
    let bytes: Vec<_> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// The modulus.
pub fn modulus<M: Modular>(m: &M) -> BigUint {
    of_limbs(m.modulus().as_ref())
}

/// The integer that an element is.
pub fn value<M: Modular>(m: &M, a: &M::Element) -> BigUint {
    of_limbs(m.to_limbs(a).as_ref())
}

/// The scalar of an integer.
pub fn scalar<C: Curve>(curve: &C, value: &BigUint) -> ScalarOf<C> {
    curve.scalar(&value.to_u64_digits())
}

/// Big-endian in so many bytes; longer integers have more.
pub fn bytes(value: &BigUint, len: usize) -> Vec<u8> {
    let bytes = value.to_bytes_be();
    [&vec![0; len.saturating_sub(bytes.len())][..], &bytes].concat()
}

/// `a - b mod m` for `a, b < m`.
pub fn sub(a: &BigUint, b: &BigUint, m: &BigUint) -> BigUint {
    (a + m - b) % m
}

/// Miller's test to 13 bases: right for integers below 2^81 (Sorenson and Webster, "Strong pseudoprimes to twelve prime
/// bases", 2017), and longer composites that pass it have to be made for that.
pub fn is_prime(n: &BigUint) -> bool {
    const BASES: [u64; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    let one = small(1);
    if *n <= one {
        return false;
    }
    for base in BASES {
        if n % base == BigUint::ZERO {
            return *n == small(base);
        }
    }
    let minus_one = n - 1u8;
    let twos = minus_one.trailing_zeros().unwrap_or(0);
    BASES.iter().all(|&base| {
        let mut power = small(base).modpow(&(&minus_one >> twos), n);
        if power == one {
            return true;
        }
        (0..twos).any(|_| {
            let is_minus_one = power == minus_one;
            power = &power * &power % n;
            is_minus_one
        })
    })
}

/// The Jacobi symbol of `a` over an odd `n`, by reciprocity.
pub fn jacobi(a: &BigUint, n: &BigUint) -> i8 {
    let (mut a, mut n, mut symbol) = (a % n, n.clone(), 1);
    while let Some(twos) = a.trailing_zeros() {
        a >>= twos;
        if twos % 2 == 1 && matches!((&n % 8u8).to_u64_digits()[..], [3 | 5]) {
            symbol = -symbol;
        }
        if a.bit(0) && a.bit(1) && n.bit(0) && n.bit(1) {
            symbol = -symbol;
        }
        core::mem::swap(&mut a, &mut n);
        a %= &n;
    }
    if n == small(1) { symbol } else { 0 }
}

/// A point by its coordinates; `None` is the one at infinity.
pub type Point = Option<(BigUint, BigUint)>;

/// A curve `y^2 = x^3 + a x + b`.
pub struct Equation {
    /// The modulus of the field.
    pub p: BigUint,
    /// The coefficient `a`.
    pub a: BigUint,
    /// The coefficient `b`.
    pub b: BigUint,
}

impl Equation {
    /// That of a curve.
    pub fn of<C: Curve>(curve: &C) -> Self {
        let f = curve.field();
        Self {
            p: modulus(f),
            a: value(f, &curve.a().value(f)),
            b: value(f, curve.b()),
        }
    }

    /// `x^3 + a x + b`.
    pub fn y_squared(&self, x: &BigUint) -> BigUint {
        ((x * x + &self.a) * x + &self.b) % &self.p
    }

    /// Whether `4 a^3 + 27 b^2 = 0`.
    pub fn is_singular(&self) -> bool {
        (&self.a * &self.a * &self.a * 4u8 + &self.b * &self.b * 27u8) % &self.p == BigUint::ZERO
    }

    /// Whether the coordinates are below the modulus and those of a point.
    pub fn contains(&self, x: &BigUint, y: &BigUint) -> bool {
        *x < self.p && *y < self.p && y * y % &self.p == self.y_squared(x)
    }

    /// The sum, by chord and tangent.
    pub fn add(&self, first: &Point, second: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (first, second) else {
            return first.clone().or(second.clone());
        };
        let p = &self.p;
        if x1 == x2 && (y1 + y2) % p == BigUint::ZERO {
            return None;
        }
        let (rise, run) = if x1 == x2 {
            ((x1 * x1 * 3u8 + &self.a) % p, y1 * 2u8 % p)
        } else {
            (sub(y2, y1, p), sub(x2, x1, p))
        };
        let slope = rise * run.modinv(p).expect("not zero modulo a prime") % p;
        let x = sub(&(&slope * &slope % p), &((x1 + x2) % p), p);
        let y = sub(&(slope * sub(x1, &x, p) % p), y1, p);
        Some((x, y))
    }

    /// The number of points, for small fields.
    pub fn count(&self) -> u64 {
        let p = self.p.to_u64_digits().first().copied().unwrap_or(0);
        let [a, b] = [&self.a, &self.b].map(|c| c.to_u64_digits().first().copied().unwrap_or(0));
        let mut roots = vec![0u64; p as usize];
        (0..p).for_each(|y| roots[(y * y % p) as usize] += 1);
        1 + (0..p)
            .map(|x| roots[(((x * x + a) % p * x + b) % p) as usize])
            .sum::<u64>()
    }
}

/// The coordinates of a point.
pub fn coordinates<C: Curve>(curve: &C, point: &Affine<C>) -> Point {
    let f = curve.field();
    point.xy().map(|(x, y)| (value(f, x), value(f, y)))
}
