//! Curves that a key gives by parameters.

use super::KeyFileError;
use core::fmt;
use der::{
    Decode, Reader, Tag,
    asn1::{AnyRef, BitStringRef, Null, ObjectIdentifier, OctetStringRef, UintRef},
};
use secant_gfp::{
    CurveError, MAX_BITS, Parameters, generator_y,
    named::{CurveMatch, Name},
};
use spki::AlgorithmIdentifier;

const PRIME_FIELD: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.1.1");

/// A curve given by its parameters, not checked yet.
#[derive(Clone, Copy, Debug)]
pub struct ExplicitCurve<'a> {
    parameters: Parameters<'a>,
    /// For a compressed generator, whether its second coordinate is odd; `y` of the parameters is empty then.
    y_is_odd: Option<bool>,
}

impl<'a> From<Parameters<'a>> for ExplicitCurve<'a> {
    fn from(parameters: Parameters<'a>) -> Self {
        Self {
            parameters,
            y_is_odd: None,
        }
    }
}

impl ExplicitCurve<'_> {
    /// The length of the field's modulus in bits.
    pub fn bits(&self) -> usize {
        let p = self.parameters.p;
        let zeros = p.iter().take_while(|&&byte| byte == 0).count();
        let top = p.get(zeros).map_or(0, |byte| byte.leading_zeros() as usize);
        8 * (p.len() - zeros) - top
    }

    /// Calls a function with the parameters, including both coordinates of the generator.
    ///
    /// # Errors
    /// If the generator is compressed and no such point exists, or the field is not a prime field.
    pub fn with_parameters<T>(&self, then: impl FnOnce(&Parameters<'_>) -> T) -> Result<T, CurveError> {
        let mut room = [0; MAX_BITS / 8];
        let mut parameters: Parameters<'_> = self.parameters;
        if let Some(is_odd) = self.y_is_odd {
            parameters.y = generator_y(&parameters, is_odd, &mut room)?;
        }
        Ok(then(&parameters))
    }

    /// The name of the curve that has all of these parameters.
    pub fn name(&self) -> Option<Name> {
        match self.with_parameters(Name::like) {
            Ok(Some(CurveMatch::Same(name))) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for ExplicitCurve<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name}, given by its parameters"),
            None => write!(f, "a curve of {} bits given by its parameters", self.bits()),
        }
    }
}

impl<'a> ExplicitCurve<'a> {
    /// Reads `ECParameters` (RFC 3279, section 2.3.5).
    pub(super) fn read(any: AnyRef<'a>) -> Result<Self, KeyFileError> {
        let fields = Fields::read(any)?;
        let (x, y, y_is_odd) = read_generator(fields.generator)?;
        Ok(Self {
            parameters: Parameters {
                p: fields.p,
                a: fields.a,
                b: fields.b,
                x,
                y,
                n: fields.n,
                // A missing cofactor is taken for one. Validation fails if it is not.
                h: fields.h.unwrap_or(&[1]),
            },
            y_is_odd,
        })
    }
}

/// The coordinates of a point. For a compressed point only the parity of the second is known.
type Coordinates<'a> = (&'a [u8], &'a [u8], Option<bool>);

/// The coordinates of a point in SEC 1 encoding.
fn read_generator(bytes: &[u8]) -> Result<Coordinates<'_>, KeyFileError> {
    match bytes.split_first() {
        Some((tag @ (2 | 3), x)) => Ok((x, &[], Some(tag & 1 == 1))),
        Some((tag @ (4 | 6 | 7), xy)) if xy.len() % 2 == 0 => {
            let (x, y) = xy.split_at(xy.len() / 2);
            // The last bit of a hybrid encoding's tag says whether the second coordinate is odd.
            if *tag != 4 && y.last().map_or(0, |last| last & 1) != tag & 1 {
                return Err(KeyFileError::Generator);
            }
            Ok((x, y, None))
        }
        _ => Err(KeyFileError::Generator),
    }
}

/// The relevant fields of `ECParameters`.
struct Fields<'a> {
    p: &'a [u8],
    a: &'a [u8],
    b: &'a [u8],
    generator: &'a [u8],
    n: &'a [u8],
    h: Option<&'a [u8]>,
}

impl<'a> Fields<'a> {
    fn read(any: AnyRef<'a>) -> Result<Self, KeyFileError> {
        any.sequence(|reader| -> Result<_, KeyFileError> {
            // The version says whether curve and generator can be verified to be random. Nothing here depends on it.
            u8::decode(reader)?;
            let p = reader.sequence(|reader| -> Result<_, KeyFileError> {
                let oid = ObjectIdentifier::decode(reader)?;
                if oid != PRIME_FIELD {
                    return Err(KeyFileError::Field(oid));
                }
                Ok(UintRef::decode(reader)?)
            })?;
            let (a, b) = reader.sequence(|reader| -> Result<_, KeyFileError> {
                let coefficients = (<&OctetStringRef>::decode(reader)?, <&OctetStringRef>::decode(reader)?);
                // The seed of the curve. The decoder accepts set bits among its unused ones, so this checks them.
                let seed = Option::<BitStringRef<'_>>::decode(reader)?;
                let is_der = |seed: BitStringRef<'_>| {
                    let last = seed.raw_bytes().last();
                    last.is_none_or(|last| last.trailing_zeros() >= seed.unused_bits().into())
                };
                if !seed.is_none_or(is_der) {
                    return Err(der::Error::from(Tag::BitString.value_error()).into());
                }
                Ok(coefficients)
            })?;
            let generator = <&OctetStringRef>::decode(reader)?;
            let n = UintRef::decode(reader)?;
            let h = Option::<UintRef<'_>>::decode(reader)?;
            // The hash function used with the seed. The decoder accepts padded numbers in its identifier, so this
            // checks them.
            let hash = Option::<AlgorithmIdentifier<Null>>::decode(reader)?;
            if hash.is_some_and(|hash| is_padded(&hash.oid)) {
                return Err(der::Error::from(Tag::ObjectIdentifier.value_error()).into());
            }
            Ok(Self {
                p: p.as_bytes(),
                a: a.as_bytes(),
                b: b.as_bytes(),
                generator: generator.as_bytes(),
                n: n.as_bytes(),
                h: h.map(|h| h.as_bytes()),
            })
        })
    }
}

/// Whether a number of an object identifier has a leading zero, which DER forbids.
fn is_padded(oid: &ObjectIdentifier) -> bool {
    let mut begins = true;
    oid.as_bytes().iter().any(|&byte| {
        let is_padding = begins && byte == 0x80;
        begins = byte < 0x80;
        is_padding
    })
}
