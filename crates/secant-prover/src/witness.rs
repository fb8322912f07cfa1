//! Witness generation: runs the synthesis of a circuit with its values and commits to it phase by phase.

use crate::{
    Error,
    cells::{Cells, ignore_names},
    convert::{self, F, Fr},
    key::Key,
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
    pub instance: Interpolated,
    pub advice: Interpolated,
}

/// Columns of one kind, and the coefficients of their polynomials.
pub struct Interpolated {
    pub values: Vec<Vec<F>>,
    pub polys: Vec<Vec<F>>,
}

impl Interpolated {
    fn new(key: &Key<'_>, values: Vec<Vec<F>>) -> Self {
        let polys = values.par_iter().map(|column| key.domain.coefficients(column));
        Self {
            polys: polys.collect(),
            values,
        }
    }
}

/// Configures a circuit.
///
/// # Errors
/// If its columns and challenges are not those of the key.
pub fn configure<C: Circuit<Fr>>(key: &Key<'_>, circuit: &C) -> Result<C::Config, Error> {
    let mut cs = ConstraintSystem::default();
    let config = C::configure_with_params(&mut cs, circuit.params());
    let of = |cs: &ConstraintSystem<Fr>| {
        let columns = (cs.advice_column_phase(), cs.num_instance_columns());
        (columns, cs.challenge_phase())
    };
    if of(&cs) == of(key.cs()) {
        Ok(config)
    } else {
        Err(Error::Key("it is of another circuit"))
    }
}

/// Synthesizes the circuits' witnesses, commits to them, and returns them with the challenges of their phases.
pub fn synthesize<E, T, C>(
    key: &Key<'_>,
    (circuits, config): (&[C], &C::Config),
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
    key.vk().hash_into(transcript)?;
    // The instances of all circuits come before any advice, as in the verifier.
    for value in instances.iter().copied().flatten().copied().flatten() {
        transcript.common_scalar(*value)?;
    }
    let phases = key.cs().advice_column_phase();
    let mut challenges = vec![None; key.cs().num_challenges()];
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
                phases: &phases,
                phase: 0,
                columns: vec![Cells::new(key.domain.n); phases.len()],
                arena: Bump::new(),
                failed: None,
                encoding: PhantomData,
            };
            assembly.run(circuit, config)?;
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
                instance: Interpolated::new(key, padded.collect()),
                advice: Interpolated::new(key, advice),
            }
        })
        .collect()
    });
    let challenges = challenges.iter().flatten().map(convert::scalar).collect();
    Ok((witnesses, challenges))
}

/// Collects the values that a synthesis assigns.
struct Assembly<'a, R, T, E> {
    key: &'a Key<'a>,
    instances: &'a [&'a [Fr]],
    challenges: &'a mut [Option<Fr>],
    lagrange: &'a Basis,
    transcript: &'a mut T,
    rng: &'a mut R,
    /// The times of synthesis and commitments.
    turns: &'a mut Turns,
    /// The phase of each advice column.
    phases: &'a [u8],
    /// The phase that is committed to next.
    phase: u8,
    columns: Vec<Cells>,
    /// Every assigned value: the circuit holds references to them.
    arena: Bump,
    /// The first error of a callback that cannot return one.
    failed: Option<Error>,
    encoding: PhantomData<E>,
}

impl<R: RngCore, T: TranscriptWrite<G1Affine, E>, E: EncodedChallenge<G1Affine>> Assembly<'_, R, T, E> {
    /// Whether all phases are committed to.
    fn is_done(&self) -> bool {
        self.phase > self.last()
    }

    fn last(&self) -> u8 {
        self.phases.iter().copied().max().unwrap_or(0)
    }

    fn run<C: Circuit<Fr>>(&mut self, circuit: &C, config: &C::Config) -> Result<(), Error> {
        // A circuit that does not end its phases itself is synthesized once for each phase.
        while !self.is_done() {
            let (start, before) = (Instant::now(), self.turns.spent(1));
            let constants = self.key.cs().constants().clone();
            let done = C::FloorPlanner::synthesize(self, circuit, config.clone(), constants);
            self.turns.spend(0, start.elapsed() - (self.turns.spent(1) - before));
            // The first error counts.
            match self.failed.take() {
                Some(error) => return Err(error),
                None => done?,
            }
            if !self.is_done() {
                if self.phase == self.last() {
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
        // Columns of phases that are committed to already are not assigned again.
        if self.phases[column] >= self.phase {
            cells.set(row, to);
        }
        Ok(())
    }

    /// Commits to the columns of a phase, with random values in the blinding rows.
    fn end_phase(&mut self) -> Result<(), Error> {
        let start = Instant::now();
        let (phase, usable) = (self.phase, self.key.usable_rows());
        let columns = self.columns.iter_mut().zip(self.phases);
        let mut columns: Vec<&mut Cells> = columns
            .filter_map(|(column, of)| (*of == phase).then_some(column))
            .collect();
        columns.par_iter_mut().for_each(|column| column.divide());
        for column in &mut columns {
            column.values[usable..].fill_with(|| convert::random(self.rng));
        }
        for _ in &columns {
            // halo2 draws the blind of the commitment here. KZG does not use it.
            let _ = convert::random(self.rng);
        }
        let columns: Vec<&[F]> = columns.iter().map(|column| column.values.as_slice()).collect();
        write(&columns, self.lagrange, self.transcript)?;
        let challenges = self.challenges.iter_mut().zip(self.key.cs().challenge_phase());
        for (challenge, _) in challenges.filter(|(_, of)| *of == phase) {
            *challenge = Some(convert::to_scalar(&squeeze(self.transcript)));
        }
        self.phase += 1;
        self.turns.spend(1, start.elapsed());
        Ok(())
    }

    /// A reference of any lifetime, as halo2's trait requires.
    #[allow(
        unsafe_code,
        reason = "the trait's signature has no other implementation that circuits can use"
    )]
    fn kept<'v>(&self, value: Assigned<Fr>) -> Value<&'v Assigned<Fr>> {
        let kept: *const Assigned<Fr> = self.arena.alloc(value);
        // SAFETY: a value in the arena neither moves nor changes, and it lives until the circuit's last synthesis has
        // ended. No type keeps a circuit from using the reference later, but halo2 forbids it, and `create_proof`
        // documents it.
        Value::known(unsafe { &*kept })
    }
}

impl<R: RngCore, T: TranscriptWrite<G1Affine, E>, E: EncodedChallenge<G1Affine>> Assignment<Fr>
    for Assembly<'_, R, T, E>
{
    ignore_names!();

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

    fn next_phase(&mut self) {
        if self.failed.is_none()
            && !self.is_done()
            && let Err(error) = self.end_phase()
        {
            self.fail(error);
        }
    }
}
