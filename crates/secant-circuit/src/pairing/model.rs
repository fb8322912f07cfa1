//! The statement over native values: the witness that a prover of the circuit has, and every relation that the circuit
//! checks.

use super::{
    Fp2Of, Fp6Of, Fp12Of, PairingCurve, Torus, Twist, basis, digits,
    residue::{Reduced, reduce, signed_frobenius, tail_power},
    tail,
    torus::conjugate,
};
use ark_ec::{
    AffineRepr,
    short_weierstrass::{Affine, SWCurveConfig},
};
use ark_ff::{AdditiveGroup, Field};
use num_bigint::BigUint;

/// The affine coordinates of a point of the twist.
pub type Coordinates<C> = (Fp2Of<C>, Fp2Of<C>);
/// The coordinates of a pair.
type PairCoordinates<C> = ((<C as PairingCurve>::Fp, <C as PairingCurve>::Fp), Coordinates<C>);
/// The arguments of a pairing.
pub type Pair<C> = (Affine<<C as PairingCurve>::G1>, Affine<<C as PairingCurve>::G2>);

/// The arguments with these coordinates. Those of the second argument are the coefficients of 1 and `u`. This does not
/// check that the points are on their curves.
pub fn pair<C: PairingCurve>(
    (x, y): &(BigUint, BigUint),
    (x2, y2): &((BigUint, BigUint), (BigUint, BigUint)),
) -> Pair<C> {
    let of = |x: &BigUint| C::Fp::from(x.clone());
    let of2 = |(re, im): &(BigUint, BigUint)| Fp2Of::<C>::new(of(re), of(im));
    (
        Affine::new_unchecked(of(x), of(y)),
        Affine::new_unchecked(of2(x2), of2(y2)),
    )
}

/// A step of the Miller loop of `Q`, from the point `T` to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `2 T`, after which `f` is squared.
    Double,
    /// `T + sign Q`, after which `f` is multiplied by the witness to the power `sign`.
    Add {
        /// 1 or -1.
        sign: i8,
    },
    /// `T + sign psi^power(Q)`, after the loop.
    Frobenius {
        /// From 1 to 3.
        power: usize,
        /// 1 or -1.
        sign: i8,
    },
}

/// The steps from `T = Q` on.
pub fn steps<C: PairingCurve>() -> Vec<Step> {
    let mut steps = Vec::new();
    for sign in digits::<C>().into_iter().skip(1) {
        steps.push(Step::Double);
        if sign != 0 {
            steps.push(Step::Add { sign });
        }
    }
    let mut tail = tail::<C>();
    tail.pop();
    steps.extend(tail.into_iter().map(|(power, sign)| Step::Frobenius { power, sign }));
    steps
}

/// A line through two points of the twist, or a tangent, and the sum of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<C: PairingCurve> {
    /// `l`: `l (x_R - x_T) = y_R - y_T`, or `2 l y_T = 3 x_T^2`.
    pub slope: Fp2Of<C>,
    /// `mu = l x_T - y_T`.
    pub mu: Fp2Of<C>,
    /// `T + R`: `x = l^2 - x_T - x_R` and `y = mu - l x`.
    pub sum: Coordinates<C>,
}

/// The exponents of `w` at which a line has its coefficients `y_P`, `-l x_P` and `mu`.
pub const fn line_exponents(twist: Twist) -> [usize; 3] {
    match twist {
        Twist::D => [0, 1, 3],
        Twist::M => [3, 2, 0],
    }
}

impl<C: PairingCurve> Line<C> {
    /// The tangent at `t`, or the line through it and `other`; `None` if that is vertical.
    pub fn through(t: Coordinates<C>, other: Option<Coordinates<C>>) -> Option<Self> {
        let (numerator, denominator, x) = match other {
            Some((x, y)) => (y - t.1, x - t.0, x),
            None => {
                let square = t.0.square();
                (square.double() + square, t.1.double(), t.0)
            }
        };
        let slope = numerator * denominator.inverse()?;
        let mu = slope * t.0 - t.1;
        let x = slope.square() - t.0 - x;
        let sum = (x, mu - slope * x);
        Some(Self { slope, mu, sum })
    }

