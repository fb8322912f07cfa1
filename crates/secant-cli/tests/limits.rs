//! Numbers and files that ask for more memory or time than there is: each is refused with a sentence, quickly, also where the
//! address space ends at 3 GiB. None panics, and none is killed.
#![cfg(target_os = "linux")]

mod common;

use common::{file, secant};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The limit on the address space in KiB: a third of it is what a run begins with, of which it uses little.
const ADDRESS_SPACE: u64 = 3 << 20;
/// More than any refusal takes on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// Runs the program with little memory: it ends with status 2 and a short text on standard error.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let started = Instant::now();
    let script = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_secant")])
        .args(arguments)
        .env_remove("SECANT_BACKEND")
        .output();
    let Output { status, stdout, stderr } = output.expect("the program runs");
    let text = String::from_utf8(stderr).expect("UTF-8");
    assert_eq!(
        (status.code(), stdout.len()),
        (Some(2), 0),
        "{arguments:?}: {status} {text}"
    );
    assert!(
        !text.contains("panicked") && !text.is_empty() && text.len() < 1000,
        "{arguments:?}: {text}"
    );
    assert!(started.elapsed() < LONGEST, "{arguments:?}: {:?}", started.elapsed());
    text
}

/// A number that has a range, beside what else is to be said.
#[test]
fn counts() {
    for (arguments, number) in [
        (
            &["prove", "ec-add", "--seed", "1", "--k", "8", "--unsafe-srs", "--size"][..],
            "9223372036854775808",
        ),
        (
            &["prove", "msm", "--seed", "1", "--unsafe-srs", "--size"],
            "1152921504606846976",
        ),
        (
            &["prove", "fixed-base-msm", "--seed", "1", "--unsafe-srs", "--size"],
            "262145",
        ),
        (
            &[
                "prove",
                "pairing",
                "--seed",
                "1",
                "--k",
                "14",
                "--unsafe-srs",
                "--pairs",
            ],
            "9223372036854775808",
        ),
        (
            &["prove", "ecdsa", "--seed", "1", "--unsafe-srs", "--table-rows"],
            "9223372036854775808",
        ),
        (
            &["prove", "fixed-base-msm", "--seed", "1", "--unsafe-srs", "--table-rows"],
            "9223372036854775808",
        ),
        (
            &["prove", "ecdsa", "--seed", "1", "--unsafe-srs", "--threads"],
            "4611686018427387904",
        ),
        (
            &["prove", "ecdsa", "--seed", "1", "--unsafe-srs", "--repeat"],
            "4611686018427387904",
        ),
        (&["meter", "msm", "--inputs"], "9223372036854775808"),
        (&["meter", "gt-multiexp", "--inputs"], "4611686018427387904"),
        (&["meter", "pairing", "--inputs"], "4611686018427387904"),
        (&["meter", "ecdsa", "--inputs"], "4611686018427387904"),
        (&["bench", "pallas", "--threads"], "4611686018427387904"),
        (
            &["bench", "pallas", "--base-program", "x", "--rounds"],
            "4611686018427387904",
        ),
    ] {
        for number in [number, "18446744073709551616", "0", "-1"] {
            let text = refused(&[arguments, &[number]].concat());
            assert!(
                text.contains("invalid value") || text.contains("unexpected argument"),
                "{arguments:?}: {text}"
            );
        }
    }
    assert!(refused(&["meter", "pairing", "--inputs", "16385"]).contains("16384 pairs"));
}

/// Numbers within their ranges, for which there is no memory.
#[test]
fn memory() {
    for arguments in [
        &["prove", "msm", "--seed", "1", "--unsafe-srs", "--size", "262144"][..],
        &[
            "prove",
            "msm",
            "--seed",
            "1",
            "--unsafe-srs",
            "--size",
            "100000",
            "--k",
            "8",
        ],
        &[
            "prove",
            "ec-add",
            "--seed",
            "1",
            "--unsafe-srs",
            "--size",
            "262144",
            "--k",
            "8",
        ],
        &["prove", "pairing", "--seed", "1", "--unsafe-srs", "--pairs", "4096"],
        &[
            "prove",
            "ec-add",
            "--seed",
            "1",
            "--unsafe-srs",
            "--size",
            "3",
            "--k",
            "28",
        ],
        &["prove", "ecdsa", "--seed", "1", "--unsafe-srs", "--k", "25"],
    ] {
        let text = refused(arguments);
        assert!(
            text.contains("of memory, of which") && text.contains("take") || text.contains("prove less"),
            "{text}"
        );
    }
}

