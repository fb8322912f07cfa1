//! `secant demo`

use crate::error::Error;
use crate::fixtures::{self, Fixture};
use crate::guest::{Engine, Flavour, Guest};
use crate::proof::{Place, Proof, Verifier};
use comfy_table::Table;
use secant_report::units::{speedup, table, time};
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

/// Each proof is verified in each place at least this often, and for at least this long.
const LEAST: (usize, Duration) = (3, Duration::from_millis(80));
const PLACES: [Place; 3] = [Place::Native, Place::Wasm, Place::Host];

/// The time of a proof in each of [`PLACES`], in nanoseconds.
struct Cost {
    name: String,
    medians: [u64; 3],
}

/// Verifies all bundled proofs in all places, and returns whether all are valid.
pub fn run(out: &mut dyn Write) -> Result<bool, Error> {
    writeln!(
        out,
        "secant verifies one set of real proofs in three places, with the same code.\n"
    )?;
    writeln!(out, "  native         in this program")?;
    writeln!(
        out,
        "  wasm           in a WASM guest, which computes everything itself"
    )?;
    writeln!(
        out,
        "  wasm + host    in a WASM guest whose pairings and multiplications are calls to its host\n"
    )?;
    write!(out, "Compiling the two guests ... ")?;
    out.flush()?;
    let start = Instant::now();
    let guests = compile()?;
    writeln!(out, "{}\n", time(start.elapsed().as_nanos() as u64).trim())?;

    let mut costs = Vec::new();
    let mut all = true;
    for fixture in fixtures::ALL {
        let (cost, valid) = verify(out, &guests, fixture)?;
        all &= valid;
        costs.push(cost);
    }
    writeln!(
        out,
        "\nWhat one verification costs, the verification key prepared each time:\n"
    )?;
    writeln!(out, "{}\n", cost_table(&costs))?;
    let gains: Vec<f64> = costs
        .iter()
        .map(|cost| cost.medians[1] as f64 / cost.medians[2] as f64)
        .collect();
    let (low, high) = gains
        .iter()
        .fold((f64::MAX, 0f64), |(low, high), gain| (low.min(*gain), high.max(*gain)));
    writeln!(
        out,
        "Host calls make the guest {low:.1} to {high:.1} times as fast. Compare with upstream arkworks:"
    )?;
    writeln!(out, "  secant bench groth16 --quick")?;
    Ok(all)
}

/// The guests of [`PLACES`], compiled side by side.
fn compile() -> Result<[Option<Guest>; 3], Error> {
    thread::scope(|scope| {
        let plain = scope.spawn(|| Guest::compile(Flavour::Plain, Engine::Cranelift));
        let guest = Guest::compile(Flavour::Guest, Engine::Cranelift)?;
        let plain = plain
            .join()
            .map_err(|_| Error::unusable("cannot compile the guest", "the compiler panicked"))?;
        Ok([None, Some(plain?), Some(guest)])
    })
}

fn verify(out: &mut dyn Write, guests: &[Option<Guest>; 3], fixture: &Fixture) -> Result<(Cost, bool), Error> {
    let proof = Proof::read(&fixture.files).map_err(|e| Error::unusable("cannot read a bundled proof", e))?;
    let curve = proof.curve.to_string();
    let what = format!("{}: {} public inputs", fixture.statement, proof.inputs);
    write!(out, "  {:<8} {curve:<10} {what:<40}", fixture.tool)?;
    out.flush()?;
    let mut medians = [0; 3];
    let mut all = true;
    for ((place, guest), median) in PLACES.into_iter().zip(guests).zip(&mut medians) {
        let mut verifier = proof.verifier(guest.as_ref())?;
        let valid = verifier.verify()?;
        all &= valid;
        let name = match place {
            Place::Native => "native",
            Place::Wasm => "wasm",
            Place::Host => "wasm + host",
        };
        write!(out, "  {} {name}", if valid { "ok" } else { "INVALID" })?;
        out.flush()?;
        *median = cost(&mut verifier)?;
    }
    writeln!(out)?;
    Ok((
        Cost {
            name: format!("{curve}, {}, {}", fixture.tool, fixture.statement),
            medians,
        },
        all,
    ))
}

/// The median time of a verification.
fn cost(verifier: &mut Verifier<'_>) -> Result<u64, Error> {
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < LEAST.0 || start.elapsed() < LEAST.1 {
        let start = Instant::now();
        verifier.verify()?;
        times.push(start.elapsed().as_nanos() as u64);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

fn cost_table(costs: &[Cost]) -> Table {
    let header = [
        "proof",
        "native",
        "wasm",
        "wasm + host",
        "host calls gain",
        "left to native",
    ];
    let mut table = table(header.map(str::to_owned));
    for Cost {
        name,
        medians: [native, wasm, host],
    } in costs
    {
        let times = [native, wasm, host].map(|ns| time(*ns));
        let gains = [speedup(*wasm, *host), speedup(*host, *native)];
        table.add_row([name.clone()].into_iter().chain(times).chain(gains));
    }
    table
}
