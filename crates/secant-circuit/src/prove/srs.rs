//! Structured reference strings of KZG over BN254, from files.

mod ptau;

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
use ptau::Fault;
use rand::{CryptoRng, RngCore, rngs::OsRng};
use sha2::{Digest, Sha256};
use std::{
    fs,
    io::{Cursor, Read, Seek},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

/// The powers of a secret that nobody may know, as multiples of the generators.
#[derive(Clone, Debug)]
pub struct Srs {
    params: Arc<ParamsKZG<Bn256>>,
    /// The most recent part for fewer rows. It is kept because its Lagrange basis takes long to compute.
    part: Arc<Mutex<Option<Arc<ParamsKZG<Bn256>>>>>,
}

/// `2^28` is the largest domain of the scalar field.
const MOST_K: u32 = 28;
/// The bytes of an uncompressed point.
const G1_BYTES: u64 = 64;
const G2_BYTES: u64 = 128;

impl Srs {
    fn of(params: ParamsKZG<Bn256>) -> Self {
        Self {
            params: Arc::new(params),
            part: Arc::default(),
        }
    }

    /// A reference string for tests only: its secret was known in this process.
    ///
    /// # Panics
    /// For `k` of more than 28.
    pub fn unsafe_local(k: u32, rng: impl RngCore + CryptoRng) -> Self {
        Self::of(secant_prover::unsafe_setup(k, rng))
    }

    /// Reads a file in halo2's own form, with points compressed or raw, or the powers of tau of snarkjs (`.ptau`), from
    /// which the needed sections are read. The Lagrange basis is taken from powers of tau that were prepared for
    /// circuits, and computed for others.
    ///
    /// All points are checked to be on their curves and in their subgroups, and to be powers of one secret. In halo2's
    /// form, the second half is checked to be the first in the Lagrange basis. If `k` is given, only the powers for
    /// `2^k` rows are taken from a longer string, and the others are not checked.
    ///
    /// # Errors
    /// If the file cannot be read, or is not such a string.
    pub fn read(path: &Path, k: Option<u32>) -> Result<Self, Error> {
        let file = fs::File::open(path).map_err(|source| Error::file(path, source))?;
        Self::parse(file, k).map_err(|fault| fault.of(&path.display().to_string()))
    }

    /// Like [`Self::read`], from a source that need not be a file.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(source: impl Read + Seek, k: Option<u32>) -> Result<Self, Error> {
        Self::parse(source, k).map_err(|fault| fault.of("the reference string"))
    }

    fn parse(mut source: impl Read + Seek, k: Option<u32>) -> Result<Self, Fault> {
        let mut head = [0; 4];
        source.read_exact(&mut head)?;
        let params = if head == *b"ptau" {
            ptau::read(source, k)?
        } else {
            let longest = longest(u32::from_le_bytes(head)).map_err(Fault::Contents)?;
            let mut bytes = head.to_vec();
            // One byte more than the longest form shows that it is another file.
            source.take(longest - 3).read_to_end(&mut bytes)?;
            let params = halo2(&bytes).map_err(Fault::Contents)?;
            match k {
                Some(k) if k < params.k() => secant_prover::downsize(&params, k),
                _ => params,
            }
        };
        check(&params).map_err(Fault::Contents)?;
        Ok(Self::of(params))
    }

    /// Writes the reference string to a file in halo2's raw form.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        fs::write(path, self.to_bytes()).map_err(|source| Error::file(path, source))
    }

    /// The reference string in halo2's raw form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to a vector does not fail.
        let _ = self.params.write_custom(&mut bytes, SerdeFormat::RawBytes);
        bytes
    }

    /// Reads what [`Self::to_bytes`] returned. [`check`] has to check that the points are the powers of one secret.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        halo2(bytes).ok().map(Self::of)
    }

    /// The largest `k`: circuits may have up to `2^k` rows.
    pub fn k(&self) -> u32 {
        self.params.k()
    }

    /// The parameters in halo2's type.
    pub fn params(&self) -> &ParamsKZG<Bn256> {
        &self.params
    }

    /// SHA-256 of the secret's power in the second group and of `k`: the part that keys depend on.
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.k().to_le_bytes());
        hash.update(self.params.g2().to_raw_bytes());
        hash.update(self.params.s_g2().to_raw_bytes());
        hash.finalize().into()
    }

    /// The part for `2^k` rows.
    pub(super) fn of_rows(&self, k: u32) -> Result<Arc<ParamsKZG<Bn256>>, Error> {
        if k > self.k() {
            return Err(Error::DoesNotFit(format!(
                "the circuit has 2^{k} rows, and the reference string is for up to 2^{}",
                self.k()
            )));
        }
        if k == self.k() {
            return Ok(self.params.clone());
        }
        let mut part = self.part.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = part.as_ref().filter(|part| part.k() == k) {
            return Ok(part.clone());
        }
        Ok(part.insert(secant_prover::downsize(&self.params, k).into()).clone())
    }
}

