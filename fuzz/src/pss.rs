//! EMSA-PSS by the steps of RFC 8017, section 9.1, with MGF1.

use secant_verify::{
    hash::Hash,
    rsa::{Pss, Salt},
};

/// MGF1, appendix B.2.1.
fn mask(hash: Hash, seed: &[u8], len: usize) -> Vec<u8> {
    let blocks = (0u32..).flat_map(|counter| hash.digest(&[seed, &counter.to_be_bytes()]).to_vec());
    blocks.take(len).collect()
}

fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The encoded message of a digest, in as many bytes as a modulus of so many bits has.
pub fn encode(pss: &Pss, digest: &[u8], salt: &[u8], modulus_bits: usize) -> Vec<u8> {
    let bits = modulus_bits - 1;
    let len = bits.div_ceil(8);
    let hash = pss.hash.digest(&[&[0; 8], digest, salt]);
    let zeros = len - salt.len() - hash.len() - 2;
    let block = [&vec![0; zeros][..], &[1], salt].concat();
    let mut masked = xor(&block, &mask(pss.mask, &hash, block.len()));
    masked[0] &= 0xff >> (8 * len - bits);
    let above = vec![0; modulus_bits.div_ceil(8) - len];
    [&above[..], &masked, &hash, &[0xbc]].concat()
}

/// Whether a message encodes a digest with a salt that is allowed: its salt is found, and encoded again.
pub fn is_encoding(pss: &Pss, min_salt: usize, digest: &[u8], message: &[u8], modulus_bits: usize) -> bool {
    let bits = modulus_bits - 1;
    let len = bits.div_ceil(8);
    let whole = message;
    let message = &whole[whole.len() - len..];
    let Some(block_len) = len.checked_sub(pss.hash.output_len() + 1) else {
        return false;
    };
    let (masked, rest) = message.split_at(block_len);
    let mut block = xor(masked, &mask(pss.mask, &rest[..rest.len() - 1], block_len));
    block[0] &= 0xff >> (8 * len - bits);
    let Some(salt) = block.iter().position(|&byte| byte != 0).map(|one| &block[one + 1..]) else {
        return false;
    };
    let is_allowed = match pss.salt {
        Salt::Exactly(len) => salt.len() == len,
        Salt::Any => true,
    };
    is_allowed && salt.len() >= min_salt && encode(pss, digest, salt, modulus_bits) == whole
}
