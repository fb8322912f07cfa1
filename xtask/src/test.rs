//! `cargo xtask test`.

use crate::context::Context;
use crate::steps::{self, Selection, Step};
use crate::workspaces::USUAL;
use anyhow::Result;
use clap::Args;
use xshell::cmd;

/// What verifies a proof on an emulated processor.
const FIXTURE: &str = "crates/secant-verify/fixtures/snarkjs/bls12381/multiplier";
const PORTABLE: &[(&str, &str)] = &[("SECANT_BACKEND", "portable")];
const LANES: &[(&str, &str)] = &[("SECANT_BACKEND", "lanes")];

/// Builds and tests.
///
/// The usual steps are what every change must pass. They take an hour and more on two cores, and the last of them is a test.
#[derive(Debug, Args)]
#[command(after_help = steps::list(&STEPS))]
pub struct Test {
    /// Also what is built for itself alone, for another hour and more.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    selection: Selection,
}

impl Test {
    /// Tests.
    pub fn run(&self) -> Result<()> {
        steps::run(&STEPS, self.all, &self.selection)
    }
}

/// The last of either kind is a test, so that a log ends with what its runner says.
const STEPS: [Step; 21] = [
    Step::new(
        "build",
        "a build of all that the README's commands need: at once, so that no core waits for the end of one of them",
        |c| {
            let usual = USUAL;
            c.run(cmd!(c.shell, "cargo test --release --locked {usual...} --no-run"))
        },
    ),
    Step::new("demo", "the README's first command", |c| {
        c.run(cmd!(c.shell, "cargo run --release --locked -- demo"))
    }),
    Step::new(
        "qemu",
        "the same program on a processor without ADX and AVX-512, emulated",
        emulated,
    )
    .with("qemu-x86_64"),
    Step::new("portable", "the portable back end", |c| {
        let usual = USUAL;
        let tests = ["--test", "hash", "--test", "kernels", "--test", "prover"];
        c.run_with(
            PORTABLE,
            cmd!(c.shell, "cargo test --release --locked {usual...} {tests...}"),
        )
    }),
    Step::new(
        "lanes",
        "fields and the engine on lanes in plain Rust, where the CPU has no IFMA for the tests below to use",
        |c| {
            if has_ifma() {
                println!("left out, since the CPU has IFMA");
                return Ok(());
            }
            lanes(c)
        },
    ),
    Step::new(
        "js",
        "the JavaScript package: its build, its tests in Node, and in Chromium if that is installed",
        |c| {
            let _folder = c.shell.push_dir("packages/secant-js");
            c.run(cmd!(c.shell, "npm ci --no-audit --no-fund"))?;
            c.run(cmd!(c.shell, "npm test"))
        },
    )
    .with("npm"),
    Step::new("tests", "the README's second command, and tests of contracts", |c| {
        let usual = USUAL;
        c.run(cmd!(c.shell, "cargo test --release --locked {usual...}"))
    }),
    Step::new("upstream", "secant's functions of RFC-0163 beside upstream's", |c| {
        // With all others, for the features that these are built with already.
        let usual = USUAL;
        let more = ["--features", "secant-testing/polkadot", "--test", "polkadot"];
        c.run(cmd!(c.shell, "cargo test --release --locked {usual...} {more...}"))
    }),
    Step::extra(
        "bounds",
        "the suite on lanes in plain Rust, with the bounds of lazily reduced values checked",
        |c| {
            let packages = ["-p", "secant-testing", "-p", "secant-curve", "-p", "secant-gfp"];
            // Without wasmtime, which this would compile once more.
            let features = "secant-gfp/plain-lanes,secant-testing/parallel,secant-curve/plain-lanes";
            let tests = ["bounds", "hash", "msm", "gt", "named", "toy"].map(|test| ["--test", test]);
            let tests = tests.as_flattened();
            c.run_with(
                LANES,
                cmd!(
                    c.shell,
                    "cargo test --profile checked --locked {packages...} --no-default-features --features {features} {tests...}"
                ),
            )
        },
    ),
    Step::extra(
        "overflows",
        "fields and the engine with overflows and bounds checked, on lanes in plain Rust",
        |c| {
            let features = "secant-engine/plain-lanes,secant-engine/parallel";
            let variables = [LANES, &[("CARGO_PROFILE_CHECKED_OVERFLOW_CHECKS", "true")]].concat();
            c.run_with(
                &variables,
                cmd!(
                    c.shell,
                    "cargo test --profile checked --locked -p secant-field -p secant-engine --features {features} --tests"
                ),
            )
        },
    ),
    Step::extra(
        "lines",
        "lines of pairings that one set of lanes keeps and another uses",
        |c| {
            c.run(cmd!(
                c.shell,
                "cargo test --release --locked -p secant-curve --features plain-lanes --test lines"
            ))
        },
    ),
    Step::extra("fuzz", "the fuzz targets on their seeds and some mutations", |c| {
        c.run(cmd!(
            c.shell,
            "cargo test --release --locked --manifest-path fuzz/Cargo.toml --no-default-features"
        ))
    }),
    Step::extra(
        "compare",
        "reports: the program of workflows, pages in a browser if there is one, the schema, the comment",
        |c| c.run(cmd!(c.shell, "cargo test --release --locked -p secant-compare")),
    ),
    Step::extra(
        "features",
        "crates without features that others ask for, and with those that nothing else builds",
        |c| {
            c.run(cmd!(c.shell, "cargo check --release --locked -p secant-host"))?;
            c.run(cmd!(
                c.shell,
                "cargo check --release --locked -p secant-engine --features secant-field/meter"
            ))?;
            c.run(cmd!(
                c.shell,
                "cargo check --release --locked -p secant --features host,verify,parallel,compiled"
            ))?;
            let guest = [
                "--target",
                "wasm32-unknown-unknown",
                "--no-default-features",
                "--features",
                "guest",
            ];
            c.run(cmd!(c.shell, "cargo check --release --locked -p secant {guest...}"))?;
            // A crate that compiles only what it calls.
            c.run(cmd!(
                c.shell,
                "cargo test --release --locked -p secant-curve --test hash"
            ))?;
            c.run(cmd!(
                c.shell,
                "cargo test --release --locked -p secant-bench --features engines,limits"
            ))
        },
    ),
    Step::extra(
        "no-std",
        "the crates that guests use, without the standard library, and on the target of the benchmark's guests",
        |c| {
            let packages = ["-p", "secant-curve", "-p", "secant-guest", "-p", "secant-verify"];
            let features = "secant-verify/groth16,secant-verify/rsa,secant-verify/ecdsa";
            for target in ["wasm32v1-none", "wasm32-unknown-unknown"] {
                c.run(cmd!(
                    c.shell,
                    "cargo check --locked --target {target} --no-default-features {packages...} --features {features}"
                ))?;
            }
            Ok(())
        },
    ),
    Step::extra("examples", "examples that are built when asked for", |c| {
        for (package, features) in [
            ("secant-circuit", "measure"),
            ("secant-curve", "measure"),
            ("secant-gfp", "measure"),
            ("secant-host", "measure,antelope"),
        ] {
            c.run(cmd!(
                c.shell,
                "cargo build --release --locked -p {package} --features {features} --examples"
            ))?;
        }
        Ok(())
    }),
    Step::extra("metered", "the program that counts calls", |c| {
        c.run(cmd!(c.shell, "cargo test --release --locked -p secant-metered"))
    }),
    Step::extra("kit", "the kit inside WASM, on every set of kernels", |c| {
        c.run(cmd!(
            c.shell,
            "cargo test --release --locked -p secant-testing --features wasm --test wasm"
        ))
    }),
    Step::extra(
        "substrate",
        "secant's host functions beside upstream's in Substrate's executor",
        |c| {
            c.run(cmd!(
                c.shell,
                "cargo test --profile quick --locked --manifest-path polkadot/Cargo.toml"
            ))
        },
    ),
    Step::extra(
        "suite",
        "arkworks' own tests, and the suite on the portable back end",
        |c| {
            c.run(cmd!(
                c.shell,
                "cargo test --release --locked -p secant-testing --features templates --test templates"
            ))?;
            c.run_with(
                PORTABLE,
                cmd!(
                    c.shell,
                    "cargo test --release --locked -p secant-testing --test suite native"
                ),
            )
        },
    ),
    Step::extra("openssl", "verdicts beside OpenSSL's, whose headers this needs", |c| {
        c.run(cmd!(
            c.shell,
            "cargo test --release --locked -p secant-testing --features openssl --test openssl"
        ))
    }),
];

