//! Structured reference strings of KZG over BN254, from files.

use crate::Error;
use halo2_axiom::{
    SerdeFormat,
    arithmetic::CurveAffine,
    halo2curves::{
        bn256::{Bn256, Fr, G1, G1Affine, G2Affine},
        ff::Field,
        group::{Curve, Group, prime::PrimeCurveAffine},
        pairing::{Engine, MillerLoopResult, MultiMillerLoop},
        serde::SerdeObject,
    },
    poly::{
        commitment::{Params, ParamsProver},
        kzg::commitment::ParamsKZG,
    },
};
use rand::{CryptoRng, RngCore, rngs::OsRng};
use sha2::{Digest, Sha256};
use std::{borrow::Cow, fs, path::Path};

/// The powers of a secret that nobody may know, in the exponents of generators.
#[derive(Clone, Debug)]
pub struct Srs(ParamsKZG<Bn256>);

/// `2^28` is the largest domain of the scalar field.
const MOST_K: u32 = 28;
/// The bytes of an uncompressed point.
const G1_BYTES: usize = 64;
const G2_BYTES: usize = 128;

impl Srs {
    /// A reference string that is good for tests alone: its secret was known in this process.
    ///
    /// # Panics
    /// For `k` of more than 28.
    pub fn unsafe_local(k: u32, rng: impl RngCore + CryptoRng) -> Self {
        Self(ParamsKZG::setup(k, rng))
    }

    /// From a file: halo2's own form, its points compressed or raw, or the powers of tau of snarkjs (`.ptau`).
    ///
    /// All points are checked to be on their curves and in their subgroups, and to be powers of one secret; in halo2's form,
    /// the second half to be the first in the other basis. Of powers of tau those for `2^k` rows are taken, if `k` is given.
    ///
    /// # Errors
    /// If the file cannot be read, or is not such a string.
    pub fn read(path: &Path, k: Option<u32>) -> Result<Self, Error> {
        let contents = |what: &str| Error::Contents {
            path: path.display().to_string(),
            what: what.to_owned(),
        };
        let bytes = fs::read(path).map_err(|source| Error::file(path, source))?;
        let params = if bytes.starts_with(b"ptau") {
            ptau(&bytes, k).map_err(contents)?
        } else {
            halo2(&bytes).map_err(contents)?
        };
        check(&params).map_err(contents)?;
        Ok(Self(params))
    }

    /// Writes it in halo2's raw form.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        fs::write(path, self.to_bytes()).map_err(|source| Error::file(path, source))
    }

    /// In halo2's raw form.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // A vector takes whatever is written.
        let _ = self.0.write_custom(&mut bytes, SerdeFormat::RawBytes);
        bytes
    }

    /// From what [`Self::to_bytes`] gave, not checked again.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        halo2(bytes).ok().map(Self)
    }

    /// It is for circuits of up to `2^k` rows.
    pub fn k(&self) -> u32 {
        self.0.k()
    }

    /// As halo2 has it.
    pub fn params(&self) -> &ParamsKZG<Bn256> {
        &self.0
    }

    /// SHA-256 of the secret's power in the second group and of `k`: what keys depend on.
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.k().to_le_bytes());
        hash.update(self.0.g2().to_raw_bytes());
        hash.update(self.0.s_g2().to_raw_bytes());
        hash.finalize().into()
    }

    /// The part for `2^k` rows.
    pub(super) fn of_rows(&self, k: u32) -> Result<Cow<'_, ParamsKZG<Bn256>>, Error> {
        match k {
            _ if k == self.k() => Ok(Cow::Borrowed(&self.0)),
            _ if k < self.k() => {
                let mut params = self.0.clone();
                params.downsize(k);
                Ok(Cow::Owned(params))
            }
            _ => Err(Error::DoesNotFit(format!(
                "the circuit has 2^{k} rows, and the reference string is for up to 2^{}",
                self.k()
            ))),
        }
    }
}

/// halo2's form: `k`, powers, Lagrange's basis, two points of the second group.
fn halo2(bytes: &[u8]) -> Result<ParamsKZG<Bn256>, &'static str> {
    let k = bytes
        .first_chunk()
        .map(|k| u32::from_le_bytes(*k))
        .ok_or("it is too short")?;
    if k > MOST_K {
        return Err("it is no reference string: its first four bytes are no k");
    }
    let points = 2usize << k;
    let format = match bytes.len() - 4 {
        len if len == points * G1_BYTES + 2 * G2_BYTES => SerdeFormat::RawBytes,
        len if len == (points * G1_BYTES + 2 * G2_BYTES) / 2 => SerdeFormat::Processed,
        _ => return Err("its length is not that of a reference string of its k"),
    };
    ParamsKZG::read_custom(&mut &bytes[..], format).map_err(|_| "a point is not on its curve")
}

