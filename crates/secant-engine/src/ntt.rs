//! Number-theoretic transforms: polynomials from coefficients to evaluations on `2^k` roots of unity, and back.
//!
//! | item | what |
//! |---|---|
//! | [`Ntt`] | a transform of one size: forward, inverse, on cosets, each from and to natural or bit-reversed order |
//! | [`Domain`] | the same behind [`ark_poly::EvaluationDomain`], for code that is generic over it |
//! | [`bit_reverse`] | the permutation between the two orders |
//!
//! Eight elements run side by side where the CPU has lanes ([`secant_field::lanes`]), with `parallel` on rayon's
//! threads; small transforms, and CPUs without lanes, use single elements.

mod butterflies;
mod domain;
mod scratch;
mod single;
mod two_pass;

pub use crate::ntt::domain::Domain;

use alloc::{vec, vec::Vec};
use ark_ff::FftField;
use secant_field::lanes::{LaneField, with_lanes};

/// The order of a polynomial's coefficients or evaluations in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Element `i` at place `i`.
    Natural,
    /// Element `i` at the place whose `log2(size)` bits are those of `i` in reverse order.
    BitReversed,
}

/// A transform of `2^log_size` elements of `F`, with its tables of about `2^(log_size / 2)` elements.
///
/// With `w = F::get_root_of_unity(2^log_size)`, evaluation `k` of the coefficients `a_i` is `sum a_i w^(i k)`, and on
/// the coset of `g` it is `sum a_i (g w^k)^i`. Results are those of arkworks' `Radix2EvaluationDomain`.
///
/// ```
/// use ark_bn254::Fr;
/// use secant_engine::ntt::{Ntt, Order::{BitReversed, Natural}};
///
/// let ntt = Ntt::<Fr>::new(3).ok_or("the field has no such root of unity")?;
/// let coefficients: Vec<Fr> = (1..=8u64).map(Fr::from).collect();
/// let mut x = coefficients.clone();
/// // Evaluations that are only multiplied need not be in order.
/// ntt.forward(&mut x, Natural, BitReversed);
/// ntt.inverse(&mut x, BitReversed, Natural);
/// assert_eq!(x, coefficients);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ntt<F: LaneField> {
    log_size: u32,
    size_inv: F,
    forward: Roots<F>,
    inverse: Roots<F>,
}

/// The roots of unity for one direction of a transform of size `n = 2^log_size = 2^log_columns 2^log_rows` (see
/// [`two_pass`]).
#[derive(Clone, Debug)]
struct Roots<F: LaneField> {
    /// `w`, of order `n`.
    root: F,
    /// Element `j` is the factor of block `j` in every layer: `w^r`, where `r / n` is half the binary fraction whose
    /// digits are the bits of `j` in reverse order.
    twiddles: Vec<F>,
    /// The twiddles as factors of lanes. Empty below [`LANES_FROM`].
    factors: Vec<F::Factor>,
    /// `w^j` for `j < 2^log_columns`.
    columns: Vec<F>,
}

/// Transforms run on lanes from this logarithm of the size on. Smaller ones do not have eight rows of eight columns.
const LANES_FROM: u32 = 6;

/// The logarithms of the numbers of rows and columns.
const fn split(log_size: u32) -> (u32, u32) {
    (log_size.div_ceil(2), log_size / 2)
}

/// Scaling by a geometric progression: element `i` is multiplied by `first * ratio^i`.
#[derive(Clone, Copy, Debug)]
struct Scaling<F> {
    first: F,
    ratio: F,
}

impl<F: LaneField> Roots<F> {
    fn new(root: F, log_size: u32) -> Self {
        let (rows, columns) = split(log_size);
        let twiddles = single::twiddles(root, log_size, if log_size < LANES_FROM { log_size } else { rows });
        Self {
            factors: if log_size < LANES_FROM {
                Vec::new()
            } else {
                twiddles.iter().map(F::factor).collect()
            },
            columns: powers(root, 1 << columns),
            twiddles,
            root,
        }
    }
}

impl<F: LaneField> Ntt<F> {
    /// The transform of `2^log_size` elements; `None` if the field has no root of unity of that order.
    pub fn new(log_size: u32) -> Option<Self> {
        if log_size > F::TWO_ADICITY.min(usize::BITS - 1) {
            return None;
        }
        Self::with_root(log_size, F::get_root_of_unity(1 << log_size)?)
    }

