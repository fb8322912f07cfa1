//! The three binary files of gnark; see the [module](super) for their layout.

use super::curve::width;
use super::point::{At, BasePrime};
use super::{Error, Field as Place, File, FileCurve, FilePoint, Files, Form, Groth16Files};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::{Field, PrimeField};
use ark_groth16::{Proof, VerifyingKey};

/// What the most significant bits of an encoded point say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// Both coordinates follow; on curves with two spare bits, infinity is written so with zeros.
    Raw,
    /// Infinity in raw form, on curves with three spare bits or more.
    RawInfinity,
    /// `x` follows, and `y` is the smaller of the two.
    Smaller,
    /// `x` follows, and `y` is the larger of the two.
    Larger,
    /// Infinity in compressed form.
    Infinity,
}

impl Flag {
    /// Splits a point's first byte into its flag and the rest. gnark takes three bits where the
    /// base field leaves that many unused and two otherwise. `None` if the bits mean nothing, or
    /// if the field leaves too few.
    pub(super) fn split(first: u8, spare_bits: u64) -> Option<(Self, u8)> {
        let (bits, rest) = if spare_bits >= 3 {
            (first >> 5, first & 0b0001_1111)
        } else if spare_bits == 2 {
            (first >> 6, first & 0b0011_1111)
        } else {
            return None;
        };
        let flag = match (spare_bits, bits) {
            (2, 0b00) => Self::Raw,
            (2, 0b01) => Self::Infinity,
            (2, 0b10) => Self::Smaller,
            (2, 0b11) => Self::Larger,
            (_, 0b000) => Self::Raw,
            (_, 0b010) => Self::RawInfinity,
            (_, 0b100) => Self::Smaller,
            (_, 0b101) => Self::Larger,
            (_, 0b110) => Self::Infinity,
            _ => return None,
        };
        Some((flag, rest))
    }

    /// The form of the point that has this flag.
    pub(super) fn form(self) -> Form {
        match self {
            Self::Raw | Self::RawInfinity => Form::Raw,
            Self::Smaller | Self::Larger | Self::Infinity => Form::Compressed,
        }
    }
}

/// Reads the three files for `E`.
pub(super) fn read<E: FileCurve>(files: &Files<'_>) -> Result<Groth16Files<E>, Error> {
    let files = Groth16Files {
        vk: read_vk(files.vk)?,
        proof: read_proof(files.proof)?,
        public: read_public::<E>(files.public)?,
    };
    files.check_inputs()?;
    Ok(files)
}

fn read_vk<E: FileCurve>(bytes: &[u8]) -> Result<VerifyingKey<E>, Error> {
    let mut reader = Reader::points::<E>(File::Vk, bytes, "Alpha1")?;
    let alpha_g1 = reader.key_point("Alpha1")?;
    // Verification needs neither this nor Delta1; they are checked as points all the same.
    let _: E::G1Affine = reader.key_point("Beta1")?;
    let beta_g2 = reader.key_point("Beta2")?;
    let gamma_g2 = reader.key_point("Gamma2")?;
    let _: E::G1Affine = reader.key_point("Delta1")?;
    let delta_g2 = reader.key_point("Delta2")?;
    let gamma_abc_g1 = reader.list("K")?;
    if gamma_abc_g1.is_empty() {
        return Err(reader.at("K").malformed("a list of at least one point"));
    }
    reader.no_commitments("PublicAndCommitmentCommitted")?;
    reader.no_commitments("CommitmentKeys")?;
    reader.end()?;
    Ok(VerifyingKey {
        alpha_g1,
        beta_g2,
        gamma_g2,
        delta_g2,
        gamma_abc_g1,
    })
}

fn read_proof<E: FileCurve>(bytes: &[u8]) -> Result<Proof<E>, Error> {
    let mut reader = Reader::points::<E>(File::Proof, bytes, "Ar")?;
    let a = reader.point(Place::Named("Ar"))?;
    let b = reader.point(Place::Named("Bs"))?;
    let c = reader.point(Place::Named("Krs"))?;
    reader.no_commitments("Commitments")?;
    let pok: E::G1Affine = reader.point(Place::Named("CommitmentPok"))?;
    // gnark does not look at it without commitments. Any other point here would make two files of
    // one proof.
    if !pok.is_zero() {
        let expected = "the point at infinity, as it is without commitments";
        return Err(reader.at("CommitmentPok").malformed(expected));
    }
    reader.end()?;
    Ok(Proof { a, b, c })
}

