//! `secant bench` in all its formats, on rows that are quick.

#[path = "../../secant-cli/tests/common/mod.rs"]
mod common;

use common::{file, secant, secant_with};
use serde_json::Value;

const COLUMNS: [&str; 7] = [
    "arkworks_wasm",
    "secant_wasm",
    "secant_wasm_wide",
    "secant_host",
    "dummy",
    "arkworks_native",
    "secant_native",
];
const ROW: &str = "pallas_mul_affine, full width";

#[test]
fn json_has_the_documented_form() {
    let run = secant_with(
        &["bench", ROW, "--quick", "--seed", "7", "--format", "json"],
        Some("portable"),
    );
    let report: Value = serde_json::from_str(run.success()).expect("JSON");
    assert_eq!(report["schema"], 1);
    assert_eq!(report["secant"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["threads"], 1);
    assert_eq!(report["seed"], 7);
    let machine = &report["machine"];
    assert!(machine["cpu"].is_string() && machine["cores"].is_u64() && machine["features"].is_array());
    assert_eq!(machine["backend"], "portable");
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["name"], ROW);
    let columns = rows[0]["columns"].as_object().expect("columns");
    assert_eq!(columns.len(), COLUMNS.len());
    for name in COLUMNS {
        let [median, min, _, samples] =
            ["median_ns", "min_ns", "mad_ns", "samples"].map(|key| columns[name][key].as_u64().expect("a number"));
        assert!(0 < min && min <= median && samples >= 3, "{name}");
    }
}

#[test]
fn chosen_columns_in_a_file() {
    let out = file("report.json", "");
    let path = out.to_str().expect("UTF-8");
    let columns = "secant_native,arkworks_native";
    let run = secant(&[
        "bench",
        "vesta_mul",
        "--quick",
        "--columns",
        columns,
        "--format",
        "json",
        "--out",
        path,
    ]);
    assert_eq!(run.success(), "");
    let text = std::fs::read_to_string(out).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert!(row["name"].as_str().expect("a name").starts_with("vesta_mul_"));
        assert_eq!(row["columns"].as_object().expect("columns").len(), 2);
    }
    // In the order of the report, whatever the order they were asked for.
    assert!(text.find("arkworks_native") < text.find("secant_native"));
}

#[test]
fn markdown_is_a_table() {
    let run = secant(&["bench", ROW, "--quick", "--format", "markdown"]);
    let lines: Vec<&str> = run.success().lines().collect();
    assert!(lines[0].starts_with("| row | arkworks wasm (µs) |"));
    assert!(lines[0].ends_with("| host / arkworks wasm | native / arkworks native |"));
    assert!(lines[2].starts_with(&format!("| {ROW} |")));
    let cells = |line: &str| line.matches('|').count();
    assert!(cells(lines[0]) == 13 && cells(lines[1]) == 13 && cells(lines[2]) == 13);
}

#[test]
fn table_leaves_out_what_was_not_measured() {
    let run = secant(&["bench", ROW, "--quick", "--columns", "secant_host,secant_native"]);
    let text = run.success();
    assert!(text.contains(ROW) && text.contains("secant"));
    assert!(!text.contains("arkworks"), "{text}");
}

#[test]
fn real_proofs_in_every_column() {
    let run = secant(&["bench", "groth16", "--quick", "--format", "json"]);
    let report: Value = serde_json::from_str(run.success()).expect("JSON");
    assert_eq!(report["rows"].as_array().map(Vec::len), Some(4));
}

