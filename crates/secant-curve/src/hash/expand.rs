//! `expand_message_xmd`: RFC 9380, section 5.3.1.

use super::HashError;
use sha2::digest::{
    Digest, Output,
    core_api::{Block, BlockSizeUser},
};

/// The most blocks of the hash's output that one message can be expanded to.
const MOST_BLOCKS: usize = 255;

/// Expands messages under one domain separation tag with `D`, a Merkle-Damgård hash.
///
/// ```
/// use secant_curve::hash::Expander;
///
/// let mut bytes = [0; 32];
/// Expander::<sha2::Sha256>::new(b"QUUX-V01-CS02-with-expander-SHA256-128")?.expand(b"abc", &mut bytes)?;
/// assert_eq!(bytes[..4], [0xd8, 0xcc, 0xab, 0x23]);
/// # Ok::<(), secant_curve::hash::HashError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expander<D> {
    /// The state of the hash after its first block, which is all zeros for every message.
    padded: D,
    /// The tag, followed by its length.
    dst: [u8; 256],
    len: usize,
}

impl<D: Digest + BlockSizeUser + Clone> Expander<D> {
    /// The most bytes that one message can be expanded to.
    pub const MAX_LEN: usize = {
        let max = MOST_BLOCKS * <D::OutputSize as sha2::digest::typenum::Unsigned>::USIZE;
        if max > u16::MAX as usize {
            u16::MAX as usize
        } else {
            max
        }
    };

    /// An expander for a tag. Tags of more than 255 bytes are hashed first (section 5.3.3).
    ///
    /// # Errors
    /// [`HashError::EmptyDst`].
    pub fn new(dst: &[u8]) -> Result<Self, HashError> {
        if dst.is_empty() {
            return Err(HashError::EmptyDst);
        }
        let hashed;
        let dst = if dst.len() > 255 {
            hashed = D::new().chain_update(b"H2C-OVERSIZE-DST-").chain_update(dst).finalize();
            &hashed[..]
        } else {
            dst
        };
        let mut expander = Self {
            padded: D::new(),
            dst: [0; 256],
            len: dst.len() + 1,
        };
        expander.dst[..dst.len()].copy_from_slice(dst);
        expander.dst[dst.len()] = dst.len() as u8;
        expander.padded.update(Block::<D>::default());
        Ok(expander)
    }

    /// Fills `out` with uniform bytes derived from `message`.
    ///
    /// # Errors
    /// [`HashError::TooLong`] for more than [`Self::MAX_LEN`] bytes.
    pub fn expand(&self, message: &[u8], out: &mut [u8]) -> Result<(), HashError> {
        if out.len() > Self::MAX_LEN {
            return Err(HashError::TooLong {
                asked: out.len(),
                max: Self::MAX_LEN,
            });
        }
        self.fill(message, out);
        Ok(())
    }

    /// [`Self::expand`] for at most [`Self::MAX_LEN`] bytes.
    pub(super) fn fill(&self, message: &[u8], out: &mut [u8]) {
        let dst = &self.dst[..self.len];
        let first = self
            .padded
            .clone()
            .chain_update(message)
            .chain_update((out.len() as u16).to_be_bytes())
            .chain_update([0])
            .chain_update(dst)
            .finalize();
        let mut block = Output::<D>::default();
        for (i, out) in out.chunks_mut(block.len()).enumerate() {
            for (b, a) in block.iter_mut().zip(&first) {
                *b ^= a;
            }
            block = D::new()
                .chain_update(&block)
                .chain_update([i as u8 + 1])
                .chain_update(dst)
                .finalize();
            out.copy_from_slice(&block[..out.len()]);
        }
    }
}
