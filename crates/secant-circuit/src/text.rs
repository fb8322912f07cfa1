//! Statements as text: the terms of sums and the pairs of products of pairings, as people write them and as Ethereum's
//! precompiled contracts take them.
//!
//! A line of integers holds one term or pair: hexadecimal integers separated by spaces. They are `x` and `y` of a point
//! and its scalar, or the six coordinates of a pair. A line that is a single string of digits holds the same integers
//! one after the other, each with all its bytes, for one term or several. `0x` may precede every integer and string.
//! Empty lines are ignored, and the strings of pairs may continue on the next line.
//!
//! The coordinates of the identity are zeros, as in EIP-196, EIP-197 and EIP-2537.

use crate::{
    curve::{Coordinates, Parameters},
    pairing::{Bls12_381, Bn254, Fp2Of, PairingCurve, model::Pair},
};
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::PrimeField;
use num_bigint::BigUint;
use std::str::from_utf8;

/// Why a text is not a statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// The bytes are not text.
    #[error("it is not text in UTF-8, from byte {at} on{hint}")]
    Utf8 {
        /// The first byte that is not text.
        at: usize,
        /// What the bytes may be.
        hint: &'static str,
    },
    /// A word has characters that are not hexadecimal digits.
    #[error("line {line}: {found:?} is not in hexadecimal digits")]
    Digits {
        /// The line, from 1 on.
        line: usize,
        /// The word's beginning.
        found: String,
    },
    /// A line has too few integers, or too many.
    #[error(
        "line {line} has {found} integers where {expected} are expected ({what}), or one string with {digits} digits for each \
         term"
    )]
    Integers {
        /// The line, from 1 on.
        line: usize,
        /// How many it has.
        found: usize,
        /// How many a term has.
        expected: usize,
        /// Which these are.
        what: &'static str,
        /// The digits of a term as one string.
        digits: usize,
    },
    /// A string of digits ends within a term or pair.
    #[error("line {line}: {found} hexadecimal digits where a multiple of {expected} is expected: {what}")]
    Length {
        /// The line that it ends in, from 1 on.
        line: usize,
        /// How many digits there are.
        found: usize,
        /// How many digits a term or pair has.
        expected: usize,
        /// What these are.
        what: &'static str,
    },
    /// A coordinate is too large.
    #[error("line {line}: a coordinate is not below the modulus of the curve's field")]
    Coordinate {
        /// The line, from 1 on.
        line: usize,
    },
    /// A point is not on the curve, or not in the group.
    #[error(
        "line {line}: {which} is not a point of its group: is it of another curve, or are its coordinates in another order?"
    )]
    Point {
        /// The line, from 1 on.
        line: usize,
        /// Which of the line's points.
        which: &'static str,
    },
    /// There is nothing to sum.
    #[error("it has no points: one a line is expected, {what}")]
    Empty {
        /// What a line has.
        what: &'static str,
    },
    /// There are too many terms or pairs.
    #[error("it has more than {most} {what}")]
    Many {
        /// How many are allowed.
        most: usize,
        /// What there are too many of.
        what: &'static str,
    },
}

/// What a term consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Points alone.
    Points,
    /// Points and scalars.
    Multiples,
}

impl Terms {
    const fn integers(self) -> usize {
        match self {
            Self::Points => 2,
            Self::Multiples => 3,
        }
    }

    const fn what(self) -> &'static str {
        match self {
            Self::Points => "x and y of a point",
            Self::Multiples => "x and y of a point and its scalar",
        }
    }
}

