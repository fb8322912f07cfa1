//! The target group: exponentiation and multi-exponentiation.
//!
//! Let `p` be the characteristic of the field. The Frobenius map `g -> g^p` costs next to nothing. So an exponent is
//! split into parts of a quarter of its size for `k = 12`, and of half its size for `k = 6`. Each part is the exponent
//! of another Frobenius image of the element. The inverse of an element is its conjugate.
//!
//! A multi-exponentiation collects elements in buckets, as an MSM collects points. An element `u = u0 + u1 w` of norm
//! one is `(alpha + w) / (alpha - w)` for `alpha = (1 + u0) / u1` in the cubic field (the torus `T2`: Rubin,
//! Silverberg, "Torus-based cryptography", 2003). So it is enough to multiply the `alpha + w`, and factors from the
//! cubic field do not matter in such a product. A bucket is therefore any element `z` of the target field, and stands
//! for `z` over its conjugate. A product by `alpha + w` takes half the multiplications of a full one.
//! `docs/algorithms/gt-multiexp.md` has the derivation and the costs.

use crate::{
    pairing::{
        Family, LazyRing, RingField,
        single::Single,
        target::{Sextic, Target, TargetExt},
    },
    recode::wnaf,
    scalars::{
        annihilator::Annihilator,
        digits::{Digits, Plan},
        sw::Quarters,
    },
    threads,
};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field, PrimeField, Zero};
use secant_field::lanes::{Token, WithLanes, with_lanes};

mod fixed_base;
mod on_lanes;
mod single;

pub use crate::gt::fixed_base::FixedBase;

/// The absolute value of a part of an exponent, little endian.
type Part = [u64; 4];

/// How an exponent is split into parts, for elements of the prime-order subgroup.
#[derive(Clone, Copy, Debug)]
pub enum Split {
    /// `g^e = prod g^(e_i p^i)` for `i` below four.
    Quarters(Quarters),
    /// `g^e = g^(e_0 - e_1 p)`, where the annihilator is that of `phi` with `g^phi = g^(-p)`.
    Halves(Annihilator),
}

impl Split {
    /// The number of parts.
    fn count(&self) -> usize {
        match self {
            Self::Quarters(_) => 4,
            Self::Halves(_) => 2,
        }
    }

    /// The parts of an exponent below the group order, each with its sign. The first [`Self::count`] of them are used.
    fn parts(&self, exponent: &[u64]) -> [(bool, Part); 4] {
        match self {
            Self::Quarters(quarters) => quarters
                .of(exponent)
                .map(|(negative, [low, high])| (negative, [low, high, 0, 0])),
            Self::Halves(annihilator) => {
                let (e0, (negative, e1)) = annihilator.decompose(exponent);
                [e0, (!negative, e1), (false, [0; 4]), (false, [0; 4])]
            }
        }
    }
}

/// The elements and exponents of a multi-exponentiation, without the terms whose power is one.
struct Terms<F> {
    elements: Vec<F>,
    /// The parts of all exponents, grouped by power of Frobenius.
    parts: Vec<(bool, Part)>,
    /// The number of parts of an exponent.
    count: usize,
}

impl<F: Sextic> Terms<F> {
    fn new<E: PrimeField>(split: &Split, elements: &[F], exponents: &[E]) -> Self {
        let terms: Vec<_> = elements
            .iter()
            .zip(exponents)
            .filter(|(g, e)| !e.is_zero() && !is_self_conjugate(*g))
            .collect();
        let count = split.count();
        let mut parts = alloc::vec![(false, [0; 4]); count * terms.len()];
        for (i, (_, e)) in terms.iter().enumerate() {
            for (j, part) in split
                .parts(e.into_bigint().as_ref())
                .into_iter()
                .take(count)
                .enumerate()
            {
                parts[j * terms.len() + i] = part;
            }
        }
        Self {
            elements: terms.into_iter().map(|(g, _)| *g).collect(),
            parts,
            count,
        }
    }
}

