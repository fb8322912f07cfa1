//! Names as people write them.

/// The characters of a name that count in a comparison.
fn significant(name: &str) -> impl Iterator<Item = char> {
    let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | '.' | '/' | ' '));
    letters.map(|c| c.to_ascii_lowercase())
}

/// Whether two names are equal apart from letter case, hyphens, underscores, dots, slashes and spaces.
///
/// ```
/// use secant_verify::name::is_same;
///
/// assert!(is_same("BLS12-381", "bls12381"));
/// assert!(is_same("BLS12-381", "bls12_381"));
/// assert!(!is_same("BLS12-381", "bls12-377"));
/// ```
pub fn is_same(one: &str, other: &str) -> bool {
    significant(one).eq(significant(other))
}
