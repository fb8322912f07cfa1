//! Inputs to begin with, from the fixtures of other crates.

use crate::{
    der,
    input::Parts,
    integer::{Equation, coordinates, modulus},
    signature::{ECDSA, MESSAGE, RSA_SIGNATURES, scheme_bytes},
};
use num_bigint::BigUint;
use secant_gfp::{
    Curve,
    named::{Name, Visitor},
};
use std::{fs, io, path::Path};

/// The inputs of a target.
///
/// # Errors
/// If a fixture cannot be read.
pub fn of(target: &str) -> io::Result<Vec<Vec<u8>>> {
    Ok(match target {
        "key" => keys()?,
        "signature" => signatures(),
        "digest" => digests(),
        "curve" => curves()?,
        "certificate" => certificates()?,
        "formats" => crate::formats::seeds()?,
        "groth16" => crate::groth16::seeds()?,
        "proof" => proofs(),
        "report" => crate::report::seeds(),
        "statement" => crate::statement::seeds(),
        "configuration" => crate::statement::configurations(),
        "srs" => crate::srs::seeds(),
        _ => moduli()?,
    })
}

/// Proofs with the right public inputs, with others, and with a word's highest bit set.
fn proofs() -> Vec<Vec<u8>> {
    let right = &crate::proof::PROVED.proofs;
    let mut all: Vec<_> = right.iter().map(|proof| [&[3], &proof[..]].concat()).collect();
    all.extend([0, 1, 2, 8].map(|choice| [&[choice], &right[0][..]].concat()));
    let honest = all[0].clone();
    all.extend((0..right[0].len() / 32).map(|word| {
        let mut seed = honest.clone();
        seed[32 * (word + 1)] ^= 0x80;
        seed
    }));
    all
}

fn crates() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates"))
}

