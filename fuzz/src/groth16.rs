//! Any bytes as the three files of a Groth16 proof.
//!
//! What holds is what the fixtures prove. What is read is written raw, as gnark writes it, and read again; numbers of JSON are
//! those that `serde_json` finds. Keys under which anybody can prove anything are not read. Detection finds the curve of
//! whatever can be read. Reasons are short lines.

use crate::input::{Input, Parts};
use ark_ec::{
    AffineRepr,
    pairing::{Pairing, PairingOutput},
};
use ark_ff::{BigInteger, Field, PrimeField, Zero};
use num_bigint::BigUint;
use secant_verify::groth16::{CurveName, Error, FileCurve, FilePoint, Files, Format, Groth16Files, detect};
use serde_json::Value;
use std::{fs, io, path::Path};

/// See the module.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let (vk, proof) = (input.part(), input.part());
    let public = input.rest();
    let files = Files { vk, proof, public };
    let detected = detect(&files);
    if let Err(error) = &detected {
        is_short(error);
    }
    match CurveName::ALL[usize::from(choice % 4)] {
        CurveName::Bn254 => check::<ark_bn254::Bn254>(&files, &detected),
        CurveName::Bls12_381 => check::<ark_bls12_381::Bls12_381>(&files, &detected),
        CurveName::Bls12_377 => check::<ark_bls12_377::Bls12_377>(&files, &detected),
        CurveName::Bw6_761 => check::<ark_bw6_761::BW6_761>(&files, &detected),
    }
}

fn is_short(error: &Error) {
    let sentence = error.to_string();
    assert!(sentence.chars().count() <= 600, "{sentence}");
    assert!(!sentence.chars().any(char::is_control), "{sentence}");
}

fn check<E: FileCurve>(files: &Files<'_>, detected: &Result<(Format, CurveName), Error>) {
    let read = match Groth16Files::<E>::read(files) {
        Ok(read) => read,
        Err(error) => return is_short(&error),
    };
    let curve = detected.as_ref().ok().map(|(_, curve)| *curve);
    assert_eq!(curve, CurveName::of::<E>());
    let [vk, proof, public] = write(&read);
    let (vk, proof, public) = (&vk[..], &proof[..], &public[..]);
    assert_eq!(Groth16Files::read(&Files { vk, proof, public }), Ok(read.clone()));
    if matches!(detected, Ok((Format::Snarkjs, _))) {
        numbers::<E>(files.public, &read.public);
    }
    bound(&read);
    let holds = read.verify();
    assert_eq!(read.prepare().and_then(|key| read.verify_prepared(&key)), holds);
    let holds = holds.expect("what was read can be verified");
    if read.commitments.points.is_empty() {
        assert_eq!(equation(&read), holds);
    }
    if holds {
        let proved: [&[u64]; 3] = [&[1728, 42], &[271_828 * 314_159, 42_331], &[1728, 42]];
        let is_proved =
            |inputs: &&[u64]| read.public == inputs.iter().copied().map(E::ScalarField::from).collect::<Vec<_>>();
        // The third public input of the circuit "merkle" is no small number.
        assert!(
            proved.iter().any(is_proved) || read.public.len() == 3,
            "{:?}",
            read.public
        );
    }
}

/// `e(A, B) = e(alpha, beta) e(K, gamma) e(C, delta)`, each pairing by itself.
fn equation<E: Pairing>(files: &Groth16Files<E>) -> bool {
    let Groth16Files { vk, proof, public, .. } = files;
    let products = vk.gamma_abc_g1[1..]
        .iter()
        .zip(public)
        .map(|(point, scalar)| *point * scalar);
    let sum = products.fold(vk.gamma_abc_g1[0].into_group(), |sum, product| sum + product);
    let right: PairingOutput<E> =
        E::pairing(vk.alpha_g1, vk.beta_g2) + E::pairing(sum, vk.gamma_g2) + E::pairing(proof.c, vk.delta_g2);
    E::pairing(proof.a, proof.b) == right
}

/// That no two elements which a setup draws by themselves are related, and that inputs count.
fn bound<E: Pairing>(files: &Groth16Files<E>) {
    let Groth16Files { vk, public, .. } = files;
    for (a, b) in [
        (vk.delta_g2, vk.gamma_g2),
        (vk.beta_g2, vk.gamma_g2),
        (vk.beta_g2, vk.delta_g2),
    ] {
        assert!(!(a.into_group() - b).is_zero() && !(a.into_group() + b).is_zero());
    }
    assert!(
        vk.gamma_abc_g1[1..]
            .iter()
            .take(public.len())
            .all(|point| !point.is_zero())
    );
    for key in &files.commitment_keys.keys {
        assert!(!(key.g.into_group() - key.g_sigma_neg).is_zero() && !(key.g.into_group() + key.g_sigma_neg).is_zero());
    }
}

