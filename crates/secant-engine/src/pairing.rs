//! Pairings of the BLS12, BN and BW6 families.
//!
//! A Miller loop takes affine points and computes their lines on the way, or takes second arguments as precomputed
//! [`Lines`]. The result is the element that arkworks 0.6 gives, not just one in the same class: line functions are
//! scaled in the same way.

/// The pairing of a family `$family<P: $params>` with embedding degree `6 $k`.
macro_rules! impl_pairing {
    ($family:ident, $params:ident, $k:literal) => {
        impl<P: $params> crate::pairing::PairingParams for $family<P> {
            type Fp = P::Fp;
            type Fr = P::Fr;
            type G1 = P::G1;
            type G2 = P::G2;
            type Target = TargetOf<P>;

            crate::for_each_pairing_operation!(implement_operations, $k, P::TWIST);
        }
    };
}

macro_rules! implement_operations {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {$(
        fn $name($($arg: $type),*) -> $result $body
    )*};
}

/// Calls `$callback!` with the operations of a pairing. It serves the trait [`PairingParams`](pairing::PairingParams),
/// its families, and code that compiles the operations elsewhere.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_pairing_operation {
    ($callback:ident) => {
        $crate::for_each_pairing_operation!($callback, 0, ());
    };
    ($callback:ident, $k:literal, $twist:expr) => {
        $callback! {
            /// The lines of a second argument that is used more than once; `None` for the identity.
            fn lines(
                q: &ark_ec::short_weierstrass::Affine<Self::G2>,
            ) -> Option<$crate::pairing::Lines<<Self::G2 as ark_ec::CurveConfig>::BaseField>> {
                $crate::pairing::lines::<Self, $k, _>(q)
            }

            /// The product of the Miller loops of all pairs `(ps[i], qs[i])`, over the shorter slice, and of the pairs
            /// in `known`, which have lines instead of a second argument. A pair with an identity counts as one.
            fn multi_miller_loop(
                ps: &[ark_ec::short_weierstrass::Affine<Self::G1>],
                qs: &[ark_ec::short_weierstrass::Affine<Self::G2>],
                known: &[$crate::pairing::KnownPair<
                    '_,
                    ark_ec::short_weierstrass::Affine<Self::G1>,
                    <Self::G2 as ark_ec::CurveConfig>::BaseField,
                >],
            ) -> Self::Target {
                $crate::pairing::multi_miller_loop::<Self, $k, _, _>($twist, ps, qs, known)
            }

            /// The final exponentiation; `None` for zero.
            fn final_exponentiation(f: &Self::Target) -> Option<Self::Target> {
                $crate::pairing::final_exponentiation::<Self, $k>(f)
            }

            /// `prod elements[i]^exponents[i]`, over the shorter slice, for elements of the target group. For others
            /// the result is unspecified.
            fn multi_exp(elements: &[Self::Target], exponents: &[Self::Fr]) -> Self::Target {
                $crate::gt::multi_exp::<Self, $k, _>(elements, exponents)
            }

            /// [`Self::multi_exp`] by a method that may not be the best.
            fn multi_exp_by(
                method: &$crate::pairing::MultiExpMethod,
                elements: &[Self::Target],
                exponents: &[Self::Fr],
            ) -> Self::Target {
                $crate::gt::multi_exp_by::<Self, $k, _>(method, elements, exponents)
            }

            /// `element^exponent` for an element of the target group. For others the result is unspecified.
            fn exp(element: &Self::Target, exponent: &Self::Fr) -> Self::Target {
                $crate::gt::exp::<Self, $k, _>(element, exponent)
            }

            /// `elements[i]^exponents[i]`, over the shorter slice, for elements of the target group. For others the
            /// result is unspecified.
            fn exp_each(elements: &[Self::Target], exponents: &[Self::Fr]) -> alloc::vec::Vec<Self::Target> {
                $crate::gt::exp_each::<Self, $k, _>(elements, exponents)
            }

            /// An element of the target group with a table of its powers, made for about `count` exponents.
            fn fixed_base(element: &Self::Target, count: usize) -> $crate::pairing::FixedBase<Self::Target> {
                $crate::gt::FixedBase::new::<Self, $k, Self::Fr>(element, count)
            }

            /// The powers of the element of `base` to all exponents.
            fn exp_each_of_fixed(
                base: &$crate::pairing::FixedBase<Self::Target>,
                exponents: &[Self::Fr],
            ) -> alloc::vec::Vec<Self::Target> {
                base.exp_each::<Self, $k, _>(exponents)
            }

            /// Whether each element is in the target group: the subgroup of prime order `r`.
            fn are_in_target_group(elements: &[Self::Target]) -> alloc::vec::Vec<bool> {
                $crate::gt::are_members::<Self, $k>(elements)
            }
        }
    };
}

