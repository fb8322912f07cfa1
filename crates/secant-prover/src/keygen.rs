//! Key generation: the same keys as halo2's, byte for byte.

use crate::{
    Error,
    cells::{Cells, ignore_names},
    convert::{self, F, Fr},
    domain::Domain,
    key::deltas,
    srs,
};
use halo2_axiom::{
    circuit::Value,
    halo2curves::bn256::{Bn256, G1Affine},
    plonk::{
        self, Advice, Any, Assigned, Assignment, Challenge, Circuit, Column, ConstraintSystem, Fixed, FloorPlanner,
        Instance, ProvingKey, Selector, VerifyingKey, permutation,
    },
    poly::{Basis, EvaluationDomain, Polynomial, commitment::Params, kzg::commitment::ParamsKZG},
};
use rayon::prelude::*;
use std::ops::Range;

/// `halo2_axiom::plonk::keygen_vk` on secant's engine: the same key.
///
/// # Errors
/// Those of halo2's function, and if the reference string cannot be used.
pub fn keygen_vk<C: Circuit<Fr>>(params: &ParamsKZG<Bn256>, circuit: &C) -> Result<VerifyingKey<G1Affine>, Error> {
    keygen_vk_custom(params, circuit, false)
}

/// `halo2_axiom::plonk::keygen_vk_custom` on secant's engine: the same key.
///
/// # Errors
/// Those of halo2's function, and if the reference string cannot be used.
pub fn keygen_vk_custom<C: Circuit<Fr>>(
    params: &ParamsKZG<Bn256>,
    circuit: &C,
    compress_selectors: bool,
) -> Result<VerifyingKey<G1Affine>, Error> {
    let columns = Columns::new(params.k(), circuit, compress_selectors)?;
    columns.verifying_key(params).map(|(vk, _)| vk)
}

/// `halo2_axiom::plonk::keygen_pk` on secant's engine: the same key.
///
/// # Errors
/// Those of halo2's function, and if the verifying key is not of the circuit's size.
pub fn keygen_pk<C: Circuit<Fr>>(
    params: &ParamsKZG<Bn256>,
    vk: VerifyingKey<G1Affine>,
    circuit: &C,
) -> Result<ProvingKey<G1Affine>, Error> {
    let (srs, key) = (params.k(), vk.get_domain().k());
    if srs != key {
        return Err(Error::Size { srs, key });
    }
    let columns = Columns::new(srs, circuit, vk.compress_selectors())?;
    columns.values.proving_key(vk)
}

/// `halo2_axiom::plonk::keygen_pk2` on secant's engine: the same proving key with its verifying key, from one
/// synthesis.
///
/// # Errors
/// Those of halo2's function, and if the reference string cannot be used.
pub fn keygen_pk2<C: Circuit<Fr>>(
    params: &ParamsKZG<Bn256>,
    circuit: &C,
    compress_selectors: bool,
) -> Result<ProvingKey<G1Affine>, Error> {
    let columns = Columns::new(params.k(), circuit, compress_selectors)?;
    let (vk, values) = columns.verifying_key(params)?;
    values.proving_key(vk)
}

/// A circuit's constraint system with selectors replaced, and the result of its synthesis.
pub struct Columns {
    pub cs: ConstraintSystem<Fr>,
    stock: EvaluationDomain<Fr>,
    pub values: Values,
    /// The selectors, if they were compressed.
    pub selectors: Vec<Vec<bool>>,
    compress_selectors: bool,
}

/// The values of the fixed columns and of the permutation's columns.
pub struct Values {
    pub domain: Domain,
    pub fixed: Vec<Vec<F>>,
    pub sigma: Vec<Vec<F>>,
}

impl Columns {
    pub fn new<C: Circuit<Fr>>(k: u32, circuit: &C, compress_selectors: bool) -> Result<Self, Error> {
        let mut cs = ConstraintSystem::default();
        let config = C::configure_with_params(&mut cs, circuit.params());
        // Uses the degree before selectors are replaced, as halo2 does.
        let stock = EvaluationDomain::new(cs.degree() as u32, k);
        let domain = Domain::new(&stock)?;
        let n = domain.n;
        if n < cs.minimum_rows() {
            return Err(plonk::Error::NotEnoughRowsAvailable { current_k: k }.into());
        }
        let mut assembly = Assembly {
            k,
            fixed: vec![Cells::new(n); cs.num_fixed_columns()],
            selectors: vec![vec![false; n]; cs.num_selectors()],
            copies: Copies::new(&cs.permutation().get_columns(), n),
            usable_rows: 0..n - (cs.blinding_factors() + 1),
            failed: None,
        };
        C::FloorPlanner::synthesize(&mut assembly, circuit, config, cs.constants().clone())?;
        if let Some(error) = assembly.failed {
            return Err(error.into());
        }
        assembly.fixed.par_iter_mut().for_each(Cells::divide);
        let mut fixed: Vec<Vec<F>> = assembly.fixed.into_iter().map(|column| column.values).collect();
        let mut selectors = assembly.selectors;
        let (cs, columns) = if compress_selectors {
            cs.compress_selectors(selectors.clone())
        } else {
            cs.directly_convert_selectors_to_fixed(std::mem::take(&mut selectors))
        };
        fixed.extend(columns.iter().map(|column| convert::scalars(column)));
        let values = Values {
            sigma: assembly.copies.values(&domain),
            fixed,
            domain,
        };
        Ok(Self {
            cs,
            stock,
            values,
            selectors,
            compress_selectors,
        })
    }

