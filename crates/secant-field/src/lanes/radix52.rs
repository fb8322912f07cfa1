//! The constants of a prime field in radix `2^52`.

use crate::constants as c;

/// The constants that the lane kernels read, in `L` limbs of 52 bits, with `R' = 2^(52 L)`.
#[derive(Debug)]
pub struct Radix52<const L: usize> {
    /// The modulus.
    pub modulus: [u64; L],
    /// `2^(52 L) - modulus`: adding it and dropping the carry subtracts the modulus.
    pub complement: [u64; L],
    /// `-modulus^-1 mod 2^52`.
    pub inv: u64,
    /// `R'^2 / R`: a Montgomery product by this takes `a R` to `a R'`.
    pub enter: [u64; L],
    /// `R`: a Montgomery product by this takes `a R'` to `a R`.
    pub leave: [u64; L],
    /// `R'`: one.
    pub one: [u64; L],
    /// `2^(52 L) / modulus`, rounded down: sums of products may reach this many times the modulus squared.
    pub capacity: u64,
    /// `2^(52 L + quotient_shift) / modulus`, rounded down.
    pub quotient: u64,
    /// See [`Self::quotient`].
    pub quotient_shift: u32,
    /// The limbs of the modulus times `2^(k + 2) - 2`, not carried, and of twice that.
    pub multiples: [[[u64; L]; 2]; MULTIPLES],
}

/// How many multiples of the modulus are precomputed; the greatest is 1022 times the modulus.
pub const MULTIPLES: usize = 9;

/// Bits of a limb.
pub const BITS: u32 = 52;
/// The mask of the bits of a limb.
pub const MASK: u64 = (1 << BITS) - 1;

/// Converts limbs of 64 bits to limbs of 52.
pub const fn from_limbs64<const N: usize, const L: usize>(a: &[u64; N]) -> [u64; L] {
    let mut r = [0; L];
    let mut j = 0;
    while j < L {
        let (i, shift) = (j * 52 / 64, j * 52 % 64);
        if i < N {
            r[j] = a[i] >> shift;
            if shift > 12 && i + 1 < N {
                r[j] |= a[i + 1] << (64 - shift);
            }
            r[j] &= MASK;
        }
        j += 1;
    }
    r
}

/// `2^k / m`, rounded down, which must fit 64 bits.
const fn pow2_div<const N: usize>(k: u32, m: &[u64; N]) -> u64 {
    // Starts from the largest power of two below the modulus.
    let mut i = c::num_bits(m) - 1;
    let mut rest = c::pow2_mod(i as usize, m);
    let mut quotient = 0u64;
    while i < k {
        assert!(quotient >> 63 == 0, "the quotient does not fit");
        quotient <<= 1;
        if c::geq(&rest, &c::sub(m, &rest)) {
            quotient |= 1;
        }
        rest = c::add_mod(&rest, &rest, m);
        i += 1;
    }
    quotient
}

/// See [`Radix52::multiples`].
const fn multiples<const L: usize>(modulus: &[u64; L]) -> [[[u64; L]; 2]; MULTIPLES] {
    let mut all = [[[0; L]; 2]; MULTIPLES];
    let mut k = 0;
    while k < MULTIPLES {
        let mut j = 0;
        while j < L {
            all[k][0][j] = modulus[j] * ((4 << k) - 2);
            all[k][1][j] = 2 * all[k][0][j];
            j += 1;
        }
        k += 1;
    }
    all
}

impl<const L: usize> Radix52<L> {
    /// The constants of the field with an odd modulus of more than `64 (N - 1)` bits.
    pub const fn new<const N: usize>(m: &[u64; N]) -> Self {
        let bits = c::num_bits(m);
        let limbs = BITS * L as u32;
        assert!(
            limbs >= bits + 4 && limbs < bits + 48,
            "the limbs do not fit the modulus"
        );
        let modulus = from_limbs64::<N, L>(m);
        let mut complement = [0; L];
        let mut borrow = 0u64;
        let mut j = 0;
        while j < L {
            let t = 0u64.wrapping_sub(modulus[j]).wrapping_sub(borrow);
            complement[j] = t & MASK;
            borrow = t >> 63;
            j += 1;
        }
        // The quotient has at most 51 bits, and its error stays far below one.
        let slack = limbs - bits + 1;
        let quotient_shift = if slack > 35 { 51 - slack } else { 16 };
        Self {
            modulus,
            complement,
            inv: c::neg_inv64(m[0]) & MASK,
            enter: from_limbs64(&c::pow2_mod(104 * L - 64 * N, m)),
            leave: from_limbs64(&c::pow2_mod(64 * N, m)),
            one: from_limbs64(&c::pow2_mod(52 * L, m)),
            capacity: pow2_div(limbs, m),
            quotient: pow2_div(limbs + quotient_shift, m),
            quotient_shift,
            multiples: multiples(&modulus),
        }
    }

    /// Whether only small multiples of the modulus fit beside a sum of products, so that every combination is
    /// reduced at once.
    pub const fn is_tight(&self) -> bool {
        self.capacity < 1 << 16
    }
}
