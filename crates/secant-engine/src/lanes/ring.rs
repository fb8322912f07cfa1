//! The ring that holds the coefficients of a target element, eight of its elements in lanes.

use ark_ff::{Field, Fp, Fp2, Fp2Config, FpConfig};
use core::marker::PhantomData;
use secant_field::lanes::{Combination, Difference, LaneElement, LaneField, Summand, Token};

/// The quadratic non-residue of a tower as a small integer.
pub trait SmallBeta: Fp2Config {
    /// `u^2`.
    const BETA: i64;
}

/// The `xi` of a tower as a small element.
pub trait SmallXi {
    /// `xi`; for a tower over the prime field the second coefficient is zero.
    const XI: (i64, i64);
}

/// A field whose elements can be in lanes: the prime field or its quadratic extension.
pub trait RingField: Field {
    /// One element as it is in a lane, in whole cache lines.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// Eight elements.
    type Ring<T: Token>: Ring<Token = T, Scalar = Self, Packed = Self::Packed>;
}

/// Eight elements of a [`RingField`].
///
/// Methods on elements are inlined and must run inside [`Token::run`]; products are functions of their own, but for
/// those that say otherwise. The bounds are those of [`LaneElement`], for every coefficient.
pub trait Ring: Copy + Send + Sync + 'static {
    /// The back end.
    type Token: Token;
    /// The field.
    type Scalar: Field;
    /// One element as it is in a lane, in whole cache lines.
    type Packed: Copy + Default + Send + Sync + 'static;
    /// See [`LaneElement::TIGHT`].
    const TIGHT: bool;
    /// See [`LaneElement::CAPACITY`].
    const CAPACITY: u64;
    /// The quadratic non-residue; zero for the prime field.
    const BETA: i64;
    /// See [`LaneElement::PARTS`].
    const PARTS: usize;
    /// See [`LaneElement::OWN`].
    const OWN: u32;

    /// What products in a cubic extension by `v^3 = xi` are computed in.
    type Cubic: Clone;

    /// The back end's token.
    fn token(&self) -> Self::Token;
    /// Eight zeros.
    fn zero(token: Self::Token) -> Self;
    /// Eight elements.
    fn load(token: Self::Token, x: &[Self::Scalar; 8]) -> Self;
    /// The elements.
    fn store(&self) -> [Self::Scalar; 8];
    /// See [`LaneElement::load_own`].
    fn load_own(token: Self::Token, x: [&Self::Scalar; 8]) -> Self;
    /// See [`LaneElement::store_own`].
    fn store_own(&self) -> [Self::Scalar; 8];
    /// `1 / 2^OWN`.
    #[inline(always)]
    fn own_one(token: Self::Token) -> Self::Scalar {
        Self::load_own(token, [&Self::Scalar::ONE; 8]).store()[0]
    }
    /// Eight times `x`.
    fn splat(token: Self::Token, x: &Self::Scalar) -> Self;
    /// Eight elements from memory.
    fn unpack(token: Self::Token, rows: [&Self::Packed; 8]) -> Self;
    /// See [`LaneElement::unpack_part`].
    fn unpack_part(&mut self, rows: [&Self::Packed; 8], part: usize, negative: Option<u8>);
    /// The elements for memory; values must be below `2 p`.
    fn pack(&self) -> [Self::Packed; 8];
    /// The lanes that are zero, as bits, for values below `2 p`.
    fn is_zero(&self) -> u8;
    /// `sum a_i b_i` of at most six terms, below `2 p`, where the `b_i` are below `unit p`.
    fn dot(unit: u64, terms: &[(&Self, &Self)]) -> Self;
    /// [`Self::dot`] to a place in memory.
    fn set_dot(&mut self, unit: u64, terms: &[(&Self, &Self)]);
    /// See [`LaneElement::set_dot_minus`]; the `b_i` are below `2 p`.
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], unit: u64, minus: [&Self; K]);
    /// See [`LaneElement::set_products`]; second factors are below `2 p`.
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        units: [u64; 2],
        minus: [[&Self; K]; 2],
    );
    /// See [`LaneElement::set_products_beside`]; second factors are below `2 p`.
    fn set_products_beside<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        more: impl FnMut(usize, usize),
    );
    /// See [`LaneElement::set_squares_minus`]; `a` are below `2 p`.
    fn set_squares_minus<const K: usize>(out: [&mut Self; 2], a: [&Self; 2], units: [u64; 2], minus: [[&Self; K]; 2]);
    /// See [`LaneElement::negate_loose`].
    fn negate_loose(&self, mask: u8) -> Self;
    /// Room for a product in a cubic extension.
    fn cubic(token: Self::Token) -> Self::Cubic;
    /// Sets the second factor of products, with coefficients below `2 p`.
    fn set_cubic_factor(cubic: &mut Self::Cubic, b: [&Self; 3]);
    /// Sets the coefficients of `a b + plus`, below `2 p`, for `a` below `2 p`, `b` the factor that was set, and `plus` below
    /// `16 p`, in tight fields below `2 p`.
    fn set_cubic_product<X: SmallXi>(
        out: &mut [Self],
        a: [&Self; 3],
        plus: Option<[&Self; 3]>,
        cubic: &mut Self::Cubic,
    );
    /// Sets `x^2 + xi y^2` and `2 x y`, below `2 p`, for `x` and `y` below `2 p`.
    fn set_square_pair<X: SmallXi>(out: [&mut Self; 2], x: &Self, y: &Self, room: &mut Self::Cubic);
    /// `a b` in lanes 0 to 3, for `b < unit p`; the other lanes are unspecified.
    fn mul_low(&self, unit: u64, b: &Self) -> Self;
    /// `a b_0`, with the first coefficient of `b`.
    fn mul_by_first(&self, b: &Self) -> Self;
    /// `a^2` for `a < unit p`.
    fn square(&self, unit: u64) -> Self;
    /// See [`LaneElement::combine`].
    fn combine<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self;
    /// See [`LaneElement::combine_reduced`].
    fn combine_reduced<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self;
    /// See [`LaneElement::combine_carried`].
    fn combine_carried<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self;
    /// See [`LaneElement::combine_lanes`].
    fn combine_lanes<const K: usize>(unit: u64, terms: [(&[i64; 8], &Self); K]) -> Self;
    /// The same value below `2 p`.
    fn reduce(&self) -> Self;
    /// See [`LaneElement::permute`].
    fn permute(&self, index: &[u64; 8]) -> Self;
    /// See [`LaneElement::permute2`].
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self;
    /// See [`LaneElement::blend`].
    fn blend(&self, b: &Self, mask: u8) -> Self;
    /// The product by a small element, for values below `unit p`.
    fn mul_small(&self, unit: u64, x: (i64, i64)) -> Self;
    /// The Frobenius map of the prime field on the coefficients, for values below `2 p`.
    fn frobenius(&self, power: usize) -> Self;
}

