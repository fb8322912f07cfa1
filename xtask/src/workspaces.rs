//! What packages and workspaces there are: a move changes a line here.

/// A workspace beside that of the root, with a lock file of its own.
pub struct Workspace {
    /// Its folder.
    pub folder: &'static str,
    /// The rules for its dependencies, if they are checked.
    pub deny: Option<&'static str>,
}

impl Workspace {
    const fn new(folder: &'static str) -> Self {
        Self { folder, deny: None }
    }

    const fn denying(self, rules: &'static str) -> Self {
        Self {
            deny: Some(rules),
            ..self
        }
    }
}

/// All of them.
pub const WORKSPACES: [Workspace; 4] = [
    Workspace::new("fuzz"),
    Workspace::new("guests"),
    Workspace::new("peers").denying("deny.toml"),
    Workspace::new("polkadot").denying("polkadot/deny.toml"),
];

/// Features of what takes minutes to compile, such as examples that measure: linted, and built with `--all`.
pub const LINTED_FEATURES: &str =
    "secant-circuit/measure,secant-curve/measure,secant-gfp/measure,secant-host/measure,secant-testing/templates";

/// The packages that the README's commands build, which are the default members, and tests of contracts.
pub const USUAL: [&str; 2] = ["--features", "secant-testing/contract"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::root;
    use std::fs;
    use std::path::Path;

    /// Folders with a manifest, down to the third level.
    fn manifests(folder: &Path, depth: usize, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if name == "Cargo.toml" {
                found.push(fs::read_to_string(&path).expect("a manifest"));
            } else if depth > 0 && path.is_dir() && name != "target" && name != "node_modules" {
                manifests(&path, depth - 1, found);
            }
        }
    }

    #[test]
    fn all_workspaces_are_listed() {
        for workspace in &WORKSPACES {
            let folder = root().join(workspace.folder);
            assert!(folder.join("Cargo.lock").is_file(), "{}", workspace.folder);
            assert!(workspace.deny.is_none_or(|rules| root().join(rules).is_file()));
        }
        let mut found = Vec::new();
        manifests(&root(), 3, &mut found);
        let roots = found
            .iter()
            .filter(|text| text.lines().any(|line| line == "[workspace]"));
        assert_eq!(roots.count(), WORKSPACES.len() + 1);
        assert!(found.len() <= 35, "{} manifests", found.len());
    }
}
