//! Witnesses: the synthesis of a circuit with its values, committed to phase by phase.

use crate::{
    Error,
    convert::{self, F, Fr},
    key::Key,
    random,
    srs::Basis,
    trace::{Clock, Turns},
    transcript::{squeeze, write},
};
use ark_ff::AdditiveGroup;
use bumpalo::Bump;
use halo2_axiom::{
    circuit::Value,
    halo2curves::bn256::G1Affine,
    plonk::{
        self, Advice, Any, Assigned, Assignment, Challenge, Circuit, Column, ConstraintSystem, Fixed, FloorPlanner,
        Instance, Selector,
    },
    transcript::{EncodedChallenge, TranscriptWrite},
};
use rand::RngCore;
use rayon::prelude::*;
use std::{marker::PhantomData, time::Instant};

/// The witness of one circuit.
pub struct Witness {
    pub instance: Columns,
    pub advice: Columns,
}

/// Columns of one kind.
pub struct Columns {
    pub values: Vec<Vec<F>>,
    pub polys: Vec<Vec<F>>,
}

impl Columns {
    fn new(key: &Key<'_>, values: Vec<Vec<F>>) -> Self {
        let polys = values.par_iter().map(|column| key.domain.coefficients(column));
        Self {
            polys: polys.collect(),
            values,
        }
    }
}

/// The circuits' witnesses and the challenges of their phases. The transcript has been told the instances.
pub fn synthesize<E, T, C>(
    key: &Key<'_>,
    circuits: &[C],
    instances: &[&[&[Fr]]],
    (lagrange, transcript): (&Basis, &mut T),
    rng: &mut impl RngCore,
    clock: &mut Clock,
) -> Result<(Vec<Witness>, Vec<F>), Error>
where
    E: EncodedChallenge<G1Affine>,
    T: TranscriptWrite<G1Affine, E>,
    C: Circuit<Fr>,
{
    let mut cs = ConstraintSystem::default();
    let config = C::configure_with_params(&mut cs, circuits[0].params());
    let of = |cs: &ConstraintSystem<Fr>| {
        (
            cs.advice_column_phase(),
            cs.challenge_phase(),
            cs.num_instance_columns(),
        )
    };
    if of(&cs) != of(key.cs()) {
        return Err(Error::Key("it is of another circuit"));
    }
    let mut challenges = vec![None; cs.num_challenges()];
    let advice = clock.turns(["synthesis", "commitments"], |turns| {
        let mut all = Vec::new();
        for (circuit, instances) in circuits.iter().zip(instances) {
            let mut assembly = Assembly {
                key,
                instances,
                challenges: &mut challenges,
                lagrange,
                transcript: &mut *transcript,
                rng: &mut *rng,
                turns: &mut *turns,
                phase: 0,
                columns: Cells::of(key.cs(), key.domain.n),
                denominators: Vec::new(),
                arena: Bump::new(),
                failed: None,
                encoding: PhantomData,
            };
            assembly.run(circuit, config.clone())?;
            all.push(assembly.columns.into_iter().map(|column| column.values).collect());
        }
        Ok::<_, Error>(all)
    })?;
    let witnesses = clock.phase("transforms", |_| {
        let all = instances.iter().zip(advice);
        all.map(|(instances, advice)| {
            let padded = instances.iter().map(|column| {
                let mut column = convert::scalars(column);
                column.resize(key.domain.n, F::ZERO);
                column
            });
            Witness {
                instance: Columns::new(key, padded.collect()),
                advice: Columns::new(key, advice),
            }
        })
        .collect()
    });
    let challenges = challenges.iter().flatten().map(convert::scalar).collect();
    Ok((witnesses, challenges))
}

/// A column of advice.
struct Cells {
    /// The phase in which it is committed to.
    phase: u8,
    /// The values, of fractions the numerators until the column is committed to.
    values: Vec<F>,
    /// For each row the number of its denominator, from one on; empty as long as no fraction was assigned.
    fractions: Vec<u32>,
}

impl Cells {
    fn of(cs: &ConstraintSystem<Fr>, n: usize) -> Vec<Self> {
        let phases = cs.advice_column_phase().into_iter();
        let column = |phase| Self {
            phase,
            values: vec![F::ZERO; n],
            fractions: Vec::new(),
        };
        phases.map(column).collect()
    }
}

