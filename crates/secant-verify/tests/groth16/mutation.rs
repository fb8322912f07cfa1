//! Files with random damage: whatever happens to them, nothing panics and nothing is believed.

use crate::common::{Owned, all, rng};
use ark_std::rand::Rng;
use secant_verify::groth16::{CurveName, FileCurve, Files, Format, Groth16Files, detect};

const ROUNDS: usize = 250;

/// Damages one of the three files in one way.
fn damage(files: &mut Owned, rng: &mut impl Rng) {
    let parts = files.parts();
    let bytes = &mut *parts[rng.gen_range(0..3)];
    let at = rng.gen_range(0..bytes.len());
    match rng.gen_range(0..6) {
        0 => bytes[at] ^= 1 << rng.gen_range(0..8),
        1 => bytes[at] = rng.r#gen(),
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, rng.r#gen()),
        4 => bytes.truncate(at),
        _ => {
            let end = rng.gen_range(at..bytes.len());
            bytes[at..end].fill(rng.r#gen());
        }
    }
}

fn verify<E: FileCurve>(files: &Owned) -> Option<Groth16Files<E>> {
    let files = files.read::<E>().ok()?;
    (files.verify() == Ok(true)).then_some(files)
}

/// Damaged files are refused, or else they say the same as before: a byte was set to what it was, white space came into JSON,
/// a field was hit that nothing reads, or a file of gnark ends where those of older versions do.
#[test]
fn damaged_files() {
    fn check<E: FileCurve>(honest: &Owned, damaged: &Owned, format: Format) {
        if let Some(files) = verify::<E>(damaged) {
            let same = Some(files) == verify::<E>(honest);
            let shorter = honest.vk.starts_with(&damaged.vk) && honest.proof.starts_with(&damaged.proof);
            assert!(same && (format == Format::Snarkjs || (shorter && honest.public == damaged.public)));
        }
    }
    let mut rng = rng();
    for (format, curve, honest) in all() {
        for _ in 0..ROUNDS {
            let mut damaged = honest.clone();
            for _ in 0..rng.gen_range(1..4) {
                if damaged.parts().iter().all(|bytes| !bytes.is_empty()) {
                    damage(&mut damaged, &mut rng);
                }
            }
            let _ = detect(&damaged.files());
            with_curve!(curve, check(&honest, &damaged, format));
        }
    }
}

#[test]
fn noise() {
    let mut rng = rng();
    for _ in 0..2000 {
        let mut noise = [(); 3].map(|()| {
            let length = rng.gen_range(0..800);
            (0..length).map(|_| rng.r#gen()).collect::<Vec<u8>>()
        });
        if rng.r#gen() {
            noise.iter_mut().for_each(|bytes| bytes.insert(0, b'{'));
        }
        let [vk, proof, public] = &noise;
        let files = Files { vk, proof, public };
        assert!(detect(&files).is_err());
        assert!(Groth16Files::<ark_bn254::Bn254>::read(&files).is_err());
        assert!(Groth16Files::<ark_bls12_377::Bls12_377>::read(&files).is_err());
    }
}
