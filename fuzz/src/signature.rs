//! Signatures of keys that other tools made: in DER and of fixed length for ECDSA, PKCS#1 v1.5 and PSS for RSA.

use crate::{
    der,
    digest::{coordinate_is, leftmost_bits, signature},
    input::Input,
    integer::{self, modulus, scalar, value},
    pss,
};
use num_bigint::BigUint;
use secant_field::modular::{FieldContext, Modular};
use secant_gfp::{Complete, Coordinates, Curve, mul_by, named::Visitor};
use secant_verify::{
    ecdsa::{Encoding, KeyCurve, KeyFile, Options, PublicKey, RecoveryId, Signature, SignatureError, verify_each},
    hash::{Hash, Prehash},
    rsa::{self, ModExp, ModExpError, Pss, Salt, Scheme},
};

macro_rules! fixture {
    ($path:literal) => {
        include_bytes!(concat!("../../crates/secant-cli/fixtures/signatures/", $path))
    };
}

/// What the signatures are of.
pub const MESSAGE: &[u8] = fixture!("message.txt");

/// Key, a signature in DER, hash function.
pub type EcdsaFixture = (&'static [u8], &'static [u8], Hash);

/// Keys of all curves that have names, and of one that has none.
#[rustfmt::skip]
pub const ECDSA: &[EcdsaFixture] = &[
    (fixture!("ecdsa/secp224r1/key.der"), fixture!("ecdsa/secp224r1/signature.der"), Hash::Sha224),
    (fixture!("ecdsa/secp256k1/key.der"), fixture!("ecdsa/secp256k1/signature.der"), Hash::Sha256),
    (fixture!("ecdsa/prime256v1/key.der"), fixture!("ecdsa/prime256v1/signature.der"), Hash::Sha256),
    (fixture!("ecdsa/secp384r1/key.der"), fixture!("ecdsa/secp384r1/signature.der"), Hash::Sha384),
    (fixture!("ecdsa/secp521r1/key.der"), fixture!("ecdsa/secp521r1/signature.der"), Hash::Sha512),
    (fixture!("ecdsa/brainpoolP256r1/key.der"), fixture!("ecdsa/brainpoolP256r1/signature.der"), Hash::Sha256),
    (fixture!("ecdsa/brainpoolP256t1/key.der"), fixture!("ecdsa/brainpoolP256t1/signature.der"), Hash::Sha256),
    (fixture!("ecdsa/brainpoolP320r1/key.der"), fixture!("ecdsa/brainpoolP320r1/signature.der"), Hash::Sha384),
    (fixture!("ecdsa/brainpoolP320t1/key.der"), fixture!("ecdsa/brainpoolP320t1/signature.der"), Hash::Sha384),
    (fixture!("ecdsa/brainpoolP384r1/key.der"), fixture!("ecdsa/brainpoolP384r1/signature.der"), Hash::Sha384),
    (fixture!("ecdsa/brainpoolP384t1/key.der"), fixture!("ecdsa/brainpoolP384t1/signature.der"), Hash::Sha384),
    (fixture!("ecdsa/brainpoolP512r1/key.der"), fixture!("ecdsa/brainpoolP512r1/signature.der"), Hash::Sha512),
    (fixture!("ecdsa/brainpoolP512t1/key.der"), fixture!("ecdsa/brainpoolP512t1/signature.der"), Hash::Sha512),
    (fixture!("ecdsa/prime239v3_explicit/key.der"), fixture!("ecdsa/prime239v3_explicit/signature.der"), Hash::Sha256),
];

/// RSA keys.
pub const RSA: &[&[u8]] = &[
    fixture!("rsa/2047/key.der"),
    fixture!("rsa/2048/key.der"),
    fixture!("rsa/2049/key.der"),
    fixture!("rsa/3072/key.der"),
    fixture!("rsa/pss/key.der"),
    fixture!("rsa/pss_with_parameters/key.der"),
];

