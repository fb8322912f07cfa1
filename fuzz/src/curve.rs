//! Curves at run time: parameters of any kind, and small curves whose points are counted here.

use crate::{
    digest::Signed,
    input::Input,
    integer::{self, Equation, coordinates, is_prime, modulus, scalar, small},
    point,
};
use num_bigint::BigUint;
use secant_field::modular::{Modular, ModulusError};
use secant_gfp::{
    Affine, Complete, Coordinates, Curve, CurveError, FixedBase, Homogeneous, Jacobian, MAX_BITS, Parameters, Policy,
    RuntimeCurve, double_mul, mul, mul_by, multi_mul,
    named::{BrainpoolP384r1, BrainpoolP384t1, Secp256k1, Secp256r1, Secp521r1, Visitor},
};
use secant_verify::hash::Prehash;

/// Fields with fewer elements have their curves counted.
const COUNTED: u64 = 4096;
/// Fields of more bits are only validated: what is asserted of points takes some hundred multiplications.
const MULTIPLIED: u64 = 640;
/// Fields of more bits have the order of the generator checked by the library's own multiples alone.
const ANNIHILATED: u64 = 320;

/// One byte says what follows: the seven parameters as parts, or what a small curve is made from, or a name; then two
/// parts for scalars, one for a coordinate, and the rest for a digest.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.byte() % 3 {
        0 => {
            let [p, a, b, x, y, n, h] = core::array::from_fn(|_| input.part());
            validate(&Parameters { p, a, b, x, y, n, h }, &Extra::read(input));
        }
        1 => toy(input),
        _ => {
            // One of each kind: an endomorphism, a = -3 in two sizes, an isomorphism, and the curve that it leads to.
            let curve = input.byte();
            let arithmetic = Arithmetic(&Extra::read(input));
            match curve % 5 {
                0 => arithmetic.visit(&Secp256k1),
                1 => arithmetic.visit(&Secp256r1),
                2 => arithmetic.visit(&Secp521r1),
                3 => arithmetic.visit(&BrainpoolP384r1),
                _ => arithmetic.visit(&BrainpoolP384t1),
            }
        }
    }
}

/// What is computed with on a curve.
struct Extra<'a> {
    k: BigUint,
    l: BigUint,
    x: &'a [u8],
    width: u8,
    digest: &'a [u8],
}

impl<'a> Extra<'a> {
    fn read(mut input: Input<'a>) -> Self {
        let [k, l] = [input.part(), input.part()].map(BigUint::from_bytes_be);
        Self {
            k,
            l,
            x: input.part(),
            width: input.byte(),
            digest: input.rest(),
        }
    }
}

/// Parameters as integers.
struct Integers {
    equation: Equation,
    x: BigUint,
    y: BigUint,
    n: BigUint,
    h: BigUint,
}

impl Integers {
    fn of(parameters: &Parameters<'_>) -> Self {
        let [p, a, b, x, y, n, h] = [
            parameters.p,
            parameters.a,
            parameters.b,
            parameters.x,
            parameters.y,
            parameters.n,
            parameters.h,
        ]
        .map(BigUint::from_bytes_be);
        Self {
            equation: Equation { p, a, b },
            x,
            y,
            n,
            h,
        }
    }

    /// Whether `|p + 1 - h n| <= 2 sqrt(p)` and `n > 4 sqrt(p)`.
    fn has_cofactor(&self) -> bool {
        let (expected, order) = (&self.equation.p + 1u8, &self.h * &self.n);
        let trace = if expected > order {
            expected - order
        } else {
            order - expected
        };
        &trace * &trace <= &self.equation.p * 4u8 && &self.n * &self.n > &self.equation.p * 16u8
    }

    /// Whether `p^k = 1` modulo the order.
    fn has_embedding_degree(&self, k: u32) -> bool {
        self.equation.p.modpow(&small(k.into()), &self.n) == small(1) % &self.n
    }

