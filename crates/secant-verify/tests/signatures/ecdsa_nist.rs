//! NIST's vectors: signatures and public keys, right and wrong.

use secant_gfp::named::Name;
use secant_verify::{
    ecdsa::{Encoding, Error, KeyCurve, KeyFile, Options},
    hash::{Hash, Prehash},
};
use std::collections::HashMap;

/// The cases of a file, each with the words of its heading.
fn cases(text: &str) -> Vec<(Vec<&str>, HashMap<&str, &str>)> {
    let (mut heading, mut cases, mut fields) = (vec![], vec![], HashMap::new());
    for line in text.lines() {
        if let Some(words) = line.strip_prefix('[') {
            heading = words.trim_end_matches(']').split(',').collect();
        } else if let Some((name, value)) = line.split_once(" = ") {
            fields.insert(name, value);
            if name == "Result" {
                cases.push((heading.clone(), std::mem::take(&mut fields)));
            }
        }
    }
    cases
}

/// Digits, of which a leading zero may be missing, as so many bytes: more if they do not fit.
fn bytes(digits: &str, len: usize) -> Vec<u8> {
    let digits = digits.trim_start_matches('0');
    hex::decode(format!(
        "{digits:0>width$}",
        width = (2 * len).max(digits.len().next_multiple_of(2))
    ))
    .unwrap()
}

/// Runs with the key of a case and the bytes of a coordinate, which are those of the order.
fn with_key<T>(curve: &str, fields: &HashMap<&str, &str>, run: impl FnOnce(&KeyFile<'_>, usize) -> T) -> T {
    let len = (curve[2..].parse::<usize>().unwrap()).div_ceil(8);
    let point = [vec![4], bytes(fields["Qx"], len), bytes(fields["Qy"], len)].concat();
    let curve = KeyCurve::Named(Name::parse(curve).unwrap());
    run(&KeyFile { curve, point: &point }, len)
}

#[test]
fn signatures() {
    let mut counts = [0; 2];
    for (heading, fields) in cases(include_str!("../../vectors/SigVerECDSA_186-3.rsp")) {
        let [curve, hash] = heading[..] else {
            panic!("{heading:?}")
        };
        let verdict = with_key(curve, &fields, |key, len| {
            let signature = [bytes(fields["R"], len), bytes(fields["S"], len)].concat();
            let message = hex::decode(fields["Msg"]).unwrap();
            let hash = Hash::parse(hash).unwrap();
            key.verify(hash, &message, &signature, Encoding::P1363, &Options::default())
        });
        let expected = fields["Result"].starts_with('P');
        counts[usize::from(expected)] += 1;
        assert_eq!(verdict.is_ok(), expected, "{heading:?} {fields:?} {verdict:?}");
    }
    assert_eq!(counts.iter().sum::<usize>(), 375, "{counts:?}");
    assert!(counts[1] > 50, "{counts:?}");
}

#[test]
fn keys() {
    let mut counts = [0; 2];
    for (heading, fields) in cases(include_str!("../../vectors/PKV_186-3.rsp")) {
        let verdict = with_key(heading[0], &fields, |key, len| {
            // One is no signature of anything: what matters is which of both is refused.
            let mut one = vec![0; 2 * len];
            (one[len - 1], one[2 * len - 1]) = (1, 1);
            let digest = Prehash::new(Hash::Sha256, &[1; 32]).unwrap();
            key.verify_digest(digest, &one, Encoding::P1363, &Options::default())
        });
        let expected = fields["Result"].starts_with('P');
        counts[usize::from(expected)] += 1;
        assert_eq!(
            verdict == Err(Error::Invalid),
            expected,
            "{heading:?} {fields:?} {verdict:?}"
        );
        assert_eq!(
            matches!(verdict, Err(Error::Key(_))),
            !expected,
            "{heading:?} {fields:?} {verdict:?}"
        );
    }
    assert_eq!(counts.iter().sum::<usize>(), 60, "{counts:?}");
}
