//! Laws of products.

use super::*;

#[test]
fn products_and_squares() {
    on_every_field::<Products>();
}

struct Products;

impl Law for Products {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (load(token, a), load(token, b));
                assert_eq!(x.mul(&y).stored(), product(a, b));
                assert_eq!(x.square(2).stored(), product(a, a));
                assert_eq!(x.neg().reduce().square(2).stored(), product(a, a));
            },
        );
    }
}

#[test]
fn sums_of_products() {
    on_every_field::<Dots>();
}

struct Dots;

impl Law for Dots {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        let p = modulus::<F>();
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (load(token, a), load(token, b));
                // Reduced sums, at the bound that every field has room for.
                let (s, d) = (x.add(&y).reduce(), x.sub(&y).reduce());
                assert_eq!(
                    F::Lanes::<T>::dot(2, &[(&s, &d), (&x, &y), (&s, &x)]).stored(),
                    map(a, b, |a, b| {
                        let s = &a + &b;
                        &s * (&p + &a - &b) + &a * &b + &s * &a
                    })
                );
                let mut r = x;
                r.set_dot(2, &[(&x, &y), (&y, &y)]);
                assert_eq!(r.stored(), map(a, b, |a, b| &a * &b + &b * &b));
                r.set_dot_minus(&[(&x, &y)], Bias::TWO, [&x.negate_loose(MASK), &y]);
                let signs = signed(a);
                assert_eq!(r.reduce().stored(), from_fn(|i| a[i] * b[i] - signs[i] - b[i]));
            },
        );
    }
}

#[test]
fn two_products_side_by_side() {
    on_every_field::<Pairs>();
}

struct Pairs;

impl Law for Pairs {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (load(token, a), load(token, b));
                let (mut r, mut t) = (x, x);
                let factors = [[&x, &y], [&y, &y]];
                LaneProducts::set_products([&mut r, &mut t], factors, [Bias::TWO; 2], [[]; 2]);
                assert_eq!(r.stored(), product(a, b));
                assert_eq!(t.stored(), product(b, b));
                LaneProducts::set_products([&mut r, &mut t], factors, [Bias::TWO; 2], [[&x], [&y]]);
                assert_eq!(r.reduce().stored(), from_fn(|i| a[i] * b[i] - a[i]));
                assert_eq!(t.reduce().stored(), from_fn(|i| b[i].square() - b[i]));
            },
        );
    }
}

#[test]
fn two_squares_side_by_side() {
    on_every_field::<Squares>();
}

struct Squares;

impl Law for Squares {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (load(token, a), load(token, b));
                let (mut r, mut t) = (x, x);
                LaneProducts::set_squares_minus([&mut r, &mut t], [&y, &x], [Bias::TWO; 2], [[&x, &x], [&y, &x]]);
                assert_eq!(r.reduce().stored(), from_fn(|i| b[i].square() - a[i].double()));
                assert_eq!(t.reduce().stored(), from_fn(|i| a[i].square() - b[i] - a[i]));
                // A bias for each square.
                let big = F::Lanes::<T>::combine(2, [(3, &y)]);
                LaneProducts::set_squares_minus(
                    [&mut r, &mut t],
                    [&y, &x],
                    [Bias::TWO, Bias::new(6)],
                    [[&x, &x], [&big, &x]],
                );
                assert_eq!(r.reduce().stored(), from_fn(|i| b[i].square() - a[i].double()));
                let expected = from_fn(|i| a[i].square() - b[i].double() - b[i] - a[i]);
                assert_eq!(t.reduce().stored(), expected);
            },
        );
    }
}

/// What [`LaneProducts::set_products_interleaved`] computes beside products, and what products may use of it.
#[test]
fn products_of_differences_computed_meanwhile() {
    on_every_field::<Interleaved>();
}

struct Interleaved;

/// `[a - b, b - a]`, computed beside the product `(a + b) (a - b)`.
fn differences_beside_a_product<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) -> [F::Lanes<T>; 2] {
    let (x, y) = (load(token, a), load(token, b));
    let (s, d) = (x.add(&y).reduce(), x.sub(&y).reduce());
    let (mut r, mut t, mut u) = (x, x, x);
    let differences = [(&mut t, [&x, &y]), (&mut u, [&y, &x])].map(|(to, of)| Difference {
        to,
        of,
        bias: Bias::TWO,
    });
    let mut parts = 0;
    LaneProducts::set_products_interleaved([&mut r], [[&s, &d]], differences, |i, n| {
        assert!(i == parts && i < n);
        parts += 1;
    });
    assert!(parts > 0);
    assert_eq!(r.stored(), from_fn(|i| (a[i] + b[i]) * (a[i] - b[i])));
    assert_eq!(t.stored(), difference(a, b));
    assert_eq!(u.stored(), difference(b, a));
    [t, u]
}

impl Law for Interleaved {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (load(token, a), load(token, b));
                let [t, u] = differences_beside_a_product(token, a, b);
                let (mut r, mut v) = (x, x);
                LaneProducts::set_products_interleaved([&mut r, &mut v], [[&x, &t], [&y, &u]], [], |_, _| ());
                let ab: [F; 8] = from_fn(|i| a[i] * (a[i] - b[i]));
                assert_eq!(r.stored(), ab);
                assert_eq!(v.stored(), from_fn(|i| b[i] * (b[i] - a[i])));
                let factor = r;
                LaneProducts::set_factors([&mut r, &mut v], [[&t, &factor], [&factor, &u]]);
                assert_eq!(r.stored(), from_fn(|i| ab[i] * (a[i] - b[i])));
                assert_eq!(v.stored(), from_fn(|i| ab[i] * (b[i] - a[i])));
                assert_eq!(r.blend(&t, MASK).blend(&x, 1).stored()[0], a[0]);
                let fifth = r;
                let factors = [[&t, &factor], [&fifth, &u]];
                LaneProducts::set_products([&mut r, &mut v], factors, [Bias::TWO; 2], [[&x], [&y]]);
                assert_eq!(r.reduce().stored(), from_fn(|i| ab[i] * (a[i] - b[i]) - a[i]));
                let expected = from_fn(|i| b[i] + ab[i] * (a[i] - b[i]).square());
                assert_eq!(v.reduce().stored().map(|v| -v), expected);
                // In tight fields the square of a difference is beyond the capacity.
                let tight = F::Lanes::<T>::TIGHT;
                let root = if tight { y } else { t };
                let squares = [&factor, &root];
                LaneProducts::set_squares_minus([&mut r, &mut v], squares, [Bias::TWO; 2], [[&x], [&y]]);
                assert_eq!(r.reduce().stored(), from_fn(|i| ab[i].square() - a[i]));
                let root = |i: usize| if tight { b[i] } else { a[i] - b[i] };
                assert_eq!(v.reduce().stored(), from_fn(|i| root(i).square() - b[i]));
            },
        );
    }
}
