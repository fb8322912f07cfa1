//! `cargo xtask guests`.

use crate::context::Context;
use anyhow::{Context as _, Result, bail};
use clap::Args;
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

/// A package of a workspace of guests. Build scripts build the same for the programs that embed them.
struct Guest {
    /// The folder of the workspace.
    workspace: &'static str,
    package: &'static str,
    target: &'static str,
    profile: &'static str,
    /// Flags for all crates.
    rustflags: &'static str,
    /// Flags for the package alone.
    flags: &'static [&'static str],
    flavours: &'static [Flavour],
}

/// A module of a package: its name, the options of cargo, further flags for all crates.
struct Flavour(&'static str, &'static [&'static str], &'static str);

const WIDE: &str = "-Ctarget-feature=+wide-arithmetic";

const BENCH: Guest = Guest {
    workspace: "guests",
    package: "secant-rows",
    target: "wasm32-unknown-unknown",
    profile: "release",
    rustflags: "",
    flags: &[],
    flavours: &[
        Flavour("arkworks", &["--features", "export-arkworks"], ""),
        Flavour("plain", &["--features", "export-plain"], ""),
        Flavour("plain_wide", &["--features", "export-plain"], WIDE),
        Flavour("guest", &["--features", "export-guest"], ""),
        Flavour("dummy", &["--features", "export-dummy"], ""),
    ],
};

const CONTRACT: Guest = Guest {
    package: "secant-contract",
    target: "wasm32v1-none",
    // The stack comes first in the memory: what overflows it is a trap.
    flags: &["-C", "link-arg=-zstack-size=131072"],
    flavours: &[
        Flavour("contract", &[], ""),
        Flavour("contract_antelope", &["--features", "antelope"], ""),
        Flavour("contract_rustcrypto", &["--features", "rustcrypto"], ""),
        Flavour(
            "contract_groth16",
            &["--features", "groth16", "--no-default-features"],
            "",
        ),
    ],
    ..BENCH
};

const KIT: Guest = Guest {
    workspace: ".",
    package: "secant-testing",
    profile: "kit",
    flavours: &[
        Flavour("kit", &["--features", "kit", "--no-default-features"], ""),
        Flavour("kit_wide", &["--features", "kit", "--no-default-features"], WIDE),
    ],
    ..BENCH
};

/// That of the JavaScript package, whose script builds it.
const JS: Guest = Guest {
    package: "secant-js-guest",
    flavours: &[Flavour("mvp", &[], ""), Flavour("wide", &[], WIDE)],
    ..BENCH
};

const POLKADOT: Guest = Guest {
    package: "secant-polkadot",
    target: "wasm32v1-none",
    rustflags: "--cfg=substrate_runtime",
    // Where the memory begins that the node gives.
    flags: &["-C", "link-arg=--export=__heap_base"],
    flavours: &[
        Flavour("guest", &["--features", "guest", "--no-default-features"], ""),
        Flavour(
            "guest_secant",
            &["--features", "guest,secant", "--no-default-features"],
            "",
        ),
    ],
    ..BENCH
};

const RUNTIME: Guest = Guest {
    package: "secant-polkadot-runtime",
    flavours: &[Flavour("runtime", &[], "")],
    ..POLKADOT
};

const USUAL: [Guest; 4] = [BENCH, CONTRACT, KIT, JS];
const EXTRA: [Guest; 2] = [POLKADOT, RUNTIME];

impl Guests {
    /// Builds them.
    pub fn run(&self) -> Result<()> {
        let context = Context::new(self.dry_run)?;
        let extra: &[Guest] = if self.all { &EXTRA } else { &[] };
        let mut built = Vec::new();
        for guest in USUAL.iter().chain(extra) {
            for flavour in guest.flavours {
                let name = format!("{}/{}", guest.package, flavour.0);
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
    let Guest {
        workspace,
        package,
        target,
        profile,
        flags,
        ..
    } = guest;
    let Flavour(name, options, more) = flavour;
    let (options, flags) = (*options, *flags);
    let folder = context.target_dir().join("guests");
    // Cargo builds everything anew where flags for all crates differ.
    let rustflags = [guest.rustflags, more];
    let rustflags: Vec<&str> = rustflags.into_iter().filter(|flags| !flags.is_empty()).collect();
    let target_dir = folder.join(match rustflags[..] {
        [] => "plain",
        [WIDE] => "wide",
        _ => "polkadot",
    });
    {
        // The folder's configuration counts, as it does for build scripts.
        let _folder = context.shell.push_dir(context.root().join(workspace));
        let command = cmd!(
            context.shell,
            "cargo rustc --profile {profile} --locked --crate-type cdylib --package {package} --target {target}
                --target-dir {target_dir} {options...} -- {flags...}"
        );
        // Even if there are none: whatever the environment and configurations say, all machines build the same.
        context.run_with(&[("CARGO_ENCODED_RUSTFLAGS", &rustflags.join("\x1f"))], command)?;
    }
    let module = folder.join(format!("{package}.{name}.wasm"));
    if !context.is_dry_run() {
        let file = format!("{}.wasm", package.replace('-', "_"));
        let file = target_dir.join(target).join(profile).join(file);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::root;

    /// The texts between quotes after a beginning.
    fn named<'a>(text: &'a str, beginning: &'a str) -> impl Iterator<Item = &'a str> {
        let rests = text.split(beginning).skip(1);
        rests.filter_map(|rest| rest.split('"').next())
    }

    #[test]
    fn all_that_build_scripts_build_is_here() {
        let flavours = || USUAL.iter().chain(&EXTRA).flat_map(|guest| guest.flavours);
        let packages = || USUAL.iter().chain(&EXTRA).map(|guest| guest.package);
        let mut scripts = 0;
        for folder in ["crates", ".", "polkadot"] {
            for entry in fs::read_dir(root().join(folder)).expect("a folder").flatten() {
                let Ok(text) = fs::read_to_string(entry.path().join("build.rs")) else {
                    continue;
                };
                let mut names = named(&text, "Flavour::new(\"").peekable();
                scripts += usize::from(names.peek().is_some());
                for name in names {
                    assert!(flavours().any(|flavour| flavour.0 == name), "{name}");
                }
                for name in named(&text, "package: \"") {
                    assert!(packages().any(|package| package == name), "{name}");
                }
            }
        }
        assert!(scripts >= 5, "{scripts}");
    }
}
