//! Decoding of inputs and encoding of results.

use super::Failure;
use ark_ec::CurveGroup;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use secant_abi::rfc0163::Error;
use secant_curve::{HostedGroup, batch};

/// Reads the element at the beginning of a buffer. A point may be off its curve.
pub fn element<T: CanonicalDeserialize>(bytes: &[u8]) -> Result<T, Error> {
    T::deserialize_uncompressed_unchecked(bytes).map_err(|_| Error::Decode)
}

/// Reads the elements of the list at the beginning of a buffer, and returns their bytes too. Points may be off their
/// curve.
pub fn list<T: CanonicalDeserialize>(bytes: &[u8], size: usize) -> Result<(Vec<T>, &[u8]), Error> {
    let elements = elements(bytes, size)?;
    let decoded = elements.chunks_exact(size).map(element).collect::<Result<_, _>>()?;
    Ok((decoded, elements))
}

/// The bytes of a list's elements, of `size` bytes each. The length that the list states is not trusted.
pub fn elements(bytes: &[u8], size: usize) -> Result<&[u8], Error> {
    let (count, elements) = bytes.split_first_chunk().ok_or(Error::Decode)?;
    usize::try_from(u64::from_le_bytes(*count))
        .ok()
        .and_then(|count| count.checked_mul(size))
        .and_then(|len| elements.get(..len))
        .ok_or(Error::Decode)
}

/// Reads the limbs of an integer.
pub fn integer(bytes: &[u8]) -> Result<Vec<u64>, Error> {
    let (limbs, []) = elements(bytes, 8)?.as_chunks() else {
        return Err(Error::Decode);
    };
    Ok(limbs.iter().map(|limb| u64::from_le_bytes(*limb)).collect())
}

/// Refuses points that are not on their curve.
pub fn check<G: HostedGroup>(points: &[G::Affine]) -> Result<(), Error> {
    if batch::are_on_curve::<G>(points).into_iter().all(|on_curve| on_curve) {
        Ok(())
    } else {
        Err(Error::Decode)
    }
}

/// The size of a point in bytes.
pub fn point_size<G: HostedGroup>() -> usize {
    G::Affine::default().uncompressed_size()
}

/// Writes an element to the beginning of `out`.
pub fn write<T: CanonicalSerialize>(element: &T, out: &mut [u8]) -> Result<(), Failure> {
    let out = out.get_mut(..element.uncompressed_size()).ok_or(Error::Encode)?;
    element.serialize_uncompressed(out).map_err(|_| Error::Encode.into())
}

/// Writes the affine form of a point to the beginning of `out`.
pub fn write_point<G: CurveGroup>(point: G, out: &mut [u8]) -> Result<(), Failure> {
    write(&point.into_affine(), out)
}
