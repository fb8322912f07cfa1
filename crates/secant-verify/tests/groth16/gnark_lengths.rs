//! gnark's binary files with wrong lengths and counts in them, or cut off.

use crate::common::{FORMS, Owned, gnark, patch, patched, places, raw_size, width};
use secant_verify::groth16::{CurveName, Error, Field, File, FileCurve, Form, Format, detect};

/// Every file cut off after every byte. Without the fields that newer versions write, a file is one of an older version.
fn truncated<E: FileCurve>(curve: CurveName) {
    for form in FORMS {
        let honest = gnark(curve, form);
        let scale = if form == Form::Raw { 1 } else { 2 };
        let whole = [honest.vk.len() - 8, places::<E>().commitments / scale, 0];
        for (part, whole) in whole.into_iter().enumerate() {
            let length = honest.clone().parts()[part].len();
            for kept in 0..length {
                let mut files = honest.clone();
                files.parts()[part].truncate(kept);
                if kept == whole && part < 2 {
                    assert_eq!(files.read::<E>(), honest.read::<E>());
                    assert_eq!(detect(&files.files()), Ok((Format::Gnark(form), curve)));
                    continue;
                }
                let error = files.error::<E>();
                assert!(matches!(error, Error::Truncated { .. }), "{kept}: {error}");
                assert!(detect(&files.files()).is_err());
            }
        }
    }
}

#[test]
fn truncated_anywhere_bn254() {
    truncated::<ark_bn254::Bn254>(CurveName::Bn254);
}

#[test]
fn truncated_anywhere_bls12_381() {
    truncated::<ark_bls12_381::Bls12_381>(CurveName::Bls12_381);
}

#[test]
fn truncated_anywhere_bls12_377() {
    truncated::<ark_bls12_377::Bls12_377>(CurveName::Bls12_377);
}

#[test]
fn truncated_anywhere_bw6_761() {
    truncated::<ark_bw6_761::BW6_761>(CurveName::Bw6_761);
}

#[test]
fn trailing_bytes() {
    fn check<E: FileCurve>(files: &Owned) {
        for (part, file) in [File::Vk, File::Proof, File::Public].into_iter().enumerate() {
            let mut files = files.clone();
            files.parts()[part].push(0);
            let error = Error::TrailingBytes { file, count: 1 };
            assert_eq!(files.error::<E>(), error);
            assert!(detect(&files.files()).is_err());
        }
    }
    for curve in CurveName::ALL {
        for form in FORMS {
            with_curve!(curve, check(&gnark(curve, form)));
        }
    }
}

#[test]
fn number_of_inputs() {
    fn check<E: FileCurve>(curve: CurveName) {
        for found in [0u32, 1, 3] {
            let mut files = gnark(curve, Form::Raw);
            let width = width::<E::ScalarField>();
            files.public.resize(12 + found as usize * width, 0);
            patch(&mut files.public, 0, &found.to_be_bytes());
            patch(&mut files.public, 8, &found.to_be_bytes());
            let found = found as usize;
            let error = Error::InputCount { expected: 2, found };
            assert_eq!(files.error::<E>(), error);
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn header_of_the_inputs() {
    type E = ark_bn254::Bn254;
    let honest = gnark(CurveName::Bn254, Form::Raw);
    let error = patched(&honest, File::Public, 4, &5u32.to_be_bytes()).error::<E>();
    assert_eq!(error, Error::SecretWitness { count: 5 });
    let error = patched(&honest, File::Public, 0, &3u32.to_be_bytes()).error::<E>();
    assert!(matches!(error, Error::Malformed { file: File::Public, .. }));
}

/// Lengths that would take gigabytes are compared with the file before.
#[test]
fn huge_lengths() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = gnark(curve, Form::Raw);
        let huge = u32::MAX.to_be_bytes();
        let files = patched(&honest, File::Vk, places::<E>().k, &huge);
        let size = raw_size::<E::G1Affine>() as u64;
        assert_eq!(
            files.error::<E>(),
            Error::Truncated {
                file: File::Vk,
                field: Field::Named("K"),
                expected: u64::from(u32::MAX) * size,
                found: 3 * size + 8,
            }
        );
        assert!(detect(&files.files()).is_err());
        let mut files = patched(&honest, File::Public, 0, &huge);
        patch(&mut files.public, 8, &huge);
        let error = files.error::<E>();
        assert!(matches!(error, Error::Truncated { file: File::Public, .. }));
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Commitments that only one of the files has, and counts of them that the files do not have room for.
#[test]
fn numbers_of_commitments() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = gnark(curve, Form::Raw);
        let one = 1u32.to_be_bytes();
        let committed = honest.vk.len() - 8;
        for (file, offset) in [
            (File::Vk, committed),
            (File::Vk, committed + 4),
            (File::Proof, places::<E>().commitments),
        ] {
            for count in [one, u32::MAX.to_be_bytes()] {
                let error = patched(&honest, file, offset, &count).error::<E>();
                assert!(
                    matches!(error, Error::Truncated { file: f, .. } if f == file),
                    "{error}"
                );
            }
        }
        let mut files = honest.clone();
        patch(&mut files.proof, places::<E>().commitments, &one);
        files.proof.extend(vec![0; raw_size::<E::G1Affine>()]);
        let error = Error::CommitmentCount { expected: 0, found: 1 };
        assert_eq!(files.error::<E>(), error);
        // A key for each of the lists, and points for their hashes.
        let mut files = honest.clone();
        patch(&mut files.vk, committed + 4, &one);
        files.vk.extend(vec![0; 2 * raw_size::<E::G2Affine>()]);
        let [keys, lists, points] = [1, 0, 3];
        assert_eq!(files.error::<E>(), Error::CommitmentKeys { keys, lists, points });
        let mut files = honest;
        patch(&mut files.vk, committed, &3u32.to_be_bytes());
        patch(&mut files.vk, committed + 4, &[0; 4]);
        files.vk.extend([0; 8]);
        files.vk.extend(3u32.to_be_bytes());
        files.vk.extend(vec![0; 6 * raw_size::<E::G2Affine>()]);
        let [keys, lists, points] = [3, 3, 3];
        assert_eq!(files.error::<E>(), Error::CommitmentKeys { keys, lists, points });
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn no_points_in_k() {
    type E = ark_bls12_381::Bls12_381;
    let mut files = gnark(CurveName::Bls12_381, Form::Raw);
    files.vk.truncate(places::<E>().k);
    files.vk.extend([0; 12]);
    let error = files.error::<E>();
    assert!(matches!(
        error,
        Error::Malformed {
            field: Field::Named("K"),
            ..
        }
    ));
}
