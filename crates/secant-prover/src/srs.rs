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

/// A reference string of halo2, ready for sums of multiples: powers of its secret, and Lagrange's basis.
pub struct Bases {
    k: u32,
    powers: FixedBaseMsm<G>,
    lagrange: FixedBaseMsm<G>,
}

impl Bases {
    /// Those of a reference string; each point takes 192 bytes in either basis, and 128 more for every level but the
    /// first, see [`FixedBaseMsm::new`].
    ///
    /// # Errors
    /// If the string does not have `2^k` points in each basis.
    pub fn new(params: &ParamsKZG<Bn256>, levels: usize) -> Result<Self, Error> {
        let n = params.n() as usize;
        if params.get_g().len() != n || params.k() > usize::BITS - 8 || n != 1 << params.k() {
            return Err(Error::Srs("it does not have 2^k points"));
        }
        let powers: Vec<Point> = params.get_g().par_iter().map(convert::point).collect();
        let lagrange = lagrange(params)?;
        Ok(Self {
            k: params.k(),
            powers: FixedBaseMsm::new(&powers, levels),
            lagrange: FixedBaseMsm::new(&lagrange, levels),
        })
    }

    /// They are for circuits of `2^k` rows.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// The commitment to a polynomial of up to `2^k` coefficients.
    pub(crate) fn commit(&self, coefficients: &[F]) -> G {
        sum(&self.powers, coefficients)
    }

    /// The commitment to a polynomial of values on the domain.
    pub(crate) fn commit_lagrange(&self, values: &[F]) -> G {
        sum(&self.lagrange, values)
    }
}

fn sum(bases: &FixedBaseMsm<G>, scalars: &[F]) -> G {
    // Only sums on incomplete Edwards curves fail.
    bases
        .msm(scalars)
        .expect("every sum of points on this curve is a point")
}

/// Lagrange's basis, which halo2 only tells in writing.
fn lagrange(params: &ParamsKZG<Bn256>) -> Result<Vec<Point>, Error> {
    let n = params.n() as usize;
    let mut points = Points {
        skip: HEADER + n * RAW,
        left: n * RAW,
        bytes: Vec::with_capacity(n * RAW),
    };
    // Into memory.
    let written = params.write_custom(&mut points, SerdeFormat::RawBytesUnchecked);
    if written.is_err() || points.left != 0 {
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
    bytes: Vec<u8>,
}

impl Write for Points {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
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
