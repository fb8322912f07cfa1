//! The powers of tau in the format of snarkjs.
//!
//! A file has sections: the header, the powers in both groups, and, if it was prepared for circuits
//! (`powersoftau prepare phase2`), the Lagrange basis for every power of two of rows. Only the needed parts are read.

use super::{base_modulus, bases_agree};
use crate::Error;
use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, Fr, G1Affine, G2Affine},
        ff::{Field, PrimeField},
        serde::SerdeObject,
    },
    poly::kzg::commitment::ParamsKZG,
};
use std::io::{self, Read, Seek, SeekFrom};

/// Why a file cannot be used.
#[derive(Debug)]
pub enum Fault {
    /// What is wrong with the contents.
    Contents(&'static str),
    /// Why the file could not be read.
    File(io::Error),
}

impl Fault {
    /// Makes the error for a file, or for another source.
    pub fn of(self, path: &str) -> Error {
        let path = path.to_owned();
        match self {
            Self::Contents(what) => Error::Contents {
                path,
                what: what.to_owned(),
            },
            Self::File(source) => Error::File { path, source },
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => SHORT,
            _ => Self::File(error),
        }
    }
}

const SHORT: Fault = Fault::Contents("it is too short");

/// The bytes of an uncompressed point.
const G1_BYTES: u64 = 64;
const G2_BYTES: u64 = 128;

/// The numbers of sections.
const HEADER: u32 = 1;
const POWERS: u32 = 2;
const POWERS_IN_G2: u32 = 3;
const LAGRANGE: u32 = 12;

/// A part of a file.
#[derive(Clone, Copy)]
struct Section {
    start: u64,
    len: u64,
}

struct File<F> {
    file: F,
    /// The sections by their numbers. If a number occurs more than once, the last section counts.
    sections: [Option<Section>; LAGRANGE as usize + 1],
}

impl<F: Read + Seek> File<F> {
    fn new(mut file: F) -> Result<Self, Fault> {
        let end = file.seek(SeekFrom::End(0))?;
        let mut sections = [None; LAGRANGE as usize + 1];
        let mut bytes = [0; 12];
        file.seek(SeekFrom::Start(0))?;
        file.read_exact(&mut bytes)?;
        let [.., count] = words(&bytes);
        let mut start = bytes.len() as u64;
        for _ in 0..count {
            file.seek(SeekFrom::Start(start))?;
            file.read_exact(&mut bytes)?;
            let [id, low, high] = words(&bytes);
            start += bytes.len() as u64;
            let len = u64::from(high) << 32 | u64::from(low);
            let next = start.checked_add(len).filter(|&next| next <= end).ok_or(SHORT)?;
            if let Some(section) = sections.get_mut(id as usize) {
                *section = Some(Section { start, len });
            }
            start = next;
        }
        Ok(Self { file, sections })
    }

    fn section(&self, number: u32) -> Result<Section, Fault> {
        let section = self.sections[number as usize];
        section.ok_or(Fault::Contents("a section of the powers of tau is missing"))
    }

    /// Reads bytes of a section, if it has as many.
    fn read(&mut self, section: Section, from: u64, len: u64) -> Result<Vec<u8>, Fault> {
        if from.checked_add(len).is_none_or(|end| end > section.len) {
            return Err(SHORT);
        }
        self.file.seek(SeekFrom::Start(section.start + from))?;
        let mut bytes = Vec::new();
        // This reads no more than the file has, whatever its header says.
        self.file.by_ref().take(len).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == len {
            Ok(bytes)
        } else {
            Err(SHORT)
        }
    }

