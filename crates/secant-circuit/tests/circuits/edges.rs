//! Numbers and elements at the ends of their ranges. The mock prover accepts what is right, and refuses what is just
//! beyond.

use crate::common::{
    failures, names,
    values::{accepted, cells_of, ed25519, fr, power},
};
use num_bigint::BigUint;
use secant_circuit::{
    Builder, Cell, Error, Fr, Goal, Input,
    curve::Parameters,
    foreign::{Element, Field, Formula},
};
use secant_gfp::named::Name;

fn is_accepted(b: Builder) -> bool {
    failures(&b.finish(&Goal::Fastest).unwrap()).is_empty()
}

/// Sums, products and selections of 0, 1, 2 and the largest elements, compared with the field's own.
#[test]
fn elements_of_the_field() {
    let values = [0, 1, 2].map(Fr::from).into_iter().chain([-Fr::from(1), -Fr::from(2)]);
    let values: Vec<Fr> = values.collect();
    let mut b = Builder::new();
    let cells: Vec<Cell> = values.iter().map(|&value| b.witness(value)).collect();
    let (zero, one) = (Fr::from(0), Fr::from(1));
    let bit = |is: bool| Fr::from(u64::from(is));
    for (&x, &a) in values.iter().zip(&cells) {
        for (&y, &c) in values.iter().zip(&cells) {
            let results = [
                (b.add(a, c), x + y),
                (b.sub(a, c), x - y),
                (b.mul(a, c), x * y),
                (b.mul_add(a, c, a), x * y + x),
                (b.sub_mul(a, c, c), x - y * y),
                (b.mul_not(a, c), (one - x) * y),
                (b.is_equal(a, c), bit(x == y)),
                (b.select(a, c, cells[0]), y),
                (b.select(a, c, cells[1]), x),
                (b.sum([a, c, a]), x + y + x),
                (b.inner_product([a, c], [c, a]), x * y + x * y),
            ];
            results
                .iter()
                .for_each(|&(cell, expected)| assert_eq!(b.value(cell), expected));
            match b.div(a, c) {
                Ok(quotient) => assert_eq!(b.value(quotient) * y, x),
                Err(error) => assert!(y == zero && matches!(error, Error::Unsatisfied(_))),
            }
        }
        let results = [
            (b.neg(a), -x),
            (b.inc(a), x + one),
            (b.dec(a), x - one),
            (b.not(a), one - x),
            (b.is_zero(a), bit(x == zero)),
            (b.pow_var(a, zero, 1).unwrap(), one),
            (b.pow_var(a, Fr::from(3), 2).unwrap(), x * x * x),
        ];
        results
            .iter()
            .for_each(|&(cell, expected)| assert_eq!(b.value(cell), expected));
    }
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let results = [
            (b.and(cells[i], cells[j]), i & j),
            (b.or(cells[i], cells[j]), i | j),
            (b.xor(cells[i], cells[j]), i ^ j),
        ];
        results
            .iter()
            .for_each(|&(cell, expected)| assert_eq!(b.value(cell), Fr::from(expected as u64)));
    }
    accepted(b);
}

/// `2^n - 1` is in a range of `n` bits; `2^n` is not, and neither is -1.
#[test]
fn ranges() {
    for bits in [0, 1, 7, 8, 9, 16, 63, 64, 65, 71, 72, 73, 144, 145, 251, 252] {
        let values = [
            (BigUint::ZERO, true),
            (power(bits) - 1u32, true),
            (power(bits), false),
            (power(bits + 1) - 1u32, false),
        ];
        let check = |value: Fr| {
            let mut b = Builder::new();
            let cell = b.witness(value);
            b.range_check(cell, bits);
            is_accepted(b)
        };
        for (value, inside) in &values {
            assert_eq!(check(fr(value)), *inside, "{value:x}, of {bits} bits");
        }
        assert!(!check(-Fr::from(1)), "{bits}");
    }
    for bits in [1, 64, 253] {
        let mut b = Builder::new();
        let digits = b.num_to_bits(fr(&(power(bits) - 1u32)), bits).unwrap();
        assert!(digits.iter().all(|&digit| b.value(digit) == Fr::from(1)));
        b.num_to_bits(Fr::from(0), bits).unwrap();
        accepted(b.clone());
        assert!(matches!(
            b.num_to_bits(fr(&power(bits)), bits),
            Err(Error::Unsatisfied(_))
        ));
        assert!(matches!(b.num_to_bits(-Fr::from(1), bits), Err(Error::Unsatisfied(_))));
    }
}

