//! Compares keys with those that halo2 makes.

use crate::circuits::{Edge, Everything, srs};
use halo2_axiom::{
    SerdeFormat,
    halo2curves::bn256::Bn256,
    plonk::{self, keygen_vk_custom},
    poly::kzg::commitment::ParamsKZG,
};
use rand::{SeedableRng, rngs::StdRng};
use secant_prover::Error;

#[test]
fn keys_are_halo2s() {
    for (seed, k, compress, lookups, phases) in [
        (1, 6, false, false, false),
        (2, 6, true, true, false),
        (3, 7, false, true, true),
        (4, 9, true, true, true),
    ] {
        let circuit = Everything {
            lookups,
            phases,
            ..Everything::new(seed, 9)
        };
        let params = srs(k);
        let stock = keygen_vk_custom(&params, &circuit, compress).unwrap();
        let ours = secant_prover::keygen_vk_custom(&params, &circuit, compress).unwrap();
        let format = SerdeFormat::RawBytes;
        assert_eq!(ours.to_bytes(format), stock.to_bytes(format));
        assert_eq!(ours.transcript_repr(), stock.transcript_repr());
        let stock = plonk::keygen_pk(&params, stock, &circuit).unwrap().to_bytes(format);
        assert!(
            secant_prover::keygen_pk(&params, ours, &circuit)
                .unwrap()
                .to_bytes(format)
                == stock
        );
        assert!(
            secant_prover::keygen_pk2(&params, &circuit, compress)
                .unwrap()
                .to_bytes(format)
                == stock
        );
    }
}

#[test]
fn rows_run_out() {
    let circuit = Everything::new(1, 60);
    let error = secant_prover::keygen_vk(&srs(6), &circuit).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Halo2(plonk::Error::NotEnoughRowsAvailable { current_k: 6 })
        ),
        "{error}"
    );
    let error = secant_prover::keygen_vk(&srs(3), &Everything::new(1, 1)).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Halo2(plonk::Error::NotEnoughRowsAvailable { current_k: 3 })
        ),
        "{error}"
    );
}

#[test]
fn keys_of_other_circuits() {
    let (circuit, other) = (
        Everything::new(1, 9),
        Everything {
            lookups: true,
            ..Everything::new(1, 9)
        },
    );
    let params = srs(6);
    let vk = secant_prover::keygen_vk(&params, &circuit).unwrap();
    assert!(matches!(
        secant_prover::keygen_pk(&params, vk.clone(), &other),
        Err(Error::Key(_))
    ));
    assert!(matches!(
        secant_prover::keygen_pk(&srs(7), vk, &circuit),
        Err(Error::Size { srs: 7, key: 6 })
    ));
}

/// A key without any columns.
#[test]
fn keys_of_nothing() {
    let params = srs(4);
    let key = plonk::keygen_pk2(&params, &Edge::Nothing, false).unwrap();
    for format in [SerdeFormat::RawBytes, SerdeFormat::Processed] {
        let bytes = key.to_bytes(format);
        let again = secant_prover::read_pk(&params, &Edge::Nothing, &bytes).unwrap();
        assert!(again.to_bytes(format) == bytes);
        assert!(matches!(
            secant_prover::read_pk(&params, &Everything::new(1, 2), &bytes),
            Err(Error::Key(_))
        ));
    }
}

/// `read_pk` reads what halo2 writes. It refuses changed bits in any part, and truncated or extended files.
#[test]
fn keys_of_files() {
    for compress in [false, true] {
        let circuit = Everything {
            lookups: true,
            ..Everything::new(5, 9)
        };
        let params = srs(6);
        let key = plonk::keygen_pk2(&params, &circuit, compress).unwrap();
        let read = |bytes: &[u8]| secant_prover::read_pk(&params, &circuit, bytes);
        for format in [SerdeFormat::RawBytes, SerdeFormat::Processed] {
            let bytes = key.to_bytes(format);
            let again = read(&bytes).unwrap();
            assert!(again.to_bytes(format) == bytes);
            assert_eq!(again.get_vk().transcript_repr(), key.get_vk().transcript_repr());

            let mut changed = bytes.clone();
            // These steps hit every part of the file: a column takes 2048 bytes.
            for place in (0..bytes.len())
                .step_by(if bytes.len() > 100_000 { 331 } else { 211 })
                .chain(0..10)
            {
                changed[place] ^= 1;
                assert!(read(&changed).is_err(), "byte {place} of {}", bytes.len());
                changed[place] ^= 1;
            }
            // The flag bits of compressed points.
            let points = key.get_vk().fixed_commitments().len() + key.get_vk().permutation().commitments().len();
            for point in (0..points).filter(|_| matches!(format, SerdeFormat::Processed)) {
                for flag in [0x40, 0x80] {
                    changed[10 + 32 * point + 31] ^= flag;
                    assert!(read(&changed).is_err(), "point {point}");
                    changed[10 + 32 * point + 31] ^= flag;
                }
            }
            for length in [0, 1, 4, 5, 6, 9, 10, 11, 100, bytes.len() / 2, bytes.len() - 1] {
                assert!(matches!(read(&bytes[..length]), Err(Error::Key(_))), "{length}");
            }
            changed.push(0);
            assert!(matches!(read(&changed), Err(Error::Key(_))));

            let of = |params: &ParamsKZG<Bn256>, circuit: &Everything| {
                secant_prover::read_pk(params, circuit, &bytes).unwrap_err().to_string()
            };
            assert!(of(&srs(7), &circuit).contains("2^7 rows, and the key for 2^6"));
            let other = ParamsKZG::setup(6, StdRng::seed_from_u64(99));
            assert!(of(&other, &circuit).contains("under this reference string"));
            // The same columns with other copies, and other columns.
            assert!(
                of(
                    &params,
                    &Everything {
                        rows: 8,
                        ..circuit.clone()
                    }
                )
                .contains("another circuit")
            );
            assert!(
                of(
                    &params,
                    &Everything {
                        lookups: false,
                        ..circuit.clone()
                    }
                )
                .contains("another circuit")
            );
        }
    }
}

/// Coefficients and commitments that are well-formed but do not belong to the columns.
#[test]
fn keys_that_say_something_else() {
    let (params, circuit) = (srs(6), Everything::new(5, 9));
    let key = plonk::keygen_pk2(&params, &circuit, false).unwrap();
    let vk = key.get_vk();
    let (points, n) = (
        vk.fixed_commitments().len() + vk.permutation().commitments().len(),
        1 << 6,
    );
    let bytes = key.to_bytes(SerdeFormat::RawBytes);
    let refused = |bytes: &[u8]| {
        secant_prover::read_pk(&params, &circuit, bytes)
            .unwrap_err()
            .to_string()
    };
    // Swaps two commitments.
    let mut changed = bytes.clone();
    let [first, second] = [10, 10 + 64 * (points - 1)];
    for i in 0..64 {
        changed.swap(first + i, second + i);
    }
    assert!(changed != bytes);
    assert!(refused(&changed).contains("under this reference string"));
    // Swaps two coefficients of the last polynomial.
    let mut changed = bytes.clone();
    let last = bytes.len() - 32 * n;
    for i in 0..32 {
        changed.swap(last + i, last + 32 + i);
    }
    assert!(changed != bytes);
    assert!(refused(&changed).contains("coefficients"));
}
