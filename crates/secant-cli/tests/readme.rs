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

#[test]
fn files_of_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |folder: &str| std::fs::read_dir(root.join(folder)).expect("a folder of the repository");
    let pages = ["docs", "docs/algorithms"]
        .into_iter()
        .flat_map(read)
        .map(|entry| entry.expect("an entry").path());
    let pages = pages
        .chain([root.join("README.md")])
        .filter(|path| path.extension().is_some_and(|e| e == "md"));
    let files: Vec<_> = pages
        .flat_map(|page| files(&std::fs::read_to_string(page).expect("a page is text"), &root))
        .collect();
    assert!(files.len() > 30, "{files:?}");
    let missing: Vec<_> = files.iter().filter(|path| !path.is_file()).collect();
    assert!(missing.is_empty(), "{missing:?}");
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
