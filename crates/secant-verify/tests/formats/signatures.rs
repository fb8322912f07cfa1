//! Files of signatures and digests.

use super::*;
use secant_gfp::{named::Secp256r1, sec1};
use secant_verify::{
    ecdsa::{self, Encoding, Options, PublicKey, RecoveryId, Signature},
    formats::{TextEncoding, signature},
    hash::Hash,
};

/// The verdict on a file: valid or not, how it was read, or why it is no signature.
fn read(file: &[u8], key: &Key, encoding: Option<Encoding>) -> Result<(bool, Option<TextEncoding>, Encoding), String> {
    let key = key.ecdsa(None).expect("a key");
    let message = fixture("message.txt");
    let verify = |bytes: &[u8], encoding| key.verify(Hash::Sha256, &message, bytes, encoding, &Options::default());
    let verdict = signature::ecdsa(file, encoding, verify).map_err(|e| e.to_string())?;
    match verdict.result {
        Ok(()) => Ok((true, verdict.text, verdict.encoding)),
        Err(e) if e.is_invalid_signature() && !e.is_unreadable_signature() => {
            Ok((false, verdict.text, verdict.encoding))
        }
        Err(e) => panic!("{e}"),
    }
}

fn labels() -> Key {
    key(&fixture("labels/ec_good.pem")).expect("a key")
}

/// `r` and `s` of the fixture, one after the other.
fn p1363() -> Vec<u8> {
    let der = fixture("labels/ec.sig");
    let r = &der[4..4 + usize::from(der[3])];
    let s = &der[6 + r.len()..];
    [r, s]
        .map(|number| [&[0; 32][..], number].concat())
        .map(|number| number[number.len() - 32..].to_vec())
        .concat()
}

#[test]
fn files_of_other_tools() {
    use {
        Encoding::Der,
        TextEncoding::{Base64, Hex},
    };
    for (name, text) in [
        ("ec.sig", None),
        ("ec_sig.b64", Some(Base64)),
        ("ec_sig.hex", Some(Hex)),
    ] {
        let file = fixture(&format!("labels/{name}"));
        assert_eq!(read(&file, &labels(), None), Ok((true, text, Der)), "{name}");
        assert_eq!(read(&file, &labels(), Some(Der)), Ok((true, text, Der)), "{name}");
        let e = read(&file, &labels(), Some(Encoding::P1363)).expect_err("another encoding");
        assert!(
            e.ends_with("the signature has 71 bytes where r and s of this curve have 64"),
            "{e}"
        );
    }
}

#[test]
fn p1363_as_text() {
    let p1363 = p1363();
    let base64 = <base64ct::Base64UrlUnpadded as base64ct::Encoding>::encode_string(&p1363);
    for (file, is_text) in [
        (p1363.clone(), false),
        (hex::encode(&p1363).into(), true),
        (base64.into(), true),
    ] {
        let (valid, text, encoding) = read(&file, &labels(), None).expect("a signature");
        assert_eq!((valid, text.is_some(), encoding), (true, is_text, Encoding::P1363));
    }
    let mut changed = p1363;
    changed[40] ^= 1;
    assert_eq!(read(&changed, &labels(), None), Ok((false, None, Encoding::P1363)));
    assert_eq!(
        read(hex::encode(&changed).as_bytes(), &labels(), None),
        Ok((false, Some(TextEncoding::Hex), Encoding::P1363))
    );
}

