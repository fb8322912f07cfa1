//! Estimates of memory.

use secant_prove::memory::{expect, of_srs, size};
use secant_report::available_memory;

#[test]
fn sizes() {
    assert_eq!(size(1000), "1000 bytes");
    assert_eq!(size(3 << 19), "1.5 MiB");
    assert_eq!(size(3 << 30), "3.0 GiB");
    assert_eq!(size(5 << 40), "5.0 TiB");
}

/// As much as nobody has, and nothing.
#[test]
fn expectations() {
    expect(0, "it", "").expect("nothing is there");
    if available_memory().is_some() {
        let error = expect(u64::MAX, "a circuit", "take fewer")
            .expect_err("nobody has that")
            .to_string();
        assert!(
            error.starts_with("a circuit takes more than ") && error.ends_with(": take fewer"),
            "{error}"
        );
    }
    assert_eq!((of_srs(10), of_srs(28), of_srs(64)), (128 << 10, 32 << 30, u64::MAX));
}
