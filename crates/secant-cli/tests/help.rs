//! Help, completions and the manual, which are of all commands; and commands whose program is not there.

mod common;

use common::{PROGRAM, secant, secant_with};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = secant_with(&["completions", shell], Some("nonsense"));
        assert!(
            run.success().contains("compare") && run.success().contains("fail-above"),
            "{shell}"
        );
    }
    assert_eq!(secant(&["completions", "nonsense"]).status, 2);
    let run = secant(&["man"]);
    assert!(run.success().contains(".TH secant 1") && run.success().contains("NO_COLOR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    secant(&["man", "--all", folder.to_str().expect("UTF-8")]).success();
    for (page, text) in [
        ("secant", "secant\\-bench(1)"),
        ("secant-bench", "\\-\\-base"),
        ("secant-prove-ecdsa", "\\-\\-curve"),
    ] {
        let page = fs::read_to_string(folder.join(format!("{page}.1"))).expect(page);
        assert!(page.contains(text), "{text} in {page}");
    }
}

#[test]
fn examples_in_help() {
    for command in ["bench", "compare", "report", "meter", "completions", "man"] {
        let help = secant(&[command, "--help"]);
        assert!(help.success().contains("Examples:\n  secant "), "{command}");
    }
}

#[test]
fn all_commands_are_listed() {
    let help = secant(&["--help"]);
    for command in ["demo", "verify", "bench", "compare", "report", "meter", "prove", "info"] {
        assert!(help.success().contains(&format!("\n  {command} ")), "{command}");
    }
}

/// A copy of the program by itself says which program is missing, and how it is built.
#[test]
fn a_companion_that_is_not_there() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("alone");
    fs::create_dir_all(&folder).expect("a folder");
    let alone = folder.join("secant");
    fs::copy(PROGRAM, &alone).expect("a copy");
    for (arguments, companion, package) in [
        (&["bench", "pallas"][..], "secant-bench", "--bin secant-bench"),
        (&["meter", "msm"], "secant-meter", "-p secant-metered"),
        (
            &["prove", "ec-add", "--seed", "1", "--unsafe-srs"],
            "secant-prove",
            "--bin secant-prove",
        ),
    ] {
        let output = Command::new(&alone)
            .args(arguments)
            .env("PATH", "")
            .output()
            .expect("it runs");
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        let build = format!("cargo build --release {package}");
        assert!(text.contains(companion) && text.contains(&build), "{text}");
    }
}

/// A companion gets the arguments as they are, and its exit status is the program's.
#[test]
#[cfg(unix)]
fn a_companion_in_the_path() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("path");
    let beside = folder.join("beside");
    fs::create_dir_all(&beside).expect("folders");
    let (alone, script) = (beside.join("secant"), folder.join("secant-prove"));
    fs::copy(PROGRAM, &alone).expect("a copy");
    // A file that cannot be run is passed over.
    fs::write(beside.join("secant-prove"), "no program").expect("a file");
    fs::write(&script, "#!/bin/sh\necho \"$@\"\nexit 1\n").expect("a script");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("an executable file");
    let arguments = ["prove", "ec-add", "--seed", "1", "--unsafe-srs"];
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let output = Command::new(&alone)
        .args(arguments)
        .env("PATH", path)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), arguments.join(" "));
}

/// A copy of the program under the name of a companion would start itself for ever.
#[test]
#[cfg(unix)]
fn a_companion_that_is_the_program_itself() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("itself");
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("secant");
    for name in ["secant", "secant-meter"] {
        fs::copy(PROGRAM, folder.join(name)).expect("a copy");
    }
    let output = Command::new(program).args(["meter", "msm"]).output().expect("it runs");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("secant-meter is not the program of `secant meter`"),
        "{text}"
    );
}
