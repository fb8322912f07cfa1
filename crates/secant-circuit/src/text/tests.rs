use super::*;
use ark_ec::AffineRepr;
use secant_gfp::named::Name;

fn bn254() -> Parameters {
    Parameters::bn254().expect("a curve")
}

fn read(text: &str, kind: Terms) -> Result<Vec<(Option<Coordinates>, BigUint)>, TextError> {
    terms(text.as_bytes(), &bn254(), kind, 10)
}

fn small(x: u32, y: u32) -> Option<Coordinates> {
    Some((x.into(), y.into()))
}

/// Integers padded to 64 digits each.
fn padded(integers: &[&str]) -> String {
    integers.iter().map(|x| format!("{x:0>64}")).collect()
}

#[test]
fn integers_and_strings() {
    let expected = [(small(1, 2), 5u32.into()), (None, 0xffu32.into())];
    let strings = [padded(&["1", "2", "5"]), padded(&["0", "0", "ff"])];
    for text in [
        "1 2 5\n0 0 ff\n".to_owned(),
        "\u{feff}0x1 0X2 0x5\r\n\r\n  0x0\t0x00 0xFF".to_owned(),
        "1 2 5\r0 0 ff\r".to_owned(),
        format!("0x{}\n0x{}\n", strings[0], strings[1]),
        format!("{}\n0 0 ff", strings[0]),
        // The form in which the contracts of EIP-2537 take terms.
        strings.concat(),
    ] {
        assert_eq!(read(&text, Terms::Multiples).as_deref(), Ok(&expected[..]), "{text:?}");
    }
    let point = padded(&["1", "2"]);
    let none = padded(&["0", "0"]);
    let expected = [(None, BigUint::ZERO), (small(1, 2), BigUint::ZERO)];
    // The second text is an input of the contract of EIP-196.
    for text in [
        "0 0\n1 2\n".to_owned(),
        format!("0x{none}{point}"),
        format!("{none}\n{point}"),
    ] {
        assert_eq!(read(&text, Terms::Points).as_deref(), Ok(&expected[..]), "{text:?}");
    }
}

/// EIP-196 accepts scalars of all sizes.
#[test]
fn scalars_are_reduced() {
    let order = bn254().order;
    let text = format!("1 2 {:x}\n1 2 {:x}", &order + 3u32, &order);
    let scalars: Vec<_> = read(&text, Terms::Multiples).expect("terms");
    assert_eq!((&scalars[0].1, &scalars[1].1), (&3u32.into(), &BigUint::ZERO));
}

/// Coordinates of 66 bytes, and of 32 bytes whose first is not zero.
#[test]
fn strings_of_other_curves() {
    for name in [Name::Secp521r1, Name::Secp256k1, Name::BrainpoolP320r1] {
        let p = Parameters::named(name);
        let digits = 2 * p.modulus.bits().div_ceil(8) as usize;
        let (x, y) = &p.generator;
        let text = format!("0x{x:0>digits$x}{y:0>digits$x}{:0>digits$x}", 7u32);
        let read = terms(text.as_bytes(), &p, Terms::Multiples, 1);
        assert_eq!(read, Ok(vec![(Some(p.generator.clone()), 7u32.into())]), "{name}");
    }
}

#[test]
fn what_is_no_sum() {
    use TextError as E;
    let long = "1".repeat(1000);
    let point = padded(&["1", "2"]);
    type Is = fn(&E) -> bool;
    let cases: [(&str, Terms, Is); 17] = [
        ("", Terms::Points, |e| matches!(e, E::Empty { .. })),
        ("\r\n \n", Terms::Multiples, |e| matches!(e, E::Empty { .. })),
        ("1 2", Terms::Multiples, |e| {
            matches!(
                e,
                E::Integers {
                    found: 2,
                    expected: 3,
                    ..
                }
            )
        }),
        ("1 2 3", Terms::Points, |e| {
            matches!(e, E::Integers { line: 1, found: 3, .. })
        }),
        ("1 2\n5", Terms::Points, |e| {
            matches!(e, E::Integers { line: 2, found: 1, .. })
        }),
        ("0x", Terms::Points, |e| matches!(e, E::Integers { .. })),
        ("0x 2", Terms::Points, |e| matches!(e, E::Digits { .. })),
        ("1 2 g", Terms::Multiples, |e| matches!(e, E::Digits { .. })),
        ("1 -2", Terms::Points, |e| matches!(e, E::Digits { .. })),
        ("1 +2", Terms::Points, |e| matches!(e, E::Digits { .. })),
        ("1 1_0", Terms::Points, |e| matches!(e, E::Digits { .. })),
        ("{\"x\": 1}", Terms::Points, |e| matches!(e, E::Digits { .. })),
        ("1 3", Terms::Points, |e| matches!(e, E::Point { line: 1, .. })),
        ("0 2", Terms::Points, |e| matches!(e, E::Point { .. })),
        (&format!("1 {long}"), Terms::Points, |e| {
            matches!(e, E::Coordinate { line: 1 })
        }),
        (&format!("{point}1"), Terms::Points, |e| {
            matches!(
                e,
                E::Length {
                    found: 129,
                    expected: 128,
                    ..
                }
            )
        }),
        (&point.repeat(11), Terms::Points, |e| {
            matches!(e, E::Many { most: 10, .. })
        }),
    ];
    for (text, kind, is) in cases {
        let error = read(text, kind).expect_err(text);
        assert!(is(&error), "{text}: {error:?}");
        assert!(error.to_string().len() < 200, "{error}");
    }
    assert!(matches!(read(&"1 2\n".repeat(11), Terms::Points), Err(E::Many { .. })));
    // x + p is another integer for the same residue.
    let above = format!("{:x} 2", bn254().modulus + 1u32);
    assert!(matches!(read(&above, Terms::Points), Err(E::Coordinate { .. })));
    let utf16 = [0xff, 0xfe, b'1', 0, b' ', 0, b'2', 0];
    let error = terms(&utf16, &bn254(), Terms::Points, 10).expect_err("UTF-16");
    assert!(matches!(error, E::Utf8 { at: 1, .. }) && error.to_string().contains("UTF-16"));
    assert!(terms(&[0; 1000], &bn254(), Terms::Points, 10).is_err());
}

