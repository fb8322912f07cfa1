//! Counting of calls, with the feature `meter`.

/// `meter!(name, Type)` at the start of a procedure counts a call, which lasts until the block ends. With `, elements`
/// the call works on so many elements. With `, elements, halves` it also takes, for each element, so many halves of a
/// product of the base field: a multiplication without reduction is one half, a reduction the other. Without the
/// feature `meter` the macro expands to nothing.
///
/// It is for secant's own crates only. secant-engine and secant-gfp use this macro with their own feature `meter`,
/// which turns on that of this crate. Without the feature they use an empty macro of their own.
#[cfg(feature = "meter")]
#[doc(hidden)]
#[macro_export]
macro_rules! meter {
    ($name:expr, $of:ty) => {
        $crate::meter!($name, $of, 1, 0);
    };
    ($name:expr, $of:ty, $elements:expr) => {
        $crate::meter!($name, $of, $elements, 0);
    };
    ($name:expr, $of:ty, $elements:expr, $halves:expr) => {
        let _call = $crate::secant_meter::enter::<$of>($name, $elements as u64, $halves as u64);
    };
}

/// Expands to nothing.
#[cfg(not(feature = "meter"))]
macro_rules! meter {
    ($($of:tt)*) => {};
}

/// The name of a sum of `terms` products with one reduction.
#[cfg(feature = "meter")]
pub const fn sum_of_products(terms: usize) -> &'static str {
    match terms {
        1 => "mul",
        2 => "sum of 2 products",
        3 => "sum of 3 products",
        4 => "sum of 4 products",
        5 => "sum of 5 products",
        6 => "sum of 6 products",
        7 => "sum of 7 products",
        8 => "sum of 8 products",
        9 => "sum of 9 products",
        10 => "sum of 10 products",
        11 => "sum of 11 products",
        12 => "sum of 12 products",
        _ => "sum of many products",
    }
}