/// Whether an element is its own conjugate. In a group of odd order only one is.
fn is_self_conjugate<F: Sextic>(g: &F) -> bool {
    g.coefficients()[3..].iter().all(Zero::is_zero)
}

/// How a multi-exponentiation represents its buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buckets {
    /// In torus form, over the cubic field: on lanes where the back end has some, else on single elements.
    Torus,
    /// As elements of the target field, by one of its towers, on single elements.
    Plain(Tower),
}

/// A tower of the target field `K[w] / (w^6 - xi)` over its field of coefficients `K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tower {
    /// `K[v][w]` with `v^3 = xi`, `w^2 = v`: for `k = 12` the degrees 2, 6, 12.
    QuadraticOverCubic,
    /// `K[s][w]` with `s^2 = xi`, `w^3 = s`: for `k = 12` the degrees 2, 4, 12.
    CubicOverQuadratic,
}

/// A method of multi-exponentiation, to be compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultiExpMethod {
    /// How buckets are represented.
    pub buckets: Buckets,
    /// Bits of a window, from 2 to 16; `None` chooses the width that should be cheapest.
    pub window: Option<u32>,
}

impl MultiExpMethod {
    /// The fastest.
    const BEST: Self = Self {
        buckets: Buckets::Torus,
        window: None,
    };

    /// The product of the terms, of which there must be at least one.
    fn product<F: Sextic<Coefficient: RingField + LazyRing>>(&self, terms: &Terms<F>) -> F {
        use crate::gt::single::{CubicOverQuadratic, PlainBucket, QuadraticOverCubic, multi_exp};
        let window = self.window.map(|width| width.clamp(2, 16));
        match self.buckets {
            Buckets::Torus => with_lanes(on_lanes::MultiExp { terms, window })
                .unwrap_or_else(|| multi_exp::<F, Single<F>>(terms, window)),
            Buckets::Plain(Tower::QuadraticOverCubic) => {
                multi_exp::<F, PlainBucket<F, QuadraticOverCubic>>(terms, window)
            }
            Buckets::Plain(Tower::CubicOverQuadratic) => {
                multi_exp::<F, PlainBucket<F, CubicOverQuadratic>>(terms, window)
            }
        }
    }
}

/// The digits of all parts, in windows of `window` bits or of the width that costs least.
fn digits(parts: &[Part], window: Option<u32>, cost: impl Fn(&Plan) -> f64) -> Digits {
    Digits::of_integers_with(parts, |bits| match window {
        Some(width) => Plan::of_width(bits, width),
        None => Plan::cheapest(bits, cost),
    })
}

/// The factors by which the Frobenius map multiplies the coefficients of `alpha`, after it maps each.
fn torus_frobenius<F: Sextic>() -> [F::Coefficient; 3] {
    meter!("constants of frobenius", F);
    // (alpha + w)^p divided by the factor of w
    let [one, v, v2, w, ..] = F::frobenius_factors(1);
    // A power of xi, which is not zero.
    let inverse = w.inverse().unwrap_or(F::Coefficient::ZERO);
    [one, v, v2].map(|factor| factor * inverse)
}

/// From this many terms on, buckets beat exponentiations one by one.
const BUCKETS_FROM: usize = 3;

/// `prod elements[i]^exponents[i]`, over the shorter slice, for elements of the prime-order subgroup.
pub(crate) fn multi_exp<P: Family<K>, const K: i64, E: PrimeField>(
    elements: &[P::Target],
    exponents: &[E],
) -> P::Target {
    product_of_parts::<P, K, E>(elements, exponents, |terms| {
        let n = terms.elements.len();
        if n >= BUCKETS_FROM {
            return MultiExpMethod::BEST.product(terms);
        }
        let power = |i: usize| {
            let parts: Vec<_> = (0..terms.count).map(|image| terms.parts[image * n + i]).collect();
            exp_of_parts(&terms.elements[i], &parts)
        };
        (0..n).map(power).product()
    })
}

