//! The columns of a circuit, and expressions over them.

use crate::{
    convert::F,
    domain::{linear_combination, values},
    graph::{Places, Scalar, Value, Writer},
    quotient::Challenges,
    rows::{self, Inputs},
};
use ark_ff::Field;
use std::borrow::Cow;

/// The values of a circuit's columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    pub fixed: &'a [Vec<F>],
    pub advice: &'a [Vec<F>],
    pub instance: &'a [Vec<F>],
}

impl<'a> Columns<'a> {
    /// What an expression, which `write` writes, is in all of `n` rows.
    pub fn evaluate(
        self,
        n: usize,
        challenges: &Challenges<'_>,
        write: impl FnOnce(&mut Writer, &Places) -> Value,
    ) -> Vec<F> {
        let all: Vec<&'a [F]> = [self.fixed, self.advice, self.instance]
            .into_iter()
            .flatten()
            .map(Vec::as_slice)
            .collect();
        let places = Places {
            fixed: 0,
            advice: self.fixed.len() as u32,
            instance: (self.fixed.len() + self.advice.len()) as u32,
        };
        let mut writer = Writer::default();
        let value = write(&mut writer, &places);
        let scale = rows::scale();
        let unscale = writer.scalar(Scalar::Value(scale.inverse().unwrap_or(F::ONE)));
        let value = writer.mul(value, unscale);
        let program = writer.finish(value);
        // Expressions have products: columns are read with their scale.
        let mut scaled: Vec<Cow<'_, [F]>> = all.iter().map(|_| Cow::Borrowed(&[][..])).collect();
        for column in program.columns() {
            scaled[column] = Cow::Owned(linear_combination(&[all[column]], &[scale]));
        }
        let scaled: Vec<&[F]> = scaled.iter().map(|column| &**column).collect();
        let scalars = values(&program, |scalar| challenges.value(scalar));
        let inputs = Inputs {
            columns: &scaled,
            scalars: &scalars,
        };
        rows::evaluate(&program, inputs, n)
    }
}
