//! Openings of many polynomials at many points: SHPLONK and GWC, as halo2 has them.

use crate::{
    Error,
    convert::{self, F, Fr, Values},
    domain::{divide, linear_combination},
    srs::Bases,
};
use ark_ff::{AdditiveGroup, Field};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, G1Affine},
    poly::kzg::multiopen::{ProverGWC, ProverSHPLONK},
    transcript::{EncodedChallenge, TranscriptWrite},
};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// A polynomial's value at a point.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The polynomial among all.
    pub poly: usize,
    pub point: F,
    pub value: F,
}

/// What [`MultiOpen`] opens.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a> {
    /// Coefficients.
    pub(crate) polys: &'a [Values<'a>],
    pub(crate) queries: &'a [Query],
}

/// halo2's ways of opening polynomials.
pub trait MultiOpen {
    /// Writes the proof that the queries' values are right.
    #[doc(hidden)]
    fn open<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
        bases: &Bases,
        queries: Queries<'_>,
        transcript: &mut T,
    ) -> Result<(), Error>;
}

fn squeeze<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(transcript: &mut T) -> F {
    let challenge: Fr = *transcript.squeeze_challenge_scalar::<()>();
    convert::scalar(&challenge)
}

fn write<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
    bases: &Bases,
    poly: &[F],
    transcript: &mut T,
) -> Result<(), Error> {
    let commitment = bases.powers.commit(poly);
    Ok(transcript.write_point(convert::to_point(&commitment.into()))?)
}

fn powers(x: F) -> impl Iterator<Item = F> {
    std::iter::successors(Some(F::ONE), move |power| Some(*power * x))
}

/// A polynomial is asked for twice at a point.
fn repeats(queries: &[Query]) -> bool {
    let mut seen = BTreeSet::new();
    !queries.iter().all(|query| seen.insert((query.poly, query.point.0.0)))
}

/// Polynomials that are opened at the same points.
struct Set {
    points: Vec<F>,
    polys: Vec<usize>,
    /// `sum y^j p_j`.
    sum: Vec<F>,
    /// The polynomial that has the values of `sum` at the points.
    values: Vec<F>,
}

/// Those of the queries, in the order in which they first come.
fn sets(queries: &[Query]) -> Vec<Set> {
    let mut of_polys: Vec<(usize, Vec<F>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for query in queries {
        let place = *places.entry(query.poly).or_insert_with(|| {
            of_polys.push((query.poly, Vec::new()));
            of_polys.len() - 1
        });
        of_polys[place].1.push(query.point);
    }
    let mut sets: Vec<Set> = Vec::new();
    for (poly, mut points) in of_polys {
        points.sort_unstable_by_key(|point| point.0.0);
        match sets.iter_mut().find(|set| set.points == points) {
            Some(set) => set.polys.push(poly),
            None => sets.push(Set {
                points,
                polys: vec![poly],
                sum: Vec::new(),
                values: Vec::new(),
            }),
        }
    }
    sets
}

/// The coefficients of the polynomial with these values at these points, which differ.
fn interpolate(points: &[F], values: &[F]) -> Option<Vec<F>> {
    let mut sum = vec![F::ZERO; points.len()];
    for (i, (point, value)) in points.iter().zip(values).enumerate() {
        let mut basis = vec![*value];
        for other in points
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, other)| other)
        {
            let scale = (*point - other).inverse()?;
            basis.push(F::ZERO);
            for i in (0..basis.len()).rev() {
                let below = if i > 0 { basis[i - 1] } else { F::ZERO };
                basis[i] = (below - basis[i] * other) * scale;
            }
        }
        sum.iter_mut().zip(basis).for_each(|(sum, c)| *sum += c);
    }
    Some(sum)
}

fn horner(coefficients: &[F], x: &F) -> F {
    coefficients.iter().rev().fold(F::ZERO, |sum, c| sum * x + c)
}

fn vanishing<'a>(points: impl IntoIterator<Item = &'a F>, x: &F) -> F {
    points.into_iter().map(|point| *x - point).product()
}

