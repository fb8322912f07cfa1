//! Converts elements and points between halo2curves and secant. Both have the same limbs in the same Montgomery form.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInt, Fp, FpConfig};
use halo2_axiom::{
    halo2curves::{bn256, ff::Field, serde::SerdeObject},
    poly::{Basis, Polynomial},
};
use rand::RngCore;
use rayon::prelude::*;
use secant_curve::{Native, bn254};
use std::marker::PhantomData;

/// The scalar field of BN254 in secant.
pub type F = bn254::Fr;
/// The scalar field in halo2.
pub type Fr = bn256::Fr;
/// The first group in secant.
pub type G = bn254::G1Projective<Native>;
/// Affine points in secant.
pub type Point = bn254::G1Affine<Native>;

/// The length of an element in bytes.
const BYTES: usize = 32;

/// The limbs of an element, from what halo2curves calls raw bytes.
#[inline(always)]
fn limbs(x: &impl SerdeObject) -> [u64; 4] {
    let mut bytes = [0; BYTES];
    // Cannot fail: four writes of eight bytes fill the buffer exactly.
    let _ = x.write_raw(&mut &mut bytes[..]);
    let mut limbs = [0; 4];
    for (limb, bytes) in limbs.iter_mut().zip(bytes.as_chunks().0) {
        *limb = u64::from_le_bytes(*bytes);
    }
    limbs
}

#[inline(always)]
fn element<C: FpConfig<4>>(x: &impl SerdeObject) -> Fp<C, 4> {
    Fp(BigInt::new(limbs(x)), PhantomData)
}

fn raw<C: FpConfig<4>, X: SerdeObject>(x: &Fp<C, 4>) -> X {
    let mut bytes = [0; BYTES];
    for (bytes, limb) in bytes.as_chunks_mut().0.iter_mut().zip(x.0.0) {
        *bytes = limb.to_le_bytes();
    }
    X::from_raw_bytes_unchecked(&bytes)
}

/// Converts a scalar to secant's type.
#[inline(always)]
pub fn scalar(x: &Fr) -> F {
    element(x)
}

/// A random scalar, drawn as halo2 draws it.
pub fn random(rng: &mut impl RngCore) -> F {
    scalar(&Fr::random(rng))
}

/// Converts scalars to secant's type.
pub fn scalars(all: &[Fr]) -> Vec<F> {
    all.par_iter().with_min_len(1 << 12).map(scalar).collect()
}

/// The scalars of a column or polynomial, in secant's or halo2's type.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// In secant's type.
    Own(&'a [F]),
    /// In halo2's type.
    Stock(&'a [Fr]),
}

impl<'a> Values<'a> {
    pub fn of<B: Basis>(polynomial: &'a Polynomial<Fr, B>) -> Self {
        Self::Stock(polynomial.values())
    }

    /// The values of halo2 polynomials.
    pub fn all<B: Basis>(polynomials: &'a [Polynomial<Fr, B>]) -> Vec<Self> {
        polynomials.iter().map(Self::of).collect()
    }

    /// The values of columns in secant's type.
    pub fn own(columns: &'a [Vec<F>]) -> Vec<Self> {
        columns.iter().map(|column| Self::Own(column)).collect()
    }

    pub fn len(self) -> usize {
        match self {
            Self::Own(x) => x.len(),
            Self::Stock(x) => x.len(),
        }
    }

    pub fn at(self, i: usize) -> F {
        match self {
            Self::Own(x) => x[i],
            Self::Stock(x) => scalar(&x[i]),
        }
    }

    pub fn to_vec(self) -> Vec<F> {
        let mut all = Vec::with_capacity(self.len());
        self.extend(&mut all);
        all
    }

    /// Appends the scalars to `all`.
    pub fn extend(self, all: &mut Vec<F>) {
        match self {
            Self::Own(x) => all.extend_from_slice(x),
            Self::Stock(x) => all.extend(x.iter().map(scalar)),
        }
    }

    /// The address in memory. Two slices of the same length are the same if their addresses are equal.
    pub fn address(self) -> usize {
        match self {
            Self::Own(x) => x.as_ptr().addr(),
            Self::Stock(x) => x.as_ptr().addr(),
        }
    }

    /// The eight scalars from `start` on. Past the end they go on at the beginning; the length is `mask + 1`, a power
    /// of two. `room` holds converted scalars.
    #[inline(always)]
    pub fn eight<'b>(self, start: usize, mask: usize, room: &'b mut [F; 8]) -> [&'b F; 8]
    where
        'a: 'b,
    {
        match self {
            Self::Own(x) => match x[start..].first_chunk::<8>() {
                Some(x) => x.each_ref(),
                None => core::array::from_fn(|l| &x[(start + l) & mask]),
            },
            Self::Stock(x) => {
                match x[start..].first_chunk::<8>() {
                    Some(x) => room.iter_mut().zip(x).for_each(|(to, x)| *to = scalar(x)),
                    None => {
                        for (l, to) in room.iter_mut().enumerate() {
                            *to = scalar(&x[(start + l) & mask]);
                        }
                    }
                }
                room.each_ref()
            }
        }
    }
}

/// Converts a scalar to halo2's type.
pub fn to_scalar(x: &F) -> Fr {
    raw(x)
}

/// Converts a point to secant's type.
pub fn point(p: &bn256::G1Affine) -> Point {
    let (x, y) = (element(&p.x), element(&p.y));
    // In halo2curves the identity is (0, 0).
    if x == bn254::Fq::default() && y == x {
        Point::zero()
    } else {
        Point::new_unchecked(x, y)
    }
}

/// Converts a point to halo2's type.
pub fn to_point(p: &Point) -> bn256::G1Affine {
    match p.xy() {
        Some((x, y)) => bn256::G1Affine { x: raw(&x), y: raw(&y) },
        None => bn256::G1Affine::default(),
    }
}

/// Converts sums to halo2's affine points.
pub fn to_points(sums: &[G]) -> Vec<bn256::G1Affine> {
    G::normalize_batch(sums).iter().map(to_point).collect()
}
