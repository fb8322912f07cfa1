//! Finds what refuses a changed cell. Only the gates, lookups and copies that use the cell are evaluated, so that all
//! cells of large circuits can be changed. `constraints.rs` compares the results with halo2's mock prover.

use super::recorded::{At, Kind, Recorded, random_element};
use halo2_axiom::plonk::Expression;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{BuiltCircuit, Fr};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A constraint, lookup or copy that refuses, by its number in the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// A gate and its constraint.
    Constraint(usize, usize),
    Lookup(usize),
    Copy(usize),
}

/// A node of an expression, computed from earlier nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Constant(Fr),
    Cell(Kind, usize, i32),
    Challenge(usize),
    Negated(usize),
    Sum(usize, usize),
    Product(usize, usize),
    Scaled(usize, Fr),
}

/// Expressions whose common parts are computed once.
#[derive(Default)]
struct Program {
    steps: Vec<Step>,
    known: HashMap<Step, usize>,
    outputs: Vec<usize>,
}

impl Program {
    fn of<'a>(expressions: impl IntoIterator<Item = &'a Expression<Fr>>) -> Self {
        let mut program = Self::default();
        for expression in expressions {
            let output = program.add(expression);
            program.outputs.push(output);
        }
        program
    }

    fn add(&mut self, expression: &Expression<Fr>) -> usize {
        let step = match expression {
            Expression::Constant(value) => Step::Constant(*value),
            Expression::Selector(_) => panic!("circuits have no selectors"),
            Expression::Fixed(query) => Step::Cell(Kind::Fixed, query.column_index(), query.rotation().0),
            Expression::Advice(query) => Step::Cell(Kind::Advice, query.column_index(), query.rotation().0),
            Expression::Instance(query) => Step::Cell(Kind::Instance, query.column_index(), query.rotation().0),
            Expression::Challenge(challenge) => Step::Challenge(challenge.index()),
            Expression::Negated(a) => Step::Negated(self.add(a)),
            Expression::Sum(a, b) => Step::Sum(self.add(a), self.add(b)),
            Expression::Product(a, b) => Step::Product(self.add(a), self.add(b)),
            Expression::Scaled(a, by) => Step::Scaled(self.add(a), *by),
        };
        let next = self.steps.len();
        let number = *self.known.entry(step).or_insert(next);
        if number == next {
            self.steps.push(step);
        }
        number
    }

    /// The cells of a kind that are read: columns, and rows relative to the gate's first.
    fn cells(&self, kind: Kind) -> Vec<(usize, i32)> {
        let cells = self.steps.iter().filter_map(|step| match *step {
            Step::Cell(of, column, rotation) if of == kind => Some((column, rotation)),
            _ => None,
        });
        cells.collect()
    }

    fn run(&self, recorded: &Recorded, row: usize) -> Vec<Fr> {
        let mut values: Vec<Fr> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            values.push(match *step {
                Step::Constant(value) => value,
                Step::Cell(kind, column, rotation) => recorded.value((kind, column, below(recorded, row, rotation))),
                Step::Challenge(challenge) => recorded.challenges[challenge],
                Step::Negated(a) => -values[a],
                Step::Sum(a, b) => values[a] + values[b],
                Step::Product(a, b) => values[a] * values[b],
                Step::Scaled(a, by) => values[a] * by,
            });
        }
        self.outputs.iter().map(|&output| values[output]).collect()
    }
}

fn below(recorded: &Recorded, row: usize, rotation: i32) -> usize {
    (row as i64 + i64::from(rotation)).rem_euclid(recorded.rows as i64) as usize
}

struct Gate {
    program: Program,
    /// The rows where one of its fixed columns is not zero. Elsewhere it constrains nothing.
    active: HashSet<usize>,
}

struct Lookup {
    inputs: Program,
    table: Program,
    /// How often each row is in the table, and how often it is looked up.
    rows: HashMap<Vec<Fr>, i64>,
    reads: HashMap<Vec<Fr>, i64>,
}

/// Rows of a lookup's table, and looked-up rows.
type Rows = (Vec<Vec<Fr>>, Vec<Vec<Fr>>);

