//! The three binary files of gnark; see the [module](super) for their layout.

mod flag;
mod reader;

use super::curve::width;
use super::point::At;
use super::{
    Batches, CommitmentKey, CommitmentKeys, Commitments, Error, Field as Place, File, FileCurve, Files, Form,
    Groth16Files, key,
};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ff::PrimeField;
use ark_groth16::{Proof, VerifyingKey};
pub(super) use flag::Flag;
pub(super) use reader::raw_infinity;
use reader::{Points, Reader};

/// The names of a key's elements.
pub(super) const NAMES: key::Names = key::Names {
    alpha: "Alpha1",
    beta: "Beta2",
    gamma: "Gamma2",
    delta: "Delta2",
    inputs: "K",
};
const COMMITTED: &str = "PublicAndCommitmentCommitted";
const KEYS: &str = "CommitmentKeys";

/// Reads the three files for `E`. The counts in them are compared before any point is checked.
pub(super) fn read<E: FileCurve, B: Batches<E>>(files: &Files<'_>) -> Result<Groth16Files<E>, Error> {
    let key = Key::read::<E>(files.vk)?;
    let proof = ProofParts::read::<E>(files.proof)?;
    let public = Public::read::<E>(files.public)?;
    let expected = key.inputs;
    let found = public.values.len() / public.width;
    if found != expected {
        return Err(Error::InputCount { expected, found });
    }
    let expected = key.committed.len();
    let found = proof.commitments.map_or(0, Points::count::<E::G1Affine>);
    if found != expected {
        return Err(Error::CommitmentCount { expected, found });
    }
    let public = public.values::<E>()?;
    let (proof, commitments) = proof.points::<E, B>()?;
    let (vk, commitment_keys) = key.points::<E, B>()?;
    Ok(Groth16Files {
        vk,
        commitment_keys,
        proof,
        commitments,
        public,
    })
}

