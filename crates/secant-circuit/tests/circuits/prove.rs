//! Real proofs, reference strings and keys.

use halo2_axiom::{
    SerdeFormat,
    halo2curves::{
        bn256::{Fq, Fr as Scalar, G1Affine},
        ff::{Field, PrimeField},
        group::Curve,
        serde::SerdeObject,
    },
    poly::commitment::ParamsProver,
};
use rand::{SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, BuiltCircuit, Error, Fr, Goal,
    curve::{Parameters, Weierstrass},
    ecdsa::{Ecdsa, Statement},
    prove::{self, Engine, Prover, Srs, Stock},
};
use secant_gfp::named::Name;
use std::{fs, path::PathBuf};

/// A file or a folder for this test only.
pub fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

pub fn small(k: u32, x: u64) -> BuiltCircuit {
    let mut b = Builder::new();
    let x = b.witness(Fr::from(x));
    let y = b.mul(x, x);
    b.range_check(y, 20);
    b.publish(y);
    b.finish(&Goal::Rows(k)).unwrap()
}

#[test]
fn ecdsa() {
    let p = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(3));
    let mut b = Builder::new();
    let curve = Weierstrass::new("secp256k1", p, b.shape()).unwrap();
    let verifier = Ecdsa::new(&mut b, &curve, 4000).unwrap();
    verifier.verify_public(&mut b, &statement).unwrap();
    let circuit = b.finish(&Goal::Fastest).unwrap();
    let srs = Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &circuit).unwrap();
    let mut rng = StdRng::seed_from_u64(2);
    let instances = vec![verifier.public_inputs(&statement).unwrap()];
    let [_, proof] = [&Stock as &dyn Prover, &Engine].map(|prover| {
        let proof = prover.prove(&srs, &keys, &circuit, &mut rng).unwrap();
        assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &instances, &proof).is_ok());
        proof
    });
    // Other public inputs need another proof.
    for i in 0..instances[0].len() {
        let mut other = instances.clone();
        other[0][i] += Fr::from(1);
        assert!(
            prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &other, &proof).is_err(),
            "{i}"
        );
    }
    assert!(
        prove::verify(
            &srs,
            keys.get_vk(),
            &circuit.parameters(),
            &instances,
            &proof[..proof.len() - 1]
        )
        .is_err()
    );
    assert!(
        prove::verify(
            &srs,
            keys.get_vk(),
            &circuit.parameters(),
            &instances,
            &[&proof[..], &[0]].concat()
        )
        .is_err()
    );
}

/// Fewer columns make a shorter proof.
#[test]
fn the_smallest() {
    let p = Parameters::named(Name::Secp256k1);
    let statement = Statement::made_up(&p, &mut StdRng::seed_from_u64(4));
    let mut b = Builder::new();
    let curve = Weierstrass::new("secp256k1", p, b.shape()).unwrap();
    let verifier = Ecdsa::new(&mut b, &curve, 4000).unwrap();
    verifier.verify_public(&mut b, &statement).unwrap();
    let sizes = [Goal::Fastest, Goal::Smallest(14)].map(|goal| {
        let circuit = b.clone().finish(&goal).unwrap();
        let srs = Srs::unsafe_local(circuit.configuration().k, StdRng::seed_from_u64(1));
        let keys = prove::keys(&srs, &circuit).unwrap();
        let proof = Engine
            .prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(2))
            .unwrap();
        assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof).is_ok());
        (circuit.counts().advice_columns, proof.len())
    });
    assert!(sizes[1].0 < sizes[0].0 && sizes[1].1 < sizes[0].1, "{sizes:?}");
}

/// Keys from files must be those of the circuit and of the reference string.
#[test]
fn keys_of_files() {
    let srs = Srs::unsafe_local(9, StdRng::seed_from_u64(1));
    let keys = prove::keys(&srs, &small(8, 5)).unwrap();
    let path = temporary("proving.key");
    prove::write_keys(&keys, &path).unwrap();
    let circuit = small(8, 9);
    let read = prove::read_keys(&srs, &circuit, &path).unwrap();
    let mut rng = StdRng::seed_from_u64(1);
    for prover in [&Stock as &dyn Prover, &Engine] {
        let proof = prover.prove(&srs, &read, &circuit, &mut rng).unwrap();
        assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof).is_ok());
    }
    let refused = |srs: &Srs, circuit: &BuiltCircuit| prove::read_keys(srs, circuit, &path).unwrap_err().to_string();
    assert!(refused(&srs, &small(9, 9)).contains("the key is for 2^8 rows, and the circuit has 2^9"));
    let other = Srs::unsafe_local(9, StdRng::seed_from_u64(2));
    assert!(refused(&other, &circuit).contains("under this reference string"));
    // The same columns with another constant.
    let ranged = |bits| {
        let mut b = Builder::new();
        let x = b.witness(Fr::from(9));
        let y = b.mul(x, x);
        b.range_check(y, bits);
        b.publish(y);
        b.finish(&Goal::Explicit(circuit.configuration().clone())).unwrap()
    };
    assert!(prove::read_keys(&srs, &ranged(20), &path).is_ok());
    assert!(refused(&srs, &ranged(19)).contains("another circuit"));
    // From a file without an end, only as many bytes are read as a key has.
    #[cfg(unix)]
    assert!(prove::read_keys(&srs, &circuit, std::path::Path::new("/dev/zero")).is_err());
    let missing = prove::read_keys(&srs, &circuit, &temporary("no such key")).unwrap_err();
    assert!(matches!(missing, Error::File { .. }), "{missing}");
}

