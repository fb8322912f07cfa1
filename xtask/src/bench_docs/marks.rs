//! Marked parts of pages.

use anyhow::{Result, bail};

const START: &str = "<!-- bench-docs: ";
const START_END: &str = " -->";
const END: &str = "<!-- /bench-docs -->";

/// The name of the part that a line starts.
fn name_of(line: &str) -> Option<&str> {
    line.trim().strip_prefix(START)?.strip_suffix(START_END).map(str::trim)
}

/// A page with other lines in its marked parts, which stay where there are none for a name.
pub fn replace(page: &str, mut lines_of: impl FnMut(&str) -> Result<Option<String>>) -> Result<String> {
    let mut new = String::with_capacity(page.len());
    // The part that a line is in: its name, whether its lines are left out, the number of the line that started it.
    let mut part: Option<(&str, bool, usize)> = None;
    for (index, line) in page.split_inclusive('\n').enumerate() {
        let number = index + 1;
        if let Some(name) = name_of(line) {
            if let Some((open, _, start)) = part {
                bail!("line {number}: {name} starts within {open} of line {start}");
            }
            let lines = lines_of(name)?;
            part = Some((name, lines.is_some(), number));
            new += line;
            if let Some(lines) = lines {
                new += &lines;
                if !lines.ends_with('\n') {
                    new.push('\n');
                }
            }
            continue;
        }
        if line.trim() == END && part.take().is_none() {
            bail!("line {number} ends what no line started");
        }
        if part.is_none_or(|(_, is_left_out, _)| !is_left_out) {
            new += line;
        }
    }
    if let Some((name, _, start)) = part {
        bail!("{name} of line {start} has no end");
    }
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Page\n<!-- bench-docs: a -->\nold\n\nolder\n<!-- /bench-docs -->\nbetween\n\
        <!-- bench-docs: b -->\n<!-- /bench-docs -->\nlast";

    #[test]
    fn what_is_marked_is_replaced() -> Result<()> {
        let new = replace(PAGE, |name| Ok(Some(format!("new {name}"))))?;
        let expected = "# Page\n<!-- bench-docs: a -->\nnew a\n<!-- /bench-docs -->\nbetween\n\
            <!-- bench-docs: b -->\nnew b\n<!-- /bench-docs -->\nlast";
        assert_eq!(new, expected);
        // Once more changes nothing.
        assert_eq!(replace(&new, |name| Ok(Some(format!("new {name}\n"))))?, expected);
        Ok(())
    }

    #[test]
    fn what_has_no_lines_stays() -> Result<()> {
        assert_eq!(replace(PAGE, |_| Ok(None))?, PAGE);
        let one = replace(PAGE, |name| Ok((name == "b").then(|| "new".to_owned())))?;
        assert!(one.contains("old\n\nolder\n"));
        assert!(one.contains("b -->\nnew\n"));
        assert_eq!(replace("no marks\n", |_| bail!("never asked"))?, "no marks\n");
        Ok(())
    }

    #[test]
    fn marks_come_in_pairs() {
        let same = |page| replace(page, |_| Ok(Some(String::new())));
        for page in [
            "<!-- bench-docs: a -->\n",
            "<!-- /bench-docs -->\n",
            "<!-- bench-docs: a -->\n<!-- bench-docs: b -->\n<!-- /bench-docs -->\n",
        ] {
            assert!(same(page).is_err(), "{page}");
        }
        assert!(replace(PAGE, |name| bail!("no table {name}")).is_err());
    }
}
