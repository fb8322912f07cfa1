//! An element of a sextic target field on single field elements: `a + b w` over the cubic field `K[v] / (v^3 - xi)`
//! with `v = w^2`. Every coefficient of a product is reduced once.

use crate::pairing::{
    lazy::LazyRing,
    lines::{Line, Twist},
    target::{Sextic, Target, TargetExt},
};
use ark_ff::{AdditiveGroup, Field};

mod compressed;
mod torus;

pub use crate::pairing::single::torus::Torus;

/// The field of coefficients.
type K<F> = <F as Sextic>::Coefficient;
type Wide<F> = <K<F> as LazyRing>::Wide;
/// An element of the cubic field.
type Cubic<F> = [K<F>; 3];

/// An element of the target field `F`.
#[derive(Clone)]
pub struct Single<F: Sextic<Coefficient: LazyRing>> {
    a: Cubic<F>,
    b: Cubic<F>,
}

impl<F: Sextic<Coefficient: LazyRing>> Single<F> {
    /// From arkworks' form.
    pub fn load(f: &F) -> Self {
        let [a0, a1, a2, b0, b1, b2] = f.coefficients();
        Self {
            a: [a0, a1, a2],
            b: [b0, b1, b2],
        }
    }

    /// To arkworks' form.
    pub fn store(&self) -> F {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.a, self.b);
        F::from_coefficients([a0, a1, a2, b0, b1, b2])
    }

    /// Multiplies in the tower `K[s][w]` with `s^2 = xi`, `w^3 = s`, by Karatsuba's method for both extensions.
    pub fn mul_cubic_over_quadratic(&mut self, b: &Self) {
        meter!("mul", [[[K<F>; 2]; 3]; 1]);
        // c_i = g_i + g_(i + 3) s, where a holds g0, g2, g4 and b holds g1, g3, g5.
        let parts = |x: &Self| [[x.a[0], x.b[1]], [x.b[0], x.a[2]], [x.a[1], x.b[2]]];
        let (x, y) = (parts(self), parts(b));
        let sum = |[a0, a1]: [K<F>; 2], [b0, b1]: [K<F>; 2]| [a0 + b0, a1 + b1];
        let (mut v0, mut v1, mut v2) = ([K::<F>::ZERO; 2], [K::<F>::ZERO; 2], [K::<F>::ZERO; 2]);
        quadratic_mul::<F>(&mut v0, &x[0], &y[0]);
        quadratic_mul::<F>(&mut v1, &x[1], &y[1]);
        quadratic_mul::<F>(&mut v2, &x[2], &y[2]);
        let (mut m01, mut m02, mut m12) = (v0, v0, v0);
        quadratic_mul::<F>(&mut m01, &sum(x[0], x[1]), &sum(y[0], y[1]));
        quadratic_mul::<F>(&mut m02, &sum(x[0], x[2]), &sum(y[0], y[2]));
        quadratic_mul::<F>(&mut m12, &sum(x[1], x[2]), &sum(y[1], y[2]));
        // c0 = v0 + s (m12 - v1 - v2), c1 = m01 - v0 - v1 + s v2, c2 = m02 - v0 - v2 + v1
        for i in 0..2 {
            m12[i] -= &v1[i];
            m12[i] -= &v2[i];
            m01[i] -= &v0[i];
            m01[i] -= &v1[i];
            m02[i] -= &v0[i];
            m02[i] -= &v2[i];
            m02[i] += &v1[i];
        }
        for (c, [x0, x1]) in [(&mut v0, &m12), (&mut m01, &v2)] {
            let mut xi_x1 = K::<F>::ZERO;
            K::<F>::mul_small(&mut xi_x1, x1, F::XI);
            c[0] += &xi_x1;
            c[1] += x0;
        }
        self.a = [v0[0], m02[0], m01[1]];
        self.b = [m01[0], v0[1], m02[1]];
    }

    /// Multiplies by a line; see [`Line`].
    pub fn mul_by_line(&mut self, line: &Line<K<F>>, twist: Twist) {
        meter!("mul by line", F);
        let (a, b) = (self.a, self.b);
        let Line { free, cx, cy } = line;
        match twist {
            Twist::M => {
                mul_line_014::<F>(&mut self.a, &a, [free, cx], cy, [&b[1], &b[2], &b[0]], true);
                mul_line_014::<F>(&mut self.b, &b, [free, cx], cy, [&a[2], &a[0], &a[1]], false);
            }
            Twist::D => {
                mul_line_034::<F>(&mut self.a, &a, cy, [cx, free], &b, true);
                mul_line_034::<F>(&mut self.b, &b, cy, [cx, free], &a, false);
            }
        }
    }
}

