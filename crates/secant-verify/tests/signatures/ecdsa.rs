//! Each refusal of ECDSA keys and signatures, and noise.

use crate::{
    der::{integer, oid, sequence, spki, tlv},
    others::other,
};
use ark_std::rand::{Rng, SeedableRng, rngs::StdRng};
use der::{Encode, asn1::ObjectIdentifier};
use secant_field::modular::{FieldContext, Modular};
use secant_gfp::{
    Affine, Coordinates, Curve, CurveError, Parameters, Policy, RuntimeCurve, mul,
    named::{Name, Secp224r1, Secp256k1, Secp256r1},
    sec1::EncodingError,
};
use secant_verify::{
    ecdsa::{
        Encoding, Error, KeyCurve, KeyError, KeyFile, KeyFileError, Options, PublicKey, RecoveryError, RecoveryId,
        Signature, SignatureError, to_der, verify_each,
    },
    hash::{Hash, Prehash},
};

/// RFC 6979, appendix A.2.5: key, SHA-256 of "sample", signature.
const KEY: &str = "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
const DIGEST: &str = "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf";
const SIGNATURE: &str = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
const ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

fn bytes(hex: &str) -> Vec<u8> {
    hex::decode(hex).unwrap()
}

/// A digest of the length that SHA-256 gives.
fn prehash(digest: &[u8]) -> Prehash<'_> {
    Prehash::new(Hash::Sha256, digest).unwrap()
}

/// With curves by their parameters.
const EXPLICIT: Options = Options {
    low_s: false,
    explicit_curve: true,
    allow_weak: false,
    policy: Policy {
        embedding_degree_above: 100,
        allow_anomalous: false,
    },
};

const EC: &str = "1.2.840.10045.2.1";
const P256: &str = "1.2.840.10045.3.1.7";

/// `ECParameters` of secp192r1 with some of its fields changed.
fn parameters(change: impl FnOnce(&mut [Vec<u8>; 7])) -> Vec<u8> {
    let [p, a, b, x, y, n] = other("secp192r1").unwrap();
    let mut fields = [
        integer(&[1]),
        sequence(&[&oid("1.2.840.10045.1.1"), &integer(&p)]),
        sequence(&[&tlv(4, &a), &tlv(4, &b)]),
        tlv(4, &[&[4], &x[..], &y].concat()),
        integer(&n),
        integer(&[1]),
        vec![],
    ];
    change(&mut fields);
    tlv(0x30, &fields.concat())
}

#[test]
fn the_published_signature() {
    let curve = Secp256r1;
    let key = PublicKey::from_sec1(&curve, &bytes(KEY)).unwrap();
    let signature = Signature::from_p1363(&curve, &bytes(SIGNATURE)).unwrap();
    let digest = bytes(DIGEST);
    assert!(key.verify_digest(&curve, prehash(&digest), &signature));
    assert!(!signature.has_low_s(&curve));
    let n = curve.scalars();
    let mut opposite = bytes(SIGNATURE);
    n.write_bytes(&n.neg(signature.s()), &mut opposite[32..]);
    let opposite = Signature::from_p1363(&curve, &opposite).unwrap();
    assert!(key.verify_digest(&curve, prehash(&digest), &opposite) && opposite.has_low_s(&curve));
    assert!(verify_each(&curve, &[]).is_empty());
}

fn refused(der: &[u8]) -> KeyFileError {
    KeyFile::from_spki_der(der).unwrap_err()
}

/// The key of [`KEY`] with the bytes of some curve parameters.
fn on_curve(parameters: &[u8]) -> Vec<u8> {
    spki(&oid(EC), parameters, &bytes(KEY))
}

#[test]
fn refused_keys() {
    let point = bytes(KEY);
    let good = on_curve(&oid(P256));
    assert!(matches!(
        KeyFile::from_spki_der(&good).unwrap().curve,
        KeyCurve::Named(Name::Secp256r1)
    ));
    assert_eq!(refused(&[&good[..], &[0, 0]].concat()), KeyFileError::TrailingBytes(2));
    assert!(matches!(refused(&good[..20]), KeyFileError::Der(_)));
    assert!(matches!(refused(&[]), KeyFileError::Der(_)));
    // A length in BER.
    let ber = [&[0x30, 0x82, 0, good[1]], &good[2..]].concat();
    assert!(matches!(refused(&ber), KeyFileError::Der(_)));
    let rsa = ObjectIdentifier::new("1.2.840.113549.1.1.1").unwrap();
    assert_eq!(
        refused(&spki(&rsa.to_der().unwrap(), &[5, 0], &point)),
        KeyFileError::Algorithm(rsa)
    );
    assert_eq!(refused(&spki(&oid(EC), &[], &point)), KeyFileError::NoCurve);
    assert_eq!(refused(&spki(&oid(EC), &[5, 0], &point)), KeyFileError::NoCurve);
    let unknown = ObjectIdentifier::new("1.3.132.0.1").unwrap();
    assert_eq!(
        refused(&spki(&oid(EC), &unknown.to_der().unwrap(), &point)),
        KeyFileError::UnknownCurve(unknown)
    );
    let mut bits = good.clone();
    let at = bits.len() - point.len() - 1;
    bits[at] = 4;
    // The last four bits are to be zero then.
    *bits.last_mut().unwrap() &= 0xf0;
    assert_eq!(refused(&bits), KeyFileError::UnusedBits(4));
    assert!(matches!(
        to_der(b"-----BEGIN PUBLIC KEY-----\n%"),
        Err(KeyFileError::Pem { .. })
    ));
    let private = b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    assert!(matches!(to_der(private), Err(KeyFileError::PemLabel { found }) if found == "PRIVATE KEY"));
}

