//! Reference strings, ready for the engine.

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

/// Points of a reference string of halo2, ready for the sums of multiples that commitments are; each takes 64 bytes, and while they
/// are made 80 more.
pub struct Basis(FixedBaseMsm<G>);

/// Multiples of every point that are kept, see [`FixedBaseMsm::new`]: more would take the time of a few commitments to make.
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

    /// The commitment to what has as many coefficients, or fewer.
    pub fn commit(&self, scalars: &[F]) -> G {
        // Only sums on incomplete Edwards curves fail.
        self.0
            .msm(scalars)
            .expect("every sum of points on this curve is a point")
    }
}

/// Lagrange's basis, which halo2 only tells in writing.
fn lagrange(params: &ParamsKZG<Bn256>) -> Result<Vec<Point>, Error> {
    let n = params.n() as usize;
    let mut points = Points {
        skip: HEADER + n * RAW,
        left: n * RAW,
        written: 0,
        bytes: Vec::with_capacity(n * RAW),
    };
    // Into memory.
    let written = params.write_custom(&mut points, SerdeFormat::RawBytesUnchecked);
    if written.is_err() || points.written != HEADER + 2 * n * RAW + 4 * RAW {
        return Err(Error::Srs("it does not have 2^k points in Lagrange's basis"));
    }
    let point = |bytes: &[u8]| convert::point(&SerdeObject::from_raw_bytes_unchecked(bytes));
    Ok(points.bytes.par_chunks_exact(RAW).map(point).collect())
}

/// `k` in halo2's files.
const HEADER: usize = 4;
/// A point in them, both coordinates.
const RAW: usize = 64;

/// Keeps a part of what is written.
struct Points {
    skip: usize,
    left: usize,
    /// All that was written: the points of the second group stand behind the basis.
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
