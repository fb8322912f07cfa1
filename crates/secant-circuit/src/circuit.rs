//! The circuit in the form that halo2 takes.

use crate::{
    Builder, Configuration, Counts, Error, Fr, Goal, Soundness,
    builder::Phase,
    columns::{Columns, configure},
    integer,
    layout::{Class, Layout, Place, Sizes, UnitPlace},
};
use halo2_axiom::{
    circuit::{Cell as HaloCell, Layouter, Region, SimpleFloorPlanner, Value},
    dev::MockProver,
    halo2curves::ff::{Field, PrimeField},
    plonk::{self, Any, Circuit, Column, ConstraintSystem},
};
use sha2::{Digest, Sha256};
use std::{collections::HashMap, sync::Arc};

/// A circuit with its columns and its witness.
#[derive(Clone, Debug)]
pub struct BuiltCircuit {
    builder: Arc<Builder>,
    layout: Arc<Layout>,
    /// Differences that tests add to the values in these places.
    tampered: HashMap<Place, Fr>,
}

/// The part of a circuit that a verifier knows besides its key: the columns, which halo2 needs to read keys, and the
/// number of public inputs. It has no witness.
///
/// [`BuiltCircuit::parameters`] returns it, and it does not depend on the values that the circuit was built with. The
/// default belongs to no circuit.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    layout: Option<Arc<Layout>>,
    public: usize,
}

impl Parameters {
    /// The number of public inputs in each instance column. There is one column, or none if there are no public inputs.
    pub fn public_inputs(&self) -> Vec<usize> {
        match &self.layout {
            Some(layout) if layout.public => vec![self.public],
            _ => Vec::new(),
        }
    }
}

impl Builder {
    /// Builds the circuit, with columns for a goal.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn finish(self, goal: &Goal) -> Result<BuiltCircuit, Error> {
        let builder = self.closed(goal)?;
        let configuration = Sizes::of(&builder).choose(goal)?;
        let layout = Layout::new(&builder, &configuration)?;
        Ok(BuiltCircuit {
            builder: builder.into(),
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

    /// How surely its relations of foreign fields hold; `None` if there are none.
    pub fn soundness(&self) -> Option<Soundness> {
        let soundness = self.layout.configuration.soundness;
        self.layout.challenges.map(|_| soundness)
    }

    /// The public inputs.
    pub fn public_values(&self) -> Vec<Fr> {
        self.builder.public_values()
    }

    /// The instance columns: one, or none if there are no public inputs.
    pub fn instances(&self) -> Vec<Vec<Fr>> {
        if self.layout.public {
            vec![self.public_values()]
        } else {
            Vec::new()
        }
    }

    /// The part that a verifier knows besides the key.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            layout: Some(self.layout.clone()),
            public: self.builder.public.len(),
        }
    }

    /// The numbers of its cells and columns.
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

