//! Laws of sums.

use super::*;

#[test]
fn sums_and_differences() {
    on_every_field::<Sums>();
}

struct Sums;

impl Law for Sums {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (load(token, a), load(token, b));
                assert_eq!(x.add(&y).stored(), map(a, b, |a, b| a + b));
                assert_eq!(x.sub(&y).stored(), difference(a, b));
                assert_eq!(x.sub(&y).reduce().stored(), difference(a, b));
            },
        );
    }
}

#[test]
fn negatives() {
    on_every_field::<Negatives>();
}

struct Negatives;

impl Law for Negatives {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], _: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let x = load(token, a);
                assert_eq!(x.neg().stored(), a.map(|a| -a));
                assert_eq!(x.neg().reduce().stored(), a.map(|a| -a));
                assert_eq!(x.negate_loose(MASK).reduce().stored(), signed(a));
            },
        );
    }
}

#[test]
fn linear_combinations() {
    on_every_field::<Combinations>();
}

struct Combinations;

impl Law for Combinations {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (load(token, a), load(token, b));
                assert_eq!(
                    F::Lanes::<T>::combine(2, [(2, &x), (-1, &y), (3, &y), (-1, &x)])
                        .reduce()
                        .stored(),
                    map(a, b, |a, b| a + b * 2u8)
                );
                let (c, d) = ([1, -1, 2, 0, -2, 3, 0, 1], [-1, 1, 0, -2, 2, 0, 0, 3]);
                let int = |c: i64| F::from(c);
                assert_eq!(
                    F::Lanes::<T>::combine_lanes(2, [(&c, &x), (&d, &y)]).reduce().stored(),
                    from_fn(|i| int(c[i]) * a[i] + int(d[i]) * b[i])
                );
            },
        );
    }
}
