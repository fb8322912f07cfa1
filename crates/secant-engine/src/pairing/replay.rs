//! Known lines on lanes.

#[cfg(feature = "meter")]
use crate::pairing::six::InLanes;
use crate::{
    pairing::{
        eight::Eight,
        lines::Twist,
        prepared::{Known, KnownPair, Replay},
        six::{RingOf, Six, all},
        steps::mul_by_line,
        target::Sextic,
    },
    ring::{Ring, RingField},
};
use alloc::vec::Vec;
use ark_ff::{AdditiveGroup, Field};
use secant_field::lanes::{LaneData, Token};

type Coefficient<F> = <F as Sextic>::Coefficient;

/// Pairs whose lines are known, with the coefficients of a line side by side.
pub struct ReplaySix<'a, F: Sextic<Coefficient: RingField>, T: Token> {
    token: T,
    twist: Twist,
    pairs: Vec<Pair<'a, F, T>>,
    at: usize,
}

/// `1, px, py` in lanes 0 to 2, and the lines.
type Pair<'a, F, T> = KnownPair<'a, RingOf<F, T>, Coefficient<F>>;

impl<'a, F: Sextic<Coefficient: RingField>, T: Token> ReplaySix<'a, F, T> {
    pub fn new(token: T, twist: Twist, pairs: &[Known<'a, Coefficient<F>>]) -> Self {
        let embed = Coefficient::<F>::from_base_prime_field;
        let pairs = pairs
            .iter()
            .map(|((x, y), lines)| {
                let mut lanes = [Coefficient::<F>::ZERO; 8];
                lanes[..3].copy_from_slice(&[Coefficient::<F>::ONE, embed(*x), embed(*y)]);
                let point = token.run(
                    #[inline(always)]
                    || LaneData::load(token, lanes.each_ref()),
                );
                (point, *lines)
            })
            .collect();
        Self {
            token,
            twist,
            pairs,
            at: 0,
        }
    }
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Replay<Six<F, T>> for ReplaySix<'_, F, T> {
    fn step(&mut self, f: &mut Six<F, T>) {
        if self.pairs.is_empty() {
            return;
        }
        meter!("step with known lines", InLanes<F>, self.pairs.len());
        for (p, lines) in &self.pairs {
            let line = lines.line(self.at);
            let mut lanes = [&line.free; 8];
            (lanes[1], lanes[2]) = (&line.cx, &line.cy);
            self.token.run(
                #[inline(always)]
                || {
                    let r = RingOf::<F, T>::load_own(self.token, lanes).mul_by_first(p);
                    mul_by_line(
                        f,
                        self.twist,
                        &r.permute(&all(0)),
                        &r.permute(&all(1)),
                        &r.permute(&all(2)),
                    );
                },
            );
        }
        self.at += 1;
    }
}

/// A multiple of eight pairs whose lines are known, with one pair in each lane.
pub struct ReplayEight<'a, F: Sextic<Coefficient: RingField>, T: Token> {
    token: T,
    twist: Twist,
    eights: Vec<Eights<'a, F, T>>,
    at: usize,
}

/// Eight pairs.
struct Eights<'a, F: Sextic<Coefficient: RingField>, T: Token> {
    px: RingOf<F, T>,
    py: RingOf<F, T>,
    pairs: &'a [Known<'a, Coefficient<F>>],
}

impl<'a, F: Sextic<Coefficient: RingField>, T: Token> ReplayEight<'a, F, T> {
    pub fn new(token: T, twist: Twist, pairs: &'a [Known<'a, Coefficient<F>>]) -> Self {
        let embed = Coefficient::<F>::from_base_prime_field;
        let eights = pairs
            .chunks_exact(8)
            .map(|eight| {
                let (mut x, mut y) = ([Coefficient::<F>::ZERO; 8], [Coefficient::<F>::ZERO; 8]);
                for (i, (p, _)) in eight.iter().enumerate() {
                    (x[i], y[i]) = (embed(p.0), embed(p.1));
                }
                token.run(
                    #[inline(always)]
                    || Eights {
                        px: LaneData::load(token, x.each_ref()),
                        py: LaneData::load(token, y.each_ref()),
                        pairs: eight,
                    },
                )
            })
            .collect();
        Self {
            token,
            twist,
            eights,
            at: 0,
        }
    }
}

impl<F: Sextic<Coefficient: RingField>, T: Token> Replay<Eight<F, T>> for ReplayEight<'_, F, T> {
    fn step(&mut self, f: &mut Eight<F, T>) {
        if self.eights.is_empty() {
            return;
        }
        meter!("step with known lines", [F; 8], 8 * self.eights.len());
        for Eights { px, py, pairs } in &self.eights {
            let first = pairs[0].1.line(self.at);
            let (mut free, mut cx, mut cy) = ([&first.free; 8], [&first.cx; 8], [&first.cy; 8]);
            for (i, (_, lines)) in pairs.iter().enumerate() {
                let line = lines.line(self.at);
                (free[i], cx[i], cy[i]) = (&line.free, &line.cx, &line.cy);
            }
            self.token.run(
                #[inline(always)]
                || {
                    let own = |lanes| RingOf::<F, T>::load_own(self.token, lanes);
                    let (free, cx, cy) = (own(free), own(cx).mul_by_first(px), own(cy).mul_by_first(py));
                    f.mul_by_line(self.twist, &free, &cx, &cy);
                },
            );
        }
        self.at += 1;
    }
}