#[test]
fn refused_parameters_of_curves() {
    let binary = ObjectIdentifier::new("1.2.840.10045.1.2").unwrap();
    let field = sequence(&[&binary.to_der().unwrap(), &integer(&[5])]);
    let curve = parameters(|fields| fields[1] = field);
    assert_eq!(refused(&on_curve(&curve)), KeyFileError::Field(binary));
    let curve = parameters(|fields| fields[3] = tlv(4, &[5; 25]));
    assert_eq!(refused(&on_curve(&curve)), KeyFileError::Generator);
    // A seed of 15 bits, with the one behind them clear and set.
    let [_, a, b, ..] = other("secp192r1").unwrap();
    let seed = |last| {
        let coefficients = sequence(&[&tlv(4, &a), &tlv(4, &b), &tlv(3, &[1, 5, last])]);
        on_curve(&parameters(|fields| fields[2] = coefficients))
    };
    assert!(KeyFile::from_spki_der(&seed(6)).is_ok());
    assert!(matches!(refused(&seed(7)), KeyFileError::Der(_)));
    // The hash function of the seed is the last field: with NULL, without, and what is no algorithm.
    let hash = |hash: &[&[u8]]| on_curve(&parameters(|fields| fields[6] = sequence(hash)));
    let sha1 = oid("1.3.14.3.2.26");
    assert!(KeyFile::from_spki_der(&hash(&[&sha1, &[5, 0]])).is_ok());
    assert!(KeyFile::from_spki_der(&hash(&[&sha1])).is_ok());
    // 26 with a zero before it.
    let padded: &[u8] = &[6, 5, 0x2b, 14, 3, 0x80, 26];
    for not_der in [
        &[&[6, 5, 1][..]][..],
        &[&sha1, &[5, 0x81, 0]],
        &[&sha1, &[4, 2, 1]],
        &[padded, &[5, 0]],
    ] {
        let error = refused(&hash(not_der));
        assert!(
            matches!(error, KeyFileError::Der(_) | KeyFileError::TrailingBytes(_)),
            "{error}"
        );
    }
    // Hybrid, with the parity of the second coordinate and with the other one.
    let [.., x, y, _] = other("secp192r1").unwrap();
    let odd = y[23] & 1;
    let hybrid = |tag| parameters(|fields| fields[3] = tlv(4, &[&[tag], &x[..], &y].concat()));
    assert!(KeyFile::from_spki_der(&on_curve(&hybrid(6 | odd))).is_ok());
    let wrong = on_curve(&hybrid(7 ^ odd));
    assert_eq!(refused(&wrong), KeyFileError::Generator);
}

#[test]
fn refused_points() {
    let point = bytes(KEY);
    let verify = |point: &[u8]| {
        let key = KeyFile {
            curve: KeyCurve::Named(Name::Secp256r1),
            point,
        };
        key.verify_digest(
            prehash(&bytes(DIGEST)),
            &bytes(SIGNATURE),
            Encoding::P1363,
            &Options::default(),
        )
    };
    assert_eq!(verify(&point), Ok(()));
    assert_eq!(verify(&[0]), Err(KeyError::Infinity.into()));
    assert_eq!(verify(&[]), Err(KeyError::from(EncodingError::Empty).into()));
    assert_eq!(
        verify(&point[1..]),
        Err(KeyError::from(EncodingError::Tag(0x60)).into())
    );
    let mut off = point.clone();
    off[64] ^= 1;
    assert_eq!(verify(&off), Err(KeyError::from(EncodingError::NotOnCurve).into()));
    let length = EncodingError::Length {
        found: 64,
        expected: 65,
    };
    assert_eq!(verify(&point[..64]), Err(KeyError::from(length).into()));
    assert!(!verify(&off).unwrap_err().is_invalid_signature());
}

