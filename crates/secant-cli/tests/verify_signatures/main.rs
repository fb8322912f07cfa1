//! `secant verify ecdsa` and `secant verify rsa` on what other tools signed, and on files that are wrong.

#[path = "../common/mod.rs"]
mod common;
mod ecdsa;
mod files;
mod formats;
mod rsa;

use common::{Run, file, secant};
use expect_test::{Expect, expect};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the fixtures.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/signatures")
}

/// A path of a fixture, or of another file if it is absolute.
fn path(name: &str) -> String {
    root().join(name).to_str().expect("UTF-8").to_owned()
}

/// A file of a test's own.
fn written(name: &str, contents: impl AsRef<[u8]>) -> String {
    file(name, contents).to_str().expect("UTF-8").to_owned()
}

fn contents(name: &str) -> Vec<u8> {
    fs::read(root().join(name)).expect("a fixture")
}

/// The program with arguments that are separated by spaces, of which those with a dot or a slash are fixtures.
fn verify(arguments: &str) -> Run {
    let arguments = arguments.split_whitespace().map(|argument| match argument {
        _ if argument.contains(['.', '/']) => path(argument),
        _ => argument.to_owned(),
    });
    let arguments = ["verify".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>();
    secant(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Text without what differs from run to run: the folders of files, and times.
fn steady(text: &str) -> String {
    let text = text
        .replace(&path(""), "")
        .replace(concat!(env!("CARGO_TARGET_TMPDIR"), "/"), "");
    match text.split_once(", verified in ") {
        Some((before, after)) => {
            let after = after
                .split_once(':')
                .map_or("\n".to_owned(), |(_, why)| format!(":{why}"));
            format!("{before}, verified in TIME{after}")
        }
        None => text,
    }
}

/// Checks the line of a valid signature, with its key as PEM and as DER where FORM is written.
#[track_caller]
fn valid(arguments: &str, line: &Expect) {
    line.assert_eq(&both_forms(arguments));
}

/// The line of a valid signature, which is the same for a key in PEM and in DER.
#[track_caller]
fn both_forms(arguments: &str) -> String {
    let [pem, der] = ["pem", "der"].map(|form| steady(verify(&arguments.replace("FORM", form)).success()));
    assert_eq!(pem, der);
    pem
}

/// Checks the line of an invalid signature.
#[track_caller]
fn invalid(arguments: &str, line: &Expect) {
    let run = verify(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{arguments}");
    line.assert_eq(&steady(&run.stdout));
}

/// Checks the sentence of a run that ends with this status.
#[track_caller]
fn failure(status: i32, arguments: &str, sentence: &Expect) {
    let run = verify(arguments);
    sentence.assert_eq(&steady(run.failure(status)));
}

/// Checks the message of bad usage, but for what follows its first paragraph.
#[track_caller]
fn usage(arguments: &str, message: &Expect) {
    let run = verify(arguments);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments}");
    message.assert_eq(steady(&run.stderr).split("\n\n").next().expect("one"));
}

/// Curves of the fixtures, and their hash functions.
const CURVES: [(&str, &str); 14] = [
    ("secp224r1", "sha224"),
    ("secp256k1", "sha256"),
    ("prime256v1", "sha256"),
    ("secp384r1", "sha384"),
    ("secp521r1", "sha512"),
    ("brainpoolP256r1", "sha256"),
    ("brainpoolP256t1", "sha256"),
    ("brainpoolP320r1", "sha384"),
    ("brainpoolP320t1", "sha384"),
    ("brainpoolP384r1", "sha384"),
    ("brainpoolP384t1", "sha384"),
    ("brainpoolP512r1", "sha512"),
    ("brainpoolP512t1", "sha512"),
    ("prime239v3_explicit", "sha256"),
];

/// What is said of SHA-1, beside the verdict.
const SHA1: &str = "note: SHA-1 has collisions: whoever chose the message may have another one with this signature\n";

const P256: &str = "ecdsa --hash sha256 --key ecdsa/prime256v1/key.pem";
const RSA: &str = "rsa --scheme pkcs1 --hash sha256 --key rsa/2048/key.pem";
const PSS: &str = "rsa --scheme pss --hash sha256 --key rsa/2048/key.pem";
