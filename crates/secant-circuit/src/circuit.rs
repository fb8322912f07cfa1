//! The circuit that halo2 sees.

use crate::{
    Builder, Configuration, Counts, Error, Fr, Goal, integer,
    layout::{Class, Layout, MemoryLayout, Place, Sizes},
};
use halo2_axiom::{
    circuit::{Cell as HaloCell, Layouter, Region, SimpleFloorPlanner, Value},
    dev::MockProver,
    halo2curves::ff::Field,
    plonk::{self, Advice, Any, Circuit, Column, ConstraintSystem, Expression, Fixed, Instance},
    poly::Rotation,
};
use std::{collections::HashMap, sync::Arc};

/// A circuit with its columns and its witness.
#[derive(Clone, Debug)]
pub struct BuiltCircuit {
    builder: Arc<Builder>,
    layout: Arc<Layout>,
    /// Values that stand in a place instead of what belongs there.
    tampered: HashMap<Place, Fr>,
}

/// What columns a circuit has: of [`BuiltCircuit`].
#[derive(Clone, Debug, Default)]
pub struct Parameters(Option<Arc<Layout>>);

/// Columns of tables of one width.
#[derive(Clone, Debug)]
struct MemoryColumns {
    /// For each column of advice: the table that a read in this row is from, and one where there is a read; of constant
    /// tables and of others.
    reads: Vec<[Option<(Column<Fixed>, Column<Fixed>)>; 2]>,
    /// Number, row and values of constant tables.
    constants: Vec<Column<Fixed>>,
    /// Number and row of tables of cells.
    records: Option<(Column<Fixed>, Column<Fixed>)>,
}

/// The columns.
#[derive(Clone, Debug)]
pub struct Columns {
    advice: Vec<Column<Advice>>,
    instance: Option<Column<Instance>>,
    constants: Vec<Column<Fixed>>,
    /// The table of integers below a power of two.
    range: Option<Column<Fixed>>,
    lanes: Vec<LaneColumns>,
    basic: Vec<Column<Fixed>>,
    memories: Vec<MemoryColumns>,
}

#[derive(Clone, Debug)]
struct LaneColumns {
    /// Where a limb of each class begins.
    classes: Vec<(Class, Column<Fixed>)>,
    /// Where each gate begins.
    gates: Vec<(usize, Column<Fixed>)>,
}

impl Builder {
    /// The circuit, with columns for a goal.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn finish(self, goal: &Goal) -> Result<BuiltCircuit, Error> {
        let configuration = Sizes::of(&self).choose(goal)?;
        let layout = Layout::new(&self, &configuration)?;
        Ok(BuiltCircuit {
            builder: self.into(),
            layout: layout.into(),
            tampered: HashMap::new(),
        })
    }
}

impl BuiltCircuit {
    /// Its columns.
    pub fn configuration(&self) -> &Configuration {
        &self.layout.configuration
    }

    /// The public inputs.
    pub fn public_values(&self) -> Vec<Fr> {
        self.builder.public_values()
    }

    /// The columns of instances: one, or none without public inputs.
    pub fn instances(&self) -> Vec<Vec<Fr>> {
        if self.layout.public {
            vec![self.public_values()]
        } else {
            Vec::new()
        }
    }

    /// How large it is.
    pub fn counts(&self) -> Counts {
        let mut cs = ConstraintSystem::default();
        let columns = configure(&mut cs, &self.layout);
        let builder = &self.builder;
        let pieces = builder.units.iter().flat_map(|unit| unit.limbs.iter());
        let size = self.layout.configuration.lookup_bits;
        let lookups = pieces.map(|&range| Class::of(range, size).pieces()).sum();
        Counts {
            advice: builder.values.len() + self.layout.repeated.len() + lookups,
            lookups,
            constants: self.layout.constants,
            advice_columns: columns.advice.len(),
            lookup_arguments: cs.lookups().len(),
            fixed_columns: cs.num_fixed_columns(),
            permuted_columns: cs.permutation().get_columns().len(),
        }
    }

    /// Checks every constraint with halo2's mock prover.
    ///
    /// # Errors
    /// With what fails.
    pub fn mock(&self) -> Result<(), Error> {
        self.mock_with(self.instances())
    }

    /// As [`Self::mock`], with other public inputs.
    ///
    /// # Errors
    /// With what fails.
    pub fn mock_with(&self, instances: Vec<Vec<Fr>>) -> Result<(), Error> {
        let prover = MockProver::run(self.configuration().k, self, instances)?;
        prover.verify().map_err(Error::Mock)
    }

