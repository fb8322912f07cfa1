//! The three JSON files of snarkjs.

mod json;

use super::point::{At, BasePrime, CHUNK, Unchecked, checked, checked_one};
use super::{
    Batch, Batches, CurveName, Error, Field as Place, File, FileCurve, FilePoint, Files, Groth16Files, key, text,
};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field, PrimeField};
use ark_groth16::{Proof, VerifyingKey};
use json::{Coordinate, Node, Scalar, Value};

/// The names of a key's elements.
pub(super) const NAMES: key::Names = key::Names {
    alpha: "vk_alpha_1",
    beta: "vk_beta_2",
    gamma: "vk_gamma_2",
    delta: "vk_delta_2",
    inputs: "IC",
};

/// The curve that the verification key and the proof name.
pub(super) fn curve(files: &Files<'_>) -> Result<CurveName, Error> {
    let of = |file, bytes| {
        let [protocol, curve] = json::fields(file, text::without_bom(bytes), &["protocol", "curve"])?;
        check_protocol(file, protocol)?;
        Ok::<_, Error>(curve)
    };
    let vk = curve_name(File::Vk, of(File::Vk, files.vk)?)?;
    agrees(of(File::Proof, files.proof)?, vk)?;
    Ok(vk)
}

/// Reads the three files for `E`. The public inputs are counted before any point is checked.
pub(super) fn read<E: FileCurve, B: Batches<E>>(files: &Files<'_>) -> Result<Groth16Files<E>, Error> {
    let key = Key::read::<E>(files.vk)?;
    let proof = ProofFields::read::<E>(files.proof)?;
    let public = read_public::<E>(files.public, key.inputs)?;
    let proof = proof.points::<E, B>()?;
    Ok(Groth16Files::plain(key.points::<E, B>()?, proof, public))
}

/// Reads a verification key by itself.
pub(super) fn read_key<E: FileCurve, B: Batches<E>>(bytes: &[u8]) -> Result<VerifyingKey<E>, Error> {
    Key::read::<E>(bytes)?.points::<E, B>()
}

/// Reads a proof and its public inputs for a key that was read before.
pub(super) fn read_statement<E: FileCurve, B: Batches<E>>(
    vk: &VerifyingKey<E>,
    proof: &[u8],
    public: &[u8],
) -> Result<(Proof<E>, Vec<E::ScalarField>), Error> {
    key::check(vk, &key::ARKWORKS, 0)?;
    let proof = ProofFields::read::<E>(proof)?;
    let public = read_public::<E>(public, key::inputs(vk, 0)?)?;
    Ok((proof.points::<E, B>()?, public))
}

/// A verification key whose points are not read yet.
struct Key<'a> {
    bytes: &'a [u8],
    alpha: Option<Value<'a>>,
    beta: Option<Value<'a>>,
    gamma: Option<Value<'a>>,
    delta: Option<Value<'a>>,
    /// The number of public inputs of the key.
    inputs: usize,
}

impl<'a> Key<'a> {
    /// Reads a key over `E`, in which the count and the points must agree.
    fn read<E: FileCurve>(bytes: &'a [u8]) -> Result<Self, Error> {
        let file = File::Vk;
        let bytes = text::without_bom(bytes);
        let names = [
            "protocol",
            "curve",
            "nPublic",
            NAMES.alpha,
            NAMES.beta,
            NAMES.gamma,
            NAMES.delta,
            NAMES.inputs,
        ];
        let [protocol, curve, declared, alpha, beta, gamma, delta, ic] = json::fields(file, bytes, &names)?;
        check_protocol(file, protocol)?;
        let found = curve_name(file, curve)?;
        let expected = CurveName::of::<E>().ok_or(Error::UnsupportedCurve)?;
        if found != expected {
            return Err(Error::WrongCurve { found, expected });
        }
        let at = named(file, "nPublic");
        let Node::Integer(declared) = there(at, declared)? else {
            return Err(at.malformed("a number"));
        };
        let at = named(file, NAMES.inputs);
        let Node::List { count, .. } = there(at, ic)? else {
            return Err(at.malformed("a list"));
        };
        let inputs = count
            .checked_sub(1)
            .ok_or(at.malformed("a list of at least one point"))?;
        if declared != inputs as u64 {
            return Err(Error::KeyCount {
                declared,
                found: inputs,
            });
        }
        Ok(Self {
            bytes,
            alpha,
            beta,
            gamma,
            delta,
            inputs,
        })
    }

