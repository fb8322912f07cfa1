//! Builds the programs of other revisions, in a worktree of their own in a folder that keeps them.
//!
//! All revisions are built in the same place, one after the other. The names that a compiler gives to functions depend
//! on the path of a package; the order of functions in a program depends on these names, and its speed on the order. So
//! two builds of one revision are the same program.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How to build programs.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The build command. A shell runs it in the root of a worktree, with the builder's `CARGO_TARGET_DIR`.
    pub build: String,
    /// The program that it builds, relative to that folder.
    pub program: PathBuf,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            // In older revisions `secant bench` is part of `secant`.
            build: "if [ -d crates/secant-bench ]; then cargo build --release --locked --bin secant-bench; \
                    else cargo build --release --locked --bin secant && \
                    cp \"$CARGO_TARGET_DIR/release/secant\" \"$CARGO_TARGET_DIR/release/secant-bench\"; fi"
                .to_owned(),
            program: Path::new("release").join(format!("secant-bench{}", std::env::consts::EXE_SUFFIX)),
        }
    }
}

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    /// A file or a folder cannot be used.
    #[error("cannot use {path}: {reason}", path = path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
    /// A folder holds files that no builder made.
    #[error("{path} has files that secant did not make: remove it, or name another folder for programs", path = .0.display())]
    Foreign(PathBuf),
    /// A command did not start.
    #[error("cannot run {command}: {reason}")]
    Start {
        /// The command.
        command: String,
        /// The reason.
        reason: io::Error,
    },
    /// A command failed.
    #[error("{what}: {reason}")]
    Failed {
        /// What it was for.
        what: String,
        /// The end of its error output.
        reason: String,
    },
}

/// A revision, as a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Its name for readers: the name that was asked for, and the beginning of the commit's hash.
    pub name: String,
    commit: String,
    tree: String,
}

impl Revision {
    /// Whether another revision has the same files.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

/// Builds revisions of a repository.
#[derive(Debug)]
pub struct RevisionBuilder {
    repository: PathBuf,
    folder: PathBuf,
    recipe: Recipe,
    /// Held while the builder is in use, because two processes must not build in one worktree.
    _lock: File,
}

impl RevisionBuilder {
    /// The file that marks a folder as a builder's. In any other folder nothing is touched.
    const MARKER: &str = "secant-workshop";

    /// Opens the builder of the repository that `folder` is in. Builds are kept in `cache`, or in `target/revisions`
    /// of the repository. Waits if another process uses the same cache.
    ///
    /// # Errors
    /// If the folder is in no repository, or the cache cannot be created or holds files that no builder made.
    pub fn open(folder: &Path, cache: Option<&Path>, recipe: Recipe) -> Result<Self, RevisionError> {
        let root = run(
            Command::new("git")
                .current_dir(folder)
                .args(["rev-parse", "--show-toplevel"]),
            "no repository to take another revision from",
        )?;
        let repository = PathBuf::from(root);
        let own = repository.join("target/revisions");
        let cache = match cache {
            Some(cache) => std::path::absolute(cache).map_err(unusable(cache))?,
            None => own.clone(),
        };
        fs::create_dir_all(&cache).map_err(unusable(&cache))?;
        if cache != own && !is_revision_cache(&cache)? {
            return Err(RevisionError::Foreign(cache));
        }
        let mark = |name, text| fs::write(cache.join(name), text).map_err(unusable(&cache));
        mark(Self::MARKER, "secant builds revisions here; all of it may be removed\n")?;
        // Keeps the cache out of the files of a repository that the folder is in.
        mark(".gitignore", "*\n")?;
        let lock = cache.join("lock");
        let file = File::create(&lock).map_err(unusable(&lock))?;
        file.lock().map_err(unusable(&lock))?;
        Ok(Self {
            repository,
            folder: cache,
            recipe,
            _lock: file,
        })
    }

    /// The revision with this name.
    ///
    /// # Errors
    /// If there is no such revision.
    pub fn revision(&self, name: &str) -> Result<Revision, RevisionError> {
        let commit = format!("{name}^{{commit}}");
        let what = format!("no revision {name:?}");
        let commit = self.git(
            &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit],
            &what,
        )?;
        self.named(name, commit)
    }

