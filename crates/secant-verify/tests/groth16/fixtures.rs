//! Real files: all verify, and each is found to be what it is.

use crate::common::{CIRCUITS, Owned, all, gnark, snarkjs};
use secant_verify::groth16::{CurveName, Error, File, FileCurve, Files, Form, Format, Groth16Files, detect};

fn verifies<E: FileCurve>(files: &Owned) -> bool {
    let files = files.read::<E>().expect("a fixture can be read");
    let prepared = files.prepare().expect("the key of a fixture");
    assert_eq!(files.verify_prepared(&prepared), files.verify());
    files.verify().expect("a fixture can be verified")
}

#[test]
fn all_verify() {
    for (format, curve, files) in all() {
        assert!(with_curve!(curve, verifies(&files)), "{format}, {curve}");
    }
}

#[test]
fn all_are_detected() {
    for (format, curve, files) in all() {
        assert_eq!(detect(&files.files()), Ok((format, curve)));
    }
}

#[test]
fn number_of_fixtures() {
    assert_eq!(all().len(), 4 * 2 + 2 * CIRCUITS.len());
}

/// The statement of gnark's fixtures: `y = x^3` and `z = x + k` for `x = 12` and `k = 30`.
#[test]
fn public_inputs_of_gnark() {
    fn check<E: FileCurve>(curve: CurveName) {
        let files = gnark(curve, Form::Raw).read::<E>().expect("a fixture");
        let expected = [1728u64, 42].map(E::ScalarField::from);
        assert_eq!(files.public, expected);
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// The statement of the multiplier: outputs first, then inputs that are public.
#[test]
fn public_inputs_of_snarkjs() {
    fn check<E: FileCurve>(curve: CurveName) {
        let files = snarkjs(curve, "multiplier");
        let expected = [271_828u64 * 314_159, 42_331].map(E::ScalarField::from);
        assert_eq!(files.read::<E>().expect("a fixture").public, expected);
    }
    for curve in [CurveName::Bn254, CurveName::Bls12_381] {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn compressed_and_raw_are_the_same() {
    fn check<E: FileCurve>(curve: CurveName) {
        let compressed = gnark(curve, Form::Compressed).read::<E>();
        assert_eq!(compressed, gnark(curve, Form::Raw).read::<E>());
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Each file says which form it has, so they need not share one, as in gnark itself.
#[test]
fn forms_may_differ_between_files() {
    for curve in CurveName::ALL {
        let files = Owned {
            proof: gnark(curve, Form::Raw).proof,
            ..gnark(curve, Form::Compressed)
        };
        assert!(with_curve!(curve, verifies(&files)));
        let expected = (Format::Gnark(Form::Compressed), curve);
        assert_eq!(detect(&files.files()), Ok(expected));
    }
}

#[test]
fn another_statement_does_not_verify() {
    fn check<E: FileCurve>(files: &Owned) {
        let honest = files.read::<E>().expect("a fixture");
        for index in 0..honest.public.len() {
            let mut other = honest.clone();
            other.public[index] += E::ScalarField::from(1u64);
            assert_eq!(other.verify(), Ok(false));
        }
    }
    for (_, curve, files) in all() {
        with_curve!(curve, check(&files));
    }
}

#[test]
fn another_element_does_not_verify() {
    fn check<E: FileCurve>(files: &Owned) {
        let honest = files.read::<E>().expect("a fixture");
        let tampered: [fn(&mut Groth16Files<E>); 8] = [
            |files| files.proof.a = (-files.proof.a.into()).into(),
            |files| files.proof.b = (-files.proof.b.into()).into(),
            |files| files.proof.c = (-files.proof.c.into()).into(),
            |files| files.vk.alpha_g1 = (-files.vk.alpha_g1.into()).into(),
            |files| files.vk.beta_g2 = (-files.vk.beta_g2.into()).into(),
            |files| files.vk.gamma_g2 = (-files.vk.gamma_g2.into()).into(),
            |files| files.vk.delta_g2 = (-files.vk.delta_g2.into()).into(),
            |files| files.vk.gamma_abc_g1[0] = (-files.vk.gamma_abc_g1[0].into()).into(),
        ];
        for tamper in tampered {
            let mut files = honest.clone();
            tamper(&mut files);
            assert_eq!(files.verify(), Ok(false));
        }
    }
    for (_, curve, files) in all() {
        with_curve!(curve, check(&files));
    }
}

#[test]
fn inputs_are_counted_before_verification() {
    let mut files = gnark(CurveName::Bn254, Form::Raw)
        .read::<ark_bn254::Bn254>()
        .expect("a fixture");
    files.public.pop();
    let error = Error::InputCount { expected: 2, found: 1 };
    assert_eq!(files.verify(), Err(error));
    files.vk.gamma_abc_g1.clear();
    assert_eq!(files.verify(), Err(Error::Verifier));
}

/// Every file under every pairing that is not its own.
#[test]
fn read_for_another_curve() {
    fn check<E: FileCurve>(files: &Owned, found: CurveName, expected: CurveName) {
        let error = Error::WrongCurve { found, expected };
        assert_eq!(files.error::<E>(), error);
    }
    for (_, found, files) in all() {
        for expected in CurveName::ALL {
            if expected != found {
                with_curve!(expected, check(&files, found, expected));
            }
        }
    }
}

/// A proof of every curve with a key of every other, in every combination of forms.
#[test]
fn curves_may_not_be_mixed() {
    for vk in CurveName::ALL {
        for proof in CurveName::ALL {
            for (form, other) in [
                (Form::Raw, Form::Raw),
                (Form::Raw, Form::Compressed),
                (Form::Compressed, Form::Raw),
                (Form::Compressed, Form::Compressed),
            ] {
                if vk == proof {
                    continue;
                }
                let files = Owned {
                    proof: gnark(proof, other).proof,
                    ..gnark(vk, form)
                };
                let error = Error::CurveMismatch { vk, proof };
                assert_eq!(with_curve!(vk, error_of(&files)), error);
                // On its own, detection lets a compressed proof of BLS12-377 pass as one of
                // BLS12-381 if it can be.
                match detect(&files.files()) {
                    Err(detected) => assert_eq!(detected, error),
                    Ok(_) => {
                        assert_eq!((vk, proof), (CurveName::Bls12_381, CurveName::Bls12_377));
                        assert_eq!(other, Form::Compressed);
                    }
                }
            }
        }
    }
}

fn error_of<E: FileCurve>(files: &Owned) -> Error {
    files.error::<E>()
}

#[test]
fn public_inputs_of_another_width() {
    let files = Owned {
        public: gnark(CurveName::Bn254, Form::Raw).public,
        ..gnark(CurveName::Bw6_761, Form::Raw)
    };
    let vk = CurveName::Bw6_761;
    assert_eq!(detect(&files.files()), Err(Error::PublicLayout { vk }));
    assert!(files.read::<ark_bw6_761::BW6_761>().is_err());
}

#[test]
fn snarkjs_curves_may_not_be_mixed() {
    let (vk, proof) = (CurveName::Bn254, CurveName::Bls12_381);
    let files = Owned {
        proof: snarkjs(proof, "merkle").proof,
        ..snarkjs(vk, "merkle")
    };
    let error = Error::CurveMismatch { vk, proof };
    assert_eq!(detect(&files.files()), Err(error.clone()));
    assert_eq!(files.error::<ark_bn254::Bn254>(), error);
}

#[test]
fn formats_may_not_be_mixed() {
    let (json, binary) = (
        snarkjs(CurveName::Bn254, "multiplier"),
        gnark(CurveName::Bn254, Form::Compressed),
    );
    for vk in [&json, &binary] {
        for proof in [&json, &binary] {
            for public in [&json, &binary] {
                let files = Files {
                    vk: &vk.vk,
                    proof: &proof.proof,
                    public: &public.public,
                };
                let same = core::ptr::eq(vk, proof) && core::ptr::eq(vk, public);
                let mismatch = matches!(detect(&files), Err(Error::FormatMismatch { .. }));
                assert_eq!(mismatch, !same);
                assert_eq!(Groth16Files::<ark_bn254::Bn254>::read(&files).is_ok(), same);
            }
        }
    }
}

#[test]
fn nothing_is_detected_in_noise() {
    for noise in [&b""[..], b" ", b"\0", b"hello", &[0xff; 700], &[0; 396]] {
        let files = Files {
            vk: noise,
            proof: noise,
            public: noise,
        };
        let error = detect(&files).expect_err("noise");
        let file = File::Vk;
        let expected = match noise {
            b"" => Error::Empty { file },
            _ => Error::UnknownFormat { file },
        };
        assert_eq!(error, expected);
    }
}

#[test]
fn names_of_curves() {
    for curve in CurveName::ALL {
        if let Some(name) = curve.snarkjs() {
            assert_eq!(CurveName::from_snarkjs(name), Some(curve));
        }
    }
    for name in ["BN254", "bn-254", "bn_128", "alt_bn128", "AltBN128"] {
        assert_eq!(CurveName::from_snarkjs(name), Some(CurveName::Bn254), "{name}");
    }
    for name in ["BLS12381", "bls12-381", "BLS12_381", "bls 12 381"] {
        assert_eq!(CurveName::from_snarkjs(name), Some(CurveName::Bls12_381), "{name}");
    }
    assert_eq!(CurveName::from_snarkjs("bn2540"), None);
    assert_eq!(CurveName::from_snarkjs("---"), None);
    assert_eq!(CurveName::from_snarkjs("bls12377"), None);
    assert_eq!(CurveName::from_snarkjs(""), None);
    assert_eq!(CurveName::Bls12_381.to_string(), "BLS12-381");
}