    fn points(&mut self, number: u32, from: u64, count: u64) -> Result<Vec<G1Affine>, Fault> {
        let section = self.section(number)?;
        let bytes = self.read(section, from * G1_BYTES, count * G1_BYTES)?;
        let points = bytes.chunks_exact(G1_BYTES as usize).map(G1Affine::from_raw_bytes);
        points.collect::<Option<_>>().ok_or(OFF_CURVE)
    }
}

const OFF_CURVE: Fault = Fault::Contents("a point is not on its curve");

fn words(bytes: &[u8; 12]) -> [u32; 3] {
    let (words, _) = bytes.as_chunks();
    [0, 1, 2].map(|i| u32::from_le_bytes(words[i]))
}

/// The powers for `2^k` rows, or for as many as there are.
pub fn read(file: impl Read + Seek, k: Option<u32>) -> Result<ParamsKZG<Bn256>, Fault> {
    let mut file = File::new(file)?;
    let section = file.section(HEADER)?;
    let modulus = base_modulus();
    let len = modulus.len() as u64;
    // The length of the modulus, the modulus, and the number of powers.
    let header = file.read(section, 0, 4 + len + 4)?;
    let (head, power) = header.split_at(4 + modulus.len());
    if head[4..] != modulus || head[..4] != (len as u32).to_le_bytes() {
        return Err(Fault::Contents("its powers of tau are not of BN254"));
    }
    let power = power
        .first_chunk()
        .map(|power| u32::from_le_bytes(*power))
        .ok_or(SHORT)?;
    let k = k.unwrap_or(power);
    if k > power || !(1..=super::MOST_K).contains(&k) {
        return Err(Fault::Contents("it has too few powers of tau"));
    }
    let section = file.section(POWERS_IN_G2)?;
    let bytes = file.read(section, 0, 2 * G2_BYTES)?;
    let (g2, s_g2) = bytes.split_at(G2_BYTES as usize);
    let [g2, s_g2] = [g2, s_g2].map(|bytes| G2Affine::from_raw_bytes(bytes).ok_or(OFF_CURVE));
    let (g2, s_g2) = (g2?, s_g2?);
    let g = file.points(POWERS, 0, 1 << k)?;
    if let Some(basis) = lagrange(&mut file, k) {
        // This string is not used, except that it lends its constructor.
        let params = ParamsKZG::<Bn256>::setup(1, rand::rngs::mock::StepRng::new(1, 1));
        let params = params.from_parts(k, g.clone(), Some(basis), g2, s_g2);
        if bases_agree(&params) {
            return Ok(params);
        }
    }
    Ok(secant_prover::from_powers(k, g, g2, s_g2))
}

/// The Lagrange basis for `2^k` rows in the order of halo2's roots of unity, if the file has it. The caller must check
/// it.
fn lagrange(file: &mut File<impl Read + Seek>, k: u32) -> Option<Vec<G1Affine>> {
    let n = 1u64 << k;
    // The bases for all smaller numbers of rows come before it.
    let points = file.points(LAGRANGE, n - 1, n).ok()?;
    let exponent = exponent_of_roots(k);
    let mut ordered = points.clone();
    for (i, point) in (0..n).zip(points) {
        ordered[(exponent.wrapping_mul(i) & (n - 1)) as usize] = point;
    }
    Some(ordered)
}

/// The exponent that turns halo2's root of unity for `2^k` rows into snarkjs's. snarkjs's roots are powers of 5, the
/// least nonsquare.
fn exponent_of_roots(k: u32) -> u64 {
    let odd = Fr::S - k;
    let root = |root: Fr| (0..odd).fold(root, |root, _| root.square());
    let exponent = (-Fr::ONE).to_repr();
    // (r - 1) / 2^28.
    let mut limbs: [u64; 4] = std::array::from_fn(|i| {
        let bytes = exponent.as_ref()[8 * i..].first_chunk();
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    });
    for i in 0..4 {
        let above = limbs.get(i + 1).map_or(0, |above| above << (64 - Fr::S));
        limbs[i] = limbs[i] >> Fr::S | above;
    }
    let theirs = root(Fr::from(5).pow_vartime(limbs));
    let ours = root(Fr::ROOT_OF_UNITY);
    let inverse = root(Fr::ROOT_OF_UNITY_INV);
    // One bit at a time, lowest first. The order of the rest shrinks with the bits that are left.
    let (mut exponent, mut left, mut power) = (0, theirs, inverse);
    debug_assert_eq!(ours * inverse, Fr::ONE, "one is the other's inverse");
    for bit in 0..k {
        if left.pow_vartime([1u64 << (k - 1 - bit)]) != Fr::ONE {
            exponent |= 1 << bit;
            left *= power;
        }
        power = power.square();
    }
    exponent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_powers_of_each_other() {
        for k in [0, 1, 2, 7, 20, 28] {
            let root = |root: Fr| (k..Fr::S).fold(root, |root, _| root.square());
            let ours = root(Fr::ROOT_OF_UNITY);
            let exponent = exponent_of_roots(k);
            assert!(exponent < 1 << k, "{k}");
            // 5^((r - 1) / 2^28), the root of unity in ffjavascript.
            let theirs = "19103219067921713944291392827692070036145651957329286315305642004821462161904";
            let theirs = theirs.bytes().fold(Fr::ZERO, |sum, digit| {
                sum * Fr::from(10) + Fr::from(u64::from(digit - b'0'))
            });
            assert_eq!(ours.pow_vartime([exponent]), root(theirs), "{k}");
        }
    }
}
