//! Circuits written for halo2-axiom only, with functions that prove and verify them.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "not every test uses all, and a test fails by panicking"
)]

use halo2_axiom::{
    circuit::{Cell, Layouter, SimpleFloorPlanner, Value},
    halo2curves::{
        bn256::{Bn256, Fr, G1Affine},
        ff::Field,
    },
    plonk::{
        Advice, Assigned, Challenge, Circuit, Column, ConstraintSystem, Error, Expression, FirstPhase, Fixed, Instance,
        ProvingKey, SecondPhase, Selector, TableColumn, keygen_pk, keygen_vk_custom, verify_proof,
    },
    poly::{
        Rotation,
        commitment::ParamsProver,
        kzg::{
            commitment::{KZGCommitmentScheme, ParamsKZG},
            strategy::SingleStrategy,
        },
    },
    transcript::{Blake2bRead, Blake2bWrite, Challenge255, TranscriptReadBuffer, TranscriptWriterBuffer},
};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::MultiVerify;

pub type Scheme = KZGCommitmentScheme<Bn256>;

/// A circuit with gates of several degrees and rotations, copies between columns of all kinds, a lookup of two columns,
/// a lookup of an expression, and optionally two phases.
#[derive(Clone, Debug)]
pub struct Everything {
    pub seed: u64,
    pub rows: usize,
    pub phases: bool,
    pub lookups: bool,
    /// The numbers that are looked up are below this.
    pub numbers: u64,
    /// The constraint that the witness violates, if any.
    pub wrong: Option<Wrong>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    Gate,
    Lookup,
    Copy,
}

#[derive(Clone, Debug)]
pub struct Config {
    a: Column<Advice>,
    b: Column<Advice>,
    c: Column<Advice>,
    second: Option<(Column<Advice>, Challenge)>,
    constants: Column<Fixed>,
    table: Option<(TableColumn, TableColumn)>,
    instance: Column<Instance>,
    product: Selector,
    shifted: Selector,
    looked_up: Selector,
}

impl Circuit<Fr> for Everything {
    type Config = Config;
    type FloorPlanner = SimpleFloorPlanner;
    type Params = (bool, bool);

    fn params(&self) -> (bool, bool) {
        (self.phases, self.lookups)
    }

    fn without_witnesses(&self) -> Self {
        self.clone()
    }

    fn configure(_: &mut ConstraintSystem<Fr>) -> Config {
        unreachable!("it has parameters")
    }

    fn configure_with_params(meta: &mut ConstraintSystem<Fr>, (phases, lookups): (bool, bool)) -> Config {
        let [a, b, c] = [(); 3].map(|()| meta.advice_column());
        let constants = meta.fixed_column();
        let instance = meta.instance_column();
        meta.enable_constant(constants);
        for column in [a, b, c] {
            meta.enable_equality(column);
        }
        meta.enable_equality(instance);
        let [product, shifted] = [(); 2].map(|()| meta.selector());
        let looked_up = meta.complex_selector();
        meta.create_gate("a b + 3 a - c", |meta| {
            let q = meta.query_selector(product);
            let [a, b, c] = [a, b, c].map(|column| meta.query_advice(column, Rotation::cur()));
            vec![q * (a.clone() * b + a * Fr::from(3) - c)]
        });
        meta.create_gate("powers", |meta| {
            let q = meta.query_selector(shifted);
            let a = meta.query_advice(a, Rotation::cur());
            let (next, previous) = (
                meta.query_advice(b, Rotation::next()),
                meta.query_advice(b, Rotation(-2)),
            );
            vec![
                ("square", q.clone() * (a.clone() * a.clone() - next)),
                ("cube", q * (a.clone() * a.clone() * a - previous)),
            ]
        });
        let table = lookups.then(|| {
            let table = (meta.lookup_table_column(), meta.lookup_table_column());
            meta.lookup("squares", |meta| {
                let q = meta.query_selector(looked_up);
                let (a, c) = (
                    meta.query_advice(a, Rotation::cur()),
                    meta.query_advice(c, Rotation::next()),
                );
                vec![(q.clone() * a, table.0), (q * c, table.1)]
            });
            meta.lookup("numbers", |meta| {
                let q = meta.query_selector(looked_up);
                let a = meta.query_advice(a, Rotation::cur());
                vec![(q * (a + Expression::Constant(Fr::ONE)), table.0)]
            });
            table
        });
        let second = phases.then(|| {
            let challenge = meta.challenge_usable_after(FirstPhase);
            let column = meta.advice_column_in(SecondPhase);
            meta.enable_equality(column);
            meta.create_gate("in the second phase", |meta| {
                let q = meta.query_selector(product);
                let r = meta.query_challenge(challenge);
                let (a, b) = (
                    meta.query_advice(a, Rotation::cur()),
                    meta.query_advice(b, Rotation::cur()),
                );
                let d = meta.query_advice(column, Rotation::cur());
                vec![q * (a * r + b - d)]
            });
            (column, challenge)
        });
        Config {
            a,
            b,
            c,
            second,
            constants,
            table,
            instance,
            product,
            shifted,
            looked_up,
        }
    }

