//! A circuit as it is written: values, gates and copies, without columns.
//!
//! A proof has two phases. In the first the prover fixes everything that is computed; then challenges come, with which the
//! relations of foreign fields are checked in the second ([`crate::foreign`]). The values of the first phase are known when a
//! circuit is written, those of the second when the challenges are.

mod lie;

use crate::{Error, Fr, Gate, Range, Soundness, foreign::Batches, integer};
use indexmap::IndexMap;
use std::{collections::HashMap, sync::Arc};

/// A cell of a circuit under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u32);

impl Cell {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell so many after this one, of those that were made together.
    pub(crate) fn after(self, count: usize) -> Self {
        Self(self.0 + count as u32)
    }
}

/// What goes into a cell of the basic gate.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// A copy of a cell.
    Copy(Cell),
    /// A constant of the circuit.
    Constant(Fr),
    /// A value that the prover chooses, determined by the gate it is in or by nothing.
    Witness(Fr),
}

impl From<Cell> for Input {
    fn from(cell: Cell) -> Self {
        Self::Copy(cell)
    }
}

impl From<Fr> for Input {
    fn from(value: Fr) -> Self {
        Self::Constant(value)
    }
}

impl From<u64> for Input {
    fn from(value: u64) -> Self {
        Self::Constant(value.into())
    }
}

/// How integers stand in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// The most bits of one cell that is checked to have no more.
    pub cell_bits: usize,
    /// The bits of a limb of a foreign field's elements.
    pub limb_bits: usize,
}

impl Default for Shape {
    /// Four limbs are an element of 256 bits, and a sum of products of limbs, weighed with random numbers of
    /// [`crate::foreign::WEIGHT_BITS`] bits, stays below `r`, of 254 bits.
    fn default() -> Self {
        Self {
            cell_bits: 72,
            limb_bits: 64,
        }
    }
}

/// Values, gates and copies of a circuit.
///
/// A builder whose function returned an error lacks what that function would have constrained: nothing should be made of it.
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) shape: Shape,
    pub(crate) values: Vec<Fr>,
    pub(crate) basic: Vec<BasicCell>,
    pub(crate) gates: IndexMap<String, Arc<dyn Gate>>,
    /// By address.
    known_gates: HashMap<usize, (usize, Arc<dyn Gate>)>,
    pub(crate) units: Vec<Unit>,
    pub(crate) copies: Vec<(Cell, Cell)>,
    pub(crate) constants: Vec<(Cell, Fr)>,
    pub(crate) public: Vec<Cell>,
    pub(crate) memories: IndexMap<usize, Memory>,
    /// The relations of foreign fields.
    pub(crate) batches: Batches,
    pub(crate) soundness: Soundness,
}

/// The phase of a proof in which a cell gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Phase {
    First,
    Second,
}

/// A cell in the column of basic gates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BasicCell {
    pub cell: Cell,
    /// Whether a gate begins here.
    pub gate: bool,
    /// Whether its value is its own, not that of another cell or a constant.
    pub own: bool,
}

/// An instance of a gate, or, without one, cells that are checked to have so many bits.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The position of the gate in the builder's map.
    pub gate: Option<usize>,
    /// The phase of the limbs.
    pub phase: Phase,
    /// The first of the operands, after which come the limbs.
    pub first: Cell,
    pub operands: usize,
    /// The first of the cells of the second phase, and how many there are: for gates of the first phase none before the circuit
    /// is closed.
    pub late: (Cell, usize),
    pub limbs: Arc<[Range]>,
}

impl Unit {
    /// The cell of a limb.
    pub fn limb(&self, i: usize) -> Cell {
        self.first.after(self.operands + i)
    }
}

/// Tables of rows of the same width, and what is read from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// Constant rows: a table's number and the row's, and values.
    pub constants: Vec<(u64, u64, Vec<Fr>)>,
    /// Rows of cells, which stand one after another: a table's number and the row's.
    pub records: Vec<(u64, u64, Cell)>,
    /// A table, and cells one after another: a row's number, and the row. Whether the table is constant.
    pub reads: Vec<(u64, Cell, bool)>,
    tables: u64,
}

/// A row that was read.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number.
    pub number: Cell,
    /// Its values.
    pub values: Vec<Cell>,
}

/// A table that rows are read from.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    width: usize,
    number: u64,
    constant: bool,
    /// Where its rows begin among all of this width, and how many there are.
    start: usize,
    rows: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self::with_shape(Shape::default())
    }
}

impl Builder {
    /// An empty circuit.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty circuit with integers in another shape.
    ///
    /// # Panics
    /// If a limb has no bits or does not fit a cell, or a cell does not fit the circuit's field.
    pub fn with_shape(shape: Shape) -> Self {
        let Shape { cell_bits, limb_bits } = shape;
        assert!(
            (1..=cell_bits).contains(&limb_bits) && cell_bits < 128,
            "a limb in a cell of less than 128 bits"
        );
        Self {
            shape,
            values: Vec::new(),
            basic: Vec::new(),
            gates: IndexMap::new(),
            known_gates: HashMap::new(),
            units: Vec::new(),
            copies: Vec::new(),
            constants: Vec::new(),
            public: Vec::new(),
            memories: IndexMap::new(),
            batches: Batches::default(),
            soundness: Soundness::default(),
        }
    }

