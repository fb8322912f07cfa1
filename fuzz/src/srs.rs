//! Reference strings from outside, in halo2's form and as snarkjs's powers of tau.

use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{Error, prove::Srs};
use std::{io::Cursor, sync::LazyLock};

/// Of `2^3` rows, as snarkjs prepares them for circuits.
pub const PREPARED: &[u8] = include_bytes!("../../crates/secant-circuit/tests/vectors/prepared.ptau");

/// Of `2^2` rows, made here.
static MADE: LazyLock<Srs> = LazyLock::new(|| Srs::unsafe_local(2, StdRng::seed_from_u64(1)));

/// One byte for the number of rows, the rest is the string: those of the powers of tau, as snarkjs writes them, and of another
/// string in halo2's form.
pub fn seeds() -> Vec<Vec<u8>> {
    let all = [PREPARED.to_vec(), MADE.to_bytes()];
    let all = all
        .iter()
        .flat_map(|string| (0..5).map(move |k| [&[k], &string[..]].concat()));
    all.chain([[&[8], PREPARED].concat()]).collect()
}

/// What is read are the powers of a secret that was in the seeds, as many as were asked for, and Lagrange's basis of them.
pub fn run(bytes: &[u8]) {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let asked = (choice < 8).then(|| u32::from(choice));
    match Srs::read_from(Cursor::new(bytes), asked) {
        Ok(srs) => {
            let k = srs.k();
            assert!(asked.is_none_or(|asked| k <= asked), "2^{k} rows");
            // One power is the generator, of any secret.
            if k > 0 {
                let known = [Srs::read_from(Cursor::new(PREPARED), Some(k)), part_of(&MADE, k)];
                let mut known = known.into_iter().flatten();
                assert!(known.any(|known| known.to_bytes() == srs.to_bytes()), "another string");
            }
        }
        Err(Error::Contents { what, .. }) => assert!(!what.is_empty() && what.len() < 100, "{what}"),
        Err(other) => panic!("{other}"),
    }
}

fn part_of(srs: &Srs, k: u32) -> Result<Srs, Error> {
    Srs::read_from(Cursor::new(srs.to_bytes()), Some(k))
}