    /// Rows are absolute: this floor planner starts every region at row 0.
    fn synthesize(&self, config: Config, mut layouter: impl Layouter<Fr>) -> Result<(), Error> {
        let mut rng = StdRng::seed_from_u64(self.seed);
        let mut some = || Fr::random(&mut rng);
        if let Some((numbers, squares)) = config.table {
            layouter.assign_table(
                || "squares",
                |mut table| {
                    for i in 0..20usize {
                        let x = Fr::from(i as u64);
                        table.assign_cell(|| "number", numbers, i, || Value::known(x))?;
                        table.assign_cell(|| "square", squares, i, || Value::known(x.square()))?;
                    }
                    Ok(())
                },
            )?;
        }
        let rows: Vec<(Fr, Fr)> = (0..self.rows).map(|_| (some(), some())).collect();
        let first = self.products(&config, &mut layouter, &rows)?;
        self.powers(&config, &mut layouter, (rows[0].0, first.0))?;
        if config.table.is_some() {
            layouter.assign_region(
                || "looked up",
                |mut region| {
                    for row in self.rows + 16..2 * self.rows + 16 {
                        config.looked_up.enable(&mut region, row)?;
                        let mut x = Fr::from((row as u64 * 7 + self.seed) % self.numbers);
                        if self.wrong == Some(Wrong::Lookup) && row == self.rows + 18 {
                            x = Fr::from(1000);
                        }
                        region.assign_advice(config.a, row, Value::known(x));
                        region.assign_advice(config.c, row + 1, Value::known(x.square()));
                    }
                    Ok(())
                },
            )?;
        }
        layouter.constrain_instance(first.1, config.instance, 0);
        layouter.constrain_instance(first.0, config.instance, 1);
        if let Some((column, challenge)) = config.second {
            layouter.next_phase();
            let r = layouter.get_challenge(challenge);
            layouter.assign_region(
                || "second",
                |mut region| {
                    for (row, (a, b)) in rows.iter().enumerate() {
                        let d = r.map(|r| *a * r + b);
                        region.assign_advice(column, row, d);
                    }
                    Ok(())
                },
            )?;
        }
        Ok(())
    }
}

impl Everything {
    /// The first number and the first product, of a region of products.
    fn products(
        &self,
        config: &Config,
        layouter: &mut impl Layouter<Fr>,
        rows: &[(Fr, Fr)],
    ) -> Result<(Cell, Cell), Error> {
        layouter.assign_region(
            || "products",
            |mut region| {
                let mut first = None;
                for (row, (a, b)) in rows.iter().enumerate() {
                    config.product.enable(&mut region, row)?;
                    let x = region.assign_advice(config.a, row, Value::known(*a));
                    region.assign_advice(config.b, row, Value::known(*b));
                    // Assigned as a fraction, which is divided later.
                    let mut c = (*a * b + *a * Fr::from(3)) * Fr::from(7);
                    if self.wrong == Some(Wrong::Gate) && row == 3 {
                        c += Fr::ONE;
                    }
                    let c = Assigned::Rational(c, Fr::from(7));
                    let c = region.assign_advice(config.c, row, Value::known(c));
                    first.get_or_insert((x.cell(), c.cell()));
                }
                first.ok_or(Error::Synthesis)
            },
        )
    }

