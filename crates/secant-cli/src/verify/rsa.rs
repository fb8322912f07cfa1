//! `secant verify rsa`

use super::input::{self, Signed};
use super::key::{Key, KeyError};
use crate::error::Error;
use clap::{Args, ValueEnum};
use secant_report::units::time;
use secant_verify::formats::signature;
use secant_verify::hash::Hash;
use secant_verify::rsa::{self, KeyOptions, Pss, PublicKey, Salt, Scheme};
use std::io::Write;
use std::time::Instant;

/// An RSA signature.
#[derive(Debug, Args)]
pub struct Rsa {
    /// The encoding of the digest before it is signed.
    #[arg(long, value_name = "SCHEME")]
    scheme: SchemeName,
    #[command(flatten)]
    signed: Signed,
    /// PSS: the hash function of MGF1, or SHAKE, which makes the mask itself. The default is the one that the key
    /// names, else that of the message.
    #[arg(long, value_name = "HASH", value_parser = input::hash)]
    mgf1: Option<Hash>,
    /// Accept keys of less than 1024 bits, whose modulus can be factored.
    #[arg(long)]
    allow_weak: bool,
    /// PSS: the length of the salt in bytes, or auto for any length, which is then read from the signature.
    #[arg(long, value_name = "auto|LENGTH", value_parser = salt)]
    salt: Option<Salt>,
}

/// The encoding of the digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SchemeName {
    /// RSASSA-PKCS1-v1_5.
    Pkcs1,
    /// RSASSA-PSS.
    Pss,
}

/// Parses a length of salt.
fn salt(text: &str) -> Result<Salt, String> {
    match text {
        "auto" => Ok(Salt::Any),
        _ => text
            .parse()
            .map(Salt::Exactly)
            .map_err(|_| "neither auto nor a number of bytes".into()),
    }
}

impl Rsa {
    /// See [`Verify::run`](super::Verify::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        if self.scheme == SchemeName::Pkcs1 && (self.mgf1.is_some() || self.salt.is_some()) {
            return Err(Error::Unusable("--mgf1 and --salt are for --scheme pss alone".into()));
        }
        let key = self.key()?;
        let scheme = self.scheme(&key);
        let signature = self.signed.signature_file()?;
        let digest = self.signed.digest()?;
        let start = Instant::now();
        let verdict = signature::rsa(&signature, |signature| key.verify_digest(&scheme, &digest, signature))
            .map_err(|e| self.signed.unreadable_signature(e))?;
        let took = time(start.elapsed().as_nanos() as u64);
        let (valid, why) = match &verdict.result {
            Ok(()) => (true, None),
            Err(rsa::Error::Mismatch) => (false, None),
            Err(rsa::Error::Padding { what }) => {
                (false, Some(self.padding(&key, &scheme, &digest, &verdict.bytes, what)))
            }
            Err(e) if e.is_invalid_signature() => (false, Some(e.to_string())),
            // This error depends only on the options.
            Err(e @ rsa::Error::NoDigestInfo { .. }) => return Err(Error::Unusable(e.to_string())),
            Err(e) => return Err(self.signed.bad_key(e)),
        };
        self.signed.note_text(verdict.text);
        self.signed.warn();
        writeln!(
            out,
            "{}: RSA signature under a key of {} bits, {}, verified in {}{}{}",
            if valid { "valid" } else { "invalid" },
            key.bits(),
            describe(&scheme),
            took.trim(),
            if why.is_some() { ": " } else { "" },
            why.unwrap_or_default()
        )?;
        Ok(valid)
    }

    /// What is wrong with an encoded message. If it is valid with another hash function of MGF1, names that one.
    fn padding(&self, key: &PublicKey, scheme: &Scheme, digest: &[u8], signature: &[u8], what: &str) -> String {
        let Scheme::Pss(pss) = scheme else {
            return what.into();
        };
        let holds = |mask: &Hash| {
            let scheme = Scheme::Pss(Pss {
                mask: *mask,
                salt: Salt::Any,
                ..*pss
            });
            key.verify_digest(&scheme, digest, signature).is_ok()
        };
        match Hash::ALL.into_iter().find(holds) {
            Some(mask) if mask == pss.mask => what.into(),
            Some(mask) => format!("it holds with --mgf1 {mask}"),
            None => what.into(),
        }
    }

    fn key(&self) -> Result<PublicKey, Error> {
        let options = KeyOptions {
            allow_weak: self.allow_weak,
        };
        let key = match self.signed.rsa_key(self.scheme == SchemeName::Pss)? {
            Key::Spki(der) => PublicKey::from_spki_der_with(&der, &options),
            Key::Pkcs1(der) => PublicKey::from_pkcs1_der_with(&der, &options),
            Key::Bare(_) => return Err(self.signed.bad_key(KeyError::Unknown)),
        };
        key.map_err(|e| match e {
            rsa::Error::ModulusTooShort { .. } => self.signed.bad_key(format_args!("{e}; --allow-weak accepts it")),
            _ => self.signed.bad_key(e),
        })
    }

    fn scheme(&self, key: &PublicKey) -> Scheme {
        let hash = self.signed.hash;
        match self.scheme {
            SchemeName::Pkcs1 => Scheme::Pkcs1(hash),
            SchemeName::Pss => Scheme::Pss(Pss {
                hash,
                mask: self
                    .mgf1
                    .unwrap_or_else(|| key.pss_parameters().map_or(hash, |parameters| parameters.mask)),
                salt: self.salt.unwrap_or(Salt::Any),
            }),
        }
    }
}

/// A scheme in words.
fn describe(scheme: &Scheme) -> String {
    match scheme {
        Scheme::Pkcs1(hash) => format!("PKCS#1 v1.5 with {hash}"),
        Scheme::Pss(Pss { hash, mask, salt }) => {
            let mgf1 = if mask.is_shake() { "a mask of" } else { "MGF1 with" };
            let salt = match salt {
                Salt::Exactly(len) => format!("{len} bytes of salt"),
                Salt::Any => "salt of any length".into(),
            };
            format!("PSS with {hash}, {mgf1} {mask} and {salt}")
        }
    }
}
