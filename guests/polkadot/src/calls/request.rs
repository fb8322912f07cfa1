//! Requests as bytes, for guests, other processes and files.

use super::{curves::ANSWERING, host_call, operation};
use alloc::{string::String, vec, vec::Vec};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use secant_rows::Sink;

/// The status of an answer to bytes that are no request: no code, and no error of an operation, which are small and negative.
pub const MALFORMED: u32 = 1 << 31;

/// What a guest or a process is asked.
#[derive(Clone, Debug, PartialEq, Eq, CanonicalSerialize, CanonicalDeserialize)]
pub struct Request {
    /// The name of a host function, or of an operation over curves with a dot before it.
    pub name: String,
    /// The first input; of a final exponentiation what its buffer holds.
    pub a: Vec<u8>,
    /// The second input; an operation has none.
    pub b: Vec<u8>,
    /// What the buffer of the result holds before the call.
    pub out: Vec<u8>,
}

impl Request {
    /// The bytes that [`answer`] takes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.uncompressed_size());
        // Writing to memory does not fail.
        let _ = self.serialize_uncompressed(&mut bytes);
        bytes
    }
}

/// The answer to a request: a status, little endian, and bytes. Of a host function the status is the code and the bytes
/// are those of the result's buffer, of an operation they are its own.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let Ok(Request { name, a, b, mut out }) = Request::deserialize_uncompressed(request) else {
        return MALFORMED.to_le_bytes().to_vec();
    };
    if let Some(name) = name.strip_prefix('.') {
        let mut bytes = vec![0; 4];
        let status = match operation(ANSWERING, name) {
            Some(operation) => match operation(&a, Sink::Keep(&mut bytes)) {
                Ok(()) => 0,
                Err(error) => error.code() as u32,
            },
            None => MALFORMED,
        };
        bytes[..4].copy_from_slice(&status.to_le_bytes());
        return bytes;
    }
    if name.ends_with("_final_exponentiation") {
        out = a.clone();
    }
    let status = host_call(&name, &a, &b, &mut out).unwrap_or(MALFORMED);
    [&status.to_le_bytes(), &out[..]].concat()
}

/// The status of the last of many calls of a host function, to be timed: how many the first four bytes say, little endian,
/// before the request.
pub fn repeat(argument: &[u8]) -> Vec<u8> {
    let malformed = MALFORMED.to_le_bytes().to_vec();
    let Some((count, request)) = argument.split_first_chunk() else {
        return malformed;
    };
    let Ok(Request { name, a, b, mut out }) = Request::deserialize_uncompressed(request) else {
        return malformed;
    };
    let mut status = 0;
    for _ in 0..u32::from_le_bytes(*count) {
        if name.ends_with("_final_exponentiation") {
            out.clone_from(&a);
        }
        status = host_call(&name, &a, &b, &mut out).unwrap_or(MALFORMED);
    }
    status.to_le_bytes().to_vec()
}
