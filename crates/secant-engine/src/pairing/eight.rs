//! Eight elements of a sextic target field, one in each lane.

use crate::{
    pairing::{
        lines::Twist,
        six::{LANE, RingOf},
        target::{Sextic, Target, cyclotomic_pow_with},
    },
    ring::{CubicRing, Ring, RingField, SmallXi},
};
use core::marker::PhantomData;
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token};

/// An element in memory.
pub type PackedTarget<F> = [<<F as Sextic>::Coefficient as RingField>::Packed; 6];

/// The working memory of products in the cubic field.
pub type CubicOf<F, T> = <RingOf<F, T> as CubicRing>::Cubic;

/// The `xi` of a target field.
pub struct XiOf<F>(PhantomData<F>);

impl<F: Sextic> SmallXi for XiOf<F> {
    const XI: (i64, i64) = F::XI;
}

/// The six coefficients.
pub type Coefficients<F, T> = [RingOf<F, T>; 6];

/// Eight elements of the target field `F` on the lanes of `T`; all coefficients are below `2 p`.
pub struct Eight<F: Sextic<Coefficient: RingField>, T: Token> {
    /// The coefficients in arkworks' order, and memory for those of the next value.
    c: [Coefficients<F, T>; 2],
    /// Which of the two holds the value.
    now: usize,
    field: PhantomData<F>,
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Clone for Eight<F, T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Eight<F, T> {
    /// The elements with these coefficients, which are below `2 p`.
    #[inline(always)]
    pub(crate) fn new(c: [RingOf<F, T>; 6]) -> Self {
        Self {
            c: [c; 2],
            now: 0,
            field: PhantomData,
        }
    }

    /// The coefficients, below `2 p`.
    #[inline(always)]
    pub(crate) fn coefficients(&self) -> &[RingOf<F, T>; 6] {
        &self.c[self.now]
    }

    /// Eight ones.
    pub(crate) fn one(token: T) -> Self {
        let one = token.run(
            #[inline(always)]
            || RingOf::<F, T>::one(token),
        );
        let mut c = [[LaneData::zero(token); 6]; 2];
        c[0][0] = one;
        Self {
            c,
            now: 0,
            field: PhantomData,
        }
    }

    /// From single elements.
    pub fn load(token: T, f: &[F; 8]) -> Self {
        meter!("load", [F; 8], 8);
        let coefficients = f.map(|f| f.coefficients());
        let mut c = [LaneData::zero(token); 6];
        for (k, c) in c.iter_mut().enumerate() {
            let column = coefficients.map(|f| f[k]);
            *c = token.run(
                #[inline(always)]
                || RingOf::<F, T>::load(token, column.each_ref()),
            );
        }
        Self::new(c)
    }

    /// Unpacks coefficients from memory.
    pub(crate) fn unpack(token: T, rows: [&PackedTarget<F>; 8]) -> Coefficients<F, T> {
        meter!("unpack", [F; 8], 8);
        let [a, b, c, d, e, f, g, h] = rows;
        let mut all = [LaneData::zero(token); 6];
        token.run(
            #[inline(always)]
            || {
                for (k, x) in all.iter_mut().enumerate() {
                    *x = RingOf::<F, T>::unpack(token, [&a[k], &b[k], &c[k], &d[k], &e[k], &f[k], &g[k], &h[k]]);
                }
            },
        );
        all
    }

    /// Packs the first elements for memory, up to eight.
    pub(crate) fn pack(&self, rows: &mut [PackedTarget<F>]) {
        meter!("pack", [F; 8], rows.len().min(8));
        let c = self.coefficients();
        c[0].token().run(
            #[inline(always)]
            || {
                for (k, c) in c.iter().enumerate() {
                    for (row, x) in rows.iter_mut().zip(c.pack()) {
                        row[k] = x;
                    }
                }
            },
        );
    }

    /// Sets the elements to `alpha + w` in the lanes of `mask`, and to one in the others.
    pub(crate) fn set_torus(&mut self, alpha: &[RingOf<F, T>; 3], mask: u8) {
        let out = &mut self.c[self.now];
        let token = alpha[0].token();
        token.run(
            #[inline(always)]
            || {
                let zero = RingOf::<F, T>::zero(token);
                let one = RingOf::<F, T>::one(token);
                for (i, x) in alpha.iter().enumerate() {
                    out[i] = if i == 0 { one } else { zero }.blend(&x.reduce(), mask);
                    out[3 + i] = zero;
                }
                out[3] = zero.blend(&one, mask);
            },
        );
    }

    /// Takes these coefficients in the lanes of `mask`.
    pub(crate) fn select(&mut self, c: &Coefficients<F, T>, mask: u8) {
        let token = c[0].token();
        token.run(
            #[inline(always)]
            || {
                for (a, b) in self.c[self.now].iter_mut().zip(c) {
                    *a = a.blend(b, mask);
                }
            },
        );
    }

    /// Multiplies by `alpha + w`, for `alpha` in the cubic field, with coefficients below `2 p`.
    pub(crate) fn mul_by_torus(&mut self, alpha: &[RingOf<F, T>; 3], cubic: &mut CubicOf<F, T>) {
        meter!("mul by torus", [F; 8], 8);
        let (f, next) = self.next();
        f[0].token().run(
            #[inline(always)]
            || {
                let (next_a, next_b) = next.split_at_mut(3);
                let [a0, a1, a2, b0, b1, b2] = f;
                let xi_b2 = b2.mul_small(2, F::XI);
                CubicRing::set_cubic_factor(cubic, [&alpha[0], &alpha[1], &alpha[2]]);
                CubicRing::set_cubic_product::<XiOf<F>>(next_a, [a0, a1, a2], Some([&xi_b2, b0, b1]), cubic);
                CubicRing::set_cubic_product::<XiOf<F>>(next_b, [b0, b1, b2], Some([a0, a1, a2]), cubic);
            },
        );
    }

    /// Sets the elements to the product of `alpha + w` and `beta + w`.
    pub(crate) fn set_torus_product(
        &mut self,
        alpha: &[RingOf<F, T>; 3],
        beta: &[RingOf<F, T>; 3],
        cubic: &mut CubicOf<F, T>,
    ) {
        meter!("product in the torus", [F; 8], 8);
        let (f, next) = self.next();
        let token = f[0].token();
        token.run(
            #[inline(always)]
            || {
                let one = RingOf::<F, T>::one(token);
                let zero = RingOf::<F, T>::zero(token);
                let (next_a, next_b) = next.split_at_mut(3);
                CubicRing::set_cubic_factor(cubic, [&beta[0], &beta[1], &beta[2]]);
                CubicRing::set_cubic_product::<XiOf<F>>(
                    next_a,
                    [&alpha[0], &alpha[1], &alpha[2]],
                    Some([&zero, &one, &zero]),
                    cubic,
                );
                for i in 0..3 {
                    next_b[i] = RingOf::<F, T>::combine_reduced(2, [(1, &alpha[i]), (1, &beta[i])]);
                }
            },
        );
    }

    fn new_cubic(&self) -> CubicOf<F, T> {
        let token = self.coefficients()[0].token();
        token.run(
            #[inline(always)]
            || RingOf::<F, T>::cubic(token),
        )
    }

    /// `a^2` in the cyclotomic subgroup.
    pub(crate) fn cyclotomic_square_with(&mut self, cubic: &mut CubicOf<F, T>) {
        meter!("cyclotomic square", [F; 8], 8);
        // As for one element (`six.rs`), with the coefficients of w^0, w^2, w^4, w^1, w^3, w^5.
        let (f, next) = self.next();
        f[0].token().run(
            #[inline(always)]
            || {
                let [g0, g2, g4, g1, g3, g5] = f;
                let [h0, h2, h4, h1, h3, h5] = next;
                for (x, y, square, product, less, more, times_xi) in [
                    (g0, g3, h0, h3, g0, g3, false),
                    (g2, g5, h4, h1, g4, g1, true),
                    (g1, g4, h2, h5, g2, g5, false),
                ] {
                    CubicRing::set_square_pair::<XiOf<F>>([&mut *square, &mut *product], x, y, cubic);
                    *square = RingOf::<F, T>::combine_reduced(2, [(3, square), (-2, less)]);
                    if times_xi {
                        *product = product.mul_small(2, F::XI).reduce();
                    }
                    *product = RingOf::<F, T>::combine_reduced(2, [(3, product), (2, more)]);
                }
            },
        );
    }

    /// `a b` term by term.
    fn mul_by_terms(&mut self, b: &Coefficients<F, T>) {
        meter!("mul", [F; 8], 8);
        let (a, next) = self.next();
        a[0].token().run(
            #[inline(always)]
            || {
                let mut xi_a = *a;
                for a in &mut xi_a {
                    *a = a.mul_small(2, F::XI);
                }
                for k in 0..6 {
                    // The coefficient of w^k: products of those of w^i and w^(k - i), or of w^i and w^(k + 6 - i) times
                    // xi.
                    let term = |i: usize| {
                        let from = if i > k { &xi_a } else { a };
                        (&from[LANE[i] as usize], &b[LANE[(6 + k - i) % 6] as usize])
                    };
                    next[LANE[k] as usize].set_dot(2, &[term(0), term(1), term(2), term(3), term(4), term(5)]);
                }
            },
        );
    }

    /// `a b` by three products in the cubic field.
    pub(crate) fn mul_with(&mut self, b: &Coefficients<F, T>, cubic: &mut CubicOf<F, T>) {
        if const { RingOf::<F, T>::TIGHT } {
            return self.mul_by_terms(b);
        }
        meter!("mul", [F; 8], 8);
        let (f, next) = self.next();
        let token = f[0].token();
        token.run(
            #[inline(always)]
            || {
                let [a0, a1, a2, b0, b1, b2] = f;
                let [c0, c1, c2, d0, d1, d2] = b;
                let zero = RingOf::<F, T>::zero(token);
                let mut v1 = [zero; 3];
                CubicRing::set_cubic_factor(cubic, [d0, d1, d2]);
                CubicRing::set_cubic_product::<XiOf<F>>(&mut v1, [b0, b1, b2], None, cubic);
                let mut v0 = [zero; 3];
                CubicRing::set_cubic_factor(cubic, [c0, c1, c2]);
                CubicRing::set_cubic_product::<XiOf<F>>(&mut v0, [a0, a1, a2], None, cubic);
                let sum = |x: &RingOf<F, T>, y: &RingOf<F, T>| RingOf::<F, T>::combine_reduced(2, [(1, x), (1, y)]);
                CubicRing::set_cubic_factor(cubic, [&sum(c0, d0), &sum(c1, d1), &sum(c2, d2)]);
                CubicRing::set_cubic_product::<XiOf<F>>(
                    &mut next[3..],
                    [&sum(a0, b0), &sum(a1, b1), &sum(a2, b2)],
                    None,
                    cubic,
                );
                let xi_v1 = v1[2].mul_small(2, F::XI);
                for (i, v_v1) in [&xi_v1, &v1[0], &v1[1]].into_iter().enumerate() {
                    next[3 + i] = RingOf::<F, T>::combine_reduced(2, [(1, &next[3 + i]), (-1, &v0[i]), (-1, &v1[i])]);
                    next[i] = RingOf::<F, T>::combine_reduced(2, [(1, &v0[i]), (1, v_v1)]);
                }
            },
        );
    }

    /// The single elements.
    pub fn store(&self) -> [F; 8] {
        meter!("store", [F; 8], 8);
        let c = &self.c[self.now];
        let columns = c.map(|c| {
            c.token().run(
                #[inline(always)]
                || c.store(),
            )
        });
        core::array::from_fn(|i| F::from_coefficients(columns.map(|column| column[i])))
    }

    /// The coefficients, and the memory for the next ones. The next ones then become the value's.
    #[inline(always)]
    fn next(&mut self) -> (&Coefficients<F, T>, &mut Coefficients<F, T>) {
        let [a, b] = &mut self.c;
        self.now ^= 1;
        if self.now == 1 { (a, b) } else { (b, a) }
    }

    /// Multiplies by lines; `free` is below `16 p`, the others below `2 p`. Inlined, for use inside [`Token::run`].
    #[inline(always)]
    pub(crate) fn mul_by_line(&mut self, twist: Twist, free: &RingOf<F, T>, cx: &RingOf<F, T>, cy: &RingOf<F, T>) {
        meter!("mul by line", [F; 8], 8);
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
        meter!("square", [F; 8], 8);
        let (f, next) = self.next();
        f[0].token().run(
            #[inline(always)]
            || {
                let [f0, f1, f2, f3, f4, f5] = LANE.map(|lane| &f[lane as usize]);
                // Coefficients doubled, times xi, and both.
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
        self.mul_by_terms(b.coefficients());
    }

    fn cyclotomic_square(&mut self) {
        let mut cubic = self.new_cubic();
        self.cyclotomic_square_with(&mut cubic);
    }

    fn cyclotomic_pow(&self, digits: &[i8]) -> Self {
        cyclotomic_pow_with(
            self,
            digits,
            &mut self.new_cubic(),
            |r, cubic| r.cyclotomic_square_with(cubic),
            |r, power, cubic| r.mul_with(power.coefficients(), cubic),
        )
    }

    fn conjugate(&mut self) {
        meter!("conjugate", [F; 8], 8);
        for c in &mut self.c[self.now][3..] {
            *c = c.token().run(
                #[inline(always)]
                || RingOf::<F, T>::combine_reduced(2, [(-1, c)]),
            );
        }
    }

    fn frobenius(&mut self, power: usize) {
        meter!("frobenius", [F; 8], 8);
        let factors = F::frobenius_factors(power);
        for (c, factor) in self.c[self.now].iter_mut().zip(factors) {
            let token = c.token();
            *c = token.run(
                #[inline(always)]
                || LaneProducts::dot(2, &[(&c.frobenius(power), &LaneData::splat(token, &factor))]),
            );
        }
    }
}

/// `2 a` for `a < bias p`.
#[inline(always)]
fn twice<R: Ring>(bias: u64, a: &R) -> R {
    R::combine(bias, [(2, a)])
}
