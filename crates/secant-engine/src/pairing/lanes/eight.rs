//! Eight elements of a sextic target field, one in each lane.

use super::six::{LANE, RingOf};
use crate::{
    lanes::ring::{Ring, RingField},
    pairing::{
        lines::Twist,
        target::{Sextic, Target},
    },
};
use core::marker::PhantomData;
use secant_field::lanes::Token;

/// The six coefficients.
type Coefficients<F, T> = [RingOf<F, T>; 6];

/// Eight elements of the target field `F` on the lanes of `T`; all coefficients are below `2 p`.
pub struct Eight<F: Sextic<Coefficient: RingField>, T: Token> {
    /// The coefficients in arkworks' order, and a place for those of the next value.
    c: [Coefficients<F, T>; 2],
    /// Which of both.
    now: usize,
    field: PhantomData<F>,
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Clone for Eight<F, T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Eight<F, T> {
    /// Ones.
    pub(super) fn one(token: T) -> Self {
        let one = token.run(
            #[inline(always)]
            || RingOf::<F, T>::splat(token, &ark_ff::Field::ONE),
        );
        let mut c = [[Ring::zero(token); 6]; 2];
        c[0][0] = one;
        Self {
            c,
            now: 0,
            field: PhantomData,
        }
    }

    /// The single elements.
    pub fn store(&self) -> [F; 8] {
        let c = &self.c[self.now];
        let columns = c.map(|c| {
            c.token().run(
                #[inline(always)]
                || c.store(),
            )
        });
        core::array::from_fn(|i| F::from_coefficients(columns.map(|column| column[i])))
    }

    /// The coefficients, and the place for the next ones, which are then those of the value.
    #[inline(always)]
    fn next(&mut self) -> (&Coefficients<F, T>, &mut Coefficients<F, T>) {
        let [a, b] = &mut self.c;
        self.now ^= 1;
        if self.now == 1 { (a, b) } else { (b, a) }
    }

    /// Multiplies by lines; `free` is below `16 p`, the others below `2 p`. Inlined: for use inside [`Token::run`].
    #[inline(always)]
    pub(super) fn mul_by_line(&mut self, twist: Twist, free: &RingOf<F, T>, cx: &RingOf<F, T>, cy: &RingOf<F, T>) {
        // Coefficients of w^0, w^i, w^3.
        let (lowest, i, middle, highest) = match twist {
            Twist::M => (free, 2, cx, cy),
            Twist::D => (cy, 1, cx, free),
        };
        let xi_middle = middle.mul_small(2, F::XI);
        let xi_highest = highest.mul_small(16, F::XI);
        let (f, next) = self.next();
        for k in 0..6 {
            let at = |e: usize| &f[LANE[(6 + k - e) % 6] as usize];
            next[LANE[k] as usize].set_dot(
                2,
                &[
                    (lowest, at(0)),
                    (if k < i { &xi_middle } else { middle }, at(i)),
                    (if k < 3 { &xi_highest } else { highest }, at(3)),
                ],
            );
        }
    }
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Target for Eight<F, T> {
    fn square(&mut self) {
        let (f, next) = self.next();
        f[0].token().run(
            #[inline(always)]
            || {
                let [f0, f1, f2, f3, f4, f5] = LANE.map(|lane| &f[lane as usize]);
                // Doubled, times xi, and both.
                let (d0, d1, d2) = (twice(2, f0), twice(2, f1), twice(2, f2));
                let (x3, x4, x5) = (f3.mul_small(2, F::XI), f4.mul_small(2, F::XI), f5.mul_small(2, F::XI));
                let (dx4, dx5) = (twice(64, &x4), twice(64, &x5));
                let [c0, c2, c4, c1, c3, c5] = next;
                c0.set_dot(2, &[(f0, f0), (&dx5, f1), (&dx4, f2), (&x3, f3)]);
                c1.set_dot(2, &[(&d0, f1), (&dx5, f2), (&dx4, f3)]);
                c2.set_dot(2, &[(&d0, f2), (f1, f1), (&dx5, f3), (&x4, f4)]);
                c3.set_dot(2, &[(&d0, f3), (&d1, f2), (&dx5, f4)]);
                c4.set_dot(2, &[(&d0, f4), (&d1, f3), (f2, f2), (&x5, f5)]);
                c5.set_dot(2, &[(&d0, f5), (&d1, f4), (&d2, f3)]);
            },
        );
    }

    fn mul(&mut self, b: &Self) {
        let b = &b.c[b.now];
        let (a, next) = self.next();
        a[0].token().run(
            #[inline(always)]
            || {
                let mut xi_a = *a;
                for a in &mut xi_a {
                    *a = a.mul_small(2, F::XI);
                }
                for k in 0..6 {
                    // The coefficient of w^k: those of w^i and w^(k - i), or w^(k + 6 - i) times xi.
                    let term = |i: usize| {
                        let from = if i > k { &xi_a } else { a };
                        (&from[LANE[i] as usize], &b[LANE[(6 + k - i) % 6] as usize])
                    };
                    next[LANE[k] as usize].set_dot(2, &[term(0), term(1), term(2), term(3), term(4), term(5)]);
                }
            },
        );
    }

    fn cyclotomic_square(&mut self) {
        self.square();
    }

    fn conjugate(&mut self) {
        for c in &mut self.c[self.now][3..] {
            *c = c.token().run(
                #[inline(always)]
                || RingOf::<F, T>::combine_reduced(2, [(-1, c)]),
            );
        }
    }

    fn frobenius(&mut self, power: usize) {
        let factors = F::frobenius_factors(power);
        for (c, factor) in self.c[self.now].iter_mut().zip(factors) {
            let token = c.token();
            *c = token.run(
                #[inline(always)]
                || Ring::dot(2, &[(&c.frobenius(power), &Ring::splat(token, &factor))]),
            );
        }
    }
}

/// `2 a` for `a < unit p`.
#[inline(always)]
fn twice<R: Ring>(unit: u64, a: &R) -> R {
    R::combine(unit, [(2, a)])
}
