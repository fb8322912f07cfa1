//! `secant prove ecdsa`

use super::{Subject, prove};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    curve::{Parameters, Weierstrass, coordinates, integer_of},
    ecdsa::{Ecdsa as Verifier, Form, Signature, Statement},
};
use secant_cli::{
    arguments::Ecdsa,
    error::Error,
    verify::{Signed, named_key},
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
    hash::Prehash,
};
use std::io::Write;

/// See [`run`](super::run).
pub fn run(ecdsa: &Ecdsa, out: &mut dyn Write) -> Result<bool, Error> {
    let (name, statement) = match (signed(ecdsa), ecdsa.seed) {
        (Some(signed), _) => read(ecdsa, &signed)?,
        (None, seed) => {
            let name = ecdsa.curve.unwrap_or(Name::Secp256k1);
            let mut rng = StdRng::seed_from_u64(seed.unwrap_or(1));
            let parameters = Parameters::named(name);
            let mut statement = Statement::made_up(&parameters, &mut rng);
            if ecdsa.low_s {
                let s = &mut statement.signature.s;
                *s = (&parameters.order - &*s).min(s.clone());
            }
            (name, statement)
        }
    };
    let parameters = Parameters::named(name);
    let (form, low) = if ecdsa.low_s {
        (Form::LowS, " with a low s")
    } else {
        (Form::Any, "")
    };
    let subject = Subject {
        text: format!("ECDSA signature over {name}{low}"),
        element_bits: parameters.modulus.bits() as usize,
        seed: ecdsa.seed.unwrap_or(0),
        // For the tables alone.
        least_memory: 300 * ecdsa.table_rows.get() as u64,
    };
    prove(&ecdsa.proving, out, subject, |b| {
        let curve = Weierstrass::new(name.as_str(), parameters, b.shape())?;
        let verifier = Verifier::new(b, &curve, ecdsa.table_rows.get())?.of_form(form);
        verifier.verify_public(b, &statement).map(|()| "")
    })
}

/// Reads the input files, if any are given.
fn signed(ecdsa: &Ecdsa) -> Option<Signed> {
    let (key, signature) = (ecdsa.key.clone()?, ecdsa.signature.clone()?);
    Some(Signed::new(
        ecdsa.hash?,
        key,
        signature,
        ecdsa.message.clone(),
        ecdsa.digest.clone(),
    ))
}

fn read(ecdsa: &Ecdsa, signed: &Signed) -> Result<(Name, Statement), Error> {
    let file = signed.key()?;
    let (name, point) = named_key(signed, &file, ecdsa.curve)?;
    let signature = signed.signature_file()?;
    let digest = signed.digest()?;
    let read = Read {
        point,
        digest: Prehash::new(signed.hash, &digest).map_err(|e| Error::Unusable(e.to_string()))?,
        signature: &signature,
        encoding: ecdsa.encoding.map(Into::into),
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

/// Reads the public values over a curve.
struct Read<'a> {
    point: &'a [u8],
    digest: Prehash<'a>,
    signature: &'a [u8],
    encoding: Option<ecdsa::Encoding>,
}

/// Why the input has no statement to prove.
enum Refused {
    Key(ecdsa::KeyError),
    /// The file is not a signature.
    Unreadable(SignatureFileError),
    /// The signature is invalid, so it has no proof.
    Invalid(ecdsa::Error),
}

impl Visitor for Read<'_> {
    /// The statement, and the text encoding of the signature if it is text.
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
        // The leftmost bits of the digest, as many as the order has.
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
