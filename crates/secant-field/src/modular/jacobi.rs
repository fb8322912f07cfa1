//! The Jacobi symbol.

use core::mem::swap;

/// The Jacobi symbol of `a` over an odd `n`. Both are overwritten.
pub fn jacobi<'a>(mut a: &'a mut [u64], mut n: &'a mut [u64]) -> i8 {
    let mut symbol = 1;
    n = trimmed(n);
    // Every round takes at least one bit off one of the two.
    loop {
        let zeros = a.iter().take_while(|&&limb| limb == 0).count();
        a = &mut a[zeros..];
        let Some(bits) = a.first().map(|limb| limb.trailing_zeros()) else {
            break;
        };
        shift_right(a, bits);
        a = trimmed(a);
        // Whole limbs are an even number of bits.
        if bits % 2 == 1 && matches!(n[0] % 8, 3 | 5) {
            symbol = -symbol;
        }
        if is_below(a, n) {
            if a[0] % 4 == 3 && n[0] % 4 == 3 {
                symbol = -symbol;
            }
            swap(&mut a, &mut n);
        }
        subtract(a, n);
    }
    if *n == [1] { symbol } else { 0 }
}

/// `a` without leading zeros.
fn trimmed(a: &mut [u64]) -> &mut [u64] {
    let len = a.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
    &mut a[..len]
}

/// `a >>= k` for `k < 64`.
fn shift_right(a: &mut [u64], k: u32) {
    let mut above = 0;
    for limb in a.iter_mut().rev().filter(|_| k > 0) {
        (*limb, above) = (*limb >> k | above, *limb << (64 - k));
    }
}

/// Whether `a < b`, for numbers without leading zeros.
fn is_below(a: &[u64], b: &[u64]) -> bool {
    a.len()
        .cmp(&b.len())
        .then_with(|| a.iter().rev().cmp(b.iter().rev()))
        .is_lt()
}

/// `a -= b` for `a >= b`, where `b` is not longer than `a`.
fn subtract(a: &mut [u64], b: &[u64]) {
    let mut borrow = false;
    for (i, a) in a.iter_mut().enumerate() {
        (*a, borrow) = a.borrowing_sub(b.get(i).copied().unwrap_or(0), borrow);
    }
}