pub mod bls12;
pub mod bn;
pub mod bw6;
mod eight;
mod lazy;
mod lines;
mod pairs;
mod prepared;
mod replay;
pub(crate) mod single;
mod single_loop;
mod six;
mod steps;
pub(crate) mod target;

pub use crate::gt::{Buckets, FixedBase, MultiExpMethod, Tower};
pub use crate::pairing::lazy::LazyRing;
pub use crate::pairing::lines::{Homogeneous, Line, Twist};
pub use crate::pairing::prepared::{KnownPair, Lines};
pub use crate::pairing::target::Sextic;
pub use crate::ring::{RingField, SmallBeta, SmallXi};
use crate::{
    pairing::{
        prepared::{ComputedAndKnown, Known, ReplayScalar, with_converted_lines},
        single::Single,
        single_loop::ScalarLoop,
        target::{MillerLoop, Target, TargetExt},
    },
    threads,
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{Field, PrimeField};
pub use bls12::Bls12;
pub use bn::Bn;
pub use bw6::Bw6;
pub(crate) use eight::{Coefficients, CubicOf, Eight, PackedTarget, XiOf};
use pairs::PairsLoop;
use replay::{ReplayEight, ReplaySix};
use secant_field::lanes::{Token, WithLanes, with_lanes};
pub(crate) use six::{RingOf, Six};
use steps::LaneLoop;

macro_rules! define_pairing_params {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {
        /// A pairing: its groups and its operations, which `for_each_pairing_operation!` lists. The families [`Bls12`],
        /// [`Bn`] and [`Bw6`] implement it, given the parameters of a curve.
        pub trait PairingParams: 'static + Sized + Send + Sync {
            /// The base field of the first group.
            type Fp: PrimeField;
            /// The scalar field of both groups.
            type Fr: PrimeField;
            /// The first group.
            type G1: SWCurveConfig<BaseField = Self::Fp, ScalarField = Self::Fr>;
            /// The second group.
            type G2: SWCurveConfig<ScalarField = Self::Fr>;
            /// The field that holds the target group.
            type Target: Sextic<Coefficient: RingField + LazyRing>;

            $(
                $(#[$doc])*
                fn $name($($arg: $type),*) -> $result;
            )*
        }
    };
}

crate::for_each_pairing_operation!(define_pairing_params);

/// A family's algorithms over a target field, for lanes and single elements alike.
pub(crate) trait Family<const K: i64>: Sized {
    /// The target field.
    type Target: Sextic<Coefficient: RingField + LazyRing>;

    /// How exponents are split into parts.
    const SPLIT: crate::gt::Split;

    /// Two powers of an element of the cyclotomic subgroup that are equal if and only if its order divides `r`.
    fn equal_in_target_group<F: Target>(f: &F) -> [F; 2];

    /// The Miller loop; `qs` are the second arguments of the pairs of `state` whose lines are not known.
    fn miller_loop<M: MillerLoop<CoefficientOf<Self, K>>>(
        state: &mut M,
        qs: &[(CoefficientOf<Self, K>, CoefficientOf<Self, K>)],
    ) -> M::Target;

    /// The rest of the final exponentiation, for an `f` that has been raised to the power of `p^(k/2) - 1`.
    fn hard_part<F: Target>(f: F) -> F;
}

type CoefficientOf<P, const K: i64> = <<P as Family<K>>::Target as Sextic>::Coefficient;

/// Pairs of points other than the identity, as coordinates.
struct Pairs<'a, F: Field> {
    twist: Twist,
    b: F,
    first: &'a [(F::BasePrimeField, F::BasePrimeField)],
    second: &'a [(F, F)],
    known: &'a [Known<'a, F>],
}

