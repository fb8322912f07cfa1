//! Products in a cubic extension of a [`Ring`], `v^3 = xi`.

use crate::ring::{Quadratic, Ring, SmallBeta, SmallXi};
use core::marker::PhantomData;
use secant_field::lanes::{Combination, LaneElement, Summand};

/// A [`Ring`] with products in its cubic extensions.
pub trait CubicRing: Ring {
    /// The working memory of products.
    type Cubic: Clone;

    /// Working memory for a product in a cubic extension.
    fn cubic(token: Self::Token) -> Self::Cubic;
    /// Sets the second factor of products, with coefficients below `2 p`.
    fn set_cubic_factor(cubic: &mut Self::Cubic, b: [&Self; 3]);
    /// Sets the coefficients of `a b + plus`, below `2 p`. Here `a` is below `2 p`, `b` is the factor that was set, and
    /// `plus` is below `16 p`, or below `2 p` in tight fields.
    fn set_cubic_product<X: SmallXi>(
        out: &mut [Self],
        a: [&Self; 3],
        plus: Option<[&Self; 3]>,
        cubic: &mut Self::Cubic,
    );
    /// Sets `x^2 + xi y^2` and `2 x y`, below `2 p`, for `x` and `y` below `2 p`.
    fn set_square_pair<X: SmallXi>(out: [&mut Self; 2], x: &Self, y: &Self, room: &mut Self::Cubic);
}

impl<E: LaneElement> CubicRing for E {
    type Cubic = Cubic<E, E::Wide, 1, 4>;

    #[inline(always)]
    fn cubic(token: E::Token) -> Self::Cubic {
        Cubic::new(token)
    }

    #[inline(always)]
    fn set_cubic_factor(cubic: &mut Self::Cubic, b: [&Self; 3]) {
        for (to, b) in cubic.b.iter_mut().zip(b) {
            *to = [*b];
        }
        cubic.set_factor_sums();
    }

    #[inline(always)]
    fn set_cubic_product<X: SmallXi>(
        out: &mut [Self],
        a: [&Self; 3],
        plus: Option<[&Self; 3]>,
        cubic: &mut Self::Cubic,
    ) {
        meter!("mul", [[Self::Scalar; 3]; 8], 8);
        if const { E::TIGHT } {
            let b = cubic.b.map(|[b]| b);
            return set_cubic_product_by_terms::<Self, X>(out, a, [&b[0], &b[1], &b[2]], plus);
        }
        for (i, a) in a.iter().enumerate() {
            cubic.set_product(i, i, [a]);
        }
        for (i, [j, k]) in PAIRS.into_iter().enumerate() {
            let sum = E::combine_carried(2, [(1, a[j]), (1, a[k])]);
            cubic.set_product(3, 3 + i, [&sum]);
            let token = sum.token();
            match i {
                0 => E::combine_wide::<CubicOverPrime<X, 0>, 4, 1>(
                    token,
                    [&mut cubic.sums[0]],
                    cubic.products.each_ref(),
                ),
                1 => E::combine_wide::<CubicOverPrime<X, 1>, 4, 1>(
                    token,
                    [&mut cubic.sums[0]],
                    cubic.products.each_ref(),
                ),
                _ => E::combine_wide::<CubicOverPrime<X, 2>, 4, 1>(
                    token,
                    [&mut cubic.sums[0]],
                    cubic.products.each_ref(),
                ),
            }
            E::set_reduced([&mut out[i]], [&cubic.sums[0]], plus.map(|plus| [plus[i]]));
        }
    }

    #[inline(always)]
    fn set_square_pair<X: SmallXi>(out: [&mut Self; 2], x: &Self, y: &Self, room: &mut Self::Cubic) {
        meter!("squares and product of two", [Self::Scalar; 8], 8);
        if const { E::TIGHT } {
            return set_square_pair_by_terms::<Self, X>(out, x, y);
        }
        let sum = E::combine_carried(2, [(1, x), (1, y)]);
        let ([xx, yy, ss, _], [square, product]) = (&mut room.products, &mut room.sums);
        E::set_wide_product(xx, x, x);
        E::set_wide_product(yy, y, y);
        E::set_wide_product(ss, &sum, &sum);
        E::combine_wide::<SquarePairOverPrime<X>, 3, 2>(sum.token(), [square, product], [xx, yy, ss]);
        E::set_reduced(out, [square, product], None);
    }
}

