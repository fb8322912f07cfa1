//! Complete formulas in homogeneous coordinates `(X / Z, Y / Z)`: on curves of odd order they are the same for all
//! points. Products by `a` are those of its form.
//!
//! Renes, Costello and Batina, "Complete addition formulas for prime order elliptic curves" (eprint 2015/1060). Their
//! algorithms 4 and 6, for `a = -3`, equal those for any `a` where products by `a` are additions.

use super::coefficient::{Coefficient, triple};
use secant_field::context::FieldContext;

/// `[X, Y, Z]`.
pub type Xyz<F> = [<F as FieldContext>::Element; 3];

/// `p + q`, with `b3 = 3 b`: algorithm 1.
pub(super) fn add<F: FieldContext, A: Coefficient<F>>(f: &F, a: &A, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
    let ([x1, y1, z1], [x2, y2, z2]) = (p, q);
    let (xx, yy, zz) = (f.mul(x1, x2), f.mul(y1, y2), f.mul(z1, z2));
    let xy = mixed(f, [x1, y1], [x2, y2], [&xx, &yy]);
    let xz = mixed(f, [x1, z1], [x2, z2], [&xx, &zz]);
    let yz = mixed(f, [y1, z1], [y2, z2], [&yy, &zz]);
    let azz = a.mul(f, &zz);
    let t = f.add(&a.mul(f, &xz), &f.mul(b3, &zz));
    let (minus, plus) = (f.sub(&yy, &t), f.add(&yy, &t));
    // 3 x1 x2 + a z1 z2 and b3 (x1 z2 + x2 z1) + a (x1 x2 - a z1 z2)
    let u = f.add(&triple(f, &xx), &azz);
    let v = f.add(&f.mul(b3, &xz), &a.mul(f, &f.sub(&xx, &azz)));
    [
        f.sub(&f.mul(&xy, &minus), &f.mul(&yz, &v)),
        f.add(&f.mul(&plus, &minus), &f.mul(&u, &v)),
        f.add(&f.mul(&yz, &plus), &f.mul(&xy, &u)),
    ]
}

/// `2 p`: algorithm 3.
pub(super) fn double<F: FieldContext, A: Coefficient<F>>(f: &F, a: &A, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
    let [x, y, z] = p;
    let (xx, yy, zz) = (f.square(x), f.square(y), f.square(z));
    let (xy, xz) = (f.double(&f.mul(x, y)), f.double(&f.mul(x, z)));
    let t = f.add(&a.mul(f, &xz), &f.mul(b3, &zz));
    let (minus, plus) = (f.sub(&yy, &t), f.add(&yy, &t));
    let azz = a.mul(f, &zz);
    let v = f.add(&f.mul(b3, &xz), &a.mul(f, &f.sub(&xx, &azz)));
    let u = f.add(&triple(f, &xx), &azz);
    let yz = f.double(&f.mul(y, z));
    let yyyz = f.mul(&yz, &yy);
    [
        f.sub(&f.mul(&xy, &minus), &f.mul(&yz, &v)),
        f.add(&f.mul(&plus, &minus), &f.mul(&u, &v)),
        f.double(&f.double(&yyyz)),
    ]
}

/// `p + q` for `a = 0`: algorithm 7.
pub(super) fn add_with_zero_a<F: FieldContext>(f: &F, b3: &F::Element, p: &Xyz<F>, q: &Xyz<F>) -> Xyz<F> {
    let ([x1, y1, z1], [x2, y2, z2]) = (p, q);
    let (xx, yy, zz) = (f.mul(x1, x2), f.mul(y1, y2), f.mul(z1, z2));
    let xy = mixed(f, [x1, y1], [x2, y2], [&xx, &yy]);
    let yz = mixed(f, [y1, z1], [y2, z2], [&yy, &zz]);
    let v = f.mul(b3, &mixed(f, [x1, z1], [x2, z2], [&xx, &zz]));
    let (u, t) = (triple(f, &xx), f.mul(b3, &zz));
    let (minus, plus) = (f.sub(&yy, &t), f.add(&yy, &t));
    [
        f.sub(&f.mul(&xy, &minus), &f.mul(&yz, &v)),
        f.add(&f.mul(&plus, &minus), &f.mul(&u, &v)),
        f.add(&f.mul(&yz, &plus), &f.mul(&xy, &u)),
    ]
}

/// `2 p` for `a = 0`: algorithm 9.
pub(super) fn double_with_zero_a<F: FieldContext>(f: &F, b3: &F::Element, p: &Xyz<F>) -> Xyz<F> {
    let [x, y, z] = p;
    let yy = f.square(y);
    let eight = f.double(&f.double(&f.double(&yy)));
    let t = f.mul(b3, &f.square(z));
    let z3 = f.mul(&f.mul(y, z), &eight);
    let (minus, plus) = (f.sub(&yy, &triple(f, &t)), f.add(&yy, &t));
    let y3 = f.add(&f.mul(&t, &eight), &f.mul(&minus, &plus));
    let x3 = f.double(&f.mul(&minus, &f.mul(x, y)));
    [x3, y3, z3]
}

/// `a1 b2 + a2 b1` with one product, from the products `a1 a2` and `b1 b2`.
#[inline(always)]
fn mixed<F: FieldContext>(
    f: &F,
    [a1, b1]: [&F::Element; 2],
    [a2, b2]: [&F::Element; 2],
    of: [&F::Element; 2],
) -> F::Element {
    let product = f.mul(&f.add(a1, b1), &f.add(a2, b2));
    f.sub(&product, &f.add(of[0], of[1]))
}