    /// How integers stand in cells.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How surely the relations of foreign fields are to hold: before the circuit is finished. An explicit configuration that
    /// has less is refused then.
    pub fn set_soundness(&mut self, soundness: Soundness) {
        self.soundness = soundness;
    }

    /// The gates on ranged cells: name, how many there are, and the operands, the cells of the second phase and the ranged cells
    /// of each.
    pub fn gate_counts(&self) -> Vec<(String, usize, [usize; 3])> {
        let sets = self.soundness.sets();
        let mut counts: Vec<_> = self
            .gates
            .values()
            .map(|gate| {
                let cells = [gate.operands(), gate.late() * sets, gate.limbs().len()];
                (gate.name().to_owned(), 0, cells)
            })
            .collect();
        for gate in self.units.iter().filter_map(|unit| unit.gate) {
            counts[gate].1 += 1;
        }
        counts.push((
            "range".to_owned(),
            self.units.iter().filter(|unit| unit.gate.is_none()).count(),
            [0, 0, 1],
        ));
        counts
    }

    /// The value of a cell.
    pub fn value(&self, cell: Cell) -> Fr {
        self.values[cell.index()]
    }

    pub(crate) fn new_cell(&mut self, value: Fr) -> Cell {
        let cell = Cell(self.values.len() as u32);
        self.values.push(value);
        cell
    }

    /// A cell with what was asked for.
    fn fill(&mut self, input: Input) -> Cell {
        match input {
            Input::Witness(value) => self.new_cell(value),
            Input::Constant(value) => {
                let cell = self.new_cell(value);
                self.constants.push((cell, value));
                cell
            }
            Input::Copy(of) => {
                let cell = self.new_cell(self.value(of));
                self.copies.push((of, cell));
                cell
            }
        }
    }

    /// The value that an input has.
    pub(crate) fn peek(&self, input: Input) -> Fr {
        match input {
            Input::Copy(cell) => self.value(cell),
            Input::Constant(value) | Input::Witness(value) => value,
        }
    }

    /// Cells in the column of basic gates, one below the other; a gate `a + b c = d` begins at each of `gates`.
    pub(crate) fn column(&mut self, inputs: impl IntoIterator<Item = Input>, gates: &[usize]) -> Vec<Cell> {
        let start = self.basic.len();
        let cells: Vec<_> = inputs
            .into_iter()
            .map(|input| {
                let cell = self.fill(input);
                self.basic.push(BasicCell {
                    cell,
                    gate: false,
                    own: matches!(input, Input::Witness(_)),
                });
                cell
            })
            .collect();
        for gate in gates {
            debug_assert!(gate + 3 < cells.len(), "a gate has four cells");
            self.basic[start + gate].gate = true;
        }
        cells
    }

    /// A value of the prover's choice, which nothing determines yet.
    pub fn witness(&mut self, value: Fr) -> Cell {
        self.column([Input::Witness(value)], &[])[0]
    }

    /// A cell with a constant.
    pub fn constant(&mut self, value: impl Into<Fr>) -> Cell {
        self.column([Input::Constant(value.into())], &[])[0]
    }

    /// The two have the same value.
    pub fn assert_equal(&mut self, a: Cell, b: Cell) {
        self.copies.push((a, b));
    }

    /// The cell has this value.
    pub fn assert_constant(&mut self, a: Cell, value: impl Into<Fr>) {
        self.constants.push((a, value.into()));
    }

    /// The next public input is the value of this cell.
    pub fn publish(&mut self, cell: Cell) {
        self.public.push(cell);
    }

    /// The values of the public inputs, in their order.
    pub fn public_values(&self) -> Vec<Fr> {
        self.public.iter().map(|&cell| self.value(cell)).collect()
    }

    /// An instance of a gate, whose limbs are of a phase: its first cell. Cells of the second phase are left to
    /// [`Self::add_late`].
    ///
    /// # Errors
    /// If another gate has its name.
    ///
    /// # Panics
    /// If there are not as many operands and limbs as the gate has.
    pub(crate) fn apply(
        &mut self,
        gate: &Arc<dyn Gate>,
        operands: &[Input],
        limbs: &[Fr],
        phase: Phase,
    ) -> Result<Cell, Error> {
        assert_eq!(gate.operands(), operands.len(), "the gate's operands");
        assert_eq!(gate.limbs().len(), limbs.len(), "the gate's limbs");
        let index = self.number_of(gate)?;
        let first = Cell(self.values.len() as u32);
        for &operand in operands {
            self.fill(operand);
        }
        for &limb in limbs {
            self.new_cell(limb);
        }
        self.units.push(Unit {
            gate: Some(index),
            phase,
            first,
            operands: operands.len(),
            late: (first, 0),
            limbs: gate.limbs().into(),
        });
        Ok(first)
    }

