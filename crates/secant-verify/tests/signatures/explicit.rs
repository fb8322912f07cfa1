//! Curves that a key gives by their parameters: asked for or not, genuine and in disguise.

use crate::{
    certificate::certificate,
    der::{integer, oid, sequence, spki, tlv},
    fixture,
};
use secant_field::modular::{FieldContext, Modular};
use secant_gfp::{
    Coordinates, Curve, CurveError, Parameters, Policy, mul,
    named::{Name, Secp256r1, Visitor},
};
use secant_verify::{
    certificate::{CertificateError, subject_public_key_info},
    ecdsa::{Encoding, Error, ExplicitCurve, KeyCurve, KeyFile, KeyFileError, Options, PublicKey, Signature, to_der},
    hash::{Hash, Prehash},
};

const DIGEST: [u8; 32] = [0x5a; 32];

const EXPLICIT: Options = Options {
    low_s: false,
    explicit_curve: true,
    allow_weak: false,
    policy: Policy {
        embedding_degree_above: 100,
        allow_anomalous: false,
    },
};

/// Numbers of a curve, to be changed.
#[derive(Clone)]
struct Numbers {
    field: &'static str,
    p: Vec<u8>,
    a: Vec<u8>,
    b: Vec<u8>,
    generator: Vec<u8>,
    n: Vec<u8>,
    h: Option<Vec<u8>>,
}

fn hex(digits: &str) -> Vec<u8> {
    hex::decode(digits).unwrap()
}

impl Numbers {
    /// Those of P-256 (FIPS 186-4, appendix D.1.2.3).
    fn p256() -> Self {
        Self {
            field: "1.2.840.10045.1.1",
            p: hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
            a: hex("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"),
            b: hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
            generator: hex(concat!(
                "04",
                "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
                "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
            )),
            n: hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
            h: Some(vec![1]),
        }
    }

    /// `SubjectPublicKeyInfo` of a key on the curve.
    fn spki(&self, point: &[u8]) -> Vec<u8> {
        let h = self.h.as_ref().map_or(vec![], |h| integer(h));
        let parameters = sequence(&[
            &integer(&[1]),
            &sequence(&[&oid(self.field), &integer(&self.p)]),
            &sequence(&[&tlv(4, &self.a), &tlv(4, &self.b)]),
            &tlv(4, &self.generator),
            &integer(&self.n),
            &h,
        ]);
        spki(&oid("1.2.840.10045.2.1"), &parameters, point)
    }

    /// With the generator compressed.
    fn compressed(&self) -> Self {
        let generator = [&[2 | self.generator[64] & 1], &self.generator[1..33]].concat();
        Self {
            generator,
            ..self.clone()
        }
    }
}

/// `64` bytes of a signature of [`DIGEST`], and the point of the key, uncompressed, for the secret `d` and the generator
/// `t` times P-256's.
fn signed(d: u64, t: u64) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let curve = Secp256r1;
    let (f, n) = (curve.field(), curve.scalars());
    let generator = mul(&curve, &n.reduce(&[t]), &curve.generator()).to_affine(&curve);
    let key = mul(&curve, &n.reduce(&[d]), &generator).to_affine(&curve);
    let k = n.reduce(&[0x1234_5678_9abc_def1]);
    let nonce = mul(&curve, &k, &generator).to_affine(&curve);
    let r = n.reduce(&f.to_limbs(nonce.xy().unwrap().0));
    let z = n.element_be_bytes(&DIGEST).unwrap();
    let s = n.mul(&n.inverse(&k).unwrap(), &n.add(&z, &n.mul(&r, &n.reduce(&[d]))));
    let mut signature = vec![0; 64];
    let (left, right) = signature.split_at_mut(32);
    n.write_bytes(&r, left);
    n.write_bytes(&s, right);
    let bytes = |point: &secant_gfp::Affine<Secp256r1>| {
        let mut bytes = vec![0; 65];
        assert_eq!(secant_gfp::sec1::encode(&curve, point, false, &mut bytes), Some(65));
        bytes
    };
    (signature, bytes(&key), bytes(&generator))
}

fn verdict(spki: &[u8], signature: &[u8], options: &Options) -> Result<(), Error> {
    let key = KeyFile::from_spki_der(spki).unwrap();
    let digest = Prehash::new(Hash::Sha256, &DIGEST)?;
    key.verify_digest(digest, signature, Encoding::P1363, options)
}

