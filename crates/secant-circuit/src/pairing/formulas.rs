//! The relations of [`super::model`] as formulas.

use super::{PairingCurve, Twist, algebra::*, basis, integer, model::line_exponents};
use crate::foreign::{Formula, Linear, Quadratic, Var};
use ark_ec::short_weierstrass::SWCurveConfig;
use ark_ff::Field as _;
use num_bigint::BigInt;

/// `conj(l)` of a line, given by its slope times `x`, its `mu` and `y`.
pub(super) fn conjugate_line<C: PairingCurve>(slope_x: [Var; 2], mu: [Var; 2], y: Var) -> LinearN<6> {
    let [at_y, at_x, at_mu] = line_exponents(C::TWIST);
    let mut all: LinearN<6> = Default::default();
    let sign = |exponent: usize| if exponent % 2 == 1 { -1 } else { 1 };
    all[at_y] = Some([y.times(sign(at_y)), Linear::default()]);
    all[at_x] = Some(slope_x.map(|c| c.times(-sign(at_x))));
    all[at_mu] = Some(mu.map(|c| c.times(sign(at_mu))));
    all
}

/// What a step of the loop multiplies by.
pub(super) enum Factor {
    Square,
    Root,
    One,
}

/// `f' conj(l) = f^2`, `f c` or `f`.
pub(super) fn loop_step<C: PairingCurve>(name: &str, factor: &Factor) -> Formula {
    let mut formula = Formula::new(name);
    let f: [[Var; 2]; 6] = inputs2(&mut formula);
    let root: Option<[[Var; 2]; 3]> = matches!(factor, Factor::Root).then(|| inputs2(&mut formula));
    let [slope_x, mu] = inputs2(&mut formula);
    let y = formula.input();
    let next: [[Var; 2]; 6] = outputs2(&mut formula);
    let line = conjugate_line::<C>(slope_x, mu, y);
    let left = product::<C, 6>(&next.map(|z| Some(linear2(z))), &line);
    let linear = f.map(linear2);
    let right = match (factor, root) {
        (Factor::Square, _) => square::<C, 6>(&linear),
        (_, Some(root)) => product::<C, 6>(&linear.map(Some), &lifted(root)),
        _ => linear.map(of2),
    };
    for (i, (left, right)) in left.into_iter().zip(right).enumerate() {
        zero2(
            &mut formula,
            &format!("coefficient of w^{i}"),
            add2(left, times2(right, -1)),
        );
    }
    formula
}

/// `y^2 = x^3 + b` over the field.
pub(super) fn on_g1<C: PairingCurve>() -> Formula {
    let mut f = Formula::new("point of the first group");
    let [x, y] = f.inputs();
    let xx = f.output();
    let b = Linear::from(BigInt::from(integer(C::G1::COEFF_B)));
    f.zero("x x = xx", x * x - xx);
    f.zero("y y = xx x + b", y * y - x * xx - b);
    f
}

/// `y^2 = x^3 + b` over the quadratic extension.
pub(super) fn on_g2<C: PairingCurve>() -> Formula {
    let mut f = Formula::new("point of the twist");
    let [x, y] = inputs2(&mut f);
    let [xx] = outputs2(&mut f);
    let [x, y, xx] = [x, y, xx].map(linear2);
    let minus = |q: Quadratic2| times2(q, -1);
    let b = constant2::<C>(C::G2::COEFF_B).map(|b| Quadratic::from(Linear::from(b)));
    zero2(&mut f, "x x = xx", add2(square2(&x), minus(of2(xx.clone()))));
    let cube = add2(product2(&x, &xx), b);
    zero2(&mut f, "y y = xx x + b", add2(square2(&y), minus(cube)));
    f
}

/// The tangent at a point, or the line through two points, evaluated at `x` of a point of the first group, and the sum
/// of the points.
pub(super) fn line_step(name: &str, addition: bool) -> Formula {
    let mut f = Formula::new(name);
    let [tx, ty] = inputs2(&mut f);
    let other: Option<[[Var; 2]; 2]> = addition.then(|| inputs2(&mut f));
    let x_p = f.input();
    let [slope, mu, x, y, slope_x] = outputs2(&mut f);
    let [tx, ty, slope, mu, x, y] = [tx, ty, slope, mu, x, y].map(linear2);
    let minus = |q: Quadratic2| times2(q, -1);
    let difference = |a: &Linear2, b: &Linear2| [a[0].clone() - b[0].clone(), a[1].clone() - b[1].clone()];
    let (rx, slope_is) = match other {
        Some([rx, ry]) => {
            let [rx, ry] = [rx, ry].map(linear2);
            let rise = of2(difference(&ry, &ty));
            let slope_is = add2(product2(&slope, &difference(&rx, &tx)), minus(rise));
            (rx, slope_is)
        }
        None => {
            let slope_is = add2(times2(product2(&slope, &ty), 2), times2(square2(&tx), -3));
            (tx.clone(), slope_is)
        }
    };
    zero2(&mut f, "slope", slope_is);
    let is = add2(product2(&slope, &tx), minus(of2(ty)));
    zero2(&mut f, "mu = slope x - y", add2(is, minus(of2(mu.clone()))));
    let sum = [0, 1].map(|i| tx[i].clone() + rx[i].clone() + x[i].clone());
    zero2(
        &mut f,
        "x = slope^2 - x_T - x_R",
        add2(square2(&slope), minus(of2(sum))),
    );
    let is = add2(product2(&slope, &x), of2(difference(&y, &mu)));
    zero2(&mut f, "y = mu - slope x", is);
    for (slope, slope_x) in slope.into_iter().zip(slope_x) {
        f.zero("slope at x", slope * Linear::from(x_p) - slope_x);
    }
    f
}

