//! Squarings in the cyclotomic subgroup, and chains of squarings that leave out the coefficients that follow from the
//! others.
//!
//! With `g_i` the coefficient of `w^i`, the square has (Granger, Scott, eprint 2009/565)
//! ```text
//!   g0' = 3 (g0^2 + xi g3^2) - 2 g0    g3' = 6 g0 g3 + 2 g3
//!   g4' = 3 (g2^2 + xi g5^2) - 2 g4    g1' = 6 xi g2 g5 + 2 g1
//!   g2' = 3 (g1^2 + xi g4^2) - 2 g2    g5' = 6 g1 g4 + 2 g5
//! ```
//! where `g1, g4, g2, g5` need neither `g0` nor `g3`. These are recovered at the end (Karabina, eprint 2010/542):
//! ```text
//!   g3 = (xi g5^2 + 3 g2^2 - 2 g4) / (4 g1)    g0 = xi (2 g3^2 + g1 g5 - 3 g2 g4) + 1
//! ```
//! or, where `g1` is zero, with `g3 = 2 g2 g5 / g4`. Where `g4` is zero too, all four are zero: `2 g2 g5 = g3 g4` makes
//! `g2` or `g5` zero, and `xi g5^2 + 3 g2^2 = 2 g4 + 4 g1 g3` makes the other zero. The element is then one. It lies in
//! the quadratic extension of the field `K` of `q` elements, whose group has order `q^2 - 1`. That order and
//! `q^2 - q + 1` are coprime, since three divides `q - 1`.
//!
//! The caller chooses the element, so one and elements with `g1 = 0` must not take longer than others.

use crate::pairing::{
    lazy::LazyRing,
    single::{K, Single, Wide},
    target::{Sextic, Target},
};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field, Zero};

/// From this many squarings for one decompression on, the chain pays. A squaring becomes cheaper by a third of its 0.5
/// us, a decompression takes 0.5 us, and all decompressions share an inversion of 1.4 us (BLS12-381).
const SQUARINGS_FOR_ONE: usize = 6;

/// `x^2 + xi y^2` and `2 x y`.
#[inline(never)]
pub(crate) fn square_pair<F: Sextic<Coefficient: LazyRing>>(square: &mut K<F>, product: &mut K<F>, x: &K<F>, y: &K<F>) {
    meter!("square", [K<F>; 2]);
    let (mut xx, mut yy, mut t) = (Wide::<F>::default(), Wide::<F>::default(), Wide::<F>::default());
    let mut sum = *x;
    sum += y;
    K::<F>::square_wide(&mut xx, x);
    K::<F>::square_wide(&mut yy, y);
    K::<F>::square_wide(&mut t, &sum);
    K::<F>::sub_wide(&mut t, &xx);
    K::<F>::sub_wide(&mut t, &yy);
    K::<F>::reduce(product, &mut t);
    K::<F>::reduce_with(square, &mut xx, F::XI, &yy);
}

/// `3 s - 2 g`
#[inline(always)]
pub(crate) fn thrice_less_twice<R: LazyRing>(g: &mut R, s: &R) {
    let mut t = *s;
    t -= &*g;
    t.double_in_place();
    t += s;
    *g = t;
}

/// `3 s + 2 g`
#[inline(always)]
pub(crate) fn thrice_and_twice<R: LazyRing>(g: &mut R, s: &R) {
    *g += s;
    g.double_in_place();
    *g += s;
}

/// The four coefficients of the square.
#[inline(never)]
pub(crate) fn square<F: Sextic<Coefficient: LazyRing>>([g1, g4, g2, g5]: [&mut K<F>; 4]) {
    meter!("compressed cyclotomic square", F);
    let zero = K::<F>::ZERO;
    let (mut square_b, mut product_b, mut square_c, mut product_c, mut xi_product) = (zero, zero, zero, zero, zero);
    square_pair::<F>(&mut square_b, &mut product_b, g1, g4);
    square_pair::<F>(&mut square_c, &mut product_c, g2, g5);
    K::<F>::mul_small(&mut xi_product, &product_c, F::XI);
    thrice_and_twice(g1, &xi_product);
    thrice_less_twice(g4, &square_c);
    thrice_less_twice(g2, &square_b);
    thrice_and_twice(g5, &product_b);
}

/// `a^e` as in [`Target::cyclotomic_pow`]. `None` if a chain of squarings does not pay, if a digit is beyond one, and
/// perhaps for elements outside the cyclotomic subgroup.
pub(crate) fn pow<F: Sextic<Coefficient: LazyRing>>(a: &Single<F>, digits: &[i8]) -> Option<Single<F>> {
    let count = digits.iter().filter(|d| **d != 0).count();
    let length = digits.iter().rposition(|d| *d != 0)? + 1;
    if length < SQUARINGS_FOR_ONE * count || digits.iter().any(|digit| digit.unsigned_abs() > 1) {
        return None;
    }
    let [_, mut g2, mut g4] = a.a;
    let [mut g1, _, mut g5] = a.b;
    if [&g1, &g4, &g2, &g5].into_iter().all(Zero::is_zero) {
        // Inside the cyclotomic subgroup the element is one.
        return (a.a[0] == K::<F>::ONE && a.b[1].is_zero()).then(|| a.clone());
    }
    let mut powers = Vec::with_capacity(count);
    for (i, &digit) in digits[..length].iter().enumerate() {
        if i > 0 {
            square::<F>([&mut g1, &mut g4, &mut g2, &mut g5]);
        }
        if digit != 0 {
            powers.push(([g1, g4, g2, g5], digit));
        }
    }
    let denominator = |([g1, g4, ..], _): &([K<F>; 4], i8)| if g1.is_zero() { *g4 } else { g1.double().double() };
    let mut inverses: Vec<_> = powers.iter().map(denominator).collect();
    if inverses.iter().any(Zero::is_zero) {
        return None;
    }
    crate::batch::invert(&mut inverses);
    let mut factors = powers.iter().zip(&inverses).map(|((g, digit), inverse)| {
        let mut power = decompress::<F>(g, inverse);
        if *digit < 0 {
            power.conjugate();
        }
        power
    });
    let mut r = factors.next()?;
    factors.for_each(|factor| r.mul(&factor));
    Some(r)
}