/// For each column, the gates or lookups that read a cell, and how many rows above the cell they begin.
type Taken = Vec<Vec<(usize, i32)>>;

/// A circuit's cells, and the constraints on them.
pub struct Checked {
    pub recorded: Recorded,
    gates: Vec<Gate>,
    lookups: Vec<Lookup>,
    in_gates: Taken,
    in_inputs: Taken,
    in_tables: Taken,
    copies: HashMap<At, Vec<usize>>,
}

impl Checked {
    pub fn new(circuit: &BuiltCircuit) -> Self {
        let recorded = Recorded::new(circuit);
        let gates = recorded.cs.gates().iter().map(|gate| Gate::new(gate, &recorded));
        let gates: Vec<Gate> = gates.collect();
        let lookups: Vec<Lookup> = recorded
            .cs
            .lookups()
            .iter()
            .map(|lookup| Lookup::new(lookup.input_expressions(), lookup.table_expressions(), &recorded))
            .collect();
        let taken = |programs: &mut dyn Iterator<Item = &Program>| {
            let mut all: Taken = vec![Vec::new(); recorded.advice.len()];
            for (i, program) in programs.enumerate() {
                for (column, rotation) in program.cells(Kind::Advice) {
                    all[column].push((i, rotation));
                }
            }
            all
        };
        let mut copies: HashMap<At, Vec<usize>> = HashMap::new();
        for (i, copy) in recorded.copies.iter().enumerate() {
            for &end in copy {
                copies.entry(end).or_default().push(i);
            }
        }
        Self {
            in_gates: taken(&mut gates.iter().map(|gate| &gate.program)),
            in_inputs: taken(&mut lookups.iter().map(|lookup| &lookup.inputs)),
            in_tables: taken(&mut lookups.iter().map(|lookup| &lookup.table)),
            gates,
            lookups,
            copies,
            recorded,
        }
    }

    /// All possible refusals.
    pub fn all(&self) -> BTreeSet<Refusal> {
        let gates = self.gates.iter().enumerate();
        let constraints =
            gates.flat_map(|(i, gate)| (0..gate.program.outputs.len()).map(move |j| Refusal::Constraint(i, j)));
        constraints
            .chain((0..self.lookups.len()).map(Refusal::Lookup))
            .chain((0..self.recorded.copies.len()).map(Refusal::Copy))
            .collect()
    }

    /// The refusals of the circuit as it is.
    pub fn refusals(&self) -> BTreeSet<Refusal> {
        let mut all = BTreeSet::new();
        for (i, gate) in self.gates.iter().enumerate() {
            for &row in &gate.active {
                all.extend(self.constraints(i, row));
            }
        }
        for (i, lookup) in self.lookups.iter().enumerate() {
            if lookup.reads.keys().any(|read| !lookup.rows.contains_key(read)) {
                all.insert(Refusal::Lookup(i));
            }
        }
        let copies = 0..self.recorded.copies.len();
        all.extend(copies.filter(|&i| self.differs(i)).map(Refusal::Copy));
        all
    }

    /// The refusals of the circuit if some advice cells have other values.
    pub fn refusals_with(&mut self, changes: &[((usize, usize), Fr)]) -> BTreeSet<Refusal> {
        let places: Vec<(usize, usize)> = changes.iter().map(|(place, _)| *place).collect();
        let before = self.lookup_rows(&places);
        let values: Vec<Fr> = places.iter().map(|&(c, r)| self.recorded.advice[c][r]).collect();
        for &((column, row), value) in changes {
            self.recorded.advice[column][row] = value;
        }
        let mut all = BTreeSet::new();
        for (gate, row) in self.rows_of(&self.in_gates, &places) {
            if self.gates[gate].active.contains(&row) {
                all.extend(self.constraints(gate, row));
            }
        }
        let after = self.lookup_rows(&places);
        for (&i, (rows, reads)) in &before {
            let (new_rows, new_reads) = &after[&i];
            if self.lookups[i].refuses([rows, new_rows], [reads, new_reads]) {
                all.insert(Refusal::Lookup(i));
            }
        }
        let copies = places
            .iter()
            .filter_map(|&(c, r)| self.copies.get(&(Kind::Advice, c, r)));
        let copies = copies.flatten().filter(|&&i| self.differs(i));
        all.extend(copies.map(|&i| Refusal::Copy(i)));
        for (&(column, row), value) in places.iter().zip(values) {
            self.recorded.advice[column][row] = value;
        }
        all
    }

