//! The choice of a circuit's columns.

use super::{Class, Configuration, Goal, Lanes, PHASES, placement_order, unit_rows};
use crate::{
    Builder, Error, Soundness,
    builder::{Phase, Unit},
    cost::{self, Features},
    gates::Range,
};
use indexmap::IndexMap;
use std::collections::BTreeSet;

pub(super) fn too_few(configuration: &Configuration) -> Error {
    Error::DoesNotFit(format!("2^{} rows are too few", configuration.k))
}

/// The largest number of rows of a limb, and of columns of one kind in a lane.
const MOST: usize = 64;
/// The numbers of columns of one kind that are tried for lanes.
const COLUMNS: [usize; 9] = [1, 2, 3, 4, 6, 8, 12, 16, 24];
/// The range of `k` for circuits of `2^k` rows.
const ROWS: std::ops::RangeInclusive<u32> = 4..=28;
/// The largest number of advice columns that a configuration may ask for. For every column of a gate, halo2 searches
/// all columns it already knows, so its time grows with the square of their number. With this many it takes about a
/// second.
const MOST_COLUMNS: usize = 1 << 13;
/// The largest number of cells in them. Their values alone take two TiB.
const MOST_CELLS: u64 = 1 << 36;
/// Rows that can never be used.
const LEFT_ROWS: usize = 4;

/// The sizes of a circuit's parts, whatever its columns.
pub(crate) struct Sizes {
    /// The different units: how many there are of each, and the operations of its gate.
    units: Vec<(Unit, usize, usize)>,
    /// The ranges of limbs of each phase.
    ranges: [BTreeSet<Range>; 2],
    basic: usize,
    memories: Vec<MemorySize>,
    pub constants: usize,
    public: usize,
    soundness: Soundness,
}

/// The size of the tables of one width.
#[derive(Clone, Copy, Debug)]
struct MemorySize {
    width: usize,
    constants: usize,
    records: usize,
    reads: usize,
}