/// A configuration that asks for columns without end, one after the other.
#[test]
fn configurations() {
    let sum = ["prove", "ec-add", "--seed", "1", "--size", "3", "--unsafe-srs"];
    let path = file("limits.json", "");
    let path = path.to_str().expect("UTF-8");
    let saved = secant(&[&sum[..], &["--k", "11", "--save-config", path]].concat());
    assert_eq!(saved.status, 0, "{}", saved.stderr);
    let text = std::fs::read_to_string(path).expect("a configuration");
    let saved: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let lanes = ["count", "limbs", "height", "operands", "late"];
    let places = ["lanes", "checks"].map(|phase| lanes.map(|field| format!("/{phase}/{field}")));
    let others = ["/k", "/lookup_bits", "/basic"].map(str::to_owned);
    for place in places.concat().iter().chain(&others) {
        for number in [0, 1 << 13, 1 << 32, u64::MAX] {
            let mut config = saved.clone();
            *config.pointer_mut(place).expect(place) = number.into();
            std::fs::write(path, config.to_string()).expect("a file");
            let arguments = [&sum[..], &["--config", path]].concat();
            // No columns are enough where nothing stands in them.
            if number > 0 || secant(&arguments).status != 0 {
                refused(&arguments);
            }
        }
    }
    for text in [
        "",
        "[]",
        "{",
        "null",
        "\"AAAA\"",
        &format!("{{\"k\": \"{}\"}}", "A".repeat(60_000)),
        &" ".repeat(70_000),
    ] {
        std::fs::write(path, text).expect("a file");
        refused(&[&sum[..], &["--config", path]].concat());
    }
}

/// Files without an end, and files in which a reader of JSON would find more than it says.
#[test]
fn files() {
    for arguments in [
        &["compare", "/dev/zero", "/dev/zero"][..],
        &["report", "/dev/zero"],
        &["prove", "msm", "--unsafe-srs", "--input", "/dev/zero"],
        &["prove", "pairing", "--unsafe-srs", "--input", "/dev/zero"],
        &[
            "prove",
            "ec-add",
            "--seed",
            "1",
            "--size",
            "2",
            "--unsafe-srs",
            "--config",
            "/dev/zero",
        ],
        &["prove", "ec-add", "--seed", "1", "--size", "2", "--srs", "/dev/zero"],
    ] {
        assert!(refused(arguments).contains("/dev/zero"), "{arguments:?}");
    }
    let long = "A".repeat(20 << 20);
    for text in [
        format!("{{\"schema\": \"{long}\"}}"),
        format!("{{\"schema\": 1, \"secant\": \"0\", \"machine\": \"{long}\"}}"),
        format!("[{}0]", "{\"\":0},".repeat(4 << 20)),
        "[".repeat(20 << 20),
        "\u{1b}[31m\n".repeat(1000),
    ] {
        let path = file("hostile.json", text);
        let path = path.to_str().expect("UTF-8");
        for command in ["compare", "report"] {
            let arguments = [&[command, path][..], &[path][..usize::from(command == "compare")]].concat();
            let text = refused(&arguments);
            assert!(text.chars().count() < 400 && text.lines().count() == 1, "{text}");
            assert!(!text.trim_end().contains(char::is_control), "{text:?}");
        }
    }
}

/// A million points in a file, and so many columns of few rows.
#[test]
fn many_points() {
    let path = file("many_points", "1 2\n".repeat(1_000_000));
    let path = path.to_str().expect("UTF-8");
    let text = refused(&["prove", "ec-add", "--input", path, "--k", "8", "--unsafe-srs"]);
    assert!(text.contains("more than 262144 terms"), "{text}");
}
