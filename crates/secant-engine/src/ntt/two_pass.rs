//! Transforms on lanes, in two passes over memory.
//!
//! Let `n = n1 n2`, and let `w` have order `n`. With index `i = i1 n2 + j` of the input and `k = k2 n1 + k1` of the
//! output:
//!
//! ```text
//! X[k2 n1 + k1] = sum_j (w^n1)^(j k2) * w^(j k1) * sum_i1 (w^n2)^(i1 k1) * x[i1 n2 + j]
//! ```
//!
//! (W. Gentleman, G. Sande, "Fast Fourier transforms: for fun and profit", 1966). The first pass transforms columns
//! (the inner sums), eight side by side, and multiplies by `w^(j k1)`. The second transforms rows (the outer sums),
//! eight side by side. Within these transforms all lanes multiply by the same factor. The results of eight neighbouring
//! rows `k1` are neighbours in memory, so natural order costs no permutation.
//!
//! A scaling by `c g^i` splits likewise. One part depends on the row of the input, or on the place of a result in its
//! row: it is a product of its own. The other depends on the column, or on `k1`: it goes into the factors `w^(j k1)`.

use crate::{
    ntt::{
        Order::{self, BitReversed, Natural},
        Roots, Scaling,
        butterflies::Layers,
        powers, reversed,
        scratch::{keep_scratch, take_scratch},
        split,
    },
    threads,
};
use alloc::{vec, vec::Vec};
use secant_field::lanes::{LaneData, LaneElement, LaneField, LooseElement, Token, WithLanes};

/// A transform of at least 64 elements.
#[derive(Debug)]
pub struct TwoPass<'a, F: LaneField> {
    pub(super) log_size: u32,
    pub(super) roots: &'a Roots<F>,
    pub(super) x: &'a mut [F],
    /// Of the input and the output.
    pub(super) orders: [Order; 2],
    /// Scaling of the input.
    pub(super) before: Option<Scaling<F>>,
    /// Scaling of the output.
    pub(super) after: Option<Scaling<F>>,
}

/// What both passes read.
struct Plan<'a, F: LaneField, T> {
    token: T,
    factors: &'a [F::Factor],
    /// Logarithms of the numbers of rows and of columns.
    rows: u32,
    columns: u32,
    /// `w^j`.
    roots: &'a [F],
    orders: [Order; 2],
    /// Factors by which the rows of the input are scaled; empty if they are not.
    before: Vec<F::Factor>,
    /// Factors by which the results of a row are scaled; empty if they are not.
    after: Vec<F::Factor>,
    /// Row `k1` of column `j` is multiplied by `middle(j) (w^j row_ratio)^k1`.
    row_ratio: F,
    middle: Scaling<F>,
}

/// The results of the first pass: groups of eight columns, one after the other, each with its rows in bit-reversed
/// order.
struct Columns<E> {
    parts: Vec<Vec<E>>,
    /// Groups of eight columns in a part.
    groups: usize,
}

impl<F: LaneField> WithLanes for &mut TwoPass<'_, F> {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        let (rows, columns) = split(self.log_size);
        let factors = |ratio: F, n: u32| powers(ratio, 1 << n).iter().map(F::factor).collect();
        let scaled_after = self.after.filter(|s| !s.ratio.is_one());
        let plan = Plan {
            token,
            factors: &self.roots.factors,
            rows,
            columns,
            roots: &self.roots.columns,
            orders: self.orders,
            before: self
                .before
                .map_or_else(Vec::new, |s| factors(s.ratio.pow([1 << columns]), rows)),
            after: scaled_after.map_or_else(Vec::new, |s| factors(s.ratio.pow([1 << rows]), columns)),
            row_ratio: self.after.map_or(F::ONE, |s| s.ratio),
            middle: Scaling {
                first: self.before.map_or(F::ONE, |s| s.first) * self.after.map_or(F::ONE, |s| s.first),
                ratio: self.before.map_or(F::ONE, |s| s.ratio),
            },
        };
        let columns = plan.columns_pass(self.x);
        plan.rows_pass(&columns, self.x);
        keep_scratch(columns.parts);
    }
}