    /// The transform of `2^log_size` elements with the given root of unity `w`, since other libraries choose other
    /// roots. `None` if `root` does not have that order.
    pub fn with_root(log_size: u32, root: F) -> Option<Self> {
        if log_size > F::TWO_ADICITY.min(usize::BITS - 1) {
            return None;
        }
        let is_primitive = match log_size {
            0 => root.is_one(),
            _ => root.pow([1 << (log_size - 1)]) == -F::ONE,
        };
        if !is_primitive {
            return None;
        }
        Some(Self {
            log_size,
            size_inv: F::from(1u64 << log_size).inverse()?,
            forward: Roots::new(root, log_size),
            inverse: Roots::new(root.inverse()?, log_size),
        })
    }

    /// The number of elements.
    pub const fn size(&self) -> usize {
        1 << self.log_size
    }

    /// The root of unity `w`.
    pub const fn root(&self) -> F {
        self.forward.root
    }

    /// Coefficients to evaluations, in place.
    ///
    /// # Panics
    /// If there are not [`Self::size`] elements.
    pub fn forward(&self, coefficients: &mut [F], from: Order, to: Order) {
        self.run(&self.forward, coefficients, [from, to], None, None);
    }

    /// Evaluations to coefficients, in place.
    ///
    /// # Panics
    /// If there are not [`Self::size`] elements.
    pub fn inverse(&self, evaluations: &mut [F], from: Order, to: Order) {
        let after = Scaling {
            first: self.size_inv,
            ratio: F::ONE,
        };
        self.run(&self.inverse, evaluations, [from, to], None, Some(after));
    }

    /// Coefficients to evaluations on the coset of `offset`, in place.
    ///
    /// # Panics
    /// If there are not [`Self::size`] elements.
    pub fn coset_forward(&self, coefficients: &mut [F], offset: F, from: Order, to: Order) {
        self.scaled_coset_forward(coefficients, F::ONE, offset, from, to);
    }

    /// [`Self::coset_forward`] with the results multiplied by `scale`, at no extra cost.
    ///
    /// # Panics
    /// If there are not [`Self::size`] elements.
    pub fn scaled_coset_forward(&self, coefficients: &mut [F], scale: F, offset: F, from: Order, to: Order) {
        let before = Scaling {
            first: scale,
            ratio: offset,
        };
        self.run(&self.forward, coefficients, [from, to], Some(before), None);
    }

    /// Evaluations on the coset of `offset` to coefficients, in place, given the inverse of `offset`.
    ///
    /// # Panics
    /// If there are not [`Self::size`] elements.
    pub fn coset_inverse(&self, evaluations: &mut [F], offset_inv: F, from: Order, to: Order) {
        let after = Scaling {
            first: self.size_inv,
            ratio: offset_inv,
        };
        self.run(&self.inverse, evaluations, [from, to], None, Some(after));
    }

    /// Runs the transform with `roots`, between two scalings of the elements in natural order.
    fn run(
        &self,
        roots: &Roots<F>,
        x: &mut [F],
        orders: [Order; 2],
        before: Option<Scaling<F>>,
        after: Option<Scaling<F>>,
    ) {
        assert_eq!(x.len(), self.size(), "a transform of {} elements", self.size());
        let before = before.filter(|s| !s.ratio.is_one() || !s.first.is_one());
        let mut job = two_pass::TwoPass {
            log_size: self.log_size,
            roots,
            x: &mut *x,
            orders,
            before,
            after,
        };
        if self.log_size < LANES_FROM || with_lanes(&mut job).is_none() {
            single::transform(self.log_size, roots, x, orders, before, after);
        }
    }
}

/// Permutes a vector from natural to bit-reversed order, or back.
///
/// # Panics
/// If the number of elements is not a power of two.
pub fn bit_reverse<T>(x: &mut [T]) {
    assert!(x.len().is_power_of_two(), "{} elements in bit-reversed order", x.len());
    let bits = x.len().trailing_zeros();
    for i in 0..x.len() {
        let j = reversed(i, bits);
        if i < j {
            x.swap(i, j);
        }
    }
}

/// The lowest `bits` bits of `i` in reverse order.
#[inline(always)]
const fn reversed(i: usize, bits: u32) -> usize {
    if bits == 0 {
        return 0;
    }
    i.reverse_bits() >> (usize::BITS - bits)
}

/// `1, x, x^2, ...`: `n` powers.
fn powers<F: FftField>(x: F, n: usize) -> Vec<F> {
    let mut powers = vec![F::ONE; n];
    for i in 1..n {
        powers[i] = powers[i - 1] * x;
    }
    powers
}
