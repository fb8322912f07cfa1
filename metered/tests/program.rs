//! `secant meter` in all its formats, and what it refuses.

#[path = "../../crates/secant-cli/tests/common/mod.rs"]
mod common;

use common::{file, secant, secant_with};
use serde_json::Value;

const GT: [&str; 3] = ["meter", "gt-multiexp", "--torus"];

fn json(arguments: &[&str], backend: Option<&str>) -> Value {
    let arguments: Vec<_> = arguments.iter().chain(&["--format", "json"]).copied().collect();
    serde_json::from_str(secant_with(&arguments, backend).success()).expect("JSON")
}

/// The calls of a procedure of a type.
fn calls(report: &Value, name: &str, of: &str) -> u64 {
    let procedures = report["procedures"].as_array().expect("procedures");
    let found = procedures.iter().find(|p| p["name"] == name && p["of"] == of);
    found.unwrap_or_else(|| panic!("{name} {of}"))["calls"]
        .as_u64()
        .expect("a number")
}

#[test]
fn the_four_variants() {
    let torus = json(&GT, None);
    assert_eq!(
        (&torus["schema"], &torus["seed"], &torus["lanes"]),
        (&1.into(), &0.into(), &false.into())
    );
    let products = |report: &Value| report["products"].as_f64().expect("a number");
    let lanes = json(&[&GT[..], &["--lanes"]].concat(), None);
    let [quadratic, cubic] =
        ["2-6-12", "2-4-12"].map(|tower| json(&["meter", "gt-multiexp", "--inputs", "128", "--tower", tower], None));
    assert!(products(&torus) < products(&quadratic) && products(&lanes) < products(&quadratic));
    assert!(calls(&cubic, "mul", "Fp4") > 0 && calls(&quadratic, "mul", "Fp6") > 0);
    assert!(calls(&lanes, "mul by torus", "Fp12 x8") > 0 && calls(&torus, "mul by torus", "Fp12") > 0);
    // What secant does.
    assert_eq!(json(&["meter", "gt-multiexp"], None)["products"], torus["products"]);
    // The tower of the torus is the one that is used without a choice.
    assert_eq!(
        json(&[&GT[..], &["--tower", "2-6-12"]].concat(), None)["products"],
        torus["products"]
    );
}

#[test]
fn counts_do_not_depend_on_the_machine() {
    let counted = |arguments: &[&str], backend| {
        let mut report = json(arguments, backend);
        let procedures = report["procedures"].as_array_mut().expect("procedures");
        for procedure in procedures.iter_mut() {
            for time in ["total_ns", "self_ns"] {
                assert!(procedure[time].take().as_f64().expect("a time") >= 0.0);
            }
        }
        report["procedures"].take()
    };
    let lanes = [&GT[..], &["--lanes"]].concat();
    for arguments in [&["meter", "pairing"], &["meter", "ecdsa"], &GT[..], &lanes] {
        assert_eq!(counted(arguments, None), counted(arguments, Some("portable")));
    }
    assert_ne!(counted(&GT, None), counted(&[&GT[..], &["--seed", "1"]].concat(), None));
}

#[test]
fn every_operation_in_every_format() {
    for operation in ["gt-multiexp", "msm", "pairing", "groth16", "ecdsa"] {
        let run = secant(&["meter", operation]);
        let text = run.success();
        assert!(
            text.contains("procedure") && text.contains(" %\n") && text.contains("counting took"),
            "{text}"
        );
    }
    let markdown = secant(&["meter", "pairing", "--inputs", "2", "--format", "markdown"]);
    assert!(
        markdown
            .success()
            .starts_with("### BLS12-381 product of pairings, 2 pairs\n\n| procedure | of |")
    );
    let out = file("meter.html", "");
    let path = out.to_str().expect("UTF-8");
    let html = secant(&["meter", "msm", "--lanes", "--format", "html", "--out", path]);
    assert_eq!(html.success(), "");
    let page = std::fs::read_to_string(&out).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && page.contains("bucket accumulation"));
}

#[test]
fn what_it_refuses() {
    for arguments in [
        &["meter"][..],
        &["meter", "hashing"],
        &["meter", "msm", "--inputs", "0"],
        &["meter", "gt-multiexp", "--window", "1"],
        &["meter", "gt-multiexp", "--tower", "2-3-12"],
    ] {
        let run = secant(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
    }
    for (arguments, reason) in [
        (&["meter", "msm", "--torus"][..], "--torus is for gt-multiexp alone"),
        (&["meter", "pairing", "--tower", "2-6-12"], "--tower is for"),
        (&["meter", "ecdsa", "--window", "4"], "--window is for"),
        (
            &["meter", "gt-multiexp", "--torus", "--tower", "2-4-12"],
            "--torus needs the tower 2-6-12",
        ),
        (
            &["meter", "gt-multiexp", "--lanes", "--tower", "2-6-12"],
            "--lanes needs the torus",
        ),
        (&["meter", "groth16", "--inputs", "2"], "takes neither --inputs"),
        (&["meter", "groth16", "--seed", "2"], "takes neither --inputs"),
        (
            &["meter", "msm", "--out", "/nowhere/report"],
            "cannot write to /nowhere/report",
        ),
    ] {
        let run = secant(arguments);
        assert!(run.failure(2).contains(reason), "{arguments:?}");
    }
}

/// More pairs than there is memory for on small machines.
#[test]
fn too_many_pairs() {
    let run = secant(&["meter", "pairing", "--inputs", "16385"]);
    assert!(run.failure(2).contains("16384 pairs"));
}
