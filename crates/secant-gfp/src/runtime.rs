//! Curves whose parameters are given at run time.

use crate::{
    Affine, Coefficient, Coordinates, Curve, ElementOf, Isomorphism, KnownA, MAX_BITS, MinusThreeA,
    curve::Entries,
    mul::{LEN, mul_by_integer, odd_multiples},
    named::Visitor,
};
use core::fmt;
use secant_engine::curves::sw::triple;
use secant_field::{
    context::FieldContext,
    modular::{Modular, Modulus, ModulusError, Residue},
    recode::bits,
};

/// A validated curve over a field of up to `N` limbs: see [`RuntimeCurve::new`].
#[derive(Clone, Debug)]
pub struct RuntimeCurve<const N: usize> {
    field: Modulus<N>,
    scalars: Modulus<N>,
    a: KnownA<Residue<N>>,
    b: Residue<N>,
    generator: (Residue<N>, Residue<N>),
    cofactor: [u64; N],
    isomorphism: Option<Isomorphism<Residue<N>>>,
    /// Odd multiples of the generator, if they have a table (`OddMultiples::new`). Otherwise only the generator.
    table: [(Residue<N>, Residue<N>); LEN],
    table_len: usize,
}

/// The parameters of a curve: big-endian integers of any length.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a> {
    /// The field's modulus.
    pub p: &'a [u8],
    /// The coefficient `a`.
    pub a: &'a [u8],
    /// The coefficient `b`.
    pub b: &'a [u8],
    /// The generator's first coordinate.
    pub x: &'a [u8],
    /// The generator's second coordinate.
    pub y: &'a [u8],
    /// The generator's order.
    pub n: &'a [u8],
    /// The cofactor: the number of the curve's points divided by the order.
    pub h: &'a [u8],
}

/// Security requirements on a curve, beyond the requirements that make it a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The embedding degree must be above this. It is the degree of the extension field to which discrete logarithms
    /// can be transferred.
    ///
    /// Menezes, Okamoto and Vanstone, "Reducing elliptic curve logarithms to logarithms in a finite field" (1993).
    pub embedding_degree_above: u32,
    /// Whether the order may equal the modulus of the field. Discrete logarithms are easy on such curves, which are
    /// called anomalous (Smart, "The discrete logarithm problem on elliptic curves of trace one", 1999).
    pub allow_anomalous: bool,
}

impl Default for Policy {
    /// The requirements of SEC 1, version 2.0, section 3.1.1.2.1.
    fn default() -> Self {
        Self {
            embedding_degree_above: 100,
            allow_anomalous: false,
        }
    }
}

impl Policy {
    /// No requirements: for curves to compute on, not to trust.
    pub const NONE: Self = Self {
        embedding_degree_above: 0,
        allow_anomalous: true,
    };
}

/// Why parameters do not give a usable curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CurveError {
    /// The field's modulus is not valid.
    Modulus(ModulusError),
    /// The field's modulus is not a prime above three.
    ModulusNotPrime,
    /// The order is not valid.
    Order(ModulusError),
    /// The order is not a prime.
    OrderNotPrime,
    /// A coefficient is not below the modulus.
    Coefficient,
    /// The curve is singular: `4 a^3 + 27 b^2 = 0`.
    Singular,
    /// The generator is not on the curve.
    Generator,
    /// The order is not the order of the generator.
    WrongOrder,
    /// Order and cofactor do not fit a curve over this field. Either they break Hasse's bound, or the order is not
    /// above `4 sqrt(p)`, in which case the bound does not determine the cofactor.
    Cofactor,
    /// The curve is anomalous.
    Anomalous,
    /// The embedding degree is this number, which is too small.
    EmbeddingDegree(u32),
}

impl fmt::Display for CurveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Modulus(e) => write!(f, "the field of the curve: {e}"),
            Self::ModulusNotPrime => f.write_str("the modulus of the curve's field is not a prime above three"),
            Self::Order(e) => write!(f, "the order of the curve's generator: {e}"),
            Self::OrderNotPrime => f.write_str("the order of the curve's generator is not a prime"),
            Self::Coefficient => f.write_str("a coefficient of the curve is not below the modulus"),
            Self::Singular => f.write_str("the curve is singular"),
            Self::Generator => f.write_str("the generator is not on the curve"),
            Self::WrongOrder => f.write_str("the generator has not the order that is said"),
            Self::Cofactor => f.write_str("order and cofactor are not those of a curve over this field"),
            Self::Anomalous => f.write_str("the curve is anomalous"),
            Self::EmbeddingDegree(k) => write!(f, "the embedding degree of the curve is {k}"),
        }
    }
}

impl core::error::Error for CurveError {}

/// An integer without its leading zeros.
pub(crate) fn strip(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    &bytes[zeros..]
}

