//! From cells to columns and rows.
//!
//! Ranged cells and gates stand in *lanes*: a column of limbs, columns of operands, one of cells of the second phase, and the
//! columns of the pieces that are looked up, which sum up to the limb beside them. A limb takes `height` rows: with more than
//! one the pieces are in fewer columns. Units of the same gate stand together, so that a lane has the constraints of few
//! gates. Limbs of the second phase have lanes of their own. Basic gates and tables have columns of their own.

use crate::{
    Builder, Cell, Error,
    builder::{Phase, Unit},
    cost::{self, Features},
    gates::{Gate, Range},
};
use indexmap::IndexMap;
use std::{collections::BTreeSet, sync::Arc};

/// What the columns of a circuit are chosen for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Goal {
    /// The shortest time to prove.
    Fastest,
    /// The shortest time to prove with `2^k` rows.
    Rows(u32),
    /// The fewest columns, so the shortest proof that is verified fastest, with at most `2^k` rows.
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
    /// The bits of what is looked up.
    pub lookup_bits: usize,
    /// Groups of columns with limbs of the first phase.
    pub lanes: Lanes,
    /// Groups of columns with limbs of the second phase, which checks the relations of foreign fields.
    pub checks: Lanes,
    /// Columns with basic gates.
    pub basic: usize,
    /// Columns with rows of tables, for each width of rows.
    pub tables: Vec<(usize, usize)>,
}

/// Groups of columns with ranged cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lanes {
    /// How many groups there are.
    pub count: usize,
    /// How many rows a ranged cell takes.
    pub height: usize,
    /// The columns of operands that each has.
    pub operands: usize,
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

/// The cells of a circuit, and its columns in a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Cells that a value is assigned to, in columns of advice.
    pub advice: usize,
    /// Of these, pieces that are looked up.
    pub lookups: usize,
    /// Distinct constants.
    pub constants: usize,
    /// Columns of advice.
    pub advice_columns: usize,
    /// Lookup arguments.
    pub lookup_arguments: usize,
    /// Fixed columns.
    pub fixed_columns: usize,
    /// Columns whose cells are copied.
    pub permuted_columns: usize,
}

/// A place in the columns of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub column: u32,
    pub row: u32,
}

/// A lane's columns and gates.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// That of its limbs.
    pub phase: Phase,
    /// Its first column.
    pub first: usize,
    /// Its columns of operands.
    pub operands: usize,
    /// Its columns of cells of the second phase: one or none.
    pub late: usize,
    /// Its columns of pieces.
    pub pieces: usize,
    /// How many rows a limb takes.
    pub height: usize,
    /// The gates that stand in it, by their numbers in the builder.
    pub gates: Vec<usize>,
    /// How its limbs are taken apart.
    pub classes: BTreeSet<Class>,
}

impl Lane {
    /// How many columns it has.
    pub fn columns(&self) -> usize {
        1 + self.operands + self.late + self.pieces
    }

    /// The column of a unit's operand, and its row below the first one.
    pub fn operand(&self, i: usize) -> (usize, usize) {
        (1 + i % self.operands, i / self.operands)
    }

    /// The column of a unit's cell of the second phase, and its row below the first one.
    pub fn late(&self, i: usize) -> (usize, usize) {
        (1 + self.operands, i)
    }

    /// The column of a unit's limb, and its row below the first one.
    pub fn limb(&self, i: usize) -> (usize, usize) {
        (0, i * self.height)
    }

    /// The column of a limb's piece, and its row below the limb's.
    pub fn piece(&self, i: usize) -> (usize, usize) {
        (1 + self.operands + self.late + i % self.pieces, i / self.pieces)
    }
}

/// Where everything is.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub configuration: Configuration,
    /// Rows that can be used.
    pub rows: usize,
    pub gates: Vec<Arc<dyn Gate>>,
    pub lanes: Vec<Lane>,
    /// Of every cell.
    pub places: Vec<Place>,
    /// Of every unit: its lane and first row.
    pub units: Vec<(usize, usize)>,
    /// Where basic gates begin.
    pub basic_gates: Vec<Place>,
    /// Cells that stand in a second place, at the top of the next column.
    pub repeated: Vec<(Cell, Place)>,
    pub memories: Vec<MemoryLayout>,
    pub public: bool,
    pub constants: usize,
    /// How many challenges come after the first phase, if there is a second one.
    pub challenges: Option<usize>,
    /// The phase of each column.
    pub phases: Vec<Phase>,
}

