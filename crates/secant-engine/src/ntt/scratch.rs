//! Tables and working memory that transforms keep for later ones. Without `std` they keep nothing.

#[cfg(feature = "std")]
mod memory {
    use crate::ntt::Ntt;
    use alloc::{boxed::Box, collections::BTreeMap, sync::Arc, vec::Vec};
    use core::any::{Any, TypeId};
    use secant_field::lanes::LaneField;
    use std::sync::{Mutex, PoisonError, RwLock};

    type Plans = BTreeMap<(TypeId, u32), Arc<dyn Any + Send + Sync>>;

    static PLANS: RwLock<Plans> = RwLock::new(BTreeMap::new());

    static SCRATCH: Mutex<Option<Box<dyn Any + Send>>> = Mutex::new(None);

    /// More memory than this is not kept, in bytes.
    ///
    /// The working memory of a transform of 2^20 elements is 40 MiB for moduli of 256 bits. It costs as much time as
    /// the transform itself when it comes from the system as new pages: 42 ms with that and 25 ms without, over BN254
    /// on Zen 5.
    const KEPT: usize = 1 << 26;

    /// The memory that the last transform worked in, or none.
    pub fn take_scratch<E: Send + 'static>() -> Vec<Vec<E>> {
        let kept = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner).take();
        kept.and_then(|kept| kept.downcast().ok())
            .map_or_else(Vec::new, |kept| *kept)
    }

    /// Keeps memory for the next transform.
    pub fn keep_scratch<E: Send + 'static>(scratch: Vec<Vec<E>>) {
        let elements: usize = scratch.iter().map(Vec::capacity).sum();
        if elements * size_of::<E>() <= KEPT {
            *SCRATCH.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(scratch));
        }
    }

    /// [`Ntt::shared`].
    pub fn tables<F: LaneField>(log_size: u32) -> Option<Arc<Ntt<F>>> {
        Ntt::shared(log_size)
    }

    impl<F: LaneField> Ntt<F> {
        /// [`Ntt::new`], made once per process for each field and size and then kept: all sizes up to `2^20` take
        /// less than a megabyte.
        pub fn shared(log_size: u32) -> Option<Arc<Self>> {
            let key = (TypeId::of::<F>(), log_size);
            let known = PLANS.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
            if let Some(plan) = known {
                return plan.downcast().ok();
            }
            let plan = Arc::new(Self::new(log_size)?);
            PLANS
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(key, plan.clone());
            Some(plan)
        }
    }
}

#[cfg(not(feature = "std"))]
mod memory {
    use crate::ntt::Ntt;
    use alloc::{sync::Arc, vec::Vec};
    use secant_field::lanes::LaneField;

    /// No tables.
    pub const fn tables<F: LaneField>(_: u32) -> Option<Arc<Ntt<F>>> {
        None
    }

    /// No memory.
    pub fn take_scratch<E>() -> Vec<Vec<E>> {
        Vec::new()
    }

    /// Frees memory.
    pub fn keep_scratch<E>(_: Vec<Vec<E>>) {}
}

pub use memory::{keep_scratch, tables, take_scratch};
