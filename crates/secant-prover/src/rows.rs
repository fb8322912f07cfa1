//! Runs programs over columns on many rows at a time: on the CPU's lanes if it has any, otherwise on single elements.

use crate::{
    convert::{F, Values},
    graph::{DOT, Operation, Program, Source},
};
use ark_ff::{AdditiveGroup, Field};
use rayon::prelude::*;
use secant_field::lanes::{
    Bias, LaneData, LaneField, LaneProducts, LaneSums, Portable, Token, WithLanes, are_available, with_lanes,
};

/// The number of vectors of eight rows that a step computes.
const VECTORS: usize = 4;
/// The number of rows that a step computes.
const ROWS: usize = 8 * VECTORS;
/// The number of rows in a task for one thread.
const TASK: usize = 1 << 10;

type Lanes<T> = <F as LaneField>::Lanes<T>;

/// The factor between the representation of elements and the one that lanes compute in. [`evaluate`] reads columns
/// without conversion. Columns that were multiplied by this factor are read as their original values, and results come
/// out multiplied by it. It is one without lanes. It must not change between an evaluation and the use of its results
/// (`secant_field::lanes::counted` changes it for the whole process).
pub fn scale() -> F {
    if are_available() {
        F::from(1u64 << <Lanes<Portable> as LaneData>::OWN)
    } else {
        F::ONE
    }
}

/// The inverse of [`scale`].
pub fn unscale() -> F {
    scale().inverse().unwrap_or(F::ONE)
}

/// The columns and scalars of a program.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// The columns that are read must all have the same length, a power of two.
    pub columns: &'a [Values<'a>],
    /// The values of [`Program::scalars`].
    pub scalars: &'a [F],
}

/// The results of a program for `n` rows, as [`add`] computes them.
pub fn evaluate(program: &Program, inputs: Inputs<'_>, n: usize) -> Vec<F> {
    let mut out = vec![F::ZERO; n];
    add(&mut out, program, inputs);
    out
}

/// Adds the result of a program to every row; rotations wrap around. Columns must be multiplied by [`scale`], and so
/// are the results.
pub fn add(out: &mut [F], program: &Program, inputs: Inputs<'_>) {
    let mask = out.len() - 1;
    out.par_chunks_mut(TASK).enumerate().for_each(|(i, out)| {
        let mut run = Run {
            program,
            inputs,
            first: i * TASK,
            mask,
            out,
        };
        if with_lanes(&mut run).is_none() {
            run.steps::<Single>(());
        }
    });
}

struct Run<'a> {
    program: &'a Program,
    inputs: Inputs<'a>,
    /// The number of the first row of `out`.
    first: usize,
    /// The number of rows, minus one.
    mask: usize,
    out: &'a mut [F],
}