    fn verifying_key(self, params: &ParamsKZG<Bn256>) -> Result<(VerifyingKey<G1Affine>, Values), Error> {
        let basis = srs::Basis::lagrange(params)?;
        let commit = |columns: &[Vec<F>]| {
            let sums: Vec<_> = columns.par_iter().map(|column| basis.commit(column)).collect();
            convert::to_points(&sums)
        };
        let (fixed, sigma) = (commit(&self.values.fixed), commit(&self.values.sigma));
        Ok(self.with_commitments(fixed, sigma))
    }

    /// The verifying key, from the commitments to the columns.
    pub fn with_commitments(self, fixed: Vec<G1Affine>, sigma: Vec<G1Affine>) -> (VerifyingKey<G1Affine>, Values) {
        let permutation = permutation::VerifyingKey::from_commitments(sigma);
        let vk = VerifyingKey::from_parts(
            self.stock,
            fixed,
            permutation,
            self.cs,
            self.selectors,
            self.compress_selectors,
        );
        (vk, self.values)
    }
}

impl Values {
    /// The coefficients of three polynomials. The first is one in the first row, the second in the last usable row, the
    /// third in all usable rows before that. Elsewhere they are zero.
    pub fn rows(&self, cs: &ConstraintSystem<Fr>) -> [Vec<F>; 3] {
        let n = self.domain.n;
        let last = n - cs.blinding_factors() - 1;
        let rows = |is: &dyn Fn(usize) -> bool| -> Vec<F> { (0..n).map(|i| F::from(u64::from(is(i)))).collect() };
        [rows(&|i| i == 0), rows(&|i| i == last), rows(&|i| i < last)].map(|values| self.domain.coefficients(&values))
    }

    fn proving_key(self, vk: VerifyingKey<G1Affine>) -> Result<ProvingKey<G1Affine>, Error> {
        let [first, last, usable] = self.rows(vk.cs()).map(|coefficients| polynomial(&coefficients));
        let Self { domain, fixed, sigma } = self;
        if [fixed.len(), sigma.len()] != [vk.fixed_commitments().len(), vk.permutation().commitments().len()] {
            return Err(Error::Key("the verifying key is of another circuit"));
        }
        let coefficients = |columns: &[Vec<F>]| {
            columns
                .par_iter()
                .map(|column| domain.coefficients(column))
                .collect::<Vec<_>>()
        };
        let permutation = permutation::ProvingKey::from_parts(polynomials(&sigma), polynomials(&coefficients(&sigma)));
        let polys = polynomials(&coefficients(&fixed));
        Ok(ProvingKey::from_parts(
            vk,
            first,
            last,
            usable,
            polynomials(&fixed),
            polys,
            permutation,
        ))
    }
}

fn polynomial<B: Basis>(values: &[F]) -> Polynomial<Fr, B> {
    Polynomial::new(
        values
            .par_iter()
            .with_min_len(1 << 12)
            .map(convert::to_scalar)
            .collect(),
    )
}

fn polynomials<B: Basis>(columns: &[Vec<F>]) -> Vec<Polynomial<Fr, B>> {
    columns.iter().map(|column| polynomial(column)).collect()
}

/// Collects the assignments of a synthesis without a witness.
struct Assembly {
    k: u32,
    fixed: Vec<Cells>,
    selectors: Vec<Vec<bool>>,
    copies: Copies,
    usable_rows: Range<usize>,
    /// The first error of a callback that cannot return one.
    failed: Option<plonk::Error>,
}

impl Assembly {
    fn check(&self, row: usize) -> Result<(), plonk::Error> {
        if self.usable_rows.contains(&row) {
            Ok(())
        } else {
            Err(plonk::Error::NotEnoughRowsAvailable { current_k: self.k })
        }
    }
}

impl Assignment<Fr> for Assembly {
    ignore_names!();

    fn enable_selector<A, AR>(&mut self, _: A, selector: &Selector, row: usize) -> Result<(), plonk::Error>
    where
        A: FnOnce() -> AR,
        AR: Into<String>,
    {
        self.check(row)?;
        let selector = self
            .selectors
            .get_mut(selector.index())
            .ok_or(plonk::Error::BoundsFailure)?;
        selector[row] = true;
        Ok(())
    }