impl<const N: usize> RuntimeCurve<N> {
    /// Makes a curve from parameters and validates it:
    ///
    /// - The modulus is a prime above three, and the curve is not singular.
    /// - The generator is on the curve. Its order is the given one, which is a prime.
    /// - The cofactor is the one that Hasse's bound determines.
    /// - The curve meets `policy`: by default it is not anomalous, and its embedding degree is not small.
    ///
    /// This takes tens of field multiplications for each bit of the field, and memory only on the stack.
    ///
    /// # Errors
    /// If any of these does not hold.
    pub fn new(parameters: &Parameters<'_>, policy: &Policy) -> Result<Self, CurveError> {
        let (field, scalars) = moduli(parameters)?;
        if !is_field(&field) {
            return Err(CurveError::ModulusNotPrime);
        }
        let mut curve = Self::with_moduli(field, scalars, parameters)?;
        if !curve.scalars.is_prime() {
            return Err(CurveError::OrderNotPrime);
        }
        if !mul_by_integer(&curve, &curve.generator(), curve.scalars.modulus()).is_identity(&curve) {
            return Err(CurveError::WrongOrder);
        }
        if !policy.allow_anomalous && curve.field.modulus() == curve.scalars.modulus() {
            return Err(CurveError::Anomalous);
        }
        if let Some(degree) = curve.embedding_degree_up_to(policy.embedding_degree_above) {
            return Err(CurveError::EmbeddingDegree(degree));
        }
        curve.precompute();
        Ok(curve)
    }

    /// Makes a curve from parameters that were validated before, such as those of a standard. Only cheap checks are
    /// made here.
    pub(crate) fn standard(parameters: &Parameters<'_>) -> Result<Self, CurveError> {
        let (field, scalars) = moduli(parameters)?;
        let mut curve = Self::with_moduli(field, scalars, parameters)?;
        curve.precompute();
        Ok(curve)
    }

    /// Makes the curve without its table. It does not check that the field's modulus and the order are primes, or that
    /// the order is that of the generator.
    fn with_moduli(field: Modulus<N>, scalars: Modulus<N>, parameters: &Parameters<'_>) -> Result<Self, CurveError> {
        const { assert!(64 * N <= MAX_BITS, "no curve has so many limbs") };
        let (a, b) = coefficients(&field, parameters)?;
        if is_singular(&field, &a, &b) {
            return Err(CurveError::Singular);
        }
        let coordinate = |bytes| field.element_be_bytes(bytes).ok_or(CurveError::Generator);
        let generator = (coordinate(parameters.x)?, coordinate(parameters.y)?);
        let curve = Self {
            a: KnownA::new(&field, a),
            b,
            generator,
            cofactor: cofactor(&field, &scalars, parameters.h).ok_or(CurveError::Cofactor)?,
            isomorphism: None,
            table: [generator; LEN],
            table_len: 1,
            field,
            scalars,
        };
        if !curve.contains(&generator.0, &generator.1) {
            return Err(CurveError::Generator);
        }
        Ok(curve)
    }

    /// The least `k` with `p^k = 1` modulo the order, if it is at most `most`.
    fn embedding_degree_up_to(&self, most: u32) -> Option<u32> {
        let n = &self.scalars;
        let p = n.reduce(self.field.modulus());
        let mut power = n.one();
        (1..=most).find(|_| {
            power = n.mul(&power, &p);
            power == n.one()
        })
    }

    /// Computes the table of the generator and, if the curve is isomorphic to one with `a = -3` and can profit from it,
    /// the isomorphism.
    fn precompute(&mut self) {
        let f = &self.field;
        let (mut x, mut y) = self.generator;
        if let KnownA::Any(a) = &self.a {
            self.isomorphism = isomorphism(f, a);
        }
        if let Some(to) = &self.isomorphism {
            (x, y) = (f.mul(&x, &to.u2), f.mul(&y, &to.u3));
        }
        let table = match &self.isomorphism {
            Some(_) => odd_multiples(f, &MinusThreeA, &x, &y),
            None => odd_multiples(f, &self.a, &x, &y),
        };
        (self.table, self.table_len) = match table {
            Some(table) => (table, LEN),
            None => ([(x, y); LEN], 1),
        };
    }
}

/// The modulus of the field, and the order.
fn moduli<const N: usize>(parameters: &Parameters<'_>) -> Result<(Modulus<N>, Modulus<N>), CurveError> {
    let field = Modulus::from_bytes(parameters.p).map_err(CurveError::Modulus)?;
    let scalars = Modulus::from_bytes(parameters.n).map_err(CurveError::Order)?;
    Ok((field, scalars))
}

/// Whether a modulus is a prime above three, as the formulas require.
fn is_field<const N: usize>(field: &Modulus<N>) -> bool {
    let p = field.modulus();
    let is_three = p[0] == 3 && p[1..].iter().all(|&limb| limb == 0);
    !is_three && field.is_prime()
}

