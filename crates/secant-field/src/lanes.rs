//! Eight field elements side by side.
//!
//! A [`LaneField`] has a type [`LaneField::Lanes`] of eight elements in radix `2^52`, five limbs for moduli of up to
//! 256 bits, eight for 384 and fifteen for 768. Limb `j` of all eight elements is one [`Vector`], so that a product of
//! eight pairs is one stream of multiply-adds (AVX-512 IFMA). Algorithms over lanes are generic over the [`Token`] of a
//! back end; [`Portable`] runs on every CPU. Algorithms are compiled for it only with the feature `plain-lanes`, for
//! tests and counts.
//!
//! # Representation and bounds
//! A lane holds `a R'` with `R' = 2^(52 L)`. Its limbs are below `2^52`, except for results that only products or only
//! combinations may use. Its value is below a small multiple of the modulus `p`. A sum of products `sum a_i b_i` of
//! values below `A_i p` and `B_i p` is below `(1 + (sum A_i B_i) p / R') p`, which is below `2 p` while the sum stays
//! below the field's capacity `R' / p`: 16 at least (moduli of 256 bits), 84 for BN254, `2^35` for BLS12-381, `2^19`
//! for BW6-761. Debug builds carry the bound of every value and check this at every product.
//!
//! Fields with little headroom ("tight" fields, with a capacity below `2^16`) reduce every linear combination below
//! `2 p` at once. Other fields only carry.
//!
//! Linear transforms use another kind of element, [`LooseElement`]: it keeps the Montgomery form that elements have in
//! memory, and its factors are known beforehand.

mod bound;
mod cast;
#[cfg(feature = "plain-lanes")]
mod count;
mod element;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod ifma;
mod kernels;
mod loose;
mod operations;
mod packed;
mod params;
mod portable;
mod radix52;
mod shared;
#[cfg(test)]
mod tests;
mod vector;
mod wide;

#[cfg(feature = "plain-lanes")]
pub use count::Counts;
pub use element::{Bias, Difference, LaneData, LaneElement, LaneField, LaneProducts, LaneSums};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub use ifma::{Ifma, IfmaVector};
pub use kernels::Lanes;
pub use loose::{Factor, Loose, LooseElement};
pub use portable::{Portable, PortableVector};
pub use vector::{Token, Vector};
pub use wide::{Combination, Summand, Wide};

/// An operation that is generic over the lane back end.
pub trait WithLanes {
    /// The result of the operation.
    type Output;
    /// Runs it on the back end of `token`.
    fn run<T: Token>(self, token: T) -> Self::Output;
}

/// Whether this build has lanes. Builds without `std` have none.
pub const EXIST: bool = cfg!(feature = "std");

/// Runs `operation` on the lanes of the back end in use (see [`crate::backend`]); `None` if it has no lanes.
#[cfg(feature = "std")]
#[inline]
pub fn with_lanes<W: WithLanes>(operation: W) -> Option<W::Output> {
    match choice::get() {
        #[cfg(target_arch = "x86_64")]
        choice::Choice::Ifma(token) => Some(operation.run(token)),
        #[cfg(feature = "plain-lanes")]
        choice::Choice::Plain => Some(operation.run(Portable)),
        choice::Choice::None => None,
    }
}

/// Whether the back end in use has lanes.
pub fn are_available() -> bool {
    struct Nothing;

    impl WithLanes for Nothing {
        type Output = ();

        fn run<T: Token>(self, _: T) {}
    }

    with_lanes(Nothing).is_some()
}

/// Runs `operation` and counts what it computes on lanes.
///
/// Until it ends, all lanes of the process are those in plain Rust, on any CPU and back end. They run the same
/// algorithms, but slowly. Work of other threads on lanes in the meantime is counted too. A count waits for another to
/// end, so `operation` must not call this function.
#[cfg(feature = "plain-lanes")]
pub fn counted<R>(operation: impl FnOnce() -> R) -> (R, Counts) {
    let _plain = choice::plain();
    let before = Counts::total();
    let result = operation();
    (result, Counts::total().since(before))
}

