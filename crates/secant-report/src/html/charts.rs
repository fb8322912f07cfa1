//! Charts as SVG, drawn by plotters in the colours of the light theme. The page's style replaces the colours in the
//! dark theme.

use super::theme::{self, Colour, GRID, INK};
use crate::statistics::{quantile, sorted};
use crate::units::time;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{ShapeStyle, TextStyle};
use std::error::Error;

type Chart<'a, X, Y> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>;
type Drawn = Result<(), Box<dyn Error>>;

const WIDTH: u32 = 900;
/// The width for names of rows.
const NAMES: u32 = 290;
/// The width for names of rows and columns.
const LONG_NAMES: u32 = 420;
/// The width for times and names of columns beside bars. The names are there because colours alone would not tell the
/// columns apart.
const TIMES: u32 = 180;
const FONT: &str = "system-ui, sans-serif";

/// The bars of a row: its name, and the indices, titles and times of its columns.
pub struct Bars<'a> {
    pub name: &'a str,
    pub columns: Vec<(usize, &'a str, f64)>,
}

/// A line: its name, its colour, its points, and whether it is dashed.
pub struct Line {
    pub name: String,
    pub colour: Colour,
    pub points: Vec<(f64, f64)>,
    pub dashed: bool,
}

/// The samples of a column: its index, its title and its times.
pub struct Samples<'a> {
    pub place: usize,
    pub title: &'a str,
    pub times: Vec<f64>,
}

/// A ratio with its interval.
pub struct Interval<'a> {
    pub name: &'a str,
    pub ratio: f64,
    pub low: f64,
    pub high: f64,
    pub colour: Colour,
}

/// Draws a chart with a description, or nothing if there is nothing to draw.
fn draw(
    height: u32,
    label: &str,
    chart: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn,
) -> String {
    let mut svg = String::new();
    let drawn = {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        chart(&root).and_then(|()| root.present().map_err(Into::into))
    };
    // Drawing into a string fails only for a chart without an extent.
    if drawn.is_err() {
        return String::new();
    }
    let label = maud::html! { (label) }.into_string();
    svg.replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{}\" ", label.replace('"', "&quot;")),
        1,
    )
}

fn text(size: u32, horizontal: HPos) -> TextStyle<'static> {
    let mut style = TextStyle::from((FONT, size).into_font()).pos(Pos::new(horizontal, VPos::Center));
    style.color = INK.rgb().to_backend_color();
    style
}

/// The powers of ten around the times.
fn decades(times: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) = times.fold((f64::MAX, 0f64), |(least, most), ns| (least.min(ns), most.max(ns)));
    let least = 10f64.powf(least.max(0.1).log10().floor());
    (least, 10f64.powf(most.log10().ceil()).max(10.0 * least))
}

fn label_of(ns: &f64) -> String {
    // The label of an axis mark is `1 µs`, not `1.00 µs`.
    let text = time(ns.round() as u64);
    let (value, unit) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let value = if value.contains('.') {
        value.trim_end_matches('0').trim_end_matches('.')
    } else {
        value
    };
    format!("{value} {unit}")
}

/// Draws the lines and marks of a horizontal axis of times or ratios, without a vertical axis.
fn horizontal<X>(
    chart: &mut Chart<'_, X, plotters::coord::types::RangedCoordf64>,
    label: &dyn Fn(&f64) -> String,
) -> Drawn
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .bold_line_style(GRID.rgb())
        .light_line_style(TRANSPARENT)
        .axis_style(INK.rgb())
        .x_label_style(text(13, HPos::Center).pos(Pos::new(HPos::Center, VPos::Top)))
        .x_label_formatter(label)
        .x_labels(8)
        .draw()?;
    Ok(())
}

