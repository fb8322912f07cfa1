//! The relations of the group law, and of the maps between the two forms of a curve.
//!
//! | gate | elements in | new elements | relations |
//! |---|---|---:|---|
//! | point on a twisted Edwards curve | 2 | 2 | `t = x y`, `w = a x^2 + y^2`, `w - 1 = d t^2` |
//! | addition | 6 | 4 | `e = d t1 t2`, `x3`, `y3`, `t3` |
//! | addition with exceptions | 8 | 4 | the same; `e` is neither 1 nor -1 |
//! | doubling | 2 | 3 | `e = a x^2 + y^2`, `x3`, `y3` |
//! | point of the subgroup, after `c` doublings | 2 | `3 c + 1` | a point on the curve, its doublings |
//! | way to the Weierstrass form | 2, and a bit | 2 | `bit x`, `bit (y - 1)`, `X`, `Y` |
//! | way from the Weierstrass form | 2 | 3 | `x`, `y`, `t` |
//!
//! A relation `x3 den = num` would leave `x3` free if both `den` and `num` were zero. The comment at each relation
//! shows that this cannot happen. All of them assume points on the curve, as the types say.

use super::{super::Coordinates, Model};
use crate::foreign::{Formula, Linear, Quadratic, Var};
use num_bigint::{BigInt, BigUint};

/// The constants in the relations.
pub(super) struct Constants {
    /// `a`, as the integer of least magnitude, because it is a factor of products.
    pub a: BigInt,
    /// `1 / d`, because `d` itself is too long for a factor of products.
    pub d_inverse: BigInt,
}

fn constant(x: impl Into<BigInt>) -> Linear {
    Linear::from(x.into())
}

fn natural(x: &BigUint) -> Linear {
    constant(x.clone())
}

impl Constants {
    /// `a x^2 + y^2`, which is `1 + d x^2 y^2` on the curve.
    fn sum_of_squares(&self, x: Var, y: Var) -> Quadratic {
        x.square().times(self.a.clone()) + y.square()
    }

    /// `y^2 - a x^2`.
    fn difference_of_squares(&self, x: Var, y: Var) -> Quadratic {
        y.square() - x.square().times(self.a.clone())
    }

    /// `t = x y`, `w = a x^2 + y^2` and `w - 1 = d t^2`.
    fn on_curve(&self, f: &mut Formula, [x, y]: [Var; 2], [t, w]: [Var; 2]) {
        f.zero("t = x y", x * y - t);
        f.zero("w = a x^2 + y^2", self.sum_of_squares(x, y) - w);
        f.zero(
            "w = 1 + d t^2",
            (w - constant(1)).times(self.d_inverse.clone()) - t.square(),
        );
    }

    /// `(x3, y3) = 2 (x, y)` for `e = a x^2 + y^2`.
    ///
    /// The denominators are `e = 1 + d t^2` and `2 - e = 1 - d t^2` for `t = x y`. Neither is zero together with its
    /// numerator. If `e` is zero, then `t` is not, and neither is the numerator `2 t`. If `2 - e` is zero, then
    /// `a x^2 + y^2 = 2`. If its numerator were zero too, `y^2 = a x^2` would make both 1, and `d t^2 = 1` would make
    /// `a = d`.
    fn double(&self, f: &mut Formula, [x, y, e]: [Var; 3], [x3, y3]: [Var; 2]) {
        f.zero("x3 e = 2 x y", x3 * e - (x * y).times(2));
        f.zero(
            "y3 (2 - e) = y^2 - a x^2",
            y3 * (constant(2) - e) - self.difference_of_squares(x, y),
        );
    }
}

/// A point on the curve, with the product of its coordinates.
pub(super) fn on_curve(c: &Constants) -> Formula {
    let mut f = Formula::new("point on a twisted Edwards curve");
    let point = f.inputs();
    let new = f.outputs();
    c.on_curve(&mut f, point, new);
    f
}