/// The denominator of a cell.
struct Denominator {
    column: usize,
    row: usize,
    value: F,
}

/// Collects the values that a synthesis assigns.
struct Assembly<'a, R, T, E> {
    key: &'a Key<'a>,
    instances: &'a [&'a [Fr]],
    challenges: &'a mut [Option<Fr>],
    lagrange: &'a Basis,
    transcript: &'a mut T,
    rng: &'a mut R,
    /// Of the synthesis and of commitments.
    turns: &'a mut Turns,
    /// The phase that is committed to next.
    phase: u8,
    columns: Vec<Cells>,
    denominators: Vec<Denominator>,
    /// What the circuit was given references to: every value that it assigned.
    arena: Bump,
    /// What could not be returned at once.
    failed: Option<Error>,
    encoding: PhantomData<E>,
}

impl<R: RngCore, T: TranscriptWrite<G1Affine, E>, E: EncodedChallenge<G1Affine>> Assembly<'_, R, T, E> {
    fn phases(&self) -> u8 {
        self.columns.iter().map(|column| column.phase + 1).max().unwrap_or(1)
    }

    fn run<C: Circuit<Fr>>(&mut self, circuit: &C, config: C::Config) -> Result<(), Error> {
        // A circuit that does not say where its phases end is synthesized for each of them.
        while self.phase < self.phases() {
            let (start, before) = (Instant::now(), self.turns.spent(1));
            let constants = self.key.cs().constants().clone();
            let done = C::FloorPlanner::synthesize(self, circuit, config.clone(), constants);
            self.turns.spend(0, start.elapsed() - (self.turns.spent(1) - before));
            // The first of them.
            match self.failed.take() {
                Some(error) => return Err(error),
                None => done?,
            }
            if self.phase < self.phases() {
                if self.phase + 1 == self.phases() {
                    self.arena = Bump::new();
                }
                self.end_phase()?;
            }
        }
        Ok(())
    }

    fn fail(&mut self, error: impl Into<Error>) {
        self.failed.get_or_insert(error.into());
    }

    fn check(&self, row: usize) -> Result<(), plonk::Error> {
        if row < self.key.usable_rows() {
            return Ok(());
        }
        let current_k = self.key.domain.n.ilog2();
        Err(plonk::Error::NotEnoughRowsAvailable { current_k })
    }

    fn assign(&mut self, column: usize, row: usize, to: &Assigned<Fr>) -> Result<(), plonk::Error> {
        self.check(row)?;
        let cells = self.columns.get_mut(column).ok_or(plonk::Error::BoundsFailure)?;
        // Synthesized again for a later phase.
        if cells.phase < self.phase {
            return Ok(());
        }
        let (value, denominator) = match to {
            Assigned::Zero => (F::ZERO, None),
            Assigned::Trivial(x) => (convert::scalar(x), None),
            Assigned::Rational(x, d) => (convert::scalar(x), Some(convert::scalar(d))),
        };
        cells.values[row] = value;
        if let Some(value) = denominator {
            self.denominators.push(Denominator { column, row, value });
            if cells.fractions.is_empty() {
                cells.fractions = vec![0; cells.values.len()];
            }
            cells.fractions[row] = self.denominators.len() as u32;
        } else if let Some(fraction) = cells.fractions.get_mut(row) {
            *fraction = 0;
        }
        Ok(())
    }

    /// Divides fractions, and commits to the columns of a phase.
    fn end_phase(&mut self) -> Result<(), Error> {
        let start = Instant::now();
        let ends = |column: &Cells| column.phase == self.phase;
        let of_phase: Vec<usize> = (0..self.denominators.len())
            .filter(|i| ends(&self.columns[self.denominators[*i].column]))
            .collect();
        let mut inverses: Vec<F> = of_phase.iter().map(|i| self.denominators[*i].value).collect();
        secant_engine::batch::invert(&mut inverses);
        for (i, inverse) in of_phase.into_iter().zip(inverses) {
            let Denominator { column, row, .. } = self.denominators[i];
            let column = &mut self.columns[column];
            // Unless it was assigned again.
            if column.fractions[row] == i as u32 + 1 {
                column.values[row] *= inverse;
            }
        }
        let usable = self.key.usable_rows();
        let phase = self.phase;
        let columns = self.columns.iter_mut().filter(|column| column.phase == phase);
        let mut columns: Vec<&mut Vec<F>> = columns.map(|column| &mut column.values).collect();
        for column in &mut columns {
            column[usable..].fill_with(|| random(self.rng));
        }
        for _ in &columns {
            // The blind of the commitment, which KZG has no use for.
            let _ = random(self.rng);
        }
        let columns: Vec<&[F]> = columns.iter().map(|column| column.as_slice()).collect();
        write(&columns, self.lagrange, self.transcript)?;
        let of_challenges = self.key.cs().challenge_phase();
        for (challenge, _) in self
            .challenges
            .iter_mut()
            .zip(of_challenges)
            .filter(|(_, of)| *of == phase)
        {
            *challenge = Some(convert::to_scalar(&squeeze(self.transcript)));
        }
        self.phase += 1;
        self.turns.spend(1, start.elapsed());
        Ok(())
    }

    /// A reference as halo2 wants it, of any lifetime.
    #[allow(
        unsafe_code,
        reason = "the trait's signature has no other implementation that circuits can use"
    )]
    fn kept<'v>(&self, value: Assigned<Fr>) -> Value<&'v Assigned<Fr>> {
        let kept: *const Assigned<Fr> = self.arena.alloc(value);
        // SAFETY: what is in the arena neither moves nor changes, and stays until the circuit's last synthesis has ended. That
        // a circuit uses no reference later is what halo2 asks of it, and what no type says: it is documented where proofs
        // are made.
        Value::known(unsafe { &*kept })
    }
}

