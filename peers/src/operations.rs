//! The operations, over arkworks' traits: secant's columns and arkworks' own.

use crate::exchange::{self, Arguments};
use crate::run::{Column, Library, Prepared, Row};
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    pairing::{Pairing, PairingOutput},
};
use ark_ff::{FftField, UniformRand};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use rand::{SeedableRng, rngs::StdRng};
use secant_curve::{
    HostedGroup, Subgroup,
    gt::{self, TargetGroup},
};
use secant_engine::ntt::Domain;
use secant_field::lanes::LaneField;

/// What all arguments are drawn from.
pub const SEED: u64 = 0;

/// The libraries of a row beside secant, arkworks and gnark-crypto.
pub type Peers<'a> = &'a [fn(&Arguments) -> Column];

/// A product of `n` pairings.
pub fn pairing<S: Pairing, U: Pairing>(curve: &str, n: usize, peers: Peers<'_>) -> Row {
    let operation = format!("{curve} pairing");
    Row {
        name: match n {
            1 => operation.clone(),
            _ => format!("{curve} product of {n} pairings"),
        },
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(move || {
            let (p, q) = (points::<U::G1>(n), points::<U::G2>(n));
            Prepared {
                arguments: Arguments {
                    points: p.iter().map(exchange::point).collect(),
                    g2: q.iter().map(exchange::point).collect(),
                    ..Arguments::default()
                },
                secant: pairing_column::<S>(Library::Secant, transfer_all(&p), transfer_all(&q)),
                arkworks: Some(pairing_column::<U>(Library::Arkworks, p, q)),
            }
        }),
    }
}

/// A multiplication of one point.
pub fn multiplication<S: CurveGroup, U: CurveGroup>(curve: &str, peers: Peers<'_>) -> Row {
    let operation = format!("{curve} multiplication");
    Row {
        name: operation.clone(),
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(|| with_scalars::<S, U>(1, multiplication_column::<S>, multiplication_column::<U>)),
    }
}

/// A multiplication of one point of the prime-order subgroup, which peers assume of every point: secant's type for
/// those.
pub fn subgroup_multiplication<S: HostedGroup, U: CurveGroup>(curve: &str, peers: Peers<'_>) -> Row {
    Row {
        name: format!("{curve} multiplication in the subgroup"),
        operation: format!("{curve} multiplication"),
        peers: peers.to_vec(),
        prepare: Box::new(|| with_scalars::<S, U>(1, subgroup_column::<S>, multiplication_column::<U>)),
    }
}

/// Multiplications of `n` points of the prime-order subgroup by different scalars.
pub fn multiplications<S: HostedGroup, U: CurveGroup>(curve: &str, n: usize, peers: Peers<'_>) -> Row {
    let operation = format!("{curve} multiplications in the subgroup");
    Row {
        name: format!("{n} {operation}"),
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(move || with_scalars::<S, U>(n, batch_column::<S>, one_by_one_column::<U>)),
    }
}

/// A multi-exponentiation in the target group. Elements are pairings, and no library checks that.
pub fn gt_multi_exp<S: TargetGroup, U: Pairing>(curve: &str, n: usize, peers: Peers<'_>) -> Row {
    let operation = format!("{curve} GT multi-exponentiation");
    Row {
        name: format!("{operation} of {n}"),
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(move || with_exponents::<S, U>(n, gt_multi_exp_column::<S>, gt_msm_column::<U>)),
    }
}

/// An exponentiation in the target group.
pub fn gt_exp<S: TargetGroup, U: Pairing>(curve: &str, peers: Peers<'_>) -> Row {
    let operation = format!("{curve} GT exponentiation");
    Row {
        name: operation.clone(),
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(|| with_exponents::<S, U>(1, gt_exp_column::<S>, gt_multiplication_column::<U>)),
    }
}

