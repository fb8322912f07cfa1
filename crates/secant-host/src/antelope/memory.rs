//! A guest's buffers in Antelope's calling convention.

use std::fmt::{Display, Formatter};
use std::ops::Range;
use wasmtime::Trap;

/// The reasons for a trap, other than a buffer that reaches past the memory ([`Trap::MemoryOutOfBounds`]) and fuel that
/// does not cover the call ([`Trap::OutOfFuel`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// Two buffers overlap, even if both are inputs. The older hashes are exempt.
    Overlap,
    /// The address of a hash is zero.
    NullPointer,
    /// [`mod_exp_is_allowed`](super::mod_exp_is_allowed) returned false.
    TooMuchWork,
    /// The hash differs from the one passed to `assert_*`.
    HashMismatch,
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Overlap => "buffers overlap",
            Self::NullPointer => "the address of a hash is zero",
            Self::TooMuchWork => "the lengths of a modular exponentiation are beyond the limits",
            Self::HashMismatch => "the hash is another",
        })
    }
}

impl std::error::Error for Violation {}

/// A buffer's address and length, as the guest passes them.
pub type Buffer = (u32, u32);

/// The range of a buffer in a memory of `len` bytes. The address of an empty buffer must also be in the memory, or at
/// its end.
pub fn range((start, size): Buffer, len: usize) -> Result<Range<usize>, Trap> {
    let start = start as usize;
    match start.checked_add(size as usize) {
        Some(end) if end <= len => Ok(start..end),
        _ => Err(Trap::MemoryOutOfBounds),
    }
}

/// Buffers that must not overlap. An empty buffer overlaps nothing.
pub fn disjoint<const N: usize>(memory: &mut [u8], ranges: [Range<usize>; N]) -> Result<[&mut [u8]; N], Violation> {
    let ranges = ranges.map(|range| if range.is_empty() { 0..0 } else { range });
    memory.get_disjoint_mut(ranges).map_err(|_| Violation::Overlap)
}