/// `P + Q`, for points given with the products of their coordinates.
///
/// Let `e = d x1 x2 y1 y2`. The denominators are `1 + e` and `1 - e`, and one of them is zero only if `e^2 = 1`. Then,
/// by the equations of the curve, `{a x1^2, y1^2} = {a / (d y2^2), 1 / (d x2^2)}`, because both pairs have the same sum
/// and product. So
///
/// 1. `d x1^2 y2^2 = 1`, and `d` is a square, or
/// 2. `a d x1^2 x2^2 = 1`, and `a d` is a square.
///
/// If `a` is a square and `d` is not, neither case occurs: the law has no exceptions. On other curves it has none for
/// points of odd order, as follows. Let `2 P = (x, y)`. The doubling formula gives `2 Q = (s x, -y)` in the first case
/// and `2 Q = (s x, y)` in the second, with a sign `s`. Its denominators `1 + d x1^2 y1^2` and `1 - d x1^2 y1^2` are
/// not zero: otherwise a double of such a point would be at infinity, where no point has odd order. In the first case
/// one of `2 P + 2 Q` and `2 P - 2 Q` is `(0, -1)`, of order two. In the second `Q` is `P` or `-P`, so `e` is
/// `d x1^2 y1^2` or its negative, which is not 1 or -1.
///
/// For all other points, `checked` makes the gate enforce that `e` is neither 1 nor -1.
pub(super) fn add(c: &Constants, checked: bool) -> Formula {
    let mut f = Formula::new(match checked {
        false => "addition on a twisted Edwards curve",
        true => "addition on a twisted Edwards curve with exceptions",
    });
    let [x1, y1, t1, x2, y2, t2] = f.inputs();
    let exceptions: Option<[Var; 2]> = checked.then(|| f.inputs());
    let e = match checked {
        false => f.output(),
        true => f.output_to_compare(),
    };
    let [x3, y3, t3] = f.outputs();
    f.zero("e = d t1 t2", e.times(c.d_inverse.clone()) - t1 * t2);
    f.zero("x3 (1 + e) = x1 y2 + y1 x2", x3 * (constant(1) + e) - x1 * y2 - y1 * x2);
    let numerator = y1 * y2 - (x1 * x2).times(c.a.clone());
    f.zero("y3 (1 - e) = y1 y2 - a x1 x2", y3 * (constant(1) - e) - numerator);
    f.zero("t3 = x3 y3", x3 * y3 - t3);
    if let Some([one, minus_one]) = exceptions {
        f.distinct("e is not 1", e, one);
        f.distinct("e is not -1", e, minus_one);
    }
    f
}

/// `2 P`.
pub(super) fn double(c: &Constants) -> Formula {
    let mut f = Formula::new("doubling on a twisted Edwards curve");
    let [x, y] = f.inputs();
    let [e, x3, y3] = f.outputs();
    f.zero("e = a x^2 + y^2", c.sum_of_squares(x, y) - e);
    c.double(&mut f, [x, y, e], [x3, y3]);
    f
}

/// `P = 2^doublings Q` for a new point `Q` on the curve, with at least one doubling.
pub(super) fn in_subgroup(c: &Constants, doublings: usize) -> Formula {
    let mut f = Formula::new("point of the subgroup");
    let end: [Var; 2] = f.inputs();
    let [mut x, mut y, t, mut e] = f.outputs();
    c.on_curve(&mut f, [x, y], [t, e]);
    for _ in 1..doublings {
        let [x3, y3, e3] = f.outputs();
        c.double(&mut f, [x, y, e], [x3, y3]);
        f.zero("e = a x^2 + y^2", c.sum_of_squares(x3, y3) - e3);
        (x, y, e) = (x3, y3, e3);
    }
    c.double(&mut f, [x, y, e], end);
    f
}

/// Maps a point of the subgroup to the Weierstrass form. Where the bit says that the point is the identity, the result
/// is the generator.
///
/// If the bit is 0, `y` is not 1: there would be no `X`, as `alpha` is not zero. And `x` is zero only for `(0, 1)` and
/// for `(0, -1)`, which has order two. If the bit is 1, both denominators are 1.
pub(super) fn enter(model: &Model, generator: &Coordinates) -> Formula {
    let mut f = Formula::new("way to the Weierstrass form");
    let [x, y] = f.inputs();
    let identity = f.small(0, 1);
    let [first, second] = [f.output_to_compare(), f.output()];
    let [alpha, beta, x_of, y_of] =
        [&model.alpha, &model.beta, &generator.0, &generator.1].map(|c| BigInt::from(c.clone()));
    let difference = first - constant(beta.clone());
    f.zero("the identity has x = 0", identity * x);
    f.zero("the identity has y = 1", identity * (y - constant(1)));
    f.zero(
        "(X - beta) (1 - y) = alpha (1 + y)",
        difference.clone() * (constant(1) - y + identity)
            - (constant(1) + y).times(alpha.clone())
            - identity.times(&x_of - &beta - alpha * 2),
    );
    f.zero(
        "Y x = X - beta",
        second * (x + identity) - difference - identity.times(y_of - x_of + beta),
    );
    f
}

/// Maps a point of the subgroup, which is not the identity, from the Weierstrass form. The outputs are the coordinates
/// and their product.
///
/// The denominators are `Y`, which is zero for points of order two, and `X - beta + alpha`, zero for points with
/// `u = -1`, whose double has `u = 0` and order two.
pub(super) fn leave(model: &Model) -> Formula {
    let mut f = Formula::new("way from the Weierstrass form");
    let [first, second] = f.inputs();
    let [x, y, t] = f.outputs();
    let [alpha, beta] = [&model.alpha, &model.beta].map(natural);
    let difference = first - beta;
    f.zero("x Y = X - beta", x * second - difference.clone());
    f.zero(
        "y (X - beta + alpha) = X - beta - alpha",
        y * (difference.clone() + alpha.clone()) - difference + alpha,
    );
    f.zero("t = x y", x * y - t);
    f
}