/// That the numbers of a list in JSON are these.
fn numbers<E: Pairing>(text: &[u8], expected: &[E::ScalarField]) {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let Ok(Value::Array(values)) = serde_json::from_slice(text) else {
        panic!("no list was read");
    };
    let numbers = values.iter().map(|value| match value {
        Value::String(text) => match text.strip_prefix("0x") {
            Some(digits) => BigUint::parse_bytes(digits.as_bytes(), 16),
            None => BigUint::parse_bytes(text.as_bytes(), 10),
        },
        Value::Number(number) => number.as_u64().map(BigUint::from),
        _ => None,
    });
    let numbers: Option<Vec<_>> = numbers.collect();
    let expected = expected.iter().map(|value| Into::<BigUint>::into(*value));
    assert_eq!(numbers, Some(expected.collect()));
}

/// The three files as gnark writes them, raw.
fn write<E: FileCurve>(files: &Groth16Files<E>) -> [Vec<u8>; 3] {
    let count = |len: usize| (len as u32).to_be_bytes().to_vec();
    let vk = &files.vk;
    let g1 = point(E::G1Affine::generator());
    let mut key = vec![
        point(vk.alpha_g1),
        g1.clone(),
        point(vk.beta_g2),
        point(vk.gamma_g2),
        g1,
        point(vk.delta_g2),
        count(vk.gamma_abc_g1.len()),
    ];
    key.extend(vk.gamma_abc_g1.iter().map(|p| point(*p)));
    let keys = &files.commitment_keys;
    key.push(count(keys.committed.len()));
    for list in &keys.committed {
        key.push(count(list.len()));
        key.extend(list.iter().map(|index| (*index as u64).to_be_bytes().to_vec()));
    }
    key.push(count(keys.keys.len()));
    key.extend(keys.keys.iter().flat_map(|key| [point(key.g), point(key.g_sigma_neg)]));
    let mut proof = vec![point(files.proof.a), point(files.proof.b), point(files.proof.c)];
    proof.push(count(files.commitments.points.len()));
    proof.extend(files.commitments.points.iter().map(|p| point(*p)));
    proof.push(point(files.commitments.knowledge));
    let inputs = count(files.public.len());
    let mut public = vec![inputs.clone(), vec![0; 4], inputs];
    public.extend(files.public.iter().map(|value| value.into_bigint().to_bytes_be()));
    [key.concat(), proof.concat(), public.concat()]
}

fn point<P: FilePoint>(point: P) -> Vec<u8> {
    type Base<P> = <<P as AffineRepr>::BaseField as Field>::BasePrimeField;
    let Some((x, y)) = point.xy() else {
        let width = Base::<P>::MODULUS_BIT_SIZE.div_ceil(64) as usize * 8;
        let mut bytes = vec![0; 2 * width * P::BaseField::extension_degree() as usize];
        if 8 * width - Base::<P>::MODULUS_BIT_SIZE as usize > 2 {
            bytes[0] = 0x40;
        }
        return bytes;
    };
    let coordinate = |value: P::BaseField| {
        let coefficients: Vec<_> = value.to_base_prime_field_elements().collect();
        let bytes = coefficients.into_iter().rev().map(|c| c.into_bigint().to_bytes_be());
        bytes.collect::<Vec<_>>().concat()
    };
    [coordinate(x), coordinate(y)].concat()
}

/// The fixtures of secant-verify.
///
/// # Errors
/// If one cannot be read.
pub fn seeds() -> io::Result<Vec<Vec<u8>>> {
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/secant-verify/fixtures"));
    let seed = |choice: u8, folder: &str, names: [&str; 3]| -> io::Result<Vec<u8>> {
        let [vk, proof, public] = names.map(|name| fs::read(fixtures.join(folder).join(name)));
        Ok(Parts::new(&[choice]).part(&vk?).part(&proof?).rest(&public?).bytes())
    };
    let mut seeds = vec![];
    for (choice, name) in [(0, "bn128"), (2, "bls12381")] {
        for circuit in ["multiplier", "merkle"] {
            let names = ["verification_key.json", "proof.json", "public.json"];
            seeds.push(seed(choice, &format!("snarkjs/{name}/{circuit}"), names)?);
        }
    }
    for (choice, name) in [(0, "bn254"), (1, "bls12_377"), (2, "bls12_381"), (3, "bw6_761")] {
        for ending in ["bin", "raw"] {
            let (vk, proof) = (format!("vk.{ending}"), format!("proof.{ending}"));
            let names = [&vk[..], &proof, "public.bin"];
            seeds.push(seed(choice, &format!("gnark/{name}"), names)?);
            for folder in ["v0.7.1/*/plain", "v0.9.1/*/one", "v0.16.0/*/one", "v0.16.0/*/three"] {
                seeds.push(seed(choice, &format!("gnark/{}", folder.replace('*', name)), names)?);
            }
        }
    }
    let solidity = ["vk.bin", "proof.solidity", "public.bin"];
    seeds.push(seed(0, "gnark/v0.16.0/bn254/one", solidity)?);
    Ok(seeds)
}
