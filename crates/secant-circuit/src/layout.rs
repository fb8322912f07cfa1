//! From cells to columns and rows.
//!
//! Ranged cells and gates stand in *lanes*: a column of limbs, the columns of the pieces that are looked up, which sum up to
//! the limb beside them, and a column of operands. A limb takes `height` rows: with more than one the pieces are in fewer
//! columns, and operands stand in the column of limbs, in the rows between. Units of the same gate stand together, so
//! that a lane has the constraints of few gates. Basic gates and tables have columns of their own.

use crate::{
    Builder, Cell, Error,
    builder::Unit,
    cost::{self, Features},
    gates::{Gate, Range},
};
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
    /// How many rows a ranged cell takes.
    pub height: usize,
    /// Groups of columns with ranged cells.
    pub lanes: usize,
    /// Columns with basic gates.
    pub basic: usize,
    /// Columns with rows of tables, for each width of rows.
    pub tables: Vec<(usize, usize)>,
}

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
#[derive(Clone, Debug, Default)]
pub(crate) struct Lane {
    /// The gates that stand in it, by their numbers in the builder.
    pub gates: Vec<usize>,
    /// How its limbs are taken apart.
    pub classes: BTreeSet<Class>,
}

/// Where everything is.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub configuration: Configuration,
    /// Rows that can be used.
    pub rows: usize,
    /// The columns of pieces of a lane.
    pub pieces: usize,
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

/// How many rows a unit takes in lanes with limbs of this height.
fn unit_rows(unit: &Unit, height: usize) -> usize {
    let operand_rows = match height {
        1 => unit.operands,
        _ => unit.operands.div_ceil(height - 1) * height,
    };
    operand_rows.max(unit.limbs.len() * height)
}

/// Where a unit stands among others: those of a gate together, ranges last.
fn place_of(unit: &Unit) -> usize {
    unit.gate.unwrap_or(usize::MAX)
}

impl Layout {
    /// The column and the row of a unit's operand, in its lane.
    pub fn operand(height: usize, i: usize) -> (usize, usize) {
        match height {
            1 => (1, i),
            _ => (0, i / (height - 1) * height + 1 + i % (height - 1)),
        }
    }

    /// The column of a unit's piece in its lane, and its row below the limb's.
    pub fn piece(&self, i: usize) -> (usize, usize) {
        let before = 1 + usize::from(self.configuration.height == 1);
        (before + i % self.pieces, i / self.pieces)
    }

    /// The columns that a lane has.
    pub fn lane_columns(&self) -> usize {
        1 + usize::from(self.configuration.height == 1) + self.pieces
    }

    /// The first of the columns with basic gates.
    pub fn first_basic(&self) -> usize {
        self.configuration.lanes * self.lane_columns()
    }

    /// Places everything.
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
            pieces: sizes.pieces(configuration),
            gates: b.gates.values().cloned().collect(),
            lanes: Vec::new(),
            places: vec![Place { column: 0, row: 0 }; b.values.len()],
            units: Vec::new(),
            basic_gates: Vec::new(),
            repeated: Vec::new(),
            memories: Vec::new(),
            public: !b.public.is_empty(),
            constants: sizes.constants,
        };
        layout.place_units(b)?;
        layout.place_basic(b)?;
        layout.place_memories(b)?;
        Ok(layout)
    }

    fn place_units(&mut self, b: &Builder) -> Result<(), Error> {
        let height = self.configuration.height;
        // Units of a gate together.
        let mut order: Vec<_> = (0..b.units.len()).collect();
        order.sort_by_key(|&i| place_of(&b.units[i]));
        self.units = vec![(0, 0); b.units.len()];
        let columns = self.lane_columns();
        let mut row = self.rows;
        // Places for limbs beside a unit's operands, where it has fewer limbs: the last ones first.
        let mut spare: Vec<(usize, usize)> = Vec::new();
        for i in order {
            let unit = &b.units[i];
            let needed = unit_rows(unit, height);
            let (lane, start) = match spare.pop_if(|_| unit.gate.is_none()) {
                Some(place) => place,
                None => {
                    if needed > self.rows {
                        return Err(too_few(&self.configuration));
                    }
                    if row + needed > self.rows {
                        self.lanes.push(Lane::default());
                        row = 0;
                    }
                    let (lane, start) = (self.lanes.len() - 1, row);
                    let slots = unit.limbs.len()..needed / height;
                    spare.extend(slots.map(|slot| (lane, start + slot * height)));
                    row += needed;
                    (lane, start)
                }
            };
            if let Some(gate) = unit.gate
                && self.lanes[lane].gates.last() != Some(&gate)
            {
                self.lanes[lane].gates.push(gate);
            }
            let size = self.configuration.lookup_bits;
            self.lanes[lane]
                .classes
                .extend(unit.limbs.iter().map(|&range| Class::of(range, size)));
            self.units[i] = (lane, start);
            let at = |(column, below): (usize, usize)| Place {
                column: (lane * columns + column) as u32,
                row: (start + below) as u32,
            };
            for j in 0..unit.operands {
                self.places[unit.first.after(j).index()] = at(Self::operand(height, j));
            }
            for j in 0..unit.limbs.len() {
                self.places[unit.first.after(unit.operands + j).index()] = at((0, j * height));
            }
        }
        if self.lanes.len() > self.configuration.lanes {
            return Err(Error::DoesNotFit(format!(
                "{} lanes are needed, and there are {}",
                self.lanes.len(),
                self.configuration.lanes
            )));
        }
        self.lanes.resize(self.configuration.lanes, Lane::default());
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
            let columns = self
                .configuration
                .tables
                .iter()
                .find(|(of, _)| *of == width)
                .map_or(0, |(_, n)| *n);
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

    /// All columns of advice.
    pub fn advice_columns(&self) -> usize {
        self.memories
            .last()
            .map_or(self.first_basic() + self.configuration.basic, |last| {
                last.first_column + last.columns
            })
    }
}

