//! Working memory that a thread keeps. Fresh pages from the system would cost a small MSM a fifth of its time.
//!
//! Transforms take far more memory, and share one such memory in the process (`ntt/scratch.rs`).

#[cfg(feature = "std")]
mod memory {
    use alloc::boxed::Box;
    use core::{any::Any, cell::Cell};

    thread_local! {
        static SCRATCH: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
    }

    /// Runs `f` on the value that the last call on this thread left, if it is of this type, or else on the result of
    /// `make`.
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
    /// Runs `f` on the result of `make`.
    pub fn with_scratch<T: 'static, R>(make: impl FnOnce() -> T, f: impl FnOnce(&mut T) -> R) -> R {
        f(&mut make())
    }
}

pub use memory::with_scratch;