    fn query_instance(&self, _: Column<Instance>, row: usize) -> Result<Value<Fr>, plonk::Error> {
        self.check(row)?;
        Ok(Value::unknown())
    }

    fn assign_advice<'v>(&mut self, _: Column<Advice>, _: usize, _: Value<Assigned<Fr>>) -> Value<&'v Assigned<Fr>> {
        Value::unknown()
    }

    fn assign_fixed(&mut self, column: Column<Fixed>, row: usize, to: Assigned<Fr>) {
        let assigned = self.check(row).and_then(|()| {
            let column = self.fixed.get_mut(column.index()).ok_or(plonk::Error::BoundsFailure)?;
            column.set(row, &to);
            Ok(())
        });
        if let Err(error) = assigned {
            self.failed.get_or_insert(error);
        }
    }

    fn copy(&mut self, left: Column<Any>, left_row: usize, right: Column<Any>, right_row: usize) {
        let copied = self
            .check(left_row)
            .and_then(|()| self.check(right_row))
            .and_then(|()| self.copies.add([(left, left_row), (right, right_row)]));
        if let Err(error) = copied {
            self.failed.get_or_insert(error);
        }
    }

    fn fill_from_row(
        &mut self,
        column: Column<Fixed>,
        row: usize,
        to: Value<Assigned<Fr>>,
    ) -> Result<(), plonk::Error> {
        self.check(row)?;
        let column = self.fixed.get_mut(column.index()).ok_or(plonk::Error::BoundsFailure)?;
        let mut value = None;
        to.map(|to| value = Some(to));
        let value = value.ok_or(plonk::Error::Synthesis)?;
        (row..self.usable_rows.end).for_each(|row| column.set(row, &value));
        Ok(())
    }

    fn get_challenge(&self, _: Challenge) -> Value<Fr> {
        Value::unknown()
    }
}

/// The equal cells, as cycles of a permutation
/// (<https://zcash.github.io/halo2/design/proving-system/permutation.html>).
///
/// The number of a cell is its column's index in the permutation times the number of rows, plus its row.
struct Copies {
    rows: usize,
    /// The index in the permutation of each fixed, advice and instance column.
    places: [Vec<Option<usize>>; 3],
    next: Vec<usize>,
    /// For each cell the cell that represents its cycle. `length` has the cycle's length at that cell.
    cycle: Vec<usize>,
    length: Vec<u32>,
}

impl Copies {
    fn new(columns: &[Column<Any>], rows: usize) -> Self {
        let mut places = [const { Vec::new() }; 3];
        for (place, column) in columns.iter().enumerate() {
            let of_kind: &mut Vec<_> = &mut places[kind(column)];
            of_kind.resize(of_kind.len().max(column.index() + 1), None);
            of_kind[column.index()] = Some(place);
        }
        let cells = columns.len() * rows;
        Self {
            rows,
            places,
            next: (0..cells).collect(),
            cycle: (0..cells).collect(),
            length: vec![1; cells],
        }
    }

    fn add(&mut self, cells: [(Column<Any>, usize); 2]) -> Result<(), plonk::Error> {
        let cell = |(column, row): (Column<Any>, usize)| {
            let place = self.places[kind(&column)].get(column.index()).copied().flatten();
            place
                .map(|place| place * self.rows + row)
                .ok_or(plonk::Error::ColumnNotInPermutation(column))
        };
        let [a, b] = [cell(cells[0])?, cell(cells[1])?];
        let (mut long, mut short) = (self.cycle[a], self.cycle[b]);
        if long == short {
            return Ok(());
        }
        if self.length[long] < self.length[short] {
            (long, short) = (short, long);
        }
        self.length[long] += self.length[short];
        let mut at = short;
        loop {
            self.cycle[at] = long;
            at = self.next[at];
            if at == short {
                break;
            }
        }
        self.next.swap(a, b);
        Ok(())
    }

    /// The columns of the permutation. Each value is the name `delta^j w^i` of the next cell in the cycle.
    fn values(&self, domain: &Domain) -> Vec<Vec<F>> {
        let columns = self.next.len() / self.rows;
        let deltas = deltas(columns);
        let powers = domain.powers();
        self.next
            .par_chunks(self.rows)
            .map(|next| {
                next.iter()
                    .map(|cell| deltas[cell / self.rows] * powers[cell % self.rows])
                    .collect()
            })
            .collect()
    }
}

fn kind(column: &Column<Any>) -> usize {
    match column.column_type() {
        Any::Fixed => 0,
        Any::Advice(_) => 1,
        Any::Instance => 2,
    }
}