impl<F: Sextic<Coefficient: LazyRing>> Target for Single<F> {
    fn square(&mut self) {
        meter!("square", F);
        // (a + b) (a + v b) - a b - v a b, and 2 a b
        let (mut sum, mut other, mut ab) = (self.a, self.a, [K::<F>::ZERO; 3]);
        let mut xi_b2 = K::<F>::ZERO;
        K::<F>::mul_small(&mut xi_b2, &self.b[2], F::XI);
        for (i, b) in [&xi_b2, &self.b[0], &self.b[1]].into_iter().enumerate() {
            sum[i] += &self.b[i];
            other[i] += b;
        }
        cubic_mul::<F>(&mut ab, &self.a, &self.b);
        cubic_mul::<F>(&mut self.a, &sum, &other);
        K::<F>::mul_small(&mut xi_b2, &ab[2], F::XI);
        for (i, v_ab) in [&xi_b2, &ab[0], &ab[1]].into_iter().enumerate() {
            self.a[i] -= &ab[i];
            self.a[i] -= v_ab;
        }
        for (b, ab) in self.b.iter_mut().zip(&ab) {
            *b = *ab;
            b.double_in_place();
        }
    }

    fn mul(&mut self, b: &Self) {
        meter!("mul", F);
        // Karatsuba's method: a0 b0 + v a1 b1, and (a0 + a1) (b0 + b1) - a0 b0 - a1 b1
        let (mut sum, mut other) = (self.a, b.a);
        let (mut v0, mut v1) = ([K::<F>::ZERO; 3], [K::<F>::ZERO; 3]);
        for i in 0..3 {
            sum[i] += &self.b[i];
            other[i] += &b.b[i];
        }
        cubic_mul::<F>(&mut v0, &self.a, &b.a);
        cubic_mul::<F>(&mut v1, &self.b, &b.b);
        cubic_mul::<F>(&mut self.b, &sum, &other);
        K::<F>::mul_small(&mut self.a[0], &v1[2], F::XI);
        self.a[1] = v1[0];
        self.a[2] = v1[1];
        for i in 0..3 {
            self.a[i] += &v0[i];
            self.b[i] -= &v0[i];
            self.b[i] -= &v1[i];
        }
    }

    fn cyclotomic_square(&mut self) {
        meter!("cyclotomic square", F);
        // a holds g0, g2, g4, and b holds g1, g3, g5; see `compressed`.
        let [g0, g2, g4] = &mut self.a;
        let [g1, g3, g5] = &mut self.b;
        compressed::square::<F>([g1, g4, g2, g5]);
        let (mut square, mut product) = (K::<F>::ZERO, K::<F>::ZERO);
        compressed::square_pair::<F>(&mut square, &mut product, g0, g3);
        compressed::thrice_less_twice(g0, &square);
        compressed::thrice_and_twice(g3, &product);
    }

    fn cyclotomic_pow(&self, digits: &[i8]) -> Self {
        compressed::pow(self, digits).unwrap_or_else(|| self.cyclotomic_pow_plain(digits))
    }

    fn conjugate(&mut self) {
        meter!("conjugate", F);
        for b in &mut self.b {
            b.neg_in_place();
        }
    }