/// A verification key whose points are not read yet.
struct Key<'a> {
    /// `Alpha1`, `Beta1`, `Delta1`.
    in_g1: [Points<'a>; 3],
    /// `Beta2`, `Gamma2`, `Delta2`.
    in_g2: [Points<'a>; 3],
    k: Points<'a>,
    committed: Vec<Vec<usize>>,
    /// Two points for each commitment.
    keys: Option<Points<'a>>,
    /// Whether the file is of 0.9 or 0.10, which have one key for all commitments, in the other order.
    is_shared: bool,
    /// The number of public inputs of the key.
    inputs: usize,
}

impl<'a> Key<'a> {
    fn read<E: FileCurve>(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut reader = Reader::of_points::<E>(File::Vk, bytes, NAMES.alpha)?;
        let alpha = reader.point::<E::G1Affine>(NAMES.alpha)?;
        let beta1 = reader.point::<E::G1Affine>("Beta1")?;
        let beta = reader.point::<E::G2Affine>(NAMES.beta)?;
        let gamma = reader.point::<E::G2Affine>(NAMES.gamma)?;
        let delta1 = reader.point::<E::G1Affine>("Delta1")?;
        let delta = reader.point::<E::G2Affine>(NAMES.delta)?;
        let length = reader.u32(NAMES.inputs)?;
        let k = reader.points::<E::G1Affine>(NAMES.inputs, length)?;
        if length == 0 {
            return Err(reader.at(NAMES.inputs).malformed("a list of at least one point"));
        }
        let mut key = Self {
            in_g1: [alpha, beta1, delta1],
            in_g2: [beta, gamma, delta],
            k,
            committed: Vec::new(),
            keys: None,
            is_shared: false,
            inputs: length as usize - 1,
        };
        // Versions before 0.9 end here.
        if !reader.rest.is_empty() {
            key.read_commitments::<E>(&mut reader)?;
        }
        reader.end()?;
        Ok(key)
    }

    fn read_commitments<E: FileCurve>(&mut self, reader: &mut Reader<'a>) -> Result<(), Error> {
        let lists = self.read_committed(reader)?;
        let pair = 2 * reader.size::<E::G2Affine>();
        // A count followed by that many pairs never has the length of one pair.
        self.is_shared = reader.rest.len() == pair;
        let count = if self.is_shared { 1 } else { reader.u32(KEYS)? };
        let points = u64::from(count) * pair as u64;
        if points > reader.rest.len() as u64 {
            return Err(reader.truncated(Place::Named(KEYS), points));
        }
        self.keys = Some(reader.points::<E::G2Affine>(KEYS, 2 * count)?);
        // A shared key is present even without commitments.
        let keys = if self.is_shared { lists } else { count as usize };
        match self.inputs.checked_sub(lists) {
            Some(inputs) if keys == lists => self.inputs = inputs,
            _ => {
                let points = self.inputs + 1;
                return Err(Error::CommitmentKeys { keys, lists, points });
            }
        }
        if self.is_shared && lists > 1 {
            return Err(Error::SharedCommitmentKey { count: lists });
        }
        Ok(())
    }

    /// Reads the lists of public values that the commitments cover, and returns the number of lists. It keeps no more
    /// lists than a valid key can have.
    fn read_committed(&mut self, reader: &mut Reader<'a>) -> Result<usize, Error> {
        let count = reader.u32(COMMITTED)?;
        // Each list takes at least four bytes, for its length.
        if u64::from(count) * 4 > reader.rest.len() as u64 {
            return Err(reader.truncated(Place::Named(COMMITTED), u64::from(count) * 4));
        }
        for _ in 0..count {
            let length = reader.u32(COMMITTED)?;
            let numbers = reader.list(COMMITTED, length, 8)?.as_chunks::<8>().0;
            if self.committed.len() <= self.inputs {
                let number = |bytes: &[u8; 8]| usize::try_from(u64::from_be_bytes(*bytes)).unwrap_or(usize::MAX);
                self.committed.push(numbers.iter().map(number).collect());
            }
        }
        Ok(count as usize)
    }

    /// The key with its points.
    fn points<E: FileCurve, B: Batches<E>>(self) -> Result<(VerifyingKey<E>, CommitmentKeys<E>), Error> {
        let file = File::Vk;
        let [alpha, beta1, delta1] = self.in_g1;
        // Verification does not need Beta1 and Delta1. They are checked as points all the same.
        let names = [(NAMES.alpha, alpha), ("Beta1", beta1), ("Delta1", delta1)];
        let in_g1 = Points::check_each::<B, E::G1Affine, 3>(file, names)?;
        for ((name, _), point) in names.iter().zip(&in_g1) {
            if point.is_zero() {
                let field = Place::Named(name);
                return Err(Error::AtInfinity { file, field });
            }
        }
        let [beta, gamma, delta] = self.in_g2;
        let names = [(NAMES.beta, beta), (NAMES.gamma, gamma), (NAMES.delta, delta)];
        let [beta_g2, gamma_g2, delta_g2] = Points::check_each::<B, E::G2Affine, 3>(file, names)?;
        let vk = VerifyingKey {
            alpha_g1: in_g1[0],
            beta_g2,
            gamma_g2,
            delta_g2,
            gamma_abc_g1: self.k.check::<B, E::G1Affine>(file, |i| Place::Item(NAMES.inputs, i))?,
        };
        key::check(&vk, &NAMES, self.committed.len())?;
        let keys = match self.keys {
            Some(keys) => keys.check::<B, E::G2Affine>(file, |i| Place::Item(KEYS, i / 2))?,
            None => Vec::new(),
        };
        let pairs = keys.chunks_exact(2).map(|pair| CommitmentKey {
            // The older key is a point and its product with -1/sigma. Swapping the two gives the newer form.
            g: pair[usize::from(self.is_shared)],
            g_sigma_neg: pair[usize::from(!self.is_shared)],
        });
        let keys = CommitmentKeys {
            keys: pairs.take(self.committed.len()).collect(),
            committed: self.committed,
        };
        keys.check(self.inputs)?;
        Ok((vk, keys))
    }
}

/// A proof whose points are not read yet.
struct ProofParts<'a> {
    a: Points<'a>,
    b: Points<'a>,
    c: Points<'a>,
    commitments: Option<Points<'a>>,
    knowledge: Option<Points<'a>>,
}

