//! `blake2_f`: the compression function of BLAKE2b with a given number of rounds (EIP-152; RFC 7693, section 3.2).

use super::{
    Error,
    encoding::{Order::Little, limbs},
};

/// RFC 7693, section 2.6.
const IV: [u64; 8] = [
    0x6a09e667f3bcc908,
    0xbb67ae8584caa73b,
    0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1,
    0x510e527fade682d1,
    0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b,
    0x5be0cd19137e2179,
];

/// RFC 7693, section 2.7.
#[rustfmt::skip]
const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The columns and diagonals that a round mixes.
const LINES: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

fn mix(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

/// Compresses one block (`message`, 128 bytes) into the state (64 bytes). The block is at the offset `t0 + 2^64 t1` (8
/// bytes each), and is the last one if `last`. All values are little endian. The new state is written to the first 64
/// bytes of `result`.
///
/// The time is `rounds` times a few nanoseconds, so callers must limit the rounds or charge for them.
///
/// # Errors
/// [`Error::BadLength`].
pub fn blake2_f(
    rounds: u32,
    state: &[u8],
    message: &[u8],
    t0: &[u8],
    t1: &[u8],
    last: bool,
    result: &mut [u8],
) -> Result<(), Error> {
    let mut h: [u64; 8] = limbs(state, Little)?;
    let m: [u64; 16] = limbs(message, Little)?;
    let ([t0], [t1]): ([u64; 1], [u64; 1]) = (limbs(t0, Little)?, limbs(t1, Little)?);
    let result = result.get_mut(..64).ok_or(Error::BadLength)?;

    let mut v = [0; 16];
    v[..8].copy_from_slice(&h);
    v[8..].copy_from_slice(&IV);
    v[12] ^= t0;
    v[13] ^= t1;
    if last {
        v[14] = !v[14];
    }
    for sigma in SIGMA.iter().cycle().take(rounds as usize) {
        for (line, words) in LINES.into_iter().zip(sigma.chunks(2)) {
            mix(&mut v, line, m[words[0]], m[words[1]]);
        }
    }
    for (i, (h, out)) in h.iter_mut().zip(result.chunks_mut(8)).enumerate() {
        *h ^= v[i] ^ v[i + 8];
        out.copy_from_slice(&h.to_le_bytes());
    }
    Ok(())
}