/// `jeff1` of go-ethereum's test data for the contract of EIP-197 (LGPL-3.0): two pairs whose product is one.
const JEFF1: [&str; 12] = [
    "1c76476f4def4bb94541d57ebba1193381ffa7aa76ada664dd31c16024c43f59",
    "3034dd2920f673e204fee2811c678745fc819b55d3e9d294e45c9b03a76aef41",
    "209dd15ebff5d46c4bd888e51a93cf99a7329636c63514396b4a452003a35bf7",
    "04bf11ca01483bfa8b34b43561848d28905960114c8ac04049af4b6315a41678",
    "2bb8324af6cfc93537a2ad1a445cfd0ca2a71acd7ac41fadbf933c2a51be344d",
    "120a2a4cf30c1bf9845f20c6fe39e07ea2cce61f0c9bb048165fe5e4de877550",
    "111e129f1cf1097710d41c4ac70fcdfa5ba2023c6ff1cbeac322de49d1b6df7c",
    "2032c61a830e3c17286de9462bf242fca2883585b93870a73853face6a6bf411",
    "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
    "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
    "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b",
    "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
];

#[test]
fn pairs_in_all_forms() {
    let read = |text: &str| pairs::<Bn254>(text.as_bytes(), 2);
    let all = JEFF1.concat();
    let expected = read(&all).expect("two pairs");
    assert_eq!(expected.len(), 2);
    assert_eq!(expected[0].0.x.to_string(), integer(JEFF1[0]).to_string());
    for text in [
        format!("0x{all}\n"),
        format!("0x{}\n0x{}\n", JEFF1[..6].concat(), JEFF1[6..].concat()),
        format!("\u{feff}{}\r\n0x{}", JEFF1[..6].join(" "), JEFF1[6..].join(" 0x")),
        JEFF1.join("\n"),
        // Lines may end anywhere.
        all.as_bytes()
            .chunks(77)
            .map(|line| format!("{}\n", String::from_utf8_lossy(line)))
            .collect(),
    ] {
        assert_eq!(read(&text), Ok(expected.clone()), "{text}");
    }
    for empty in ["", "\n", "0x", "0x\r\n"] {
        assert_eq!(read(empty), Ok(Vec::new()));
    }
    let no_first = [&["0", "0"], &JEFF1[8..]].concat();
    let no_second = [&JEFF1[..2], &["0"; 4]].concat();
    let found = read(&[no_first.join(" "), no_second.join(" ")].join("\n")).expect("pairs");
    let identities: Vec<_> = found.iter().map(|(p, q)| (p.is_zero(), q.is_zero())).collect();
    assert_eq!(identities, [(true, false), (false, true)]);
}

#[test]
fn pairs_of_bls12_381() {
    type G1 = Affine<<Bls12_381 as PairingCurve>::G1>;
    type G2 = Affine<<Bls12_381 as PairingCurve>::G2>;
    let (p, q) = (G1::generator(), G2::generator());
    let of = |x: <Bls12_381 as PairingCurve>::Fp| format!("{:0>128x}", BigUint::from(x));
    let [first, second] = [
        [p.x, p.y].map(of).concat(),
        [q.x.c0, q.x.c1, q.y.c0, q.y.c1].map(of).concat(),
    ];
    let text = format!("0x{first}{second}\n{}{second}\n", "0".repeat(256));
    assert_eq!(
        pairs::<Bls12_381>(text.as_bytes(), 2),
        Ok(vec![(p, q), (G1::identity(), q)])
    );
    // The 16 bytes before a coordinate must be zeros. Then a point of the curve outside the group.
    let high = format!("1{}{second}", &first[1..]);
    assert!(matches!(
        pairs::<Bls12_381>(high.as_bytes(), 2),
        Err(TextError::Coordinate { .. })
    ));
    let outside = format!("{:0>128}{:0>128}{second}", 0, 2);
    assert!(matches!(
        pairs::<Bls12_381>(outside.as_bytes(), 2),
        Err(TextError::Point { .. })
    ));
}

#[test]
fn what_is_no_product() {
    use TextError as E;
    let read = |text: &str| pairs::<Bn254>(text.as_bytes(), 2).expect_err("no pairs");
    let all = JEFF1.concat();
    assert!(matches!(
        read("12"),
        E::Length {
            found: 2,
            expected: 384,
            ..
        }
    ));
    assert!(matches!(read(&all[1..]), E::Length { found: 767, .. }));
    assert!(matches!(read(&all.repeat(2)), E::Many { most: 2, .. }));
    assert!(matches!(read(&"0 0 0 0 0 0\n".repeat(3)), E::Many { most: 2, .. }));
    assert!(matches!(read(&all.replace('f', "g")), E::Digits { .. }));
    assert!(matches!(read(&"f".repeat(384)), E::Coordinate { line: 1 }));
    // The second point's coordinates swapped; and a second point that is partly missing.
    let swapped = [&JEFF1[..2], &JEFF1[4..6], &JEFF1[2..4]].concat().concat();
    assert!(matches!(
        read(&swapped),
        E::Point {
            line: 1,
            which: "the pair's second point"
        }
    ));
    let half = [&JEFF1[..4], &["0", "0"]].concat().join(" ");
    assert!(matches!(read(&half), E::Point { .. }));
}
