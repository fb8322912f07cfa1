//! The same verdicts as OpenSSL, on signatures that it made and on tampered ones, over every named curve.

use ark_std::rand::{Rng, SeedableRng, rngs::StdRng};
use openssl::{
    asn1::Asn1Object,
    bn::BigNumContext,
    ec::{Asn1Flag, EcGroup, EcKey, PointConversionForm},
    ecdsa::EcdsaSig,
    pkey::{PKey, Private, Public},
};
use secant_gfp::{
    Curve, Policy,
    named::{Name, Visitor},
};
use secant_verify::{
    ecdsa::{Encoding, Error, KeyCurve, KeyFile, Options, PublicKey, RecoveryId, Signature, verify_each},
    hash::Prehash,
};

/// Signatures on each curve.
const SIGNATURES: usize = 1000;

/// A key of both, and how many verdicts were compared.
struct Both {
    spki: Vec<u8>,
    theirs: EcKey<Public>,
    compared: usize,
}

impl Both {
    fn new(private: &EcKey<Private>) -> Self {
        let spki = PKey::from_ec_key(private.clone()).unwrap().public_key_to_der().unwrap();
        let theirs = PKey::public_key_from_der(&spki).unwrap().ec_key().unwrap();
        Self {
            spki,
            theirs,
            compared: 0,
        }
    }

    /// The verdict of both on a digest.
    fn verify(&mut self, digest: &[u8], signature: &[u8]) -> bool {
        self.compared += 1;
        let key = KeyFile::from_spki_der(&self.spki).unwrap();
        let ours = key.verify_digest(prehash(digest), signature, Encoding::Der, &Options::default());
        // OpenSSL reads BER too: what it would write differently is no DER.
        let theirs = EcdsaSig::from_der(signature).is_ok_and(|read| {
            read.to_der().unwrap() == signature && read.verify(digest, &self.theirs).unwrap_or(false)
        });
        assert_eq!(ours.is_ok(), theirs, "{ours:?}");
        theirs
    }
}

fn prehash(digest: &[u8]) -> Prehash<'_> {
    Prehash::of_unlisted_hash(digest).unwrap()
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

fn group(name: Name, flag: Asn1Flag) -> EcGroup {
    let mut group = EcGroup::from_curve_name(Asn1Object::from_str(name.oid()).unwrap().nid()).unwrap();
    group.set_asn1_flag(flag);
    group
}

/// The typed interface on the same signature: alone, in batches, recovered.
struct Typed<'a> {
    private: &'a EcKey<Private>,
    rng: &'a mut StdRng,
}

