//! The script that comments on pull requests, against a server that stands for GitHub's API: its tests are in Python, as it
//! is, so that it runs on runners as they are.

use std::path::Path;
use std::process::Command;

#[test]
fn comments() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/actions/report");
    let output = Command::new("python3")
        .args(["-B", "-m", "unittest", "test_comment"])
        .current_dir(folder)
        .output()
        .expect("the tests run");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("\nOK"), "{text}");
}
