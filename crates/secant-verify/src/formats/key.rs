//! Public keys in the forms in which they are stored and sent.

use super::{
    Algorithm, ChoiceError, JwkError, KeyError, PemError, TextEncoding, cose, jwk, pem,
    text::{decode, unmarked},
    webauthn,
};
use crate::certificate::subject_public_key_info;
use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::fmt;
use der::{Decode, Reader, SliceReader, Tag, Tagged, asn1::AnyRef};

/// A public key with what its file says about it. Only its kind has been determined; the key is not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key itself.
    pub material: KeyMaterial,
    /// Its identifier, if it has one: `kid` of a JWK or COSE key.
    pub id: Option<KeyId>,
    /// The only algorithm that it may be used for, if the file names one.
    pub algorithm: Option<Algorithm>,
}

/// The bytes of a key, in one of the forms that the other modules read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyMaterial {
    /// DER of `SubjectPublicKeyInfo` (RFC 5280).
    Spki(Vec<u8>),
    /// DER of `RSAPublicKey` (RFC 8017).
    Pkcs1(Vec<u8>),
    /// Bytes that begin like a point of an elliptic curve in SEC 1 encoding.
    Bare(Vec<u8>),
}

/// The identifier of a key in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyId(pub Vec<u8>);

impl fmt::Display for KeyId {
    /// Writes it as text if it is text, and in hexadecimal digits otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match core::str::from_utf8(&self.0) {
            Ok(text) if !text.chars().any(char::is_control) => f.write_str(text),
            _ => f.write_str(&hex::encode(&self.0)),
        }
    }
}

impl KeyId {
    /// Whether `wanted` denotes this identifier.
    pub fn is(&self, wanted: &str) -> bool {
        self.0 == wanted.as_bytes() || decode(wanted.as_bytes()).iter().any(|decoded| decoded.bytes == self.0)
    }
}

/// A remark about how a file was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Its bytes are encoded as text.
    Text(TextEncoding),
    /// The content of a PEM block is not what its label says.
    Label {
        /// The label.
        label: String,
        /// The actual content.
        content: &'static str,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(encoding) => write!(f, "read as {encoding}"),
            Self::Label { label, content } => write!(f, "read as {content}, although its label is {label:?}"),
        }
    }
}

/// The keys of a file.
#[derive(Clone, Debug)]
pub struct Keys {
    entries: Vec<Entry>,
    /// Whether the file is a set, from which a key is chosen by its identifier.
    is_set: bool,
    /// Remarks about how the file was read.
    pub notes: Vec<Note>,
}

/// A key, or why it is not usable.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its identifier.
    pub id: Option<KeyId>,
    /// The key.
    pub key: Result<Key, KeyError>,
}

impl Keys {
    /// Reads the keys of a file: PEM, DER, a JWK, a COSE key, a set of these, the registration of a WebAuthn
    /// credential, a point, or any of them in base64 or hexadecimal digits. Of several PEM blocks, such as a chain of
    /// certificates, the first one counts.
    ///
    /// A key in DER or CBOR is never mistaken for text: both contain control characters.
    ///
    /// # Errors
    /// If the file is not a key. A malformed key inside a set is reported when it is chosen.
    pub fn read(bytes: &[u8]) -> Result<Self, KeyError> {
        /// PEM in base64 is one text inside another.
        const TEXTS: usize = 2;
        let mut notes = vec![];
        let (entries, is_set) = read(bytes, TEXTS, &mut notes)?;
        Ok(Self { entries, is_set, notes })
    }

    /// Whether the file is a set of keys.
    pub const fn is_set(&self) -> bool {
        self.is_set
    }