/// A number-theoretic transform of size `2^log`.
pub fn ntt<S: LaneField, U: FftField>(field: &str, log: u32) -> Row {
    let operation = format!("{field} NTT");
    Row {
        name: format!("{operation} of 2^{log}"),
        operation,
        peers: vec![],
        prepare: Box::new(move || {
            let mut rng = StdRng::seed_from_u64(SEED + 2);
            let input: Vec<U> = (0..1 << log).map(|_| U::rand(&mut rng)).collect();
            Prepared {
                arguments: Arguments::default(),
                secant: ntt_column::<S, Domain<S>>(Library::Secant, transfer_all(&input)),
                arkworks: Some(ntt_column::<U, Radix2EvaluationDomain<U>>(Library::Arkworks, input)),
            }
        }),
    }
}

fn ntt_column<F: FftField, D: EvaluationDomain<F> + 'static>(library: Library, input: Vec<F>) -> Column {
    let domain = D::new(input.len()).expect("the field has roots of unity for this size");
    Column::new(
        library,
        move || {
            let mut values = input.clone();
            domain.fft_in_place(&mut values);
            values
        },
        |values: Vec<F>| values.iter().flat_map(exchange::element).collect(),
    )
}

/// A multi-scalar multiplication.
pub fn msm<S: CurveGroup, U: CurveGroup>(curve: &str, n: usize, peers: Peers<'_>) -> Row {
    let operation = format!("{curve} msm");
    Row {
        name: format!("{operation} of {n}"),
        operation,
        peers: peers.to_vec(),
        prepare: Box::new(move || with_scalars::<S, U>(n, msm_column::<S>, msm_column::<U>)),
    }
}

/// A column of an operation on points and as many scalars.
type Scaled<G> =
    fn(Library, Vec<<G as CurveGroup>::Affine>, Vec<<<G as CurveGroup>::Affine as AffineRepr>::ScalarField>) -> Column;

fn with_scalars<S: CurveGroup, U: CurveGroup>(n: usize, secant: Scaled<S>, arkworks: Scaled<U>) -> Prepared {
    let mut rng = StdRng::seed_from_u64(SEED + 1);
    let scalars: Vec<U::ScalarField> = (0..n).map(|_| UniformRand::rand(&mut rng)).collect();
    let points = points::<U>(n);
    Prepared {
        arguments: Arguments {
            points: points.iter().map(exchange::point).collect(),
            scalars: scalars.iter().map(exchange::element).collect(),
            ..Arguments::default()
        },
        secant: secant(Library::Secant, transfer_all(&points), transfer_all(&scalars)),
        arkworks: Some(arkworks(Library::Arkworks, points, scalars)),
    }
}

/// A column of an operation on elements of a target group and as many scalars.
type Powers<E> = fn(Library, Vec<PairingOutput<E>>, Vec<<E as Pairing>::ScalarField>) -> Column;

fn with_exponents<S: Pairing, U: Pairing>(n: usize, secant: Powers<S>, arkworks: Powers<U>) -> Prepared {
    let mut rng = StdRng::seed_from_u64(SEED + 1);
    let exponents: Vec<U::ScalarField> = (0..n).map(|_| UniformRand::rand(&mut rng)).collect();
    let (p, q) = (points::<U::G1>(n), points::<U::G2>(n));
    let elements: Vec<_> = p.iter().zip(&q).map(|(p, q)| U::pairing(*p, *q)).collect();
    Prepared {
        arguments: Arguments {
            points: p.iter().map(exchange::point).collect(),
            g2: q.iter().map(exchange::point).collect(),
            scalars: exponents.iter().map(exchange::element).collect(),
            ..Arguments::default()
        },
        secant: secant(Library::Secant, transfer_all(&elements), transfer_all(&exponents)),
        arkworks: Some(arkworks(Library::Arkworks, elements, exponents)),
    }
}

fn gt_multi_exp_column<E: TargetGroup>(
    library: Library,
    elements: Vec<PairingOutput<E>>,
    exponents: Vec<E::ScalarField>,
) -> Column {
    Column::new(
        library,
        move || gt::multi_exp_unchecked(&elements, &exponents).expect("as many exponents as elements"),
        |f| exchange::element(&f.0),
    )
}

fn gt_exp_column<E: TargetGroup>(
    library: Library,
    elements: Vec<PairingOutput<E>>,
    exponents: Vec<E::ScalarField>,
) -> Column {
    let (element, exponent) = (elements[0], exponents[0]);
    Column::new(
        library,
        move || gt::exp_unchecked(&element, &exponent).expect("computing in place does not fail"),
        |f| exchange::element(&f.0),
    )
}

