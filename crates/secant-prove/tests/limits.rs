//! Numbers and files that ask for more memory or time than there is: each is refused with a sentence, quickly, also where the
//! address space ends at 3 GiB. None panics, and none is killed.
#![cfg(target_os = "linux")]

#[path = "../../secant-cli/tests/common/mod.rs"]
mod common;

use common::{file, refused, secant};

fn words(arguments: &str) -> Vec<&str> {
    arguments.split(' ').collect()
}

/// Numbers within their ranges, for which there is no memory.
#[test]
fn memory() {
    for arguments in [
        "prove msm --seed 1 --unsafe-srs --size 262144",
        "prove msm --seed 1 --unsafe-srs --size 100000 --k 8",
        "prove ec-add --seed 1 --unsafe-srs --size 262144 --k 8",
        "prove pairing --seed 1 --unsafe-srs --pairs 4096",
        "prove ec-add --seed 1 --unsafe-srs --size 3 --k 28",
        "prove ecdsa --seed 1 --unsafe-srs --k 25",
    ] {
        let text = refused(&words(arguments));
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

/// Files without an end.
#[test]
fn files() {
    for arguments in [
        "prove msm --unsafe-srs --input /dev/zero",
        "prove pairing --unsafe-srs --input /dev/zero",
        "prove ec-add --seed 1 --size 2 --unsafe-srs --config /dev/zero",
        "prove ec-add --seed 1 --size 2 --srs /dev/zero",
    ] {
        assert!(refused(&words(arguments)).contains("/dev/zero"), "{arguments:?}");
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