/// The number of bytes of halo2's raw form for `2^k` rows.
fn longest(k: u32) -> Result<u64, &'static str> {
    if !(1..=MOST_K).contains(&k) {
        return Err("it is no reference string: its first four bytes are no k");
    }
    Ok(4 + (2u64 << k) * G1_BYTES + 2 * G2_BYTES)
}

/// Reads halo2's form: `k`, powers, the Lagrange basis, two points of the second group.
fn halo2(bytes: &[u8]) -> Result<ParamsKZG<Bn256>, &'static str> {
    let k = bytes
        .first_chunk()
        .map(|k| u32::from_le_bytes(*k))
        .ok_or("it is too short")?;
    let raw = longest(k)?;
    let format = match bytes.len() as u64 {
        len if len == raw => SerdeFormat::RawBytes,
        len if len == 4 + (raw - 4) / 2 => SerdeFormat::Processed,
        _ => return Err("its length is not that of a reference string of its k"),
    };
    ParamsKZG::read_custom(&mut &bytes[..], format).map_err(|_| "a point is not on its curve")
}

/// Like [`ptau::read`], from bytes.
pub(super) fn ptau(bytes: &[u8], k: Option<u32>) -> Result<ParamsKZG<Bn256>, Fault> {
    ptau::read(Cursor::new(bytes), k)
}

/// The modulus of the points' coordinates, in little-endian bytes.
fn base_modulus() -> Vec<u8> {
    use halo2_axiom::halo2curves::{bn256::Fq, ff::PrimeField};
    let minus_one = -Fq::ONE;
    let mut bytes = minus_one.to_repr().as_ref().to_vec();
    // The modulus is odd, so there is no carry.
    bytes[0] += 1;
    bytes
}

/// Checks with random factors that all points are powers of one secret.
pub(super) fn check(params: &ParamsKZG<Bn256>) -> Result<(), &'static str> {
    let (g, n) = (params.get_g(), params.n() as usize);
    if g.len() != n || bool::from(g[0].is_identity()) || g[0] != G1Affine::generator() {
        return Err("its first point is not the generator");
    }
    // Not every form is checked for this on reading.
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
    if !bases_agree(params) {
        return Err("its Lagrange basis is not that of its powers");
    }
    Ok(())
}

/// Whether the Lagrange basis belongs to the powers: a random polynomial must have the same commitment in both.
fn bases_agree(params: &ParamsKZG<Bn256>) -> bool {
    let values: Vec<Fr> = (0..params.n()).map(|_| Fr::random(OsRng)).collect();
    let domain = halo2_axiom::poly::EvaluationDomain::<Fr>::new(1, params.k());
    let lagrange = domain.lagrange_from_vec(values);
    let blind = halo2_axiom::poly::commitment::Blind::default();
    let of_values: G1 = params.commit_lagrange(&lagrange, blind);
    let of_coefficients: G1 = ParamsProver::commit(params, &domain.lagrange_to_coeff(lagrange), blind);
    of_values == of_coefficients
}

fn pairings_differ((a, b): (G1Affine, G2Affine), (c, d): (G1Affine, G2Affine)) -> bool {
    let (b, d) = (b.into(), d.into());
    let product = <Bn256 as MultiMillerLoop>::multi_miller_loop(&[(&a, &b), (&-c, &d)]).final_exponentiation();
    !bool::from(<Bn256 as Engine>::Gt::is_identity(&product))
}