fn read_public<E: FileCurve>(bytes: &[u8]) -> Result<Vec<E::ScalarField>, Error> {
    let mut reader = Reader {
        file: File::Public,
        form: Form::Raw,
        rest: bytes,
    };
    let public = reader.u32("the number of public values")?;
    let secret = reader.u32("the number of secret values")?;
    let length = reader.u32("the number of values")?;
    if secret != 0 {
        return Err(Error::SecretWitness { count: secret });
    }
    if length != public {
        let at = reader.at("the number of values");
        return Err(at.malformed("the number of public values"));
    }
    let width = width(u64::from(E::ScalarField::MODULUS_BIT_SIZE));
    reader.fits("the list of values", length, width)?;
    let mut inputs = Vec::with_capacity(length as usize);
    for index in 0..length as usize {
        let field = Place::Input(index);
        let file = File::Public;
        let bytes = reader.take(width, field)?;
        inputs.push(At { file, field }.element_from_bytes(bytes)?);
    }
    reader.end()?;
    Ok(inputs)
}

/// What is left of a file, with what its errors have to say about it.
struct Reader<'a> {
    file: File,
    /// The form of the file's first point, which all others must share.
    form: Form,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader of a file of `E`'s points, the first of which is `name`.
    fn points<E: FileCurve>(file: File, bytes: &'a [u8], name: &'static str) -> Result<Self, Error> {
        let form = Form::Raw;
        let rest = bytes;
        let mut reader = Self { file, form, rest };
        let field = Place::Named(name);
        let first = rest.first().ok_or(reader.truncated(field, 1))?;
        let flag = Flag::split(*first, spare_bits::<E::BaseField>());
        let (flag, _) = flag.ok_or(At { file, field }.malformed(POINT))?;
        reader.form = flag.form();
        Ok(reader)
    }

    fn at(&self, name: &'static str) -> At {
        let field = Place::Named(name);
        At { file: self.file, field }
    }

    fn truncated(&self, field: Place, expected: u64) -> Error {
        Error::Truncated {
            file: self.file,
            field,
            expected,
            found: self.rest.len() as u64,
        }
    }

    fn take(&mut self, count: usize, field: Place) -> Result<&'a [u8], Error> {
        let split = self.rest.split_at_checked(count);
        let (taken, rest) = split.ok_or(self.truncated(field, count as u64))?;
        self.rest = rest;
        Ok(taken)
    }

    fn u32(&mut self, name: &'static str) -> Result<u32, Error> {
        let field = Place::Named(name);
        let (taken, rest) = self.rest.split_first_chunk().ok_or(self.truncated(field, 4))?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*taken))
    }

    /// Checks that a list of `length` elements can be in what is left, before room is made for it.
    fn fits(&self, name: &'static str, length: u32, size: usize) -> Result<(), Error> {
        let expected = u64::from(length) * size as u64;
        if expected > self.rest.len() as u64 {
            return Err(self.truncated(Place::Named(name), expected));
        }
        Ok(())
    }

    fn end(&self) -> Result<(), Error> {
        let (file, count) = (self.file, self.rest.len());
        if count == 0 {
            Ok(())
        } else {
            Err(Error::TrailingBytes { file, count })
        }
    }

    /// Reads the length of a list that has one element per commitment.
    fn no_commitments(&mut self, name: &'static str) -> Result<(), Error> {
        let file = self.file;
        match self.u32(name)? {
            0 => Ok(()),
            count => Err(Error::Commitments { file, count }),
        }
    }

    fn key_point<P: FilePoint>(&mut self, name: &'static str) -> Result<P, Error> {
        let point = self.point(Place::Named(name))?;
        self.at(name).nonzero(point)
    }

    fn list<P: FilePoint>(&mut self, name: &'static str) -> Result<Vec<P>, Error> {
        let length = self.u32(name)?;
        self.fits(name, length, self.form.coordinates() * coordinate_size::<P>())?;
        let mut points = Vec::with_capacity(length as usize);
        for index in 0..length as usize {
            points.push(self.point(Place::Item(name, index))?);
        }
        Ok(points)
    }

    fn point<P: FilePoint>(&mut self, field: Place) -> Result<P, Error> {
        let at = At { file: self.file, field };
        let size = coordinate_size::<P>();
        let bytes = self.take(self.form.coordinates() * size, field)?;
        let (first, body) = bytes.split_first().ok_or(at.malformed(POINT))?;
        let (flag, first) = Flag::split(*first, spare_bits::<BasePrime<P>>())
            .filter(|(flag, _)| flag.form() == self.form)
            .ok_or(at.malformed(match self.form {
                Form::Compressed => "a compressed point as the file's first is",
                Form::Raw => "an uncompressed point as the file's first is",
            }))?;
        let zeros = first == 0 && body.iter().all(|byte| *byte == 0);
        let (x, y) = bytes.split_at_checked(size).ok_or(at.malformed(POINT))?;
        match flag {
            Flag::Infinity | Flag::RawInfinity if zeros => Ok(P::zero()),
            Flag::Infinity | Flag::RawInfinity => Err(at.malformed("infinity followed by zeros")),
            Flag::Raw if zeros && spare_bits::<BasePrime<P>>() == 2 => Ok(P::zero()),
            Flag::Raw => at.point(coordinate::<P>(at, x)?, coordinate::<P>(at, y)?),
            Flag::Smaller | Flag::Larger => {
                let mut x = x.to_vec();
                x.splice(..1, [first]);
                at.point_from_x(coordinate::<P>(at, &x)?, flag == Flag::Larger)
            }
        }
    }
}