/// Bars side by side, on a logarithmic scale.
pub fn bars(label: &str, rows: &[Bars<'_>]) -> String {
    /// The height of a bar, and the space between rows.
    const BAR: f64 = 13.0;
    const GAP: f64 = 12.0;
    let heights = rows.iter().map(|row| BAR * row.columns.len() as f64 + GAP);
    let all: f64 = heights.sum();
    if rows.iter().all(|row| row.columns.is_empty()) {
        return String::new();
    }
    draw(all as u32 + 50, label, |root| {
        let times = rows.iter().flat_map(|row| &row.columns).map(|(_, _, ns)| *ns);
        let (least, most) = decades(times);
        let mut chart = ChartBuilder::on(root)
            .margin_top(8)
            .margin_right(TIMES)
            .margin_left(NAMES)
            .x_label_area_size(30)
            .build_cartesian_2d((least..most).log_scale(), all..0.0)?;
        horizontal(&mut chart, &label_of)?;
        let mut y = GAP / 2.0;
        for row in rows {
            let middle = y + BAR * row.columns.len() as f64 / 2.0;
            let (left, at) = chart.backend_coord(&(least, middle));
            root.draw(&Text::new(row.name.to_owned(), (left - 8, at), text(13, HPos::Right)))?;
            for (place, title, ns) in &row.columns {
                let bar = [(least, y + 1.0), (*ns, y + BAR - 1.0)];
                chart.draw_series([Rectangle::new(bar, theme::column(*place).rgb().filled())])?;
                let (x, at) = chart.backend_coord(&(*ns, y + BAR / 2.0));
                let value = format!("{} {title}", time(ns.round() as u64).trim());
                root.draw(&Text::new(value, (x + 5, at), text(11, HPos::Left)))?;
                y += BAR;
            }
            y += GAP;
        }
        Ok(())
    })
}

/// Times against sizes, both on logarithmic scales.
pub fn sizes(label: &str, lines: &[Line]) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    if points().next().is_none() {
        return String::new();
    }
    draw(380, label, |root| {
        let (least, most) = decades(points().map(|point| point.1));
        let (fewest, largest) = points().fold((f64::MAX, 0f64), |(fewest, largest), point| {
            (fewest.min(point.0), largest.max(point.0))
        });
        let mut chart = ChartBuilder::on(root)
            .margin(10)
            .margin_right(190)
            .x_label_area_size(44)
            .y_label_area_size(76)
            .build_cartesian_2d((fewest / 1.3..largest * 1.3).log_scale(), (least..most).log_scale())?;
        chart
            .configure_mesh()
            .bold_line_style(GRID.rgb())
            .light_line_style(TRANSPARENT)
            .axis_style(INK.rgb())
            .label_style(text(13, HPos::Center))
            .x_desc("arguments")
            .y_label_formatter(&label_of)
            .x_label_formatter(&|n| format!("{n:.0}"))
            .draw()?;
        let mut labels: Vec<(i32, i32, &str)> = Vec::new();
        for line in lines {
            let style = line.colour.rgb().stroke_width(2);
            if line.dashed {
                chart.draw_series(DashedLineSeries::new(line.points.iter().copied(), 6, 4, style))?;
            } else {
                chart.draw_series(LineSeries::new(line.points.iter().copied(), style))?;
            }
            let dots = line
                .points
                .iter()
                .map(|point| Circle::new(*point, 3, line.colour.rgb().filled()));
            chart.draw_series(dots)?;
            if let Some(last) = line.points.last() {
                let (x, y) = chart.backend_coord(last);
                labels.push((x, y, &line.name));
            }
        }
        // Places names beside the ends of lines so that none covers another.
        labels.sort_by_key(|label| label.1);
        let mut drawn: Vec<(i32, i32)> = Vec::new();
        for (x, y, name) in labels {
            let near = drawn.iter().filter(|(other, _)| (other - x).abs() < 150);
            let y = near.map(|(_, above)| above + 15).max().map_or(y, |free| free.max(y));
            drawn.push((x, y));
            root.draw(&Text::new(name.to_owned(), (x + 10, y), text(13, HPos::Left)))?;
        }
        Ok(())
    })
}

