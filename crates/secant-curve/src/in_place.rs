//! The operations of every group, computed in place by the best method for the curve.

use crate::{
    G1Of, G2Of, G2Prepared, Host, HostError, HostedGroup, HostedPairing, LinesOf,
    decompress::{self, Decoded},
    host::{SwCurve, TeCurve, equal_counts},
    parameters::{SwParams, TeParams},
    raw::{recast, recast_one, recast_vec},
};
use alloc::vec::Vec;
use ark_ec::{AffineRepr, CurveConfig, CurveGroup, short_weierstrass as sw, twisted_edwards as te};
use ark_ff::PrimeField;
use ark_serialize::Validate;
use secant_engine::{
    ExceptionalAddition, FixedBase, FixedBaseMsm, are_annihilated_on_lanes, msm_on_lanes, mul_each_on_lanes,
    pairing::PairingParams,
    scalars::sw::{
        are_in_subgroup_on_lanes, is_in_subgroup, mul_each_in_subgroup_on_lanes, mul_each_with_endomorphism_on_lanes,
        mul_in_subgroup, mul_with_degree_two, mul_with_endomorphism,
    },
};

/// Computes in place. On x86-64 with `std` it uses the best back end of the CPU (`secant_field::backend`), elsewhere
/// plain Rust. With the feature `parallel` it uses the threads of the caller's rayon pool, else one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plain;

/// The name of [`Plain`] in native programs.
pub type Native = Plain;

/// The number of points from which lanes beat single elements in an MSM.
const MSM_ON_LANES: usize = 2;
/// The number of multiplications from which lanes beat single elements.
const MUL_EACH_ON_LANES: usize = 3;
/// The number of subgroup checks from which lanes beat single elements.
const SUBGROUP_ON_LANES: usize = 2;
/// The number of points from which lanes beat single elements in normalisations and in checks of the curve equation.
const COORDINATES_ON_LANES: usize = 8;

