//! Curves with names. These are known at compile time:
//!
//! | curve | standard |
//! |---|---|
//! | [`Secp224r1`], [`Secp256r1`], [`Secp384r1`], [`Secp521r1`] | SEC 2, FIPS 186-4 (P-224, P-256, P-384, P-521) |
//! | [`Secp256k1`] | SEC 2 |
//! | [`BrainpoolP256r1`], [`BrainpoolP320r1`], [`BrainpoolP384r1`], [`BrainpoolP512r1`] | RFC 5639 |
//! | [`BrainpoolP256t1`], [`BrainpoolP320t1`], [`BrainpoolP384t1`], [`BrainpoolP512t1`] | RFC 5639, the twisted forms |
//!
//! Short curves of old keys have only a [`Name`] and are computed on as runtime curves: secp160k1, secp160r1,
//! secp160r2, secp192k1, secp192r1 (P-192), secp224k1 (SEC 2, version 1.0), and the brainpool curves of 160, 192 and
//! 224 bits (RFC 5639).

use crate::{
    Affine, Coefficient, Curve, Glv, Isomorphism, Jacobian,
    curve::{Entries, Term},
};
use alloc::vec::Vec;
use ark_ff::PrimeField;
use core::fmt::Debug;
use secant_field::{
    Mont, Prime, PrimeParams,
    modular::{Fixed, Modular},
};

/// A curve of this module: its parameters, from which its [`Curve`] follows.
///
/// Some constants are references, because the compiler keeps no constant of a generic type in memory.
pub trait NamedCurve: Copy + Debug + Default + Send + Sync + 'static {
    /// Its name.
    const NAME: &'static str;
    /// Other names.
    const ALIASES: &'static [&'static str];
    /// Its object identifier.
    const OID: &'static str;

    /// The field of the coordinates.
    type BaseField: NamedField;
    /// The integers modulo the order, which is the number of points of the curve.
    type ScalarField: NamedField;
    /// The coefficient `a`.
    const A: Self::BaseField;
    /// The coefficient `b`.
    const B: &'static Self::BaseField;
    /// `(x, y)` of the generator.
    const GENERATOR: (Self::BaseField, Self::BaseField);

    /// The form of the coefficient `a`.
    type Form: Coefficient<ContextOf<Self::BaseField>>;
    /// The coefficient `a` in its form.
    const FORM: &'static Self::Form;

    /// Odd multiples of the generator, on the curve of [`Self::isomorphism`] if there is one.
    fn odd_multiples() -> &'static Table<Self::BaseField>;

    /// See [`Curve::glv`].
    fn glv() -> Option<&'static Glv<Self::BaseField>> {
        None
    }

    /// See [`Curve::isomorphism`].
    fn isomorphism() -> Option<&'static Isomorphism<Self::BaseField>> {
        None
    }

    /// See [`Curve::double_mul_each`].
    fn double_mul_each(terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        crate::curve::double_mul_one_by_one(&Self::default(), terms)
    }
}

/// A prime field of a named curve.
pub trait NamedField: PrimeField {
    /// The field as a value.
    type Context: Modular<Element = Self> + 'static;
    /// The field as a value.
    const CONTEXT: &'static Self::Context;
}

impl<P: PrimeParams<N>, const N: usize> NamedField for Prime<P, N> {
    type Context = Fixed<P, N>;
    const CONTEXT: &'static Fixed<P, N> = &Fixed::new();
}

/// A field as a value.
pub type ContextOf<F> = <F as NamedField>::Context;

impl<C: NamedCurve> Curve for C {
    type Field = ContextOf<C::BaseField>;
    type Scalars = ContextOf<C::ScalarField>;
    type A = C::Form;

    #[inline(always)]
    fn field(&self) -> &Self::Field {
        C::BaseField::CONTEXT
    }

    #[inline(always)]
    fn scalars(&self) -> &Self::Scalars {
        C::ScalarField::CONTEXT
    }