    /// Whether the relations of a step from `t` hold.
    pub fn is_through(&self, t: Coordinates<C>, other: Option<Coordinates<C>>) -> bool {
        let (slope, x) = match other {
            Some((x, y)) => (self.slope * (x - t.0) == y - t.1, x),
            None => {
                let square = t.0.square();
                (self.slope * t.1.double() == square.double() + square, t.0)
            }
        };
        slope
            && self.mu == self.slope * t.0 - t.1
            && self.sum.0 == self.slope.square() - t.0 - x
            && self.sum.1 == self.mu - self.slope * self.sum.0
    }

    /// The line at a point of the first group.
    pub fn at(&self, (x, y): (C::Fp, C::Fp)) -> Fp12Of<C> {
        let mut pairs = [Fp2Of::<C>::ZERO; 6];
        let [at_y, at_x, at_mu] = line_exponents(C::TWIST);
        pairs[at_y] = Fp2Of::<C>::new(y, C::Fp::ZERO);
        pairs[at_x] = Fp2Of::<C>::new(-self.slope.c0 * x, -self.slope.c1 * x);
        pairs[at_mu] = self.mu;
        basis::of_pairs::<C>(pairs)
    }
}

/// `sign psi^power(q)`, for the signs 1 and -1. The coordinates are multiplied by [`basis::frobenius_factor`] for 2 and
/// 3, or by the inverses.
pub fn psi<C: PairingCurve>(q: Coordinates<C>, power: usize, sign: i8) -> Coordinates<C> {
    let i = power as u32;
    // w^k -> gamma w^k, and w^-k -> gamma^-1 w^-k. No factor is zero.
    let [x, y] = [2, 3].map(|k| {
        let factor = basis::frobenius_factor::<C>(i, k);
        match C::TWIST {
            Twist::D => factor,
            Twist::M => factor.inverse().unwrap_or_default(),
        }
    });
    let (x, y) = (
        basis::conjugate_pair::<C>(q.0, i) * x,
        basis::conjugate_pair::<C>(q.1, i) * y,
    );
    (x, if sign < 0 { -y } else { y })
}

/// What a step from `t` adds to it; `None` for a doubling.
fn addend<C: PairingCurve>(q: Coordinates<C>, step: Step) -> Option<Coordinates<C>> {
    match step {
        Step::Double => None,
        Step::Add { sign } => Some(psi::<C>(q, 0, sign)),
        Step::Frobenius { power, sign } => Some(psi::<C>(q, power, sign)),
    }
}

/// Whether the loop of `q` ends in the point where it ends for points of the subgroup, and only for them.
fn closes<C: PairingCurve>(q: Coordinates<C>, end: Coordinates<C>) -> bool {
    tail::<C>()
        .last()
        .is_some_and(|&(power, sign)| end == psi::<C>(q, power, -sign))
}

/// What a circuit takes besides the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness<C: PairingCurve> {
    /// For each pair, one line for each of [`steps`].
    pub lines: Vec<Vec<Line<C>>>,
    /// `c`.
    pub root: Torus<C>,
    /// The class of `F c^lambda`; `None` if it is one.
    pub value: Option<Torus<C>>,
}

/// What a circuit proves about a product of pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim<C: PairingCurve> {
    /// It is one.
    One,
    /// It is the constant of order `r` whose [`target`](super::residue::target) is this class.
    Constant(Torus<C>),
    /// It is this element, which may be any but one: a product of one is not provable in this way.
    Value(Fp12Of<C>),
}

