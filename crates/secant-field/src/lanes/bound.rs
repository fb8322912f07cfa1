//! Bounds of values in lanes, carried and checked in debug builds.

/// An upper bound of a value in units of the modulus, and whether its limbs are carried; nothing in release builds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    #[cfg(debug_assertions)]
    times: f64,
    #[cfg(debug_assertions)]
    loose: bool,
}

#[cfg(debug_assertions)]
impl Bound {
    pub(super) fn new(times: f64) -> Self {
        Self { times, loose: false }
    }

    pub(super) fn loose(self) -> Self {
        Self { loose: true, ..self }
    }

    pub(super) fn get(self) -> f64 {
        self.times
    }

    pub(super) fn is_loose(self) -> bool {
        self.loose
    }
}

#[cfg(not(debug_assertions))]
impl Bound {
    #[inline(always)]
    pub(super) fn new(_: f64) -> Self {
        Self {}
    }

    #[inline(always)]
    pub(super) fn loose(self) -> Self {
        self
    }

    #[inline(always)]
    pub(super) fn get(self) -> f64 {
        0.0
    }

    #[inline(always)]
    pub(super) fn is_loose(self) -> bool {
        false
    }
}
