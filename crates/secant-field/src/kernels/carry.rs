//! Sums and differences of limbs with carries between them.
//!
//! On other targets, compilers turn chains of carries into add-with-carry instructions. On wasm32 with wide arithmetic,
//! two `i64.add128` per limb replace five instructions with comparisons.

/// The carry or borrow from one limb to the next.
#[derive(Clone, Copy)]
pub struct Carry(Word);

#[cfg(not(all(target_arch = "wasm32", wide_arithmetic)))]
type Word = bool;
/// Zero, or 1 after a sum and -1 after a difference.
#[cfg(all(target_arch = "wasm32", wide_arithmetic))]
type Word = u64;

#[cfg(not(all(target_arch = "wasm32", wide_arithmetic)))]
impl Carry {
    /// No carry.
    pub const NONE: Self = Self(false);

    /// `x + y` and the carry.
    #[inline(always)]
    pub fn add(self, x: u64, y: u64) -> (u64, Self) {
        let (sum, carry) = x.carrying_add(y, self.0);
        (sum, Self(carry))
    }

    /// `x - y` and the borrow.
    #[inline(always)]
    pub fn sub(self, x: u64, y: u64) -> (u64, Self) {
        let (difference, borrow) = x.borrowing_sub(y, self.0);
        (difference, Self(borrow))
    }

    /// Whether there is a carry or borrow.
    #[inline(always)]
    pub fn is_set(self) -> bool {
        self.0
    }

    /// All bits set if there is a borrow.
    #[inline(always)]
    pub fn borrow_mask(self) -> u64 {
        (self.0 as u64).wrapping_neg()
    }
}

#[cfg(all(target_arch = "wasm32", wide_arithmetic))]
impl Carry {
    /// No carry.
    pub const NONE: Self = Self(0);

    /// `x + y` and the carry.
    #[inline(always)]
    pub fn add(self, x: u64, y: u64) -> (u64, Self) {
        let sum = x as u128 + y as u128 + self.0 as u128;
        (sum as u64, Self((sum >> 64) as u64))
    }

    /// `x - y` and the borrow.
    #[inline(always)]
    pub fn sub(self, x: u64, y: u64) -> (u64, Self) {
        let difference = (x as u128).wrapping_sub(y as u128).wrapping_add(self.0 as i64 as u128);
        (difference as u64, Self((difference >> 64) as u64))
    }

    /// Whether there is a carry or borrow.
    #[inline(always)]
    pub fn is_set(self) -> bool {
        self.0 != 0
    }

    /// All bits set if there is a borrow.
    #[inline(always)]
    pub fn borrow_mask(self) -> u64 {
        self.0
    }
}