    /// SHA-256 of everything that the keys depend on: columns, constraints, copies and constants, but not values.
    pub fn digest(&self) -> [u8; 32] {
        let (builder, layout) = (&self.builder, &self.layout);
        let mut hash = Sha256::new();
        let mut cs = ConstraintSystem::default();
        configure(&mut cs, layout);
        hash.update(format!("{:?}{:?}", cs.pinned(), layout.configuration));
        let mut number = |n: usize| hash.update((n as u64).to_le_bytes());
        // The length of each list shows where the next one begins.
        number(layout.places.len());
        number(layout.basic_gates.len());
        for place in layout.places.iter().chain(&layout.basic_gates) {
            number(place.column as usize);
            number(place.row as usize);
        }
        number(builder.units.len());
        for (unit, &UnitPlace { lane, row, slot }) in builder.units.iter().zip(&layout.units) {
            [unit.gate.map_or(0, |gate| gate + 1), lane, row, slot, unit.limbs.len()]
                .into_iter()
                .for_each(&mut number);
            unit.limbs
                .iter()
                .for_each(|range| number(range.bits << 16 | range.most));
        }
        number(builder.copies.len());
        for (a, b) in &builder.copies {
            [a.index(), b.index()].into_iter().for_each(&mut number);
        }
        number(layout.repeated.len());
        for (cell, place) in &layout.repeated {
            [cell.index(), place.column as usize, place.row as usize]
                .into_iter()
                .for_each(&mut number);
        }
        number(builder.public.len());
        builder.public.iter().for_each(|cell| number(cell.index()));
        number(builder.memories.len());
        for (&width, memory) in &builder.memories {
            [width, memory.records.len(), memory.reads.len(), memory.constants.len()]
                .into_iter()
                .for_each(&mut number);
            for &(table, row, first) in &memory.records {
                [table as usize, row as usize, first.index()]
                    .into_iter()
                    .for_each(&mut number);
            }
            for &(table, first, constant) in &memory.reads {
                [table as usize, first.index(), usize::from(constant)]
                    .into_iter()
                    .for_each(&mut number);
            }
        }
        number(builder.constants.len());
        for (cell, value) in &builder.constants {
            hash.update((cell.index() as u64).to_le_bytes());
            hash.update(value.to_repr());
        }
        for (number, row, values) in builder.memories.values().flat_map(|memory| &memory.constants) {
            hash.update(number.to_le_bytes());
            hash.update(row.to_le_bytes());
            values.iter().for_each(|value| hash.update(value.to_repr()));
        }
        hash.finalize().into()
    }

    /// Checks every constraint with halo2's mock prover.
    ///
    /// # Errors
    /// With the constraints that fail.
    pub fn mock(&self) -> Result<(), Error> {
        self.mock_with(self.instances())
    }

    /// Like [`Self::mock`], with other public inputs.
    ///
    /// # Errors
    /// With the constraints that fail.
    pub fn mock_with(&self, instances: Vec<Vec<Fr>>) -> Result<(), Error> {
        let prover = MockProver::run(self.configuration().k, self, instances)?;
        prover.verify().map_err(Error::Mock)
    }

    /// The columns and rows of the advice cells that have a value: for tests of constraints.
    #[doc(hidden)]
    pub fn assigned(&self) -> Vec<(u32, u32)> {
        let mut all = Vec::new();
        for phase in [Phase::First, Phase::Second] {
            self.each_value(phase, &self.builder.values, |place, _| {
                all.push((place.column, place.row));
            });
        }
        all
    }

    /// halo2's number of each advice column: for tests of constraints.
    #[doc(hidden)]
    pub fn advice_columns(&self) -> Vec<usize> {
        let columns = configure(&mut ConstraintSystem::default(), &self.layout);
        columns.advice.iter().map(Column::index).collect()
    }

    /// Adds a difference to the value of an advice cell: for tests of constraints.
    #[doc(hidden)]
    pub fn tamper(&mut self, (column, row): (u32, u32), difference: Fr) {
        self.tampered.insert(Place { column, row }, difference);
    }

    /// Visits all advice values in columns of a phase.
    fn each_value(&self, phase: Phase, values: &[Fr], mut visit: impl FnMut(Place, Fr)) {
        let (builder, layout) = (&*self.builder, &*self.layout);
        let here = |place: &Place| layout.phases[place.column as usize] == phase;
        for (place, value) in layout.places.iter().zip(values).filter(|(place, _)| here(place)) {
            visit(*place, *value);
        }
        for (cell, place) in layout.repeated.iter().filter(|(_, place)| here(place)) {
            visit(*place, values[cell.index()]);
        }
        let units = builder.units.iter().zip(&layout.units);
        for (unit, stand) in units.filter(|(unit, _)| unit.phase == phase) {
            let lane = &layout.lanes[stand.lane];
            for (i, &range) in unit.limbs.iter().enumerate() {
                let value = integer::to_integer(&values[unit.limb(i).index()]);
                let size = layout.configuration.lookup_bits;
                let class = Class::of(range, size);
                let mut pieces = integer::limbs_of(&value, size, class.full + usize::from(class.last > 0));
                if class.last > 0 {
                    pieces.push(&pieces[class.full] << (size - class.last));
                }
                let (limb, row) = lane.limb(stand.slot + i);
                for (j, piece) in pieces.iter().enumerate() {
                    let (column, below) = lane.piece(limb, j);
                    let place = Place {
                        column: (lane.first + column) as u32,
                        row: (stand.row + row + below) as u32,
                    };
                    visit(place, integer::natural_to_field(piece));
                }
            }
        }
    }
}

