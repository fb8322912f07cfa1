//! Finds the format and the curve of three files from their contents.
//!
//! snarkjs names the curve. gnark does not: there the sizes tell the curve, because the lengths in the file must lead
//! exactly to its end. BLS12-381 and BLS12-377 have the same sizes, so their coordinates decide. If all coordinates are
//! below the modulus of the smaller field, the file is taken for the curve over that field. A coordinate of BLS12-381
//! is below it with probability 1/15; a verification key has at least ten coordinates, a proof four. Then the points of
//! G1 must be on the curve. A compressed point must have an `x` that some point has.
//!
//! Detection only names the curve. The files are then read and checked in full for that curve, so files made to mislead
//! detection are refused at that step.

use super::gnark::Flag;
use super::{CurveName, Error, File, Files, Form, Format, gnark, snarkjs, text};
use alloc::vec::Vec;
use num_bigint::BigUint;

/// Finds the format and the curve of three files.
///
/// The format is that of the verification key. A gnark proof may be compressed where the verification key is raw, and
/// the other way round: each file says which form it has.
///
/// This reads as little as it can to decide. A format and curve found here do not mean that the
/// files can be read: [`Groth16Files::read`](super::Groth16Files::read) checks everything.
///
/// # Errors
/// If a file is of no known format or curve, or if the files disagree about either.
pub fn detect(files: &Files<'_>) -> Result<(Format, CurveName), Error> {
    if family(files)? == Family::Snarkjs {
        return Ok((Format::Snarkjs, snarkjs::curve(files)?));
    }
    let (vk, form) = best(File::Vk, files.vk, vk_layout)?;
    // Four coordinates are too few to reject a proof that may be over the key's curve.
    let on_curve = |layout: Layout| layout.on_curve(files.proof, vk);
    if !proof_layout(files.proof, vk).is_some_and(on_curve) {
        let (proof, _) = best(File::Proof, files.proof, proof_layout)?;
        if proof != vk {
            return Err(Error::CurveMismatch { vk, proof });
        }
    }
    if files.public.is_empty() {
        return Err(empty_or(File::Public, files.public));
    }
    public_layout(files.public, vk).ok_or(Error::PublicLayout { vk })?;
    Ok((Format::Gnark(form), vk))
}

/// Why gnark's files could not be read for the expected curve, if the reason is that they are over another one. This
/// runs only after an error, so a guess about the proof's curve is good enough.
pub(super) fn another_curve(files: &Files<'_>, expected: CurveName) -> Option<Error> {
    let (vk, _) = best(File::Vk, files.vk, vk_layout).ok()?;
    let layout = |curve| proof_layout(files.proof, curve);
    // If all coordinates fit the smaller of two fields, they are hardly of the larger one.
    let is_of_key = |other: CurveName| {
        vk.base_modulus() < other.base_modulus() && layout(vk).is_some_and(|layout| layout.fits(files.proof, vk))
    };
    let can_be_over = |curve| {
        layout(curve).is_some_and(|layout| layout.fits(files.proof, curve) && layout.on_curve(files.proof, curve))
    };
    match best(File::Proof, files.proof, proof_layout) {
        Ok((proof, _)) if proof != vk && !is_of_key(proof) && can_be_over(proof) => {
            Some(Error::CurveMismatch { vk, proof })
        }
        _ if vk != expected => Some(Error::WrongCurve { found: vk, expected }),
        _ => None,
    }
}

/// The tool that wrote the files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Snarkjs,
    Gnark,
}

/// Whether the files are text or binary; all three must agree. A file that is too long is neither.
pub(super) fn family(files: &Files<'_>) -> Result<Family, Error> {
    for (file, bytes) in files.each() {
        check_length(file, bytes)?;
    }
    let [_, proof, public] = files.each();
    if text::is_json(files.vk) {
        expect_json(proof.0, proof.1)?;
        expect_json(public.0, public.1)?;
        return Ok(Family::Snarkjs);
    }
    for (file, bytes) in files.each() {
        if text::is_utf16(bytes) {
            return Err(utf16(file));
        }
    }
    for (file, bytes) in [proof, public] {
        if text::is_json(bytes) {
            let file = match best(File::Vk, files.vk, vk_layout) {
                Err(error @ (Error::UnknownFormat { .. } | Error::Empty { .. })) => return Err(error),
                _ => file,
            };
            let expected = "binary";
            return Err(Error::FormatMismatch { file, expected });
        }
    }
    Ok(Family::Gnark)
}

