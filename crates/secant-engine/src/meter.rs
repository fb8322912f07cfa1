//! Counting of calls, with the feature `meter` of this crate: the macro is that of `secant-field`, by the feature of this
//! crate, and without halves of products, which only prime fields have.

#[cfg(feature = "meter")]
macro_rules! meter {
    ($name:expr, $of:ty) => {
        let _call = secant_meter::enter::<$of>($name, 1, 0);
    };
    ($name:expr, $of:ty, $elements:expr) => {
        let _call = secant_meter::enter::<$of>($name, $elements as u64, 0);
    };
}

/// Nothing.
#[cfg(not(feature = "meter"))]
macro_rules! meter {
    ($($of:tt)*) => {};
}