    /// The constraints of a gate that fail in a row.
    fn constraints(&self, gate: usize, row: usize) -> impl Iterator<Item = Refusal> + use<> {
        let values = self.gates[gate].program.run(&self.recorded, row);
        let failed = values
            .into_iter()
            .enumerate()
            .filter(|(_, value)| *value != Fr::from(0));
        failed.map(move |(i, _)| Refusal::Constraint(gate, i))
    }

    fn differs(&self, copy: usize) -> bool {
        let [a, b] = self.recorded.copies[copy].map(|at| self.recorded.value(at));
        a != b
    }

    /// The rows of each gate or lookup that read one of these cells.
    fn rows_of(&self, taken: &Taken, places: &[(usize, usize)]) -> BTreeSet<(usize, usize)> {
        let rows = places.iter().flat_map(|&(column, row)| {
            let taken = taken[column].iter();
            taken.map(move |&(i, rotation)| (i, below(&self.recorded, row, -rotation)))
        });
        rows.collect()
    }

    /// For each lookup that reads one of these cells, the table rows and the looked-up rows that contain it.
    fn lookup_rows(&self, places: &[(usize, usize)]) -> HashMap<usize, Rows> {
        let mut all: HashMap<usize, Rows> = HashMap::new();
        let usable = |&(_, row): &(usize, usize)| row < self.recorded.usable;
        for (i, row) in self.rows_of(&self.in_tables, places).into_iter().filter(usable) {
            let row = self.lookups[i].table.run(&self.recorded, row);
            all.entry(i).or_default().0.push(row);
        }
        for (i, row) in self.rows_of(&self.in_inputs, places).into_iter().filter(usable) {
            let row = self.lookups[i].inputs.run(&self.recorded, row);
            all.entry(i).or_default().1.push(row);
        }
        all
    }

    /// The cells that gates read: the gate, the column, and the row relative to the gate's first.
    pub fn taken(&self) -> BTreeSet<(usize, usize, i32)> {
        let gates = self.gates.iter().enumerate();
        gates
            .flat_map(|(i, gate)| {
                gate.program
                    .cells(Kind::Advice)
                    .into_iter()
                    .map(move |(c, r)| (i, c, r))
            })
            .collect()
    }

    /// Whether a gate's value depends on a cell that it reads, when the other cells have any values.
    pub fn depends(&mut self, (gate, column, rotation): (usize, usize, i32)) -> bool {
        let Some(&first) = self.gates[gate].active.iter().min() else {
            return false;
        };
        let mut rng = StdRng::seed_from_u64(3);
        let mut change = |recorded: &mut Recorded, (column, rotation): (usize, i32)| {
            let row = below(recorded, first, rotation);
            recorded.advice[column][row] += random_element(&mut rng);
            (column, row)
        };
        let before = self.recorded.advice.clone();
        for cell in self.gates[gate].program.cells(Kind::Advice) {
            change(&mut self.recorded, cell);
        }
        let value = self.gates[gate].program.run(&self.recorded, first);
        change(&mut self.recorded, (column, rotation));
        let changed = self.gates[gate].program.run(&self.recorded, first);
        self.recorded.advice = before;
        value != changed
    }

    /// The cells of gates that are not limbs and are copied in some instances, but not in all.
    pub fn sometimes_copied(&self) -> Vec<(usize, usize, i32)> {
        let limbs: BTreeSet<usize> = self
            .taken()
            .into_iter()
            .filter(|&(gate, ..)| self.recorded.cs.gates()[gate].name() == "limb")
            .map(|(_, column, _)| column)
            .collect();
        let mixed = self.taken().into_iter().filter(|&(gate, column, rotation)| {
            let is_copied = |&row: &usize| {
                let row = below(&self.recorded, row, rotation);
                self.copies.contains_key(&(Kind::Advice, column, row))
            };
            let name = self.recorded.cs.gates()[gate].name();
            let active = &self.gates[gate].active;
            let copied = active.iter().filter(|row| is_copied(row)).count();
            // There may be more weights than relations.
            !["basic", "weights"].contains(&name) && !limbs.contains(&column) && copied != 0 && copied != active.len()
        });
        mixed.collect()
    }

