//! What a proof opens, and the values that it has of that.

use crate::{
    convert::{F, Values},
    opening::Query,
    rows,
};
use ark_ff::AdditiveGroup;

/// What is opened where.
#[derive(Default)]
pub struct Openings<'a> {
    pub polys: Vec<Values<'a>>,
    /// In the order of the opening.
    pub queries: Vec<Query>,
    /// Where their values stand in the proof, if they do.
    places: Vec<Option<Place>>,
    /// The values, once they are known.
    pub values: Vec<F>,
}

/// The part of the proof, the circuit, and numbers in it.
pub type Place = [usize; 4];

/// The parts of a proof that have values, in order.
pub mod part {
    pub const ADVICE: usize = 0;
    pub const FIXED: usize = 1;
    pub const BLINDING: usize = 2;
    pub const SIGMA: usize = 3;
    pub const PRODUCT: usize = 4;
    pub const LOOKUP: usize = 5;
}

impl<'a> Openings<'a> {
    pub fn poly(&mut self, poly: Values<'a>) -> usize {
        self.polys.push(poly);
        self.polys.len() - 1
    }

    pub fn polys(&mut self, polys: impl IntoIterator<Item = Values<'a>>) -> usize {
        let first = self.polys.len();
        self.polys.extend(polys);
        first
    }

    pub fn query(&mut self, poly: usize, point: F, place: Option<Place>) {
        self.queries.push(Query { poly, point });
        self.places.push(place);
    }

    pub fn evaluate(&mut self) {
        let at: Vec<_> = self
            .queries
            .iter()
            .map(|query| (self.polys[query.poly], query.point))
            .collect();
        self.values = rows::evaluations(&at);
    }

    /// The quotient's value, the one that is not written.
    pub fn quotient(&self) -> F {
        let mut all = self.places.iter().zip(&self.values);
        all.find(|(place, _)| place.is_none())
            .map_or(F::ZERO, |(_, value)| *value)
    }

    /// The values in the order of the proof.
    pub fn written(&self) -> Vec<F> {
        let all = self.places.iter().zip(&self.values);
        let mut written: Vec<_> = all.filter_map(|(place, value)| Some(((*place)?, *value))).collect();
        written.sort_by_key(|(place, _)| *place);
        written.into_iter().map(|(_, value)| value).collect()
    }
}
