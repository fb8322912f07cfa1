//! OpenSSL.

use crate::exchange::{Arguments, Signed};
use crate::run::{Column, Library};
use openssl::{
    ec::EcKey,
    ecdsa::EcdsaSig,
    md::Md,
    pkey::{PKey, Public},
    pkey_ctx::PkeyCtx,
};

const READ: &str = "the arguments are a key and a signature";

fn read(signed: &Signed) -> PKey<Public> {
    PKey::public_key_from_der(&signed.key).expect(READ)
}

/// Verifications of ECDSA, one by one.
pub fn verify_ecdsa(arguments: &Arguments) -> Column {
    let signed: Vec<_> = arguments
        .signed
        .iter()
        .map(|signed| (read(signed).ec_key().expect(READ), signed.clone()))
        .collect();
    Column::verifications(Library::Openssl, signed, |signed| {
        let verify = |(key, signed): &(EcKey<Public>, Signed)| {
            let signature = EcdsaSig::from_der(&signed.signature).expect(READ);
            signature.verify(&signed.digest, key).expect(READ)
        };
        signed.iter().map(verify).collect()
    })
}

/// A verification of RSA, PKCS#1 v1.5.
pub fn verify_rsa(arguments: &Arguments) -> Column {
    let signed: Vec<_> = arguments.signed.iter().map(|s| (read(s), s.clone())).collect();
    Column::verifications(Library::Openssl, signed, |signed| {
        let verify = |(key, signed): &(PKey<Public>, Signed)| {
            let mut context = PkeyCtx::new(key).expect(READ);
            context.verify_init().expect(READ);
            context.set_signature_md(Md::sha256()).expect(READ);
            let verdict = context.verify(&signed.digest, &signed.signature);
            verdict.is_ok_and(|valid| valid)
        };
        signed.iter().map(verify).collect()
    })
}
