//! Places cells in columns and rows.
//!
//! Ranged cells and gates are placed in *lanes*. A lane has columns of limbs, of operands, of cells of the second
//! phase, and of the pieces that are looked up. The pieces sum to the limb beside them. A limb takes `height` rows;
//! with more than one row, its pieces take fewer columns. Units of the same gate are placed together, so that a lane
//! has the constraints of few gates. Limbs of the second phase have lanes of their own. Basic gates and tables have
//! columns of their own.
//!
//! A wide lane does the work of several narrow ones with one instance of each constraint. Its gates take fewer rows, so
//! columns are opened at fewer points.

mod choice;

use crate::{
    Builder, Cell, Error, Soundness,
    builder::{Phase, Unit},
    gates::{Gate, Range},
};
pub(crate) use choice::Sizes;
use choice::too_few;
use std::{collections::BTreeSet, sync::Arc};

/// The goal by which the columns of a circuit are chosen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Goal {
    /// The shortest time to prove.
    Fastest,
    /// The shortest time to prove with `2^k` rows.
    Rows(u32),
    /// The fewest columns with at most `2^k` rows: the fewest commitments, hence the shortest proof.
    Smallest(u32),
    /// These columns.
    Explicit(Configuration),
}

/// The columns of a circuit.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The circuit has `2^k` rows.
    pub k: u32,
    /// The number of bits of a piece that is looked up.
    pub lookup_bits: usize,
    /// Groups of columns with limbs of the first phase.
    pub lanes: Lanes,
    /// Groups of columns with limbs of the second phase, which checks the relations of foreign fields.
    pub checks: Lanes,
    /// Columns with basic gates.
    pub basic: usize,
    /// Columns with rows of tables, for each width of rows.
    pub tables: Vec<(usize, usize)>,
    /// How surely relations of foreign fields hold. Files without this entry have one set of weights.
    #[serde(default)]
    pub soundness: Soundness,
}

/// Groups of columns with ranged cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lanes {
    /// How many groups there are.
    pub count: usize,
    /// The columns of ranged cells in each group.
    pub limbs: usize,
    /// How many rows a ranged cell takes.
    pub height: usize,
    /// The columns of operands in each group.
    pub operands: usize,
    /// The columns of cells of the second phase in each group, if any gate has such cells.
    pub late: usize,
}

impl Configuration {
    /// The lanes whose limbs are of a phase.
    pub(crate) fn lanes(&self, phase: Phase) -> Lanes {
        match phase {
            Phase::First => self.lanes,
            Phase::Second => self.checks,
        }
    }
}

/// The phases that have lanes.
const PHASES: [Phase; 2] = [Phase::First, Phase::Second];

/// The number of cells and columns of a circuit in a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Advice cells that are assigned a value.
    pub advice: usize,
    /// How many of these are pieces that are looked up.
    pub lookups: usize,
    /// Distinct constants.
    pub constants: usize,
    /// Advice columns.
    pub advice_columns: usize,
    /// Lookup arguments.
    pub lookup_arguments: usize,
    /// Fixed columns.
    pub fixed_columns: usize,
    /// Columns whose cells are copied.
    pub permuted_columns: usize,
}

/// A place in the advice columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub column: u32,
    pub row: u32,
}

/// A lane's columns and gates.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// The phase of its limbs.
    pub phase: Phase,
    /// Its first column.
    pub first: usize,
    /// Its columns of limbs.
    pub limbs: usize,
    /// Its columns of operands.
    pub operands: usize,
    /// Its columns of cells of the second phase.
    pub late: usize,
    /// The number of columns of pieces for each column of limbs.
    pub pieces: usize,
    /// How many rows a limb takes.
    pub height: usize,
    /// The gates placed in it, by their numbers in the builder.
    pub gates: Vec<usize>,
    /// For each column of limbs, how its limbs are split into pieces.
    pub classes: BTreeSet<(usize, Class)>,
}