fn too_few(configuration: &Configuration) -> Error {
    Error::DoesNotFit(format!("2^{} rows are too few", configuration.k))
}

/// The most rows that a limb takes.
const MOST_HEIGHT: usize = 64;

/// How much there is of everything, whatever the columns.
pub(crate) struct Sizes {
    /// Distinct shapes of units: operands, limbs, and how many there are.
    units: Vec<(Unit, usize)>,
    ranges: BTreeSet<Range>,
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
    pub fn of(b: &Builder) -> Self {
        let mut units: Vec<(Unit, usize)> = Vec::new();
        let mut gates: Vec<Option<usize>> = vec![None; b.gates.len()];
        let mut ranges: Option<usize> = None;
        for unit in &b.units {
            let known = match unit.gate {
                Some(gate) => &mut gates[gate],
                None => &mut ranges,
            };
            match known {
                Some(i) => units[*i].1 += 1,
                None => {
                    *known = Some(units.len());
                    units.push((unit.clone(), 1));
                }
            }
        }
        // In the order that they are placed in.
        units.sort_by_key(|(unit, _)| place_of(unit));
        let distinct: BTreeSet<_> = b.constants.iter().map(|(_, value)| *value).collect();
        Self {
            units,
            ranges: b.units.iter().flat_map(|unit| unit.limbs.iter().copied()).collect(),
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
        let height = configuration.height;
        let tallest = self
            .units
            .iter()
            .map(|(unit, _)| unit_rows(unit, height))
            .max()
            .unwrap_or(0);
        let widest = self.memories.iter().map(|memory| memory.width + 1).max().unwrap_or(0);
        (1usize << configuration.k).checked_sub(tallest.max(widest).max(4) + 4)
    }

    /// How limbs are taken apart.
    fn classes(&self, lookup_bits: usize) -> BTreeSet<Class> {
        self.ranges.iter().map(|&range| Class::of(range, lookup_bits)).collect()
    }

    /// The columns of pieces that a lane has.
    fn pieces(&self, configuration: &Configuration) -> usize {
        let classes = self.classes(configuration.lookup_bits);
        let most = classes.into_iter().map(Class::pieces).max().unwrap_or(1);
        most.div_ceil(configuration.height)
    }

    /// The columns of advice that a lane has.
    fn lane_columns(&self, configuration: &Configuration) -> usize {
        1 + self.pieces(configuration) + usize::from(configuration.height == 1)
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
        if !(1..=MOST_HEIGHT).contains(&configuration.height) {
            return refuse("height is from 1 to 64");
        }
        let Some(rows) = self.usable_rows(configuration) else {
            return Err(too_few(configuration));
        };
        if 1 << configuration.lookup_bits > rows && !self.ranges.is_empty() {
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

    /// The least configuration with these rows, pieces and height, if there is one.
    fn least(&self, k: u32, lookup_bits: usize, height: usize) -> Option<Configuration> {
        let mut configuration = Configuration {
            k,
            lookup_bits,
            height,
            lanes: 0,
            basic: 0,
            tables: Vec::new(),
        };
        self.check(&configuration).ok()?;
        let rows = self.usable_rows(&configuration)?;
        configuration.lanes = self.standing(rows, height)?.lanes;
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

    /// How units will stand in lanes: those of a gate together, none across two lanes, ranges beside operands or last.
    fn standing(&self, rows: usize, height: usize) -> Option<Standing> {
        let mut standing = Standing {
            lanes: 0,
            spans: Vec::new(),
        };
        let mut row = rows;
        let mut spare = 0;
        for (unit, count) in &self.units {
            let needed = unit_rows(unit, height);
            if needed > rows {
                return None;
            }
            let mut count = *count;
            if unit.gate.is_none() {
                count -= spare.min(count);
            }
            spare += count * (needed / height - unit.limbs.len());
            let here = ((rows - row) / needed).min(count);
            row += here * needed;
            let (left, each) = (count - here, rows / needed);
            standing.spans.push(usize::from(here > 0) + left.div_ceil(each));
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
        let standing = self.standing(rows, configuration.height).unwrap_or_default();
        let pieces = standing.lanes * self.pieces(configuration);
        let operands = standing.lanes * usize::from(configuration.height == 1);
        let columns: usize = configuration.tables.iter().map(|(_, columns)| columns).sum();
        let tables: usize = self
            .memories
            .iter()
            .zip(&configuration.tables)
            .map(|(memory, (_, columns))| {
                columns * (usize::from(memory.constants > 0) + usize::from(memory.records > 0))
            })
            .sum();
        let copied = standing.lanes + operands + configuration.basic + columns;
        let products = (copied + 2).div_ceil(cost::COLUMNS_A_PRODUCT);
        let cells = self
            .units
            .iter()
            .zip(&standing.spans)
            .filter(|((unit, _), _)| unit.gate.is_some());
        let cells = cells
            .map(|((unit, _), spans)| spans * (unit.operands + unit.limbs.len()))
            .sum::<usize>();
        Features {
            k: configuration.k,
            small: 3 * pieces,
            medium: copied,
            full: pieces + 3 * tables + products + cost::QUOTIENT_PIECES,
            gate_cells: cells,
        }
    }

    /// The best configuration for a goal.
    pub fn choose(&self, goal: &Goal) -> Result<Configuration, Error> {
        let candidates = |range: std::ops::RangeInclusive<u32>| {
            range
                .flat_map(|k| ((k as usize).saturating_sub(4).max(1)..k as usize).map(move |bits| (k, bits)))
                .flat_map(|(k, bits)| {
                    let pieces = self.classes(bits).into_iter().map(Class::pieces).max().unwrap_or(1);
                    (1..=pieces).rev().map(move |height| self.least(k, bits, height))
                })
                .flatten()
        };
        let cost = |c: &Configuration| self.features(c).seconds();
        let columns = |c: &Configuration| {
            let tables: usize = c.tables.iter().map(|(_, columns)| columns).sum();
            c.lanes * self.lane_columns(c) + c.basic + tables
        };
        let chosen = match goal {
            Goal::Explicit(configuration) => return Ok(configuration.clone()),
            Goal::Fastest => candidates(6..=22).min_by(|a, b| cost(a).total_cmp(&cost(b))),
            Goal::Rows(k) => candidates(*k..=*k).min_by(|a, b| cost(a).total_cmp(&cost(b))),
            Goal::Smallest(k) => candidates(6..=*k).min_by_key(|c| (columns(c), c.k)),
        };
        chosen.ok_or_else(|| Error::DoesNotFit("no configuration has room for it".to_owned()))
    }
}

/// How units stand in lanes.
#[derive(Debug, Default)]
struct Standing {
    lanes: usize,
    /// How many lanes the units of a gate stand in, in the order of the sizes.
    spans: Vec<usize>,
}

impl Builder {
    /// The columns that would be chosen for a goal.
    ///
    /// # Errors
    /// If the circuit fits none.
    pub fn configuration(&self, goal: &Goal) -> Result<Configuration, Error> {
        Sizes::of(self).choose(goal)
    }

    /// What a proof consists of in each configuration with these rows that the circuit fits: for the program that measures
    /// costs.
    #[doc(hidden)]
    pub fn candidates(&self, k: u32) -> Vec<(Configuration, Features)> {
        let sizes = Sizes::of(self);
        let bits = (k as usize).saturating_sub(3).max(1)..k as usize;
        bits.flat_map(|bits| (1..=8).map(move |height| (bits, height)))
            .filter_map(|(bits, height)| sizes.least(k, bits, height))
            .map(|configuration| (configuration.clone(), sizes.features(&configuration)))
            .collect()
    }
}
