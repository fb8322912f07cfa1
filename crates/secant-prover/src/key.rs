//! Proving keys of halo2, ready for the engine.

use crate::{
    Error,
    convert::{self, F, Fr},
    domain::{Cosets, Domain},
};
use ark_ff::Field;
use halo2_axiom::{
    halo2curves::{bn256::G1Affine, ff::PrimeField},
    plonk::{Any, Column, ConstraintSystem, ProvingKey, VerifyingKey},
    poly::{Basis, Polynomial},
};

/// A proving key of halo2 with its polynomials as the engine has them.
pub struct Key<'k> {
    pub(crate) stock: &'k ProvingKey<G1Affine>,
    pub(crate) domain: Domain,
    pub(crate) cosets: Cosets,
    /// Values and coefficients of fixed columns.
    pub(crate) fixed: Pair,
    /// Values and coefficients of the permutation's columns.
    pub(crate) sigma: Pair,
    /// Coefficients of the polynomials that are one in the first row, in the last usable one, in all usable ones, and else
    /// zero.
    pub(crate) rows: [Vec<F>; 3],
    /// The columns of the permutation.
    pub(crate) permuted: Vec<Column<Any>>,
    /// Those that one product is over.
    pub(crate) chunk: usize,
    /// Rows that hold random values, and the one before them.
    pub(crate) blinding_factors: usize,
}

/// Columns in both forms.
#[derive(Debug, Default)]
pub struct Pair {
    pub values: Vec<Vec<F>>,
    pub coefficients: Vec<Vec<F>>,
}

impl Pair {
    fn new<A: Basis, B: Basis>(values: &[Polynomial<Fr, A>], coefficients: &[Polynomial<Fr, B>]) -> Self {
        Self {
            values: convert::columns(values),
            coefficients: convert::columns(coefficients),
        }
    }

    fn is_of(&self, columns: usize, rows: usize) -> bool {
        [&self.values, &self.coefficients]
            .iter()
            .all(|all| all.len() == columns && all.iter().all(|column| column.len() == rows))
    }
}

impl<'k> Key<'k> {
    /// That of a key as halo2 makes it; its polynomials take as much memory once more.
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
            fixed: Pair::new(stock.fixed_values(), stock.fixed_polys()),
            sigma: Pair::new(stock.permutation().permutations(), stock.permutation().polys()),
            rows: polys.map(|poly| convert::scalars(poly.values())),
            permuted: cs.permutation().get_columns(),
            chunk: degree - 2,
            blinding_factors: cs.blinding_factors(),
            domain,
        };
        let n = key.domain.n;
        let fits = key.fixed.is_of(cs.num_fixed_columns(), n)
            && key.sigma.is_of(key.permuted.len(), n)
            && key.rows.iter().all(|column| column.len() == n)
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

    /// The factors that tell the permutation's columns apart.
    pub(crate) fn deltas(&self) -> Vec<F> {
        deltas(self.permuted.len())
    }

    /// The rows that a circuit can use.
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