/// Signatures under each of the keys, and how.
pub const RSA_SIGNATURES: &[&[(&[u8], Scheme)]] = &[
    &[
        (fixture!("rsa/2047/pkcs1.bin"), Scheme::Pkcs1(Hash::Sha256)),
        (fixture!("rsa/2047/pss.bin"), Scheme::pss(Hash::Sha256)),
    ],
    &[
        (fixture!("rsa/2048/pkcs1.bin"), Scheme::Pkcs1(Hash::Sha256)),
        (fixture!("rsa/2048/pss.bin"), Scheme::pss(Hash::Sha256)),
        (fixture!("rsa/2048/pkcs1_sha1.bin"), Scheme::Pkcs1(Hash::Sha1)),
        (fixture!("rsa/2048/pkcs1_sha3_256.bin"), Scheme::Pkcs1(Hash::Sha3_256)),
        (
            fixture!("rsa/2048/pss_no_salt.bin"),
            pss_with(Hash::Sha256, Hash::Sha256, 0),
        ),
        (
            fixture!("rsa/2048/pss_mgf1_sha1_salt_max.bin"),
            pss_with(Hash::Sha256, Hash::Sha1, 222),
        ),
    ],
    &[
        (fixture!("rsa/2049/pkcs1.bin"), Scheme::Pkcs1(Hash::Sha256)),
        (fixture!("rsa/2049/pss.bin"), Scheme::pss(Hash::Sha256)),
    ],
    &[
        (fixture!("rsa/3072/pkcs1.bin"), Scheme::Pkcs1(Hash::Sha384)),
        (fixture!("rsa/3072/pss.bin"), Scheme::pss(Hash::Sha384)),
        (
            fixture!("rsa/3072/pss_mgf1_sha512_salt_17.bin"),
            pss_with(Hash::Sha384, Hash::Sha512, 17),
        ),
    ],
    &[(fixture!("rsa/pss/signature.bin"), Scheme::pss(Hash::Sha256))],
    &[(
        fixture!("rsa/pss_with_parameters/signature.bin"),
        pss_with(Hash::Sha256, Hash::Sha512, 24),
    )],
];

const fn pss_with(hash: Hash, mask: Hash, salt: usize) -> Scheme {
    let salt = Salt::Exactly(salt);
    Scheme::Pss(Pss { hash, mask, salt })
}

/// One byte for the key, one for the encoding, the rest is the signature; for RSA three more bytes before it.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let key = usize::from(input.byte()) % (ECDSA.len() + RSA.len());
    let how = input.byte();
    if let Some((key, _, hash)) = ECDSA.get(key) {
        let encoding = if how & 1 == 0 { Encoding::Der } else { Encoding::P1363 };
        return ecdsa(key, *hash, encoding, how & 2 != 0, input.rest());
    }
    let key = rsa::PublicKey::from_spki_der(RSA[key - ECDSA.len()]).expect("a fixture");
    let scheme = scheme([how, input.byte(), input.byte()]);
    match input.byte() % 3 {
        0 => rsa_signature(&key, &scheme, input.rest()),
        1 => rsa_message(&key, &scheme, input.rest()),
        _ => pss_honest(&key, &scheme, input.rest()),
    }
}

/// The scheme of three bytes: kind and hash function, that of the mask, length of salt.
fn scheme([kind, mask, salt]: [u8; 3]) -> Scheme {
    let hash = |byte: u8| Hash::ALL[usize::from(byte) % Hash::ALL.len()];
    if kind & 0x80 == 0 {
        return Scheme::Pkcs1(hash(kind));
    }
    let salt = match salt {
        0xff => Salt::Any,
        len => Salt::Exactly(len.into()),
    };
    Scheme::Pss(Pss {
        hash: hash(kind & 0x7f),
        mask: hash(mask),
        salt,
    })
}

/// [`scheme`] the other way round.
pub fn scheme_bytes(scheme: &Scheme) -> [u8; 3] {
    let index = |hash: Hash| Hash::ALL.iter().position(|&other| other == hash).unwrap_or(0) as u8;
    match scheme {
        Scheme::Pkcs1(hash) => [index(*hash), 0, 0],
        Scheme::Pss(pss) => {
            let salt = match pss.salt {
                Salt::Exactly(len) => len as u8,
                Salt::Any => 0xff,
            };
            [0x80 | index(pss.hash), index(pss.mask), salt]
        }
    }
}

fn ecdsa(key: &[u8], hash: Hash, encoding: Encoding, low_s: bool, bytes: &[u8]) {
    let file = KeyFile::from_spki_der(key).expect("a fixture");
    let digest = hash.digest(&[MESSAGE]);
    let options = Options {
        low_s,
        explicit_curve: true,
        ..Options::default()
    };
    let verdict = file.verify_digest(digest.prehash(), bytes, encoding, &options);
    let check = Ecdsa {
        point: file.point,
        digest: digest.prehash(),
        encoding,
        bytes,
    };
    let (is_valid, is_low) = match &file.curve {
        KeyCurve::Named(name) => name.visit(check),
        KeyCurve::Explicit(curve) => {
            let verdict = curve.with_parameters(|parameters| secant_gfp::visit(parameters, &options.policy, check));
            verdict.and_then(|verdict| verdict).expect("a fixture")
        }
    };
    assert_eq!(verdict.is_ok(), is_valid && (is_low || !low_s), "{verdict:?}");
    assert!(verdict.is_ok() || verdict.is_err_and(|e| e.is_invalid_signature()));
}

struct Ecdsa<'a> {
    point: &'a [u8],
    digest: Prehash<'a>,
    encoding: Encoding,
    bytes: &'a [u8],
}