#[test]
fn signatures_in_the_columns_they_have() {
    let json = |filter, columns| {
        let mut arguments = vec!["bench", filter, "--quick", "--format", "json"];
        arguments.extend(["--columns", columns]);
        serde_json::from_str::<Value>(secant(&arguments).success()).expect("JSON")
    };
    let columns = "dummy,secant_wasmi,secant_wasm,secant_host,secant_native,rustcrypto_wasm,rustcrypto_wasmi";
    for (row, expected) in [("ecdsa_secp256k1", 6), ("ecdsa_secp384r1", 4), ("rsa_1024_pkcs1", 4)] {
        let report = json(row, columns);
        let rows = report["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0]["name"], row);
        assert_eq!(
            rows[0]["columns"].as_object().map(|columns| columns.len()),
            Some(expected)
        );
    }
    // Rows without a column are left out.
    let report = json("secp256r1", "rustcrypto_wasm");
    assert_eq!(report["rows"].as_array().map(Vec::len), Some(1));
    let run = secant(&["bench", ROW, "--quick", "--columns", "rustcrypto_wasmi"]);
    assert!(run.failure(2).contains("columns"));
    let run = secant(&[
        "bench",
        "ecdsa_secp256",
        "--quick",
        "--columns",
        "secant_wasmi,secant_wasm,secant_native",
    ]);
    assert!(run.success().contains("wasmi") && !run.success().contains("arkworks"));
}

#[test]
#[cfg(not(feature = "engines"))]
fn without_engines() {
    let run = secant(&["bench", ROW, "--engines"]);
    assert!(run.failure(2).contains("--features secant-bench/engines"));
}

#[test]
#[cfg(feature = "engines")]
fn every_engine() {
    let json = |filter| {
        let run = secant(&["bench", filter, "--quick", "--engines", "--format", "json"]);
        let report: Value = serde_json::from_str(run.success()).expect("JSON");
        assert_eq!(report["rows"].as_array().map(Vec::len), Some(1));
        let columns = report["rows"][0]["columns"].as_object().expect("columns");
        columns.keys().cloned().collect::<Vec<_>>()
    };
    let of = |whose: &str, columns: &[String]| columns.iter().filter(|name| name.starts_with(whose)).count();
    // Winch has wide arithmetic on some machines alone.
    let operation = json(ROW);
    assert!(
        of("arkworks_", &operation) >= 4 && of("secant_", &operation) >= 8,
        "{operation:?}"
    );
    let signature = json("ecdsa_secp256k1");
    assert!(
        of("rustcrypto_", &signature) == 2 && of("secant_", &signature) >= 5,
        "{signature:?}"
    );
    assert_eq!(secant(&["bench", ROW, "--engines", "--columns", "dummy"]).status, 2);
}

#[test]
fn usage() {
    assert!(secant(&["bench", "no such row"]).failure(2).contains("no such row"));
    // The names of rows are in small letters.
    assert!(secant(&["bench", "MSM"]).failure(2).contains("MSM"));
    let help = secant(&["bench", "--help"]);
    assert!(help.success().contains("Only the rows whose name contains this text"));
    assert_eq!(secant(&["bench", ROW, "--threads", "0"]).status, 2);
    assert_eq!(secant(&["bench", "--limits", "--columns", "dummy"]).status, 2);
    assert!(
        secant(&["bench", ROW, "--out", "no/such/folder/report.json"])
            .failure(2)
            .contains("no/such/folder")
    );
    assert_eq!(secant(&["bench", ROW, "--columns", "nonsense"]).status, 2);
    assert_eq!(secant(&["bench", ROW, "--format", "nonsense"]).status, 2);
}

#[test]
fn a_report_survives_bad_usage() {
    let path = std::env::temp_dir().join(format!("secant-bench-{}.json", std::process::id()));
    std::fs::write(&path, "old").expect("a file");
    let out = path.to_str().expect("UTF-8");
    secant(&["bench", "no such row", "--out", out]).failure(2);
    secant_with(&["bench", "bn254_pairing", "--limits", "--out", out], Some("portable")).failure(2);
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "old");
    std::fs::remove_file(&path).expect("the file");
}

#[test]
fn threads() {
    let run = secant(&[
        "bench",
        ROW,
        "--quick",
        "--threads",
        "2",
        "--columns",
        "secant_native",
        "--format",
        "json",
    ]);
    let report: Value = serde_json::from_str(run.success()).expect("JSON");
    assert_eq!(report["threads"], 2);
}

#[test]
#[cfg(not(feature = "limits"))]
fn without_limits() {
    for option in ["--limits", "--sizes"] {
        let run = secant(&["bench", "bn254_pairing", option]);
        assert!(run.failure(2).contains("--features secant-bench/limits"));
    }
    let run = secant_with(&["bench", ROW, "--quick"], Some("lanes"));
    assert!(run.failure(2).contains("lanes"));
}

#[test]
#[cfg(feature = "limits")]
fn limits() {
    assert!(secant(&["bench", "--limits", "_mul_"]).failure(2).contains("_mul_"));
    let arguments = ["bench", "bn254_pairing", "--limits", "--quick", "--format", "json"];
    let run = secant_with(&arguments, Some("portable"));
    assert!(run.failure(2).contains("lanes"));
    let run = secant_with(&arguments, Some("lanes"));
    let report: Value = serde_json::from_str(run.success()).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    let products: Vec<_> = rows.iter().filter_map(|row| row["products"].as_f64()).collect();
    // Coarse bounds: a pairing has thousands of products, and 64 of them share one final exponentiation.
    assert!(matches!(products[..], [one, many] if one > 5e3 && many > 10.0 * one && many < 64.0 * one));
    assert!(rows.iter().all(|row| row["product_ns"].as_f64() > Some(0.0)));
}
