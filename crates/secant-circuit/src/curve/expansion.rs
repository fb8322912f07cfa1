//! Scalars as sums of digits that the automorphisms of a curve permute.
//!
//! Consider a curve with an endomorphism `(x, y) -> (beta x, y)`, where `beta` is a third root of one. A scalar is an
//! element `a + b w` of the ring of integers with a third root of one `w`. It is taken modulo the elements of that ring
//! that are zero modulo the order, so it has a short form, with coordinates of half the bits (Gallant, Lambert and
//! Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms", 2001). Its digits in base
//! `2^bits` are elements of the ring too. Six automorphisms, by `w` and by -1, turn one multiple of a point into six.
//! So a table needs a sixth of the rows, and a window takes one addition for both coordinates together. With a square
//! root of -2 in place of `w`, no multiple turns into others, but the bits are halved, and the doublings with them. On
//! other curves digits are integers, and the automorphisms are by 1 and -1.
//!
//! No digit is zero, because no addition takes the identity. Where the remainder is a multiple of the base, the digit
//! is a nonzero multiple of the base. The table chooses which elements of a residue class are digits: those of least
//! norm.

use super::lattice::{reduced_basis, round};
use crate::integer;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};
use std::collections::BTreeMap;

/// The factor of an endomorphism, modulo the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// `w^2 + w + 1 = 0`.
    ThirdOfOne,
    /// `w^2 = -2`.
    OfMinusTwo,
}

impl Root {
    /// The square of the absolute value of `a + b w`.
    fn norm(self, [a, b]: &[BigInt; 2]) -> BigInt {
        match self {
            Self::ThirdOfOne => a * a - a * b + b * b,
            Self::OfMinusTwo => a * a + b * b * 2,
        }
    }
}

/// `a + b w`; `b` is zero where there is no endomorphism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Small(pub i64, pub i64);

impl Small {
    /// The product with `w^image` or `-w^image`, for a third root of one `w`.
    fn turned(self, image: usize, negative: bool) -> Self {
        let Self(a, b) = (0..image).fold(self, |Self(a, b), _| Self(-b, a - b));
        if negative { Self(-a, -b) } else { Self(a, b) }
    }

    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }

    /// The product with a square root of -2.
    fn times_root_of_minus_two(self) -> Self {
        Self(-2 * self.1, self.0)
    }

    fn negative(self) -> Self {
        Self(-self.0, -self.1)
    }

    /// The residue modulo `2^bits`.
    fn class(self, bits: usize) -> (i64, i64) {
        let base = 1 << bits;
        (self.0.rem_euclid(base), self.1.rem_euclid(base))
    }
}

/// How a row of a table is computed from earlier rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// The point itself.
    Point,
    /// Twice a row.
    Double(usize),
    /// A row times the square root of -2.
    Root(usize),
    /// The sum or the difference of a row and an image of another row.
    Sum {
        of: usize,
        with: usize,
        image: usize,
        negative: bool,
    },
}

/// A digit: an image of a row's multiple, or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    pub row: usize,
    pub image: usize,
    pub negative: bool,
}

/// The digits of scalars, for windows of a number of bits.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    /// The bits of a window.
    pub bits: usize,
    /// How many digits a scalar has.
    pub windows: usize,
    /// How many images of each row there are.
    pub images: usize,
    /// The rows of a table: multiples of a point.
    pub rows: Vec<(Small, Made)>,
    by_class: BTreeMap<(i64, i64), Vec<Digit>>,
    root: Root,
    order: BigInt,
    /// Short vectors that are zero modulo the order.
    basis: Vec<[BigInt; 2]>,
}

/// The bits of windows with an endomorphism, by counting cells: tables of 12 rows with three first coordinates each,
/// and 44 additions for 256 bits. Windows of two bits would take 4 rows and 65 additions, and 7 % more cells for 100
/// multiples over BN254.
const BITS_WITH_IMAGES: usize = 3;
/// The bits of windows with a root of -2: tables of 10 rows, and 65 additions for 256 bits, where windows of three bits
/// take 34 rows and 44 additions.
const BITS_WITH_ROOT: usize = 2;
/// The bits of other windows: tables of 17 rows, and 52 additions for 256 bits, where windows of four bits take 9 rows
/// and 65 additions.
const BITS: usize = 5;

/// The images and signs of a row.
fn turns(images: usize) -> impl Iterator<Item = (usize, bool)> {
    (0..images).flat_map(|image| [(image, false), (image, true)])
}

