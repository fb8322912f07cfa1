//! Keys and signatures in the forms in which people have them: the first byte says in which, the rest is the file.

use crate::der;
use secant_verify::{
    ecdsa::{Encoding, Options},
    formats::{
        Key, KeyMaterial, Keys, TextEncoding, VerifyError,
        cose::Sign1,
        jws::Jws,
        signature,
        text::{decode, unmarked},
        webauthn::{Assertion, Expected},
    },
    hash::Hash,
};
use std::{fs, io, path::Path, sync::OnceLock};

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!("../../crates/secant-verify/fixtures/formats/", $name))
    };
}

/// Kinds of files.
pub const KINDS: u8 = 6;

/// Reads a file of the kind that the first byte says.
pub fn run(bytes: &[u8]) {
    let Some((kind, file)) = bytes.split_first() else {
        return;
    };
    match kind % KINDS {
        0 => keys(file),
        1 => jws(file),
        2 => cose(file),
        3 => webauthn(file),
        4 => signatures(file),
        _ => texts(file),
    }
}

/// Every file of the fixtures, as every kind.
///
/// # Errors
/// If one cannot be read.
pub fn seeds() -> io::Result<Vec<Vec<u8>>> {
    let mut seeds = vec![];
    for folder in ["cose", "jose", "labels", "pem", "webauthn"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../crates/secant-verify/fixtures/formats")
            .join(folder);
        let mut paths = fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        for path in paths {
            let file = fs::read(path)?;
            seeds.extend((0..KINDS).map(|kind| [&[kind], &file[..]].concat()));
        }
    }
    Ok(seeds)
}

/// The only key of a file that has one.
fn key(file: &[u8]) -> Key {
    let keys = Keys::read(file).unwrap_or_else(|e| panic!("a fixture: {e}"));
    keys.choose(None, |_| true)
        .unwrap_or_else(|e| panic!("a fixture: {e}"))
        .clone()
}

/// What is read is read from its own DER too, whatever holds it, and from text of that.
fn keys(file: &[u8]) {
    let Ok(keys) = Keys::read(file) else { return };
    assert!(keys.notes.len() <= 3);
    let found = std::cell::RefCell::new(vec![]);
    // Every key that is one is asked for.
    let _ = keys.choose(None, |key| {
        found.borrow_mut().push(key.clone());
        false
    });
    let only = keys.choose(None, |_| true).ok().cloned();
    for key in found.into_inner().into_iter().chain(only).take(20) {
        if let Some(id) = &key.id {
            assert!(id.is(&hex(&id.0)) || id.0.is_empty());
        }
        let (der, label) = match &key.material {
            // DER of two short numbers is rather a signature.
            KeyMaterial::Pkcs1(_) if key.rsa().is_err() => continue,
            // The contents of PEM are looked at when the key is used.
            KeyMaterial::Spki(der) if !der::is_der(der) => continue,
            KeyMaterial::Spki(der) => (der, "PUBLIC KEY"),
            KeyMaterial::Pkcs1(der) => (der, "RSA PUBLIC KEY"),
            KeyMaterial::Bare(point) => {
                assert!(matches!(point[0], 2 | 3 | 4 | 6 | 7));
                same(point, &key.material);
                continue;
            }
        };
        same(der, &key.material);
        let pem = der::pem(label, der);
        for pem in [
            pem.clone(),
            format!("\u{feff}text\n  {}", pem.replace('\n', " \r")),
            pem.replace(label, "CERTIFICATE"),
        ] {
            same(pem.as_bytes(), &key.material);
        }
        // Both algorithms' readers say what they think of it.
        let (ecdsa, rsa) = (key.ecdsa(None), key.rsa());
        assert!(ecdsa.is_err() || rsa.is_err(), "a key for two algorithms");
    }
}