/// Genuine parameters are refused, unless asked for, and in certificates always.
#[test]
fn genuine() {
    let (signature, point, _) = signed(77, 1);
    let named = spki(&oid("1.2.840.10045.2.1"), &oid("1.2.840.10045.3.1.7"), &point);
    assert_eq!(verdict(&named, &signature, &Options::default()), Ok(()));
    let p256 = Numbers::p256();
    let without_cofactor = Numbers {
        h: None,
        ..p256.clone()
    };
    for numbers in [&p256, &p256.compressed(), &without_cofactor] {
        let spki = numbers.spki(&point);
        let refused = verdict(&spki, &signature, &Options::default()).unwrap_err();
        assert_eq!(refused, Error::ExplicitCurve);
        assert!(!refused.is_invalid_signature());
        assert_eq!(verdict(&spki, &signature, &EXPLICIT), Ok(()));
        let mut wrong = signature.clone();
        wrong[63] ^= 1;
        assert_eq!(verdict(&spki, &wrong, &EXPLICIT), Err(Error::Invalid));
        let curve = KeyFile::from_spki_der(&spki).unwrap().curve;
        assert!(matches!(curve, KeyCurve::Explicit(curve) if curve.name() == Some(Name::Secp256r1)));
        assert_eq!(curve.to_string(), "secp256r1, given by its parameters");
        assert_eq!(
            subject_public_key_info(&certificate(&spki)),
            Err(CertificateError::ExplicitCurve)
        );
    }
    assert_eq!(subject_public_key_info(&certificate(&named)), Ok(&named[..]));
}

/// CVE-2020-0601: the generator is the public key of somebody, so that its secret is one.
#[test]
fn the_generator_is_somebodys_key() {
    struct Holds<'a>(&'a [u8], &'a [u8]);

    impl Visitor for Holds<'_> {
        type Output = bool;

        fn visit<C: Curve>(self, curve: &C) -> bool {
            let key = PublicKey::from_sec1(curve, self.0).unwrap();
            let signature = Signature::from_p1363(curve, self.1).unwrap();
            key.verify_digest(curve, Prehash::new(Hash::Sha256, &DIGEST).unwrap(), &signature)
        }
    }

    let (forged, victim, generator) = signed(1, 0xdead_beef);
    assert_eq!(victim, generator);
    let numbers = Numbers {
        generator,
        ..Numbers::p256()
    };
    let parameters = Parameters {
        p: &numbers.p,
        a: &numbers.a,
        b: &numbers.b,
        x: &numbers.generator[1..33],
        y: &numbers.generator[33..],
        n: &numbers.n,
        h: &[1],
    };
    // It is a curve, and on it the signature holds.
    let holds = secant_gfp::visit(&parameters, &Policy::default(), Holds(&victim, &forged));
    assert_eq!(holds, Ok(true));
    assert!(!Holds(&victim, &forged).visit(&Secp256r1));

    let disguised = Err(Error::OtherGenerator(Name::Secp256r1));
    let any = Options {
        allow_weak: true,
        policy: Policy::NONE,
        ..EXPLICIT
    };
    for numbers in [&numbers, &numbers.compressed()] {
        let spki = numbers.spki(&victim);
        assert_eq!(verdict(&spki, &forged, &Options::default()), Err(Error::ExplicitCurve));
        assert_eq!(verdict(&spki, &forged, &EXPLICIT), disguised);
        assert_eq!(verdict(&spki, &forged, &any), disguised);
        assert_eq!(
            subject_public_key_info(&certificate(&spki)),
            Err(CertificateError::ExplicitCurve)
        );
    }
    // Nor by hand.
    let key = KeyFile {
        curve: KeyCurve::Explicit(ExplicitCurve::from(parameters)),
        point: &victim,
    };
    let digest = Prehash::new(Hash::Sha256, &DIGEST).unwrap();
    assert_eq!(key.verify_digest(digest, &forged, Encoding::P1363, &any), disguised);
}

/// With another order or cofactor it is the named curve in disguise, too.
#[test]
fn other_order_or_cofactor() {
    let (signature, point, _) = signed(77, 1);
    let p256 = Numbers::p256();
    let mut order = p256.n.clone();
    order[31] += 2;
    let big = [&[1][..], &[0; 1250]].concat();
    for numbers in [
        Numbers {
            n: order,
            ..p256.clone()
        },
        Numbers {
            n: vec![7],
            ..p256.clone()
        },
        Numbers {
            n: p256.p.clone(),
            ..p256.clone()
        },
        Numbers {
            h: Some(vec![2]),
            ..p256.clone()
        },
        Numbers {
            h: Some(vec![0]),
            ..p256.clone()
        },
        Numbers {
            h: Some(big),
            ..p256.clone()
        },
    ] {
        let verdict = verdict(&numbers.spki(&point), &signature, &EXPLICIT);
        assert_eq!(verdict, Err(Error::OtherGenerator(Name::Secp256r1)));
    }
}

