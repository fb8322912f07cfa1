//! Examples of the README and of the guide name files that exist.

use std::path::{Path, PathBuf};

/// Options whose files are read.
const READ: [&str; 9] = [
    "--vk",
    "--proof",
    "--public",
    "--key",
    "--signature",
    "--message",
    "--digest",
    "--input",
    "--config",
];

/// The files that the commands of a text read, each in the folder that the text changed to before; a block of commands begins
/// at the root.
fn files(text: &str, root: &Path) -> Vec<PathBuf> {
    let (mut folder, mut files) = (root.to_owned(), Vec::new());
    for line in text.lines() {
        let line = line.split("   #").next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [start] if start.starts_with("```") => root.clone_into(&mut folder),
            ["cd", to] => folder = folder.join(to),
            ["cargo" | "secant", ..] => {
                // A hyphen is standard input.
                let pairs = words
                    .windows(2)
                    .filter(|pair| READ.contains(&pair[0]) && pair[1] != "-");
                files.extend(pairs.map(|pair| folder.join(pair[1])));
            }
            _ => {}
        }
    }
    files
}

/// The README and the pages of the guide.
fn pages(root: &Path) -> Vec<String> {
    let read = |folder: &str| std::fs::read_dir(root.join(folder)).expect("a folder of the repository");
    let pages = ["docs", "docs/algorithms"].into_iter().flat_map(read);
    let pages = pages.map(|entry| entry.expect("an entry").path());
    pages
        .chain([root.join("README.md")])
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|page| std::fs::read_to_string(page).expect("a page is text"))
        .collect()
}

/// `cargo run` below the root is of the package of the folder, which has other programs or none.
fn runs_below_the_root(text: &str) -> Vec<&str> {
    let (mut below, mut runs) = (false, Vec::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().take(2).collect();
        match words[..] {
            [start] if start.starts_with("```") => below = false,
            ["cd", _] => below = true,
            ["cargo", "run"] if below => runs.push(line),
            _ => {}
        }
    }
    runs
}

#[test]
fn files_of_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files: Vec<_> = pages(&root).iter().flat_map(|page| files(page, &root)).collect();
    assert!(files.len() > 30, "{files:?}");
    let missing: Vec<_> = files.iter().filter(|path| !path.is_file()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn programs_of_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for page in pages(&root) {
        assert!(
            runs_below_the_root(&page).is_empty(),
            "{:?}",
            runs_below_the_root(&page)
        );
    }
    let text = "```\ncargo run a\ncd b     # there\ncargo run c\ncargo rustc\n```\ncargo run d\n";
    assert_eq!(runs_below_the_root(text), ["cargo run c"]);
}

#[test]
fn files_of_a_block() {
    let text = "```\ncd a/b        # a comment\ncargo run -- verify --key k.pem --hash x --signature s.der     # --key no\n```\n\
        cd text of README\n```\nsecant prove --input t\n```\n";
    let root = Path::new("r");
    assert_eq!(
        files(text, root),
        ["r/a/b/k.pem", "r/a/b/s.der", "r/t"].map(PathBuf::from)
    );
}
