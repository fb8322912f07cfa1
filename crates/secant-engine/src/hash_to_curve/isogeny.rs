//! Isogenies given by rational maps.

use crate::hash_to_curve::{element::Element, jacobian::Jacobian};

/// The most coefficients of a polynomial.
const MOST: usize = 16;

/// `(x, y) -> (x_num(x) / x_den(x), y y_num(x) / y_den(x))`.
#[derive(Clone, Copy, Debug)]
pub struct Isogeny<'a, F> {
    /// The coefficients of `x_num`, `x_den`, `y_num`, `y_den`, the constant ones first.
    polynomials: [&'a [F]; 4],
}

impl<'a, F> Isogeny<'a, F> {
    /// The isogeny with these coefficients, the constant ones first.
    ///
    /// # Panics
    /// If a polynomial has no coefficients or more than 16. In a constant this is a compile-time error.
    pub const fn new(x_num: &'a [F], x_den: &'a [F], y_num: &'a [F], y_den: &'a [F]) -> Self {
        let polynomials = [x_num, x_den, y_num, y_den];
        let mut k = 0;
        while k < 4 {
            assert!(!polynomials[k].is_empty() && polynomials[k].len() <= MOST);
            k += 1;
        }
        Self { polynomials }
    }
}

/// A polynomial with its coefficients as elements. The coefficients above its degree are not used.
type Polynomial<E> = [E; MOST];

/// An isogeny with each coefficient copied to as many elements as it takes.
pub struct Prepared<E> {
    polynomials: [Polynomial<E>; 4],
    /// The number of coefficients of each.
    counts: [usize; 4],
}

impl<F: Copy> Isogeny<'_, F> {
    /// The isogeny for as many elements as `like` has.
    #[inline(always)]
    pub(super) fn with<E: Element<Field = F>>(&self, like: &E) -> Prepared<E> {
        let mut prepared = Prepared {
            polynomials: [[*like; MOST]; 4],
            counts: [0; 4],
        };
        for (k, coefficients) in self.polynomials.into_iter().enumerate() {
            prepared.counts[k] = coefficients.len();
            for (to, c) in prepared.polynomials[k].iter_mut().zip(coefficients) {
                *to = like.constant(c);
            }
        }
        prepared
    }
}

impl<E: Element> Prepared<E> {
    /// The image.
    ///
    /// With `w = Z^2`, every polynomial is made homogeneous of the same degree `n`, `sum c_i X^i w^(n - i)`. So all
    /// share the monomials, and a sum of six products costs little more than half of six products.
    #[inline(always)]
    pub fn apply(&self, p: &Jacobian<E>) -> Jacobian<E> {
        let [a, b, c, d] = self.counts;
        let n = a.max(b).max(c).max(d) - 1;
        let w = p.z.square();
        let (mut x_powers, mut w_powers) = ([p.x; MOST], [w; MOST]);
        for i in 2..=n {
            x_powers[i] = x_powers[i - 1].mul(&p.x);
            w_powers[i] = w_powers[i - 1].mul(&w);
        }
        // X^i w^(n - i)
        let mut monomials = x_powers;
        monomials[0] = w_powers[n];
        for i in 1..n {
            monomials[i] = x_powers[i].mul(&w_powers[n - i]);
        }
        let [x_num, x_den, y_num, y_den] = [0, 1, 2, 3].map(
            #[inline(always)]
            |k| self.evaluate(k, &monomials),
        );
        // x = x_num / x_den and y = Y y_num / d with d = Z^3 y_den, over the denominator x_den d.
        let d = p.z.mul(&w).mul(&y_den);
        let xd = x_num.mul(&d);
        let x2 = x_den.square();
        let z = x_den.mul(&d);
        Jacobian {
            x: xd.mul(&z),
            y: p.y.mul(&y_num).mul(&d.mul(&x2.mul(&z))),
            z,
        }
    }

    #[inline(always)]
    fn evaluate(&self, k: usize, monomials: &[E; MOST]) -> E {
        let (polynomial, count) = (&self.polynomials[k], self.counts[k]);
        let mut sum: Option<E> = None;
        let mut from = 0;
        while from < count {
            let to = count.min(from + E::TERMS);
            let mut terms = [(&monomials[from], &polynomial[from]); 6];
            for i in from..to {
                terms[i - from] = (&monomials[i], &polynomial[i]);
            }
            let part = E::dot(&terms[..to - from]);
            sum = Some(match sum {
                Some(sum) => sum.add(&part),
                None => part,
            });
            from = to;
        }
        sum.unwrap_or(monomials[0])
    }
}
