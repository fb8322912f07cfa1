//! The arkworks `Pairing` of every pairing-friendly curve.

use crate::host::{Host, HostError, HostedPairing, LinesOf};
use alloc::{sync::Arc, vec::Vec};
use ark_ec::{
    AffineRepr, CurveGroup,
    pairing::{MillerLoopOutput, Pairing, PairingOutput},
    short_weierstrass::{Affine, Projective},
};
use ark_ff::Field;
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate, Write,
};
use core::marker::PhantomData;
use educe::Educe;

/// A pairing-friendly curve of any family, as an arkworks [`Pairing`].
///
/// Made from a point, both prepared types hold only the affine point, and the Miller loop computes the lines. To
/// compute them in advance, see [`G2Prepared::with_lines`].
#[derive(Educe)]
#[educe(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PairingCurve<P>(PhantomData<fn() -> P>);

macro_rules! from_points {
    ($name:ident, $config:ident) => {
        impl<P: HostedPairing> Default for $name<P> {
            fn default() -> Self {
                Affine::generator().into()
            }
        }

        impl<'a, P: HostedPairing> From<&'a Affine<P::$config>> for $name<P> {
            fn from(p: &'a Affine<P::$config>) -> Self {
                (*p).into()
            }
        }

        impl<P: HostedPairing> From<Projective<P::$config>> for $name<P> {
            fn from(p: Projective<P::$config>) -> Self {
                p.into_affine().into()
            }
        }

        impl<'a, P: HostedPairing> From<&'a Projective<P::$config>> for $name<P> {
            fn from(p: &'a Projective<P::$config>) -> Self {
                p.into_affine().into()
            }
        }
    };
}

/// A point of the first group. It needs no preparation.
#[derive(Educe, CanonicalSerialize, CanonicalDeserialize)]
#[educe(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct G1Prepared<P: HostedPairing>(pub Affine<P::G1>);

impl<P: HostedPairing> From<Affine<P::G1>> for G1Prepared<P> {
    fn from(p: Affine<P::G1>) -> Self {
        Self(p)
    }
}

from_points! { G1Prepared, G1 }

/// A point of the second group, with or without the line functions of its Miller loop.
///
/// Made from a point it holds that point only, and a Miller loop computes the lines on its way. That is best for one
/// pairing. For several, [`Self::with_lines`] computes the lines once. Equality, hashes and encodings are those of the
/// point. A decoded value has no lines.
#[derive(Educe)]
#[educe(Clone, Debug, PartialEq, Eq, Hash)]
pub struct G2Prepared<P: HostedPairing> {
    point: Affine<P::G2>,
    #[educe(Debug(ignore), PartialEq(ignore), Hash(ignore))]
    lines: Option<Arc<LinesOf<P>>>,
}

impl<P: HostedPairing> G2Prepared<P> {
    /// The point with its lines (16 to 62 KiB, shared by clones) if the host computes in place. For a remote host it
    /// holds the point only. The result of the Miller loop is the same with and without lines.
    pub fn with_lines(point: Affine<P::G2>) -> Self {
        let lines = P::Host::lines::<P>(&point).map(Arc::new);
        Self { point, lines }
    }

    /// The point.
    pub fn point(&self) -> &Affine<P::G2> {
        &self.point
    }

    /// Its lines, if it has them. Only hosts that compute in place use them.
    pub fn lines(&self) -> Option<&LinesOf<P>> {
        self.lines.as_deref()
    }
}

impl<P: HostedPairing> From<Affine<P::G2>> for G2Prepared<P> {
    fn from(point: Affine<P::G2>) -> Self {
        Self { point, lines: None }
    }
}

from_points! { G2Prepared, G2 }

impl<P: HostedPairing> Valid for G2Prepared<P> {
    fn check(&self) -> Result<(), SerializationError> {
        self.point.check()
    }
}

impl<P: HostedPairing> CanonicalSerialize for G2Prepared<P> {
    fn serialize_with_mode<W: Write>(&self, writer: W, compress: Compress) -> Result<(), SerializationError> {
        self.point.serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        self.point.serialized_size(compress)
    }
}