    #[inline(always)]
    fn a(&self) -> &C::Form {
        C::FORM
    }

    #[inline(always)]
    fn b(&self) -> &C::BaseField {
        C::B
    }

    #[inline]
    fn generator(&self) -> Affine<Self> {
        let (x, y) = C::GENERATOR;
        Affine::Point { x, y }
    }

    #[inline(always)]
    fn cofactor(&self) -> &[u64] {
        &[1]
    }

    #[inline(always)]
    fn generator_table(&self) -> Entries<'_, Self> {
        C::odd_multiples()
    }

    #[inline(always)]
    fn glv(&self) -> Option<&Glv<C::BaseField>> {
        C::glv()
    }

    #[inline(always)]
    fn isomorphism(&self) -> Option<&Isomorphism<C::BaseField>> {
        C::isomorphism()
    }

    #[inline(always)]
    fn double_mul_each(&self, terms: &[Term<Self>]) -> Vec<Jacobian<Self>> {
        C::double_mul_each(terms)
    }
}

pub mod brainpool_p256;
pub mod brainpool_p320;
pub mod brainpool_p384;
pub mod brainpool_p512;
mod name;
pub mod secp224r1;
pub mod secp256k1;
pub mod secp256r1;
pub mod secp384r1;
pub mod secp521r1;
mod short;

pub use brainpool_p256::{BrainpoolP256r1, BrainpoolP256t1};
pub use brainpool_p320::{BrainpoolP320r1, BrainpoolP320t1};
pub use brainpool_p384::{BrainpoolP384r1, BrainpoolP384t1};
pub use brainpool_p512::{BrainpoolP512r1, BrainpoolP512t1};
pub use name::{CurveMatch, Name, Visitor};
pub use secp224r1::Secp224r1;
pub use secp256k1::Secp256k1;
pub use secp256r1::Secp256r1;
pub use secp384r1::Secp384r1;
pub use secp521r1::Secp521r1;

/// The number of odd multiples of a generator: for digits of eight bits, up to 127.
const GENERATOR_LEN: usize = 64;

/// Odd multiples of a generator in affine coordinates.
pub type Table<F> = [(F, F); GENERATOR_LEN];

/// Odd multiples of the generator in affine coordinates.
///
/// `2 G` is affine, and mixed additions give `(2 i + 3) G` from `(2 i + 1) G`. None of them meets an exceptional case,
/// because the order is a large prime.
const fn odd_multiples<P: PrimeParams<N>, const N: usize>(
    a: &Prime<P, N>,
    generator: &(Prime<P, N>, Prime<P, N>),
) -> Table<Prime<P, N>> {
    let twice = const_double::<P, N>(a, generator);
    // Jacobian points: G, and mixed additions of 2 G to it.
    let one = Mont::<P, N>::from_i64(1);
    let mut points = [(generator.0, generator.1, one); GENERATOR_LEN];
    let mut products = [one; GENERATOR_LEN];
    let mut i = 1;
    while i < GENERATOR_LEN {
        points[i] = const_add::<P, N>(&points[i - 1], &twice);
        products[i] = Mont::<P, N>::const_mul(&products[i - 1], &points[i].2);
        i += 1;
    }
    let mut inverse = Mont::<P, N>::const_inverse(&products[GENERATOR_LEN - 1]);
    let mut entries = [*generator; GENERATOR_LEN];
    while i > 1 {
        i -= 1;
        let (x, y, z) = &points[i];
        let z_inverse = Mont::<P, N>::const_mul(&inverse, &products[i - 1]);
        inverse = Mont::<P, N>::const_mul(&inverse, z);
        let square = Mont::<P, N>::const_mul(&z_inverse, &z_inverse);
        let cube = Mont::<P, N>::const_mul(&square, &z_inverse);
        entries[i] = (Mont::<P, N>::const_mul(x, &square), Mont::<P, N>::const_mul(y, &cube));
    }
    entries
}

