//! The program `secant-compare`: exit statuses, forms, and what it says of files that are of no use.

use secant_report::{Machine, Measured, Report, Row};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

struct Run {
    status: i32,
    out: String,
    errors: String,
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_secant-compare"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    Run {
        status: output.status.code().expect("an exit status"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        errors: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A report with a row of this time, whose samples are within a hundredth of it.
fn report(ns: f64) -> Report {
    let mut report = Report::new(Machine::this("portable"), 0);
    let round = |i: u32| {
        (0..3)
            .map(|j| ns * (1.0 + 0.002 * f64::from((7 * i + 3 * j) % 10)))
            .collect()
    };
    report.rows.push(Row {
        name: "bn254_pairing".to_owned(),
        columns: [("secant_native".to_owned(), Measured::of((0..8).map(round).collect()))].into(),
    });
    report
}

fn folder(reports: &[(&str, &Report)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, report) in reports {
        fs::write(folder.path().join(name), report.to_json().expect("JSON")).expect("a file");
    }
    folder
}

#[test]
fn compare() {
    let (base, head) = (report(1e5), report(1.3e5));
    let folder = folder(&[("base.json", &base), ("head.json", &head)]);
    let compare = |more: &[&str]| run(folder.path(), &[&["compare", "base.json", "head.json"], more].concat());
    let table = compare(&[]);
    assert_eq!((table.status, table.errors.as_str()), (0, ""));
    assert!(
        table.out.contains("worse") && table.out.contains("+30.0 %") && !table.out.contains('\u{1b}'),
        "{}",
        table.out
    );
    let slower = compare(&["--fail-above", "1.10"]);
    assert_eq!(slower.status, 1);
    assert!(
        slower.out.contains("worse") && slower.errors.starts_with("secant-compare: 1 of 1"),
        "{}",
        slower.errors
    );
    assert_eq!(compare(&["--fail-above", "1.5"]).status, 0);
    let json: Value = serde_json::from_str(&compare(&["--format", "json"]).out).expect("JSON");
    assert_eq!(json["heads"][0]["cells"][0]["verdict"], "worse");
    assert!(compare(&["--format", "markdown"]).out.contains("**worse**"));
    let page = compare(&["--format", "html", "--out", "page.html"]);
    assert_eq!((page.status, page.out.as_str()), (0, ""));
    let page = fs::read_to_string(folder.path().join("page.html")).expect("the page");
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && !page.contains("http://www.w3.org/1999/xhtml")
    );
    // More than two.
    let three = run(
        folder.path(),
        &["compare", "base.json", "head.json", "base.json", "--all"],
    );
    assert!(three.out.contains("head.json beside base.json") && three.out.contains("base.json beside base.json"));
    assert!(three.out.contains("2 tests"));
}

#[test]
fn too_few_samples_are_no_success() {
    let (base, mut head) = (report(1e5), report(9e5));
    head.rows[0].columns["secant_native"].rounds_ns.truncate(4);
    let two = folder(&[("base.json", &base), ("head.json", &head)]);
    let few = run(
        two.path(),
        &["compare", "base.json", "head.json", "--fail-above", "1.05", "--all"],
    );
    assert_eq!(few.status, 2);
    assert!(few.out.contains("undecided: 4 rounds"), "{}", few.out);
    assert!(
        few.errors.contains("undecided (1) or gone (0)") && few.errors.contains("nothing could be compared"),
        "{}",
        few.errors
    );
    // Beside a row that is compared: said, and no failure.
    let both = |head: &Report| {
        let mut both = report(1e5);
        both.rows.extend(head.rows.iter().cloned().map(|row| Row {
            name: "another".to_owned(),
            ..row
        }));
        both
    };
    let folder = folder(&[
        ("base.json", &both(&base)),
        ("head.json", &both(&head)),
        ("less.json", &report(1e5)),
    ]);
    let compare = |name| run(folder.path(), &["compare", "base.json", name, "--fail-above", "1.05"]);
    let undecided = compare("head.json");
    assert_eq!(undecided.status, 0, "{}", undecided.errors);
    assert!(
        undecided.errors.contains("undecided (1) or gone (0)"),
        "{}",
        undecided.errors
    );
    let gone = compare("less.json");
    assert_eq!(gone.status, 0, "{}", gone.errors);
    assert!(gone.errors.contains("undecided (0) or gone (1)"), "{}", gone.errors);
}

#[test]
fn show() {
    let folder = folder(&[("a.json", &report(1e5))]);
    let show = |format| run(folder.path(), &["show", "a.json", "--format", format]).out;
    assert!(show("table").contains("bn254_pairing") && show("markdown").starts_with("| row | secant native (µs) |"));
    assert!(show("html").contains("bn254_<wbr>pairing"));
    assert_eq!(
        show("json"),
        fs::read_to_string(folder.path().join("a.json")).expect("the file")
    );
}

#[test]
fn bad_input() {
    let good = report(1e5);
    let text = good.to_json().expect("JSON");
    let folder = folder(&[("good.json", &good)]);
    for (name, content) in [
        ("empty", String::new()),
        ("truncated", text[..text.len() / 2].to_owned()),
        ("foreign", r#"{"schema": 1, "name": "something else"}"#.to_owned()),
        ("newer", text.replacen("\"schema\": 1", "\"schema\": 2", 1)),
        (
            "zero",
            text.replacen("\"median_ns\": 1", "\"median_ns\": 0, \"was\": 1", 1),
        ),
    ] {
        fs::write(folder.path().join(name), content).expect("a file");
        for arguments in [
            &["compare", "good.json", name][..],
            &["compare", name, "good.json"],
            &["show", name],
        ] {
            let run = run(folder.path(), arguments);
            assert_eq!(
                (run.status, run.out.as_str(), run.errors.lines().count()),
                (2, "", 1),
                "{name}: {}",
                run.errors
            );
            assert!(
                run.errors.starts_with(&format!("secant-compare: cannot read {name}: ")),
                "{}",
                run.errors
            );
        }
    }
    fs::write(folder.path().join("bytes"), [0xff, 0xfe]).expect("a file");
    for name in ["bytes", "absent", "."] {
        assert_eq!(run(folder.path(), &["compare", "good.json", name]).status, 2, "{name}");
    }
    for arguments in [
        &["compare", "good.json"][..],
        &["compare", "good.json", "good.json", "--fail-above", "0.9"],
        &["compare", "good.json", "good.json", "--least", "nan"],
        &["compare", "good.json", "good.json", "--fail-above", "1.02"],
        &[
            "compare",
            "good.json",
            "good.json",
            "--fail-above",
            "1.1",
            "--least",
            "1.2",
        ],
        &["compare", "good.json", "good.json", "--out", "no/such/folder"],
        &["turns"],
        &["turns", "--base", "HEAD"],
        &["turns", "--base-program", "a"],
    ] {
        assert_eq!(run(folder.path(), arguments).status, 2, "{arguments:?}");
    }
}

/// On a terminal, which `script` makes.
#[cfg(target_os = "linux")]
#[test]
fn colours() {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: there is no script");
        return;
    }
    let folder = folder(&[("base.json", &report(1e5)), ("head.json", &report(1.3e5))]);
    let line = format!("{} compare base.json head.json", env!("CARGO_BIN_EXE_secant-compare"));
    let on_a_terminal = |no_color: &str, line: &str| {
        let mut command = Command::new("script");
        command.args(["--quiet", "--return", "--command", line, "/dev/null"]);
        command
            .env("NO_COLOR", no_color)
            .env("TERM", "xterm-256color")
            .current_dir(folder.path());
        let output = command.output().expect("script runs");
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(on_a_terminal("", &line).contains("\u{1b}["));
    let plain = on_a_terminal("1", &line);
    assert!(plain.contains("worse") && !plain.contains('\u{1b}'), "{plain:?}");
    on_a_terminal("", &format!("{line} --out table"));
    assert!(
        !fs::read_to_string(folder.path().join("table"))
            .expect("the table")
            .contains('\u{1b}')
    );
}

#[cfg(unix)]
#[test]
fn turns() {
    // Programs that say how fast they are, one a tenth slower than the other.
    let folder = tempfile::tempdir().expect("a folder");
    let script = |name: &str, ns: f64| {
        let path = folder.path().join(name);
        fs::write(
            folder.path().join(format!("{name}.json")),
            report(ns).to_json().expect("JSON"),
        )
        .expect("a file");
        let script = "#!/bin/sh\n[ \"$2\" = --help ] && echo --turn && exit\necho \"$*\" >> log\ncat $0.json\n";
        fs::write(&path, script).expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&path, mode).expect("a program");
    };
    script("one", 1e5);
    script("two", 1.1e5);
    let run = run(
        folder.path(),
        &[
            "turns",
            "--base-program",
            "./one",
            "--head-program",
            "./two",
            "--rounds",
            "6",
            "--save",
            "saved",
            "--fail-above",
            "1.05",
            "pairing",
        ],
    );
    assert_eq!(run.status, 1, "{} {}", run.out, run.errors);
    assert!(
        run.out.contains("worse") && run.out.contains("took turns"),
        "{}",
        run.out
    );
    let log = fs::read_to_string(folder.path().join("log")).expect("the log");
    assert_eq!(log.lines().count(), 12);
    assert!(
        log.lines()
            .all(|line| line == "bench --turn --format json --seed 0 -- pairing"),
        "{log}"
    );
    for name in ["base.json", "head.json"] {
        let saved = Report::from_file(&folder.path().join("saved").join(name)).expect("a report");
        assert_eq!(saved.rows[0].columns["secant_native"].rounds_ns.len(), 6);
    }
}