    /// The key with its points.
    fn points<E: FileCurve, B: Batches<E>>(self) -> Result<VerifyingKey<E>, Error> {
        let (at, alpha) = key_point(NAMES.alpha, self.alpha)?;
        let alpha_g1 = checked_one::<B, E::G1Affine>(at, alpha)?;
        let in_g2 = [
            key_point(NAMES.beta, self.beta)?,
            key_point(NAMES.gamma, self.gamma)?,
            key_point(NAMES.delta, self.delta)?,
        ];
        let [beta_g2, gamma_g2, delta_g2]: [E::G2Affine; 3] = checked::<B, E::G2Affine>(&in_g2)?
            .try_into()
            .map_err(|_| named(File::Vk, NAMES.beta).malformed("a point"))?;
        let vk = VerifyingKey {
            alpha_g1,
            beta_g2,
            gamma_g2,
            delta_g2,
            gamma_abc_g1: read_ic::<B, E::G1Affine>(self.bytes, self.inputs)?,
        };
        key::check(&vk, &NAMES, 0)?;
        Ok(vk)
    }
}

fn key_point<P: FilePoint>(name: &'static str, value: Option<Value<'_>>) -> Result<(At, Unchecked<P>), Error> {
    let at = named(File::Vk, name);
    Ok((at, point(at, &there(at, value)?)?))
}

/// The points of `IC`, one more than there are public inputs.
fn read_ic<B: Batch<P>, P: FilePoint>(bytes: &[u8], inputs: usize) -> Result<Vec<P>, Error> {
    // `inputs` counts every item of the list, point or not, so it is not trusted as a capacity.
    let mut points = Vec::with_capacity(CHUNK.min(inputs + 1));
    let mut chunk = Vec::new();
    let mut index = 0;
    json::items_of(File::Vk, bytes, NAMES.inputs, |value: Value<'_>| {
        let at = At {
            file: File::Vk,
            field: Place::Item(NAMES.inputs, index),
        };
        index += 1;
        chunk.push((at, point(at, &value)?));
        if chunk.len() == CHUNK {
            points.extend(checked::<B, P>(&chunk)?);
            chunk.clear();
        }
        Ok(())
    })?;
    points.extend(checked::<B, P>(&chunk)?);
    Ok(points)
}

/// A proof whose points are not read yet.
struct ProofFields<'a> {
    a: Option<Value<'a>>,
    b: Option<Value<'a>>,
    c: Option<Value<'a>>,
}

impl<'a> ProofFields<'a> {
    /// A proof over `E`.
    fn read<E: FileCurve>(bytes: &'a [u8]) -> Result<Self, Error> {
        let names = ["protocol", "curve", "pi_a", "pi_b", "pi_c"];
        let [protocol, curve, a, b, c] = json::fields(File::Proof, text::without_bom(bytes), &names)?;
        check_protocol(File::Proof, protocol)?;
        agrees(curve, CurveName::of::<E>().ok_or(Error::UnsupportedCurve)?)?;
        Ok(Self { a, b, c })
    }

    /// The proof with its points.
    fn points<E: FileCurve, B: Batches<E>>(self) -> Result<Proof<E>, Error> {
        Ok(Proof {
            a: proof_point::<B, E::G1Affine>("pi_a", self.a)?,
            b: proof_point::<B, E::G2Affine>("pi_b", self.b)?,
            c: proof_point::<B, E::G1Affine>("pi_c", self.c)?,
        })
    }
}

fn proof_point<B: Batch<P>, P: FilePoint>(name: &'static str, value: Option<Value<'_>>) -> Result<P, Error> {
    let at = named(File::Proof, name);
    checked_one::<B, P>(at, point(at, &there(at, value)?)?)
}

/// Reads as many public inputs as are expected. Further ones are only counted.
fn read_public<E: FileCurve>(bytes: &[u8], expected: usize) -> Result<Vec<E::ScalarField>, Error> {
    let mut inputs = Vec::new();
    let mut found = 0;
    let bytes = text::without_bom(bytes);
    json::items(File::Public, bytes, "a list of numbers", |value: Scalar<'_>| {
        if found < expected {
            let field = Place::Input(found);
            let at = At {
                file: File::Public,
                field,
            };
            inputs.push(element(at, &value)?);
        }
        found += 1;
        Ok(())
    })?;
    if found == expected {
        Ok(inputs)
    } else {
        Err(Error::InputCount { expected, found })
    }
}