impl<E, C> CubicRing for Quadratic<E, C>
where
    E: LaneElement,
    C: SmallBeta<Fp = E::Scalar>,
{
    type Cubic = Cubic<E, E::Wide, 3, 12>;

    #[inline(always)]
    fn cubic(token: E::Token) -> Self::Cubic {
        Cubic::new(token)
    }

    #[inline(always)]
    fn set_cubic_factor(cubic: &mut Self::Cubic, b: [&Self; 3]) {
        for (to, b) in cubic.b.iter_mut().zip(b) {
            *to = [b.c0, b.c1, sum_unless_tight(&b.c0, &b.c1)];
        }
        cubic.set_factor_sums();
    }

    #[inline(always)]
    fn set_cubic_product<X: SmallXi>(
        out: &mut [Self],
        a: [&Self; 3],
        plus: Option<[&Self; 3]>,
        cubic: &mut Self::Cubic,
    ) {
        meter!("mul", [[Self::Scalar; 3]; 8], 8);
        if const { E::TIGHT } {
            let b = cubic.b.map(|[c0, c1, _]| Self::new(c0, c1));
            return set_cubic_product_by_terms::<Self, X>(out, a, [&b[0], &b[1], &b[2]], plus);
        }
        for (i, a) in a.iter().enumerate() {
            let both = E::combine_carried(2, [(1, &a.c0), (1, &a.c1)]);
            cubic.set_product(i, i, [&a.c0, &a.c1, &both]);
        }
        for (i, [j, k]) in PAIRS.into_iter().enumerate() {
            let c0 = E::combine_carried(2, [(1, &a[j].c0), (1, &a[k].c0)]);
            let c1 = E::combine_carried(2, [(1, &a[j].c1), (1, &a[k].c1)]);
            let both = E::combine_carried(2, [(1, &c0), (1, &c1)]);
            cubic.set_product(3, 3 + i, [&c0, &c1, &both]);
            let (token, products) = (both.token(), cubic.products.each_ref());
            let [s, t] = &mut cubic.sums;
            match i {
                0 => E::combine_wide::<CubicOverQuadratic<C, X, 0>, 12, 2>(token, [s, t], products),
                1 => E::combine_wide::<CubicOverQuadratic<C, X, 1>, 12, 2>(token, [s, t], products),
                _ => E::combine_wide::<CubicOverQuadratic<C, X, 2>, 12, 2>(token, [s, t], products),
            }
            let Self { c0, c1, .. } = &mut out[i];
            E::set_reduced([c0, c1], [s, t], plus.map(|plus| [&plus[i].c0, &plus[i].c1]));
        }
    }

    #[inline(always)]
    fn set_square_pair<X: SmallXi>(out: [&mut Self; 2], x: &Self, y: &Self, room: &mut Self::Cubic) {
        meter!("squares and product of two", [Self::Scalar; 8], 8);
        if const { E::TIGHT } {
            return set_square_pair_by_terms::<Self, X>(out, x, y);
        }
        let s0 = E::combine_carried(2, [(1, &x.c0), (1, &y.c0)]);
        let s1 = E::combine_carried(2, [(1, &x.c1), (1, &y.c1)]);
        let [a, b, c, d, e, f, ..] = &mut room.products;
        let squares = [
            (&mut *a, &mut *b, &x.c0, &x.c1, 2),
            (&mut *c, &mut *d, &y.c0, &y.c1, 2),
            (&mut *e, &mut *f, &s0, &s1, 4),
        ];
        for (square, product, x0, x1, bias) in squares {
            let plus = E::combine_carried(bias, [(1, x0), (1, x1)]);
            let minus = E::combine_carried(bias, [(1, x0), (C::BETA, x1)]);
            E::set_wide_product(square, &plus, &minus);
            E::set_wide_product(product, x0, x1);
        }
        let (token, from) = (s0.token(), [&*a, &*b, &*c, &*d, &*e, &*f]);
        let [square, product] = out;
        let [re, im] = &mut room.sums;
        E::combine_wide::<SquareOverQuadratic<C, X>, 6, 2>(token, [re, im], from);
        E::set_reduced([&mut square.c0, &mut square.c1], [re, im], None);
        E::combine_wide::<ProductOverQuadratic<C>, 6, 2>(token, [re, im], from);
        E::set_reduced([&mut product.c0, &mut product.c1], [re, im], None);
    }
}
/// The working memory of a product in a cubic extension, over a field of `P` planes. A prime field has one plane. A
/// quadratic extension has three: both coefficients and their sum.
///
/// It fits the first-level cache beside the factors. This is why the result is computed one coefficient at a time.
#[derive(Clone)]
pub struct Cubic<E, W, const P: usize, const N: usize> {
    /// The coefficients `x, y, z` of the second factor and the sums of [`PAIRS`].
    b: [[E; P]; 6],
    /// The products of the coefficients of both factors, and of one pair of sums.
    products: [W; N],
    /// A coefficient of the product before reduction.
    sums: [W; 2],
}

