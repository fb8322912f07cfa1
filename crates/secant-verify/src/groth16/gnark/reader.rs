//! A binary file, read from its start.

use super::super::curve::width;
use super::super::point::{At, BasePrime, CHUNK, Unchecked, checked};
use super::super::{Batch, Error, Field as Place, File, FileCurve, FilePoint, Form};
use super::Flag;
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::{Field, PrimeField};

/// The rest of a file, with what its errors report.
pub(super) struct Reader<'a> {
    pub(super) file: File,
    /// The form of the file's first point; all others must have the same.
    form: Form,
    pub(super) rest: &'a [u8],
}

/// Encoded points, not checked yet.
#[derive(Clone, Copy)]
pub(super) struct Points<'a> {
    bytes: &'a [u8],
    form: Form,
}

impl<'a> Reader<'a> {
    /// A reader of a file without points.
    pub(super) fn new(file: File, bytes: &'a [u8]) -> Self {
        Self {
            file,
            form: Form::Raw,
            rest: bytes,
        }
    }

    /// A reader of a file with points of `E`, the first of which is `name`.
    pub(super) fn of_points<E: FileCurve>(file: File, bytes: &'a [u8], name: &'static str) -> Result<Self, Error> {
        let mut reader = Self::new(file, bytes);
        let field = Place::Named(name);
        let first = bytes.first().ok_or(reader.truncated(field, 1))?;
        let flag = Flag::split(*first, spare_bits::<E::BaseField>());
        let (flag, _) = flag.ok_or(At { file, field }.malformed(POINT))?;
        reader.form = flag.form();
        Ok(reader)
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    pub(super) fn at(&self, name: &'static str) -> At {
        let field = Place::Named(name);
        At { file: self.file, field }
    }

    pub(super) fn truncated(&self, field: Place, expected: u64) -> Error {
        Error::Truncated {
            file: self.file,
            field,
            expected,
            found: self.rest.len() as u64,
        }
    }

    pub(super) fn take(&mut self, count: usize, field: Place) -> Result<&'a [u8], Error> {
        let split = self.rest.split_at_checked(count);
        let (taken, rest) = split.ok_or(self.truncated(field, count as u64))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn u32(&mut self, name: &'static str) -> Result<u32, Error> {
        let field = Place::Named(name);
        let (taken, rest) = self.rest.split_first_chunk().ok_or(self.truncated(field, 4))?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*taken))
    }

    /// The bytes of a list of `length` elements. The length is checked before any memory is allocated for the elements.
    pub(super) fn list(&mut self, name: &'static str, length: u32, size: usize) -> Result<&'a [u8], Error> {
        let field = Place::Named(name);
        let expected = u64::from(length) * size as u64;
        if expected > self.rest.len() as u64 {
            return Err(self.truncated(field, expected));
        }
        self.take(length as usize * size, field)
    }

    pub(super) fn end(&self) -> Result<(), Error> {
        let (file, count) = (self.file, self.rest.len());
        if count == 0 {
            Ok(())
        } else {
            Err(Error::TrailingBytes { file, count })
        }
    }

    /// The length of a point in bytes.
    pub(super) fn size<P: FilePoint>(&self) -> usize {
        size::<P>(self.form)
    }

    /// One point.
    pub(super) fn point<P: FilePoint>(&mut self, name: &'static str) -> Result<Points<'a>, Error> {
        let bytes = self.take(self.size::<P>(), Place::Named(name))?;
        let form = self.form;
        Ok(Points { bytes, form })
    }

    /// A list of `length` points.
    pub(super) fn points<P: FilePoint>(&mut self, name: &'static str, length: u32) -> Result<Points<'a>, Error> {
        let bytes = self.list(name, length, self.size::<P>())?;
        let form = self.form;
        Ok(Points { bytes, form })
    }
}

impl Points<'_> {
    /// The number of points.
    pub(super) fn count<P: FilePoint>(self) -> usize {
        self.bytes.len() / size::<P>(self.form)
    }

    /// Checks and returns the points, in chunks.
    pub(super) fn check<B: Batch<P>, P: FilePoint>(
        self,
        file: File,
        place: impl Fn(usize) -> Place,
    ) -> Result<Vec<P>, Error> {
        let size = size::<P>(self.form);
        let mut points = Vec::with_capacity(self.bytes.len() / size);
        for (part, bytes) in self.bytes.chunks(CHUNK * size).enumerate() {
            let decoded = bytes.chunks(size).enumerate().map(|(i, bytes)| {
                let field = place(part * CHUNK + i);
                let at = At { file, field };
                Ok((at, decode(at, bytes, self.form)?))
            });
            points.extend(checked::<B, P>(&decoded.collect::<Result<Vec<_>, Error>>()?)?);
        }
        Ok(points)
    }

    /// Checks single points together.
    pub(super) fn check_each<B: Batch<P>, P: FilePoint, const N: usize>(
        file: File,
        points: [(&'static str, Self); N],
    ) -> Result<[P; N], Error> {
        let decoded = points.iter().map(|(name, point)| {
            let field = Place::Named(name);
            let at = At { file, field };
            Ok((at, decode(at, point.bytes, point.form)?))
        });
        let decoded = decoded.collect::<Result<Vec<_>, Error>>()?;
        let field = points
            .first()
            .map_or(Place::Named("Ar"), |(name, _)| Place::Named(name));
        checked::<B, P>(&decoded)?
            .try_into()
            .map_err(|_| At { file, field }.malformed(POINT))
    }
}

const POINT: &str = "a point as gnark encodes it";

fn decode<P: FilePoint>(at: At, bytes: &[u8], form: Form) -> Result<Unchecked<P>, Error> {
    let (first, body) = bytes.split_first().ok_or(at.malformed(POINT))?;
    let (flag, first) = Flag::split(*first, spare_bits::<BasePrime<P>>())
        .filter(|(flag, _)| flag.form() == form)
        .ok_or(at.malformed(match form {
            Form::Compressed => "a compressed point as the file's first is",
            Form::Raw => "an uncompressed point as the file's first is",
        }))?;
    let zeros = first == 0 && body.iter().all(|byte| *byte == 0);
    let (x, y) = bytes
        .split_at_checked(coordinate_size::<P>())
        .ok_or(at.malformed(POINT))?;
    match flag {
        Flag::Infinity | Flag::RawInfinity if zeros => Ok(Unchecked::Infinity),
        Flag::Infinity | Flag::RawInfinity => Err(at.malformed("infinity followed by zeros")),
        Flag::Raw if zeros && spare_bits::<BasePrime<P>>() == 2 => Ok(Unchecked::Infinity),
        Flag::Raw => Ok(Unchecked::Point(coordinate::<P>(at, x)?, coordinate::<P>(at, y)?)),
        Flag::Smaller | Flag::Larger => {
            let mut x = x.to_vec();
            x.splice(..1, [first]);
            Ok(Unchecked::Compressed(coordinate::<P>(at, &x)?, flag == Flag::Larger))
        }
    }
}

/// A coordinate: its coefficients from the highest down, each with the most significant byte first.
fn coordinate<P: FilePoint>(at: At, bytes: &[u8]) -> Result<P::BaseField, Error> {
    let width = width(u64::from(BasePrime::<P>::MODULUS_BIT_SIZE));
    let coefficients = bytes
        .chunks(width)
        .rev()
        .map(|bytes| at.element_from_bytes(bytes))
        .collect::<Result<Vec<BasePrime<P>>, _>>()?;
    <P as AffineRepr>::BaseField::from_base_prime_field_elems(coefficients).ok_or(at.malformed(POINT))
}

/// The length in bytes of a coordinate of `P`.
fn coordinate_size<P: AffineRepr>() -> usize {
    let degree = P::BaseField::extension_degree() as usize;
    degree * width(u64::from(BasePrime::<P>::MODULUS_BIT_SIZE))
}

/// The length in bytes of a point of `P`.
fn size<P: AffineRepr>(form: Form) -> usize {
    form.coordinates() * coordinate_size::<P>()
}

/// The number of leading bits that no encoded element of `F` sets.
fn spare_bits<F: PrimeField>() -> u64 {
    let bits = u64::from(F::MODULUS_BIT_SIZE);
    8 * width(bits) as u64 - bits
}

/// The point at infinity in raw form.
pub(in super::super) fn raw_infinity<P: AffineRepr>() -> Vec<u8> {
    let mut bytes = alloc::vec![0; size::<P>(Form::Raw)];
    if let Some(first) = bytes.first_mut() {
        *first = Flag::raw_infinity(spare_bits::<BasePrime<P>>());
    }
    bytes
}