    /// Whether what the error says is true of these parameters.
    fn holds(&self, error: &CurveError, policy: &Policy) -> bool {
        let Self { equation, x, y, n, .. } = self;
        let Equation { p, a, b } = equation;
        match error {
            CurveError::Modulus(e) => is_no_modulus(p, e),
            CurveError::Order(e) => is_no_modulus(n, e),
            CurveError::ModulusNotPrime => *p == small(3) || !is_prime(p),
            CurveError::OrderNotPrime => !is_prime(n),
            CurveError::Coefficient => a >= p || b >= p,
            CurveError::Singular => equation.is_singular(),
            CurveError::Generator => !equation.contains(x, y),
            CurveError::WrongOrder => self.is_annihilated() != Some(true),
            CurveError::Cofactor => !self.has_cofactor(),
            CurveError::Anomalous => p == n && !policy.allow_anomalous,
            CurveError::EmbeddingDegree(k) => {
                *k <= policy.embedding_degree_above
                    && self.has_embedding_degree(*k)
                    && !(1..*k).any(|k| self.has_embedding_degree(k))
            }
            _ => false,
        }
    }

    /// Whether the order takes the generator to infinity; `None` in long fields, where that takes long.
    fn is_annihilated(&self) -> Option<bool> {
        if self.equation.p.bits() > ANNIHILATED {
            return None;
        }
        let generator = Some((self.x.clone(), self.y.clone()));
        let mut sum = None;
        for i in (0..self.n.bits()).rev() {
            sum = self.equation.add(&sum, &sum);
            if self.n.bit(i) {
                sum = self.equation.add(&sum, &generator);
            }
        }
        Some(sum.is_none())
    }
}

fn is_no_modulus(m: &BigUint, error: &ModulusError) -> bool {
    match error {
        ModulusError::Zero => *m == BigUint::ZERO,
        ModulusError::One => *m == small(1),
        ModulusError::Even => !m.bit(0) && *m != BigUint::ZERO,
        ModulusError::TooLong { bits, most } => {
            // The limbs that are counted may be those of the other modulus.
            *most <= MAX_BITS && *bits > *most
        }
        _ => false,
    }
}

/// Validates parameters: what is accepted is a curve as it should be, and of what is refused the error holds. The
/// verdict does not depend on the room for limbs.
fn validate(parameters: &Parameters<'_>, extra: &Extra<'_>) {
    let integers = Integers::of(parameters);
    for policy in [Policy::NONE, Policy::default()] {
        let verdict = secant_gfp::visit(parameters, &policy, Validated(&integers));
        match &verdict {
            Ok(()) => {
                assert!(!policy_refuses(&integers, &policy));
            }
            Err(e) => assert!(integers.holds(e, &policy), "{e}"),
        }
        if let Err(CurveError::Modulus(ModulusError::TooLong { .. })) = verdict {
            continue;
        }
        if integers.equation.p.bits() <= 320 {
            let roomy = RuntimeCurve::<16>::new(parameters, &policy);
            assert_eq!(roomy.map(|_| ()), verdict);
        }
    }
    if integers.equation.p.bits() <= MULTIPLIED {
        let _ = secant_gfp::visit(parameters, &Policy::NONE, Arithmetic(extra));
    }
}

fn policy_refuses(integers: &Integers, policy: &Policy) -> bool {
    let is_anomalous = integers.equation.p == integers.n;
    is_anomalous && !policy.allow_anomalous
        || (1..=policy.embedding_degree_above).any(|k| integers.has_embedding_degree(k))
}

/// A curve that was accepted.
struct Validated<'a>(&'a Integers);