impl<F: Field> Clone for Pairs<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field> Copy for Pairs<'_, F> {}

struct MillerLoopOf<'a, P: Family<K>, const K: i64>(Pairs<'a, CoefficientOf<P, K>>);

impl<P: Family<K>, const K: i64> WithLanes for MillerLoopOf<'_, P, K> {
    type Output = P::Target;

    fn run<T: Token>(self, token: T) -> P::Target {
        let Pairs {
            twist,
            b,
            first,
            second,
            known,
        } = self.0;
        // Groups of eight pairs, and the rest.
        let lines: Vec<_> = known.iter().map(|(_, lines)| lines.for_lanes(token)).collect();
        let known = with_converted_lines(known, &lines);
        let many = first.len() + known.len() >= EIGHT_PAIRS_FROM;
        let eights = |pairs: usize| if many { pairs / 8 * 8 } else { 0 };
        let (first, rest_first) = first.split_at(eights(first.len()));
        let (second, rest) = second.split_at(first.len());
        let (known, rest_known) = known.split_at(eights(known.len()));
        let mut f: Option<Six<P::Target, T>> = None;
        let mut times = |g: Six<P::Target, T>| match &mut f {
            Some(f) => f.mul(&g),
            None => f = Some(g),
        };
        if !(rest.is_empty() && rest_known.is_empty()) {
            let embed = CoefficientOf::<P, K>::from_base_prime_field;
            let pairs = rest_first
                .iter()
                .zip(rest)
                .map(|((x, y), q)| ([embed(*x), embed(*y)], *q));
            let mut state = ComputedAndKnown {
                computed: LaneLoop::<P::Target, T, K>::new(token, twist, &b, pairs),
                known: ReplaySix::new(token, twist, rest_known),
            };
            times(P::miller_loop(&mut state, rest));
        }
        if !(first.is_empty() && known.is_empty()) {
            let mut state = ComputedAndKnown {
                computed: PairsLoop::<P::Target, T, K>::new(token, twist, &b, first, second),
                known: ReplayEight::new(token, twist, known),
            };
            for g in P::miller_loop(&mut state, second).store() {
                times(Six::load(token, &g));
            }
        }
        f.map_or(P::Target::ONE, |f| f.store())
    }
}

/// From this many pairs on, eight pairs in eight lanes beat the products of one pair side by side (measured: 16 pairs
/// take 0.74 to 0.95 times as long as 15 on the four curves; 8 pairs take longer).
const EIGHT_PAIRS_FROM: usize = 16;

/// Pairs that share the squarings of a Miller loop. More would gain less than a hundredth, and the lines of all pairs
/// take memory (up to 8 KiB a pair).
const PAIRS_TOGETHER: usize = 128;

/// The lines of a second argument for a family; `None` for the identity.
fn lines<P, const K: i64, G2>(q: &Affine<G2>) -> Option<Lines<CoefficientOf<P, K>>>
where
    P: Family<K>,
    G2: SWCurveConfig<BaseField = CoefficientOf<P, K>>,
{
    meter!("lines", P::Target);
    (!q.is_zero()).then(|| Lines::new::<P, K>(&G2::COEFF_B, (q.x, q.y)))
}

