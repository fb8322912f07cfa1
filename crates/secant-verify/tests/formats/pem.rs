//! PEM as people have it.

use super::*;
use secant_verify::formats::PemError;

/// The block of a label around base64.
fn block(label: &str, body: &str) -> String {
    format!("-----BEGIN {label}-----\n{body}\n-----END {label}-----\n")
}

fn body() -> String {
    text("pem/good.pem")
        .lines()
        .filter(|line| !line.starts_with('-'))
        .collect()
}

#[test]
fn files_of_other_tools() {
    for name in ["good", "bom", "blank_after_begin", "trailing_spaces"] {
        let file = fixture(&format!("pem/{name}.pem"));
        assert_eq!(key(&file).map(|key| key.material), Ok(spki()), "{name}");
        assert_eq!(notes(&file), "", "{name}");
    }
}

#[test]
fn laxer_grammar() {
    let good = text("pem/good.pem");
    let body = body();
    let utf16 = |order: fn(u16) -> [u8; 2]| {
        "\u{feff}"
            .encode_utf16()
            .chain(good.encode_utf16())
            .flat_map(order)
            .collect::<Vec<_>>()
    };
    let ragged = body
        .as_bytes()
        .chunks(7)
        .map(|line| String::from_utf8_lossy(line) + " \t\x0b\x0c\n")
        .collect::<String>();
    let texts = [
        good.replace('\n', "\r\n"),
        good.replace('\n', "\r"),
        good.replace('\n', "\n\n"),
        good.replace('\n', "\n  "),
        format!("  {good}"),
        good.trim_end().to_owned(),
        format!("Bag Attributes\n    friendlyName: -----BEGIN of a key\n{good}and more\n"),
        format!("{good}{}", block("CERTIFICATE", "")),
        block("PUBLIC KEY", &body),
        block("PUBLIC KEY", body.trim_end_matches('=')),
        block("PUBLIC KEY", &ragged),
        format!("-----BEGIN PUBLIC KEY-----{body}-----END PUBLIC KEY-----"),
    ];
    for text in texts {
        assert_eq!(key(text.as_bytes()).map(|key| key.material), Ok(spki()), "{text}");
    }
    for text in [utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
        assert_eq!(key(&text).map(|key| key.material), Ok(spki()));
    }
}

#[test]
fn content_decides() {
    let spki_of_rsa = key(&fixture("labels/rsa_label_spki.pem")).expect("a key");
    assert!(matches!(spki_of_rsa.material, KeyMaterial::Spki(_)));
    let pkcs1 = key(&fixture("labels/public_label_pkcs1.pem")).expect("a key");
    assert!(matches!(pkcs1.material, KeyMaterial::Pkcs1(_)));
    assert_eq!(spki_of_rsa.rsa().expect("RSA"), pkcs1.rsa().expect("RSA"));
    assert_eq!(
        notes(&fixture("labels/rsa_label_spki.pem")),
        "read as a SubjectPublicKeyInfo (PUBLIC KEY), although its label is \"RSA PUBLIC KEY\""
    );
    assert_eq!(
        notes(&fixture("labels/public_label_pkcs1.pem")),
        "read as an RSAPublicKey (RSA PUBLIC KEY), although its label is \"PUBLIC KEY\""
    );
    // The usual labels are not worth a note.
    let pkcs1 = text("labels/public_label_pkcs1.pem").replace("PUBLIC KEY", "RSA PUBLIC KEY");
    assert_eq!(notes(pkcs1.as_bytes()), "");
}

#[test]
fn refused() {
    let good = text("pem/good.pem");
    let pem = |text: &str| match key(text.as_bytes()) {
        Err(KeyError::Pem(e)) => e,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(pem(&good[..100]), PemError::End("PUBLIC KEY".into()));
    assert_eq!(
        pem(&good.replace("-----END PUBLIC KEY-----", "-----END")),
        PemError::End("PUBLIC KEY".into())
    );
    assert_eq!(pem("-----BEGIN "), PemError::Label);
    assert_eq!(pem("-----BEGIN PUBLIC\nKEY-----\n"), PemError::Label);
    let other_end = PemError::OtherEnd {
        begin: "PUBLIC KEY".into(),
        end: "RSA PUBLIC KEY".into(),
    };
    assert_eq!(pem(&good.replace("END PUBLIC", "END RSA PUBLIC")), other_end);
    for (from, to) in [("MFkw", "!Fkw"), ("MFkw", "MFk"), ("MFkw", "-Fkw"), ("9Q==", "9R==")] {
        assert!(good.contains(from));
        assert_eq!(pem(&good.replacen(from, to, 1)), PemError::Base64, "{to}");
    }
    assert_eq!(pem(&block("PUBLIC KEY", "")), PemError::Base64);
    let e = key(block("CERTIFICATE REQUEST", &body()).as_bytes()).expect_err("no key");
    assert!(
        matches!(&e, KeyError::Label { found } if found == "CERTIFICATE REQUEST"),
        "{e}"
    );
}

#[test]
fn private_keys_are_called_so() {
    for label in [
        "PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "RSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
    ] {
        let e = key(block(label, "MAA=").as_bytes()).expect_err("private");
        assert!(
            e.to_string().starts_with(&format!("it is a private key ({label})")),
            "{e}"
        );
    }
    let ec = block("EC PARAMETERS", "BggqhkjOPQMBBw==") + &block("EC PRIVATE KEY", "MAA=");
    let e = key(ec.as_bytes()).expect_err("private");
    assert!(e.to_string().starts_with("it is a private key (EC PRIVATE KEY)"), "{e}");
    // Many in a row, and none behind them.
    let e = key(block("EC PARAMETERS", "").repeat(10_000).as_bytes()).expect_err("no key");
    assert!(matches!(e, KeyError::Label { .. }), "{e}");
}