impl Expansion {
    /// The expansion for a curve of this order, and the factor of an endomorphism if there is one.
    pub fn new(order: &BigUint, endomorphism: Option<(Root, &BigUint)>) -> Self {
        let (images, bits) = match endomorphism {
            Some((Root::ThirdOfOne, _)) => (3, BITS_WITH_IMAGES),
            Some((Root::OfMinusTwo, _)) => (1, BITS_WITH_ROOT),
            None => (1, BITS),
        };
        let order = BigInt::from(order.clone());
        let basis = match endomorphism {
            None => vec![[order.clone(), BigInt::ZERO]],
            Some((_, lambda)) => {
                let lambda = BigInt::from(lambda.clone());
                let rows = vec![vec![order.clone(), BigInt::ZERO], vec![-lambda, 1.into()]];
                let rows = reduced_basis(rows).into_iter();
                rows.map(|row| [row[0].clone(), row[1].clone()]).collect()
            }
        };
        let dimensions = basis.len() as u64;
        // The remainder for the last digit has a magnitude of about a quarter of the base, or up to half of it for
        // multiples of the order: small enough for a digit, but not always zero.
        let windows = (order.bits().div_ceil(dimensions) as usize + 2).div_ceil(bits);
        let mut expansion = Self {
            bits,
            windows,
            images,
            rows: Vec::new(),
            by_class: BTreeMap::new(),
            // For integers both norms are the square.
            root: endomorphism.map_or(Root::ThirdOfOne, |(root, _)| root),
            order,
            basis,
        };
        expansion.choose_rows();
        expansion
    }

    /// The number of coordinates: two with an endomorphism, else one.
    pub fn dimensions(&self) -> usize {
        self.basis.len()
    }

    fn norm(&self, Small(a, b): Small) -> BigInt {
        self.root.norm(&[a.into(), b.into()])
    }

    /// Chooses a row for each residue class that has none, in order of the norm.
    fn choose_rows(&mut self) {
        let base = 1i64 << self.bits;
        let range = if self.basis.len() > 1 { -base..=base } else { 0..=0 };
        let mut candidates: Vec<Small> = (-base..=base)
            .flat_map(|a| range.clone().map(move |b| Small(a, b)))
            .filter(|small| *small != Small(0, 0))
            .collect();
        // Positive elements come first.
        candidates.sort_by_key(|small| (self.norm(*small), -small.0, -small.1));
        for candidate in candidates {
            if self.by_class.contains_key(&candidate.class(self.bits)) {
                continue;
            }
            if let Some((multiple, made)) = self.make(candidate) {
                let row = self.rows.len();
                self.rows.push((multiple, made));
                for (image, negative) in turns(self.images) {
                    let class = multiple.turned(image, negative).class(self.bits);
                    let digit = Digit { row, image, negative };
                    self.by_class.entry(class).or_default().push(digit);
                }
            }
        }
    }

    /// Makes an image of the wanted multiple from earlier rows.
    fn make(&self, wanted: Small) -> Option<(Small, Made)> {
        if self.rows.is_empty() {
            return Some((Small(1, 0), Made::Point));
        }
        let is_wanted =
            |made: Small| turns(self.images).any(|(image, negative)| made.turned(image, negative) == wanted);
        if self.root == Root::OfMinusTwo {
            let image = |&(row, _): &(Small, Made)| row.times_root_of_minus_two();
            let of = self
                .rows
                .iter()
                .position(|row| [image(row), image(row).negative()].contains(&wanted));
            if let Some(of) = of {
                return Some((image(&self.rows[of]), Made::Root(of)));
            }
        }
        for (of, &(left, _)) in self.rows.iter().enumerate() {
            for (with, &(right, _)) in self.rows.iter().enumerate().take(of + 1) {
                for (image, negative) in turns(self.images) {
                    let sum = left.plus(right.turned(image, negative));
                    if is_wanted(sum) {
                        let made = match (with == of, image, negative) {
                            (true, 0, false) => Made::Double(of),
                            _ => Made::Sum {
                                of,
                                with,
                                image,
                                negative,
                            },
                        };
                        return Some((sum, made));
                    }
                }
            }
        }
        None
    }

    /// The element that a digit stands for.
    pub fn value(&self, digit: Digit) -> Small {
        self.rows[digit.row].0.turned(digit.image, digit.negative)
    }

    /// The largest magnitude of a coordinate of a digit.
    pub fn most(&self) -> i64 {
        let all = self.rows.iter().flat_map(|&(row, _)| {
            let images = (0..self.images).map(move |image| row.turned(image, false));
            images.map(|Small(a, b)| a.abs().max(b.abs()))
        });
        all.max().unwrap_or(1)
    }

    /// The digits of an integer modulo the order, lowest first. Every integer has some.
    pub fn digits(&self, k: &BigUint) -> Option<Vec<Digit>> {
        let k = [BigInt::from(k.clone()) % &self.order, BigInt::ZERO];
        // The lattice vector next to the scalar, by Cramer's rule.
        let factors: Vec<BigInt> = match &self.basis[..] {
            [v, w] => {
                let determinant = &v[0] * &w[1] - &v[1] * &w[0];
                let sign = determinant.signum();
                let determinant = determinant.abs();
                vec![
                    round(&(&k[0] * &w[1] * &sign), &determinant),
                    round(&(-&k[0] * &v[1] * sign), &determinant),
                ]
            }
            _ => vec![round(&k[0], &self.order)],
        };
        let near = self.less(&k, &factors);
        // The vectors around it leave other remainders for the last digit.
        const AROUND: i64 = 4;
        let second = if self.basis.len() > 1 { -AROUND..=AROUND } else { 0..=0 };
        let mut around: Vec<(i64, i64)> = (-AROUND..=AROUND)
            .flat_map(|i| second.clone().map(move |j| (i, j)))
            .collect();
        around.sort_by_key(|(i, j)| (i.abs() + j.abs(), *i, *j));
        around.into_iter().find_map(|(i, j)| {
            let other = self.less(&near, &[i.into(), j.into()][..self.basis.len()]);
            self.expand(other)
        })
    }