impl Visitor for Validated<'_> {
    type Output = ();

    fn visit<C: Curve + 'static>(self, curve: &C) {
        let Integers { equation, x, y, n, h } = self.0;
        let accepted = Equation::of(curve);
        assert_eq!(
            [&accepted.p, &accepted.a, &accepted.b],
            [&equation.p, &equation.a, &equation.b]
        );
        assert_eq!(coordinates(curve, &curve.generator()), Some((x.clone(), y.clone())));
        assert_eq!(modulus(curve.scalars()), *n);
        assert_eq!(integer::of_limbs(curve.cofactor()), *h);
        assert!(equation.p > small(3) && is_prime(&equation.p) && is_prime(n));
        assert!(!equation.is_singular() && equation.contains(x, y));
        assert!(self.0.has_cofactor() && self.0.is_annihilated() != Some(false));
        if equation.p < small(COUNTED) {
            assert_eq!(n * h, small(equation.count()));
        }
    }
}

/// A small curve: modulus and coefficients from bytes, the generator of the greatest prime order found by counting. The
/// last byte before what is computed with changes a parameter, or none.
fn toy(mut input: Input<'_>) {
    let [p, a, b] = core::array::from_fn(|_| u64::from(u16::from_le_bytes([input.byte(), input.byte()])));
    let change = input.byte();
    let p = (5 + p % (COUNTED - 100)..)
        .find(|&p| is_prime(&small(p)))
        .expect("a prime");
    let equation = Equation {
        p: small(p),
        a: small(a % p),
        b: small(b % p),
    };
    if equation.is_singular() {
        return;
    }
    let count = equation.count();
    let Some(n) = (3..=count)
        .rev()
        .find(|&n| count.is_multiple_of(n) && is_prime(&small(n)))
    else {
        return;
    };
    let h = count / n;
    let Some((x, y)) = generator(&equation, p, h) else {
        return;
    };
    let mut integers = [p, a % p, b % p, x, y, n, h];
    if let Some(integer) = integers.get_mut(usize::from(change % 32)) {
        *integer = integer.wrapping_add(u64::from(change / 32)).wrapping_sub(3);
    }
    let bytes = integers.map(u64::to_be_bytes);
    let [p, a, b, x, y, n, h] = bytes.each_ref().map(|bytes| &bytes[..]);
    let parameters = Parameters { p, a, b, x, y, n, h };
    validate(&parameters, &Extra::read(input));
    if change % 32 >= 7 && integers[5].pow(2) > 16 * integers[0] {
        assert!(
            RuntimeCurve::<1>::new(&parameters, &Policy::NONE).is_ok(),
            "{integers:?}"
        );
    }
}

/// A point of the order that is the number of points divided by `h`, for a prime order.
fn generator(equation: &Equation, p: u64, h: u64) -> Option<(u64, u64)> {
    let points = (0..p).filter_map(|x| {
        let right = equation.y_squared(&small(x));
        let y = (0..=p / 2).find(|y| small(y * y % p) == right)?;
        Some(Some((small(x), small(y))))
    });
    let multiple = |point: integer::Point| {
        let mut sum = None;
        for i in (0..64).rev() {
            sum = equation.add(&sum, &sum);
            if h >> i & 1 == 1 {
                sum = equation.add(&sum, &point);
            }
        }
        sum
    };
    let (x, y) = points.filter_map(multiple).next()?;
    let small = |c: BigUint| c.to_u64_digits().first().copied().unwrap_or(0);
    Some((small(x), small(y)))
}

/// Sums and multiples on a curve.
struct Arithmetic<'a>(&'a Extra<'a>);