impl Lane {
    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.copied() + self.limbs * self.pieces
    }

    /// The number of columns without those of pieces.
    pub fn copied(&self) -> usize {
        self.limbs + self.operands + self.late
    }

    /// The column of a unit's operand, and its row relative to the unit's first.
    pub fn operand(&self, i: usize) -> (usize, usize) {
        (self.limbs + i % self.operands, i / self.operands)
    }

    /// The column of a unit's cell of the second phase, and its row relative to the unit's first.
    pub fn late(&self, i: usize) -> (usize, usize) {
        (self.limbs + self.operands + i % self.late, i / self.late)
    }

    /// The column of a unit's limb, and its row relative to the unit's first.
    pub fn limb(&self, i: usize) -> (usize, usize) {
        (i % self.limbs, i / self.limbs * self.height)
    }

    /// The column of a piece of a limb, and its row relative to the limb's. `limb` is the limb's column.
    pub fn piece(&self, limb: usize, i: usize) -> (usize, usize) {
        (self.copied() + limb * self.pieces + i % self.pieces, i / self.pieces)
    }
}

/// Where a unit is placed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnitPlace {
    /// The number of its lane.
    pub lane: usize,
    /// Its first row.
    pub row: usize,
    /// The index of its first limb among all limb places from this row on. Only a bare range check can share rows with
    /// another unit.
    pub slot: usize,
}

/// Where everything is placed.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub configuration: Configuration,
    /// Rows that can be used.
    pub rows: usize,
    pub gates: Vec<Arc<dyn Gate>>,
    pub lanes: Vec<Lane>,
    /// The place of each cell.
    pub places: Vec<Place>,
    /// The place of each unit.
    pub units: Vec<UnitPlace>,
    /// The first cell of each basic gate.
    pub basic_gates: Vec<Place>,
    /// Cells that are repeated at the top of the next column, and their second place.
    pub repeated: Vec<(Cell, Place)>,
    pub memories: Vec<MemoryLayout>,
    pub public: bool,
    pub constants: usize,
    /// How many challenges follow the first phase, or `None` if there is no second phase.
    pub challenges: Option<usize>,
    /// The phase of each column.
    pub phases: Vec<Phase>,
}

/// How the limbs of a range are split into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class {
    /// The number of pieces with all the bits of the table.
    pub full: usize,
    /// The bits of a shorter last piece, or 0 if there is none. It is followed by its multiple by a power of two, which
    /// is below the table's size only if the piece has no more bits.
    pub last: usize,
}

impl Class {
    /// The class of a range.
    pub fn of(range: Range, lookup_bits: usize) -> Self {
        let full = range.bits / lookup_bits;
        match range.bits % lookup_bits {
            0 => Self { full, last: 0 },
            _ if (full + 1) * lookup_bits <= range.most => Self {
                full: full + 1,
                last: 0,
            },
            last => Self { full, last },
        }
    }

    /// How many pieces there are.
    pub fn pieces(self) -> usize {
        self.full + if self.last > 0 { 2 } else { 0 }
    }
}

/// The columns of tables of one width.
#[derive(Clone, Debug)]
pub(crate) struct MemoryLayout {
    pub width: usize,
    pub first_column: usize,
    pub columns: usize,
    pub constants: bool,
    pub records: bool,
}

/// How many rows a unit takes.
fn unit_rows(unit: &Unit, lanes: Lanes) -> usize {
    let operands = unit.operands.div_ceil(lanes.operands.max(1));
    let limbs = unit.limbs.len().div_ceil(lanes.limbs.max(1)) * lanes.height;
    operands.max(unit.late.1.div_ceil(lanes.late.max(1))).max(limbs)
}

/// The sort key of a unit: units of one gate come together, bare range checks come last.
fn placement_order(unit: &Unit) -> (Phase, usize) {
    (unit.phase, unit.gate.unwrap_or(usize::MAX))
}

impl Layout {
    /// The first of the columns with basic gates.
    pub fn first_basic(&self) -> usize {
        self.lanes.last().map_or(0, |lane| lane.first + lane.columns())
    }

