//! Polynomials as values on the domain of a key, as values on its cosets, and as coefficients.

use crate::{
    Error,
    convert::{self, F, Fr, Values},
    graph::{Program, Scalar, Writer},
    rows,
};
use ark_ff::{AdditiveGroup, FftField, Field, One};
use halo2_axiom::poly::{EvaluationDomain, Rotation};
use rayon::prelude::*;
use secant_engine::ntt::{Ntt, Order::Natural};

/// `2^k` roots of unity, as halo2 numbers them.
pub struct Domain {
    pub n: usize,
    pub omega: F,
    omega_inv: F,
    ntt: Ntt<F>,
}

impl Domain {
    pub fn new(domain: &EvaluationDomain<Fr>) -> Result<Self, Error> {
        let (k, omega) = (domain.k(), convert::scalar(&domain.get_omega()));
        let ntt = Ntt::with_root(k, omega).ok_or(Error::Key("its domain has no root of unity of its order"))?;
        Ok(Self {
            n: 1 << k,
            omega,
            omega_inv: omega.inverse().ok_or(Error::Key("its root of unity is zero"))?,
            ntt,
        })
    }

    /// `x w^rotation`.
    pub fn rotate(&self, x: &F, rotation: Rotation) -> F {
        let root = if rotation.0 < 0 { self.omega_inv } else { self.omega };
        root.pow([u64::from(rotation.0.unsigned_abs())]) * x
    }

    /// Coefficients from values on the domain.
    pub fn coefficients(&self, values: &[F]) -> Vec<F> {
        let mut x = values.to_vec();
        self.ntt.inverse(&mut x, Natural, Natural);
        x
    }

    /// Values on the domain from coefficients.
    pub fn values(&self, coefficients: Values<'_>) -> Vec<F> {
        let mut x = coefficients.to_vec();
        self.ntt.forward(&mut x, Natural, Natural);
        x
    }

    /// Replaces the content of `room` by the values on the coset of `offset`, times `scale`.
    pub fn coset(&self, room: &mut Vec<F>, coefficients: Values<'_>, scale: F, offset: F) {
        room.clear();
        coefficients.extend(room);
        self.ntt.scaled_coset_forward(room, scale, offset, Natural, Natural);
    }

    /// The powers of the root of unity: the values of `X` on the domain.
    pub fn powers(&self) -> Vec<F> {
        let mut powers = vec![F::ONE; self.n];
        for i in 1..self.n {
            powers[i] = powers[i - 1] * self.omega;
        }
        powers
    }
}

/// The cosets on which a quotient is evaluated, one for each of its pieces.
pub struct Cosets {
    offsets: Vec<F>,
    offsets_inv: Vec<F>,
    /// Row `j` has the weights that give piece `j` as a combination of the dividend's interpolations on the cosets. The
    /// weights include the division by `X^n - 1`.
    pieces: Vec<Vec<F>>,
}

impl Cosets {
    pub fn new(domain: &Domain, count: usize) -> Result<Self, Error> {
        let offsets: Vec<F> = (1..=count as u64).map(|i| F::GENERATOR.pow([i])).collect();
        // On a coset `X^n` is a constant `c`, and a quotient `sum X^(j n) h_j` is `sum c^j h_j`.
        let constants: Vec<F> = offsets.iter().map(|g| g.pow([domain.n as u64])).collect();
        let failed = || Error::Key("its domain is too large");
        let inverse = |x: F| x.inverse().ok_or_else(failed);
        let offsets_inv = offsets.iter().map(|g| inverse(*g)).collect::<Result<_, _>>()?;
        let mut pieces = vec![vec![F::ZERO; count]; count];
        for (p, c) in constants.iter().enumerate() {
            // The polynomial that is one at this constant and zero at the others, over `c - 1`.
            let mut lagrange = vec![inverse(*c - F::one())?];
            for other in constants.iter().enumerate().filter(|(i, _)| *i != p).map(|(_, c)| c) {
                let scale = inverse(*c - other)?;
                lagrange.push(F::ZERO);
                for i in (0..lagrange.len()).rev() {
                    let below = if i > 0 { lagrange[i - 1] } else { F::ZERO };
                    lagrange[i] = (below - lagrange[i] * other) * scale;
                }
            }
            for (j, coefficient) in lagrange.into_iter().enumerate() {
                pieces[j][p] = coefficient;
            }
        }
        Ok(Self {
            offsets,
            offsets_inv,
            pieces,
        })
    }

    pub fn offsets(&self) -> &[F] {
        &self.offsets
    }

    /// The pieces of a quotient by `X^n - 1`, times `factor`, from the dividend's values on the cosets.
    pub fn quotient(&self, domain: &Domain, mut values: Vec<Vec<F>>, factor: F) -> Vec<Vec<F>> {
        values.par_iter_mut().zip(&self.offsets_inv).for_each(|(values, inv)| {
            domain.ntt.coset_inverse(values, *inv, Natural, Natural);
        });
        let values = Values::own(&values);
        let piece = |row: &Vec<F>| linear_combination(&values, &row.iter().map(|x| *x * factor).collect::<Vec<_>>());
        self.pieces.iter().map(piece).collect()
    }
}