    /// The columns and rows of advice that have a value, with it: for tests of constraints.
    #[doc(hidden)]
    pub fn assigned(&self) -> Vec<((u32, u32), Fr)> {
        let mut all = Vec::new();
        self.each_value(|place, value| all.push(((place.column, place.row), value)));
        all
    }

    /// The same circuit with another value in a place of the advice: for tests of constraints.
    #[doc(hidden)]
    pub fn tamper(&mut self, (column, row): (u32, u32), value: Fr) {
        self.tampered.insert(Place { column, row }, value);
    }

    /// All values of the advice.
    fn each_value(&self, mut visit: impl FnMut(Place, Fr)) {
        let (builder, layout) = (&*self.builder, &*self.layout);
        for (place, value) in layout.places.iter().zip(&builder.values) {
            visit(*place, *value);
        }
        for (cell, place) in &layout.repeated {
            visit(*place, builder.value(*cell));
        }
        for (unit, &(lane, row)) in builder.units.iter().zip(&layout.units) {
            let first = lane * layout.lane_columns();
            for (i, &range) in unit.limbs.iter().enumerate() {
                let value = integer::to_integer(&builder.value(unit.first.after(unit.operands + i)));
                let size = layout.configuration.lookup_bits;
                let class = Class::of(range, size);
                let mut pieces = integer::limbs_of(&value, size, class.full + usize::from(class.last > 0));
                if class.last > 0 {
                    pieces.push(&pieces[class.full] << (size - class.last));
                }
                for (j, piece) in pieces.iter().enumerate() {
                    let (column, below) = layout.piece(j);
                    let place = Place {
                        column: (first + column) as u32,
                        row: (row + i * layout.configuration.height + below) as u32,
                    };
                    visit(place, integer::natural_to_field(piece));
                }
            }
        }
    }
}

fn configure(meta: &mut ConstraintSystem<Fr>, layout: &Layout) -> Columns {
    let advice: Vec<_> = (0..layout.advice_columns()).map(|_| meta.advice_column()).collect();
    let constants: Vec<_> = (0..layout.constants.div_ceil(layout.rows.max(1)))
        .map(|_| {
            let column = meta.fixed_column();
            meta.enable_equality(column);
            column
        })
        .collect();
    let instance = layout.public.then(|| {
        let column = meta.instance_column();
        meta.enable_equality(column);
        column
    });
    let range = (!layout.classes.is_empty()).then(|| meta.fixed_column());
    let width = layout.lane_columns();
    let lanes = (0..layout.configuration.lanes)
        .map(|lane| configure_lane(meta, layout, lane, &advice[lane * width..][..width], range))
        .collect();
    let basic = advice[layout.first_basic()..][..layout.configuration.basic]
        .iter()
        .map(|&column| configure_basic(meta, column))
        .collect();
    let memories = layout
        .memories
        .iter()
        .map(|memory| configure_memory(meta, memory, &advice[memory.first_column..][..memory.columns]))
        .collect();
    // Permutations and lookups come at no cost in transforms up to this degree, which lookups from tables need.
    meta.set_minimum_degree(DEGREE);
    Columns {
        advice,
        instance,
        constants,
        range,
        lanes,
        basic,
        memories,
    }
}

/// The degree of all constraints, at most: the quotient then needs four times the rows, as it does from 4 on.
const DEGREE: usize = 5;

fn configure_basic(meta: &mut ConstraintSystem<Fr>, column: Column<Advice>) -> Column<Fixed> {
    meta.enable_equality(column);
    let q = meta.fixed_column();
    meta.create_gate("basic", |meta| {
        let q = meta.query_fixed(q, Rotation::cur());
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| meta.query_advice(column, Rotation(row)));
        [("a + b c = d", q * (a + b * c - d))]
    });
    q
}

