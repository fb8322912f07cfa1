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

use crate::Curve;
use secant_field::{Mont, Prime, PrimeParams};

/// A curve of this module.
pub trait NamedCurve: Curve + Copy + Default {
    /// Its name.
    const NAME: &'static str;
    /// Other names.
    const ALIASES: &'static [&'static str];
    /// Its object identifier.
    const OID: &'static str;
}

/// Defines a prime field from its modulus and a quadratic non-residue.
macro_rules! prime_field {
    ($(#[$doc:meta])* $field:ident, $params:ident, $limbs:literal, $modulus:literal, non_residue $non_residue:literal) => {
        $(#[$doc])*
        pub type $field = secant_field::Prime<$params, $limbs>;

        /// The parameters of the field.
        #[derive(Clone, Copy, Debug)]
        pub struct $params;

        impl secant_field::PrimeParams<$limbs> for $params {
            const MODULUS: ark_ff::BigInt<$limbs> = ark_ff::BigInt!($modulus);
            const GENERATOR: i64 = $non_residue;
        }
    };
}

/// The field element of an integer below the modulus, as a constant.
macro_rules! integer {
    ($params:ident, $limbs:literal, $value:literal) => {
        secant_field::Mont::<$params, $limbs>::from_int(ark_ff::BigInt!($value))
    };
}

/// Defines a curve from its parameters.
macro_rules! named_curve {
    ($(#[$doc:meta])* $curve:ident, $name:literal, [$($alias:literal),*], $oid:literal, $limbs:tt, $fq:ident, $fr:ident,
     a: $a:tt, b: $b:literal, generator: ($x:literal, $y:literal)
     $(, endomorphism: ($beta:literal, ($minus_b1:literal, $b2:literal)))? $(, isomorphic_to: $to:ident)?
     $(, batches: $batches:ident)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $curve;

        #[allow(unused_imports, reason = "one of the coefficients")]
        const _: () = {
            use crate::{Affine, AnyA, Curve, Glv, Isomorphism, MinusThreeA, ZeroA, curve::Entries, named};
            use ark_ff::BigInt;
            use secant_field::{Mont, modular::Fixed};

            static FIELD: Fixed<$fq, $limbs> = Fixed::new();
            static SCALARS: Fixed<$fr, $limbs> = Fixed::new();
            static A: named_curve!(@a_type $a) = named_curve!(@a $a, $fq, $limbs);
            const B: Fq = integer!($fq, $limbs, $b);
            static B_VALUE: Fq = B;
            const GENERATOR: (Fq, Fq) = (integer!($fq, $limbs, $x), integer!($fq, $limbs, $y));
            $(
                const BETA: Fq = integer!($fq, $limbs, $beta);
                const ENDOMORPHISM: secant_engine::scalars::sw::Endomorphism<Fq> = {
                    // b_2 + b_1 lambda = 0, as a_1 = b_2.
                    const fn signed(negative: bool, limbs: [u64; $limbs]) -> secant_engine::Signed {
                        secant_engine::Signed {
                            negative,
                            limbs: [limbs[0], limbs[1], limbs[2]],
                        }
                    }
                    secant_engine::scalars::sw::Endomorphism::new(
                        BETA,
                        signed(false, BigInt!($b2).0),
                        signed(true, BigInt!($minus_b1).0),
                    )
                };
            )?

            impl Curve for $curve {
                type Field = Fixed<$fq, $limbs>;
                type Scalars = Fixed<$fr, $limbs>;
                type A = named_curve!(@a_type $a);

                #[inline(always)]
                fn field(&self) -> &Self::Field {
                    &FIELD
                }

                #[inline(always)]
                fn scalars(&self) -> &Self::Scalars {
                    &SCALARS
                }

                #[inline(always)]
                fn a(&self) -> &Self::A {
                    &A
                }

                #[inline(always)]
                fn b(&self) -> &Fq {
                    &B_VALUE
                }

                #[inline]
                fn generator(&self) -> Affine<Self> {
                    Affine::Point {
                        x: GENERATOR.0,
                        y: GENERATOR.1,
                    }
                }

                #[inline(always)]
                fn cofactor(&self) -> &[u64] {
                    &[1]
                }

                named_curve!(@table $curve, $fq, $limbs $(, endomorphism $beta)? $(, isomorphic_to $to)?);
                $(named_curve!(@endomorphism $curve, $fq, $limbs, $beta);)?
                $(named_curve!(@isomorphism $to, $fq, $limbs);)?
                named_curve!(@batches [$($batches)?] $limbs, $curve, $fq, $fr, [$($minus_b1, $b2)?] [$($to)?]);
            }

            impl named::NamedCurve for $curve {
                const NAME: &'static str = $name;
                const ALIASES: &'static [&'static str] = &[$($alias),*];
                const OID: &'static str = $oid;
            }

            impl named::Constants<$fq, $limbs> for $curve {
                const A: Fq = named_curve!(@a_value $a, $fq, $limbs);
                const GENERATOR: (Fq, Fq) = GENERATOR;
            }
        };
    };
    (@a_type zero) => { ZeroA };
    (@a_type minus_three) => { MinusThreeA };
    (@a_type $any:literal) => { AnyA<Fq> };
    (@a zero, $fq:ident, $limbs:literal) => { ZeroA };
    (@a minus_three, $fq:ident, $limbs:literal) => { MinusThreeA };
    (@a $any:literal, $fq:ident, $limbs:literal) => { AnyA(integer!($fq, $limbs, $any)) };
    (@a_value zero, $fq:ident, $limbs:literal) => { Mont::<$fq, $limbs>::from_i64(0) };
    (@a_value minus_three, $fq:ident, $limbs:literal) => { Mont::<$fq, $limbs>::from_i64(-3) };
    (@a_value $any:literal, $fq:ident, $limbs:literal) => { integer!($fq, $limbs, $any) };
    (@table $curve:ident, $fq:ident, $limbs:literal $(, endomorphism $beta:literal)?) => {
        #[inline(always)]
        fn generator_table(&self) -> Entries<'_, Self> {
            static TABLE: [(Fq, Fq); named::GENERATOR_LEN] = named::odd_multiples::<$curve, $fq, $limbs>();
            &TABLE
        }
    };
    (@table $curve:ident, $fq:ident, $limbs:literal, isomorphic_to $to:ident) => {
        #[inline(always)]
        fn generator_table(&self) -> Entries<'_, Self> {
            $to.generator_table()
        }
    };
    (@endomorphism $curve:ident, $fq:ident, $limbs:literal, $beta:literal) => {
        #[inline(always)]
        fn glv(&self) -> Option<&Glv<Fq>> {
            static IMAGES: [(Fq, Fq); named::GENERATOR_LEN] =
                named::images(named::odd_multiples::<$curve, $fq, $limbs>(), BETA);
            static GLV: Glv<Fq> = Glv {
                endomorphism: ENDOMORPHISM,
                generator_table: &IMAGES,
            };
            Some(&GLV)
        }
    };
    (@batches [] $($rest:tt)*) => {};
    (@batches [on_lanes] $limbs:literal, $curve:ident, $fq:ident, $fr:ident, [] [$to:ident]) => {
        #[cfg(feature = "lanes")]
        fn double_mul_each(
            &self,
            terms: &[(crate::ScalarOf<Self>, crate::ScalarOf<Self>, Affine<Self>)],
        ) -> alloc::vec::Vec<crate::Jacobian<Self>> {
            crate::lanes::through_isomorphism(self, &$to, terms)
        }
    };
    (@batches [on_lanes] $limbs:literal, $curve:ident, $fq:ident, $fr:ident, [$($minus_b1:literal, $b2:literal)?] []) => {
        #[cfg(feature = "lanes")]
        fn double_mul_each(
            &self,
            terms: &[(crate::ScalarOf<Self>, crate::ScalarOf<Self>, Affine<Self>)],
        ) -> alloc::vec::Vec<crate::Jacobian<Self>> {
            use ark_ec::{CurveConfig, short_weierstrass::{Affine as ArkAffine, Projective, SWCurveConfig}};
            use secant_engine::FixedBase;

            /// The configuration of the curve for arkworks and the engine.
            struct Config;

            impl CurveConfig for Config {
                type BaseField = Fq;
                type ScalarField = Fr;
                const COFACTOR: &'static [u64] = &[1];
                const COFACTOR_INV: Fr = Mont::<$fr, $limbs>::from_i64(1);
            }

            impl SWCurveConfig for Config {
                const COEFF_A: Fq = <$curve as named::Constants<_, _>>::A;
                const COEFF_B: Fq = B;
                const GENERATOR: ArkAffine<Self> = ArkAffine::new_unchecked(GENERATOR.0, GENERATOR.1);
                // (0, 0) is not on the curve since b is not zero.
                type ZeroFlag = ();
            }

            static TABLE: std::sync::OnceLock<FixedBase<Projective<Config>>> = std::sync::OnceLock::new();
            let table = || TABLE.get_or_init(|| FixedBase::new(&Config::GENERATOR, crate::lanes::COUNT));
            crate::lanes::double_mul_each(self, terms, table, named_curve!(@mul_each $limbs $(, $minus_b1, $b2)?))
        }
    };
    (@mul_each $limbs:literal) => {
        |points, scalars| secant_engine::mul_each_on_lanes(points, scalars)?.ok()
    };
    (@mul_each $limbs:literal, $minus_b1:literal, $b2:literal) => {
        |points, scalars| {
            secant_engine::scalars::sw::mul_each_with_endomorphism_on_lanes(points, scalars, &ENDOMORPHISM)
        }
    };
    (@isomorphism $to:ident, $fq:ident, $limbs:literal) => {
        #[inline(always)]
        fn isomorphism(&self) -> Option<&Isomorphism<Fq>> {
            // u = (y' / x') / (y / x) from the generators.
            static MAP: Isomorphism<Fq> = {
                type Field = Mont<$fq, $limbs>;
                let (x, y) = GENERATOR;
                let to = <$to as named::Constants<_, _>>::GENERATOR;
                let inverse = Field::const_inverse(&Field::const_mul(&to.0, &y));
                let u = Field::const_mul(&Field::const_mul(&to.1, &x), &inverse);
                let u2 = Field::const_mul(&u, &u);
                Isomorphism {
                    u,
                    u2,
                    u3: Field::const_mul(&u, &u2),
                }
            };
            Some(&MAP)
        }
    };
}

