//! `secant verify webauthn`

use super::input::{LARGEST, read, read_or_stdin};
use super::key::KeyFile;
use crate::error::Error;
use clap::Args;
use secant_report::printable;
use secant_report::units::time;
use secant_verify::formats::{VerifyError, text, webauthn};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// A WebAuthn assertion.
#[derive(Debug, Args)]
pub struct Webauthn {
    /// The assertion, as PublicKeyCredential.toJSON() writes it; - is standard input.
    ///
    /// Verified are the signature of the authenticator's data and of the SHA-256 of the client's data, and that a user
    /// was present. The challenge, the origin and the relying party are checked only if options give the expected
    /// values. Whoever accepts an assertion has to check all three.
    #[arg(value_name = "FILE", required_unless_present = "authenticator_data")]
    file: Option<PathBuf>,
    #[command(flatten)]
    key: KeyFile,
    /// The authenticator's data in bytes, instead of FILE.
    #[arg(long, value_name = "FILE", requires_all = ["client_data", "signature"], conflicts_with = "file")]
    authenticator_data: Option<PathBuf>,
    /// The client's data (JSON), instead of FILE.
    #[arg(long, value_name = "FILE", requires = "authenticator_data")]
    client_data: Option<PathBuf>,
    /// The signature, instead of FILE: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE", requires = "authenticator_data")]
    signature: Option<PathBuf>,
    /// The challenge that was sent, in base64url. An assertion with another one is invalid.
    #[arg(long, value_name = "BASE64URL", value_parser = challenge)]
    challenge: Option<Challenge>,
    /// The origin, such as `https://example.org`. An assertion with another one is invalid.
    #[arg(long, value_name = "ORIGIN")]
    origin: Option<String>,
    /// The relying party's identifier, such as example.org. An assertion with another one is invalid.
    #[arg(long, value_name = "DOMAIN")]
    rp_id: Option<String>,
    /// Refuse assertions whose user was not verified, for example by a PIN or a fingerprint.
    #[arg(long)]
    user_verified: bool,
}

/// The bytes of a challenge.
#[derive(Clone, Debug)]
struct Challenge(Vec<u8>);

fn challenge(argument: &str) -> Result<Challenge, String> {
    let decoded = text::base64(argument.as_bytes());
    decoded
        .map(|decoded| Challenge(decoded.bytes))
        .ok_or_else(|| "not base64url".into())
}

impl Webauthn {
    /// See [`Verify::run`](super::Verify::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let assertion = self.assertion()?;
        let keys = self.key.read()?;
        let key = self.key.choose(&keys, None, |_| true).map_err(|e| self.key.bad(e))?;
        let expected = webauthn::Expected {
            challenge: self.challenge.as_ref().map(|challenge| &challenge.0[..]),
            origin: self.origin.as_deref(),
            relying_party: self.rp_id.as_deref(),
            user_verified: self.user_verified,
        };
        let algorithm = webauthn::algorithm(key).map_err(|e| self.key.bad(e))?;
        let start = Instant::now();
        let result = assertion.verify(key);
        let took = time(start.elapsed().as_nanos() as u64);
        let why = match result {
            Ok(_) => assertion.check(&expected).err().map(|e| e.to_string()),
            Err(e) if e.is_invalid() => Some(e.to_string()),
            Err(e @ (VerifyError::Ecdsa(_) | VerifyError::Rsa(_))) => return Err(self.bad(e)),
            Err(e) => return Err(self.key.bad(e)),
        };
        writeln!(
            out,
            "{}: WebAuthn assertion with {algorithm}, user {}verified, verified in {}{}",
            if why.is_none() { "valid" } else { "invalid" },
            if assertion.is_user_verified() { "" } else { "not " },
            took.trim(),
            match &why {
                Some(why) => format!(": {}", printable(why)),
                None => self.unchecked(),
            }
        )?;
        Ok(why.is_none())
    }

    /// The checks that no option asked for.
    fn unchecked(&self) -> String {
        let all = [
            ("challenge", self.challenge.is_some()),
            ("origin", self.origin.is_some()),
            ("relying party", self.rp_id.is_some()),
        ];
        let names = all.into_iter().filter_map(|(name, checked)| (!checked).then_some(name));
        match &names.collect::<Vec<_>>()[..] {
            [] => String::new(),
            names => format!("; not checked: {}", names.join(", ")),
        }
    }

    fn assertion(&self) -> Result<webauthn::Assertion, Error> {
        if let Some(file) = &self.file {
            let bytes = read_or_stdin(file, "assertion", LARGEST)?;
            let text = text::unmarked(&bytes);
            let json = std::str::from_utf8(&text).map_err(|e| self.bad(e))?;
            return webauthn::Assertion::from_json(json).map_err(|e| self.bad(e));
        }
        let (Some(data), Some(client), Some(signature)) =
            (&self.authenticator_data, &self.client_data, &self.signature)
        else {
            return Err(Error::Unusable("neither FILE nor --authenticator-data is given".into()));
        };
        let signature = read(signature, "signature", LARGEST)?;
        // The byte 2, which every DER signature has, occurs in no text.
        let decoded = text::decode(&signature).into_iter().next();
        let signature = decoded.map_or(signature, |decoded| decoded.bytes);
        let [data, client] =
            [(data, "authenticator's data"), (client, "client's data")].map(|(path, file)| read(path, file, LARGEST));
        webauthn::Assertion::new(data?, client?, signature).map_err(|e| self.bad(e))
    }

    fn bad(&self, reason: impl std::fmt::Display) -> Error {
        let path = self.file.as_ref().or(self.signature.as_ref());
        let path = path.map(|path| path.display().to_string()).unwrap_or_default();
        Error::unusable(format_args!("cannot use the assertion file {path}"), reason)
    }
}
