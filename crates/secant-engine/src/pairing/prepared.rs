//! Lines of second arguments that are used more than once.
//!
//! A family's loop runs once over a state that records the lines. Later it runs over states that multiply by recorded
//! lines, beside a state that computes the lines of other points.

use crate::{
    pairing::{
        Family,
        lazy::LazyRing,
        lines::{Homogeneous, Line, Twist},
        single::Single,
        single_loop::at,
        target::{MillerLoop, Sextic, Target},
    },
    ring::{Ring, RingField},
};
use alloc::{borrow::Cow, boxed::Box, vec::Vec};
use ark_ff::Field;
use secant_field::lanes::{EXIST, LaneData, Portable, Token, WithLanes, with_lanes};

/// The lines of a Miller loop for one second argument, in the order of the loop: 16 to 62 KiB.
#[derive(Clone, Debug)]
pub struct Lines<F> {
    lines: Box<[Line<F>]>,
    /// Whether coefficients are in the form that lanes read without a product.
    on_lanes: bool,
}

impl<F: LazyRing + RingField> Lines<F> {
    /// The lines of the point `q` of `y^2 = x^3 + b`.
    pub(crate) fn new<P, const K: i64>(b: &F, q: (F, F)) -> Self
    where
        P: Family<K, Target: Sextic<Coefficient = F>>,
    {
        let mut record = Record::<F, K> {
            b: *b,
            point: Homogeneous::new(q.0, q.1),
            lines: Vec::new(),
        };
        P::miller_loop(&mut record, &[q]);
        let mut lines = Self {
            lines: record.lines.into_boxed_slice(),
            on_lanes: false,
        };
        with_lanes(ToLanes(&mut lines));
        lines
    }

    /// The lines in the form for lanes. They have it already, unless the program's lanes have changed since, as they do
    /// while operations are counted.
    pub(crate) fn for_lanes<T: Token>(&self, token: T) -> Cow<'_, Self> {
        if self.on_lanes {
            return Cow::Borrowed(self);
        }
        let mut lines = self.clone();
        ToLanes(&mut lines).run(token);
        Cow::Owned(lines)
    }

    /// The lines for single elements.
    pub(crate) fn for_elements(&self) -> Cow<'_, Self> {
        // Without lanes this is left out, since the code of the factor is large.
        if !(EXIST && self.on_lanes) {
            return Cow::Borrowed(self);
        }
        let mut lines = self.clone();
        let factor = F::Ring::<Portable>::own_one(Portable);
        for line in &mut lines.lines {
            line.free *= factor;
            line.cx *= factor;
            line.cy *= factor;
        }
        lines.on_lanes = false;
        Cow::Owned(lines)
    }
}

impl<F> Lines<F> {
    /// Line number `at`.
    #[inline(always)]
    pub(crate) fn line(&self, at: usize) -> &Line<F> {
        &self.lines[at]
    }
}

struct ToLanes<'a, F>(&'a mut Lines<F>);

impl<F: RingField> WithLanes for ToLanes<'_, F> {
    type Output = ();

    fn run<T: Token>(self, token: T) {
        for lines in self.0.lines.chunks_mut(8) {
            let convert = |coefficient: &dyn Fn(&mut Line<F>) -> &mut F, lines: &mut [Line<F>]| {
                let mut all = [F::ZERO; 8];
                for (x, line) in all.iter_mut().zip(&mut *lines) {
                    *x = *coefficient(line);
                }
                let all = token.run(
                    #[inline(always)]
                    || F::Ring::<T>::load(token, all.each_ref()).store_own(),
                );
                for (x, line) in all.iter().zip(lines) {
                    *coefficient(line) = *x;
                }
            };
            convert(&|line| &mut line.free, lines);
            convert(&|line| &mut line.cx, lines);
            convert(&|line| &mut line.cy, lines);
        }
        self.0.on_lanes = true;
    }
}

/// Computes lines and records them.
struct Record<F, const K: i64> {
    b: F,
    point: Homogeneous<F>,
    lines: Vec<Line<F>>,
}