/// The Miller loop of a family over all pairs; a pair with an identity counts as one.
fn multi_miller_loop<P, const K: i64, G1, G2>(
    twist: Twist,
    ps: &[Affine<G1>],
    qs: &[Affine<G2>],
    known: &[KnownPair<'_, Affine<G1>, CoefficientOf<P, K>>],
) -> P::Target
where
    P: Family<K>,
    G1: SWCurveConfig<BaseField = <CoefficientOf<P, K> as Field>::BasePrimeField>,
    G2: SWCurveConfig<BaseField = CoefficientOf<P, K>>,
{
    meter!("Miller loops", P::Target, ps.len().min(qs.len()) + known.len());
    let (first, second): (Vec<_>, Vec<_>) = ps
        .iter()
        .zip(qs)
        .filter(|(p, q)| !p.is_zero() && !q.is_zero())
        .map(|(p, q)| ((p.x, p.y), (q.x, q.y)))
        .unzip();
    let known: Vec<_> = known
        .iter()
        .filter(|(p, _)| !p.is_zero())
        .map(|(p, lines)| ((p.x, p.y), *lines))
        .collect();
    // The loop over all pairs is the product of the loops over parts of them, since every step is multiplicative.
    let most = if first.is_empty() || known.is_empty() {
        PAIRS_TOGETHER
    } else {
        PAIRS_TOGETHER - 8
    };
    let size = (first.len() + known.len())
        .div_ceil(threads::count())
        .next_multiple_of(8)
        .min(most);
    let count = (first.len() + known.len()).div_ceil(size.max(1));
    // Each part gets its share of both kinds of pairs, in eights: computed pairs from the first part on, known pairs
    // from the last part on.
    let part = |len: usize, i: usize| {
        let size = len.div_ceil(count).next_multiple_of(8);
        len.min(size * i)..len.min(size * (i + 1))
    };
    let parts = threads::map(count, |i| {
        let computed = part(first.len(), i);
        miller_loop_together::<P, K>(Pairs {
            twist,
            b: G2::COEFF_B,
            first: &first[computed.clone()],
            second: &second[computed],
            known: &known[part(known.len(), count - 1 - i)],
        })
    });
    parts.into_iter().reduce(|f, g| f * g).unwrap_or(P::Target::ONE)
}

fn miller_loop_together<P: Family<K>, const K: i64>(pairs: Pairs<'_, CoefficientOf<P, K>>) -> P::Target {
    let Pairs {
        twist,
        b,
        first,
        second,
        known,
    } = pairs;
    with_lanes(MillerLoopOf::<P, K>(pairs)).unwrap_or_else(|| {
        let lines: Vec<_> = known.iter().map(|(_, lines)| lines.for_elements()).collect();
        let known = with_converted_lines(known, &lines);
        let pairs = first.iter().copied().zip(second.iter().copied());
        let mut state = ComputedAndKnown {
            computed: ScalarLoop::<P::Target, K>::new(twist, &b, pairs),
            known: ReplayScalar {
                twist,
                pairs: &known,
                at: 0,
            },
        };
        P::miller_loop(&mut state, second).store()
    })
}

struct HardPartOf<'a, P: Family<K>, const K: i64>(&'a P::Target);

impl<P: Family<K>, const K: i64> WithLanes for HardPartOf<'_, P, K> {
    type Output = P::Target;

    fn run<T: Token>(self, token: T) -> P::Target {
        P::hard_part(Six::load(token, self.0)).store()
    }
}

/// The final exponentiation of a family; `None` for zero.
fn final_exponentiation<P: Family<K>, const K: i64>(f: &P::Target) -> Option<P::Target> {
    meter!("final exponentiation", P::Target);
    let f = Single::load(f).conj().times(&Single::load(&f.inverse()?)).store();
    Some(with_lanes(HardPartOf::<P, K>(&f)).unwrap_or_else(|| P::hard_part(Single::load(&f)).store()))
}

/// The bits of a little-endian integer below its top bit, highest first.
fn bits_below_top(x: &[u64]) -> impl Iterator<Item = bool> + '_ {
    (0..crate::recode::bits(x).saturating_sub(1))
        .rev()
        .map(|i| (x[i / 64] >> (i % 64)) & 1 == 1)
}
