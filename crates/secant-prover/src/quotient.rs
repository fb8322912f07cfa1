//! All constraints, combined with powers of a challenge, as programs over columns.

use crate::{
    convert::F,
    graph::{Places, Program, Scalar, Value, Writer},
    key::Key,
};
use ark_ff::{AdditiveGroup, Field, One};
use halo2_axiom::plonk::Any;

/// The order of columns in the programs of a quotient: the columns of the key, then those of each circuit in turn.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    fixed: usize,
    sigma: usize,
    advice: usize,
    instance: usize,
    products: usize,
    lookups: usize,
}

impl Layout {
    pub fn new(key: &Key<'_>) -> Self {
        let cs = key.cs();
        Self {
            fixed: cs.num_fixed_columns(),
            sigma: key.permuted.len(),
            advice: cs.num_advice_columns(),
            instance: cs.num_instance_columns(),
            products: key.permuted.len().div_ceil(key.chunk),
            lookups: cs.lookups().len(),
        }
    }

    /// The place of four polynomials: the first row, the last usable row, all usable rows, and the identity.
    const fn rows(self) -> usize {
        self.fixed + self.sigma
    }

    const fn of_circuit(self, circuit: usize) -> usize {
        let circuits = self.advice + self.instance + self.products + 3 * self.lookups;
        self.rows() + 4 + circuit * circuits
    }

    fn places(self, circuit: usize) -> Places {
        let advice = self.of_circuit(circuit);
        Places {
            fixed: 0,
            advice: advice as u32,
            instance: (advice + self.advice) as u32,
        }
    }
}

/// The programs whose sum is the dividend for `circuits` circuits. Each covers consecutive constraints that read about
/// `columns` columns in total, because the columns of one program are in memory together.
///
/// The order of constraints is halo2's, and so are the formulas: <https://zcash.github.io/halo2/design/proving-system.html>.
pub fn programs(key: &Key<'_>, circuits: usize, columns: usize) -> Vec<Program> {
    let mut dividend = Dividend {
        key,
        layout: Layout::new(key),
        columns,
        programs: Vec::new(),
        writer: Writer::default(),
        open: Vec::new(),
        count: 0,
        total: 0,
        sum: None,
    };
    // The number of constraints determines their powers of `y`.
    dividend.total = circuits * dividend.constraints();
    for circuit in 0..circuits {
        dividend.circuit(circuit);
    }
    dividend.finish();
    dividend.programs
}

/// The number of constraints whose products with powers of the challenge are summed before one reduction.
const TOGETHER: usize = 4;

struct Dividend<'a> {
    key: &'a Key<'a>,
    layout: Layout,
    columns: usize,
    programs: Vec<Program>,
    writer: Writer,
    /// Constraints that are not in the sum yet, with their powers.
    open: Vec<(Value, Value)>,
    count: usize,
    total: usize,
    sum: Option<Value>,
}

