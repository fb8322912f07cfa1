//! snarkjs' JSON files with something wrong in them.

use crate::common::{CIRCUITS, Owned, decimal, json_coordinate, outside, snarkjs, xy};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{Field as _, PrimeField};
use num_bigint::BigUint;
use secant_verify::groth16::{CurveName, Error, Field, File, FileCurve, FilePoint, Groth16Files, detect};
use serde_json::{Value, json};

const CURVES: [CurveName; 2] = [CurveName::Bn254, CurveName::Bls12_381];

/// The three files as values that a test may change.
#[derive(Clone)]
struct Json {
    vk: Value,
    proof: Value,
    public: Value,
}

impl Json {
    fn honest(curve: CurveName, circuit: &str) -> Self {
        let files = snarkjs(curve, circuit);
        let parse = |bytes: &[u8]| serde_json::from_slice(bytes).expect("a fixture");
        Self {
            vk: parse(&files.vk),
            proof: parse(&files.proof),
            public: parse(&files.public),
        }
    }

    fn file(&mut self, file: File) -> &mut Value {
        match file {
            File::Vk => &mut self.vk,
            File::Proof => &mut self.proof,
            File::Public => &mut self.public,
        }
    }

    fn with(&self, file: File, pointer: &str, new: Value) -> Self {
        let mut json = self.clone();
        let place = json.file(file).pointer_mut(pointer);
        *place.expect("a field of the fixture") = new;
        json
    }

    fn without(&self, file: File, name: &str) -> Self {
        let mut json = self.clone();
        let map = json.file(file).as_object_mut();
        map.expect("an object").remove(name).expect("a field");
        json
    }

    fn owned(&self) -> Owned {
        Owned {
            vk: self.vk.to_string().into_bytes(),
            proof: self.proof.to_string().into_bytes(),
            public: self.public.to_string().into_bytes(),
        }
    }

    fn error<E: FileCurve>(&self) -> Error {
        self.owned().error::<E>()
    }
}

const G1: [(File, &str, Field); 6] = [
    (File::Vk, "/vk_alpha_1", Field::Named("vk_alpha_1")),
    (File::Vk, "/IC/0", Field::Item("IC", 0)),
    (File::Vk, "/IC/1", Field::Item("IC", 1)),
    (File::Vk, "/IC/2", Field::Item("IC", 2)),
    (File::Proof, "/pi_a", Field::Named("pi_a")),
    (File::Proof, "/pi_c", Field::Named("pi_c")),
];

const G2: [(File, &str, Field); 4] = [
    (File::Vk, "/vk_beta_2", Field::Named("vk_beta_2")),
    (File::Vk, "/vk_gamma_2", Field::Named("vk_gamma_2")),
    (File::Vk, "/vk_delta_2", Field::Named("vk_delta_2")),
    (File::Proof, "/pi_b", Field::Named("pi_b")),
];

fn point<P: FilePoint>(x: P::BaseField, y: P::BaseField) -> Value {
    json!([x, y, P::BaseField::ONE].map(json_coordinate))
}