/// Which relation does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// An argument is the identity, which has no coordinates.
    #[error("pair {pair}: the identity")]
    Identity {
        /// Which pair.
        pair: usize,
    },
    /// An argument is not on its curve.
    #[error("pair {pair}: a point outside its curve")]
    NotOnCurve {
        /// Which pair.
        pair: usize,
    },
    /// The number of lines is not that of the steps.
    #[error("pair {pair}: too few or too many lines")]
    Count {
        /// Which pair.
        pair: usize,
    },
    /// A line is not the line of its step.
    #[error("pair {pair}: step {step} has no line, or another")]
    Line {
        /// Which pair.
        pair: usize,
        /// Which of [`steps`].
        step: usize,
    },
    /// The second argument is not in its subgroup.
    #[error("pair {pair}: the second point is outside its subgroup")]
    Subgroup {
        /// Which pair.
        pair: usize,
    },
    /// `F c^lambda` has another class.
    #[error("the product of the Miller loops has another class")]
    Class,
    /// The class of the loop's value does not have order `r`, or it is one.
    #[error("the value's class is not of the groups' order")]
    Order,
    /// The value is not the claimed one.
    #[error("the product of the pairings has another value")]
    Value,
}

/// The coordinates of a pair whose points are on their curves.
fn coordinates<C: PairingCurve>(pair: usize, (p, q): &Pair<C>) -> Result<PairCoordinates<C>, Refusal> {
    let identity = Refusal::Identity { pair };
    let (p_at, q_at) = (p.xy().ok_or(identity)?, q.xy().ok_or(identity)?);
    let on_curve = p_at.1.square() == p_at.0.square() * p_at.0 + C::G1::COEFF_B
        && q_at.1.square() == q_at.0.square() * q_at.0 + C::G2::COEFF_B;
    if on_curve {
        Ok((p_at, q_at))
    } else {
        Err(Refusal::NotOnCurve { pair })
    }
}

/// The lines of the Miller loop of a point of the twist, or the first step that has no line. Only points of small order
/// have such a step.
fn lines<C: PairingCurve>(q: Coordinates<C>) -> Result<Vec<Line<C>>, usize> {
    let mut t = q;
    let line = |(i, step): (usize, Step)| {
        let line = Line::through(t, addend::<C>(q, step)).ok_or(i)?;
        t = line.sum;
        Ok(line)
    };
    (0..).zip(steps::<C>()).map(line).collect()
}

/// The product of the Miller loops up to a factor in `Fp6`, times `root^lambda` if there is a root.
///
/// # Panics
/// For fewer lines than [`steps`].
pub fn miller_loop<C: PairingCurve>(
    points: &[(C::Fp, C::Fp)],
    lines: &[Vec<Line<C>>],
    root: Option<&Torus<C>>,
) -> Fp12Of<C> {
    let root = root.map_or(Fp12Of::<C>::ONE, Torus::lift);
    let mut f = root;
    for (i, step) in steps::<C>().into_iter().enumerate() {
        match step {
            Step::Double => {
                f.square_in_place();
            }
            Step::Add { sign } => f *= signed_frobenius::<C>(&root, 0, sign),
            Step::Frobenius { .. } => {}
        }
        for (point, lines) in points.iter().zip(lines) {
            f *= lines[i].at(*point);
        }
    }
    f * tail_power::<C>(&root)
}

impl<C: PairingCurve> Witness<C> {
    /// The witness for pairs, whatever their product.
    ///
    /// # Errors
    /// [`Refusal::Identity`], [`Refusal::NotOnCurve`], and [`Refusal::Line`] for second arguments of small order.
    pub fn new(pairs: &[Pair<C>]) -> Result<Self, Refusal> {
        let pairs = pairs.iter().enumerate().map(|(i, pair)| coordinates::<C>(i, pair));
        Self::of_coordinates(&pairs.collect::<Result<Vec<_>, _>>()?)
    }