/// For this many elements faster than one by one.
fn gt_msm_column<E: Pairing>(
    library: Library,
    elements: Vec<PairingOutput<E>>,
    exponents: Vec<E::ScalarField>,
) -> Column {
    Column::new(
        library,
        move || PairingOutput::msm(&elements, &exponents).expect("as many exponents as elements"),
        |f: PairingOutput<E>| exchange::element(&f.0),
    )
}

fn gt_multiplication_column<E: Pairing>(
    library: Library,
    elements: Vec<PairingOutput<E>>,
    exponents: Vec<E::ScalarField>,
) -> Column {
    let (element, exponent) = (elements[0], exponents[0]);
    Column::new(library, move || element * exponent, |f| exchange::element(&f.0))
}

fn pairing_column<E: Pairing>(library: Library, p: Vec<E::G1Affine>, q: Vec<E::G2Affine>) -> Column {
    Column::new(
        library,
        move || E::multi_pairing(p.iter().copied(), q.iter().copied()).0,
        |f| exchange::element(&f),
    )
}

fn multiplication_column<G: CurveGroup>(
    library: Library,
    points: Vec<G::Affine>,
    scalars: Vec<G::ScalarField>,
) -> Column {
    let (point, scalar) = (points[0], scalars[0]);
    Column::new(
        library,
        move || point * scalar,
        |p: G| exchange::point(&p.into_affine()),
    )
}

fn subgroup_column<G: HostedGroup>(library: Library, points: Vec<G::Affine>, scalars: Vec<G::ScalarField>) -> Column {
    let (point, scalar) = (points[0], scalars[0]);
    Column::new(
        library,
        move || (Subgroup::new_unchecked(point.into_group()) * scalar).into_inner(),
        |p: G| exchange::point(&p.into_affine()),
    )
}

fn batch_column<G: HostedGroup>(library: Library, points: Vec<G::Affine>, scalars: Vec<G::ScalarField>) -> Column {
    let points: Vec<_> = points
        .iter()
        .map(|p| Subgroup::<G>::new_unchecked(p.into_group()))
        .collect();
    Column::new(
        library,
        move || Subgroup::mul_each(&points, &scalars).expect("as many scalars as points"),
        |all| {
            all.iter()
                .flat_map(|p| exchange::point(&p.into_inner().into_affine()))
                .collect()
        },
    )
}

fn one_by_one_column<G: CurveGroup>(library: Library, points: Vec<G::Affine>, scalars: Vec<G::ScalarField>) -> Column {
    Column::new(
        library,
        move || points.iter().zip(&scalars).map(|(p, s)| *p * s).collect(),
        |all: Vec<G>| all.iter().flat_map(|p| exchange::point(&p.into_affine())).collect(),
    )
}

fn msm_column<G: CurveGroup>(library: Library, points: Vec<G::Affine>, scalars: Vec<G::ScalarField>) -> Column {
    Column::new(
        library,
        move || G::msm(&points, &scalars).expect("as many scalars as points"),
        |p| exchange::point(&p.into_affine()),
    )
}

/// Points that are all different: sums of pairs of a thousand random ones.
fn points<G: CurveGroup>(n: usize) -> Vec<G::Affine> {
    let mut rng = StdRng::seed_from_u64(SEED);
    let random: Vec<G> = (0..n.min(1000)).map(|_| G::rand(&mut rng)).collect();
    let all: Vec<G> = (0..n)
        .map(|i| {
            let (a, b) = (i % 1000, i / 1000);
            if b == 0 {
                random[a]
            } else {
                random[a] + random[(a + b) % 1000]
            }
        })
        .collect();
    G::normalize_batch(&all)
}

/// The same elements in another library of arkworks' traits.
fn transfer_all<A: CanonicalSerialize, B: CanonicalDeserialize>(all: &[A]) -> Vec<B> {
    let carry = |a: &A| {
        let mut bytes = vec![];
        a.serialize_uncompressed(&mut bytes).expect("a vector takes all bytes");
        B::deserialize_uncompressed_unchecked(&bytes[..]).expect("the encodings agree")
    };
    all.iter().map(carry).collect()
}
