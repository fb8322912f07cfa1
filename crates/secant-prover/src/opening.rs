//! Openings of many polynomials at many points: SHPLONK and GWC, as halo2 has them.

use crate::{
    Error,
    convert::{F, Values},
    domain::{divide, linear_combination},
    srs::Basis,
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
        powers: &Basis,
        queries: Queries<'_>,
        transcript: &mut T,
    ) -> Result<(), Error>;
}

fn powers_of(x: F) -> impl Iterator<Item = F> {
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
        powers: &Basis,
        Queries { polys, queries }: Queries<'_>,
        transcript: &mut T,
    ) -> Result<(), Error> {
        let y = squeeze(transcript);
        if repeats(queries) {
            return Err(Error::Opening);
        }
        let v = squeeze(transcript);
        let sets = sets(queries);
        // `sum y^j p_j` over the polynomials of each, with a weight.
        let mut h = vec![F::ZERO; polys.first().map_or(0, |poly| poly.len())];
        for (set, weight) in sets.iter().zip(powers_of(v)) {
            let some: Vec<Values<'_>> = set.polys.iter().map(|poly| polys[*poly]).collect();
            let mut quotient = linear_combination(&some, &factors(&weight, &y, some.len()));
            set.points.iter().for_each(|point| divide(&mut quotient, point));
            let sums = h.par_iter_mut().zip(quotient).with_min_len(1 << 12);
            sums.for_each(|(sum, x)| *sum += x);
        }
        write(&[&h], powers, transcript)?;
        let u = squeeze(transcript);
        let all: BTreeSet<F> = queries.iter().map(|query| query.point).collect();
        // The points that a set does not have.
        let others = |set: &Set| vanishing(all.iter().filter(|point| !set.points.contains(point)), &u);
        let others: Vec<F> = sets.iter().map(others).collect();
        // Over the first set's, by which halo2 divides in the end.
        let first = others.first().and_then(Field::inverse).ok_or(Error::Opening)?;
        let (mut some, mut scalars) = (vec![Values::Own(&h)], vec![-vanishing(&all, &u) * first]);
        for ((set, weight), others) in sets.iter().zip(powers_of(v)).zip(&others) {
            some.extend(set.polys.iter().map(|poly| polys[*poly]));
            scalars.extend(factors(&(weight * others * first), &y, set.polys.len()));
        }
        let mut quotient = linear_combination(&some, &scalars);
        divide(&mut quotient, &u);
        write(&[&quotient], powers, transcript)
    }
}

/// `weight y^j`.
fn factors(weight: &F, y: &F, count: usize) -> Vec<F> {
    powers_of(*y).map(|power| power * weight).take(count).collect()
}

/// <https://eprint.iacr.org/2019/953>, section 3; values are dropped with remainders, as above.
impl MultiOpen for ProverGWC<'_, Bn256> {
    fn open<E: EncodedChallenge<G1Affine>, T: TranscriptWrite<G1Affine, E>>(
        powers: &Basis,
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
            let mut quotient = linear_combination(&some, &factors(&F::ONE, &v, some.len()));
            divide(&mut quotient, &point);
            write(&[&quotient], powers, transcript)?;
        }
        Ok(())
    }
}
