//! The cache of keys and reference strings, in a folder that others can write to.

use crate::prove::{ptau, small, temporary};
use halo2_axiom::{SerdeFormat, poly::commitment::ParamsProver};
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Error, Fr,
    prove::{self, Cache, Cached, Engine, Keys, Origin, Prover, Srs},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = temporary(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The only file of a kind.
fn file(folder: &Path, kind: &str) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let mut of_kind = files.filter(|file| file.file_name().to_str().unwrap().starts_with(kind));
    let path = of_kind.next().unwrap().path();
    assert!(of_kind.next().is_none());
    path
}

fn bytes(keys: &Keys) -> Vec<u8> {
    keys.to_bytes(SerdeFormat::RawBytes)
}

/// Why the value was made again.
fn replaced<T>(cached: &Cached<T>) -> String {
    assert!(!cached.origin.is_found());
    match &cached.origin {
        Origin::Replaced { error, file } => {
            assert!(cached.origin.to_string().contains("made again"), "{}", cached.origin);
            assert!(error.to_string().contains(file.to_str().unwrap()), "{error}");
            error.to_string()
        }
        other => panic!("{other:?}"),
    }
}

/// Keys depend on the structure, not on the values. Another structure has other keys.
#[test]
fn keys_are_kept() {
    let folder = folder("keys");
    let cache = Cache::new(&folder);
    let srs = Srs::unsafe_local(9, StdRng::seed_from_u64(1));
    let keys = cache.keys(&srs, &small(8, 5)).unwrap();
    assert!(matches!(keys.origin, Origin::Made));
    let again = cache.keys(&srs, &small(8, 77)).unwrap();
    assert!(again.origin.is_found());
    assert_eq!(bytes(&keys.value), bytes(&again.value));
    let circuit = small(8, 9);
    let mut rng = StdRng::seed_from_u64(1);
    let proof = Engine.prove(&srs, &again.value, &circuit, &mut rng).unwrap();
    let vk = keys.value.get_vk();
    prove::verify(&srs, vk, &circuit.parameters(), &circuit.instances(), &proof).unwrap();
    assert!(matches!(cache.keys(&srs, &small(9, 5)).unwrap().origin, Origin::Made));
    let other = Srs::unsafe_local(9, StdRng::seed_from_u64(2));
    assert!(matches!(cache.keys(&other, &small(8, 5)).unwrap().origin, Origin::Made));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
    // A file is a key in halo2's format.
    let circuit = small(8, 5);
    let kept = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    assert_eq!(
        kept.filter(|file| prove::read_keys(&srs, &circuit, file).is_ok())
            .count(),
        1
    );
}

/// Broken keys are made again, whatever is wrong with them, and found the next time.
#[test]
fn broken_keys_are_made_again() {
    let folder = folder("broken keys");
    let cache = Cache::new(&folder);
    let srs = Srs::unsafe_local(8, StdRng::seed_from_u64(1));
    let circuit = small(8, 5);
    let get = || cache.keys(&srs, &circuit).unwrap();
    let right = bytes(&get().value);
    let path = file(&folder, "keys");
    assert_eq!(fs::read(&path).unwrap(), right);
    let mended = |broken: &[u8], what: &str| {
        fs::write(&path, broken).unwrap();
        let cached = get();
        replaced(&cached);
        assert_eq!(bytes(&cached.value), right, "{what}");
        assert_eq!(fs::read(&path).unwrap(), right, "{what}");
    };
    for len in [0, 1, 4, 5, 10, 100, 1000, 100_000, right.len() - 1] {
        mended(&right[..len.min(right.len() - 1)], &format!("cut at {len}"));
    }
    mended(&vec![0xff; right.len()], "ones");
    mended(&vec![0; right.len()], "zeros");
    mended(&[&right[..], &[0]].concat(), "a byte more");
    mended(&[&right[..], &right].concat(), "twice");
    for rows in [0u32, 9, 30, 1 << 30, u32::MAX] {
        let mut other = right.clone();
        other[1..5].copy_from_slice(&rows.to_le_bytes());
        mended(&other, &format!("k = {rows}"));
    }
    let mut rng = StdRng::seed_from_u64(1);
    for i in 0..60 {
        // The header and the verifying key are short, and the part after them is long.
        let at = rng.gen_range(0..if i % 2 == 0 { 600 } else { right.len() });
        let mut other = right.clone();
        other[at] ^= 1 << rng.gen_range(0..8);
        mended(&other, &format!("a bit of byte {at}"));
    }
    // The key of another circuit with the same columns.
    let mut b = secant_circuit::Builder::new();
    let x = b.witness(Fr::from(5));
    let y = b.mul(x, x);
    b.range_check(y, 19);
    b.publish(y);
    let goal = secant_circuit::Goal::Explicit(circuit.configuration().clone());
    let other = prove::keys(&srs, &b.finish(&goal).unwrap()).unwrap();
    assert_eq!(bytes(&other).len(), right.len());
    mended(&bytes(&other), "another circuit");
    // The key under another secret.
    let other = prove::keys(&Srs::unsafe_local(8, StdRng::seed_from_u64(2)), &circuit).unwrap();
    mended(&bytes(&other), "another secret");
    assert!(get().origin.is_found());
}