#[test]
fn refused_curves() {
    let [.., x, y, _] = other("secp192r1").unwrap();
    let point = [&[4], &x[..], &y].concat();
    let verdict = |curve: &[u8]| {
        let der = spki(&oid(EC), curve, &point);
        let key = KeyFile::from_spki_der(&der).unwrap();
        key.verify_digest(prehash(&[1; 32]), &[1; 48], Encoding::P1363, &EXPLICIT)
    };
    assert_eq!(verdict(&parameters(|_| {})), Err(Error::Invalid));
    let without_cofactor = parameters(|fields| fields[5].clear());
    assert_eq!(verdict(&without_cofactor), Err(Error::Invalid));
    // With another cofactor or generator it is secp192r1 in disguise.
    let disguised = Err(Error::OtherGenerator(Name::Secp192r1));
    let curve = parameters(|fields| fields[5] = integer(&[2]));
    assert_eq!(verdict(&curve), disguised);
    let curve = parameters(|fields| fields[3] = tlv(4, &[4; 49]));
    assert_eq!(verdict(&curve), disguised);
    let compressed = parameters(|fields| fields[3] = tlv(4, &[2; 25]));
    assert_eq!(verdict(&compressed), Err(Error::Curve(CurveError::Generator)));
    let curve = parameters(|fields| fields[2] = sequence(&[&tlv(4, &[]), &tlv(4, &[])]));
    assert_eq!(verdict(&curve), Err(Error::Curve(CurveError::Singular)));
    let long = [&[1][..], &[3; 200]].concat();
    let curve = parameters(|fields| fields[1] = sequence(&[&oid("1.2.840.10045.1.1"), &integer(&long)]));
    assert!(matches!(verdict(&curve), Err(Error::Curve(CurveError::Modulus(_)))));
}

#[test]
fn refused_signatures() {
    let (r, s) = (bytes(&SIGNATURE[..64]), bytes(&SIGNATURE[64..]));
    let good = sequence(&[&integer(&r), &integer(&s)]);
    let read = |der: &[u8]| Signature::from_der(&Secp256r1, der).map(|_| ());
    assert_eq!(read(&good), Ok(()));
    assert_eq!(read(&[&good[..], &[0]].concat()), Err(SignatureError::TrailingBytes(1)));
    let of = |r: &[u8], s: &[u8]| read(&sequence(&[r, s]));
    assert_eq!(of(&integer(&[0]), &integer(&s)), Err(SignatureError::RIsZero));
    assert_eq!(of(&integer(&r), &integer(&[0])), Err(SignatureError::SIsZero));
    assert_eq!(
        of(&integer(&bytes(ORDER)), &integer(&s)),
        Err(SignatureError::RTooLarge)
    );
    assert_eq!(
        of(&integer(&r), &integer(&bytes(ORDER))),
        Err(SignatureError::STooLarge)
    );
    assert_eq!(of(&integer(&r), &integer(&[1; 500])), Err(SignatureError::STooLarge));
    // Negative, with a zero too many, without digits, with a third integer, of another type, with a long length.
    for (r, s) in [
        (tlv(2, &r), integer(&s)),
        (tlv(2, &[&[0, 0], &r[..]].concat()), integer(&s)),
        (tlv(2, &[]), integer(&s)),
        (integer(&r), [integer(&s), integer(&[1])].concat()),
        (integer(&r), tlv(4, &s)),
        (integer(&r), vec![]),
        ([&[2, 0x81, 33, 0], &r[..]].concat(), integer(&s)),
    ] {
        let refused = of(&r, &s);
        assert!(
            matches!(refused, Err(SignatureError::Der(_) | SignatureError::TrailingBytes(_))),
            "{refused:?}"
        );
    }
    let p1363 = |bytes: &[u8]| Signature::from_p1363(&Secp256r1, bytes).map(|_| ());
    let length = |found| Err(SignatureError::Length { found, expected: 64 });
    assert_eq!(p1363(&bytes(SIGNATURE)), Ok(()));
    assert_eq!(p1363(&bytes(SIGNATURE)[1..]), length(63));
    assert_eq!(p1363(&[]), length(0));
    assert_eq!(p1363(&[0; 64]), Err(SignatureError::RIsZero));
    assert_eq!(p1363(&[0xff; 64]), Err(SignatureError::RTooLarge));
    let options = Options {
        low_s: true,
        ..Options::default()
    };
    let point = bytes(KEY);
    let key = KeyFile {
        curve: KeyCurve::Named(Name::Secp256r1),
        point: &point,
    };
    let verdict = key.verify_digest(prehash(&bytes(DIGEST)), &bytes(SIGNATURE), Encoding::P1363, &options);
    assert_eq!(verdict, Err(Error::HighS));
    assert_eq!(RecoveryId::new(4), Err(RecoveryError::Id(4)));
}