macro_rules! over_prime_field {
    ($($n:literal),*) => {$(
        impl<C: FpConfig<$n>> RingField for Fp<C, $n> {
            type Packed = <Self as LaneField>::Packed;
            type Ring<T: Token> = Prime<<Self as LaneField>::Lanes<T>>;
        }
    )*};
}
over_prime_field!(4, 6, 12);

impl<C> RingField for Fp2<C>
where
    C: SmallBeta<Fp: LaneField>,
{
    type Packed = (<C::Fp as LaneField>::Packed, <C::Fp as LaneField>::Packed);
    type Ring<T: Token> = Quadratic<<C::Fp as LaneField>::Lanes<T>, C>;
}

/// Eight elements of the prime field.
#[derive(Clone, Copy)]
pub struct Prime<E>(E);

impl<E: LaneElement> Prime<E> {
    #[inline(always)]
    fn elements<'a>(terms: &[(&'a Self, &'a Self)]) -> [(&'a E, &'a E); 6] {
        let mut all = [(&terms[0].0.0, &terms[0].1.0); 6];
        for (t, (a, b)) in all.iter_mut().zip(terms) {
            *t = (&a.0, &b.0);
        }
        all
    }
}

impl<E: LaneElement> Ring for Prime<E> {
    type Token = E::Token;
    type Scalar = E::Scalar;
    type Packed = E::Packed;
    const TIGHT: bool = E::TIGHT;
    const CAPACITY: u64 = E::CAPACITY;
    const BETA: i64 = 0;
    const PARTS: usize = E::PARTS;
    const OWN: u32 = E::OWN;
    type Cubic = Cubic<E, E::Wide, 1, 4>;

