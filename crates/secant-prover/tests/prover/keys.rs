//! Keys beside those that halo2 makes.

use crate::circuits::{Everything, srs};
use halo2_axiom::{
    SerdeFormat,
    plonk::{self, keygen_vk_custom},
};

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
            secant_prover::Error::Halo2(plonk::Error::NotEnoughRowsAvailable { current_k: 6 })
        ),
        "{error}"
    );
    let error = secant_prover::keygen_vk(&srs(3), &Everything::new(1, 1)).unwrap_err();
    assert!(
        matches!(
            error,
            secant_prover::Error::Halo2(plonk::Error::NotEnoughRowsAvailable { current_k: 3 })
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
        Err(secant_prover::Error::Key(_))
    ));
    assert!(matches!(
        secant_prover::keygen_pk(&srs(7), vk, &circuit),
        Err(secant_prover::Error::Size { srs: 7, key: 6 })
    ));
}