fn refused(path: &PathBuf, bytes: &[u8]) -> String {
    fs::write(path, bytes).unwrap();
    match Srs::read(path, None) {
        Err(Error::Contents { what, .. }) => what,
        other => panic!("{:?}", other.map(|srs| srs.k())),
    }
}

#[test]
fn reference_strings_are_checked() {
    let path = temporary("srs");
    let srs = Srs::unsafe_local(5, StdRng::seed_from_u64(1));
    srs.write(&path).unwrap();
    assert_eq!(Srs::read(&path, None).unwrap().digest(), srs.digest());
    let raw = fs::read(&path).unwrap();
    let mut compressed = Vec::new();
    srs.params()
        .write_custom(&mut compressed, SerdeFormat::Processed)
        .unwrap();
    fs::write(&path, &compressed).unwrap();
    assert_eq!(Srs::read(&path, None).unwrap().digest(), srs.digest());
    // Files that are damaged, or are something else.
    assert!(refused(&path, b"").contains("short"));
    assert!(refused(&path, &raw[..raw.len() - 1]).contains("length"));
    assert!(refused(&path, &[0xff; 100]).contains("no k"));
    let mut other = raw.clone();
    other[100] ^= 1;
    let what = refused(&path, &other);
    assert!(what.contains("on its curve"), "{what}");
    // Points in another order: on their curve, but not powers.
    let mut other = raw.clone();
    other[4 + 64..4 + 192].rotate_left(64);
    assert!(refused(&path, &other).contains("powers of one secret"));
    let mut other = raw.clone();
    let lagrange = 4 + 64 * 32;
    other[lagrange..lagrange + 128].rotate_left(64);
    assert!(refused(&path, &other).contains("Lagrange"));
    assert!(matches!(
        Srs::read(&temporary("nothing"), None),
        Err(Error::File { .. })
    ));
}

/// The powers of a secret in the format of snarkjs.
pub fn ptau(power: u32, tau: Scalar) -> Vec<u8> {
    let section = |id: u32, contents: Vec<u8>| {
        let header = [&id.to_le_bytes()[..], &(contents.len() as u64).to_le_bytes()].concat();
        [header, contents].concat()
    };
    let mut modulus = (-Fq::ONE).to_repr().as_ref().to_vec();
    modulus[0] += 1;
    let header = [
        &32u32.to_le_bytes()[..],
        &modulus,
        &power.to_le_bytes(),
        &power.to_le_bytes(),
    ]
    .concat();
    let powers = |count: usize| (0..count as u64).map(move |i| tau.pow_vartime([i]));
    let g1 = powers((2 << power) - 1).flat_map(|t| (G1Affine::generator() * t).to_affine().to_raw_bytes());
    let g2 = halo2_axiom::halo2curves::bn256::G2Affine::generator();
    let g2 = powers(1 << power).flat_map(move |t| (g2 * t).to_affine().to_raw_bytes());
    let file = [
        b"ptau".to_vec(),
        1u32.to_le_bytes().to_vec(),
        3u32.to_le_bytes().to_vec(),
    ]
    .concat();
    [
        file,
        section(1, header),
        section(2, g1.collect()),
        section(3, g2.collect()),
    ]
    .concat()
}

#[test]
fn powers_of_tau() {
    let path = temporary("powers.ptau");
    let file = ptau(6, Scalar::from(987654321));
    fs::write(&path, &file).unwrap();
    let all = Srs::read(&path, None).unwrap();
    assert_eq!(all.k(), 6);
    let part = Srs::read(&path, Some(4)).unwrap();
    assert_eq!(part.k(), 4);
    assert_eq!(part.params().get_g(), &all.params().get_g()[..16]);
    assert!(matches!(Srs::read(&path, Some(7)), Err(Error::Contents { .. })));
    for len in [0, 3, 11, 40, 1000, file.len() - 1] {
        fs::write(&path, &file[..len]).unwrap();
        assert!(Srs::read(&path, None).is_err(), "{len}");
    }
    let mut other = file.clone();
    other[12 + 12 + 4] ^= 2;
    assert!(refused(&path, &other).contains("BN254"));
    // Proofs with this reference string.
    fs::write(&path, ptau(8, Scalar::from(5))).unwrap();
    let srs = Srs::read(&path, None).unwrap();
    let circuit = small(8, 3);
    let keys = prove::keys(&srs, &circuit).unwrap();
    let proof = Engine
        .prove(&srs, &keys, &circuit, &mut StdRng::seed_from_u64(1))
        .unwrap();
    assert!(prove::verify(&srs, keys.get_vk(), &circuit.parameters(), &circuit.instances(), &proof).is_ok());
    // Too few rows.
    assert!(matches!(prove::keys(&all, &circuit), Err(Error::DoesNotFit(_))));
}