    /// The cells of gates, among [`Self::taken`], that a place is used for.
    pub fn taken_at(&self, (column, row): (usize, usize)) -> Vec<(usize, usize, i32)> {
        let taken = self.in_gates[column].iter().filter(|&&(gate, rotation)| {
            let row = below(&self.recorded, row, -rotation);
            self.gates[gate].active.contains(&row)
        });
        taken.map(|&(gate, rotation)| (gate, column, rotation)).collect()
    }

    /// The name of a refusal: of a gate and its constraint, of a lookup, or of a copied cell.
    pub fn name(&self, refusal: Refusal) -> (String, String) {
        match refusal {
            Refusal::Constraint(gate, constraint) => {
                let gate = &self.recorded.cs.gates()[gate];
                (gate.name().to_owned(), gate.constraint_name(constraint).to_owned())
            }
            Refusal::Lookup(lookup) => (
                "lookup".to_owned(),
                self.recorded.cs.lookups()[lookup].name().to_owned(),
            ),
            Refusal::Copy(_) => ("copy".to_owned(), "copy".to_owned()),
        }
    }

    /// The sets of cells that copies make equal, of cells that are in a copy.
    pub fn classes(&self) -> Vec<BTreeSet<At>> {
        let mut seen: HashSet<At> = HashSet::new();
        let mut classes = Vec::new();
        for &start in self.copies.keys() {
            let (mut class, mut rest) = (BTreeSet::new(), vec![start]);
            while let Some(at) = rest.pop() {
                if seen.insert(at) {
                    class.insert(at);
                    rest.extend(self.copies[&at].iter().flat_map(|&i| self.recorded.copies[i]));
                }
            }
            if !class.is_empty() {
                classes.push(class);
            }
        }
        classes.sort();
        classes
    }
}

impl Gate {
    fn new(gate: &halo2_axiom::plonk::Gate<Fr>, recorded: &Recorded) -> Self {
        let program = Program::of(gate.polynomials());
        let fixed = program.cells(Kind::Fixed);
        let active = |&row: &usize| {
            let is_on = |&(column, rotation): &(usize, i32)| {
                recorded.fixed[column][below(recorded, row, rotation)] != Fr::from(0)
            };
            fixed.is_empty() || fixed.iter().any(is_on)
        };
        let active = (0..recorded.rows).filter(active).collect();
        Self { program, active }
    }
}

impl Lookup {
    fn new(inputs: &[Expression<Fr>], table: &[Expression<Fr>], recorded: &Recorded) -> Self {
        let count = |program: &Program| {
            let mut counts: HashMap<Vec<Fr>, i64> = HashMap::new();
            for row in 0..recorded.usable {
                *counts.entry(program.run(recorded, row)).or_default() += 1;
            }
            counts
        };
        let (inputs, table) = (Program::of(inputs), Program::of(table));
        Self {
            rows: count(&table),
            reads: count(&inputs),
            inputs,
            table,
        }
    }

    /// Whether some read matches no table row, if some rows and reads are changed. The pairs are before and after the
    /// change.
    fn refuses(&self, rows: [&Vec<Vec<Fr>>; 2], reads: [&Vec<Vec<Fr>>; 2]) -> bool {
        let count = |counts: &HashMap<Vec<Fr>, i64>, [before, after]: [&Vec<Vec<Fr>>; 2], of: &Vec<Fr>| {
            let times = |all: &Vec<Vec<Fr>>| all.iter().filter(|row| *row == of).count() as i64;
            counts.get(of).copied().unwrap_or_default() - times(before) + times(after)
        };
        let changed = rows[0].iter().chain(reads[1]);
        changed
            .into_iter()
            .any(|row| count(&self.reads, reads, row) > 0 && count(&self.rows, rows, row) == 0)
    }
}
