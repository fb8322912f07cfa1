//! The three JSON files of snarkjs.

use super::point::{At, BasePrime};
use super::{CurveName, Error, Field as Place, File, FileCurve, FilePoint, Files, Groth16Files};
use alloc::string::String;
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field, PrimeField};
use ark_groth16::{Proof, VerifyingKey};
use serde_json::{Map, Value};

/// Whether `bytes` are JSON text rather than gnark's binary: text whose first sign opens an object
/// or a list.
///
/// No gnark file of a curve known here passes: its field elements would have to be UTF-8.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    let text = core::str::from_utf8(bytes).unwrap_or_default();
    text.trim_start().starts_with(['{', '['])
}

/// The curve that verification key and proof name.
pub(super) fn curve(files: &Files<'_>) -> Result<CurveName, Error> {
    let vk = object(File::Vk, files.vk)?;
    let proof = object(File::Proof, files.proof)?;
    agreed_curve(&vk, &proof)
}

/// Reads the three files for `E`.
pub(super) fn read<E: FileCurve>(files: &Files<'_>) -> Result<Groth16Files<E>, Error> {
    let vk = read_key(files.vk)?;
    let (proof, public) = read_statement(&vk, files.proof, files.public)?;
    Ok(Groth16Files { vk, proof, public })
}

/// Reads a verification key by itself.
pub(super) fn read_key<E: FileCurve>(bytes: &[u8]) -> Result<VerifyingKey<E>, Error> {
    let vk = object(File::Vk, bytes)?;
    protocol(File::Vk, &vk)?;
    let found = curve_name(File::Vk, &vk)?;
    let expected = CurveName::of::<E>().ok_or(Error::UnsupportedCurve)?;
    if found != expected {
        return Err(Error::WrongCurve { found, expected });
    }
    read_vk(&vk)
}

/// Reads a proof and its public inputs, for a key that was read before.
pub(super) fn read_statement<E: FileCurve>(
    vk: &VerifyingKey<E>,
    proof: &[u8],
    public: &[u8],
) -> Result<(Proof<E>, Vec<E::ScalarField>), Error> {
    let proof = object(File::Proof, proof)?;
    let public = parse(File::Public, public)?;
    protocol(File::Proof, &proof)?;
    agrees(&proof, CurveName::of::<E>().ok_or(Error::UnsupportedCurve)?)?;
    let (proof, public) = (read_proof(&proof)?, read_public::<E>(&public)?);
    super::count_inputs(vk, &public)?;
    Ok((proof, public))
}

fn read_vk<E: FileCurve>(vk: &Map<String, Value>) -> Result<VerifyingKey<E>, Error> {
    let ic = list(File::Vk, vk, "IC")?;
    let declared = named(File::Vk, "nPublic");
    let declared = get(declared, vk, "nPublic")?
        .as_u64()
        .ok_or(declared.malformed("a number"))?;
    let found = ic
        .len()
        .checked_sub(1)
        .ok_or(named(File::Vk, "IC").malformed("a list of at least one point"))?;
    if declared != found as u64 {
        return Err(Error::KeyCount { declared, found });
    }
    Ok(VerifyingKey {
        alpha_g1: key_point(vk, "vk_alpha_1")?,
        beta_g2: key_point(vk, "vk_beta_2")?,
        gamma_g2: key_point(vk, "vk_gamma_2")?,
        delta_g2: key_point(vk, "vk_delta_2")?,
        gamma_abc_g1: ic
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let field = Place::Item("IC", index);
                point(At { file: File::Vk, field }, value)
            })
            .collect::<Result<_, _>>()?,
    })
}

fn read_proof<E: FileCurve>(proof: &Map<String, Value>) -> Result<Proof<E>, Error> {
    Ok(Proof {
        a: named_point(File::Proof, proof, "pi_a")?,
        b: named_point(File::Proof, proof, "pi_b")?,
        c: named_point(File::Proof, proof, "pi_c")?,
    })
}

fn read_public<E: FileCurve>(public: &Value) -> Result<Vec<E::ScalarField>, Error> {
    let at = named(File::Public, "the top level");
    let inputs = public.as_array().ok_or(at.malformed("a list of numbers"))?;
    let read = |(index, value): (usize, &Value)| {
        let field = Place::Input(index);
        element(
            At {
                file: File::Public,
                field,
            },
            value,
        )
    };
    inputs.iter().enumerate().map(read).collect()
}

/// The curve named by the key.
fn agreed_curve(vk: &Map<String, Value>, proof: &Map<String, Value>) -> Result<CurveName, Error> {
    protocol(File::Vk, vk)?;
    protocol(File::Proof, proof)?;
    let vk = curve_name(File::Vk, vk)?;
    agrees(proof, vk)?;
    Ok(vk)
}