    /// Like [`Self::new`], for pairs given by coordinates. A first point may be `(x, 0)`, which is not on the curve:
    /// its pair counts as one, as [`super`] says.
    pub(super) fn of_coordinates(pairs: &[PairCoordinates<C>]) -> Result<Self, Refusal> {
        let mut points = Vec::with_capacity(pairs.len());
        let mut all = Vec::with_capacity(pairs.len());
        for (pair, &(p, q)) in pairs.iter().enumerate() {
            let first = p.1 == C::Fp::ZERO || p.1.square() == p.0.square() * p.0 + C::G1::COEFF_B;
            if !first || q.1.square() != q.0.square() * q.0 + C::G2::COEFF_B {
                return Err(Refusal::NotOnCurve { pair });
            }
            points.push(p);
            all.push(lines::<C>(q).map_err(|step| Refusal::Line { pair, step })?);
        }
        let f = miller_loop::<C>(&points, &all, None);
        let Reduced { root, value } = reduce::<C>(&f).ok_or(Refusal::Class)?;
        Ok(Self {
            lines: all,
            root,
            value,
        })
    }

    /// Checks everything that a circuit checks.
    ///
    /// # Errors
    /// The first relation that does not hold.
    pub fn check(&self, pairs: &[Pair<C>], claim: &Claim<C>) -> Result<(), Refusal> {
        let mut points = Vec::with_capacity(pairs.len());
        if self.lines.len() != pairs.len() {
            return Err(Refusal::Count {
                pair: pairs.len().min(self.lines.len()),
            });
        }
        for (pair, (arguments, lines)) in pairs.iter().zip(&self.lines).enumerate() {
            let (p, q) = coordinates::<C>(pair, arguments)?;
            points.push(p);
            check_lines::<C>(pair, q, lines)?;
        }
        let product = miller_loop::<C>(&points, &self.lines, Some(&self.root));
        self.check_claim(&product, claim)
    }

    /// Checks `F c^lambda` against the claim.
    fn check_claim(&self, product: &Fp12Of<C>, claim: &Claim<C>) -> Result<(), Refusal> {
        let of_class = |class: Option<&Torus<C>>| {
            let class = class.map_or(Fp12Of::<C>::ONE, Torus::lift);
            let quotient = *product * conjugate::<C>(&class);
            if quotient.c1 == Fp6Of::<C>::ZERO {
                Ok(())
            } else {
                Err(Refusal::Class)
            }
        };
        match claim {
            Claim::One => of_class(None),
            Claim::Constant(target) => of_class(Some(target)),
            Claim::Value(g) => {
                let value = self.value.ok_or(Refusal::Order)?;
                of_class(Some(&value))?;
                if !value.has_order_r() {
                    return Err(Refusal::Order);
                }
                if value.output() == Some(*g) {
                    Ok(())
                } else {
                    Err(Refusal::Value)
                }
            }
        }
    }
}

/// Checks the lines of one pair, and that they end where the lines of points of the subgroup do.
fn check_lines<C: PairingCurve>(pair: usize, q: Coordinates<C>, lines: &[Line<C>]) -> Result<(), Refusal> {
    let steps = steps::<C>();
    if lines.len() != steps.len() {
        return Err(Refusal::Count { pair });
    }
    let mut t = q;
    for (i, (step, line)) in steps.into_iter().zip(lines).enumerate() {
        if !line.is_through(t, addend::<C>(q, step)) {
            return Err(Refusal::Line { pair, step: i });
        }
        t = line.sum;
    }
    if closes::<C>(q, t) {
        Ok(())
    } else {
        Err(Refusal::Subgroup { pair })
    }
}

/// Proves the claim natively: that a product of pairings is the claimed value, or one if there is none.
///
/// # Errors
/// The first relation that the witness of an honest prover does not satisfy.
pub fn model<C: PairingCurve>(pairs: &[Pair<C>], claimed: Option<&Fp12Of<C>>) -> Result<(), Refusal> {
    let claim = claimed.map_or(Claim::One, |g| Claim::Value(*g));
    Witness::<C>::new(pairs)?.check(pairs, &claim)
}
