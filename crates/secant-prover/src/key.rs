//! Proving keys of halo2 in a form that the engine can use.

use crate::{
    Error,
    convert::{self, F, Fr, Values},
    domain::{Cosets, Domain},
};
use ark_ff::Field;
use halo2_axiom::{
    halo2curves::{bn256::G1Affine, ff::PrimeField},
    plonk::{Any, Column, ConstraintSystem, ProvingKey, VerifyingKey},
};

/// A halo2 proving key with the additional data that the engine needs.
pub struct Key<'k> {
    pub(crate) stock: &'k ProvingKey<G1Affine>,
    pub(crate) domain: Domain,
    pub(crate) cosets: Cosets,
    /// The values of the fixed columns; `sigma` has those of the permutation's columns.
    pub(crate) fixed: Vec<Values<'k>>,
    pub(crate) sigma: Vec<Values<'k>>,
    /// The coefficients of the fixed columns. `sigma_polys` has those of the permutation's columns, and `rows` those of
    /// three polynomials: one in the first row, in the last usable row, or in all usable rows, and zero elsewhere.
    pub(crate) fixed_polys: Vec<Values<'k>>,
    pub(crate) sigma_polys: Vec<Values<'k>>,
    pub(crate) rows: [Values<'k>; 3],
    /// The columns of the permutation.
    pub(crate) permuted: Vec<Column<Any>>,
    /// The number of columns that one product covers.
    pub(crate) chunk: usize,
    /// The number of random rows at the end of products. Other columns have one more.
    pub(crate) blinding_factors: usize,
}

impl<'k> Key<'k> {
    /// Prepares a key of halo2.
    ///
    /// # Errors
    /// If the key's parts do not fit together.
    pub fn new(stock: &'k ProvingKey<G1Affine>) -> Result<Self, Error> {
        let vk = stock.get_vk();
        let cs = vk.cs();
        let domain = Domain::new(vk.get_domain())?;
        let degree = cs.degree();
        if degree < 3 {
            return Err(Error::Key("its degree is below 3"));
        }
        let polys = [stock.l0(), stock.l_last(), stock.l_active_row()];
        let key = Self {
            stock,
            cosets: Cosets::new(&domain, degree - 1)?,
            fixed: Values::all(stock.fixed_values()),
            sigma: Values::all(stock.permutation().permutations()),
            fixed_polys: Values::all(stock.fixed_polys()),
            sigma_polys: Values::all(stock.permutation().polys()),
            rows: polys.map(Values::of),
            permuted: cs.permutation().get_columns(),
            chunk: degree - 2,
            blinding_factors: cs.blinding_factors(),
            domain,
        };
        let n = key.domain.n;
        let is_of =
            |columns: &[Values<'_>], count| columns.len() == count && columns.iter().all(|column| column.len() == n);
        let fits = [&key.fixed, &key.fixed_polys]
            .iter()
            .all(|all| is_of(all, cs.num_fixed_columns()))
            && [&key.sigma, &key.sigma_polys]
                .iter()
                .all(|all| is_of(all, key.permuted.len()))
            && is_of(&key.rows, 3)
            && vk.get_domain().get_quotient_poly_degree() == degree - 1
            && n >= cs.minimum_rows();
        if !fits {
            return Err(Error::Key("its polynomials are not those of its constraint system"));
        }
        Ok(key)
    }

    pub(crate) fn vk(&self) -> &'k VerifyingKey<G1Affine> {
        self.stock.get_vk()
    }

    pub(crate) fn cs(&self) -> &'k ConstraintSystem<Fr> {
        self.vk().cs()
    }

    /// The factors that distinguish the permutation's columns.
    pub(crate) fn deltas(&self) -> Vec<F> {
        deltas(self.permuted.len())
    }

    /// The number of rows that a circuit can use.
    pub(crate) fn usable_rows(&self) -> usize {
        self.domain.n - self.blinding_factors - 1
    }
}

/// `1, delta, delta^2, ...`
pub fn deltas(count: usize) -> Vec<F> {
    let delta = convert::scalar(&Fr::DELTA);
    std::iter::successors(Some(F::ONE), |power| Some(*power * delta))
        .take(count)
        .collect()
}