impl Visitor for Ecdsa<'_> {
    /// Whether it is valid, and `s` not above half of the order.
    type Output = (bool, bool);

    fn visit<C: Curve>(self, curve: &C) -> (bool, bool) {
        let n = modulus(curve.scalars());
        let (found, expected) = match self.encoding {
            Encoding::Der => (Signature::from_der(curve, self.bytes), der::two_integers(self.bytes)),
            Encoding::P1363 => {
                let len = curve.scalars().byte_len();
                let halves = self.bytes.split_at_checked(len).filter(|(_, s)| s.len() == len);
                let integers = halves.map(|(r, s)| (BigUint::from_bytes_be(r), BigUint::from_bytes_be(s)));
                (Signature::from_p1363(curve, self.bytes), integers)
            }
        };
        let found = match (found, expected) {
            (Ok(found), Some(expected)) => Some((found, expected)),
            (Ok(_), None) => panic!("accepted, and not encoded as it should be"),
            (Err(e), expected) => {
                let holds = match (&e, &expected) {
                    (SignatureError::RIsZero, Some((r, _))) => *r == BigUint::ZERO,
                    (SignatureError::SIsZero, Some((_, s))) => *s == BigUint::ZERO,
                    (SignatureError::RTooLarge, Some((r, _))) => *r >= n,
                    (SignatureError::STooLarge, Some((_, s))) => *s >= n,
                    (_, expected) => expected.is_none(),
                };
                assert!(holds, "{e}");
                None
            }
        };
        let Some((found, (r, s))) = found else {
            return (false, false);
        };
        assert_eq!(
            [value(curve.scalars(), found.r()), value(curve.scalars(), found.s())],
            [r.clone(), s.clone()]
        );
        assert!(r < n && s < n && r != BigUint::ZERO && s != BigUint::ZERO);
        let is_low = &s * 2u8 <= n;
        assert_eq!(found.has_low_s(curve), is_low);

        // Other encodings of the same.
        let der = der::sequence(&[&der::integer(&r), &der::integer(&s)]);
        let len = curve.scalars().byte_len();
        let p1363 = [integer::bytes(&r, len), integer::bytes(&s, len)].concat();
        match self.encoding {
            Encoding::Der => assert_eq!(der, self.bytes),
            Encoding::P1363 => assert_eq!(p1363, self.bytes),
        }
        assert_eq!(Signature::from_der(curve, &der), Ok(found));
        assert_eq!(Signature::from_p1363(curve, &p1363), Ok(found));

        // The verdict: by the definition, by batches, for the opposite.
        let key = PublicKey::from_sec1(curve, self.point).expect("a fixture");
        let is_valid = key.verify_digest(curve, self.digest, &found);
        let inverse = s.modinv(&n).expect("the order is a prime");
        let u1 = leftmost_bits(self.digest.as_bytes(), &n) * &inverse % &n;
        let u2 = &r * &inverse % &n;
        let by_definition =
            |k: &BigUint, point| mul_by(curve, &k.to_u64_digits(), &Complete::from_affine(point, curve));
        let sum = by_definition(&u1, &curve.generator()).add(&by_definition(&u2, key.point()), curve);
        assert_eq!(is_valid, coordinate_is(curve, &sum.to_affine(curve), &r, &n));
        let opposite = signature(curve, &r, &(&n - &s));
        assert_eq!(*opposite.s(), curve.scalars().neg(&scalar(curve, &s)));
        let swapped = signature(curve, &s, &r);
        let terms: Vec<_> = [found, opposite, swapped]
            .iter()
            .cycle()
            .take(9)
            .map(|s| (key, self.digest, *s))
            .collect();
        let is_swapped_valid = key.verify_digest(curve, self.digest, &swapped);
        let expected: Vec<_> = [is_valid, is_valid, is_swapped_valid]
            .into_iter()
            .cycle()
            .take(9)
            .collect();
        assert_eq!(verify_each(curve, &terms), expected);
        if is_valid {
            let ids = (0..4).map(|id| RecoveryId::new(id).expect("below four"));
            let mut keys = ids.map(|id| PublicKey::recover(curve, self.digest, &found, id));
            assert!(keys.any(|recovered| recovered == Ok(key)), "the key was not recovered");
        }
        (is_valid, is_low)
    }
}

/// Exponentiation by num-bigint.
struct NumBigint;

impl ModExp for NumBigint {
    fn mod_exp(&self, base: &[u8], exponent: &[u8], modulus: &[u8], out: &mut [u8]) -> Result<(), ModExpError> {
        let [base, exponent, modulus] = [base, exponent, modulus].map(BigUint::from_bytes_be);
        out.copy_from_slice(&integer::bytes(&base.modpow(&exponent, &modulus), out.len()));
        Ok(())
    }
}

/// Exponentiation whose result is known.
struct Known<'a>(&'a [u8]);