    /// A region of powers, with a copy of a number of another region.
    fn powers(
        &self,
        config: &Config,
        layouter: &mut impl Layouter<Fr>,
        (copied, cell): (Fr, Cell),
    ) -> Result<(), Error> {
        layouter.assign_region(
            || "powers",
            |mut region| {
                for i in 0..self.rows.min(4) {
                    let row = self.rows + 2 + 4 * i;
                    config.shifted.enable(&mut region, row)?;
                    let x = Fr::from(i as u64 + 2);
                    let a = region.assign_advice(config.a, row, Value::known(x));
                    region.assign_advice(config.b, row + 1, Value::known(x.square()));
                    region.assign_advice(config.b, row - 2, Value::known(x * x.square()));
                    let copy = region.assign_advice(config.c, row, Value::known(x));
                    region.constrain_equal(a.cell(), copy.cell());
                }
                // A copy of a value in the other region, and a constant.
                let mut value = copied;
                if self.wrong == Some(Wrong::Copy) {
                    value += Fr::ONE;
                }
                let copy = region.assign_advice(config.c, self.rows, Value::known(value));
                region.constrain_equal(copy.cell(), cell);
                region.assign_fixed(config.constants, 0, Fr::from(5));
                Ok(())
            },
        )
    }

    /// A circuit with gates and copies only.
    pub fn new(seed: u64, rows: usize) -> Self {
        Self {
            seed,
            rows,
            phases: false,
            lookups: false,
            numbers: 19,
            wrong: None,
        }
    }

    pub fn instances(&self) -> Vec<Vec<Fr>> {
        let mut rng = StdRng::seed_from_u64(self.seed);
        let (a, b) = (Fr::random(&mut rng), Fr::random(&mut rng));
        vec![vec![a * b + a * Fr::from(3), a]]
    }
}

fn of_srs(k: u32) -> StdRng {
    StdRng::seed_from_u64(1000 + u64::from(k))
}

/// The secret of the reference string [`srs`].
pub fn secret(k: u32) -> Fr {
    Fr::random(of_srs(k))
}

/// Circuits at the limits of what halo2 allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// No columns.
    Nothing,
    /// One advice cell, and another that is its cube.
    OneRow,
    /// A gate without a selector, which holds only for zeros.
    NoSelector,
    /// A gate of degree 7, above the degree of the constraint system that halo2 makes.
    HighDegree,
    /// A challenge but no second phase.
    Challenge,
    /// Instances with a rotation of many rows: for 16 rows, a full turn or more.
    FarInstance,
    /// Advice with a rotation of one full turn, which reads the same cell.
    FarAdvice,
}

/// The rotation of [`Edge::FarInstance`] and [`Edge::FarAdvice`].
pub const FAR: i32 = 16;

impl Circuit<Fr> for Edge {
    type Config = Option<(Column<Advice>, Selector)>;
    type FloorPlanner = SimpleFloorPlanner;
    type Params = Option<Self>;

    fn params(&self) -> Option<Self> {
        Some(*self)
    }

    fn without_witnesses(&self) -> Self {
        *self
    }

    fn configure(_: &mut ConstraintSystem<Fr>) -> Self::Config {
        unreachable!("it has parameters")
    }

