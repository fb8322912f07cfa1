//! Requests as bytes, for guests, for other processes and for files.

use super::{curves::ANSWER_KIND, host_call, operation};
use alloc::{string::String, vec, vec::Vec};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use secant_rows::Sink;

/// The status of the answer to bytes that are not a request. It is no code of a host function, and no error of an
/// operation, which is a small negative number.
pub const MALFORMED: u32 = 1 << 31;

/// A request to a guest or a process.
#[derive(Clone, Debug, PartialEq, Eq, CanonicalSerialize, CanonicalDeserialize)]
pub struct Request {
    /// The name of a host function, or a dot and the name of an operation over curves.
    pub name: String,
    /// The first input. For a final exponentiation, the contents of its buffer.
    pub a: Vec<u8>,
    /// The second input. An operation has none.
    pub b: Vec<u8>,
    /// The contents of the result buffer before the call.
    pub out: Vec<u8>,
}

impl Request {
    /// The request as bytes for [`answer`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.uncompressed_size());
        // Writing to memory cannot fail.
        let _ = self.serialize_uncompressed(&mut bytes);
        bytes
    }
}

/// Answers a request with a status, little endian, and bytes. For a host function they are the code and the contents of
/// the result buffer. For an operation they are its own.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let Ok(Request { name, a, b, mut out }) = Request::deserialize_uncompressed(request) else {
        return MALFORMED.to_le_bytes().to_vec();
    };
    if let Some(name) = name.strip_prefix('.') {
        let mut bytes = vec![0; 4];
        let status = match operation(ANSWER_KIND, name) {
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

/// Calls a host function many times, so that the calls can be timed, and returns the status of the last call. The first
/// four bytes, before the request, are the number of calls, little endian.
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