    #[inline(always)]
    fn splat(token: E::Token, x: &E::Scalar) -> Self {
        Self(E::splat(token, x))
    }

    #[inline(always)]
    fn unpack(token: E::Token, rows: [&E::Packed; 8]) -> Self {
        Self(E::unpack(token, rows))
    }

    #[inline(always)]
    fn unpack_part(&mut self, rows: [&E::Packed; 8], part: usize, negative: Option<u8>) {
        self.0.unpack_part(rows, part, negative);
    }

    #[inline(always)]
    fn pack(&self) -> [E::Packed; 8] {
        self.0.pack()
    }

    #[inline(always)]
    fn is_zero(&self) -> u8 {
        self.0.is_zero()
    }

    #[inline(always)]
    fn token(&self) -> E::Token {
        self.0.token()
    }

    #[inline(always)]
    fn zero(token: E::Token) -> Self {
        Self(E::zero(token))
    }

    #[inline(always)]
    fn load(token: E::Token, x: &[E::Scalar; 8]) -> Self {
        Self(E::load(token, x))
    }

    #[inline(always)]
    fn store(&self) -> [E::Scalar; 8] {
        self.0.store()
    }

    #[inline(always)]
    fn load_own(token: E::Token, x: [&E::Scalar; 8]) -> Self {
        Self(E::load_own(token, x))
    }

    #[inline(always)]
    fn store_own(&self) -> [E::Scalar; 8] {
        self.0.store_own()
    }

    #[inline(always)]
    fn dot(_: u64, terms: &[(&Self, &Self)]) -> Self {
        Self(E::dot(&Self::elements(terms)[..terms.len()]))
    }

    #[inline(always)]
    fn set_dot(&mut self, _: u64, terms: &[(&Self, &Self)]) {
        self.0.set_dot(&Self::elements(terms)[..terms.len()]);
    }

