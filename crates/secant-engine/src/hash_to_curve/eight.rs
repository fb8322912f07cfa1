//! The map of eight messages side by side.

use crate::{
    curves::lane_curve::RingOf,
    hash_to_curve::{
        Cofactor, SswuParams,
        clear::{Points, Psi},
        element::{Eights, Element, Single},
        jacobian::Jacobian,
        map,
        straight_line::Constants,
    },
    ring::Ring,
};
use alloc::vec::Vec;
use ark_ec::short_weierstrass::Projective;
use ark_ff::{AdditiveGroup, Zero};
use secant_field::lanes::{LaneData, LaneSums, Portable, Token, WithLanes, with_lanes};

/// The images of many messages, or `None` without lanes.
pub fn map_many<C: SswuParams, const N: usize>(u: &[[C::BaseField; N]]) -> Option<Vec<Projective<C>>> {
    // The formulas that clear cofactors on lanes are for a = 0, and need room for lazy reduction.
    let clears = !matches!(C::CLEARING, Cofactor::One);
    if clears && (!C::COEFF_A.is_zero() || <RingOf<C, Portable> as LaneSums>::TIGHT) {
        return None;
    }
    with_lanes(Map { u })
}

struct Map<'a, C: SswuParams, const N: usize> {
    u: &'a [[C::BaseField; N]],
}

impl<C: SswuParams, const N: usize> WithLanes for Map<'_, C, N> {
    type Output = Vec<Projective<C>>;

    fn run<T: Token>(self, token: T) -> Self::Output {
        let mut images = Vec::with_capacity(self.u.len());
        let (constants, isogeny) = token.run(
            #[inline(always)]
            || {
                let one = RingOf::<C, T>::one(token);
                let isogeny = C::ISOGENY.map(
                    #[inline(always)]
                    |isogeny| isogeny.with(&Eights([one])),
                );
                (Constants::new::<C>(&Eights([one; N])), isogeny)
            },
        );
        for u in self.u.chunks(8) {
            let mut p = token.run(
                #[inline(always)]
                || sum_of_images::<C, T, N>(token, &constants, u),
            );
            if let Some(isogeny) = &isogeny {
                p = token.run(
                    #[inline(always)]
                    || isogeny.apply(&p),
                );
            }
            let p = Eight(p).cleared(&C::CLEARING).0;
            let (x, y, z) = token.run(
                #[inline(always)]
                || {
                    let p = p.reduced();
                    (p.x.0[0].store(), p.y.0[0].store(), p.z.0[0].store())
                },
            );
            images.extend(u.iter().enumerate().map(|(i, u)| {
                // `Z = 0` is the identity or a failed addition.
                if z[i].is_zero() {
                    map(u)
                } else {
                    Projective::new_unchecked(x[i], y[i], z[i])
                }
            }));
        }
        images
    }
}

/// The images on `E'` of the elements of one message, side by side. `None` without lanes.
pub fn images<C: SswuParams, const N: usize>(u: &[C::BaseField; N]) -> Option<[Jacobian<Single<C::BaseField>>; N]> {
    with_lanes(Images::<C, N> { u })
}

struct Images<'a, C: SswuParams, const N: usize> {
    u: &'a [C::BaseField; N],
}

impl<C: SswuParams, const N: usize> WithLanes for Images<'_, C, N> {
    type Output = [Jacobian<Single<C::BaseField>>; N];

    fn run<T: Token>(self, token: T) -> Self::Output {
        let mut row = [C::BaseField::ZERO; 8];
        row[..N].copy_from_slice(self.u);
        let (x, y, z) = token.run(
            #[inline(always)]
            || {
                let u = Eights([RingOf::<C, T>::load(token, row.each_ref())]);
                let p = Jacobian::from(Constants::new::<C>(&u).map(&u));
                (p.x.0[0].store(), p.y.0[0].store(), p.z.0[0].store())
            },
        );
        core::array::from_fn(|i| Jacobian {
            x: Single(x[i]),
            y: Single(y[i]),
            z: Single(z[i]),
        })
    }
}

/// For up to eight messages, the sum of the images on `E'` of the message's elements.
#[inline(always)]
fn sum_of_images<C: SswuParams, T: Token, const N: usize>(
    token: T,
    constants: &Constants<Eights<RingOf<C, T>, N>>,
    u: &[[C::BaseField; N]],
) -> Jacobian<Eights<RingOf<C, T>, 1>> {
    let mut elements = [RingOf::<C, T>::zero(token); N];
    for (n, element) in elements.iter_mut().enumerate() {
        let mut row = [C::BaseField::ZERO; 8];
        for (x, u) in row.iter_mut().zip(u) {
            *x = u[n];
        }
        *element = LaneData::load(token, row.each_ref());
    }
    let all = Jacobian::from(constants.map(&Eights(elements)));
    let at = |n: usize| Jacobian {
        x: Eights([all.x.0[n]]),
        y: Eights([all.y.0[n]]),
        z: Eights([all.z.0[n]]),
    };
    let mut sum = at(0);
    for n in 1..N {
        sum = sum.add(&at(n));
    }
    sum
}

/// Eight points. Every method is a function of its own, compiled for the CPU's instructions.
#[derive(Clone, Copy)]
struct Eight<R>(Jacobian<Eights<R, 1>>);

impl<F: crate::hash_to_curve::MapField, R: Ring<Scalar = F>> Points<F> for Eight<R> {
    fn double(&self) -> Self {
        let p = &self.0;
        p.x.0[0].token().run(
            #[inline(always)]
            || Self(p.double()),
        )
    }

    fn add(&self, q: &Self) -> Self {
        let (p, q) = (&self.0, &q.0);
        p.x.0[0].token().run(
            #[inline(always)]
            || Self(p.reduced().add(&q.reduced())),
        )
    }

    fn neg(&self) -> Self {
        let y = &self.0.y;
        y.0[0].token().run(
            #[inline(always)]
            || {
                Self(Jacobian {
                    y: y.sub(y).sub(y),
                    ..self.0
                })
            },
        )
    }

    fn apply(&self, psi: &Psi<F>) -> Self {
        self.0.x.0[0].token().run(
            #[inline(always)]
            || {
                let p = self.0.reduced();
                let conjugate = |a: &Eights<R, 1>| Eights([a.0[0].frobenius(1).reduce()]);
                Self(Jacobian {
                    x: conjugate(&p.x).mul(&p.x.constant(&psi.cx)),
                    y: conjugate(&p.y).mul(&p.y.constant(&psi.cy)),
                    z: conjugate(&p.z),
                })
            },
        )
    }
}
