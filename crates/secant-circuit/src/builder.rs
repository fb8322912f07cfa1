//! A circuit under construction: values, gates and copies, without columns.
//!
//! A proof has two phases. In the first, the prover fixes everything that is computed. Then come the challenges, with
//! which the second phase checks the relations of foreign fields ([`crate::foreign`]). The values of the first phase
//! are known when a circuit is written, those of the second only with the challenges.

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

    /// The cell `count` places after this one, among cells that were made together.
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
    /// A value that the prover chooses. The gate it is in may determine it, or nothing does.
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

/// How integers are split into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// The largest number of bits to which one cell is range-checked.
    pub cell_bits: usize,
    /// The bits of a limb of a foreign field's elements.
    pub limb_bits: usize,
}

impl Default for Shape {
    /// Four limbs hold an element of 256 bits. A sum of products of limbs, weighted with random numbers of
    /// [`crate::foreign::WEIGHT_BITS`] bits, stays below `r`, which has 254 bits.
    fn default() -> Self {
        Self {
            cell_bits: 72,
            limb_bits: 64,
        }
    }
}

/// Values, gates and copies of a circuit.
///
/// If a function of a builder returned an error, the constraints it would have added are missing. Do not use that
/// builder any further.
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) shape: Shape,
    pub(crate) values: Vec<Fr>,
    pub(crate) basic: Vec<BasicCell>,
    pub(crate) gates: IndexMap<String, Arc<dyn Gate>>,
    /// The gates seen so far, by address.
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
    /// Whether the value is the cell's own, not a copy of another cell or a constant.
    pub own: bool,
}

/// An instance of a gate or, without a gate, cells that are range-checked.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The position of the gate in the builder's map.
    pub gate: Option<usize>,
    /// The phase of the limbs.
    pub phase: Phase,
    /// The first of the operands. The limbs follow them.
    pub first: Cell,
    pub operands: usize,
    /// The first of the cells of the second phase, and how many there are. Units of gates of the first phase have none
    /// before the circuit is closed.
    pub late: (Cell, usize),
    pub limbs: Arc<[Range]>,
}

impl Unit {
    /// The cell of a limb.
    pub fn limb(&self, i: usize) -> Cell {
        self.first.after(self.operands + i)
    }
}

/// The tables with rows of one width, and the reads from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// Constant rows: the table's number, the row's number, and the values.
    pub constants: Vec<(u64, u64, Vec<Fr>)>,
    /// Rows of consecutive cells: the table's number, the row's number, and the first cell.
    pub records: Vec<(u64, u64, Cell)>,
    /// Reads: the table's number, the first of consecutive cells (the row's number, then the row), and whether the
    /// table is constant.
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
    /// Where its rows begin among all rows of this width, and how many there are.
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

    /// An empty circuit with another shape of integers.
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

    /// How integers are split into cells.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Sets how surely the relations of foreign fields hold. Call this before the circuit is finished: [`Self::finish`]
    /// refuses an explicit configuration with less.
    pub fn set_soundness(&mut self, soundness: Soundness) {
        self.soundness = soundness;
    }

    /// The gates on ranged cells. For each: the name, the number of instances, and the number of operands, cells of the
    /// second phase and ranged cells of an instance.
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

    /// Makes a cell for an input.
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

    /// Appends cells to the column of basic gates, one below the other. A gate `a + b c = d` begins at each index in
    /// `gates`.
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

    /// A value that the prover chooses. Nothing constrains it yet.
    pub fn witness(&mut self, value: Fr) -> Cell {
        self.column([Input::Witness(value)], &[])[0]
    }

    /// A cell with a constant.
    pub fn constant(&mut self, value: impl Into<Fr>) -> Cell {
        self.column([Input::Constant(value.into())], &[])[0]
    }

    /// Constrains two cells to the same value.
    pub fn assert_equal(&mut self, a: Cell, b: Cell) {
        self.copies.push((a, b));
    }

    /// Constrains a cell to a constant.
    pub fn assert_constant(&mut self, a: Cell, value: impl Into<Fr>) {
        self.constants.push((a, value.into()));
    }

    /// Makes the value of a cell the next public input.
    pub fn publish(&mut self, cell: Cell) {
        self.public.push(cell);
    }

    /// The values of the public inputs, in order.
    pub fn public_values(&self) -> Vec<Fr> {
        self.public.iter().map(|&cell| self.value(cell)).collect()
    }

    /// Adds an instance of a gate, whose limbs are in the given phase, and returns its first cell. [`Self::add_late`]
    /// adds the cells of the second phase.
    ///
    /// # Errors
    /// If another gate has its name.
    ///
    /// # Panics
    /// If the number of operands or limbs is not that of the gate.
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

    /// Adds the cells of the second phase to a unit, and returns the first of them.
    pub(crate) fn add_late(&mut self, unit: usize, count: usize) -> Cell {
        let first = Cell(self.values.len() as u32);
        self.values.resize(self.values.len() + count, Fr::zero());
        self.units[unit].late = (first, count);
        first
    }

    /// The number of a gate, which identifies its constraints.
    fn number_of(&mut self, gate: &Arc<dyn Gate>) -> Result<usize, Error> {
        // The gates seen here live as long as the builder, so their addresses stay unique.
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

    /// A cell of at most `bits` bits, which is no more than [`Shape::cell_bits`].
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
    /// If there are no rows, or they differ in width.
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
    /// If there are no rows, or they differ in width.
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

    /// A new table. Tables of the same width are numbered from one.
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

    /// Reads the row with this number from a table. The circuit enforces that the table has such a row.
    ///
    /// # Errors
    /// If the table has no such row.
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

    /// An input that can be used more than once. A witness gets a cell: otherwise it would be another cell at each use.
    pub(crate) fn reusable(&mut self, input: Input) -> Input {
        match input {
            Input::Witness(_) => self.cell_of(input).into(),
            Input::Copy(_) | Input::Constant(_) => input,
        }
    }

    /// A cell that holds an input.
    pub(crate) fn cell_of(&mut self, input: Input) -> Cell {
        match input {
            Input::Copy(cell) => cell,
            Input::Constant(_) | Input::Witness(_) => self.column([input], &[])[0],
        }
    }
}

/// The common width of all rows.
fn width_of<T>(rows: &[Vec<T>]) -> usize {
    let width = rows.first().map_or(0, Vec::len);
    assert!(
        width > 0 && rows.iter().all(|row| row.len() == width),
        "rows of one width"
    );
    width
}