/// [`multi_exp`] with buckets, by the given method.
pub(crate) fn multi_exp_by<P: Family<K>, const K: i64, E: PrimeField>(
    method: &MultiExpMethod,
    elements: &[P::Target],
    exponents: &[E],
) -> P::Target {
    product_of_parts::<P, K, E>(elements, exponents, |terms| method.product(terms))
}

/// Applies `product` to chunks of terms that are processed together and multiplies the results. Terms whose power is
/// one are left out.
fn product_of_parts<P: Family<K>, const K: i64, E: PrimeField>(
    elements: &[P::Target],
    exponents: &[E],
    product: impl Fn(&Terms<P::Target>) -> P::Target,
) -> P::Target {
    meter!("multi-exponentiation", P::Target, elements.len());
    let parts = elements.chunks(TERMS_PER_CHUNK).zip(exponents.chunks(TERMS_PER_CHUNK));
    let terms = parts.map(|(elements, exponents)| Terms::new(&P::SPLIT, elements, exponents));
    terms
        .filter(|terms| !terms.elements.is_empty())
        .map(|terms| product(&terms))
        .reduce(|a, b| a * b)
        .unwrap_or(P::Target::ONE)
}

/// Elements of a multi-exponentiation that are processed together. Every thread keeps their images and buckets, up to
/// 2.5 KiB an element. More elements at once are faster by an eighth at most (8192 elements of BLS12-381 take 51 ms,
/// and 58 ms in four parts).
const TERMS_PER_CHUNK: usize = 1 << 11;

/// Bits of a window of an exponentiation.
const WIDTH: u32 = 4;

/// `g^e` for an element of the prime-order subgroup.
pub(crate) fn exp<P: Family<K>, const K: i64, E: PrimeField>(g: &P::Target, e: &E) -> P::Target {
    exp_of_parts(g, &P::SPLIT.parts(e.into_bigint().as_ref())[..P::SPLIT.count()])
}

/// The power of `g` to the exponent with these parts.
fn exp_of_parts<F: Sextic<Coefficient: RingField + LazyRing>>(g: &F, parts: &[(bool, Part)]) -> F {
    meter!("exponentiation", F);
    struct Exp<'a, F> {
        g: &'a F,
        parts: &'a [(bool, Part)],
    }

    impl<F: Sextic<Coefficient: RingField>> WithLanes for Exp<'_, F> {
        type Output = F;

        fn run<T: Token>(self, token: T) -> F {
            let g = crate::pairing::Six::load(token, self.g);
            interleaved(&g, self.parts).map_or(F::ONE, |power| power.store())
        }
    }

    with_lanes(Exp { g, parts }).unwrap_or_else(|| {
        let power = interleaved(&Single::load(g), parts);
        power.map_or(F::ONE, |power| power.store())
    })
}

/// The product of the powers of the images of `g` under powers of Frobenius; `None` if all exponents are zero.
fn interleaved<T: Target>(g: &T, parts: &[(bool, Part)]) -> Option<T> {
    let digits: Vec<_> = parts.iter().map(|(_, part)| wnaf(part, WIDTH)).collect();
    // Odd powers.
    let square = g.clone().cyclotomic_squared();
    let mut table = Vec::with_capacity(1 << (WIDTH - 2));
    table.push(g.clone());
    for i in 1..1 << (WIDTH - 2) {
        let next = square.clone().times(&table[i - 1]);
        table.push(next);
    }
    let tables: Vec<Vec<T>> = parts
        .iter()
        .enumerate()
        .map(|(power, (negative, _))| {
            let image = |g: &T| {
                let image = if power == 0 { g.clone() } else { g.clone().frob(power) };
                if *negative { image.conj() } else { image }
            };
            table.iter().map(image).collect()
        })
        .collect();
    let mut acc: Option<T> = None;
    for i in (0..digits.iter().map(Vec::len).max()?).rev() {
        if let Some(acc) = &mut acc {
            acc.cyclotomic_square();
        }
        for (digits, table) in digits.iter().zip(&tables) {
            let digit = digits.get(i).copied().unwrap_or(0);
            if digit != 0 {
                let power = &table[usize::from(digit.unsigned_abs() / 2)];
                let power = if digit < 0 { power.clone().conj() } else { power.clone() };
                acc = Some(match acc {
                    Some(acc) => acc.times(&power),
                    None => power,
                });
            }
        }
    }
    acc
}

