//! The tests of [`Membership`] for eight points side by side.

use crate::{
    curves::{
        eights::{Answers, padded_to_eight, verdicts},
        lane_curve::{LaneCurve, RingOf},
        sw::projective::{Lanes, Projective},
    },
    ring::{Ring, RingField},
    scalars::{
        multiple::{Integer, multiple},
        sw::membership::{Map, Membership, Points},
    },
};
use alloc::vec::Vec;
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use secant_field::lanes::{LaneData, LaneProducts, LaneSums, Token, WithLanes};

/// Whether points are in the prime-order subgroup of a curve with `a = 0`.
pub struct InSubgroup<'a, C: SWCurveConfig> {
    pub points: &'a [Affine<C>],
    pub test: &'a Membership<C::BaseField>,
}

impl<C: SWCurveConfig<BaseField: RingField>> WithLanes for InSubgroup<'_, C> {
    type Output = Vec<Option<bool>>;

    fn run<T: Token>(self, token: T) -> Self::Output {
        let curve = Lanes::<C, T, true>::new(token);
        let factors: Vec<_> = self.test.chain.iter().map(|(k, _)| Integer::new(&[*k])).collect();
        verdicts(self.points, |points| {
            let p = Eight {
                curve: &curve,
                p: curve.lift(&curve.load(padded_to_eight(points))),
            };
            let (inside, failed) = curve.identities(&self.test.sum(p, &factors).p);
            let zeros = points
                .iter()
                .enumerate()
                .fold(0, |mask, (i, p)| mask | u8::from(p.is_zero()) << i);
            Answers {
                yes: inside | zeros,
                unknown: failed & !zeros,
            }
        })
    }
}

/// Eight points.
struct Eight<'a, C: SWCurveConfig<BaseField: RingField>, T: Token> {
    curve: &'a Lanes<C, T, true>,
    p: Projective<RingOf<C, T>>,
}

impl<C: SWCurveConfig<BaseField: RingField>, T: Token> Clone for Eight<'_, C, T> {
    fn clone(&self) -> Self {
        Self {
            curve: self.curve,
            p: self.p,
        }
    }
}

impl<C: SWCurveConfig<BaseField: RingField>, T: Token> Eight<'_, C, T> {
    fn with(&self, p: Projective<RingOf<C, T>>) -> Self {
        Self { curve: self.curve, p }
    }
}

impl<C: SWCurveConfig<BaseField: RingField>, T: Token> Points<C::BaseField> for Eight<'_, C, T> {
    type Factor = Integer;

    fn doubled(&self) -> Self {
        self.with(self.curve.double(&self.p))
    }

    fn negated(&self) -> Self {
        self.with(self.curve.negate(&self.p))
    }

    fn plus(&self, q: &Self) -> Self {
        self.with(self.curve.add(&self.p, &q.p))
    }

    fn times(&self, k: &Integer) -> Self {
        self.with(multiple(self.curve, &self.p, k))
    }

    fn mapped(&self, map: &Map<C::BaseField>) -> Self {
        let (p, token) = (&self.p, self.p.x.token());
        self.with(token.run(
            #[inline(always)]
            || match map {
                Map::Phi(beta) => Projective {
                    x: LaneProducts::dot(2, &[(&p.x, &LaneData::splat(token, beta))]),
                    ..*p
                },
                Map::Psi(x, y) => Projective {
                    x: LaneProducts::dot(2, &[(&p.x.frobenius(1), &LaneData::splat(token, x))]),
                    y: LaneProducts::dot(2, &[(&p.y.frobenius(1), &LaneData::splat(token, y))]),
                    z: p.z.frobenius(1).reduce(),
                },
            },
        ))
    }
}
