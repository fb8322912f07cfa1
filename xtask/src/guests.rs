//! `cargo xtask guests`.

use crate::context::Context;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use secant_guest_build::{
    Flavour, Guest,
    guests::{BENCH, CONTRACT, DEMO, JS, KIT, POLKADOT, POLKADOT_RUNTIME},
};
use std::fs;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// Builds the WASM guests as programs embed them, and prints their sizes.
#[derive(Debug, Args)]
pub struct Guests {
    /// Only those whose name contains one of these texts, such as `contract`.
    names: Vec<String>,
    /// Also the guest and the runtime of Polkadot, for which Substrate's crates are compiled.
    #[arg(long)]
    all: bool,
    /// Print the commands instead of running them.
    #[arg(long)]
    dry_run: bool,
}

const USUAL: [Guest; 5] = [DEMO, BENCH, CONTRACT, KIT, JS];
const EXTRA: [Guest; 2] = [POLKADOT, POLKADOT_RUNTIME];

impl Guests {
    /// Builds them.
    pub fn run(&self) -> Result<()> {
        let context = Context::new(self.dry_run)?;
        let extra: &[Guest] = if self.all { &EXTRA } else { &[] };
        let mut built = Vec::new();
        for guest in USUAL.iter().chain(extra) {
            for flavour in guest.flavours {
                let name = format!("{}/{}", guest.package, flavour.name);
                if self.names.is_empty() || self.names.iter().any(|part| name.contains(part)) {
                    built.push((name, build(&context, guest, flavour)?));
                }
            }
        }
        if built.is_empty() {
            bail!("no guest has such a name");
        }
        if !self.dry_run {
            print_sizes(&built)?;
        }
        Ok(())
    }
}

/// Builds a module and says where it is: beside what others are built into, since flavours of a package have the same file.
fn build(context: &Context, guest: &Guest, flavour: &Flavour) -> Result<PathBuf> {
    let folder = context.target_dir().join("guests");
    // Cargo builds everything anew where flags for all crates differ.
    let target_dir = folder.join(match flavour.target_features {
        None if guest.workspace.cfgs.is_empty() => "plain",
        None => "polkadot",
        Some(_) => "wide",
    });
    {
        // The folder's configuration counts, as it does for build scripts.
        let _folder = context.shell.push_dir(context.root().join(guest.workspace.folder));
        let arguments = guest.arguments(flavour, &target_dir);
        let command = cmd!(context.shell, "cargo {arguments...}");
        context.run_with(&[("CARGO_ENCODED_RUSTFLAGS", &guest.rustflags(flavour))], command)?;
    }
    let module = folder.join(format!("{}.{}.wasm", guest.package, flavour.name));
    if !context.is_dry_run() {
        let file = guest.module(&target_dir);
        fs::copy(&file, &module).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok(module)
}

fn print_sizes(built: &[(String, PathBuf)]) -> Result<()> {
    println!("\n{:<42} {:>9} {:>7}", "guest", "bytes", "KiB");
    for (name, module) in built {
        let bytes = size(module)?;
        println!("{name:<42} {bytes:>9} {:>7.1}", bytes as f64 / 1024.0);
    }
    Ok(())
}

fn size(file: &Path) -> Result<u64> {
    let data = fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(data.len())
}