/// The lines that have words, with their numbers from 1 on.
fn lines(text: &[u8]) -> Result<impl Iterator<Item = (usize, &str)>, TextError> {
    let text = from_utf8(text).map_err(|e| TextError::Utf8 {
        at: e.valid_up_to() + 1,
        hint: match text {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "; it seems to be UTF-16",
            _ => "",
        },
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A carriage return and a line feed have an empty line between them, which has no words.
    let lines = text.split('\n').enumerate();
    let lines = lines.flat_map(|(i, line)| line.split('\r').map(move |line| (i + 1, line)));
    Ok(lines.filter(|(_, line)| !line.trim().is_empty()))
}

/// The words of a line, without `0x`. They have hexadecimal digits only.
fn words(line: usize, text: &str) -> Result<Vec<&str>, TextError> {
    /// How many characters of a word an error shows.
    const SHOWN: usize = 24;
    let is_alone = text.split_whitespace().nth(1).is_none();
    text.split_whitespace()
        .map(|word| {
            let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
            let digits = digits.unwrap_or(word);
            // `0x` alone is a string of no bytes, but not an integer.
            if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) && (is_alone || !digits.is_empty()) {
                Ok(digits)
            } else {
                let found = word.chars().take(SHOWN).collect();
                Err(TextError::Digits { line, found })
            }
        })
        .collect()
}

/// The integer with these hexadecimal digits; zero if there are none.
fn integer(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default()
}

/// The terms of a sum over a curve, at most `most` of them. `None` is the identity; scalars are below the order.
///
/// # Errors
/// If the text has no terms, too many terms, or anything else.
pub fn terms(
    text: &[u8],
    parameters: &Parameters,
    kind: Terms,
    most: usize,
) -> Result<Vec<(Option<Coordinates>, BigUint)>, TextError> {
    let bytes = |x: &BigUint| x.bits().div_ceil(8) as usize;
    let (coordinate, scalar) = (2 * bytes(&parameters.modulus), 2 * bytes(&parameters.order));
    let (what, expected) = (kind.what(), kind.integers());
    let digits = 2 * coordinate + if kind == Terms::Multiples { scalar } else { 0 };
    let mut terms = Vec::new();
    for (line, text) in lines(text)? {
        let words = words(line, text)?;
        let strings: Vec<[&str; 3]> = match words[..] {
            [x, y] if expected == 2 => vec![[x, y, ""]],
            [x, y, scalar] if expected == 3 => vec![[x, y, scalar]],
            // One string with several terms.
            [all] if !all.is_empty() && all.len().is_multiple_of(digits) => {
                if all.len() / digits > most {
                    return Err(TextError::Many { most, what: "terms" });
                }
                let split = |term: usize| {
                    let term = &all[term * digits..(term + 1) * digits];
                    let (x, rest) = term.split_at(coordinate);
                    let (y, scalar) = rest.split_at(coordinate);
                    [x, y, scalar]
                };
                (0..all.len() / digits).map(split).collect()
            }
            [all] if all.len() > digits => {
                return Err(TextError::Length {
                    line,
                    found: all.len(),
                    expected: digits,
                    what,
                });
            }
            _ => {
                return Err(TextError::Integers {
                    line,
                    found: words.len(),
                    expected,
                    what,
                    digits,
                });
            }
        };
        if terms.len() + strings.len() > most {
            return Err(TextError::Many { most, what: "terms" });
        }
        for [x, y, scalar] in strings {
            let point = point(line, parameters, (integer(x), integer(y)))?;
            terms.push((point, integer(scalar) % &parameters.order));
        }
    }
    if terms.is_empty() {
        return Err(TextError::Empty { what });
    }
    Ok(terms)
}

fn point(line: usize, parameters: &Parameters, point: Coordinates) -> Result<Option<Coordinates>, TextError> {
    let zero = BigUint::ZERO;
    if point == (zero.clone(), zero) {
        return Ok(None);
    }
    if point.0 >= parameters.modulus || point.1 >= parameters.modulus {
        return Err(TextError::Coordinate { line });
    }
    if !parameters.contains(&point) {
        let which = "it";
        return Err(TextError::Point { line, which });
    }
    Ok(Some(point))
}

/// How Ethereum's precompiled contracts write the points of a curve with pairings.
pub trait Precompiled: PairingCurve {
    /// The number of bytes of a coordinate, which is big-endian.
    const BYTES: usize;
    /// The positions of the coefficients of 1 and `u` of an element of the quadratic extension.
    const ORDER: [usize; 2];
}

/// EIP-197.
impl Precompiled for Bn254 {
    const BYTES: usize = 32;
    const ORDER: [usize; 2] = [1, 0];
}

/// EIP-2537.
impl Precompiled for Bls12_381 {
    const BYTES: usize = 64;
    const ORDER: [usize; 2] = [0, 1];
}

/// The number of coordinates of a pair.
const COORDINATES: usize = 6;

/// The pairs of a product of pairings, at most `most` of them; none if the text has none. All points are in their
/// groups.
///
/// # Errors
/// If the text has too many pairs, or anything else.
pub fn pairs<C: Precompiled>(text: &[u8], most: usize) -> Result<Vec<Pair<C>>, TextError> {
    let mut pairs = Vec::new();
    let mut strings = Strings::default();
    for (line, text) in lines(text)? {
        let words = words(line, text)?;
        let is_whole = strings.digits.len().is_multiple_of(digits::<C>());
        if let (true, &[a, b, c, d, e, f]) = (is_whole, &words[..]) {
            strings.move_to::<C>(&mut pairs)?;
            pairs.push(pair::<C>(line, [a, b, c, d, e, f])?);
        } else {
            strings.digits.extend(words);
            strings.ends.push((strings.digits.len(), line));
        }
        if pairs.len() + strings.digits.len() / digits::<C>() > most {
            return Err(TextError::Many { most, what: "pairs" });
        }
    }
    strings.move_to::<C>(&mut pairs)?;
    Ok(pairs)
}

/// The number of digits of a pair as one string.
const fn digits<C: Precompiled>() -> usize {
    2 * C::BYTES * COORDINATES
}

/// Strings that follow each other. They are read only when their end is known: a string that has lost a digit should be
/// reported as too short, not as a string of other coordinates.
#[derive(Default)]
struct Strings {
    digits: String,
    /// For each line, the number of digits up to its end, and the number of the line.
    ends: Vec<(usize, usize)>,
}

impl Strings {
    fn move_to<C: Precompiled>(&mut self, pairs: &mut Vec<Pair<C>>) -> Result<(), TextError> {
        let Self { digits: all, ends } = std::mem::take(self);
        let expected = digits::<C>();
        if !all.len().is_multiple_of(expected) {
            return Err(TextError::Length {
                line: ends.last().map_or(1, |&(_, line)| line),
                found: all.len(),
                expected,
                what: "x and y of a point of the first group and of one of the second, whose coordinates are two each",
            });
        }
        for i in 0..all.len() / expected {
            let at = |coordinate: usize| i * expected + coordinate * 2 * C::BYTES;
            let end = ends.partition_point(|&(end, _)| end < at(COORDINATES));
            let coordinates = std::array::from_fn(|j| &all[at(j)..at(j + 1)]);
            pairs.push(pair::<C>(ends[end].1, coordinates)?);
        }
        Ok(())
    }
}

/// A pair from its coordinates, in Ethereum's order.
fn pair<C: Precompiled>(line: usize, digits: [&str; COORDINATES]) -> Result<Pair<C>, TextError> {
    let modulus: BigUint = C::Fp::MODULUS.into();
    let mut c = [C::Fp::from(0u64); COORDINATES];
    for (c, digits) in c.iter_mut().zip(digits) {
        let x = integer(digits);
        if x >= modulus {
            return Err(TextError::Coordinate { line });
        }
        *c = C::Fp::from(x);
    }
    let of = |at: usize| Fp2Of::<C>::new(c[at + C::ORDER[0]], c[at + C::ORDER[1]]);
    let outside = |which| move || TextError::Point { line, which };
    Ok((
        in_group(c[0], c[1]).ok_or_else(outside("the pair's first point"))?,
        in_group(of(2), of(4)).ok_or_else(outside("the pair's second point"))?,
    ))
}

/// The point of a group with these coordinates; zeros are the identity. `None` if it is not in the group.
fn in_group<G: SWCurveConfig>(x: G::BaseField, y: G::BaseField) -> Option<Affine<G>> {
    let zero = G::BaseField::default();
    if (x, y) == (zero, zero) {
        return Some(Affine::identity());
    }
    let point = Affine::<G>::new_unchecked(x, y);
    (point.is_on_curve() && point.is_in_correct_subgroup_assuming_on_curve()).then_some(point)
}

#[cfg(test)]
mod tests;
