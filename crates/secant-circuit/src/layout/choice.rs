//! Which columns a circuit gets.

use super::{Class, Configuration, Goal, Lanes, PHASES, place_of, unit_rows};
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

/// The most rows that a limb takes, and the most columns of a kind that a lane has.
const MOST: usize = 64;
/// The columns of a kind that lanes are tried with.
const COLUMNS: [usize; 9] = [1, 2, 3, 4, 6, 8, 12, 16, 24];
/// The logarithms of the numbers of rows that circuits have.
const ROWS: std::ops::RangeInclusive<u32> = 4..=28;
/// The most columns of advice that a configuration may ask for. halo2 searches those that are known already for every column
/// of a gate, so that its time grows with the square of their number: with these it is about a second.
const MOST_COLUMNS: usize = 1 << 13;
/// The most cells in them, which take two TiB as values alone.
const MOST_CELLS: u64 = 1 << 36;
/// Rows that can never be used.
const LEFT_ROWS: usize = 4;

/// How much there is of everything, whatever the columns.
pub(crate) struct Sizes {
    /// Units that are different: how many there are of each, and the operations of its gate.
    units: Vec<(Unit, usize, usize)>,
    /// Of limbs of each phase.
    ranges: [BTreeSet<Range>; 2],
    basic: usize,
    memories: Vec<MemorySize>,
    pub constants: usize,
    public: usize,
    soundness: Soundness,
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
            soundness: b.soundness,
        }
    }

    /// Rows that are left by what hides the witness: a polynomial of as many random values as it is opened at places, and
    /// two more.
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

    /// The columns of pieces that a limb of a phase would have if it took one row.
    fn most_pieces(&self, lookup_bits: usize, phase: Phase) -> usize {
        let ranges = self.ranges[usize::from(phase != Phase::First)].iter();
        let pieces = ranges.map(|&range| Class::of(range, lookup_bits).pieces());
        pieces.max().unwrap_or(1)
    }

    /// The most of something that a gate of a phase has.
    fn most(&self, phase: Phase, of: impl Fn(&Unit) -> usize) -> usize {
        let units = self.units.iter().filter(|(unit, ..)| unit.phase == phase);
        units.map(|(unit, ..)| of(unit)).max().unwrap_or(0)
    }

    /// The columns of pieces that a column of limbs has.
    pub(super) fn pieces(&self, configuration: &Configuration, phase: Phase) -> usize {
        let most = self.most_pieces(configuration.lookup_bits, phase);
        most.div_ceil(configuration.lanes(phase).height)
    }

    /// The columns of advice of a configuration whose lanes are in their ranges.
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

    /// What [`Layout::new`] relies on.
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

    /// A configuration without columns.
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

    /// The least configuration with these rows, pieces and columns of a lane, if there is one.
    fn least(&self, k: u32, lookup_bits: usize, lanes: [Lanes; 2]) -> Option<Configuration> {
        let mut configuration = self.with(k, lookup_bits, lanes);
        self.check(&configuration).ok()?;
        let rows = self.usable_rows(&configuration)?;
        configuration.lanes.count = self.standing(rows, lanes[0], Phase::First, |_| true)?.lanes;
        configuration.checks.count = self.standing(rows, lanes[1], Phase::Second, |_| true)?.lanes;
        // A column of basic gates repeats a cell of the one before, and leaves up to three rows.
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

    /// How units of a phase will stand in lanes: those of a gate together, none across two lanes, ranges beside operands or
    /// last. None if they have no room, or what stands so far is not worth going on.
    fn standing(
        &self,
        rows: usize,
        lanes: Lanes,
        phase: Phase,
        is_worth: impl Fn(&Standing) -> bool,
    ) -> Option<Standing> {
        let mut standing = Standing::default();
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
            standing.operations += spans * operations;
            if left > 0 {
                standing.lanes += left.div_ceil(each);
                let last = left % each;
                row = if last == 0 { each } else { last } * needed;
                if !is_worth(&standing) {
                    return None;
                }
            }
        }
        Some(standing)
    }

    /// What lanes of a phase add to a proof with `2^k` rows, if a limb that took one row had so many pieces.
    fn lanes_features(k: u32, most_pieces: usize, lanes: Lanes, standing: &Standing) -> Features {
        let pieces = lanes.limbs * most_pieces.div_ceil(lanes.height);
        let cells = lanes.limbs + lanes.operands;
        Features {
            k,
            advice: standing.lanes * (cells + lanes.late + pieces),
            small: standing.lanes * 3 * pieces,
            medium: standing.lanes * cells,
            full: standing.lanes * (pieces + lanes.late),
            copied: standing.lanes * (cells + lanes.late),
            operations: standing.operations,
        }
    }

    /// What a proof consists of in a configuration that it fits, for [`cost`].
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
            if let Some(standing) = self.standing(rows, lanes, phase, |_| true) {
                features = features.and(Self::lanes_features(k, pieces, lanes, &standing));
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

    /// The configuration with these rows and pieces that has the least of something, which is the sum of what both phases have
    /// and grows with everything; none if that cannot be less than `most`.
    fn best(&self, k: u32, lookup_bits: usize, measure: &dyn Fn(&Features) -> f64, most: f64) -> Option<Configuration> {
        let quotient = Features {
            k,
            full: cost::QUOTIENT_PIECES,
            ..Features::default()
        };
        if measure(&quotient) >= most {
            return None;
        }
        // The rows that are left depend on the lanes of both phases, but for a few they are all that there are.
        let mut rows = (1usize << k).checked_sub(2 * LEFT_ROWS)?;
        for _ in 0..3 {
            let [first, second] = PHASES.map(|phase| {
                let (mut least, mut best) = (most, None);
                let pieces = self.most_pieces(lookup_bits, phase);
                for lanes in self.options(lookup_bits, phase) {
                    let measured = |standing: &Standing| measure(&Self::lanes_features(k, pieces, lanes, standing));
                    if let Some(standing) = self.standing(rows, lanes, phase, |so_far| measured(so_far) < least) {
                        let this = measured(&standing);
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

    /// The lanes of a phase that make a difference.
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
        Sizes::of(&self.closed(goal)?).choose(goal)
    }

    /// What a proof consists of in each configuration with these rows that the circuit fits: for the program that measures
    /// costs.
    ///
    /// # Errors
    /// As [`Self::finish`].
    #[doc(hidden)]
    pub fn candidates(&self, k: u32) -> Result<Vec<(Configuration, Features)>, Error> {
        let sizes = Sizes::of(&self.closed(&Goal::Fastest)?);
        let sizes = &sizes;
        let bits = (k as usize).saturating_sub(3).max(1)..k as usize;
        // Every option for one phase beside some for the other.
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
