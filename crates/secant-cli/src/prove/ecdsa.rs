//! `secant prove ecdsa`

use super::{Proving, Subject, table_rows};
use crate::{
    error::Error,
    verify::{Encoding, Signed, curve, hash, named_key},
};
use clap::Args;
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    curve::{Parameters, Weierstrass, coordinates, integer_of},
    ecdsa::{Ecdsa as Verifier, Form, Signature, Statement},
};
use secant_field::modular::Modular;
use secant_gfp::{
    Curve,
    named::{Name, Visitor},
};
use secant_verify::{
    ecdsa,
    formats::{
        TextEncoding,
        signature::{SignatureFileError, ecdsa as read_signature},
    },
    hash::{Hash, Prehash},
};
use std::{io::Write, num::NonZero, path::PathBuf};

/// Proves that a signature is valid; the key, the digest and the signature are public.
#[derive(Debug, Args)]
pub struct Ecdsa {
    /// The curve, such as secp256k1 or P-256: needed where the key is a point alone, or there is no signature.
    #[arg(long, value_name = "CURVE", value_parser = curve)]
    curve: Option<Name>,
    /// The hash function of the message: SHA-1, SHA-2, SHA-3, SHAKE, Keccak-256 or RIPEMD-160, such as sha256 or SHA-512/256.
    #[arg(long, value_name = "HASH", value_parser = hash, requires = "key")]
    hash: Option<Hash>,
    /// The public key or certificate, in any form that `verify ecdsa` reads: PEM, DER, JWK, COSE, a point.
    #[arg(long, value_name = "FILE", requires_all = ["hash", "signature"], required_unless_present = "seed")]
    key: Option<PathBuf>,
    /// The signature: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE", requires = "key")]
    signature: Option<PathBuf>,
    /// The message, which is hashed as it is; - is standard input.
    #[arg(long, value_name = "FILE", requires = "key")]
    message: Option<PathBuf>,
    /// The message's digest in place of the message: bytes, base64 or hexadecimal digits.
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "message")]
    digest: Option<PathBuf>,
    /// How the signature is written; detected if left out, as `verify ecdsa` does.
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,
    /// Make up a key, a digest and a signature from a number, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "key", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
    /// Refuse an `s` above half the order, as Bitcoin and Ethereum do: the circuit checks it too.
    #[arg(long)]
    low_s: bool,
    /// How many rows the tables of the generator's multiples may have: more make fewer additions.
    #[arg(long, value_name = "N", default_value = "4000", value_parser = table_rows)]
    table_rows: NonZero<usize>,
    #[command(flatten)]
    proving: Proving,
}

impl Ecdsa {
    /// As [`Prove::run`](super::Prove::run).
    pub fn run(&self, out: &mut dyn Write) -> Result<bool, Error> {
        let (name, statement) = match (self.signed(), self.seed) {
            (Some(signed), _) => self.read(&signed)?,
            (None, seed) => {
                let name = self.curve.unwrap_or(Name::Secp256k1);
                let mut rng = StdRng::seed_from_u64(seed.unwrap_or(1));
                let parameters = Parameters::named(name);
                let mut statement = Statement::made_up(&parameters, &mut rng);
                if self.low_s {
                    let s = &mut statement.signature.s;
                    *s = (&parameters.order - &*s).min(s.clone());
                }
                (name, statement)
            }
        };
        let parameters = Parameters::named(name);
        let (form, low) = if self.low_s {
            (Form::LowS, " with a low s")
        } else {
            (Form::Any, "")
        };
        let subject = Subject {
            text: format!("ECDSA signature over {name}{low}"),
            element_bits: parameters.modulus.bits() as usize,
            seed: self.seed.unwrap_or(0),
            // Of the tables alone.
            least_memory: 300 * self.table_rows.get() as u64,
        };
        self.proving.run(out, subject, |b| {
            let curve = Weierstrass::new(name.as_str(), parameters, b.shape())?;
            let verifier = Verifier::new(b, &curve, self.table_rows.get())?.of_form(form);
            verifier.verify_public(b, &statement).map(|()| "")
        })
    }

    /// The files, if there are some.
    fn signed(&self) -> Option<Signed> {
        let (key, signature) = (self.key.clone()?, self.signature.clone()?);
        Some(Signed::new(
            self.hash?,
            key,
            signature,
            self.message.clone(),
            self.digest.clone(),
        ))
    }

    fn read(&self, signed: &Signed) -> Result<(Name, Statement), Error> {
        let file = signed.key()?;
        let (name, point) = named_key(signed, &file, self.curve)?;
        let signature = signed.signature_file()?;
        let digest = signed.digest()?;
        let read = Read {
            point,
            digest: Prehash::new(signed.hash, &digest).map_err(|e| Error::Unusable(e.to_string()))?,
            signature: &signature,
            encoding: self.encoding.map(Into::into),
        };
        let (statement, text) = name.visit(read).map_err(|e| match e {
            Refused::Key(e) => signed.bad_key(e),
            Refused::Unreadable(e) => signed.unreadable_signature(e),
            Refused::Invalid(e) => Error::Wrong(format!("cannot prove it: {e}")),
        })?;
        signed.note_text(text);
        signed.warn();
        Ok((name, statement))
    }
}

/// Reads what is public over a curve.
struct Read<'a> {
    point: &'a [u8],
    digest: Prehash<'a>,
    signature: &'a [u8],
    encoding: Option<ecdsa::Encoding>,
}

/// Why there is nothing to prove.
enum Refused {
    Key(ecdsa::KeyError),
    /// The file is no signature.
    Unreadable(SignatureFileError),
    /// It is one that does not hold, so that there is no proof.
    Invalid(ecdsa::Error),
}

impl Visitor for Read<'_> {
    /// The statement, and how the signature is written if it is text.
    type Output = Result<(Statement, Option<TextEncoding>), Refused>;

    fn visit<C: Curve + 'static>(self, curve: &C) -> Self::Output {
        let key = ecdsa::PublicKey::from_sec1(curve, self.point).map_err(Refused::Key)?;
        let n = curve.scalars();
        let verified = |bytes: &[u8], encoding| {
            let signature = match encoding {
                ecdsa::Encoding::Der => ecdsa::Signature::from_der(curve, bytes),
                ecdsa::Encoding::P1363 => ecdsa::Signature::from_p1363(curve, bytes),
            }?;
            if !key.verify_digest(curve, self.digest, &signature) {
                return Err(ecdsa::Error::Invalid);
            }
            Ok(Signature {
                r: integer_of(n, signature.r()),
                s: integer_of(n, signature.s()),
            })
        };
        let verdict = read_signature(self.signature, self.encoding, verified).map_err(Refused::Unreadable)?;
        let signature = verdict.result.map_err(Refused::Invalid)?;
        // The leftmost bits, as many as the order has.
        let digest = self.digest.as_bytes();
        let bytes = &digest[..digest.len().min(n.byte_len())];
        let excess = (8 * bytes.len()).saturating_sub(n.bits());
        let statement = Statement {
            // A key is a point other than the identity.
            key: coordinates(curve, key.point()).unwrap_or_default(),
            digest: BigUint::from_bytes_be(bytes) >> excess,
            signature,
        };
        Ok((statement, verdict.text))
    }
}