/// A key by itself, and proofs under it, are what all three files give, with the same errors.
#[test]
fn a_key_by_itself() {
    fn check<E: FileCurve>(curve: CurveName) {
        let (honest, other) = match curve {
            CurveName::Bn254 => (curve, CurveName::Bls12_381),
            _ => (curve, CurveName::Bn254),
        };
        let [honest, other] = [honest, other].map(|curve| Json::honest(curve, "multiplier"));
        let files = honest.owned();
        let all = files.read::<E>().expect("a fixture");
        let key = Groth16Files::<E>::read_snarkjs_key(&files.vk).expect("the key of a fixture");
        assert_eq!(key, all.vk);
        let read = |files: &Owned| Groth16Files::read_snarkjs_proof(&key, &files.proof, &files.public);
        assert_eq!(read(&files), Ok((all.proof, all.public)));

        let found = other.owned();
        let error = Groth16Files::<E>::read_snarkjs_key(&found.vk).err();
        assert_eq!(error, Some(found.error::<E>()));
        assert!(matches!(error, Some(Error::WrongCurve { expected, .. }) if expected == curve));
        for changed in [
            honest.with(File::Proof, "/curve", other.proof["curve"].clone()),
            honest.with(File::Proof, "/protocol", json!("plonk")),
            honest.with(File::Public, "/0", json!("01")),
            honest.without(File::Proof, "pi_b"),
            Json {
                public: json!(["1"]),
                ..honest.clone()
            },
        ] {
            let files = changed.owned();
            assert_eq!(read(&files).err(), Some(files.error::<E>()));
        }
        let error = Groth16Files::<E>::read_snarkjs_key(b"{").err();
        assert!(matches!(error, Some(Error::Json { file: File::Vk, .. })));
    }
    for curve in CURVES {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn another_point() {
    fn other<P: FilePoint>() -> Value {
        let (x, y) = xy((P::generator() + P::generator()).into_affine());
        point::<P>(x, y)
    }
    fn check<E: FileCurve>(curve: CurveName) {
        for circuit in CIRCUITS {
            let honest = Json::honest(curve, circuit);
            let g1 = G1.iter().map(|place| (place, other::<E::G1Affine>()));
            let g2 = G2.iter().map(|place| (place, other::<E::G2Affine>()));
            for ((file, pointer, _), point) in g1.chain(g2) {
                let files = honest.with(*file, pointer, point).owned();
                let files = files.read::<E>().expect("a point of the group");
                assert_eq!(files.verify(), Ok(false), "{pointer}");
            }
        }
    }
    for curve in CURVES {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn points_off_the_curve_or_outside_the_subgroup() {
    fn wrong<P: FilePoint>() -> [Option<Value>; 3] {
        let (x, y) = xy(P::generator());
        let zero = P::BaseField::ONE - P::BaseField::ONE;
        [
            Some(point::<P>(x, y + P::BaseField::ONE)),
            Some(point::<P>(zero, zero)),
            outside::<P>().map(xy).map(|(x, y)| point::<P>(x, y)),
        ]
    }
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = Json::honest(curve, "multiplier");
        let g1 = G1.iter().map(|place| (place, wrong::<E::G1Affine>()));
        let g2 = G2.iter().map(|place| (place, wrong::<E::G2Affine>()));
        for ((file, pointer, field), [off, zero, outside]) in g1.chain(g2) {
            let (file, field) = (*file, *field);
            for off in [off, zero].into_iter().flatten() {
                let error = honest.with(file, pointer, off).error::<E>();
                assert_eq!(error, Error::NotOnCurve { file, field });
            }
            if let Some(outside) = outside {
                let error = honest.with(file, pointer, outside).error::<E>();
                assert_eq!(error, Error::NotInSubgroup { file, field });
            }
        }
    }
    for curve in CURVES {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn numbers_not_below_the_modulus() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = Json::honest(curve, "multiplier");
        let modulus: BigUint = E::BaseField::MODULUS.into();
        let numbers = [modulus.clone(), modulus + 1u32].map(|number| json!(number.to_string()));
        let longer = json!("9".repeat(100_000));
        let places = G1.iter().map(|place| (place, &["/0", "/1", "/2"][..]));
        let g2 = ["/0/0", "/0/1", "/1/0", "/1/1", "/2/0", "/2/1"];
        for ((file, pointer, field), coordinates) in places.chain(G2.iter().map(|place| (place, &g2[..]))) {
            let (file, field) = (*file, *field);
            for coordinate in coordinates {
                for number in numbers.iter().chain([&longer]) {
                    let pointer = format!("{pointer}{coordinate}");
                    let error = honest.with(file, &pointer, number.clone()).error::<E>();
                    assert_eq!(error, Error::NotCanonical { file, field });
                }
            }
        }
        let modulus: BigUint = E::ScalarField::MODULUS.into();
        let (file, field) = (File::Public, Field::Input(1));
        let error = honest.with(file, "/1", json!(modulus.to_string())).error::<E>();
        assert_eq!(error, Error::NotCanonical { file, field });
    }
    for curve in CURVES {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn infinity() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = Json::honest(curve, "multiplier");
        let g1 = G1.iter().map(|place| (place, json!(["0", "1", "0"])));
        let infinite = json!([["0", "0"], ["1", "0"], ["0", "0"]]);
        let g2 = G2.iter().map(|place| (place, infinite.clone()));
        for ((file, pointer, field), point) in g1.chain(g2) {
            let (file, field) = (*file, *field);
            let files = honest.with(file, pointer, point);
            match (file, field) {
                (File::Vk, Field::Named(_)) => assert_eq!(files.error::<E>(), Error::AtInfinity { file, field }),
                (File::Vk, Field::Item("IC", index @ 1..)) => {
                    let input = index - 1;
                    assert_eq!(files.error::<E>(), Error::InputNotBound { field, input });
                }
                _ => {
                    let files = files.owned().read::<E>().expect("infinity");
                    assert_eq!(files.verify(), Ok(false));
                }
            }
        }
    }
    for curve in CURVES {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn points_of_another_form() {
    type E = ark_bn254::Bn254;
    let honest = Json::honest(CurveName::Bn254, "multiplier");
    let (x, y) = xy(<E as ark_ec::pairing::Pairing>::G1Affine::generator());
    let (x, y) = (decimal(x), decimal(y));
    for wrong in [
        json!([x, y, "2"]),
        json!([x, y, "0"]),
        json!(["0", "0", "0"]),
        json!([x]),
        json!([x, y, "1", "1"]),
        json!([]),
        json!([[x], [y], ["1"]]),
        json!([[x, "0"], [y, "0"], ["1", "0"]]),
        json!({ "x": x, "y": y }),
        json!(x),
        json!(null),
        json!([1, 2.5, 1]),
        json!([1, -2, 1]),
        json!([1, 1u64 << 53, 1]),
        json!([1, 1e30, 1]),
        json!([x, null, "1"]),
        json!(["", y, "1"]),
        json!([format!("+{x}"), y, "1"]),
        json!([format!("0{x}"), y, "1"]),
        json!([format!("0X{x}"), y, "1"]),
        json!(["0x", y, "1"]),
        json!(["0x1g", y, "1"]),
        json!(["0x-1", y, "1"]),
        json!([format!(" {x}"), y, "1"]),
        json!(["-1", y, "1"]),
        json!(["1_0", y, "1"]),
        json!(["1e1", y, "1"]),
        json!(["\u{661}", y, "1"]),
    ] {
        for (file, pointer, field) in G1 {
            let error = honest.with(file, pointer, wrong.clone()).error::<E>();
            assert!(
                matches!(error, Error::Malformed { file: f, field: g, .. } if (f, g) == (file, field)),
                "{wrong}: {error}"
            );
        }
    }
    for wrong in [
        json!(["1", "2", "1"]),
        json!([["1", "2"], ["1", "2"], "1"]),
        json!([["1"], ["1"], ["1"]]),
        json!([["1", "2", "3"], ["1", "2"], ["1", "0"]]),
        json!([["1", "2"], ["1", "2"], ["1", "1"]]),
    ] {
        for (file, pointer, _) in G2 {
            let error = honest.with(file, pointer, wrong.clone()).error::<E>();
            assert!(matches!(error, Error::Malformed { .. }), "{wrong}: {error}");
        }
    }
}

#[test]
fn missing_fields() {
    type E = ark_bls12_381::Bls12_381;
    let honest = Json::honest(CurveName::Bls12_381, "multiplier");
    for (file, names) in [
        (
            File::Vk,
            &[
                "protocol",
                "curve",
                "nPublic",
                "vk_alpha_1",
                "vk_beta_2",
                "vk_gamma_2",
                "vk_delta_2",
                "IC",
            ][..],
        ),
        (File::Proof, &["protocol", "pi_a", "pi_b", "pi_c"][..]),
    ] {
        for name in names {
            let field = Field::Named(name);
            let error = honest.without(file, name).error::<E>();
            assert_eq!(error, Error::Missing { file, field });
            let error = honest.with(file, &format!("/{name}"), json!({})).error::<E>();
            assert!(
                matches!(error, Error::Malformed { field: f, .. } if f == field),
                "{name}: {error}"
            );
        }
    }
}

/// The product of the key's first pairing is not read, and a proof need not name its curve.
#[test]
fn fields_that_may_be_missing() {
    type E = ark_bls12_381::Bls12_381;
    let honest = Json::honest(CurveName::Bls12_381, "multiplier");
    for (file, name) in [(File::Vk, "vk_alphabeta_12"), (File::Proof, "curve")] {
        let files = honest.without(file, name).owned();
        assert_eq!(files.read::<E>().map(|files| files.verify()), Ok(Ok(true)));
        assert!(detect(&files.files()).is_ok());
    }
}

#[test]
fn other_protocols_and_curves() {
    type E = ark_bn254::Bn254;
    let honest = Json::honest(CurveName::Bn254, "multiplier");
    for file in [File::Vk, File::Proof] {
        let name = String::from("plonk");
        let error = honest.with(file, "/protocol", json!(name)).error::<E>();
        assert_eq!(error, Error::Protocol { file, name });
        let name = "curve\n".repeat(100);
        let files = honest.with(file, "/curve", json!(name));
        let error = files.error::<E>();
        let name = name.chars().take(32).collect();
        assert_eq!(error, Error::UnknownCurve { file, name });
        assert!(!error.to_string().contains('\n'));
        assert_eq!(detect(&files.owned().files()), Err(error));
    }
}

#[test]
fn number_of_inputs() {
    fn check<E: FileCurve>(curve: CurveName) {
        let honest = Json::honest(curve, "multiplier");
        for found in [0, 1, 3, 1000] {
            let inputs = vec!["7"; found];
            let error = honest.with(File::Public, "", json!(inputs)).error::<E>();
            assert_eq!(error, Error::InputCount { expected: 2, found });
        }
        let error = honest.with(File::Vk, "/nPublic", json!(3)).error::<E>();
        assert_eq!(error, Error::KeyCount { declared: 3, found: 2 });
        let error = honest.with(File::Vk, "/nPublic", json!(u64::MAX)).error::<E>();
        assert_eq!(
            error,
            Error::KeyCount {
                declared: u64::MAX,
                found: 2
            }
        );
        for wrong in [json!(-1), json!(2.5), json!("2")] {
            let error = honest.with(File::Vk, "/nPublic", wrong).error::<E>();
            assert!(matches!(error, Error::Malformed { .. }));
        }
        let error = honest.with(File::Vk, "/IC", json!([])).error::<E>();
        assert!(matches!(
            error,
            Error::Malformed {
                field: Field::Named("IC"),
                ..
            }
        ));
    }
    for curve in CURVES {
        with_curve!(curve, check(curve));
    }
}

#[test]
fn inputs_of_another_form() {
    type E = ark_bn254::Bn254;
    let honest = Json::honest(CurveName::Bn254, "multiplier");
    for wrong in [
        json!(-7),
        json!(7.5),
        json!(1u64 << 53),
        json!("0x"),
        json!("0X7"),
        json!(" 7"),
        json!("07"),
        json!(""),
        json!(null),
        json!(true),
        json!(["7"]),
        json!({}),
    ] {
        let error = honest.with(File::Public, "/1", wrong).error::<E>();
        let place = Field::Input(1);
        assert!(matches!(error, Error::Malformed { field, .. } if field == place));
        assert!(
            error
                .to_string()
                .starts_with("public input 1 in the public inputs file is not")
        );
    }
    let error = honest.with(File::Public, "", json!({ "0": "7" })).error::<E>();
    assert!(matches!(error, Error::Malformed { file: File::Public, .. }));
}

#[test]
fn truncated_anywhere() {
    type E = ark_bn254::Bn254;
    let honest = snarkjs(CurveName::Bn254, "multiplier");
    for part in 0..3 {
        let length = honest.clone().parts()[part].trim_ascii_end().len();
        for kept in 0..length {
            let mut files = honest.clone();
            files.parts()[part].truncate(kept);
            assert!(files.refused::<E>());
            if part < 2 {
                assert!(detect(&files.files()).is_err());
            }
        }
    }
}

#[test]
fn text_after_the_end() {
    let mut files = snarkjs(CurveName::Bn254, "multiplier");
    files.proof.extend(b"\n\n");
    assert!(files.read::<ark_bn254::Bn254>().is_ok());
    files.proof.push(b'x');
    let error = files.error::<ark_bn254::Bn254>();
    assert!(matches!(error, Error::Json { file: File::Proof, .. }));
}

/// Nesting is limited by the parser, so that it takes no stack to speak of.
#[test]
fn deep_nesting() {
    let mut files = snarkjs(CurveName::Bn254, "multiplier");
    files.public = b"[".repeat(1_000_000);
    let error = files.error::<ark_bn254::Bn254>();
    assert!(matches!(error, Error::Json { file: File::Public, .. }));
}

/// The same numbers in the other notations that snarkjs reads, and points without their third coordinate.
#[test]
fn other_notations() {
    fn hex(value: &mut Value, change: fn(&BigUint) -> Value) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(|value| hex(value, change)),
            Value::Object(fields) => {
                let points = fields.iter_mut().filter(|(_, value)| value.is_array());
                points.for_each(|(_, value)| hex(value, change));
            }
            Value::String(digits) => {
                let number = BigUint::parse_bytes(digits.as_bytes(), 10).expect("digits");
                *value = change(&number);
            }
            _ => (),
        }
    }
    fn small(number: &BigUint) -> Value {
        u64::try_from(number)
            .ok()
            .filter(|n| n >> 53 == 0)
            .map_or(json!(number.to_string()), |n| json!(n))
    }
    fn check<E: FileCurve>(curve: CurveName) {
        for circuit in CIRCUITS {
            let honest = Json::honest(curve, circuit);
            let expected = honest.owned().read::<E>().expect("a fixture");
            let notations: [fn(&BigUint) -> Value; 4] = [
                |number| json!(format!("0x{number:x}")),
                |number| json!(format!("0x{number:X}")),
                |number| json!(format!("0x{number:0128x}")),
                small,
            ];
            for notation in notations {
                let mut files = honest.clone();
                for file in [File::Vk, File::Proof, File::Public] {
                    hex(files.file(file), notation);
                }
                assert_eq!(files.owned().read::<E>().as_ref(), Ok(&expected));
            }
            let mut files = honest.clone();
            for (file, pointer, _) in G1.iter().chain(&G2) {
                let point = files.file(*file).pointer_mut(pointer).and_then(Value::as_array_mut);
                assert_eq!(point.expect("a point").pop().map(|one| one.is_null()), Some(false));
            }
            assert_eq!(files.owned().read::<E>(), Ok(expected));
        }
    }
    for curve in CURVES {
        with_curve!(curve, check(curve));
    }
    // Small numbers stand in files as they are.
    let honest = Json::honest(CurveName::Bn254, "multiplier");
    let files = honest.with(File::Public, "/1", json!(42331));
    assert_eq!(
        files.owned().read::<ark_bn254::Bn254>().map(|files| files.verify()),
        Ok(Ok(true))
    );
}

#[test]
fn numbers_with_too_many_digits() {
    type E = ark_bn254::Bn254;
    let honest = Json::honest(CurveName::Bn254, "multiplier");
    let (file, field) = (File::Public, Field::Input(0));
    for long in [
        format!("1{}", "0".repeat(100_000)),
        format!("0x{}", "f".repeat(100_000)),
    ] {
        let error = honest.with(file, "/0", json!(long)).error::<E>();
        assert_eq!(error, Error::NotCanonical { file, field });
    }
    let zeros = format!("0x{}7", "0".repeat(100_000));
    let files = honest.with(file, "/0", json!(zeros)).owned().read::<E>();
    assert_eq!(files.expect("seven").public[0], 7u64.into());
}

/// A mark before UTF-8 is passed over; UTF-16, and what is empty, is called that, and the file that is so is named.
#[test]
fn byte_order_marks_and_other_encodings() {
    type E = ark_bn254::Bn254;
    let honest = snarkjs(CurveName::Bn254, "multiplier");
    let files = [File::Vk, File::Proof, File::Public];
    for (part, file) in files.into_iter().enumerate() {
        let changed = |change: &dyn Fn(&str) -> Vec<u8>| {
            let mut files = honest.clone();
            let bytes = &mut *files.parts()[part];
            *bytes = change(core::str::from_utf8(bytes).expect("UTF-8"));
            files
        };
        let marked = changed(&|text| format!("\u{feff}{text}").into());
        assert_eq!(marked.read::<E>(), honest.read::<E>());
        assert_eq!(detect(&marked.files()), detect(&honest.files()));
        for (order, mark) in [
            (u16::to_le_bytes as fn(u16) -> [u8; 2], true),
            (u16::to_le_bytes, false),
            (u16::to_be_bytes, true),
            (u16::to_be_bytes, false),
        ] {
            let wide = changed(&|text| {
                let text = if mark { format!("\u{feff}{text}") } else { text.into() };
                text.encode_utf16().flat_map(order).collect()
            });
            let error = Error::Encoding { file, found: "UTF-16" };
            assert_eq!(wide.error::<E>(), error);
            assert_eq!(detect(&wide.files()), Err(error));
        }
        let empty = changed(&|_| vec![]);
        assert_eq!(empty.error::<E>(), Error::Empty { file });
        let other = changed(&|_| b"hello".into());
        let expected = match file {
            File::Vk => Error::UnknownFormat { file },
            _ => Error::FormatMismatch { file, expected: "JSON" },
        };
        assert_eq!(other.error::<E>(), expected);
        let broken = changed(&|_| b"{\xff".into());
        assert!(matches!(broken.error::<E>(), Error::Json { file: f, line: 1, .. } if f == file));
    }
}

/// Of two fields of one name readers may take either. Names with escapes are names.
#[test]
fn fields_that_stand_twice() {
    type E = ark_bn254::Bn254;
    let honest = snarkjs(CurveName::Bn254, "multiplier");
    for (part, file, name) in [(0, File::Vk, "nPublic"), (0, File::Vk, "IC"), (1, File::Proof, "pi_a")] {
        let mut files = honest.clone();
        let bytes = &mut *files.parts()[part];
        while bytes.pop() != Some(b'}') {}
        bytes.extend(format!(",\"{name}\":[]}}").bytes());
        let field = Field::Named(name);
        assert_eq!(files.error::<E>(), Error::Repeated { file, field });
    }
    let text = String::from_utf8(honest.proof.clone()).expect("UTF-8");
    let files = Owned {
        proof: text.replace("\"pi_a\"", "\"pi\\u005fa\"").into(),
        ..honest.clone()
    };
    assert_eq!(files.read::<E>(), honest.read::<E>());
    let files = Owned {
        proof: text.replacen('{', "{\"x\": [1e999, {\"x\": 1, \"x\": 2}], ", 1).into(),
        ..honest.clone()
    };
    assert_eq!(files.read::<E>(), honest.read::<E>());
}