/// Checks that a file is snarkjs text, judged by its beginning, and is not too long.
pub(super) fn expect_json(file: File, bytes: &[u8]) -> Result<(), Error> {
    check_length(file, bytes)?;
    if text::is_json(bytes) {
        Ok(())
    } else if text::is_utf16(bytes) {
        Err(utf16(file))
    } else if bytes.is_empty() || file == File::Vk {
        Err(empty_or(file, bytes))
    } else {
        let expected = "JSON";
        Err(Error::FormatMismatch { file, expected })
    }
}

fn check_length(file: File, bytes: &[u8]) -> Result<(), Error> {
    let (limit, found) = (file.limit(), bytes.len());
    if found > limit {
        return Err(Error::TooLong { file, limit, found });
    }
    Ok(())
}

fn utf16(file: File) -> Error {
    let found = "UTF-16";
    Error::Encoding { file, found }
}

/// The error for a file of unknown format.
fn empty_or(file: File, bytes: &[u8]) -> Error {
    if bytes.is_empty() {
        Error::Empty { file }
    } else {
        Error::UnknownFormat { file }
    }
}

/// Where the points of a gnark file are, as far as detection reads them.
struct Layout {
    form: Form,
    /// Offset and group of each.
    points: Vec<(usize, Group)>,
}

#[derive(Clone, Copy)]
enum Group {
    G1,
    G2,
}

/// The curve that a file is taken for: the only curve with its sizes, or else the first curve that all coordinates fit
/// and that the points can be on.
fn best(file: File, bytes: &[u8], layout: fn(&[u8], CurveName) -> Option<Layout>) -> Result<(CurveName, Form), Error> {
    let fits = |curve| layout(bytes, curve).map(|layout| (curve, layout));
    let candidates: Vec<_> = CurveName::ALL.into_iter().filter_map(fits).collect();
    match candidates.as_slice() {
        [] => Err(empty_or(file, bytes)),
        [(curve, layout)] => Ok((*curve, layout.form)),
        several => several
            .iter()
            .find(|(curve, layout)| layout.fits(bytes, *curve) && layout.on_curve(bytes, *curve))
            .map(|(curve, layout)| (*curve, layout.form))
            .ok_or(Error::UnknownPoints { file }),
    }
}

/// A pass over a file that reads only lengths.
struct Walk<'a> {
    bytes: &'a [u8],
    offset: usize,
    g1: usize,
    g2: usize,
    layout: Layout,
}

impl<'a> Walk<'a> {
    fn new(bytes: &'a [u8], curve: CurveName) -> Option<Self> {
        let (flag, _) = Flag::split(*bytes.first()?, curve.spare_bits())?;
        let g1 = flag.form().coordinates() * curve.base_width();
        Some(Self {
            bytes,
            offset: 0,
            g1,
            g2: g1 * curve.twist_degree(),
            layout: Layout {
                form: flag.form(),
                points: Vec::new(),
            },
        })
    }

    /// Records a point and skips it.
    fn point(&mut self, group: Group) -> Option<()> {
        self.layout.points.push((self.offset, group));
        self.skip(
            1,
            match group {
                Group::G1 => self.g1,
                Group::G2 => self.g2,
            },
        )
    }

    fn skip(&mut self, count: u32, size: usize) -> Option<()> {
        let size = usize::try_from(count).ok()?.checked_mul(size)?;
        self.offset = self.offset.checked_add(size)?;
        (self.offset <= self.bytes.len()).then_some(())
    }

    fn u32(&mut self) -> Option<u32> {
        let bytes = self.bytes.get(self.offset..)?.first_chunk()?;
        self.offset += 4;
        Some(u32::from_be_bytes(*bytes))
    }

    /// The number of bytes left.
    fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    fn end(self) -> Option<Layout> {
        (self.offset == self.bytes.len()).then_some(self.layout)
    }
}

/// The layout of a verification key of any version.
fn vk_layout(bytes: &[u8], curve: CurveName) -> Option<Layout> {
    use Group::{G1, G2};
    // A key may have any number of points in K; this many are enough to tell curves apart.
    const ENOUGH: u32 = 16;
    let mut walk = Walk::new(bytes, curve)?;
    for group in [G1, G1, G2, G2, G1, G2] {
        walk.point(group)?;
    }
    let length = walk.u32()?;
    let looked_at = length.min(ENOUGH);
    for _ in 0..looked_at {
        walk.point(G1)?;
    }
    walk.skip(length - looked_at, walk.g1)?;
    if walk.left() > 0 {
        for _ in 0..walk.u32()? {
            let wires = walk.u32()?;
            walk.skip(wires, 8)?;
        }
        let pair = walk.g2.checked_mul(2)?;
        let keys = if walk.left() == pair { 1 } else { walk.u32()? };
        walk.skip(keys, pair)?;
    }
    walk.end()
}

