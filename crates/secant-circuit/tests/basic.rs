//! The basic gate and ranges.

use num_bigint::BigUint;
use rand::{Rng, SeedableRng, rngs::StdRng};
use secant_circuit::{
    Builder, Error, Fr, Goal,
    foreign::{Field, Formula},
};

fn check(b: Builder) {
    let circuit = b.finish(&Goal::Fastest).unwrap();
    println!("{:?} {:?}", circuit.configuration(), circuit.counts());
    circuit.mock().unwrap();
}

#[test]
fn smoke() {
    let mut b = Builder::new();
    let x = b.witness(Fr::from(11));
    let y = b.mul(x, x);
    b.range_check(y, 7);
    let bits = b.num_to_bits(y, 7).unwrap();
    let z = b.select(bits[0], bits[1], bits[2]);
    b.assert_bit(z);
    let (q, r) = b.div_mod(y, &BigUint::from(10u32), 20).unwrap();
    assert_eq!((b.value(q), b.value(r)), (Fr::from(12), Fr::from(1)));
    let (q, r) = b.div_mod_var(y, x, 240, 100).unwrap();
    assert_eq!((b.value(q), b.value(r)), (Fr::from(11), Fr::from(0)));
    let less = b.is_less_than(x, y, 100);
    assert_eq!(b.value(less), Fr::from(1));
    b.publish(y);
    check(b);
}

#[test]
fn foreign_products() {
    let mut rng = StdRng::seed_from_u64(1);
    for bits in [224u64, 255, 256, 320, 381, 384, 521, 768] {
        let mut b = Builder::new();
        // Any odd number does.
        let modulus = (BigUint::from(1u32) << bits) - 189u32;
        let field = Field::new("f", &modulus, b.shape()).unwrap();
        let mut random = || {
            let bytes: Vec<u8> = (0..bits / 8 + 1).map(|_| rng.r#gen()).collect();
            BigUint::from_bytes_le(&bytes) % &modulus
        };
        let mut x = field.witness(&mut b, &random());
        for _ in 0..20 {
            let y = field.witness(&mut b, &random());
            x = field.mul(&mut b, &x, &y).unwrap();
        }
        let most = field.witness(&mut b, &(&modulus - 1u32));
        x = field.mul(&mut b, &most, &most).unwrap();
        assert_eq!(x.value, BigUint::from(1u32));
        field.assert_reduced(&mut b, &most).unwrap();
        let zero = field.witness(&mut b, &BigUint::ZERO);
        field.mul(&mut b, &most, &zero).unwrap();
        check(b);
    }
}

#[test]
fn formulas_refuse_what_they_exclude() {
    let mut b = Builder::new();
    let field = Field::new("f", &((BigUint::from(1u32) << 255) - 19u32), b.shape()).unwrap();
    let mut formula = Formula::new("square, not itself");
    let x = formula.input();
    let y = formula.output();
    formula.zero("x x - y", x * x - y);
    formula.distinct("x is not y", x, y);
    let gate = formula.over(&field).unwrap();
    let three = field.witness(&mut b, &3u32.into());
    field.apply(&mut b, &gate, &[(&three).into()], &[9u32.into()]).unwrap();
    let wrong = field.apply(&mut b, &gate, &[(&three).into()], &[10u32.into()]);
    assert!(matches!(wrong, Err(Error::Unsatisfied(_))));
    let one = field.constant(&1u32.into());
    let excluded = field.apply(&mut b, &gate, &[(&one).into()], &[1u32.into()]);
    assert!(matches!(excluded, Err(Error::Exceptional(_))));
    check(b);
}
