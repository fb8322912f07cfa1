//! NIST's vectors for the verification of RSA signatures (`vectors/README.md`).

use secant_verify::{
    hash::Hash,
    rsa::{Error, Pss, PublicKey, Salt, Scheme},
};

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    digits
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// Verifies all cases of a file, for the scheme of a hash function and the bytes of salt; returns how many hold and how
/// many do not.
fn run(file: &str, scheme: impl Fn(Hash, usize) -> Scheme) -> (usize, usize) {
    let (mut hash, mut salt, mut counts) = (Hash::Sha1, 0, (0, 0));
    let [mut n, mut e, mut message, mut signature] = [const { Vec::new() }; 4];
    for (key, value) in file.lines().filter_map(|line| line.split_once(" = ")) {
        match key {
            "n" => n = bytes(value),
            "e" => e = bytes(value),
            "Msg" => message = bytes(value),
            "S" => signature = bytes(value),
            "SaltVal" => salt = value.len() / 2,
            "SHAAlg" => hash = Hash::parse(value).unwrap(),
            "Result" => {
                let key = PublicKey::from_components(&n, &e);
                let verdict = key.and_then(|key| key.verify(&scheme(hash, salt), &message, &signature));
                let right = value.starts_with('P');
                assert_eq!(verdict.is_ok(), right, "{hash}, {value}: {verdict:?}");
                // A changed exponent may be no exponent.
                let no_key = matches!(verdict, Err(Error::ExponentEven)) && value.starts_with("F (2");
                assert!(right || no_key || verdict.is_err_and(|error| error.is_invalid_signature()));
                *(if right { &mut counts.0 } else { &mut counts.1 }) += 1;
            }
            _ => {}
        }
    }
    counts
}

#[test]
fn pkcs1() {
    let counts = run(include_str!("../../vectors/SigVer15_186-3.rsp"), |hash, _| {
        Scheme::Pkcs1(hash)
    });
    assert_eq!(counts, (15, 75));
}

#[test]
fn pss() {
    let file = include_str!("../../vectors/SigVerPSS_186-3.rsp");
    let with = |salt: fn(usize) -> Salt| {
        run(file, move |hash, len| {
            Scheme::Pss(Pss {
                hash,
                mask: hash,
                salt: salt(len),
            })
        })
    };
    assert_eq!(with(Salt::Exactly), (15, 75));
    assert_eq!(with(|_| Salt::Any), (15, 75));
}