    /// The files of the working tree as they are: with untracked files, without ignored ones.
    ///
    /// # Errors
    /// If git cannot write to the repository.
    pub fn working_tree(&self) -> Result<Revision, RevisionError> {
        let head = self.revision("HEAD")?;
        let index = self.folder.join("index");
        let what = "cannot keep the working tree";
        let with_index = |arguments: &[&str]| {
            let mut command = self.git_command();
            run(command.env("GIT_INDEX_FILE", &index).args(arguments), what)
        };
        with_index(&["read-tree", "HEAD"])?;
        with_index(&["add", "--all"])?;
        let tree = with_index(&["write-tree"])?;
        if tree == head.tree {
            return Ok(head);
        }
        let mut command = self.git_command();
        for variable in ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"] {
            command.env(variable, "secant bench");
        }
        for variable in ["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"] {
            command.env(variable, "bench@localhost");
        }
        let commit = run(
            command.args(["commit-tree", "-m", "the working tree", "-p", &head.commit, &tree]),
            what,
        )?;
        self.named("the working tree", commit)
    }

    fn named(&self, name: &str, commit: String) -> Result<Revision, RevisionError> {
        let tree = self.git(&["rev-parse", &format!("{commit}^{{tree}}")], "no files of a revision")?;
        let short = &commit[..commit.len().min(10)];
        Ok(Revision {
            name: if name.starts_with(short) || commit.starts_with(name) {
                short.to_owned()
            } else {
                format!("{name} ({short})")
            },
            commit,
            tree,
        })
    }

    /// The program of a revision. It is built unless it was built before with the same compiler and flags. The
    /// compiler's output goes to standard error.
    ///
    /// # Errors
    /// If the revision cannot be checked out or built.
    pub fn program(&self, revision: &Revision) -> Result<PathBuf, RevisionError> {
        let tree = self.check_out(revision)?;
        let folder = self.folder.join("programs").join(&revision.tree);
        let (name, flags) = (
            self.recipe.program.file_name().unwrap_or_default(),
            folder.join("flags"),
        );
        let program = folder.join(name);
        let build_fingerprint = self.build_fingerprint(&tree)?;
        if program.is_file() && fs::read_to_string(&flags).is_ok_and(|text| text == build_fingerprint) {
            return Ok(program);
        }
        let target = self.folder.join("target");
        let mut command = shell(&self.recipe.build);
        in_tree(&mut command, &tree).env("CARGO_TARGET_DIR", &target);
        let status = command
            .stdout(io::stderr())
            .status()
            .map_err(|reason| RevisionError::Start {
                command: self.recipe.build.clone(),
                reason,
            })?;
        if !status.success() {
            return Err(RevisionError::Failed {
                what: format!("cannot build {}", revision.name),
                reason: format!("{} ended with {status}", self.recipe.build),
            });
        }
        let built = target.join(&self.recipe.program);
        fs::create_dir_all(&folder).map_err(unusable(&folder))?;
        // Copied beside its place first, because a running program must not be written to.
        let beside = folder.join("new");
        fs::copy(&built, &beside).map_err(unusable(&built))?;
        fs::rename(&beside, &program).map_err(unusable(&program))?;
        fs::write(&flags, build_fingerprint).map_err(unusable(&flags))?;
        Ok(program)
    }

    /// The worktree with the files of a revision. Earlier build output in it stays.
    fn check_out(&self, revision: &Revision) -> Result<PathBuf, RevisionError> {
        let tree = self.folder.join("tree");
        let what = format!("cannot check out {}", revision.name);
        let git = |arguments: &[&str]| run(isolated("git").current_dir(&tree).args(arguments), &what);
        if self.is_worktree(&tree) {
            git(&["checkout", "--quiet", "--force", "--detach", &revision.commit])?;
            git(&["clean", "--quiet", "--force", "-d"])?;
            return Ok(tree);
        }
        // It belongs to another copy of the repository, or is half removed.
        if let Ok(metadata) = tree.symlink_metadata() {
            // In a worktree `.git` is a file. Anything else was put in its place.
            if !metadata.is_dir() || tree.join(".git").is_dir() {
                return Err(RevisionError::Foreign(tree));
            }
            fs::remove_dir_all(&tree).map_err(unusable(&tree))?;
        }
        self.git(&["worktree", "prune"], &what)?;
        let mut command = self.git_command();
        command.args(["worktree", "add", "--quiet", "--force", "--detach"]);
        run(command.arg(&tree).arg(&revision.commit), &what)?;
        Ok(tree)
    }

    /// Whether a folder is a worktree of the repository other than the main one. Git also looks for a repository in the
    /// parent folders, so the root that it finds must be this folder.
    fn is_worktree(&self, tree: &Path) -> bool {
        let found = |folder: &Path, what: &str| {
            let path = run(isolated("git").current_dir(folder).args(["rev-parse", what]), "").ok()?;
            folder.join(path).canonicalize().ok()
        };
        let root = |folder| found(folder, "--show-toplevel");
        let common = |folder| found(folder, "--git-common-dir");
        tree.join(".git").is_file()
            && root(tree).is_some_and(|root| tree.canonicalize().is_ok_and(|tree| tree == root))
            && root(tree) != root(&self.repository)
            && common(tree).is_some_and(|it| common(&self.repository) == Some(it))
    }

    /// Everything that makes two builds of the same files differ.
    fn build_fingerprint(&self, tree: &Path) -> Result<String, RevisionError> {
        let mut command = isolated("rustc");
        let compiler = run(in_tree(&mut command, tree).arg("-vV"), "no compiler")?;
        let mut flags: Vec<String> = std::env::vars_os()
            .filter(|(name, _)| is_of_builds(&name.to_string_lossy()))
            .map(|(name, value)| format!("{}={value:?}", name.to_string_lossy()))
            .collect();
        flags.sort();
        Ok(format!("{compiler}\n{}\n{}\n", self.recipe.build, flags.join("\n")))
    }

    fn git_command(&self) -> Command {
        let mut command = isolated("git");
        command.current_dir(&self.repository);
        command
    }

    fn git(&self, arguments: &[&str], what: &str) -> Result<String, RevisionError> {
        run(self.git_command().args(arguments), what)
    }
}

