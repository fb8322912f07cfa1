//! What is printed and written about a proof.

use crate::{Measured, Setup};
use secant_circuit::{BuiltCircuit, Configuration, Lanes, Soundness, prove::Trace};
use secant_cli::{
    arguments::{By, ProofOptions},
    backend::backend,
    error::Error,
};
use secant_report::{Conditions, Machine, Phase, Report, Row, Timeline, units::time};
use std::{fs::OpenOptions, io::Write, path::Path, time::Duration};

/// What a proof cost.
pub struct Costs<'a> {
    pub statement: &'a str,
    pub threads: usize,
    /// The time that writing the circuit took.
    pub built: Duration,
    pub setup: &'a Setup,
    pub measured: &'a Measured,
    pub circuit: &'a BuiltCircuit,
}

impl Costs<'_> {
    /// Prints the costs, a line each.
    pub fn print(&self, prover: By, out: &mut dyn Write) -> Result<(), Error> {
        let (measured, counts) = (self.measured, self.circuit.counts());
        writeln!(out, "statement      {}", self.statement)?;
        writeln!(out, "configuration  {}", describe(self.circuit.configuration()))?;
        if let Some(soundness) = self.circuit.soundness() {
            writeln!(out, "soundness      {}", level(soundness))?;
        }
        writeln!(
            out,
            "cells          {} of advice, {} of them looked up; {} distinct constants",
            counts.advice, counts.lookups, counts.constants
        )?;
        writeln!(
            out,
            "columns        {} of advice, {} fixed, {} permuted; {} lookup arguments",
            counts.advice_columns, counts.fixed_columns, counts.permuted_columns, counts.lookup_arguments
        )?;
        let pretty = |d: Duration| time(d.as_nanos() as u64).trim().to_owned();
        writeln!(out, "threads        {}", self.threads)?;
        writeln!(out, "circuit        {}", pretty(self.built))?;
        let setup = self.setup;
        writeln!(
            out,
            "setup          {}, a reference string {}",
            pretty(setup.took),
            setup.source
        )?;
        let source = measured.keys_from.map(|place| format!(", from {place}"));
        writeln!(
            out,
            "keys           {}{}",
            pretty(measured.keys),
            source.unwrap_or_default()
        )?;
        let by = match prover {
            By::Secant => "",
            By::Stock => ", by halo2-axiom's prover",
        };
        let (proof, verification) = (median(&measured.proofs), median(&measured.verifications));
        writeln!(out, "proof          {}, {} bytes{by}", pretty(proof), measured.size)?;
        let verdict = if measured.valid { "valid" } else { "invalid" };
        writeln!(out, "verification   {}, {verdict}", pretty(verification))?;
        Ok(())
    }

    /// The costs as a line of [`CSV`], with the number and the bits of the limbs of a foreign element.
    pub fn csv(&self, limb_bits: usize, limbs: usize) -> String {
        let (configuration, counts, measured) = (self.circuit.configuration(), self.circuit.counts(), self.measured);
        format!(
            "{},{},{},{},{},{limb_bits},{limbs},{:?},{},{:?},{},{},{:?}",
            configuration.k,
            counts.advice_columns,
            counts.lookup_arguments,
            counts.fixed_columns,
            configuration.lookup_bits,
            median(&measured.proofs),
            measured.size,
            median(&measured.verifications),
            counts.advice,
            counts.lookups,
            measured.keys
        )
    }
}

/// The times as a report, with one round per proof, in the column of the prover.
pub fn report(
    proving: &ProofOptions,
    circuit: &str,
    threads: usize,
    seed: u64,
    conditions: Conditions,
    setup: &Setup,
    measured: &Measured,
) -> Result<Report, Error> {
    let column = match proving.prover {
        By::Secant => "secant",
        By::Stock => "stock",
    };
    let row = |what: &str, times: &[Duration]| Row {
        name: format!("{circuit}: {what}"),
        columns: [(
            column.to_owned(),
            secant_report::Measured::of(times.iter().map(|time| vec![time.as_nanos() as f64]).collect()),
        )]
        .into(),
    };
    let mut report = Report::new(Machine::this(backend()?.name()), seed);
    report.threads = threads;
    report.conditions = Some(conditions);
    report.rows = vec![
        row("setup", &[setup.took]),
        row("keys", &[measured.keys]),
        row("proof", &measured.proofs),
        row("verification", &measured.verifications),
    ];
    Ok(report)
}

/// The phases of a proof of a statement as SVG.
pub fn picture(statement: &str, trace: &Trace) -> String {
    let phases = trace.spans.iter().map(|span| Phase {
        name: span.name.to_owned(),
        depth: span.depth,
        start: span.start,
        end: span.end,
    });
    let timeline = Timeline {
        title: format!("Proof: {statement}"),
        phases: phases.collect(),
    };
    timeline.svg()
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Describes the configuration in words.
fn describe(c: &Configuration) -> String {
    let tables: usize = c.tables.iter().map(|(_, columns)| columns).sum();
    let lanes = |lanes: &Lanes| {
        format!(
            "{} of {}, {} each",
            count(lanes.count, "lane"),
            count(lanes.limbs, "column"),
            count(lanes.height, "row")
        )
    };
    format!(
        "2^{} rows; ranges by {} bits; {}, {} of checks; {} of basic gates, {tables} of tables",
        c.k,
        c.lookup_bits,
        lanes(&c.lanes),
        lanes(&c.checks),
        count(c.basic, "column"),
    )
}

/// What a forger would have to do. `docs/circuits.md` says what else limits soundness besides the relations.
fn level(soundness: Soundness) -> String {
    let sets = count(soundness.sets(), "set");
    format!(
        "{soundness} for relations of foreign fields, by {sets} of weights; the proofs' curve, BN254, has 100 to 110"
    )
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The columns of CSV files: those of halo2-lib's benchmarks, then secant's.
const CSV: &str = "degree,num_advice,num_lookup,num_fixed,lookup_bits,limb_bits,num_limbs,proof_time,proof_size,\
    verify_time,advice_cells,lookup_cells,keygen_time";

/// Appends a line to a CSV file, after the names of the columns if the file is new.
pub fn append(path: &Path, line: &str) -> Result<(), Error> {
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|e| Error::cannot_write(path, e))?;
    let is_new = file.metadata().map_err(|e| Error::cannot_write(path, e))?.len() == 0;
    let text = if is_new {
        format!("{CSV}\n{line}\n")
    } else {
        format!("{line}\n")
    };
    file.write_all(text.as_bytes())
        .map_err(|e| Error::cannot_write(path, e))
}
