//! Schnorr signatures, keys recovered from ECDSA signatures, and signatures with a low `s`.

use crate::common::{
    circuits::{reduced_signature, secp256k1},
    failures,
};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Fr, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Form, RecoveryId, Signature, Statement},
    schnorr::{self, Schnorr},
};
use secant_gfp::named::Name;
use sha3::{Digest, Keccak256};

fn schnorr(statement: &schnorr::Statement) -> Result<(Builder, Vec<Fr>), Error> {
    let mut b = Builder::new();
    let curve = secp256k1(&b);
    let verifier = Schnorr::new(&mut b, &curve, 400)?;
    verifier.verify_public(&mut b, statement)?;
    let public = verifier.public_inputs(statement)?;
    Ok((b, public))
}

/// The test vectors of BIP-340 with messages of 32 bytes (<https://github.com/bitcoin/bips>,
/// `bip-0340/test-vectors.csv`, under the licence of the BIP, BSD-2-Clause), without the columns for signers.
#[test]
fn bip340() {
    let (mut valid, mut invalid) = (0, 0);
    for line in include_str!("../vectors/bip340.csv").lines().skip(1) {
        let mut columns = line.split(',').skip(1);
        let mut bytes = || hex::decode(columns.next().unwrap()).unwrap();
        let (key, message, signature) = (bytes(), bytes(), bytes());
        let statement = schnorr::Statement::bip340(&key.try_into().unwrap(), &message, &signature.try_into().unwrap());
        let circuit = schnorr(&statement);
        if columns.next() == Some("TRUE") {
            let (b, public) = circuit.unwrap_or_else(|e| panic!("{line}: {e}"));
            let circuit = b.finish(&Goal::Fastest).unwrap();
            circuit.mock().unwrap();
            assert_eq!(circuit.public_values(), public);
            valid += 1;
        } else {
            assert!(matches!(circuit, Err(Error::Unsatisfied(_))), "{line}");
            invalid += 1;
        }
    }
    assert_eq!((valid, invalid), (5, 10));
}

/// Made-up statements have a low `s`, so they are statements of either form.
#[test]
fn made_up_statements_are_low() {
    for name in [Name::Secp256k1, Name::Secp256r1] {
        let p = Parameters::named(name);
        let rng = &mut StdRng::seed_from_u64(1);
        assert!((0..20).all(|_| Statement::made_up(&p, rng).signature.s <= &p.order >> 1));
    }
}

/// Challenges and answers of zero are not exceptional.
#[test]
fn schnorr_edges() {
    let p = Parameters::named(Name::Secp256k1);
    let n = &p.order;
    let even = |k: u32| {
        let k = BigUint::from(k);
        let (x, y) = p.multiples(&k, &BigUint::ZERO, 1).pop().unwrap().unwrap();
        (x, if y.bit(0) { n - k } else { k })
    };
    let ((key, secret), (r, nonce)) = (even(77), even(5));
    let inverse = secret.modinv(n).unwrap();
    // e = 0; e = n; s = 0.
    let challenges = [BigUint::ZERO, n.clone(), (n - &nonce) * inverse % n];
    for challenge in challenges {
        let s = (&nonce + &challenge * &secret) % n;
        let statement = schnorr::Statement {
            key: key.clone(),
            challenge,
            signature: schnorr::Signature { r: r.clone(), s },
        };
        let (b, _) = schnorr(&statement).unwrap();
        b.finish(&Goal::Fastest).unwrap().mock().unwrap();
    }
}

#[test]
fn other_schnorr_statements() {
    let p = Parameters::named(Name::Secp256k1);
    let statement = schnorr::Statement::made_up(&p, &mut StdRng::seed_from_u64(3));
    let (b, _) = schnorr(&statement).unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    for i in 0..circuit.instances()[0].len() {
        let mut other = circuit.instances();
        other[0][i] += Fr::from(1);
        assert!(matches!(circuit.mock_with(other), Err(Error::Mock(_))), "{i}");
    }
    // The same with another challenge, and with -s.
    let mut other = statement.clone();
    other.challenge += 1u32;
    assert!(matches!(schnorr(&other), Err(Error::Unsatisfied(_))));
    let mut other = statement;
    other.signature.s = p.order - other.signature.s;
    assert!(matches!(schnorr(&other), Err(Error::Unsatisfied(_))));
}

fn recovery(
    name: Name,
    digest: &BigUint,
    signature: &Signature,
    id: RecoveryId<bool>,
) -> Result<(Builder, Vec<Fr>), Error> {
    let mut b = Builder::new();
    let curve = Weierstrass::new("curve", Parameters::named(name), b.shape())?;
    let ecdsa = Ecdsa::new(&mut b, &curve, 400)?;
    ecdsa.recover_public(&mut b, digest, signature, id)?;
    let public = b.public_values();
    let key = (joined(&public[8..10]), joined(&public[10..12]));
    assert_eq!(public, ecdsa.recovery_inputs(digest, signature, id, &key)?);
    Ok((b, public))
}

fn hexadecimal(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).unwrap()
}