impl<'a> ProofParts<'a> {
    fn read<E: FileCurve>(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut reader = Reader::of_points::<E>(File::Proof, bytes, "Ar")?;
        let mut proof = Self {
            a: reader.point::<E::G1Affine>("Ar")?,
            b: reader.point::<E::G2Affine>("Bs")?,
            c: reader.point::<E::G1Affine>("Krs")?,
            commitments: None,
            knowledge: None,
        };
        // Files of versions before 0.9 end here, and so does the output of `MarshalSolidity` without commitments.
        if reader.rest.is_empty() {
            return Ok(proof);
        }
        let size = reader.size::<E::G1Affine>();
        let points = reader.rest.len() / size;
        // From 0.15 on `MarshalSolidity` writes no count. With a count the rest would not be a whole number of points.
        let count = if reader.form() == Form::Raw && points * size == reader.rest.len() && points > 1 {
            u32::try_from(points - 1).unwrap_or(u32::MAX)
        } else {
            reader.u32("Commitments")?
        };
        proof.commitments = Some(reader.points::<E::G1Affine>("Commitments", count)?);
        proof.knowledge = Some(reader.point::<E::G1Affine>("CommitmentPok")?);
        reader.end()?;
        Ok(proof)
    }

    /// The proof with its points.
    fn points<E: FileCurve, B: Batches<E>>(self) -> Result<(Proof<E>, Commitments<E>), Error> {
        let file = File::Proof;
        let [a, c] = Points::check_each::<B, E::G1Affine, 2>(file, [("Ar", self.a), ("Krs", self.c)])?;
        let [b] = Points::check_each::<B, E::G2Affine, 1>(file, [("Bs", self.b)])?;
        let mut commitments = Commitments::<E>::default();
        if let (Some(points), Some(knowledge)) = (self.commitments, self.knowledge) {
            commitments.points = points.check::<B, E::G1Affine>(file, |i| Place::Item("Commitments", i))?;
            let field = "CommitmentPok";
            [commitments.knowledge] = Points::check_each::<B, E::G1Affine, 1>(file, [(field, knowledge)])?;
            // Without commitments gnark does not look at this point. Accepting any other point would allow two files of
            // one proof.
            if commitments.points.is_empty() && !commitments.knowledge.is_zero() {
                let at = At {
                    file,
                    field: Place::Named(field),
                };
                return Err(at.malformed("the point at infinity, as it is without commitments"));
            }
        }
        Ok((Proof { a, b, c }, commitments))
    }
}

/// The values of a public witness, not read yet.
struct Public<'a> {
    values: &'a [u8],
    /// The length of each value in bytes.
    width: usize,
}

impl<'a> Public<'a> {
    fn read<E: FileCurve>(bytes: &'a [u8]) -> Result<Self, Error> {
        let width = width(u64::from(E::ScalarField::MODULUS_BIT_SIZE));
        let mut reader = Reader::new(File::Public, bytes);
        let public = reader.u32("the number of public values")?;
        let length = if is_counted_once(bytes, width) {
            public
        } else {
            let secret = reader.u32("the number of secret values")?;
            let length = reader.u32("the number of values")?;
            if secret != 0 {
                return Err(Error::SecretWitness { count: secret });
            }
            if length != public {
                let at = reader.at("the number of values");
                return Err(at.malformed("the number of public values"));
            }
            length
        };
        let values = reader.list("the list of values", length, width)?;
        reader.end()?;
        Ok(Self { values, width })
    }

    fn values<E: FileCurve>(&self) -> Result<Vec<E::ScalarField>, Error> {
        let values = self.values.chunks(self.width).enumerate();
        let value = |(index, bytes)| {
            let field = Place::Input(index);
            let file = File::Public;
            At { file, field }.element_from_bytes(bytes)
        };
        values.map(value).collect()
    }
}

/// Whether a witness is of a version before 0.8. Such a witness has one count before its values, of `width` bytes each,
/// and not three counts. A newer witness that was cut to a matching length is not mistaken for one: its second and
/// third counts are still 0 and equal to the first.
pub(super) fn is_counted_once(bytes: &[u8], width: usize) -> bool {
    let Some((count, values)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let whole = u64::from(u32::from_be_bytes(*count)) * width as u64 == values.len() as u64;
    let newer = values.len() >= 8 && values[..4] == [0; 4] && values[4..8] == *count;
    whole && !newer
}
