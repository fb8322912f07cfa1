//! The page of a report.

use super::charts::{self, Bars, Line, Samples};
use super::{breakable, chart, facts, head, key, page, theme, tools};
use crate::layout::Layout;
use crate::report::{Report, Row};
use crate::units::{speedup, time};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A table of all rows, their charts, and the spread of their samples.
pub fn report(layout: &Layout, report: &Report) -> String {
    let groups = groups(layout, report);
    let names: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
    let content = html! {
        @if let Some(sentence) = report.too_noisy() { p.note { (sentence) "." } }
        (facts(report))
        h2 #rows { "Rows" }
        (tools("all", "Curve", &names))
        div.wide tabindex="0" { (table(layout, report)) }
        @for line in &layout.legend { p { (line) } }
        h2 #curves { "By curve" }
        (key(&places(layout)))
        @for (group, rows) in &groups {
            details open[rows.len() <= 30] {
                summary { (group) ", " (rows.len()) @if rows.len() == 1 { " row" } @else { " rows" } }
                (chart(&bars(layout, group, rows)))
            }
        }
        (sizes(layout, report))
        h2 #samples { "Samples" }
        p {
            "How the samples of every row lie about the median of their column: the box has the middle half, the lines end at the \
            last within one and a half of its length, dots are beyond. All samples count, these too."
        }
        @for (group, rows) in &groups {
            details {
                summary { (group) }
                @for row in rows {
                    @let svg = distribution(layout, row);
                    @if !svg.is_empty() { h3 { (row.name) } (chart(&svg)) }
                }
            }
        }
    };
    let title = if layout.title.is_empty() {
        "Benchmark report"
    } else {
        &layout.title
    };
    page(title, &content)
}

/// The columns with their indices, which determine their colours.
fn places(layout: &Layout) -> Vec<(usize, &str)> {
    layout
        .columns
        .iter()
        .map(|column| column.title.as_str())
        .enumerate()
        .collect()
}

/// Groups the rows, in the order of the report, by the longest group name that their names contain. Other rows are
/// grouped by their first word, or together if there are too many first words.
fn groups<'a>(layout: &'a Layout, report: &'a Report) -> Vec<(&'a str, Vec<&'a Row>)> {
    let mut groups: Vec<(&str, Vec<&Row>)> = Vec::new();
    for row in &report.rows {
        let name = group(layout, report, row);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    groups
}

fn group<'a>(layout: &'a Layout, report: &'a Report, row: &'a Row) -> &'a str {
    /// The number of rows that must share a word for it to name a group.
    const FEW: usize = 3;
    let named = layout.groups.iter().filter(|name| row.name.contains(name.as_str()));
    let word = |row: &'a Row| row.name.split([' ', ',', '_']).next().unwrap_or_default();
    let first = || {
        let mut words: Vec<&str> = report.rows.iter().map(word).collect();
        words.sort_unstable();
        words.dedup();
        if FEW * words.len() <= report.rows.len() {
            word(row)
        } else {
            "all rows"
        }
    };
    named.max_by_key(|name| name.len()).map_or_else(first, String::as_str)
}