/// Sums that end at infinity, keys that are the generator or its opposite, and digests of zeros.
#[test]
fn exceptional_sums() {
    fn on<C: Curve>(curve: &C) {
        let n = curve.scalars();
        let g = curve.generator();
        for key in [
            g,
            g.neg(curve),
            g.double(curve),
            mul(curve, &n.reduce(&[3]), &g).to_affine(curve),
        ] {
            let key = PublicKey::new(curve, &key).unwrap();
            let (x, _) = key.point().xy().unwrap();
            let r = n.reduce(curve.field().to_limbs(x).as_ref());
            let mut bytes = vec![0; 2 * n.byte_len()];
            let (left, right) = bytes.split_at_mut(n.byte_len());
            // With a digest of zero, u1 = 0 and u2 = r / s: for s = r the point is the key itself, whose x is r.
            n.write_bytes(&r, left);
            n.write_bytes(&r, right);
            let signature = Signature::from_p1363(curve, &bytes).unwrap();
            let zeros = [0; 64];
            for hash in [Hash::Sha1, Hash::Sha256, Hash::Sha512] {
                let digest = Prehash::new(hash, &zeros[..hash.output_len()]).unwrap();
                assert!(key.verify_digest(curve, digest, &signature));
                assert_eq!(verify_each(curve, &[(key, digest, signature); 20]), [true; 20]);
            }
        }
        // u1 G + u2 Q at infinity: Q = G and u2 = -u1.
        let key = PublicKey::new(curve, &g).unwrap();
        let digest = [5u8; 28];
        let z = {
            let limbs: Vec<u64> = (0..4).map(|_| 0x0505_0505_0505_0505).collect();
            // 28 bytes are three limbs and a half; orders of 224 and 256 bits take all of them.
            n.reduce(&[limbs[0], limbs[1], limbs[2], limbs[3] >> 32])
        };
        let mut bytes = vec![0; 2 * n.byte_len()];
        let (left, right) = bytes.split_at_mut(n.byte_len());
        n.write_bytes(&n.neg(&z), left);
        n.write_bytes(&n.reduce(&[7]), right);
        let signature = Signature::from_p1363(curve, &bytes).unwrap();
        let digest = Prehash::new(Hash::Sha224, &digest).unwrap();
        assert!(!key.verify_digest(curve, digest, &signature));
        assert_eq!(verify_each(curve, &[(key, digest, signature); 9]), [false; 9]);
        assert_eq!(PublicKey::new(curve, &Affine::Infinity), Err(KeyError::Infinity));
    }
    on(&Secp224r1);
    on(&Secp256k1);
    on(&Secp256r1);
}

/// No byte string makes anything panic, or verify.
#[test]
fn noise() {
    let mut rng = StdRng::seed_from_u64(7);
    let point = bytes(KEY);
    let [.., x, y, _] = other("secp192r1").unwrap();
    let files = [
        spki(&oid(EC), &oid(P256), &point),
        spki(&oid(EC), &parameters(|_| {}), &[&[4], &x[..], &y].concat()),
    ];
    let signature = sequence(&[&integer(&bytes(&SIGNATURE[..64])), &integer(&bytes(&SIGNATURE[64..]))]);
    let mut read = 0;
    for round in 0..6000 {
        let mut file = files[round % 2].clone();
        for _ in 0..rng.gen_range(1..4) {
            let at = rng.gen_range(0..file.len());
            match rng.gen_range(0..4) {
                0 => file[at] = rng.r#gen(),
                1 => file[at] ^= 1 << rng.gen_range(0..8),
                2 => drop(file.remove(at)),
                _ => file.insert(at, rng.r#gen()),
            }
        }
        if let Ok(key) = KeyFile::from_spki_der(&file) {
            read += 1;
            let mut signature = signature.clone();
            let at = rng.gen_range(0..signature.len());
            signature[at] ^= rng.gen_range(1..=255u8);
            for encoding in [Encoding::Der, Encoding::P1363] {
                let digest = bytes(DIGEST);
                let verdict = key.verify_digest(prehash(&digest), &signature, encoding, &EXPLICIT);
                assert!(verdict.is_err());
            }
        }
        let noise: Vec<u8> = (0..rng.gen_range(0..200)).map(|_| rng.r#gen()).collect();
        let _ = KeyFile::from_spki_der(&noise);
        let _ = to_der(&noise);
        let _ = Signature::from_der(&Secp256k1, &noise);
        let (left, right) = noise.split_at(noise.len() / 2);
        let parameters = Parameters {
            p: left,
            a: right,
            b: left,
            x: right,
            y: left,
            n: right,
            h: &[1],
        };
        assert!(RuntimeCurve::<9>::new(&parameters, &Policy::NONE).is_err());
    }
    assert!(read > 500, "{read}");
}