/// Reference strings are kept too. One that was made here stays the same; one of a file belongs to the file's contents.
#[test]
fn reference_strings_are_kept() {
    let folder = folder("strings");
    let cache = Cache::new(&folder);
    let made = cache.unsafe_srs(5, StdRng::seed_from_u64(1)).unwrap().value;
    let again = cache.unsafe_srs(5, StdRng::seed_from_u64(2)).unwrap();
    assert!(again.origin.is_found());
    assert_eq!(made.digest(), again.value.digest());
    assert_eq!(made.params().get_g(), again.value.params().get_g());
    let other = cache.unsafe_srs(6, StdRng::seed_from_u64(2)).unwrap();
    assert_ne!(other.value.digest(), made.digest());
    let path = temporary("kept.ptau");
    for tau in [5, 6] {
        fs::write(&path, ptau(6, Fr::from(tau))).unwrap();
        let read = Srs::read(&path, Some(4)).unwrap();
        for found in [false, true] {
            let kept = cache.srs(&path, 4).unwrap();
            assert_eq!(kept.origin.is_found(), found);
            assert_eq!(kept.value.digest(), read.digest());
            assert_eq!(kept.value.params().get_g(), read.params().get_g());
        }
    }
    assert!(matches!(cache.srs(&temporary("nothing"), 4), Err(Error::File { .. })));
    // Four strings, each once.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
}

/// Files in halo2's formats are kept as well, and no file of another secret is accepted in place of what was made from
/// them.
#[test]
fn strings_of_another_secret_are_made_again() {
    let source = temporary("source.srs");
    let srs = Srs::unsafe_local(5, StdRng::seed_from_u64(1));
    for format in [SerdeFormat::RawBytes, SerdeFormat::Processed] {
        let folder = folder("secrets");
        let cache = Cache::new(&folder);
        let mut contents = Vec::new();
        srs.params().write_custom(&mut contents, format).unwrap();
        fs::write(&source, &contents).unwrap();
        let get = || cache.srs(&source, 5).unwrap();
        assert!(matches!(get().origin, Origin::Made));
        let path = file(&folder, "srs");
        let right = fs::read(&path).unwrap();
        let mended = |broken: &[u8], expected: &str| {
            fs::write(&path, broken).unwrap();
            let cached = get();
            let error = replaced(&cached);
            assert!(error.contains(expected), "{error}, where {expected}");
            assert_eq!(cached.value.digest(), srs.digest());
            assert_eq!(fs::read(&path).unwrap(), right);
        };
        // Whoever knows a secret can prove anything.
        let other = Srs::unsafe_local(5, StdRng::seed_from_u64(2));
        let kept = temporary("other.srs");
        other.write(&kept).unwrap();
        mended(&fs::read(&kept).unwrap(), "another secret");
        Srs::unsafe_local(4, StdRng::seed_from_u64(1)).write(&kept).unwrap();
        mended(&fs::read(&kept).unwrap(), "for 2^4 rows");
        for len in [0, 3, 4, 100, right.len() - 1] {
            mended(&right[..len], "no reference string");
        }
        mended(&[&right[..], &[0]].concat(), "no reference string");
        mended(&vec![0xff; right.len()], "no reference string");
        let mut zero = right.clone();
        zero[4 + 64..4 + 128].fill(0);
        mended(&zero, "powers of one secret");
        let mut swapped = right.clone();
        swapped[4 + 64..4 + 192].rotate_left(64);
        mended(&swapped, "powers of one secret");
        let mut lagrange = right.clone();
        lagrange[4 + 64 * 32..4 + 64 * 34].rotate_left(64);
        mended(&lagrange, "Lagrange");
        assert!(get().origin.is_found());
    }
    let made = folder("made strings");
    let cache = Cache::new(&made);
    cache.unsafe_srs(5, StdRng::seed_from_u64(1)).unwrap();
    fs::write(file(&made, "unsafe-srs"), [0xff; 100]).unwrap();
    let cached = cache.unsafe_srs(5, StdRng::seed_from_u64(1)).unwrap();
    replaced(&cached);
    assert_eq!(cached.value.digest(), srs.digest());
}

/// Links in the folder are replaced: their targets are neither read nor written. The same holds for everything else
/// that is not a file.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let folder = folder("links");
    let cache = Cache::new(&folder);
    let srs = Srs::unsafe_local(8, StdRng::seed_from_u64(1));
    let circuit = small(8, 5);
    cache.keys(&srs, &circuit).unwrap();
    let path = file(&folder, "keys");
    let right = fs::read(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o077, 0, "others cannot read it");
    let elsewhere = temporary("elsewhere");
    for target in [elsewhere.as_path(), Path::new("/dev/zero"), Path::new("nothing at all")] {
        fs::write(&elsewhere, &right).unwrap();
        fs::remove_file(&path).unwrap();
        symlink(target, &path).unwrap();
        let cached = cache.keys(&srs, &circuit).unwrap();
        assert!(replaced(&cached).contains("no regular file"));
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
        assert_eq!(fs::read(&elsewhere).unwrap(), right);
        assert!(cache.keys(&srs, &circuit).unwrap().origin.is_found());
    }
    // Opening a pipe would block.
    fs::remove_file(&path).unwrap();
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    assert!(replaced(&cache.keys(&srs, &circuit).unwrap()).contains("no regular file"));
    // A folder cannot be replaced by a file: that is an error, not a panic.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(cache.keys(&srs, &circuit), Err(Error::File { .. })));
    // No unfinished file is left over.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    // A reference string from a file without an end.
    let endless = cache.srs(Path::new("/dev/zero"), 5).unwrap_err().to_string();
    assert!(endless.contains("no regular file"), "{endless}");
}
