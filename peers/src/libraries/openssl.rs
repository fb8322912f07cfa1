//! OpenSSL.

use crate::exchange::{Arguments, Signed, verdicts};
use crate::run::{Column, Library};
use openssl::{
    ecdsa::EcdsaSig,
    md::Md,
    pkey::{PKey, Public},
    pkey_ctx::PkeyCtx,
};
use std::rc::Rc;

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
    Column::new(
        Library::Openssl,
        move || {
            let verdicts = signed.iter().map(|(key, Signed { digest, signature, .. })| {
                let signature = EcdsaSig::from_der(signature).expect(READ);
                signature.verify(digest, key).expect(READ)
            });
            verdicts.collect()
        },
        verdicts,
    )
}

/// A verification of RSA, PKCS#1 v1.5.
pub fn verify_rsa(arguments: &Arguments) -> Column {
    let signed: Rc<Vec<_>> = Rc::new(arguments.signed.iter().map(|s| (read(s), s.clone())).collect());
    Column::new(
        Library::Openssl,
        move || {
            let verdicts = signed.iter().map(|(key, Signed { digest, signature, .. })| {
                let mut context = PkeyCtx::new(key).expect(READ);
                context.verify_init().expect(READ);
                context.set_signature_md(Md::sha256()).expect(READ);
                context.verify(digest, signature).is_ok_and(|valid| valid)
            });
            verdicts.collect()
        },
        verdicts,
    )
}