/// <https://eprint.iacr.org/2020/081>, section 4, with the powers as halo2 takes them.
impl MultiOpen for ProverSHPLONK<'_, Bn256> {
    fn open<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
        bases: &Bases,
        Queries { polys, queries }: Queries<'_>,
        transcript: &mut T,
    ) -> Result<(), Error> {
        let y = squeeze(transcript);
        if repeats(queries) {
            return Err(Error::Opening);
        }
        let v = squeeze(transcript);
        let mut sets = sets(queries);
        for set in &mut sets {
            let some: Vec<Values<'_>> = set.polys.iter().map(|poly| polys[*poly]).collect();
            let weights: Vec<F> = powers(y).take(some.len()).collect();
            set.sum = linear_combination(&some, &weights);
            let value = |point: &F| {
                let values = set.polys.iter().map(|poly| {
                    let query = queries
                        .iter()
                        .find(|query| query.poly == *poly && query.point == *point);
                    query.map_or(F::ZERO, |query| query.value)
                });
                values.zip(&weights).map(|(value, weight)| value * weight).sum()
            };
            let values: Vec<F> = set.points.iter().map(value).collect();
            set.values = interpolate(&set.points, &values).ok_or(Error::Opening)?;
        }
        let quotients: Vec<Vec<F>> = sets
            .par_iter()
            .map(|set| {
                let mut dividend = set.sum.clone();
                dividend.iter_mut().zip(&set.values).for_each(|(c, value)| *c -= value);
                let n = dividend.len();
                let mut quotient = set.points.iter().fold(dividend, |p, point| divide(&p, point));
                quotient.resize(n, F::ZERO);
                quotient
            })
            .collect();
        let weights: Vec<F> = powers(v).take(sets.len()).collect();
        let h = linear_combination(&Values::own(&quotients), &weights);
        write(bases, &h, transcript)?;
        let u = squeeze(transcript);
        let all: BTreeSet<F> = queries.iter().map(|query| query.point).collect();
        // The points that a set does not have.
        let others = |set: &Set| vanishing(all.iter().filter(|point| !set.points.contains(point)), &u);
        let others: Vec<F> = sets.iter().map(others).collect();
        let mut sums: Vec<Values<'_>> = sets.iter().map(|set| Values::Own(&set.sum)).collect();
        let mut factors: Vec<F> = others.iter().zip(&weights).map(|(z, weight)| *z * weight).collect();
        let constant: F = sets
            .iter()
            .zip(&factors)
            .map(|(set, f)| horner(&set.values, &u) * f)
            .sum();
        sums.push(Values::Own(&h));
        factors.push(-vanishing(&all, &u));
        // Over the first set's, by which halo2 divides in the end.
        let first = others.first().and_then(Field::inverse).ok_or(Error::Opening)?;
        factors.iter_mut().for_each(|f| *f *= first);
        let mut dividend = linear_combination(&sums, &factors);
        dividend[0] -= constant * first;
        write(bases, &divide(&dividend, &u), transcript)
    }
}

/// <https://eprint.iacr.org/2019/953>, section 3.
impl MultiOpen for ProverGWC<'_, Bn256> {
    fn open<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
        bases: &Bases,
        Queries { polys, queries }: Queries<'_>,
        transcript: &mut T,
    ) -> Result<(), Error> {
        let v = squeeze(transcript);
        if repeats(queries) {
            return Err(Error::Opening);
        }
        let mut points: Vec<F> = Vec::new();
        for query in queries {
            if !points.contains(&query.point) {
                points.push(query.point);
            }
        }
        for point in points {
            let at_point = queries.iter().filter(|query| query.point == point);
            let (some, values): (Vec<Values<'_>>, Vec<F>) =
                at_point.map(|query| (polys[query.poly], query.value)).unzip();
            let weights: Vec<F> = powers(v).take(some.len()).collect();
            let mut dividend = linear_combination(&some, &weights);
            dividend[0] -= values.iter().zip(&weights).map(|(value, w)| *value * w).sum::<F>();
            write(bases, &divide(&dividend, &point), transcript)?;
        }
        Ok(())
    }
}
