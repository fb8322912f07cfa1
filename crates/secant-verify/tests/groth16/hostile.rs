//! What files may not cost: points that are checked before counts are compared, and text that takes more than its size.

use crate::common::{Owned, gnark, patch, places, raw_size, snarkjs};
use secant_verify::groth16::{
    Batch, CurveName, Error, Field, File, FileCurve, FilePoint, Form, Groth16Files, OneByOne,
};

/// Fails the test if a point is looked at.
struct Nothing;

impl<P: FilePoint> Batch<P> for Nothing {
    fn square_roots(_: &[P::BaseField]) -> Vec<Option<P::BaseField>> {
        panic!("a point was decompressed")
    }

    fn are_in_subgroup(_: &[P]) -> Vec<bool> {
        panic!("a point was checked")
    }
}

/// As many points at once as there are at most, so that none is checked alone.
struct Together;

impl<P: FilePoint> Batch<P> for Together {
    fn square_roots(values: &[P::BaseField]) -> Vec<Option<P::BaseField>> {
        assert!(values.len() <= 1024);
        // The other root serves as well.
        let roots = <OneByOne as Batch<P>>::square_roots(values);
        roots.into_iter().map(|root| root.map(|root| -root)).collect()
    }

    fn are_in_subgroup(points: &[P]) -> Vec<bool> {
        assert!(points.len() <= 1024);
        <OneByOne as Batch<P>>::are_in_subgroup(points)
    }
}

/// A key with so many points in K, of which the last is repeated.
fn with_points<E: FileCurve>(honest: &Owned, count: usize, form: Form) -> Owned {
    let scale = if form == Form::Raw { 1 } else { 2 };
    let (k, size) = (places::<E>().k / scale, raw_size::<E::G1Affine>() / scale);
    let end = k + 4 + 3 * size;
    let mut files = honest.clone();
    let (last, rest) = (honest.vk[end - size..end].to_vec(), honest.vk[end..].to_vec());
    files.vk.truncate(end);
    files.vk.extend(last.repeat(count - 3));
    files.vk.extend(rest);
    patch(&mut files.vk, k, &(count as u32).to_be_bytes());
    files
}

/// Keys of 4 MiB for two public inputs.
#[test]
fn counts_are_compared_before_points_are_checked() {
    fn check<E: FileCurve>(curve: CurveName) {
        for form in [Form::Compressed, Form::Raw] {
            let honest = gnark(curve, form);
            let count = (4 << 20) / raw_size::<E::G1Affine>();
            let files = with_points::<E>(&honest, count, form);
            let error = Groth16Files::<E>::read_in_batches::<Nothing>(&files.files()).err();
            let [expected, found] = [count - 1, 2];
            assert_eq!(error, Some(Error::InputCount { expected, found }));
        }
    }
    for curve in CurveName::ALL {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn counts_are_compared_before_points_are_checked_in_json() {
    type E = ark_bls12_381::Bls12_381;
    let honest = snarkjs(CurveName::Bls12_381, "multiplier");
    let text = String::from_utf8(honest.vk.clone()).expect("UTF-8");
    let vk = text
        .replace("\"nPublic\": 2", "\"nPublic\": 20002")
        .replace("\"IC\": [", &format!("\"IC\": [{}", "[\"1\",\"2\"],".repeat(20_000)));
    let files = Owned {
        vk: vk.into(),
        ..honest
    };
    let error = Groth16Files::<E>::read_in_batches::<Nothing>(&files.files()).err();
    let [expected, found] = [20_002, 2];
    assert_eq!(error, Some(Error::InputCount { expected, found }));
}

/// Points are checked in parts; errors name the first that is wrong wherever it is.
#[test]
fn parts_of_long_keys() {
    type E = ark_bn254::Bn254;
    const COUNT: usize = 2500;
    for form in [Form::Compressed, Form::Raw] {
        let honest = gnark(CurveName::Bn254, form);
        let mut files = with_points::<E>(&honest, COUNT, form);
        let inputs = (COUNT as u32 - 1).to_be_bytes();
        patch(&mut files.public, 0, &inputs);
        patch(&mut files.public, 8, &inputs);
        files.public.resize(12 + (COUNT - 1) * 32, 0);
        let read = files.read::<E>().expect("a long key");
        assert_eq!(read.vk.gamma_abc_g1.len(), COUNT);
        assert_eq!(
            Groth16Files::<E>::read_in_batches::<Together>(&files.files()),
            Ok(read.clone())
        );
        // The proof is of two inputs and the rest is zero.
        assert_eq!(read.verify(), Ok(true));
        let scale = if form == Form::Raw { 1 } else { 2 };
        for index in [0, 1, 1023, 1024, 2047, 2048, COUNT - 1] {
            let mut files = files.clone();
            let size = 64 / scale;
            let start = places::<E>().k / scale + 4 + index * size;
            files.vk[start..start + size].fill(0);
            // No point has zero as its first coordinate: 3 is no square.
            match form {
                Form::Raw => files.vk[start + size - 1] = 1,
                Form::Compressed => files.vk[start] = 0x80,
            }
            let (file, field) = (File::Vk, Field::Item("K", index));
            let error = Error::NotOnCurve { file, field };
            assert_eq!(files.error::<E>(), error);
            assert_eq!(
                Groth16Files::<E>::read_in_batches::<Together>(&files.files()).err(),
                Some(error)
            );
        }
    }
}

#[test]
fn files_that_are_too_long() {
    type E = ark_bn254::Bn254;
    let honest = snarkjs(CurveName::Bn254, "multiplier");
    for (part, file) in [File::Vk, File::Proof, File::Public].into_iter().enumerate() {
        let limit = file.limit();
        let mut files = honest.clone();
        files.parts()[part].resize(limit, b' ');
        assert_eq!(files.read::<E>(), honest.read::<E>());
        files.parts()[part].push(b' ');
        let found = limit + 1;
        assert_eq!(files.error::<E>(), Error::TooLong { file, limit, found });
        let Owned { vk, proof, public } = &files;
        let error = match file {
            File::Vk => Groth16Files::<E>::read_snarkjs_key(vk).err(),
            _ => {
                let key = honest.read::<E>().expect("a fixture").vk;
                Groth16Files::<E>::read_snarkjs_proof(&key, proof, public).err()
            }
        };
        assert_eq!(error, Some(Error::TooLong { file, limit, found }));
    }
}