#[test]
fn comparisons() {
    for bound in [1u64, 2, 37, 64, 65, 1 << 40] {
        let check = |value: Fr| {
            let mut b = Builder::new();
            let cell = b.witness(value);
            b.check_less_than(cell, bound);
            is_accepted(b)
        };
        assert!(check(Fr::from(0)) && check(Fr::from(bound - 1)), "{bound}");
        assert!(!check(Fr::from(bound)) && !check(-Fr::from(1)), "{bound}");
    }
    for bits in [1, 64, 251] {
        let mut b = Builder::new();
        let most = power(bits) - 1u32;
        let values = [BigUint::ZERO, 1u32.into(), &most - 1u32, most.clone()];
        for x in &values {
            for y in &values {
                let [left, right] = [x, y].map(|value| b.witness(fr(value)));
                let less = b.is_less_than(left, right, bits);
                assert_eq!(b.value(less), Fr::from(u64::from(x < y)), "{x} < {y}");
            }
            let left = b.witness(fr(x));
            let less = b.is_big_less_than(left, &most);
            assert_eq!(b.value(less), Fr::from(u64::from(*x < most)), "{x}");
        }
        accepted(b);
        // Longer numbers are refused, whatever the result would be.
        let mut b = Builder::new();
        let [left, right] = [power(bits), BigUint::ZERO].map(|value| b.witness(fr(&value)));
        b.is_less_than(left, right, bits);
        assert!(!is_accepted(b), "{bits}");
    }
}

#[test]
fn divisions() {
    let mut b = Builder::new();
    for bits in [8, 64, 251] {
        let most = power(bits) - 1u32;
        for divisor in [BigUint::from(1u32), 2u32.into(), 37u32.into(), most.clone()] {
            for x in [BigUint::ZERO, &divisor - 1u32, divisor.clone(), most.clone()] {
                let (q, r) = b.div_mod(fr(&x), &divisor, bits).unwrap();
                assert_eq!((b.value(q), b.value(r)), (fr(&(&x / &divisor)), fr(&(&x % &divisor))));
                let [left, right] = [&x, &divisor].map(|value| b.witness(fr(value)));
                // A divisor as long as the dividend where both are short, else a shorter one.
                let divisor_bits = if bits > 126 { 37 } else { bits };
                let result = b.clone().div_mod_var(left, right, bits, divisor_bits);
                if divisor.bits() > divisor_bits as u64 {
                    assert!(matches!(result, Err(Error::Unsatisfied(_))));
                    continue;
                }
                let (q, r) = b.div_mod_var(left, right, bits, divisor_bits).unwrap();
                assert_eq!((b.value(q), b.value(r)), (fr(&(&x / &divisor)), fr(&(&x % &divisor))));
            }
        }
        assert!(matches!(
            b.clone().div_mod(fr(&power(bits)), &2u32.into(), bits),
            Err(Error::Unsatisfied(_))
        ));
    }
    let [x, zero] = [5, 0].map(|value| b.witness(Fr::from(value)));
    assert!(matches!(
        b.clone().div_mod_var(x, zero, 8, 8),
        Err(Error::Unsatisfied(_))
    ));
    accepted(b);
}

#[test]
fn indicators() {
    let mut b = Builder::new();
    for len in [1u64, 2, 5] {
        for index in [0, len - 1] {
            let rows: Vec<Input> = (0..len).map(|i| Input::Constant(Fr::from(10 + i))).collect();
            let cell = b.witness(Fr::from(index));
            let chosen = b.select_from_idx(&rows, cell).unwrap();
            assert_eq!(b.value(chosen), Fr::from(10 + index));
        }
        assert!(b.clone().idx_to_indicator(Fr::from(len), len as usize).is_err());
        assert!(b.clone().idx_to_indicator(-Fr::from(1), len as usize).is_err());
    }
    accepted(b);
}

/// Moduli for all lengths of limbs, with and without slack in the top limb.
fn moduli() -> Vec<BigUint> {
    vec![
        ed25519(),
        power(256) - 189u32,
        power(224) - 63u32,
        Parameters::named(Name::Secp256k1).modulus,
        Parameters::named(Name::Secp521r1).modulus,
    ]
}