impl Visitor for Arithmetic<'_> {
    type Output = ();

    fn visit<C: Curve + 'static>(self, curve: &C) {
        let extra = self.0;
        let (equation, n) = (Equation::of(curve), modulus(curve.scalars()));
        let g = curve.generator();
        let [k, l] = [&extra.k % &n, &extra.l % &n];
        let [ks, ls] = [scalar(curve, &k), scalar(curve, &l)];
        // Any point of the curve, in the subgroup or not.
        let x = BigUint::from_bytes_be(extra.x) % &equation.p;
        let x = curve.field().reduce(&x.to_u64_digits());
        let t = curve.decompress(&x, extra.width & 0x80 != 0).unwrap_or(g);
        let of = |point, k: &BigUint| mul_by(curve, &k.to_u64_digits(), &Complete::from_affine(point, curve));
        let [kg, lt] = [of(&g, &k), of(&t, &l)].map(|point| point.to_affine(curve));

        for p in [Affine::Infinity, g, t, kg, lt] {
            point::round_trip(curve, &p, &equation);
            for q in [Affine::Infinity, p, p.neg(curve), kg, lt] {
                let sum = equation.add(&coordinates(curve, &p), &coordinates(curve, &q));
                sums::<C, Affine<C>>(curve, &p, &q, &sum);
                sums::<C, Jacobian<C>>(curve, &p, &q, &sum);
                sums::<C, Homogeneous<C>>(curve, &p, &q, &sum);
                sums::<C, Complete<C>>(curve, &p, &q, &sum);
            }
        }

        let width = u32::from(extra.width % 8) + 1;
        for (p, k, expected) in [(&g, &ks, kg), (&t, &ls, lt)] {
            assert_eq!(mul(curve, k, p).to_affine(curve), expected);
            assert_eq!((&curve.point(p) * k).to_affine(), expected);
            assert_eq!(FixedBase::new(curve, p, width).mul(curve, k).to_affine(curve), expected);
        }
        let sum = kg.add(&lt, curve);
        assert_eq!(double_mul(curve, &ks, &ls, &t).to_affine(curve), sum);
        assert_eq!(multi_mul(curve, &[(ks, g), (ls, t)]).to_affine(curve), sum);
        let each = curve.double_mul_each(&[(ks, ls, t); 9]);
        assert!(each.iter().all(|each| each.to_affine(curve) == sum));
        assert_eq!(
            double_mul(curve, &ks, &ls, &g).to_affine(curve),
            of(&g, &(&k + &l)).to_affine(curve)
        );
        assert!(of(&g, &n).is_identity(curve) && curve.is_in_subgroup(&g));
        assert_eq!(curve.is_in_subgroup(&t), of(&t, &n).is_identity(curve));
        let order = &n * integer::of_limbs(curve.cofactor());
        assert!(
            of(&t, &order).is_identity(curve),
            "the curve has another number of points"
        );

        let (d, k, change) = (extra.k.clone(), extra.l.clone(), extra.width);
        // Of the least length, if it is shorter.
        let mut digest = extra.digest.to_vec();
        digest.resize(digest.len().max(Prehash::MIN_LEN), 0);
        let digest = &digest[..];
        Signed { d, k, change, digest }.visit(curve);
    }
}

/// Sums in one coordinate system, of points with two denominators each.
fn sums<C: Curve, P: Coordinates<C>>(curve: &C, p: &Affine<C>, q: &Affine<C>, sum: &integer::Point) {
    let [p1, q1] = [p, q].map(|point| P::from_affine(point, curve));
    let g = P::from_affine(&curve.generator(), curve);
    let [p2, q2] = [p1, q1].map(|point| {
        point
            .add(&g, curve)
            .double(curve)
            .add(&g.double(curve).neg(curve), curve)
    });
    // 2 p, with another denominator where there is one.
    let (p2, q2) = (p2.add(&p1.neg(curve), curve), q2.add(&q1.neg(curve), curve));
    for (p, q) in [(p1, q1), (p2, q1), (p1, q2), (p2, q2)] {
        assert_eq!(coordinates(curve, &p.add(&q, curve).to_affine(curve)), *sum);
        assert!(p.add(&q, curve).equals(&q.add(&p, curve), curve));
        assert!(p.add(&q, curve).add(&q.neg(curve), curve).equals(&p, curve));
        assert_eq!(p.equals(&q, curve), p1.equals(&q1, curve));
    }
    assert!(p2.equals(&p1, curve) && p2.double(curve).equals(&p1.add(&p1, curve), curve));
    assert!(p2.add(&p1.neg(curve), curve).is_identity(curve));
}
