//! Numbers and files that ask for more memory or time than there is: each is refused with a sentence, quickly, also where the
//! address space ends at 3 GiB. None panics, and none is killed.
#![cfg(target_os = "linux")]

mod common;

use common::{file, refused};

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
}

/// Files without an end, and files in which a reader of JSON would find more than it says.
#[test]
fn files() {
    for arguments in [&["compare", "/dev/zero", "/dev/zero"][..], &["report", "/dev/zero"]] {
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
