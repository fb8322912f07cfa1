//! `secant verify groth16`

use super::input;
use crate::error::{Error, note};
use crate::guest::{Engine, Guest};
use crate::proof::{Place, Proof};
use clap::Args;
use secant_report::units::time;
use secant_verify::groth16::{self, File, Files};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The files of a Groth16 proof.
#[derive(Debug, Args)]
pub struct Groth16 {
    /// The verification key.
    #[arg(long, value_name = "FILE")]
    vk: PathBuf,
    /// The proof.
    #[arg(long, value_name = "FILE")]
    proof: PathBuf,
    /// The public inputs.
    #[arg(long, value_name = "FILE")]
    public: PathBuf,
    /// Where to verify: in this program, in a WASM guest with host calls, or in a WASM guest alone.
    #[arg(long = "in", value_name = "PLACE", default_value = "native")]
    place: Place,
}

impl Groth16 {
    /// See [`Verify::run`](super::Verify::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let read = |path, file: File| input::read(path, file, file.limit() as u64);
        let vk = read(&self.vk, File::Vk)?;
        let proof = read(&self.proof, File::Proof)?;
        let public = read(&self.public, File::Public)?;
        let proof = Proof::read(&Files {
            vk: &vk,
            proof: &proof,
            public: &public,
        })
        .map_err(|e| Error::unusable(self.path(&e).display(), e))?;
        for warning in &proof.warnings {
            note(format_args!("{}: {warning}", self.vk.display()));
        }
        let guest = self
            .place
            .guest()
            .map(|flavour| Guest::compile(flavour, Engine::Cranelift));
        let mut verifier = proof.verifier(guest.transpose()?.as_ref())?;
        let start = Instant::now();
        let valid = verifier.verify()?;
        let took = time(start.elapsed().as_nanos() as u64);
        let inputs = if proof.inputs == 1 { "input" } else { "inputs" };
        let commitments = match proof.commitments {
            0 => String::new(),
            1 => " and a commitment".into(),
            count => format!(" and {count} commitments"),
        };
        let place = match self.place {
            Place::Native => "natively",
            Place::Host => "in a WASM guest with host calls",
            Place::Wasm => "in a WASM guest",
        };
        writeln!(
            out,
            "{}: Groth16 proof over {} with {} public {inputs}{commitments}, {}, verified {place} in {}",
            if valid { "valid" } else { "invalid" },
            proof.curve,
            proof.inputs,
            proof.format,
            took.trim()
        )?;
        Ok(valid)
    }

    /// The file that an error is about.
    fn path(&self, e: &groth16::Error) -> &Path {
        match e.file() {
            File::Vk => &self.vk,
            File::Proof => &self.proof,
            File::Public => &self.public,
        }
    }
}
