//! The columns of a circuit, and expressions over them.

use crate::{
    convert::{F, Values},
    domain::{linear_combination, values},
    graph::{Places, Scalar, Value, Writer},
    quotient::Challenges,
    rows::{self, Inputs},
};
use halo2_axiom::plonk::{Any, Column};

/// The values of a circuit's columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    pub fixed: &'a [Values<'a>],
    pub advice: &'a [Values<'a>],
    pub instance: &'a [Values<'a>],
}

impl<'a> Columns<'a> {
    /// The values of a column.
    pub fn get(self, column: &Column<Any>) -> Values<'a> {
        let all = match column.column_type() {
            Any::Advice(_) => self.advice,
            Any::Fixed => self.fixed,
            Any::Instance => self.instance,
        };
        all[column.index()]
    }

    /// The values of an expression in all `n` rows. `write` writes the expression.
    pub fn evaluate(
        self,
        n: usize,
        challenges: &Challenges<'_>,
        write: impl FnOnce(&mut Writer, &Places) -> Value,
    ) -> Vec<F> {
        let all = [self.fixed, self.advice, self.instance].concat();
        let places = Places {
            fixed: 0,
            advice: self.fixed.len() as u32,
            instance: (self.fixed.len() + self.advice.len()) as u32,
        };
        let mut writer = Writer::default();
        let value = write(&mut writer, &places);
        let scale = rows::scale();
        let unscale = writer.scalar(Scalar::Value(rows::unscale()));
        let value = writer.mul(value, unscale);
        let program = writer.finish(value);
        // Expressions have products, so columns must be read with their scale.
        let mut scaled = vec![Vec::new(); all.len()];
        for column in program.columns() {
            scaled[column] = linear_combination(&[all[column]], &[scale]);
        }
        let scalars = values(&program, |scalar| challenges.value(scalar));
        let inputs = Inputs {
            columns: &Values::own(&scaled),
            scalars: &scalars,
        };
        rows::evaluate(&program, inputs, n)
    }
}