const POINT: &str = "a point as gnark encodes it";

/// A coordinate: its coefficients from the highest down, each most significant byte first.
fn coordinate<P: FilePoint>(at: At, bytes: &[u8]) -> Result<P::BaseField, Error> {
    let width = width(u64::from(BasePrime::<P>::MODULUS_BIT_SIZE));
    let coefficients = bytes
        .chunks(width)
        .rev()
        .map(|bytes| at.element_from_bytes(bytes))
        .collect::<Result<Vec<BasePrime<P>>, _>>()?;
    <P as AffineRepr>::BaseField::from_base_prime_field_elems(coefficients).ok_or(at.malformed(POINT))
}

/// Bytes of a coordinate of `P`.
fn coordinate_size<P: FilePoint>() -> usize {
    let degree = P::BaseField::extension_degree() as usize;
    degree * width(u64::from(BasePrime::<P>::MODULUS_BIT_SIZE))
}

/// Bits of an encoded element of `F` that no element sets.
fn spare_bits<F: PrimeField>() -> u64 {
    let bits = u64::from(F::MODULUS_BIT_SIZE);
    8 * width(bits) as u64 - bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// gnark's tables of the leading bits, for fields that leave two bits and three or more.
    #[test]
    fn flags() {
        for byte in 0..=255u8 {
            let (two, three) = (Flag::split(byte, 2), Flag::split(byte, 3));
            assert_eq!(three, Flag::split(byte, 7));
            assert_eq!(Flag::split(byte, 1), None);
            let expected = match byte >> 6 {
                0 => Flag::Raw,
                1 => Flag::Infinity,
                2 => Flag::Smaller,
                _ => Flag::Larger,
            };
            assert_eq!(two, Some((expected, byte & 0x3f)));
            let expected = match byte >> 5 {
                0 => Some(Flag::Raw),
                2 => Some(Flag::RawInfinity),
                4 => Some(Flag::Smaller),
                5 => Some(Flag::Larger),
                6 => Some(Flag::Infinity),
                _ => None,
            };
            assert_eq!(three, expected.map(|flag| (flag, byte & 0x1f)));
        }
    }
}
