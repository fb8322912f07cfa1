//! Many multiples of the generator.

use crate::convert::{self, F, G, Point};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, Field, PrimeField, batch_inversion};
use halo2_axiom::halo2curves::bn256::G1Affine;
use rayon::prelude::*;
use secant_curve::{
    batch::{self, FixedBase},
    bn254::Fq,
};
use secant_field::lanes::{Token, WithLanes, with_lanes};

/// Multiplies a fixed point by many scalars.
type Multiplier = Box<dyn Fn(&[F]) -> Vec<Point>>;

/// The multiples of the generator by each scalar.
pub fn multiples_of_generator(scalars: &[F]) -> Vec<G1Affine> {
    let multiples: Multiplier = if with_lanes(Ask).is_some() {
        let base = FixedBase::<G>::new(&Point::generator(), scalars.len());
        Box::new(move |scalars| {
            let multiples = base.mul_each(scalars);
            batch::normalize(&multiples.expect("every multiple of a point on this curve is a point"))
        })
    } else {
        let table = Table::new(best_width(scalars.len()));
        Box::new(move |scalars| table.multiples(scalars))
    };
    let mut all = Vec::with_capacity(scalars.len());
    for scalars in scalars.chunks(AT_A_TIME) {
        let points = multiples(scalars);
        all.par_extend(points.par_iter().with_min_len(PART).map(convert::to_point));
    }
    all
}

/// A query whether this CPU has lanes.
struct Ask;

impl WithLanes for Ask {
    type Output = ();

    fn run<T: Token>(self, _: T) {}
}

/// The number of scalars in a batch. The memory of a batch is small compared with that of all points.
const AT_A_TIME: usize = 1 << 16;
/// The number of scalars in a task for one thread. Its data fits the caches.
const PART: usize = 1 << 10;
/// The greatest width in bits of the tables' digits.
const WIDEST: usize = 16;
/// The bits of a scalar.
const BITS: usize = F::MODULUS_BIT_SIZE as usize;

/// The number of digits of a scalar, with one bit more for a carry out of the highest bit.
fn windows(width: usize) -> usize {
    (BITS + 1).div_ceil(width)
}

/// The width with the fewest additions, including those that build the table.
fn best_width(scalars: usize) -> usize {
    let additions = |width: &usize| windows(*width) * (scalars + (1 << (width - 1)));
    (2..=WIDEST).min_by_key(additions).unwrap_or(2)
}

/// An affine point that is not the identity.
#[derive(Clone, Copy)]
struct Xy {
    x: Fq,
    y: Fq,
}

impl Xy {
    fn of(point: &Point) -> Self {
        let (x, y) = point.xy().expect("no power of two is a multiple of the order");
        Self { x, y }
    }

    fn negated_if(self, negate: bool) -> Self {
        let y = if negate { -self.y } else { self.y };
        Self { y, ..self }
    }

    /// The sum of two points, given the slope of the line through them.
    fn add(self, other: Self, slope: Fq) -> Self {
        let x = slope.square() - self.x - other.x;
        Self {
            x,
            y: slope * (self.x - x) - self.y,
        }
    }
}

/// The multiples of the generator by `d 2^(width w)` for every window `w` of `width` bits. `d` runs only from 1 to
/// `2^(width - 1)`, because digits are signed.
struct Table {
    width: usize,
    windows: Vec<Vec<Xy>>,
}

impl Table {
    fn new(width: usize) -> Self {
        let mut power = G::generator();
        let powers = (0..windows(width)).map(|_| {
            let this = power;
            (0..width).for_each(|_| power = power.double());
            this
        });
        let powers = G::normalize_batch(&powers.collect::<Vec<_>>());
        let windows = powers
            .par_iter()
            .map(|power| Self::multiples_to(Xy::of(power), 1 << (width - 1)));
        Self {
            width,
            windows: windows.collect(),
        }
    }

    /// The multiples by 1 to `most`, which is a power of two.
    fn multiples_to(base: Xy, most: usize) -> Vec<Xy> {
        let mut all = vec![base];
        while all.len() < most {
            // Adds the last multiple to each one. Added to itself, it is doubled.
            let last = all[all.len() - 1];
            let others = &all[..all.len() - 1];
            let mut inverses: Vec<Fq> = others.iter().map(|point| last.x - point.x).collect();
            inverses.push(last.y.double());
            batch_inversion(&mut inverses);
            let sums: Vec<Xy> = others
                .iter()
                .zip(&inverses)
                .map(|(point, inverse)| last.add(*point, (last.y - point.y) * inverse))
                .collect();
            let square = last.x.square();
            let slope = (square.double() + square) * inverses[others.len()];
            all.extend(sums);
            all.push(last.add(last, slope));
        }
        all
    }

    fn multiples(&self, scalars: &[F]) -> Vec<Point> {
        let parts = scalars.par_chunks(PART).map(|part| self.multiples_of(part));
        parts.collect::<Vec<_>>().concat()
    }

