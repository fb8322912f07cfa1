//! A picture of the phases of one run over time.

use crate::units::time;
use maud::{Markup, html};
use std::time::Duration;

/// A phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The name of the phase.
    pub name: String,
    /// The number of phases that contain it.
    pub depth: usize,
    /// When it began.
    pub start: Duration,
    /// When it ended.
    pub end: Duration,
}

/// The phases of a run. Each comes after the phases that contain it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// The title of the picture.
    pub title: String,
    /// The phases, in the order in which they began.
    pub phases: Vec<Phase>,
}

/// Width and height of the picture's parts, in pixels.
mod size {
    pub const NAMES: f64 = 260.0;
    pub const BARS: f64 = 720.0;
    pub const ROW: f64 = 22.0;
    pub const MARGIN: f64 = 12.0;
    pub const TITLE: f64 = 34.0;
}

/// The fill colours of bars by depth.
const FILLS: [&str; 3] = ["#2b6cb0", "#63a4dd", "#b7d7f2"];

fn seconds(d: Duration) -> f64 {
    d.as_secs_f64()
}

impl Timeline {
    /// When the last phase ended.
    fn end(&self) -> Duration {
        self.phases.iter().map(|phase| phase.end).max().unwrap_or_default()
    }

    fn share(&self, phase: &Phase) -> f64 {
        100.0 * seconds(phase.end - phase.start) / seconds(self.end()).max(f64::MIN_POSITIVE)
    }

    /// The picture as SVG: a row for each phase, with a bar from its beginning to its end.
    pub fn svg(&self) -> String {
        let height = size::TITLE + size::ROW * self.phases.len() as f64 + 2.0 * size::MARGIN;
        let width = size::NAMES + size::BARS + 2.0 * size::MARGIN;
        let picture = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox=(format!("0 0 {width} {height}"))
                font-family="system-ui, sans-serif" font-size="13" fill="#1a202c" {
                rect width="100%" height="100%" fill="#ffffff" {}
                text x=(size::MARGIN) y=(size::MARGIN + 14.0) font-size="15" font-weight="600" {
                    (self.title) ", " (time(self.end().as_nanos() as u64).trim())
                }
                @for (row, phase) in self.phases.iter().enumerate() {
                    (self.row(row, phase))
                }
            }
        };
        picture.into_string()
    }

    fn row(&self, row: usize, phase: &Phase) -> Markup {
        let scale = size::BARS / seconds(self.end()).max(f64::MIN_POSITIVE);
        let y = size::MARGIN + size::TITLE + size::ROW * row as f64;
        let left = size::MARGIN + size::NAMES;
        let (x, width) = (
            left + scale * seconds(phase.start),
            scale * seconds(phase.end - phase.start),
        );
        let took = format!(
            "{}, {:.1} %",
            time((phase.end - phase.start).as_nanos() as u64).trim(),
            self.share(phase)
        );
        // Beside the bar, if there is room.
        let (at, anchor) = if x + width + 110.0 < left + size::BARS {
            (x + width + 6.0, "start")
        } else {
            (x - 6.0, "end")
        };
        let inside = x < left + 110.0 && anchor == "end";
        html! {
            line x1=(size::MARGIN) x2=(left + size::BARS) y1=(y + size::ROW) y2=(y + size::ROW) stroke="#edf2f7" {}
            text x=(size::MARGIN + 14.0 * phase.depth as f64) y=(y + 15.0) { (phase.name) }
            rect x=(x) y=(y + 4.0) width=(width.max(1.0)) height=(size::ROW - 8.0) rx="2"
                fill=(FILLS[phase.depth.min(FILLS.len() - 1)]) {}
            @if inside {
                text x=(x + width - 6.0) y=(y + 15.0) text-anchor="end" fill="#ffffff" { (took) }
            } @else {
                text x=(at) y=(y + 15.0) text-anchor=(anchor) fill="#4a5568" { (took) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures() {
        let ms = Duration::from_millis;
        let phase = |name: &str, depth, start, end| Phase {
            name: name.to_owned(),
            depth,
            start: ms(start),
            end: ms(end),
        };
        let timeline = Timeline {
            title: "a <proof>".to_owned(),
            phases: vec![phase("all", 0, 0, 300), phase("part", 1, 100, 200)],
        };
        let svg = timeline.svg();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        assert!(
            svg.contains("a &lt;proof&gt;") && svg.matches("<rect").count() == 3,
            "{svg}"
        );
        assert!(svg.contains("300 ms, 100.0 %") && svg.contains("100 ms, 33.3 %"));
        assert!(Timeline::default().svg().ends_with("</svg>"));
    }
}
