//! `secant verify ecdsa`

use super::input::{Signed, list};
use super::key::{Key, KeyError};
use crate::error::Error;
use clap::{Args, ValueEnum};
use secant_gfp::named::Name;
use secant_report::units::time;
use secant_verify::ecdsa::{self, KeyCurve, KeyFile, KeyFileError, Options, SignatureError};
use std::borrow::Cow;
use std::io::Write;
use std::time::Instant;

/// An ECDSA signature.
#[derive(Debug, Args)]
pub struct Ecdsa {
    /// The curve, such as P-256, secp256k1 or brainpoolP384r1: needed where the key is a point alone, and else compared
    /// with the key's.
    #[arg(long, value_name = "CURVE", value_parser = curve)]
    curve: Option<Name>,
    #[command(flatten)]
    signed: Signed,
    /// How the signature is written; detected if left out.
    ///
    /// What reads as DER is DER, and else r and s of as many bytes as the order has, one after the other. Bytes that can
    /// be read in both ways are a valid signature if they are one in either.
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,
    /// Refuse signatures whose s is above half of the order.
    #[arg(long)]
    low_s: bool,
}

/// How a signature is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    /// DER of r and s: OpenSSL, X.509, WebAuthn.
    Der,
    /// r and s, one after the other: IEEE P1363, JOSE.
    P1363,
}

impl Encoding {
    const fn name(self) -> &'static str {
        match self {
            Self::Der => "DER",
            Self::P1363 => "P1363",
        }
    }
}

impl From<Encoding> for ecdsa::Encoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Der => Self::Der,
            Encoding::P1363 => Self::P1363,
        }
    }
}

/// The curve of a name.
pub fn curve(name: &str) -> Result<Name, String> {
    Name::parse(name).ok_or_else(|| format!("known are {}", list(Name::ALL)))
}

impl Ecdsa {
    /// As [`Verify::run`](super::Verify::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let file = self.signed.key()?;
        let key = key_file(&self.signed, &file, self.curve)?;
        let signature = self.signed.signature()?;
        let digest = self.signed.digest()?;
        let options = Options {
            low_s: self.low_s,
            ..Options::default()
        };
        let verify = |encoding: Encoding| key.verify_digest(&digest, &signature, encoding.into(), &options);
        let start = Instant::now();
        let (encoding, result) = match self.encoding {
            Some(encoding) => (encoding, verify(encoding)),
            None => detect(&signature, verify),
        };
        let took = time(start.elapsed().as_nanos() as u64);
        let valid = match result {
            Ok(()) => true,
            Err(ecdsa::Error::Invalid) => false,
            Err(ecdsa::Error::Signature(SignatureError::Length { found, expected })) if self.encoding.is_none() => {
                return Err(self.signed.bad_signature(format_args!(
                    "it has {found} bytes, which are neither DER nor the {expected} of r and s"
                )));
            }
            Err(e) if e.is_invalid_signature() => return Err(self.signed.bad_signature(e)),
            Err(e) => return Err(self.signed.bad_key(e)),
        };
        writeln!(
            out,
            "{}: ECDSA signature over {} with {}, {}, verified in {}",
            if valid { "valid" } else { "invalid" },
            name(&key.curve),
            self.signed.hash,
            encoding.name(),
            took.trim()
        )?;
        Ok(valid)
    }
}

/// The key of a file, over the curve that is asked for.
fn key_file<'a>(signed: &Signed, file: &'a Key, wanted: Option<Name>) -> Result<KeyFile<'a>, Error> {
    match (file, wanted) {
        (Key::Spki(der), wanted) => {
            let key = KeyFile::from_spki_der(der).map_err(|e| bad_key(signed, &e))?;
            match (wanted, &key.curve) {
                (None, _) => Ok(key),
                (Some(wanted), KeyCurve::Named(found)) if wanted == *found => Ok(key),
                (Some(wanted), found) => Err(signed.bad_key(format_args!(
                    "the key's curve is {} where --curve says {wanted}",
                    name(found)
                ))),
            }
        }
        (Key::Bare(point), Some(curve)) => Ok(KeyFile {
            curve: KeyCurve::Named(curve),
            point,
        }),
        (Key::Bare(bytes), None) => Err(signed.bad_key(match bytes[..] {
            // What compressed, uncompressed and hybrid points begin with.
            [2 | 3 | 4 | 6 | 7, ..] => KeyError::Point,
            _ => KeyError::Unknown,
        })),
        (Key::Pkcs1(_), _) => Err(signed.bad_key("it is an RSA key where one for ECDSA is expected")),
    }
}

/// As [`key_file`], over a curve with a name: that, and the point.
pub fn named_key<'a>(signed: &Signed, file: &'a Key, wanted: Option<Name>) -> Result<(Name, &'a [u8]), Error> {
    let key = key_file(signed, file, wanted)?;
    match key.curve {
        KeyCurve::Named(name) => Ok((name, key.point)),
        KeyCurve::Explicit(_) => Err(signed.bad_key(format_args!("it is over {}", name(&key.curve)))),
    }
}

fn bad_key(signed: &Signed, e: &KeyFileError) -> Error {
    match e {
        KeyFileError::UnknownCurve(_) => signed.bad_key(format_args!("{e}; known are {}", list(Name::ALL))),
        _ => signed.bad_key(e),
    }
}

/// Verifies in the encoding that a signature has.
///
/// DER and P1363 can hardly be taken for each other: P1363 that is DER by chance needs some six certain bytes. Then both
/// are tried. Either is valid only for who has the key's secret, and so nothing is accepted that was not signed.
fn detect(
    signature: &[u8],
    verify: impl Fn(Encoding) -> Result<(), ecdsa::Error>,
) -> (Encoding, Result<(), ecdsa::Error>) {
    use ecdsa::Error::Signature;
    /// The tag of a sequence in DER.
    const SEQUENCE: u8 = 0x30;
    if signature.first() != Some(&SEQUENCE) {
        return (Encoding::P1363, verify(Encoding::P1363));
    }
    let der = verify(Encoding::Der);
    if der.as_ref().err().is_none_or(|e| !e.is_invalid_signature()) {
        return (Encoding::Der, der);
    }
    let p1363 = verify(Encoding::P1363);
    let is_der = !matches!(
        der,
        Err(Signature(SignatureError::Der(_) | SignatureError::TrailingBytes(_)))
    );
    match p1363 {
        Ok(()) => (Encoding::P1363, p1363),
        Err(Signature(SignatureError::Length { .. })) => (Encoding::Der, der),
        Err(_) if is_der => (Encoding::Der, der),
        Err(_) => (Encoding::P1363, p1363),
    }
}

/// What a curve is called.
fn name(curve: &KeyCurve<'_>) -> Cow<'static, str> {
    match curve {
        KeyCurve::Named(name) => Cow::Borrowed(name.as_str()),
        KeyCurve::Explicit(parameters) => {
            // It has no leading zeros: DER has none.
            let p = parameters.p;
            let bits = 8 * p.len() - p.first().map_or(0, |byte| byte.leading_zeros() as usize);
            Cow::Owned(format!("a curve of {bits} bits given by its parameters"))
        }
    }
}