/// The values from which constants of a curve are computed.
#[doc(hidden)]
pub trait Constants<P: PrimeParams<N>, const N: usize> {
    /// The coefficient `a`.
    const A: Prime<P, N>;
    /// The generator.
    const GENERATOR: (Prime<P, N>, Prime<P, N>);
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

/// Odd multiples of the generator in affine coordinates.
///
/// `2 G` is affine, and mixed additions give `(2 i + 3) G` from `(2 i + 1) G`. None of them meets an exceptional case,
/// because the order is a large prime.
const fn odd_multiples<C: Constants<P, N>, P: PrimeParams<N>, const N: usize>()
-> [(Prime<P, N>, Prime<P, N>); GENERATOR_LEN] {
    let twice = const_double::<P, N>(&C::A, &C::GENERATOR);
    // Jacobian points: G, and mixed additions of 2 G to it.
    let one = Mont::<P, N>::from_i64(1);
    let mut points = [(C::GENERATOR.0, C::GENERATOR.1, one); GENERATOR_LEN];
    let mut products = [one; GENERATOR_LEN];
    let mut i = 1;
    while i < GENERATOR_LEN {
        points[i] = const_add::<P, N>(&points[i - 1], &twice);
        products[i] = Mont::<P, N>::const_mul(&products[i - 1], &points[i].2);
        i += 1;
    }
    let mut inverse = Mont::<P, N>::const_inverse(&products[GENERATOR_LEN - 1]);
    let mut entries = [C::GENERATOR; GENERATOR_LEN];
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
    mut entries: [(Prime<P, N>, Prime<P, N>); GENERATOR_LEN],
    beta: Prime<P, N>,
) -> [(Prime<P, N>, Prime<P, N>); GENERATOR_LEN] {
    let mut i = 0;
    while i < GENERATOR_LEN {
        entries[i].0 = Mont::<P, N>::const_mul(&entries[i].0, &beta);
        i += 1;
    }
    entries
}