/// Calls `$callback!` with the operations of a group. [`InPlace`] has them for every group, and [`Compiled`] for the
/// groups in the table of curves.
macro_rules! for_each_group_operation {
    ($callback:ident) => {
        $callback! {
            /// `sum scalars[i] * bases[i]`.
            fn msm(bases: &[Self::Affine], scalars: &[Self::ScalarField]) -> Result<Self, ExceptionalAddition> {
                if bases.len() >= MSM_ON_LANES
                    && let Some(sum) = msm_on_lanes(bases, scalars)
                {
                    return sum;
                }
                Self::multi_scalar_mul(bases, scalars)
            }

            /// The integer multiple of a point of the curve; `scalar` is little endian.
            fn mul(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition> {
                Self::scalar_mul(base, scalar)
            }

            /// The multiple of a point of the prime-order subgroup.
            fn mul_in_subgroup(base: &Self, scalar: &Self::ScalarField) -> Result<Self, ExceptionalAddition> {
                <Self as InPlace>::mul(&base.into_affine(), scalar.into_bigint().as_ref())
            }

            /// `scalars[i] * bases[i]`.
            fn mul_each(
                bases: &[Self::Affine],
                scalars: &[Self::ScalarField],
            ) -> Result<Vec<Self>, ExceptionalAddition> {
                if bases.len() >= MUL_EACH_ON_LANES
                    && let Some(multiples) = mul_each_on_lanes(bases, scalars)
                {
                    return multiples;
                }
                one_by_one(bases, scalars)
            }

            /// [`Self::mul_each`] for points of the prime-order subgroup.
            fn mul_each_in_subgroup(
                bases: &[Self::Affine],
                scalars: &[Self::ScalarField],
            ) -> Result<Vec<Self>, ExceptionalAddition> {
                <Self as InPlace>::mul_each(bases, scalars)
            }

            /// The affine form of many points.
            fn normalize_each(points: &[Self]) -> Vec<Self::Affine> {
                if points.len() >= COORDINATES_ON_LANES
                    && let Some(affine) = Self::normalize_on_lanes(points)
                {
                    return affine;
                }
                Self::normalize(points)
            }

            /// Whether each point is on the curve.
            fn are_on_curve(points: &[Self::Affine]) -> Vec<bool> {
                if points.len() >= COORDINATES_ON_LANES
                    && let Some(flags) = Self::are_on_curve_on_lanes(points)
                {
                    return flags;
                }
                points.iter().map(Self::is_on_curve).collect()
            }

            /// Whether a point of the curve is in the prime-order subgroup.
            fn is_in_subgroup(point: &Self::Affine) -> bool {
                is_annihilated::<Self>(point)
            }

            /// [`Self::is_in_subgroup`] for each of many points.
            fn are_in_subgroup(points: &[Self::Affine]) -> Vec<bool> {
                if const { is_one(Self::Config::COFACTOR) } {
                    return alloc::vec![true; points.len()];
                }
                let answers = if points.len() < SUBGROUP_ON_LANES {
                    None
                } else {
                    Self::are_in_subgroup_on_lanes(points)
                };
                let answers = answers.unwrap_or_else(|| alloc::vec![None; points.len()]);
                points
                    .iter()
                    .zip(answers)
                    .map(|(p, answer)| answer.unwrap_or_else(|| <Self as InPlace>::is_in_subgroup(p)))
                    .collect()
            }

            /// Decodes many compressed points.
            fn decompress(encodings: &[&[u8]], validate: Validate) -> Decoded<Self::Affine> {
                Self::decompress_each(encodings, validate)
            }

            /// See [`FixedBaseMsm::new`].
            fn prepare_bases(bases: &[Self::Affine], levels: usize) -> FixedBaseMsm<Self> {
                FixedBaseMsm::new(bases, levels)
            }

            /// See [`FixedBaseMsm::msm`].
            fn msm_of_prepared(
                bases: &FixedBaseMsm<Self>,
                scalars: &[Self::ScalarField],
            ) -> Result<Self, ExceptionalAddition> {
                bases.msm(scalars)
            }

            /// See [`FixedBase::new`].
            fn prepare_base(base: &Self::Affine, count: usize) -> FixedBase<Self> {
                FixedBase::new(base, count)
            }

            /// See [`FixedBase::mul_each`].
            fn mul_each_of_prepared(
                base: &FixedBase<Self>,
                scalars: &[Self::ScalarField],
            ) -> Result<Vec<Self>, ExceptionalAddition> {
                base.mul_each(scalars)
            }
        }
    };
}

macro_rules! define_in_place {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {
        /// The operations of any group, with default methods. The implementation for a model of curves replaces some by
        /// better ones.
        pub trait InPlace: HostedGroup {
            $(
                $(#[$doc])*
                fn $name($($arg: $type),*) -> $result $body
            )*

            /// Whether a point is on the curve.
            fn is_on_curve(point: &Self::Affine) -> bool;

            /// The implementation of [`Self::decompress`].
            fn decompress_each(encodings: &[&[u8]], validate: Validate) -> Decoded<Self::Affine>;

            /// [`Self::is_in_subgroup`] for each of many points on lanes. A point is `None` if the formulas on lanes do
            /// not cover it; the whole is `None` without lanes.
            fn are_in_subgroup_on_lanes(points: &[Self::Affine]) -> Option<Vec<Option<bool>>> {
                are_annihilated_on_lanes::<Self>(points, Self::ScalarField::MODULUS.as_ref())
            }
        }
    };
}

for_each_group_operation!(define_in_place);

/// Whether a little-endian integer is one.
const fn is_one(limbs: &[u64]) -> bool {
    let mut i = 1;
    while i < limbs.len() {
        if limbs[i] != 0 {
            return false;
        }
        i += 1;
    }
    limbs[0] == 1
}

/// Whether the order of the subgroup times a point is the identity.
fn is_annihilated<G: InPlace>(point: &G::Affine) -> bool {
    if const { is_one(G::Config::COFACTOR) } {
        return true;
    }
    // A point at infinity of an incomplete curve is an error here, and it is not the identity.
    <G as InPlace>::mul(point, G::ScalarField::MODULUS.as_ref()).is_ok_and(|p| p.is_zero())
}

/// [`InPlace::mul_each`] without lanes.
fn one_by_one<G: InPlace>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<Vec<G>, ExceptionalAddition> {
    let pairs = bases.iter().zip(scalars);
    pairs
        .map(|(base, scalar)| <G as InPlace>::mul(base, scalar.into_bigint().as_ref()))
        .collect()
}

/// Expands to `$some` with the value of an optional constant of a curve, else to `$none`. The branch not taken is not
/// compiled.
macro_rules! if_some {
    ($constant:expr, |$x:ident| $some:expr, else $none:expr) => {
        if const { $constant.is_some() } {
            let Some($x) = &$constant else { unreachable!() };
            $some
        } else {
            $none
        }
    };
}

impl<C: SwCurve> InPlace for sw::Projective<C> {
    fn is_on_curve(point: &Self::Affine) -> bool {
        point.is_on_curve()
    }

    fn decompress_each(encodings: &[&[u8]], validate: Validate) -> Decoded<Self::Affine> {
        decompress::short_weierstrass::<C>(encodings, validate)
    }

    fn is_in_subgroup(point: &Self::Affine) -> bool {
        if_some!(C::Parameters::MEMBERSHIP, |test| is_in_subgroup(point, test), else is_annihilated::<Self>(point))
    }

    fn are_in_subgroup_on_lanes(points: &[Self::Affine]) -> Option<Vec<Option<bool>>> {
        if_some!(
            C::Parameters::MEMBERSHIP,
            |test| are_in_subgroup_on_lanes(points, test),
            else are_annihilated_on_lanes::<Self>(points, C::ScalarField::MODULUS.as_ref())
        )
    }

    fn mul(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition> {
        if_some!(
            C::Parameters::ENDOMORPHISM,
            |endomorphism| Ok(mul_with_endomorphism(base, scalar, endomorphism)),
            else if_some!(
                C::Parameters::DEGREE_TWO,
                |endomorphism| Ok(mul_with_degree_two(base, scalar, endomorphism)),
                else <Self as secant_engine::Group>::scalar_mul(base, scalar)
            )
        )
    }

    fn mul_in_subgroup(base: &Self, scalar: &Self::ScalarField) -> Result<Self, ExceptionalAddition> {
        let scalar = scalar.into_bigint();
        if_some!(
            C::Parameters::SUBGROUP,
            |method| Ok(mul_in_subgroup(base, scalar.as_ref(), method)),
            else <Self as InPlace>::mul(&base.into_affine(), scalar.as_ref())
        )
    }

    fn mul_each(bases: &[Self::Affine], scalars: &[Self::ScalarField]) -> Result<Vec<Self>, ExceptionalAddition> {
        if bases.len() >= MUL_EACH_ON_LANES {
            let multiples = if_some!(
                C::Parameters::ENDOMORPHISM,
                |endomorphism| mul_each_with_endomorphism_on_lanes(bases, scalars, endomorphism).map(Ok),
                else mul_each_on_lanes(bases, scalars)
            );
            if let Some(multiples) = multiples {
                return multiples;
            }
        }
        one_by_one(bases, scalars)
    }

    fn mul_each_in_subgroup(
        bases: &[Self::Affine],
        scalars: &[Self::ScalarField],
    ) -> Result<Vec<Self>, ExceptionalAddition> {
        let multiples = if_some!(
            C::Parameters::SUBGROUP,
            |method| if bases.len() < MUL_EACH_ON_LANES {
                None
            } else {
                mul_each_in_subgroup_on_lanes(bases, scalars, method)
            },
            else return <Self as InPlace>::mul_each(bases, scalars)
        );
        if let Some(multiples) = multiples {
            return Ok(multiples);
        }
        let pairs = bases.iter().zip(scalars);
        pairs
            .map(|(base, scalar)| <Self as InPlace>::mul_in_subgroup(&base.into_group(), scalar))
            .collect()
    }
}

impl<C: TeCurve> InPlace for te::Projective<C> {
    fn is_on_curve(point: &Self::Affine) -> bool {
        point.is_on_curve()
    }

    fn decompress_each(encodings: &[&[u8]], validate: Validate) -> Decoded<Self::Affine> {
        decompress::twisted_edwards::<C>(encodings, validate)
    }

    fn mul(base: &Self::Affine, scalar: &[u64]) -> Result<Self, ExceptionalAddition> {
        if_some!(
            C::Parameters::ENDOMORPHISM,
            |endomorphism| secant_engine::scalars::te::mul_with_endomorphism(base, scalar, endomorphism),
            else <Self as secant_engine::Group>::scalar_mul(base, scalar)
        )
    }

    fn mul_in_subgroup(base: &Self, scalar: &Self::ScalarField) -> Result<Self, ExceptionalAddition> {
        let scalar = scalar.into_bigint();
        if_some!(
            C::Parameters::ENDOMORPHISM,
            |endomorphism| secant_engine::scalars::te::mul_in_subgroup(base, scalar.as_ref(), endomorphism),
            else <Self as InPlace>::mul(&base.into_affine(), scalar.as_ref())
        )
    }
}

/// Keeps other crates from implementing the traits of this module.
pub trait Sealed {}

macro_rules! define_compiled {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {
        /// The operations of a group in place, as functions compiled in this crate.
        ///
        /// Generic code is compiled anew in every crate that uses it, and a whole engine takes minutes. The functions
        /// of a concrete group are compiled once: in this crate with the feature `compiled`, which suits a workspace of
        /// several crates; otherwise in the crates that call them, which then compile only what they call.
        ///
        /// Every [`HostedGroup`] names its `Compiled` type. All hosts that compute in place call it, so that they share
        /// one copy of the code. Slices that belong together must have the same length. The trait is sealed.
        pub trait Compiled: HostedGroup + Sealed {
            $(
                $(#[$doc])*
                fn $name($($arg: $type),*) -> $result;
            )*
        }
    };
}

for_each_group_operation!(define_compiled);

macro_rules! define_compiled_pairing {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {
        /// The operations of a pairing in place, as functions compiled in this crate: the counterpart of [`Compiled`].
        pub trait CompiledPairing: HostedPairing + Sealed {
            $(
                $(#[$doc])*
                fn $name($($arg: $type),*) -> $result;
            )*
        }
    };
}

secant_engine::for_each_pairing_operation!(define_compiled_pairing);

macro_rules! delegate_to_in_place {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {$(
        #[cfg_attr(not(feature = "compiled"), inline)]
        fn $name($($arg: $type),*) -> $result {
            <Self as InPlace>::$name($($arg),*)
        }
    )*};
}

macro_rules! delegate_to_family {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {$(
        #[cfg_attr(not(feature = "compiled"), inline)]
        fn $name($($arg: $type),*) -> $result {
            <Self::Family as PairingParams>::$name($($arg),*)
        }
    )*};
}

macro_rules! compiled {
    ($($curve:ident = $oracle:ident {
        pairing { $(($pairing:ident, $p:literal, $pairing_type:ident))? }
        groups { $(($group:ident, $g:literal, $suffix:literal, $affine:ident, $projective:ident)),* $(,)? }
    })*) => {$(
        $(
            impl Sealed for crate::$curve::$projective {}

            impl Compiled for crate::$curve::$projective {
                for_each_group_operation!(delegate_to_in_place);
            }
        )*
        $(
            impl Sealed for crate::$curve::Config {}

            #[doc = concat!("The pairing of `", stringify!($pairing_type), "`.")]
            impl CompiledPairing for crate::$curve::Config {
                secant_engine::for_each_pairing_operation!(delegate_to_family);
            }
        )?
    )*};
}

crate::for_each_curve!(compiled);

impl Host for Plain {
    fn msm<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<G, HostError> {
        equal_counts(bases, scalars)?;
        Ok(recast_one(G::Compiled::msm(recast(bases), scalars)?))
    }

    fn mul<G: HostedGroup>(base: &G::Affine, scalar: &[u64]) -> Result<G, HostError> {
        Ok(recast_one(G::Compiled::mul(&recast_one(*base), scalar)?))
    }

    fn mul_in_subgroup<G: HostedGroup>(base: &G, scalar: &G::ScalarField) -> Result<G, HostError> {
        Ok(recast_one(G::Compiled::mul_in_subgroup(&recast_one(*base), scalar)?))
    }

    fn is_in_subgroup<G: HostedGroup>(point: &G::Affine) -> Result<bool, HostError> {
        Ok(G::Compiled::is_in_subgroup(&recast_one(*point)))
    }

    fn normalize<G: HostedGroup>(points: &[G]) -> Result<Vec<G::Affine>, HostError> {
        Ok(recast_vec(G::Compiled::normalize_each(recast(points))))
    }

    fn multi_miller_loop<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Of<E>]) -> Result<E::Target, HostError> {
        equal_counts(p, q)?;
        Ok(E::Compiled::multi_miller_loop(recast(p), recast(q), &[]))
    }

    fn final_exponentiation<E: HostedPairing>(f: &E::Target) -> Result<E::Target, HostError> {
        E::Compiled::final_exponentiation(f).ok_or(HostError::ZeroMillerLoop)
    }

    fn lines<E: HostedPairing>(q: &G2Of<E>) -> Option<LinesOf<E>> {
        E::Compiled::lines(&recast_one(*q))
    }

    fn multi_miller_loop_prepared<E: HostedPairing>(
        p: &[G1Of<E>],
        q: &[G2Prepared<E>],
    ) -> Result<E::Target, HostError> {
        equal_counts(p, q)?;
        let (mut first, mut second, mut known) = (Vec::new(), Vec::new(), Vec::new());
        for (p, q) in p.iter().zip(q) {
            match q.lines() {
                Some(lines) => known.push((recast_one(*p), lines)),
                None => {
                    first.push(recast_one(*p));
                    second.push(recast_one(*q.point()));
                }
            }
        }
        Ok(E::Compiled::multi_miller_loop(&first, &second, &known))
    }

    fn multi_pairing_prepared<E: HostedPairing>(p: &[G1Of<E>], q: &[G2Prepared<E>]) -> Result<E::Target, HostError> {
        Self::final_exponentiation::<E>(&Self::multi_miller_loop_prepared::<E>(p, q)?)
    }

    fn multi_exp<E: HostedPairing>(elements: &[E::Target], exponents: &[E::Fr]) -> Result<E::Target, HostError> {
        equal_counts(elements, exponents)?;
        Ok(E::Compiled::multi_exp(elements, exponents))
    }

    fn exp<E: HostedPairing>(element: &E::Target, exponent: &E::Fr) -> Result<E::Target, HostError> {
        Ok(E::Compiled::exp(element, exponent))
    }

    fn exp_each<E: HostedPairing>(elements: &[E::Target], exponents: &[E::Fr]) -> Result<Vec<E::Target>, HostError> {
        equal_counts(elements, exponents)?;
        Ok(E::Compiled::exp_each(elements, exponents))
    }
}