impl Sizes {
    /// The sizes of a closed builder.
    pub fn of(b: &Builder) -> Self {
        let mut units: IndexMap<(Phase, usize), (Unit, usize, usize)> = IndexMap::new();
        let weights = b.batches.challenges().unwrap_or(0);
        for unit in &b.units {
            let same = units.entry(placement_order(unit));
            let operations = || unit.gate.map_or(0, |gate| cost::operations(&*b.gates[gate], weights));
            same.or_insert_with(|| (unit.clone(), 0, operations())).1 += 1;
        }
        // In the order in which they are placed.
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
            soundness: b.soundness,
        }
    }

    /// The rows that blinding leaves: it takes as many random values as a polynomial is opened at points, and two more.
    pub(super) fn usable_rows(&self, configuration: &Configuration) -> Option<usize> {
        let units = self.units.iter().map(|(unit, ..)| {
            let lanes = configuration.lanes(unit.phase);
            unit_rows(unit, Lanes { height: 1, ..lanes })
        });
        let widest = self.memories.iter().map(|memory| memory.width + 1);
        let heights = PHASES.map(|phase| configuration.lanes(phase).height);
        let most = units.chain(widest).chain(heights).max().unwrap_or(0);
        (1usize << configuration.k).checked_sub(most.max(4) + LEFT_ROWS)
    }

    /// The columns of pieces that a limb of a phase needs if it takes one row.
    fn most_pieces(&self, lookup_bits: usize, phase: Phase) -> usize {
        let ranges = self.ranges[usize::from(phase != Phase::First)].iter();
        let pieces = ranges.map(|&range| Class::of(range, lookup_bits).pieces());
        pieces.max().unwrap_or(1)
    }

    /// The maximum of a quantity over the gates of a phase.
    fn most(&self, phase: Phase, of: impl Fn(&Unit) -> usize) -> usize {
        let units = self.units.iter().filter(|(unit, ..)| unit.phase == phase);
        units.map(|(unit, ..)| of(unit)).max().unwrap_or(0)
    }

    /// The columns of pieces for one column of limbs.
    pub(super) fn pieces(&self, configuration: &Configuration, phase: Phase) -> usize {
        let most = self.most_pieces(configuration.lookup_bits, phase);
        most.div_ceil(configuration.lanes(phase).height)
    }

    /// The advice columns of a configuration whose lanes are in their ranges.
    fn columns(&self, configuration: &Configuration) -> usize {
        let lanes = PHASES.map(|phase| {
            let lanes = configuration.lanes(phase);
            let each = lanes.limbs * (1 + self.pieces(configuration, phase)) + lanes.operands + lanes.late;
            lanes.count.saturating_mul(each)
        });
        let tables = configuration.tables.iter().map(|(_, columns)| *columns);
        let all = lanes.into_iter().chain(tables).chain([configuration.basic]);
        all.fold(0, usize::saturating_add)
    }

    /// Checks the conditions that [`Layout::new`] relies on.
    pub(super) fn check(&self, configuration: &Configuration) -> Result<(), Error> {
        let refuse = |what: &str| Err(Error::DoesNotFit(what.to_owned()));
        if !ROWS.contains(&configuration.k) {
            return refuse("k is from 4 to 28");
        }
        if !(1..=configuration.k as usize).contains(&configuration.lookup_bits) {
            return refuse("lookup_bits is from 1 to k");
        }
        for phase in PHASES {
            let lanes = configuration.lanes(phase);
            if !(1..=MOST).contains(&lanes.height) || !(1..=MOST).contains(&lanes.limbs) {
                return refuse("height and limbs are from 1 to 64");
            }
            let needed = [
                (lanes.operands, self.most(phase, |unit| unit.operands)),
                (lanes.late, self.most(phase, |unit| unit.late.1)),
            ];
            if needed
                .iter()
                .any(|&(columns, most)| columns > MOST || columns == 0 && most > 0)
            {
                return refuse("operands and late cells have from 1 to 64 columns");
            }
        }
        let columns = self.columns(configuration);
        if columns > MOST_COLUMNS || (columns as u64) << configuration.k > MOST_CELLS {
            return Err(Error::DoesNotFit(format!(
                "the configuration has {columns} columns of 2^{} rows; there may be {MOST_COLUMNS}, and 2^{} cells",
                configuration.k,
                MOST_CELLS.ilog2()
            )));
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

    /// A configuration with no columns yet.
    fn with(&self, k: u32, lookup_bits: usize, lanes: [Lanes; 2]) -> Configuration {
        Configuration {
            k,
            lookup_bits,
            lanes: lanes[0],
            checks: lanes[1],
            basic: 0,
            tables: Vec::new(),
            soundness: self.soundness,
        }
    }

    /// The smallest configuration with these rows, pieces and columns of a lane, if there is one.
    fn least(&self, k: u32, lookup_bits: usize, lanes: [Lanes; 2]) -> Option<Configuration> {
        let mut configuration = self.with(k, lookup_bits, lanes);
        self.check(&configuration).ok()?;
        let rows = self.usable_rows(&configuration)?;
        configuration.lanes.count = self.placement(rows, lanes[0], Phase::First, |_| true)?.lanes;
        configuration.checks.count = self.placement(rows, lanes[1], Phase::Second, |_| true)?.lanes;
        // A column of basic gates repeats a cell of the one before, and leaves up to three rows unused.
        configuration.basic = self.basic.div_ceil(rows.checked_sub(4).filter(|&rows| rows > 0)?);
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

    /// How units of a phase will be placed in lanes: those of a gate together, none across two lanes, ranges beside
    /// operands or last. `None` if they do not fit, or if the placement so far is not worth continuing.
    fn placement(
        &self,
        rows: usize,
        lanes: Lanes,
        phase: Phase,
        is_worth: impl Fn(&Placement) -> bool,
    ) -> Option<Placement> {
        let mut placement = Placement::default();
        let mut row = rows;
        let mut spare = 0;
        for (unit, count, operations) in self.units.iter().filter(|(unit, ..)| unit.phase == phase) {
            let needed = unit_rows(unit, lanes).max(1);
            if needed > rows {
                return None;
            }
            let slots = needed / lanes.height * lanes.limbs;
            let count = if unit.gate.is_some() {
                spare += count * (slots - unit.limbs.len());
                *count
            } else {
                let left = count.saturating_sub(spare);
                spare -= count - left;
                left.div_ceil(slots)
            };
            let here = ((rows - row) / needed).min(count);
            row += here * needed;
            let (left, each) = (count - here, rows / needed);
            let spans = usize::from(here > 0) + left.div_ceil(each);
            placement.operations += spans * operations;
            if left > 0 {
                placement.lanes += left.div_ceil(each);
                let last = left % each;
                row = if last == 0 { each } else { last } * needed;
                if !is_worth(&placement) {
                    return None;
                }
            }
        }
        Some(placement)
    }

    /// What lanes of a phase add to a proof with `2^k` rows. A limb that took one row would have `most_pieces` pieces.
    fn lanes_features(k: u32, most_pieces: usize, lanes: Lanes, placement: &Placement) -> Features {
        let pieces = lanes.limbs * most_pieces.div_ceil(lanes.height);
        let cells = lanes.limbs + lanes.operands;
        Features {
            k,
            advice: placement.lanes * (cells + lanes.late + pieces),
            small: placement.lanes * 3 * pieces,
            medium: placement.lanes * cells,
            full: placement.lanes * (pieces + lanes.late),
            copied: placement.lanes * (cells + lanes.late),
            operations: placement.operations,
        }
    }

    /// The features of a proof in a configuration that the circuit fits, for [`cost`].
    fn features(&self, configuration: &Configuration) -> Features {
        let rows = self.usable_rows(configuration).unwrap_or(0);
        let mut features = Features {
            k: configuration.k,
            full: cost::QUOTIENT_PIECES,
            ..Features::default()
        };
        for phase in PHASES {
            let (k, lanes) = (configuration.k, configuration.lanes(phase));
            let pieces = self.most_pieces(configuration.lookup_bits, phase);
            if let Some(placement) = self.placement(rows, lanes, phase, |_| true) {
                features = features.and(Self::lanes_features(k, pieces, lanes, &placement));
            }
        }
        let mut columns = configuration.basic;
        for (memory, (_, of_this)) in self.memories.iter().zip(&configuration.tables) {
            let arguments = usize::from(memory.constants > 0) + usize::from(memory.records > 0);
            features.full += of_this * 3 * arguments;
            columns += of_this;
        }
        features.and(Features {
            advice: columns,
            medium: columns,
            copied: columns,
            ..Features::default()
        })
    }

    /// The best configuration for a goal.
    pub fn choose(&self, goal: &Goal) -> Result<Configuration, Error> {
        let best = |rows: std::ops::RangeInclusive<u32>, measure: &dyn Fn(&Features) -> f64| {
            let (mut least, mut best) = (f64::INFINITY, None);
            for k in rows {
                for bits in (k as usize).saturating_sub(4).max(1)..k as usize {
                    if let Some(found) = self.best(k, bits, measure, least) {
                        let measured = measure(&self.features(&found));
                        if measured < least {
                            (least, best) = (measured, Some(found));
                        }
                    }
                }
            }
            best
        };
        let chosen = match goal {
            Goal::Explicit(configuration) => return Ok(configuration.clone()),
            Goal::Fastest => best(6..=22, &Features::seconds),
            Goal::Rows(k) if ROWS.contains(k) => best(*k..=*k, &Features::seconds),
            Goal::Rows(_) => return Err(Error::DoesNotFit("k is from 4 to 28".to_owned())),
            Goal::Smallest(k) => best(6..=*k.min(ROWS.end()), &|features| features.advice as f64),
        };
        chosen.ok_or_else(|| Error::DoesNotFit("no configuration has room for it".to_owned()))
    }

    /// The configuration with these rows and pieces that minimizes a measure. The measure is the sum of the measures of
    /// both phases, and grows with every feature. `None` if it cannot be less than `most`.
    fn best(&self, k: u32, lookup_bits: usize, measure: &dyn Fn(&Features) -> f64, most: f64) -> Option<Configuration> {
        let quotient = Features {
            k,
            full: cost::QUOTIENT_PIECES,
            ..Features::default()
        };
        if measure(&quotient) >= most {
            return None;
        }
        // The rows that are left depend on the lanes of both phases, but they are all rows except a few.
        let mut rows = (1usize << k).checked_sub(2 * LEFT_ROWS)?;
        for _ in 0..3 {
            let [first, second] = PHASES.map(|phase| {
                let (mut least, mut best) = (most, None);
                let pieces = self.most_pieces(lookup_bits, phase);
                for lanes in self.options(lookup_bits, phase) {
                    let measured = |placement: &Placement| measure(&Self::lanes_features(k, pieces, lanes, placement));
                    if let Some(placement) = self.placement(rows, lanes, phase, |so_far| measured(so_far) < least) {
                        let this = measured(&placement);
                        if this < least {
                            (least, best) = (this, Some(lanes));
                        }
                    }
                }
                best
            });
            let lanes = [first?, second?];
            let found = self.least(k, lookup_bits, lanes);
            if found.is_some() {
                return found;
            }
            rows = self.usable_rows(&self.with(k, lookup_bits, lanes))?;
        }
        None
    }

    /// The options for the lanes of a phase that differ in effect.
    fn options(&self, lookup_bits: usize, phase: Phase) -> impl Iterator<Item = Lanes> + Clone {
        let up_to = |most: usize| COLUMNS.iter().copied().filter(move |&columns| columns <= most);
        let or_none = move |most: usize| up_to(most).chain((most == 0).then_some(0));
        let limbs = self.most(phase, |unit| unit.limbs.len()).max(1);
        let operands = self.most(phase, |unit| unit.operands);
        let late = self.most(phase, |unit| unit.late.1);
        (1..=self.most_pieces(lookup_bits, phase)).flat_map(move |height| {
            up_to(limbs).flat_map(move |limbs| {
                or_none(operands).flat_map(move |operands| {
                    or_none(late).map(move |late| Lanes {
                        count: 0,
                        limbs,
                        height,
                        operands,
                        late,
                    })
                })
            })
        })
    }
}

/// How units are placed in lanes.
#[derive(Debug, Default)]
struct Placement {
    lanes: usize,
    /// The operations of all gates, each counted once for every lane that has it.
    operations: usize,
}

impl Builder {
    /// The columns that [`Self::finish`] would choose for a goal.
    ///
    /// # Errors
    /// If the circuit fits no configuration.
    pub fn configuration(&self, goal: &Goal) -> Result<Configuration, Error> {
        Sizes::of(&self.closed(goal)?).choose(goal)
    }

    /// The features of a proof in each configuration with `2^k` rows that the circuit fits: for the program that
    /// measures costs.
    ///
    /// # Errors
    /// As [`Self::finish`].
    #[doc(hidden)]
    pub fn candidates(&self, k: u32) -> Result<Vec<(Configuration, Features)>, Error> {
        let sizes = Sizes::of(&self.closed(&Goal::Fastest)?);
        let sizes = &sizes;
        let bits = (k as usize).saturating_sub(3).max(1)..k as usize;
        // Every option for one phase is combined with some for the other.
        let all = bits.flat_map(|bits| {
            let [first, second] = PHASES.map(|phase| sizes.options(bits, phase));
            let pairs = first.zip(second.cycle());
            pairs.filter_map(move |(first, second)| sizes.least(k, bits, [first, second]))
        });
        Ok(all
            .map(|configuration| (configuration.clone(), sizes.features(&configuration)))
            .collect())
    }
}