impl Run<'_> {
    /// Runs all steps on every group of rows.
    #[inline(always)]
    fn steps<E: Eight>(&mut self, token: E::Token) {
        let Self {
            program,
            inputs,
            first,
            mask,
            ref mut out,
        } = *self;
        let zero = E::splat(token, &F::ZERO);
        let mut registers = vec![[zero; VECTORS]; program.registers];
        let scalars: Vec<E> = inputs.scalars.iter().map(|x| E::splat(token, x)).collect();
        for (i, out) in out.chunks_mut(ROWS).enumerate() {
            let row = first + i * ROWS;
            for (to, operation) in &program.steps {
                let get = |source: &Source| -> [&E; VECTORS] {
                    match source {
                        Source::Register(i) => registers[*i as usize].each_ref(),
                        Source::Scalar(i) => [&scalars[*i as usize]; VECTORS],
                    }
                };
                let result: [E; VECTORS] = match operation {
                    Operation::Load { column, rotation } => {
                        let column = inputs.columns[*column as usize];
                        let start = row.wrapping_add_signed(*rotation as isize) & mask;
                        let mut result = [zero; VECTORS];
                        for (v, result) in result.iter_mut().enumerate() {
                            let start = (start + 8 * v) & mask;
                            let mut room = [F::ZERO; 8];
                            let rows = column.eight(start, mask, &mut room);
                            *result = E::load(token, rows);
                        }
                        result
                    }
                    Operation::Add(a, b) => {
                        let (a, b) = (get(a), get(b));
                        let mut result = [zero; VECTORS];
                        for (v, result) in result.iter_mut().enumerate() {
                            *result = a[v].add(b[v]);
                        }
                        result
                    }
                    Operation::Sub(a, b) => {
                        let (a, b) = (get(a), get(b));
                        let mut result = [zero; VECTORS];
                        for (v, result) in result.iter_mut().enumerate() {
                            *result = a[v].sub(b[v]);
                        }
                        result
                    }
                    Operation::Mul(a, b) => E::mul(token, get(a), get(b)),
                    Operation::Dot(terms) => {
                        let mut result = [zero; VECTORS];
                        for (v, result) in result.iter_mut().enumerate() {
                            let mut pairs = [(&zero, &zero); DOT];
                            for (pair, (a, b)) in pairs.iter_mut().zip(terms) {
                                *pair = (get(a)[v], get(b)[v]);
                            }
                            *result = E::dot(&pairs[..terms.len()]);
                        }
                        result
                    }
                };
                registers[*to as usize] = result;
            }
            let result = match program.result {
                Some(Source::Register(i)) => registers[i as usize],
                Some(Source::Scalar(i)) => [scalars[i as usize]; VECTORS],
                None => [zero; VECTORS],
            };
            for (result, out) in result.iter().zip(out.chunks_mut(8)) {
                out.iter_mut().zip(result.store()).for_each(|(out, x)| *out += x);
            }
        }
    }
}

impl WithLanes for &mut Run<'_> {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        token.run(
            #[inline(always)]
            || self.steps::<OnLanes<T>>(token),
        );
    }
}

/// A value in eight rows.
trait Eight: Copy {
    type Token: Copy;

    fn splat(token: Self::Token, x: &F) -> Self;
    fn load(token: Self::Token, rows: [&F; 8]) -> Self;
    fn store(&self) -> [F; 8];
    fn add(&self, b: &Self) -> Self;
    fn sub(&self, b: &Self) -> Self;
    fn mul(token: Self::Token, a: [&Self; VECTORS], b: [&Self; VECTORS]) -> [Self; VECTORS];
    fn dot(terms: &[(&Self, &Self)]) -> Self;
}

#[derive(Clone, Copy)]
struct OnLanes<T: Token>(Lanes<T>);

impl<T: Token> Eight for OnLanes<T> {
    type Token = T;

    #[inline(always)]
    fn splat(token: T, x: &F) -> Self {
        Self(Lanes::<T>::splat(token, x))
    }

    #[inline(always)]
    fn load(token: T, rows: [&F; 8]) -> Self {
        Self(Lanes::<T>::load_own(token, rows))
    }

    #[inline(always)]
    fn store(&self) -> [F; 8] {
        self.0.store_own()
    }

    #[inline(always)]
    fn add(&self, b: &Self) -> Self {
        Self(self.0.add(&b.0))
    }

    #[inline(always)]
    fn sub(&self, b: &Self) -> Self {
        Self(self.0.sub(&b.0))
    }

    #[inline(always)]
    fn mul(token: T, a: [&Self; VECTORS], b: [&Self; VECTORS]) -> [Self; VECTORS] {
        let mut out = [Self(Lanes::<T>::zero(token)); VECTORS];
        for (i, out) in out.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let [x, y] = out;
            let factors = [[&a[2 * i].0, &b[2 * i].0], [&a[2 * i + 1].0, &b[2 * i + 1].0]];
            Lanes::<T>::set_products([&mut x.0, &mut y.0], factors, [Bias::TWO; 2], [[]; 2]);
        }
        out
    }

    #[inline(always)]
    fn dot(terms: &[(&Self, &Self)]) -> Self {
        let mut inner = [(&terms[0].0.0, &terms[0].1.0); DOT];
        for (inner, (a, b)) in inner.iter_mut().zip(terms) {
            *inner = (&a.0, &b.0);
        }
        Self(Lanes::<T>::dot(2, &inner[..terms.len()]))
    }
}

/// Eight separate elements, without lanes.
#[derive(Clone, Copy)]
struct Single([F; 8]);

impl Single {
    fn zip(&self, b: &Self, f: impl Fn(F, F) -> F) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], b.0[i])))
    }
}

