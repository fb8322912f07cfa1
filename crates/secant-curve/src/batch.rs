//! Operations on many points at once. They run in place, whatever the host of the curve: on eight points side by side
//! where the CPU has lanes, and on the threads of the caller's rayon pool with the feature `parallel`.

use crate::{
    Compiled, HostError, HostedGroup,
    host::equal_counts,
    raw::{recast, recast_one, recast_vec},
};
use alloc::vec::Vec;
use ark_serialize::{SerializationError, Validate};
use secant_engine::ExceptionalAddition;

/// `scalars[i] * bases[i]`: integer multiples, exact for every point of the curve, in the prime-order subgroup or not.
///
/// # Errors
/// [`HostError::UnequalCounts`], and [`HostError::ExceptionalAddition`] for a multiple at infinity of an incomplete
/// twisted Edwards curve.
///
/// ```
/// use ark_ec::{AffineRepr, CurveGroup};
/// use secant_curve::{batch, secp256k1::{Fr, Projective, Affine}};
///
/// let bases = [Affine::generator(); 3];
/// let multiples: Vec<Projective> = batch::mul_each(&bases, &[Fr::from(2), Fr::from(3), Fr::from(5)])?;
/// assert_eq!(multiples[0] + multiples[1], multiples[2]);
/// # Ok::<(), secant_curve::HostError>(())
/// ```
pub fn mul_each<G: HostedGroup>(bases: &[G::Affine], scalars: &[G::ScalarField]) -> Result<Vec<G>, HostError> {
    equal_counts(bases, scalars)?;
    Ok(recast_vec(G::Compiled::mul_each(recast(bases), scalars)?))
}

/// The affine form of many points, as `CurveGroup::normalize_batch` gives it. About a thousand points share one
/// inversion.
///
/// ```
/// use ark_ec::CurveGroup;
/// use ark_std::UniformRand;
/// use secant_curve::{batch, bls12_381::G1Projective};
///
/// let points: Vec<G1Projective> = (0..20).map(|_| G1Projective::rand(&mut ark_std::test_rng())).collect();
/// assert_eq!(batch::normalize(&points), G1Projective::normalize_batch(&points));
/// ```
pub fn normalize<G: HostedGroup>(points: &[G]) -> Vec<G::Affine> {
    recast_vec(G::Compiled::normalize_each(recast(points)))
}

/// Whether each point is on its curve. The identity is.
///
/// Coordinates must be canonical, as [`Raw::check`](crate::Raw::check) asks of bytes from elsewhere.
pub fn are_on_curve<G: HostedGroup>(points: &[G::Affine]) -> Vec<bool> {
    G::Compiled::are_on_curve(recast(points))
}

/// Whether each point is in the prime-order subgroup of its curve.
///
/// The points must be on their curve (see [`are_on_curve`]); for other points the answer is meaningless. For points on
/// the curve the answer is exact, whatever their order.
///
/// ```
/// use ark_ec::AffineRepr;
/// use secant_curve::{batch, bls12_381::{Fq, G1Affine, G1Projective}};
///
/// // (0, 2) has order three.
/// let points = [G1Affine::generator(), G1Affine::new_unchecked(Fq::from(0), Fq::from(2)), G1Affine::zero()];
/// assert_eq!(batch::are_on_curve::<G1Projective>(&points), [true, true, true]);
/// assert_eq!(batch::are_in_subgroup::<G1Projective>(&points), [true, false, true]);
/// ```
pub fn are_in_subgroup<G: HostedGroup>(points: &[G::Affine]) -> Vec<bool> {
    G::Compiled::are_in_subgroup(recast(points))
}

/// Decodes many compressed points, each as `deserialize_with_mode` of the point's type does: with the same points and
/// the same errors, in the order of the encodings. Trailing bytes after an encoding are ignored, as they are there.
///
/// With [`Validate::No`] a point may be outside the subgroup, but is on its curve.
///
/// # Errors
/// Each entry has its own result.
///
/// ```
/// use ark_ec::AffineRepr;
/// use ark_serialize::{CanonicalSerialize, Validate};
/// use secant_curve::{batch, bls12_381::{G2Affine, G2Projective}};
///
/// let (g, mut good): (G2Affine, _) = (G2Affine::generator(), vec![]);
/// g.serialize_compressed(&mut good)?;
/// let points = batch::decompress::<G2Projective, _>(&[&good[..], &[0; 96], &good[1..]], Validate::Yes);
/// assert!(matches!(points[..], [Ok(p), Err(_), Err(_)] if p == g));
/// # Ok::<(), ark_serialize::SerializationError>(())
/// ```
pub fn decompress<G: HostedGroup, B: AsRef<[u8]>>(
    encodings: &[B],
    validate: Validate,
) -> Vec<Result<G::Affine, SerializationError>> {
    let encodings: Vec<_> = encodings.iter().map(AsRef::as_ref).collect();
    let points = G::Compiled::decompress(&encodings, validate);
    points.into_iter().map(|point| point.map(recast_one)).collect()
}

/// Multi-scalar multiplication with fixed bases, such as the points of a prover's reference string: see
/// [`secant_engine::FixedBaseMsm`].
pub struct FixedBaseMsm<G: HostedGroup>(secant_engine::FixedBaseMsm<G::Compiled>);

impl<G: HostedGroup> FixedBaseMsm<G> {
    /// See [`secant_engine::FixedBaseMsm::new`], which says how much memory `levels` take.
    pub fn new(bases: &[G::Affine], levels: usize) -> Self {
        Self(G::Compiled::prepare_bases(recast(bases), levels))
    }

    /// The bases.
    pub fn bases(&self) -> Vec<G::Affine> {
        self.0.bases().into_iter().map(recast_one).collect()
    }

    /// See [`secant_engine::FixedBaseMsm::msm`].
    ///
    /// # Errors
    /// See there.
    pub fn msm(&self, scalars: &[G::ScalarField]) -> Result<G, ExceptionalAddition> {
        G::Compiled::msm_of_prepared(&self.0, scalars).map(recast_one)
    }
}

/// Multiplication of one base by many scalars: see [`secant_engine::FixedBase`].
pub struct FixedBase<G: HostedGroup>(secant_engine::FixedBase<G::Compiled>);

impl<G: HostedGroup> FixedBase<G> {
    /// See [`secant_engine::FixedBase::new`].
    pub fn new(base: &G::Affine, count: usize) -> Self {
        Self(G::Compiled::prepare_base(&recast_one(*base), count))
    }

    /// See [`secant_engine::FixedBase::mul_each`].
    ///
    /// # Errors
    /// See there.
    pub fn mul_each(&self, scalars: &[G::ScalarField]) -> Result<Vec<G>, ExceptionalAddition> {
        G::Compiled::mul_each_of_prepared(&self.0, scalars).map(recast_vec)
    }
}