impl<P: HostedPairing> CanonicalDeserialize for G2Prepared<P> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        Affine::deserialize_with_mode(reader, compress, validate).map(Self::from)
    }
}

/// The bounds that arkworks requires of the associated types, beyond [`HostedPairing`].
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
        match P::Host::multi_miller_loop_prepared::<P>(&p, &q) {
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
        match P::Host::multi_pairing_prepared::<P>(&p, &q) {
            Ok(f) => PairingOutput(f),
            Err(e) => panic!("{}: {e}", P::ID.name()),
        }
    }
}

/// A pairing with the product checks that verifiers need.
pub trait PairingCheck: Pairing {
    /// See [`pairing_check`].
    ///
    /// # Errors
    /// See there.
    fn pairing_check(p: &[Self::G1Affine], q: &[Self::G2Affine]) -> Result<bool, HostError>;

    /// See [`G2Prepared::with_lines`].
    fn with_lines(q: Self::G2Affine) -> Self::G2Prepared;

    /// [`pairing_check`] with points of the second group that may carry their lines. It takes less time if some of
    /// them, such as those of a verification key, are the same in many checks.
    ///
    /// # Errors
    /// See [`pairing_check`].
    ///
    /// ```
    /// use ark_ec::{AffineRepr, CurveGroup};
    /// use secant_curve::{PairingCheck, bls12_381::{Bls12_381, Fr, G1Affine, G2Affine}};
    ///
    /// type E = Bls12_381;
    ///
    /// // A BLS signature in the first group: e(hash, key) = e(signature, g).
    /// let (hash, g, secret) = (G1Affine::generator(), G2Affine::generator(), Fr::from(7u64));
    /// let (key, signature) = ((g * secret).into_affine(), (hash * secret).into_affine());
    /// let (key, minus_g) = (E::with_lines(key), E::with_lines(-g));
    /// assert!(E::pairing_check_prepared(&[hash, signature], &[key.clone(), minus_g.clone()])?);
    /// assert!(!E::pairing_check_prepared(&[hash, hash], &[key, minus_g])?);
    /// # Ok::<(), secant_curve::HostError>(())
    /// ```
    fn pairing_check_prepared(p: &[Self::G1Affine], q: &[Self::G2Prepared]) -> Result<bool, HostError>;
}

impl<P> PairingCheck for PairingCurve<P>
where
    P: HostedPairing<G2: ark_ec::CurveConfig<BaseField: Field<BasePrimeField = P::Fp>>>,
{
    fn pairing_check(p: &[Self::G1Affine], q: &[Self::G2Affine]) -> Result<bool, HostError> {
        P::Host::pairing_check::<P>(p, q)
    }

    fn with_lines(q: Self::G2Affine) -> Self::G2Prepared {
        G2Prepared::with_lines(q)
    }

    fn pairing_check_prepared(p: &[Self::G1Affine], q: &[Self::G2Prepared]) -> Result<bool, HostError> {
        crate::host::is_one::<P>(P::Host::multi_pairing_prepared::<P>(p, q))
    }
}

/// Whether the product of the pairings `e(p[i], q[i])` is one, which is what verifiers ask. It takes one final
/// exponentiation, and one call to a remote host. The product of no pairings is one.
///
/// The points must be on their curves. The answer is meaningful only for points of the subgroups (see
/// [`batch::are_in_subgroup`](crate::batch::are_in_subgroup)).
///
/// # Errors
/// [`HostError::UnequalCounts`], and the errors of a remote host.
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

type Points<P> = (Vec<crate::host::G1Of<P>>, Vec<G2Prepared<P>>);

fn collect<P: HostedPairing>(
    a: impl IntoIterator<Item = impl Into<G1Prepared<P>>>,
    b: impl IntoIterator<Item = impl Into<G2Prepared<P>>>,
) -> Points<P> {
    (
        a.into_iter().map(|p| p.into().0).collect(),
        b.into_iter().map(Into::into).collect(),
    )
}
