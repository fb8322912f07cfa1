//! The calls of every operation, which are the same on every machine: a change of how much is computed shows here.
//!
//! `UPDATE_EXPECT=1 cargo test --release -p secant-metered` writes the files of `counts` anew.

use expect_test::expect_file;
use secant_metered::{GtBuckets, Operation, Tower, meter};
use secant_verify::groth16::Files;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The procedures of an operation with their counts, and who calls whom.
fn counts(operation: Operation<'_>, lanes: bool) -> String {
    let profile = meter(operation, 0, lanes).expect("a profile");
    let mut text = format!("{} products of prime fields\n", profile.products());
    let lines: BTreeSet<_> = profile
        .procedures()
        .into_iter()
        .map(|p| {
            format!(
                "{:<20} {:<28} {:>9} calls {:>9} elements\n",
                p.of, p.name, p.calls, p.elements
            )
        })
        .collect();
    lines.iter().for_each(|line| text.push_str(line));
    for root in &profile.roots {
        let _ = writeln!(text, "calls {} {}", root.procedure.name, root.procedure.of);
    }
    text
}

fn gt(buckets: GtBuckets) -> Operation<'static> {
    Operation::GtMultiExp {
        inputs: 128,
        buckets,
        window: None,
    }
}

macro_rules! counts {
    ($($test:ident: $operation:expr, $lanes:literal;)*) => {$(
        #[test]
        fn $test() {
            expect_file![concat!("counts/", stringify!($test), ".txt")].assert_eq(&counts($operation, $lanes));
        }
    )*};
}

const PROOF: Files<'static> = Files {
    vk: include_bytes!("../../crates/secant-verify/fixtures/gnark/bls12_381/vk.bin"),
    proof: include_bytes!("../../crates/secant-verify/fixtures/gnark/bls12_381/proof.bin"),
    public: include_bytes!("../../crates/secant-verify/fixtures/gnark/bls12_381/public.bin"),
};

counts! {
    gt_torus: gt(GtBuckets::Torus), false;
    gt_torus_in_lanes: gt(GtBuckets::Torus), true;
    gt_2_4_12: gt(GtBuckets::Plain(Tower::CubicOverQuadratic)), false;
    gt_2_6_12: gt(GtBuckets::Plain(Tower::QuadraticOverCubic)), false;
    msm: Operation::Msm { inputs: 1000 }, false;
    msm_in_lanes: Operation::Msm { inputs: 1000 }, true;
    pairing: Operation::Pairing { inputs: 1 }, false;
    pairing_in_lanes: Operation::Pairing { inputs: 1 }, true;
    groth16: Operation::Groth16(&PROOF), false;
    groth16_in_lanes: Operation::Groth16(&PROOF), true;
    ecdsa: Operation::Ecdsa { inputs: 1 }, false;
    ecdsa_batch_in_lanes: Operation::Ecdsa { inputs: 16 }, true;
}

/// For 128 inputs and windows of six bits, on the torus, Constantine computes 74 574 sums of six products, each with a
/// reduction, 42 030 multiplications without reduction, 10 624 reductions and 1 540 products.
#[test]
fn fewer_products_than_constantine() {
    const CONSTANTINE: f64 = (74_574.0 * 7.0 + 42_030.0 + 10_624.0 + 1_540.0 * 2.0) / 2.0;
    for lanes in [false, true] {
        let torus = Operation::GtMultiExp {
            inputs: 128,
            buckets: GtBuckets::Torus,
            window: Some(6),
        };
        let products = meter(torus, 0, lanes).expect("a profile").products();
        assert!(products <= 0.6 * CONSTANTINE, "{products} of {CONSTANTINE}");
    }
}

#[test]
fn seeds_and_sizes() {
    let msm = |inputs, seed| meter(Operation::Msm { inputs }, seed, false).expect("a profile");
    // Other scalars: other digits.
    assert_ne!(msm(100, 1).products(), msm(100, 2).products());
    assert_eq!(msm(100, 1).products(), msm(100, 1).products());
    assert!(msm(200, 1).products() < 2.0 * msm(100, 1).products());
    for lanes in [false, true] {
        let none = gt_of(0);
        assert_eq!(meter(none, 0, lanes).expect("a profile").products(), 0.0);
        meter(gt_of(1), 0, lanes).expect("a profile");
    }
}

fn gt_of(inputs: usize) -> Operation<'static> {
    Operation::GtMultiExp {
        inputs,
        buckets: GtBuckets::Torus,
        window: None,
    }
}