/// snarkjs's form: sections, of which the first is the header, the second and third the powers in the groups.
fn ptau(bytes: &[u8], k: Option<u32>) -> Result<ParamsKZG<Bn256>, &'static str> {
    const SHORT: &str = "it is too short";
    let word = |at: usize| -> Result<u32, &'static str> {
        let word = bytes.get(at..).and_then(|rest| rest.first_chunk()).ok_or(SHORT)?;
        Ok(u32::from_le_bytes(*word))
    };
    let mut sections: [Option<&[u8]>; 4] = [None; 4];
    let mut at = 12;
    for _ in 0..word(8)? {
        let size = bytes.get(at + 4..).and_then(|rest| rest.first_chunk()).ok_or(SHORT)?;
        let size = usize::try_from(u64::from_le_bytes(*size)).map_err(|_| SHORT)?;
        let end = (at + 12).checked_add(size).ok_or(SHORT)?;
        let section = bytes.get(at + 12..end).ok_or(SHORT)?;
        if let Some(place) = sections.get_mut(word(at)? as usize) {
            *place = Some(section);
        }
        at = end;
    }
    let [_, Some(mut header), Some(g1), Some(g2)] = sections else {
        return Err("a section of the powers of tau is missing");
    };
    let mut read = |len: usize| {
        let (head, rest) = header.split_at_checked(len)?;
        header = rest;
        Some(head)
    };
    let number = |bytes: &[u8]| bytes.first_chunk().map(|n| u32::from_le_bytes(*n));
    let len = read(4).and_then(number).ok_or(SHORT)?;
    let modulus = read(len as usize).ok_or(SHORT)?;
    if modulus != base_modulus() {
        return Err("its powers of tau are not of BN254");
    }
    let power = read(4).and_then(number).ok_or(SHORT)?;
    let k = k.unwrap_or(power);
    if k > power || k > MOST_K {
        return Err("it has too few powers of tau");
    }
    let g = g1.get(..G1_BYTES << k).ok_or(SHORT)?;
    let g: Vec<G1Affine> = g
        .chunks_exact(G1_BYTES)
        .map(|point| G1Affine::from_raw_bytes(point).ok_or("a point is not on its curve"))
        .collect::<Result<_, _>>()?;
    let point = |i: usize| {
        let bytes = g2.get(i * G2_BYTES..(i + 1) * G2_BYTES).ok_or(SHORT)?;
        G2Affine::from_raw_bytes(bytes).ok_or("a point is not on its curve")
    };
    // An empty string only lends the constructor.
    let params = ParamsKZG::<Bn256>::setup(1, OsRng);
    Ok(params.from_parts(k, g, None, point(0)?, point(1)?))
}

/// The modulus of the points' coordinates, the least byte first.
fn base_modulus() -> Vec<u8> {
    use halo2_axiom::halo2curves::{bn256::Fq, ff::PrimeField};
    let minus_one = -Fq::ONE;
    let mut bytes = minus_one.to_repr().as_ref().to_vec();
    // It is odd.
    bytes[0] += 1;
    bytes
}

/// Whether all points are powers of one secret, with random factors.
fn check(params: &ParamsKZG<Bn256>) -> Result<(), &'static str> {
    let (g, n) = (params.get_g(), params.n() as usize);
    if g.len() != n || bool::from(g[0].is_identity()) || g[0] != G1Affine::generator() {
        return Err("its first point is not the generator");
    }
    // Reading does not check this for every form.
    if !g.iter().all(|point| point.is_on_curve().into()) {
        return Err("a point is not on its curve");
    }
    let (g2, s_g2) = (params.g2(), params.s_g2());
    if !bool::from(g2.is_on_curve() & s_g2.is_on_curve()) {
        return Err("a point is not on its curve");
    }
    let in_subgroup = |p: &G2Affine| bool::from((p.to_curve() * -Fr::ONE + p.to_curve()).is_identity());
    if bool::from(g2.is_identity() | s_g2.is_identity()) || !in_subgroup(&g2) || !in_subgroup(&s_g2) {
        return Err("a point is not in its subgroup");
    }
    // e(sum c_i g_(i + 1), g2) = e(sum c_i g_i, s g2)
    let factors: Vec<Fr> = (1..n).map(|_| Fr::random(OsRng)).collect();
    let sum =
        |points: &[G1Affine]| -> G1Affine { halo2_axiom::arithmetic::best_multiexp(&factors, points).to_affine() };
    let (low, high) = (sum(&g[..n - 1]), sum(&g[1..]));
    if pairings_differ((high, g2), (low, s_g2)) {
        return Err("its points are not the powers of one secret");
    }
    // A polynomial's commitment is the same in both bases.
    let values: Vec<Fr> = (0..n).map(|_| Fr::random(OsRng)).collect();
    let domain = halo2_axiom::poly::EvaluationDomain::<Fr>::new(1, params.k());
    let lagrange = domain.lagrange_from_vec(values);
    let blind = halo2_axiom::poly::commitment::Blind::default();
    let of_values: G1 = params.commit_lagrange(&lagrange, blind);
    let of_coefficients: G1 = ParamsProver::commit(params, &domain.lagrange_to_coeff(lagrange), blind);
    if of_values != of_coefficients {
        return Err("its Lagrange basis is not that of its powers");
    }
    Ok(())
}

fn pairings_differ((a, b): (G1Affine, G2Affine), (c, d): (G1Affine, G2Affine)) -> bool {
    let (b, d) = (b.into(), d.into());
    let product = <Bn256 as MultiMillerLoop>::multi_miller_loop(&[(&a, &b), (&-c, &d)]).final_exponentiation();
    !bool::from(<Bn256 as Engine>::Gt::is_identity(&product))
}