/// Runs `operation` with or without lanes, whatever the back end. The lanes are those of the CPU if the back end has
/// them, otherwise those in plain Rust. Other threads use the same choice in the meantime; see [`counted`].
#[cfg(feature = "meter")]
pub fn with_or_without<R>(lanes: bool, operation: impl FnOnce() -> R) -> R {
    let _forced = if lanes { choice::any() } else { choice::none() };
    operation()
}

/// Returns `None`: without `std` there are no lanes.
#[cfg(not(feature = "std"))]
#[inline]
pub fn with_lanes<W: WithLanes>(_: W) -> Option<W::Output> {
    None
}

#[cfg(feature = "std")]
#[allow(unsafe_code, reason = "one token is remembered as a number")]
mod choice {
    use crate::backend::{Backend, best};
    use core::sync::atomic::{AtomicU8, Ordering};
    #[cfg(feature = "plain-lanes")]
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// The lanes in use.
    pub enum Choice {
        /// Lanes of the CPU.
        #[cfg(target_arch = "x86_64")]
        Ifma(super::Ifma),
        /// Lanes in plain Rust.
        #[cfg(feature = "plain-lanes")]
        Plain,
        /// No lanes.
        None,
    }

    const UNKNOWN: u8 = 0;
    const NONE: u8 = 1;
    #[cfg(feature = "plain-lanes")]
    const PLAIN: u8 = 2;
    #[cfg(target_arch = "x86_64")]
    const IFMA: u8 = 3;

    static CHOICE: AtomicU8 = AtomicU8::new(UNKNOWN);

    /// The choice, made once: asking costs a load and branches that are always predicted.
    #[inline]
    pub fn get() -> Choice {
        match CHOICE.load(Ordering::Relaxed) {
            UNKNOWN => decide(),
            number => known(number),
        }
    }

    /// The choice of a number that is not [`UNKNOWN`].
    #[inline]
    fn known(number: u8) -> Choice {
        match number {
            #[cfg(feature = "plain-lanes")]
            PLAIN => Choice::Plain,
            // SAFETY: `of` gives this number only after it has checked that the CPU has the instructions.
            #[cfg(target_arch = "x86_64")]
            IFMA => Choice::Ifma(unsafe { super::Ifma::assume() }),
            _ => Choice::None,
        }
    }

    /// While this value lives, another choice of lanes is in use.
    #[cfg(feature = "plain-lanes")]
    pub struct Forced {
        before: u8,
        _only: MutexGuard<'static, ()>,
    }

    #[cfg(feature = "plain-lanes")]
    fn force(number: u8) -> Forced {
        static ONLY: Mutex<()> = Mutex::new(());
        let only = ONLY.lock().unwrap_or_else(PoisonError::into_inner);
        Forced {
            before: CHOICE.swap(number, Ordering::Relaxed),
            _only: only,
        }
    }

    /// Chooses the lanes in plain Rust until the result is dropped.
    #[cfg(feature = "plain-lanes")]
    pub fn plain() -> Forced {
        force(PLAIN)
    }

    /// Chooses no lanes until the result is dropped.
    #[cfg(feature = "meter")]
    pub fn none() -> Forced {
        force(NONE)
    }

    /// Chooses lanes until the result is dropped: those of the back end, otherwise those in plain Rust.
    #[cfg(feature = "meter")]
    pub fn any() -> Forced {
        force(match of(best()) {
            NONE => PLAIN,
            number => number,
        })
    }

    #[cfg(feature = "plain-lanes")]
    impl Drop for Forced {
        fn drop(&mut self) {
            CHOICE.store(self.before, Ordering::Relaxed);
        }
    }

    /// The number of a back end's lanes.
    fn of(backend: Backend) -> u8 {
        match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Ifma if super::Ifma::new().is_some() => IFMA,
            #[cfg(feature = "plain-lanes")]
            Backend::Lanes => PLAIN,
            _ => NONE,
        }
    }

    #[cold]
    fn decide() -> Choice {
        let number = of(best());
        // A forced choice stays in force.
        match CHOICE.compare_exchange(UNKNOWN, number, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => known(number),
            Err(forced) => known(forced),
        }
    }
}