impl Dividend<'_> {
    fn constraints(&self) -> usize {
        let gates: usize = self.key.cs().gates().iter().map(|gate| gate.polynomials().len()).sum();
        let permutation = match self.layout.products {
            0 => 0,
            // The first row of the first product, the last row of the last one, the links between products, and the
            // steps of each.
            products => 2 + (products - 1) + products,
        };
        gates + permutation + 5 * self.layout.lookups
    }

    fn constraint(&mut self, value: Value) {
        let power = self.writer.scalar(Scalar::Y(self.total - 1 - self.count));
        self.count += 1;
        self.open.push((value, power));
        if self.open.len() == TOGETHER {
            self.close();
        }
    }

    fn close(&mut self) {
        let open = core::mem::take(&mut self.open);
        if let Some(sum) = self.writer.dot(&open) {
            self.sum = Some(match self.sum {
                None => sum,
                Some(before) => self.writer.add(before, sum),
            });
        }
    }

    /// Ends the program, if it has constraints.
    fn finish(&mut self) {
        self.close();
        if let Some(sum) = self.sum.take() {
            self.programs.push(core::mem::take(&mut self.writer).finish(sum));
        }
    }

    /// Begins a section. Begins a new program first if this one reads many columns.
    fn section(&mut self) {
        if self.writer.columns() >= self.columns {
            self.finish();
        }
        self.writer.section();
    }

    fn circuit(&mut self, circuit: usize) {
        let places = self.layout.places(circuit);
        for gate in self.key.cs().gates() {
            self.section();
            for polynomial in gate.polynomials() {
                let value = self.writer.expression(polynomial, &places);
                self.constraint(value);
            }
        }
        self.permutation(&places);
        for lookup in 0..self.layout.lookups {
            self.section();
            self.lookup(lookup, &places);
        }
    }

    fn one(&mut self) -> Value {
        self.writer.scalar(Scalar::Value(F::one()))
    }

    fn row(&mut self, which: usize) -> Value {
        self.writer.load((self.layout.rows() + which) as u32, 0)
    }

    /// `z` is one in the first row.
    fn starts(&mut self, z: u32) {
        let (one, first) = (self.one(), self.row(0));
        let z = self.writer.load(z, 0);
        let difference = self.writer.sub(one, z);
        let value = self.writer.mul(difference, first);
        self.constraint(value);
    }

    /// `z` is zero or one in the last row.
    fn ends(&mut self, z: u32) {
        let last = self.row(1);
        let z = self.writer.load(z, 0);
        let square = self.writer.mul(z, z);
        let difference = self.writer.sub(square, z);
        let value = self.writer.mul(difference, last);
        self.constraint(value);
    }

    fn permutation(&mut self, places: &Places) {
        let first = places.instance as usize + self.layout.instance;
        let products: Vec<u32> = (first..first + self.layout.products).map(|z| z as u32).collect();
        let (Some(first), Some(last)) = (products.first(), products.last()) else {
            return;
        };
        self.section();
        self.starts(*first);
        self.ends(*last);
        let end = -(self.key.blinding_factors as i32 + 1);
        for pair in products.windows(2) {
            let row = self.row(0);
            let (z, before) = (self.writer.load(pair[1], 0), self.writer.load(pair[0], end));
            let difference = self.writer.sub(z, before);
            let value = self.writer.mul(difference, row);
            self.constraint(value);
        }
        let deltas = self.key.deltas();
        for (set, z) in products.iter().enumerate() {
            self.section();
            let gamma = self.writer.scalar(Scalar::Gamma);
            let (mut left, mut right) = (self.writer.load(*z, 1), self.writer.load(*z, 0));
            let from = set * self.key.chunk;
            let columns = &self.key.permuted[from..self.key.permuted.len().min(from + self.key.chunk)];
            for (i, column) in columns.iter().enumerate() {
                let value = column.index() as u32
                    + match column.column_type() {
                        Any::Advice(_) => places.advice,
                        Any::Fixed => places.fixed,
                        Any::Instance => places.instance,
                    };
                let value = self.writer.load(value, 0);
                let value = self.writer.add(value, gamma);
                let sigma = self.writer.load((self.layout.fixed + from + i) as u32, 0);
                let identity = self.row(3);
                for (side, name, beta) in [(&mut left, sigma, F::one()), (&mut right, identity, deltas[from + i])] {
                    let beta = self.writer.scalar(Scalar::Beta(beta));
                    let name = self.writer.mul(name, beta);
                    let factor = self.writer.add(value, name);
                    *side = self.writer.mul(*side, factor);
                }
            }
            let usable = self.row(2);
            let difference = self.writer.sub(left, right);
            let value = self.writer.mul(difference, usable);
            self.constraint(value);
        }
    }

    fn lookup(&mut self, lookup: usize, places: &Places) {
        let first = places.instance as usize + self.layout.instance + self.layout.products + 3 * lookup;
        let [z, input, table] = [first as u32, first as u32 + 1, first as u32 + 2];
        let argument = &self.key.cs().lookups()[lookup];
        let [inputs, tables] = [argument.input_expressions(), argument.table_expressions()]
            .map(|expressions| self.writer.compressed(expressions, places));
        self.starts(z);
        self.ends(z);
        let w = &mut self.writer;
        let (beta, gamma) = (w.scalar(Scalar::Beta(F::one())), w.scalar(Scalar::Gamma));
        let (a, s) = (w.load(input, 0), w.load(table, 0));
        let (left, right) = (w.load(z, 1), w.load(z, 0));
        let sides = [(left, a, s), (right, inputs, tables)].map(|(z, a, s)| {
            let (a, s) = (w.add(a, beta), w.add(s, gamma));
            let product = w.mul(a, s);
            w.mul(z, product)
        });
        let difference = w.sub(sides[0], sides[1]);
        let usable = self.row(2);
        let value = self.writer.mul(difference, usable);
        self.constraint(value);
        let difference = self.writer.sub(a, s);
        let first = self.row(0);
        let value = self.writer.mul(difference, first);
        self.constraint(value);
        let before = self.writer.load(input, -1);
        let step = self.writer.sub(a, before);
        let product = self.writer.mul(difference, step);
        let value = self.writer.mul(product, usable);
        self.constraint(value);
    }
}

/// The challenges of a proof, from which the scalars of programs are computed. A challenge is zero until it is known.
#[derive(Clone, Copy, Debug)]
pub struct Challenges<'a> {
    pub of_circuit: &'a [F],
    pub theta: F,
    pub beta: F,
    pub gamma: F,
    pub y: F,
}

impl<'a> Challenges<'a> {
    /// The first challenges.
    pub fn new(of_circuit: &'a [F], theta: F) -> Self {
        Self {
            of_circuit,
            theta,
            beta: F::ZERO,
            gamma: F::ZERO,
            y: F::ZERO,
        }
    }

    pub fn value(&self, scalar: Scalar) -> F {
        match scalar {
            Scalar::Value(x) => x,
            Scalar::Challenge(i) => self.of_circuit.get(i).copied().unwrap_or(F::ZERO),
            Scalar::Theta => self.theta,
            Scalar::Beta(x) => self.beta * x,
            Scalar::Gamma => self.gamma,
            Scalar::Y(i) => self.y.pow([i as u64]),
        }
    }
}