/// `prod z_i^(2^(b_0 + ... + b_(i - 1)))` of pairs `z_i, b_i`, where `None` stands for one.
fn horner<T: Target>(parts: impl DoubleEndedIterator<Item = (Option<T>, u32)>) -> Option<T> {
    let mut acc: Option<T> = None;
    for (part, bits) in parts.rev() {
        if let Some(acc) = &mut acc {
            for _ in 0..bits {
                acc.square();
            }
        }
        acc = match (acc, part) {
            (Some(acc), Some(part)) => Some(acc.times(&part)),
            (acc, part) => acc.or(part),
        };
    }
    acc
}

/// `elements[i]^exponents[i]`, over the shorter slice, for elements of the prime-order subgroup.
pub(crate) fn exp_each<P: Family<K>, const K: i64, E: PrimeField>(
    elements: &[P::Target],
    exponents: &[E],
) -> Vec<P::Target> {
    let n = elements.len().min(exponents.len());
    let eights = in_eights(n);
    let lanes = on_lanes::ExpEach {
        split: &P::SPLIT,
        elements: &elements[..eights],
        exponents: &exponents[..eights],
    };
    let mut powers = with_lanes(lanes).unwrap_or_default();
    let done = powers.len();
    powers.append(&mut threads::map(n - done, |i| {
        exp::<P, K, E>(&elements[done + i], &exponents[done + i])
    }));
    powers
}

/// How many of `n` elements to process in groups of eight, one element in each lane. The others go one after another,
/// with the coefficients of one element side by side: five to six of them take as long as a group of eight. Fields with
/// little headroom gain from groups only in membership tests (measured: a single exponentiation takes 57 us and one in
/// a group of eight 41 us on BLS12-381; 29 and 30 us on BN254).
fn in_eights(n: usize) -> usize {
    if n % 8 < 6 { n / 8 * 8 } else { n }
}

/// Whether each element is in the subgroup of prime order.
pub(crate) fn are_members<P: Family<K>, const K: i64>(elements: &[P::Target]) -> Vec<bool> {
    meter!("membership", P::Target, elements.len());
    let eights = in_eights(elements.len());
    let mut inside = with_lanes(on_lanes::AreMembers::<P, K>(&elements[..eights])).unwrap_or_default();
    let done = inside.len();
    inside.append(&mut threads::map(elements.len() - done, |i| {
        is_member::<P, K>(&elements[done + i])
    }));
    inside
}

fn is_member<P: Family<K>, const K: i64>(f: &P::Target) -> bool {
    if f.is_zero() {
        return false;
    }
    with_lanes(on_lanes::IsMember::<P, K>(f)).unwrap_or_else(|| {
        let equal = |[a, b]: [Single<P::Target>; 2]| a.store() == b.store();
        let f = Single::load(f);
        // Cyclotomic powers are right only in the cyclotomic subgroup, which the first comparison tests.
        equal(cyclotomic_powers::<_, K>(&f)) && equal(P::equal_in_target_group(&f))
    })
}

/// Two powers that are equal only for elements of the cyclotomic subgroup, whose order is `q^2 - q + 1` with
/// `q = p^(k / 6)`.
fn cyclotomic_powers<T: Target, const K: i64>(f: &T) -> [T; 2] {
    let k = K as usize;
    [f.clone().frob(2 * k).times(f), f.clone().frob(k)]
}
