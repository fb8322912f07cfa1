//! `secant verify ecdsa`

use super::input::{Signed, list};
use super::key::{Key, KeyError};
use crate::error::Error;
use clap::{Args, ValueEnum};
use secant_gfp::named::Name;
use secant_report::units::time;
use secant_verify::{
    ecdsa::{self, KeyCurve, KeyFile, KeyFileError, Options},
    formats::signature,
    hash::Prehash,
};
use std::io::Write;
use std::time::Instant;

/// An ECDSA signature.
#[derive(Debug, Args)]
pub struct Ecdsa {
    /// The curve, such as P-256, secp256k1 or brainpoolP384r1. Needed if the key is a bare point; otherwise it must
    /// match the key's curve.
    #[arg(long, value_name = "CURVE", value_parser = curve)]
    curve: Option<Name>,
    #[command(flatten)]
    signed: Signed,
    /// The encoding of the signature. Detected if left out.
    ///
    /// Bytes that parse as DER are taken as DER. Otherwise they are r and s, each with as many bytes as the order, one
    /// after the other. Bytes that parse both ways are a valid signature if one of the two is.
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,
    /// Refuse signatures whose s is above half the order.
    #[arg(long)]
    low_s: bool,
    /// Accept keys that give the parameters of their curve instead of its name.
    ///
    /// Whoever gives parameters chooses the curve. Trust such a key because of where it comes from, never because its
    /// point is that of a key you know. Certificates may not have such keys.
    #[arg(long)]
    explicit_curve: bool,
    /// Accept curves of less than 160 bits, whose secret keys can be computed.
    #[arg(long)]
    allow_weak: bool,
}

/// The encoding of a signature.
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

impl From<ecdsa::Encoding> for Encoding {
    fn from(encoding: ecdsa::Encoding) -> Self {
        match encoding {
            ecdsa::Encoding::Der => Self::Der,
            ecdsa::Encoding::P1363 => Self::P1363,
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

/// Parses the name of a curve.
pub fn curve(name: &str) -> Result<Name, String> {
    Name::parse(name).ok_or_else(|| format!("known are {}", list(Name::ALL)))
}

/// The text of an error, with this program's options where the library names its own.
fn with_options(error: &ecdsa::Error) -> String {
    match error {
        ecdsa::Error::ExplicitCurve => format!("{error}; --explicit-curve accepts a key that you trust for its source"),
        ecdsa::Error::WeakCurve { .. } => format!("{error}; --allow-weak accepts it"),
        _ => error.to_string(),
    }
}

impl Ecdsa {
    /// See [`Verify::run`](super::Verify::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let file = self.signed.key()?;
        let key = key_file(&self.signed, &file, self.curve, self.explicit_curve)?;
        let signature = self.signed.signature_file()?;
        let digest = self.signed.digest()?;
        let prehash = Prehash::new(self.signed.hash, &digest).map_err(|e| Error::Unusable(e.to_string()))?;
        let options = Options {
            low_s: self.low_s,
            explicit_curve: self.explicit_curve,
            allow_weak: self.allow_weak,
            ..Options::default()
        };
        let verify = |signature: &[u8], encoding| key.verify_digest(prehash, signature, encoding, &options);
        let start = Instant::now();
        let verdict = signature::ecdsa(&signature, self.encoding.map(Into::into), verify)
            .map_err(|e| self.signed.unreadable_signature(e))?;
        let took = time(start.elapsed().as_nanos() as u64);
        let (valid, why) = match verdict.result {
            Ok(()) => (true, None),
            Err(ecdsa::Error::Invalid) => (false, None),
            Err(e) if e.is_invalid_signature() => (false, Some(e)),
            Err(e) => return Err(self.signed.bad_key(with_options(&e))),
        };
        self.signed.note_text(verdict.text);
        self.signed.warn();
        writeln!(
            out,
            "{}: ECDSA signature over {} with {}, {}, verified in {}{}",
            if valid { "valid" } else { "invalid" },
            key.curve,
            self.signed.hash,
            Encoding::from(verdict.encoding).name(),
            took.trim(),
            why.map(|e| format!(": {e}")).unwrap_or_default()
        )?;
        Ok(valid)
    }
}

/// Reads the key of a file, over the curve that was asked for.
fn key_file<'a>(
    signed: &Signed,
    file: &'a Key,
    wanted: Option<Name>,
    explicit_curve: bool,
) -> Result<KeyFile<'a>, Error> {
    match (file, wanted) {
        (Key::Spki(der), wanted) => {
            let key = KeyFile::from_spki_der(der).map_err(|e| bad_key(signed, &e))?;
            let found = match &key.curve {
                KeyCurve::Explicit(_) if !explicit_curve => {
                    return Err(signed.bad_key(with_options(&ecdsa::Error::ExplicitCurve)));
                }
                KeyCurve::Explicit(curve) if wanted.is_some() => curve.name(),
                KeyCurve::Explicit(_) => None,
                KeyCurve::Named(name) => Some(*name),
            };
            match wanted {
                Some(wanted) if found != Some(wanted) => Err(signed.bad_key(format_args!(
                    "the key's curve is {} where --curve says {wanted}",
                    key.curve
                ))),
                _ => Ok(key),
            }
        }
        (Key::Bare(point), Some(curve)) => Ok(KeyFile {
            curve: KeyCurve::Named(curve),
            point,
        }),
        (Key::Bare(_), None) => Err(signed.bad_key(KeyError::Point)),
        (Key::Pkcs1(_), _) => Err(signed.bad_key("it is an RSA key where one for ECDSA is expected")),
    }
}

/// Like `key_file`, for a named curve. Returns the name and the point.
pub fn named_key<'a>(signed: &Signed, file: &'a Key, wanted: Option<Name>) -> Result<(Name, &'a [u8]), Error> {
    let key = key_file(signed, file, wanted, true)?;
    match key.curve {
        KeyCurve::Named(name) => Ok((name, key.point)),
        KeyCurve::Explicit(_) => Err(signed.bad_key(ecdsa::Error::ExplicitCurve)),
    }
}

fn bad_key(signed: &Signed, e: &KeyFileError) -> Error {
    match e {
        KeyFileError::UnknownCurve(_) => signed.bad_key(format_args!(
            "{e}; `openssl ec -pubin -param_enc explicit` writes its parameters, which --explicit-curve accepts"
        )),
        _ => signed.bad_key(e),
    }
}
