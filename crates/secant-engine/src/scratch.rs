//! Memory to work in that a thread keeps: fresh pages of the system would cost a small MSM a fifth of its time.
//!
//! Transforms, which take far more, have one such memory for the process (`ntt/scratch.rs`).

#[cfg(feature = "std")]
mod memory {
    use alloc::boxed::Box;
    use core::{any::Any, cell::Cell};

    thread_local! {
        static SCRATCH: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
    }

    /// Runs `f` on what the last call on this thread left, if that is of this type, else on what `make` gives.
    pub fn with_scratch<T: 'static, R>(make: impl FnOnce() -> T, f: impl FnOnce(&mut T) -> R) -> R {
        // None while the thread ends.
        let scratch = SCRATCH
            .try_with(Cell::take)
            .ok()
            .flatten()
            .and_then(|scratch| scratch.downcast().ok());
        let mut scratch = scratch.unwrap_or_else(|| Box::new(make()));
        let result = f(&mut scratch);
        let _ = SCRATCH.try_with(|slot| slot.set(Some(scratch)));
        result
    }
}

#[cfg(not(feature = "std"))]
mod memory {
    /// Runs `f` on what `make` gives.
    pub fn with_scratch<T: 'static, R>(make: impl FnOnce() -> T, f: impl FnOnce(&mut T) -> R) -> R {
        f(&mut make())
    }
}

pub use memory::with_scratch;
