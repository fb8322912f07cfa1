//! Openings of many polynomials at many points: SHPLONK and GWC, as halo2 has them.

use crate::{
    Error,
    convert::{F, Values},
    domain::{divide, linear_combination},
    srs::Bases,
    transcript::{squeeze, write},
};
use ark_ff::{AdditiveGroup, Field};
use halo2_axiom::{
    halo2curves::bn256::{Bn256, G1Affine},
    poly::kzg::multiopen::{ProverGWC, ProverSHPLONK},
    transcript::{EncodedChallenge, TranscriptWrite},
};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// A polynomial and a point at which it is opened.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The polynomial among all.
    pub poly: usize,
    pub point: F,
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
    /// Writes the proof that the polynomials have the values which the proof says.
    #[doc(hidden)]
    fn open<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
        bases: &Bases,
        queries: Queries<'_>,
        transcript: &mut T,
    ) -> Result<(), Error>;
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
            }),
        }
    }
    sets
}

fn vanishing<'a>(points: impl IntoIterator<Item = &'a F>, x: &F) -> F {
    points.into_iter().map(|point| *x - point).product()
}

/// <https://eprint.iacr.org/2020/081>, section 4, with the powers as halo2 takes them.
///
/// Dividends stand there less the polynomials of their values at the points. `divide` drops remainders, so that quotients
/// are the same without: the values are of a lower degree than what vanishes at the points.
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
        let sets = sets(queries);
        // `sum y^j p_j` over the polynomials of each.
        let combine = |set: &Set| {
            let some: Vec<Values<'_>> = set.polys.iter().map(|poly| polys[*poly]).collect();
            linear_combination(&some, &powers(y).take(some.len()).collect::<Vec<_>>())
        };
        let sums: Vec<Vec<F>> = sets.iter().map(combine).collect();
        let quotients: Vec<Vec<F>> = sets
            .par_iter()
            .zip(&sums)
            .map(|(set, sum)| {
                let mut points = set.points.iter();
                let first = points.next().map_or_else(|| sum.clone(), |point| divide(sum, point));
                let mut quotient = points.fold(first, |p, point| divide(&p, point));
                quotient.resize(sum.len(), F::ZERO);
                quotient
            })
            .collect();
        let weights: Vec<F> = powers(v).take(sets.len()).collect();
        let h = linear_combination(&Values::own(&quotients), &weights);
        write(&[&h], &bases.powers, transcript)?;
        let u = squeeze(transcript);
        let all: BTreeSet<F> = queries.iter().map(|query| query.point).collect();
        // The points that a set does not have.
        let others = |set: &Set| vanishing(all.iter().filter(|point| !set.points.contains(point)), &u);
        let others: Vec<F> = sets.iter().map(others).collect();
        let mut factors: Vec<F> = others.iter().zip(&weights).map(|(z, weight)| *z * weight).collect();
        factors.push(-vanishing(&all, &u));
        // Over the first set's, by which halo2 divides in the end.
        let first = others.first().and_then(Field::inverse).ok_or(Error::Opening)?;
        factors.iter_mut().for_each(|f| *f *= first);
        let mut dividends = Values::own(&sums);
        dividends.push(Values::Own(&h));
        let quotient = divide(&linear_combination(&dividends, &factors), &u);
        write(&[&quotient], &bases.powers, transcript)
    }
}

/// <https://eprint.iacr.org/2019/953>, section 3; values are dropped with remainders, as above.
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
            let some: Vec<Values<'_>> = at_point.map(|query| polys[query.poly]).collect();
            let dividend = linear_combination(&some, &powers(v).take(some.len()).collect::<Vec<_>>());
            write(&[&divide(&dividend, &point)], &bases.powers, transcript)?;
        }
        Ok(())
    }
}