impl ModExp for Known<'_> {
    fn mod_exp(&self, _: &[u8], _: &[u8], _: &[u8], out: &mut [u8]) -> Result<(), ModExpError> {
        out.copy_from_slice(self.0);
        Ok(())
    }
}

/// A verdict is that of the definition, where there is one: not for SHAKE, and not where the key allows no such scheme.
fn assert_verdict(
    key: &rsa::PublicKey,
    scheme: &Scheme,
    digest: &[u8],
    message: Option<&[u8]>,
    verdict: &Result<(), rsa::Error>,
) {
    if verdict.as_ref().is_err_and(|e| !e.is_invalid_signature()) {
        return;
    }
    let expected = match scheme {
        Scheme::Pkcs1(hash) => message == Some(&pkcs1(*hash, digest, key.signature_len())[..]),
        Scheme::Pss(pss) if pss.mask.is_shake() => return,
        Scheme::Pss(pss) => {
            let min_salt = key.pss_parameters().map_or(0, |parameters| parameters.min_salt);
            message.is_some_and(|message| pss::is_encoding(pss, min_salt, digest, message, key.bits()))
        }
    };
    assert_eq!(verdict.is_ok(), expected, "{verdict:?}");
}

/// EMSA-PKCS1-v1_5.
fn pkcs1(hash: Hash, digest: &[u8], len: usize) -> Vec<u8> {
    let algorithm = der::sequence(&[&der::tlv(6, hash.oid().expect("an identifier")), &[5, 0]]);
    let info = der::sequence(&[&algorithm, &der::tlv(4, digest)]);
    [&[0, 1], &vec![0xff; len - info.len() - 3][..], &[0], &info].concat()
}

/// A signature: three exponentiations agree, and the message that it is of is looked at here.
fn rsa_signature(key: &rsa::PublicKey, scheme: &Scheme, signature: &[u8]) {
    let digest = scheme.hash().digest(&[MESSAGE]);
    let verdict = key.verify_digest(scheme, &digest, signature);
    assert_eq!(key.verify_with(&NumBigint, scheme, &digest, signature), verdict);
    let prepared = key.prepare().expect("the modulus is odd");
    assert_eq!(prepared.verify(scheme, MESSAGE, signature), verdict);
    let [s, n, e] = [signature, key.modulus(), key.exponent()].map(BigUint::from_bytes_be);
    let is_in_range = signature.len() == key.signature_len() && s < n;
    let message = is_in_range.then(|| integer::bytes(&s.modpow(&e, &n), key.signature_len()));
    assert_verdict(key, scheme, &digest, message.as_deref(), &verdict);
}

/// Any bytes as what was signed, so that they need no private key.
fn rsa_message(key: &rsa::PublicKey, scheme: &Scheme, bytes: &[u8]) {
    let mut message = vec![0; key.signature_len()];
    message.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    let digest = scheme.hash().digest(&[MESSAGE]);
    let verdict = key.verify_with(&Known(&message), scheme, &digest, &vec![0; message.len()]);
    assert_verdict(key, scheme, &digest, Some(&message), &verdict);
}

/// An honest encoding, whose salt is the input but for its first two bytes: it verifies, and with a bit changed not.
fn pss_honest(key: &rsa::PublicKey, scheme: &Scheme, bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let at = usize::from(input.byte()) | usize::from(input.byte()) << 8;
    let digest = scheme.hash().digest(&[MESSAGE]);
    let message = match scheme {
        Scheme::Pss(pss) if !pss.mask.is_shake() => {
            let room = (key.bits() - 1).div_ceil(8) - pss.hash.output_len() - 2;
            let mut salt = input.rest().to_vec();
            match pss.salt {
                Salt::Any => salt.truncate(room),
                Salt::Exactly(len) => salt.resize(len.min(room), 0),
            }
            pss::encode(pss, &digest, &salt, key.bits())
        }
        Scheme::Pkcs1(hash) if !hash.is_shake() && hash.oid().is_some() => pkcs1(*hash, &digest, key.signature_len()),
        _ => return,
    };
    let nothing = vec![0; message.len()];
    let verdict = key.verify_with(&Known(&message), scheme, &digest, &nothing);
    assert_verdict(key, scheme, &digest, Some(&message), &verdict);
    if key.pss_parameters().is_none() {
        let not_checked = |e: &rsa::Error| !e.is_invalid_signature();
        assert!(
            verdict.is_ok() || verdict.as_ref().is_err_and(not_checked),
            "{verdict:?}"
        );
    }
    let mut changed = message.clone();
    changed[at / 8 % message.len()] ^= 1 << (at % 8);
    let verdict = key.verify_with(&Known(&changed), scheme, &digest, &nothing);
    assert!(verdict.is_err(), "a changed bit");
}
