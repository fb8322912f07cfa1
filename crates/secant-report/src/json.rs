//! JSON that people can read too: one entry a line, with all samples of a column on one line.

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

/// A report in JSON, ending with a newline.
pub fn to_json(report: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = Vec::new();
    report.serialize(&mut Serializer::with_formatter(&mut text, Lines::default()))?;
    text.push(b'\n');
    String::from_utf8(text).map_err(serde::ser::Error::custom)
}

/// Indents everything except the values of the key [`Lines::IN_ONE`].
#[derive(Default)]
struct Lines {
    pretty: PrettyFormatter<'static>,
    /// Whether a key is being written, and whether it is that key.
    in_key: bool,
    found: bool,
    /// The number of open arrays below that key.
    depth: usize,
}

impl Lines {
    const IN_ONE: &str = "rounds_ns";

    fn separate<W: ?Sized + Write>(writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.found || self.depth > 0 {
            self.found = false;
            self.depth += 1;
            return writer.write_all(b"[");
        }
        self.pretty.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.depth > 0 {
            self.depth -= 1;
            return writer.write_all(b"]");
        }
        self.pretty.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if self.depth > 0 {
            return Self::separate(writer, first);
        }
        self.pretty.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.depth > 0 {
            return Ok(());
        }
        self.pretty.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        (self.in_key, self.found) = (true, false);
        self.pretty.begin_object_key(writer, first)
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if self.in_key {
            self.found = fragment == Self::IN_ONE;
        }
        writer.write_all(fragment.as_bytes())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.in_key = false;
        self.pretty.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn samples_stand_in_a_line() {
        let value = json!({
            "rounds_ns": [[1.5, 2.0], [], [3.0]],
            "rows": [{"rounds_ns": [], "name": "rounds_ns", "list": ["rounds_ns", [1, 2]]}],
            "z": {"empty": {}, "none": null},
        });
        let text = to_json(&value).expect("JSON");
        assert!(
            text.contains("\"rounds_ns\": [[1.5, 2.0], [], [3.0]],\n") && text.ends_with("}\n"),
            "{text}"
        );
        assert!(
            text.contains("\"list\": [\n") && text.contains("\"rounds_ns\": []"),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }
}