/// The spread of a row's samples around the median of their column. Boxes show the middle half, whiskers reach to the
/// last sample within one and a half box lengths, and dots show the samples beyond.
pub fn distribution(label: &str, columns: &[Samples<'_>]) -> String {
    /// The height for a column.
    const BAND: f64 = 18.0;
    let relative: Vec<Vec<f64>> = columns
        .iter()
        .map(|column| {
            let times = sorted(&column.times);
            let middle = quantile(&times, 0.5).max(f64::MIN_POSITIVE);
            times.iter().map(|ns| 100.0 * (ns / middle - 1.0)).collect()
        })
        .collect();
    let ends = relative
        .iter()
        .flatten()
        .fold((-2f64, 2f64), |(least, most), x| (least.min(*x), most.max(*x)));
    // Outliers would squeeze all other samples. They are drawn at the edge.
    let (least, most) = (ends.0.max(-60.0) * 1.05, ends.1.min(120.0) * 1.05);
    draw((BAND * columns.len() as f64) as u32 + 46, label, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin_top(6)
            .margin_right(24)
            .margin_left(NAMES)
            .x_label_area_size(30)
            .build_cartesian_2d(least..most, BAND * columns.len() as f64..0.0)?;
        horizontal(&mut chart, &|x| format!("{x:+.0} %"))?;
        for (i, (column, values)) in columns.iter().zip(&relative).enumerate() {
            let colour = theme::column(column.place).rgb();
            let y = BAND * (i as f64 + 0.5);
            let (left, at) = chart.backend_coord(&(least, y));
            root.draw(&Text::new(
                column.title.to_owned(),
                (left - 8, at),
                text(13, HPos::Right),
            ))?;
            let [low, middle, high] = [0.25, 0.5, 0.75].map(|q| quantile(values, q));
            let reach = 1.5 * (high - low);
            let inside = |x: &&f64| (low - reach..=high + reach).contains(*x);
            let first = values.iter().find(inside).copied().unwrap_or(low);
            let last = values.iter().rev().find(inside).copied().unwrap_or(high);
            let line =
                |from: (f64, f64), to: (f64, f64), width| PathElement::new([from, to], colour.stroke_width(width));
            chart.draw_series([line((first, y), (last.min(most), y), 1)])?;
            chart.draw_series([Rectangle::new(
                [(low, y - 5.0), (high, y + 5.0)],
                ShapeStyle::from(&colour).filled(),
            )])?;
            let mark = PathElement::new([(middle, y - 7.0), (middle, y + 7.0)], INK.rgb().stroke_width(2));
            chart.draw_series([mark])?;
            let outside = values.iter().filter(|x| !inside(x));
            chart.draw_series(outside.map(|x| Circle::new((x.clamp(least, most), y), 3, colour.stroke_width(1))))?;
        }
        Ok(())
    })
}

/// Changes with their intervals, on a logarithmic scale.
pub fn changes(label: &str, intervals: &[Interval<'_>]) -> String {
    const BAND: f64 = 18.0;
    if intervals.is_empty() {
        return String::new();
    }
    let all = BAND * intervals.len() as f64;
    draw(all as u32 + 46, label, |root| {
        // Logarithms, so that a half and a double are equally far from one.
        let within = |ratio: f64| ratio.clamp(0.01, 100.0).ln();
        let (least, most) = intervals.iter().fold((-0.05f64, 0.05f64), |(least, most), interval| {
            (least.min(within(interval.low)), most.max(within(interval.high)))
        });
        let (least, most) = (1.05 * least, 1.05 * most);
        let mut chart = ChartBuilder::on(root)
            .margin_top(6)
            .margin_right(24)
            .margin_left(LONG_NAMES)
            .x_label_area_size(30)
            .build_cartesian_2d(least..most, all..0.0)?;
        horizontal(&mut chart, &|x| format!("{:.2}", x.exp()))?;
        chart.draw_series([PathElement::new([(0.0, 0.0), (0.0, all)], INK.rgb().stroke_width(1))])?;
        for (i, interval) in intervals.iter().enumerate() {
            let y = BAND * (i as f64 + 0.5);
            let colour = interval.colour.rgb();
            let (left, at) = chart.backend_coord(&(least, y));
            root.draw(&Text::new(
                interval.name.to_owned(),
                (left - 8, at),
                text(13, HPos::Right),
            ))?;
            let line = [(within(interval.low), y), (within(interval.high), y)];
            chart.draw_series([PathElement::new(line, colour.stroke_width(2))])?;
            chart.draw_series([Circle::new((within(interval.ratio), y), 4, colour.filled())])?;
        }
        Ok(())
    })
}