/// For coefficients 0, 1 and 2 of the result: the two coefficients of each factor whose sums are multiplied.
const PAIRS: [[usize; 2]; 3] = [[1, 2], [0, 1], [0, 2]];

impl<E: LaneElement, const P: usize, const N: usize> Cubic<E, E::Wide, P, N> {
    #[inline(always)]
    fn new(token: E::Token) -> Self {
        Self {
            b: [[E::zero(token); P]; 6],
            products: [E::wide_zero(token); N],
            sums: [E::wide_zero(token); 2],
        }
    }

    #[inline(always)]
    fn set_factor_sums(&mut self) {
        for (i, [j, k]) in PAIRS.into_iter().enumerate() {
            for plane in 0..P {
                self.b[3 + i][plane] = sum_unless_tight(&self.b[j][plane], &self.b[k][plane]);
            }
        }
    }

    /// Sets product `i` to the product of `a` and coefficient or sum `j` of the second factor.
    #[inline(always)]
    fn set_product(&mut self, i: usize, j: usize, a: [&E; P]) {
        let products = &mut self.products[i * P..][..P];
        for ((product, a), b) in products.iter_mut().zip(a).zip(&self.b[j]) {
            E::set_wide_product(product, a, b);
        }
    }
}

/// `a + b`; just `a` in tight fields, which need no sums.
#[inline(always)]
fn sum_unless_tight<E: LaneElement>(a: &E, b: &E) -> E {
    if const { E::TIGHT } {
        *a
    } else {
        E::combine_carried(2, [(1, a), (1, b)])
    }
}

/// [`CubicRing::set_cubic_product`] term by term.
#[inline(always)]
fn set_cubic_product_by_terms<R: Ring, X: SmallXi>(
    out: &mut [R],
    [a0, a1, a2]: [&R; 3],
    [b0, b1, b2]: [&R; 3],
    plus: Option<[&R; 3]>,
) {
    let (xi_a1, xi_a2) = (a1.mul_small(2, X::XI), a2.mul_small(2, X::XI));
    out[0].set_dot(2, &[(a0, b0), (&xi_a1, b2), (&xi_a2, b1)]);
    out[1].set_dot(2, &[(a0, b1), (a1, b0), (&xi_a2, b2)]);
    out[2].set_dot(2, &[(a0, b2), (a1, b1), (a2, b0)]);
    if let Some(plus) = plus {
        for i in 0..3 {
            out[i] = R::combine_reduced(2, [(1, &out[i]), (1, plus[i])]);
        }
    }
}

/// [`CubicRing::set_square_pair`] term by term.
#[inline(always)]
fn set_square_pair_by_terms<R: Ring, X: SmallXi>([square, product]: [&mut R; 2], x: &R, y: &R) {
    let xi_y = y.mul_small(2, X::XI);
    square.set_dot(2, &[(x, x), (&xi_y, y)]);
    product.set_dot(2, &[(x, y)]);
    *product = R::combine_reduced(2, [(2, product)]);
}

/// `x^2 + xi y^2` and `2 x y` from the squares of `x`, `y` and their sum.
struct SquarePairOverPrime<X>(PhantomData<X>);

impl<X: SmallXi> Combination<3, 2> for SquarePairOverPrime<X> {
    #[inline(always)]
    fn apply<S: Summand>([x, y, sum]: [S; 3]) -> [S; 2] {
        [x.plus(y.times(X::XI.0)), sum.minus(x).minus(y)]
    }
}