    fn configure_with_params(meta: &mut ConstraintSystem<Fr>, edge: Option<Self>) -> Self::Config {
        let edge = edge.filter(|edge| *edge != Self::Nothing)?;
        let (a, b, selector) = (meta.advice_column(), meta.advice_column(), meta.selector());
        let instance = (edge == Self::FarInstance).then(|| meta.instance_column());
        let challenge = (edge == Self::Challenge).then(|| meta.challenge_usable_after(FirstPhase));
        meta.create_gate("cube", |meta| {
            let q = meta.query_selector(selector);
            let [x, cube] = [a, b].map(|column| meta.query_advice(column, Rotation::cur()));
            let difference = x.clone() * x.clone() * x.clone() - cube;
            vec![match edge {
                Self::NoSelector => difference,
                Self::HighDegree => q * difference * x.clone() * x.clone() * x,
                Self::FarAdvice => q * (meta.query_advice(a, Rotation(FAR)) - x),
                _ => {
                    let far = instance.map(|column| {
                        let ahead = meta.query_instance(column, Rotation(FAR + 3));
                        ahead - meta.query_instance(column, Rotation(-2 * FAR + 3))
                    });
                    let r = challenge.map(|challenge| meta.query_challenge(challenge));
                    let zero = Expression::Constant(Fr::ZERO);
                    let one = Expression::Constant(Fr::ONE);
                    q * (difference * r.unwrap_or(one) + far.unwrap_or(zero))
                }
            }]
        });
        Some((a, selector))
    }

    fn synthesize(&self, config: Self::Config, mut layouter: impl Layouter<Fr>) -> Result<(), Error> {
        let Some((a, selector)) = config else { return Ok(()) };
        layouter.assign_region(
            || "zeros are cubes",
            |mut region| {
                selector.enable(&mut region, 0)?;
                region.assign_advice(a, 0, Value::known(Fr::ZERO));
                Ok(())
            },
        )
    }
}

/// Calls `f` with the instances of some circuits in the type that the provers take.
pub fn with_instances<R>(instances: &[Vec<Vec<Fr>>], f: impl FnOnce(&[&[&[Fr]]]) -> R) -> R {
    let columns: Vec<Vec<&[Fr]>> = instances
        .iter()
        .map(|all| all.iter().map(Vec::as_slice).collect())
        .collect();
    f(&columns.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

pub fn srs(k: u32) -> ParamsKZG<Bn256> {
    ParamsKZG::setup(k, of_srs(k))
}

pub fn key<C: Circuit<Fr>>(params: &ParamsKZG<Bn256>, circuit: &C, compress: bool) -> ProvingKey<G1Affine> {
    let vk = keygen_vk_custom(params, circuit, compress).unwrap();
    keygen_pk(params, vk, circuit).unwrap()
}

pub type Written = Blake2bWrite<Vec<u8>, G1Affine, Challenge255<G1Affine>>;

pub fn transcript() -> Written {
    Written::init(Vec::new())
}

/// Whether the stock verifier accepts a proof, and secant's checks before it do too.
pub fn verifies<'params, V: MultiVerify<'params>>(
    params: &'params ParamsKZG<Bn256>,
    pk: &ProvingKey<G1Affine>,
    instances: &[Vec<Vec<Fr>>],
    proof: &[u8],
) -> bool {
    let counts: Vec<usize> = instances[0].iter().map(Vec::len).collect();
    let checked = with_instances(instances, |given| {
        secant_prover::verify::<V>(params, pk.get_vk(), &counts, given, proof)
    });
    let stock = verifies_by_stock::<V>(params, pk, instances, proof);
    assert_eq!(checked.is_ok(), stock, "{checked:?}");
    stock
}

/// Whether the stock verifier accepts a proof.
pub fn verifies_by_stock<'params, V: MultiVerify<'params>>(
    params: &'params ParamsKZG<Bn256>,
    pk: &ProvingKey<G1Affine>,
    instances: &[Vec<Vec<Fr>>],
    proof: &[u8],
) -> bool {
    let mut transcript = Blake2bRead::<_, _, Challenge255<_>>::init(proof);
    with_instances(instances, |instances| {
        verify_proof::<Scheme, V, _, _, _>(
            params.verifier_params(),
            pk.get_vk(),
            SingleStrategy::new(params.verifier_params()),
            instances,
            &mut transcript,
        )
        .is_ok()
    })
}
