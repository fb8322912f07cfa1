//! A page with a table and a picture of who calls whom.

use super::{Metered, halves};
use crate::units::{count, time};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use secant_meter::Node;
use std::collections::HashMap;

/// The width of the picture, and the height of a level of calls.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 20.0;

/// Narrower calls are left out.
const NARROWEST: f64 = 0.4;

const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #1c2430; \
background: #fff }
h1 { font-size: 1.4rem }
div { overflow-x: auto }
svg { width: 100%; min-width: 50rem; height: auto; font: 11px ui-monospace, monospace }
svg rect { stroke: #fff; stroke-width: .5 }
svg g:hover rect { stroke: #1c2430; stroke-width: 1 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin-top: 1.5rem; width: 100% }
th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap }
th { border-bottom: 2px solid #1c2430; position: sticky; top: 0; background: #fff }
td:nth-child(-n+2), th:nth-child(-n+2) { text-align: left }
tr:nth-child(even) td { background: #f3f5f8 }
p { color: #4a5566 }
@media (prefers-color-scheme: dark) { body, th { background: #14181f; color: #e4e8ee } svg rect { stroke: #14181f } \
tr:nth-child(even) td { background: #1d232d } p { color: #a5b0c0 } th { border-color: #e4e8ee } }";

pub fn page(report: &Metered) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "secant meter: " (report.operation) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (report.operation) }
                p {
                    (time(report.total_ns.round() as u64).trim()) ". Who calls whom: a call is as wide as its time, and stands \
                    on what it calls; the shortest are left out. Rest on one to read it."
                }
                div { (picture(report)) }
                div { table {
                    thead { tr { @for title in Metered::TITLES { th { (title) } } } }
                    tbody {
                        @for procedure in &report.procedures {
                            tr { @for cell in report.cells(procedure) { td { (cell.trim()) } } }
                        }
                    }
                } }
                @for line in report.legend().lines() { p { (line) } }
            }
        }
    };
    page.into_string()
}

/// A box and its position.
struct Place<'a> {
    node: &'a Node,
    x: f64,
    width: f64,
    level: usize,
}

fn picture(report: &Metered) -> Markup {
    let scale = WIDTH / report.total_ns.max(1.0);
    let mut places = Vec::new();
    let mut x = 0.0;
    for node in &report.tree {
        lay_out(node, x, 0, scale, &mut places);
        x += node.procedure.total_ns * scale;
    }
    let colours = colours(&places);
    let levels = places.iter().map(|place| place.level + 1).max().unwrap_or(0);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {}", HEIGHT * levels as f64)) role="img" {
            @for place in &places { (call(place, &colours[&place.node.procedure.of], report.total_ns)) }
        }
    }
}

fn lay_out<'a>(node: &'a Node, x: f64, level: usize, scale: f64, places: &mut Vec<Place<'a>>) {
    let width = node.procedure.total_ns * scale;
    if width < NARROWEST {
        return;
    }
    places.push(Place { node, x, width, level });
    let mut x = x;
    for child in &node.children {
        lay_out(child, x, level + 1, scale, places);
        x += child.procedure.total_ns * scale;
    }
}

fn call(place: &Place<'_>, colour: &str, all_ns: f64) -> Markup {
    /// The width of a letter.
    const LETTER: f64 = 6.7;
    let Place { node, x, width, level } = place;
    let y = HEIGHT * *level as f64;
    let label = format!("{} {}", node.procedure.name, node.procedure.of);
    let shown: String = label.chars().take(((width - 6.0) / LETTER).max(0.0) as usize).collect();
    html! {
        g {
            title {
                (label) ": " (count(node.procedure.calls)) " calls, " (time(node.procedure.total_ns.round() as u64).trim())
                " (" (format!("{:.1}", 100.0 * node.procedure.total_ns / all_ns.max(1.0))) " %), alone "
                (time(node.procedure.self_ns.round() as u64).trim())
                ", " (halves(node.procedure.products)) " products"
            }
            rect x=(format!("{x:.2}")) y=(y) width=(format!("{width:.2}")) height=(HEIGHT) rx="2" fill=(colour) {}
            @if shown.chars().count() > 2 {
                text x=(format!("{:.2}", x + 3.0)) y=(y + 14.0) fill="#1c2430" { (shown) }
            }
        }
    }
}

/// A colour for each type, in the order of first calls. Successive colours differ most.
fn colours(places: &[Place<'_>]) -> HashMap<String, String> {
    /// The golden angle in degrees.
    const ANGLE: f64 = 137.508;
    let mut colours = HashMap::new();
    for place in places {
        let hue = (40.0 + ANGLE * colours.len() as f64) % 360.0;
        colours
            .entry(place.node.procedure.of.clone())
            .or_insert_with(|| format!("hsl({hue:.0} 62% 74%)"));
    }
    colours
}