/// 0, 1 and p - 1, and integers from p on that represent the first residues.
#[test]
fn elements_of_foreign_fields() {
    for p in moduli() {
        let mut b = Builder::new();
        let field = Field::new("f", &p, b.shape()).unwrap();
        let most = power(p.bits() as usize) - 1u32;
        let mut all = vec![BigUint::ZERO, 1u32.into(), &p - 1u32];
        all.extend([p.clone(), &p + 1u32, most.clone()].into_iter().filter(|x| *x <= most));
        let elements: Vec<Element> = all.iter().map(|x| field.witness_integer(&mut b, x).unwrap()).collect();
        for (x, left) in all.iter().zip(&elements) {
            assert_eq!(left.value(), x);
            for (y, right) in all.iter().zip(&elements) {
                let product = field.mul(&mut b, left, right).unwrap();
                assert_eq!(*product.value(), x * y % &p);
                let equal = field.assert_equal(&mut b.clone(), left, right);
                assert_eq!(equal.is_ok(), x % &p == y % &p);
                if equal.is_ok() {
                    field.assert_equal(&mut b, left, right).unwrap();
                }
            }
            let reduced = field.assert_reduced(&mut b.clone(), left);
            assert_eq!(reduced.is_ok(), *x < p, "{x:x}");
            if reduced.is_ok() {
                field.publish(&mut b, left).unwrap();
            }
            field.publish_integer(&mut b, left);
        }
        assert!(matches!(
            field.assert_reduced_nonzero(&mut b.clone(), &elements[0]),
            Err(Error::Unsatisfied(_))
        ));
        field.assert_reduced_nonzero(&mut b, &elements[2]).unwrap();
        assert!(matches!(
            field.witness_integer(&mut b.clone(), &power(p.bits() as usize)),
            Err(Error::Unsatisfied(_))
        ));
        accepted(b);
    }
}

/// An element below a bound, whose limbs are changed to those of the bound or of a larger integer, is refused.
#[test]
fn bounds() {
    for p in moduli() {
        for bound in [p.clone(), BigUint::from(1u32), &p >> 1u32, power(64), power(128) + 5u32] {
            let build = |x: &BigUint| {
                let mut b = Builder::new();
                let field = Field::new("f", &p, b.shape()).unwrap();
                let element = field.witness_integer(&mut b, &(&bound - 1u32)).unwrap();
                field.assert_below(&mut b, &element, &bound).unwrap();
                assert!(field.witness_integer(&mut b.clone(), &bound).is_ok_and(|element| {
                    matches!(
                        field.assert_below(&mut b.clone(), &element, &bound),
                        Err(Error::Unsatisfied(_))
                    )
                }));
                let digits = (0..).map(|i| fr(&((x >> (64 * i)) % power(64))));
                b.lie(&cells_of(&element).into_iter().zip(digits).collect::<Vec<_>>());
                failures(&b.finish(&Goal::Fastest).unwrap())
            };
            assert_eq!(build(&(&bound - 1u32)), names(&[]));
            for x in [bound.clone(), &bound + 1u32] {
                assert_ne!(build(&x), names(&[]), "{x:x} below {bound:x}");
            }
        }
    }
}

/// Integers with the same residue are not different.
#[test]
fn residues_are_compared() {
    for p in moduli() {
        let mut b = Builder::new();
        let field = Field::new("f", &p, b.shape()).unwrap();
        let mut f = Formula::new("two");
        let [x, y] = f.inputs();
        f.distinct("they are different", x, y);
        let gate = f.over(&field).unwrap();
        let values = [
            BigUint::ZERO,
            1u32.into(),
            &p - 1u32,
            p.clone(),
            power(p.bits() as usize) - 1u32,
        ];
        for x in &values {
            for y in &values {
                let [left, right] = [x, y].map(|value| field.witness_integer(&mut b, value).unwrap());
                let operands = [(&left).into(), (&right).into()];
                let result = field.apply(&mut b.clone(), &gate, &operands, &[]);
                assert_eq!(result.is_ok(), x % &p != y % &p);
                if result.is_ok() {
                    field.apply(&mut b, &gate, &operands, &[]).unwrap();
                } else {
                    assert!(matches!(result, Err(Error::Exceptional(_))));
                    let mut b = b.clone();
                    field.apply_unchecked(&mut b, &gate, &operands, &[]).unwrap();
                    assert!(failures(&b.finish(&Goal::Fastest).unwrap()).contains("they are different"));
                }
            }
        }
        accepted(b);
    }
}