    /// Places everything in a closed builder.
    ///
    /// # Errors
    /// If it does not fit the configuration.
    pub fn new(b: &Builder, configuration: &Configuration) -> Result<Self, Error> {
        let sizes = Sizes::of(b);
        sizes.check(configuration)?;
        let rows = sizes.usable_rows(configuration).ok_or_else(|| too_few(configuration))?;
        let mut layout = Self {
            configuration: configuration.clone(),
            rows,
            gates: b.gates.values().cloned().collect(),
            lanes: Vec::new(),
            places: vec![Place { column: 0, row: 0 }; b.values.len()],
            units: vec![UnitPlace::default(); b.units.len()],
            basic_gates: Vec::new(),
            repeated: Vec::new(),
            memories: Vec::new(),
            public: !b.public.is_empty(),
            constants: sizes.constants,
            challenges: b.batches.challenges(),
            phases: Vec::new(),
        };
        for phase in PHASES {
            layout.place_units(b, &sizes, phase)?;
        }
        layout.place_basic(b)?;
        layout.place_memories(b)?;
        layout.phases = layout.column_phases();
        Ok(layout)
    }

    fn column_phases(&self) -> Vec<Phase> {
        let mut phases = Vec::new();
        for lane in &self.lanes {
            phases.resize(phases.len() + lane.limbs, lane.phase);
            phases.resize(phases.len() + lane.operands, Phase::First);
            phases.resize(phases.len() + lane.late, Phase::Second);
            phases.resize(phases.len() + lane.limbs * lane.pieces, lane.phase);
        }
        phases.resize(self.advice_columns(), Phase::First);
        phases
    }

    /// The number of advice columns.
    pub fn advice_columns(&self) -> usize {
        let memories = self.memories.last().map(|last| last.first_column + last.columns);
        memories.unwrap_or(self.first_basic() + self.configuration.basic)
    }

    fn place_units(&mut self, b: &Builder, sizes: &Sizes, phase: Phase) -> Result<(), Error> {
        let lanes = self.configuration.lanes(phase);
        let pieces = sizes.pieces(&self.configuration, phase);
        let start = self.lanes.len();
        let lane = |first: usize| Lane {
            phase,
            first,
            limbs: lanes.limbs,
            operands: lanes.operands,
            late: lanes.late,
            pieces,
            height: lanes.height,
            gates: Vec::new(),
            classes: BTreeSet::new(),
        };
        // Units of the same gate are placed together.
        let mut order: Vec<_> = (0..b.units.len()).filter(|&i| b.units[i].phase == phase).collect();
        order.sort_by_key(|&i| placement_order(&b.units[i]));
        let mut row = self.rows;
        // Free limb places beside the operands of a unit with fewer limbs. The last one is used first.
        let mut spare: Vec<UnitPlace> = Vec::new();
        for i in order {
            let unit = &b.units[i];
            let needed = unit_rows(unit, lanes);
            let stand = match spare.pop_if(|_| unit.gate.is_none()) {
                Some(stand) => stand,
                None => {
                    if needed > self.rows {
                        return Err(too_few(&self.configuration));
                    }
                    if row + needed > self.rows {
                        self.lanes.push(lane(self.first_basic()));
                        row = 0;
                    }
                    let (lane, top) = (self.lanes.len() - 1, row);
                    let at = |slot| UnitPlace { lane, row: top, slot };
                    let slots = unit.limbs.len()..needed / lanes.height * lanes.limbs;
                    spare.extend(slots.map(at));
                    row += needed;
                    at(0)
                }
            };
            self.stand(unit, i, stand);
        }
        let used = self.lanes.len() - start;
        if used > lanes.count {
            return Err(Error::DoesNotFit(format!(
                "{used} lanes are needed, and there are {}",
                lanes.count
            )));
        }
        for _ in used..lanes.count {
            self.lanes.push(lane(self.first_basic()));
        }
        Ok(())
    }