/// `a` and `b`.
fn coefficients<const N: usize>(
    field: &Modulus<N>,
    parameters: &Parameters<'_>,
) -> Result<(Residue<N>, Residue<N>), CurveError> {
    let coefficient = |bytes| field.element_be_bytes(bytes).ok_or(CurveError::Coefficient);
    Ok((coefficient(parameters.a)?, coefficient(parameters.b)?))
}

/// Whether `4 a^3 + 27 b^2 = 0`.
fn is_singular<F: FieldContext>(f: &F, a: &F::Element, b: &F::Element) -> bool {
    let cube = f.mul(&f.square(a), a);
    let square = triple(f, &triple(f, &triple(f, &f.square(b))));
    f.is_zero(&f.add(&f.double(&f.double(&cube)), &square))
}

/// The isomorphism with `u^4 a = -3`, if there is such a `u`.
fn isomorphism<F: Modular>(f: &F, a: &F::Element) -> Option<Isomorphism<F::Element>> {
    let quotient = f.mul(&MinusThreeA.value(f), &f.inverse(a)?);
    let root = f.sqrt(&quotient)?;
    let u = f.sqrt(&root).or_else(|| f.sqrt(&f.neg(&root)))?;
    let u2 = f.square(&u);
    Some(Isomorphism {
        u,
        u2,
        u3: f.mul(&u, &u2),
    })
}

/// The cofactor, if `|p + 1 - h n| <= 2 sqrt(p)` and `n > 4 sqrt(p)`.
fn cofactor<const N: usize>(field: &Modulus<N>, scalars: &Modulus<N>, h: &[u8]) -> Option<[u64; N]> {
    let mut cofactor = [0; N];
    for (i, &byte) in strip(h).iter().rev().enumerate() {
        *cofactor.get_mut(i / 8)? |= u64::from(byte) << (8 * (i % 8));
    }
    let (p, n) = (field.modulus(), scalars.modulus());
    let order = wide_product(&cofactor, n);
    let mut expected = wide(p);
    add_small(&mut expected, 1);
    let trace = difference(&order, &expected);
    // An integer longer than the root of 4 p is not a trace.
    if bits(trace.as_flattened()) > bits(p).div_ceil(2) + 2 {
        return None;
    }
    let trace: [u64; N] = trace[0];
    let (mut four_p, mut sixteen_p) = (wide(p), wide(p));
    shift_left(&mut four_p, 2);
    shift_left(&mut sixteen_p, 4);
    let in_bound = !is_above(&wide_product(&trace, &trace), &four_p);
    (in_bound && is_above(&wide_product(n, n), &sixteen_p)).then_some(cofactor)
}

/// An integer of twice the limbs, with one more group of limbs for the small integers that are added to it.
type Wide<const N: usize> = [[u64; N]; 3];

fn wide<const N: usize>(a: &[u64; N]) -> Wide<N> {
    [*a, [0; N], [0; N]]
}

fn wide_product<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
    let mut product = [[0; N]; 3];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        let limbs = &mut product.as_flattened_mut()[i..];
        for (limb, &y) in limbs.iter_mut().zip(b) {
            (*limb, carry) = x.carrying_mul_add(y, *limb, carry);
        }
        limbs[N] = carry;
    }
    product
}

fn add_small<const N: usize>(a: &mut Wide<N>, mut carry: u64) {
    for limb in a.as_flattened_mut() {
        let over;
        (*limb, over) = limb.overflowing_add(carry);
        carry = u64::from(over);
    }
}

fn shift_left<const N: usize>(a: &mut Wide<N>, k: u32) {
    let mut carry = 0;
    for limb in a.as_flattened_mut() {
        (*limb, carry) = (*limb << k | carry, *limb >> (64 - k));
    }
}

fn is_above<const N: usize>(a: &Wide<N>, b: &Wide<N>) -> bool {
    a.as_flattened().iter().rev().gt(b.as_flattened().iter().rev())
}

/// `|a - b|`.
fn difference<const N: usize>(a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
    let (a, b) = if is_above(a, b) { (a, b) } else { (b, a) };
    let (mut difference, mut borrow) = ([[0; N]; 3], false);
    for (limb, (x, y)) in difference
        .as_flattened_mut()
        .iter_mut()
        .zip(a.as_flattened().iter().zip(b.as_flattened()))
    {
        (*limb, borrow) = x.borrowing_sub(*y, borrow);
    }
    difference
}

impl<const N: usize> Curve for RuntimeCurve<N> {
    type Field = Modulus<N>;
    type Scalars = Modulus<N>;
    type A = KnownA<Residue<N>>;

    #[inline(always)]
    fn field(&self) -> &Modulus<N> {
        &self.field
    }