/// Checks the curve that a proof names. Some provers write no curve into a proof; if it is there, it must be the curve
/// of the key.
fn agrees(proof: Option<Value<'_>>, vk: CurveName) -> Result<(), Error> {
    if proof.is_some() {
        let proof = curve_name(File::Proof, proof)?;
        if proof != vk {
            return Err(Error::CurveMismatch { vk, proof });
        }
    }
    Ok(())
}

fn check_protocol(file: File, value: Option<Value<'_>>) -> Result<(), Error> {
    let name = string(named(file, "protocol"), value)?;
    if name == "groth16" {
        return Ok(());
    }
    let name = cut(&name);
    Err(Error::Protocol { file, name })
}

fn curve_name(file: File, value: Option<Value<'_>>) -> Result<CurveName, Error> {
    let name = string(named(file, "curve"), value)?;
    CurveName::from_snarkjs(&name).ok_or_else(|| {
        let name = cut(&name);
        Error::UnknownCurve { file, name }
    })
}

/// The beginning of a string from a file, cut to fit an error message.
fn cut(name: &str) -> String {
    name.chars().take(32).collect()
}

fn named(file: File, name: &'static str) -> At {
    let field = Place::Named(name);
    At { file, field }
}

fn there<T>(at: At, value: Option<T>) -> Result<T, Error> {
    let At { file, field } = at;
    value.ok_or(Error::Missing { file, field })
}

fn string<'a>(at: At, value: Option<Value<'a>>) -> Result<Cow<'a, str>, Error> {
    match there(at, value)? {
        Node::Text(text) => Ok(text),
        _ => Err(at.malformed("a string")),
    }
}

/// A point as snarkjs writes it: `[x, y, 1]`, or `[0, 1, 0]` for infinity. It reads `[x, y]` too.
fn point<P: FilePoint>(at: At, value: &Value<'_>) -> Result<Unchecked<P>, Error> {
    let (x, y, z) = match value {
        Node::List {
            items: [Some(x), Some(y), z],
            count: 2 | 3,
        } => (x, y, z),
        _ => return Err(at.malformed("a list of two or three coordinates")),
    };
    let (x, y) = (coordinate::<P>(at, x)?, coordinate::<P>(at, y)?);
    let one = P::BaseField::ONE;
    let z = z.as_ref().map_or(Ok(one), |z| coordinate::<P>(at, z))?;
    if z == one {
        Ok(Unchecked::Point(x, y))
    } else if x == P::BaseField::ZERO && y == one && z == P::BaseField::ZERO {
        Ok(Unchecked::Infinity)
    } else {
        Err(at.malformed("a point with third coordinate 1, or 0, 1, 0 for infinity"))
    }
}

/// A coordinate: a number or, over an extension field, the list of its coefficients from the lowest up.
fn coordinate<P: FilePoint>(at: At, value: &Coordinate<'_>) -> Result<P::BaseField, Error> {
    let wrong = at.malformed("a point whose coordinates have the form of its group");
    let degree = P::BaseField::extension_degree();
    let mut elements = Vec::with_capacity(2);
    match value {
        Node::List { items, count } if degree > 1 && *count as u64 == degree => {
            for item in items.iter().flatten() {
                elements.push(element::<BasePrime<P>>(at, item)?);
            }
        }
        Node::List { .. } => return Err(wrong),
        _ if degree > 1 => return Err(wrong),
        value => elements.push(number::<BasePrime<P>, _>(at, value)?),
    }
    <P as AffineRepr>::BaseField::from_base_prime_field_elems(elements).ok_or(wrong)
}

fn element<F: PrimeField>(at: At, value: &Scalar<'_>) -> Result<F, Error> {
    number(at, value)
}

/// A number, as digits in a string or in JSON's own notation.
fn number<F: PrimeField, T>(at: At, value: &Node<'_, T>) -> Result<F, Error> {
    /// JavaScript rounds integers above this.
    const LARGEST: u64 = (1 << 53) - 1;
    match value {
        Node::Text(text) => at.element_from_text(text),
        Node::Integer(number) if *number <= LARGEST => at.element((*number).into()),
        Node::Integer(_) => Err(at.malformed("a number that JavaScript can read: from 2^53 on it must be a string")),
        _ => Err(at.malformed("a number, or a string of its digits")),
    }
}