/// `sum scalars[i] * polys[i]` of polynomials of one length, a power of two.
pub fn linear_combination(polys: &[Values<'_>], scalars: &[F]) -> Vec<F> {
    let mut writer = Writer::default();
    let terms: Vec<_> = (0..polys.len() as u32)
        .zip(scalars)
        .map(|(column, scalar)| (writer.load(column, 0), writer.scalar(Scalar::Value(*scalar))))
        .collect();
    let n = polys.first().map_or(0, |poly| poly.len());
    let Some(sum) = writer.dot(&terms) else {
        return vec![F::ZERO; n];
    };
    let program = writer.finish(sum);
    let scalars = values(&program, |_| F::ZERO);
    let inputs = rows::Inputs {
        columns: polys,
        scalars: &scalars,
    };
    rows::evaluate(&program, inputs, n)
}

/// The values of a program's scalars. `unknown` gives those that are not fixed in the program.
pub fn values(program: &Program, unknown: impl Fn(Scalar) -> F) -> Vec<F> {
    let value = |scalar: &Scalar| match *scalar {
        Scalar::Value(x) => x,
        other => unknown(other),
    };
    program.scalars.iter().map(value).collect()
}

/// `p / (X - x)`, dropping the remainder; the last coefficient becomes zero.
pub fn divide(p: &mut [F], x: &F) {
    // A coefficient of the quotient is the value at `x` of the dividend's higher coefficients.
    let values: Vec<F> = p
        .par_chunks(DIVIDED)
        .map(|part| rows::evaluate_at(Values::Own(part), x))
        .collect();
    let power = x.pow([DIVIDED as u64]);
    let mut above = F::ZERO;
    let mut carries = vec![F::ZERO; values.len()];
    for (carry, value) in carries.iter_mut().zip(&values).rev() {
        *carry = above;
        above = above * power + value;
    }
    p.par_chunks_mut(DIVIDED).zip(carries).for_each(|(part, mut carry)| {
        for c in part.iter_mut().rev() {
            let next = carry * x + *c;
            *c = carry;
            carry = next;
        }
    });
}

/// The number of coefficients in a part, which one thread divides.
const DIVIDED: usize = 1 << 12;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use ark_ff::UniformRand;
    use rand::{SeedableRng, rngs::StdRng};

    fn horner(p: &[F], x: &F) -> F {
        p.iter().rev().fold(F::ZERO, |sum, c| sum * x + c)
    }

    fn some(n: usize, seed: u64) -> Vec<F> {
        let mut rng = StdRng::seed_from_u64(seed);
        (0..n).map(|_| F::rand(&mut rng)).collect()
    }

    #[test]
    fn combinations_and_divisions() {
        for n in [4, 8, 64, 4096, 1 << 14] {
            let polys: Vec<_> = (0..19).map(|i| some(n, i)).collect();
            let scalars = some(19, 100);
            let sum = linear_combination(&Values::own(&polys), &scalars);
            for i in 0..n {
                let expected: F = polys.iter().zip(&scalars).map(|(p, s)| p[i] * s).sum();
                assert_eq!(sum[i], expected, "{n}, {i}");
            }
            let x = scalars[0];
            assert_eq!(rows::evaluate_at(Values::Own(&sum), &x), horner(&sum, &x));
            assert_eq!(
                rows::evaluate_at(Values::Own(&sum[..n - 1]), &x),
                horner(&sum[..n - 1], &x)
            );
            let mut quotient = sum.clone();
            divide(&mut quotient, &x);
            assert_eq!(quotient[n - 1], F::ZERO);
            let y = scalars[1];
            assert_eq!(horner(&quotient, &y) * (y - x), horner(&sum, &y) - horner(&sum, &x));
        }
    }

    #[test]
    fn quotients() {
        for k in [3, 6, 9] {
            let domain = Domain::new(&EvaluationDomain::new(5, k)).unwrap();
            let h = some(4 * domain.n, 1);
            let cosets = Cosets::new(&domain, 4).unwrap();
            let values = cosets.offsets().iter().map(|offset| {
                let at = |i: usize| {
                    let x = domain.omega.pow([i as u64]) * offset;
                    horner(&h, &x) * (x.pow([domain.n as u64]) - F::one()) * rows::scale()
                };
                (0..domain.n).map(at).collect()
            });
            let pieces = cosets.quotient(&domain, values.collect(), rows::unscale());
            assert_eq!(pieces.concat(), h);
            let x = domain.omega.pow([3u64]) * cosets.offsets()[1];
            let (h, mut room) = (&h[..domain.n], vec![F::one(); 2]);
            domain.coset(&mut room, Values::Own(h), rows::scale(), cosets.offsets()[1]);
            assert_eq!((room.len(), room[3]), (domain.n, horner(h, &x) * rows::scale()));
        }
    }
}