impl<F: LazyRing, const K: i64> MillerLoop<F> for Record<F, K> {
    type Target = Nothing;
    type Addends = Vec<(F, F)>;

    fn one(&self) -> Nothing {
        Nothing
    }

    fn addends(&self, points: &[(F, F)]) -> Self::Addends {
        points.to_vec()
    }

    fn restart(&mut self, points: &[(F, F)]) {
        for (x, y) in points {
            self.point = Homogeneous::new(*x, *y);
        }
    }

    fn points(&self) -> Vec<Homogeneous<F>> {
        alloc::vec![self.point]
    }

    fn double(&mut self, _: &mut Nothing) {
        self.lines.push(self.point.double_by::<K>(&self.b));
    }

    fn negate(&mut self) {
        self.point.y = -self.point.y;
    }

    fn add(&mut self, _: &mut Nothing, addends: &Self::Addends) {
        for (x, y) in addends {
            self.lines.push(self.point.add(x, y));
        }
    }
}

/// A product without a value: recording needs lines alone.
#[derive(Clone)]
struct Nothing;

impl Target for Nothing {
    fn square(&mut self) {}
    fn mul(&mut self, _: &Self) {}
    fn cyclotomic_square(&mut self) {}
    fn conjugate(&mut self) {}
    fn frobenius(&mut self, _: usize) {}
}

/// Pairs whose lines are known.
pub trait Replay<F> {
    /// Multiplies `f` by the next lines.
    fn step(&mut self, f: &mut F);
}

/// A Miller loop over pairs whose lines it computes and pairs whose lines are known.
pub struct ComputedAndKnown<A, B> {
    pub computed: A,
    pub known: B,
}

impl<F, A: MillerLoop<F>, B: Replay<A::Target>> MillerLoop<F> for ComputedAndKnown<A, B> {
    type Target = A::Target;
    type Addends = A::Addends;

    fn one(&self) -> A::Target {
        self.computed.one()
    }

    fn addends(&self, points: &[(F, F)]) -> A::Addends {
        self.computed.addends(points)
    }

    fn restart(&mut self, points: &[(F, F)]) {
        self.computed.restart(points);
    }

    fn points(&self) -> Vec<Homogeneous<F>> {
        self.computed.points()
    }

    fn double(&mut self, f: &mut A::Target) {
        self.computed.double(f);
        self.known.step(f);
    }

    fn negate(&mut self) {
        self.computed.negate();
    }

    fn add(&mut self, f: &mut A::Target, addends: &A::Addends) {
        self.computed.add(f, addends);
        self.known.step(f);
    }
}

/// A first argument and the lines of the second.
pub type KnownPair<'a, P, F> = (P, &'a Lines<F>);
/// [`KnownPair`] by coordinates.
pub type Known<'a, F> = KnownPair<'a, (BaseOf<F>, BaseOf<F>), F>;
type BaseOf<F> = <F as Field>::BasePrimeField;

/// The same pairs with other forms of their lines.
pub fn with_converted_lines<'a, F: Field>(pairs: &[Known<'_, F>], lines: &'a [Cow<'_, Lines<F>>]) -> Vec<Known<'a, F>> {
    pairs.iter().zip(lines).map(|((p, _), lines)| (*p, &**lines)).collect()
}

/// Lines on single field elements.
pub struct ReplayScalar<'a, F: Field> {
    pub twist: Twist,
    pub pairs: &'a [Known<'a, F>],
    pub at: usize,
}

impl<F: Sextic<Coefficient: LazyRing>> Replay<Single<F>> for ReplayScalar<'_, F::Coefficient> {
    fn step(&mut self, f: &mut Single<F>) {
        if self.pairs.is_empty() {
            return;
        }
        meter!("step with known lines", F, self.pairs.len());
        for (p, lines) in self.pairs {
            f.mul_by_line(&at(*lines.line(self.at), p), self.twist);
        }
        self.at += 1;
    }
}