/// `2 p` of an affine point, as a `const fn`.
const fn const_double<P: PrimeParams<N>, const N: usize>(
    a: &Prime<P, N>,
    p: &(Prime<P, N>, Prime<P, N>),
) -> (Prime<P, N>, Prime<P, N>) {
    let (x, y) = p;
    let xx = Mont::<P, N>::const_mul(x, x);
    let slope = Mont::<P, N>::const_add(&Mont::<P, N>::const_add(&xx, &Mont::<P, N>::const_add(&xx, &xx)), a);
    let inverse = Mont::<P, N>::const_inverse(&Mont::<P, N>::const_add(y, y));
    let slope = Mont::<P, N>::const_mul(&slope, &inverse);
    let square = Mont::<P, N>::const_mul(&slope, &slope);
    let x3 = const_sub::<P, N>(&square, &Mont::<P, N>::const_add(x, x));
    let y3 = const_sub::<P, N>(&Mont::<P, N>::const_mul(&slope, &const_sub::<P, N>(x, &x3)), y);
    (x3, y3)
}

/// `p + q` of a Jacobian point and an affine point, as a `const fn`.
const fn const_add<P: PrimeParams<N>, const N: usize>(
    p: &(Prime<P, N>, Prime<P, N>, Prime<P, N>),
    q: &(Prime<P, N>, Prime<P, N>),
) -> (Prime<P, N>, Prime<P, N>, Prime<P, N>) {
    let (x, y, z) = p;
    let zz = Mont::<P, N>::const_mul(z, z);
    let h = const_sub::<P, N>(&Mont::<P, N>::const_mul(&q.0, &zz), x);
    let r = const_sub::<P, N>(&Mont::<P, N>::const_mul(&q.1, &Mont::<P, N>::const_mul(z, &zz)), y);
    let hh = Mont::<P, N>::const_mul(&h, &h);
    let hhh = Mont::<P, N>::const_mul(&h, &hh);
    let v = Mont::<P, N>::const_mul(x, &hh);
    let rr = Mont::<P, N>::const_mul(&r, &r);
    let x3 = const_sub::<P, N>(&const_sub::<P, N>(&rr, &hhh), &Mont::<P, N>::const_add(&v, &v));
    let y3 = const_sub::<P, N>(
        &Mont::<P, N>::const_mul(&r, &const_sub::<P, N>(&v, &x3)),
        &Mont::<P, N>::const_mul(y, &hhh),
    );
    (x3, y3, Mont::<P, N>::const_mul(z, &h))
}

const fn const_sub<P: PrimeParams<N>, const N: usize>(a: &Prime<P, N>, b: &Prime<P, N>) -> Prime<P, N> {
    Mont::<P, N>::const_add(a, &Mont::<P, N>::const_neg(b))
}

/// The images of points under `(x, y) -> (beta x, y)`.
const fn images<P: PrimeParams<N>, const N: usize>(
    mut entries: Table<Prime<P, N>>,
    beta: &Prime<P, N>,
) -> Table<Prime<P, N>> {
    let mut i = 0;
    while i < GENERATOR_LEN {
        entries[i].0 = Mont::<P, N>::const_mul(&entries[i].0, beta);
        i += 1;
    }
    entries
}

/// The isomorphism that takes the generator of a curve to that of its twist.
const fn isomorphism<P: PrimeParams<N>, const N: usize>(
    from: &(Prime<P, N>, Prime<P, N>),
    to: &(Prime<P, N>, Prime<P, N>),
) -> Isomorphism<Prime<P, N>> {
    // u = (y' / x') / (y / x)
    let inverse = Mont::<P, N>::const_inverse(&Mont::<P, N>::const_mul(&to.0, &from.1));
    let u = Mont::<P, N>::const_mul(&Mont::<P, N>::const_mul(&to.1, &from.0), &inverse);
    let u2 = Mont::<P, N>::const_mul(&u, &u);
    Isomorphism {
        u,
        u2,
        u3: Mont::<P, N>::const_mul(&u, &u2),
    }
}