impl Eight for Single {
    type Token = ();

    fn splat((): (), x: &F) -> Self {
        Self([*x; 8])
    }

    fn load((): (), rows: [&F; 8]) -> Self {
        Self(rows.map(|x| *x))
    }

    fn store(&self) -> [F; 8] {
        self.0
    }

    fn add(&self, b: &Self) -> Self {
        self.zip(b, |a, b| a + b)
    }

    fn sub(&self, b: &Self) -> Self {
        self.zip(b, |a, b| a - b)
    }

    fn mul((): (), a: [&Self; VECTORS], b: [&Self; VECTORS]) -> [Self; VECTORS] {
        core::array::from_fn(|i| a[i].zip(b[i], |a, b| a * b))
    }

    fn dot(terms: &[(&Self, &Self)]) -> Self {
        let mut a = [F::ZERO; DOT];
        let mut b = a;
        Self(core::array::from_fn(|i| {
            for (j, (x, y)) in terms.iter().enumerate() {
                (a[j], b[j]) = (x.0[i], y.0[i]);
            }
            match terms.len() {
                1 => a[0] * b[0],
                2 => F::sum_of_products(&[a[0], a[1]], &[b[0], b[1]]),
                3..=4 => F::sum_of_products(&[a[0], a[1], a[2], a[3]], &[b[0], b[1], b[2], b[3]]),
                _ => F::sum_of_products(&a, &b),
            }
        }))
    }
}

/// `sum c_i x^i` of each polynomial at its point.
pub fn evaluations(polys: &[(Values<'_>, F)]) -> Vec<F> {
    polys.par_iter().map(|(poly, x)| evaluate_at(*poly, x)).collect()
}

/// `sum c_i x^i`.
pub fn evaluate_at(poly: Values<'_>, x: &F) -> F {
    // Runs Horner's rule in `x^ROWS` for each residue of the exponents modulo `ROWS`.
    let mut powers = [F::ONE; ROWS + 1];
    for i in 1..powers.len() {
        powers[i] = powers[i - 1] * x;
    }
    let mut sums = [F::ZERO; ROWS];
    let whole = poly.len() / ROWS * ROWS;
    let mut horner = Horner {
        poly,
        whole,
        step: &powers[ROWS],
        sums: &mut sums,
    };
    if with_lanes(&mut horner).is_none() {
        for start in (0..whole).step_by(ROWS).rev() {
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = *sum * powers[ROWS] + poly.at(start + i);
            }
        }
    }
    let tail = (whole..poly.len()).rev().fold(F::ZERO, |sum, i| sum * x + poly.at(i));
    let sum: F = sums.iter().zip(&powers).map(|(s, p)| *s * p).sum();
    sum + tail * x.pow([whole as u64])
}

struct Horner<'a> {
    poly: Values<'a>,
    /// The number of coefficients that Horner's rule covers, a multiple of [`ROWS`].
    whole: usize,
    step: &'a F,
    sums: &'a mut [F; ROWS],
}

impl WithLanes for &mut Horner<'_> {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        token.run(
            #[inline(always)]
            || {
                let step = Lanes::<T>::splat(token, self.step);
                let mut sums = [Lanes::<T>::zero(token); VECTORS];
                for start in (0..self.whole).step_by(ROWS).rev() {
                    let mut products = [Lanes::<T>::zero(token); VECTORS];
                    for (out, sums) in products.as_chunks_mut::<2>().0.iter_mut().zip(sums.as_chunks::<2>().0) {
                        let ([x, y], [a, b]) = (out, sums);
                        Lanes::<T>::set_products([x, y], [[a, &step], [b, &step]], [Bias::TWO; 2], [[]; 2]);
                    }
                    for (v, sum) in sums.iter_mut().enumerate() {
                        let mut room = [F::ZERO; 8];
                        let rows = self.poly.eight(start + 8 * v, usize::MAX, &mut room);
                        *sum = products[v].add(&Lanes::<T>::load_own(token, rows));
                    }
                }
                for (sum, out) in sums.iter().zip(self.sums.chunks_exact_mut(8)) {
                    out.copy_from_slice(&sum.store_own());
                }
            },
        );
    }
}