/// Files that are no signature say so, and are never ones that do not hold.
#[test]
fn no_signatures() {
    let hash = hex::encode(&*Hash::Sha256.digest(&[b"of a file"]));
    assert_eq!(hash.len(), 64, "as many characters as a signature has bytes");
    for (file, part) in [
        (&b""[..], "it is empty"),
        (b"MEUCIQ", "read as base64: the signature is not DER"),
        (
            hash.as_bytes(),
            "read as hexadecimal digits it has 32 bytes, which are neither DER nor the 64 of r and s",
        ),
        (&[b'U'; 64], "read as base64 it has 48 bytes"),
        (&[0x55, 1], "it has 2 bytes, which are neither DER nor the 64"),
        (&[0x30, 68, 2, 32, 1], "the signature is not DER"),
        (b"304502", "read as hexadecimal digits: the signature is not DER"),
        (&[0x30, 6, 2, 1, 0x80, 2, 1, 1], "the signature is not DER"),
        (b"-----BEGIN PGP SIGNATURE-----", "it is a signature of OpenPGP"),
        (b"-----BEGIN SSH SIGNATURE-----", "it is a signature of OpenSSH"),
        (b"-----BEGIN CERTIFICATE-----", "it is PEM where a signature alone"),
        (b"{\"payload\": 1}", "it is JSON where a signature alone"),
        (b"eyJhbGciOiJFUzI1NiJ9.AA.AA", "it is a JWS"),
        (b"the message itself, say", "it has 23 bytes"),
    ] {
        let e = read(file, &labels(), None).expect_err("no signature");
        assert!(e.contains(part), "{e}");
    }
    let followed = [&fixture("labels/ec.sig")[..], b"\n"].concat();
    let e = read(&followed, &labels(), None).expect_err("something behind");
    assert!(e.contains("1 bytes follow"), "{e}");
}

/// Numbers out of range are well-formed and do not hold.
#[test]
fn numbers_out_of_range() {
    for file in [
        &[0; 64][..],
        &[0xff; 64],
        &[0x30, 6, 2, 1, 0, 2, 1, 1],
        &[0x30, 6, 2, 1, 1, 2, 1, 0],
    ] {
        let (valid, text, _) = read(file, &labels(), None).expect("a signature");
        assert!(!valid && text.is_none(), "{file:?}");
    }
}

/// The key under which these bytes are a valid signature, in one encoding.
fn key_for(bytes: &[u8]) -> Option<Key> {
    let curve = &Secp256r1;
    let digest = Hash::Sha256.digest(&[&fixture("message.txt")]);
    let signature = Signature::from_p1363(curve, bytes).ok()?;
    let id = RecoveryId::new(0).expect("an identifier");
    let key = PublicKey::recover(curve, digest.prehash(), &signature, id).ok()?;
    let mut point = [0; 65];
    sec1::encode(curve, key.point(), false, &mut point)?;
    let jwk = format!(
        r#"{{"kty":"EC","crv":"P-256","x":"{}","y":"{}"}}"#,
        <base64ct::Base64UrlUnpadded as base64ct::Encoding>::encode_string(&point[1..33]),
        <base64ct::Base64UrlUnpadded as base64ct::Encoding>::encode_string(&point[33..]),
    );
    super::key(jwk.as_bytes()).ok()
}

/// Bytes that are text by the choice of a key: r and s of digits alone. They are a valid signature for what they are.
#[test]
fn signatures_that_are_text_for_what_they_are() {
    let mut bytes = [b'5'; 64];
    let found = (b'0'..=b'9').chain(b'a'..=b'f').find_map(|digit| {
        bytes[20] = digit;
        Some((bytes, key_for(&bytes)?))
    });
    let (bytes, key) = found.expect("half of the numbers are coordinates");
    assert_eq!(read(&bytes, &key, None), Ok((true, None, Encoding::P1363)));
    // Under another key they are text that is no signature.
    assert!(read(&bytes, &labels(), None).is_err());
    // And text of a signature is one, under the key of what it stands for.
    let mut inner = [0x55; 64];
    let found = (1..64).find_map(|byte| {
        inner[20] = byte;
        Some((inner, key_for(&inner)?))
    });
    let (inner, key) = found.expect("a key");
    assert_eq!(
        read(hex::encode(inner).as_bytes(), &key, None),
        Ok((true, Some(TextEncoding::Hex), Encoding::P1363))
    );
}