    /// The cells of the second phase of a unit, the first of which it returns.
    pub(crate) fn add_late(&mut self, unit: usize, count: usize) -> Cell {
        let first = Cell(self.values.len() as u32);
        self.values.resize(self.values.len() + count, Fr::zero());
        self.units[unit].late = (first, count);
        first
    }

    /// The number of a gate, under which its constraints are known.
    fn number_of(&mut self, gate: &Arc<dyn Gate>) -> Result<usize, Error> {
        // The gates that were looked at live as long as the builder, and so do their addresses.
        let address = Arc::as_ptr(gate).cast::<()>() as usize;
        if let Some((index, _)) = self.known_gates.get(&address) {
            return Ok(*index);
        }
        let index = match self.gates.get_full(gate.name()) {
            Some((index, _, known)) if format!("{known:?}") == format!("{gate:?}") => index,
            Some(_) => {
                return Err(Error::Unsupported(format!(
                    "two gates with the name {:?} and other constraints",
                    gate.name()
                )));
            }
            None => self.gates.insert_full(gate.name().to_owned(), gate.clone()).0,
        };
        self.known_gates.insert(address, (index, gate.clone()));
        Ok(index)
    }

    /// A cell of at most so many bits, no more than [`Shape::cell_bits`].
    pub(crate) fn ranged(&mut self, value: Fr, bits: usize) -> Cell {
        debug_assert!(bits <= self.shape.cell_bits);
        self.ranged_in(value, Range::exact(bits))
    }

    /// A cell in a range.
    pub(crate) fn ranged_in(&mut self, value: Fr, range: Range) -> Cell {
        let first = self.new_cell(value);
        self.units.push(Unit {
            gate: None,
            phase: Phase::First,
            first,
            operands: 0,
            late: (first, 0),
            limbs: [range].into(),
        });
        first
    }

    /// A table of constant rows of one width.
    ///
    /// # Panics
    /// If there are none, or of several widths.
    pub fn constant_table(&mut self, rows: Vec<Vec<Fr>>) -> Table {
        let (mut table, memory) = self.new_table(width_of(&rows), true);
        (table.start, table.rows) = (memory.constants.len(), rows.len());
        let rows = rows.into_iter().enumerate();
        memory
            .constants
            .extend(rows.map(|(row, values)| (table.number, row as u64, values)));
        table
    }

    /// A table of rows of cells of one width.
    ///
    /// # Panics
    /// If there are none, or of several widths.
    pub fn table(&mut self, rows: &[Vec<Cell>]) -> Table {
        let width = width_of(rows);
        let records: Vec<_> = rows
            .iter()
            .map(|row| {
                let copies: Vec<_> = row.iter().map(|&cell| self.fill(cell.into())).collect();
                copies[0]
            })
            .collect();
        let (mut table, memory) = self.new_table(width, false);
        (table.start, table.rows) = (memory.records.len(), records.len());
        let records = records.into_iter().enumerate();
        memory
            .records
            .extend(records.map(|(row, first)| (table.number, row as u64, first)));
        table
    }

    /// A table with the next number among those of its width, which begin at one.
    fn new_table(&mut self, width: usize, constant: bool) -> (Table, &mut Memory) {
        let memory = self.memories.entry(width).or_default();
        memory.tables += 1;
        let number = memory.tables;
        let table = Table {
            width,
            number,
            constant,
            start: 0,
            rows: 0,
        };
        (table, memory)
    }

    /// The row of a table with this number, which has to be one of its rows: the constraint says so.
    ///
    /// # Errors
    /// If it is not.
    pub fn read(&mut self, table: Table, row: impl Into<Input>) -> Result<Row, Error> {
        let row = row.into();
        let index = integer::to_integer(&self.peek(row));
        let place = usize::try_from(&index).ok().filter(|&index| index < table.rows);
        let place = table.start + place.ok_or_else(|| Error::Unsatisfied(format!("row {index} of a table")))?;
        let memory = &self.memories[&table.width];
        let values: Vec<Fr> = if table.constant {
            memory.constants[place].2.clone()
        } else {
            let first = memory.records[place].2;
            (0..table.width).map(|i| self.value(first.after(i))).collect()
        };
        let number = self.fill(row);
        let values = values.into_iter().map(|value| self.new_cell(value)).collect();
        self.memories[&table.width]
            .reads
            .push((table.number, number, table.constant));
        Ok(Row { number, values })
    }

    /// An input that can be used more than once: a witness of its own would be another cell each time.
    pub(crate) fn settle(&mut self, input: Input) -> Input {
        match input {
            Input::Witness(_) => self.cell_of(input).into(),
            Input::Copy(_) | Input::Constant(_) => input,
        }
    }

    /// A cell with an input.
    pub(crate) fn cell_of(&mut self, input: Input) -> Cell {
        match input {
            Input::Copy(cell) => cell,
            Input::Constant(_) | Input::Witness(_) => self.column([input], &[])[0],
        }
    }
}

/// The width that all rows have.
fn width_of<T>(rows: &[Vec<T>]) -> usize {
    let width = rows.first().map_or(0, Vec::len);
    assert!(
        width > 0 && rows.iter().all(|row| row.len() == width),
        "rows of one width"
    );
    width
}
