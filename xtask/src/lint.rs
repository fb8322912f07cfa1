//! `cargo xtask lint`.

use crate::context::Context;
use crate::steps::{self, Selection, Step};
use crate::workspaces::{LINTED_FEATURES, USUAL};
use anyhow::Result;
use clap::Args;
use xshell::cmd;

/// Clippy, with warnings as errors.
#[derive(Debug, Args)]
#[command(after_help = steps::list(&STEPS))]
pub struct Lint {
    /// Also what is built for its lints alone, for many minutes: peers, fuzz targets, what is Polkadot's.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    selection: Selection,
}

impl Lint {
    /// Lints.
    pub fn run(&self) -> Result<()> {
        steps::run(&STEPS, self.all, &self.selection)
    }
}

const STEPS: [Step; 8] = [
    Step::new("workspace", "the usual packages, with all that is built in them", |c| {
        let usual = USUAL;
        c.run(cmd!(
            c.shell,
            "cargo clippy --release {usual...} --all-targets --features {LINTED_FEATURES} --locked -- -D warnings"
        ))
    }),
    Step::extra(
        "features",
        "lanes in plain Rust, and columns of benchmarks that are built when asked for",
        |c| {
            let features =
                "secant-field/plain-lanes,secant-engine/plain-lanes,secant-curve/plain-lanes,secant-gfp/plain-lanes";
            let packages = [
                "-p",
                "secant-field",
                "-p",
                "secant-engine",
                "-p",
                "secant-curve",
                "-p",
                "secant-gfp",
            ];
            c.run(cmd!(
                c.shell,
                "cargo clippy --release {packages...} --features {features} --all-targets --locked -- -D warnings"
            ))?;
            c.run(cmd!(
                c.shell,
                "cargo clippy --release -p secant-bench --features engines,limits --all-targets --locked -- -D warnings"
            ))
        },
    ),
    Step::extra("metered", "the program that counts calls", |c| {
        package(c, "secant-metered")
    }),
    Step::extra("testing", "tests by features", |c| {
        let features = "contract,openssl,polkadot,wasm,templates";
        c.run(cmd!(
            c.shell,
            "cargo clippy --release -p secant-testing --features {features} --all-targets --locked -- -D warnings"
        ))
    }),
    Step::extra("polkadot", "guests of Polkadot and Substrate's side", |c| {
        let guests = ["--manifest-path", "guests/Cargo.toml"];
        c.run(cmd!(
            c.shell,
            "cargo clippy --release {guests...} -p secant-polkadot --features corpus,oracle --all-targets --locked -- -D warnings"
        ))?;
        // As they run in nodes.
        let runtime = [("RUSTFLAGS", "--cfg=substrate_runtime")];
        let target = ["--target", "wasm32v1-none"];
        c.run_with(
            &runtime,
            cmd!(
                c.shell,
                "cargo clippy --release {guests...} {target...} -p secant-polkadot-runtime --locked -- -D warnings"
            ),
        )?;
        c.run_with(
            &runtime,
            cmd!(
                c.shell,
                "cargo clippy --release {guests...} {target...} -p secant-polkadot --no-default-features --features guest,secant --locked -- -D warnings"
            ),
        )?;
        c.run(cmd!(
            c.shell,
            "cargo clippy --release --manifest-path polkadot/Cargo.toml --all-targets --locked -- -D warnings"
        ))
    }),
    Step::extra("peers", "other libraries beside secant", |c| {
        // With the workspace's artifacts, as far as they are the same.
        let target = c.target_dir();
        let target = target.to_string_lossy();
        c.run_with(
            &[("CARGO_TARGET_DIR", &target)],
            cmd!(
                c.shell,
                "cargo clippy --release --manifest-path peers/Cargo.toml --workspace --all-targets --locked --no-deps -- -D warnings"
            ),
        )
    }),
    Step::extra("fuzz", "fuzz targets", |c| {
        // libFuzzer alone needs a C++ compiler.
        c.run(cmd!(
            c.shell,
            "cargo clippy --release --manifest-path fuzz/Cargo.toml --all-targets --no-default-features --locked -- -D warnings"
        ))
    }),
    Step::extra("compare", "the program that compares reports", |c| {
        c.run(cmd!(
            c.shell,
            "cargo clippy --release -p secant-compare --all-targets --locked --no-deps -- -D warnings"
        ))
    }),
];

fn package(context: &Context, package: &str) -> Result<()> {
    context.run(cmd!(
        context.shell,
        "cargo clippy --release -p {package} --all-targets --locked -- -D warnings"
    ))
}