    fn frobenius(&mut self, power: usize) {
        meter!("frobenius", F);
        let [_, factors @ ..] = F::frobenius_factors(power);
        let ([a0, a1, a2], [b0, b1, b2]) = (&mut self.a, &mut self.b);
        a0.frobenius_map_in_place(power);
        for (x, factor) in [a1, a2, b0, b1, b2].into_iter().zip(&factors) {
            x.frobenius_map_in_place(power);
            let y = *x;
            LazyRing::product(x, &y, factor);
        }
    }
}

#[inline(always)]
fn wide<R: LazyRing>(a: &R, b: &R) -> R::Wide {
    let mut out = R::Wide::default();
    R::mul_wide(&mut out, a, b);
    out
}

/// `(a0 + a1) (b0 + b1)`, for elements below the modulus.
#[inline(always)]
fn wide_of_sums<R: LazyRing>(out: &mut R::Wide, a0: &R, a1: &R, b0: &R, b1: &R) {
    let (mut a, mut b) = (R::ZERO, R::ZERO);
    R::add_unreduced(&mut a, a0, a1);
    R::add_unreduced(&mut b, b0, b1);
    R::mul_wide(out, &a, &b);
}

/// The product in the cubic field, by Karatsuba's method: six products, three reductions.
#[inline(never)]
fn cubic_mul<F: Sextic<Coefficient: LazyRing>>(out: &mut Cubic<F>, a: &Cubic<F>, b: &Cubic<F>) {
    meter!("mul", Cubic<F>);
    let mut v0 = Wide::<F>::default();
    let (mut v1, mut v2, mut t) = (v0, v0, v0);
    K::<F>::mul_wide(&mut v0, &a[0], &b[0]);
    K::<F>::mul_wide(&mut v1, &a[1], &b[1]);
    K::<F>::mul_wide(&mut v2, &a[2], &b[2]);
    // c2 = a0 b2 + a2 b0 + a1 b1
    wide_of_sums(&mut t, &a[0], &a[2], &b[0], &b[2]);
    K::<F>::sub_wide(&mut t, &v0);
    K::<F>::sub_wide(&mut t, &v2);
    K::<F>::add_wide(&mut t, &v1);
    K::<F>::reduce(&mut out[2], &mut t);
    // c0 = a0 b0 + xi (a1 b2 + a2 b1), once v0 has served for c1
    let mut s = Wide::<F>::default();
    wide_of_sums(&mut s, &a[1], &a[2], &b[1], &b[2]);
    K::<F>::sub_wide(&mut s, &v1);
    K::<F>::sub_wide(&mut s, &v2);
    // c1 = a0 b1 + a1 b0 + xi a2 b2
    wide_of_sums(&mut t, &a[0], &a[1], &b[0], &b[1]);
    K::<F>::sub_wide(&mut t, &v0);
    K::<F>::sub_wide(&mut t, &v1);
    K::<F>::reduce_with(&mut out[1], &mut t, F::XI, &v2);
    K::<F>::reduce_with(&mut out[0], &mut v0, F::XI, &s);
}

/// The product in `K[s] / (s^2 - xi)`.
#[inline(never)]
fn quadratic_mul<F: Sextic<Coefficient: LazyRing>>(out: &mut [K<F>; 2], a: &[K<F>; 2], b: &[K<F>; 2]) {
    meter!("mul", [K<F>; 2]);
    let (mut v0, v1) = (wide(&a[0], &b[0]), wide(&a[1], &b[1]));
    let mut t = Wide::<F>::default();
    wide_of_sums(&mut t, &a[0], &a[1], &b[0], &b[1]);
    K::<F>::sub_wide(&mut t, &v0);
    K::<F>::sub_wide(&mut t, &v1);
    K::<F>::reduce(&mut out[1], &mut t);
    K::<F>::reduce_with(&mut out[0], &mut v0, F::XI, &v1);
}

