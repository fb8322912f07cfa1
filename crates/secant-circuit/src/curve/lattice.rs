//! Short vectors of lattices, for the decomposition of scalars.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Signed;

fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The nearest integer to `a / b` for `b > 0`.
pub fn round(a: &BigInt, b: &BigInt) -> BigInt {
    let twice: BigInt = a * 2 + b;
    twice.div_floor(&(b * 2))
}

/// Adds a multiple of one row to another.
fn add_multiple(basis: &mut [Vec<BigInt>], to: usize, of: usize, factor: &BigInt) {
    for i in 0..basis[to].len() {
        let term = factor * &basis[of][i];
        basis[to][i] += term;
    }
}

/// Gram-Schmidt coefficients, multiplied by the products of squared lengths that make them integers: `lambda[i][j]` and
/// `d[i]` in Cohen, A Course in Computational Algebraic Number Theory, section 2.6.3.
fn gram_schmidt(basis: &[Vec<BigInt>]) -> (Vec<Vec<BigInt>>, Vec<BigInt>) {
    let n = basis.len();
    let mut lambda = vec![vec![BigInt::ZERO; n]; n];
    // d[i + 1] belongs to row i.
    let mut d = vec![BigInt::from(1); n + 1];
    for i in 0..n {
        for j in 0..=i {
            let mut u = dot(&basis[i], &basis[j]);
            for k in 0..j {
                u = (&d[k + 1] * u - &lambda[i][k] * &lambda[j][k]) / &d[k];
            }
            if j < i {
                lambda[i][j] = u;
            } else {
                d[i + 1] = u;
            }
        }
    }
    (lambda, d)
}

/// The reduction of Lenstra, Lenstra and Lovasz, for a basis of a few rows, with integers only.
fn reduce(basis: &mut [Vec<BigInt>]) {
    let mut k = 1;
    while k < basis.len() {
        for j in (0..k).rev() {
            let (lambda, d) = gram_schmidt(basis);
            let q = round(&lambda[k][j], &d[j + 1]);
            if q != BigInt::ZERO {
                add_multiple(basis, k, j, &-q);
            }
        }
        let (lambda, d) = gram_schmidt(basis);
        // |b*_k|^2 >= (3/4 - mu^2) |b*_(k-1)|^2
        let left = &d[k + 1] * &d[k - 1] * 4;
        let right = &d[k] * &d[k] * 3 - &lambda[k][k - 1] * &lambda[k][k - 1] * 4;
        if left < right {
            basis.swap(k, k - 1);
            k = (k - 1).max(1);
        } else {
            k += 1;
        }
    }
}

/// A reduced basis of the lattice with this basis.
pub fn reduced_basis(mut basis: Vec<Vec<BigInt>>) -> Vec<Vec<BigInt>> {
    reduce(&mut basis);
    basis
}

fn largest(v: &[BigInt]) -> BigInt {
    v.iter().map(Signed::abs).max().unwrap_or_default()
}

/// A nonzero vector of a lattice, whose largest coordinate is about as small as possible.
///
/// The rows are a basis of at most four vectors.
///
/// # Panics
/// For more than four rows.
pub fn short_vector(mut basis: Vec<Vec<BigInt>>) -> Vec<BigInt> {
    assert!(basis.len() <= 4, "lattices of up to four dimensions");
    reduce(&mut basis);
    // Tries sums of reduced vectors with small factors.
    let count = 5usize.pow(basis.len() as u32);
    let mut best: Option<Vec<BigInt>> = None;
    for mut code in 0..count {
        let mut v = vec![BigInt::ZERO; basis[0].len()];
        for row in &basis {
            let factor: BigInt = BigInt::from(code % 5) - 2;
            code /= 5;
            for (v, row) in v.iter_mut().zip(row) {
                let term: BigInt = row * &factor;
                *v += term;
            }
        }
        let is_zero = v.iter().all(|x| *x == BigInt::ZERO);
        if !is_zero && best.as_ref().is_none_or(|best| largest(&v) < largest(best)) {
            best = Some(v);
        }
    }
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    /// The lattice of `x + y t = 0 modulo m`, and one of four dimensions.
    #[test]
    fn vectors_are_short_and_in_the_lattice() {
        let mut rng = StdRng::seed_from_u64(1);
        let m: BigInt = (BigInt::from(1) << 127) - 1;
        for _ in 0..50 {
            let t: [BigInt; 3] = std::array::from_fn(|_| BigInt::from(rng.r#gen::<u128>() >> 2));
            let zero = BigInt::ZERO;
            let one = BigInt::from(1);
            let v = short_vector(vec![vec![m.clone(), zero.clone()], vec![-&t[0], one.clone()]]);
            assert_eq!((&v[0] + &v[1] * &t[0]) % &m, zero);
            assert!(largest(&v).bits() <= 64);
            let v = short_vector(vec![
                vec![m.clone(), zero.clone(), zero.clone(), zero.clone()],
                vec![-&t[0], one.clone(), zero.clone(), zero.clone()],
                vec![-&t[1], zero.clone(), one.clone(), zero.clone()],
                vec![-&t[2], zero.clone(), zero.clone(), one],
            ]);
            assert_eq!((&v[0] + &v[1] * &t[0] + &v[2] * &t[1] + &v[3] * &t[2]) % &m, zero);
            assert!(largest(&v).bits() <= 33);
            assert!(largest(&v) > zero);
        }
    }
}
