//! The same verdicts as OpenSSL, on signatures that it made and on tampered ones.

use ark_std::rand::{Rng, SeedableRng, rngs::StdRng};
use openssl::{
    bn::BigNum,
    hash::MessageDigest,
    pkey::{PKey, Private, Public},
    rsa::{Padding, Rsa},
    sign::{RsaPssSaltlen, Signer, Verifier},
};
use secant_verify::{
    hash::Hash,
    rsa::{Error, Pss, PublicKey, Salt, Scheme},
};

fn md(hash: Hash) -> MessageDigest {
    match hash {
        Hash::Sha1 => MessageDigest::sha1(),
        Hash::Sha224 => MessageDigest::sha224(),
        Hash::Sha256 => MessageDigest::sha256(),
        Hash::Sha384 => MessageDigest::sha384(),
        Hash::Sha512 => MessageDigest::sha512(),
        Hash::Sha512_224 => MessageDigest::from_name("SHA512-224").unwrap(),
        Hash::Sha512_256 => MessageDigest::from_name("SHA512-256").unwrap(),
        Hash::Sha3_224 => MessageDigest::sha3_224(),
        Hash::Sha3_256 => MessageDigest::sha3_256(),
        Hash::Sha3_384 => MessageDigest::sha3_384(),
        Hash::Sha3_512 => MessageDigest::sha3_512(),
        Hash::Shake128 | Hash::Shake256 | Hash::Keccak256 | Hash::Ripemd160 => {
            unreachable!("OpenSSL signs with none of them")
        }
    }
}

/// Sets what a scheme is, on a signer or a verifier.
macro_rules! configure {
    ($context:ident, $scheme:expr) => {
        if let Scheme::Pss(pss) = $scheme {
            $context.set_rsa_padding(Padding::PKCS1_PSS).unwrap();
            $context.set_rsa_mgf1_md(md(pss.mask)).unwrap();
            if let Salt::Exactly(len) = pss.salt {
                $context.set_rsa_pss_saltlen(RsaPssSaltlen::custom(len as i32)).unwrap();
            }
        }
    };
}

fn sign(key: &PKey<Private>, scheme: &Scheme, message: &[u8]) -> Vec<u8> {
    let mut signer = Signer::new(md(scheme.hash()), key).unwrap();
    configure!(signer, scheme);
    signer.sign_oneshot_to_vec(message).unwrap()
}

fn openssl_verifies(key: &PKey<Public>, scheme: &Scheme, message: &[u8], signature: &[u8]) -> bool {
    let mut verifier = Verifier::new(md(scheme.hash()), key).unwrap();
    configure!(verifier, scheme);
    verifier.verify_oneshot(signature, message).unwrap_or(false)
}

/// A key of both, and how many verdicts were compared.
struct Both {
    ours: PublicKey,
    theirs: PKey<Public>,
    compared: usize,
}

impl Both {
    fn new(private: &PKey<Private>) -> Self {
        let der = private.public_key_to_der().unwrap();
        let ours = PublicKey::read(&der).unwrap();
        assert_eq!(
            PublicKey::read(&private.public_key_to_pem().unwrap()).as_ref(),
            Ok(&ours)
        );
        let rsa = private.rsa().unwrap();
        assert_eq!(
            PublicKey::read(&rsa.public_key_to_der_pkcs1().unwrap()).as_ref(),
            Ok(&ours)
        );
        assert_eq!(
            PublicKey::read(&rsa.public_key_to_pem_pkcs1().unwrap()).as_ref(),
            Ok(&ours)
        );
        assert_eq!(ours.bits(), rsa.n().num_bits() as usize);
        Self {
            ours,
            theirs: PKey::public_key_from_der(&der).unwrap(),
            compared: 0,
        }
    }

    /// The verdict of both.
    fn verify(&mut self, scheme: &Scheme, message: &[u8], signature: &[u8]) -> bool {
        self.compared += 1;
        let ours = self.ours.verify(scheme, message, signature);
        let theirs = openssl_verifies(&self.theirs, scheme, message, signature);
        assert_eq!(ours.is_ok(), theirs, "{} bits, {scheme:?}, {ours:?}", self.ours.bits());
        theirs
    }
}

/// A scheme that a key of so many bits has place for.
fn scheme(bits: usize, rng: &mut StdRng) -> Scheme {
    let hash = |rng: &mut StdRng| Hash::ALL[rng.gen_range(0..11)];
    loop {
        let hash_of_message = hash(rng);
        let place = (bits - 1).div_ceil(8).checked_sub(hash_of_message.output_len() + 2);
        match (rng.r#gen(), place) {
            (false, _) => return Scheme::Pkcs1(hash_of_message),
            (true, Some(place)) => {
                let len = match rng.gen_range(0..4) {
                    0 => 0,
                    1 => place,
                    2 => hash_of_message.output_len().min(place),
                    _ => rng.gen_range(0..=place),
                };
                return Scheme::Pss(Pss {
                    hash: hash_of_message,
                    mask: hash(rng),
                    salt: Salt::Exactly(len),
                });
            }
            (true, None) => {}
        }
    }
}

