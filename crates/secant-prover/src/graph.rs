//! Polynomial expressions over columns, as programs. `rows.rs` runs them on many rows at a time.

use crate::convert::{F, Fr, scalar};
use ark_ff::One;
use halo2_axiom::plonk::Expression;
use std::collections::{BTreeSet, HashMap};

/// A number that is the same in all rows. It may be unknown when the program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// A known number.
    Value(F),
    /// A challenge of the circuit.
    Challenge(usize),
    /// The challenge that compresses the columns of a lookup.
    Theta,
    /// The challenge of permutations and of lookups' inputs, multiplied by a number.
    Beta(F),
    /// The challenge of permutations and of lookups' tables.
    Gamma,
    /// A power of the challenge that combines constraints.
    Y(usize),
}

/// A value that an operation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A register.
    Register(u32),
    /// A scalar.
    Scalar(u32),
}

/// One step of a program, on a vector of rows.
#[derive(Clone, Debug)]
pub enum Operation {
    /// The value of a column, `rotation` rows further on.
    Load { column: u32, rotation: i32 },
    /// A sum.
    Add(Source, Source),
    /// A difference.
    Sub(Source, Source),
    /// A product.
    Mul(Source, Source),
    /// A sum of up to [`DOT`] products.
    Dot(Vec<(Source, Source)>),
}

/// The greatest number of products that are summed before one reduction.
pub const DOT: usize = 8;

/// Steps, each with the register that it writes.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub steps: Vec<(u32, Operation)>,
    pub registers: usize,
    pub scalars: Vec<Scalar>,
    /// The place of the result.
    pub result: Option<Source>,
}

/// A value in a program that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The result of a step.
    Step(u32),
    /// A scalar.
    Scalar(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Load(u32, i32),
    Add(Value, Value),
    Sub(Value, Value),
    Mul(Value, Value),
}

enum Step {
    Load { column: u32, rotation: i32 },
    Add(Value, Value),
    Sub(Value, Value),
    Mul(Value, Value),
    Dot(Vec<(Value, Value)>),
}

impl Step {
    /// The steps whose results it reads.
    fn reads(&self) -> BTreeSet<u32> {
        let values = match self {
            Self::Load { .. } => Vec::new(),
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) => vec![*a, *b],
            Self::Dot(terms) => terms.iter().flat_map(|(a, b)| [*a, *b]).collect(),
        };
        let steps = values.into_iter().filter_map(|value| match value {
            Value::Step(i) => Some(i),
            Value::Scalar(_) => None,
        });
        steps.collect()
    }
}

/// The first column of each kind in a program.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    pub fixed: u32,
    pub advice: u32,
    pub instance: u32,
}

/// Writes a program. Within a section, each repeated expression is computed only once.
#[derive(Default)]
pub struct Writer {
    steps: Vec<Step>,
    scalars: Vec<Scalar>,
    known: HashMap<Key, Value>,
    scalar_places: HashMap<Scalar, u32>,
    columns: BTreeSet<u32>,
}