/// The layout of a proof of any version, or of the output of `MarshalSolidity`.
fn proof_layout(bytes: &[u8], curve: CurveName) -> Option<Layout> {
    let mut walk = Walk::new(bytes, curve)?;
    walk.point(Group::G1)?;
    walk.point(Group::G2)?;
    walk.point(Group::G1)?;
    if walk.left() > 0 {
        let points = walk.left() / walk.g1;
        let uncounted = walk.layout.form == Form::Raw && points > 1 && points * walk.g1 == walk.left();
        let commitments = if uncounted {
            u32::try_from(points - 1).ok()?
        } else {
            walk.u32()?
        };
        walk.skip(commitments, walk.g1)?;
        walk.point(Group::G1)?;
    }
    walk.end()
}

/// Whether the elements of a public or a full witness have the size of the curve's scalar field.
fn public_layout(bytes: &[u8], curve: CurveName) -> Option<()> {
    let width = curve.scalar_width();
    if gnark::is_counted_once(bytes, width) {
        return Some(());
    }
    let (header, values) = bytes.split_at_checked(12)?;
    let length = u32::from_be_bytes(*header.last_chunk()?);
    let size = usize::try_from(length).ok()?.checked_mul(width)?;
    (values.len() == size).then_some(())
}

impl Layout {
    /// Whether all coordinates of the recorded points are below the modulus of `curve`.
    fn fits(&self, bytes: &[u8], curve: CurveName) -> bool {
        self.all(bytes, curve, |_, _, _| true)
    }

    /// Whether, in addition, the recorded points of G1 are on `curve`, or can be if they are compressed.
    fn on_curve(&self, bytes: &[u8], curve: CurveName) -> bool {
        self.all(bytes, curve, |check, group, coefficients| match (group, coefficients) {
            // Uncompressed points of BN254 have no flag for infinity; infinity is two zeros.
            (Group::G1, [x, y]) if *x == BigUint::ZERO && *y == BigUint::ZERO => true,
            (Group::G1, [x, y]) => y * y % &check.modulus == check.y_squared(x),
            (Group::G1, [x]) => check.is_square(&check.y_squared(x)),
            _ => true,
        })
    }

    /// Whether all points have coordinates below the modulus and `holds` is true of them. Infinity has no coordinates.
    fn all(&self, bytes: &[u8], curve: CurveName, holds: fn(&Check, Group, &[BigUint]) -> bool) -> bool {
        let check = Check::new(curve, self.form);
        self.points.iter().all(|(offset, group)| {
            let point = bytes.get(*offset..).unwrap_or_default();
            check
                .coefficients(point, *group)
                .is_some_and(|coefficients| holds(&check, *group, &coefficients))
        })
    }
}

/// The arithmetic of a curve that is needed to see whether a point of G1 can be on it.
struct Check {
    curve: CurveName,
    form: Form,
    width: usize,
    modulus: BigUint,
    b: BigUint,
}

impl Check {
    fn new(curve: CurveName, form: Form) -> Self {
        let modulus = curve.base_modulus();
        Self {
            curve,
            form,
            width: curve.base_width(),
            b: curve.b(&modulus),
            modulus,
        }
    }

    /// The coefficients of the coordinates of the point at the start of `bytes`, if each is below the modulus and the
    /// point has the form of its file.
    fn coefficients(&self, bytes: &[u8], group: Group) -> Option<Vec<BigUint>> {
        let (flag, first) = Flag::split(*bytes.first()?, self.curve.spare_bits())?;
        if flag.form() != self.form {
            return None;
        }
        if matches!(flag, Flag::Infinity | Flag::RawInfinity) {
            return Some(Vec::new());
        }
        let degree = match group {
            Group::G1 => 1,
            Group::G2 => self.curve.twist_degree(),
        };
        let size = self.form.coordinates() * degree * self.width;
        let mut bytes = bytes.get(..size)?.to_vec();
        bytes.splice(..1, [first]);
        bytes
            .chunks(self.width)
            .map(BigUint::from_bytes_be)
            .map(|value| (value < self.modulus).then_some(value))
            .collect()
    }

    fn y_squared(&self, x: &BigUint) -> BigUint {
        (x * x % &self.modulus * x + &self.b) % &self.modulus
    }

    /// Euler's criterion; zero counts as a square.
    fn is_square(&self, value: &BigUint) -> bool {
        let half = &self.modulus >> 1u32;
        value.modpow(&half, &self.modulus) <= BigUint::from(1u32)
    }
}
