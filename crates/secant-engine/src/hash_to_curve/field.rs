//! What the map asks of a base field.

use crate::{
    hash_to_curve::{element::Element, power::power},
    ring::{RingField, SmallBeta},
    roots::Constants,
};
use ark_ff::{AdditiveGroup, BigInteger, Fp, Fp2, Fp2Config, FpConfig, PrimeField};
use secant_field::lanes::LaneField;

/// A field whose roots can be taken side by side: a prime field or its quadratic extension.
///
/// The simplified SWU map is for fields with `p = 3 mod 4` and their extensions by `sqrt(-1)`.
pub trait MapField: RingField {
    /// The prime field.
    type Prime: MapField<Prime = Self::Prime> + PrimeField;

    /// The non-square whose root the extension is by; `None` for a prime field.
    fn beta() -> Option<Self::Prime>;
    /// The lowest limb, in Montgomery form: a key for tables.
    fn key(&self) -> u64;
    /// A square root of each element that is a square; any value for the others.
    #[doc(hidden)]
    #[allow(private_bounds, reason = "for square roots alone")]
    fn root<E: Element<Field = Self>>(a: &E, constants: &Constants<Self::Prime>) -> E;

    /// The sign of RFC 9380, section 4.1: the parity of the first coefficient that is not zero.
    fn sgn0(&self) -> bool;
    /// The coefficients over the prime field, the second zero if there is but one.
    fn split(&self) -> [Self::Prime; 2];
    /// The element with these coefficients; the second is ignored if there is but one.
    fn join(coefficients: [Self::Prime; 2]) -> Self;
    /// For which elements `u / v` is a square, and a square root of `u / v` for these and of `z u / v` for the others.
    ///
    /// `v` must not be zero, and `z` must be a non-square with `root^2 = -N(z)`.
    #[doc(hidden)]
    #[allow(private_bounds, private_interfaces, reason = "for the map alone")]
    fn sqrt_ratio<E: Element<Field = Self>>(u: &E, v: &E, z: &E, root: &Self::Prime) -> (u16, E);
}

impl<C: FpConfig<N>, const N: usize> MapField for Fp<C, N>
where
    Self: LaneField,
{
    type Prime = Self;

    #[inline(always)]
    fn beta() -> Option<Self> {
        None
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.0.0[0]
    }

    #[inline(always)]
    fn root<E: Element<Field = Self>>(a: &E, constants: &Constants<Self>) -> E {
        constants.root(a)
    }

    #[inline(always)]
    fn sgn0(&self) -> bool {
        self.into_bigint().is_odd()
    }

    #[inline(always)]
    fn split(&self) -> [Self; 2] {
        [*self, Self::ZERO]
    }

    #[inline(always)]
    fn join(coefficients: [Self; 2]) -> Self {
        coefficients[0]
    }

    #[inline(always)]
    fn sqrt_ratio<E: Element<Field = Self>>(u: &E, v: &E, _: &E, root: &Self) -> (u16, E) {
        root_of_ratio(u, v, root)
    }
}

/// `(p - 3) / 4`.
fn minus_three_div_four<F: PrimeField>() -> F::BigInt {
    debug_assert_eq!(F::MODULUS.as_ref()[0] % 4, 3);
    let mut e = F::MODULUS;
    e >>= 2;
    e
}

/// For which elements `u / v` is a square, and a square root of `u / v` for these and of `-root^2 u / v` for the
/// others: RFC 9380, section F.2.1.2.
#[inline(always)]
fn root_of_ratio<F: PrimeField, E: Element<Field = F>>(u: &E, v: &E, root: &F) -> (u16, E) {
    let uv = u.mul(v);
    let y = power(&v.square().mul(&uv), minus_three_div_four::<F>().as_ref()).mul(&uv);
    let square = y.square().mul(v).sub(u).zeros();
    (square, y.mul(&y.constant(root)).select(&y, square))
}

impl<C> MapField for Fp2<C>
where
    C: SmallBeta<Fp: MapField<Prime = <C as Fp2Config>::Fp> + LaneField>,
{
    type Prime = C::Fp;

    #[inline(always)]
    fn beta() -> Option<C::Fp> {
        Some(C::NONRESIDUE)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.c0.key()
    }

    #[inline(always)]
    fn root<E: Element<Field = Self>>(a: &E, constants: &Constants<C::Fp>) -> E {
        E::join(&constants.root_in_extension(a.split()))
    }

    #[inline(always)]
    fn sgn0(&self) -> bool {
        self.c0.sgn0() || (self.c0 == C::Fp::ZERO && self.c1.sgn0())
    }

    #[inline(always)]
    fn split(&self) -> [C::Fp; 2] {
        [self.c0, self.c1]
    }

    #[inline(always)]
    fn join([c0, c1]: [C::Fp; 2]) -> Self {
        Self::new(c0, c1)
    }

    /// The complex method, two exponentiations in the prime field and no inversion.
    ///
    /// Let `m = N(v)`. The ratio is a square if and only if `N(u) / m` is one. Let `n` be a root of `N(u) / m` then,
    /// and of `N(z) N(u) / m` otherwise.
    ///
    /// Let `a = A / m` be the ratio or `z` times it, with `A = A0 + A1 i = u conj(v)` or `z u conj(v)`. Its norm is
    /// `n^2`, so `(a0 + n) / 2` times `(a0 - n) / 2` is `-(a1 / 2)^2`, and just one of the two is a square: that of the
    /// first coefficient of the root of `a`.
    ///
    /// Write `(a0 + n) / 2 = D / M` with `D = A0 + n m` and `M = 2 m`. For `t = (D M^3)^((p - 3) / 4)`, `s = t D M` is
    /// a root of `±D / M`, and `t M` is `±1 / (M s)` with the same sign. The root of `a` is `s + t M A1 i` for the
    /// plus, and `-t M A1 + s i` for the minus.
    #[inline(always)]
    fn sqrt_ratio<E: Element<Field = Self>>(u: &E, v: &E, z: &E, root: &C::Fp) -> (u16, E) {
        const { assert!(C::BETA == -1) };
        let exponent = minus_three_div_four::<C::Fp>();
        let ([u0, u1], [v0, v1]) = (u.split(), v.split());
        let norm = Element::dot(&[(&u0, &u0), (&u1, &u1)]);
        let m: E::Prime = Element::dot(&[(&v0, &v0), (&v1, &v1)]);
        let (square, n) = root_of_ratio(&norm, &m, root);

        let [z0, z1] = z.split();
        let zu0 = z0.mul(&u0).sub(&z1.mul(&u1));
        let zu1 = Element::dot(&[(&z0, &u1), (&z1, &u0)]);
        let (u0, u1) = (zu0.select(&u0, square), zu1.select(&u1, square));
        let a0 = Element::dot(&[(&u0, &v0), (&u1, &v1)]);
        let a1 = u1.mul(&v0).sub(&u0.mul(&v1));

        let nm = n.mul(&m);
        let d = a0.add(&nm);
        // If D = 0, then A1 = 0. Take the other sign of n.
        let d = d.select(&a0.sub(&nm), d.zeros());
        let m = m.add(&m);
        let dm = d.mul(&m);
        let tm = power(&dm.mul(&m.square()), exponent.as_ref()).mul(&m);
        let (s, r) = (tm.mul(&d), tm.mul(&a1));
        let plus = s.square().mul(&m).sub(&d).zeros();
        let minus_r = r.sub(&r).sub(&r);
        (square, E::join(&[minus_r.select(&s, plus), s.select(&r, plus)]))
    }
}
