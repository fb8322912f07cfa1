//! Reference strings in a form that the engine can use.

use crate::{
    Error,
    convert::{self, F, G, Point},
};
use halo2_axiom::{
    SerdeFormat,
    halo2curves::{bn256::Bn256, serde::SerdeObject},
    poly::{
        commitment::{Params, ParamsProver},
        kzg::commitment::ParamsKZG,
    },
};
use rayon::prelude::*;
use secant_curve::batch::FixedBaseMsm;
use std::io::{self, Write};

/// The points of a halo2 reference string, prepared for commitments. A point takes 64 bytes, and 80 more during
/// preparation.
pub struct Basis(FixedBaseMsm<G>);

/// The number of multiples kept for every point, see [`FixedBaseMsm::new`]. Preparing more would take the time of a few
/// commitments.
const LEVELS: usize = 1;

impl Basis {
    /// The powers of the secret.
    pub fn powers(params: &ParamsKZG<Bn256>) -> Self {
        let powers: Vec<Point> = params.get_g().par_iter().map(convert::point).collect();
        Self(FixedBaseMsm::new(&powers, LEVELS))
    }

    /// Lagrange's basis.
    ///
    /// # Errors
    /// If the string does not have `2^k` points in each basis.
    pub fn lagrange(params: &ParamsKZG<Bn256>) -> Result<Self, Error> {
        let n = params.n() as usize;
        if params.get_g().len() != n || params.k() > usize::BITS - 8 || n != 1 << params.k() {
            return Err(Error::Srs("it does not have 2^k points"));
        }
        Ok(Self(FixedBaseMsm::new(&lagrange(params)?, LEVELS)))
    }

    /// Commits to a polynomial with at most as many coefficients or values as there are points.
    pub fn commit(&self, scalars: &[F]) -> G {
        // A sum can fail only on incomplete Edwards curves.
        self.0
            .msm(scalars)
            .expect("every sum of points on this curve is a point")
    }
}

/// Lagrange's basis. halo2 has no accessor for it, so it is taken from the bytes that halo2 writes.
fn lagrange(params: &ParamsKZG<Bn256>) -> Result<Vec<Point>, Error> {
    let n = params.n() as usize;
    let mut points = Points {
        skip: HEADER + n * RAW,
        left: n * RAW,
        written: 0,
        bytes: Vec::with_capacity(n * RAW),
    };
    // Writing to memory does not fail.
    let written = params.write_custom(&mut points, SerdeFormat::RawBytesUnchecked);
    if written.is_err() || points.written != HEADER + 2 * n * RAW + 4 * RAW {
        return Err(Error::Srs("it does not have 2^k points in Lagrange's basis"));
    }
    let point = |bytes: &[u8]| convert::point(&SerdeObject::from_raw_bytes_unchecked(bytes));
    Ok(points.bytes.par_chunks_exact(RAW).map(point).collect())
}

/// The length of `k` at the beginning of halo2's files.
const HEADER: usize = 4;
/// The length of a point in these files, with both coordinates.
const RAW: usize = 64;

/// Keeps only a part of what is written to it.
struct Points {
    skip: usize,
    left: usize,
    /// The number of bytes written. The points of the second group follow the basis.
    written: usize,
    bytes: Vec<u8>,
}

impl Write for Points {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.written += buffer.len();
        let skipped = self.skip.min(buffer.len());
        self.skip -= skipped;
        let kept = &buffer[skipped..];
        let kept = &kept[..kept.len().min(self.left)];
        self.left -= kept.len();
        self.bytes.extend_from_slice(kept);
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
