//! Polynomials of elements of extensions, for formulas: coefficients in the quadratic extension, by powers of `w`.

use super::{Fp2Of, PairingCurve, integer};
use crate::foreign::{Formula, Linear, Quadratic, Var};
use num_bigint::BigInt;

/// The two parts of a coefficient in the quadratic extension: of degree 1 here, of degree 2 below.
pub(super) type Linear2 = [Linear; 2];

pub(super) type Quadratic2 = [Quadratic; 2];

/// Polynomials of degree below `N`, modulo `x^N - xi`, of which some coefficients may be missing.
pub(super) type LinearN<const N: usize> = [Option<Linear2>; N];

pub(super) fn linear2(vars: [Var; 2]) -> Linear2 {
    vars.map(Linear::from)
}

pub(super) fn one2() -> Linear2 {
    [Linear::from(BigInt::from(1)), Linear::default()]
}

pub(super) fn constant2<C: PairingCurve>(z: Fp2Of<C>) -> [BigInt; 2] {
    [z.c0, z.c1].map(|c| BigInt::from(integer(c)))
}

pub(super) fn add2(a: Quadratic2, b: Quadratic2) -> Quadratic2 {
    let ([a0, a1], [b0, b1]) = (a, b);
    [a0 + b0, a1 + b1]
}

pub(super) fn times2(a: Quadratic2, factor: i64) -> Quadratic2 {
    a.map(|a| a.times(factor))
}

pub(super) fn of2(a: Linear2) -> Quadratic2 {
    a.map(Quadratic::from)
}

pub(super) fn product2(a: &Linear2, b: &Linear2) -> Quadratic2 {
    let times = |i: usize, j: usize| a[i].clone() * b[j].clone();
    [times(0, 0) - times(1, 1), times(0, 1) + times(1, 0)]
}

/// The square: `(c + d) (c - d)` and `2 c d`.
pub(super) fn square2([c, d]: &Linear2) -> Quadratic2 {
    let sum = c.clone() + d.clone();
    let difference = c.clone() - d.clone();
    [sum * difference, (c.clone() * d.clone()).times(2)]
}

/// The product with `xi`.
pub(super) fn xi2<C: PairingCurve>([re, im]: Quadratic2) -> Quadratic2 {
    let xi = |q: &Quadratic| q.clone().times(C::XI);
    [xi(&re) - im.clone(), xi(&im) + re]
}

/// `gamma z`, or `gamma` times the conjugate of `z`.
pub(super) fn scaled2(gamma: &[BigInt; 2], z: [Var; 2], conjugate: bool) -> Linear2 {
    let [re, im] = z;
    let im = im.times(if conjugate { -1 } else { 1 });
    let [c, d] = gamma;
    let re = Linear::from(re);
    [
        re.clone().times(c.clone()) - im.clone().times(d.clone()),
        re.times(d.clone()) + im.times(c.clone()),
    ]
}

pub(super) fn product<C: PairingCurve, const N: usize>(x: &LinearN<N>, y: &LinearN<N>) -> [Quadratic2; N] {
    let [mut low, mut high] = [0, 1].map(|_| [(); N].map(|()| Quadratic2::default()));
    for (i, x) in x.iter().enumerate() {
        for (j, y) in y.iter().enumerate() {
            if let (Some(x), Some(y)) = (x, y) {
                let sum = if i + j < N {
                    &mut low[i + j]
                } else {
                    &mut high[i + j - N]
                };
                *sum = add2(std::mem::take(sum), product2(x, y));
            }
        }
    }
    reduced::<C, N>(low, high)
}

/// `low + xi high`.
fn reduced<C: PairingCurve, const N: usize>(low: [Quadratic2; N], high: [Quadratic2; N]) -> [Quadratic2; N] {
    let mut high = high.into_iter();
    low.map(|low| add2(low, xi2::<C>(high.next().unwrap_or_default())))
}

pub(super) fn square<C: PairingCurve, const N: usize>(x: &[Linear2; N]) -> [Quadratic2; N] {
    let [mut low, mut high] = [0, 1].map(|_| [(); N].map(|()| Quadratic2::default()));
    for i in 0..N {
        for j in i..N {
            let product = match i == j {
                true => square2(&x[i]),
                false => times2(product2(&x[i], &x[j]), 2),
            };
            let sum = if i + j < N {
                &mut low[i + j]
            } else {
                &mut high[i + j - N]
            };
            *sum = add2(std::mem::take(sum), product);
        }
    }
    reduced::<C, N>(low, high)
}

pub(super) fn inputs2<const N: usize>(f: &mut Formula) -> [[Var; 2]; N] {
    std::array::from_fn(|_| f.inputs())
}

pub(super) fn outputs2<const N: usize>(f: &mut Formula) -> [[Var; 2]; N] {
    std::array::from_fn(|_| f.outputs())
}

/// Constrains both parts to zero.
pub(super) fn zero2(f: &mut Formula, name: &str, q: Quadratic2) {
    let [re, im] = q;
    f.zero(name, re);
    f.zero(format!("{name}, of u"), im);
}

/// Constrains both sides to be equal, coefficient by coefficient.
pub(super) fn equal<const N: usize>(f: &mut Formula, name: &str, left: [Quadratic2; N], right: [Quadratic2; N]) {
    for (left, right) in left.into_iter().zip(right) {
        zero2(f, name, add2(left, times2(right, -1)));
    }
}

/// `a + w`.
pub(super) fn lifted(a: [[Var; 2]; 3]) -> LinearN<6> {
    let [a0, a2, a4] = a.map(|a| Some(linear2(a)));
    [a0, Some(one2()), a2, None, a4, None]
}

pub(super) fn even(a: [[Var; 2]; 3]) -> LinearN<6> {
    let [a0, a2, a4] = a.map(|a| Some(linear2(a)));
    [a0, None, a2, None, a4, None]
}

/// The coefficients of `w^0`, `w^2`, `w^4`.
pub(super) fn even_part([a, _, c, _, e, _]: [Quadratic2; 6]) -> [Quadratic2; 3] {
    [a, c, e]
}