/// Checks the curve that a proof names. It need not name one, as not all provers write it there; if it does, it must be
/// that of the key.
fn agrees(proof: &Map<String, Value>, vk: CurveName) -> Result<(), Error> {
    if proof.contains_key("curve") {
        let proof = curve_name(File::Proof, proof)?;
        if proof != vk {
            return Err(Error::CurveMismatch { vk, proof });
        }
    }
    Ok(())
}

fn protocol(file: File, map: &Map<String, Value>) -> Result<(), Error> {
    let name = string(file, map, "protocol")?;
    if name == "groth16" {
        return Ok(());
    }
    let name = cut(name);
    Err(Error::Protocol { file, name })
}

fn curve_name(file: File, map: &Map<String, Value>) -> Result<CurveName, Error> {
    let name = string(file, map, "curve")?;
    CurveName::from_snarkjs(name).ok_or_else(|| {
        let name = cut(name);
        Error::UnknownCurve { file, name }
    })
}

/// The beginning of a string from a file, short enough for an error to show.
fn cut(name: &str) -> String {
    name.chars().take(32).collect()
}

fn parse(file: File, bytes: &[u8]) -> Result<Value, Error> {
    serde_json::from_slice(bytes).map_err(|error| Error::Json {
        file,
        line: error.line(),
        column: error.column(),
    })
}

fn object(file: File, bytes: &[u8]) -> Result<Map<String, Value>, Error> {
    match parse(file, bytes)? {
        Value::Object(map) => Ok(map),
        _ => Err(named(file, "the top level").malformed("an object")),
    }
}

fn named(file: File, name: &'static str) -> At {
    let field = Place::Named(name);
    At { file, field }
}

fn get<'a>(at: At, map: &'a Map<String, Value>, name: &str) -> Result<&'a Value, Error> {
    let At { file, field } = at;
    map.get(name).ok_or(Error::Missing { file, field })
}

fn string<'a>(file: File, map: &'a Map<String, Value>, name: &'static str) -> Result<&'a str, Error> {
    let at = named(file, name);
    get(at, map, name)?.as_str().ok_or(at.malformed("a string"))
}

fn list<'a>(file: File, map: &'a Map<String, Value>, name: &'static str) -> Result<&'a [Value], Error> {
    let at = named(file, name);
    let list = get(at, map, name)?.as_array();
    list.map(Vec::as_slice).ok_or(at.malformed("a list"))
}

fn named_point<P: FilePoint>(file: File, map: &Map<String, Value>, name: &'static str) -> Result<P, Error> {
    let at = named(file, name);
    point(at, get(at, map, name)?)
}

fn key_point<P: FilePoint>(vk: &Map<String, Value>, name: &'static str) -> Result<P, Error> {
    let point = named_point(File::Vk, vk, name)?;
    named(File::Vk, name).nonzero(point)
}

/// A point as snarkjs writes it: `[x, y, 1]`, or `[0, 1, 0]` for infinity.
fn point<P: FilePoint>(at: At, value: &Value) -> Result<P, Error> {
    let Some([x, y, z]) = value.as_array().map(Vec::as_slice) else {
        return Err(at.malformed("a list of three coordinates"));
    };
    let (x, y, z): (P::BaseField, P::BaseField, P::BaseField) = (
        coordinate::<P>(at, x)?,
        coordinate::<P>(at, y)?,
        coordinate::<P>(at, z)?,
    );
    let one = P::BaseField::ONE;
    if z == one {
        at.point(x, y)
    } else if x == P::BaseField::ZERO && y == one && z == P::BaseField::ZERO {
        Ok(P::zero())
    } else {
        Err(at.malformed("a point with third coordinate 1, or 0, 1, 0 for infinity"))
    }
}

/// A coordinate: a number, or over an extension field the list of its coefficients from the
/// lowest up.
fn coordinate<P: FilePoint>(at: At, value: &Value) -> Result<P::BaseField, Error> {
    let degree = P::BaseField::extension_degree();
    let coefficients = match value {
        Value::Array(list) if degree > 1 => list.as_slice(),
        value if degree == 1 => core::slice::from_ref(value),
        _ => &[],
    };
    if coefficients.len() as u64 != degree {
        return Err(at.malformed("a point whose coordinates have the form of its group"));
    }
    let elements = coefficients
        .iter()
        .map(|value| element::<BasePrime<P>>(at, value))
        .collect::<Result<Vec<_>, _>>()?;
    <P as AffineRepr>::BaseField::from_base_prime_field_elems(elements)
        .ok_or(at.malformed("a point whose coordinates have the form of its group"))
}

fn element<F: PrimeField>(at: At, value: &Value) -> Result<F, Error> {
    let digits = value
        .as_str()
        .ok_or(at.malformed("made of numbers written as strings"))?;
    at.element_from_decimal(digits)
}