/// A formula whose outputs are linear in the inputs.
pub(super) fn linear_map<const N: usize>(name: &str, map: impl Fn([[Var; 2]; N]) -> [Linear2; N]) -> Formula {
    let mut f = Formula::new(name);
    let inputs = inputs2(&mut f);
    let outputs: [[Var; 2]; N] = outputs2(&mut f);
    equal(&mut f, "image", map(inputs).map(of2), outputs.map(linear2).map(of2));
    f
}

/// A formula whose inputs are equal.
pub(super) fn same<const N: usize>(name: &str) -> Formula {
    let mut f = Formula::new(name);
    let (a, b): ([[Var; 2]; N], [[Var; 2]; N]) = (inputs2(&mut f), inputs2(&mut f));
    equal(&mut f, "equality", a.map(linear2).map(of2), b.map(linear2).map(of2));
    f
}

/// `psi^power` of a point of the twist.
pub(super) fn psi<C: PairingCurve>(power: usize) -> Formula {
    linear_map(&format!("psi^{power}"), |[x, y]| {
        let of = |z, k| {
            let gamma = basis::frobenius_factor::<C>(power as u32, k);
            let gamma = match C::TWIST {
                Twist::D => gamma,
                Twist::M => gamma.inverse().unwrap_or_default(),
            };
            scaled2(&constant2::<C>(gamma), z, power % 2 == 1)
        };
        [of(x, 2), of(y, 3)]
    })
}

/// A class to the power `p^i`.
pub(super) fn torus_frobenius<C: PairingCurve>(i: usize) -> Formula {
    linear_map(&format!("class to the power of p^{i}"), |a: [[Var; 2]; 3]| {
        let one = basis::frobenius_factor::<C>(i as u32, 1).inverse().unwrap_or_default();
        let mut k = 0;
        a.map(|a| {
            let gamma = basis::frobenius_factor::<C>(i as u32, k) * one;
            k += 2;
            scaled2(&constant2::<C>(gamma), a, i % 2 == 1)
        })
    })
}

/// `z (a + b) = a b + v`.
pub(super) fn torus_product<C: PairingCurve>(name: &str, square: bool) -> Formula {
    let mut f = Formula::new(name);
    let a: [[Var; 2]; 3] = inputs2(&mut f);
    let b = if square { a } else { inputs2(&mut f) };
    let z: [[Var; 2]; 3] = outputs2(&mut f);
    let mut sum = even(a);
    for (sum, b) in sum.iter_mut().step_by(2).zip(b) {
        *sum = sum.take().map(|[re, im]| [re + b[0], im + b[1]]);
    }
    let left = even_part(product::<C, 6>(&even(z), &sum));
    let product = even_part(product::<C, 6>(&even(a), &even(b)));
    let [product0, product2, product4] = product;
    let right = [product0, add2(product2, of2(one2())), product4];
    equal(&mut f, "z (a + b) = a b + v", left, right);
    f
}

/// `g (s - w) = s + w`.
pub(super) fn torus_output<C: PairingCurve>() -> Formula {
    let mut f = Formula::new("value of a class");
    let s: [[Var; 2]; 3] = inputs2(&mut f);
    let g: [[Var; 2]; 6] = outputs2(&mut f);
    let plus = lifted(s);
    let mut minus = lifted(s);
    minus[1] = Some(one2().map(|c| c.times(-1)));
    let left = product::<C, 6>(&g.map(|g| Some(linear2(g))), &minus);
    let right = plus.map(|right| right.map_or_else(Quadratic2::default, of2));
    equal(&mut f, "g (s - w) = s + w", left, right);
    f
}

/// The odd coefficients of `f (c + w)` are zero.
pub(super) fn product_is_one<C: PairingCurve>() -> Formula {
    let mut formula = Formula::new("product is one");
    let f: [[Var; 2]; 6] = inputs2(&mut formula);
    let c = inputs2(&mut formula);
    let [_, a, _, b, _, c] = product::<C, 6>(&f.map(|f| Some(linear2(f))), &lifted(c));
    for q in [a, b, c] {
        zero2(&mut formula, "odd coefficient", q);
    }
    formula
}

/// `f (c + w) = s (t + w)` with an `s` in `Fp6`.
pub(super) fn class_is<C: PairingCurve>() -> Formula {
    let mut formula = Formula::new("class of the product");
    let f: [[Var; 2]; 6] = inputs2(&mut formula);
    let (c, t) = (inputs2(&mut formula), inputs2(&mut formula));
    let s: [[Var; 2]; 3] = outputs2(&mut formula);
    let left = product::<C, 6>(&f.map(|f| Some(linear2(f))), &lifted(c));
    let right = product::<C, 6>(&even(s), &lifted(t));
    equal(&mut formula, "f (c + w) = s (t + w)", left, right);
    formula
}