#[test]
fn rsa() {
    let key = key(&fixture("labels/public_label_pkcs1.pem"))
        .expect("a key")
        .rsa()
        .expect("RSA");
    let message = fixture("message.txt");
    let file = fixture("labels/sig.bin");
    let scheme = secant_verify::rsa::Scheme::Pkcs1(Hash::Sha256);
    let read = |file: &[u8]| {
        let verdict = signature::rsa(file, |bytes| key.verify(&scheme, &message, bytes)).map_err(|e| e.to_string())?;
        Ok::<_, String>((verdict.result.is_ok(), verdict.text))
    };
    assert_eq!(read(&file), Ok((true, None)));
    assert_eq!(read(hex::encode(&file).as_bytes()), Ok((true, Some(TextEncoding::Hex))));
    let base64 = <base64ct::Base64 as base64ct::Encoding>::encode_string(&file);
    assert_eq!(read(base64.as_bytes()), Ok((true, Some(TextEncoding::Base64))));
    let mut changed = file.clone();
    changed[100] ^= 1;
    assert_eq!(read(&changed), Ok((false, None)));
    assert_eq!(read(&[0xff; 256]), Ok((false, None)), "above the modulus");
    for (file, part) in [
        (
            &file[1..],
            "the signature has 255 bytes where those of the key have 256",
        ),
        (&[b'a'; 256], "read as hexadecimal digits: the signature has 128 bytes"),
        (b"", "it is empty"),
    ] {
        let e = read(file).expect_err("no signature");
        assert!(e.contains(part), "{e}");
    }
}

#[test]
fn digests() {
    let digest = |hash: Hash| hash.digest(&[b"abc"]).to_vec();
    for hash in Hash::ALL {
        let bytes = digest(hash);
        let read = |file: &[u8]| {
            signature::digest(file, hash)
                .map(|(bytes, text)| (bytes.into_owned(), text))
                .map_err(|e| e.to_string())
        };
        assert_eq!(read(&bytes), Ok((bytes.clone(), None)), "{hash}");
        assert_eq!(
            read(format!("{}\n", hex::encode(&bytes)).as_bytes()),
            Ok((bytes.clone(), Some(TextEncoding::Hex))),
            "{hash}"
        );
        let base64 = <base64ct::Base64 as base64ct::Encoding>::encode_string(&bytes);
        assert_eq!(
            read(base64.as_bytes()),
            Ok((bytes.clone(), Some(TextEncoding::Base64))),
            "{hash}"
        );
        assert_eq!(
            read(&bytes[1..]),
            Err(format!(
                "it has {} bytes where {hash} gives {}",
                bytes.len() - 1,
                bytes.len()
            ))
        );
        assert!(read(b"").is_err());
        // Digits of as many characters as the digest has bytes.
        let digits = vec![b'7'; bytes.len()];
        let half = bytes.len() / 2;
        assert_eq!(
            read(&digits),
            Err(format!(
                "read as hexadecimal digits it has {half} bytes where {hash} gives {}",
                bytes.len()
            ))
        );
    }
    // Base64 of SHA-384 has as many characters as SHA-512 has bytes.
    let base64 = <base64ct::Base64 as base64ct::Encoding>::encode_string(&digest(Hash::Sha384));
    assert_eq!(base64.len(), 64);
    let e = signature::digest(base64.as_bytes(), Hash::Sha512).expect_err("another function's");
    assert_eq!(e.to_string(), "read as base64 it has 48 bytes where SHA-512 gives 64");
    // Letters that are no digest's base64 are bytes.
    assert!(signature::digest(&[b'z'; 20], Hash::Sha1).is_ok_and(|(_, text)| text.is_none()));
}

/// A key that cannot be used is told as such, whatever the signature.
#[test]
fn bad_keys() {
    let verdict = signature::ecdsa::<()>(&[1; 64], None, |_, _| Err(ecdsa::Error::ExplicitCurve)).expect("read");
    assert_eq!(verdict.result, Err(ecdsa::Error::ExplicitCurve));
}