    #[inline(always)]
    fn scalars(&self) -> &Modulus<N> {
        &self.scalars
    }

    #[inline(always)]
    fn a(&self) -> &KnownA<Residue<N>> {
        &self.a
    }

    #[inline(always)]
    fn b(&self) -> &Residue<N> {
        &self.b
    }

    fn generator(&self) -> Affine<Self> {
        let (x, y) = self.generator;
        Affine::Point { x, y }
    }

    fn cofactor(&self) -> &[u64] {
        &self.cofactor
    }

    fn generator_table(&self) -> Entries<'_, Self> {
        &self.table[..self.table_len]
    }

    #[inline(always)]
    fn isomorphism(&self) -> Option<&Isomorphism<ElementOf<Self>>> {
        self.isomorphism.as_ref()
    }
}

/// An operation on parameters over a field of `N` limbs.
trait WithLimbs {
    type Output;

    fn run<const N: usize>(self) -> Result<Self::Output, CurveError>;
}

/// Runs an operation with the least supported number of limbs that holds field and order.
fn with_limbs<O: WithLimbs>(parameters: &Parameters<'_>, operation: O) -> Result<O::Output, CurveError> {
    let limbs = strip(parameters.p).len().max(strip(parameters.n).len()).div_ceil(8);
    match limbs {
        ..=3 => operation.run::<3>(),
        4 => operation.run::<4>(),
        5..=6 => operation.run::<6>(),
        7..=9 => operation.run::<9>(),
        10..=16 => operation.run::<16>(),
        _ => Err(CurveError::Modulus(ModulusError::TooLong {
            bits: 64 * limbs,
            most: MAX_BITS,
        })),
    }
}

/// Calls a visitor with the curve of these parameters, over the smallest supported number of limbs that holds them.
///
/// # Errors
/// See [`RuntimeCurve::new`].
pub fn visit<V: Visitor>(parameters: &Parameters<'_>, policy: &Policy, visitor: V) -> Result<V::Output, CurveError> {
    struct Visit<'a, V>(&'a Parameters<'a>, &'a Policy, V);

    impl<V: Visitor> WithLimbs for Visit<'_, V> {
        type Output = V::Output;

        fn run<const N: usize>(self) -> Result<V::Output, CurveError> {
            let Self(parameters, policy, visitor) = self;
            Ok(visitor.visit(&RuntimeCurve::<N>::new(parameters, policy)?))
        }
    }

    with_limbs(parameters, Visit(parameters, policy, visitor))
}

/// The second coordinate of a generator, from its first one and its parity. It is written in big-endian bytes to the
/// end of `room`. [`Parameters::y`] is not read.
///
/// # Errors
/// If the field's modulus is not a prime above three, if `a`, `b` or `x` is not below it, or if there is no such point.
pub fn generator_y<'a>(
    parameters: &Parameters<'_>,
    is_odd: bool,
    room: &'a mut [u8; MAX_BITS / 8],
) -> Result<&'a [u8], CurveError> {
    struct Lift<'p, 'a>(&'p Parameters<'p>, bool, &'a mut [u8; MAX_BITS / 8]);

    impl<'a> WithLimbs for Lift<'_, 'a> {
        type Output = &'a [u8];

        fn run<const N: usize>(self) -> Result<&'a [u8], CurveError> {
            let Self(parameters, is_odd, room) = self;
            lift::<N>(parameters, is_odd, room)
        }
    }

    with_limbs(parameters, Lift(parameters, is_odd, room))
}

/// [`generator_y`] over a field of `N` limbs.
fn lift<'a, const N: usize>(
    parameters: &Parameters<'_>,
    is_odd: bool,
    room: &'a mut [u8; MAX_BITS / 8],
) -> Result<&'a [u8], CurveError> {
    let field = Modulus::<N>::from_bytes(parameters.p).map_err(CurveError::Modulus)?;
    if !is_field(&field) {
        return Err(CurveError::ModulusNotPrime);
    }
    let (a, b) = coefficients(&field, parameters)?;
    let x = field.element_be_bytes(parameters.x).ok_or(CurveError::Generator)?;
    let cube = field.mul(&field.square(&x), &x);
    let right = field.add(&field.add(&cube, &field.mul(&a, &x)), &b);
    let root = field.sqrt(&right).ok_or(CurveError::Generator)?;
    let y = if field.is_odd(&root) == is_odd {
        root
    } else {
        field.neg(&root)
    };
    // If y is zero, it has no odd counterpart.
    if field.is_odd(&y) != is_odd {
        return Err(CurveError::Generator);
    }
    let y = &field.to_limbs(&y);
    for (bytes, limb) in room.rchunks_exact_mut(8).zip(y) {
        bytes.copy_from_slice(&limb.to_be_bytes());
    }
    Ok(&room[MAX_BITS / 8 - 8 * N..])
}
