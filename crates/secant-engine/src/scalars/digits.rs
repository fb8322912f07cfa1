//! Window sizes and digits of the bucket method, shared by both curve models.

use crate::{
    recode::{Digit, bits, signed_digits, signed_windows, window_offset},
    threads,
};
use alloc::vec::Vec;
use ark_ff::{BigInteger, PrimeField};
use core::ops::Range;
use secant_field::lanes::{LaneElement, LaneField, Portable, Token};

/// At least this many pairs of points share an inversion, if there are as many.
const BATCH: usize = 4096;

/// Scalars whose digits are read together.
const BLOCK: usize = 512;
/// Scalars that are worth a task.
const TASK: usize = 4096;

/// The windows of one multi-scalar multiplication.
pub struct Plan {
    /// Bits of a window.
    pub c: u32,
    /// Number of windows.
    pub windows: usize,
    /// Buckets of a window: one for every absolute value of a non-zero signed digit.
    pub buckets: usize,
}

impl Plan {
    /// The cheapest window for `n` scalars of `bits` bits, if a point in a bucket costs `per_point` and a
    /// bucket `per_bucket`.
    pub fn choose(n: usize, bits: usize, per_point: f64, per_bucket: f64) -> Self {
        Self::cheapest(bits, |plan| {
            plan.windows as f64 * (n as f64 * per_point + plan.buckets as f64 * per_bucket)
        })
    }

    /// The windows that cost least for scalars of `bits` bits.
    pub fn cheapest(bits: usize, cost: impl Fn(&Self) -> f64) -> Self {
        let mut best = Self::of_width(bits, 2);
        for c in 3..=20 {
            let plan = Self::of_width(bits, c);
            if cost(&plan) < cost(&best) {
                best = plan;
            }
        }
        best
    }

    /// Windows of `c` bits.
    pub fn of_width(bits: usize, c: u32) -> Self {
        Self {
            c,
            windows: signed_windows(bits, c),
            buckets: 1 << (c - 1),
        }
    }

    /// How many windows to fill together for `n` points.
    pub fn windows_per_group(&self, n: usize) -> usize {
        (BATCH * 2).div_ceil(n).min(self.windows)
    }
}

/// The digits of the scalars of a multi-scalar multiplication.
pub struct Digits {
    /// The windows.
    pub plan: Plan,
    /// The digits, block after block of scalars and, in a block, window after window. So scalars are read once, and a
    /// window's digits are in long runs. Zeros follow the last scalar. Digits are stored as words (see
    /// [`Digit::word`]), so that memory that is zero from the start need not be written.
    words: Vec<u32>,
    /// Scalars in a block.
    block: usize,
    /// Number of scalars.
    count: usize,
}

/// The points of some windows, sorted by bucket. Bucket `b`, counted over all these windows, is
/// `entries[starts[b]..starts[b + 1]]`. An entry is twice the index of a point, plus one if the point is to be negated.
pub struct Sorted {
    /// Points by bucket.
    pub entries: Vec<u32>,
    /// Where each bucket starts.
    pub starts: Vec<u32>,
}

impl Sorted {
    /// The entries of each bucket.
    pub fn buckets(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        self.starts
            .windows(2)
            .map(|w| &self.entries[w[0] as usize..w[1] as usize])
    }
}

/// Writes the integers of a range of indices: limb `l` of integer `range.start + i`, with the [`window_offset`] added,
/// goes to `l` times the stride plus `i`. The output has room for a multiple of eight integers. The function is called
/// once a block. Since it is `dyn`, its caller is compiled once for all kinds of scalars.
type WriteIntegers<'a> = dyn Fn(Range<usize>, usize, &mut [u64]) + Sync + 'a;

impl Digits {
    /// Digits of the cheapest width, see [`Plan::choose`]. A scalar counts as zero unless `keep` holds for its index.
    pub fn new<F: PrimeField>(
        scalars: &[F],
        keep: impl Fn(usize) -> bool + Sync,
        per_point: f64,
        per_bucket: f64,
    ) -> Self {
        Self::with_plan(scalars, keep, |length| {
            Plan::choose(scalars.len(), length, per_point, per_bucket)
        })
    }

