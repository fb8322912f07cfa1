//! Keys and signatures in the forms in which people have them.

mod cose;
mod jws;
mod keys;
mod pem;
mod signatures;
mod webauthn;

use secant_verify::formats::{Key, KeyError, KeyMaterial, Keys};
use std::{fs, path::Path};

/// A file of the fixtures, the message of all signatures in `labels` among them.
fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = match name {
        "message.txt" => folder.join("../secant-cli/fixtures/signatures/message.txt"),
        _ => folder.join("fixtures/formats").join(name),
    };
    fs::read(path).expect("a fixture")
}

fn text(name: &str) -> String {
    String::from_utf8(fixture(name)).expect("UTF-8")
}

/// The only key of bytes, or why there is none.
fn key(bytes: &[u8]) -> Result<Key, KeyError> {
    let keys = Keys::read(bytes)?;
    assert!(!keys.is_set());
    Ok(keys.choose(None, |_| true).expect("the only one").clone())
}

/// What was noted of a file.
fn notes(bytes: &[u8]) -> String {
    let keys = Keys::read(bytes).expect("keys");
    keys.notes
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

/// The key of `labels` and `pem`, as DER.
fn spki() -> KeyMaterial {
    key(&fixture("labels/ec_good.pem")).expect("a key").material
}

/// CBOR of what this crate does not write.
struct Cbor(Vec<u8>);

impl Cbor {
    fn head(kind: u8, len: usize) -> Vec<u8> {
        match len {
            0..24 => vec![kind << 5 | len as u8],
            24..256 => vec![kind << 5 | 24, len as u8],
            _ => [&[kind << 5 | 25][..], &(len as u16).to_be_bytes()].concat(),
        }
    }

    fn int(value: i64) -> Self {
        match value {
            0.. => Self(Self::head(0, value as usize)),
            _ => Self(Self::head(1, (-1 - value) as usize)),
        }
    }

    fn bytes(bytes: &[u8]) -> Self {
        Self([&Self::head(2, bytes.len())[..], bytes].concat())
    }

    fn text(text: &str) -> Self {
        Self([&Self::head(3, text.len())[..], text.as_bytes()].concat())
    }

    fn array(items: &[Self]) -> Self {
        let items = items.iter().map(|item| &item.0[..]);
        Self(
            Self::head(4, items.len())
                .into_iter()
                .chain(items.flatten().copied())
                .collect(),
        )
    }

    fn map(pairs: &[(Self, Self)]) -> Self {
        let items = pairs.iter().flat_map(|(label, value)| [&label.0[..], &value.0]);
        Self(
            Self::head(5, pairs.len())
                .into_iter()
                .chain(items.flatten().copied())
                .collect(),
        )
    }
}
