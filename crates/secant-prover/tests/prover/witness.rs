//! Assignments during the synthesis of a circuit, and how it can fail.

use crate::circuits::{Scheme, key, srs, transcript, verifies};
use halo2_axiom::{
    circuit::{Layouter, SimpleFloorPlanner, Value},
    halo2curves::{bn256::Fr, ff::Field},
    plonk::{
        self, Advice, Assigned, Challenge, Circuit, Column, ConstraintSystem, FirstPhase, Instance, SecondPhase,
        Selector,
    },
    poly::{
        Rotation,
        kzg::multiopen::{ProverSHPLONK, VerifierSHPLONK},
    },
    transcript::TranscriptWriterBuffer,
};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::{Error, create_proof};

const K: u32 = 5;

/// Rows with `a b = c`. The values are read back from the cells.
#[derive(Clone, Copy, Debug, Default)]
struct Products {
    does: Does,
    /// The number of additional columns that are not used.
    columns: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Does {
    /// Assigns values of all kinds, some cells twice.
    #[default]
    Right,
    /// Assigns an unknown value.
    Unknown,
    /// Assigns a cell beyond the usable rows.
    Row,
    /// Reads an instance that does not exist.
    Instance,
    /// Returns an error of its own.
    Fail,
}

type Config = ([Column<Advice>; 3], Selector, Column<Instance>);

impl Circuit<Fr> for Products {
    type Config = Config;
    type FloorPlanner = SimpleFloorPlanner;
    type Params = usize;

    fn params(&self) -> usize {
        self.columns
    }

    fn without_witnesses(&self) -> Self {
        *self
    }

    fn configure(_: &mut ConstraintSystem<Fr>) -> Config {
        unreachable!("it has parameters")
    }

    fn configure_with_params(meta: &mut ConstraintSystem<Fr>, columns: usize) -> Config {
        let all = [(); 3].map(|()| meta.advice_column());
        for _ in 0..columns {
            meta.advice_column();
        }
        let (selector, instance) = (meta.selector(), meta.instance_column());
        meta.create_gate("product", |meta| {
            let q = meta.query_selector(selector);
            let [a, b, c] = all.map(|column| meta.query_advice(column, Rotation::cur()));
            vec![q * (a * b - c)]
        });
        (all, selector, instance)
    }

    fn synthesize(
        &self,
        (columns, selector, instance): Config,
        mut layouter: impl Layouter<Fr>,
    ) -> Result<(), plonk::Error> {
        let [zero, two, three, six] = [0, 2, 3, 6].map(Fr::from);
        let fraction = |x, d| Assigned::Rational(x, d);
        let rows = [
            [two.into(), three.into(), six.into()],
            [fraction(two, three), three.into(), two.into()],
            [fraction(two, three), fraction(three, two), fraction(six, six)],
            // In Halo 2 a fraction with denominator zero is zero.
            [fraction(six, zero), three.into(), Assigned::Zero],
            [Assigned::Zero, fraction(zero, two), zero.into()],
        ];
        layouter.assign_region(
            || "products",
            |mut region| {
                for (row, values) in rows.iter().enumerate() {
                    selector.enable(&mut region, row)?;
                    for (column, value) in columns.into_iter().zip(values) {
                        // The last assignment counts.
                        region.assign_advice(column, row, Value::known(fraction(six, two)));
                        region.assign_advice(column, row, Value::known(Fr::ONE));
                        region.assign_advice(column, row, Value::known(fraction(two, six)));
                        let cell = region.assign_advice(column, row, Value::known(*value));
                        cell.value().map(|cell| assert_eq!(**cell, *value));
                    }
                }
                let last = rows.len();
                match self.does {
                    Does::Right => {}
                    Does::Unknown => drop(region.assign_advice(columns[0], last, Value::<Fr>::unknown())),
                    Does::Row => drop(region.assign_advice(columns[0], (1 << K) - 1, Value::known(two))),
                    Does::Instance => drop(region.instance_value(instance, 3)?),
                    Does::Fail => return Err(plonk::Error::ColumnNotInPermutation(columns[0].into())),
                }
                Ok(())
            },
        )
    }
}

/// Makes and verifies a proof with the key of the correct circuit.
fn prove(does: Does, columns: usize) -> Result<(), Error> {
    let params = srs(K);
    let pk = key(&params, &Products::default(), true);
    let (circuit, instance) = (Products { does, columns }, [Fr::ONE; 2]);
    let (rng, mut out) = (StdRng::seed_from_u64(1), transcript());
    create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(&params, &pk, &[circuit], &[&[&instance]], rng, &mut out)?;
    let instances = [vec![instance.to_vec()]];
    assert!(verifies::<VerifierSHPLONK<'_, _>>(
        &params,
        &pk,
        &instances,
        &out.finalize()
    ));
    Ok(())
}

