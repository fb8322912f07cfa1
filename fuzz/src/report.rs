//! Reports in JSON, as `secant compare` and `secant report` read them.

use secant_report::{Comparison, Layout, Named, Options, Report};

/// Characters of the longest reason why a text is no report: names of rows and columns may have a thousand.
const LONGEST_REASON: usize = 5000;

/// What is read is written, and read again, as the same; it is compared with itself and printed in all forms, without a letter
/// that controls a terminal. What is no report has a short reason.
///
/// # Panics
/// If not.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let report = match Report::from_json(&text) {
        Ok(report) => report,
        Err(e) => {
            let reason = e.to_string();
            assert!(reason.chars().count() < LONGEST_REASON, "{reason}");
            return;
        }
    };
    let written = report.to_json().unwrap_or_default();
    let again = Report::from_json(&written);
    assert!(
        again.is_ok_and(|again| again == report),
        "another report is read from {written}"
    );
    let layout = Layout::of(&report);
    let named = Named {
        name: "a".to_owned(),
        report,
    };
    let comparison = Comparison::new(&named, std::slice::from_ref(&named), Options::default());
    assert!(comparison.slower_than(1.0).is_empty(), "nothing is slower than itself");
    for text in [
        layout.table(&named.report),
        layout.markdown(&named.report),
        layout.html(&named.report),
        comparison.table(true, false),
        comparison.markdown(),
        comparison.html(&named, std::slice::from_ref(&named)),
    ] {
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
}

/// A report with samples, one of before there were any, and one with everything that may be left out.
pub fn seeds() -> Vec<Vec<u8>> {
    let machine = r#""machine": {"cpu": "c", "cores": 2, "backend": "ifma", "features": ["adx"], "os": "Linux", "memory_mib": 9}"#;
    let old = r#""columns": {"c": {"median_ns": 4, "min_ns": 3, "mad_ns": 1, "samples": 7}}"#;
    let columns = r#""columns": {"c": {"median_ns": 4, "min_ns": 3, "mad_ns": 1, "samples": 6,
        "rounds_ns": [[4.5, 3.25], [4.0], [], [5.0, 3.0, 1e3]]}, "d": {"median_ns": 9, "min_ns": 9, "mad_ns": 0, "samples": 1}}"#;
    let limits = r#""limits": [{"name": "r", "products": 10.5, "squares": 1, "product_ns": 0.5, "square_ns": 0.25,
        "measured_ns": 8}]"#;
    let conditions = r#""conditions": {"started": 1, "seconds": 2.5, "load_before": 0.5, "load_after": 1, "mhz_before": 3,
        "mhz_after": 4}, "revision": "abc", "turns": "1-2""#;
    let report = |more: &str, columns: &str| {
        let rows = format!(r#""rows": [{{"name": "r", {columns}}}, {{"name": "s, 10 arguments", {columns}}}]"#);
        format!(r#"{{"schema": 1, "secant": "0.1.0", {machine}, "threads": 1, "seed": 0, {more}{rows}}}"#).into_bytes()
    };
    vec![
        report("", old),
        report("", columns),
        report(&format!("{conditions}, {limits}, "), columns),
    ]
}