/// A challenge, once it is known.
fn known(challenge: Value<Fr>) -> Option<Fr> {
    let mut known = None;
    challenge.map(|value| known = Some(value));
    known
}

impl Circuit<Fr> for BuiltCircuit {
    type Config = Option<Columns>;
    type FloorPlanner = SimpleFloorPlanner;
    type Params = Parameters;

    fn without_witnesses(&self) -> Self {
        self.clone()
    }

    fn params(&self) -> Parameters {
        self.parameters()
    }

    fn configure_with_params(meta: &mut ConstraintSystem<Fr>, parameters: Parameters) -> Self::Config {
        parameters.layout.map(|layout| configure(meta, &layout))
    }

    fn configure(_: &mut ConstraintSystem<Fr>) -> Self::Config {
        None
    }

    fn synthesize(&self, columns: Self::Config, mut layouter: impl Layouter<Fr>) -> Result<(), plonk::Error> {
        let columns = columns.ok_or(plonk::Error::Synthesis)?;
        let public = layouter.assign_region(
            || "circuit",
            |mut region| {
                self.assign_phases(&columns, &mut region);
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
    /// Assigns the advice of all phases for which the challenges are known.
    fn assign_phases(&self, columns: &Columns, region: &mut Region<'_, Fr>) {
        let mut values = self.builder.values.clone();
        self.assign_advice(columns, region, Phase::First, &values);
        if let Some(challenges) = &columns.challenges {
            region.next_phase();
            let weights = challenges.weights.iter();
            let weights: Option<Vec<Fr>> = weights
                .map(|&challenge| known(region.get_challenge(challenge)))
                .collect();
            if let Some(weights) = weights {
                self.builder.batches.second_values(&mut values, &weights);
            }
            self.assign_advice(columns, region, Phase::Second, &values);
        }
        for place in &self.layout.basic_gates {
            let column = columns.basic[place.column as usize - self.layout.first_basic()];
            region.assign_fixed(column, place.row as usize, Fr::ONE);
        }
    }

    fn assign_advice(&self, columns: &Columns, region: &mut Region<'_, Fr>, phase: Phase, values: &[Fr]) {
        self.each_value(phase, values, |place, value| {
            let value = value + self.tampered.get(&place).copied().unwrap_or(Fr::ZERO);
            region.assign_advice(
                columns.advice[place.column as usize],
                place.row as usize,
                Value::known(value),
            );
        });
    }

    fn assign_lanes(&self, columns: &Columns, region: &mut Region<'_, Fr>) {
        let layout = &self.layout;
        for (unit, stand) in self.builder.units.iter().zip(&layout.units) {
            let (lane, fixed) = (&layout.lanes[stand.lane], &columns.lanes[stand.lane]);
            if let Some(gate) = unit.gate {
                for (_, q) in fixed.gates.iter().filter(|(index, _)| *index == gate) {
                    region.assign_fixed(*q, stand.row, Fr::ONE);
                }
            }
            for (i, &range) in unit.limbs.iter().enumerate() {
                let class = Class::of(range, layout.configuration.lookup_bits);
                let (limb, row) = lane.limb(stand.slot + i);
                let here = |(column, of, _): &&_| (*column, *of) == (limb, class);
                for (_, _, q) in fixed.classes.iter().filter(here) {
                    region.assign_fixed(*q, stand.row + row, Fr::ONE);
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

    /// Assigns copies and constants, and returns the cells of public inputs.
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