    fn less(&self, k: &[BigInt; 2], factors: &[BigInt]) -> [BigInt; 2] {
        let mut k = k.clone();
        for (vector, factor) in self.basis.iter().zip(factors) {
            for (k, vector) in k.iter_mut().zip(vector) {
                *k -= vector * factor;
            }
        }
        k
    }

    fn expand(&self, mut k: [BigInt; 2]) -> Option<Vec<Digit>> {
        let base = integer::power_of_two(self.bits);
        let mut digits = Vec::new();
        for i in 0..self.windows {
            let residue = |k: &BigInt| k.mod_floor(&base).to_i64();
            let digits_of_class = self.by_class.get(&(residue(&k[0])?, residue(&k[1])?))?;
            let rest = |digit: &Digit| {
                let Small(a, b) = self.value(*digit);
                [&k[0] - a, &k[1] - b].map(|k| integer::shift_floor(&k, self.bits))
            };
            let digit = match digits_of_class[..] {
                [digit] => digit,
                _ => *digits_of_class
                    .iter()
                    .min_by_key(|digit| self.root.norm(&rest(digit)))?,
            };
            k = rest(&digit);
            digits.push(digit);
            if i + 1 == self.windows {
                return (k == [BigInt::ZERO, BigInt::ZERO]).then_some(digits);
            }
        }
        None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::curve::{Parameters, edwards::TwistedEdwards, endomorphism};
    use rand::{RngCore, SeedableRng, rngs::StdRng};
    use secant_gfp::named::Name;

    fn sum(expansion: &Expansion, digits: &[Digit], lambda: &BigInt) -> BigInt {
        let terms = digits.iter().enumerate().map(|(i, &digit)| {
            let Small(a, b) = expansion.value(digit);
            (lambda * b + a) << (i * expansion.bits)
        });
        terms.sum()
    }

    /// With both third roots of one, both square roots of -2, and without; the multiples that make rows.
    #[test]
    fn digits_sum_up() {
        let secp256k1 = Parameters::named(Name::Secp256k1);
        let bn254 = Parameters::bn254().unwrap();
        let bandersnatch = crate::curve::edwards::Parameters::bandersnatch();
        let bandersnatch = TwistedEdwards::new("bandersnatch", bandersnatch, crate::Shape::default()).unwrap();
        let bandersnatch = bandersnatch.weierstrass.parameters;
        let cases = [
            (&secp256k1, Some(Root::ThirdOfOne), (12, 44)),
            (&secp256k1, None, (17, 52)),
            (&bn254, Some(Root::ThirdOfOne), (12, 43)),
            (&Parameters::named(Name::Secp256r1), None, (17, 52)),
            (&bandersnatch, Some(Root::OfMinusTwo), (10, 65)),
        ];
        for (p, kind, (rows, windows)) in cases {
            let n = &p.order;
            let root = match kind {
                Some(Root::ThirdOfOne) => endomorphism::third_root(n).unwrap(),
                Some(Root::OfMinusTwo) => endomorphism::root_of_minus_two(n).unwrap(),
                None => None,
            };
            let other = root.as_ref().map(|root| match kind {
                Some(Root::OfMinusTwo) => n - root,
                _ => root * root % n,
            });
            for lambda in [root, other] {
                let expansion = Expansion::new(n, kind.zip(lambda.as_ref()));
                assert_eq!((expansion.rows.len(), expansion.windows), (rows, windows));
                let classes = 1 << (expansion.bits * expansion.basis.len());
                assert_eq!(expansion.by_class.len(), classes);
                let mut rng = StdRng::seed_from_u64(1);
                let random = (0..250).map(|i| {
                    let mut bytes = [0; 32];
                    rng.fill_bytes(&mut bytes);
                    BigUint::from_bytes_le(&bytes) >> i
                });
                let small = (0..70u32).flat_map(|i| [BigUint::from(i), n - i, n + i, BigUint::from(1u32) << i]);
                let lambda = BigInt::from(lambda.unwrap_or_default());
                for k in random.chain(small) {
                    let digits = expansion.digits(&k).unwrap();
                    assert_eq!(digits.len(), windows);
                    let difference = sum(&expansion, &digits, &lambda) - BigInt::from(k);
                    assert!(difference.is_multiple_of(&BigInt::from(n.clone())));
                }
            }
        }
    }
}
