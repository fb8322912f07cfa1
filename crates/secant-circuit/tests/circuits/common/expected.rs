//! Expected texts in files beside the tests.

use std::{env, fs, path::PathBuf};

/// Checks that the text is the one kept under this name. `UPDATE_EXPECT=1` writes it anew.
pub fn expect(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/expected")
        .join(name);
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "{} is another:\n{text}", path.display());
}
