//! Openings of many polynomials at many points: SHPLONK and GWC, as in halo2.

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
    /// The index of the polynomial.
    pub poly: usize,
    pub point: F,
}

/// The polynomials and queries that [`MultiOpen`] opens.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a> {
    /// The coefficients of each polynomial.
    pub(crate) polys: &'a [Values<'a>],
    pub(crate) queries: &'a [Query],
}

/// An opening scheme of halo2.
pub trait MultiOpen {
    /// Writes the proof that the polynomials have the claimed values.
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

/// Whether a polynomial is queried twice at the same point.
fn repeats(queries: &[Query]) -> bool {
    let mut seen = BTreeSet::new();
    !queries.iter().all(|query| seen.insert((query.poly, query.point.0.0)))
}

/// Polynomials that are opened at the same points.
struct Set {
    points: Vec<F>,
    polys: Vec<usize>,
}

/// Groups the queries into sets, in the order of first occurrence.
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

/// <https://eprint.iacr.org/2020/081>, section 4, with halo2's choice of powers.
///
/// The paper subtracts from each dividend the polynomial that interpolates its values at the points. That polynomial
/// has a lower degree than the divisor, which vanishes at the points. So it only changes the remainder, and `divide`
/// drops remainders.
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
        // The sum of the sets' weighted quotients. Each set combines its polynomials as `sum y^j p_j`.
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
        // The product over the points that are not in the set.
        let others = |set: &Set| vanishing(all.iter().filter(|point| !set.points.contains(point)), &u);
        let others: Vec<F> = sets.iter().map(others).collect();
        // Relative to that of the first set, by which halo2 divides in the end.
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

/// <https://eprint.iacr.org/2019/953>, section 3. As above, `divide` drops the values with the remainder.
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