/// Parameters that are none of a curve are refused, and none is a signature that does not hold.
#[test]
fn no_curves() {
    let (signature, point, _) = signed(77, 1);
    let p256 = Numbers::p256();
    let near = |last: i16| {
        let mut p = p256.p.clone();
        let [high, low] = (i16::from_be_bytes([p[30], p[31]]).wrapping_add(last)).to_be_bytes();
        (p[30], p[31]) = (high, low);
        p
    };
    let long = [&[1][..], &[0; 127], &[1]].concat();
    let longest = [&[1][..], &[0; 12_499], &[1]].concat();
    let of_field = |p| Numbers { p, ..p256.clone() };
    let of_order = |n| Numbers { n, ..p256.clone() };
    for numbers in [
        of_field(near(-1)),
        of_field(near(-2)),
        of_field(vec![0]),
        of_field(vec![1]),
        Numbers {
            p: vec![3],
            n: vec![3],
            a: vec![0],
            b: vec![1],
            generator: vec![4, 0, 1],
            ..p256.clone()
        },
        of_field(vec![0xff; 128]),
        of_field(long),
        of_field(longest.clone()),
        of_order(longest),
        of_order(vec![0]),
        of_order(vec![1]),
        // Singular, and a coefficient that is not below the modulus.
        Numbers {
            a: vec![],
            b: vec![],
            generator: [&[4][..], &[0; 31], &[1], &[0; 31], &[1]].concat(),
            ..p256.clone()
        },
        Numbers {
            a: p256.p.clone(),
            ..p256.clone()
        },
        Numbers {
            a: vec![],
            ..p256.clone()
        },
    ] {
        for numbers in [
            &numbers,
            &Numbers {
                generator: vec![2, 5],
                ..numbers.clone()
            },
        ] {
            let verdict = verdict(&numbers.spki(&point), &signature, &EXPLICIT).unwrap_err();
            assert!(
                matches!(verdict, Error::Curve(_) | Error::OtherGenerator(_)),
                "{verdict:?}"
            );
        }
    }
}

/// A generator that is no encoding of a point, and a field that is not prime, are refused as they are read.
#[test]
fn unreadable_curves() {
    let (_, point, _) = signed(77, 1);
    let p256 = Numbers::p256();
    for generator in [&[][..], &[0], &[4; 64], &[1; 33], &[5; 65], &[8; 65]] {
        let numbers = Numbers {
            generator: generator.to_vec(),
            ..p256.clone()
        };
        let refused = KeyFile::from_spki_der(&numbers.spki(&point)).unwrap_err();
        assert_eq!(refused, KeyFileError::Generator, "{generator:?}");
    }
    let binary = Numbers {
        field: "1.2.840.10045.1.2",
        ..p256
    };
    let refused = KeyFile::from_spki_der(&binary.spki(&point)).unwrap_err();
    assert!(matches!(refused, KeyFileError::Field(_)));
}

/// `y^2 = x^3 + x` over a prime that is 3 modulo 4 is supersingular: logarithms are those of a field of twice the length.
#[test]
fn supersingular() {
    let generator = hex(concat!(
        "04",
        "3866a682c5fbf218fb7d237d8b74344b08fdeceb72947065a29a1fe2de5ae48d",
        "2d372350b3b14915fe29156e9916046f4baa6aeef82ac08f5d1749e5ae1af6e0"
    ));
    let numbers = Numbers {
        p: hex("8000000000000000000000000000000000000000000000000000000000029423"),
        a: vec![1],
        b: vec![],
        n: hex("200000000000000000000000000000000000000000000000000000000000a509"),
        h: Some(vec![4]),
        generator: generator.clone(),
        ..Numbers::p256()
    };
    let verify = |policy| {
        let options = Options { policy, ..EXPLICIT };
        verdict(&numbers.spki(&generator), &[1; 64], &options)
    };
    assert_eq!(
        verify(Policy::default()),
        Err(Error::Curve(CurveError::EmbeddingDegree(2)))
    );
    assert_eq!(verify(Policy::NONE), Err(Error::Invalid));
}

/// Short curves are refused, unless asked for: OpenSSL's keys and signatures.
#[test]
fn weak() {
    for (name, bits) in [("secp112r1", 112), ("secp128r1", 128)] {
        let (pem, signature) = (
            fixture(&format!("ecdsa/{name}.pem")),
            fixture(&format!("ecdsa/{name}.sig")),
        );
        let der = to_der(&pem).unwrap();
        let key = KeyFile::from_spki_der(&der).unwrap();
        let verify =
            |message: &[u8], options: &Options| key.verify(Hash::Sha256, message, &signature, Encoding::Der, options);
        let message = &fixture("ecdsa/message.txt");
        let weak = Options {
            allow_weak: true,
            ..EXPLICIT
        };
        assert_eq!(verify(message, &EXPLICIT), Err(Error::WeakCurve { bits }));
        assert_eq!(verify(message, &weak), Ok(()));
        assert_eq!(verify(b"another", &weak), Err(Error::Invalid));
        let named_only = Options {
            allow_weak: true,
            ..Options::default()
        };
        assert_eq!(verify(message, &named_only), Err(Error::ExplicitCurve));
    }
}
