//! The host's side of `frame-benchmarking`, for a node without a database: what concerns reads and writes is not counted,
//! and what was written stays.
#![allow(
    missing_docs,
    dead_code,
    reason = "the macro makes items without, and functions for callers that are not here"
)]

use sp_runtime_interface::{
    pass_by::{AllocateAndReturnByCodec, AllocateAndReturnPointer, PassFatPointerAndDecode, PassFatPointerAndRead},
    runtime_interface,
};
use sp_storage::TrackedStorageKey;
use std::sync::LazyLock;
use std::time::Instant;

/// What times are measured from.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

#[runtime_interface]
pub trait Benchmarking {
    fn current_time() -> AllocateAndReturnPointer<[u8; 16], 16> {
        START.elapsed().as_nanos().to_le_bytes()
    }

    fn wipe_db() {}

    fn commit_db() {}

    fn read_write_count() -> AllocateAndReturnByCodec<(u32, u32, u32, u32)> {
        (0, 0, 0, 0)
    }

    fn reset_read_write_count() {}

    fn get_whitelist() -> AllocateAndReturnByCodec<Vec<TrackedStorageKey>> {
        Vec::new()
    }

    fn set_whitelist(_new: PassFatPointerAndDecode<Vec<TrackedStorageKey>>) {}

    fn add_to_whitelist(_add: PassFatPointerAndDecode<TrackedStorageKey>) {}

    fn remove_from_whitelist(_remove: PassFatPointerAndRead<Vec<u8>>) {}

    fn get_read_and_written_keys() -> AllocateAndReturnByCodec<Vec<(Vec<u8>, u32, u32, bool)>> {
        Vec::new()
    }

    fn proof_size() -> AllocateAndReturnByCodec<Option<u32>> {
        None
    }
}