/// `x (c0 + c1 v) + c v z`, or, with `twice`, `x (c0 + c1 v) + c v^2 z`. `y` holds the coefficients of `z` in the order
/// in which they reach those of the result, by `v z = xi z2 + z0 v + z1 v^2` and `v^2 z = xi z1 + xi z2 v + z0 v^2`.
#[inline(never)]
fn mul_line_014<F: Sextic<Coefficient: LazyRing>>(
    out: &mut Cubic<F>,
    x: &Cubic<F>,
    [c0, c1]: [&K<F>; 2],
    c: &K<F>,
    y: [&K<F>; 3],
    twice: bool,
) {
    meter!("sparse mul", Cubic<F>);
    let mut v0 = wide(&x[0], c0);
    let v1 = wide(&x[1], c1);
    let mut t = Wide::<F>::default();
    let mut s = Wide::<F>::default();
    wide_of_sums(&mut t, &x[0], &x[1], c0, c1);
    K::<F>::sub_wide(&mut t, &v0);
    K::<F>::sub_wide(&mut t, &v1);
    K::<F>::mul_wide(&mut s, c, y[1]);
    if twice {
        K::<F>::reduce_with(&mut out[1], &mut t, F::XI, &s);
    } else {
        K::<F>::add_wide(&mut t, &s);
        K::<F>::reduce(&mut out[1], &mut t);
    }
    K::<F>::mul_wide(&mut s, &x[2], c1);
    K::<F>::mul_wide(&mut t, c, y[0]);
    K::<F>::add_wide(&mut s, &t);
    K::<F>::reduce_with(&mut out[0], &mut v0, F::XI, &s);
    K::<F>::mul_wide(&mut s, &x[2], c0);
    K::<F>::mul_wide(&mut t, c, y[2]);
    K::<F>::add_wide(&mut s, &t);
    K::<F>::add_wide(&mut s, &v1);
    K::<F>::reduce(&mut out[2], &mut s);
}

/// `x c0 + (c + d v) y`, the second term times `v` if `twice`.
#[inline(never)]
fn mul_line_034<F: Sextic<Coefficient: LazyRing>>(
    out: &mut Cubic<F>,
    x: &Cubic<F>,
    c0: &K<F>,
    [c, d]: [&K<F>; 2],
    y: &Cubic<F>,
    twice: bool,
) {
    meter!("sparse mul", Cubic<F>);
    // (c + d v) y = (y0 c + xi y2 d) + (y0 d + y1 c) v + (y1 d + y2 c) v^2
    let [i, j, k] = if twice { [1, 2, 0] } else { [0, 1, 2] };
    let mut y0c = wide(&y[0], c);
    let mut y1d = wide(&y[1], d);
    let mut t = Wide::<F>::default();
    let mut s = Wide::<F>::default();
    wide_of_sums(&mut t, &y[0], &y[1], c, d);
    K::<F>::sub_wide(&mut t, &y0c);
    K::<F>::sub_wide(&mut t, &y1d);
    K::<F>::mul_wide(&mut s, &x[j], c0);
    K::<F>::add_wide(&mut t, &s);
    K::<F>::reduce(&mut out[j], &mut t);

    K::<F>::mul_wide(&mut t, &x[i], c0);
    K::<F>::add_wide(&mut y0c, &t);
    K::<F>::mul_wide(&mut s, &y[2], d);
    K::<F>::reduce_with(&mut out[i], &mut y0c, F::XI, &s);

    K::<F>::mul_wide(&mut s, &y[2], c);
    K::<F>::add_wide(&mut y1d, &s);
    K::<F>::mul_wide(&mut t, &x[k], c0);
    if twice {
        K::<F>::reduce_with(&mut out[k], &mut t, F::XI, &y1d);
    } else {
        K::<F>::add_wide(&mut t, &y1d);
        K::<F>::reduce(&mut out[k], &mut t);
    }
}
