//! Macros that implement the arkworks traits from a curve's parameters, so that its file holds parameters only, and the
//! functions that those traits' methods call.

use crate::host::{Host, HostedGroup};
use ark_ec::AffineRepr;

/// Multiplication for the arkworks traits, whose methods cannot fail.
///
/// # Panics
/// If the host refuses: when a multiple of a point outside the subgroup of an incomplete Edwards curve is at infinity,
/// or when a remote host fails. [`Host::mul`] returns the error instead.
pub(crate) fn mul_or_panic<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> G {
    if base.is_zero() {
        return G::zero();
    }
    match G::Host::mul::<G>(base, scalar) {
        Ok(p) => p,
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}

/// [`mul_or_panic`] for a base in projective coordinates.
pub(crate) fn mul_projective_or_panic<G: HostedGroup>(base: &G, scalar: &[u64]) -> G {
    mul_or_panic(&base.into_affine(), scalar)
}

/// Multi-scalar multiplication for the arkworks traits, which return the shorter length if the lengths differ.
pub(crate) fn msm_or_panic<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, usize> {
    if bases.len() != scalars.len() {
        return Err(bases.len().min(scalars.len()));
    }
    match G::Host::msm::<G>(bases, scalars) {
        Ok(p) => Ok(p),
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}

/// Membership in the prime-order subgroup for the arkworks traits.
///
/// # Panics
/// If a remote host fails.
pub(crate) fn is_in_subgroup_or_panic<G: HostedGroup>(point: &G::Affine) -> bool {
    match G::Host::is_in_subgroup::<G>(point) {
        Ok(inside) => inside,
        Err(e) => panic!("{}: {e}", G::ID.name()),
    }
}

/// A prime field from its modulus and generator, with a `const` constructor from an integer.
macro_rules! prime_field {
    ($(#[$doc:meta])* $field:ident, $params:ident, $constructor:ident, $limbs:literal, $modulus:literal,
     generator $generator:literal $(, small_subgroup ($base:literal, $power:literal))?) => {
        $(#[$doc])*
        pub type $field = secant_field::Prime<$params, $limbs>;

        /// The parameters of the field.
        #[derive(Clone, Copy, Debug)]
        pub struct $params;

        impl secant_field::PrimeParams<$limbs> for $params {
            const MODULUS: ark_ff::BigInt<$limbs> = ark_ff::BigInt!($modulus);
            const GENERATOR: i64 = $generator;
            $(const SMALL_SUBGROUP: Option<(u32, u32)> = Some(($base, $power));)?
        }

        /// The field element with the value of an integer below the modulus, for use in constants.
        #[allow(dead_code, reason = "not every field has typed constants")]
        pub(crate) const fn $constructor(x: ark_ff::BigInt<$limbs>) -> $field {
            secant_field::Mont::<$params, $limbs>::from_int(x)
        }
    };
}

/// The configuration struct of a curve or a pairing, generic over its host.
macro_rules! config_struct {
    ($(#[$doc:meta])* $config:ident) => {
        $(#[$doc])*
        #[derive(educe::Educe)]
        #[educe(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $config<H = $crate::Plain>(core::marker::PhantomData<fn() -> H>);
    };
}

/// The fields, the cofactor and its inverse.
macro_rules! curve_config {
    ($config:ident, $base:ty, $params:ty, $limbs:literal, cofactor $cofactor:expr) => {
        impl<H: $crate::Host> ark_ec::CurveConfig for $config<H> {
            type BaseField = $base;
            type ScalarField = secant_field::Prime<$params, $limbs>;
            const COFACTOR: &'static [u64] = &$cofactor;
            const COFACTOR_INV: Self::ScalarField = secant_field::Mont::<$params, $limbs>::const_inverse(
                &secant_field::Mont::<$params, $limbs>::reduce(&$cofactor),
            );
        }
    };
}

/// A short Weierstrass curve `y^2 = x^3 + a x + b`. Its optional arguments:
///
/// - `endomorphism`: a cube root of unity `beta` in the base field, and the annihilator `a0 + a1 phi` of all points
///   (Frobenius minus one; see `secant_engine::scalars::sw::Endomorphism`).
/// - `degree_two`: the arguments of `secant_engine::scalars::sw::DegreeTwoEndomorphism::new`.
/// - `subgroup`: how to multiply in the prime-order subgroup.
/// - `membership`: how to test whether a point is in that subgroup.
/// - `compressed`: how to read a compressed point, if not as arkworks does.
///
/// Items after the semicolon go into `SWCurveConfig`.
macro_rules! short_weierstrass {
    ($config:ident = $id:ident, a: $a:expr, b: $b:expr, generator: ($x:expr, $y:expr)
     $(, endomorphism: ($beta:literal, $a0:tt, $a1:tt))? $(, degree_two: ($x0:literal, $t:literal, $annihilator:expr))? $(, subgroup: $subgroup:expr)? $(, membership: $membership:expr)? $(, compressed: $compressed:path)?
     $(; $($extra:tt)*)?) => {
        impl<H: $crate::Host> ark_ec::short_weierstrass::SWCurveConfig for $config<H> {
            const COEFF_A: Self::BaseField = $a;
            const COEFF_B: Self::BaseField = $b;
            const GENERATOR: ark_ec::short_weierstrass::Affine<Self> =
                ark_ec::short_weierstrass::Affine::new_unchecked($x, $y);
            // (0, 0) is not on the curve since b is not zero, so it can stand for the identity.
            type ZeroFlag = ();

            #[inline]
            fn mul_projective(base: &ark_ec::short_weierstrass::Projective<Self>, scalar: &[u64]) -> ark_ec::short_weierstrass::Projective<Self> {
                $crate::macros::mul_projective_or_panic(base, scalar)
            }

            #[inline]
            fn mul_affine(base: &ark_ec::short_weierstrass::Affine<Self>, scalar: &[u64]) -> ark_ec::short_weierstrass::Projective<Self> {
                $crate::macros::mul_or_panic(base, scalar)
            }

            #[inline]
            fn msm(bases: &[ark_ec::short_weierstrass::Affine<Self>], scalars: &[Self::ScalarField]) -> Result<ark_ec::short_weierstrass::Projective<Self>, usize> {
                $crate::macros::msm_or_panic(bases, scalars)
            }

            fn is_in_correct_subgroup_assuming_on_curve(item: &ark_ec::short_weierstrass::Affine<Self>) -> bool {
                <Self as ark_ec::CurveConfig>::cofactor_is_one()
                    || $crate::macros::is_in_subgroup_or_panic::<ark_ec::short_weierstrass::Projective<Self>>(item)
            }

            $($($extra)*)?
        }

        impl<H: $crate::Host> $crate::SwCurve for $config<H> {
            const ID: $crate::GroupId = $crate::GroupId::$id;
            type Host = H;
            type Compiled = ark_ec::short_weierstrass::Projective<$config>;
            $(const ENDOMORPHISM: Option<secant_engine::scalars::sw::Endomorphism<Self::BaseField>> = Some(
                secant_engine::scalars::sw::Endomorphism::new(fq(BigInt!($beta)), signed_integer!($a0), signed_integer!($a1)),
            );)?
            $(const DEGREE_TWO: Option<secant_engine::scalars::sw::DegreeTwoEndomorphism<Self::BaseField>> = Some(
                secant_engine::scalars::sw::DegreeTwoEndomorphism::new(fq(BigInt!($x0)), fq(BigInt!($t)), $annihilator),
            );)?
            $(const SUBGROUP: Option<secant_engine::scalars::sw::SubgroupMul<Self::BaseField>> = Some($subgroup);)?
            $(const MEMBERSHIP: Option<secant_engine::scalars::sw::Membership<Self::BaseField>> = Some($membership);)?
            $(
                fn read_compressed(bytes: &[u8]) -> Result<$crate::Compressed<Self::BaseField>, ark_serialize::SerializationError> {
                    $compressed(bytes)
                }
            )?
        }
    };
}

/// The cube root of unity `g^((p - 1) / 3)` for the field's generator `g`.
macro_rules! cube_root {
    ($params:ident, $limbs:literal) => {
        secant_field::Mont::<$params, $limbs>::const_pow(
            &<secant_field::Mont<$params, $limbs> as ark_ff::FpConfig<$limbs>>::GENERATOR,
            &secant_field::constants::minus_one_div(&secant_field::Mont::<$params, $limbs>::M, 3),
        )
    };
}

/// The multiplication of [`secant_engine::scalars::sw::SubgroupMul`] by `phi(x, y) = (beta x, y)` for a cube root of
/// unity `beta`. `a0` and `a1` are the coefficients of the annihilator, as polynomials in `x`.
macro_rules! glv {
    ($beta:expr, x: $x:expr, $x_is_negative:expr, a0: $a0:expr, a1: $a1:expr) => {
        secant_engine::scalars::sw::SubgroupMul::Glv(secant_engine::scalars::sw::Endomorphism::new(
            $beta,
            secant_engine::Signed::polynomial($x, $x_is_negative, &$a0),
            secant_engine::Signed::polynomial($x, $x_is_negative, &$a1),
        ))
    };
}

/// The coefficients `(c_x, c_y)` of `psi(x, y) = (c_x x^p, c_y y^p)` on a twist of the given kind, for the tower of
/// `tower12!`.
macro_rules! psi {
    (D, $params:ident, $limbs:literal) => {
        psi!(@powers $params, $limbs, GAMMA)
    };
    (M, $params:ident, $limbs:literal) => {
        psi!(@powers $params, $limbs, secant_field::tower::inverse_fp2::<Fq2Config, $params, $limbs>(&GAMMA, BETA))
    };
    (@powers $params:ident, $limbs:literal, $base:expr) => {{
        let base = $base;
        (
            secant_field::tower::pow_fp2::<Fq2Config, $params, $limbs>(&base, BETA, 2),
            secant_field::tower::pow_fp2::<Fq2Config, $params, $limbs>(&base, BETA, 3),
        )
    }};
}

/// The multiplication of [`secant_engine::scalars::sw::SubgroupMul`] by `psi` with the coefficients `PSI`.
macro_rules! gls {
    ($quarters:expr) => {
        secant_engine::scalars::sw::SubgroupMul::Gls(secant_engine::scalars::sw::Psi {
            x: PSI.0,
            y: PSI.1,
            quarters: $quarters,
        })
    };
}

/// A signed integer of an annihilator: `(+ "0x...")` or `(- "0x...")`.
macro_rules! signed_integer {
    ((+ $x:literal)) => {
        secant_engine::Signed {
            negative: false,
            limbs: {
                let x: ark_ff::BigInt<3> = ark_ff::BigInt!($x);
                x.0
            },
        }
    };
    ((- $x:literal)) => {
        secant_engine::Signed {
            negative: true,
            limbs: {
                let x: ark_ff::BigInt<3> = ark_ff::BigInt!($x);
                x.0
            },
        }
    };
}

/// A twisted Edwards curve `a x^2 + y^2 = 1 + d x^2 y^2` with its Montgomery form `B y^2 = x^3 + A x^2 + x`.
macro_rules! twisted_edwards {
    ($config:ident = $id:ident, a: $a:expr, d: $d:expr, generator: ($x:expr, $y:expr),
     montgomery: ($ma:expr, $mb:expr), mul_by_a: $mul_by_a:expr
     $(, endomorphism: ($eb:literal, $ec:literal, subgroup: $subgroup:expr, curve: $curve:expr))?) => {
        impl<H: $crate::Host> ark_ec::twisted_edwards::TECurveConfig for $config<H> {
            const COEFF_A: Self::BaseField = $a;
            const COEFF_D: Self::BaseField = $d;
            const GENERATOR: ark_ec::twisted_edwards::Affine<Self> =
                ark_ec::twisted_edwards::Affine::new_unchecked($x, $y);
            type MontCurveConfig = Self;

            #[inline(always)]
            fn mul_by_a(elem: Self::BaseField) -> Self::BaseField {
                ($mul_by_a)(elem)
            }

            #[inline]
            fn mul_projective(
                base: &ark_ec::twisted_edwards::Projective<Self>,
                scalar: &[u64],
            ) -> ark_ec::twisted_edwards::Projective<Self> {
                $crate::macros::mul_projective_or_panic(base, scalar)
            }

            #[inline]
            fn mul_affine(
                base: &ark_ec::twisted_edwards::Affine<Self>,
                scalar: &[u64],
            ) -> ark_ec::twisted_edwards::Projective<Self> {
                $crate::macros::mul_or_panic(base, scalar)
            }

            #[inline]
            fn msm(
                bases: &[ark_ec::twisted_edwards::Affine<Self>],
                scalars: &[Self::ScalarField],
            ) -> Result<ark_ec::twisted_edwards::Projective<Self>, usize> {
                $crate::macros::msm_or_panic(bases, scalars)
            }

            fn is_in_correct_subgroup_assuming_on_curve(item: &ark_ec::twisted_edwards::Affine<Self>) -> bool {
                $crate::macros::is_in_subgroup_or_panic::<ark_ec::twisted_edwards::Projective<Self>>(item)
            }
        }

        impl<H: $crate::Host> ark_ec::twisted_edwards::MontCurveConfig for $config<H> {
            const COEFF_A: Self::BaseField = $ma;
            const COEFF_B: Self::BaseField = $mb;
            type TECurveConfig = Self;
        }

        impl<H: $crate::Host> $crate::TeCurve for $config<H> {
            const ID: $crate::GroupId = $crate::GroupId::$id;
            $(const ENDOMORPHISM: Option<secant_engine::scalars::te::Endomorphism<Self::BaseField>> = Some(
                secant_engine::scalars::te::Endomorphism::new(
                    fq(BigInt!($eb)),
                    fq(BigInt!($ec)),
                    $subgroup,
                    $curve,
                ),
            );)?
            type Host = H;
            type Compiled = ark_ec::twisted_edwards::Projective<$config>;
        }
    };
}

/// The pairing of a family of `secant_engine::pairing`, with the parameters in `$config`.
macro_rules! pairing {
    ($(#[$doc:meta])* $name:ident = $id:ident, $family:ident, $config:ident, $fp:ty, $fr:ty, $target:ty) => {
        $(#[$doc])*
        pub type $name<H = $crate::Plain> = $crate::PairingCurve<$config<H>>;
        /// A point of the first group in affine coordinates.
        pub type G1Affine<H = $crate::Plain> = ark_ec::short_weierstrass::Affine<g1::Config<H>>;
        /// A point of the first group in Jacobian coordinates.
        pub type G1Projective<H = $crate::Plain> = ark_ec::short_weierstrass::Projective<g1::Config<H>>;
        /// A point of the second group in affine coordinates.
        pub type G2Affine<H = $crate::Plain> = ark_ec::short_weierstrass::Affine<g2::Config<H>>;
        /// A point of the second group in Jacobian coordinates.
        pub type G2Projective<H = $crate::Plain> = ark_ec::short_weierstrass::Projective<g2::Config<H>>;

        impl<H: $crate::Host> $crate::HostedPairing for $config<H> {
            const ID: $crate::PairingId = $crate::PairingId::$id;
            type Fp = $fp;
            type Fr = $fr;
            type G1 = g1::Config<H>;
            type G2 = g2::Config<H>;
            type Target = $target;
            type Host = H;
            type Family = secant_engine::pairing::$family<Self>;
            type Compiled = $config;
        }
    };
}

/// The tower `Fp2 = Fp[u] / (u^2 - beta)`, `Fp6 = Fp2[v] / (v^3 - xi)`, `Fp12 = Fp6[w] / (w^2 - v)`.
macro_rules! tower12 {
    ($params:ident, $limbs:literal, beta: $beta:expr, xi: ($xi0:expr, $xi1:expr)) => {
        /// The quadratic extension.
        pub type Fq2 = ark_ff::Fp2<Fq2Config>;
        /// The sextic extension.
        pub type Fq6 = ark_ff::Fp6<Fq6Config>;
        /// The extension of degree twelve.
        pub type Fq12 = ark_ff::Fp12<Fq12Config>;

        /// The configuration of [`Fq2`].
        #[derive(Clone, Copy, Debug)]
        pub struct Fq2Config;
        /// The configuration of [`Fq6`].
        #[derive(Clone, Copy, Debug)]
        pub struct Fq6Config;
        /// The configuration of [`Fq12`].
        #[derive(Clone, Copy, Debug)]
        pub struct Fq12Config;

        const BETA: i64 = $beta;
        const XI1: i64 = $xi1;
        /// `xi^((p - 1) / 6)`.
        const GAMMA: Fq2 = secant_field::tower::gamma_fp2(($xi0, $xi1), BETA, 6);

        impl ark_ff::Fp2Config for Fq2Config {
            type Fp = Fq;
            const NONRESIDUE: Fq = secant_field::Mont::<$params, $limbs>::from_i64(BETA);
            const FROBENIUS_COEFF_FP2_C1: &'static [Fq] = &[<Fq as ark_ff::Field>::ONE, <Fq as ark_ff::Field>::NEG_ONE];

            #[inline(always)]
            fn mul_fp_by_nonresidue_in_place(x: &mut Fq) -> &mut Fq {
                *x = secant_field::tower::mul_small::<_, BETA>(x);
                x
            }

            #[inline(always)]
            fn mul_fp_by_nonresidue_and_add(y: &mut Fq, x: &Fq) {
                *y = *x + secant_field::tower::mul_small::<_, BETA>(y);
            }

            #[inline(always)]
            fn mul_fp_by_nonresidue_plus_one_and_add(y: &mut Fq, x: &Fq) {
                *y = *x + secant_field::tower::mul_small::<_, { BETA + 1 }>(y);
            }

            #[inline(always)]
            fn sub_and_mul_fp_by_nonresidue(y: &mut Fq, x: &Fq) {
                *y = *x + secant_field::tower::mul_small::<_, { -BETA }>(y);
            }
        }

        impl secant_engine::pairing::SmallBeta for Fq2Config {
            const BETA: i64 = BETA;
        }

        impl secant_engine::pairing::SmallXi for Fq12Config {
            const XI: (i64, i64) = ($xi0, $xi1);
        }

        impl ark_ff::fp6_3over2::Fp6Config for Fq6Config {
            type Fp2Config = Fq2Config;
            const NONRESIDUE: Fq2 = Fq2::new(
                secant_field::Mont::<$params, $limbs>::from_i64($xi0),
                secant_field::Mont::<$params, $limbs>::from_i64($xi1),
            );
            const FROBENIUS_COEFF_FP6_C1: &'static [Fq2] =
                &secant_field::tower::frobenius_fp2::<Fq2Config, $params, $limbs, 6>(&GAMMA, BETA, 2);
            const FROBENIUS_COEFF_FP6_C2: &'static [Fq2] =
                &secant_field::tower::frobenius_fp2::<Fq2Config, $params, $limbs, 6>(&GAMMA, BETA, 4);

            #[inline(always)]
            fn mul_fp2_by_nonresidue_in_place(x: &mut Fq2) -> &mut Fq2 {
                use secant_field::tower::mul_small;
                // (x0 + x1 u) (xi0 + xi1 u)
                let (x0, x1) = (x.c0, x.c1);
                x.c0 = mul_small::<_, { $xi0 }>(&x0) + mul_small::<_, { XI1 * BETA }>(&x1);
                x.c1 = mul_small::<_, { $xi0 }>(&x1) + mul_small::<_, { $xi1 }>(&x0);
                x
            }
        }

        impl ark_ff::Fp12Config for Fq12Config {
            type Fp6Config = Fq6Config;
            const NONRESIDUE: Fq6 = Fq6::new(
                Fq2::new(
                    <Fq as ark_ff::AdditiveGroup>::ZERO,
                    <Fq as ark_ff::AdditiveGroup>::ZERO,
                ),
                Fq2::new(<Fq as ark_ff::Field>::ONE, <Fq as ark_ff::AdditiveGroup>::ZERO),
                Fq2::new(
                    <Fq as ark_ff::AdditiveGroup>::ZERO,
                    <Fq as ark_ff::AdditiveGroup>::ZERO,
                ),
            );
            const FROBENIUS_COEFF_FP12_C1: &'static [Fq2] =
                &secant_field::tower::frobenius_fp2::<Fq2Config, $params, $limbs, 12>(&GAMMA, BETA, 1);
        }
    };
}