    /// The key with this identifier or, without one, the only key that fits.
    ///
    /// # Errors
    /// If no key can be chosen, or more than one.
    pub fn choose(&self, id: Option<&str>, fits: impl Fn(&Key) -> bool) -> Result<&Key, ChoiceError> {
        let fitting = |entry: &&Entry| entry.key.as_ref().is_ok_and(&fits);
        if let Some(wanted) = id {
            let mut named = self
                .entries
                .iter()
                .filter(|entry| entry.id.as_ref().is_some_and(|id| id.is(wanted)));
            // Keys of different types may share an identifier (RFC 7517, section 4.5).
            let entry = named.clone().find(fitting).or(named.next());
            return match entry.map(|entry| &entry.key) {
                Some(Ok(key)) => Ok(key),
                Some(Err(e)) => Err(ChoiceError::Named {
                    id: wanted.into(),
                    error: e.clone(),
                }),
                None => Err(ChoiceError::Unknown {
                    wanted: wanted.into(),
                    found: ids(&self.entries),
                }),
            };
        }
        if let ([entry], false) = (&self.entries[..], self.is_set) {
            return entry.key.as_ref().map_err(|e| ChoiceError::Key(e.clone()));
        }
        let candidates = self.entries.iter().filter(fitting).collect::<Vec<_>>();
        match candidates[..] {
            [Entry { key: Ok(key), .. }] => Ok(key),
            [] => {
                let first = self.entries.iter().find_map(|entry| entry.key.as_ref().err());
                Err(ChoiceError::NoneFits {
                    count: self.entries.len(),
                    error: first.cloned(),
                })
            }
            _ => Err(ChoiceError::Several(ids(candidates.iter().copied()))),
        }
    }
}

fn ids<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<String> {
    entries
        .into_iter()
        .filter_map(|entry| Some(entry.id.as_ref()?.to_string()))
        .collect()
}

impl Key {
    /// A key of which only the bytes are known.
    pub(super) const fn plain(material: KeyMaterial) -> Self {
        Self {
            material,
            id: None,
            algorithm: None,
        }
    }
}

/// The keys in some bytes, and whether they are a set. `texts` is how deep texts may be nested.
fn read(bytes: &[u8], texts: usize, notes: &mut Vec<Note>) -> Result<(Vec<Entry>, bool), KeyError> {
    let one = |key: Key| {
        let entry = Entry {
            id: key.id.clone(),
            key: Ok(key),
        };
        (vec![entry], false)
    };
    if bytes.is_empty() {
        return Err(KeyError::Empty);
    }
    let text = unmarked(bytes);
    let is_binary = bytes.iter().any(|&byte| byte < b' ' && !byte.is_ascii_whitespace());
    let der = AnyRef::from_der(bytes);
    if is_binary && der.as_ref().is_ok_and(|any| any.tag() == Tag::Sequence) {
        return from_der(bytes).map(|(material, _)| one(Key::plain(material)));
    }
    if let Some(block) = pem::first(&text) {
        return from_pem(block, notes).map(one);
    }
    let trimmed = text.trim_ascii();
    if trimmed.starts_with(b"{") {
        return from_json(trimmed);
    }
    if [
        &b"ssh-"[..],
        b"ecdsa-sha2-",
        b"sk-ecdsa-sha2-",
        b"sk-ssh-",
        b"---- BEGIN SSH2",
    ]
    .iter()
    .any(|start| trimmed.starts_with(start))
    {
        return Err(KeyError::OpenSsh);
    }
    if let Some(keys) = cose::keys(bytes) {
        return keys;
    }
    if !is_binary && texts > 0 {
        return from_text(&text, texts, notes);
    }
    match (bytes[0], der) {
        // The first bytes of compressed, uncompressed and hybrid points.
        (2 | 3 | 4 | 6 | 7, _) => Ok(one(Key::plain(KeyMaterial::Bare(bytes.to_vec())))),
        (SEQUENCE, Err(e)) => Err(KeyError::Der(e)),
        _ => Err(KeyError::Unknown),
    }
}

/// The tag of a sequence in DER.
const SEQUENCE: u8 = 0x30;

fn from_json(text: &[u8]) -> Result<(Vec<Entry>, bool), KeyError> {
    let json = core::str::from_utf8(text).map_err(|_| JwkError::Utf8)?;
    match webauthn::registered_key(json) {
        Some(key) => key.map(|key| (vec![Entry { id: None, key: Ok(key) }], false)),
        None => jwk::keys(json),
    }
}

/// Reads text that has no form of its own.
fn from_text(text: &[u8], texts: usize, notes: &mut Vec<Note>) -> Result<(Vec<Entry>, bool), KeyError> {
    let mut refused = KeyError::Unknown;
    for decoded in decode(text) {
        let mut inner = vec![Note::Text(decoded.encoding)];
        match read(&decoded.bytes, texts - 1, &mut inner) {
            Ok(keys) => {
                notes.append(&mut inner);
                return Ok(keys);
            }
            Err(KeyError::Unknown | KeyError::Empty) => {}
            Err(error) if refused == KeyError::Unknown => {
                refused = KeyError::Text {
                    encoding: decoded.encoding,
                    error: Box::new(error),
                };
            }
            Err(_) => {}
        }
    }
    Err(refused)
}

