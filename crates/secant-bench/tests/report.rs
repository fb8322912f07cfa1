//! `secant compare` and `report`, and `bench` in turns with another program.

#[path = "../../secant-cli/tests/common/mod.rs"]
mod common;

use common::{PROGRAM, file, secant, secant_with};
use serde_json::Value;
use std::path::Path;

const ROW: &str = "pallas_mul_affine, full width";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_turn_is_a_round_of_secants_columns() {
    let run = secant(&["bench", ROW, "--turn", "--format", "json"]);
    let report = json(run.success());
    let columns = report["rows"][0]["columns"].as_object().expect("columns");
    assert!(
        columns.len() >= 3 && columns.keys().all(|name| name.starts_with("secant_")),
        "{columns:?}"
    );
    for column in columns.values() {
        assert_eq!(column["rounds_ns"].as_array().map(Vec::len), Some(1));
    }
    assert!(report["conditions"]["seconds"].as_f64() > Some(0.0));
}

#[test]
fn this_program_beside_itself() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("turns");
    let folder = folder.to_str().expect("UTF-8");
    let run = secant(&[
        "bench",
        ROW,
        "--base-program",
        PROGRAM,
        "--rounds",
        "5",
        "--columns",
        "secant_native",
        "--save",
        folder,
        "--format",
        "json",
    ]);
    let comparison = json(run.success());
    assert_eq!(comparison["heads"][0]["paired"], true);
    let cell = &comparison["heads"][0]["cells"][0];
    assert_eq!(
        (&cell["row"], &cell["change"]["rounds"]),
        (&Value::from(ROW), &Value::from(5))
    );
    // What it saved gives the same comparison again.
    let [base, head] = ["base.json", "head.json"].map(|name| format!("{folder}/{name}"));
    let again = secant(&["compare", &base, &head, "--format", "json"]);
    assert_eq!(
        json(again.success())["heads"][0]["cells"],
        comparison["heads"][0]["cells"]
    );
    let page = secant(&["report", &head, "--format", "html"]);
    assert!(page.success().contains("<title>secant bench</title>") && page.success().contains("secant native"));
}

#[test]
fn pages_of_bench() {
    let arguments = [
        "bench",
        "pallas_msm",
        "--quick",
        "--columns",
        "secant_native",
        "--format",
        "html",
    ];
    let run = secant_with(&arguments, Some("portable"));
    let page = run.success();
    // Grouped by curve; a line of two sizes, and no limit without lanes.
    assert!(page.contains("<option value=\"pallas\">") && page.contains("Time of pallas_msm against"));
    assert!(page.contains("There is no line for the limit"));
}

#[test]
#[cfg(feature = "limits")]
fn limits_are_in_the_report() {
    let arguments = [
        "bench",
        "pallas_msm, 10 ",
        "--quick",
        "--columns",
        "secant_native",
        "--sizes",
        "--format",
        "json",
    ];
    let run = secant_with(&arguments, Some("lanes"));
    let report = json(run.success());
    let names: Vec<&str> = report["limits"]
        .as_array()
        .expect("limits")
        .iter()
        .filter_map(|limit| limit["name"].as_str())
        .collect();
    let expected = [10, 100, 1000, 10_000].map(|n| format!("pallas_msm, {n} arguments"));
    assert_eq!(names, expected);
}

#[test]
fn usage() {
    let path = file("newer.json", "{\"schema\": 9}");
    let path = path.to_str().expect("UTF-8");
    assert!(secant(&["compare", path, path]).failure(2).contains("schema 9"));
    assert!(
        secant(&["report", "absent.json"])
            .failure(2)
            .starts_with("secant: cannot read absent.json: ")
    );
    // These compute nothing, so that the back end does not matter.
    assert!(
        secant_with(&["compare", path, path], Some("nonsense"))
            .failure(2)
            .contains("schema 9")
    );
    for more in [
        &["--turn"][..],
        &["--limits"],
        &["--base-program", "x"],
        &["--rounds", "0"],
    ] {
        let run = secant(&[&["bench", ROW, "--base", "HEAD"], more].concat());
        assert_eq!(run.status, 2, "{more:?}");
    }
    assert!(
        secant(&["bench", ROW, "--fail-above", "1.1"])
            .failure(2)
            .contains("--base")
    );
    let absent = secant(&["bench", ROW, "--base-program", "no/such/program"]);
    assert!(absent.failure(2).contains("no/such/program"));
    assert!(
        secant(&["bench", "no such row", "--base-program", "x"])
            .failure(2)
            .contains("no such row")
    );
}