fn lanes(context: &Context) -> Result<()> {
    let features = "secant-engine/plain-lanes,secant-engine/parallel";
    context.run_with(
        LANES,
        cmd!(
            context.shell,
            "cargo test --release --locked -p secant-field -p secant-engine --features {features}"
        ),
    )
}

/// Whether the tests of this machine run on lanes of its own.
fn has_ifma() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512ifma");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

fn emulated(context: &Context) -> Result<()> {
    context.run(cmd!(context.shell, "cargo build --release --locked --bin secant"))?;
    let program = context.target_dir().join("release/secant");
    let files = [
        ("--vk", "verification_key"),
        ("--proof", "proof"),
        ("--public", "public"),
    ];
    let files = files.map(|(option, file)| [option.to_owned(), format!("{FIXTURE}/{file}.json")]);
    let files = files.as_flattened();
    context.run(cmd!(
        context.shell,
        "qemu-x86_64 -cpu Nehalem {program} verify groth16 {files...}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        for (index, step) in STEPS.iter().enumerate() {
            assert!(
                STEPS[..index].iter().all(|other| other.name != step.name),
                "{}",
                step.name
            );
        }
    }

    #[test]
    fn the_last_usual_step_is_a_test_that_is_never_left_out() {
        let usual: Vec<_> = STEPS.iter().filter(|step| !step.is_extra).collect();
        let last = usual.last().expect("a step");
        assert_eq!((last.name, last.needs), ("upstream", None));
    }
}