impl Writer {
    /// The number of columns that the program reads so far.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    pub fn scalar(&mut self, scalar: Scalar) -> Value {
        let next = self.scalars.len() as u32;
        let place = *self.scalar_places.entry(scalar).or_insert(next);
        if place == next {
            self.scalars.push(scalar);
        }
        Value::Scalar(place)
    }

    /// Begins a new section and forgets the known expressions. Keeping results in registers for distant uses would take
    /// more time than computing them again.
    pub fn section(&mut self) {
        self.known.clear();
    }

    fn step(&mut self, key: Key, step: Step) -> Value {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let value = self.push(step);
        self.known.insert(key, value);
        value
    }

    fn push(&mut self, step: Step) -> Value {
        self.steps.push(step);
        Value::Step(self.steps.len() as u32 - 1)
    }

    pub fn load(&mut self, column: u32, rotation: i32) -> Value {
        self.columns.insert(column);
        self.step(Key::Load(column, rotation), Step::Load { column, rotation })
    }

    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.step(Key::Add(a, b), Step::Add(a, b))
    }

    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.step(Key::Sub(a, b), Step::Sub(a, b))
    }

    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        self.step(Key::Mul(a, b), Step::Mul(a, b))
    }

    /// `sum a_i b_i`.
    pub fn dot(&mut self, terms: &[(Value, Value)]) -> Option<Value> {
        let mut sum = None;
        for terms in terms.chunks(DOT) {
            let part = self.push(Step::Dot(terms.to_vec()));
            sum = Some(match sum {
                None => part,
                Some(sum) => self.push(Step::Add(sum, part)),
            });
        }
        sum
    }

    fn is(&self, value: Value, x: F) -> bool {
        matches!(value, Value::Scalar(i) if self.scalars[i as usize] == Scalar::Value(x))
    }

    /// An expression of halo2. Its selectors must have been replaced by fixed columns.
    pub fn expression(&mut self, expression: &Expression<Fr>, places: &Places) -> Value {
        match expression {
            Expression::Constant(x) => self.scalar(Scalar::Value(scalar(x))),
            // halo2 makes no proving key for a constraint system that has selectors.
            Expression::Selector(_) => self.scalar(Scalar::Value(F::default())),
            Expression::Fixed(query) => self.load(places.fixed + query.column_index() as u32, query.rotation().0),
            Expression::Advice(query) => self.load(places.advice + query.column_index() as u32, query.rotation().0),
            Expression::Instance(query) => self.load(places.instance + query.column_index() as u32, query.rotation().0),
            Expression::Challenge(challenge) => self.scalar(Scalar::Challenge(challenge.index())),
            Expression::Negated(a) => {
                let a = self.expression(a, places);
                let zero = self.scalar(Scalar::Value(F::default()));
                self.sub(zero, a)
            }
            Expression::Sum(a, b) => {
                // halo2 writes a subtraction as the sum with a negation.
                if let Expression::Negated(b) = &**b {
                    let (a, b) = (self.expression(a, places), self.expression(b, places));
                    return self.sub(a, b);
                }
                let (a, b) = (self.expression(a, places), self.expression(b, places));
                match () {
                    () if self.is(a, F::default()) => b,
                    () if self.is(b, F::default()) => a,
                    () => self.add(a, b),
                }
            }
            Expression::Product(a, b) => {
                let (a, b) = (self.expression(a, places), self.expression(b, places));
                self.product(a, b)
            }
            Expression::Scaled(a, x) => {
                let (a, x) = (self.expression(a, places), self.scalar(Scalar::Value(scalar(x))));
                self.product(a, x)
            }
        }
    }

    fn product(&mut self, a: Value, b: Value) -> Value {
        match () {
            () if self.is(a, F::one()) => b,
            () if self.is(b, F::one()) => a,
            () => self.mul(a, b),
        }
    }

    /// The expressions of a lookup compressed into one: `sum expressions[i] theta^(m - 1 - i)`.
    pub fn compressed(&mut self, expressions: &[Expression<Fr>], places: &Places) -> Value {
        let theta = self.scalar(Scalar::Theta);
        let mut values = expressions
            .iter()
            .map(|e| self.expression(e, places))
            .collect::<Vec<_>>()
            .into_iter();
        let Some(mut sum) = values.next() else {
            return self.scalar(Scalar::Value(F::default()));
        };
        for value in values {
            let product = self.mul(sum, theta);
            sum = self.add(product, value);
        }
        sum
    }

    /// The program that computes `result`. A register is reused after the last step that reads it.
    pub fn finish(self, result: Value) -> Program {
        let mut registers = Registers {
            last_read: self.last_reads(result),
            places: vec![0; self.steps.len()],
            free: Vec::new(),
            count: 0,
        };
        let mut steps = Vec::with_capacity(self.steps.len());
        for (at, step) in self.steps.iter().enumerate() {
            let source = |value: &Value| registers.source(*value);
            let operation = match step {
                Step::Load { column, rotation } => Operation::Load {
                    column: *column,
                    rotation: *rotation,
                },
                Step::Add(a, b) => Operation::Add(source(a), source(b)),
                Step::Sub(a, b) => Operation::Sub(source(a), source(b)),
                Step::Mul(a, b) => Operation::Mul(source(a), source(b)),
                Step::Dot(terms) => Operation::Dot(terms.iter().map(|(a, b)| (source(a), source(b))).collect()),
            };
            steps.push((registers.assign(at, step), operation));
        }
        Program {
            steps,
            registers: registers.count as usize,
            scalars: self.scalars,
            result: Some(registers.source(result)),
        }
    }

    /// For each step, the last step that reads its result: the step itself if none does, `usize::MAX` for the program's
    /// result.
    fn last_reads(&self, result: Value) -> Vec<usize> {
        let mut last_read: Vec<_> = (0..self.steps.len()).collect();
        for (at, step) in self.steps.iter().enumerate() {
            for i in step.reads() {
                last_read[i as usize] = at;
            }
        }
        if let Value::Step(i) = result {
            last_read[i as usize] = usize::MAX;
        }
        last_read
    }
}

/// Assigns registers to the results of steps.
struct Registers {
    last_read: Vec<usize>,
    /// The register of each step so far.
    places: Vec<u32>,
    free: Vec<u32>,
    count: u32,
}

impl Registers {
    fn source(&self, value: Value) -> Source {
        match value {
            Value::Step(i) => Source::Register(self.places[i as usize]),
            Value::Scalar(i) => Source::Scalar(i),
        }
    }

    /// Chooses the register for the result of step `at`. It may be one that the step reads for the last time.
    fn assign(&mut self, at: usize, step: &Step) -> u32 {
        for i in step.reads() {
            if self.last_read[i as usize] == at {
                self.free.push(self.places[i as usize]);
            }
        }
        let register = self.free.pop().unwrap_or_else(|| {
            self.count += 1;
            self.count - 1
        });
        self.places[at] = register;
        // A result that nothing reads frees its register at once.
        if self.last_read[at] == at {
            self.free.push(register);
        }
        register
    }
}

impl Program {
    /// The columns that the program reads.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        self.loads()
            .map(|(column, _)| column)
            .collect::<BTreeSet<_>>()
            .into_iter()
    }

    /// The result for one row, given the values of scalars and columns.
    pub fn run(&self, scalars: &[F], load: impl Fn(usize, i32) -> F) -> F {
        let mut registers = vec![F::default(); self.registers];
        let get = |registers: &[F], source: &Source| match source {
            Source::Register(i) => registers[*i as usize],
            Source::Scalar(i) => scalars[*i as usize],
        };
        for (to, operation) in &self.steps {
            let of = |source| get(&registers, source);
            registers[*to as usize] = match operation {
                Operation::Load { column, rotation } => load(*column as usize, *rotation),
                Operation::Add(a, b) => of(a) + of(b),
                Operation::Sub(a, b) => of(a) - of(b),
                Operation::Mul(a, b) => of(a) * of(b),
                Operation::Dot(terms) => terms.iter().map(|(a, b)| of(a) * of(b)).sum(),
            };
        }
        self.result.map_or_else(F::default, |result| get(&registers, &result))
    }

    /// The values that the program reads, by column and rotation.
    pub fn loads(&self) -> impl Iterator<Item = (usize, i32)> {
        self.steps.iter().filter_map(|(_, operation)| match operation {
            Operation::Load { column, rotation } => Some((*column as usize, *rotation)),
            _ => None,
        })
    }
}
