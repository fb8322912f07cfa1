//! The openings of a proof and their values.

use crate::{
    convert::{F, Values},
    opening::Query,
    rows,
};
use ark_ff::AdditiveGroup;

/// The polynomials that are opened, and at which points.
#[derive(Default)]
pub struct Openings<'a> {
    pub polys: Vec<Values<'a>>,
    /// The queries in the order of the opening argument.
    pub queries: Vec<Query>,
    /// The place of each value in the proof; `None` for a value that is not written.
    places: Vec<Option<Place>>,
    /// The values, once they are computed.
    pub values: Vec<F>,
}

/// The place of a value in the proof: the part, the circuit, and two indices within the part.
pub type Place = [usize; 4];

/// The parts of a proof that contain values, in order.
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

    /// The quotient's value, the only one that is not written.
    pub fn quotient(&self) -> F {
        let mut all = self.places.iter().zip(&self.values);
        all.find(|(place, _)| place.is_none())
            .map_or(F::ZERO, |(_, value)| *value)
    }

    /// The values in the order in which the proof has them.
    pub fn written(&self) -> Vec<F> {
        let all = self.places.iter().zip(&self.values);
        let mut written: Vec<_> = all.filter_map(|(place, value)| Some(((*place)?, *value))).collect();
        written.sort_by_key(|(place, _)| *place);
        written.into_iter().map(|(_, value)| value).collect()
    }
}