    /// Digits of `c` bits.
    pub fn of_width<F: PrimeField>(scalars: &[F], keep: impl Fn(usize) -> bool + Sync, c: u32) -> Self {
        Self::with_plan(scalars, keep, |length| Plan::of_width(length, c))
    }

    /// Digits of `c` bits of integers.
    pub fn of_integers<const N: usize>(integers: &[[u64; N]], c: u32) -> Self {
        Self::of_integers_with(integers, |length| Plan::of_width(length, c))
    }

    /// Digits of integers, in the windows that `plan` gives for the bits of the longest.
    pub fn of_integers_with<const N: usize>(integers: &[[u64; N]], plan: impl FnOnce(usize) -> Plan) -> Self {
        Self::fill(integers.len(), N, 64 * N, |i| integers[i], plan)
    }

    fn with_plan<F: PrimeField>(
        scalars: &[F],
        keep: impl Fn(usize) -> bool + Sync,
        plan: impl FnOnce(usize) -> Plan,
    ) -> Self {
        let bits = F::MODULUS_BIT_SIZE as usize;
        Self::fill(scalars.len(), F::BigInt::NUM_LIMBS, bits, kept(scalars, keep), plan)
    }

    /// `integer` returns the integer of an index, little endian, in `limbs` limbs. No integer has more than `most`
    /// bits.
    fn fill<I: AsRef<[u64]>>(
        count: usize,
        limbs: usize,
        most: usize,
        integer: impl Fn(usize) -> I + Sync,
        plan: impl FnOnce(usize) -> Plan,
    ) -> Self {
        let plan = plan(longest(count, most, &|range| length(range, most, &integer)));
        let add = window_offset::<64>(limbs + 1, plan.c, plan.windows);
        Self::read::<64, _>(Portable, count, plan, limbs + 1, &|range, stride, out| {
            for (j, i) in range.enumerate() {
                let mut carry = false;
                for (l, limb) in integer(i).as_ref().iter().enumerate() {
                    (out[l * stride + j], carry) = limb.carrying_add(add[l], carry);
                }
                out[limbs * stride + j] = add[limbs] + u64::from(carry);
            }
        })
    }

    /// Digits in the windows that `plan` gives for the bits of the longest scalar, with integers computed on lanes. A
    /// scalar counts as zero unless `keep` holds for its index.
    pub fn on_lanes<F: LaneField, T: Token>(
        token: T,
        scalars: &[F],
        keep: impl Fn(usize) -> bool + Sync,
        plan: impl FnOnce(usize) -> Plan,
    ) -> Self {
        let (count, most) = (scalars.len(), F::MODULUS_BIT_SIZE as usize);
        let integer = kept(scalars, &keep);
        let plan = plan(longest(count, most, &|range| length(range, most, &integer)));
        let limbs = F::Lanes::<T>::LIMBS;
        let add = window_offset::<52>(limbs, plan.c, plan.windows);
        // A window may end in one more limb, which is zero.
        Self::read::<52, _>(token, count, plan, limbs + 1, &|range, stride, out| {
            token.run(
                #[inline(always)]
                || {
                    for first in range.clone().step_by(8) {
                        let (mut eight, mut mask) = ([&scalars[first]; 8], 0);
                        for (l, i) in (first..range.end.min(first + 8)).enumerate() {
                            eight[l] = &scalars[i];
                            mask |= u8::from(keep(i)) << l;
                        }
                        let out = &mut out[first - range.start..];
                        F::Lanes::<T>::write_canonical_plus(token, eight, mask, &add, out, stride);
                    }
                },
            );
        })
    }