/// Reads the first block of PEM that is not the parameters of a curve.
fn from_pem(first: Result<pem::Block<'_>, PemError>, notes: &mut Vec<Note>) -> Result<Key, KeyError> {
    let mut block = first?;
    // OpenSSL writes the curve before a private key.
    while block.label == "EC PARAMETERS" {
        block = pem::first(block.rest).ok_or_else(|| KeyError::label(block.label))??;
    }
    let label = block.label;
    match label {
        "PUBLIC KEY" | "RSA PUBLIC KEY" | "EC PUBLIC KEY" | "CERTIFICATE" | "X509 CERTIFICATE" => {}
        _ if label.ends_with("PRIVATE KEY") => return Err(KeyError::private(label)),
        _ => return Err(KeyError::label(label)),
    }
    let (material, content) = from_der(&block.decode()?)?;
    let usual = match content {
        SPKI => label == "PUBLIC KEY" || label == "EC PUBLIC KEY",
        PKCS1 => label == "RSA PUBLIC KEY",
        _ => label.ends_with("CERTIFICATE"),
    };
    if !usual {
        notes.push(Note::Label {
            label: label.into(),
            content,
        });
    }
    Ok(Key::plain(material))
}

const SPKI: &str = "a SubjectPublicKeyInfo (PUBLIC KEY)";
const PKCS1: &str = "an RSAPublicKey (RSA PUBLIC KEY)";
const CERTIFICATE: &str = "a certificate (CERTIFICATE)";

/// Tells the kind of a DER sequence by the tags of its fields.
fn from_der(bytes: &[u8]) -> Result<(KeyMaterial, &'static str), KeyError> {
    let sequence = AnyRef::from_der(bytes).map_err(KeyError::Der)?;
    if sequence.tag() != Tag::Sequence {
        return Err(KeyError::Form("something other than a sequence"));
    }
    let fields = first_fields(sequence.value()).map_err(KeyError::Der)?;
    let tags = fields.iter().map(Tagged::tag).collect::<Vec<_>>();
    match tags[..] {
        [Tag::Sequence, Tag::BitString] => Ok((KeyMaterial::Spki(bytes.to_vec()), SPKI)),
        // The exponent of an RSA key is hardly longer than four bytes, so this is `r` and `s`.
        [Tag::Integer, Tag::Integer] if fields[0].value().len() <= 67 && fields[1].value().len() > 4 => {
            Err(KeyError::Form("an ECDSA signature"))
        }
        [Tag::Integer, Tag::Integer] => Ok((KeyMaterial::Pkcs1(bytes.to_vec()), PKCS1)),
        [Tag::Sequence, Tag::Sequence, Tag::BitString] => {
            let key = subject_public_key_info(bytes)?;
            Ok((KeyMaterial::Spki(key.to_vec()), CERTIFICATE))
        }
        [Tag::Integer, Tag::Sequence, Tag::OctetString, ..] => Err(KeyError::private("PKCS#8")),
        [Tag::Sequence, Tag::OctetString] => Err(KeyError::private("PKCS#8, encrypted")),
        [Tag::Integer, Tag::OctetString, ..] => Err(KeyError::private("SEC 1")),
        [Tag::Integer, Tag::Integer, Tag::Integer, ..] => Err(KeyError::private("PKCS#1")),
        [Tag::Integer, Tag::Sequence, ..] => Err(KeyError::Form("a PKCS#12 file")),
        [Tag::ObjectIdentifier, ..] => Err(KeyError::Form("a CMS (PKCS#7) file")),
        _ => Err(KeyError::Form("something else")),
    }
}

/// The first fields of a sequence, as many as are needed to tell its kind.
fn first_fields(value: &[u8]) -> der::Result<Vec<AnyRef<'_>>> {
    let mut reader = SliceReader::new(value)?;
    let mut fields = vec![];
    while !reader.is_finished() && fields.len() < 4 {
        fields.push(AnyRef::decode(&mut reader)?);
    }
    Ok(fields)
}