fn joined(parts: &[Fr]) -> BigUint {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.to_bytes()[..16].to_vec()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// An input of Ethereum's precompile with its address (<https://www.evm.codes/precompiled>).
#[test]
fn ecrecover() {
    let digest = hexadecimal("456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3");
    let signature = Signature {
        r: hexadecimal("9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608"),
        s: hexadecimal("4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada"),
    };
    // v = 28.
    let id = RecoveryId {
        y_is_odd: true,
        x_is_reduced: false,
    };
    let (b, public) = recovery(Name::Secp256k1, &digest, &signature, id).unwrap();
    b.finish(&Goal::Fastest).unwrap().mock().unwrap();
    let key: Vec<u8> = [&public[8..10], &public[10..12]]
        .iter()
        .flat_map(|parts| {
            let bytes = joined(parts).to_bytes_be();
            [vec![0; 32 - bytes.len()], bytes].concat()
        })
        .collect();
    let address = &Keccak256::digest(key)[12..];
    assert_eq!(hex::encode(address), "7156526fbd7a3c72969b54f64e42c10fbb768c8a");
}

/// Each of the four recovery ids gives a key under which the signature is valid, or no key.
#[test]
fn recovered_keys_verify() {
    for name in [Name::Secp256k1, Name::Secp256r1] {
        let p = Parameters::named(name);
        let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(7));
        let above = reduced_signature(&p, &statement.signature.s);
        let mut keys = Vec::new();
        for (signature, x_is_reduced) in [(&statement.signature, false), (&above, true)] {
            for y_is_odd in [false, true] {
                let id = RecoveryId { y_is_odd, x_is_reduced };
                let (b, public) = recovery(name, &statement.digest, signature, id).unwrap();
                b.finish(&Goal::Fastest).unwrap().mock().unwrap();
                let key = (joined(&public[8..10]), joined(&public[10..12]));
                let mut b = Builder::new();
                let curve = Weierstrass::new("curve", p.clone(), b.shape()).unwrap();
                let ecdsa = Ecdsa::new(&mut b, &curve, 400).unwrap();
                let found = Statement {
                    key: key.clone(),
                    digest: statement.digest.clone(),
                    signature: signature.clone(),
                };
                ecdsa.verify_public(&mut b, &found).unwrap();
                keys.push(key);
            }
        }
        assert!(keys[..2].contains(&statement.key));
        // r + n is above p.
        let id = RecoveryId {
            y_is_odd: false,
            x_is_reduced: true,
        };
        let none = recovery(name, &statement.digest, &statement.signature, id);
        assert!(matches!(none, Err(Error::Unsatisfied(_))));
    }
}

/// The bits of the recovery id are those of the point. The constraints refuse other bits, not only the function.
#[test]
fn recovery_is_determined() {
    let p = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(8));
    let mut b = Builder::new();
    let curve = secp256k1(&b);
    let ecdsa = Ecdsa::new(&mut b, &curve, 400).unwrap();
    let digest = ecdsa.scalars().witness(&mut b, &statement.digest);
    let [r, s] = [&statement.signature.r, &statement.signature.s].map(|x| ecdsa.scalars().witness(&mut b, x));
    let (odd, above) = (b.witness(Fr::from(1)), b.witness(Fr::from(0)));
    let id = RecoveryId {
        y_is_odd: odd,
        x_is_reduced: above,
    };
    ecdsa.recover(&mut b, &digest, &r, &s, id).unwrap();
    assert!(failures(&b.clone().finish(&Goal::Fastest).unwrap()).is_empty());
    for (cell, value, by) in [
        (odd, 0, "copy"),
        (odd, 2, "copy"),
        (above, 1, "sum is a multiple of p"),
        (above, 2, "a + b c = d"),
    ] {
        let mut other = b.clone();
        // The change includes its consequences, as a prover would make it.
        other.lie(&[(cell, Fr::from(value))]);
        let failed = failures(&other.finish(&Goal::Fastest).unwrap());
        assert!(failed.contains(by), "{value}: {failed:?}");
    }
}

/// An integer that is too long has no public inputs: they would be those of another integer, which differs from it by a
/// multiple of the circuit's modulus.
#[test]
fn public_inputs_are_unique() {
    let p = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(4));
    let mut b = Builder::new();
    let curve = secp256k1(&b);
    let ecdsa = Ecdsa::new(&mut b, &curve, 400).unwrap();
    ecdsa.public_inputs(&statement).unwrap();
    let r = hexadecimal("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
    let changes: [fn(&mut Statement) -> &mut BigUint; 5] = [
        |statement| &mut statement.key.0,
        |statement| &mut statement.key.1,
        |statement| &mut statement.digest,
        |statement| &mut statement.signature.r,
        |statement| &mut statement.signature.s,
    ];
    for change in changes {
        let mut other = statement.clone();
        *change(&mut other) += &r << 128u32;
        assert!(matches!(ecdsa.public_inputs(&other), Err(Error::Unsatisfied(_))));
    }
}

#[test]
fn low_s() {
    let p = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(9));
    let verify = |form: Form, s: &BigUint| {
        let mut b = Builder::new();
        let curve = secp256k1(&b);
        let ecdsa = Ecdsa::new(&mut b, &curve, 400)?.of_form(form);
        let mut statement = statement.clone();
        statement.signature.s = s.clone();
        ecdsa.verify_public(&mut b, &statement)?;
        b.finish(&Goal::Fastest)?.mock()
    };
    let s = &statement.signature.s;
    let other = &p.order - s;
    let (low, high) = (s.min(&other), s.max(&other));
    for (form, s) in [(Form::Any, low), (Form::Any, high), (Form::LowS, low)] {
        verify(form, s).unwrap();
    }
    assert!(matches!(verify(Form::LowS, high), Err(Error::Unsatisfied(_))));
}

/// Half the order, rounded down, is low; one more is not.
#[test]
fn the_highest_low_s() {
    let p = Parameters::named(Name::Secp256k1);
    let half = &p.order >> 1u32;
    for (value, is_low) in [(half.clone(), true), (half + 1u32, false)] {
        let mut b = Builder::new();
        let scalars = secp256k1(&b).scalars.unwrap();
        let s = scalars.witness(&mut b, &value);
        let below = scalars.assert_below(&mut b, &s, &((&p.order + 1u32) >> 1u32));
        assert_eq!(below.is_ok(), is_low);
    }
}
