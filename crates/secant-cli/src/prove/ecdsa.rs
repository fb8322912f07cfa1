//! `secant prove ecdsa`

use super::Proving;
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
use secant_verify::{ecdsa, hash::Hash};
use std::{io::Write, path::PathBuf};

/// Proves that a signature is valid; the key, the digest and the signature are public.
#[derive(Debug, Args)]
pub struct Ecdsa {
    /// The curve, such as secp256k1 or P-256: needed where the key is a point alone, or there is no signature.
    #[arg(long, value_name = "CURVE", value_parser = curve)]
    curve: Option<Name>,
    /// The hash function of the message: SHA-1, SHA-2, SHA-3 or SHAKE, such as sha256, SHA-512/256 or sha3-256.
    #[arg(long, value_name = "HASH", value_parser = hash, requires = "key")]
    hash: Option<Hash>,
    /// The public key or certificate.
    #[arg(long, value_name = "FILE", requires_all = ["hash", "signature"], required_unless_present = "seed")]
    key: Option<PathBuf>,
    /// The signature, in bytes.
    #[arg(long, value_name = "FILE", requires = "key")]
    signature: Option<PathBuf>,
    /// The message, which is hashed as it is.
    #[arg(long, value_name = "FILE", requires = "key")]
    message: Option<PathBuf>,
    /// The message's digest, in bytes, in place of the message.
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "message")]
    digest: Option<PathBuf>,
    /// How the signature is written: DER unless said.
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,
    /// Make up a key, a digest and a signature from a number, instead of reading them.
    #[arg(long, value_name = "N", conflicts_with = "key", value_parser = clap::value_parser!(u64).range(1..))]
    seed: Option<u64>,
    /// Refuse an `s` above half the order, as Bitcoin and Ethereum do: the circuit checks it too.
    #[arg(long)]
    low_s: bool,
    /// How many rows the tables of the generator's multiples may have: more make fewer additions.
    #[arg(long, value_name = "N", default_value = "4000")]
    table_rows: usize,
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
                (name, Statement::made_up(&Parameters::named(name), &mut rng))
            }
        };
        let parameters = Parameters::named(name);
        let (form, low) = if self.low_s {
            (Form::LowS, " with a low s")
        } else {
            (Form::Any, "")
        };
        let text = format!("ECDSA signature over {name}{low}");
        let bits = parameters.modulus.bits() as usize;
        self.proving.run(out, &text, bits, self.seed.unwrap_or(0), |b| {
            let curve = Weierstrass::new(name.as_str(), parameters, b.shape())?;
            let verifier = Verifier::new(b, &curve, self.table_rows)?.of_form(form);
            verifier.verify_public(b, &statement)
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
        let signature = signed.signature()?;
        let digest = signed.digest()?;
        let read = Read {
            point,
            digest: &digest,
            signature: &signature,
            encoding: self.encoding.unwrap_or(Encoding::Der),
        };
        let statement = name.visit(read).map_err(|e| match e {
            Refused::Key(e) => signed.bad_key(e),
            Refused::Signature(e) => signed.bad_signature(e),
        })?;
        Ok((name, statement))
    }
}

/// Reads what is public over a curve.
struct Read<'a> {
    point: &'a [u8],
    digest: &'a [u8],
    signature: &'a [u8],
    encoding: Encoding,
}

enum Refused {
    Key(ecdsa::KeyError),
    Signature(ecdsa::SignatureError),
}

impl Visitor for Read<'_> {
    type Output = Result<Statement, Refused>;

    fn visit<C: Curve + 'static>(self, curve: &C) -> Self::Output {
        let key = ecdsa::PublicKey::from_sec1(curve, self.point).map_err(Refused::Key)?;
        let signature = match self.encoding {
            Encoding::Der => ecdsa::Signature::from_der(curve, self.signature),
            Encoding::P1363 => ecdsa::Signature::from_p1363(curve, self.signature),
        };
        let signature = signature.map_err(Refused::Signature)?;
        let n = curve.scalars();
        // The leftmost bits, as many as the order has.
        let bytes = &self.digest[..self.digest.len().min(n.byte_len())];
        let excess = (8 * bytes.len()).saturating_sub(n.bits());
        Ok(Statement {
            // A key is a point other than the identity.
            key: coordinates(curve, key.point()).unwrap_or_default(),
            digest: BigUint::from_bytes_be(bytes) >> excess,
            signature: Signature {
                r: integer_of(n, signature.r()),
                s: integer_of(n, signature.s()),
            },
        })
    }
}
