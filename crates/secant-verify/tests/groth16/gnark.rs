//! gnark's binary files with wrong points and numbers in them.

use crate::common::{FORMS, encode_raw, gnark, outside, patch, patched, places, raw_size, width, xy};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, Field as _, PrimeField};
use num_bigint::BigUint;
use secant_verify::groth16::{CurveName, Error, Field, File, FileCurve, FilePoint, Form, detect};

/// The encoding of a raw point at infinity: BN254 has zeros, the others a flag.
fn raw_infinity<E: FileCurve, P: FilePoint>() -> Vec<u8> {
    let mut bytes = vec![0; raw_size::<P>()];
    if CurveName::of::<E>() != Some(CurveName::Bn254) {
        bytes[0] = 0x40;
    }
    bytes
}

/// Each element of the proof exchanged for another point of its group.
#[test]
fn another_point_in_the_proof() {
    fn other<P: FilePoint>() -> Vec<u8> {
        let (x, y) = xy((P::generator() + P::generator()).into_affine());
        encode_raw::<P>(x, y)
    }
    fn check<E: FileCurve>(curve: CurveName) {
        let (honest, places) = (gnark(curve, Form::Raw), places::<E>());
        let in_g1 = places.g1.iter().map(|place| (place, other::<E::G1Affine>()));
        let in_g2 = places.g2.iter().map(|place| (place, other::<E::G2Affine>()));
        for ((file, field, offset), point) in in_g1.chain(in_g2) {
            let files = patched(&honest, *file, *offset, &point);
            let files = files.read::<E>().expect("a point of the group");
            // gnark's verifier does not use these two either.
            let unused = matches!(field, Field::Named("Beta1" | "Delta1"));
            assert_eq!(files.verify(), Ok(unused), "{field}");
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// The proof's elements with the other `y`, by their flag.
#[test]
fn the_other_y_in_the_proof() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = gnark(curve, Form::Compressed);
        let (g1, g2) = (raw_size::<E::G1Affine>() / 2, raw_size::<E::G2Affine>() / 2);
        for offset in [0, g1, g1 + g2] {
            let mut files = honest.clone();
            let flag = if curve == CurveName::Bn254 { 0x40 } else { 0x20 };
            files.proof[offset] ^= flag;
            let files = files.read::<E>().expect("the negative of a point");
            assert_eq!(files.verify(), Ok(false));
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn points_off_the_curve() {
    fn off<P: FilePoint>() -> Vec<u8> {
        let (x, y) = xy(P::generator());
        encode_raw::<P>(x, y + P::BaseField::ONE)
    }
    /// Where some types keep infinity, which is not a raw point outside BN254.
    fn zero<P: FilePoint>() -> Vec<u8> {
        encode_raw::<P>(P::BaseField::ZERO, P::BaseField::ZERO)
    }
    fn check<E: FileCurve>(curve: CurveName) {
        let (honest, places) = (gnark(curve, Form::Raw), places::<E>());
        let in_g1 = places
            .g1
            .iter()
            .map(|place| (place, off::<E::G1Affine>(), zero::<E::G1Affine>()));
        let in_g2 = places
            .g2
            .iter()
            .map(|place| (place, off::<E::G2Affine>(), zero::<E::G2Affine>()));
        for ((file, field, offset), off, zero) in in_g1.chain(in_g2) {
            let (file, field) = (*file, *field);
            let error = patched(&honest, file, *offset, &off).error::<E>();
            assert_eq!(error, Error::NotOnCurve { file, field });
            if curve != CurveName::Bn254 {
                let error = patched(&honest, file, *offset, &zero).error::<E>();
                assert_eq!(error, Error::NotOnCurve { file, field });
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn points_outside_the_subgroup() {
    fn check<E: FileCurve>(curve: CurveName) -> usize {
        let (honest, places) = (gnark(curve, Form::Raw), places::<E>());
        let encoded = [
            outside::<E::G1Affine>()
                .map(xy)
                .map(|(x, y)| encode_raw::<E::G1Affine>(x, y)),
            outside::<E::G2Affine>()
                .map(xy)
                .map(|(x, y)| encode_raw::<E::G2Affine>(x, y)),
        ];
        let mut refused = 0;
        for (point, places) in encoded.iter().zip([&places.g1, &places.g2]) {
            let Some(point) = point else { continue };
            for (file, field, offset) in places {
                let (file, field) = (*file, *field);
                let error = patched(&honest, file, *offset, point).error::<E>();
                assert_eq!(error, Error::NotInSubgroup { file, field });
                refused += 1;
            }
        }
        refused
    }
    let refused = CurveName::ALL.map(|curve| with_curve!(curve, check(curve)));
    // Every point of G1's curve is in the group on BN254.
    assert_eq!(refused, [4, 12, 12, 12]);
}

#[test]
fn compressed_point_outside_the_subgroup() {
    fn check<E: FileCurve>(curve: CurveName) {
        let mut files = gnark(curve, Form::Compressed);
        let (x, _) = xy(outside::<E::G1Affine>().expect("a cofactor"));
        let mut bytes = crate::common::encode(x);
        bytes[0] |= 0x80;
        patch(&mut files.proof, 0, &bytes);
        let (file, field) = (File::Proof, Field::Named("Ar"));
        assert_eq!(files.error::<E>(), Error::NotInSubgroup { file, field });
    }
    for curve in [CurveName::Bls12_381, CurveName::Bls12_377, CurveName::Bw6_761] {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn compressed_x_that_is_on_no_point() {
    fn check<E: FileCurve>(curve: CurveName) {
        let mut files = gnark(curve, Form::Compressed);
        let x = (1u64..)
            .map(E::BaseField::from)
            .find(|x| E::G1Affine::ys_from_x(*x).is_none())
            .expect("half of all");
        let mut bytes = crate::common::encode(x);
        bytes[0] |= 0x80;
        patch(&mut files.proof, 0, &bytes);
        let (file, field) = (File::Proof, Field::Named("Ar"));
        assert_eq!(files.error::<E>(), Error::NotOnCurve { file, field });
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// The modulus, and a coordinate with the modulus added, in each coefficient of each coordinate.
#[test]
fn numbers_not_below_the_modulus() {
    fn check<E: FileCurve>(curve: CurveName) {
        let (honest, places) = (gnark(curve, Form::Raw), places::<E>());
        let width = width::<E::BaseField>();
        let modulus: BigUint = E::BaseField::MODULUS.into();
        let g1 = places.g1.iter().map(|place| (place, raw_size::<E::G1Affine>()));
        let g2 = places.g2.iter().map(|place| (place, raw_size::<E::G2Affine>()));
        for ((file, field, offset), size) in g1.chain(g2) {
            let (file, field) = (*file, *field);
            for start in (*offset..offset + size).step_by(width) {
                let mut bytes = modulus.to_bytes_be();
                assert_eq!(bytes.len(), width);
                let error = patched(&honest, file, start, &bytes).error::<E>();
                assert_eq!(error, Error::NotCanonical { file, field });
                bytes[width - 1] += 1;
                let error = patched(&honest, file, start, &bytes).error::<E>();
                assert_eq!(error, Error::NotCanonical { file, field });
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn inputs_not_below_the_modulus() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = gnark(curve, Form::Raw);
        let modulus: BigUint = E::ScalarField::MODULUS.into();
        let width = width::<E::ScalarField>();
        for index in 0..2 {
            for bytes in [modulus.to_bytes_be(), vec![0xff; width]] {
                let files = patched(&honest, File::Public, 12 + index * width, &bytes);
                let (file, field) = (File::Public, Field::Input(index));
                assert_eq!(files.error::<E>(), Error::NotCanonical { file, field });
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn infinity() {
    fn check<E: FileCurve>(curve: CurveName) {
        let (honest, places) = (gnark(curve, Form::Raw), places::<E>());
        let g1 = raw_infinity::<E, E::G1Affine>();
        let g2 = raw_infinity::<E, E::G2Affine>();
        let in_g1 = places.g1.iter().map(|place| (place, &g1));
        let in_g2 = places.g2.iter().map(|place| (place, &g2));
        for ((file, field, offset), point) in in_g1.chain(in_g2) {
            let (file, field) = (*file, *field);
            let files = patched(&honest, file, *offset, point);
            // Proofs, and the term of the constant, may be infinite.
            match (file, field) {
                (File::Vk, Field::Named(_)) => assert_eq!(files.error::<E>(), Error::AtInfinity { file, field }),
                (File::Vk, Field::Item("K", index @ 1..)) => {
                    let input = index - 1;
                    assert_eq!(files.error::<E>(), Error::InputNotBound { field, input });
                }
                _ => assert_eq!(files.read::<E>().map(|files| files.verify()), Ok(Ok(false))),
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn infinity_is_followed_by_zeros() {
    fn check<E: FileCurve>(curve: CurveName) {
        for form in FORMS {
            let honest = gnark(curve, form);
            let last = honest.proof.len() - 1;
            let files = patched(&honest, File::Proof, last, &[1]);
            let error = files.error::<E>();
            // A raw zero of BN254 has no flag, so with another bit it is another point.
            if (curve, form) == (CurveName::Bn254, Form::Raw) {
                assert!(matches!(error, Error::NotOnCurve { .. }));
            } else {
                assert!(matches!(error, Error::Malformed { .. }), "{error}");
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn flags_that_mean_nothing_or_another_form() {
    fn check<E: FileCurve>(curve: CurveName) {
        let (file, field) = (File::Proof, Field::Named("Krs"));
        for form in FORMS {
            let honest = gnark(curve, form);
            let scale = if form == Form::Raw { 1 } else { 2 };
            let offset = (raw_size::<E::G1Affine>() + raw_size::<E::G2Affine>()) / scale;
            let bits: &[u8] = match (curve, form) {
                (CurveName::Bn254, Form::Raw) => &[0b01, 0b10, 0b11],
                (CurveName::Bn254, Form::Compressed) => &[0b00],
                (_, Form::Raw) => &[0b001, 0b011, 0b100, 0b101, 0b110, 0b111],
                (_, Form::Compressed) => &[0b000, 0b001, 0b010, 0b011, 0b111],
            };
            let (shift, rest) = if curve == CurveName::Bn254 {
                (6, 0x3f)
            } else {
                (5, 0x1f)
            };
            for bits in bits {
                let byte = (bits << shift) | (honest.proof[offset] & rest);
                let files = patched(&honest, file, offset, &[byte]);
                let error = files.error::<E>();
                assert!(
                    matches!(error, Error::Malformed { file: f, field: g, .. } if (f, g) == (file, field)),
                    "{curve} {bits:03b}: {error}"
                );
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Without commitments nothing looks at the proof of knowledge, so it must be the one there is.
#[test]
fn proof_of_knowledge_of_nothing() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = gnark(curve, Form::Raw);
        let (x, y) = xy(E::G1Affine::generator());
        let offset = places::<E>().commitments + 4;
        let files = patched(&honest, File::Proof, offset, &encode_raw::<E::G1Affine>(x, y));
        let error = files.error::<E>();
        let field = Field::Named("CommitmentPok");
        assert!(matches!(error, Error::Malformed { field: f, .. } if f == field));
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Where two curves share a layout, detection says so of points that are on neither; reading for
/// one of the curves says which point.
#[test]
fn points_of_no_curve() {
    fn check<E: FileCurve>(curve: CurveName) {
        for (file, name) in [(File::Vk, "Alpha1"), (File::Proof, "Ar")] {
            let mut files = gnark(curve, Form::Raw);
            let bytes = if file == File::Vk {
                &mut files.vk
            } else {
                &mut files.proof
            };
            bytes[95] ^= 1;
            let error = Error::UnknownPoints { file };
            assert_eq!(detect(&files.files()), Err(error));
            let field = Field::Named(name);
            assert_eq!(files.error::<E>(), Error::NotOnCurve { file, field });
        }
    }
    for curve in [CurveName::Bls12_381, CurveName::Bls12_377] {
        with_curve!(curve, check(curve));
    }
}

/// Errors are one line each, and say where.
#[test]
fn errors_are_sentences() {
    type E = ark_bn254::Bn254;
    let honest = gnark(CurveName::Bn254, Form::Raw);
    let offset = places::<E>().k + 4 + 64;
    let error = patched(&honest, File::Vk, offset, &[0x3f]).error::<E>();
    assert_eq!(
        error.to_string(),
        "K[1] in the verification key file holds a number that is not below the modulus of its field"
    );
}