/// The signature with each byte changed in turn, with other lengths, and as numbers that are not reduced.
fn tamper(both: &mut Both, scheme: &Scheme, message: &[u8], signature: &[u8], rng: &mut StdRng) {
    for i in 0..signature.len() {
        let mut tampered = signature.to_vec();
        tampered[i] ^= rng.gen_range(1..=255u8);
        assert!(!both.verify(scheme, message, &tampered));
    }
    for i in 0..message.len() {
        let mut tampered = message.to_vec();
        tampered[i] ^= 1 << rng.gen_range(0..8);
        assert!(!both.verify(scheme, &tampered, signature));
    }
    let mut longer = signature.to_vec();
    longer.insert(0, 0);
    // OpenSSL takes a PSS signature without its leading zeros, RFC 8017 does not.
    for other in [&longer, &signature[1..], &signature[..signature.len() - 1], &[]] {
        let refused = both.ours.verify(scheme, message, other);
        assert!(matches!(refused, Err(Error::SignatureLength { .. })));
    }
    let modulus = both.ours.modulus().to_vec();
    for edge in [&modulus, &vec![0xff; modulus.len()], &vec![0; modulus.len()]] {
        assert!(!both.verify(scheme, message, edge));
    }
    let sum = &BigNum::from_slice(&modulus).unwrap() + &BigNum::from_slice(signature).unwrap();
    if let Ok(sum) = sum.to_vec_padded(modulus.len() as i32) {
        assert!(!both.verify(scheme, message, &sum));
    }
}

/// Every byte of the key changed in turn.
fn tamper_key(both: &Both, scheme: &Scheme, message: &[u8], signature: &[u8]) {
    let (n, e) = (both.ours.modulus(), both.ours.exponent());
    for i in 0..n.len() {
        let mut n = n.to_vec();
        n[i] ^= 0x10;
        let theirs = Rsa::from_public_components(BigNum::from_slice(&n).unwrap(), BigNum::from_slice(e).unwrap());
        let theirs = PKey::from_rsa(theirs.unwrap()).unwrap();
        assert!(!openssl_verifies(&theirs, scheme, message, signature));
        let ours = PublicKey::from_components(&n, e).and_then(|key| key.verify(scheme, message, signature));
        assert!(ours.is_err());
    }
    for i in 0..e.len() {
        let mut e = e.to_vec();
        e[i] ^= 0x10;
        let ours = PublicKey::from_components(n, &e).and_then(|key| key.verify(scheme, message, signature));
        assert!(ours.is_err());
    }
}

fn check(private: &PKey<Private>, signatures: usize, rng: &mut StdRng) -> usize {
    let mut both = Both::new(private);
    let bits = both.ours.bits();
    for i in 0..signatures {
        let scheme = scheme(bits, rng);
        let message: Vec<u8> = (0..rng.gen_range(0..100)).map(|_| rng.r#gen()).collect();
        let signature = sign(private, &scheme, &message);
        assert!(both.verify(&scheme, &message, &signature));
        let other = self::scheme(bits, rng);
        both.verify(&other, &message, &signature);
        if let Scheme::Pss(pss) = scheme {
            assert!(both.verify(&Scheme::Pss(Pss { salt: Salt::Any, ..pss }), &message, &signature));
        }
        if i < 2 {
            tamper(&mut both, &scheme, &message, &signature, rng);
            tamper_key(&both, &scheme, &message, &signature);
        }
    }
    both.compared
}

#[test]
fn agrees() {
    let mut rng = StdRng::seed_from_u64(0);
    let exponents = [
        "3",
        "17",
        "65537",
        "1000000007",
        "18446744073709551629",
        "1606938044258990275541962092341162602522202993782792835301399",
    ];
    let keys = [
        (1024, 400, &[0, 1, 2, 4, 5][..]),
        (1025, 200, &[2, 3]),
        (1026, 200, &[2]),
        (1031, 200, &[2, 5]),
        (1032, 100, &[1]),
        (1033, 100, &[1]),
        (2047, 100, &[0, 2]),
        (2048, 200, &[2, 5]),
        (2049, 100, &[2, 4]),
        (3072, 50, &[2]),
        (4096, 30, &[2]),
    ];
    let (mut compared, mut signed) = (0, 0);
    for (bits, signatures, which) in keys {
        for &e in which {
            let e = BigNum::from_dec_str(exponents[e]).unwrap();
            let private = PKey::from_rsa(Rsa::generate_with_e(bits, &e).unwrap()).unwrap();
            compared += check(&private, signatures, &mut rng);
            signed += signatures;
        }
    }
    // Such a key takes long to make.
    let private = PKey::private_key_from_pem(include_bytes!(
        "../../../crates/secant-verify/fixtures/rsa/private_8192.pem"
    ))
    .unwrap();
    compared += check(&private, 10, &mut rng);
    signed += 10;
    assert!(signed >= 4000 && compared >= 20_000, "{signed}, {compared}");
}
