//! gnark's proofs with Pedersen commitments, and what is made of changed ones.

use crate::common::{Owned, encode_point, gnark, gnark_folder, patch, raw_size};
use ark_ec::{AffineRepr, CurveGroup};
use secant_verify::groth16::{
    CommitmentKey, CommitmentKeys, Commitments, CurveName, Error, Field, File, FileCurve, Form, Groth16Files,
};

fn folder(curve: CurveName) -> &'static str {
    match curve {
        CurveName::Bn254 => "bn254",
        CurveName::Bls12_381 => "bls12_381",
        CurveName::Bls12_377 => "bls12_377",
        CurveName::Bw6_761 => "bw6_761",
    }
}

/// Circuits with as many commitments as their place, from 1.
const CIRCUITS: [&str; 3] = ["one", "two", "three"];

fn files(curve: CurveName, circuit: &str) -> Owned {
    gnark_folder(&format!("v0.16.0/{}/{circuit}", folder(curve)), "vk.raw", "proof.raw")
}

fn read<E: FileCurve>(curve: CurveName, circuit: &str) -> Groth16Files<E> {
    files(curve, circuit).read::<E>().expect("a fixture")
}

#[test]
fn commitments_are_read() {
    fn check<E: FileCurve>(curve: CurveName) {
        for (i, circuit) in CIRCUITS.into_iter().enumerate() {
            let files = read::<E>(curve, circuit);
            assert_eq!(files.commitments.points.len(), i + 1);
            assert_eq!(files.commitment_keys.keys.len(), i + 1);
            assert_eq!(files.public, [1728u64, 42].map(E::ScalarField::from));
            assert_eq!(files.vk.gamma_abc_g1.len(), 3 + i + 1);
            assert_eq!(files.verify(), Ok(true), "{curve}, {circuit}");
        }
        // In "three" the last commitment is to public inputs and to the commitments before it.
        let committed = read::<E>(curve, "three").commitment_keys.committed;
        assert_eq!(committed, [vec![2], vec![3], vec![1, 2, 3, 4]]);
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Whatever is changed of what a proof has or is about, it does not hold any more.
#[test]
fn changed_proofs_do_not_hold() {
    fn check<E: FileCurve>(curve: CurveName) {
        type Change<E> = fn(&mut Groth16Files<E>);
        let changes: [(usize, Change<E>); 10] = [
            (1, |files| files.public[0] += E::ScalarField::from(1u64)),
            (1, |files| files.public[1] += E::ScalarField::from(1u64)),
            (1, |files| files.commitments.points[0] = E::G1Affine::generator()),
            (1, |files| files.commitments.points[0] = E::G1Affine::zero()),
            (1, |files| files.commitments.knowledge = E::G1Affine::generator()),
            (1, |files| files.commitments.knowledge = E::G1Affine::zero()),
            (2, |files| files.commitments.points.swap(0, 1)),
            (2, |files| files.commitment_keys.keys.swap(0, 1)),
            (1, |files| files.commitment_keys.committed[0] = vec![1]),
            (3, |files| files.commitment_keys.committed[2].reverse()),
        ];
        for (i, circuit) in CIRCUITS.into_iter().enumerate() {
            let honest = read::<E>(curve, circuit);
            for (least, change) in changes {
                if i + 1 >= least {
                    let mut files = honest.clone();
                    change(&mut files);
                    let unchanged = files == honest;
                    assert_eq!(files.verify(), Ok(unchanged), "{curve}, {circuit}");
                }
            }
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// The equation alone is not enough: here a commitment takes what was the constant's, and nothing depends on its hash, so
/// that only the proof of knowledge tells whether it is to something.
#[test]
fn the_proof_of_knowledge_counts() {
    fn check<E: FileCurve>(curve: CurveName) {
        let mut files = gnark(curve, Form::Raw).read::<E>().expect("a fixture");
        let times = |factor: u64| E::ScalarField::from(factor);
        let g = E::G2Affine::generator();
        let commitment = E::G1Affine::generator() * times(31337);
        files.vk.gamma_abc_g1[0] = (files.vk.gamma_abc_g1[0].into_group() - commitment).into_affine();
        files.vk.gamma_abc_g1.push(E::G1Affine::zero());
        files.commitment_keys = CommitmentKeys {
            keys: vec![CommitmentKey {
                g,
                g_sigma_neg: (g * -times(5)).into_affine(),
            }],
            committed: vec![vec![]],
        };
        for (factor, expected) in [(5, true), (4, false), (0, false)] {
            files.commitments = Commitments {
                points: vec![commitment.into_affine()],
                knowledge: (commitment * times(factor)).into_affine(),
            };
            assert_eq!(files.verify(), Ok(expected), "{curve}, {factor}");
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Every bit of a compressed proof.
#[test]
fn every_bit_of_a_proof_counts() {
    type E = ark_bn254::Bn254;
    let honest = gnark_folder("v0.16.0/bn254/one", "vk.bin", "proof.bin");
    assert!(!honest.refused::<E>());
    for bit in 0..8 * honest.proof.len() {
        let mut files = honest.clone();
        files.proof[bit / 8] ^= 1 << (bit % 8);
        assert!(files.refused::<E>(), "bit {bit}");
    }
}

#[test]
fn numbers_of_commitments_must_agree() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = files(curve, "two");
        let g1 = raw_size::<E::G1Affine>();
        let krs = 2 * g1 + raw_size::<E::G2Affine>();
        // None, as versions before 0.9 and Solidity have it.
        let mut none = honest.clone();
        none.proof.truncate(krs);
        let error = |found| Error::CommitmentCount { expected: 2, found };
        assert_eq!(none.error::<E>(), error(0));
        // Another number, with and without the count.
        let mut one = honest.clone();
        one.proof.drain(krs + 4..krs + 4 + g1);
        patch(&mut one.proof, krs, &1u32.to_be_bytes());
        assert_eq!(one.error::<E>(), error(1));
        one.proof.drain(krs..krs + 4);
        assert_eq!(one.error::<E>(), error(1));
        let mut by_hand = read::<E>(curve, "two");
        by_hand.commitments.points.pop();
        assert_eq!(by_hand.verify(), Err(error(1)));
        by_hand.commitments.points.clear();
        by_hand.commitments.knowledge = E::G1Affine::zero();
        assert_eq!(by_hand.verify(), Err(error(0)));
        by_hand.commitment_keys.keys.clear();
        let [keys, lists, points] = [0, 2, 5];
        assert_eq!(by_hand.verify(), Err(Error::CommitmentKeys { keys, lists, points }));
        // A key without its commitments is for more public inputs.
        by_hand.commitment_keys.committed.clear();
        assert_eq!(by_hand.verify(), Err(Error::InputCount { expected: 4, found: 2 }));
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Commitment keys under which commitments bind nothing.
#[test]
fn commitment_keys_that_bind_nothing() {
    fn check<E: FileCurve>(curve: CurveName) {
        type Change<E> = fn(&mut Groth16Files<E>);
        let minus = |point: E::G2Affine| -> E::G2Affine { (-point.into_group()).into() };
        let honest = read::<E>(curve, "two");
        let changes: [(usize, Change<E>); 6] = [
            (0, |files| {
                files.commitment_keys.keys[0].g_sigma_neg = files.commitment_keys.keys[0].g
            }),
            (1, |files| {
                files.commitment_keys.keys[1].g_sigma_neg = files.commitment_keys.keys[0].g
            }),
            (1, |files| files.commitment_keys.keys[1].g = files.vk.gamma_g2),
            (1, |files| {
                files.commitment_keys.keys[1].g = files.commitment_keys.keys[1].g_sigma_neg
            }),
            (0, |files| {
                files.commitment_keys.keys[0].g_sigma_neg = AffineRepr::zero()
            }),
            (0, |files| files.commitment_keys.keys[0].g = AffineRepr::zero()),
        ];
        for (i, change) in changes {
            let mut files = honest.clone();
            change(&mut files);
            let place = Field::Item("CommitmentKeys", i);
            let error = files.verify().expect_err("a key that binds nothing");
            assert!(
                matches!(error, Error::CommitmentKey { field, .. } | Error::AtInfinity { field, .. } if field == place),
                "{error}"
            );
        }
        for opposite in [false, true] {
            let mut files = honest.clone();
            let first = files.commitment_keys.keys[0].g_sigma_neg;
            let second = if opposite { minus(first) } else { first };
            files.commitment_keys.keys[1].g_sigma_neg = second;
            assert!(matches!(files.verify(), Err(Error::CommitmentKey { .. })));
            let mut files = honest.clone();
            let g = files.commitment_keys.keys[0].g;
            files.commitment_keys.keys[0].g_sigma_neg = if opposite { minus(g) } else { g };
            assert!(matches!(files.verify(), Err(Error::CommitmentKey { .. })));
        }
        // From a file, too: the last two points of the key.
        let mut files = files(curve, "one");
        let key = read::<E>(curve, "one").commitment_keys.keys[0];
        let at = files.vk.len() - raw_size::<E::G2Affine>();
        assert_eq!(files.vk[at..], encode_point(key.g_sigma_neg));
        patch(&mut files.vk, at, &encode_point(key.g));
        let place = Field::Item("CommitmentKeys", 0);
        let error = files.error::<E>();
        assert!(
            matches!(error, Error::CommitmentKey { field, .. } if field == place),
            "{error}"
        );
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Commitments are to public inputs and to commitments before them.
#[test]
fn values_that_there_are_none() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = read::<E>(curve, "three");
        for (i, index) in [(0, 0), (0, 3), (1, 4), (2, 5), (2, usize::MAX)] {
            let mut files = honest.clone();
            files.commitment_keys.committed[i].push(index);
            let error = Error::Committed {
                field: Field::Item("PublicAndCommitmentCommitted", i),
                index: index as u64,
                last: 2 + i,
            };
            assert_eq!(files.verify(), Err(error.clone()));
            assert_eq!(files.prepare().err(), Some(error));
        }
        // In a file: the first list has one number.
        let mut files = files(curve, "three");
        let k = 3 * raw_size::<E::G1Affine>() + 3 * raw_size::<E::G2Affine>();
        let first = k + 4 + 6 * raw_size::<E::G1Affine>() + 4 + 4;
        patch(&mut files.vk, first, &(u64::from(u32::MAX) + 2).to_be_bytes());
        let error = files.error::<E>();
        let expected = u64::from(u32::MAX) + 2;
        assert!(
            matches!(error, Error::Committed { index, last: 2, .. } if index == expected),
            "{error}"
        );
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

/// Other points in their places in files.
#[test]
fn points_in_files() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = files(curve, "two");
        let g1 = raw_size::<E::G1Affine>();
        let krs = 2 * g1 + raw_size::<E::G2Affine>();
        let places = [
            (Field::Item("Commitments", 0), krs + 4),
            (Field::Item("Commitments", 1), krs + 4 + g1),
            (Field::Named("CommitmentPok"), krs + 4 + 2 * g1),
        ];
        for (place, offset) in places {
            let mut files = honest.clone();
            patch(&mut files.proof, offset, &encode_point(E::G1Affine::generator()));
            assert_eq!(files.read::<E>().map(|files| files.verify()), Ok(Ok(false)));
            files.proof[offset + g1 - 1] ^= 1;
            let (file, field) = (File::Proof, place);
            assert_eq!(files.error::<E>(), Error::NotOnCurve { file, field });
        }
        // The points of K that belong to hashes may be infinity, if the circuit does not use them.
        let mut by_hand = read::<E>(curve, "two");
        let last = by_hand.vk.gamma_abc_g1.len() - 1;
        by_hand.vk.gamma_abc_g1[last] = E::G1Affine::zero();
        assert_eq!(by_hand.verify(), Ok(false));
        by_hand.vk.gamma_abc_g1[2] = E::G1Affine::zero();
        assert!(matches!(by_hand.verify(), Err(Error::InputNotBound { input: 1, .. })));
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}
