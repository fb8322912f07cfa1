//! Reads proving keys from files of other programs.

use crate::{
    Error,
    convert::{self, F, Fr, G, Values},
    domain::{Domain, linear_combination},
    keygen::Columns,
    srs,
};
use ark_ec::VariableBaseMSM;
use ark_ff::UniformRand;
use halo2_axiom::{
    halo2curves::{
        bn256::{Bn256, G1Affine},
        ff::PrimeField,
        group::GroupEncoding,
        serde::SerdeObject,
    },
    plonk::{Circuit, ProvingKey, permutation},
    poly::{Basis, Coeff, Polynomial, commitment::Params, kzg::commitment::ParamsKZG},
};
use rand::rngs::OsRng;
use rayon::prelude::*;

/// Reads the key that [`keygen_pk2`](crate::keygen_pk2) makes, from bytes that halo2's `ProvingKey::write` wrote in the
/// format `RawBytes` or `Processed`.
///
/// The circuit must be one for key generation. With halo2-base this means its key generation stage: circuits of the
/// proof stage record no copies. The file decides whether selectors are compressed. A verifier accepts proofs of only
/// one of the two keys; `transcript_repr` tells them apart.
///
/// Everything in the file is checked against this circuit and reference string, because whoever writes a key decides
/// what its proofs prove. Commitments and coefficients are checked by random linear combinations. This takes one
/// synthesis, one commitment and a few transforms, whatever the number of columns. It takes as much memory as making
/// the key, plus that of the bytes.
///
/// # Errors
/// As [`keygen_pk2`](crate::keygen_pk2). [`Error::Size`] if the key is not of the reference string's size, and
/// [`Error::Key`] if the bytes are not a key or belong to another circuit or reference string.
pub fn read_pk<C: Circuit<Fr>>(
    params: &ParamsKZG<Bn256>,
    circuit: &C,
    bytes: &[u8],
) -> Result<ProvingKey<G1Affine>, Error> {
    let mut file = Reader { bytes, raw: true };
    if file.take()? != [VERSION] {
        return Err(Error::Key("it does not begin as one"));
    }
    let (srs, key) = (params.k(), u32::from_le_bytes(file.take()?));
    if srs != key {
        return Err(Error::Size { srs, key });
    }
    let compress_selectors = match file.take()? {
        [0] => false,
        [1] => true,
        _ => return Err(Error::Key("it does not begin as one")),
    };
    let columns = Columns::new(key, circuit, compress_selectors)?;
    let (fixed, sigma) = (&columns.values.fixed, &columns.values.sigma);
    if u32::from_le_bytes(file.take()?) as usize != fixed.len() {
        return Err(OTHER_CIRCUIT);
    }

    let n = columns.values.domain.n;
    let selectors: Vec<u8> = columns.selectors.iter().flat_map(|rows| packed(rows)).collect();
    let (points, polynomials) = (fixed.len() + sigma.len(), 3 + 2 * (fixed.len() + sigma.len()));
    let length = |point: usize| points * point + selectors.len() + polynomials * (COUNT + n * SCALAR) + LISTS * COUNT;
    let of_rows = columns.values.rows(&columns.cs);
    let same = |ours: &[F], theirs: &[Fr]| ours.par_iter().zip(theirs).all(|(x, y)| *x == convert::scalar(y));
    // Without points both formats have the same length. Then the first polynomial tells them apart: it is the same for
    // all circuits.
    let begins_raw = || {
        let mut file = Reader { raw: true, ..file };
        let first = file.split(selectors.len()).and_then(|_| file.polynomial::<Coeff>(n));
        first.is_ok_and(|first| same(&of_rows[0], first.values()))
    };
    file.raw = match file.bytes.len() {
        left if left == length(2 * SCALAR) && (points > 0 || begins_raw()) => true,
        left if left == length(SCALAR) => false,
        _ => return Err(Error::Key("it has not the length of one of this circuit")),
    };
    let fixed_commitments = file.points(fixed.len())?;
    let sigma_commitments = file.points(sigma.len())?;
    if file.split(selectors.len())? != selectors {
        return Err(OTHER_CIRCUIT);
    }
    let mut rows = || file.polynomial(n);
    let [first, last, usable] = [rows()?, rows()?, rows()?];
    let mut lists = |count| Ok::<_, Error>((file.polynomials(count, n)?, file.polynomials(count, n)?));
    let (fixed_values, fixed_polys) = lists(fixed.len())?;
    let (permutations, polys) = lists(sigma.len())?;

    let all_same = |ours: &[Vec<F>], theirs: &[Polynomial<Fr, _>]| {
        ours.iter()
            .zip(theirs)
            .all(|(ours, theirs)| same(ours, theirs.values()))
    };
    let is_of_circuit = all_same(fixed, &fixed_values) && all_same(sigma, &permutations);
    let theirs = [&first, &last, &usable];
    if !is_of_circuit || !of_rows.iter().zip(theirs).all(|(x, y)| same(x, y.values())) {
        return Err(OTHER_CIRCUIT);
    }
    let values = [Values::all(&fixed_values), Values::all(&permutations)].concat();
    let coefficients = [Values::all(&fixed_polys), Values::all(&polys)].concat();
    let commitments = [&fixed_commitments[..], &sigma_commitments].concat();
    check(params, &columns.values.domain, &values, &coefficients, &commitments)?;
    let (vk, _) = columns.with_commitments(fixed_commitments, sigma_commitments);
    let permutation = permutation::ProvingKey::from_parts(permutations, polys);
    Ok(ProvingKey::from_parts(
        vk,
        first,
        last,
        usable,
        fixed_values,
        fixed_polys,
        permutation,
    ))
}