fn table(layout: &Layout, report: &Report) -> Markup {
    let mut titles = vec![("row".to_owned(), true)];
    titles.extend(layout.columns.iter().map(|column| (column.title.clone(), false)));
    titles.extend(layout.ratios.iter().map(|ratio| (ratio.title.clone(), false)));
    html! {
        table #all.sorts {
            caption { "Medians of the time of one run. Headings sort." }
            (head(&titles))
            tbody {
                @for row in &report.rows {
                    tr data-kind=(group(layout, report, row)) {
                        th scope="row" { (breakable(&row.name)) }
                        @for column in &layout.columns { (cell(row, &column.name)) }
                        @for ratio in &layout.ratios {
                            @match layout.ratio(ratio, row) {
                                Some((of, by)) => {
                                    td data-value=(format!("{:.6}", of as f64 / by.max(1) as f64)) { (speedup(of, by)) }
                                }
                                None => td data-value="" {},
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(row: &Row, column: &str) -> Markup {
    let Some(measured) = row.columns.get(column) else {
        return html! { td data-value="" {} };
    };
    let more = format!(
        "least {}, deviation {}, {} samples",
        time(measured.min_ns).trim(),
        time(measured.mad_ns).trim(),
        measured.samples
    );
    html! { td data-value=(measured.median_ns) title=(more) { (time(measured.median_ns).trim()) } }
}

fn bars(layout: &Layout, group: &str, rows: &[&Row]) -> String {
    let columns = |row: &Row| {
        let all = layout.columns.iter().enumerate();
        let times =
            all.filter_map(|(place, column)| Some((place, column.title.as_str(), row.median(&column.name)? as f64)));
        times.collect()
    };
    let rows: Vec<Bars<'_>> = rows
        .iter()
        .map(|each| Bars {
            name: &each.name,
            columns: columns(each),
        })
        .collect();
    charts::bars(&format!("Bars of the times of {group}, on a logarithmic scale"), &rows)
}

/// Charts of the operations that were measured with several sizes.
fn sizes(layout: &Layout, report: &Report) -> Markup {
    let drawn: Vec<(&str, Vec<Line>)> = operations(report)
        .into_iter()
        .map(|operation| (operation, lines(layout, report, operation)))
        .filter(|(_, lines)| lines.iter().any(|line| line.points.len() > 1))
        .collect();
    // Only a few charts are open at first.
    let open = |i: usize| i < 2 || drawn.len() <= 6;
    html! {
        @if !drawn.is_empty() {
            h2 #sizes { "Time against size" }
            p {
                "Both scales are logarithmic. "
                @if report.limits.is_empty() {
                    "There is no line for the limit: the time of field products alone is counted on lanes, and this report has none."
                } @else {
                    "The dashed line is the limit: the time of the field products alone, in the best loop of this machine."
                }
            }
            @for (i, (operation, lines)) in drawn.iter().enumerate() {
                details open[open(i)] {
                    summary { (operation) }
                    (chart(&charts::sizes(&format!("Time of {operation} against the number of arguments"), lines)))
                }
            }
        }
    }
}

/// The operation of a row and its number of arguments, if the name has the form `name, N arguments` or `name of N`.
fn sized(name: &str) -> Option<(&str, u64)> {
    let (operation, size) = match name.strip_suffix(" arguments") {
        Some(rest) => rest.rsplit_once(", ")?,
        None => name.rsplit_once(" of ")?,
    };
    Some((operation, size.parse().ok().filter(|size| *size > 0)?))
}

/// The multi-scalar multiplications, whose time depends on their size.
fn operations(report: &Report) -> Vec<&str> {
    let mut operations = Vec::new();
    let names = report.rows.iter().map(|row| row.name.as_str());
    for name in names.chain(report.limits.iter().map(|limit| limit.name.as_str())) {
        if let Some((operation, _)) = sized(name)
            && operation.contains("msm")
            && !operations.contains(&operation)
        {
            operations.push(operation);
        }
    }
    operations
}

fn lines(layout: &Layout, report: &Report, operation: &str) -> Vec<Line> {
    let size_of = |name: &str| sized(name).filter(|(of, _)| *of == operation).map(|(_, size)| size);
    let mut lines = Vec::new();
    for (place, column) in layout.columns.iter().enumerate() {
        let times = report
            .rows
            .iter()
            .filter_map(|row| Some((size_of(&row.name)?, row.median(&column.name)? as f64)));
        let mut points: BTreeMap<u64, f64> = times.collect();
        if layout.limited.as_deref() == Some(&column.name) {
            for limit in &report.limits {
                if let Some(size) = size_of(&limit.name) {
                    points.entry(size).or_insert(limit.measured_ns as f64);
                }
            }
        }
        lines.push(line(&column.title, theme::column(place), points, false));
    }
    let limits = report
        .limits
        .iter()
        .filter_map(|limit| Some((size_of(&limit.name)?, limit.limit_ns())));
    lines.push(line("field products alone", theme::INK, limits.collect(), true));
    lines.retain(|line| !line.points.is_empty());
    lines
}

fn line(name: &str, colour: theme::Colour, points: BTreeMap<u64, f64>, dashed: bool) -> Line {
    Line {
        name: name.to_owned(),
        colour,
        points: points.into_iter().map(|(size, ns)| (size as f64, ns)).collect(),
        dashed,
    }
}

fn distribution(layout: &Layout, row: &Row) -> String {
    let columns = layout.columns.iter().enumerate().filter_map(|(place, column)| {
        let times = row.columns.get(&column.name)?.rounds_ns.concat();
        (times.len() > 1).then_some(Samples {
            place,
            title: &column.title,
            times,
        })
    });
    let columns: Vec<Samples<'_>> = columns.collect();
    if columns.is_empty() {
        return String::new();
    }
    charts::distribution(&format!("Samples of {} about their medians", row.name), &columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_names() {
        assert_eq!(sized("bn254_msm_g1, 1000 arguments"), Some(("bn254_msm_g1", 1000)));
        assert_eq!(sized("bls12_381 G1 msm of 65536"), Some(("bls12_381 G1 msm", 65536)));
        for name in [
            "bn254_pairing",
            "secp256k1, batch of 1000, each",
            "msm of none",
            "msm, 0 arguments",
        ] {
            assert_eq!(sized(name), None, "{name}");
        }
    }
}
