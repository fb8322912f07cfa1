//! Answers requests natively with upstream's crates. Standard input has a length, little endian, and a request.
//! Standard output has a byte that says whether upstream's code returned rather than panicked, a length, and the
//! answer. It is a process of its own, so that nothing of upstream is linked into the program that it is compared with.
#![forbid(unsafe_code)]

use std::io::{ErrorKind, Read, Result, Write, stdin, stdout};
use std::panic::{catch_unwind, set_hook};

fn main() -> Result<()> {
    set_hook(Box::new(|_| ()));
    let (mut requests, mut answers) = (stdin().lock(), stdout().lock());
    loop {
        let mut len = [0; 4];
        match requests.read_exact(&mut len) {
            Err(e) if e.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            result => result?,
        }
        let mut request = vec![0; u32::from_le_bytes(len) as usize];
        requests.read_exact(&mut request)?;
        let answer = catch_unwind(|| secant_polkadot::calls::answer(&request));
        answers.write_all(&[u8::from(answer.is_ok())])?;
        let answer = answer.unwrap_or_default();
        answers.write_all(&(answer.len() as u32).to_le_bytes())?;
        answers.write_all(&answer)?;
        answers.flush()?;
    }
}
