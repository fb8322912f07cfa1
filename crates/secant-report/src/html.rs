//! HTML pages. Each is one file that needs no network.

mod charts;
mod comparison;
mod report;
mod theme;

pub use comparison::comparison;
pub use report::report;

use crate::report::Report;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page with this content.
fn page(title: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(theme::style())) }
            }
            body {
                header {
                    h1 { (title) }
                    button #theme type="button" { "Dark theme" }
                }
                main { (content) }
                script { (PreEscaped(include_str!("html/page.js"))) }
            }
        }
    };
    page.into_string()
}

/// The controls that filter a table, by words and by kinds of rows.
fn tools(table: &str, kind: &str, kinds: &[&str]) -> Markup {
    html! {
        div.tools data-for=(table) {
            label {
                "Rows with these words"
                input type="search" autocomplete="off" placeholder="msm g1";
            }
            label {
                (kind)
                select {
                    option value="" { "all" }
                    @for kind in kinds { option value=(kind) { (kind) } }
                }
            }
            output aria-live="polite" {}
        }
    }
}

/// A name that may be broken after its underscores.
fn breakable(name: &str) -> Markup {
    html! { @for part in name.split_inclusive('_') { (part) wbr; } }
}

/// The head of a table that can be sorted.
fn head(titles: &[(String, bool)]) -> Markup {
    html! {
        thead { tr {
            @for (title, is_text) in titles {
                th scope="col" class=[is_text.then_some("text")] { button type="button" { (title) } }
            }
        } }
    }
}

/// The facts of a report besides its rows.
fn facts(report: &Report) -> Markup {
    let machine = &report.machine;
    let threads = if report.threads == 1 {
        "1 thread".to_owned()
    } else {
        format!("{} threads", report.threads)
    };
    html! {
        dl.facts {
            dt { "Processor" }
            dd { (machine.cpu) ", " (machine.cores) " cores" @if let Some(mib) = machine.memory_mib { ", " (mib) " MiB" } }
            @if !machine.features.is_empty() {
                dt { "Features" }
                dd { (machine.features.join(", ")) }
            }
            dt { "Back end" }
            dd { (machine.backend) ", " (threads) }
            @if let Some(os) = &machine.os {
                dt { "System" }
                dd { (os) }
            }
            @if let Some(conditions) = &report.conditions {
                dt { "Conditions" }
                dd { (conditions.describe()) }
            }
            @if let Some(noise) = report.noise() {
                dt { "Noise" }
                dd { "rounds are " (format!("{:.1}", 100.0 * noise)) " % from their median in half of all rows" }
            }
            dt { "secant" }
            dd { (report.secant) @if let Some(revision) = &report.revision { ", " (revision) } ", seed " (report.seed) }
        }
    }
}

/// A chart that scrolls if it does not fit.
fn chart(svg: &str) -> Markup {
    html! { div.wide tabindex="0" { (PreEscaped(svg)) } }
}

/// The legend of the columns' colours.
fn key(columns: &[(usize, &str)]) -> Markup {
    html! {
        ul.key {
            @for (place, title) in columns {
                li { i style=(format!("background:{}", theme::column_variable(*place))) {} (title) }
            }
        }
    }
}
