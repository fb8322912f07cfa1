//! Laws of the elements of linear transforms.

use super::*;

/// As [`Stored`], for loose elements, compiled without the instructions of lanes.
trait LooseStored: LooseElement {
    fn stored(&self) -> [Self::Scalar; 8];
}

impl<E: LooseElement> LooseStored for E {
    #[inline(never)]
    fn stored(&self) -> [E::Scalar; 8] {
        self.store()
    }
}

fn loose<F: LaneField, T: Token>(token: T, x: &[F; 8]) -> F::Loose<T> {
    F::Loose::<T>::load(token, x.each_ref())
}

#[test]
fn stored_loose_elements_are_those_loaded() {
    on_every_field::<Loaded>();
}

struct Loaded;

impl Law for Loaded {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], _: &[F; 8]) {
        let x = loose(token, a);
        assert_eq!(x.stored(), *a);
        assert_eq!(x.reduce().stored(), *a);
        assert_eq!(F::Loose::<T>::zero(token).stored(), [F::ZERO; 8]);
    }
}

#[test]
fn butterflies() {
    on_every_field::<Butterflies>();
}

struct Butterflies;

impl Law for Butterflies {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        let p = modulus::<F>();
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (loose(token, a), loose(token, b));
                // Sums and differences at the bounds of products.
                let [s, d] = F::Loose::<T>::butterfly_one(1, &x, &y);
                assert_eq!(s.stored(), map(a, b, |a, b| a + b));
                assert_eq!(d.stored(), difference(a, b));
                let w = b[3].factor();
                let times = int(&b[3]);
                assert_eq!(d.mul(&w).stored(), map(a, b, |a, b| (a + &p - b) * &times));
                let [s, d] = F::Loose::<T>::butterfly(&s, &d, &w);
                assert_eq!(s.stored(), map(a, b, |a, b| &a + &b + (&a + &p - &b) * &times));
                assert_eq!(d.stored(), map(a, b, |a, b| &a + &b + (&p + &b - &a) * &times));
                let both = F::Loose::<T>::butterflies([&x, &d], [&s, &y], [&w, &a[0].factor()]);
                let one = [
                    F::Loose::<T>::butterfly(&x, &s, &w),
                    F::Loose::<T>::butterfly(&d, &y, &a[0].factor()),
                ];
                assert_eq!(both.map(|b| b.map(|x| x.stored())), one.map(|b| b.map(|x| x.stored())));
            },
        );
    }
}

#[test]
fn eight_factors_in_lanes() {
    on_every_field::<Factors>();
}

struct Factors;

impl Law for Factors {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        token.run(
            #[inline(always)]
            || {
                let (x, y) = (loose(token, a), loose(token, b));
                let (lanes, step) = (load(token, a), load(token, b));
                assert_eq!(y.scale(&lanes).stored(), product(a, b));
                let next = F::Loose::<T>::advance(&lanes, &F::Loose::<T>::factors(&step));
                assert_eq!(next.stored(), product(a, b));
                assert_eq!(x.scale(&next).stored(), map(a, b, |a, b| &a * &a * b));
            },
        );
    }
}

#[test]
fn transposes() {
    on_every_field::<Transposes>();
}

struct Transposes;

impl Law for Transposes {
    fn check<T: Token, F: LaneField>(token: T, a: &[F; 8], b: &[F; 8]) {
        let rows: [[F; 8]; 8] = from_fn(|i| {
            from_fn(|j| {
                if (i ^ j) & 1 == 0 {
                    a[(i + j) % 8]
                } else {
                    b[(3 * i + j) % 8]
                }
            })
        });
        let columns = F::Loose::<T>::transpose(&rows.each_ref().map(|row| loose(token, row)));
        assert_eq!(columns.map(|c| c.stored()), from_fn(|i| rows.map(|row| row[i])));
    }
}
