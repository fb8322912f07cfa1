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
    // The largest primes with these numbers of bits.
    for (bits, less) in [
        (224u64, 63u32),
        (255, 19),
        (256, 189),
        (320, 197),
        (381, 313),
        (384, 317),
        (521, 1),
        (768, 825),
    ] {
        let mut b = Builder::new();
        let modulus = (BigUint::from(1u32) << bits) - less;
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
        assert_eq!(*x.value(), BigUint::from(1u32));
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
    let y = formula.output_to_compare();
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

/// Two gates with one name are an error: the first one's constraints must not apply to both.
#[test]
fn gates_have_names_of_their_own() {
    let mut b = Builder::new();
    let field = Field::new("f", &((BigUint::from(1u32) << 255) - 19u32), b.shape()).unwrap();
    let gate = |factor: u64| {
        let mut f = Formula::new("multiple");
        let x = f.input();
        let y = f.output();
        f.zero("y", x.times(factor) - y);
        f.over(&field).unwrap()
    };
    let two = field.witness(&mut b, &2u32.into());
    let apply = |b: &mut Builder, factor: u64| field.apply(b, &gate(factor), &[(&two).into()], &[(2 * factor).into()]);
    apply(&mut b, 3).unwrap();
    apply(&mut b, 3).unwrap();
    assert!(matches!(apply(&mut b, 5), Err(Error::Unsupported(_))));
    check(b);
}

#[test]
fn elements_split_at_any_boundary() {
    for bits in [1, 7, 32, 33, 64, 66, 100, 128, 200, 250] {
        let mut b = Builder::new();
        let modulus = (BigUint::from(1u32) << 255) - 19u32;
        let field = Field::new("f", &modulus, b.shape()).unwrap();
        let value = &modulus - 12345u32;
        let x = field.witness(&mut b, &value);
        let parts = x.split(&mut b, bits);
        assert_eq!(parts.len(), 255usize.div_ceil(bits));
        let mask = (BigUint::from(1u32) << bits) - 1u32;
        for (i, &part) in parts.iter().enumerate() {
            let expected = (&value >> (bits * i)) & &mask;
            let limbs: Vec<u64> = expected.iter_u64_digits().chain([0; 4]).take(4).collect();
            assert_eq!(b.value(part), Fr::from_raw(limbs.try_into().unwrap()), "{bits}");
        }
        check(b);
    }
}

/// Public inputs need rows as well.
#[test]
fn public_inputs_have_room() {
    let mut b = Builder::new();
    for i in 0..200 {
        let cell = b.witness(Fr::from(i));
        b.publish(cell);
    }
    check(b);
}

#[test]
#[should_panic = "an element of another field"]
fn elements_of_another_field_are_refused() {
    let mut b = Builder::new();
    let field =
        |name, bits: u32, less: u32| Field::new(name, &((BigUint::from(1u32) << bits) - less), b.shape()).unwrap();
    let (short, long) = (field("short", 255, 19), field("long", 256, 189));
    let x = long.witness(&mut b, &5u32.into());
    let _ = short.mul(&mut b, &x, &x);
}

/// One circuit copies a cell that the other makes public.
#[test]
fn digests_tell_circuits_apart() {
    let digest = |public: bool| {
        let mut b = Builder::new();
        let cells = [0; 3].map(|_| b.witness(Fr::from(5)));
        if public {
            b.publish(cells[0]);
            b.publish(cells[1]);
        } else {
            b.assert_equal(cells[0], cells[1]);
        }
        b.publish(cells[2]);
        b.finish(&Goal::Rows(6)).unwrap().digest()
    };
    assert_ne!(digest(true), digest(false));
}