impl Visitor for Typed<'_> {
    type Output = ();

    fn visit<C: Curve>(self, curve: &C) {
        let mut context = BigNumContext::new().unwrap();
        let mut forms = [
            PointConversionForm::COMPRESSED,
            PointConversionForm::UNCOMPRESSED,
            PointConversionForm::HYBRID,
        ]
        .map(|form| {
            let point = self.private.public_key();
            let bytes = point.to_bytes(self.private.group(), form, &mut context).unwrap();
            PublicKey::from_sec1(curve, &bytes).unwrap()
        })
        .to_vec();
        forms.dedup();
        let [key] = forms[..] else { panic!("{forms:?}") };
        let digests: Vec<[u8; 48]> = (0..40).map(|_| core::array::from_fn(|_| self.rng.r#gen())).collect();
        let signatures: Vec<_> = digests
            .iter()
            .map(|digest| {
                let signature = EcdsaSig::sign(digest, self.private).unwrap();
                let (r, s) = (signature.r().to_vec(), signature.s().to_vec());
                Signature::new(curve, &r, &s).unwrap()
            })
            .collect();
        let mut batch: Vec<_> = digests
            .iter()
            .zip(&signatures)
            .map(|(digest, signature)| (key, prehash(digest), *signature))
            .collect();
        assert_eq!(verify_each(curve, &batch), [true; 40]);
        // Wrong ones among them, two of which would cancel out in a sum.
        batch.swap(3, 4);
        (batch[3].1, batch[4].1) = (batch[4].1, batch[3].1);
        batch[10].2 = signatures[11];
        batch[11].2 = signatures[10];
        batch[39].1 = prehash(&digests[0]);
        let expected: Vec<_> = (0..40).map(|i| ![3, 4, 10, 11, 39].contains(&i)).collect();
        assert_eq!(verify_each(curve, &batch), expected);
        assert_eq!(verify_each(curve, &batch[..5]), expected[..5]);
        for (digest, signature) in digests.iter().zip(&signatures).take(8) {
            let digest = prehash(digest);
            let recovered = |id| PublicKey::recover(curve, digest, signature, RecoveryId::new(id).unwrap()).ok();
            let keys: Vec<_> = (0..4).filter_map(recovered).collect();
            assert!(keys.contains(&key));
            assert!(keys.iter().all(|key| key.verify_digest(curve, digest, signature)));
        }
    }
}

#[test]
fn every_curve() {
    let mut rng = StdRng::seed_from_u64(1);
    for name in Name::ALL {
        let group = group(*name, Asn1Flag::NAMED_CURVE);
        let mut valid = 0;
        for key in 0..4 {
            let private = EcKey::generate(&group).unwrap();
            let mut both = Both::new(&private);
            for i in 0..SIGNATURES / 4 {
                let len = [20, 28, 32, 48, 64, 65, 100][rng.gen_range(0..7)];
                let mut digest: Vec<u8> = (0..len).map(|_| rng.r#gen()).collect();
                let mut signature = EcdsaSig::sign(&digest, &private).unwrap().to_der().unwrap();
                valid += usize::from(both.verify(&digest, &signature));
                match rng.gen_range(0..4) {
                    0 => digest[rng.gen_range(0..20)] ^= 1 << rng.gen_range(0..8),
                    1 => {
                        let at = rng.gen_range(0..signature.len());
                        signature[at] ^= rng.gen_range(1..=255u8);
                    }
                    2 => drop(signature.pop()),
                    _ => signature.push(0),
                }
                both.verify(&digest, &signature);
                if i == 0 && key < 2 {
                    tamper(&mut both, &private, &mut rng);
                }
            }
            assert!(both.compared >= SIGNATURES / 2);
            println!("{name}");
            let typed = Typed {
                private: &private,
                rng: &mut rng,
            };
            name.visit(typed);
        }
        assert_eq!(valid, SIGNATURES, "{name}");
    }
}

/// Each byte of signature, digest and key in turn.
fn tamper(both: &mut Both, private: &EcKey<Private>, rng: &mut StdRng) {
    let digest: Vec<u8> = (0..32).map(|_| rng.r#gen()).collect();
    let signature = EcdsaSig::sign(&digest, private).unwrap().to_der().unwrap();
    assert!(both.verify(&digest, &signature));
    for i in 0..signature.len() {
        let mut tampered = signature.clone();
        tampered[i] ^= rng.gen_range(1..=255u8);
        assert!(!both.verify(&digest, &tampered));
        assert!(!both.verify(&digest, &signature[..i]));
    }
    let counted = digest.len().min(private.group().order_bits() as usize / 8);
    for i in 0..counted {
        let mut tampered = digest.clone();
        tampered[i] ^= 1 << rng.gen_range(0..8);
        assert!(!both.verify(&tampered, &signature));
    }
    for i in 0..both.spki.len() {
        let mut spki = both.spki.clone();
        spki[i] ^= rng.gen_range(1..=255u8);
        let Ok(key) = KeyFile::from_spki_der(&spki) else {
            continue;
        };
        let verdict = key.verify_digest(prehash(&digest), &signature, Encoding::Der, &Options::default());
        // A hybrid form of the same point is the same key.
        let point = key.point;
        let same = point[1..] == KeyFile::from_spki_der(&both.spki).unwrap().point[1..];
        assert!(verdict.is_err() || same, "{i} {point:?}");
    }
}

/// Keys that give the parameters of their curve are keys over the curve of that name, where they are asked for.
#[test]
fn explicit_parameters() {
    for name in Name::ALL {
        let private = EcKey::generate(&group(*name, Asn1Flag::EXPLICIT_CURVE)).unwrap();
        let spki = PKey::from_ec_key(private.clone()).unwrap().public_key_to_der().unwrap();
        assert!(spki.len() > 200);
        let key = KeyFile::from_spki_der(&spki).unwrap();
        assert!(matches!(key.curve, KeyCurve::Explicit(curve) if curve.name() == Some(*name)));
        let signature = EcdsaSig::sign(&[7; 32], &private).unwrap().to_der().unwrap();
        let verify = |options: &Options| key.verify_digest(prehash(&[7; 32]), &signature, Encoding::Der, options);
        assert_eq!(verify(&EXPLICIT), Ok(()));
        assert_eq!(verify(&Options::default()), Err(Error::ExplicitCurve));
    }
    // One that has no name here.
    let oid = Asn1Object::from_str("1.2.840.10045.3.1.6").unwrap();
    let mut group = EcGroup::from_curve_name(oid.nid()).unwrap();
    group.set_asn1_flag(Asn1Flag::EXPLICIT_CURVE);
    let private = EcKey::generate(&group).unwrap();
    let spki = PKey::from_ec_key(private.clone()).unwrap().public_key_to_der().unwrap();
    let key = KeyFile::from_spki_der(&spki).unwrap();
    assert!(matches!(key.curve, KeyCurve::Explicit(_)));
    for i in 0..50 {
        let digest = [i; 32];
        let signature = EcdsaSig::sign(&digest, &private).unwrap().to_der().unwrap();
        let verify = |digest: &[u8]| key.verify_digest(prehash(digest), &signature, Encoding::Der, &EXPLICIT);
        assert_eq!(verify(&digest), Ok(()));
        assert!(verify(&[i + 1; 32]).is_err());
    }
}