    /// Adds one table entry for each digit. One inversion serves the same digit of all scalars, so an addition takes
    /// six products.
    fn multiples_of(&self, scalars: &[F]) -> Vec<Point> {
        let mut digits: Vec<Digits> = scalars.iter().map(Digits::of).collect();
        let mut sums: Vec<Sum> = vec![Sum::Nothing; scalars.len()];
        let mut terms: Vec<Option<Xy>> = Vec::with_capacity(scalars.len());
        let mut inverses: Vec<Fq> = Vec::with_capacity(scalars.len());
        for window in &self.windows {
            terms.clear();
            inverses.clear();
            for (digits, sum) in digits.iter_mut().zip(&mut sums) {
                let term = match digits.next(self.width) {
                    0 => None,
                    digit => Some(window[digit.unsigned_abs() as usize - 1].negated_if(digit < 0)),
                };
                let (term, difference) = sum.meet(term);
                terms.push(term);
                inverses.push(difference);
            }
            // `batch_inversion` leaves zeros as they are.
            batch_inversion(&mut inverses);
            for ((sum, term), inverse) in sums.iter_mut().zip(&terms).zip(&inverses) {
                if let (Sum::Point(sum), Some(term)) = (sum, term) {
                    *sum = sum.add(*term, (term.y - sum.y) * inverse);
                }
            }
        }
        let points = sums.iter().zip(scalars).map(|(sum, scalar)| match sum {
            Sum::Nothing => Point::zero(),
            Sum::Point(Xy { x, y }) => Point::new_unchecked(*x, *y),
            Sum::Exceptional => (G::generator() * scalar).into_affine(),
        });
        points.collect()
    }
}

/// The partial sum of a multiple.
#[derive(Clone, Copy)]
enum Sum {
    Nothing,
    Point(Xy),
    /// The sum met an equal or opposite point. This happens to very few scalars, which are multiplied in another way.
    Exceptional,
}

impl Sum {
    /// Prepares the addition of a term: returns the term, if an addition is still needed, and the difference of the
    /// first coordinates to invert.
    fn meet(&mut self, term: Option<Xy>) -> (Option<Xy>, Fq) {
        const NOTHING: (Option<Xy>, Fq) = (None, Fq::ZERO);
        match (&*self, term) {
            (Self::Nothing, Some(term)) => {
                *self = Self::Point(term);
                NOTHING
            }
            (Self::Point(sum), Some(term)) if sum.x == term.x => {
                *self = Self::Exceptional;
                NOTHING
            }
            (Self::Point(sum), Some(term)) => (Some(term), term.x - sum.x),
            (_, _) => NOTHING,
        }
    }
}

/// The signed digits of a scalar, lowest first.
struct Digits {
    left: <F as PrimeField>::BigInt,
    carry: u32,
}

impl Digits {
    fn of(scalar: &F) -> Self {
        Self {
            left: scalar.into_bigint(),
            carry: 0,
        }
    }

    /// The next digit, from `1 - 2^(width - 1)` to `2^(width - 1)`.
    fn next(&mut self, width: usize) -> i32 {
        let low = self.left.as_ref()[0] as u32 & ((1 << width) - 1);
        self.left >>= width as u32;
        let digit = low + self.carry;
        self.carry = u32::from(digit > 1 << (width - 1));
        digit as i32 - ((self.carry as i32) << width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_ff::UniformRand;
    use rand::{SeedableRng, rngs::StdRng};

    /// Tests the least and greatest scalars, digits at the ends of their range, and random scalars, with tables of
    /// several widths.
    #[test]
    fn as_one_by_one() {
        let mut rng = StdRng::seed_from_u64(1);
        let small = (0..40u64).map(F::from);
        let powers = (0..BITS as u64 - 1).map(|i| F::from(2u64).pow([i]));
        let mut scalars: Vec<F> = small.chain(powers).collect();
        scalars.extend(scalars.iter().map(|x| -*x).collect::<Vec<_>>());
        scalars.extend(scalars.iter().map(|x| *x - F::ONE).collect::<Vec<_>>());
        scalars.extend((0..200).map(|_| F::rand(&mut rng)));
        let expected: Vec<Point> = scalars.iter().map(|x| (G::generator() * x).into_affine()).collect();
        for width in [2, 3, 4, 7, 8, 11] {
            assert!(Table::new(width).multiples(&scalars) == expected, "{width}");
        }
        let converted: Vec<_> = expected.iter().map(convert::to_point).collect();
        assert!(multiples_of_generator(&scalars) == converted);
    }

    /// A sum that meets an equal or opposite point becomes exceptional.
    #[test]
    fn exceptional_sums() {
        let point = Xy::of(&Point::generator());
        let mut sum = Sum::Point(point);
        assert!(matches!(sum.meet(Some(point.negated_if(true))), (None, _)));
        assert!(matches!(sum, Sum::Exceptional));
        assert!(matches!(sum.meet(Some(point)), (None, _)));
    }

    #[test]
    fn widths() {
        let widths = [1, 1 << 6, 1 << 13, 1 << 17, 1 << 21].map(best_width);
        assert!(widths.is_sorted() && widths[4] >= 13, "{widths:?}");
    }
}