    #[inline(always)]
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], unit: u64, minus: [&Self; K]) {
        self.0
            .set_dot_minus(&Self::elements(terms)[..terms.len()], unit, minus.map(|a| &a.0));
    }

    #[inline(always)]
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        units: [u64; 2],
        minus: [[&Self; K]; 2],
    ) {
        let ([x, y], [f, g]) = (out, factors);
        E::set_products(
            [&mut x.0, &mut y.0],
            [[&f[0].0, &f[1].0], [&g[0].0, &g[1].0]],
            units,
            minus.map(|minus| minus.map(|a| &a.0)),
        );
    }

    #[inline(always)]
    fn set_products_beside<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        more: impl FnMut(usize, usize),
    ) {
        E::set_products_beside(
            out.map(|out| &mut out.0),
            factors.map(|factors| factors.map(|a| &a.0)),
            differences.map(|d| Difference {
                to: &mut d.to.0,
                of: d.of.map(|a| &a.0),
                unit: d.unit,
            }),
            more,
        );
    }

    #[inline(always)]
    fn set_squares_minus<const K: usize>(out: [&mut Self; 2], a: [&Self; 2], units: [u64; 2], minus: [[&Self; K]; 2]) {
        let minus = minus.map(|each| each.map(|a| &a.0));
        E::set_squares_minus(out.map(|out| &mut out.0), a.map(|a| &a.0), units, minus);
    }

    #[inline(always)]
    fn negate_loose(&self, mask: u8) -> Self {
        Self(self.0.negate_loose(mask))
    }

    #[inline(always)]
    fn cubic(token: E::Token) -> Self::Cubic {
        Cubic::new(token)
    }

    #[inline(always)]
    fn set_cubic_factor(cubic: &mut Self::Cubic, b: [&Self; 3]) {
        for (to, b) in cubic.b.iter_mut().zip(b) {
            *to = [b.0];
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
        if E::TIGHT {
            let b = cubic.b.map(|[b]| Self(b));
            return set_cubic_product_by_terms::<Self, X>(out, a, [&b[0], &b[1], &b[2]], plus);
        }
        for (i, a) in a.iter().enumerate() {
            cubic.set_product(i, i, [&a.0]);
        }
        for (i, [j, k]) in PAIRS.into_iter().enumerate() {
            let sum = E::combine_carried(2, [(1, &a[j].0), (1, &a[k].0)]);
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
            E::set_reduced([&mut out[i].0], [&cubic.sums[0]], plus.map(|plus| [&plus[i].0]));
        }
    }

    #[inline(always)]
    fn set_square_pair<X: SmallXi>(out: [&mut Self; 2], x: &Self, y: &Self, room: &mut Self::Cubic) {
        if E::TIGHT {
            return set_square_pair_by_terms::<Self, X>(out, x, y);
        }
        let sum = E::combine_carried(2, [(1, &x.0), (1, &y.0)]);
        let ([xx, yy, ss, square], [product]) = (&mut room.products, &mut room.sums);
        E::set_wide_product(xx, &x.0, &x.0);
        E::set_wide_product(yy, &y.0, &y.0);
        E::set_wide_product(ss, &sum, &sum);
        E::combine_wide::<SquarePairOverPrime<X>, 3, 2>(sum.token(), [square, product], [xx, yy, ss]);
        E::set_reduced(out.map(|out| &mut out.0), [square, product], None);
    }

    #[inline(always)]
    fn mul_low(&self, _: u64, b: &Self) -> Self {
        Self(self.0.mul(&b.0))
    }

    #[inline(always)]
    fn mul_by_first(&self, b: &Self) -> Self {
        Self(self.0.mul(&b.0))
    }

    #[inline(always)]
    fn square(&self, _: u64) -> Self {
        Self(self.0.square())
    }

    #[inline(always)]
    fn combine<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        Self(E::combine(unit, terms.map(|(c, a)| (c, &a.0))))
    }

    #[inline(always)]
    fn combine_reduced<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        Self(E::combine_reduced(unit, terms.map(|(c, a)| (c, &a.0))))
    }

    #[inline(always)]
    fn combine_carried<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        Self(E::combine_carried(unit, terms.map(|(c, a)| (c, &a.0))))
    }

    #[inline(always)]
    fn combine_lanes<const K: usize>(unit: u64, terms: [(&[i64; 8], &Self); K]) -> Self {
        Self(E::combine_lanes(unit, terms.map(|(c, a)| (c, &a.0))))
    }

    #[inline(always)]
    fn reduce(&self) -> Self {
        Self(self.0.reduce())
    }

    #[inline(always)]
    fn permute(&self, index: &[u64; 8]) -> Self {
        Self(self.0.permute(index))
    }

    #[inline(always)]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self {
        Self(self.0.permute2(&other.0, index))
    }

    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
        Self(self.0.blend(&b.0, mask))
    }

    #[inline(always)]
    fn mul_small(&self, unit: u64, x: (i64, i64)) -> Self {
        Self(E::combine(unit, [(x.0, &self.0)]))
    }

    #[inline(always)]
    fn frobenius(&self, _: usize) -> Self {
        *self
    }
}

/// Eight elements of the quadratic extension, the two coefficients apart.
pub struct Quadratic<E, C> {
    c0: E,
    c1: E,
    config: PhantomData<C>,
}

impl<E: Copy, C> Clone for Quadratic<E, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: Copy, C> Copy for Quadratic<E, C> {}

impl<E: LaneElement, C: SmallBeta<Fp = E::Scalar>> Quadratic<E, C> {
    #[inline(always)]
    fn new(c0: E, c1: E) -> Self {
        Self {
            c0,
            c1,
            config: PhantomData,
        }
    }

