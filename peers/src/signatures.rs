//! Verifications of signatures, which OpenSSL makes: secant's columns.

use crate::exchange::{Arguments, Signed};
use crate::operations::{Peers, SEED};
use crate::run::{Column, Library, Prepared, Row};
use openssl::{
    asn1::Asn1Object,
    ec::{EcGroup, EcKey},
    ecdsa::EcdsaSig,
    md::Md,
    pkey::{PKey, Private},
    pkey_ctx::PkeyCtx,
    rsa::Rsa,
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_gfp::{
    Curve,
    named::{Name, Visitor},
};
use secant_verify::{
    ecdsa::{KeyFile, PublicKey, Signature, verify_each},
    hash::{Hash, Prehash},
    rsa::{self, PreparedKey, Scheme},
};

const READ: &str = "OpenSSL makes keys and signatures";

/// Verifications of `n` signatures of other keys each, on digests of 32 bytes. Keys are parsed before, signatures are not.
pub fn ecdsa(curve: Name, n: usize, peers: Peers<'_>) -> Row {
    let operation = format!("{curve} ecdsa verification");
    Row {
        name: of(&operation, n),
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(move || {
            let signed = signed(n, || PKey::from_ec_key(key_on(curve)).expect(READ), sign_ecdsa);
            prepared(curve.visit(Verify(signed.clone())), signed)
        }),
    }
}

/// A verification under an RSA key of so many bits, PKCS#1 v1.5. The key is parsed and prepared before.
pub fn rsa(bits: u32, peers: Peers<'_>) -> Row {
    let operation = format!("rsa {bits} verification");
    Row {
        name: operation.clone(),
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(move || {
            let key = || PKey::from_rsa(Rsa::generate(bits).expect(READ)).expect(READ);
            let signed = signed(1, key, sign_rsa);
            prepared(verify_rsa(&signed), signed)
        }),
    }
}

/// The name of an operation on `n` inputs.
fn of(operation: &str, n: usize) -> String {
    match n {
        1 => operation.to_owned(),
        _ => format!("{n} {operation}s"),
    }
}

fn prepared(secant: Column, signed: Vec<Signed>) -> Prepared {
    Prepared {
        arguments: Arguments {
            signed,
            ..Arguments::default()
        },
        secant,
        arkworks: None,
    }
}

fn key_on(curve: Name) -> EcKey<Private> {
    let oid = Asn1Object::from_str(curve.oid()).expect(READ);
    let group = EcGroup::from_curve_name(oid.nid()).expect(READ);
    EcKey::generate(&group).expect(READ)
}

/// `n` signatures of random digests, and one of another digest than it is for.
fn signed(n: usize, mut key: impl FnMut() -> PKey<Private>, sign: fn(&PKey<Private>, &[u8]) -> Vec<u8>) -> Vec<Signed> {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut one = |i| {
        let key = key();
        let mut digest: [u8; 32] = rng.r#gen();
        let signature = sign(&key, &digest);
        digest[0] ^= u8::from(i == n);
        Signed {
            key: key.public_key_to_der().expect(READ),
            digest,
            signature,
        }
    };
    (0..=n).map(&mut one).collect()
}

fn sign_ecdsa(key: &PKey<Private>, digest: &[u8]) -> Vec<u8> {
    let signature = EcdsaSig::sign(digest, &key.ec_key().expect(READ)).expect(READ);
    signature.to_der().expect(READ)
}

fn sign_rsa(key: &PKey<Private>, digest: &[u8]) -> Vec<u8> {
    let mut context = PkeyCtx::new(key).expect(READ);
    context.sign_init().expect(READ);
    context.set_signature_md(Md::sha256()).expect(READ);
    let mut signature = vec![];
    context.sign_to_vec(digest, &mut signature).expect(READ);
    signature
}

/// The point of a key on a curve, as SEC 1 encodes it.
pub fn point_of(key: &[u8]) -> Vec<u8> {
    KeyFile::from_spki_der(key).expect(READ).point.to_vec()
}

/// A digest by SHA-256.
fn prehash(digest: &[u8]) -> Prehash<'_> {
    Prehash::new(Hash::Sha256, digest).expect("32 bytes")
}

/// secant's column: a single signature, or a batch of them.
struct Verify(Vec<Signed>);

impl Visitor for Verify {
    type Output = Column;

    fn visit<C: Curve + 'static>(self, curve: &C) -> Column {
        // Beside the one that is not timed.
        let one_by_one = self.0.len() == 2;
        let curve = curve.clone();
        let key = |signed: &Signed| PublicKey::from_sec1(&curve, &point_of(&signed.key)).expect(READ);
        let signed: Vec<_> = self.0.into_iter().map(|signed| (key(&signed), signed)).collect();
        let verify = move |signed: &[(PublicKey<C>, Signed)]| {
            let parse = |(key, Signed { digest, signature, .. }): &(PublicKey<C>, Signed)| {
                let signature = Signature::from_der(&curve, signature).expect(READ);
                (*key, *digest, signature)
            };
            if one_by_one {
                let verify = |signed| {
                    let (key, digest, signature) = parse(signed);
                    key.verify_digest(&curve, prehash(&digest), &signature)
                };
                return signed.iter().map(verify).collect();
            }
            let all: Vec<_> = signed.iter().map(parse).collect();
            let all: Vec<_> = all
                .iter()
                .map(|(key, digest, signature)| (*key, prehash(digest), *signature))
                .collect();
            verify_each(&curve, &all)
        };
        Column::verifications(Library::Secant, signed, verify)
    }
}

fn verify_rsa(signed: &[Signed]) -> Column {
    let key = |s: &Signed| rsa::PublicKey::read(&s.key).expect(READ).prepare().expect(READ);
    let signed = signed.iter().map(|s| (key(s), s.clone())).collect();
    Column::verifications(Library::Secant, signed, |signed: &[(PreparedKey, Signed)]| {
        let verify = |(key, signed): &(PreparedKey, Signed)| {
            let verdict = key.verify_digest(&Scheme::Pkcs1(Hash::Sha256), &signed.digest, &signed.signature);
            verdict.is_ok()
        };
        signed.iter().map(verify).collect()
    })
}
