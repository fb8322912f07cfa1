//! Links and paths in pages of the repository.

use crate::context::Context;
use anyhow::{Context as _, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use xshell::cmd;

/// Folders whose packages pages call by name: `secant-field/src` is `crates/secant-field/src`.
const PACKAGES: &str = "crates";

/// Looks for links and paths that lead nowhere.
pub fn check(context: &Context) -> Result<()> {
    let list = context.read(cmd!(context.shell, "git ls-files --cached --others --exclude-standard"))?;
    let repository = Repository::read(context.root(), &list)?;
    let broken = repository.broken();
    if !broken.is_empty() {
        bail!("these lead nowhere:\n{}", broken.join("\n"));
    }
    println!("{} pages", repository.pages.len());
    Ok(())
}

/// What pages may name.
#[derive(Default)]
struct Repository {
    /// Files and folders, relative to the root.
    paths: BTreeSet<String>,
    /// The text of pages, by their paths.
    pages: BTreeMap<String, String>,
}

impl Repository {
    /// Of the files of a list.
    fn read(root: &Path, list: &str) -> Result<Self> {
        let mut repository = Self::default();
        // A file that is deleted may be listed still.
        for path in list.lines().filter(|path| root.join(path).exists()) {
            repository.add(path);
            if path.ends_with(".md") {
                let text = fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?;
                repository.pages.insert(path.to_owned(), text);
            }
        }
        Ok(repository)
    }

    fn add(&mut self, path: &str) {
        let ends = path.match_indices('/').map(|(end, _)| end);
        for end in ends.chain([path.len()]) {
            self.paths.insert(path[..end].to_owned());
        }
    }

    /// All that leads nowhere, each with its page.
    fn broken(&self) -> Vec<String> {
        let mut broken = Vec::new();
        for (page, text) in &self.pages {
            for line in prose(text) {
                let (code, rest) = spans(line);
                let links = rest.iter().flat_map(|text| links(text));
                let links = links.filter(|link| !self.has_link(page, link));
                broken.extend(links.map(|link| format!("{page}: the link {link}")));
                let paths = code
                    .iter()
                    .filter(|path| self.is_path(path) && !self.has_path(page, path));
                broken.extend(paths.map(|path| format!("{page}: the path {path}")));
            }
        }
        broken
    }

    /// Whether there is what a link of a page leads to, down to the heading.
    fn has_link(&self, page: &str, link: &str) -> bool {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let path = match file {
            "" => Some(page.to_owned()),
            _ => join(folder_of(page), file),
        };
        let Some(path) = path.filter(|path| path.is_empty() || self.paths.contains(path)) else {
            return false;
        };
        let is_heading = |line: &str| line.starts_with('#') && anchor(line.trim_start_matches('#')) == heading;
        match self.pages.get(&path) {
            Some(text) if !heading.is_empty() => prose(text).any(is_heading),
            _ => true,
        }
    }

    /// Whether a piece of code is a path of this repository: its first folder is one of the root, or a package.
    fn is_path(&self, code: &str) -> bool {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        let Some((first, _)) = code.split_once('/') else {
            return false;
        };
        let is_known = self.paths.contains(first) || self.paths.contains(&format!("{PACKAGES}/{first}"));
        !first.is_empty() && is_known && code.chars().all(is_letter)
    }

    /// Whether there is such a path below the root, the folder of the page or that of packages.
    fn has_path(&self, page: &str, path: &str) -> bool {
        let folders = ["", folder_of(page), PACKAGES];
        let paths = folders.iter().filter_map(|folder| join(folder, path));
        paths.into_iter().any(|path| self.paths.contains(&path))
    }
}

/// The lines that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The pieces of a line that stand between backticks, and the others.
fn spans(line: &str) -> (Vec<&str>, Vec<&str>) {
    let pieces = || line.split('`');
    (pieces().skip(1).step_by(2).collect(), pieces().step_by(2).collect())
}

/// The targets of links to files.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', ' ']).next());
    targets.filter(|target| !target.contains(':'))
}

fn folder_of(page: &str) -> &str {
    page.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path relative to a folder; none if it leaves the repository.
fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// What GitHub calls a heading in links.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    letters.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(page: &str, text: &str) -> Vec<String> {
        let mut repository = Repository::default();
        for path in [
            "README.md",
            "docs/a.md",
            "docs/b/c.md",
            "crates/one/src/lib.rs",
            ".ci/run",
        ] {
            repository.add(path);
        }
        repository.pages.insert(
            "docs/a.md".to_owned(),
            "# The `first`: one\n```\n# no heading\n```\n".to_owned(),
        );
        repository.add(page);
        repository.pages.insert(page.to_owned(), text.to_owned());
        repository.broken()
    }

    #[test]
    fn what_exists_is_found() {
        let text = "[a](a.md), [b](b/c.md \"title\"), ![up](../README.md) and [one](a.md#the-first-one)\n\
            [here](#down) [`code`](b/) [net](https://example.org/x) [all](../)\n\
            `docs/a.md` `docs/b/` `b/c.md` `one/src/lib.rs` `crates/one` `.ci/run`\n## Down\n";
        assert_eq!(broken("docs/page.md", text), [""; 0]);
    }

    #[test]
    fn what_leads_nowhere_is_told() {
        let text = "[a](d.md) [x](a.md#no-heading) [y](#up)\n`docs/d.md` `one/src/main.rs` `.ci/more` [out](../../x)\n";
        let expected = [
            "docs/page.md: the link d.md",
            "docs/page.md: the link a.md#no-heading",
            "docs/page.md: the link #up",
            "docs/page.md: the link ../../x",
            "docs/page.md: the path docs/d.md",
            "docs/page.md: the path one/src/main.rs",
            "docs/page.md: the path .ci/more",
        ];
        assert_eq!(broken("docs/page.md", text), expected);
    }

    #[test]
    fn what_is_no_path_is_passed_over() {
        let text = "`docs/*.md` `docs/{a,d}` `src/lib.rs` `a / b` `docs` `/docs/d`\n```\n[a](d.md) `docs/d.md`\n```\n";
        assert_eq!(broken("docs/page.md", text), [""; 0]);
    }
}