    /// `beta b_1` of every term, for `b_1 < unit p`.
    #[inline(always)]
    fn times_beta(unit: u64, terms: &[(&Self, &Self)]) -> [E; 6] {
        let mut all = [terms[0].1.c1; 6];
        for (r, (_, b)) in all.iter_mut().zip(terms) {
            *r = E::combine(unit, [(C::BETA, &b.c1)]);
        }
        all
    }

    /// The terms of both coefficients of a sum of products: `a_0 b_0 + a_1 beta b_1` and `a_0 b_1 + a_1 b_0`.
    #[inline(always)]
    fn coefficients<'a>(terms: &[(&'a Self, &'a Self)], beta_b: &'a [E; 6]) -> [[(&'a E, &'a E); 12]; 2] {
        let (a, b) = terms[0];
        let mut all = [[(&a.c0, &b.c0); 12]; 2];
        for (i, ((a, b), beta_b)) in terms.iter().zip(beta_b).enumerate() {
            all[0][2 * i] = (&a.c0, &b.c0);
            all[0][2 * i + 1] = (&a.c1, beta_b);
            all[1][2 * i] = (&a.c0, &b.c1);
            all[1][2 * i + 1] = (&a.c1, &b.c0);
        }
        all
    }
}

impl<E, C> Ring for Quadratic<E, C>
where
    E: LaneElement,
    C: SmallBeta<Fp = E::Scalar>,
{
    type Token = E::Token;
    type Scalar = Fp2<C>;
    type Packed = (E::Packed, E::Packed);
    const TIGHT: bool = E::TIGHT;
    const CAPACITY: u64 = E::CAPACITY;
    const BETA: i64 = C::BETA;
    const PARTS: usize = 2 * E::PARTS;
    const OWN: u32 = E::OWN;
    type Cubic = Cubic<E, E::Wide, 3, 12>;

    #[inline(always)]
    fn splat(token: E::Token, x: &Fp2<C>) -> Self {
        Self::new(E::splat(token, &x.c0), E::splat(token, &x.c1))
    }

    #[inline(always)]
    fn unpack(token: E::Token, rows: [&Self::Packed; 8]) -> Self {
        Self::new(
            E::unpack(token, rows.map(|row| &row.0)),
            E::unpack(token, rows.map(|row| &row.1)),
        )
    }

    #[inline(always)]
    fn unpack_part(&mut self, rows: [&Self::Packed; 8], part: usize, negative: Option<u8>) {
        let [a, b, c, d, e, f, g, h] = rows;
        if part < E::PARTS {
            let rows = [&a.0, &b.0, &c.0, &d.0, &e.0, &f.0, &g.0, &h.0];
            self.c0.unpack_part(rows, part, negative);
        } else {
            let rows = [&a.1, &b.1, &c.1, &d.1, &e.1, &f.1, &g.1, &h.1];
            self.c1.unpack_part(rows, part - E::PARTS, negative);
        }
    }

    #[inline(always)]
    fn pack(&self) -> [Self::Packed; 8] {
        let (c0, c1) = (self.c0.pack(), self.c1.pack());
        let mut rows = [Self::Packed::default(); 8];
        for (row, (c0, c1)) in rows.iter_mut().zip(c0.into_iter().zip(c1)) {
            *row = (c0, c1);
        }
        rows
    }

    #[inline(always)]
    fn is_zero(&self) -> u8 {
        self.c0.is_zero() & self.c1.is_zero()
    }

    #[inline(always)]
    fn token(&self) -> E::Token {
        self.c0.token()
    }

    #[inline(always)]
    fn zero(token: E::Token) -> Self {
        Self::new(E::zero(token), E::zero(token))
    }

    #[inline(always)]
    fn load(token: E::Token, x: &[Fp2<C>; 8]) -> Self {
        Self::new(E::load(token, &x.map(|x| x.c0)), E::load(token, &x.map(|x| x.c1)))
    }

    #[inline(always)]
    fn store(&self) -> [Fp2<C>; 8] {
        let (c0, c1) = (self.c0.store(), self.c1.store());
        core::array::from_fn(|i| Fp2::new(c0[i], c1[i]))
    }

    #[inline(always)]
    fn load_own(token: E::Token, x: [&Fp2<C>; 8]) -> Self {
        let (mut c0, mut c1) = ([&x[0].c0; 8], [&x[0].c1; 8]);
        for (i, x) in x.iter().enumerate() {
            (c0[i], c1[i]) = (&x.c0, &x.c1);
        }
        Self::new(E::load_own(token, c0), E::load_own(token, c1))
    }

    #[inline(always)]
    fn store_own(&self) -> [Fp2<C>; 8] {
        let (c0, c1) = (self.c0.store_own(), self.c1.store_own());
        let mut x = [Fp2::new(c0[0], c1[0]); 8];
        for i in 1..8 {
            x[i] = Fp2::new(c0[i], c1[i]);
        }
        x
    }

    #[inline(always)]
    fn dot(unit: u64, terms: &[(&Self, &Self)]) -> Self {
        let beta_b = Self::times_beta(unit, terms);
        let [c0, c1] = Self::coefficients(terms, &beta_b);
        Self::new(E::dot(&c0[..2 * terms.len()]), E::dot(&c1[..2 * terms.len()]))
    }

    #[inline(always)]
    fn set_dot(&mut self, unit: u64, terms: &[(&Self, &Self)]) {
        let beta_b = Self::times_beta(unit, terms);
        let [c0, c1] = Self::coefficients(terms, &beta_b);
        self.c0.set_dot(&c0[..2 * terms.len()]);
        self.c1.set_dot(&c1[..2 * terms.len()]);
    }

    #[inline(always)]
    fn set_dot_minus<const K: usize>(&mut self, terms: &[(&Self, &Self)], unit: u64, minus: [&Self; K]) {
        let beta_b = Self::times_beta(2, terms);
        let [c0, c1] = Self::coefficients(terms, &beta_b);
        let n = 2 * terms.len();
        let token = self.token();
        token.run(
            #[inline(always)]
            || self.c0.set_dot_minus(&c0[..n], unit, minus.map(|a| &a.c0)),
        );
        token.run(
            #[inline(always)]
            || self.c1.set_dot_minus(&c1[..n], unit, minus.map(|a| &a.c1)),
        );
    }

    #[inline(always)]
    fn set_products<const K: usize>(
        out: [&mut Self; 2],
        factors: [[&Self; 2]; 2],
        units: [u64; 2],
        minus: [[&Self; K]; 2],
    ) {
        for (((out, [a, b]), unit), minus) in out.into_iter().zip(factors).zip(units).zip(minus) {
            out.set_dot_minus(&[(a, b)], unit, minus);
        }
    }

    #[inline(always)]
    fn set_products_beside<const M: usize, const D: usize>(
        out: [&mut Self; M],
        factors: [[&Self; 2]; M],
        differences: [Difference<'_, Self>; D],
        mut more: impl FnMut(usize, usize),
    ) {
        for (out, [a, b]) in out.into_iter().zip(factors) {
            out.set_dot(2, &[(a, b)]);
        }
        more(0, 1);
        for d in differences {
            *d.to = Self::combine_carried(d.unit, [(1, d.of[0]), (-1, d.of[1])]);
        }
    }

    #[inline(always)]
    fn set_squares_minus<const K: usize>(out: [&mut Self; 2], a: [&Self; 2], units: [u64; 2], minus: [[&Self; K]; 2]) {
        let token = a[0].token();
        for (((out, a), unit), minus) in out.into_iter().zip(a).zip(units).zip(minus) {
            let minus1 = minus.map(|a| &a.c1);
            let minus = minus.map(|a| &a.c0);
            token.run(
                #[inline(always)]
                || {
                    let double = E::combine(2, [(2, &a.c0)]);
                    out.c1.set_dot_minus(&[(&double, &a.c1)], unit, minus1);
                },
            );
            token.run(
                #[inline(always)]
                || {
                    if C::BETA == -1 {
                        let (sum, difference) = (a.c0.add(&a.c1), a.c0.sub(&a.c1));
                        out.c0.set_dot_minus(&[(&sum, &difference)], unit, minus);
                    } else {
                        let beta_c1 = E::combine(2, [(C::BETA, &a.c1)]);
                        out.c0.set_dot_minus(&[(&a.c0, &a.c0), (&a.c1, &beta_c1)], unit, minus);
                    }
                },
            );
        }
    }

    #[inline(always)]
    fn negate_loose(&self, mask: u8) -> Self {
        Self::new(self.c0.negate_loose(mask), self.c1.negate_loose(mask))
    }

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
        if E::TIGHT {
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
            let [s, t, _] = &mut cubic.sums;
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
        if E::TIGHT {
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
        for (square, product, x0, x1, unit) in squares {
            let plus = E::combine_carried(unit, [(1, x0), (1, x1)]);
            let minus = E::combine_carried(unit, [(1, x0), (C::BETA, x1)]);
            E::set_wide_product(square, &plus, &minus);
            E::set_wide_product(product, x0, x1);
        }
        let (token, from) = (s0.token(), [&*a, &*b, &*c, &*d, &*e, &*f]);
        let [square, product] = out;
        let [re, im, _] = &mut room.sums;
        E::combine_wide::<SquareOverQuadratic<C, X>, 6, 2>(token, [re, im], from);
        E::set_reduced([&mut square.c0, &mut square.c1], [re, im], None);
        E::combine_wide::<ProductOverQuadratic<C>, 6, 2>(token, [re, im], from);
        E::set_reduced([&mut product.c0, &mut product.c1], [re, im], None);
    }

    #[inline(always)]
    fn mul_low(&self, unit: u64, b: &Self) -> Self {
        // Both coefficients of the product in one sum of two products: c0 in the low lanes, c1 in the high ones.
        const LOW_TWICE: [u64; 8] = [0, 1, 2, 3, 0, 1, 2, 3];
        const LOW_BOTH: [u64; 8] = [0, 1, 2, 3, 8, 9, 10, 11];
        const HIGH: [u64; 8] = [4, 5, 6, 7, 4, 5, 6, 7];
        let beta_b = E::combine(unit, [(C::BETA, &b.c1)]);
        let both = E::dot(&[
            (&self.c0.permute(&LOW_TWICE), &b.c0.permute2(&b.c1, &LOW_BOTH)),
            (&self.c1.permute(&LOW_TWICE), &beta_b.permute2(&b.c0, &LOW_BOTH)),
        ]);
        Self::new(both, both.permute(&HIGH))
    }

    #[inline(always)]
    fn mul_by_first(&self, b: &Self) -> Self {
        Self::new(self.c0.mul(&b.c0), self.c1.mul(&b.c0))
    }

    #[inline(always)]
    fn square(&self, unit: u64) -> Self {
        let double = E::combine(unit, [(2, &self.c0)]);
        let c1 = double.mul(&self.c1);
        if C::BETA == -1 {
            let (plus, minus) = (
                E::combine(unit, [(1, &self.c0), (1, &self.c1)]),
                E::combine(unit, [(1, &self.c0), (-1, &self.c1)]),
            );
            return Self::new(plus.mul(&minus), c1);
        }
        let beta_c1 = E::combine(unit, [(C::BETA, &self.c1)]);
        Self::new(E::dot(&[(&self.c0, &self.c0), (&self.c1, &beta_c1)]), c1)
    }

    #[inline(always)]
    fn combine<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        Self::new(
            E::combine(unit, terms.map(|(c, a)| (c, &a.c0))),
            E::combine(unit, terms.map(|(c, a)| (c, &a.c1))),
        )
    }

    #[inline(always)]
    fn combine_reduced<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        Self::new(
            E::combine_reduced(unit, terms.map(|(c, a)| (c, &a.c0))),
            E::combine_reduced(unit, terms.map(|(c, a)| (c, &a.c1))),
        )
    }

    #[inline(always)]
    fn combine_carried<const K: usize>(unit: u64, terms: [(i64, &Self); K]) -> Self {
        Self::new(
            E::combine_carried(unit, terms.map(|(c, a)| (c, &a.c0))),
            E::combine_carried(unit, terms.map(|(c, a)| (c, &a.c1))),
        )
    }

    #[inline(always)]
    fn combine_lanes<const K: usize>(unit: u64, terms: [(&[i64; 8], &Self); K]) -> Self {
        Self::new(
            E::combine_lanes(unit, terms.map(|(c, a)| (c, &a.c0))),
            E::combine_lanes(unit, terms.map(|(c, a)| (c, &a.c1))),
        )
    }

    #[inline(always)]
    fn reduce(&self) -> Self {
        Self::new(self.c0.reduce(), self.c1.reduce())
    }

    #[inline(always)]
    fn permute(&self, index: &[u64; 8]) -> Self {
        Self::new(self.c0.permute(index), self.c1.permute(index))
    }

    #[inline(always)]
    fn permute2(&self, other: &Self, index: &[u64; 8]) -> Self {
        Self::new(self.c0.permute2(&other.c0, index), self.c1.permute2(&other.c1, index))
    }

    #[inline(always)]
    fn blend(&self, b: &Self, mask: u8) -> Self {
        Self::new(self.c0.blend(&b.c0, mask), self.c1.blend(&b.c1, mask))
    }

    #[inline(always)]
    fn mul_small(&self, unit: u64, (x0, x1): (i64, i64)) -> Self {
        Self::new(
            E::combine(unit, [(x0, &self.c0), (C::BETA * x1, &self.c1)]),
            E::combine(unit, [(x0, &self.c1), (x1, &self.c0)]),
        )
    }

    #[inline(always)]
    fn frobenius(&self, power: usize) -> Self {
        if power.is_multiple_of(2) {
            *self
        } else {
            Self::new(self.c0, self.c1.neg())
        }
    }
}