/// Checks that coefficients and commitments are those of the values, by a random linear combination of the columns.
fn check(
    params: &ParamsKZG<Bn256>,
    domain: &Domain,
    values: &[Values<'_>],
    coefficients: &[Values<'_>],
    commitments: &[G1Affine],
) -> Result<(), Error> {
    if values.is_empty() {
        return Ok(());
    }
    let factors: Vec<F> = values.iter().map(|_| F::rand(&mut OsRng)).collect();
    let values = linear_combination(values, &factors);
    if domain.coefficients(&values) != linear_combination(coefficients, &factors) {
        return Err(Error::Key("its coefficients are not those of its values"));
    }
    let points: Vec<_> = commitments.iter().map(convert::point).collect();
    let sum = G::msm(&points, &factors).map_err(|_| OTHER_CIRCUIT)?;
    if srs::Basis::lagrange(params)?.commit(&values) != sum {
        return Err(Error::Key(
            "its commitments are not those of its columns under this reference string",
        ));
    }
    Ok(())
}

const OTHER_CIRCUIT: Error = Error::Key("it is of another circuit");
/// The version byte at the beginning of halo2's files.
const VERSION: u8 = 2;
/// The length in bytes of a count.
const COUNT: usize = 4;
/// The number of lists of polynomials that are written with a count: two of fixed columns, two of the permutation.
const LISTS: usize = 4;
const SCALAR: usize = 32;

/// Packs eight rows into a byte, the first in its lowest bit.
fn packed(rows: &[bool]) -> impl Iterator<Item = u8> {
    let byte = |rows: &[bool]| rows.iter().rev().fold(0, |byte, row| byte << 1 | u8::from(*row));
    rows.chunks(8).map(byte)
}

/// The rest of a file.
#[derive(Clone, Copy)]
struct Reader<'a> {
    bytes: &'a [u8],
    /// Whether numbers are in Montgomery form and points have both coordinates.
    raw: bool,
}

impl<'a> Reader<'a> {
    fn split(&mut self, len: usize) -> Result<&'a [u8], Error> {
        let (head, rest) = self.bytes.split_at_checked(len).ok_or(Error::Key("it is too short"))?;
        self.bytes = rest;
        Ok(head)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.split(N)?);
        Ok(bytes)
    }

    fn points(&mut self, count: usize) -> Result<Vec<G1Affine>, Error> {
        let raw = self.raw;
        let len = if raw { 2 * SCALAR } else { SCALAR };
        let point = |bytes: &[u8]| {
            if raw {
                return G1Affine::from_raw_bytes(bytes);
            }
            let mut compressed = <G1Affine as GroupEncoding>::Repr::default();
            compressed.as_mut().copy_from_slice(bytes);
            let point: Option<G1Affine> = G1Affine::from_bytes(&compressed).into();
            // The decoder ignores some bits of the flags, so compare with the canonical bytes.
            point.filter(|point| point.to_bytes().as_ref() == compressed.as_ref())
        };
        let points: Option<_> = self.split(count * len)?.chunks_exact(len).map(point).collect();
        points.ok_or(Error::Key("a point is not on its curve"))
    }

    fn polynomial<B: Basis>(&mut self, n: usize) -> Result<Polynomial<Fr, B>, Error> {
        self.count(n)?;
        let raw = self.raw;
        let scalar = |bytes: &[u8]| {
            if raw {
                return Fr::from_raw_bytes(bytes);
            }
            let mut repr = <Fr as PrimeField>::Repr::default();
            repr.as_mut().copy_from_slice(bytes);
            Fr::from_repr(repr).into()
        };
        let scalars: Option<_> = self.split(n * SCALAR)?.par_chunks_exact(SCALAR).map(scalar).collect();
        scalars
            .map(Polynomial::new)
            .ok_or(Error::Key("a number is not below the modulus"))
    }

    fn polynomials<B: Basis>(&mut self, count: usize, n: usize) -> Result<Vec<Polynomial<Fr, B>>, Error> {
        self.count(count)?;
        (0..count).map(|_| self.polynomial(n)).collect()
    }

    /// Reads a count and compares it with the expected one.
    fn count(&mut self, expected: usize) -> Result<(), Error> {
        if u32::from_be_bytes(self.take()?) as usize == expected {
            Ok(())
        } else {
            Err(OTHER_CIRCUIT)
        }
    }
}