/// How limbs of a range are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class {
    /// Pieces that have all the bits of the table.
    pub full: usize,
    /// The bits of a last piece that has fewer, if there is one. After it comes its multiple by the power of two that is
    /// below the table's size too if the piece has no more bits.
    pub last: usize,
}

impl Class {
    /// For a range.
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
    operands.max(unit.late).max(unit.limbs.len() * lanes.height)
}

/// Where a unit stands among others: those of a gate together, ranges last.
fn place_of(unit: &Unit) -> (Phase, usize) {
    (unit.phase, unit.gate.unwrap_or(usize::MAX))
}

impl Layout {
    /// The first of the columns with basic gates.
    pub fn first_basic(&self) -> usize {
        self.lanes.last().map_or(0, |lane| lane.first + lane.columns())
    }

    /// Places everything, of a builder that is closed.
    ///
    /// # Errors
    /// If it does not fit.
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
            units: vec![(0, 0); b.units.len()],
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
            phases.push(lane.phase);
            phases.resize(phases.len() + lane.operands, Phase::First);
            phases.resize(phases.len() + lane.late, Phase::Second);
            phases.resize(phases.len() + lane.pieces, lane.phase);
        }
        phases.resize(self.advice_columns(), Phase::First);
        phases
    }

    /// All columns of advice.
    pub fn advice_columns(&self) -> usize {
        let memories = self.memories.last().map(|last| last.first_column + last.columns);
        memories.unwrap_or(self.first_basic() + self.configuration.basic)
    }

    fn place_units(&mut self, b: &Builder, sizes: &Sizes, phase: Phase) -> Result<(), Error> {
        let lanes = self.configuration.lanes(phase);
        let Lanes {
            height,
            count,
            operands,
        } = lanes;
        let pieces = sizes.pieces(&self.configuration, phase);
        let start = self.lanes.len();
        let late = sizes.late_columns(phase);
        let lane = |first: usize| Lane {
            phase,
            first,
            operands,
            late,
            pieces,
            height,
            gates: Vec::new(),
            classes: BTreeSet::new(),
        };
        // Units of a gate together.
        let mut order: Vec<_> = (0..b.units.len()).filter(|&i| b.units[i].phase == phase).collect();
        order.sort_by_key(|&i| place_of(&b.units[i]));
        let mut row = self.rows;
        // Places for limbs beside a unit's operands, where it has fewer limbs: the last ones first.
        let mut spare: Vec<(usize, usize)> = Vec::new();
        for i in order {
            let unit = &b.units[i];
            let needed = unit_rows(unit, lanes);
            let (number, start) = match spare.pop_if(|_| unit.gate.is_none()) {
                Some(place) => place,
                None => {
                    if needed > self.rows {
                        return Err(too_few(&self.configuration));
                    }
                    if row + needed > self.rows {
                        self.lanes.push(lane(self.first_basic()));
                        row = 0;
                    }
                    let (number, start) = (self.lanes.len() - 1, row);
                    let slots = unit.limbs.len()..needed / height;
                    spare.extend(slots.map(|slot| (number, start + slot * height)));
                    row += needed;
                    (number, start)
                }
            };
            let lane = &mut self.lanes[number];
            if let Some(gate) = unit.gate
                && lane.gates.last() != Some(&gate)
            {
                lane.gates.push(gate);
            }
            let size = self.configuration.lookup_bits;
            lane.classes
                .extend(unit.limbs.iter().map(|&range| Class::of(range, size)));
            self.units[i] = (number, start);
            let operands = (0..unit.operands).map(|i| lane.operand(i));
            let late = (0..unit.late).map(|i| lane.late(i));
            let limbs = (0..unit.limbs.len()).map(|i| lane.limb(i));
            for (j, (column, below)) in operands.chain(late).chain(limbs).enumerate() {
                self.places[unit.first.after(j).index()] = Place {
                    column: (lane.first + column) as u32,
                    row: (start + below) as u32,
                };
            }
        }
        let used = self.lanes.len() - start;
        if used > count {
            return Err(Error::DoesNotFit(format!(
                "{used} lanes are needed, and there are {count}"
            )));
        }
        for _ in used..count {
            self.lanes.push(lane(self.first_basic()));
        }
        Ok(())
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
            // Records, then reads; below the records in their column some rows of zeros, which reads that are none find.
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

fn too_few(configuration: &Configuration) -> Error {
    Error::DoesNotFit(format!("2^{} rows are too few", configuration.k))
}

/// The most columns of operands that lanes are tried with.
const MOST_OPERANDS: usize = 4;

/// The most rows that a limb takes.
const MOST_HEIGHT: usize = 64;

/// How much there is of everything, whatever the columns.
pub(crate) struct Sizes {
    /// Units that are different: how many there are of each, and the operations of its gate.
    units: Vec<(Unit, usize, usize)>,
    /// Of limbs of each phase.
    ranges: [BTreeSet<Range>; 2],
    basic: usize,
    memories: Vec<MemorySize>,
    constants: usize,
    public: usize,
}

/// How much there is in tables of one width.
#[derive(Clone, Copy, Debug)]
struct MemorySize {
    width: usize,
    constants: usize,
    records: usize,
    reads: usize,
}

impl Sizes {
    /// Of a builder that is closed.
    pub fn of(b: &Builder) -> Self {
        let mut units: IndexMap<(Phase, usize), (Unit, usize, usize)> = IndexMap::new();
        let weights = b.batches.challenges().unwrap_or(0);
        for unit in &b.units {
            let same = units.entry(place_of(unit));
            let operations = || unit.gate.map_or(0, |gate| cost::operations(&*b.gates[gate], weights));
            same.or_insert_with(|| (unit.clone(), 0, operations())).1 += 1;
        }
        // In the order that they are placed in.
        units.sort_unstable_keys();
        let distinct: BTreeSet<_> = b.constants.iter().map(|(_, value)| *value).collect();
        Self {
            units: units.into_values().collect(),
            ranges: PHASES.map(|phase| {
                let units = b.units.iter().filter(|unit| unit.phase == phase);
                units.flat_map(|unit| unit.limbs.iter().copied()).collect()
            }),
            basic: b.basic.len(),
            memories: b
                .memories
                .iter()
                .map(|(&width, memory)| MemorySize {
                    width,
                    constants: memory.constants.len(),
                    records: memory.records.len(),
                    reads: memory.reads.len(),
                })
                .collect(),
            constants: distinct.len(),
            public: b.public.len(),
        }
    }

    /// Rows that are left by what hides the witness: a polynomial of as many random values as it is opened at places, and
    /// two more.
    fn usable_rows(&self, configuration: &Configuration) -> Option<usize> {
        let operands = |unit: &Unit| unit.operands.div_ceil(configuration.lanes(unit.phase).operands.max(1));
        let units = self
            .units
            .iter()
            .map(|(unit, ..)| operands(unit).max(unit.late).max(unit.limbs.len()));
        let widest = self.memories.iter().map(|memory| memory.width + 1);
        let heights = PHASES.map(|phase| configuration.lanes(phase).height);
        let most = units.chain(widest).chain(heights).max().unwrap_or(0);
        (1usize << configuration.k).checked_sub(most.max(4) + 4)
    }

    /// The columns of pieces that a limb of a phase would have if it took one row.
    fn most_pieces(&self, lookup_bits: usize, phase: Phase) -> usize {
        let ranges = self.ranges[usize::from(phase != Phase::First)].iter();
        let pieces = ranges.map(|&range| Class::of(range, lookup_bits).pieces());
        pieces.max().unwrap_or(1)
    }

    /// The columns of cells of the second phase in lanes: one, if any gate has such cells.
    fn late_columns(&self, phase: Phase) -> usize {
        let mut units = self.units.iter();
        usize::from(units.any(|(unit, ..)| unit.phase == phase && unit.late > 0))
    }

    /// The most operands of a gate.
    fn most_operands(&self, phase: Phase) -> usize {
        let units = self.units.iter().filter(|(unit, ..)| unit.phase == phase);
        units.map(|(unit, ..)| unit.operands).max().unwrap_or(0)
    }

    /// The columns of pieces that a lane has.
    fn pieces(&self, configuration: &Configuration, phase: Phase) -> usize {
        let most = self.most_pieces(configuration.lookup_bits, phase);
        most.div_ceil(configuration.lanes(phase).height)
    }

    /// What [`Layout::new`] relies on.
    fn check(&self, configuration: &Configuration) -> Result<(), Error> {
        let refuse = |what: &str| Err(Error::DoesNotFit(what.to_owned()));
        if !(4..=28).contains(&configuration.k) {
            return refuse("k is from 4 to 28");
        }
        if !(1..=configuration.k as usize).contains(&configuration.lookup_bits) {
            return refuse("lookup_bits is from 1 to k");
        }
        for phase in PHASES {
            let Lanes { height, operands, .. } = configuration.lanes(phase);
            if !(1..=MOST_HEIGHT).contains(&height) {
                return refuse("height is from 1 to 64");
            }
            if operands > MOST_HEIGHT || operands == 0 && self.most_operands(phase) > 0 {
                return refuse("operands have from 1 to 64 columns");
            }
        }
        let Some(rows) = self.usable_rows(configuration) else {
            return Err(too_few(configuration));
        };
        if 1 << configuration.lookup_bits > rows && self.ranges.iter().any(|ranges| !ranges.is_empty()) {
            return refuse("the table of ranges, with this lookup_bits");
        }
        if self.public > rows {
            return refuse("as many public inputs");
        }
        if self.memories.iter().any(|memory| 2 * (memory.width + 1) >= rows) {
            return Err(too_few(configuration));
        }
        Ok(())
    }

    /// The least configuration with these rows, pieces and columns of a lane, if there is one.
    fn least(&self, k: u32, lookup_bits: usize, lanes: [Lanes; 2]) -> Option<Configuration> {
        let mut configuration = Configuration {
            k,
            lookup_bits,
            lanes: lanes[0],
            checks: lanes[1],
            basic: 0,
            tables: Vec::new(),
        };
        self.check(&configuration).ok()?;
        let rows = self.usable_rows(&configuration)?;
        configuration.lanes.count = self.standing(rows, lanes[0], Phase::First)?.lanes;
        configuration.checks.count = self.standing(rows, lanes[1], Phase::Second)?.lanes;
        // A column of basic gates repeats a cell of the one before, and leaves up to three rows.
        configuration.basic = self.basic.div_ceil(rows - 4);
        for memory in &self.memories {
            let (width, len) = (memory.width, memory.width + 1);
            let room = rows - 2 * len;
            let records = memory.records * width;
            if records > room || memory.constants >= rows {
                return None;
            }
            let left = memory.reads.saturating_sub((room - records) / len);
            configuration.tables.push((width, 1 + left.div_ceil(room / len)));
        }
        Some(configuration)
    }

    /// How units of a phase will stand in lanes: those of a gate together, none across two lanes, ranges beside operands or
    /// last.
    fn standing(&self, rows: usize, lanes: Lanes, phase: Phase) -> Option<Standing> {
        let mut standing = Standing::default();
        let mut row = rows;
        let mut spare = 0;
        for (unit, count, operations) in self.units.iter().filter(|(unit, ..)| unit.phase == phase) {
            let needed = unit_rows(unit, lanes);
            if needed > rows {
                return None;
            }
            let mut count = *count;
            if unit.gate.is_none() {
                count -= spare.min(count);
            }
            spare += count * (needed / lanes.height - unit.limbs.len());
            let here = ((rows - row) / needed).min(count);
            row += here * needed;
            let (left, each) = (count - here, rows / needed);
            let spans = usize::from(here > 0) + left.div_ceil(each);
            standing.operations += spans * operations;
            if left > 0 {
                standing.lanes += left.div_ceil(each);
                let last = left % each;
                row = if last == 0 { each } else { last } * needed;
            }
        }
        Some(standing)
    }

    /// What a proof consists of in a configuration that it fits, for [`cost`].
    fn features(&self, configuration: &Configuration) -> Features {
        let rows = self.usable_rows(configuration).unwrap_or(0);
        let mut features = Features {
            k: configuration.k,
            small: 0,
            medium: configuration.basic,
            full: cost::QUOTIENT_PIECES,
            operations: 0,
        };
        let mut copied = configuration.basic;
        for phase in PHASES {
            let lanes = configuration.lanes(phase);
            let standing = self.standing(rows, lanes, phase).unwrap_or_default();
            let pieces = standing.lanes * self.pieces(configuration, phase);
            let late = standing.lanes * self.late_columns(phase);
            features.small += 3 * pieces;
            features.medium += standing.lanes * (1 + lanes.operands);
            features.full += pieces + late;
            features.operations += standing.operations;
            copied += standing.lanes * (1 + lanes.operands) + late;
        }
        for (memory, (_, columns)) in self.memories.iter().zip(&configuration.tables) {
            let arguments = usize::from(memory.constants > 0) + usize::from(memory.records > 0);
            features.full += columns * 3 * arguments;
            features.medium += columns;
            copied += columns;
        }
        features.full += (copied + 2).div_ceil(cost::COLUMNS_A_PRODUCT);
        features
    }

    /// The best configuration for a goal.
    pub fn choose(&self, goal: &Goal) -> Result<Configuration, Error> {
        let candidates = |range: std::ops::RangeInclusive<u32>| {
            range
                .flat_map(|k| ((k as usize).saturating_sub(4).max(1)..k as usize).map(move |bits| (k, bits)))
                .flat_map(|(k, bits)| self.with_lanes(k, bits))
        };
        let cost = |c: &Configuration| self.features(c).seconds();
        let columns = |c: &Configuration| {
            let tables: usize = c.tables.iter().map(|(_, columns)| columns).sum();
            let lanes = PHASES.map(|phase| {
                let lanes = c.lanes(phase);
                lanes.count * (1 + lanes.operands + self.late_columns(phase) + self.pieces(c, phase))
            });
            lanes.iter().sum::<usize>() + c.basic + tables
        };
        let chosen = match goal {
            Goal::Explicit(configuration) => return Ok(configuration.clone()),
            Goal::Fastest => candidates(6..=22).min_by(|a, b| cost(a).total_cmp(&cost(b))),
            Goal::Rows(k) => candidates(*k..=*k).min_by(|a, b| cost(a).total_cmp(&cost(b))),
            Goal::Smallest(k) => candidates(6..=*k).min_by_key(|c| (columns(c), c.k)),
        };
        chosen.ok_or_else(|| Error::DoesNotFit("no configuration has room for it".to_owned()))
    }

    /// The configurations with these rows and pieces, of all lanes that make a difference.
    fn with_lanes(&self, k: u32, bits: usize) -> Vec<Configuration> {
        let [first, second] = PHASES.map(|phase| {
            let (pieces, operands) = (self.most_pieces(bits, phase), self.most_operands(phase));
            let columns = operands.min(1)..=operands.min(MOST_OPERANDS);
            let lanes = (1..=pieces).rev().flat_map(move |height| {
                columns.clone().map(move |operands| Lanes {
                    count: 0,
                    height,
                    operands,
                })
            });
            lanes.collect::<Vec<_>>()
        });
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| [a, b]));
        pairs.filter_map(|lanes| self.least(k, bits, lanes)).collect()
    }
}

/// How units stand in lanes.
#[derive(Debug, Default)]
struct Standing {
    lanes: usize,
    /// The operations of all gates, as often as there are lanes that a gate stands in.
    operations: usize,
}

impl Builder {
    /// The columns that would be chosen for a goal.
    ///
    /// # Errors
    /// If the circuit fits none.
    pub fn configuration(&self, goal: &Goal) -> Result<Configuration, Error> {
        Sizes::of(&self.closed()?).choose(goal)
    }

    /// What a proof consists of in each configuration with these rows that the circuit fits: for the program that measures
    /// costs.
    ///
    /// # Errors
    /// As [`Self::finish`].
    #[doc(hidden)]
    pub fn candidates(&self, k: u32) -> Result<Vec<(Configuration, Features)>, Error> {
        let sizes = Sizes::of(&self.closed()?);
        let bits = (k as usize).saturating_sub(3).max(1)..k as usize;
        let all = bits.flat_map(|bits| sizes.with_lanes(k, bits));
        Ok(all
            .map(|configuration| (configuration.clone(), sizes.features(&configuration)))
            .collect())
    }
}
