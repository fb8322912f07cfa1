//! Bounds of values in lanes, carried and checked in debug builds.

/// What limbs may be used for.
#[cfg(debug_assertions)]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// For everything: they are carried.
    Plain,
    /// For linear combinations: they are not carried.
    Loose,
    /// For products, which read only 52 bits of a limb: they are carried, but still hold the bits that went to the next
    /// limb.
    Factor,
}

/// An upper bound of a value in units of the modulus, and what its limbs may be used for. It is empty in release
/// builds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    #[cfg(debug_assertions)]
    times: f64,
    #[cfg(debug_assertions)]
    form: Form,
}

#[cfg(debug_assertions)]
impl Bound {
    pub(super) fn new(times: f64) -> Self {
        Self {
            times,
            form: Form::Plain,
        }
    }

    pub(super) fn loose(self) -> Self {
        Self {
            form: Form::Loose,
            ..self
        }
    }

    pub(super) fn factor(self) -> Self {
        Self {
            form: Form::Factor,
            ..self
        }
    }

    pub(super) fn get(self) -> f64 {
        self.times
    }

    /// The bound of a value that is one of two values.
    pub(super) fn either(self, other: Self) -> Self {
        let form = match (self.form, other.form) {
            (Form::Plain, form) | (form, Form::Plain) => form,
            (form, other) => {
                assert_eq!(form, other, "fit for nothing");
                form
            }
        };
        Self {
            times: self.times.max(other.times),
            form,
        }
    }

    pub(super) fn is_for_products(self) -> bool {
        self.form != Form::Loose
    }

    pub(super) fn is_for_combinations(self) -> bool {
        self.form != Form::Factor
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
    pub(super) fn factor(self) -> Self {
        self
    }

    #[inline(always)]
    pub(super) fn get(self) -> f64 {
        0.0
    }

    #[inline(always)]
    pub(super) fn either(self, _: Self) -> Self {
        self
    }

    #[inline(always)]
    pub(super) fn is_for_products(self) -> bool {
        true
    }

    #[inline(always)]
    pub(super) fn is_for_combinations(self) -> bool {
        true
    }
}