fn configure_lane(
    meta: &mut ConstraintSystem<Fr>,
    layout: &Layout,
    lane: usize,
    columns: &[Column<Advice>],
    range: Option<Column<Fixed>>,
) -> LaneColumns {
    let (size, height) = (layout.configuration.lookup_bits, layout.configuration.height);
    let pieces = &columns[columns.len() - layout.pieces..];
    for &column in &columns[..columns.len() - layout.pieces] {
        meta.enable_equality(column);
    }
    let classes = layout.lanes[lane].classes.iter().map(|&class| {
        let q = meta.fixed_column();
        meta.create_gate("limb", |meta| {
            let q = meta.query_fixed(q, Rotation::cur());
            let value = meta.query_advice(columns[0], Rotation::cur());
            let mut piece = |i| {
                let (column, below) = layout.piece(i);
                meta.query_advice(columns[column], Rotation(below as i32))
            };
            let count = class.full + usize::from(class.last > 0);
            let sum = (0..count).fold(-value, |sum, i| sum + piece(i) * integer::field_power_of_two(size * i));
            let mut constraints = vec![("pieces sum up", q.clone() * sum)];
            if class.last > 0 {
                let multiple = piece(class.full) * integer::field_power_of_two(size - class.last);
                constraints.push(("last piece is short", q * (multiple - piece(class.full + 1))));
            }
            constraints
        });
        (class, q)
    });
    let classes = classes.collect();
    if let Some(range) = range {
        for &piece in pieces {
            meta.lookup_any("piece in range", |meta| {
                let piece = meta.query_advice(piece, Rotation::cur());
                vec![(piece, meta.query_fixed(range, Rotation::cur()))]
            });
        }
    }
    let gates = layout.lanes[lane].gates.iter().map(|&index| {
        let gate = &layout.gates[index];
        let q = meta.fixed_column();
        meta.create_gate(gate.name().to_owned(), |meta| {
            let q = meta.query_fixed(q, Rotation::cur());
            let cells: Vec<_> = (0..gate.operands())
                .map(|i| Layout::operand(height, i))
                .chain((0..gate.limbs().len()).map(|i| (0, i * height)))
                .map(|(column, row)| meta.query_advice(columns[column], Rotation(row as i32)))
                .collect();
            gate.constraints(&cells)
                .into_iter()
                .map(move |(name, constraint)| (name, q.clone() * constraint))
        });
        (index, q)
    });
    LaneColumns {
        gates: gates.collect(),
        classes,
    }
}

fn configure_memory(
    meta: &mut ConstraintSystem<Fr>,
    memory: &MemoryLayout,
    columns: &[Column<Advice>],
) -> MemoryColumns {
    for &column in columns {
        meta.enable_equality(column);
    }
    let constants: Vec<_> = if memory.constants {
        (0..memory.width + 2).map(|_| meta.fixed_column()).collect()
    } else {
        Vec::new()
    };
    let records = memory.records.then(|| (meta.fixed_column(), meta.fixed_column()));
    let reads = columns
        .iter()
        .map(|&column| {
            let mut argument = |name, table: &dyn Fn(&mut plonk::VirtualCells<'_, Fr>) -> Vec<Expression<Fr>>| {
                let (number, q) = (meta.fixed_column(), meta.fixed_column());
                meta.lookup_any(name, |meta| {
                    let q = meta.query_fixed(q, Rotation::cur());
                    // Rows without a read look for zeros.
                    let mut inputs = vec![meta.query_fixed(number, Rotation::cur())];
                    for row in 0..=memory.width {
                        inputs.push(q.clone() * meta.query_advice(column, Rotation(row as i32)));
                    }
                    inputs.into_iter().zip(table(meta)).collect()
                });
                (number, q)
            };
            let constant = memory.constants.then(|| {
                argument("row of a constant table", &|meta| {
                    constants
                        .iter()
                        .map(|&column| meta.query_fixed(column, Rotation::cur()))
                        .collect()
                })
            });
            let record = records.map(|(number, row)| {
                argument("row of a table", &|meta| {
                    let mut tuple = vec![
                        meta.query_fixed(number, Rotation::cur()),
                        meta.query_fixed(row, Rotation::cur()),
                    ];
                    for row in 0..memory.width {
                        tuple.push(meta.query_advice(columns[0], Rotation(row as i32)));
                    }
                    tuple
                })
            });
            [constant, record]
        })
        .collect();
    MemoryColumns {
        reads,
        constants,
        records,
    }
}

impl Circuit<Fr> for BuiltCircuit {
    type Config = Option<Columns>;
    type FloorPlanner = SimpleFloorPlanner;
    type Params = Parameters;

    fn without_witnesses(&self) -> Self {
        self.clone()
    }

    fn params(&self) -> Parameters {
        Parameters(Some(self.layout.clone()))
    }

    fn configure_with_params(meta: &mut ConstraintSystem<Fr>, parameters: Parameters) -> Self::Config {
        parameters.0.map(|layout| configure(meta, &layout))
    }

    fn configure(_: &mut ConstraintSystem<Fr>) -> Self::Config {
        None
    }

