//! Colours of pages and charts, in a light and a dark theme.

use plotters::style::RGBColor;
use std::fmt::Write;

/// A colour in both themes. Charts are drawn in the light colours, and the page's style replaces them.
#[derive(Clone, Copy)]
pub struct Colour {
    light: (u8, u8, u8),
    dark: (u8, u8, u8),
}

/// Text and axes of charts.
pub const INK: Colour = Colour {
    light: (0x1c, 0x24, 0x30),
    dark: (0xe6, 0xea, 0xf0),
};
/// Lines of grids.
pub const GRID: Colour = Colour {
    light: (0xd5, 0xdb, 0xe4),
    dark: (0x3a, 0x44, 0x52),
};
const PAPER: Colour = Colour {
    light: (0xff, 0xff, 0xff),
    dark: (0x12, 0x16, 0x1c),
};
/// Rows that are slower.
pub const WORSE: Colour = Colour {
    light: (0xa8, 0x18, 0x2c),
    dark: (0xff, 0x8d, 0x98),
};
/// Rows that are faster.
pub const BETTER: Colour = Colour {
    light: (0x0f, 0x6b, 0x3a),
    dark: (0x6f, 0xd6, 0x9c),
};

/// The colours of columns, in order.
const COLUMNS: [Colour; 12] = [
    colour((0x0b, 0x62, 0xa4), (0x6c, 0xb6, 0xff)),
    colour((0xb3, 0x45, 0x0e), (0xff, 0xa0, 0x66)),
    colour((0x1b, 0x7f, 0x4b), (0x5f, 0xd3, 0x8d)),
    colour((0xa3, 0x25, 0x7c), (0xf5, 0x8b, 0xd0)),
    colour((0x6b, 0x4f, 0xbb), (0xb7, 0xa3, 0xff)),
    colour((0x80, 0x66, 0x00), (0xe3, 0xc4, 0x4f)),
    colour((0x00, 0x77, 0x8a), (0x5c, 0xd0, 0xde)),
    colour((0xc2, 0x2b, 0x3b), (0xff, 0x8a, 0x93)),
    colour((0x5c, 0x62, 0x6a), (0xb4, 0xbb, 0xc4)),
    colour((0x3c, 0x34, 0xb9), (0x92, 0xa1, 0xff)),
    colour((0x7a, 0x4a, 0x21), (0xd6, 0xa5, 0x75)),
    colour((0x4b, 0x76, 0x0f), (0xa9, 0xd6, 0x5c)),
];

const fn colour(light: (u8, u8, u8), dark: (u8, u8, u8)) -> Colour {
    Colour { light, dark }
}

impl Colour {
    /// The colour in a chart.
    pub fn rgb(self) -> RGBColor {
        let (r, g, b) = self.light;
        RGBColor(r, g, b)
    }
}

/// The colour of a column by its index.
pub fn column(place: usize) -> Colour {
    COLUMNS[place % COLUMNS.len()]
}

/// The CSS variable that holds it.
pub fn column_variable(place: usize) -> String {
    format!("var(--c{})", place % COLUMNS.len())
}

fn hex((r, g, b): (u8, u8, u8)) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// The colours of charts and the CSS variables that replace them.
fn variables() -> Vec<(String, Colour)> {
    let mut all = vec![
        ("ink".to_owned(), INK),
        ("grid".to_owned(), GRID),
        ("worse".to_owned(), WORSE),
        ("better".to_owned(), BETTER),
    ];
    all.extend(COLUMNS.iter().enumerate().map(|(i, colour)| (format!("c{i}"), *colour)));
    all
}

/// The style of a page.
pub fn style() -> String {
    /// The dark theme, except for the colours of charts.
    const DARK: &str = "--faint: #a5b0c0; --line: #38414e; --band: #1a2029; --link: #7db8ff; --unsure: #e3c44f;";
    const LIGHT: &str = "--faint: #526070; --line: #c9d1dc; --band: #f2f5f9; --link: #0b5cad; --unsure: #6f5200;";
    let (mut light, mut dark, mut charts) = (String::new(), String::new(), String::new());
    for (name, colour) in variables() {
        let _ = write!(light, "--{name}: {}; ", hex(colour.light));
        let _ = write!(dark, "--{name}: {}; ", hex(colour.dark));
        let found = hex(colour.light);
        let _ = writeln!(
            charts,
            "svg [fill=\"{found}\"] {{ fill: var(--{name}) }} svg [stroke=\"{found}\"] {{ stroke: var(--{name}) }}"
        );
    }
    let paper = |paper| format!("--paper: {};", hex(paper));
    include_str!("page.css")
        .replace("LIGHT_THEME", &format!("{} {LIGHT} {light}", paper(PAPER.light)))
        .replace("DARK_THEME", &format!("{} {DARK} {dark}", paper(PAPER.dark)))
        .replace("LIGHT", &light)
        + &charts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as the WCAG define it.
    fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
        let [r, g, b] = [r, g, b].map(|byte| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        (a / b).max(b / a)
    }

    #[test]
    fn colours_stand_out() {
        for (name, colour) in variables() {
            let least = match name.as_str() {
                "grid" => 1.2,
                // Text needs more contrast.
                "ink" | "worse" | "better" => 4.5,
                _ => 3.0,
            };
            for (theme, found) in [
                ("light", contrast(colour.light, PAPER.light)),
                ("dark", contrast(colour.dark, PAPER.dark)),
            ] {
                assert!(found >= least, "{name} in the {theme} theme: {found:.2}");
            }
        }
    }

    #[test]
    fn every_place_holder_is_filled() {
        let style = style();
        assert!(!style.contains("LIGHT") && !style.contains("DARK"), "{style}");
        assert!(style.contains("--c11: #4B760F"));
    }
}
