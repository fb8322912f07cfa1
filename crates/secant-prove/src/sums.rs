//! `secant prove msm`, `fixed-base-msm` and `ec-add`

use super::{Subject, prove, read_input};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error as CircuitError,
    curve::{Coordinates, Parameters, Weierstrass},
    text::{self, Terms},
};
use secant_cli::{
    arguments::{MOST_TERMS, Sum, SumCurve},
    error::Error,
};
use std::io::Write;

/// The largest file of terms in bytes: [`MOST_TERMS`] terms over a field of 521 bits.
const LONGEST: u64 = 128 << 20;

/// The terms of the sum.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Multiples of points.
    Multiples,
    /// Multiples of constant points, with tables of this many rows.
    Constants { rows: usize },
    /// Points.
    Points,
}

/// A point, `None` for the identity, and its scalar.
type Term = (Option<Coordinates>, BigUint);

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Multiples => "multiples",
            Self::Constants { .. } => "multiples of constants",
            Self::Points => "points",
        }
    }

    const fn terms(self) -> Terms {
        match self {
            Self::Points => Terms::Points,
            Self::Multiples | Self::Constants { .. } => Terms::Multiples,
        }
    }

    /// A lower bound on the memory of a sum: at most a third of what was measured for each term, plus the rows of
    /// constants.
    const fn least_memory(self, terms: usize) -> u64 {
        let terms = terms as u64;
        match self {
            Self::Multiples => terms * (1500 << 10),
            Self::Constants { rows } => terms * (60 << 10) + rows as u64 * 300,
            Self::Points => terms * (48 << 10),
        }
    }

    /// Writes the circuit for points and a sum that are not the identity.
    fn write(self, b: &mut Builder, curve: &Weierstrass, terms: &[(Coordinates, BigUint)]) -> Result<(), CircuitError> {
        match self {
            Self::Multiples => curve.msm_public(b, terms),
            Self::Constants { rows } => curve.fixed_base_msm_public(b, terms, rows),
            Self::Points => {
                let points: Vec<_> = terms.iter().map(|(point, _)| point.clone()).collect();
                curve.sum_public(b, &points)
            }
        }
    }

    /// Writes the circuit for points and a sum that may be the identity.
    fn write_any(self, b: &mut Builder, curve: &Weierstrass, terms: &[Term]) -> Result<(), CircuitError> {
        match self {
            Self::Multiples => curve.msm_any_public(b, terms),
            Self::Constants { rows } => curve.fixed_base_msm_any_public(b, terms, rows),
            Self::Points => {
                let points: Vec<_> = terms.iter().map(|(point, _)| point.clone()).collect();
                curve.sum_any_public(b, &points)
            }
        }
    }
}

/// Proves a sum, prints the cost, and verifies the proof.
pub fn run(sum: &Sum, kind: Kind, out: &mut dyn Write) -> Result<bool, Error> {
    let (name, parameters) = parameters(sum.curve)?;
    let terms = match &sum.input {
        Some(path) => read_input(path, LONGEST, |text| {
            text::terms(text, &parameters, kind.terms(), MOST_TERMS)
        })?,
        None => {
            let mut rng = StdRng::seed_from_u64(sum.seed.unwrap_or(1));
            super::memory::expect(
                kind.least_memory(sum.size.get()),
                "a sum of so many terms",
                "take a smaller --size",
            )?;
            (0..sum.size.get()).map(|_| made_up(&parameters, &mut rng)).collect()
        }
    };
    let subject = Subject {
        text: format!("sum of {} {} over {name}", terms.len(), kind.name()),
        element_bits: parameters.modulus.bits() as usize,
        seed: sum.seed.unwrap_or(0),
        least_memory: kind.least_memory(terms.len()),
    };
    prove(&sum.proving, out, subject, |b| {
        let curve = Weierstrass::new(name, parameters, b.shape())?;
        let all_are_points = || {
            terms
                .iter()
                .map(|(point, scalar)| Some((point.clone()?, scalar.clone())))
                .collect()
        };
        let points: Option<Vec<_>> = if sum.any { None } else { all_are_points() };
        if let Some(points) = points {
            let empty = b.clone();
            match kind.write(b, &curve, &points) {
                // The sum may be the identity.
                Err(CircuitError::Exceptional(_)) => *b = empty,
                result => return result.map(|()| ""),
            }
        }
        kind.write_any(b, &curve, &terms)?;
        Ok(", each of which may be the identity")
    })
}

fn parameters(curve: SumCurve) -> Result<(&'static str, Parameters), Error> {
    match curve {
        SumCurve::Bn254 => {
            let parameters = Parameters::bn254().map_err(|e| Error::Unusable(e.to_string()))?;
            Ok(("bn254", parameters))
        }
        SumCurve::Named(name) => Ok((name.as_str(), Parameters::named(name))),
    }
}

fn made_up(parameters: &Parameters, rng: &mut StdRng) -> Term {
    let (multiple, scalar) = (parameters.random_scalar(rng), parameters.random_scalar(rng));
    // The multiple is below the order, so it is not the identity.
    (parameters.multiple(&multiple), scalar)
}
