//! Keys that are damaged, as the program reads them.

use secant_verify::formats::{KeyMaterial, Keys};
use std::{fs, path::Path};

/// Beginnings of keys, and keys with one byte changed, are refused or read, but nothing else happens.
#[test]
fn damaged_keys() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/signatures/ecdsa/prime256v1");
    let material = |bytes: &[u8]| Some(Keys::read(bytes).ok()?.choose(None, |_| true).ok()?.material.clone());
    for name in ["key.pem", "key.der", "certificate.pem", "certificate.der"] {
        let key = fs::read(folder.join(name)).expect("a fixture");
        assert!(matches!(material(&key), Some(KeyMaterial::Spki(_))), "{name}");
        for at in 0..key.len() {
            // A final line feed may be left out.
            let lines = usize::from(name.ends_with("pem"));
            assert!(
                at + lines >= key.len() || !matches!(material(&key[..at]), Some(KeyMaterial::Spki(_))),
                "{name} {at}"
            );
            for byte in [0, b'\n', b'-', 0x30, 0x80, 0xff] {
                let mut damaged = key.clone();
                damaged[at] = byte;
                let _ = material(&damaged);
            }
        }
    }
}