    /// The digits of integers in limbs of `BITS` bits.
    fn read<const BITS: u32, T: Token>(
        token: T,
        count: usize,
        plan: Plan,
        limbs: usize,
        write: &WriteIntegers<'_>,
    ) -> Self {
        let block = count.clamp(1, BLOCK);
        let mut words = alloc::vec![0; plan.windows * count.next_multiple_of(block)];
        let size = plan.windows * block;
        let stride = block.next_multiple_of(8);
        threads::for_each_chunk(&mut words, size * (TASK / block), |task, blocks| {
            let first = task * (TASK / block) * block;
            // The limbs of a block's scalars: limb 0 of all, then limb 1 of all, and so on.
            let mut limbs_of_all = alloc::vec![0; limbs * stride];
            for (i, words) in blocks.chunks_exact_mut(size).enumerate() {
                let first = first + i * block;
                let here = block.min(count - first);
                write(first..first + here, stride, &mut limbs_of_all);
                let limb = |l: usize| &limbs_of_all[l * stride..][..here];
                token.run(
                    #[inline(always)]
                    || {
                        for (w, row) in words.chunks_exact_mut(block).enumerate() {
                            signed_digits::<BITS>(limb, w, plan.c, plan.windows, &mut row[..here]);
                        }
                    },
                );
            }
        });
        Self {
            plan,
            words,
            block,
            count,
        }
    }

    /// The number of scalars.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The length of every run but the last, see [`Self::runs`].
    pub fn block(&self) -> usize {
        self.block
    }

    /// The digits in window `w`, in runs of one block each.
    pub fn runs(&self, w: usize) -> impl Iterator<Item = impl Iterator<Item = Digit>> {
        let blocks = self.words.chunks_exact(self.plan.windows * self.block);
        blocks.enumerate().map(move |(i, block)| {
            let here = self.block.min(self.count - i * self.block);
            let words = &block[w * self.block..][..here];
            words.iter().map(|word| Digit::from_word(*word))
        })
    }

    /// The digit of scalar `i` in window `w`.
    pub fn digit(&self, i: usize, w: usize) -> Digit {
        let word = (i / self.block * self.plan.windows + w) * self.block + i % self.block;
        Digit::from_word(self.words[word])
    }

    /// Calls `f` with the index of each scalar whose digit in window `w` is not zero, and with that digit.
    #[inline(always)]
    fn each_digit(&self, w: usize, mut f: impl FnMut(usize, Digit)) {
        for (i, run) in self.runs(w).enumerate() {
            for (j, digit) in run.enumerate() {
                if !digit.is_zero() {
                    f(i * self.block + j, digit);
                }
            }
        }
    }

