//! A circuit with everything, in layouts that no goal picks: in each, cells, constraints, lookups and copies refuse
//! what they should.

use crate::common::{circuits::input, examined::examine};
use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;
use secant_circuit::{
    Builder, Configuration, Fr, Goal,
    foreign::{Field, Formula},
};
use std::collections::BTreeSet;

/// Relations, comparisons, public elements, ranges of all shapes, tables of both kinds.
fn everything(b: &mut Builder, bits: u32, less: u32) {
    let modulus = (BigUint::from(1u32) << bits) - less;
    let field = Field::new("f", &modulus, b.shape()).unwrap();
    let x = field.witness(b, &(&modulus - 2u32));
    field.publish(b, &x).unwrap();
    let mut f = Formula::new("square");
    let u = f.input();
    let v = f.output_to_compare();
    f.zero("u u - v", u * u - v);
    f.distinct("u is not v", u, v);
    let gate = f.over(&field).unwrap();
    let four = field.apply(b, &gate, &[(&x).into()], &[4u32.into()]).unwrap().remove(0);
    let mut y = four.clone();
    for _ in 0..12 {
        y = field.mul(b, &y, &x).unwrap();
    }
    field.publish(b, &y).unwrap();
    let small = input(b, 2);
    for bits in [2, 7, 10, 13, 33, 64, 70, 100] {
        b.range_check(small, bits);
    }
    let constants = b.constant_table((0..4u64).map(|i| vec![Fr::from(i * i), Fr::from(7)]).collect());
    let rows: Vec<_> = (0..3).map(|i| vec![input(b, 10 + i), input(b, 20 + i)]).collect();
    let table = b.table(&rows);
    for table in [constants, table] {
        let row = b.read(table, small).unwrap();
        b.publish(row.values[1]);
    }
}

/// Whether a layout has several lanes, several columns a lane, and several rows a limb.
fn kind(configuration: &Configuration) -> [bool; 3] {
    let lanes = &configuration.lanes;
    [lanes.count > 1, lanes.limbs > 1, lanes.height > 1]
}

/// Some hundred layouts, the same in every run. `LAYOUTS` in the environment sets how many of each size there are.
#[test]
fn layouts_that_no_goal_picks() {
    let many: usize = std::env::var("LAYOUTS").map_or(50, |many| many.parse().unwrap());
    let mut rng = StdRng::seed_from_u64(1);
    let mut all = Vec::new();
    for (bits, less) in [(256u32, 189u32), (224, 63)] {
        for k in [8u32, 9, 10] {
            let mut b = Builder::new();
            everything(&mut b, bits, less);
            let mut candidates = b.candidates(k).unwrap();
            assert!(candidates.len() > many, "{bits} bits, k = {k}: {}", candidates.len());
            candidates.shuffle(&mut rng);
            let chosen = candidates.into_iter().take(many);
            all.extend(chosen.map(|(configuration, _)| (b.clone(), configuration)));
        }
    }
    let kinds: BTreeSet<_> = all.iter().map(|(_, configuration)| kind(configuration)).collect();
    assert!(kinds.len() >= 4, "lanes of all kinds: {kinds:?}");
    all.into_par_iter().for_each(|(b, configuration)| {
        let name = format!("{configuration:?}");
        let examined = examine(&name, b, &Goal::Explicit(configuration));
        assert!(examined.cells > 100 && examined.constraints > 10, "{name}");
    });
}