/// The element with these coefficients, from `1 / (4 g1)`, or `1 / g4` where `g1` is zero.
fn decompress<F: Sextic<Coefficient: LazyRing>>([g1, g4, g2, g5]: &[K<F>; 4], inverse: &K<F>) -> Single<F> {
    meter!("decompress", F);
    let zero = K::<F>::ZERO;
    let (mut g3, mut g0, mut t) = (zero, zero, zero);
    if g1.is_zero() {
        LazyRing::product(&mut t, g2, g5);
        t.double_in_place();
    } else {
        K::<F>::squared(&mut g0, g5);
        K::<F>::mul_small(&mut g3, &g0, F::XI);
        K::<F>::squared(&mut t, g2);
        g3 += &t;
        t -= g4;
        t.double_in_place();
        t += &g3;
    }
    LazyRing::product(&mut g3, &t, inverse);

    K::<F>::squared(&mut g0, &g3);
    LazyRing::product(&mut t, g2, g4);
    g0 -= &t;
    g0.double_in_place();
    g0 -= &t;
    LazyRing::product(&mut t, g1, g5);
    t += &g0;
    K::<F>::mul_small(&mut g0, &t, F::XI);
    g0 += K::<F>::ONE;
    Single {
        a: [g0, *g2, *g4],
        b: [*g1, g3, *g5],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::{SmallBeta, SmallXi, target::TargetExt};
    use ark_ff::UniformRand;
    use rand::{SeedableRng, rngs::StdRng};

    impl SmallBeta for ark_bls12_381::Fq2Config {
        const BETA: i64 = -1;
    }

    impl SmallXi for ark_bls12_381::Fq12Config {
        const XI: (i64, i64) = (1, 1);
    }

    impl SmallBeta for ark_bn254::Fq2Config {
        const BETA: i64 = -1;
    }

    impl SmallXi for ark_bn254::Fq12Config {
        const XI: (i64, i64) = (9, 1);
    }

    impl SmallXi for ark_bw6_761::Fq6Config {
        const XI: (i64, i64) = (-4, 0);
    }

    /// An element of the cyclotomic subgroup with `g1 = 0`. The conditions on such elements leave a curve,
    /// `xi c^3 = 1 + 3 xi t^2` for `t = g5 / g2` and `c = g2 (3 + xi t^2) / 2`.
    fn without_g1<F: Sextic<Coefficient: LazyRing>>(rng: &mut StdRng) -> F {
        let xi = |x: K<F>| {
            let mut product = x;
            K::<F>::mul_small(&mut product, &x, F::XI);
            product
        };
        let (one, three) = (K::<F>::ONE, K::<F>::from(3u64));
        let (c, t) = loop {
            let c = K::<F>::rand(rng);
            if let Some(t) = ((xi(c.square() * c) - one) / xi(three)).sqrt() {
                break (c, t);
            }
        };
        let g2 = c.double() / (three + xi(t.square()));
        let g5 = t * g2;
        let g4 = (three * g2.square() + xi(g5.square())) / one.double();
        let g3 = (g2 * g5).double() / g4;
        let g0 = (g2.square() + xi(g5.square())) / g4 - one;
        F::from_coefficients([g0, g2, g4, K::<F>::ZERO, g3, g5])
    }

    fn check<F: Sextic<Coefficient: LazyRing>>(is_cyclotomic: impl Fn(&F) -> bool) {
        let mut rng = StdRng::seed_from_u64(2);
        // With these digits, powers use a chain of squarings.
        let digits: Vec<i8> = (0..64)
            .map(|i| i8::from(i == 0 || i == 40) - i8::from(i == 63))
            .collect();
        for _ in 0..4 {
            let f: F = without_g1(&mut rng);
            assert!(is_cyclotomic(&f));
            for f in [f, F::ONE] {
                let f = Single::load(&f);
                let power = pow(&f, &digits).expect("a chain pays for these digits");
                assert_eq!(power.store(), f.cyclotomic_pow_plain(&digits).store());
            }
        }
    }

    #[test]
    fn elements_without_a_coefficient() {
        // f^(q^2) f = f^q, where K has q elements.
        check::<ark_bls12_381::Fq12>(|f| f.frobenius_map(4) * f == f.frobenius_map(2));
        check::<ark_bn254::Fq12>(|f| f.frobenius_map(4) * f == f.frobenius_map(2));
        check::<ark_bw6_761::Fq6>(|f| f.frobenius_map(2) * f == f.frobenius_map(1));
    }
}