/// What a product in a cubic extension is computed in, over a field of `P` planes: one, or, for a quadratic extension,
/// both coefficients and their sum.
///
/// It fits the first-level cache beside the factors: hence a coefficient of the result at a time.
#[derive(Clone)]
pub struct Cubic<E, W, const P: usize, const N: usize> {
    /// The coefficients `x, y, z` of the second factor and the sums of [`PAIRS`].
    b: [[E; P]; 6],
    /// The products of the coefficients of both factors, and of one pair of sums.
    products: [W; N],
    /// A coefficient of the product before reduction.
    sums: [W; P],
}

/// The coefficients whose sums have a product that goes to coefficient 0, 1, 2 of the result.
const PAIRS: [[usize; 2]; 3] = [[1, 2], [0, 1], [0, 2]];

impl<E: LaneElement, const P: usize, const N: usize> Cubic<E, E::Wide, P, N> {
    #[inline(always)]
    fn new(token: E::Token) -> Self {
        Self {
            b: [[E::zero(token); P]; 6],
            products: [E::wide_zero(token); N],
            sums: [E::wide_zero(token); P],
        }
    }

    #[inline(always)]
    fn set_factor_sums(&mut self) {
        if !E::TIGHT {
            for (i, [j, k]) in PAIRS.into_iter().enumerate() {
                for plane in 0..P {
                    self.b[3 + i][plane] = sum_unless_tight(&self.b[j][plane], &self.b[k][plane]);
                }
            }
        }
    }

    /// Sets product `i` to that by coefficient or sum `j` of the second factor.
    #[inline(always)]
    fn set_product(&mut self, i: usize, j: usize, a: [&E; P]) {
        let products = &mut self.products[i * P..][..P];
        for ((product, a), b) in products.iter_mut().zip(a).zip(&self.b[j]) {
            E::set_wide_product(product, a, b);
        }
    }
}

/// `a + b`; tight fields do without.
#[inline(always)]
fn sum_unless_tight<E: LaneElement>(a: &E, b: &E) -> E {
    if E::TIGHT {
        *a
    } else {
        E::combine_carried(2, [(1, a), (1, b)])
    }
}

/// [`Ring::set_cubic_product`] term by term.
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

/// [`Ring::set_square_pair`] term by term.
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