/// The square of `x0 + x1 u` from `(x0 + x1) (x0 + beta x1)` and `x0 x1`.
#[inline(always)]
fn square<C: SmallBeta, S: Summand>(a: S, b: S) -> [S; 2] {
    [a.plus(b.times(-1 - C::BETA)), b.plus(b)]
}

/// `x^2 + xi y^2`, from what [`square`] takes of `x`, `y` and their sum.
struct SquareOverQuadratic<C, X>(PhantomData<(C, X)>);

impl<C: SmallBeta, X: SmallXi> Combination<6, 2> for SquareOverQuadratic<C, X> {
    #[inline(always)]
    fn apply<S: Summand>([a, b, c, d, ..]: [S; 6]) -> [S; 2] {
        plus_xi_of::<C, X, S>(square::<C, S>(a, b), square::<C, S>(c, d))
    }
}

/// `2 x y`, from what [`square`] takes of `x`, `y` and their sum.
struct ProductOverQuadratic<C>(PhantomData<C>);

impl<C: SmallBeta> Combination<6, 2> for ProductOverQuadratic<C> {
    #[inline(always)]
    fn apply<S: Summand>([a, b, c, d, e, f]: [S; 6]) -> [S; 2] {
        square::<C, S>(e.minus(a).minus(c), f.minus(b).minus(d))
    }
}

/// Coefficient `I` of a product by Karatsuba's method, from the products of a [`Cubic`].
struct CubicOverPrime<X, const I: usize>(PhantomData<X>);

impl<X: SmallXi, const I: usize> Combination<4, 1> for CubicOverPrime<X, I> {
    #[inline(always)]
    fn apply<S: Summand>([v0, v1, v2, m]: [S; 4]) -> [S; 1] {
        [match I {
            0 => v0.plus(m.minus(v1).minus(v2).times(X::XI.0)),
            1 => m.minus(v0).minus(v1).plus(v2.times(X::XI.0)),
            _ => m.minus(v0).minus(v2).plus(v1),
        }]
    }
}

/// Coefficient `I` of a product by Karatsuba's method for both extensions, from the products of a [`Cubic`].
struct CubicOverQuadratic<C, X, const I: usize>(PhantomData<(C, X)>);

impl<C: SmallBeta, X: SmallXi, const I: usize> Combination<12, 2> for CubicOverQuadratic<C, X, I> {
    #[inline(always)]
    fn apply<S: Summand>([a0, a1, a2, b0, b1, b2, c0, c1, c2, d0, d1, d2]: [S; 12]) -> [S; 2] {
        let (v0, v1, v2) = (Three(a0, a1, a2), Three(b0, b1, b2), Three(c0, c1, c2));
        let m = Three(d0, d1, d2);
        match I {
            0 => plus_xi::<C, X, S>(v0, m.minus(v1).minus(v2)),
            1 => plus_xi::<C, X, S>(m.minus(v0).minus(v1), v2),
            _ => m.minus(v0).minus(v2).plus(v1).coefficients(C::BETA),
        }
    }
}

/// The coefficients of `a + xi b`.
#[inline(always)]
fn plus_xi<C: SmallBeta, X: SmallXi, S: Summand>(a: Three<S>, b: Three<S>) -> [S; 2] {
    plus_xi_of::<C, X, S>(a.coefficients(C::BETA), b.coefficients(C::BETA))
}

/// `a + xi b`.
#[inline(always)]
fn plus_xi_of<C: SmallBeta, X: SmallXi, S: Summand>([a0, a1]: [S; 2], [b0, b1]: [S; 2]) -> [S; 2] {
    let (x0, x1) = X::XI;
    [
        a0.plus(b0.times(x0)).plus(b1.times(C::BETA * x1)),
        a1.plus(b1.times(x0)).plus(b0.times(x1)),
    ]
}

/// The products of both coefficients and of their sums.
#[derive(Clone, Copy)]
struct Three<S>(S, S, S);

impl<S: Summand> Three<S> {
    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        Self(self.0.plus(b.0), self.1.plus(b.1), self.2.plus(b.2))
    }

    #[inline(always)]
    fn minus(self, b: Self) -> Self {
        Self(self.0.minus(b.0), self.1.minus(b.1), self.2.minus(b.2))
    }

    /// The coefficients of the product.
    #[inline(always)]
    fn coefficients(self, beta: i64) -> [S; 2] {
        [self.0.plus(self.1.times(beta)), self.2.minus(self.0).minus(self.1)]
    }
}