/// The logarithm of the least size that runs on several threads: a transform of `2^12` elements takes 50 microseconds
/// on Zen 5, about ten times what it takes to wake another thread.
const THREADS_FROM: u32 = 12;

impl<F: LaneField, T: Token> Plan<'_, F, T> {
    /// The number of parts of each pass: several for every thread, so that all threads end at about the same time.
    fn parts(&self) -> usize {
        match threads::count() {
            n if n > 1 && self.rows + self.columns >= THREADS_FROM => 4 * n,
            _ => 1,
        }
    }

    /// The layers, whose results are to be below `limit p`.
    const fn layers(&self, limit: u64) -> Layers<'_, F, T> {
        Layers {
            token: self.token,
            factors: self.factors,
            limit,
        }
    }

    fn columns_pass(&self, x: &[F]) -> Columns<F::Loose<T>> {
        let all = 1 << (self.columns - 3);
        let groups = usize::div_ceil(all, self.parts());
        let layers = self.layers(F::Loose::<T>::SCALABLE);
        let starts = match self.middle.ratio.is_one() {
            true => Vec::new(),
            false => powers(self.middle.ratio, 1 << self.columns),
        };
        let mut parts = take_scratch::<F::Loose<T>>();
        parts.resize_with(all.div_ceil(groups), Vec::new);
        threads::for_each_chunk(&mut parts, 1, |part, rows| {
            let Some(rows) = rows.first_mut() else { return };
            rows.clear();
            rows.reserve(groups << self.rows);
            for group in part * groups..((part + 1) * groups).min(all) {
                let first = rows.len();
                self.load(x, 8 * group, rows);
                let rows = &mut rows[first..];
                let bound = if self.before.is_empty() {
                    1
                } else {
                    F::Loose::<T>::PRODUCT
                };
                layers.transform(rows, bound);
                self.twist(rows, 8 * group, &starts);
            }
        });
        Columns { parts, groups }
    }

    /// Appends the rows of eight columns from `column` on.
    fn load(&self, x: &[F], column: usize, rows: &mut Vec<F::Loose<T>>) {
        let token = self.token;
        token.run(
            #[inline(always)]
            || {
                for i in 0..1 << self.rows {
                    let mut places = [&x[0]; 8];
                    match self.orders[0] {
                        Natural => {
                            let from = (i << self.columns) + column;
                            for (place, x) in places.iter_mut().zip(&x[from..from + 8]) {
                                *place = x;
                            }
                        }
                        BitReversed => {
                            let row = reversed(i, self.rows);
                            for (lane, place) in places.iter_mut().enumerate() {
                                *place = &x[(reversed(column + lane, self.columns) << self.rows) + row];
                            }
                        }
                    }
                    let mut row = F::Loose::<T>::load(token, places);
                    if !self.before.is_empty() {
                        row = row.mul(&self.before[i]);
                    }
                    rows.push(row);
                }
            },
        );
    }

    /// Multiplies row `k1` of column `j` by `w^(j k1)`, and by its part of the scalings.
    fn twist(&self, rows: &mut [F::Loose<T>], column: usize, starts: &[F]) {
        let token = self.token;
        let mut ratio = [F::ZERO; 8];
        let mut start = [self.middle.first; 8];
        for lane in 0..8 {
            ratio[lane] = self.roots[column + lane];
            if !self.row_ratio.is_one() {
                ratio[lane] *= self.row_ratio;
            }
            if let Some(power) = starts.get(column + lane) {
                start[lane] *= power;
            }
        }
        token.run(
            #[inline(always)]
            || {
                let ratio = F::Lanes::<T>::load(token, ratio.each_ref());
                let step = F::Loose::<T>::factors(&ratio.mul(&ratio));
                // Two progressions take turns: within one, each product waits for the one before.
                let mut even = F::Lanes::<T>::load(token, start.each_ref());
                let mut odd = even.mul(&ratio);
                for k in (0..1 << self.rows).step_by(2) {
                    for (k, factor) in [(k, &mut even), (k + 1, &mut odd)] {
                        let row = &mut rows[reversed(k, self.rows)];
                        *row = row.scale(factor);
                        *factor = F::Loose::<T>::advance(factor, &step);
                    }
                }
            },
        );
    }

    fn rows_pass(&self, columns: &Columns<F::Loose<T>>, x: &mut [F]) {
        let all = 1usize << (self.rows - 3);
        let groups = all.div_ceil(self.parts());
        let layers = self.layers(F::Loose::<T>::CAPACITY);
        // The contiguous pieces of the output that each part writes.
        let mut outputs: Vec<Vec<&mut [F]>> = match self.orders[1] {
            BitReversed => {
                let mut rows = x.chunks_exact_mut(1 << self.columns);
                let part = |_| rows.by_ref().take(8 * groups).collect();
                (0..all.div_ceil(groups)).map(part).collect()
            }
            Natural => {
                let mut outputs: Vec<_> = (0..all.div_ceil(groups))
                    .map(|_| Vec::with_capacity(1 << self.columns))
                    .collect();
                for results in x.chunks_exact_mut(1 << self.rows) {
                    for (part, piece) in outputs.iter_mut().zip(results.chunks_mut(8 * groups)) {
                        part.push(piece);
                    }
                }
                outputs
            }
        };
        threads::for_each_chunk(&mut outputs, 1, |part, output| {
            let mut rows = vec![F::Loose::<T>::zero(self.token); 1 << self.columns];
            for output in output {
                for group in part * groups..((part + 1) * groups).min(all) {
                    self.gather(columns, 8 * group, &mut rows);
                    layers.transform(&mut rows, 2);
                    self.store(&rows, output, 8 * (group - part * groups));
                }
            }
        });
    }

    /// The rows of eight columns.
    #[inline(always)]
    fn rows_of<'c>(&self, columns: &'c Columns<F::Loose<T>>, group: usize) -> &'c [F::Loose<T>] {
        let from = (group % columns.groups) << self.rows;
        &columns.parts[group / columns.groups][from..from + (1 << self.rows)]
    }

    /// Loads eight rows of the matrix into eight lanes, from `row` on in the order of the output.
    fn gather(&self, columns: &Columns<F::Loose<T>>, row: usize, rows: &mut [F::Loose<T>]) {
        let token = self.token;
        let mut places = [0; 8];
        for (lane, place) in places.iter_mut().enumerate() {
            *place = match self.orders[1] {
                Natural => reversed(row + lane, self.rows),
                BitReversed => row + lane,
            };
        }
        token.run(
            #[inline(always)]
            || {
                for (group, rows) in rows.chunks_exact_mut(8).enumerate() {
                    let columns = self.rows_of(columns, group);
                    let mut block = [columns[0]; 8];
                    for (lane, place) in block.iter_mut().zip(places) {
                        *lane = columns[place];
                    }
                    rows.copy_from_slice(&F::Loose::<T>::transpose(&block));
                }
            },
        );
    }

    /// Stores the results of eight rows; `row` is the place of the first among the rows of its part.
    fn store(&self, rows: &[F::Loose<T>], output: &mut [&mut [F]], row: usize) {
        self.token.run(
            #[inline(always)]
            || {
                for (i, result) in rows.iter().enumerate() {
                    let k2 = reversed(i, self.columns);
                    let x = if self.after.is_empty() {
                        result.store()
                    } else {
                        result.mul(&self.after[k2]).store()
                    };
                    match self.orders[1] {
                        Natural => output[k2][row..row + 8].copy_from_slice(&x),
                        BitReversed => {
                            for (output, x) in output[row..row + 8].iter_mut().zip(x) {
                                output[i] = x;
                            }
                        }
                    }
                }
            },
        );
    }
}