#[test]
fn fractions_zeros_and_cells_that_are_assigned_again() {
    prove(Does::Right, 0).unwrap();
}

#[test]
fn syntheses_that_fail() {
    let error = |does| match prove(does, 0) {
        Err(Error::Halo2(error)) => error,
        other => panic!("{other:?}"),
    };
    assert!(matches!(error(Does::Unknown), plonk::Error::Synthesis));
    assert!(matches!(
        error(Does::Row),
        plonk::Error::NotEnoughRowsAvailable { current_k: K }
    ));
    assert!(matches!(error(Does::Instance), plonk::Error::BoundsFailure));
    assert!(matches!(error(Does::Fail), plonk::Error::ColumnNotInPermutation(_)));
}

#[test]
fn keys_of_other_columns() {
    let error = prove(Does::Right, 1).unwrap_err();
    assert!(matches!(error, Error::Key(_)), "{error}");
}

/// Assigns `a` in the first phase and `a` times a challenge, as a fraction, in the second. Each phase has its own
/// synthesis.
#[derive(Clone, Copy, Debug)]
struct Twice;

impl Circuit<Fr> for Twice {
    type Config = ([Column<Advice>; 2], Challenge, Selector);
    type FloorPlanner = SimpleFloorPlanner;
    type Params = ();

    fn without_witnesses(&self) -> Self {
        *self
    }

    fn configure(meta: &mut ConstraintSystem<Fr>) -> Self::Config {
        let first = meta.advice_column();
        let challenge = meta.challenge_usable_after(FirstPhase);
        let (second, selector) = (meta.advice_column_in(SecondPhase), meta.selector());
        meta.create_gate("times the challenge", |meta| {
            let q = meta.query_selector(selector);
            let [a, b] = [first, second].map(|column| meta.query_advice(column, Rotation::cur()));
            vec![q * (a * meta.query_challenge(challenge) - b)]
        });
        ([first, second], challenge, selector)
    }

    fn synthesize(
        &self,
        ([first, second], challenge, selector): Self::Config,
        mut layouter: impl Layouter<Fr>,
    ) -> Result<(), plonk::Error> {
        let challenge = layouter.get_challenge(challenge);
        layouter.assign_region(
            || "rows",
            |mut region| {
                for row in 0..5 {
                    selector.enable(&mut region, row)?;
                    let a = Fr::from(row as u64 + 3);
                    // The first phase is over if the challenge is known.
                    let mut again = false;
                    challenge.map(|_| again = true);
                    let assigned = if again { a + Fr::ONE } else { a };
                    region.assign_advice(first, row, Value::known(assigned));
                    let mut b = Assigned::Zero;
                    challenge.map(|c| b = Assigned::Rational(a * c * Fr::from(7), Fr::from(7)));
                    region.assign_advice(second, row, Value::known(b));
                }
                Ok(())
            },
        )
    }
}

#[test]
fn a_synthesis_for_each_phase() {
    let params = srs(K);
    let pk = key(&params, &Twice, true);
    let (rng, mut out) = (StdRng::seed_from_u64(1), transcript());
    create_proof::<Scheme, ProverSHPLONK<'_, _>, _, _, _, _>(&params, &pk, &[Twice], &[&[]], rng, &mut out).unwrap();
    let proof = out.finalize();
    assert!(verifies::<VerifierSHPLONK<'_, _>>(&params, &pk, &[vec![]], &proof));
}