impl<R: RngCore, T: TranscriptWrite<G1Affine, E>, E: EncodedChallenge<G1Affine>> Assignment<Fr>
    for Assembly<'_, R, T, E>
{
    fn enter_region<NR, N>(&mut self, _: N)
    where
        NR: Into<String>,
        N: FnOnce() -> NR,
    {
    }

    fn annotate_column<A, AR>(&mut self, _: A, _: Column<Any>)
    where
        A: FnOnce() -> AR,
        AR: Into<String>,
    {
    }

    fn exit_region(&mut self) {}

    fn enable_selector<A, AR>(&mut self, _: A, _: &Selector, _: usize) -> Result<(), plonk::Error>
    where
        A: FnOnce() -> AR,
        AR: Into<String>,
    {
        Ok(())
    }

    fn query_instance(&self, column: Column<Instance>, row: usize) -> Result<Value<Fr>, plonk::Error> {
        self.check(row)?;
        let value = self.instances.get(column.index()).and_then(|column| column.get(row));
        value.copied().map(Value::known).ok_or(plonk::Error::BoundsFailure)
    }

    fn assign_advice<'v>(
        &mut self,
        column: Column<Advice>,
        row: usize,
        to: Value<Assigned<Fr>>,
    ) -> Value<&'v Assigned<Fr>> {
        let mut value = None;
        to.map(|to| value = Some(to));
        let Some(value) = value else {
            self.fail(plonk::Error::Synthesis);
            return Value::unknown();
        };
        match self.assign(column.index(), row, &value) {
            Ok(()) => self.kept(value),
            Err(error) => {
                self.fail(error);
                Value::unknown()
            }
        }
    }

    fn assign_fixed(&mut self, _: Column<Fixed>, _: usize, _: Assigned<Fr>) {}

    fn copy(&mut self, _: Column<Any>, _: usize, _: Column<Any>, _: usize) {}

    fn fill_from_row(&mut self, _: Column<Fixed>, _: usize, _: Value<Assigned<Fr>>) -> Result<(), plonk::Error> {
        Ok(())
    }

    fn get_challenge(&self, challenge: Challenge) -> Value<Fr> {
        let challenge = self.challenges.get(challenge.index()).copied().flatten();
        challenge.map_or_else(Value::unknown, Value::known)
    }

    fn push_namespace<NR, N>(&mut self, _: N)
    where
        NR: Into<String>,
        N: FnOnce() -> NR,
    {
    }

    fn pop_namespace(&mut self, _: Option<String>) {}

    fn next_phase(&mut self) {
        if self.failed.is_none()
            && self.phase < self.phases()
            && let Err(error) = self.end_phase()
        {
            self.fail(error);
        }
    }
}