/// Whether a folder is a builder's. A folder that is empty, or holds only programs, which workflows keep, counts as a
/// new one.
fn is_revision_cache(folder: &Path) -> Result<bool, RevisionError> {
    if folder.join(RevisionBuilder::MARKER).is_file() {
        return Ok(true);
    }
    for entry in fs::read_dir(folder).map_err(unusable(folder))? {
        if entry.map_err(unusable(folder))?.file_name() != "programs" {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether an environment variable changes the output of compilers.
fn is_of_builds(name: &str) -> bool {
    /// As a whole name, before an underscore and a target, or after `HOST_` and `TARGET_`.
    const TOOLS: [&str; 7] = ["CC", "CXX", "AR", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "ARFLAGS"];
    const PREFIXES: [&str; 5] = ["CARGO_PROFILE_", "CARGO_BUILD_", "CARGO_TARGET_", "RUSTC", "SECANT_"];
    let tool = ["HOST_", "TARGET_"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    let is_tool = TOOLS.iter().any(|known| {
        tool.strip_prefix(known)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    });
    let is_flag = matches!(name, "RUSTFLAGS" | "CARGO_ENCODED_RUSTFLAGS" | "LDFLAGS");
    // The builder sets these itself.
    let is_folder = matches!(
        name,
        "CARGO_TARGET_DIR" | "CARGO_BUILD_TARGET_DIR" | "CARGO_BUILD_BUILD_DIR"
    );
    !is_folder && (is_tool || is_flag || PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
}

/// A command without the variables of a surrounding git or cargo, which describe another tree.
fn isolated(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let of_git = matches!(&*text, "GIT_DIR" | "GIT_WORK_TREE" | "GIT_INDEX_FILE" | "GIT_PREFIX");
        // The rust-toolchain.toml of the revision chooses the compiler.
        let of_cargo = text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_");
        if of_git || of_cargo || matches!(&*text, "CARGO" | "RUSTUP_TOOLCHAIN" | "CARGO_TARGET_DIR") {
            command.env_remove(name);
        }
    }
    command
}

fn in_tree<'a>(command: &'a mut Command, tree: &Path) -> &'a mut Command {
    command.current_dir(tree)
}

fn shell(line: &str) -> Command {
    let mut command = if cfg!(windows) { isolated("cmd") } else { isolated("sh") };
    command.args([if cfg!(windows) { "/C" } else { "-c" }, line]);
    command
}

fn unusable(path: &Path) -> impl FnOnce(io::Error) -> RevisionError {
    let path = path.to_owned();
    move |reason| RevisionError::File { path, reason }
}

/// Runs a command and returns its output without the last newline.
fn run(command: &mut Command, what: &str) -> Result<String, RevisionError> {
    let output = command.output().map_err(|reason| RevisionError::Start {
        command: command.get_program().to_string_lossy().into_owned(),
        reason,
    })?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        let last = words.lines().rev().find(|line| !line.trim().is_empty());
        return Err(RevisionError::Failed {
            what: what.to_owned(),
            reason: last.map_or_else(
                || format!("git ended with {}", output.status),
                |line| line.trim().to_owned(),
            ),
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with two commits of a shell script, which the recipe copies.
    fn repository() -> (tempfile::TempDir, Recipe) {
        let folder = tempfile::tempdir().expect("a folder");
        let script = "set -e; git init -q; git config user.name n; git config user.email e@e; \
            echo '#!/bin/sh' > p; echo 'echo one' >> p; git add p; git commit -qm one; git tag first; \
            echo 'echo two' >> p; git commit -qam two; echo target > .git/info/exclude";
        let status = shell(script).current_dir(folder.path()).status().expect("a shell");
        assert!(status.success());
        let recipe = Recipe {
            build:
                "mkdir -p \"$CARGO_TARGET_DIR\" && cp p \"$CARGO_TARGET_DIR/p\" && echo x >> \"$CARGO_TARGET_DIR/log\""
                    .to_owned(),
            program: "p".into(),
        };
        (folder, recipe)
    }

    fn output(program: &Path) -> String {
        run(Command::new("sh").arg(program), "no program").expect("output")
    }

    #[test]
    fn revisions() {
        let (folder, recipe) = repository();
        let builder = RevisionBuilder::open(folder.path(), None, recipe).expect("a builder");
        let first = builder.revision("first").expect("a revision");
        let program = builder.program(&first).expect("a program");
        assert_eq!(output(&program), "one");
        assert!(first.name.starts_with("first ("));
        let clean = builder.working_tree().expect("the working tree");
        assert!(clean.is_same_as(&builder.revision("HEAD").expect("HEAD")));
        // A change that is not committed, and an untracked file.
        fs::write(folder.path().join("p"), "echo three").expect("a file");
        fs::write(folder.path().join("new"), "").expect("a file");
        let changed = builder.working_tree().expect("the working tree");
        assert!(changed.name.starts_with("the working tree ("), "{}", changed.name);
        assert_eq!(output(&builder.program(&changed).expect("a program")), "three");
        assert!(folder.path().join("target/revisions/tree/new").exists());
        // A worktree that belongs to no repository is created again.
        let tree = folder.path().join("target/revisions/tree");
        fs::write(tree.join(".git"), "gitdir: /nowhere").expect("a file");
        // The program is kept, and the repository is unchanged.
        assert_eq!(builder.program(&first).expect("a program"), program);
        let log = fs::read_to_string(folder.path().join("target/revisions/target/log")).expect("the log");
        assert_eq!(log.lines().count(), 2);
        assert_eq!(
            fs::read_to_string(folder.path().join("p")).expect("the file"),
            "echo three"
        );
        let status = builder.git(&["status", "--porcelain"], "").expect("the state");
        assert_eq!(status, " M p\n?? new");
    }

    /// Foreign files in a folder are left alone, whatever they are.
    #[test]
    fn folders_of_others() {
        let (folder, recipe) = repository();
        let git = |arguments: &str| {
            let status = shell(&format!("git {arguments}")).current_dir(folder.path()).status();
            assert!(status.expect("git").success(), "{arguments}");
        };
        let elsewhere = tempfile::tempdir().expect("a folder");
        let at = |name: &str| elsewhere.path().join(name);
        let quoted = |name: &str| format!("'{}'", at(name).display());
        for name in ["plain/tree", "own/tree"] {
            fs::create_dir_all(at(name)).expect("a folder");
        }
        git(&format!("clone -q . {}", quoted("clone/tree")));
        git(&format!("worktree add -q --detach {}", quoted("worktree/tree")));
        for name in ["plain", "clone", "worktree"] {
            let mine = at(name).join("tree/p");
            fs::write(&mine, "mine").expect("a file");
            let e = RevisionBuilder::open(folder.path(), Some(&at(name)), recipe.clone()).expect_err("not a builder");
            assert!(
                matches!(e, RevisionError::Foreign(_)) && e.to_string().lines().count() == 1,
                "{e}"
            );
            assert_eq!(fs::read_to_string(&mine).expect("the file"), "mine");
            assert_eq!(fs::read_dir(at(name)).expect("the folder").count(), 1);
        }
        // The index of a repository is in such a folder too.
        assert!(RevisionBuilder::open(folder.path(), Some(&folder.path().join(".git")), recipe.clone()).is_err());
        // A folder put in the place of a builder's.
        fs::write(at("own").join(RevisionBuilder::MARKER), "").expect("a file");
        git(&format!("clone -q . {}", quoted("own/tree")));
        fs::write(at("own/tree/p"), "mine").expect("a file");
        let builder = RevisionBuilder::open(folder.path(), Some(&at("own")), recipe).expect("a builder");
        let first = builder.revision("first").expect("a revision");
        let e = builder.program(&first).expect_err("a clone");
        assert!(matches!(e, RevisionError::Foreign(_)), "{e}");
        assert_eq!(fs::read_to_string(at("own/tree/p")).expect("the file"), "mine");
    }

    /// Git would take a folder without `.git` for a part of the repository around it.
    #[test]
    fn worktrees_are_made_again() {
        let (folder, recipe) = repository();
        let (other, _) = repository();
        let cache = folder.path().join("cache");
        let build = |repository: &Path| {
            let builder = RevisionBuilder::open(repository, Some(&cache), recipe.clone()).expect("a builder");
            let first = builder.revision("first").expect("a revision");
            output(&builder.program(&first).expect("a program"))
        };
        assert_eq!(build(folder.path()), "one");
        fs::write(folder.path().join("p"), "mine").expect("a file");
        fs::remove_file(cache.join("tree/.git")).expect("a worktree");
        fs::remove_dir_all(cache.join("programs")).expect("programs");
        assert_eq!(build(folder.path()), "one");
        // Used by another repository.
        fs::remove_dir_all(cache.join("programs")).expect("programs");
        assert_eq!(build(other.path()), "one");
        assert_eq!(fs::read_to_string(folder.path().join("p")).expect("the file"), "mine");
        // Although git was not told to ignore the folder.
        let builder = RevisionBuilder::open(folder.path(), Some(&cache), recipe.clone()).expect("a builder");
        let status = builder.git(&["status", "--porcelain"], "").expect("the state");
        assert_eq!(status, " M p");
        let changed = builder.working_tree().expect("the working tree");
        let files = builder.git(&["ls-tree", "-r", "--name-only", &changed.tree], "");
        assert_eq!(files.expect("files"), "p");
    }

    #[test]
    fn variables_of_builds() {
        for name in [
            "RUSTFLAGS",
            "CARGO_PROFILE_RELEASE_LTO",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER",
            "CC",
            "TARGET_CFLAGS",
            "CC_x86_64-unknown-linux-gnu",
            "SECANT_BACKEND",
        ] {
            assert!(is_of_builds(name), "{name}");
        }
        for name in ["CARGO_TARGET_DIR", "CARGO_HOME", "CCACHE_DIR", "PATH", "ARCH", "HOST"] {
            assert!(!is_of_builds(name), "{name}");
        }
    }

    #[test]
    fn failures() {
        let (folder, mut recipe) = repository();
        recipe.build = "exit 3".to_owned();
        let cache = folder.path().join("target/cache");
        let builder = RevisionBuilder::open(folder.path(), Some(&cache), recipe).expect("a builder");
        for name in ["nonsense", "--help", ""] {
            let e = builder.revision(name).expect_err("no revision").to_string();
            assert!(e.starts_with("no revision "), "{e}");
        }
        let first = builder.revision("first").expect("a revision");
        let e = builder.program(&first).expect_err("no program").to_string();
        assert!(e.starts_with("cannot build first") && e.contains("exit 3"), "{e}");
        let nowhere = tempfile::tempdir().expect("a folder");
        let e = RevisionBuilder::open(nowhere.path(), None, Recipe::default()).expect_err("no repository");
        assert!(e.to_string().starts_with("no repository"), "{e}");
    }
}
