//! `cargo xtask check`.

use crate::context::Context;
use crate::steps::{self, Selection, Step};
use crate::workspaces::{USUAL, WORKSPACES};
use anyhow::{Result, bail};
use clap::Args;
use serde::Deserialize;
use std::collections::BTreeSet;
use xshell::cmd;

/// The tests of default members that steps with features run.
const BY_FEATURE: [&str; 5] = [
    "secant-curve/lines",
    "secant-testing/openssl",
    "secant-testing/polkadot",
    "secant-testing/templates",
    "secant-testing/wasm",
];
/// The version of actionlint.
const ACTIONLINT: &str = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

/// What needs no build: format, lock files, features and licences of dependencies, workflows.
#[derive(Debug, Args)]
#[command(after_help = steps::list(&STEPS))]
pub struct Check {
    /// Also look for known faults of dependencies, of which there may be more without any change here.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    selection: Selection,
}

impl Check {
    /// Checks.
    pub fn run(&self) -> Result<()> {
        steps::run(&STEPS, self.all, &self.selection)
    }
}

const STEPS: [Step; 7] = [
    Step::new("format", "format of every workspace", format),
    Step::new("locks", "lock files of every workspace", locks),
    Step::new(
        "features",
        "one set of features of each dependency, in programs and in tests: else they are compiled twice",
        features,
    ),
    Step::new("xtask", "tests and lints of these tasks", |c| {
        c.run(cmd!(c.shell, "cargo test --locked -p xtask"))?;
        c.run(cmd!(
            c.shell,
            "cargo clippy --locked -p xtask --all-targets -- -D warnings"
        ))
    }),
    Step::new("deny", "licences and sources of dependencies", deny).with("cargo-deny"),
    Step::new("workflows", "workflows of CI", |c| {
        c.run(cmd!(c.shell, "go run {ACTIONLINT}"))
    })
    .with("go"),
    Step::extra("advisories", "known faults of dependencies", |c| {
        c.run(cmd!(c.shell, "cargo deny check advisories"))
    })
    .with("cargo-deny"),
];

/// The folders of all workspaces.
fn folders() -> impl Iterator<Item = &'static str> {
    ["."]
        .into_iter()
        .chain(WORKSPACES.iter().map(|workspace| workspace.folder))
}

/// In each folder: with `--manifest-path` cargo finds no packages of a workspace that is none itself.
fn format(context: &Context) -> Result<()> {
    for folder in folders() {
        let _folder = context.shell.push_dir(context.root().join(folder));
        context.run(cmd!(context.shell, "cargo fmt --check"))?;
    }
    Ok(())
}

fn locks(context: &Context) -> Result<()> {
    for folder in folders() {
        let manifest = format!("{folder}/Cargo.toml");
        let command = cmd!(
            context.shell,
            "cargo metadata --locked --format-version 1 --manifest-path {manifest}"
        );
        context.run(command.ignore_stdout())?;
    }
    Ok(())
}

/// Programs must have their dependencies with the features that tests have them with.
fn features(context: &Context) -> Result<()> {
    let packages = |edges: &str, packages: &[&str]| -> Result<BTreeSet<String>> {
        let format = "{p} [{f}]";
        let command = cmd!(
            context.shell,
            "cargo tree --locked --prefix none --format {format} --edges {edges} {packages...}"
        );
        Ok(with_features(&context.read(command)?))
    };
    let programs = packages("normal,build", &[])?;
    let tests = packages("normal,build,dev", &USUAL)?;
    let other = programs.difference(&tests).map(String::as_str);
    // The test kit is in no program.
    let other: Vec<&str> = other
        .filter(|package| !package.starts_with("secant-testing "))
        .collect();
    if !other.is_empty() {
        bail!("not so in tests:\n{}", other.join("\n"));
    }
    let metadata = context.read(cmd!(
        context.shell,
        "cargo metadata --locked --no-deps --format-version 1"
    ))?;
    if context.is_dry_run() {
        return Ok(());
    }
    let left_out = left_out(&metadata, &tests)?;
    if left_out != BTreeSet::from(BY_FEATURE.map(str::to_owned)) {
        bail!("the tests that features leave out are {left_out:?}, not {BY_FEATURE:?}");
    }
    Ok(())
}

/// The tests of default members that are not run because a feature is off: cargo does not say so.
fn left_out(metadata: &str, packages: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let metadata: Metadata = serde_json::from_str(metadata)?;
    let has = |package: &Package, feature: &String| {
        let of_package = packages.iter().filter_map(|line| {
            let (name, features) = line.trim_end_matches(']').split_once(" [")?;
            name.starts_with(&format!("{} v", package.name)).then_some(features)
        });
        of_package
            .flat_map(|features| features.split(','))
            .any(|f| f == feature)
    };
    let members = metadata
        .packages
        .iter()
        .filter(|package| metadata.workspace_default_members.contains(&package.id));
    let tests = members.flat_map(|package| package.targets.iter().map(move |target| (package, target)));
    let tests = tests.filter(|(_, target)| target.kind.iter().any(|kind| kind == "test"));
    let left_out =
        tests.filter(|(package, target)| !target.required_features.iter().all(|feature| has(package, feature)));
    Ok(left_out
        .map(|(package, target)| format!("{}/{}", package.name, target.name))
        .collect())
}

/// What `cargo metadata` prints, as far as it is read.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_default_members: Vec<String>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    name: String,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
}

/// The packages of a tree with their features, each once.
fn with_features(tree: &str) -> BTreeSet<String> {
    let lines = tree.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| line.trim_end_matches(" (*)").replace(" (proc-macro)", ""))
        .collect()
}

fn deny(context: &Context) -> Result<()> {
    let checks = ["bans", "licenses", "sources"];
    context.run(cmd!(context.shell, "cargo deny check {checks...}"))?;
    for workspace in &WORKSPACES {
        if let Some(rules) = workspace.deny {
            let manifest = format!("{}/Cargo.toml", workspace.folder);
            // Relative to the manifest if it were not absolute.
            let rules = context.root().join(rules);
            context.run(cmd!(
                context.shell,
                "cargo deny --manifest-path {manifest} check --config {rules} {checks...}"
            ))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_a_tree() {
        let tree = "a v1.0.0 (/r/a) [std]\nb v1.0.0 (proc-macro) []\n\nc v2.0.0 [x,y]\nb v1.0.0 (proc-macro) [] (*)\n";
        let expected = ["a v1.0.0 (/r/a) [std]", "b v1.0.0 []", "c v2.0.0 [x,y]"].map(str::to_owned);
        assert_eq!(with_features(tree), BTreeSet::from(expected));
    }

    #[test]
    fn tests_that_are_left_out() {
        let metadata = r#"{"workspace_default_members": ["1"], "packages": [
            {"id": "1", "name": "a", "targets": [
                {"kind": ["test"], "name": "always"},
                {"kind": ["test"], "name": "on", "required-features": ["x"]},
                {"kind": ["test"], "name": "off", "required-features": ["x", "y"]},
                {"kind": ["example"], "name": "shown", "required-features": ["y"]}]},
            {"id": "2", "name": "b", "targets": [{"kind": ["test"], "name": "off", "required-features": ["y"]}]}]}"#;
        let packages = BTreeSet::from(["a v1.0.0 (/r/a) [w,x]".to_owned(), "ab v1.0.0 [y]".to_owned()]);
        let expected = BTreeSet::from(["a/off".to_owned()]);
        assert_eq!(left_out(metadata, &packages).expect("metadata"), expected);
    }
}
