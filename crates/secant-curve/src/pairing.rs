//! The arkworks `Pairing` of every pairing-friendly curve.

use crate::host::{Host, HostError, HostedPairing};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr, CurveGroup,
    pairing::{MillerLoopOutput, Pairing, PairingOutput},
    short_weierstrass::{Affine, Projective},
};
use ark_ff::Field;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use core::marker::PhantomData;
use educe::Educe;

/// A pairing-friendly curve as an arkworks [`Pairing`], for every family.
///
/// Points are not prepared: both prepared types hold the affine point, and lines are computed where the
/// Miller loop runs.
#[derive(Educe)]
#[educe(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PairingCurve<P>(PhantomData<fn() -> P>);

macro_rules! prepared {
    ($(#[$doc:meta])* $name:ident, $config:ident) => {
        $(#[$doc])*
        #[derive(Educe, CanonicalSerialize, CanonicalDeserialize)]
        #[educe(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<P: HostedPairing>(pub Affine<P::$config>);

        impl<P: HostedPairing> Default for $name<P> {
            fn default() -> Self {
                Self(Affine::generator())
            }
        }

        impl<P: HostedPairing> From<Affine<P::$config>> for $name<P> {
            fn from(p: Affine<P::$config>) -> Self {
                Self(p)
            }
        }

        impl<'a, P: HostedPairing> From<&'a Affine<P::$config>> for $name<P> {
            fn from(p: &'a Affine<P::$config>) -> Self {
                Self(*p)
            }
        }

        impl<P: HostedPairing> From<Projective<P::$config>> for $name<P> {
            fn from(p: Projective<P::$config>) -> Self {
                Self(p.into_affine())
            }
        }

        impl<'a, P: HostedPairing> From<&'a Projective<P::$config>> for $name<P> {
            fn from(p: &'a Projective<P::$config>) -> Self {
                Self(p.into_affine())
            }
        }
    };
}

prepared! {
    /// A point of the first group, as it is.
    G1Prepared, G1
}
prepared! {
    /// A point of the second group, as it is.
    G2Prepared, G2
}

/// What arkworks asks of the pieces, beyond [`HostedPairing`].
impl<P> Pairing for PairingCurve<P>
where
    P: HostedPairing<G2: ark_ec::CurveConfig<BaseField: Field<BasePrimeField = P::Fp>>>,
{
    type BaseField = P::Fp;
    type ScalarField = P::Fr;
    type G1 = Projective<P::G1>;
    type G1Affine = Affine<P::G1>;
    type G1Prepared = G1Prepared<P>;
    type G2 = Projective<P::G2>;
    type G2Affine = Affine<P::G2>;
    type G2Prepared = G2Prepared<P>;
    type TargetField = P::Target;

    /// # Panics
    /// If the two lists differ in length (as arkworks does), or if a remote host fails.
    fn multi_miller_loop(
        a: impl IntoIterator<Item = impl Into<Self::G1Prepared>>,
        b: impl IntoIterator<Item = impl Into<Self::G2Prepared>>,
    ) -> MillerLoopOutput<Self> {
        let (p, q) = collect::<P>(a, b);
        match P::Host::multi_miller_loop::<P>(&p, &q) {
            Ok(f) => MillerLoopOutput(f),
            Err(e) => panic!("{}: {e}", P::ID.name()),
        }
    }

    /// # Panics
    /// If a remote host fails.
    fn final_exponentiation(f: MillerLoopOutput<Self>) -> Option<PairingOutput<Self>> {
        match P::Host::final_exponentiation::<P>(&f.0) {
            Ok(f) => Some(PairingOutput(f)),
            Err(HostError::ZeroMillerLoop) => None,
            Err(e) => panic!("{}: {e}", P::ID.name()),
        }
    }

    /// # Panics
    /// If the two lists differ in length (as arkworks does), if the Miller loop is zero (only for points
    /// outside the subgroup), or if a remote host fails.
    fn multi_pairing(
        a: impl IntoIterator<Item = impl Into<Self::G1Prepared>>,
        b: impl IntoIterator<Item = impl Into<Self::G2Prepared>>,
    ) -> PairingOutput<Self> {
        let (p, q) = collect::<P>(a, b);
        match P::Host::multi_pairing::<P>(&p, &q) {
            Ok(f) => PairingOutput(f),
            Err(e) => panic!("{}: {e}", P::ID.name()),
        }
    }
}

/// A pairing with [`pairing_check`].
pub trait PairingCheck: Pairing {
    /// See [`pairing_check`].
    ///
    /// # Errors
    /// See there.
    fn pairing_check(p: &[Self::G1Affine], q: &[Self::G2Affine]) -> Result<bool, HostError>;
}

impl<P> PairingCheck for PairingCurve<P>
where
    P: HostedPairing<G2: ark_ec::CurveConfig<BaseField: Field<BasePrimeField = P::Fp>>>,
{
    fn pairing_check(p: &[Self::G1Affine], q: &[Self::G2Affine]) -> Result<bool, HostError> {
        P::Host::pairing_check::<P>(p, q)
    }
}

/// Whether the product of the pairings `e(p[i], q[i])` is one, which is what verifiers ask: with one final
/// exponentiation, and in one call to a remote host. The product of no pairings is one.
///
/// The points must be on their curves; what the product says is about points of the subgroups
/// ([`batch::are_in_subgroup`](crate::batch::are_in_subgroup)).
///
/// # Errors
/// [`HostError::UnequalCounts`], and what a remote host refuses.
///
/// ```
/// use ark_ec::{AffineRepr, CurveGroup};
/// use secant_curve::{bls12_381::{Bls12_381, Fr, G1Affine, G2Affine}, pairing_check};
///
/// // A BLS signature: e(key, hash) = e(g, signature).
/// let (g, hash, secret) = (G1Affine::generator(), G2Affine::generator(), Fr::from(7u64));
/// let (key, signature) = ((g * secret).into_affine(), (hash * secret).into_affine());
/// assert!(pairing_check::<Bls12_381>(&[key, -g], &[hash, signature])?);
/// assert!(!pairing_check::<Bls12_381>(&[key, -g], &[hash, hash])?);
/// # Ok::<(), secant_curve::HostError>(())
/// ```
pub fn pairing_check<E: PairingCheck>(p: &[E::G1Affine], q: &[E::G2Affine]) -> Result<bool, HostError> {
    E::pairing_check(p, q)
}

type Points<P> = (Vec<crate::host::G1Of<P>>, Vec<crate::host::G2Of<P>>);

fn collect<P: HostedPairing>(
    a: impl IntoIterator<Item = impl Into<G1Prepared<P>>>,
    b: impl IntoIterator<Item = impl Into<G2Prepared<P>>>,
) -> Points<P> {
    (
        a.into_iter().map(|p| p.into().0).collect(),
        b.into_iter().map(|q| q.into().0).collect(),
    )
}
