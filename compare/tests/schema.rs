//! The JSON form of reports is what `docs/report.schema.json` says, which says all of it.

use jsonschema::Validator;
use secant_report::{Limit, Machine, Measured, Report, Row, Watch};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/report.schema.json");
    serde_json::from_str(&fs::read_to_string(path).expect("the schema")).expect("JSON")
}

/// The schema without room for what it does not name.
fn strict(mut schema: Value) -> Value {
    fn close(value: &mut Value) {
        if let Some(object) = value.as_object_mut() {
            if object.contains_key("properties") && !object.contains_key("additionalProperties") {
                object.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            object.values_mut().for_each(close);
        }
    }
    close(&mut schema);
    schema
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).expect("a schema")
}

/// A report with everything that a report can have.
fn full() -> Report {
    let mut report = Report::new(Machine::this("portable"), 7);
    report.revision = Some("abc".to_owned());
    report.turns = Some("1".to_owned());
    report.conditions = Some(Watch::start().stop());
    report.rows.push(Row {
        name: "a row".to_owned(),
        columns: [("a_column".to_owned(), Measured::of(vec![vec![10.5, 11.0], vec![]]))].into(),
    });
    report.limits.push(Limit {
        name: "a row".to_owned(),
        products: 1.5,
        squares: 1.0,
        product_ns: 4.0,
        square_ns: 3.5,
        measured_ns: 12,
    });
    report
}

fn value(report: &Report) -> Value {
    serde_json::from_str(&report.to_json().expect("JSON")).expect("JSON")
}

#[test]
fn reports_are_of_the_schema() {
    let (schema, full) = (schema(), value(&full()));
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
    let strict = validator(&strict(schema));
    let errors: Vec<String> = strict
        .iter_errors(&full)
        .map(|e| format!("{}: {e}", e.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let empty = value(&Report::new(Machine::this("portable"), 0));
    assert!(strict.is_valid(&empty));
}

/// What the schema refuses is refused by the reader, and the other way round.
#[test]
fn what_is_no_report() {
    let validator = validator(&schema());
    let full = value(&full());
    let changes = [
        ("/schema", json!(2)),
        ("/secant", json!(1)),
        ("/machine", json!(null)),
        ("/machine/features", json!("adx")),
        ("/machine/cores", json!(0)),
        ("/machine/memory_mib", json!(0)),
        ("/machine/cpu", json!("\u{1b}[2J")),
        ("/machine/os", json!("x".repeat(1001))),
        ("/machine/features", json!(["\u{9b}"])),
        ("/machine/features", json!(vec!["x"; 1001])),
        ("/revision", json!("a\nb")),
        ("/conditions/seconds", json!(-0.5)),
        ("/conditions/seconds", json!(1e19)),
        ("/conditions/started", json!(-1)),
        ("/conditions/load_before", json!(-1)),
        ("/conditions/mhz_after", json!(-1)),
        ("/threads", json!(-1)),
        ("/threads", json!(0)),
        ("/rows", json!({})),
        ("/rows/0/name", json!(1)),
        ("/rows/0/name", json!("\u{202e}")),
        (
            "/rows/0/columns/a_column/median_ns",
            json!(2_000_000_000_000_000_000_u64),
        ),
        ("/rows/0/columns/a_column/min_ns", json!(2_000_000_000_000_000_000_u64)),
        ("/rows/0/columns/a_column/rounds_ns/0/0", json!(1e19)),
        ("/limits/0/name", json!("\u{7}")),
        ("/limits/0/products", json!(-1.0)),
        ("/limits/0/squares", json!(1e19)),
        ("/limits/0/product_ns", json!(1e308)),
        ("/limits/0/square_ns", json!(-1e308)),
        ("/limits/0/measured_ns", json!(2_000_000_000_000_000_000_u64)),
        ("/rows/0/columns/a_column/median_ns", json!(0)),
        ("/rows/0/columns/a_column/rounds_ns/0/0", json!(-1.0)),
        ("/rows/0/columns/a_column/rounds_ns", json!(vec![[1.0]; 10_001])),
    ];
    for (path, changed) in changes {
        let mut report = full.clone();
        *report.pointer_mut(path).expect(path) = changed;
        assert!(!validator.is_valid(&report), "{path}");
        assert!(Report::from_json(&report.to_string()).is_err(), "{path}");
    }
    for field in ["schema", "secant", "machine", "threads", "seed", "rows"] {
        let mut report = full.clone();
        report.as_object_mut().expect("an object").remove(field);
        assert!(!validator.is_valid(&report), "{field}");
        assert!(Report::from_json(&report.to_string()).is_err(), "{field}");
    }
    // What a later version may add is skipped.
    let mut later = full;
    later["more"] = json!({"a": 1});
    assert!(validator.is_valid(&later));
    assert!(Report::from_json(&later.to_string()).is_ok());
}
