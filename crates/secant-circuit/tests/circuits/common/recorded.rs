//! The cells that a circuit assigns and copies, recorded from its calls to halo2.

use halo2_axiom::{
    circuit::Value,
    plonk::{
        Advice, Any, Assigned, Assignment, Challenge, Circuit, Column, ConstraintSystem, Error, Fixed, FloorPlanner,
        Instance, Selector,
    },
};
use rand::{RngCore, SeedableRng, rngs::StdRng};
use secant_circuit::{BuiltCircuit, Fr};

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Advice,
    Fixed,
    Instance,
}

/// A kind of column, a column of that kind, and a row.
pub type At = (Kind, usize, usize);

/// All columns, with the challenges of a proof.
pub struct Recorded {
    pub cs: ConstraintSystem<Fr>,
    /// How many rows there are, and how many of them are usable.
    pub rows: usize,
    pub usable: usize,
    pub advice: Vec<Vec<Fr>>,
    pub fixed: Vec<Vec<Fr>>,
    pub instance: Vec<Vec<Fr>>,
    pub challenges: Vec<Fr>,
    /// The pairs of cells that must be equal.
    pub copies: Vec<[At; 2]>,
}

/// A random element.
pub fn random_element(rng: &mut impl RngCore) -> Fr {
    let mut limbs = [0; 4];
    limbs.fill_with(|| rng.next_u64());
    limbs[3] >>= 3;
    Fr::from_raw(limbs)
}

impl Recorded {
    pub fn new(circuit: &BuiltCircuit) -> Self {
        let mut cs = ConstraintSystem::default();
        let columns = BuiltCircuit::configure_with_params(&mut cs, circuit.params());
        let rows = 1usize << circuit.configuration().k;
        let zeros = |count: usize| vec![vec![Fr::from(0); rows]; count];
        let mut instance = zeros(cs.num_instance_columns());
        for (column, values) in instance.iter_mut().zip(circuit.instances()) {
            column[..values.len()].copy_from_slice(&values);
        }
        let mut rng = StdRng::seed_from_u64(1);
        let mut recorded = Self {
            rows,
            usable: rows - (cs.blinding_factors() + 1),
            advice: zeros(cs.num_advice_columns()),
            fixed: zeros(cs.num_fixed_columns()),
            instance,
            challenges: (0..cs.num_challenges()).map(|_| random_element(&mut rng)).collect(),
            copies: Vec::new(),
            cs,
        };
        <BuiltCircuit as Circuit<Fr>>::FloorPlanner::synthesize(&mut recorded, circuit, columns, Vec::new()).unwrap();
        recorded
    }

    pub fn value(&self, (kind, column, row): At) -> Fr {
        match kind {
            Kind::Advice => self.advice[column][row],
            Kind::Fixed => self.fixed[column][row],
            Kind::Instance => self.instance[column][row],
        }
    }
}

/// The kind and number of a column of halo2.
pub fn column(column: &Column<Any>) -> (Kind, usize) {
    let kind = match column.column_type() {
        Any::Advice(_) => Kind::Advice,
        Any::Fixed => Kind::Fixed,
        Any::Instance => Kind::Instance,
    };
    (kind, column.index())
}

fn at(of: Column<Any>, row: usize) -> At {
    let (kind, column) = column(&of);
    (kind, column, row)
}

impl Assignment<Fr> for Recorded {
    fn enter_region<NR: Into<String>, N: FnOnce() -> NR>(&mut self, _: N) {}

    fn annotate_column<A: FnOnce() -> AR, AR: Into<String>>(&mut self, _: A, _: Column<Any>) {}

    fn exit_region(&mut self) {}

    fn enable_selector<A: FnOnce() -> AR, AR: Into<String>>(
        &mut self,
        _: A,
        _: &Selector,
        _: usize,
    ) -> Result<(), Error> {
        panic!("circuits have no selectors");
    }

    fn query_instance(&self, column: Column<Instance>, row: usize) -> Result<Value<Fr>, Error> {
        Ok(Value::known(self.instance[column.index()][row]))
    }

    fn assign_advice<'v>(
        &mut self,
        column: Column<Advice>,
        row: usize,
        to: Value<Assigned<Fr>>,
    ) -> Value<&'v Assigned<Fr>> {
        assert!(row < self.usable, "row {row} of {}", self.usable);
        to.map(|value| self.advice[column.index()][row] = value.evaluate());
        Value::unknown()
    }

    fn assign_fixed(&mut self, column: Column<Fixed>, row: usize, to: Assigned<Fr>) {
        assert!(row < self.usable, "row {row} of {}", self.usable);
        self.fixed[column.index()][row] = to.evaluate();
    }

    fn copy(&mut self, left: Column<Any>, left_row: usize, right: Column<Any>, right_row: usize) {
        self.copies.push([at(left, left_row), at(right, right_row)]);
    }

    fn fill_from_row(&mut self, _: Column<Fixed>, _: usize, _: Value<Assigned<Fr>>) -> Result<(), Error> {
        panic!("circuits have no tables of their own");
    }

    fn get_challenge(&self, challenge: Challenge) -> Value<Fr> {
        Value::known(self.challenges[challenge.index()])
    }

    fn push_namespace<NR: Into<String>, N: FnOnce() -> NR>(&mut self, _: N) {}

    fn pop_namespace(&mut self, _: Option<String>) {}
}
