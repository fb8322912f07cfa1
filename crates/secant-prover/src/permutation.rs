//! The permutation argument: grand products over the columns whose cells may be equal.

use crate::{
    columns::Columns,
    convert::{F, Values},
    domain::values,
    graph::{Program, Scalar, Value, Writer},
    key::Key,
    products,
    quotient::Challenges,
    rows::{self, Inputs},
};
use ark_ff::One;
use rayon::prelude::*;

/// The grand products of one circuit, without blinding rows. The last value of each is the first value of the next.
///
/// The factors of a row are `(v_j + delta^j beta w^i + gamma) / (v_j + beta sigma_j + gamma)`.
pub fn products(key: &Key<'_>, columns: Columns<'_>, challenges: &Challenges<'_>) -> Vec<Vec<F>> {
    let powers = key.domain.powers();
    let deltas = key.deltas();
    let usable = key.usable_rows();
    let sets: Vec<_> = key
        .permuted
        .chunks(key.chunk)
        .zip(key.sigma.chunks(key.chunk))
        .collect();
    let mut all: Vec<Vec<F>> = sets
        .into_par_iter()
        .enumerate()
        .map(|(set, (permuted, sigma))| {
            let mut sources: Vec<Values<'_>> = permuted.iter().map(|column| columns.get(column)).collect();
            let m = sources.len();
            sources.extend(sigma);
            sources.push(Values::Own(&powers));
            let deltas = &deltas[set * key.chunk..];
            let names = |i: usize| match i {
                _ if i < m => (m + i, F::one()),
                _ => (2 * m, deltas[i - m]),
            };
            let [denominators, numerators] = [0, m].map(|side| {
                let program = factors(m, |i| names(side + i));
                let scalars = values(&program, |scalar| match scalar {
                    // Columns are read unscaled. The factor this causes occurs equally often in numerators and
                    // denominators.
                    Scalar::Gamma => challenges.gamma * rows::unscale(),
                    other => challenges.value(other),
                });
                let inputs = Inputs {
                    columns: &sources,
                    scalars: &scalars,
                };
                rows::evaluate(&program, inputs, key.domain.n)
            });
            products::running(&numerators, denominators, usable + 1)
        })
        .collect();
    let mut before = F::one();
    for product in &mut all {
        if !before.is_one() {
            product.par_iter_mut().with_min_len(1 << 12).for_each(|z| *z *= before);
        }
        before = product[usable];
    }
    all
}

/// `prod (v_i + beta name_i + gamma)`, where a name is a column multiplied by a number.
fn factors(count: usize, name: impl Fn(usize) -> (usize, F)) -> Program {
    let mut writer = Writer::default();
    let gamma = writer.scalar(Scalar::Gamma);
    let mut product: Option<Value> = None;
    for i in 0..count {
        let (column, factor) = name(i);
        let beta = writer.scalar(Scalar::Beta(factor));
        let name = writer.load(column as u32, 0);
        let name = writer.mul(name, beta);
        let value = writer.load(i as u32, 0);
        let value = writer.add(value, gamma);
        let factor = writer.add(value, name);
        product = Some(match product {
            None => factor,
            Some(product) => writer.mul(product, factor),
        });
    }
    let product = product.unwrap_or(gamma);
    writer.finish(product)
}
