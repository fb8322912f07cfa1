//! Lines that are kept while the lanes of the process change, as they do while products are counted.

use ark_ec::AffineRepr;
use ark_ff::Field;
use secant_curve::{PairingCheck, bls12_377::Bls12_377, bls12_381::Bls12_381, bn254::Bn254, bw6_761::BW6_761};
use secant_field::lanes::counted;

fn check<E: PairingCheck>() {
    let (p, q) = (E::G1Affine::generator(), E::G2Affine::generator());
    let one = E::multi_miller_loop([p], [q]).0;
    let (counting, _) = counted(|| E::with_lines(q));
    for lines in [E::with_lines(q), counting] {
        for n in [1, 17] {
            let product = || E::multi_miller_loop(vec![p; n], vec![lines.clone(); n]).0;
            assert_eq!(product(), one.pow([n as u64]));
            assert_eq!(counted(product).0, one.pow([n as u64]));
        }
    }
}

#[test]
fn they_serve_all_lanes() {
    check::<Bls12_381>();
    check::<Bls12_377>();
    check::<Bn254>();
    check::<BW6_761>();
}