    /// Sorts the points of a group of windows by window and bucket.
    pub fn sort(&self, group: Range<usize>) -> Sorted {
        let buckets = self.plan.buckets;
        let mut starts = alloc::vec![0u32; group.len() * buckets + 1];
        for (w, starts) in group.clone().zip(starts[1..].chunks_exact_mut(buckets)) {
            self.each_digit(w, |_, digit| starts[digit.place()] += 1);
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut next = starts.clone();
        let mut entries = alloc::vec![0; total as usize];
        for (w, next) in group.zip(next.chunks_mut(buckets)) {
            self.each_digit(w, |i, digit| {
                let at = &mut next[digit.place()];
                entries[*at as usize] = digit.entry(i as u32);
                *at += 1;
            });
        }
        Sorted { entries, starts }
    }
}

/// The integer of a scalar by its index, or zero unless `keep` holds for the index.
fn kept<F: PrimeField>(scalars: &[F], keep: impl Fn(usize) -> bool + Sync) -> impl Fn(usize) -> F::BigInt + Sync {
    move |i| {
        if keep(i) {
            scalars[i].into_bigint()
        } else {
            F::BigInt::default()
        }
    }
}

/// The bits of the longest integer of a range. The arguments are those of [`Digits::fill`].
fn length<I: AsRef<[u64]>>(range: Range<usize>, most: usize, integer: &impl Fn(usize) -> I) -> usize {
    let mut length = 0;
    for i in range {
        length = length.max(bits(integer(i).as_ref()));
        if length >= most {
            break;
        }
    }
    length
}

/// The bits of the longest of `count` integers. `of` gives the bits for a range, at most `most`.
fn longest(count: usize, most: usize, of: &(dyn Fn(Range<usize>) -> usize + Sync)) -> usize {
    // If scalars are random, one of the first has full length, unless the modulus is just above a power of two.
    let first = of(0..count.min(BLOCK));
    if first >= most || count <= BLOCK {
        return first;
    }
    let tasks = threads::map((count - BLOCK).div_ceil(TASK), |i| {
        let start = BLOCK + TASK * i;
        of(start..count.min(start + TASK))
    });
    tasks.into_iter().fold(first, usize::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ark_ff::{AdditiveGroup, Field};
    use secant_field::lanes::{WithLanes, with_lanes};

    /// Integers of 128 bits, of which only those from index `long` on are long.
    fn integers(count: usize, long: usize) -> Vec<[u64; 2]> {
        let mut x = 1u64;
        let mut next = || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            x
        };
        let integer = |i| match i % 5 {
            0 => [0, 0],
            1 => [next() >> 40, 0],
            2 if i >= long => [u64::MAX, u64::MAX],
            _ if i >= long => [next(), next()],
            _ => [next(), 0],
        };
        (0..count).map(integer).collect()
    }

    /// Checks that the digits add up to their integers modulo 2^128. All integers are below that.
    fn check_sums(integers: &[[u64; 2]], digits: &Digits) {
        for (i, integer) in integers.iter().enumerate() {
            let windows = (0..digits.plan.windows).rev();
            let sum = windows.fold(0u128, |sum, w| {
                (sum << digits.plan.c).wrapping_add_signed(digits.digit(i, w).value().into())
            });
            assert_eq!(
                sum,
                u128::from(integer[1]) << 64 | u128::from(integer[0]),
                "{i} of {}",
                integers.len()
            );
        }
    }

    /// Checks that lanes compute the same digits as [`Digits::of_integers`].
    struct OnLanes;

    impl WithLanes for OnLanes {
        type Output = ();

        fn run<T: Token>(self, token: T) {
            type F = ark_bls12_381::Fr;
            let mut x = F::from(3u64);
            let mut next = |i: usize| {
                x = x.square() + F::from(i as u64);
                match i % 7 {
                    0 => F::ZERO,
                    1 => F::from(i as u64),
                    2 => -F::ONE,
                    _ => x,
                }
            };
            for count in [0, 1, 7, 8, 9, 511, 513, 4099] {
                let scalars: Vec<_> = (0..count).map(&mut next).collect();
                let keep = |i: usize| i % 5 != 4;
                for c in 2..=20 {
                    let lanes = Digits::on_lanes(token, &scalars, keep, |bits| Plan::of_width(bits, c));
                    let plain = Digits::of_width(&scalars, keep, c);
                    assert!(lanes.words == plain.words && lanes.plan.windows == plain.plan.windows);
                }
            }
        }
    }

    #[test]
    fn lanes_make_the_same_digits() {
        OnLanes.run(Portable);
        with_lanes(OnLanes);
    }

    #[test]
    fn digits_make_up_their_integers() {
        for count in [0usize, 1, 7, 511, 512, 513, 1023, 4095, 4096, 4097, 9000] {
            for long in [0, count.saturating_sub(2), count] {
                let integers = integers(count, long);
                for c in [2, 8, 16, 17, 20] {
                    check_sums(&integers, &Digits::of_integers(&integers, c));
                }
                let digits = Digits::of_integers(&integers, 7);
                check_sums(&integers, &digits);
                let last = digits.plan.windows - 1;
                let sorted = digits.sort(last..last + 1);
                for (bucket, entries) in sorted.buckets().enumerate() {
                    let with = (0..count).map(|i| (i, digits.digit(i, last)));
                    let with = with.map(|(i, digit)| (i, digit.value()));
                    let here = with.filter(|(_, digit)| digit.unsigned_abs() as usize == bucket + 1);
                    assert!(
                        here.map(|(i, digit)| (i as u32) << 1 | u32::from(digit < 0))
                            .eq(entries.iter().copied())
                    );
                }
            }
        }
    }
}