    fn synthesize(&self, columns: Self::Config, mut layouter: impl Layouter<Fr>) -> Result<(), plonk::Error> {
        let columns = columns.ok_or(plonk::Error::Synthesis)?;
        let public = layouter.assign_region(
            || "circuit",
            |mut region| {
                self.assign_advice(&columns, &mut region);
                self.assign_lanes(&columns, &mut region);
                self.assign_range(&columns, &mut region);
                self.assign_memories(&columns, &mut region);
                Ok(self.copy(&columns, &mut region))
            },
        )?;
        for (row, cell) in public.into_iter().enumerate() {
            if let Some(instance) = columns.instance {
                layouter.constrain_instance(cell, instance, row);
            }
        }
        Ok(())
    }
}

impl BuiltCircuit {
    fn assign_advice(&self, columns: &Columns, region: &mut Region<'_, Fr>) {
        self.each_value(|place, value| {
            let value = self.tampered.get(&place).copied().unwrap_or(value);
            region.assign_advice(
                columns.advice[place.column as usize],
                place.row as usize,
                Value::known(value),
            );
        });
        for place in &self.layout.basic_gates {
            let column = columns.basic[place.column as usize - self.layout.first_basic()];
            region.assign_fixed(column, place.row as usize, Fr::ONE);
        }
    }

    fn assign_lanes(&self, columns: &Columns, region: &mut Region<'_, Fr>) {
        let layout = &self.layout;
        for (unit, &(lane, row)) in self.builder.units.iter().zip(&layout.units) {
            let fixed = &columns.lanes[lane];
            if let Some(gate) = unit.gate {
                for (_, q) in fixed.gates.iter().filter(|(index, _)| *index == gate) {
                    region.assign_fixed(*q, row, Fr::ONE);
                }
            }
            for (i, &range) in unit.limbs.iter().enumerate() {
                let class = Class::of(range, layout.configuration.lookup_bits);
                for (_, q) in fixed.classes.iter().filter(|(of, _)| *of == class) {
                    region.assign_fixed(*q, row + i * layout.configuration.height, Fr::ONE);
                }
            }
        }
    }

    fn assign_range(&self, columns: &Columns, region: &mut Region<'_, Fr>) {
        if let Some(range) = columns.range {
            for value in 0..1u64 << self.layout.configuration.lookup_bits {
                region.assign_fixed(range, value as usize, Fr::from(value));
            }
        }
    }

    fn assign_memories(&self, columns: &Columns, region: &mut Region<'_, Fr>) {
        for (i, memory) in self.builder.memories.values().enumerate() {
            let (layout, fixed) = (&self.layout.memories[i], &columns.memories[i]);
            for (row, (number, index, values)) in memory.constants.iter().enumerate() {
                // The first row stays zero.
                let tuple = [Fr::from(*number), Fr::from(*index)];
                for (&column, &value) in fixed.constants.iter().zip(tuple.iter().chain(values)) {
                    region.assign_fixed(column, row + 1, value);
                }
            }
            for (number, index, first) in &memory.records {
                let place = self.layout.places[first.index()];
                if let Some((numbers, rows)) = fixed.records {
                    region.assign_fixed(numbers, place.row as usize, Fr::from(*number));
                    region.assign_fixed(rows, place.row as usize, Fr::from(*index));
                }
            }
            for (number, first, constant) in &memory.reads {
                let place = self.layout.places[first.index()];
                let read = &fixed.reads[place.column as usize - layout.first_column];
                if let Some((numbers, q)) = read[usize::from(!constant)] {
                    region.assign_fixed(numbers, place.row as usize, Fr::from(*number));
                    region.assign_fixed(q, place.row as usize, Fr::ONE);
                }
            }
        }
    }

    /// Copies, constants; the cells of public inputs.
    fn copy(&self, columns: &Columns, region: &mut Region<'_, Fr>) -> Vec<HaloCell> {
        let at = |place: Place| HaloCell {
            row_offset: place.row as usize,
            column: Column::<Any>::from(columns.advice[place.column as usize]),
        };
        let cell = |cell: crate::Cell| at(self.layout.places[cell.index()]);
        for &(a, b) in &self.builder.copies {
            region.constrain_equal(cell(a), cell(b));
        }
        for &(of, place) in &self.layout.repeated {
            region.constrain_equal(cell(of), at(place));
        }
        let mut constants: HashMap<Fr, HaloCell> = HashMap::new();
        for &(of, value) in &self.builder.constants {
            let next = constants.len();
            let constant = *constants.entry(value).or_insert_with(|| {
                let column = columns.constants[next / self.layout.rows];
                region.assign_fixed(column, next % self.layout.rows, value)
            });
            region.constrain_equal(cell(of), constant);
        }
        self.builder.public.iter().map(|&public| cell(public)).collect()
    }
}
