//! Pairings of the BLS12, BN and BW6 families.
//!
//! Miller loops take affine points and compute their lines on the way: nothing is prepared or stored. The
//! result is the element that arkworks 0.6 gives, not just one in the same class: line functions are
//! scaled as there.

pub mod bls12;
pub mod bn;
pub mod bw6;
mod lanes;
mod lazy;
mod lines;
mod scalar;
mod single;
mod target;

pub use crate::lanes::ring::{RingField, SmallBeta};
use crate::threads;
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{CyclotomicMultSubgroup, Field, PrimeField};
use lanes::{LaneLoop, PairsLoop, Six};
pub use lazy::LazyRing;
pub use lines::{Homogeneous, Line, Twist};
use scalar::ScalarLoop;
use secant_field::lanes::{Token, WithLanes, with_lanes};
use single::Single;
use target::{MillerLoop, Target, TargetExt};
pub use target::{Sextic, SmallXi};

/// A pairing-friendly curve as the engine needs it.
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
    type Target: CyclotomicMultSubgroup;

    /// The product of the Miller loops of all pairs, over the shorter slice; pairs with an identity count as one.
    fn multi_miller_loop(ps: &[Affine<Self::G1>], qs: &[Affine<Self::G2>]) -> Self::Target;

    /// The final exponentiation; `None` for zero.
    fn final_exponentiation(f: &Self::Target) -> Option<Self::Target>;
}

/// A family's algorithms over a target field, for lanes and single elements alike.
trait Family<const K: i64>: Sized {
    /// The target field.
    type Target: Sextic<Coefficient: RingField + LazyRing>;

    /// The Miller loop; `qs` are the second arguments of the pairs of `state`.
    fn miller_loop<M: MillerLoop<CoefficientOf<Self, K>>>(
        state: &mut M,
        qs: &[(CoefficientOf<Self, K>, CoefficientOf<Self, K>)],
    ) -> M::Target;

    /// The final exponentiation of `f` from `f^(p^(k/2) - 1)`.
    fn hard_part<F: Target>(f: F) -> F;
}

type CoefficientOf<P, const K: i64> = <<P as Family<K>>::Target as Sextic>::Coefficient;

/// Pairs without identities, as coordinates.
struct Pairs<'a, F: Field> {
    twist: Twist,
    b: F,
    first: &'a [(F::BasePrimeField, F::BasePrimeField)],
    second: &'a [(F, F)],
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
        } = self.0;
        // Eights of pairs, and the rest.
        let eights = if first.len() < EIGHT_PAIRS_FROM {
            0
        } else {
            first.len() / 8 * 8
        };
        let (first, rest_first) = first.split_at(eights);
        let (second, rest) = second.split_at(eights);
        let mut f: Option<Six<P::Target, T>> = None;
        let mut times = |g: Six<P::Target, T>| match &mut f {
            Some(f) => f.mul(&g),
            None => f = Some(g),
        };
        if !rest.is_empty() {
            let embed = CoefficientOf::<P, K>::from_base_prime_field;
            let pairs = rest_first
                .iter()
                .zip(rest)
                .map(|((x, y), q)| ([embed(*x), embed(*y)], *q));
            let mut state = LaneLoop::<P::Target, T, K>::new(token, twist, &b, pairs);
            times(P::miller_loop(&mut state, rest));
        }
        if !first.is_empty() {
            let mut state = PairsLoop::<P::Target, T, K>::new(token, twist, &b, first, second);
            for g in P::miller_loop(&mut state, second).store() {
                times(Six::load(token, &g));
            }
        }
        f.map_or(P::Target::ONE, |f| f.store())
    }
}

/// From so many pairs on, eights of them in lanes beat the products of one (measured: 16 pairs 0.74 to 0.95 times as
/// long as 15 on the four curves; 8 pairs longer).
const EIGHT_PAIRS_FROM: usize = 16;

/// Pairs that share the squarings of a Miller loop: more would gain less than a hundredth, and the lines of all take
/// memory (up to 8 KiB a pair).
const PAIRS_TOGETHER: usize = 128;

/// The Miller loop of a family over all pairs; those with an identity count as one.
fn multi_miller_loop<P, const K: i64, G1, G2>(twist: Twist, ps: &[Affine<G1>], qs: &[Affine<G2>]) -> P::Target
where
    P: Family<K>,
    G1: SWCurveConfig<BaseField = <CoefficientOf<P, K> as Field>::BasePrimeField>,
    G2: SWCurveConfig<BaseField = CoefficientOf<P, K>>,
{
    let (first, second): (Vec<_>, Vec<_>) = ps
        .iter()
        .zip(qs)
        .filter(|(p, q)| !p.is_zero() && !q.is_zero())
        .map(|(p, q)| ((p.x, p.y), (q.x, q.y)))
        .unzip();
    // The loop of all pairs is the product of the loops of parts: all it does to the product is multiplicative.
    let size = first
        .len()
        .div_ceil(threads::count())
        .next_multiple_of(8)
        .min(PAIRS_TOGETHER);
    let parts = threads::map(first.len().div_ceil(size.max(1)), |i| {
        let part = size * i..first.len().min(size * (i + 1));
        miller_loop_together::<P, K>(Pairs {
            twist,
            b: G2::COEFF_B,
            first: &first[part.clone()],
            second: &second[part],
        })
    });
    parts.into_iter().reduce(|f, g| f * g).unwrap_or(P::Target::ONE)
}

fn miller_loop_together<P: Family<K>, const K: i64>(pairs: Pairs<'_, CoefficientOf<P, K>>) -> P::Target {
    let Pairs {
        twist, first, second, ..
    } = pairs;
    with_lanes(MillerLoopOf::<P, K>(pairs)).unwrap_or_else(|| {
        let mut state =
            ScalarLoop::<P::Target, K>::new(twist, &pairs.b, first.iter().copied().zip(second.iter().copied()));
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
    let f = Single::load(f).conj().times(&Single::load(&f.inverse()?)).store();
    Some(with_lanes(HardPartOf::<P, K>(&f)).unwrap_or_else(|| P::hard_part(Single::load(&f)).store()))
}

/// The bits of a little-endian integer below its top bit, highest first.
fn bits_below_top(x: &[u64]) -> impl Iterator<Item = bool> + '_ {
    (0..crate::recode::bits(x).saturating_sub(1))
        .rev()
        .map(|i| (x[i / 64] >> (i % 64)) & 1 == 1)
}