/// Every file that is a key or has one, by its name.
fn keys() -> io::Result<Vec<Vec<u8>>> {
    let mut folders = vec![crates().join("secant-cli/fixtures/signatures")];
    let mut paths = vec![crates().join("secant-verify/fixtures/rsa/key.pem")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if ["key", "point", "certificate"]
                .iter()
                .any(|kind| name.starts_with(kind))
            {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let mut keys: Vec<_> = paths.iter().map(fs::read).collect::<io::Result<_>>()?;
    // Points of all curves in all forms, and curves by their parameters.
    for name in Name::ALL {
        keys.extend(name.visit(GeneratorKeys));
    }
    for other in others()? {
        let point = [&[4], &other[3][..], &other[4]].concat();
        let [p, a, b, _, _, n] = other;
        let explicit = [p.clone(), a, b, n].map(|bytes| BigUint::from_bytes_be(&bytes));
        keys.push(explicit_key(&explicit, p.len(), &point, &point));
    }
    Ok(keys)
}

/// Certificates of the fixtures, and those of all keys in DER.
fn certificates() -> io::Result<Vec<Vec<u8>>> {
    let around = |key: Vec<u8>| {
        let empty = der::sequence(&[]);
        let version = der::tlv(0xa0, &[2, 1, 2]);
        let fields = der::sequence(&[&version, &[2, 1, 1], &empty, &empty, &empty, &empty, &key]);
        der::sequence(&[&fields, &empty, &der::bit_string(&[7])])
    };
    let mut seeds = vec![];
    for name in ["from_1950.der", "serial_of_24_bytes.der"] {
        seeds.push(fs::read(crates().join("secant-verify/fixtures/x509").join(name))?);
    }
    seeds.extend(keys()?.into_iter().filter(|key| der::is_der(key)).map(around));
    Ok(seeds)
}

/// A key with the parameters of its curve, and with an odd generator as hybrid.
fn explicit_key([p, a, b, n]: &[BigUint; 4], len: usize, generator: &[u8], point: &[u8]) -> Vec<u8> {
    let octets = |c: &BigUint| der::tlv(4, &crate::integer::bytes(c, len));
    let parameters = der::sequence(&[
        &der::integer(&BigUint::from(1u8)),
        &der::sequence(&[&der::oid("1.2.840.10045.1.1"), &der::integer(p)]),
        // With a seed.
        &der::sequence(&[&octets(a), &octets(b), &der::bit_string(&[5; 20])]),
        &der::tlv(4, generator),
        &der::integer(n),
        &der::integer(&BigUint::from(1u8)),
        // And its hash function, SHA-1.
        &der::sequence(&[&der::oid("1.3.14.3.2.26"), &[5, 0]]),
    ]);
    der::spki("1.2.840.10045.2.1", &parameters, point)
}

struct GeneratorKeys;

impl Visitor for GeneratorKeys {
    type Output = Vec<Vec<u8>>;

    fn visit<C: Curve>(self, curve: &C) -> Vec<Vec<u8>> {
        let Some((x, y)) = coordinates(curve, &curve.generator()) else {
            return vec![];
        };
        let odd = u8::from(y.bit(0));
        let Equation { p, a, b } = Equation::of(curve);
        let len = p.bits().div_ceil(8) as usize;
        let [x, y] = [x, y].map(|c| crate::integer::bytes(&c, len));
        let uncompressed = [&[4], &x[..], &y].concat();
        let integers = [p, a, b, modulus(curve.scalars())];
        vec![
            explicit_key(&integers, len, &uncompressed, &uncompressed),
            explicit_key(&integers, len, &[&[2 | odd], &x[..]].concat(), &uncompressed),
            [&[2 | odd], &x[..]].concat(),
            [&[6 | odd], &x[..], &y].concat(),
            uncompressed,
        ]
    }
}

/// Signatures that are valid, in both encodings, and honest encodings for RSA.
fn signatures() -> Vec<Vec<u8>> {
    let mut seeds = vec![];
    for (i, (_, signature, _)) in ECDSA.iter().enumerate() {
        seeds.push(Parts::new(&[i as u8, 0]).rest(signature).bytes());
        if let Some((r, s)) = der::two_integers(signature) {
            let len = der::element(signature).map_or(0, |(_, contents, _)| contents.len() / 2 - 2);
            let [r, s] = [r, s].map(|c| crate::integer::bytes(&c, len));
            seeds.push(Parts::new(&[i as u8, 1]).rest(&[r, s].concat()).bytes());
        }
    }
    for (i, files) in RSA_SIGNATURES.iter().enumerate() {
        let key = (ECDSA.len() + i) as u8;
        for (signature, scheme) in *files {
            let [kind, mask, salt] = scheme_bytes(scheme);
            seeds.push(Parts::new(&[key, kind, mask, salt, 0]).rest(signature).bytes());
            seeds.push(Parts::new(&[key, kind, mask, salt, 1, 0, 1]).rest(&[0xff; 250]).bytes());
            seeds.push(Parts::new(&[key, kind, mask, salt, 2, 77, 1]).rest(MESSAGE).bytes());
        }
    }
    seeds
}

fn digests() -> Vec<Vec<u8>> {
    let curves = 0..Name::ALL.len() as u8;
    let digest = |curve: u8| {
        [0, 1, 20, 28, 32, 48, 64, 66, 100].map(|len| {
            let digest: Vec<_> = (0..len).map(|i| (i * 151 + 7) as u8).collect();
            let (d, k) = ([curve + 1; 32], [0x5a ^ curve; 66]);
            Parts::new(&[curve, curve * 9]).part(&d).part(&k).rest(&digest).bytes()
        })
    };
    curves.flat_map(digest).collect()
}

/// `p`, `a`, `b`, `x`, `y` and `n` of short curves.
fn others() -> io::Result<Vec<[Vec<u8>; 6]>> {
    let text = fs::read_to_string(crates().join("secant-verify/vectors/curves.txt"))?;
    let bytes =
        |hex: &str| BigUint::parse_bytes(hex.as_bytes(), 16).map(|c| crate::integer::bytes(&c, hex.len().div_ceil(2)));
    let numbers = |line: &str| {
        line.split(' ')
            .skip(1)
            .map(bytes)
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()
    };
    let curves: Option<_> = text.lines().map(numbers).collect();
    curves.ok_or(io::Error::other("curves.txt: six numbers after each name are expected"))
}

/// Parameters of named curves and others, small curves, arithmetic.
fn curves() -> io::Result<Vec<Vec<u8>>> {
    let extra = |parts: Parts| {
        let parts = parts.part(&[0x9c; 24]).part(&[0x31; 40]).part(&[5; 19]);
        parts.rest(&[3]).rest(MESSAGE).bytes()
    };
    let mut seeds = vec![];
    for numbers in others()? {
        let parts = numbers
            .iter()
            .fold(Parts::new(&[0]), |parts, number| parts.part(number));
        seeds.push(extra(parts.part(&[1])));
    }
    for name in Name::ALL {
        seeds.push(extra(name.visit(NamedParameters)));
    }
    seeds.extend((0..5).map(|curve| extra(Parts::new(&[2, curve]))));
    // Supersingular, of large characteristic: y^2 = x^3 + x over p = 3 mod 4 has p + 1 points.
    for (p, a, b) in [
        (37u16, 2u16, 3u16),
        (131, 128, 5),
        (199, 0, 7),
        (503, 1, 0),
        (1019, 1, 0),
        (3989, 11, 2),
    ] {
        for change in [255, 6, 3, 0x65] {
            let [p, a, b] = [p - 5, a, b].map(u16::to_le_bytes);
            seeds.push(extra(Parts::new(&[1]).rest(&[p, a, b].concat()).rest(&[change])));
        }
    }
    Ok(seeds)
}

struct NamedParameters;

impl Visitor for NamedParameters {
    type Output = Parts;

    fn visit<C: Curve>(self, curve: &C) -> Parts {
        let Equation { p, a, b } = Equation::of(curve);
        let (x, y) = coordinates(curve, &curve.generator()).unwrap_or_default();
        let numbers = [p, a, b, x, y, modulus(curve.scalars()), BigUint::from(1u8)];
        numbers
            .iter()
            .fold(Parts::new(&[0]), |parts, number| parts.part(&number.to_bytes_be()))
    }
}

/// Fields and orders, numbers with long runs, and lengths at the edges of limbs.
fn moduli() -> io::Result<Vec<Vec<u8>>> {
    let mut moduli: Vec<_> = Name::ALL.iter().flat_map(|name| name.visit(Moduli)).collect();
    moduli.extend(others()?.into_iter().map(|[p, ..]| p));
    // RSA's, and the longest.
    moduli.extend(RSA_SIGNATURES.iter().map(|files| files[0].0.to_vec()));
    moduli.extend([1, 8, 9, 16, 24, 31, 32, 33, 64, 128, 136, 1024, 1025].map(|len| vec![0xff; len]));
    moduli.extend([3u8, 9, 17, 25, 97, 193, 255].map(|m| vec![m]));
    for last in moduli.iter_mut().filter_map(|m| m.last_mut()) {
        *last |= 1;
    }
    let seed = |(i, m): (usize, Vec<u8>)| {
        let (a, b) = (vec![0xa7; m.len()], vec![0x19 + i as u8; m.len() + i % 9]);
        let parts = Parts::new(&[1]).part(&m).part(&a).part(&b);
        parts.part(&[i as u8; 9][..i % 10]).bytes()
    };
    let mut seeds: Vec<_> = moduli.into_iter().enumerate().map(seed).collect();
    seeds.extend((0..Name::ALL.len() as u8).map(|i| {
        let parts = Parts::new(&[0]).part(&[i]).part(&[0xa7; 66]).part(&[0x19; 48]);
        parts.part(&[i; 5]).bytes()
    }));
    Ok(seeds)
}

struct Moduli;

impl Visitor for Moduli {
    type Output = [Vec<u8>; 2];

    fn visit<C: Curve>(self, curve: &C) -> [Vec<u8>; 2] {
        [modulus(curve.field()), modulus(curve.scalars())].map(|m| m.to_bytes_be())
    }
}
