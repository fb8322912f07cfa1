//! Requirements on a verification key beyond points that are in their groups: see the [module](super).

use super::{Error, Field, File, Format, gnark, snarkjs};
use alloc::vec::Vec;
use ark_ec::AffineRepr;
use ark_ec::pairing::Pairing;
use ark_groth16::VerifyingKey;

/// The names that a format gives the elements of a key.
pub(super) struct Names {
    pub(super) alpha: &'static str,
    pub(super) beta: &'static str,
    pub(super) gamma: &'static str,
    pub(super) delta: &'static str,
    /// The list that holds the point of the constant and the points of the public inputs.
    pub(super) inputs: &'static str,
}

/// The field names of arkworks' type.
pub(super) const ARKWORKS: Names = Names {
    alpha: "alpha_g1",
    beta: "beta_g2",
    gamma: "gamma_g2",
    delta: "delta_g2",
    inputs: "gamma_abc_g1",
};

/// What is suspicious about a verification key that is still accepted. Each warning displays as one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// An element is the generator of its group or minus the generator, so its secret is known: the setup phase that
    /// draws it had no contribution. Whoever has the published output of the other phase can make a proof of anything.
    #[error(
        "{field} in the verification key file is {}the generator, as if the setup's {} phase had no contribution: whoever \
         knows the setup may be able to prove anything",
        if *.opposite { "opposite to " } else { "" },
        if *.second_phase { "second" } else { "first" }
    )]
    Generator {
        /// The element.
        field: Field,
        /// Whether it is minus the generator.
        opposite: bool,
        /// Whether the second phase of the setup draws the element, as it draws `delta`. Otherwise the first phase
        /// does.
        second_phase: bool,
    },
}

/// Checks a verification key that was not read from a file. The caller must know that its points are in their groups:
/// this is not checked.
///
/// # Errors
/// The errors of a key that lacks what it must have: [`Error::AtInfinity`], [`Error::Forgeable`],
/// [`Error::KnownSecrets`] and [`Error::InputNotBound`]; and [`Error::Verifier`] if it has no constant.
pub fn check_key<E: Pairing>(vk: &VerifyingKey<E>) -> Result<(), Error> {
    check(vk, &ARKWORKS, 0)
}

/// The suspicious elements of a verification key that is still accepted. They are named as in the format, or as in
/// arkworks' type if `format` is `None`.
pub fn key_warnings<E: Pairing>(vk: &VerifyingKey<E>, format: Option<Format>) -> Vec<Warning> {
    let names = match format {
        Some(Format::Snarkjs) => &snarkjs::NAMES,
        Some(Format::Gnark(_)) => &gnark::NAMES,
        None => &ARKWORKS,
    };
    let g2 = E::G2Affine::generator();
    [
        (names.delta, equal_or_opposite(vk.delta_g2, g2), true),
        (
            names.alpha,
            equal_or_opposite(vk.alpha_g1, E::G1Affine::generator()),
            false,
        ),
        (names.beta, equal_or_opposite(vk.beta_g2, g2), false),
    ]
    .into_iter()
    .filter_map(|(name, relation, second_phase)| {
        Some(Warning::Generator {
            field: Field::Named(name),
            opposite: relation?,
            second_phase,
        })
    })
    .collect()
}

/// The number of public inputs of a key with this many commitments.
pub(super) fn inputs<E: Pairing>(vk: &VerifyingKey<E>, commitments: usize) -> Result<usize, Error> {
    vk.gamma_abc_g1
        .len()
        .checked_sub(1 + commitments)
        .ok_or(Error::Verifier)
}

/// Checks a key whose last input points belong to commitments.
pub(super) fn check<E: Pairing>(vk: &VerifyingKey<E>, names: &Names, commitments: usize) -> Result<(), Error> {
    let inputs = inputs(vk, commitments)?;
    let [alpha, beta, gamma, delta] = [names.alpha, names.beta, names.gamma, names.delta].map(Field::Named);
    for (field, infinite) in [
        (alpha, vk.alpha_g1.is_zero()),
        (beta, vk.beta_g2.is_zero()),
        (gamma, vk.gamma_g2.is_zero()),
        (delta, vk.delta_g2.is_zero()),
    ] {
        if infinite {
            let file = File::Vk;
            return Err(Error::AtInfinity { file, field });
        }
    }
    let pairs = [
        (delta, vk.delta_g2, gamma, vk.gamma_g2),
        (beta, vk.beta_g2, gamma, vk.gamma_g2),
        (beta, vk.beta_g2, delta, vk.delta_g2),
    ];
    for (first, a, second, b) in pairs {
        if let Some(opposite) = equal_or_opposite(a, b) {
            return Err(Error::Forgeable {
                first,
                second,
                opposite,
            });
        }
    }
    if equal_or_opposite(vk.alpha_g1, E::G1Affine::generator()).is_some() {
        for (second, point) in [(gamma, vk.gamma_g2), (delta, vk.delta_g2)] {
            if equal_or_opposite(point, E::G2Affine::generator()).is_some() {
                return Err(Error::KnownSecrets { first: alpha, second });
            }
        }
    }
    let points = vk.gamma_abc_g1.iter().enumerate().skip(1).take(inputs);
    for (index, point) in points {
        if point.is_zero() {
            return Err(Error::InputNotBound {
                field: Field::Item(names.inputs, index),
                input: index - 1,
            });
        }
    }
    Ok(())
}

/// `Some(true)` if two points are opposite, `Some(false)` if they are equal, `None` otherwise.
pub(super) fn equal_or_opposite<P: AffineRepr>(a: P, b: P) -> Option<bool> {
    if a == b {
        Some(false)
    } else if a.into_group() == -b.into_group() {
        Some(true)
    } else {
        None
    }
}