/// Bytes, and text of them, are this key.
fn same(bytes: &[u8], material: &KeyMaterial) {
    for file in [
        bytes.to_vec(),
        hex(bytes).into_bytes(),
        format!("0x{}\n", hex(bytes)).into_bytes(),
    ] {
        assert_eq!(&key(&file).material, material);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A signature that holds under a key of the fixtures is one of the fixtures': nobody else can sign.
fn jws(file: &[u8]) {
    static KNOWN: OnceLock<([Key; 2], Vec<Vec<u8>>)> = OnceLock::new();
    let (keys, known) = KNOWN.get_or_init(|| {
        let files: [&[u8]; 5] = [
            fixture!("jose/ES256.jws"),
            fixture!("jose/PS384.jws"),
            fixture!("jose/flattened.json"),
            fixture!("jose/general.json"),
            fixture!("jose/unencoded.json"),
        ];
        let signed = files.iter().flat_map(|file| {
            let jws = Jws::read(file).unwrap_or_else(|e| panic!("a fixture: {e}"));
            jws.signatures()
                .flatten()
                .filter_map(|signature| jws.signed(signature, None).ok())
                .collect::<Vec<_>>()
        });
        let keys = [&fixture!("jose/ES256.jwk")[..], fixture!("jose/PS384.jwk")].map(key);
        (keys, signed.collect())
    });
    let text = unmarked(file);
    let Ok(jws) = Jws::read(&text) else { return };
    for signature in jws.signatures().flatten() {
        for payload in [None, Some(&fixture!("jose/payload.txt")[..])] {
            let Ok(signed) = jws.signed(signature, payload) else {
                continue;
            };
            for key in keys {
                match signature.verify(key, &signed) {
                    Ok(()) => assert!(known.contains(&signed), "a forgery"),
                    Err(e) => consistent(&e),
                }
            }
        }
    }
}

/// What does not hold is not what cannot be read.
fn consistent(e: &VerifyError) {
    let unreadable = match e {
        VerifyError::Ecdsa(e) => e.is_unreadable_signature(),
        VerifyError::Rsa(e) => e.is_unreadable_signature(),
        _ => true,
    };
    assert!(!(e.is_invalid() && unreadable), "{e}");
}

/// As [`jws`].
fn cose(file: &[u8]) {
    static KNOWN: OnceLock<([Key; 2], Vec<Vec<u8>>)> = OnceLock::new();
    const PAYLOAD: &[u8] = fixture!("jose/payload.txt");
    const AAD: &[u8] = b"both know";
    let (keys, known) = KNOWN.get_or_init(|| {
        let files: [(&[u8], Option<&[u8]>, &[u8]); 4] = [
            (fixture!("cose/es256.cbor"), None, b""),
            (fixture!("cose/ps256.cbor"), None, b""),
            (fixture!("cose/aad.cbor"), None, AAD),
            (fixture!("cose/detached.cbor"), Some(PAYLOAD), b""),
        ];
        let signed = files.iter().map(|(file, payload, aad)| {
            let message = Sign1::read(file).unwrap_or_else(|e| panic!("a fixture: {e}"));
            message
                .signed(*payload, aad)
                .unwrap_or_else(|e| panic!("a fixture: {e}"))
        });
        let keys = [&fixture!("cose/ec.key")[..], fixture!("cose/rsa.key")].map(key);
        (keys, signed.collect())
    });
    let Ok(message) = Sign1::read(file) else { return };
    for (payload, aad) in [(None, &b""[..]), (None, AAD), (Some(PAYLOAD), b"")] {
        let Ok(signed) = message.signed(payload, aad) else {
            continue;
        };
        for key in keys {
            match message.verify(key, &signed) {
                Ok(()) => assert!(known.contains(&signed), "a forgery"),
                Err(e) => consistent(&e),
            }
        }
    }
}

/// As [`jws`]: an assertion that holds says what the fixture says.
fn webauthn(file: &[u8]) {
    static KEY: OnceLock<Key> = OnceLock::new();
    let key = KEY.get_or_init(|| key(fixture!("webauthn/registration.json")));
    let Ok(json) = std::str::from_utf8(file) else { return };
    let Ok(assertion) = Assertion::from_json(json) else {
        return;
    };
    match assertion.verify(key) {
        Ok(_) => {
            let challenge = decode(fixture!("webauthn/challenge.txt")).remove(0).bytes;
            let expected = Expected {
                challenge: Some(&challenge),
                origin: Some("https://example.org"),
                relying_party: Some("example.org"),
                user_verified: false,
            };
            assert_eq!(assertion.check(&expected), Ok(()), "a forgery");
        }
        Err(e) => consistent(&e),
    }
}

/// A file that holds is the fixture's signature or the one with the opposite s, in whatever form; a file that is none is
/// none in hexadecimal digits either.
fn signatures(file: &[u8]) {
    static KEY: OnceLock<Key> = OnceLock::new();
    let key = KEY.get_or_init(|| key(fixture!("labels/ec_good.pem")));
    let Ok(ecdsa) = key.ecdsa(None) else { return };
    let message = include_bytes!("../../crates/secant-cli/fixtures/signatures/message.txt");
    let verify = |bytes: &[u8], encoding| ecdsa.verify(Hash::Sha256, message, bytes, encoding, &Options::default());
    for asked in [None, Some(Encoding::Der), Some(Encoding::P1363)] {
        let verdict = signature::ecdsa(file, asked, verify);
        if let Ok(verdict) = &verdict {
            assert!(asked.is_none_or(|asked| asked == verdict.encoding));
            assert_eq!(verify(&verdict.bytes, verdict.encoding), verdict.result);
            assert!(verdict.text.is_some() || *verdict.bytes == *file);
            if verdict.text.is_none() {
                let text = hex(file);
                let again = signature::ecdsa(text.as_bytes(), asked, verify).unwrap_or_else(|e| panic!("as text: {e}"));
                assert_eq!(
                    (&again.bytes, &again.result, again.text),
                    (&verdict.bytes, &verdict.result, Some(TextEncoding::Hex))
                );
            }
        }
    }
    for hash in Hash::ALL {
        if let Ok((digest, text)) = signature::digest(file, hash) {
            assert_eq!(digest.len(), hash.output_len());
            assert!(text.is_some() || *digest == *file);
        }
    }
}

/// What text stands for is written as that text again, but for white space, marks and padding.
fn texts(file: &[u8]) {
    let text = unmarked(file);
    for decoded in decode(file) {
        let plain = text
            .iter()
            .filter(|byte| !matches!(byte, b' ' | b'\t'..=b'\r' | b'=' | b':'))
            .collect::<Vec<_>>();
        let plain = plain.into_iter().map(|&byte| char::from(byte)).collect::<String>();
        match decoded.encoding {
            TextEncoding::Hex => {
                let plain = plain.to_ascii_lowercase();
                assert_eq!(plain.strip_prefix("0x").unwrap_or(&plain), hex(&decoded.bytes));
            }
            TextEncoding::Base64 | TextEncoding::Base64Url => {
                let pem = der::pem("", &decoded.bytes);
                let written = pem
                    .lines()
                    .filter(|line| !line.starts_with("-----"))
                    .collect::<String>();
                assert_eq!(plain.replace('-', "+").replace('_', "/"), written.trim_end_matches('='));
            }
        }
    }
}
