//! The two that are compared, ready to prove one statement.

use crate::{
    halo2_ecc,
    prover::{Prepared, Prover},
    statement::Statement,
};
use halo2_axiom::halo2curves::bn256::Fr;
use secant_prover::Trace;
use std::error::Error;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

/// Makes a witness and a proof of it.
type Prove<'a> = Box<dyn Fn(&Prepared, Prover) -> Result<Vec<u8>, Box<dyn Error>> + 'a>;

/// Makes a witness, and a proof of it by secant's prover that says where its time goes.
type TraceProof<'a> = Box<dyn Fn(&Prepared) -> Result<Trace, Box<dyn Error>> + 'a>;

/// A circuit of a statement with its keys.
pub struct Side<'a> {
    /// Its column in the report.
    pub column: &'static str,
    /// Its name for people.
    pub title: &'static str,
    prepared: Prepared,
    instances: Vec<Vec<Fr>>,
    size: Size,
    prove: Prove<'a>,
    trace: TraceProof<'a>,
}

/// How large a circuit is.
struct Size {
    k: u32,
    advice: usize,
    lookups: usize,
    columns: usize,
}

impl<'a> Side<'a> {
    /// secant's, where it has a circuit of the statement, with keys by one of the provers.
    pub fn secant<S: Statement>(statement: &'a S, keys: Prover) -> Result<Option<Self>, Box<dyn Error>> {
        let Some(secant) = S::SECANT else { return Ok(None) };
        let circuit = secant(statement)?;
        let (k, counts) = (circuit.configuration().k, circuit.counts());
        let size = Size {
            k,
            advice: counts.advice,
            lookups: counts.lookups,
            columns: counts.advice_columns,
        };
        Ok(Some(Self {
            column: "secant",
            title: "secant",
            prepared: Prepared::new(k, &circuit, keys)?.with_public_inputs(circuit.parameters().public_inputs()),
            instances: circuit.instances(),
            size,
            prove: Box::new(move |prepared, prover| {
                let circuit = secant(statement)?;
                let instances = circuit.instances();
                prepared.prove(prover, circuit, &instances)
            }),
            trace: Box::new(move |prepared| {
                let circuit = secant(statement)?;
                let instances = circuit.instances();
                prepared.trace(circuit, &instances)
            }),
        }))
    }

    /// halo2-ecc's of 2^`k` rows, with keys by one of the provers; nothing is public.
    pub fn halo2_ecc<S: Statement>(statement: &'a S, k: u32, keys: Prover) -> Result<Self, Box<dyn Error>> {
        let circuit = halo2_ecc::keygen(k, |builder| statement.write(builder));
        let prepared = Prepared::new(k, &circuit, keys)?;
        let layout = Rc::new(halo2_ecc::Layout::of(&circuit));
        let again = layout.clone();
        Ok(Self {
            column: "halo2_ecc",
            title: "halo2-ecc 0.5.5",
            prepared,
            instances: Vec::new(),
            size: Size {
                k,
                advice: layout.advice,
                lookups: layout.lookups,
                columns: layout.columns,
            },
            prove: Box::new(move |prepared, prover| {
                let circuit = halo2_ecc::circuit(&layout, |builder| statement.write(builder));
                prepared.prove(prover, circuit, &[])
            }),
            trace: Box::new(move |prepared| {
                prepared.trace(halo2_ecc::circuit(&again, |builder| statement.write(builder)), &[])
            }),
        })
    }

    /// A new witness and its proof by the stock prover.
    pub fn prove(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        self.prove_by(Prover::Stock)
    }

    /// A new witness and its proof.
    pub fn prove_by(&self, prover: Prover) -> Result<Vec<u8>, Box<dyn Error>> {
        (self.prove)(&self.prepared, prover)
    }

    /// Where the time of a proof by secant's prover goes.
    pub fn trace(&self) -> Result<Trace, Box<dyn Error>> {
        (self.trace)(&self.prepared)
    }

    /// Its circuit has 2^`k` rows.
    pub fn k(&self) -> u32 {
        self.size.k
    }

    /// How long the keys took.
    pub fn keys_took(&self) -> Duration {
        self.prepared.took
    }

    /// Whether the keys are the same.
    pub fn same_keys(&self, other: &Self) -> bool {
        self.prepared.same_keys(&other.prepared)
    }

    /// Whether a proof is right.
    pub fn verify(&self, proof: &[u8]) -> bool {
        self.prepared.verify(proof, &self.instances)
    }

    /// Whether a proof is taken for one of another statement. Without public values there is no other.
    pub fn confuses(&self, proof: &[u8]) -> bool {
        let mut other = self.instances.clone();
        let Some(value) = other.iter_mut().flatten().next() else {
            return false;
        };
        *value += Fr::one();
        self.prepared.verify(proof, &other)
    }
}

impl fmt::Display for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size {
            k,
            advice,
            lookups,
            columns,
        } = self.size;
        write!(
            f,
            "{}: k {k}, {advice} cells of advice, {lookups} of them looked up, in {columns} columns; keys in {:.2?}",
            self.title, self.prepared.took
        )
    }
}
