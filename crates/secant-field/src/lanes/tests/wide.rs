//! Laws of sums of products that are reduced later.

use super::*;

/// `a - b` and `b`.
struct Small;

impl Combination<2, 2> for Small {
    fn apply<S: Summand>([a, b]: [S; 2]) -> [S; 2] {
        [a.minus(b), b]
    }
}

/// `a + 9 b - 5 (a - 2 b) = -4 a + 19 b` and `-7 a - b`.
struct Large;

impl Combination<2, 2> for Large {
    fn apply<S: Summand>([a, b]: [S; 2]) -> [S; 2] {
        let difference = a.minus(b).minus(b);
        [a.plus(b.times(9)).plus(difference.times(-5)), a.times(-7).minus(b)]
    }
}

#[test]
fn combinations_of_wide_products() {
    on_every_field::<WideSums>();
}

struct WideSums;

impl Law for WideSums {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        type Of<F, T> = <F as LaneField>::Lanes<T>;
        let zero = Of::<F, T>::zero(token);
        let mut products = [Of::<F, T>::wide_zero(token); 2];
        let [mut s, mut t] = products;
        token.run(
            #[inline(always)]
            || {
                // Values up to 2 p.
                let (x, y) = (load(token, a).neg().reduce(), load(token, b).neg());
                let [ab, bb] = [product(a, b), product(b, b)];
                Of::<F, T>::set_wide_product(&mut products[0], &x, &y);
                Of::<F, T>::set_wide_product(&mut products[1], &y, &y);
                let (mut u, mut v, mut w) = (zero, zero, zero);
                Of::<F, T>::combine_wide::<Small, 2, 2>(token, [&mut s, &mut t], products.each_ref());
                LaneElement::set_reduced([&mut u], [&s], None);
                LaneElement::set_reduced([&mut v, &mut w], [&s, &t], Some([&x, &y]));
                assert_eq!(u.stored(), from_fn(|i| ab[i] - bb[i]));
                assert_eq!(v.stored(), from_fn(|i| ab[i] - bb[i] - a[i]));
                assert_eq!(w.stored(), from_fn(|i| bb[i] - b[i]));
                if Of::<F, T>::CAPACITY < 1 << 16 {
                    return;
                }
                Of::<F, T>::combine_wide::<Large, 2, 2>(token, [&mut s, &mut t], products.each_ref());
                LaneElement::set_reduced([&mut u, &mut v], [&s, &t], None);
                let int = |c: i64| F::from(c);
                assert_eq!(u.stored(), from_fn(|i| int(-4) * ab[i] + int(19) * bb[i]));
                assert_eq!(v.stored(), from_fn(|i| int(-7) * ab[i] - bb[i]));
                let large = Of::<F, T>::combine(2, [(7, &x), (8, &y)]);
                LaneElement::set_reduced([&mut w], [&t], Some([&large]));
                let expected = from_fn(|i| int(-7) * (ab[i] + a[i]) - bb[i] - int(8) * b[i]);
                assert_eq!(w.stored(), expected);
            },
        );
    }
}