    /// Places the cells of a unit.
    fn stand(&mut self, unit: &Unit, number: usize, stand: UnitPlace) {
        let lane = &mut self.lanes[stand.lane];
        if let Some(gate) = unit.gate
            && lane.gates.last() != Some(&gate)
        {
            lane.gates.push(gate);
        }
        let size = self.configuration.lookup_bits;
        for (i, &range) in unit.limbs.iter().enumerate() {
            let (column, _) = lane.limb(stand.slot + i);
            lane.classes.insert((column, Class::of(range, size)));
        }
        self.units[number] = stand;
        let operands = (0..unit.operands).map(|i| (unit.first.after(i), lane.operand(i)));
        let late = (0..unit.late.1).map(|i| (unit.late.0.after(i), lane.late(i)));
        let limbs = (0..unit.limbs.len()).map(|i| (unit.limb(i), lane.limb(stand.slot + i)));
        for (cell, (column, below)) in operands.chain(late).chain(limbs) {
            self.places[cell.index()] = Place {
                column: (lane.first + column) as u32,
                row: (stand.row + below) as u32,
            };
        }
    }

    fn place_basic(&mut self, b: &Builder) -> Result<(), Error> {
        let first = self.first_basic();
        let (mut column, mut row) = (0, 0);
        for basic in &b.basic {
            // A gate that would not fit begins in the next column, with its first cell repeated there. The cell has a
            // place in this column, because it may end the gate before.
            let place = |column: usize, row: usize| Place {
                column: (first + column) as u32,
                row: row as u32,
            };
            self.places[basic.cell.index()] = place(column, row);
            if basic.gate && row + 3 >= self.rows || row + 1 >= self.rows {
                (column, row) = (column + 1, 0);
                self.repeated.push((basic.cell, place(column, row)));
            }
            if basic.gate {
                self.basic_gates.push(place(column, row));
            }
            row += 1;
        }
        let used = if b.basic.is_empty() { 0 } else { column + 1 };
        if used > self.configuration.basic {
            return Err(Error::DoesNotFit(format!(
                "{used} columns of basic gates are needed, and there are {}",
                self.configuration.basic
            )));
        }
        Ok(())
    }

    fn place_memories(&mut self, b: &Builder) -> Result<(), Error> {
        let mut first = self.first_basic() + self.configuration.basic;
        for (&width, memory) in &b.memories {
            let mut tables = self.configuration.tables.iter();
            let columns = tables.find(|(of, _)| *of == width).map_or(0, |(_, n)| *n);
            // Records come first, then reads. Below the records, their column has some rows of zeros, for lookups in
            // rows without a read.
            let rows = self.rows - 2 * (width + 1);
            let (mut column, mut row) = (0, 0);
            let mut place = |places: &mut [Place], cell: Cell, len: usize| {
                if row + len > rows {
                    (column, row) = (column + 1, 0);
                }
                for i in 0..len {
                    places[cell.after(i).index()] = Place {
                        column: (first + column) as u32,
                        row: (row + i) as u32,
                    };
                }
                row += len;
                column
            };
            for (_, _, cell) in &memory.records {
                if place(&mut self.places, *cell, width) > 0 {
                    return Err(Error::DoesNotFit(format!(
                        "a column of {rows} rows has no room for all tables"
                    )));
                }
            }
            let mut used = usize::from(!memory.records.is_empty());
            for (_, cell, _) in &memory.reads {
                used = place(&mut self.places, *cell, width + 1) + 1;
            }
            if used > columns {
                return Err(Error::DoesNotFit(format!(
                    "{used} columns for tables of {width} values are needed, and there are {columns}"
                )));
            }
            if memory.constants.len() >= self.rows {
                return Err(Error::DoesNotFit(format!(
                    "{} rows of constant tables",
                    memory.constants.len()
                )));
            }
            self.memories.push(MemoryLayout {
                width,
                first_column: first,
                columns,
                constants: !memory.constants.is_empty(),
                records: !memory.records.is_empty(),
            });
            first += columns;
        }
        Ok(())
    }
}
